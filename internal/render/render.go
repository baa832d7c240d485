// Package render turns a canonical Markdown report into the plain text that two renderers leave of it
// (report-grammar 5): the same content less exactly what they lose. Examples are made by it, and tests
// hold the reader of renderings against the reader of canonical text with it.
//
// Markdown is read by goldmark alone. The package must not know the parsers of ingest, records or
// facts: it is the other side of their tests. What a real renderer does where no report shows it is
// open; there the text is kept as it is.
package render

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"go.yaml.in/yaml/v4"
)

// Style is one of the two renderers at work in known reports.
type Style byte

const (
	// A writes one line a block without blank lines, "- " before items and the pipes of tables, the last
	// cell of a row on a line of its own, and breaks quoted code at its first code span.
	A Style = 'a'
	// B writes a blank line between blocks, "  • " before items, and joins the cells of a row by a blank.
	B Style = 'b'
)

// ErrNoType says that a text has no front matter that names its type, so it is no report.
var ErrNoType = errors.New("no front matter with a type")

// Render renders a canonical report. The result has no line feed at its end, as real ones have none.
// The error is ErrNoType or that of the front matter's YAML.
func Render(report []byte, style Style) ([]byte, error) {
	meta, body, err := frontMatter(report)
	if err != nil {
		return nil, err
	}
	return []byte(meta.render(body, style)), nil
}

func (m matter) render(body []byte, style Style) string {
	r := renderer{source: body, style: style}
	r.flow(markdown.Parser().Parse(text.NewReader(body)), 0)
	return r.join("Type: " + m.Type)
}

// markdown reads CommonMark with tables, which is what reports are written in.
var markdown = goldmark.New(goldmark.WithExtensions(extension.Table))

// A matter is what is known of a report from its front matter. All of it but the type is lost.
type matter struct {
	Type     string `yaml:"type"`
	Run      string `yaml:"run-id"`
	Source   string `yaml:"source-identity"`
	Revision string `yaml:"reviewed-boundary"`
}

// frontMatter cuts a report into what its front matter says and its Markdown.
func frontMatter(report []byte) (m matter, body []byte, err error) {
	const fence = "---\n"
	report = bytes.ReplaceAll(bytes.TrimPrefix(report, []byte("\ufeff")), []byte("\r\n"), []byte("\n"))
	rest, ok := bytes.CutPrefix(report, []byte(fence))
	head, body, closed := bytes.Cut(rest, []byte("\n"+fence))
	if !ok || !closed {
		return m, nil, ErrNoType
	}
	if err := yaml.Unmarshal(head, &m); err != nil {
		return m, nil, fmt.Errorf("front matter: %w", err)
	}
	if m.Type == "" {
		return m, nil, ErrNoType
	}
	return m, body, nil
}

// A renderer writes the blocks of one report. The lines of a block stay together; style B sets blocks
// apart.
type renderer struct {
	source []byte
	style  Style
	titled bool // the first block is the title
	blocks [][]string
}

func (r *renderer) add(lines ...string) {
	if len(lines) > 0 {
		r.blocks = append(r.blocks, lines)
	}
}

// join puts the blocks together, with a line that stands below the title, or first where there is none.
func (r *renderer) join(second string) string {
	at := 0
	if r.titled {
		at = 1
	}
	separator := "\n"
	if r.style == B {
		separator = "\n\n"
	}
	var out []string
	for i, lines := range r.blocks {
		if i == at {
			out = append(out, second)
		}
		out = append(out, strings.Join(lines, "\n"))
	}
	if len(r.blocks) <= at {
		out = append(out, second)
	}
	return strings.Join(out, separator)
}

// flow writes the blocks below a node. depth is that of the list it stands in.
func (r *renderer) flow(parent ast.Node, depth int) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok && h.Level == 1 && len(r.blocks) == 0 {
			r.titled = true
		}
		switch n := n.(type) {
		case *ast.List:
			r.add(r.list(n, depth+1, r.paragraph)...)
		case *ast.Blockquote:
			r.quote(n)
		case *tableNode:
			r.add(r.table(n)...)
		default:
			r.add(r.paragraph(n)...)
		}
	}
}

// paragraph writes a block without structure as the one line that renderings make of it, or as none.
func (r *renderer) paragraph(n ast.Node) []string {
	return nonEmpty(r.plain(n))
}

// list writes the items of a list. write gives the lines of a block in an item; those of its first
// stand behind the mark. Nesting, which no known rendering shows, is kept by four more blanks.
func (r *renderer) list(l *ast.List, depth int, write func(ast.Node) []string) (out []string) {
	number := l.Start
	for item := l.FirstChild(); item != nil; item = item.NextSibling() {
		indent := strings.Repeat("    ", depth-1)
		mark := indent + "- "
		switch {
		case l.IsOrdered():
			mark = fmt.Sprintf("%s%d. ", indent, number)
			number++
		case r.style == B:
			mark = indent + "• "
		}
		if r.style == B {
			mark = "  " + mark
		}
		for n := item.FirstChild(); n != nil; n = n.NextSibling() {
			if inner, ok := n.(*ast.List); ok {
				out = append(out, r.list(inner, depth+1, write)...)
				continue
			}
			for _, line := range write(n) {
				out = append(out, mark+line)
				mark = ""
			}
		}
	}
	return out
}

// nonEmpty gives the texts that hold something.
func nonEmpty(texts ...string) (out []string) {
	for _, t := range texts {
		if t != "" {
			out = append(out, t)
		}
	}
	return out
}

// collapse folds every run of blanks to one space.
func collapse(s string) string { return strings.Join(strings.Fields(s), " ") }
