// Package relate derives data-flow relationships and denials from the prose of reports: who consumes,
// reads, produces, writes or feeds what, which route leads to which, and under which authority path a
// record acts (report-grammar 7.3, 10.8 and 10.16).
//
// It works by explicit rules that an expert would sign, listed in Rules. A relationship needs both of
// its ends in one clause: ids, or one id and the enclosing record by a word that points at it. The verb
// decides the type. Being mentioned together makes nothing, and neither does the kind of a record. What
// a clause negates is a Denial and never an edge; what it doubts is neither.
//
// The package must not know any format, any line number, the graph or other documents: it sees one
// sentence, labelled value or table row and what encloses it. All of it is linear in the text.
package relate

import (
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// The types of edges and denials, as the graph names them.
const (
	Consumes   = "CONSUMES"
	Produces   = "PRODUCES"
	Reads      = "READS"
	Writes     = "WRITES"
	Feeds      = "FEEDS"
	LeadsTo    = "LEADS_TO"
	GovernedBy = "GOVERNED_BY"
	FlowsTo    = "FLOWS_TO"
)

// A Text is one sentence, labelled value or table cell, with what encloses it.
type Text struct {
	Sentence     string
	Owner        string   // handle of the enclosing record, or of the record that the enclosing annotation comments on; "" for none
	InAnnotation bool     // the text stands in an annotation, and Owner is its target
	Answer       string   // normalised name of the route answer it stands in (report.AnswerLaterReadBack …), "" otherwise
	Label        string   // label of the field it stands in, "" for none; a label at the start of the sentence is found by itself
	Column       string   // header of the column of a table cell, "" otherwise
	Item         []string // handles of the enclosing list item or table row: what a denial is about that names no record
	Cited        []string // the ids that are references, where not every one in the text is (report-grammar 0.3); nil where all are
}

// An Edge is one relationship. Source and Target are handles of records.
type Edge struct {
	Type           string
	Source, Target string
	Rule           string // id of the rule in Rules
	Approximate    bool   // less sure: actors without an id may stand between, or the words say two things at once
	Structured     bool   // the label or column names the relationship; otherwise a sentence states it
}

// A Denial says that the text denies a relationship of the type. It is about the handles, of which
// there may be none: then it is about the document.
type Denial struct {
	Type  string
	About []string
	Rule  string // id of the rule in Rules
}

// A Finder looks at one text after another, always in the same room: one goroutine may use it at a time.
// Its zero value is ready.
type Finder struct {
	findings
	scan    scan
	handles []report.HandleToken
	tokens  []token
}

// Derive returns what one text states and denies, in the order of the rules. The same relationship is
// returned once, by the first rule that finds it.
func (f *Finder) Derive(t Text) ([]Edge, []Denial) {
	f.findings = findings{}
	if !tellsNothing(t.Column) {
		t.ask()
		f.derive(&t)
	}
	return f.edges, f.denials
}

// ask gives a cell the answer that its column asks for.
func (t *Text) ask() {
	if t.Column != "" && t.Answer == "" {
		if names := report.AnswerNames(t.Column); len(names) == 1 {
			t.Answer = names[0]
		}
	}
}

func (f *Finder) derive(t *Text) {
	if !mayTell(t) {
		return
	}
	if t.Column == "" { // a cell has no labels of its own
		if labels := report.SentenceLabels(t.Sentence); len(labels) > 0 {
			f.labelled(*t, labels)
			return
		}
	}
	f.apply(t)
}

// labelled cuts a sentence at the labels inside it (report-grammar 10.1): each part stands under its own
// label and answer.
func (f *Finder) labelled(t Text, labels []report.Labelled) {
	label, answer := t.Label, t.Answer
	if before := strings.TrimRight(t.Sentence[:labels[0].Start], " ;"); before != "" {
		t.Sentence = before
		f.apply(&t)
	}
	for _, l := range labels {
		t.Sentence, t.Label, t.Answer = l.Text, l.Label, ""
		if names := report.AnswerNames(l.Label); len(names) > 0 {
			t.Answer = names[len(names)-1]
		} else if strings.EqualFold(l.Label, label) {
			t.Answer = answer
		}
		f.apply(&t)
	}
}

// apply applies all rules to a text.
func (f *Finder) apply(t *Text) {
	s := f.take(t)
	if s == nil {
		return
	}
	for i := range Rules {
		if apply := Rules[i].apply; apply != nil {
			f.rule = Rules[i].ID
			apply(s, &f.findings)
		}
	}
}

// findings gathers the edges and denials of one text.
type findings struct {
	rule    string // the rule that is running
	edges   []Edge
	denials []Denial
}

// maxEdges bounds what one text can state: a list longer than a reader checks is no statement.
const maxEdges = 64

// add records the edges from each source to each target. Ends must be handles of records; nothing
// relates to itself; only an authority path governs.
func (f *findings) add(kind string, sources, targets []string, options ...func(*Edge)) {
	for _, source := range sources {
		for _, target := range targets {
			e := Edge{Type: kind, Source: source, Target: target, Rule: f.rule}
			for _, option := range options {
				option(&e)
			}
			if source == target || !isRecord(source) || !isRecord(target) || kind == GovernedBy && kindOf(target) != report.KindAuthorityPath {
				continue
			}
			if len(f.edges) < maxEdges && !slices.ContainsFunc(f.edges, e.same) {
				f.edges = append(f.edges, e)
			}
		}
	}
}

func (e Edge) same(o Edge) bool {
	return e.Type == o.Type && e.Source == o.Source && e.Target == o.Target
}

func structured(e *Edge)  { e.Structured = true }
func approximate(e *Edge) { e.Approximate = true }

// deny records one denial; the same is recorded once.
func (f *findings) deny(kind string, about []string) {
	same := func(d Denial) bool { return d.Type == kind && slices.Equal(d.About, about) }
	if len(f.denials) < maxEdges && !slices.ContainsFunc(f.denials, same) {
		f.denials = append(f.denials, Denial{kind, about, f.rule})
	}
}

func isRecord(handle string) bool { k := kindOf(handle); return k != "" && k != report.KindSource }

// kindOf returns the kind that a handle spells, "" for anything else.
func kindOf(handle string) string {
	h, _ := report.ParseHandle(handle)
	return h.Kind
}
