package resolvers_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

// TestStoreCalls holds the bound of architecture 8: two store calls for each relation that a query
// selects, and three more, however many rows there are. Reads of the revision count; a request makes one.
func TestStoreCalls(t *testing.T) {
	for _, c := range []struct {
		name      string
		query     string
		relations int
	}{
		{"a count alone", `{ routes { totalCount } }`, 1},
		{"one list", `{ routes(first: 40) { totalCount nodes { handle text readBack { sentence established } fields { label } } } }`, 1},
		{"owners", `{ routes { nodes { system { name } run { runId } document { title } } } }`, 4},
		{"depth four", `{ routes(first: 30) { nodes { reads(first: 5) { totalCount edges { node { readBy(first: 20) { nodes { text reads(first: 5) { totalCount nodes { handle text } } } } } } } } } }`, 4},
		{"mixed", `{ objects { nodes { partOf { handle } text readBy { totalCount nodes { document { title locations losses { code } } statuses { value } stub } }
			relationships { totalCount nodes { source { label } target { label } document { title run { runId } } } } } } }`, 6},
		{"open kinds", `{ records(first: 40) { totalCount nodes { handle text ... on Route { reads { nodes { handle } } readBack { document { title } } } parts { totalCount nodes { handle text } } } } }`, 4},
		{"texts", `{ routes(first: 40) { nodes { superseded amendments { property } denials(first: 5) { nodes { text concerns(first: 5) { nodes { handle } } } }
			issues { totalCount } findings(first: 5) { totalCount nodes { value } } files(first: 5) { nodes { path citedBy(first: 5) { nodes { kind } } } }
			statuses(layer: ["operation"]) { value } } } }`, 7},
		{"lineage", `{ lineage(of: "object:` + quillRun + `/MEM-OBJ-card", direction: BOTH, depth: 1) { nodes { ... on Record { text document { title } } } relationships { document { title } } } }`, 3},
		{"search", `{ search(text: "label", first: 5) { edges { tier highlight { text } node { ... on Record { text document { title } } } } } }`, 2},
		{"search for a handle", `{ search(text: "MEM-OBJ-card") { nodes { id } } }`, 1},
		{"aggregate", `{ aggregate(kind: [ROUTE, OBJECT], groupBy: [SYSTEM, RUN, READ_BACK_ESTABLISHED]) { count system { name } run { runId } } }`, 3},
		{"groups within groups", `{ aggregate(kind: [ROUTE, OBJECT], groupBy: [SYSTEM]) { count groups(by: [KIND]) { count kind groups(by: [RUN]) { count run { runId } } } } }`, 3},
		{"facets", `{ search(text: "label", first: 5) { facets(by: KIND) { complete groups { count kind } } systems: facets(by: SYSTEM) { groups { count system { name } } } } }`, 3},
		{"history", `{ history { totalCount nodes { revision at changes { change location document { title } } } } }`, 2},
		{"runs of systems", `{ systems { nodes { runs { runId documents { totalCount nodes { title } } } } } }`, 3},
		{"axes of runs", `{ runs { nodes { runId a: axis(name: "lineage") { state mark(value: "authored") note document { title } } b: axis(name: "write_agency") { joined } } } }`, 3},
		{"contradictions", `{ contradictions { system { name } first { run { runId } document { title } note } second { line } } }`, 3},
		{"question", `{ ask(name: "echo", variables: {n: 1}) { rows complete } question(name: "echo") { title } }`, 0},
		{"filtered", `{ routes(where: {not: {readBack: {established: {eq: TRUE}}}}) { nodes { reads(where: {handle: {startsWith: "MEM"}}) { totalCount nodes { handle } } } } }`, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			var calls [2]int64
			for i, routes := range []int{10, 40} {
				t.Run(fmt.Sprint(routes, " routes"), func(t *testing.T) { // and so one store after the other
					store := load(t, shelves(routes), remarks(routes))
					e := resolvers.New(resolvers.Resolver{Graph: graph.New(store, graph.Limits{}), Questions: oneQuestion{}}, resolvers.Limits{})
					if err := e.Run(t.Context(), resolvers.Request{Query: c.query}).Err(); err != nil {
						t.Fatal(err)
					}
					calls[i] = store.reads.Load() + store.revisions.Load()
				})
			}
			t.Logf("%d relations, %d calls", c.relations, calls[1])
			if most := int64(2*c.relations + 3); calls[1] > most {
				t.Errorf("%d store calls, at most %d are allowed", calls[1], most)
			}
			if calls[0] != calls[1] {
				t.Errorf("%d store calls for 10 routes, %d for 40", calls[0], calls[1])
			}
		})
	}
}

// remarks is a document that denies something of each of many routes, and points at a file for it.
func remarks(n int) graph.Batch {
	w := newWriter(quillRun, "quillstore", "epistemic")
	w.preamble("Quillstore", "EPISTEMIC", "Quillstore epistemic report", "2026-10-01")
	file := graph.NewPathID(graph.File, w.run, "shelf/read.go")
	for i := range n {
		w.line = 10 * (i + 1)
		route := w.refer(graph.Route, fmt.Sprintf("MEM-RTE-%02d", i), "MEMORY")
		denial := w.says(graph.Defines, graph.NewID(graph.Denial, w.run, "epistemic", fmt.Sprint(i)), graph.Props{
			"run": w.runID(), "system": w.systemID(), "document": string(w.doc), "line": int64(w.line), "denies": "READS", "text": "It reads nothing."})
		w.relate(graph.Concerns, denial, route, graph.Stated, "It reads nothing.")
		w.relate(graph.AnchoredIn, route, file, graph.Structured, "")
	}
	return w.batch
}

// TestRunsOfSystems: runs are read together, newest first, also those that are more than a page.
func TestRunsOfSystems(t *testing.T) {
	var batches []graph.Batch
	want := `{"systems":{"nodes":[{"slug":"inkwell","runs":[{"runId":"inkwell-1"}]},{"slug":"quillstore","runs":[`
	for _, day := range []string{"5", "4", "3", "2", "1"} {
		for _, role := range []string{"memory", "epistemic"} {
			w := newWriter("quillstore-"+day, "quillstore", role)
			w.preamble("Quillstore", strings.ToUpper(role), "Report", "2026-10-0"+day)
			batches = append(batches, w.batch)
		}
		want += `{"runId":"quillstore-` + day + `"},`
	}
	w := newWriter("inkwell-1", "inkwell", "memory")
	w.preamble("Inkwell", "MEMORY", "Report", "2026-10-01")
	store := load(t, append(batches, w.batch)...)
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(store, graph.Limits{PageDefault: 2, PageMax: 2})}, resolvers.Limits{})
	answer := e.Run(t.Context(), resolvers.Request{Query: `{ systems { nodes { slug runs { runId } } } }`})
	if got, want := string(answer.Data), strings.TrimSuffix(want, ",")+"]}]}}"; got != want {
		t.Errorf("data %s\nwant %s: %v", got, want, answer.Errors)
	}
	// Past runs; systems; which runs they have, and those.
	if got := store.reads.Load(); got != 4 {
		t.Errorf("%d store calls, want 4", got)
	}
}

// TestInheritedCalls: routes that take over another's answer are resolved together.
func TestInheritedCalls(t *testing.T) {
	store := scene(t)
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(store, graph.Limits{})}, resolvers.Limits{})
	query := `{ routes { nodes { readBack { established inheritedFrom { handle text } inheritedChain { handle } cycle namesRoutes { handle stub } } } } }`
	if err := e.Run(t.Context(), resolvers.Request{Query: query}).Err(); err != nil {
		t.Fatal(err)
	}
	// Past runs; routes; the two heirs and what they name; what they inherit from, with text and without; routes named, and why one is a stub.
	if got := store.reads.Load(); got != 8 {
		t.Errorf("%d store calls, want 8", got)
	}
	if got := store.revisions.Load(); got != 1 {
		t.Errorf("%d reads of the revision, want 1", got)
	}
}
