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

// TestVerifies: a verification loads before what it verifies, and makes no list longer by what is not there.
func TestVerifies(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	const run = "AAS-2026-10-12-quillstore-01"
	documents := func() (names []string) {
		for _, n := range list(t, g, graph.Document, graph.NewID(graph.Run, run), graph.ExcludeStubs) {
			names = append(names, n.ID.Local())
		}
		slices.Sort(names)
		return names
	}
	verified := func() (names []string) {
		for _, l := range outgoing(t, g, graph.NewID(graph.Document, run, "report-verification"), graph.Verifies) {
			names = append(names, fmt.Sprintf("%s %t", l.Far.ID.Local(), l.Far.Declared))
		}
		slices.Sort(names)
		return names
	}
	add := func(name, text string) {
		path := write(t, dir, name, text)
		if _, err := Load(context.Background(), g, []Format{markdown.Format{}}, []string{path}, Options{}); err != nil {
			t.Fatal(err)
		}
	}
	add("report-verification.md", "---\ntype: types/agentic-system-verification.md\n"+amendedHead+
		"# Quillstore report verification\n## Verification\nRead.\n## Blockers\nnone\n## Limits\nnone\n")
	if diff := cmp.Diff([]string{"report-verification"}, documents()); diff != "" {
		t.Errorf("documents (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]string{"epistemic false", "memory false", "reconciliation false", "runtime false"}, verified()); diff != "" {
		t.Errorf("verified (-want +got)\n%s", diff)
	}
	add("memory.md", amendedMemory)
	if diff := cmp.Diff([]string{"memory", "report-verification"}, documents()); diff != "" {
		t.Errorf("documents (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]string{"epistemic false", "memory true", "reconciliation false", "runtime false"}, verified()); diff != "" {
		t.Errorf("verified (-want +got)\n%s", diff)
	}
	verify(t, g)
}
