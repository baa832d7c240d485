package questions

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// noValue stands for null where people read.
const noValue = "–"

var lineBreaks = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ", "\u2028", " ", "\u2029", " ")

// oneLine makes a value fit for a terminal's cell.
func oneLine(s string) string { return visible(lineBreaks.Replace(s)) }

func writeTerminal(w io.Writer, t *Table, width int) {
	grid := make([][]string, len(t.Rows)+1)
	for _, c := range t.Columns {
		grid[0] = append(grid[0], oneLine(c.Name))
	}
	for i, row := range t.Rows {
		for _, cell := range row.Cells {
			value := oneLine(show(cell, noValue))
			if width > 0 {
				value = clipped(value)
			}
			grid[i+1] = append(grid[i+1], value)
		}
	}
	out := table.NewWriter()
	style := table.StyleLight
	style.Format.Header = text.FormatDefault
	style.Options = table.Options{SeparateHeader: true}
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	out.SetStyle(style)
	configs := make([]table.ColumnConfig, len(t.Columns))
	for i, most := range fit(grid, width) {
		configs[i] = table.ColumnConfig{Number: i + 1, WidthMax: most, WidthMaxEnforcer: text.WrapSoft}
		if isNumeric(t.Columns[i]) {
			configs[i].Align, configs[i].AlignHeader = text.AlignRight, text.AlignRight
		}
	}
	out.SetColumnConfigs(configs)
	out.AppendHeader(tableRow(grid[0]))
	for _, cells := range grid[1:] {
		out.AppendRow(tableRow(cells))
	}
	for _, line := range strings.Split(out.Render(), "\n") {
		fmt.Fprint(w, strings.TrimRight(line, " ")+"\n")
	}
}

func tableRow(cells []string) table.Row {
	row := make(table.Row, len(cells))
	for i, s := range cells {
		row[i] = s
	}
	return row
}

func isNumeric(c Column) bool { return !c.List && (c.Type == "Int" || c.Type == "Float") }

// longest is how many columns of a value a table shows on a terminal: enough for any sentence, while whole
// accounts would push what is beside them out of sight.
const longest = 480

// clipped ends a value for a terminal's cell at the last word that fits.
func clipped(s string) string {
	if text.StringWidth(s) <= longest {
		return s
	}
	s = text.Trim(s, longest)
	if at := strings.LastIndexByte(s, ' '); at > 0 {
		s = s[:at]
	}
	return s + " …"
}

// fit gives each column its greatest width, 0 where it need not wrap. The widest columns give way
// first. Columns of single words, such as handles, stay whole as long as prose beside them can still be
// read, those on the left the longest: a handle is for copying.
func fit(grid [][]string, width int) []int {
	const gap, least, prose, handle = 2, 8, 10, 28
	columns := len(grid[0])
	limits, natural, floor := make([]int, columns), make([]int, columns), make([]int, columns)
	for i := range columns {
		words := true
		for _, row := range grid {
			natural[i] = max(natural[i], text.StringWidth(row[i]))
			words = words && !strings.Contains(row[i], " ")
		}
		if words && natural[i] <= handle {
			floor[i] = natural[i]
		}
	}
	for whole := columns; whole >= 0 && width > 0; whole-- {
		clear(floor[whole:])
		narrowest := prose
		if whole == 0 {
			narrowest = least
		}
		for most := width; most >= narrowest; most-- {
			total := columns * gap
			for i := range columns {
				limits[i] = min(natural[i], max(most, floor[i]))
				total += limits[i]
			}
			if total <= width {
				return limits
			}
		}
	}
	return limits
}

var markdownEscapes = strings.NewReplacer("\\", `\\`, "|", `\|`, "`", "\\`", "*", `\*`, "[", `\[`, "]", `\]`, "~", `\~`, "$", `\$`,
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "\r\n", "<br>", "\n", "<br>", "\r", "<br>", "\t", " ")

// markdown escapes what has a meaning in a cell of a Markdown table.
func markdown(s string) string {
	s = visible(markdownEscapes.Replace(s))
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '_' && !(i > 0 && isWord(s[i-1]) && i+1 < len(s) && isWord(s[i+1])) {
			b.WriteByte('\\') // inside a word it is plain, as in NOT_STATED
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}

func writeMarkdown(w io.Writer, t *Table, _ int) {
	fmt.Fprint(w, "|")
	for _, c := range t.Columns {
		fmt.Fprint(w, " "+markdown(c.Name)+" |")
	}
	fmt.Fprint(w, "\n|")
	for _, c := range t.Columns {
		if isNumeric(c) {
			fmt.Fprint(w, " ---: |")
		} else {
			fmt.Fprint(w, " --- |")
		}
	}
	fmt.Fprint(w, "\n")
	for _, row := range t.Rows {
		fmt.Fprint(w, "|")
		for _, cell := range row.Cells {
			fmt.Fprint(w, " "+markdown(show(cell, noValue))+" |")
		}
		fmt.Fprint(w, "\n")
	}
}
