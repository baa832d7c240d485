package graph

import (
	"context"
	"maps"
	"slices"
	"strings"
)

// A Subgraph is a connected answer. Complete is false when a limit cut it; TruncatedBy says which.
type Subgraph struct {
	Nodes         []Node         // breadth first, the start first
	Depth         map[ID]int     // distance of each node from the start
	Relationships []Relationship // between those nodes, by id
	// Reached is the relationship by which each node but the start was found: the surest of those that
	// lead to it from one step nearer.
	Reached     map[ID]Relationship
	Complete    bool
	TruncatedBy Truncation
}

// LineageDirection says which way data is followed.
type LineageDirection string

// Upstream is where data comes from, Downstream where it goes.
const (
	Upstream       LineageDirection = "UPSTREAM"
	Downstream     LineageDirection = "DOWNSTREAM"
	BothDirections LineageDirection = "BOTH"
)

// A LineageQuery asks what feeds a node or what it feeds.
type LineageQuery struct {
	Of           ID
	Direction    LineageDirection
	Depth        int       // levels; 0: 3
	Types        []RelType // none: all types that data flows along
	MinCertainty Certainty
	MaxNodes     int // 0: 1,000
	Want         Want
}

// Lineage answers: what does this come from, and what comes of it? It follows each type in the
// direction in which data moves along it, so one step mixes directions; types along which no data
// moves are followed as written when they are asked for. Errors: NotFound, Invalid, Limit for a depth
// or node cap above the graph's limits.
func (g *Graph) Lineage(ctx context.Context, q LineageQuery) (*Subgraph, error) {
	if err := g.bound(&q.Depth, &q.MaxNodes); err != nil {
		return nil, err
	}
	steps, err := lineageSteps(q)
	if err != nil {
		return nil, err
	}
	w, err := g.surroundings(ctx, q.Of, steps, q.Depth, q.MaxNodes, q.Want)
	if err != nil {
		return nil, err
	}
	return &Subgraph{Nodes: w.nodes, Depth: w.depth, Relationships: byID(w.edges), Reached: w.reached,
		Complete: w.cut == NotTruncated, TruncatedBy: w.cut}, nil
}

func byID(edges map[ID]Relationship) []Relationship {
	return slices.SortedFunc(maps.Values(edges), func(a, b Relationship) int { return strings.Compare(string(a.ID), string(b.ID)) })
}

// lineageSteps turns types and a direction of data into directions of relationships.
func lineageSteps(q LineageQuery) ([]Step, error) {
	var along, against []RelType
	types := q.Types
	if len(types) == 0 {
		types = append(FlowTypes(WithArrow), FlowTypes(AgainstArrow)...)
	}
	for _, t := range types {
		switch info := RelTypeOf(t); {
		case info == nil:
			return nil, Errorf(Invalid, "unknown relationship type %q", t)
		case info.Flow == AgainstArrow:
			against = append(against, t)
		default:
			along = append(along, t)
		}
	}
	step := func(types []RelType, d Direction) Step {
		return Step{Types: types, Direction: d, MinCertainty: q.MinCertainty, Want: q.Want}
	}
	var steps []Step
	add := func(types []RelType, d Direction) {
		if len(types) > 0 {
			steps = append(steps, step(types, d))
		}
	}
	switch q.Direction {
	case Downstream:
		add(along, Out)
		add(against, In)
	case Upstream:
		add(along, In)
		add(against, Out)
	case BothDirections:
		add(append(along, against...), Both)
	default:
		return nil, Errorf(Invalid, "unknown lineage direction %q", q.Direction)
	}
	return steps, nil
}
