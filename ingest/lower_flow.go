package ingest

import (
	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/relate"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// flows states along which ways data moves, as sentences that name a record say so by the rules of
// package relate. A relationship needs a record in its sentence, so the sentences to read are those of
// the citations, each once.
func (l *lowering) flows() {
	type place struct {
		owner    report.Owner
		line     int
		sentence string
	}
	read := map[place]bool{}
	for i := range l.doc.Citations {
		c := &l.doc.Citations[i]
		at := place{c.Owner, c.Line, c.Sentence}
		if read[at] {
			continue
		}
		read[at] = true
		edges, _ := relate.Derive(l.text(c))
		for _, e := range edges {
			l.flow(e, c)
		}
	}
}

// text is a citation's sentence with what encloses it.
func (l *lowering) text(c *report.Citation) relate.Text {
	t := relate.Text{Sentence: c.Sentence, LiteralCode: c.Linked}
	var fields []report.Field
	switch c.Owner.Kind {
	case report.OwnerRecord:
		r := &l.doc.Records[c.Owner.Index]
		t.Owner, fields = r.Handle, r.Fields
	case report.OwnerAnnotation:
		a := &l.doc.Annotations[c.Owner.Index]
		t.Owner, t.InAnnotation, fields = a.Target, true, a.Fields
	}
	for _, f := range fields {
		if f.Line != c.Line || f.Style != report.StyleBullet {
			continue
		}
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
