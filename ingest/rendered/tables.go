package rendered

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A table is a run of lines found to be one (report-grammar 5.2): with pipes, where a renderer broke
// each row over several lines, or flat, where the cells of a row are joined by single spaces.
type table struct {
	first, last int    // indexes of lines
	mode        string // inspection mode that the header names, or ""
	flat        bool
	rows        []row
}

// A row is one data row. cells is nil where they are not certain.
type row struct {
	first, last int
	text        string
	cells       []string
	ragged      bool // a row with pipes whose cells do not match the header's
}

// findTables marks the lines of every table.
func (p *parser) findTables() {
	for i := 0; i < len(p.lines); i++ {
		t, ok := p.pipeTable(i)
		if !ok {
			t, ok = p.flatTable(i)
		}
		if !ok {
			continue
		}
		for j := t.first; j <= t.last; j++ {
			p.lines[j].mark, p.lines[j].ref = markTable, len(p.tables)
		}
		p.tables = append(p.tables, t)
		i = t.last
	}
}

// pipeTable reads a table with a delimiter row below the header.
func (p *parser) pipeTable(i int) (table, bool) {
	if i+1 >= len(p.lines) || p.lines[i].text[0] != '|' || !isDelimiter(p.lines[i+1].text) {
		return table{}, false
	}
	header := p.lines[i].text
	t := table{first: i, last: i + 1, mode: report.InspectionMode(header)}
	width := countPipes(header)
	for j := i + 2; j < len(p.lines) && p.lines[j].text[0] == '|' && !p.lines[j].gap; {
		r := p.pipeRow(j, width)
		t.rows = append(t.rows, r)
		t.last = r.last
		j = r.last + 1
	}
	return t, true
}

// maxRowLines bounds the lines that one row may be broken into.
const maxRowLines = 8

// pipeRow reads the row that begins on line j: it is complete when it has as many pipes as the
// header. Where the following lines do not complete it, it stays as it is.
func (p *parser) pipeRow(j, width int) row {
	text, pipes := p.lines[j].text, countPipes(p.lines[j].text)
	for k := j; ; {
		if pipes == width {
			return row{first: j, last: k, text: strings.Join(splitCells(text), " | "), cells: splitCells(text)}
		}
		k++
		if pipes > width || k >= len(p.lines) || k-j >= maxRowLines || p.lines[k].gap || p.lines[k].text[0] == '|' {
			break
		}
		text += " " + p.lines[k].text
		pipes += countPipes(p.lines[k].text)
	}
	return row{first: j, last: j, text: strings.Join(splitCells(p.lines[j].text), " | "), ragged: true}
}

func isDelimiter(text string) bool {
	return strings.Contains(text, "-") && strings.Contains(text, "|") && strings.Trim(text, "|-: ") == ""
}

// countPipes counts the pipes that no backslash escapes.
func countPipes(text string) int {
	return strings.Count(text, "|") - strings.Count(text, `\|`)
}

// splitCells cuts a row at its unescaped pipes, the outer ones left out.
func splitCells(text string) []string {
	text = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(text), "|"), "|")
	var cells []string
	start := 0
	for i := 0; i <= len(text); i++ {
		if i == len(text) || text[i] == '|' && (i == 0 || text[i-1] != '\\') {
			cells = append(cells, strings.ReplaceAll(strings.TrimSpace(text[start:i]), `\|`, "|"))
			start = i + 1
		}
	}
	return cells
}

// headerWords are what the headers of coverage tables are made of, whatever their wording.
var headerWords = map[string]bool{
	"entry": true, "point": true, "points": true, "operation": true, "operations": true, "part": true, "parts": true,
	"source": true, "sources": true, "path": true, "paths": true, "inspection": true, "mode": true, "coverage": true,
	"covering": true, "record": true, "records": true, "limit": true, "limits": true, "unresolved": true, "conclusion": true,
}

// minHeaderWords is how many of them a line must have to be taken for a flat header.
const minHeaderWords = 4

// flatTable reads a table whose column marks are gone: a block set off by blank lines whose first
// line is made of header words, with at least two rows.
func (p *parser) flatTable(i int) (table, bool) {
	l := p.lines[i]
	if !l.gap || !isFlatHeader(l) {
		return table{}, false
	}
	t := table{first: i, last: i, mode: report.InspectionMode(l.text), flat: true}
	for j := i + 1; j < len(p.lines) && !p.lines[j].gap && !readItem(p.lines[j]).list; j++ {
		text := p.lines[j].text
		t.rows = append(t.rows, row{first: j, last: j, text: text, cells: flatCells(text)})
		t.last = j
	}
	return t, len(t.rows) >= 2
}

func isFlatHeader(l line) bool {
	if len(l.text) > 200 || endsSentence(l.text) || readItem(l).list || strings.ContainsAny(l.text, "|:") {
		return false
	}
	known := 0
	for _, w := range strings.Fields(strings.ToLower(l.text)) {
		if headerWords[w] {
			known++
		}
	}
	return known >= minHeaderWords
}

// flatCells guesses the three cells of a flat row: the middle one runs from the first path, or from a
// mode word that opens a cell, to the last path of the list there. It returns nil where the text does
// not bear that out: a cell begins with a capital, an id or a path, never in mid-phrase.
func flatCells(text string) []string {
	handles := report.ScanHandles(text)
	paths := report.ScanPaths(text, handles)
	if len(paths) == 0 {
		return nil
	}
	start := paths[0].Start
	if m := modeStart(text[:start]); m > 0 {
		start = m
	}
	end := paths[0].End
	for _, next := range paths[1:] {
		gap := text[end:next.Start]
		if !strings.HasPrefix(gap, ",") && !strings.HasPrefix(gap, ";") && !strings.HasPrefix(gap, " and ") ||
			strings.Contains(gap, ". ") || namesRecord(gap) {
			break
		}
		end = next.End
	}
	entry, middle, conclusion := strings.TrimSpace(text[:start]), text[start:end], strings.TrimSpace(text[end:])
	first, _ := utf8.DecodeRuneInString(conclusion)
	if entry == "" || !unicode.IsUpper(first) || endsInMidPhrase(entry) {
		return nil
	}
	return []string{entry, middle, conclusion}
}

// modeStart finds the capitalised mode word that opens the middle cell before its first path.
func modeStart(text string) int {
	for _, word := range []string{" Direct", " Supplied", " Included"} {
		if at := strings.LastIndex(text, word); at > 0 {
			return at + 1
		}
	}
	return -1
}

func endsInMidPhrase(text string) bool {
	switch text[strings.LastIndexByte(text, ' ')+1:] {
	case "in", "at", "of", "by", "from", "read", "and", "under", "with", "to":
		return true
	}
	return strings.HasSuffix(text, ",") || strings.HasSuffix(text, ";")
}

// namesRecord tells whether a record's id stands in a text.
func namesRecord(text string) bool {
	return slices.ContainsFunc(report.ScanHandles(text), func(h report.HandleToken) bool { return h.Class != report.HandleSource })
}

// addTable files the rows of a table and returns the index of the line after it.
func (p *parser) addTable(t table) int {
	if !p.inCoverage() {
		for i := t.first; i <= t.last; i++ {
			if !isDelimiter(p.lines[i].text) {
				p.addText(p.lines[i], strings.Trim(p.lines[i].text, "| "))
				p.scanLine(i, p.owner())
			}
		}
		return t.last + 1
	}
	if t.flat {
		p.lose(CodeLostColumns, p.lines[t.first], "The table's columns are gone; cells are a guess where they are given at all.")
	}
	p.scanLine(t.first, p.owner())
	for n, r := range t.rows {
		if !p.count(p.lines[r.first], 1) {
			break
		}
		index := len(p.doc.Coverage)
		span := report.Span{Start: p.lines[r.first].number, End: p.lines[r.last].number}
		p.doc.Coverage = append(p.doc.Coverage, report.NewCoverageRow(n+1, r.cells, t.mode, span))
		p.doc.Coverage[index].Text = r.text
		if r.ragged {
			p.diags.Warn(CodeTableRow, p.diags.whole(p.lines[r.first]),
				"A table row has another number of cells than its header", "Escape pipes inside cells as \\| and give every cell.")
		}
		for i := r.first; i <= r.last; i++ {
			p.scanLine(i, report.Owner{Kind: report.OwnerCoverage, Index: index})
		}
	}
	return t.last + 1
}
