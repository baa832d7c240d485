// Package markdown reads canonical analysis reports: Markdown with YAML front matter in grammar G5 of
// report-grammar, every member of a set. In G5 a record is declared by a heading of level 4 that is
// exactly its id, inside "Shared records"; a reference is a link whose fragment is the id in lower
// case; a bare id is literal text. Reports in an older grammar are recognised and refused with one
// diagnostic, since the same words mean other things there.
//
// The reading has four steps. The source is checked and what must not reach the block parser is
// blanked out in place, so every position stays true. The front matter is read as YAML. A library
// finds the blocks; no more of it is used, because its inline parser takes quadratic time on hostile
// text. Last, the blocks are walked once: headings open sections, records and annotations, and each
// block of text is read by an inline scanner that keeps for every byte where it stood. All of it is
// linear in the input.
//
// Texts in the Document are as a reader sees them, without marks of code, links and emphasis, so that
// the same report gives the same facts here and from its plain-text rendering.
//
// The package knows Markdown and the report grammar. It must not know the graph, node kinds, other
// documents of the set or the file system.
package markdown

import (
	"bytes"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// Format is the canonical report format. It has no state.
type Format struct{}

// Name is the name of the format as documents and users know it.
func (Format) Name() string { return "markdown" }

// Match tells whether a file is a canonical report by its path and at most its first 64 KiB: front
// matter whose type is a member's, or, where there is no front matter, a record heading outside of
// fenced code. A few damaged bytes below hide neither, so that Parse can say where they are. It never
// takes renderings, reviews, other Markdown, source code or binaries.
func (Format) Match(name string, head []byte) bool {
	const window = 64 << 10
	switch strings.ToLower(path.Ext(path.Base(name))) {
	case "", ".md", ".markdown", ".txt":
	default:
		return false
	}
	head = bytes.TrimPrefix(head[:min(len(head), window)], []byte(byteOrderMark))
	front, fence, read := false, "", 0
	for raw := range bytes.SplitSeq(head, []byte("\n")) {
		first := read == 0
		read += len(raw) + 1
		line := strings.TrimRight(string(raw), " \t\r")
		switch {
		case first && line == frontMark:
			front = true
		case front && (line == frontMark || line == "..."):
			return false
		case front && strings.HasPrefix(line, "type:"):
			return namesMember(line) && utf8.Valid(raw)
		case front:
		case fenceMark(line) != "":
			if mark := fenceMark(line); fence == "" {
				fence = mark
			} else if strings.HasPrefix(mark, fence) {
				fence = ""
			}
		case fence == "" && declares(line):
			return isText(head[:min(read, len(head))])
		}
	}
	return false
}

// namesMember tells whether a line is a type key with a known member type.
func namesMember(line string) bool {
	_, known := report.MemberOf(strings.Trim(strings.TrimPrefix(line, "type:"), " \t\"'"))
	return known
}

// declares tells whether a line is a record heading, its label in the heading or not.
func declares(line string) bool {
	title, ok := strings.CutPrefix(line, "#### ")
	if !ok {
		return false
	}
	d, ok := declaration(strings.TrimSpace(title))
	return ok && d.class == report.HandleNamed
}

// fenceMark returns the marks that open or close fenced code on a line, or "".
func fenceMark(line string) string {
	line = strings.TrimLeft(line, " ")
	for _, mark := range []string{"```", "~~~"} {
		if strings.HasPrefix(line, mark) {
			return line[:len(line)-len(strings.TrimLeft(line, mark[:1]))]
		}
	}
	return ""
}

// isText tells whether bytes are text in UTF-8.
func isText(b []byte) bool { return bytes.IndexByte(b, 0) < 0 && utf8.Valid(b) }

// Parse reads a document. It always returns both results: whatever was read, and what was found
// wrong. A document with errors may lack facts; warnings and infos concern single facts and say so.
func (f Format) Parse(src diag.Source) (report.Document, diag.List) {
	p := &parse{
		diags: diag.Collector{Name: src.Name, More: CodeMore}, original: src.Bytes, member: report.UnknownMember(), at: nowhere,
		declared: map[string]int{}, layers: map[string]int{}, texts: map[report.Owner][]string{},
	}
	p.doc.Format, p.doc.Grammar = f.Name(), grammarG5
	s, ok := newSource(src, &p.diags)
	if !ok {
		return p.doc, p.diags.Finish()
	}
	p.src, p.doc.Lines = s, s.last
	p.readFrontMatter()
	p.readBlocks()
	if old, at := p.olderGrammar(); old != "" {
		return p.refuse(old, at)
	}
	p.readProfile()
	p.walk()
	p.settle()
	return p.doc, p.diags.Finish()
}
