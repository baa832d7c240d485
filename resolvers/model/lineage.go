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

// WalkArgs are what bounds a walk, as the API has it.
type WalkArgs struct {
	Depth, MaxNodes *int
	Types           []Enum
	MinCertainty    *Enum
}

// walkBounds are the same as the graph has it.
type walkBounds struct {
	depth, maxNodes int
	types           []graph.RelType
	least           graph.Certainty
}

func (a WalkArgs) bounds() (b walkBounds, err error) {
	b.depth, b.maxNodes = deref(a.Depth), deref(a.MaxNodes)
	for _, n := range []*int{a.Depth, a.MaxNodes} {
		if n != nil && *n < 1 {
			return b, graph.Errorf(graph.Invalid, "depth and maxNodes are at least 1, not %d", *n)
		}
	}
	if b.types, err = relTypes("types", a.Types); err == nil {
		b.least, err = certainty(a.MinCertainty)
	}
	return b, err
}

// walking gives a walk less than all the time there is: one that this cuts is an answer, and needs time
// to be told.
func walking(ctx context.Context) (context.Context, context.CancelFunc) {
	if at, limited := ctx.Deadline(); limited {
		return context.WithTimeout(ctx, time.Until(at)*4/5)
	}
	return ctx, func() {}
}

// LineageArgs are the arguments of a lineage as the API has them.
type LineageArgs struct {
	Of        graph.ID
	Direction graph.LineageDirection
	WalkArgs
}

// Lineage is what a node comes from or what comes of it. Errors: as graph.Lineage.
func Lineage(ctx context.Context, g *graph.Graph, a LineageArgs) (*Subgraph, error) {
	b, err := a.bounds()
	if err != nil {
		return nil, err
	}
	ctx, cancel := walking(ctx)
	defer cancel()
	want := wanted(ctx)
	found, err := g.Lineage(ctx, graph.LineageQuery{Of: a.Of, Direction: a.Direction, Depth: b.depth, MaxNodes: b.maxNodes,
		Types: b.types, MinCertainty: b.least, Want: want})
	if err != nil {
		return nil, err
	}
	return newSubgraph(g, found, want), nil
}

func newSubgraph(g *graph.Graph, s *graph.Subgraph, want graph.Want) *Subgraph {
	v := newPieces(g, s.Nodes, want)
	out := &Subgraph{Nodes: v.nodes(s.Nodes), Depths: make([]int, len(s.Nodes)), Relationships: v.relationships(s.Relationships),
		Complete: s.Complete, TruncatedBy: nonZero(s.TruncatedBy)}
	for i := range s.Nodes {
		out.Depths[i] = s.Depth[s.Nodes[i].ID]
	}
	return out
}
