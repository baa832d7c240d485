package model

import (
	"context"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A Subgraph is the view of a connected piece of the graph.
type Subgraph struct {
	Nodes         []Node
	Depths        []int // of the nodes, in their order
	Relationships []*Relationship
	Complete      bool
	TruncatedBy   *graph.Truncation
}

// LineageArgs are the arguments of a lineage as the API has them.
type LineageArgs struct {
	Of              graph.ID
	Direction       graph.LineageDirection
	Depth, MaxNodes *int
	Types           []Enum
	MinCertainty    *Enum
}

// Lineage is what a node comes from or what comes of it. Errors: as graph.Lineage.
func Lineage(ctx context.Context, g *graph.Graph, a LineageArgs) (*Subgraph, error) {
	q := graph.LineageQuery{Of: a.Of, Direction: a.Direction, Depth: deref(a.Depth),
		MaxNodes: deref(a.MaxNodes), Want: wanted(ctx)}
	for _, n := range []*int{a.Depth, a.MaxNodes} {
		if n != nil && *n < 1 {
			return nil, graph.Errorf(graph.Invalid, "depth and maxNodes are at least 1, not %d", *n)
		}
	}
	var err error
	if q.Types, err = relTypes("types", a.Types); err != nil {
		return nil, err
	}
	if q.MinCertainty, err = certainty(a.MinCertainty); err != nil {
		return nil, err
	}
	if at, limited := ctx.Deadline(); limited { // a walk that this cuts is an answer, and needs time to be told
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(at)*4/5)
		defer cancel()
	}
	found, err := g.Lineage(ctx, q)
	if err != nil {
		return nil, err
	}
	return newSubgraph(g, found, q.Want), nil
}

func newSubgraph(g *graph.Graph, s *graph.Subgraph, want graph.Want) *Subgraph {
	c := newCohort(g, s.Nodes, want)
	views := c.views()
	out := &Subgraph{Nodes: make([]Node, len(s.Nodes)), Depths: make([]int, len(s.Nodes)),
		Relationships: make([]*Relationship, len(s.Relationships)),
		Complete:      s.Complete, TruncatedBy: nonZero(s.TruncatedBy)}
	for i := range s.Nodes {
		out.Nodes[i], out.Depths[i] = views[s.Nodes[i].ID], s.Depth[s.Nodes[i].ID]
	}
	for i := range s.Relationships {
		r := &s.Relationships[i]
		c.relationships = append(c.relationships, r)
		out.Relationships[i] = &Relationship{r, views[r.Source], views[r.Target], c}
	}
	return out
}
