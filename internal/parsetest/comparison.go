package parsetest

import "github.com/crosswalk-graph/crosswalk/ingest/report"

// addComparison adds what a review or a matrix says on the axes of comparison, and what else only a review has.
func addComparison(d report.Document, add func(string, ...any), owner func(report.Owner) string) {
	if r := d.Review; r != nil {
		add("review edition=%q one-line=%q", r.Edition, r.OneLine)
		addLeads(add, "", r.Leads)
		for _, a := range r.Artifacts {
			add("artifact %d-%d %q: %s", a.Span.Start, a.Span.End, a.Title, oneLine(a.Text))
			addFields(add, a.Title, a.Fields, nil)
		}
		for _, a := range r.Anchors {
			add("anchor %d %s %q %s by %s: %s", a.Line, a.Path, a.Ranges, a.Revision, owner(a.Owner), a.Sentence)
		}
	}
	if m := d.Matrix; m != nil {
		for _, r := range m.Rows {
			add("row %d %q %q", r.Line, r.System, r.OneLine)
			addLeads(add, r.System+" ", r.Leads)
		}
	}
}

func addLeads(add func(string, ...any), of string, leads []report.Lead) {
	for _, l := range leads {
		add("lead %d %s%s %s %v %s", l.Line, of, l.Axis, l.Assessment, l.Values, l.Note)
	}
}
