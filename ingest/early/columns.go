package early

import (
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// columnName folds the header of a column for comparison: "Identity / location", "Evidence anchor (local)"
// and "Claim, as stated" are identity/location, evidence anchor and claim.
func columnName(header string) string {
	name := report.NormalLabel(header)
	name, _, _ = strings.Cut(name, " (")
	name, _, _ = strings.Cut(name, ", ")
	for _, joint := range []string{" / ", " + ", " & "} {
		name = strings.ReplaceAll(name, joint, "/")
	}
	return name
}

// nouns are the headers of the column that names a record of each kind, besides those of every kind.
var nouns = map[string][]string{
	report.KindComponent: {"component"}, report.KindObject: {"object", "operative object"}, report.KindRoute: {"route"},
	report.KindClaim: {"claim"}, report.KindAbsence: {"absence", "evidenced absence"}, report.KindAuthorityPath: {"path", "authority path"},
}

// isLabel tells whether a column names the records of a kind.
func isLabel(column, kind string) bool {
	return column == "label" || column == "name" || column == "record" || slices.Contains(nouns[kind], column)
}

// isID tells whether a column holds ids.
func isID(column string) bool {
	switch column {
	case "id", "canonical", "canonical id", "record id", "source id":
		return true
	}
	noun, id := strings.CutSuffix(column, " id")
	return id && isKey(noun)
}

// isKey tells whether a column names records of some kind, so that an id in it says what the row is about.
func isKey(column string) bool {
	for kind := range nouns {
		if isLabel(column, kind) {
			return true
		}
	}
	return false
}

// isView tells whether a column says what an analyst has to say about a record that another declares.
func isView(column string) bool {
	return strings.HasSuffix(column, " view") || strings.HasSuffix(column, "annotation") || strings.HasSuffix(column, "overlay")
}

// isAnchor tells whether a column is for paths in the source, so that every path in it is one.
func isAnchor(column string) bool {
	switch column {
	case "anchor", "anchors", "local anchor", "evidence anchor", "source anchor/layer", "source", "source/layer", "evidence":
		return true
	}
	return false
}

// The columns that tables of a section can have, by their folded headers, each with its place in the order
// of the contract (report-grammar 1.6, 2.11, 3.7). Names of several forms are those that reports have.
var (
	registerColumns = columnsOf("id|source id|canonical|canonical id|source", "kind",
		"identity/location|identity|identity and location|location|record|kind and identity|kind/identity", "revision or capture|revision/capture|revision",
		"evidence layer|layer|layers", "inspected scope|scope|scope inspected|scope/anchors|scope and anchors", "citation anchors|anchors",
		"access gaps|gaps|access gaps and conclusion prevented")
	objectColumns = columnsOf("object|id|object id", "candidate truth-apt content|truth-apt content", "claimed role|role",
		"evidence|evidence anchor", "gap|gap/limit|limit")
	claimColumns = columnsOf("claim|claim id|id", "claimed operation|claimed operation/warrant|operation", "source/layer|source anchor/layer|source",
		"doctrine support|doctrine", "implemented routes|implemented route ids|routes", "observed-run support|observed-run|observed run",
		"causal support|causal", "supported conclusion|conclusion", "mismatch/unknown|mismatch")
	limitationColumns = columnsOf("limitation|missing evidence", "affected source|affected|affects|scope", "inspected boundary|boundary",
		"conclusion prevented|exact conclusion it prevents|prevented conclusion|conclusion it prevents|prevents",
		"evidence that would resolve it|resolution")
	ledgerSynonyms = columnsOf("route|route id", "function|route function", "arch. status|architectural status|status",
		"object|object/candidate id|candidate", "content/update relation|content relation", "transition or check target|check target",
		"evaluator/condition and domain|evaluator|evaluator/domain", "activation and timing|activation|activation/timing",
		"possible or observed result|result|possible result", "implemented force|force", "epistemic authority and scope|epistemic authority|epistemic authority/scope",
		"operational authority", "behavioral-authority path", "evidence source id and local anchor|evidence|evidence anchor",
		"claim ids or none|claim ids|claims", "mismatch marker or none|mismatch marker|mismatch", "gap/limit|gap|limit")
)

// columnsOf gives the columns by all their names.
func columnsOf(names ...string) map[string]int {
	columns := map[string]int{}
	for i, all := range names {
		for name := range strings.SplitSeq(all, "|") {
			columns[name] = i
		}
	}
	return columns
}

// places gives the place in the contract's order of each column of a table, none for one it does not know
// or that another has already, and how many places are taken.
func places(header []string, known map[string]int) (at []int, found int) {
	taken := map[int]bool{}
	for _, column := range header {
		place, ok := known[column]
		if !ok || taken[place] {
			place = none
		} else {
			taken[place] = true
			found++
		}
		at = append(at, place)
	}
	return at, found
}
