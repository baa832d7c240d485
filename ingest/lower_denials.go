package ingest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/relate"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A denied is one denial and the lines that its sentence stands in.
type denied struct {
	relate.Denial
	span     report.Span
	sentence string
}

// A denier gathers what the texts of a document deny. Most such sentences name no record, so unlike a
// flow a denial is looked for in every sentence.
type denier struct {
	l     *lowering
	lines map[spoken]int            // of sentences that something in them was found at
	names map[report.Owner][]string // the records that each part of the document names
	found []denied
}

// spoken is a sentence of one part of the document.
type spoken struct {
	owner    report.Owner
	sentence string
}

// denials states which relationships the document denies (report-grammar 10.8i), numbered in the
// order of the text.
func (l *lowering) denials() {
	d := &denier{l: l, lines: map[spoken]int{}, names: map[report.Owner][]string{}}
	d.anchors()
	for i := range l.doc.Records {
		r := &l.doc.Records[i]
		at := report.Owner{Kind: report.OwnerRecord, Index: i}
		d.read(at, r.Span, r.Text)
		for _, f := range r.Fields {
			if names := report.AnswerNames(f.Label); len(names) > 0 { // its text is not in the record's
				d.answer(at, &f, names)
			}
		}
	}
	for i := range l.doc.Annotations {
		d.read(report.Owner{Kind: report.OwnerAnnotation, Index: i}, l.doc.Annotations[i].Span, l.doc.Annotations[i].Text)
	}
	for i := range l.doc.Sections {
		d.read(report.Owner{Kind: report.OwnerSection, Index: i}, l.doc.Sections[i].Span, l.doc.Sections[i].Text)
	}
	for i := range l.doc.Coverage {
		d.read(report.Owner{Kind: report.OwnerCoverage, Index: i}, l.doc.Coverage[i].Span, l.doc.Coverage[i].Text)
	}
	for i := range l.doc.Ideas {
		d.read(report.Owner{Kind: report.OwnerIdea, Index: i}, l.doc.Ideas[i].Span, l.doc.Ideas[i].Text)
	}
	for i := range l.doc.Issues {
		d.read(report.Owner{Kind: report.OwnerIssue, Index: i}, l.doc.Issues[i].Span, l.doc.Issues[i].Text)
	}
	for i := range l.doc.Conflicts {
		d.read(report.Owner{Kind: report.OwnerConflict, Index: i}, l.doc.Conflicts[i].Span, l.doc.Conflicts[i].Text)
	}
	slices.SortStableFunc(d.found, func(a, b denied) int { return cmp.Compare(a.span.Start, b.span.Start) })
	for i := range d.found {
		l.denial(&d.found[i])
	}
}

// anchors notes the lines that are known of sentences: those in which something was found.
func (d *denier) anchors() {
	doc := d.l.doc
	for i := range doc.Citations {
		c := &doc.Citations[i]
		d.anchor(c.Owner, c.Sentence, c.Line)
		d.names[c.Owner] = append(d.names[c.Owner], c.Handle)
	}
	for i := range doc.Sources {
		d.anchor(doc.Sources[i].Owner, doc.Sources[i].Sentence, doc.Sources[i].Line)
	}
	for i := range doc.Paths {
		d.anchor(doc.Paths[i].Owner, doc.Paths[i].Sentence, doc.Paths[i].Line)
	}
	for i := range doc.Identities {
		d.anchor(doc.Identities[i].Owner, doc.Identities[i].Sentence, doc.Identities[i].Line)
	}
}

func (d *denier) anchor(owner report.Owner, sentence string, line int) {
	at := spoken{owner, sentence}
	if _, known := d.lines[at]; !known {
		d.lines[at] = line
	}
}

// read looks through a text. Its blocks have no lines of their own: a sentence stands where the one
// with a known line before it in its block does, else where the next does, else somewhere in the part,
// whose lines it then has.
func (d *denier) read(owner report.Owner, part report.Span, text string) {
	for block := range strings.SplitSeq(text, "\n\n") {
		first, line := len(d.found), 0
		for _, s := range report.SplitSentences(block) {
			sentence := s.Of(block)
			if at, known := d.lines[spoken{owner, sentence}]; known {
				if line == 0 {
					d.place(first, at)
				}
				line = at
			}
			span := part
			if line > 0 {
				span = report.Span{Start: line, End: line}
			}
			d.derive(owner, span, d.l.text(statement{owner, line, sentence}, !d.l.rendered()))
		}
	}
}

// place gives the denials from the first on the line of a sentence that follows them.
func (d *denier) place(first, line int) {
	for i := first; i < len(d.found); i++ {
		d.found[i].span = report.Span{Start: line, End: line}
	}
}

// answer looks through a route's answer.
func (d *denier) answer(owner report.Owner, f *report.Field, names []string) {
	for _, s := range report.SplitSentences(f.Text) {
		t := d.l.text(statement{owner, 0, s.Of(f.Text)}, !d.l.rendered())
		t.Label, t.Answer = f.Name, names[0]
		d.derive(owner, report.Span{Start: f.Line, End: f.Line}, t)
	}
}

func (d *denier) derive(owner report.Owner, span report.Span, t relate.Text) {
	if names := d.names[owner]; owner.Kind != report.OwnerSection && len(names) <= maxPairs {
		t.Item = names
	}
	_, denials := relate.Derive(t)
	for _, found := range denials {
		d.found = append(d.found, denied{found, span, t.Sentence})
	}
}

// denial states one denial and the records that it is about; of none, it is about the document.
func (l *lowering) denial(d *denied) {
	id, _ := l.next(graph.Denial, "")
	p := l.inDocument(d.span)
	p["denies"], p["rule"], p["text"] = d.Type, d.Rule, d.sentence
	l.sentences += len(d.sentence)
	l.declare(id, d.span, d.Rule, p)
	for _, handle := range d.About {
		if record, ok := l.mention(handle, d.span.Start); ok {
			l.relate(graph.Relationship{Type: graph.Concerns, Source: id, Target: record, Certainty: graph.Stated,
				Rule: d.Rule, Line: d.span.Start, Sentence: d.sentence})
		}
	}
}
