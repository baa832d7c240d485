package render

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

type tableNode = extast.Table

// table writes a table: in style A its header and delimiter row whole and the last cell of each other
// row on a line of its own, in style B a line a row without any mark of its columns (report-grammar
// 5.2).
func (r *renderer) table(t *tableNode) (out []string) {
	for row := t.FirstChild(); row != nil; row = row.NextSibling() {
		cells := r.cells(row)
		switch _, header := row.(*extast.TableHeader); {
		case r.style == B:
			out = append(out, strings.Join(nonEmpty(cells...), " "))
		case header:
			out = append(out, "| "+strings.Join(cells, " | ")+" |", "|"+strings.Repeat("---|", len(cells)))
		case len(cells) == 1:
			out = append(out, "| "+cells[0]+" |")
		default:
			last := len(cells) - 1
			out = append(out, "| "+strings.Join(cells[:last], " | ")+" |", cells[last]+" |")
		}
	}
	return out
}

// cells gives the texts of a row. Where pipes are marks, those inside a cell stay escaped.
func (r *renderer) cells(row ast.Node) (out []string) {
	for c := row.FirstChild(); c != nil; c = c.NextSibling() {
		s := r.plain(c)
		if r.style == A {
			s = strings.ReplaceAll(s, "|", `\|`)
		}
		out = append(out, s)
	}
	return out
}
