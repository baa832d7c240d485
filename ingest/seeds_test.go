package ingest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

// seedNumbers are those of report-grammar 5.5 that the graph shows, in its order of columns.
var seedNumbers = []struct {
	run                                    graph.ID
	kinds                                  map[graph.Kind]int
	stubs, partOf, quotations, sourceCites int
}{
	{"run:sqz", map[graph.Kind]int{graph.Component: 2, graph.Object: 6, graph.Route: 4, graph.Claim: 1, graph.AuthorityPath: 1,
		graph.Annotation: 4, graph.Coverage: 19, graph.Idea: 4, graph.Issue: 5, graph.Denial: 12}, 13, 1, 25, 27},
	{"run:cq", map[graph.Kind]int{graph.Object: 6, graph.Route: 3, graph.Annotation: 9, graph.Coverage: 12, graph.Idea: 4, graph.Issue: 6, graph.Denial: 3}, 14, 0, 18, 27},
	{"run:tolaria", map[graph.Kind]int{graph.Object: 2, graph.Route: 4, graph.AuthorityPath: 1, graph.Annotation: 3,
		graph.Coverage: 10, graph.Idea: 3, graph.Issue: 6, graph.Denial: 3}, 10, 2, 12, 13},
}

func TestSeedNumbers(t *testing.T) {
	g := openGraph(t)
	load(t, g, Options{}, sharedtest.Seeds(t)...)
	for _, want := range seedNumbers {
		stubs, parts := 0, 0
		for _, k := range graph.Kinds {
			if k.Property("run") == nil || k.Kind == graph.Document || k.Kind == graph.File || k.Kind == graph.Passage || k.Kind == graph.Source {
				continue
			}
			nodes := list(t, g, k.Kind, want.run, graph.ExcludeStubs)
			if len(nodes) != want.kinds[k.Kind] {
				t.Errorf("%s: %d of kind %s, want %d", want.run, len(nodes), k.Kind, want.kinds[k.Kind])
			}
			if !k.Record {
				continue
			}
			stubs += len(list(t, g, k.Kind, want.run, graph.OnlyStubs))
			for _, n := range nodes {
				parts += len(outgoing(t, g, n.ID, graph.PartOf))
			}
		}
		if stubs != want.stubs || parts != want.partOf {
			t.Errorf("%s: %d stubs and %d part-of, want %d and %d", want.run, stubs, parts, want.stubs, want.partOf)
		}
		quotations, sources := 0, 0
		for _, id := range speakers(t, g, want.run) {
			quotations += len(outgoing(t, g, id, graph.EvidencedBy))
			sources += len(outgoing(t, g, id, graph.CitesSource))
		}
		if quotations != want.quotations || sources != want.sourceCites {
			t.Errorf("%s: %d quotations and %d mentions of sources, want %d and %d", want.run, quotations, sources, want.quotations, want.sourceCites)
		}
	}
}

// speakers lists everything of a run that text can belong to.
func speakers(t *testing.T, g *graph.Graph, run graph.ID) (ids []graph.ID) {
	for _, kind := range graph.RelTypeOf(graph.EvidencedBy).Sources {
		for _, n := range list(t, g, kind, run, graph.ExcludeStubs) {
			ids = append(ids, n.ID)
		}
	}
	return ids
}

// seedIdentities are the statements of the second table of report-grammar 5.5: line, d for distinct
// or c for closest, and the targets. The subject is the record that the line stands in.
var seedIdentities = map[graph.ID]string{
	"run:sqz": `57 d RT-RTE-cache-recovery
		68 d RT-CMP-compression-pipeline
		86 d MEM-OBJ-cache-original
		95 d RT-RTE-cli-compress RT-RTE-cache-recovery
		124 d RT-RTE-cache-recovery
		155 d RT-RTE-cache-recovery RT-RTE-integration-install
		173 d RT-RTE-integration-install
		203 d RT-BAP-host-guidance
		74 c RT-RTE-cli-compress
		86 c RT-RTE-cache-recovery
		102 c RT-RTE-integration-install
		193 c RT-CLM-recoverable-results`,
	"run:cq": `46 d RT-RTE-knowledge-proposal RT-OBJ-skill
		59 d MEM-OBJ-insight
		71 d RT-RTE-knowledge-feedback
		101 d RT-CMP-token-embedding
		125 d RT-RTE-knowledge-feedback
		145 d RT-RTE-knowledge-query
		165 d RT-RTE-host-installation RT-RTE-local-drain
		59 c RT-RTE-knowledge-query RT-RTE-knowledge-feedback RT-RTE-remote-review
		113 c RT-RTE-knowledge-query`,
	"run:tolaria": `43 d RT-OBJ-stream-request
		59 d RT-OBJ-agent-prompt
		113 d RT-RTE-mcp-write
		135 d RT-RTE-mcp-write
		163 d RT-BAP-prompt-policy`,
}

// seedNoCounterparts are the lines of report-grammar 5.5 that deny a counterpart.
var seedNoCounterparts = map[graph.ID][]int64{
	"run:sqz": {80, 102, 115}, "run:cq": {46, 71, 91, 101, 113}, "run:tolaria": nil,
}

func TestSeedIdentityStatements(t *testing.T) {
	g := openGraph(t)
	load(t, g, Options{}, sharedtest.Seeds(t)...)
	for run, table := range seedIdentities {
		var want []string
		for _, row := range strings.Split(table, "\n") {
			f := strings.Fields(row)
			line := 0
			if _, err := fmt.Sscan(f[0], &line); err != nil {
				t.Fatal(err)
			}
			subject := recordAt(t, g, run, int64(line))
			kind := map[string]string{"d": "distinct-from", "c": "closest-to"}[f[1]]
			for _, target := range f[2:] {
				want = append(want, identityLine(line, kind, subject.Props.String("handle"), target))
			}
		}
		wantSet(t, string(run), identityLines(t, g, run), want)

		var got, without []string
		for _, kind := range graph.RecordKinds() {
			for _, n := range list(t, g, kind, run, graph.ExcludeStubs) {
				if n.Props.Bool("noCounterpart") {
					got = append(got, string(n.ID))
				}
			}
		}
		for _, line := range seedNoCounterparts[run] {
			without = append(without, string(recordAt(t, g, run, line).ID))
		}
		wantSet(t, string(run)+" without a counterpart", got, slices.Compact(slices.Sorted(slices.Values(without))))
	}
}

// recordAt gives the record whose body holds a line.
func recordAt(t *testing.T, g *graph.Graph, run graph.ID, line int64) *graph.Node {
	t.Helper()
	for _, kind := range graph.RecordKinds() {
		nodes := list(t, g, kind, run, graph.ExcludeStubs)
		for i := range nodes {
			if p := nodes[i].Props; p.Int("line") <= line && line <= p.Int("endLine") {
				return &nodes[i]
			}
		}
	}
	t.Fatalf("%s: no record holds line %d", run, line)
	return nil
}

func identityLine(line int, kind, subject, target string) string {
	return fmt.Sprintf("%d %s %s %s", line, kind, subject, target)
}

// identityLines lists the identity relationships of a run.
func identityLines(t *testing.T, g *graph.Graph, run graph.ID) (lines []string) {
	t.Helper()
	names := map[graph.RelType]string{graph.DistinctFrom: "distinct-from", graph.ClosestTo: "closest-to"}
	for _, kind := range graph.RecordKinds() {
		for _, n := range list(t, g, kind, run, graph.IncludeStubs) {
			for _, l := range outgoing(t, g, n.ID, graph.DistinctFrom, graph.ClosestTo) {
				r := l.Relationship
				lines = append(lines, identityLine(r.Line, names[r.Type], n.Props.String("handle"), l.Far.Props.String("handle")))
				if r.Certainty != graph.Stated || !strings.Contains(r.Sentence, l.Far.Props.String("handle")) {
					t.Errorf("%s rests on %q", r.ID, r.Sentence)
				}
			}
		}
	}
	return lines
}

// TestSeedReadBack asks which routes lack read-back: two of eleven (graph-model 5).
func TestSeedReadBack(t *testing.T) {
	g := openGraph(t)
	load(t, g, Options{}, sharedtest.Seeds(t)...)
	lacking, positive := map[string]string{}, 0
	for _, want := range seedNumbers {
		for _, n := range list(t, g, graph.Route, want.run, graph.ExcludeStubs) {
			if n.Props.String("readBack.established") == "FALSE" {
				lacking[n.Props.String("handle")] = n.Props.String("readBack.verdict")
			} else if n.Props.String("readBack.verdict") == "POSITIVE" {
				positive++
			}
		}
	}
	if len(lacking) != 2 || lacking["MEM-RTE-store-replacement"] != "CAPABILITY_ONLY" || lacking["MEM-RTE-note-withdrawal"] != "WITHDRAWAL_EFFECT" || positive != 9 {
		t.Errorf("lacking %v, positive %d", lacking, positive)
	}
}
