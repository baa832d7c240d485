package model

import (
	"context"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// NodeOf is the node of an id; nil when there is none.
func NodeOf(ctx context.Context, g *graph.Graph, id graph.ID) (Node, error) {
	nodes, err := NodesOf(ctx, g, []graph.ID{id})
	if err != nil {
		return nil, err
	}
	return nodes[0], nil
}

// NodesOf are the nodes of ids, in their order, nil where there is none. Errors: Limit for more ids
// than a page may have rows.
func NodesOf(ctx context.Context, g *graph.Graph, ids []graph.ID) ([]Node, error) {
	if most := g.Limits().PageMax; len(ids) > most {
		return nil, graph.Errorf(graph.Limit, "%d ids are too many: ask for at most %d at once", len(ids), most)
	}
	want := wanted(ctx)
	nodes, err := g.Nodes(ctx, distinct(ids), want)
	if err != nil {
		return nil, err
	}
	views := newCohort(g, nodes, want).views()
	out := make([]Node, len(ids))
	for i, id := range ids {
		if v, ok := views[id]; ok {
			out[i] = v
		}
	}
	return out, nil
}
