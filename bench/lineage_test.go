package bench

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/sqlite"
	"github.com/crosswalk-graph/crosswalk/graph/storetest"
)

// BenchmarkLineage follows data three levels down from objects of a graph of 100,000 nodes and 500,000
// relationships, far nodes included: Depth3 through the graph, Walk3 the three store calls alone.
func BenchmarkLineage(b *testing.B) {
	store, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "large.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	for batch := range storetest.Graph(1, 500) {
		if _, err := store.Apply(b.Context(), []graph.Batch{batch}); err != nil {
			b.Fatal(err)
		}
	}
	g := graph.New(store, graph.Limits{})
	starts, err := store.Find(b.Context(), graph.Query{Kinds: []graph.Kind{graph.Object}, Limit: 1000})
	if err != nil || len(starts.Nodes) < 1000 {
		b.Fatalf("%d objects: %v", len(starts.Nodes), err)
	}
	b.Run("Depth3", func(b *testing.B) {
		nodes := 0
		for i := 0; b.Loop(); i++ {
			sub, err := g.Lineage(b.Context(), graph.LineageQuery{Of: starts.Nodes[i%1000].ID, Direction: graph.Downstream, Depth: 3})
			if err != nil {
				b.Fatal(err)
			}
			nodes += len(sub.Nodes)
		}
		b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
	})
	b.Run("Walk3", func(b *testing.B) {
		nodes := 0
		for i := 0; b.Loop(); i++ {
			nodes += threeLevels(b.Context(), b, store, starts.Nodes[i%1000].ID)
		}
		b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
	})
}

func threeLevels(ctx context.Context, b *testing.B, store graph.Store, start graph.ID) int {
	seen := map[graph.ID]bool{start: true}
	frontier := []graph.ID{start}
	steps := []graph.Step{{Types: graph.FlowTypes(graph.WithArrow), Direction: graph.Out}, {Types: graph.FlowTypes(graph.AgainstArrow), Direction: graph.In}}
	for range 3 {
		groups, err := store.Walk(ctx, graph.StepQuery{Near: frontier, Steps: steps})
		if err != nil {
			b.Fatal(err)
		}
		frontier = nil
		for _, group := range groups {
			for _, l := range group.Links {
				if !seen[l.Far.ID] {
					seen[l.Far.ID] = true
					frontier = append(frontier, l.Far.ID)
				}
			}
		}
	}
	return len(seen)
}
