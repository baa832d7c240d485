package ingest

import "github.com/crosswalk-graph/crosswalk/graph"

// verified are the members that each verification of a set verifies (report-grammar 1.2).
var verified = map[string][]string{
	"report":    {"runtime", "memory", "epistemic", "reconciliation"},
	"profile":   {"memory-profile"},
	"synthesis": {"synthesis"},
}

// verifies relates a verification to the members of its run that it verifies: which they are follows from
// what kind of verification it is. One that is not loaded is a stub, which no list shows unless asked: that
// it was verified is known, and what it says is not.
func (l *lowering) verifies() {
	what := l.doc.Verifies
	if what == "records" { // as older front matter has it
		what = "report"
	}
	for _, part := range verified[what] {
		l.relate(graph.Relationship{Type: graph.Verifies, Source: l.document, Target: graph.NewID(graph.Document, l.id.Run, part),
			Certainty: graph.Declared, Rule: ruleVerifies})
	}
}
