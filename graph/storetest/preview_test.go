package storetest

import (
	"context"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A preview of several Applies says what they then do, and does nothing.
func TestPreview(t *testing.T) {
	ctx := context.Background()
	results := map[graph.Result]int{}
	for seed := range 40 {
		model := NewModel()
		g := &generator{chance: newChance(seed, 2), universe: newUniverse(), model: model}
		for round := range 8 {
			// The steps are made on a copy, since what is said next depends on what was said.
			ahead := model.snapshot()
			g.model = ahead
			preview, err := graph.New(model, graph.Limits{}).Preview(ctx)
			if err != nil {
				t.Fatal(err)
			}
			var steps [][]graph.Batch
			for range 1 + g.IntN(3) {
				bs := g.step()
				steps = append(steps, bs)
				want, err := ahead.Apply(ctx, bs)
				if err != nil {
					t.Fatal(err)
				}
				got, err := preview.Apply(ctx, bs)
				if err != nil {
					t.Fatal(err)
				}
				for _, o := range got.Outcomes {
					results[o.Result]++
				}
				if err := differ(showOutcomes(got), showOutcomes(want)); err != nil {
					t.Fatalf("seed %d round %d: %v\n%s", seed, round, err, showHistory(steps))
				}
			}
			for _, bs := range steps {
				if _, err := model.Apply(ctx, bs); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for _, r := range []graph.Result{graph.Added, graph.Replaced, graph.Unchanged, graph.Copied, graph.Removed, graph.NotThere, graph.RefusedResult, graph.Displaced} {
		if results[r] == 0 {
			t.Errorf("nothing was %s", r)
		}
	}
}

func TestDifference(t *testing.T) {
	before := doc("a", "memory", route("x", "1"), route("y", "1"), feeds("x", "y"))
	after := doc("a", "memory", route("x", "2"), route("z", "1"), feeds("x", "z"), feeds("z", "x"))
	want := graph.FactChange{NodesAdded: 1, NodesRemoved: 1, NodesChanged: 1, RelationshipsAdded: 2, RelationshipsRemoved: 1}
	if got := graph.Difference(&before, &after); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := graph.Difference(&before, &before); got != (graph.FactChange{}) {
		t.Errorf("a batch differs from itself: %+v", got)
	}
}
