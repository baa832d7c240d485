package mdtext

import "strings"

// isDelimiter tells whether a line is the row below a table's header.
func isDelimiter(line string) bool {
	return strings.Contains(line, "-") && strings.Contains(line, "|") && strings.Trim(line, "|-: \t\n") == ""
}

// SplitCells cuts a row at its unescaped pipes, the outer ones left out. The cells are trimmed.
func SplitCells(row string) []Span {
	start, end := 0, len(row)
	for end > 0 && IsBlank(row[end-1]) {
		end--
	}
	for start < end && IsBlank(row[start]) {
		start++
	}
	if start < end && row[start] == '|' {
		start++
	}
	if end > start && row[end-1] == '|' && (end-1 == start || row[end-2] != '\\') {
		end--
	}
	var cells []Span
	for i := start; i <= end; i++ {
		if i < end && (row[i] != '|' || i > 0 && row[i-1] == '\\') {
			continue
		}
		c := Span{start, i}
		for c.Start < c.End && IsBlank(row[c.Start]) {
			c.Start++
		}
		for c.End > c.Start && IsBlank(row[c.End-1]) {
			c.End--
		}
		cells = append(cells, c)
		start = i + 1
	}
	return cells
}
