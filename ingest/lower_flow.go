package ingest

import (
	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/relate"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A statement is a sentence and where it stands.
type statement struct {
	owner    report.Owner
	line     int
	sentence string
}

// flows states along which ways data moves, as sentences that name a record say so by the rules of
// package relate. A relationship needs a record in its sentence, so the sentences to read are those of
// the citations, each once.
func (l *lowering) flows() {
	for i := range l.doc.Records {
		l.bullet(l.doc.Records[i].Fields)
	}
	for i := range l.doc.Annotations {
		l.bullet(l.doc.Annotations[i].Fields)
	}
	read := map[statement]bool{}
	for i := range l.doc.Citations {
		c := &l.doc.Citations[i]
		s := statement{c.Owner, c.Line, c.Sentence}
		if read[s] || inCell(c.Owner.Kind) {
			continue
		}
		read[s] = true
		edges, _ := relate.Derive(l.text(s, c.Linked))
		for _, e := range edges {
			l.flow(e, c)
		}
	}
}

func (l *lowering) bullet(fields []report.Field) {
	for i := range fields {
		if fields[i].Style == report.StyleBullet {
			l.bullets[fields[i].Line] = &fields[i]
		}
	}
}

// inCell tells whether a text is a cell of a table whose columns decide what its ids are there for
// (report-grammar 10.8f): read as a sentence it would say something else.
func inCell(owner report.OwnerKind) bool {
	switch owner {
	case report.OwnerObject, report.OwnerLedger, report.OwnerClaim, report.OwnerSource:
		return true
	}
	return false
}

// text is a sentence with what encloses it. Where ids are links, those in code are text.
func (l *lowering) text(s statement, linked bool) relate.Text {
	t := relate.Text{Sentence: s.sentence, LiteralCode: linked}
	switch s.owner.Kind {
	case report.OwnerRecord:
		t.Owner = l.doc.Records[s.owner.Index].Handle
	case report.OwnerAnnotation:
		t.Owner, t.InAnnotation = l.doc.Annotations[s.owner.Index].Target, true
	}
	if f := l.bullets[s.line]; f != nil && t.Owner != "" {
		t.Label = f.Name
		if names := report.AnswerNames(f.Label); len(names) == 1 && !t.InAnnotation {
			t.Answer = names[0]
		}
	}
	return t
}

func (l *lowering) flow(e relate.Edge, c *report.Citation) {
	source, ok := l.mention(e.Source, c.Line)
	target, known := l.mention(e.Target, c.Line)
	if !ok || !known {
		return
	}
	r := graph.Relationship{Type: graph.RelType(e.Type), Source: source, Target: target, Certainty: graph.Stated,
		Rule: e.Rule, Line: c.Line, Sentence: c.Sentence, Approximate: e.Approximate}
	if e.Structured {
		r.Certainty = graph.Structured
	}
	l.relate(r)
}
