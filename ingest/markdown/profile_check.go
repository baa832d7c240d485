package markdown

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// checkAxis holds an axis against the rules on what its assessment needs (report-grammar 6.1, 27 to
// 29). The values stay as written.
func (p *parse) checkAxis(a *report.Axis, key *yaml.Node) {
	say := func(summary, detail string) {
		p.diags.Warn(CodeProfileAxis, p.src.NodeRange(key), a.Name+": "+summary, detail)
	}
	findings, unresolved := 0, 0
	for _, u := range a.Units {
		findings += len(u.Findings)
		if !slices.Contains([]string{"known", "absent", "inapplicable"}, u.Assessment) {
			unresolved++
		}
		if u.Assessment == "absent" && !hasAbsence(unitRecords(u)) {
			say("an absent unit without an evidenced absence", "Name the ABS record that says what was searched.")
		}
		if a.Name == "trace_learning" {
			checkTraceLearning(u, say)
		}
	}
	switch {
	case a.Assessment == "known" && (len(a.Units) == 0 || unresolved > 0):
		say("known with no unit, or with one that is not resolved", "Assess the axis as partial, or resolve each unit.")
	case a.Assessment == "partial" && (findings == 0 || unresolved == 0):
		say("partial without both a finding and an unresolved unit", "Give the unit that is not resolved, or assess the axis as known.")
	case a.Assessment == "absent" && !hasAbsence(axisRecords(a)):
		say("absent without an evidenced absence", "Name the ABS record that says what was searched.")
	}
}

// checkTraceLearning: a system-level "no" needs a known unit and an absence, and excludes a "yes".
func checkTraceLearning(u report.Unit, say func(summary, detail string)) {
	values := map[string]bool{}
	for _, f := range u.Findings {
		values[f.Value] = true
	}
	if values["no"] && (u.Assessment != "known" || !hasAbsence(unitRecords(u))) {
		say("\"no\" outside of a known unit with an evidenced absence", "Name the ABS record, or leave the value out.")
	}
	if values["no"] && values["yes"] {
		say("\"yes\" and \"no\" in one unit", "Split the unit.")
	}
}

func axisRecords(a *report.Axis) []string {
	all := slices.Clone(a.Records)
	for _, u := range a.Units {
		all = append(all, unitRecords(u)...)
	}
	return all
}

func unitRecords(u report.Unit) []string {
	all := slices.Clone(u.Records)
	for _, f := range u.Findings {
		all = append(all, f.Records...)
	}
	return all
}

func hasAbsence(records []string) bool {
	return slices.ContainsFunc(records, func(h string) bool { return strings.Contains(h, "-"+report.KindAbsence+"-") })
}
