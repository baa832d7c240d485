package ingest

import (
	"slices"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// rankAmendment is that of what a reconciliation says over what the record's member says.
const rankAmendment = 1

// amendments states what a reconciliation changes of the records of other members (report-grammar 2.7,
// graph-model 2). Which records others replace is a relationship, several splitting the record, and a
// property of the record; the values that it gives anew stand beside the stated ones. Whether the record
// is loaded before, later or never does not matter.
func (l *lowering) amendments() {
	for i := range l.doc.Amendments {
		a := &l.doc.Amendments[i]
		record, ok := l.mention(a.Record, a.Span.Start)
		if !ok {
			continue
		}
		sentence := a.Text
		if all := report.SplitSentences(a.Text); len(all) > 0 {
			sentence = all[0].Of(a.Text)
		}
		r := graph.Relationship{Type: graph.Amends, Source: l.document, Target: record, Certainty: graph.Declared,
			Rule: ruleAmendment, Line: a.Span.Start, Sentence: sentence}
		if !a.Own {
			l.relate(r)
		}
		r.Type, r.Source = graph.SupersededBy, record
		props := l.amended(record.Kind(), a)
		for _, handle := range a.Replacements {
			if by, ok := l.mention(handle, a.Span.Start); ok && by != record {
				r.Target = by
				l.relate(r)
				props["superseded"] = true
			}
		}
		if len(props) > 0 {
			l.batch.Contributions = append(l.batch.Contributions, graph.Contribution{Node: record, Kind: record.Kind(), Role: graph.Amended,
				Rank: rankAmendment, Props: props, Document: l.document, Line: a.Span.Start, Rule: ruleAmendment})
		}
	}
}

// amended gives the properties that a change of values sets, where the places it names have a typed
// reading. A restriction says how far a value holds, and a change of a phrase within a value not what the
// whole then is: of either, only the sentence is known.
func (l *lowering) amended(kind graph.Kind, a *report.Amendment) graph.Props {
	p := graph.Props{}
	if a.Manner == report.Restricted {
		return p
	}
	for _, c := range a.Changes {
		if kind == graph.Route {
			l.amendedAnswers(p, c.Phrase, report.Field{Text: a.New, Line: a.Span.Start})
		}
		for _, r := range readings[kind] {
			if slices.Contains(r.labels, report.NormalLabel(c.Phrase)) {
				p[r.prop] = a.New
			}
		}
	}
	return p
}

// amendedAnswers sets what follows from a route's answers in the new text.
func (l *lowering) amendedAnswers(p graph.Props, label string, answer report.Field) {
	for _, name := range report.AnswerNames(label) {
		for _, a := range answerProps {
			if a.label == name {
				p[a.name+".state"] = answerState(answer.Text)
			}
		}
		if name == report.AnswerLaterReadBack {
			l.assess(p, answer, true, "")
			p["readBack.line"] = int64(answer.Line)
		}
	}
}
