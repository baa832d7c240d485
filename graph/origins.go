package graph

import (
	"context"
	"sort"
)

// An OriginInfo is an origin as the journal has it.
type OriginInfo struct {
	Edition
	// Ready marks a refused origin whose rival no longer holds what they disagree about: loading it
	// again would succeed.
	Ready bool
}

// Origins answers: what was loaded from where, what was refused, and what of that could be loaded
// now? Ordered by location; a current edition before a refused one of the same origin.
func (g *Graph) Origins(ctx context.Context) ([]OriginInfo, error) {
	editions, err := g.store.History(ctx, HistoryQuery{Current: true})
	if err != nil {
		return nil, err
	}
	current := map[string]bool{}
	var contested []ID
	for _, e := range editions {
		if e.State == Current {
			current[e.Origin.Location] = true
		} else if e.Conflict != nil {
			contested = append(contested, e.Conflict.Node)
		}
	}
	held := map[ID]bool{}
	nodes, err := g.store.Nodes(ctx, contested, Light)
	if err != nil {
		return nil, err
	}
	for i := range nodes {
		held[nodes[i].ID] = nodes[i].Declared
	}
	out := make([]OriginInfo, len(editions))
	for i, e := range editions {
		ready := e.State == Refused && e.Conflict != nil && (!current[e.Conflict.Location] || !held[e.Conflict.Node])
		out[i] = OriginInfo{e, ready}
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := &out[i], &out[j]
		if a.Origin.Location != b.Origin.Location {
			return a.Origin.Location < b.Origin.Location
		}
		return a.State == Current && b.State != Current
	})
	return out, nil
}

// Locations gives the current locations of documents, sorted, in one store call.
func (g *Graph) Locations(ctx context.Context, documents []ID) (map[ID][]string, error) {
	editions, err := g.store.History(ctx, HistoryQuery{Documents: documents, Current: true})
	if err != nil {
		return nil, err
	}
	out := map[ID][]string{}
	for _, e := range editions {
		if e.State == Current {
			out[e.Origin.Document] = append(out[e.Origin.Document], e.Origin.Location)
		}
	}
	for _, l := range out {
		sort.Strings(l)
	}
	return out, nil
}

// Undo takes back the last revision: every origin says again what it said before. It is an Apply like
// any other, so undoing twice brings the change back. Errors: NotFound in an empty store.
func (g *Graph) Undo(ctx context.Context) (Change, error) {
	revision, err := g.store.Revision(ctx)
	if err != nil {
		return Change{}, err
	}
	if revision == 0 {
		return Change{}, Errorf(NotFound, "there is nothing to undo: the store is empty")
	}
	editions, err := g.store.History(ctx, HistoryQuery{Revision: revision, Facts: true, Content: true})
	if err != nil {
		return Change{}, err
	}
	before, after := map[string]Edition{}, map[string]bool{}
	for _, e := range editions {
		if e.State == Past && e.Until == revision {
			before[e.Origin.Location] = e
		} else if e.Since == revision && e.State == Current {
			after[e.Origin.Location] = true
		}
	}
	var bs []Batch
	for location := range after {
		if _, ok := before[location]; !ok {
			bs = append(bs, Batch{Origin: Origin{Location: location}})
		}
	}
	for _, e := range before {
		bs = append(bs, e.again())
	}
	sort.Slice(bs, func(i, j int) bool { return bs[i].Origin.Location < bs[j].Origin.Location })
	return g.store.Apply(ctx, bs)
}

// BringBack makes each document say again what it said before its present state: a removed one is
// back, a corrected one is as before the correction. Errors: NotFound for a document without a past.
func (g *Graph) BringBack(ctx context.Context, documents []ID) (Change, error) {
	editions, err := g.store.History(ctx, HistoryQuery{Documents: documents, Facts: true, Content: true})
	if err != nil {
		return Change{}, err
	}
	last := map[ID]Edition{}
	for _, e := range editions {
		if e.State == Past && e.Batch != nil && e.Until >= last[e.Origin.Document].Until {
			last[e.Origin.Document] = e
		}
	}
	var bs []Batch
	for _, id := range documents {
		e, ok := last[id]
		if !ok {
			return Change{}, Errorf(NotFound, "document %s has no earlier state to go back to", id)
		}
		bs = append(bs, e.again())
	}
	return g.store.Apply(ctx, bs)
}

// again makes the batch that an edition was.
func (e *Edition) again() Batch {
	if e.Batch == nil {
		return Batch{Origin: Origin{Location: e.Origin.Location}}
	}
	b := *e.Batch
	b.Origin, b.Content = e.Origin, e.Content
	return b
}

// History answers: what did this document say, from where, since and until when? Oldest first.
func (g *Graph) History(ctx context.Context, document ID) ([]Edition, error) {
	return g.store.History(ctx, HistoryQuery{Documents: []ID{document}})
}
