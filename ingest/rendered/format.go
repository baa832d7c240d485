// Package rendered reads analysis reports that were rendered from Markdown to plain text: grammar
// G5p of report-grammar, as two renderers write it. One leaves no blank line between blocks, keeps
// "- " and the pipes of tables and moves the path of a quotation to a line of its own; the other
// separates blocks by blank lines, draws bullets and flattens tables. Headings, links, code marks
// and quote marks are gone in both, so structure is recognised by exact words, by order and by what
// ends a quotation.
//
// Title and type are read first, since they say which headings to expect. Then tables, quotations and
// section headings are marked, each in a pass of its own, so that what follows never takes evidence
// for syntax. One walk over the lines fills the Document, and what depends on its end is settled
// after it: joined texts, paths outside of source lists, hints for malformed ids. No step takes more
// than linear time, and TestHostileInputIsLinear holds each kind of construct to that.
//
// The package knows lines and words. It must not know the graph, node kinds, other documents or the
// file system. No id, path or line number of a real report stands in it.
package rendered

import (
	"bytes"
	"path"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// Format is the rendered report format. It has no state.
type Format struct{}

// Name is the name of the format as documents and users know it.
func (Format) Name() string { return "rendered" }

// Match tells whether a file is a rendered report by its path and at most its first 64 KiB: plain
// text with a Type line that names a report type near its top, or with a declaration and its label.
// A few damaged bytes hide neither, so that Parse can say where they are. It never takes canonical
// Markdown, source code, data or binaries.
func (Format) Match(name string, head []byte) bool {
	const window = 64 << 10
	switch strings.ToLower(path.Ext(path.Base(name))) {
	case "", ".txt", ".text", ".md":
	default:
		return false
	}
	head = bytes.TrimPrefix(head[:min(len(head), window)], []byte(byteOrderMark))
	seen, read := 0, 0
	previous := ""
	for raw := range bytes.SplitSeq(head, []byte("\n")) {
		read += len(raw) + 1
		text := strings.TrimRight(string(raw), " \t\r")
		if text == "" {
			continue
		}
		if seen++; seen == 1 && (text == "---" || text[0] == '#' || text[0] == '{' || text[0] == '[') || isMarkdownHeading(text) {
			return false
		}
		_, declares := declaration(previous)
		if seen <= maxPreamble && namesMember(text) || declares && strings.HasPrefix(text, labelPrefix) {
			return !binary(head[:min(read, len(head))])
		}
		previous = text
	}
	return false
}

// namesMember tells whether a line is a Type line of a known member.
func namesMember(text string) bool {
	typ, ok := strings.CutPrefix(text, typePrefix)
	if ok {
		_, ok = memberOf(strings.TrimSpace(typ))
	}
	return ok
}

// isMarkdownHeading tells whether a line is a canonical heading of a report. Other lines with a hash
// may be quoted code.
func isMarkdownHeading(text string) bool {
	title := strings.TrimLeft(text, "#")
	if level := len(text) - len(title); level == 0 || level > 6 || !strings.HasPrefix(title, " ") {
		return false
	}
	title = strings.TrimSpace(title)
	_, declares := declaration(title)
	return declares || report.KindHeading(title) >= 0 || unknownMember.Section(title) >= 0
}

// Parse reads a document. It always returns both results: whatever was read, and what was found
// wrong. A document with errors may lack facts; warnings and infos concern single facts and say so.
func (f Format) Parse(src diag.Source) (report.Document, diag.List) {
	p := parser{
		member: unknownMember, diags: collector{diag.Collector{Name: src.Name, More: CodeMore}}, at: nowhere,
		declared: map[string]int{}, layers: map[string]int{},
	}
	p.doc.Format, p.doc.Grammar = f.Name(), "G5p"
	lines, ok := splitLines(src, &p.diags)
	if ok {
		p.lines = lines
		p.doc.Blocks = make([]report.Block, 0, len(lines))
		p.doc.Lines = lines[len(lines)-1].number
		p.readPreamble()
		p.findTables()
		p.findQuotations()
		p.findSections()
		p.walk()
		p.settle()
	}
	return p.doc, p.diags.Finish()
}
