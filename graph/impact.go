package graph

import (
	"context"
	"slices"
)

// An ImpactQuery asks what depends on a node.
type ImpactQuery struct {
	Of           ID
	Depth        int       // levels; 0: 3
	Types        []RelType // none: all types along which one end depends on the other
	MinCertainty Certainty
	MaxNodes     int // 0: 1,000
	Want         Want
}

// An Impact is everything that depends on a node, nearest first. Complete is false when a limit cut it.
type Impact struct {
	Of          Node
	Dependents  []Dependent
	Complete    bool
	TruncatedBy Truncation
}

// A Dependent is a node that depends on another, with one shortest chain of statements that says so:
// from the one asked about to this one, the surest where several are as short.
type Dependent struct {
	Node    Node
	Witness []Relationship
}

// Impact answers: what rests on this, directly or through others, and would have to be looked at again
// if it changed? Data that moves on makes its receiver depend on where it comes from; a text depends on
// the passages, files and sources that it shows; a claim on the routes that implement it. Mentions make
// no dependence. Errors: NotFound, Invalid for a type along which nothing depends, Limit for a depth or
// node cap above the graph's limits.
func (g *Graph) Impact(ctx context.Context, q ImpactQuery) (*Impact, error) {
	if err := g.bound(&q.Depth, &q.MaxNodes); err != nil {
		return nil, err
	}
	steps, err := dependenceSteps(q)
	if err != nil {
		return nil, err
	}
	w, err := g.surroundings(ctx, q.Of, steps, q.Depth, q.MaxNodes, q.Want)
	if err != nil {
		return nil, err
	}
	out := &Impact{Of: w.nodes[0], Complete: w.cut == NotTruncated, TruncatedBy: w.cut}
	for _, n := range w.nodes[1:] {
		out.Dependents = append(out.Dependents, Dependent{n, w.chain(n.ID)})
	}
	return out, nil
}

// dependenceSteps are the steps from a node to what depends on it.
func dependenceSteps(q ImpactQuery) ([]Step, error) {
	types := q.Types
	if len(types) == 0 {
		for i := range RelTypes {
			if RelTypes[i].Dependence != NoFlow {
				types = append(types, RelTypes[i].Type)
			}
		}
	}
	along := Step{Direction: Out, MinCertainty: q.MinCertainty, Want: q.Want}
	against := Step{Direction: In, MinCertainty: q.MinCertainty, Want: q.Want}
	for _, t := range types {
		switch info := RelTypeOf(t); {
		case info == nil:
			return nil, Errorf(Invalid, "unknown relationship type %q", t)
		case info.Dependence == WithArrow:
			along.Types = append(along.Types, t)
		case info.Dependence == AgainstArrow:
			against.Types = append(against.Types, t)
		default:
			return nil, Errorf(Invalid, "neither end of %s depends on the other", t)
		}
	}
	return slices.DeleteFunc([]Step{along, against}, func(s Step) bool { return len(s.Types) == 0 }), nil
}

// chain gives the relationships by which a node was reached, from the start on.
func (w *walk) chain(id ID) []Relationship {
	var out []Relationship
	for w.depth[id] > 0 {
		r := w.reached[id]
		out = append(out, r)
		if id == r.Target {
			id = r.Source
		} else {
			id = r.Target
		}
	}
	slices.Reverse(out)
	return out
}
