package graph_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/storetest"
)

// An arrow is a relationship between records of the run QS, by their handles: "MEM-RTE-a FEEDS MEM-RTE-b".
type arrow string

func (a arrow) parts() (source graph.ID, t graph.RelType, target graph.ID) {
	f := strings.Fields(string(a))
	return record(f[0]), graph.RelType(f[1]), record(f[2])
}

func record(handle string) graph.ID {
	kinds := map[string]graph.Kind{"CMP": graph.Component, "OBJ": graph.Object, "RTE": graph.Route, "CLM": graph.Claim, "BAP": graph.AuthorityPath}
	return graph.NewID(kinds[handle[4:7]], "QS", handle)
}

// drawn is a graph with these arrows; a STATED one is written with a leading question mark.
func drawn(t testing.TB, arrows ...arrow) *graph.Graph {
	t.Helper()
	document := graph.NewID(graph.Document, "QS", "memory")
	b := graph.Batch{Origin: graph.Origin{Location: "study:memory.md", Document: document, ByteDigest: "0", Format: "test", Model: graph.ModelVersion}}
	b.Contributions = append(b.Contributions, graph.Contribution{Node: document, Kind: graph.Document, Document: document, Props: graph.Props{"title": "Memory"}})
	for i, a := range arrows {
		certainty := graph.Declared
		if text, stated := strings.CutPrefix(string(a), "?"); stated {
			a, certainty = arrow(text), graph.Stated
		}
		source, typ, target := a.parts()
		b.Relationships = append(b.Relationships, graph.Relationship{ID: graph.NewRelationshipID(document, "test", typ, source, target, i), Type: typ,
			Source: source, Target: target, Certainty: certainty, Rule: "test", Document: document, Line: i + 1})
	}
	if err := b.Seal(); err != nil {
		t.Fatal(err)
	}
	store := storetest.NewModel()
	if _, err := store.Apply(t.Context(), []graph.Batch{b}); err != nil {
		t.Fatal(err)
	}
	return graph.New(store, graph.Limits{})
}

func handles(nodes []graph.Node) string {
	var out []string
	for _, n := range nodes {
		out = append(out, n.ID.Local())
	}
	return strings.Join(out, " ")
}

// shelf: notes are read by recall, which feeds answer; intake produces notes; the claim recall-works is
// implemented by recall; answer acts under the path advice.
var shelf = []arrow{
	"MEM-RTE-recall READS MEM-OBJ-notes",
	"RUN-CMP-intake PRODUCES MEM-OBJ-notes",
	"MEM-RTE-recall FEEDS RUN-RTE-answer",
	"RUN-CLM-recall IMPLEMENTED_BY MEM-RTE-recall",
	"RUN-RTE-answer GOVERNED_BY RUN-BAP-advice",
	"MEM-RTE-recall CITES RUN-RTE-other",
	"?RUN-RTE-answer CONSUMES MEM-OBJ-notes",
}

func TestLineageFollowsData(t *testing.T) {
	g := drawn(t, shelf...)
	for _, c := range []struct {
		of        string
		direction graph.LineageDirection
		depth     int
		certainty graph.Certainty
		want      string
		cut       graph.Truncation
	}{
		{"MEM-OBJ-notes", graph.Downstream, 3, 0, "MEM-OBJ-notes MEM-RTE-recall RUN-RTE-answer", ""},
		{"MEM-OBJ-notes", graph.Upstream, 3, 0, "MEM-OBJ-notes RUN-CMP-intake", ""},
		{"RUN-RTE-answer", graph.Upstream, 3, graph.Declared, "RUN-RTE-answer MEM-RTE-recall MEM-OBJ-notes RUN-CMP-intake", ""},
		{"RUN-RTE-answer", graph.Upstream, 1, graph.Declared, "RUN-RTE-answer MEM-RTE-recall", graph.ByDepth},
		{"RUN-BAP-advice", graph.BothDirections, 3, 0, "RUN-BAP-advice", ""},
	} {
		sub, err := g.Lineage(t.Context(), graph.LineageQuery{Of: record(c.of), Direction: c.direction, Depth: c.depth, MinCertainty: c.certainty})
		if err != nil {
			t.Fatal(err)
		}
		if got := handles(sub.Nodes); got != c.want || sub.TruncatedBy != c.cut || sub.Complete != (c.cut == "") {
			t.Errorf("%s of %s: %s, cut by %q; want %s, cut by %q", c.direction, c.of, got, sub.TruncatedBy, c.want, c.cut)
		}
	}
}

func TestImpactShowsWhy(t *testing.T) {
	g := drawn(t, shelf...)
	impact, err := g.Impact(t.Context(), graph.ImpactQuery{Of: record("RUN-CMP-intake"), MinCertainty: graph.Structured})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range impact.Dependents {
		line := d.Node.ID.Local() + ":"
		for _, r := range d.Witness {
			line += fmt.Sprintf(" %s-%s-%s", r.Source.Local(), r.Type, r.Target.Local())
		}
		got = append(got, line)
	}
	want := []string{
		"MEM-OBJ-notes: RUN-CMP-intake-PRODUCES-MEM-OBJ-notes",
		"MEM-RTE-recall: RUN-CMP-intake-PRODUCES-MEM-OBJ-notes MEM-RTE-recall-READS-MEM-OBJ-notes",
		"RUN-RTE-answer: RUN-CMP-intake-PRODUCES-MEM-OBJ-notes MEM-RTE-recall-READS-MEM-OBJ-notes MEM-RTE-recall-FEEDS-RUN-RTE-answer",
		"RUN-CLM-recall: RUN-CMP-intake-PRODUCES-MEM-OBJ-notes MEM-RTE-recall-READS-MEM-OBJ-notes RUN-CLM-recall-IMPLEMENTED_BY-MEM-RTE-recall",
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" || !impact.Complete {
		t.Errorf("complete %t:\n%s", impact.Complete, diff)
	}
	if _, err := g.Impact(t.Context(), graph.ImpactQuery{Of: record("RUN-CMP-intake"), Types: []graph.RelType{graph.Cites}}); graph.CodeOf(err) != graph.Invalid {
		t.Errorf("a type without dependence: %v", err)
	}
}

func TestPathsWithoutOne(t *testing.T) {
	g := drawn(t, append(slices.Clone(shelf), "MEM-RTE-far FEEDS MEM-RTE-farther")...)
	got, err := g.Paths(t.Context(), graph.PathsQuery{Source: record("RUN-BAP-advice"), Target: record("MEM-RTE-far"), Types: []graph.RelType{graph.Feeds, graph.GovernedBy}})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Paths) != 0 || !got.Complete || len(got.Stopped) != 2 {
		t.Fatalf("%+v", got)
	}
	if s := got.Stopped[1]; handles(s.Nodes) != "MEM-RTE-farther" || s.Distance != 1 || !s.Exhausted {
		t.Errorf("the target's side stopped at %s, %d away, exhausted %t", handles(s.Nodes), s.Distance, s.Exhausted)
	}
	for _, q := range []graph.PathsQuery{
		{Source: record("RUN-BAP-advice"), Target: record("RUN-BAP-advice")},
		{Source: record("RUN-BAP-advice"), Target: record("MEM-RTE-far"), Types: []graph.RelType{"NEAR"}},
	} {
		if _, err := g.Paths(t.Context(), q); graph.CodeOf(err) != graph.Invalid {
			t.Errorf("%+v: %v", q, err)
		}
	}
	if _, err := g.Paths(t.Context(), graph.PathsQuery{Source: record("RUN-BAP-advice"), Target: record("MEM-RTE-nowhere")}); graph.CodeOf(err) != graph.NotFound {
		t.Errorf("an end that is not there: %v", err)
	}
}

// Paths are compared with all simple paths of small random graphs, found by trying everything.
func TestPathsAreTheShortest(t *testing.T) {
	found, none, cut := 0, 0, 0
	for seed := range uint64(400) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		var arrows []arrow
		for range 3 + rnd.IntN(16) {
			a, b := rnd.IntN(9), rnd.IntN(9)
			kind := [...]string{"FEEDS", "CITES", "LEADS_TO"}[rnd.IntN(3)]
			arrows = append(arrows, arrow(fmt.Sprintf("%s %s %s", node(a), kind, node(b))))
		}
		arrows = append(arrows, arrow(node(0)+" CITES "+node(0)), arrow(node(8)+" CITES "+node(8)))
		q := graph.PathsQuery{Source: record(node(0)), Target: record(node(8)), Max: 1 + rnd.IntN(5), Depth: 1 + rnd.IntN(6)}
		if rnd.IntN(2) == 0 {
			q.Types = []graph.RelType{graph.Feeds, graph.LeadsTo}
		}
		if rnd.IntN(3) == 0 {
			q.Avoid = []graph.Kind{graph.Component}
		}
		got, err := drawn(t, arrows...).Paths(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		lengths := simplePaths(arrows, q)
		slices.Sort(lengths)
		within := lengths[:min(len(lengths), q.Max)]
		var have []int
		for _, p := range got.Paths {
			have = append(have, len(p.Hops))
			checkPath(t, p, q)
		}
		if !slices.Equal(have, within) {
			t.Fatalf("seed %d: paths of lengths %v, want %v\n%v\n%+v", seed, have, within, arrows, q)
		}
		switch {
		case len(have) > 0:
			found++
		case got.Complete:
			none++
		default:
			cut++
		}
		if len(have) == 0 && len(got.Stopped) != 2 {
			t.Errorf("seed %d: no path and no word on where the search stopped", seed)
		}
	}
	if found < 50 || none < 20 || cut < 20 {
		t.Errorf("found %d, none %d, cut %d: the graphs show too little", found, none, cut)
	}
}

func node(i int) string { return fmt.Sprintf("MEM-%s-n%d", [...]string{"RTE", "CMP"}[i%2], i) }

func simplePaths(arrows []arrow, q graph.PathsQuery) (lengths []int) {
	near := map[graph.ID]map[graph.ID]bool{}
	link := func(a, b graph.ID) {
		if near[a] == nil {
			near[a] = map[graph.ID]bool{}
		}
		near[a][b] = true
	}
	for _, a := range arrows {
		source, typ, target := a.parts()
		if len(q.Types) == 0 || slices.Contains(q.Types, typ) {
			link(source, target)
			link(target, source)
		}
	}
	var extend func(trail []graph.ID)
	extend = func(trail []graph.ID) {
		at := trail[len(trail)-1]
		if at == q.Target {
			lengths = append(lengths, len(trail)-1)
			return
		}
		if len(trail) > q.Depth {
			return
		}
		for next := range near[at] {
			if !slices.Contains(trail, next) && (next == q.Target || !slices.Contains(q.Avoid, next.Kind())) {
				extend(append(slices.Clone(trail), next))
			}
		}
	}
	extend([]graph.ID{q.Source})
	return lengths
}

func checkPath(t *testing.T, p graph.Path, q graph.PathsQuery) {
	t.Helper()
	if p.Nodes[0].ID != q.Source || p.Nodes[len(p.Nodes)-1].ID != q.Target {
		t.Errorf("a path from %s to %s", p.Nodes[0].ID, p.Nodes[len(p.Nodes)-1].ID)
	}
	for i, hop := range p.Hops {
		if len(hop) == 0 {
			t.Errorf("nothing is stated between %s and %s", p.Nodes[i].ID, p.Nodes[i+1].ID)
		}
		for _, r := range hop {
			if ends := []graph.ID{r.Source, r.Target}; !slices.Contains(ends, p.Nodes[i].ID) || !slices.Contains(ends, p.Nodes[i+1].ID) {
				t.Errorf("%s is not between %s and %s", r.ID, p.Nodes[i].ID, p.Nodes[i+1].ID)
			}
		}
	}
}

// Lineage of small random graphs is compared with what following every arrow gives.
func TestLineageIsWhatArrowsSay(t *testing.T) {
	whole, cut := 0, 0
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 11))
		var arrows []arrow
		for range 2 + rnd.IntN(16) {
			kind := [...]string{"FEEDS", "CITES"}[rnd.IntN(2)]
			arrows = append(arrows, arrow(fmt.Sprintf("%s %s %s", node(rnd.IntN(9)), kind, node(rnd.IntN(9)))))
		}
		arrows = append(arrows, arrow(node(0)+" FEEDS "+node(rnd.IntN(9))))
		depth := 1 + rnd.IntN(4)
		q := graph.LineageQuery{Of: record(node(0)), Direction: graph.Downstream, Depth: depth}
		if rnd.IntN(3) == 0 {
			q.Direction = graph.BothDirections
		}
		got, err := drawn(t, arrows...).Lineage(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		distance, deepest := followed(arrows, q.Of, q.Direction == graph.BothDirections)
		within := map[graph.ID]int{}
		for id, d := range distance {
			if d <= depth {
				within[id] = d
			}
		}
		relationships := 0
		for _, a := range arrows {
			source, typ, target := a.parts()
			_, from := within[source]
			_, to := within[target]
			if typ == graph.Feeds && from && to {
				relationships++
			}
		}
		if diff := cmp.Diff(within, got.Depth); diff != "" || len(got.Relationships) != relationships || got.Complete != (deepest <= depth) {
			t.Fatalf("seed %d, depth %d of %v: %d relationships, want %d; complete %t, deepest %d\n%s",
				seed, depth, arrows, len(got.Relationships), relationships, got.Complete, deepest, diff)
		}
		if got.Complete {
			whole++
		} else {
			cut++
		}
	}
	if whole < 50 || cut < 50 {
		t.Errorf("%d answers were whole and %d cut: too few to tell", whole, cut)
	}
}

// followed gives the distance of every node that FEEDS arrows reach from a start, and the largest one.
func followed(arrows []arrow, start graph.ID, both bool) (distance map[graph.ID]int, deepest int) {
	distance = map[graph.ID]int{start: 0}
	for again := true; again; {
		again = false
		for _, a := range arrows {
			source, typ, target := a.parts()
			if typ != graph.Feeds {
				continue
			}
			ends := [][2]graph.ID{{source, target}}
			if both {
				ends = append(ends, [2]graph.ID{target, source})
			}
			for _, e := range ends {
				d, known := distance[e[0]]
				if old, reached := distance[e[1]]; known && (!reached || d+1 < old) {
					distance[e[1]], again = d+1, true
				}
			}
		}
	}
	for _, d := range distance {
		deepest = max(deepest, d)
	}
	return distance, deepest
}
