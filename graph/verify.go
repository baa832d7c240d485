package graph

import (
	"context"
	"encoding/json"
	"fmt"
)

// maxDifferences bounds what Verify reports.
const maxDifferences = 20

// Verify answers: is what readers see really what the journal says? It applies every current edition
// to an empty scratch store and compares all nodes and relationships with those of this graph. The
// result lists differences, at most 20; none means that the store is sound. Errors: those of the stores.
func (g *Graph) Verify(ctx context.Context, scratch Store) ([]string, error) {
	editions, err := g.store.History(ctx, HistoryQuery{Current: true, Facts: true})
	if err != nil {
		return nil, err
	}
	var bs []Batch
	for i := range editions {
		e := &editions[i]
		if e.State != Current {
			continue
		}
		b, err := e.again()
		if err != nil {
			return []string{err.Error()}, nil
		}
		bs = append(bs, b)
	}
	if _, err := scratch.Apply(ctx, bs); err != nil {
		return nil, err
	}
	return g.compare(ctx, New(scratch, g.limits))
}

// compare walks both graphs in order of id and reports nodes, and relationships at them, that differ.
func (g *Graph) compare(ctx context.Context, other *Graph) ([]string, error) {
	var out []string
	var after *Key
	for {
		q := Query{Kinds: LoadedKinds(), After: after, Limit: 500, Want: Full}
		mine, err := g.snapshot(ctx, q)
		if err != nil {
			return nil, err
		}
		theirs, err := other.snapshot(ctx, q)
		if err != nil {
			return nil, err
		}
		for i := 0; i < max(len(mine.text), len(theirs.text)); i++ {
			if a, b := at(mine.text, i), at(theirs.text, i); a != b {
				out = append(out, fmt.Sprintf("the store has %s, the journal says %s", clip(a, 400), clip(b, 400)))
			}
			if len(out) == maxDifferences {
				return out, nil
			}
		}
		if mine.last == nil || len(mine.text) != len(theirs.text) {
			return out, nil
		}
		after = mine.last
	}
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "nothing more"
}

// snapshot is a page of nodes with their outgoing relationships, as text; last is nil on the last page.
type snapshot struct {
	text []string
	last *Key
}

func (g *Graph) snapshot(ctx context.Context, q Query) (*snapshot, error) {
	found, err := g.store.Find(ctx, q)
	if err != nil {
		return nil, err
	}
	s := &snapshot{}
	near := make([]ID, len(found.Nodes))
	for i := range found.Nodes {
		near[i] = found.Nodes[i].ID
	}
	groups, err := g.store.Walk(ctx, StepQuery{Near: near, Steps: []Step{{Direction: Out}}})
	if err != nil {
		return nil, err
	}
	links := map[ID][]Relationship{}
	for _, group := range groups {
		for _, l := range group.Links {
			links[group.Near] = append(links[group.Near], l.Relationship)
		}
	}
	for i := range found.Nodes {
		// Maps are written with sorted keys, so equal nodes give equal text.
		text, err := json.Marshal(struct {
			Node  Node
			Links []Relationship
		}{found.Nodes[i], links[found.Nodes[i].ID]})
		if err != nil {
			return nil, fmt.Errorf("node %s: %w", found.Nodes[i].ID, err)
		}
		s.text = append(s.text, string(text))
	}
	if found.More {
		k := KeyOf(&found.Nodes[len(found.Nodes)-1], nil)
		s.last = &k
	}
	return s, nil
}
