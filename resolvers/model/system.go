package model

import (
	"context"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Runs are the system's runs, newest first. They are read by what they say of their system: every document
// of a run states the relationship again.
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
	q := graph.ListQuery{Field: "runs of systems", Kinds: []graph.Kind{graph.Run}, Where: graph.Cond{Prop: "system", Op: graph.AnyOf, Value: systems},
		Order: []graph.Order{{Prop: "date", Desc: true}, {Prop: "runId", Desc: true}}, Runs: graph.AllRuns, Want: want}
	most := c.graph.Limits().PageMax
	q.Page.First = &most
	var nodes []graph.Node
	for {
		page, err := c.graph.List(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, e := range page.Edges {
			nodes = append(nodes, e.Item)
			q.Page.After = &e.Cursor
		}
		if !page.HasNext {
			break
		}
	}
	found := newCohort(c.graph, nodes, want)
	out := map[graph.ID][]*Run{}
	for i := range found.nodes {
		n := &found.nodes[i]
		system := graph.ID(n.Props.String("system"))
		out[system] = append(out[system], found.view(n).(*Run))
	}
	return out, nil
}
