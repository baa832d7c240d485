package ingest

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/markdown"
)

// The members of a set whose reconciliation replaces one route by two and changes what is said of others.
const (
	amendedHead = "run-id: AAS-2026-10-12-quillstore-01\nreviewed-boundary: \"0123456789012345678901234567890123456789\"\n---\n"

	amendedMemory = "---\ntype: types/agentic-system-memory-report.md\n" + amendedHead + `# Quillstore memory report
## Shared records
### Operative objects
#### MEM-OBJ-shelf
Label: Shelf

Storage substrate: memory. Lineage: authored.
### Routes
#### MEM-RTE-old
Label: Old
- implementation conclusion status: wired
- Later read-back: every later request receives the rows.
#### MEM-RTE-recall
Label: Recall
- implementation conclusion status: wired
- Later read-back: capability only — an operator could list them.
- Selection: by title.
`
	amendedReconciliation = "---\ntype: types/agentic-system-reconciliation-report.md\n" + amendedHead + `# Quillstore reconciliation
## Reconciliation
Amendment: [MEM-RTE-old](memory.md#mem-rte-old) is superseded by [MEM-RTE-recall](memory.md#mem-rte-recall) and
[RT-RTE-desk](runtime.md#rt-rte-desk); they split it.

Amendment: [MEM-OBJ-shelf](memory.md#mem-obj-shelf)'s substrate “memory” is replaced by “a file.” It was read again.

Amendment: [MEM-OBJ-shelf](memory.md#mem-obj-shelf)'s lineage phrase “authored” is replaced by imported.

Amendment: [MEM-RTE-recall](memory.md#mem-rte-recall)'s later read-back is replaced by rows that every later request receives; none is lost.

Amendment: [MEM-RTE-recall](memory.md#mem-rte-recall)'s selection is restricted to rows of today.
`
)

// TestAmendments: what a reconciliation says of records stands beside what their member says, whichever
// is loaded first, and goes with it (report-grammar 2.7, 10.6).
func TestAmendments(t *testing.T) {
	var prints []string
	for _, order := range [][]string{{"memory.md", "reconciliation.md"}, {"reconciliation.md", "memory.md"}} {
		g, dir := openGraph(t), tempDir(t)
		files := map[string]string{"memory.md": amendedMemory, "reconciliation.md": amendedReconciliation}
		for i, name := range order {
			path := write(t, dir, name, files[name])
			if _, err := Load(context.Background(), g, []Format{markdown.Format{}}, []string{path}, Options{}); err != nil {
				t.Fatal(err)
			}
			if name == "reconciliation.md" && i == 0 {
				if n := node(t, g, "route:AAS-2026-10-12-quillstore-01/MEM-RTE-old"); n.Declared || n.Props["superseded"] != nil {
					t.Errorf("an amendment of what is not loaded does not wait: %+v", n)
				}
			}
		}
		wantAmended(t, g)
		prints = append(prints, fingerprint(t, g))
		verify(t, g)
	}
	if prints[0] != prints[1] {
		t.Error("the order of loading shows")
	}
}

func wantAmended(t *testing.T, g *graph.Graph) {
	t.Helper()
	const run = "AAS-2026-10-12-quillstore-01"
	tests := []struct {
		node    graph.ID
		amended []string
		stated  graph.Props
		now     graph.Props
	}{
		{graph.NewID(graph.Route, run, "MEM-RTE-old"), []string{"superseded"}, graph.Props{}, graph.Props{"superseded": true, "readBack.verdict": "POSITIVE"}},
		{graph.NewID(graph.Object, run, "MEM-OBJ-shelf"), []string{"storageSubstrate"}, graph.Props{"storageSubstrate": "memory."},
			graph.Props{"storageSubstrate": "a file", "lineage": "authored."}},
		{graph.NewID(graph.Route, run, "MEM-RTE-recall"), []string{"laterReadBack.state", "readBack.direction", "readBack.established", "readBack.flags",
			"readBack.line", "readBack.rule", "readBack.sentence", "readBack.verdict"},
			graph.Props{"readBack.verdict": "CAPABILITY_ONLY", "readBack.established": "FALSE"},
			graph.Props{"readBack.verdict": "POSITIVE", "readBack.established": "TRUE", "readBack.line": int64(15), "selectionPredicate.state": "GIVEN"}},
	}
	for _, tt := range tests {
		n := node(t, g, tt.node)
		if !slices.Equal(n.Amended, tt.amended) {
			t.Errorf("%s: amended %q, want %q", tt.node, n.Amended, tt.amended)
		}
		for name, want := range tt.stated {
			if n.Stated[name] != want {
				t.Errorf("%s: stated %s %v, want %v", tt.node, name, n.Stated[name], want)
			}
		}
		for name, want := range tt.now {
			if n.Props[name] != want {
				t.Errorf("%s: %s %v, want %v", tt.node, name, n.Props[name], want)
			}
		}
	}
	var got []string
	for _, l := range outgoing(t, g, graph.NewID(graph.Document, run, "reconciliation"), graph.Amends) {
		got = append(got, fmt.Sprintf("%d %s", l.Relationship.Line, l.Far.Props.String("handle")))
	}
	slices.Sort(got)
	if diff := cmp.Diff([]string{"11 MEM-OBJ-shelf", "13 MEM-OBJ-shelf", "15 MEM-RTE-recall", "17 MEM-RTE-recall", "8 MEM-RTE-old"}, got); diff != "" {
		t.Errorf("AMENDS (-want +got)\n%s", diff)
	}
}
