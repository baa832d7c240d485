package ingest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

// flowsOf lists the relationships of a run along which data moves or authority is had, as
// "line TYPE source target". Their sentences stand on their lines, where those are given.
func flowsOf(t *testing.T, g *graph.Graph, run graph.ID, lines ...string) (out []string) {
	t.Helper()
	types := append(append(graph.FlowTypes(graph.WithArrow), graph.FlowTypes(graph.AgainstArrow)...), graph.GovernedBy)
	for _, kind := range graph.RecordKinds() {
		for _, n := range list(t, g, kind, run, graph.IncludeStubs) {
			for _, l := range outgoing(t, g, n.ID, types...) {
				r := l.Relationship
				if r.Sentence == "" || r.Rule == "" || len(lines) > 0 && !strings.Contains(lines[r.Line-1], r.Sentence) {
					t.Errorf("%s from %s by %q has no sentence, or one of another line: %q", r.Type, r.Source, r.Rule, r.Sentence)
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
	lines := map[graph.ID][]string{}
	for i, path := range sharedtest.Seeds(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines[[]graph.ID{"run:sqz", "run:cq", "run:tolaria"}[i]] = strings.Split(string(data), "\n")
	}
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
		wantSet(t, string(run), flowsOf(t, g, run, lines[run]...), want)
	}
	// Two sentences name records and state nothing of them: they are citations alone.
	for run, line := range map[graph.ID]int{"run:sqz": 173, "run:cq": 46} {
		cites := outgoing(t, g, recordAt(t, g, run, int64(line)).ID, graph.Cites)
		if !slices.ContainsFunc(cites, func(l graph.Link) bool { return l.Relationship.Line == line }) {
			t.Errorf("line %d of %s cites nothing", line, run)
		}
	}
}

// TestExampleFlows: the examples give the flows and denials that their sheet of expected facts lists.
func TestExampleFlows(t *testing.T) {
	g := openGraph(t)
	load(t, g, Options{}, filepath.Join("rendered", "testdata", "reports"))
	sheet := readJSON[struct {
		Files []struct {
			Run   string
			Flows []struct {
				Line           int
				Type, From, To string
			}
			FlowDenials []struct {
				Line     int
				Denies   string
				Concerns []string
			}
		}
	}](t, filepath.Join("rendered", "testdata", "reports", "expected.json"))
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
		want = nil
		for _, d := range f.FlowDenials {
			want = append(want, fmt.Sprintf("%d %s %s", d.Line, d.Denies, strings.Join(d.Concerns, ",")))
		}
		wantDenials(t, g, run, want)
	}
}

// wantDenials compares the denials of a run with a list of "line TYPE record,record".
func wantDenials(t *testing.T, g *graph.Graph, run graph.ID, want []string) {
	t.Helper()
	var got []string
	for _, n := range list(t, g, graph.Denial, run, graph.ExcludeStubs) {
		about := handles(outgoing(t, g, n.ID, graph.Concerns))
		slices.Sort(about)
		got = append(got, strings.TrimSpace(fmt.Sprintf("%d %s %s", n.Props.Int("line"), n.Props.String("denies"), strings.Join(about, ","))))
		if n.Props.String("text") == "" {
			t.Errorf("%s has no sentence", n.ID)
		}
	}
	wantSet(t, string(run), got, want)
}

// TestSeedDenials: what the real reports deny, each read in its report (report-grammar 10.8i).
func TestSeedDenials(t *testing.T) {
	g := openGraph(t)
	load(t, g, Options{}, sharedtest.Seeds(t)...)
	for run, want := range map[graph.ID][]string{
		"run:sqz": {
			"33 READS RT-RTE-request-transform", "37 READS", "57 FEEDS MEM-CMP-library-stores", "60 CONSUMES MEM-CMP-library-stores",
			"68 CONSUMES MEM-CMP-context-controls", "77 CONSUMES MEM-OBJ-operation-metadata", "118 READS MEM-OBJ-snapshot",
			"177 CONSUMES MEM-RTE-session-continuity", "197 FEEDS MEM-CLM-evaluation-scope", "213 WRITES RT-CMP-wasm-engine",
			"221 CONSUMES", "224 PRODUCES",
		},
		"run:cq":      {"93 CONSUMES MEM-OBJ-extensions", "239 PRODUCES RT-RTE-failure-reminder", "263 CONSUMES"},
		"run:tolaria": {"138 READS MEM-RTE-note-withdrawal", "169 READS RT-RTE-workspace-send", "185 PRODUCES"},
	} {
		wantDenials(t, g, run, want)
	}
}
