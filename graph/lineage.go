package graph

import (
	"context"
	"sort"
)

// A Subgraph is a connected answer. Complete is false when a limit cut it; TruncatedBy says which.
type Subgraph struct {
	Nodes         []Node         // breadth first, the start first
	Depth         map[ID]int     // distance of each node from the start
	Relationships []Relationship // between those nodes, by id
	Complete      bool
	TruncatedBy   Truncation
}

// A Truncation names the limit that cut an answer.
type Truncation string

// The limits that cut a walk; NotTruncated when none did.
const (
	NotTruncated Truncation = ""
	ByDepth      Truncation = "DEPTH"
	ByNodes      Truncation = "NODES"
	ByDeadline   Truncation = "DEADLINE"
)

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
	if q.Depth == 0 {
		q.Depth = 3
	}
	if q.MaxNodes == 0 {
		q.MaxNodes = min(1000, g.limits.Nodes)
	}
	if q.Depth < 0 || q.Depth > g.limits.Depth {
		return nil, Errorf(Limit, "a depth of %d is not possible: 1 to %d", q.Depth, g.limits.Depth)
	}
	if q.MaxNodes < 1 || q.MaxNodes > g.limits.Nodes {
		return nil, Errorf(Limit, "%d nodes are not possible: 1 to %d", q.MaxNodes, g.limits.Nodes)
	}
	steps, err := lineageSteps(q)
	if err != nil {
		return nil, err
	}
	start, err := g.Node(ctx, q.Of, q.Want)
	if err != nil {
		return nil, err
	}
	return g.walk(ctx, *start, steps, q.Depth, q.MaxNodes)
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

// walk goes breadth first from a start, one store call a level, until nothing new is found or a cap
// is reached. It is the only multi-step traversal; every such answer goes through it.
func (g *Graph) walk(ctx context.Context, start Node, steps []Step, depth, maxNodes int) (*Subgraph, error) {
	ctx, cancel := context.WithTimeout(ctx, g.limits.Timeout)
	defer cancel()
	for i := range steps {
		steps[i].Limit = maxNodes + 1 // of one node, so that a hub is not read whole
	}
	out := &Subgraph{Nodes: []Node{start}, Depth: map[ID]int{start.ID: 0}}
	edges := map[ID]Relationship{}
	frontier := []ID{start.ID}
	for level := 1; len(frontier) > 0; level++ {
		groups, err := g.store.Walk(ctx, StepQuery{Near: frontier, Steps: steps})
		if err != nil {
			if CodeOf(err) == Deadline && level > 1 {
				out.TruncatedBy = ByDeadline
				break
			}
			return nil, err
		}
		if frontier = out.take(groups, edges, level, depth, maxNodes); out.TruncatedBy != NotTruncated {
			break
		}
	}
	out.Complete = out.TruncatedBy == NotTruncated
	for _, r := range edges {
		out.Relationships = append(out.Relationships, r)
	}
	sort.Slice(out.Relationships, func(i, j int) bool { return out.Relationships[i].ID < out.Relationships[j].ID })
	return out, nil
}

// take files one level of links and gives the next frontier. Links to nodes beyond a cap are dropped,
// so every relationship has both ends; the level after the last only shows whether something was cut,
// and adds relationships among the nodes already there.
func (s *Subgraph) take(groups []Steps, edges map[ID]Relationship, level, depth, maxNodes int) (next []ID) {
	for _, group := range groups {
		if group.More {
			s.TruncatedBy = ByNodes
		}
		for _, l := range group.Links {
			if _, known := s.Depth[l.Far.ID]; !known {
				if level > depth {
					s.TruncatedBy = ByDepth
					continue
				}
				if len(s.Nodes) >= maxNodes {
					s.TruncatedBy = ByNodes
					continue
				}
				s.Depth[l.Far.ID] = level
				s.Nodes = append(s.Nodes, l.Far)
				next = append(next, l.Far.ID)
			}
			edges[l.Relationship.ID] = l.Relationship
		}
	}
	return next
}
