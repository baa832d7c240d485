package ingest

import (
	"slices"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/rendered"
)

// flowTypes are those that sentences and tables state.
var flowTypes = append(append(graph.FlowTypes(graph.WithArrow), graph.FlowTypes(graph.AgainstArrow)...), graph.GovernedBy)

// TestLowerFlows: a sentence is read once, in whatever lines it stands, under the label of its bullet, and
// only links are ends of what it states.
func TestLowerFlows(t *testing.T) {
	b := canonical(t, "memory-report", "", `# Quillstore memory report
## Shared records
### Operative objects
#### MEM-OBJ-a
Label: A

It came by hand. This object is
consumed by [MEM-RTE-b](#mem-rte-b) and
read by RT-RTE-c.

MEM-RTE-b reads this object.
### Routes
#### MEM-RTE-b
Label: B
- Later read-back: Rows are kept.
  [RT-RTE-d](runtime.md#rt-rte-d) recall.
## Annotations
#### On [RT-RTE-c](runtime.md#rt-rte-c)
This route reads [MEM-OBJ-a](#mem-obj-a).

This route reads [MEM-OBJ-a](#mem-obj-a).
`)
	b.wantEdges("flows", flowTypes, "route/MEM-RTE-b CONSUMES object/MEM-OBJ-a 12 flow/by", "route/MEM-RTE-b FEEDS route/RT-RTE-d 21 flow/later-reader",
		"route/RT-RTE-c READS object/MEM-OBJ-a 24 flow/verb", "route/RT-RTE-c READS object/MEM-OBJ-a 26 flow/verb")
	for _, r := range b.Relationships {
		if r.Type == graph.Consumes && (r.Sentence != "This object is consumed by MEM-RTE-b and read by RT-RTE-c." || r.Certainty != graph.Stated) {
			t.Errorf("%+v", r)
		}
	}
}

// TestLowerTables: in a table that no section lists the columns say what the ids are there for, and what
// remains is text; in coverage and limitations every cell is text.
func TestLowerTables(t *testing.T) {
	b := canonical(t, "memory-report", "", `# Quillstore memory report
## Boundary and evidence
| entry point | path and mode | covering IDs or exclusion |
|---|---|---|
| shelf | `+"`a.go`"+`; direct | [MEM-RTE-b](#mem-rte-b) reads [MEM-OBJ-a](#mem-obj-a). No later consumer is shown. |
## Shared records
### Operative objects
#### MEM-OBJ-a
Label: A

| Object | Consumer | Owner | Note |
|---|---|---|---|
| [MEM-OBJ-a](#mem-obj-a) cards | [MEM-RTE-b](#mem-rte-b), [RT-RTE-c](runtime.md#rt-rte-c) and MEM-RTE-x | [RT-RTE-d](runtime.md#rt-rte-d) | No route writes it |
## Write side
| Route | Later read-back |
|---|---|
| [MEM-RTE-b](#mem-rte-b) | [RT-RTE-c](runtime.md#rt-rte-c) recall |
`)
	b.wantEdges("flows", flowTypes, "route/MEM-RTE-b READS object/MEM-OBJ-a 10 flow/verb",
		"route/MEM-RTE-b CONSUMES object/MEM-OBJ-a 18 table/party", "route/RT-RTE-c CONSUMES object/MEM-OBJ-a 18 table/party",
		"route/MEM-RTE-b FEEDS route/RT-RTE-c 22 flow/later-reader")
	b.wantEdges("denials", []graph.RelType{graph.Concerns}, "denial/memory/1 CONCERNS object/MEM-OBJ-a 10 deny/no-party",
		"denial/memory/1 CONCERNS route/MEM-RTE-b 10 deny/no-party", "denial/memory/2 CONCERNS object/MEM-OBJ-a 18 deny/verb")
	for _, r := range b.Relationships {
		if r.Rule == "table/party" && (r.Certainty != graph.Structured || r.Line != 18) {
			t.Errorf("a column names the relationship itself: %+v", r)
		}
	}
	b = canonical(t, "synthesis", "", `# Quillstore synthesis
## Bounded synthesis
Text.
## Limitations
| limitation | affected IDs | inspected boundary | conclusion prevented | evidence that would resolve it |
|---|---|---|---|---|
| [RT-RTE-a](runtime.md#rt-rte-a) reads [RT-OBJ-b](runtime.md#rt-obj-b) | [RT-RTE-a](runtime.md#rt-rte-a) | code | No route reads [RT-OBJ-b](runtime.md#rt-obj-b) | [RT-RTE-c](runtime.md#rt-rte-c) writes [RT-OBJ-b](runtime.md#rt-obj-b) |
`)
	b.wantEdges("limitations, not what they prevent", flowTypes, "route/RT-RTE-a READS object/RT-OBJ-b 12 flow/verb")
	if slices.ContainsFunc(b.Contributions, func(c graph.Contribution) bool { return c.Kind == graph.Denial }) {
		t.Error("what cannot be concluded is denied")
	}
}

// TestLowerLedger: the routes of a row act under its path; objects are assessed, and related to nothing.
func TestLowerLedger(t *testing.T) {
	const table = `# Quillstore epistemic report
## Epistemic-object inventory
| object ID | truth-apt content | claimed role | evidence | gap |
|---|---|---|---|---|
| [RT-OBJ-y](runtime.md#rt-obj-y) | rows | consumed by [RT-RTE-a](runtime.md#rt-rte-a) | SRC-1 | no implemented reader |
## Authority-route ledger
`
	const compact = table + `Route ID: [RT-RTE-a](runtime.md#rt-rte-a); [MEM-RTE-b](memory.md#mem-rte-b)
Route function: retention
Architectural status: implemented
Object/candidate ID: [RT-OBJ-y](runtime.md#rt-obj-y)
Possible or observed result: score sheet [RT-OBJ-z](runtime.md#rt-obj-z)
Behavioral-authority path: See [RT-BAP-p](runtime.md#rt-bap-p)
`
	const wide = table + `| Route ID | Route function | Architectural status | Object/candidate ID | Possible or observed result | Behavioral-authority path | Gap/limit |
|---|---|---|---|---|---|---|
| [RT-RTE-a](runtime.md#rt-rte-a); [MEM-RTE-b](memory.md#mem-rte-b) | retention | implemented | [RT-OBJ-y](runtime.md#rt-obj-y) | score sheet [RT-OBJ-z](runtime.md#rt-obj-z) | See [RT-BAP-p](runtime.md#rt-bap-p) | |
| [RT-RTE-c](runtime.md#rt-rte-c) | retention | implemented | [RT-OBJ-y](runtime.md#rt-obj-y) | none | none; RT-BAP-p is another's | [RT-RTE-c](runtime.md#rt-rte-c) consumes [RT-OBJ-y](runtime.md#rt-obj-y) |
`
	for body, line := range map[string]string{compact: "12", wide: "14"} {
		b := canonical(t, "epistemic-report", "", body)
		b.wantEdges("the ledger", flowTypes, "route/RT-RTE-a GOVERNED_BY authority-path/RT-BAP-p "+line+" table/authority-path",
			"route/MEM-RTE-b GOVERNED_BY authority-path/RT-BAP-p "+line+" table/authority-path",
			"route/RT-RTE-a PRODUCES object/RT-OBJ-z "+line+" table/result", "route/MEM-RTE-b PRODUCES object/RT-OBJ-z "+line+" table/result")
		for _, r := range b.Relationships {
			if r.Type == graph.GovernedBy && r.Certainty != graph.Structured {
				t.Errorf("%+v", r)
			}
		}
		b.wantProps("denial:RUN-1/epistemic/1", graph.Props{"denies": "READS", "line": int64(10), "rule": "deny/no-party"})
	}
}

// TestLowerRenderedTable: a table whose pipes a rendering kept relates like a canonical one.
func TestLowerRenderedTable(t *testing.T) {
	doc, diags := rendered.Format{}.Parse(diag.Source{Name: "memory.txt", Bytes: []byte(`Quillstore memory report
Type: types/agentic-system-memory-report.md
Write side
| Object | Consumer |
|---|---|
| MEM-OBJ-a cards |
MEM-RTE-b |
`)})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	lower(t, doc, quill).wantEdges("the row", flowTypes, "route/MEM-RTE-b CONSUMES object/MEM-OBJ-a 6 table/party")
}
