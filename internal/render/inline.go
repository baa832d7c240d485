package render

import (
	"bufio"
	"bytes"
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	markup "github.com/yuin/goldmark/renderer/html"
)

// A piece is a run of inline content with one of the marks that renderers treat in their own way.
type piece struct {
	text string
	mark mark
}

type mark uint8

const (
	plain mark = iota
	code       // a code span, without its ticks
	tag        // something in angle brackets that Markdown takes for HTML
)

// pieces reads the inline content of a block: links, emphasis and escapes are resolved to what a
// reader sees of them.
func (r *renderer) pieces(block ast.Node) (out []piece) {
	add := func(text string, m mark) {
		if last := len(out) - 1; m == plain && last >= 0 && out[last].mark == plain {
			out[last].text += text
			return
		}
		out = append(out, piece{text, m})
	}
	_ = ast.Walk(block, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // our function fails never
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			s := r.visible(n.Segment.Value(r.source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				s += " "
			}
			add(s, plain)
		case *ast.String:
			add(string(n.Value), plain)
		case *ast.AutoLink:
			add(string(n.Label(r.source)), plain)
		case *ast.RawHTML:
			add(string(n.Segments.Value(r.source)), tag)
		case *ast.CodeSpan:
			var s strings.Builder
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				switch c := c.(type) {
				case *ast.Text:
					s.Write(c.Segment.Value(r.source))
				case *ast.String:
					s.Write(c.Value)
				}
			}
			add(collapse(s.String()), code)
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return out
}

// visible resolves the escapes and entities of a text as a browser shows them.
func (r *renderer) visible(raw []byte) string {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	markup.DefaultWriter.Write(w, raw)
	_ = w.Flush() // a buffer takes all
	return html.UnescapeString(b.String())
}

// plain gives all text of a block on one line.
func (r *renderer) plain(block ast.Node) string {
	switch n := block.(type) {
	case *ast.HTMLBlock:
		if raw := string(n.Lines().Value(r.source)); !strings.HasPrefix(strings.TrimSpace(raw), "<!--") {
			return collapse(raw)
		}
		return ""
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		return collapse(string(n.Lines().Value(r.source)))
	}
	var s strings.Builder
	for _, p := range r.pieces(block) {
		s.WriteString(p.text)
	}
	return collapse(s.String())
}
