package markdown

import (
	"iter"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// The grammars that a member of a set can be written in (report-grammar 2.12). A later one is the greater
// string.
const (
	grammarG5 = "G5" // named ids alone in their headings, references by link
	grammarG4 = "G4" // named ids with labels in headings, bare references
	grammarG3 = "G3" // the same with numbers, and every analyst's prefix
	grammarG2 = "G2" // the runtime analyst's without prefix
	grammarG1 = "G1" // the whole analysis in one file
)

// older tells whether the document is in a grammar before G5. There a label stands in its record's
// heading, an id without a link is a reference, also in a code span, ids may have numbers for names, and a
// reconciliation may change values. Nothing else that is read here depends on which of them it is.
func (p *parse) older() bool { return p.doc.Grammar != grammarG5 }

// isRecord tells whether a text is exactly one id that denotes a record in the document's grammar.
func (p *parse) isRecord(text string) bool {
	return report.IsNamed(text) || p.older() && report.IsNumbered(text)
}

// denotes tells the same of an id by its class.
func (p *parse) denotes(class report.HandleClass) bool {
	return class == report.HandleNamed || class == report.HandleNumbered && p.older()
}

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

// readGrammar works out in which grammar the document is written, as far as it shows that itself. One record
// link as only G5 has them settles it; then headings do, and of two forms the more frequent. Ids in running
// text only make a grammar likely, as do headings of ids that two grammars share.
func (p *parse) readGrammar() (string, report.GrammarEvidence) {
	headings, linked := p.headingForms(), p.linkForm()
	now, old := headings[grammarG5], 0
	for _, n := range headings {
		old += n
	}
	if old -= now; linked == grammarG5 || now > 0 && now >= old {
		return grammarG5, report.GrammarProven
	}
	for _, g := range []string{grammarG4, grammarG3, grammarG2} {
		if headings[g] > 0 {
			return g, report.GrammarProven
		}
	}
	if g := p.numberForm(); g != "" {
		return g, report.GrammarLikely
	}
	if linked != "" {
		return linked, report.GrammarLikely
	}
	return grammarG5, report.GrammarAssumed
}

// headingForms counts the headings of records and annotations by the one grammar that has their form; ""
// stands for two.
func (p *parse) headingForms() map[string]int {
	forms := map[string]int{}
	for _, b := range p.blocks {
		if b.Kind != mdtext.Heading || b.Level != levelRecord || len(b.Lines) == 0 {
			continue
		}
		title, annotation := strings.CutPrefix(p.src.Of(b.Lines[0]), annotationPrefix)
		d, ok := declaration(title)
		switch {
		case !ok, d.class != report.HandleNamed && d.class != report.HandleNumbered:
		case d.class == report.HandleNumbered:
			forms[numberGrammar(d.handle)]++
		case d.label != "":
			forms[grammarG4]++
		case !annotation:
			forms[grammarG5]++
		}
	}
	return forms
}

// linkForm is the grammar that the record links are written in: G5 where a label is the id that the fragment
// denotes, G4 where a member stands for it; "" without either.
func (p *parse) linkForm() (form string) {
	for _, b := range p.blocks {
		if b.Kind != mdtext.Prose && b.Kind != mdtext.Table && b.Kind != mdtext.Heading {
			continue
		}
		for _, l := range b.Lines {
			for label, handle := range anchored(p.src.Of(l)) {
				switch label = strings.Trim(label, "` "); {
				case label == handle:
					return grammarG5
				case report.IsRole(label):
					form = grammarG4
				}
			}
		}
	}
	return form
}

// maxFragment is the length in bytes beyond which a fragment is no record's.
const maxFragment = 200

// anchored gives the labels of the links in a line whose fragment is a record's, each with the record.
func anchored(line string) iter.Seq2[string, string] {
	return func(yield func(label, handle string) bool) {
		for rest := line; ; {
			at := strings.IndexByte(rest, '#')
			if at < 0 {
				return
			}
			before, after := rest[:at], rest[at+1:]
			rest = after
			end := strings.IndexByte(after[:min(len(after), maxFragment)], ')')
			if end < 0 {
				continue
			}
			handle, ok := anchorHandle(after[:end])
			if !ok {
				continue
			}
			label := before[:max(strings.LastIndex(before, "]("), 0)]
			if !yield(label[strings.LastIndexByte(label, '[')+1:], handle) {
				return
			}
		}
	}
}

// numberForm is the grammar of the numbered record ids of the document: G3 where the runtime analyst's
// have a prefix, else G2; "" without any.
func (p *parse) numberForm() (form string) {
	for _, b := range p.blocks {
		if b.Kind != mdtext.Prose && b.Kind != mdtext.Table && b.Kind != mdtext.Heading {
			continue
		}
		for _, l := range b.Lines {
			for _, h := range report.ScanHandles(p.src.Of(l)) {
				if h.Class != report.HandleNumbered {
					continue
				}
				if numberGrammar(h.Text) == grammarG3 {
					return grammarG3
				}
				form = grammarG2
			}
		}
	}
	return form
}

// numberGrammar is the one grammar that has a numbered id, "" for one of two.
func numberGrammar(handle string) string {
	h, _ := report.ParseHandle(handle)
	switch h.Analyst {
	case report.AnalystRuntime:
		return grammarG3
	case "":
		return grammarG2
	}
	return ""
}
