package relate

import (
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// partyLabels are the labels that name a relationship themselves.
var partyLabels = map[string]string{
	"consumer": Consumes, "consumers": Consumes, "memory consumers": Consumes, "used by": Consumes, "consumed by": Consumes,
	"reader": Reads, "readers": Reads, "read by": Reads, "producer": Produces, "producers": Produces, "produced by": Produces,
	"writer": Writes, "writers": Writes, "written by": Writes,
}

// byPartyLabel: "Consumers: A, B".
func byPartyLabel(s *scan, f *findings) {
	kind := partyLabels[s.label]
	if kind == "" {
		return
	}
	for n := range s.clauses {
		c := &s.clauses[n]
		if c.negation(0, len(c.toks)) < 0 && !c.doubted(len(c.toks)) {
			f.add(kind, c.items(0), s.ownerOf(""), structured)
		}
	}
}

var lineageWords = []string{"through", "via", "by"}

// byLineage: "Lineage: authored through the route A; imported through B".
func byLineage(s *scan, f *findings) {
	if s.label != "lineage" {
		return
	}
	for n := range s.clauses {
		c := &s.clauses[n]
		for at := c.findOf(0, len(c.toks), lineageWords...); at >= 0; at = c.findOf(at+1, len(c.toks), lineageWords...) {
			opens := at <= reach || c.coordinated(0, at-1)
			if opens && strings.HasSuffix(c.at(at-1).text, "ed") && c.negation(0, at) < 0 {
				f.add(Produces, c.namedAt(at+1).ids, s.ownerOf(report.KindObject))
			}
		}
	}
}

// byRetainedOutput: "Retained output: rows in A's files".
func byRetainedOutput(s *scan, f *findings) {
	if s.label != "retained output" && s.label != "retained result" {
		return
	}
	for n := range s.clauses {
		c := &s.clauses[n]
		for i := c.findOf(0, len(c.toks), "in", "into"); i >= 0; i = c.findOf(i+1, len(c.toks), "in", "into") {
			if c.negation(0, i) < 0 {
				f.add(Writes, s.ownerOf(""), c.namedAt(i+1).ids)
			}
		}
	}
}

// flowing returns the clauses of an answer of one of the names that may say who reads what: not those
// that take the answer over from another route, leave it to another account, deny or doubt.
func (s *scan) flowing(answers ...string) (out []*clause) {
	if !slices.Contains(answers, s.Answer) || s.citationOnly() || s.noReader() {
		return nil
	}
	for n := range s.clauses {
		c := &s.clauses[n]
		all := len(c.toks)
		if c.oneOf(0, "as", "see", "left", "applicable", "deferred") || c.negation(0, all) >= 0 || c.doubted(all) || c.find(0, all, identity) >= 0 {
			continue
		}
		out = append(out, c)
	}
	return out
}

// noReader tells whether an answer begins by saying that nothing reads back: none, no …, capability only.
func (s *scan) noReader() bool {
	return len(s.clauses) > 0 && s.clauses[0].oneOf(0, "none", "no", "capability", "storage")
}

// byReadFrom: "Later read-back: rows from B", "Selection predicate: rows from B whose …": the route
// itself reads the object.
func byReadFrom(s *scan, f *findings) {
	for _, c := range s.flowing(report.AnswerLaterReadBack, report.AnswerSelectionPredicate, report.AnswerImmediateReturn) {
		at := c.findOf(0, len(c.toks), "from")
		if at < 0 || c.predicate(0, len(c.toks)) {
			continue
		}
		e := c.namedAt(at + 1)
		for _, handle := range e.ids {
			if kindOf(handle) == report.KindObject {
				f.add(Reads, s.ownerOf(""), []string{handle})
			}
		}
	}
}

// predicate tells whether a range holds a verb of the list in its present form, or an auxiliary.
func (c *clause) predicate(from, to int) bool {
	for i := from; i < to; i++ {
		if v, ok := c.at(i).verb(); ok && v.form == present || c.is(i, auxiliary) || c.is(i, modals) {
			return true
		}
	}
	return false
}

// byLaterReader: "Later read-back: A and B recall", "the rows reach later A": the route feeds the
// routes that read later.
func byLaterReader(s *scan, f *findings) {
	for _, c := range s.flowing(report.AnswerLaterReadBack) {
		f.add(Feeds, s.ownerOf(""), c.laterReaders())
	}
}

// laterReaders returns the routes that open the items of the clause or stand behind a word of reaching.
func (c *clause) laterReaders() []string {
	from, head := -1, c.head()
	if at := c.find(0, len(c.toks), reaching); at >= 0 {
		from = at + 1
	} else if c.at(head).kind == id {
		from = 0
	}
	if from < 0 {
		return nil
	}
	var routes []string
	opens := true
	for i := from; i < len(c.toks) && len(routes) < maxList; i++ {
		switch t := c.at(i); {
		case t.kind == id:
			if opens && kindOf(t.text) == report.KindRoute && !c.ownPredicate(i) {
				routes = append(routes, t.text)
			}
			opens = false
		case t.kind == mark || t.in(connectors) || t.in(determiner) || c.isKindNoun(i):
			opens = true
		default:
			opens = false
		}
	}
	return routes
}

// ownPredicate tells whether the id at i says something of its own instead of being named a reader.
func (c *clause) ownPredicate(i int) bool {
	_, next := c.list(i)
	_, known := c.at(next).verb()
	return known || c.at(next).text == "'s" || c.is(next, textNouns) || finite(c.at(next), c.at(next+1)) || c.is(next, auxiliary)
}

// byReaderOfAnswer: "Later read-back: A reads the rows": the verb decides the type, the answer gives
// the other end (report-grammar 10.16).
func byReaderOfAnswer(s *scan, f *findings) {
	if s.Answer != report.AnswerLaterReadBack || s.noReader() {
		return
	}
	for _, p := range s.affirmed {
		reads := !p.passive && (p.kind == Reads || p.kind == Consumes) && p.subject.how == named && !p.subject.relative
		all := len(p.c.toks)
		if reads && p.object.how == unresolved && len(p.c.ids(p.at, all)) == 0 && p.c.findOf(p.at, all, "its", "their", "own") < 0 {
			f.add(p.kind, p.subject.ids, s.ownerOf(""))
		}
	}
}
