package model

import (
	"context"
	"slices"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Runs are the system's runs, newest first. What their documents say of system and run names them, however
// many there are.
func (s *System) Runs(ctx context.Context) ([]*Run, error) {
	type key struct{ want graph.Want }
	want := wanted(ctx)
	all, err := once(s.c, key{want}, func() (map[graph.ID][]*Run, error) { return s.c.runs(ctx, want) })
	return all[s.node.ID], err
}

// runs reads the runs of all members, by the system they are of.
func (c *cohort) runs(ctx context.Context, want graph.Want) (map[graph.ID][]*Run, error) {
	var systems []string
	for _, id := range c.ids() {
		systems = append(systems, string(id))
	}
	pairs, err := c.graph.Aggregate(ctx, graph.AggregateQuery{Kinds: []graph.Kind{graph.Document}, Runs: graph.AllRuns,
		Where: graph.Cond{Prop: "system", Op: graph.AnyOf, Value: systems}, GroupBy: []string{"system", "run"}})
	if err != nil {
		return nil, err
	}
	var ids []graph.ID
	for _, pair := range pairs {
		run, _ := pair.Keys[1].(string)
		ids = append(ids, graph.ID(run))
	}
	nodes, err := c.graph.Nodes(ctx, distinct(ids), want)
	if err != nil {
		return nil, err
	}
	newest := []graph.Order{{Prop: "date", Desc: true}, {Prop: "runId", Desc: true}}
	slices.SortFunc(nodes, func(a, b graph.Node) int {
		return graph.CompareKeys(graph.KeyOf(&a, newest), graph.KeyOf(&b, newest), newest, false)
	})
	found := newCohort(c.graph, nodes, want)
	out := map[graph.ID][]*Run{}
	for i := range found.nodes {
		n := &found.nodes[i]
		if run, ok := found.view(n).(*Run); ok {
			system := graph.ID(n.Props.String("system"))
			out[system] = append(out[system], run)
		}
	}
	return out, nil
}
