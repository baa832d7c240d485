package render

import (
	"strings"

	"github.com/yuin/goldmark/ast"
)

// quote writes a block quote, whose marks are gone. Line breaks in it are blanks, its lists are lists
// and its paragraphs are paragraphs (report-grammar 5.1, rows 15 to 21).
func (r *renderer) quote(q *ast.Blockquote) {
	write := r.paragraph
	if r.style == A {
		write = r.broken
	}
	indented := "" // code that goes on with the next paragraph
	for n := q.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Blockquote:
			r.quote(n)
		case *ast.List:
			r.add(r.list(n, 1, write)...)
		case *ast.CodeBlock:
			if r.style == B && n.NextSibling() != nil {
				indented = r.plain(n) + " "
				continue
			}
			r.add(r.paragraph(n)...)
		default:
			lines := write(n)
			if len(lines) > 0 {
				lines[0] = indented + lines[0]
			}
			r.add(lines...)
		}
		indented = ""
	}
}

// broken writes a quoted paragraph as style A does. The first code span begins a new line, and all
// that follows is glued to it without the blanks around it: that is how the path of an attribution
// comes to a line of its own, and inline code to its neighbours. Where a tag comes first it is
// swallowed instead: what follows stands on a new line, further tags are blanks and code is text.
func (r *renderer) broken(block ast.Node) []string {
	if block.Kind() != ast.KindParagraph && block.Kind() != ast.KindTextBlock {
		return r.paragraph(block)
	}
	var upper, lower strings.Builder
	first := plain // the mark that broke the line
	for _, p := range r.pieces(block) {
		if first == plain && p.mark != plain {
			first = p.mark
		}
		switch {
		case first == plain:
			upper.WriteString(p.text)
		case first == code:
			lower.WriteString(strings.TrimSpace(p.text))
		case p.mark == tag:
			lower.WriteString(" ")
		default:
			lower.WriteString(p.text)
		}
	}
	return nonEmpty(collapse(upper.String()), collapse(lower.String()))
}
