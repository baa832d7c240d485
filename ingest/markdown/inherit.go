package markdown

import (
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// An inheritance is what a paragraph between the heading of a kind and its first record says of several of
// the records that follow (report-grammar 3.1 and 10.5). In G5 each record has statuses of its own.
type inheritance struct {
	statuses []report.Status
	named    []string // the records it names; none stands for all
	ranged   bool     // it names the first and the last of a run of them
	inside   bool     // the last record that was seen stands in that run
	used     bool
}

// maxInherited caps the paragraphs above the records of a kind, their statuses and the records they name:
// each record is held against all of them.
const maxInherited = 32

// inheritable takes the statuses of a block for the records below it; false where it stands elsewhere, or
// it is not plain which of them it is about.
func (p *parse) inheritable(u *mdtext.Unit, found []report.StatusMention) bool {
	if !p.at.preamble || !p.older() || len(found) == 0 || !found[0].Known || max(len(found), len(p.inherited)) >= maxInherited {
		return false
	}
	in := p.heirs(u)
	if len(in.named) >= maxInherited || !isPlain(u.Text, len(in.named) > 0) {
		return false
	}
	for _, s := range found {
		p.addStatus(&in.statuses, s, u, "")
	}
	for i := range in.statuses {
		s := &in.statuses[i]
		s.Inherited, s.Conditional = true, isCondition(s.Scope)
	}
	p.inherited = append(p.inherited, in)
	return true
}

// heirs reads which records of the open kind a block names.
func (p *parse) heirs(u *mdtext.Unit) (in inheritance) {
	end := 0
	for _, c := range p.cited(u) {
		if h, _ := report.ParseHandle(c.handle); h.Kind != report.KindTypes[p.at.kind].Kind || slices.Contains(in.named, c.handle) {
			continue
		}
		if in.named = append(in.named, c.handle); len(in.named) == maxInherited {
			break
		}
		joint := strings.TrimSpace(u.Text[min(end, c.label.Start):c.label.Start])
		in.ranged = len(in.named) == 2 && (joint == "through" || joint == "to" || joint == "–")
		end = c.label.End
	}
	return in
}

// isPlain tells whether a text says for which records it holds, by naming them or of all, and takes none back.
func isPlain(text string, named bool) bool {
	text = " " + strings.ToLower(text)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
	}
	switch {
	case has(" except", " other than "):
		return false
	case named:
		return !has(" but ")
	}
	return has(" all ", " each ", " every ", " below ")
}

// isCondition tells whether a scope is a condition, which a record may meet or not.
func isCondition(scope string) bool {
	first, _, _ := strings.Cut(scope, " ")
	return slices.Contains([]string{"if", "when", "whenever", "where", "wherever", "unless", "until", "while", "provided"}, strings.ToLower(first))
}

// inherit gives the open record, which ends, what it has not said itself.
func (p *parse) inherit(r *report.Record) {
	for i := range p.inherited {
		in := &p.inherited[i]
		if !in.applies(r.Handle) {
			continue
		}
		in.used = true
		for _, s := range in.statuses {
			if _, own := p.layers[s.Layer]; own {
				continue
			}
			if !p.fact(mdtext.Span{Start: p.src.LineStart(s.Line), End: p.src.LineStart(s.Line)}) {
				return
			}
			r.Statuses = append(r.Statuses, s)
		}
	}
}

// applies tells whether a record inherits; records are asked in the order of the text.
func (in *inheritance) applies(handle string) bool {
	if !in.ranged {
		return len(in.named) == 0 || slices.Contains(in.named, handle)
	}
	first, last := handle == in.named[0], handle == in.named[1]
	applies := in.inside || first
	in.inside = applies && !last
	return applies
}

// closeInheritance ends what the records of a kind inherit. What none of them has is the document's.
func (p *parse) closeInheritance() {
	for _, in := range p.inherited {
		if in.used {
			continue
		}
		for _, s := range in.statuses {
			s.Inherited, s.Conditional = false, false
			p.doc.Statuses = append(p.doc.Statuses, s)
		}
	}
	p.inherited = p.inherited[:0]
}
