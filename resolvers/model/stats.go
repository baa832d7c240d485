package model

import (
	"context"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Stats says how much a graph holds.
type Stats struct {
	Nodes, Stubs, Relationships, Documents int
	Revision                               uint64
	Fingerprint                            string
	ByKind                                 []*KindCount
	ByType                                 []*TypeCount
}

// A KindCount says how many nodes of a kind there are.
type KindCount struct {
	Kind  Enum
	Count int
}

// A TypeCount says how many relationships of a type there are.
type TypeCount struct {
	Type  Enum
	Count int
}

// StatsOf says how much a graph holds.
func StatsOf(ctx context.Context, g *graph.Graph) (*Stats, error) {
	s, err := g.Stats(ctx)
	if err != nil {
		return nil, err
	}
	out := &Stats{int(s.Nodes), int(s.Stubs), int(s.Relationships), int(s.Documents), s.Revision, s.Fingerprint, nil, nil}
	for _, c := range s.ByKind {
		kind, _ := c.Keys[0].(string)
		out.ByKind = append(out.ByKind, &KindCount{kindName(graph.Kind(kind)), int(c.N)})
	}
	for _, c := range s.ByType {
		name, _ := c.Keys[0].(string)
		out.ByType = append(out.ByType, &TypeCount{Enum(name), int(c.N)})
	}
	return out, nil
}
