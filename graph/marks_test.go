package graph_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/storetest"
)

// A said is a finding of a run about a system: an axis, a value or none, and an assessment.
type said struct{ run, system, axis, value, assessment string }

// reviewed is a store in which runs of the families given say these things, each at the next line. The
// run of several systems has none itself.
func reviewed(t testing.TB, families map[string]string, all ...said) graph.Store {
	t.Helper()
	store := storetest.NewModel()
	for name, family := range families {
		run, document := graph.NewID(graph.Run, name), graph.NewID(graph.Document, name, "review")
		b := graph.Batch{Origin: graph.Origin{Location: name, Document: document, ByteDigest: "0", Format: "test", Model: graph.ModelVersion}}
		add := func(id graph.ID, p graph.Props) {
			b.Contributions = append(b.Contributions, graph.Contribution{Node: id, Kind: id.Kind(), Document: document, Props: p})
		}
		systems := map[string]bool{}
		for i, s := range all {
			if s.run != name {
				continue
			}
			systems[s.system] = true
			p := graph.Props{"run": string(run), "system": "system:" + s.system, "document": string(document), "line": int64(i + 1),
				"axis": s.axis, "assessment": s.assessment, "text": fmt.Sprint("reason ", i+1)}
			if s.value != "" {
				p["value"] = s.value
			}
			add(graph.NewID(graph.Finding, name, fmt.Sprint(i+1)), p)
		}
		of := graph.Props{"runId": name, "family": family}
		for s := range systems {
			add(graph.NewID(graph.System, s), graph.Props{"name": s})
			if len(systems) == 1 {
				of["system"] = "system:" + s
			}
		}
		add(run, of)
		add(document, graph.Props{"run": string(run)})
		if err := b.Seal(); err != nil {
			t.Fatal(err)
		}
		if _, err := store.Apply(t.Context(), []graph.Batch{b}); err != nil {
			t.Fatal(err)
		}
	}
	return store
}

// What a run says on an axis, and the marks that follow: values count where a part of the system has
// them; without any, what is least known counts for the whole.
func TestAssessed(t *testing.T) {
	cases := []struct {
		name     string
		findings [][2]string // value, assessment
		state    graph.CellState
		values   []string
		partial  bool
		marks    string // of the values a, b: "1", "0", "-" for none
	}{
		{"values", [][2]string{{"b", "known"}, {"a", "known"}, {"b", "known"}}, graph.Supported, []string{"b", "a"}, false, "11"},
		{"one of two", [][2]string{{"a", "known"}}, graph.Supported, []string{"a"}, false, "10"},
		{"value without assessment", [][2]string{{"a", ""}}, graph.Supported, []string{"a"}, false, "10"},
		{"others left open", [][2]string{{"a", "partial"}}, graph.Supported, []string{"a"}, true, "1-"},
		{"a part unresolved after", [][2]string{{"a", "known"}, {"", "uninspected"}}, graph.Supported, []string{"a"}, true, "1-"},
		{"a part unresolved before", [][2]string{{"", "not-determinable"}, {"a", "known"}}, graph.Supported, []string{"a"}, true, "1-"},
		{"a part without", [][2]string{{"", "absent"}, {"a", "known"}}, graph.Supported, []string{"a"}, false, "10"},
		{"none", [][2]string{{"", "absent"}}, graph.Absent, nil, false, "00"},
		{"none here, unknown there", [][2]string{{"", "absent"}, {"", "uninspected"}}, graph.Uninspected, nil, false, "--"},
		{"none here, inapplicable there", [][2]string{{"", "inapplicable"}, {"", "absent"}}, graph.Absent, nil, false, "00"},
		{"inapplicable", [][2]string{{"", "inapplicable"}}, graph.Inapplicable, nil, false, "--"},
		{"nobody can tell", [][2]string{{"", "not-determinable"}}, graph.NotDeterminable, nil, false, "--"},
		{"a value said to be absent", [][2]string{{"a", "absent"}}, graph.Absent, nil, false, "00"},
		{"a note alone", [][2]string{{"", "known"}}, graph.NotStated, nil, false, "--"},
	}
	for _, c := range cases {
		var all []said
		for _, f := range c.findings {
			all = append(all, said{"R", "quill", "lineage", f[0], f[1]})
		}
		g := graph.New(reviewed(t, map[string]string{"R": "REVIEW"}, all...), graph.Limits{})
		found, err := g.Assessed(t.Context(), []graph.ID{"run:R"}, graph.Full)
		if err != nil {
			t.Fatal(err)
		}
		at := graph.Place{Run: "run:R", System: "system:quill", Axis: "lineage"}
		a := found[at]
		want := &graph.Assessed{Place: at, State: c.state, Values: c.values, Partial: c.partial, Note: "reason 1", Document: "document:R/review", Line: 1}
		if diff := cmp.Diff(want, a); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.name, diff)
		}
		if got := marks(a, "a", "b"); got != c.marks {
			t.Errorf("%s: marks %s, want %s", c.name, got, c.marks)
		}
	}
	if got := marks(nil, "a"); got != "-" {
		t.Errorf("an axis that nothing is said of: mark %s", got)
	}
}

func marks(a *graph.Assessed, values ...string) (out string) {
	for _, v := range values {
		mark := "-"
		if m, ok := a.Mark(v); ok {
			mark = fmt.Sprint(m)
		}
		out += mark
	}
	return out
}

// Both ways of read-back are each of them.
func TestMarkOfBoth(t *testing.T) {
	g := graph.New(reviewed(t, map[string]string{"R": "REVIEW"},
		said{"R", "quill", "read_back_direction", "both", "known"}, said{"R", "quill", "lineage", "both", "known"}), graph.Limits{})
	found, err := g.Assessed(t.Context(), []graph.ID{"run:R"}, graph.Light)
	if err != nil {
		t.Fatal(err)
	}
	direction := found[graph.Place{Run: "run:R", System: "system:quill", Axis: "read_back_direction"}]
	lineage := found[graph.Place{Run: "run:R", System: "system:quill", Axis: "lineage"}]
	if got := marks(direction, "both", "pull", "push", "sideways") + " " + marks(lineage, "pull"); got != "1110 0" {
		t.Errorf("marks %s", got)
	}
}

// countingStore counts reads.
type countingStore struct {
	graph.Store
	reads int
}

func (s *countingStore) Find(ctx context.Context, q graph.Query) (graph.NodePage, error) {
	s.reads++
	return s.Store.Find(ctx, q)
}

// A page of many runs costs the one read that a page of one does.
func TestAssessedReadsOnce(t *testing.T) {
	families := map[string]string{}
	var all []said
	var runs []graph.ID
	for i := range 60 {
		run := fmt.Sprint("R", i)
		families[run] = "REVIEW"
		runs = append(runs, graph.NewID(graph.Run, run))
		for v := range 20 {
			all = append(all, said{run, fmt.Sprint("s", i), "lineage", fmt.Sprint("v", v), "known"})
		}
	}
	store := &countingStore{Store: reviewed(t, families, all...)}
	g := graph.New(store, graph.Limits{})
	for _, n := range []int{1, len(runs)} {
		store.reads = 0
		found, err := g.Assessed(t.Context(), runs[:n], graph.Light)
		if err != nil || len(found) != n || store.reads != 1 {
			t.Errorf("%d runs: %d places, %d reads, %v", n, len(found), store.reads, err)
		}
	}
}

// Disagreements are what a matrix and reviews contradict each other on; what one of them leaves out or
// open is none.
func TestDisagreements(t *testing.T) {
	store := reviewed(t, map[string]string{"quill-review": "REVIEW", "lamp-review": "REVIEW", "table-matrix": "MATRIX", "other-matrix": "MATRIX", "lamp": "ANALYSIS"},
		said{"quill-review", "quill", "lineage", "authored", "known"},
		said{"table-matrix", "quill", "lineage", "authored", "known"},
		said{"table-matrix", "quill", "lineage", "imported", "known"}, // a value too many
		said{"quill-review", "quill", "storage_substrate", "files", "known"},
		said{"quill-review", "quill", "storage_substrate", "repo", "known"},
		said{"table-matrix", "quill", "storage_substrate", "files", "partial"}, // the first only
		said{"quill-review", "quill", "read_back_direction", "both", "known"},
		said{"table-matrix", "quill", "read_back_direction", "pull", "known"}, // lacks push
		said{"quill-review", "quill", "curation_operations", "", "inapplicable"},
		said{"table-matrix", "quill", "curation_operations", "", "absent"}, // 0 where a blank is due
		said{"quill-review", "quill", "write_agency", "manual", "known"},   // the matrix is silent
		said{"table-matrix", "lamp", "lineage", "authored", "known"},
		said{"lamp-review", "lamp", "lineage", "", "absent"},
		said{"other-matrix", "lamp", "lineage", "", "absent"},
		said{"lamp", "lamp", "lineage", "imported", "known"}, // no review
		said{"other-matrix", "desk", "lineage", "imported", "known"},
	)
	found, err := graph.New(store, graph.Limits{}).Disagreements(t.Context(), "REVIEW", "MATRIX")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range found {
		got = append(got, fmt.Sprint(d.System, " ", d.Axis, " ", d.Value, ": ",
			d.Sides[0].Run, " line ", d.Sides[0].Line, " ", marks(d.Sides[0], d.Value), ", ", d.Sides[1].Run, " line ", d.Sides[1].Line, " ", marks(d.Sides[1], d.Value)))
	}
	want := []string{
		"system:lamp lineage authored: run:lamp-review line 13 0, run:table-matrix line 12 1",
		"system:quill curation_operations : run:quill-review line 9 -, run:table-matrix line 10 0",
		"system:quill lineage imported: run:quill-review line 1 0, run:table-matrix line 2 1",
		"system:quill read_back_direction push: run:quill-review line 7 1, run:table-matrix line 8 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
