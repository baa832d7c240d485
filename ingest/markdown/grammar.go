package markdown

import (
	"fmt"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// The grammars that a document can turn out to be written in (report-grammar 2.12).
const (
	grammarG5 = "G5"
	grammarG4 = "G4" // named ids, labels in headings, bare references
	grammarG3 = "G3" // numbered ids with every analyst's prefix
	grammarG2 = "G2" // numbered ids, the runtime analyst's without prefix
	grammarG1 = "G1" // the whole analysis in one file
)

// A decl is what a declaration heading says: the id, and the label after a dash where older grammars
// had it.
type decl struct {
	handle, label string
	class         report.HandleClass
}

// declaration reads a heading that is exactly one id, or one with a label.
func declaration(title string) (decl, bool) {
	handle, label, labelled := strings.Cut(title, " — ")
	if labelled && label == "" {
		return decl{}, false
	}
	if report.IsNamed(handle) {
		return decl{handle, label, report.HandleNamed}, true
	}
	tokens := report.ScanHandles(handle)
	if len(tokens) != 1 || tokens[0].Text != handle {
		return decl{}, false
	}
	return decl{handle, label, tokens[0].Class}, true
}

// olderGrammar tells whether the document is written in an older grammar, and where that shows. One
// record heading or one record link in the form of G5 settles that it is not: a single heading in an
// old form is then a slip of its own. Without either, headings in an old form decide, then numbered
// ids in running text, which only older grammars cite.
func (p *parse) olderGrammar() (grammar string, at mdtext.Span) {
	if p.doc.Role == "result" {
		return grammarG1, mdtext.Span{Start: p.src.LineStart(1), End: p.src.LineStart(1)}
	}
	for _, b := range p.blocks {
		if len(b.Lines) == 0 {
			continue
		}
		if b.Kind == mdtext.Heading && b.Level == 4 {
			d, ok := declaration(p.src.Of(b.Lines[0]))
			if ok && d.class == report.HandleNamed && d.label == "" {
				return "", mdtext.Span{}
			}
			if ok && d.label != "" && d.class != report.HandleSource && grammar == "" {
				grammar, at = grammarOf(d.handle), b.Lines[0]
			}
		}
		if b.Kind == mdtext.Prose || b.Kind == mdtext.Table || b.Kind == mdtext.Heading {
			for _, l := range b.Lines {
				if hasAnchor(p.src.Of(l)) {
					return "", mdtext.Span{}
				}
			}
		}
	}
	if grammar != "" {
		return grammar, at
	}
	return p.citesNumbers()
}

// citesNumbers finds the first numbered record id in running text.
func (p *parse) citesNumbers() (string, mdtext.Span) {
	for _, b := range p.blocks {
		if b.Kind != mdtext.Prose && b.Kind != mdtext.Table {
			continue
		}
		for _, l := range b.Lines {
			for _, h := range report.ScanHandles(p.src.Of(l)) {
				if h.Class == report.HandleNumbered {
					return grammarOf(h.Text), mdtext.Span{Start: l.Start + h.Start, End: l.Start + h.End}
				}
			}
		}
	}
	return "", mdtext.Span{}
}

func grammarOf(handle string) string {
	h, _ := report.ParseHandle(handle)
	switch {
	case h.Name == "" || h.Name[0] < '0' || h.Name[0] > '9':
		return grammarG4
	case h.Analyst == report.AnalystRuntime:
		return grammarG3
	}
	return grammarG2
}

// hasAnchor tells whether a line holds the fragment of a record link.
func hasAnchor(line string) bool {
	for at := 0; ; {
		next := strings.Index(line[at:], "#")
		if next < 0 {
			return false
		}
		at += next + 1
		end := strings.IndexByte(line[at:], ')')
		if end > 0 {
			if _, ok := anchorHandle(line[at : at+end]); ok && strings.HasPrefix(line[at+end:], ")") {
				return true
			}
		}
	}
}

// refuse returns what holds in every grammar, the identity, and the one diagnostic that says why
// nothing else is read.
func (p *parse) refuse(grammar string, at mdtext.Span) (report.Document, diag.List) {
	doc := report.Document{
		Format: p.doc.Format, Grammar: grammar, Role: p.doc.Role, Type: p.doc.Type, System: p.doc.System, Run: p.doc.Run,
		Source: p.doc.Source, Revision: p.doc.Revision, Lines: p.doc.Lines, Meta: p.doc.Meta, Verifies: p.doc.Verifies,
	}
	for _, b := range p.blocks {
		if b.Kind == mdtext.Heading && b.Level == 1 && len(b.Lines) > 0 {
			doc.Title = p.src.Of(b.Lines[0])
			if doc.System == "" {
				doc.System = p.member.System(doc.Title)
			}
			break
		}
	}
	p.diags = diag.Collector{Name: p.diags.Name, More: CodeMore}
	p.diags.Add(diag.Error, CodeGrammar, p.src.Range(at.Start, at.End),
		fmt.Sprintf("The report is written in grammar %s; only %s is read here", grammar, grammarG5),
		"Nothing but its identity is read. In G5 a record heading is the id alone, with its label on the line below, and a reference is a link.")
	return doc, p.diags.Finish()
}
