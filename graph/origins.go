package graph

import (
	"context"
	"fmt"
	"slices"
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
	var contested []ID
	for _, e := range editions {
		if e.State == Refused {
			contested = append(contested, e.Conflict.Node)
		}
	}
	nodes, err := g.store.Nodes(ctx, contested, Light)
	if err != nil {
		return nil, err
	}
	out := make([]OriginInfo, len(editions))
	for i, e := range editions {
		out[i] = OriginInfo{e, e.State == Refused && !held(&e, editions, nodes)}
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

// held tells whether what a refused edition was refused for is still in the way: another current
// edition of the document with other facts, or the record as another document declares it.
func held(refused *Edition, editions []Edition, nodes []Node) bool {
	contested := refused.Conflict.Node
	if contested.Kind() == Document {
		return slices.ContainsFunc(editions, func(e Edition) bool {
			return e.State == Current && e.Origin.Document == contested && e.Origin.Location != refused.Origin.Location &&
				e.Origin.Digest != refused.Origin.Digest
		})
	}
	return slices.ContainsFunc(nodes, func(n Node) bool {
		return n.ID == contested && n.Declared && n.Props.String("document") != string(refused.Origin.Document)
	})
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

// Said gives what the origins at these locations say now: current editions with facts and bytes, in the order
// in which they came. Errors: the store's, and when the journal has lost facts.
func (g *Graph) Said(ctx context.Context, locations []string) ([]Edition, error) {
	editions, err := g.store.History(ctx, HistoryQuery{Locations: locations, Current: true, Facts: true, Content: true})
	if err != nil {
		return nil, err
	}
	out := editions[:0]
	for i := range editions {
		e := &editions[i]
		if e.State != Current {
			continue
		}
		if e.Batch == nil {
			return nil, fmt.Errorf("the journal has lost the facts of edition %d, %s", e.Seq, e.Origin.Location)
		}
		out = append(out, *e)
	}
	return out, nil
}

// Undo makes every origin say again what it said at an earlier revision. It is an Apply like any other,
// a revision of its own, so it can be undone too. Errors: Invalid for a revision that is not earlier
// than the present one.
func (g *Graph) Undo(ctx context.Context, to uint64) (Change, error) {
	revision, err := g.store.Revision(ctx)
	if err != nil {
		return Change{}, err
	}
	if to >= revision {
		return Change{}, Errorf(Invalid, "the graph is at revision %d; only an earlier one can be gone back to", revision)
	}
	all, err := g.store.History(ctx, HistoryQuery{})
	if err != nil {
		return Change{}, err
	}
	then, now := map[string]Edition{}, map[string]Edition{}
	for _, e := range all {
		if e.State == Current {
			now[e.Origin.Location] = e
		}
		if e.State != Refused && e.Since <= to && (e.Until == 0 || e.Until > to) {
			then[e.Origin.Location] = e
		}
	}
	var bs []Batch
	var back []string
	for location, e := range now {
		switch old, ok := then[location]; {
		case !ok:
			bs = append(bs, Batch{Origin: Origin{Location: location}})
		case old.Seq != e.Seq:
			back = append(back, location)
		}
	}
	for location := range then {
		if _, ok := now[location]; !ok {
			back = append(back, location)
		}
	}
	again, err := g.editions(ctx, then, back)
	if err != nil {
		return Change{}, err
	}
	bs = append(bs, again...)
	sort.Slice(bs, func(i, j int) bool { return bs[i].Origin.Location < bs[j].Origin.Location })
	return g.store.Apply(ctx, bs)
}

// editions reads the batches of editions by their locations.
func (g *Graph) editions(ctx context.Context, wanted map[string]Edition, locations []string) ([]Batch, error) {
	if len(locations) == 0 {
		return nil, nil
	}
	full, err := g.store.History(ctx, HistoryQuery{Locations: locations, Facts: true, Content: true})
	if err != nil {
		return nil, err
	}
	var bs []Batch
	for i := range full {
		e := &full[i]
		if wanted[e.Origin.Location].Seq != e.Seq {
			continue
		}
		b, err := e.again()
		if err != nil {
			return nil, err
		}
		bs = append(bs, b)
	}
	return bs, nil
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
		b, err := e.again()
		if err != nil {
			return Change{}, err
		}
		bs = append(bs, b)
	}
	return g.store.Apply(ctx, bs)
}

// again makes the batch that an edition was. Errors: when the journal does not hold it whole.
func (e *Edition) again() (Batch, error) {
	if e.Batch == nil {
		return Batch{}, fmt.Errorf("the journal has lost the facts of edition %d, %s", e.Seq, e.Origin.Location)
	}
	b := *e.Batch
	b.Origin, b.Content = e.Origin, e.Content
	if err := b.Seal(); err != nil {
		return b, err
	}
	if b.Origin.Digest != e.Origin.Digest {
		return b, fmt.Errorf("the facts of edition %d, %s, no longer have the digest noted for them", e.Seq, e.Origin.Location)
	}
	return b, nil
}

// History answers: what did this document say, from where, since and until when? Oldest first.
func (g *Graph) History(ctx context.Context, document ID) ([]Edition, error) {
	return g.store.History(ctx, HistoryQuery{Documents: []ID{document}})
}
