// Package review reads memory-system reviews: one Markdown file about one system, which states values
// on the axes of comparison as tokens in code and argues each in the same line (review-grammar).
//
// Package mdtext reads the source, its front matter and its blocks. The blocks are walked once: a
// paragraph either states an axis, opens an idea or artefact by its bold phrase, or is prose of its
// section; which axes apply is settled at the end, when all are known. All of it is linear in the input.
//
// The package knows Markdown as mdtext reads it and the review grammar. It must not know the graph,
// node kinds, other documents or the file system; of its file's name it takes only what the grammar
// gives a meaning, the part that marks an older review.
package review

import (
	"path"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// Format is the review format. It has no state.
type Format struct{}

// Name is the name of the format as documents and users know it.
func (Format) Name() string { return "review" }

// typeName is the basename of the type by which a file says that it is a review.
const typeName = "agent-memory-system-review"

// Match tells whether a file is a review by the type in its front matter.
func (Format) Match(name string, head []byte) bool {
	switch strings.ToLower(path.Ext(path.Base(name))) {
	case "", ".md", ".markdown", ".txt":
		typ, _ := mdtext.FrontKey(head, "type")
		return isReview(typ)
	}
	return false
}

func isReview(typ string) bool { return strings.TrimSuffix(path.Base(typ), ".md") == typeName }

// Parse reads a review. It always returns both results: whatever was read, and what was found wrong.
// A document with errors may lack facts; warnings and infos concern single facts and say so.
func (f Format) Parse(src diag.Source) (report.Document, diag.List) {
	p := &parse{diags: diag.Collector{Name: src.Name, More: CodeMore}, leads: map[string]lead{}}
	p.doc.Format, p.doc.Grammar, p.doc.Role = f.Name(), f.Name(), f.Name()
	p.doc.Review = &report.Review{Edition: edition(src.Name)}
	s, ok := mdtext.New(src, f.Name(), &p.diags)
	if !ok {
		return p.doc, p.diags.Finish()
	}
	p.src, p.doc.Lines = s, s.Last
	p.readFrontMatter()
	for _, b := range s.Blocks(cutLine) {
		p.block(b)
	}
	p.closeSections(0, s.Last)
	p.settle()
	return p.doc, p.diags.Finish()
}

// edition is the part of a file's name that marks a review which another has replaced:
// ".replaced.2026-05-01" of "shelf.replaced.2026-05-01.md".
func edition(name string) string {
	const mark = ".replaced"
	base := path.Base(name)
	stem := strings.TrimSuffix(base, path.Ext(base))
	if strings.HasSuffix(base, mark) { // the mark is no extension
		stem = base
	}
	at := strings.Index(stem, mark)
	if at < 0 || at+len(mark) < len(stem) && stem[at+len(mark)] != '.' {
		return ""
	}
	return stem[at:]
}

// cutLine parts a paragraph before each line that begins with the bold label of an axis or of an
// opening line, so that labelled lines need no blank lines between them.
func cutLine(line string) mdtext.Cut {
	rest, bold := strings.CutPrefix(line, "**")
	if !bold {
		return mdtext.NoCut
	}
	label, _, closed := strings.Cut(rest, "**")
	if closed && (report.AxisLabelled(labelOf(label)) != nil || openings[report.NormalLabel(labelOf(label))] != nil) {
		return mdtext.CutBefore
	}
	return mdtext.NoCut
}

// labelOf takes the colon off a bold label.
func labelOf(bold string) string { return strings.TrimSuffix(strings.TrimSpace(bold), ":") }
