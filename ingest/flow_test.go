package ingest

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

// flowsOf lists the relationships of a run along which data moves or authority is had, as
// "line TYPE source target".
func flowsOf(t *testing.T, g *graph.Graph, run graph.ID) (out []string) {
	t.Helper()
	types := append(append(graph.FlowTypes(graph.WithArrow), graph.FlowTypes(graph.AgainstArrow)...), graph.GovernedBy)
	for _, kind := range graph.RecordKinds() {
		for _, n := range list(t, g, kind, run, graph.IncludeStubs) {
			for _, l := range outgoing(t, g, n.ID, types...) {
				r := l.Relationship
				if r.Sentence == "" || r.Rule == "" {
					t.Errorf("%s from %s has no sentence or rule", r.Type, r.Source)
				}
				out = append(out, fmt.Sprintf("%d %s %s %s", r.Line, r.Type, r.Source.Local(), r.Target.Local()))
			}
		}
	}
	return out
}

// TestSeedFlows: loading the real reports gives the relationships that a careful reader would sign
// (report-grammar 10.8), each read in its report, and no other.
func TestSeedFlows(t *testing.T) {
	g := openGraph(t)
	load(t, g, Options{}, sharedtest.Seeds(t)...)
	for run, want := range map[graph.ID][]string{
		"run:sqz": {"124 LEADS_TO MEM-RTE-recall-search RT-RTE-cache-recovery"},
		"run:cq": {
			"48 GOVERNED_BY MEM-OBJ-insight RT-BAP-knowledge-guidance",
			"101 PRODUCES RT-CMP-token-embedding MEM-OBJ-knowledge-vectors",
			"113 CONSUMES RT-RTE-knowledge-query MEM-OBJ-node-info",
		},
		"run:tolaria": {
			"59 PRODUCES RT-RTE-mcp-write MEM-OBJ-vault-notes", "59 PRODUCES RT-RTE-provider-create MEM-OBJ-vault-notes",
			"59 CONSUMES RT-RTE-mcp-write MEM-OBJ-vault-notes", "59 CONSUMES RT-RTE-provider-create MEM-OBJ-vault-notes",
			"173 CONSUMES MEM-RTE-mcp-read RT-RTE-mcp-write",
		},
	} {
		wantSet(t, string(run), flowsOf(t, g, run), want)
	}
}

// TestExampleFlows: the examples give the flows that their sheet of expected facts lists.
func TestExampleFlows(t *testing.T) {
	g := openGraph(t)
	load(t, g, Options{}, filepath.Join("..", "examples"))
	sheet := readJSON[struct {
		Files []struct {
			Run   string
			Flows []struct {
				Line           int
				Type, From, To string
			}
		}
	}](t, filepath.Join("..", "examples", "expected.json"))
	for _, f := range sheet.Files {
		var want []string
		for _, e := range f.Flows {
			want = append(want, fmt.Sprintf("%d %s %s %s", e.Line, e.Type, e.From, e.To))
		}
		if len(want) == 0 {
			t.Fatalf("the sheet lists no flows of %s", f.Run)
		}
		run := graph.NewID(graph.Run, f.Run)
		wantSet(t, f.Run, flowsOf(t, g, run), want)
	}
}
