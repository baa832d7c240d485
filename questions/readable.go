package questions

import (
	"fmt"
	"io"
	"slices"
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
			grid[i+1] = append(grid[i+1], oneLine(show(cell, noValue)))
		}
	}
	out := table.NewWriter()
	style := table.StyleLight
	style.Format.Header = text.FormatDefault
	style.Options = table.Options{SeparateHeader: true}
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	out.SetStyle(style)
	wraps := false
	configs := make([]table.ColumnConfig, len(t.Columns))
	for i, max := range fit(grid, width) {
		configs[i] = table.ColumnConfig{Number: i + 1, WidthMax: max, WidthMaxEnforcer: text.WrapSoft}
		if isNumeric(t.Columns[i]) {
			configs[i].Align, configs[i].AlignHeader = text.AlignRight, text.AlignRight
		}
		wraps = wraps || max > 0
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

// fit gives each column its greatest width, 0 where it need not wrap: the widest columns give way
// until all fit, none below a few characters.
func fit(grid [][]string, width int) []int {
	const gap, least = 2, 8
	natural := make([]int, len(grid[0]))
	room := width
	for i := range natural {
		for _, row := range grid {
			natural[i] = max(natural[i], text.StringWidth(row[i]))
		}
		room -= gap
	}
	limits := make([]int, len(natural))
	if width <= 0 {
		return limits
	}
	order := make([]int, len(natural))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return natural[a] - natural[b] })
	for n, i := range order { // narrow columns take what they need, the rest share what is left
		share := max(room/(len(order)-n), least)
		if natural[i] > share {
			limits[i] = share
		}
		room -= min(natural[i], share)
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
