package graph

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

// A Preview tells what Applies of documents would do and does none of it: each is judged as if those before it had been
// made. It keeps origins and claims in memory, no facts. Not for several goroutines at once.
type Preview struct {
	store    Store
	revision uint64
	live     []Edition                // current and refused, as they would be
	claims   map[ID]map[string]string // node -> digest -> FactKey, of batches previewed
}

// Preview starts from what the graph holds now.
func (g *Graph) Preview(ctx context.Context) (*Preview, error) {
	revision, err := g.store.Revision(ctx)
	if err != nil {
		return nil, err
	}
	live, err := g.store.History(ctx, HistoryQuery{Current: true})
	return &Preview{store: g.store, revision: revision, live: live, claims: map[ID]map[string]string{}}, err
}

// Apply gives what Graph.Apply of the batches would give. Errors: as Graph.Apply.
func (p *Preview) Apply(ctx context.Context, bs []Batch) (Change, error) {
	for i := range bs {
		if err := bs[i].Validate(); err != nil {
			return Change{}, err
		}
	}
	j, err := Judge(ctx, p, bs)
	if err != nil {
		return Change{}, err
	}
	p.revision = j.Revision(p.revision)
	p.carryOut(bs, j)
	return Change{Revision: p.revision, Outcomes: j.Outcomes}, nil
}

// carryOut does with the origins what a store does with its journal.
func (p *Preview) carryOut(bs []Batch, j *Judgement) {
	for _, r := range j.Renames {
		for i := range p.live {
			if p.live[i].Origin.Location == r.From {
				p.live[i].Origin.Location = r.To
			}
		}
	}
	forget := append([]string{}, j.Forget...)
	for _, r := range j.Refuse {
		forget = append(forget, r.Location)
	}
	var refused []Edition
	for _, r := range j.Refuse {
		e := Edition{State: Refused, Conflict: &r.Conflict}
		if r.Batch >= 0 {
			e.Origin = bs[r.Batch].Origin
		} else if at := p.current(r.Location); at >= 0 {
			e.Origin = p.live[at].Origin
		}
		refused = append(refused, e)
	}
	p.live = slices.DeleteFunc(p.live, func(e Edition) bool {
		if e.State == Current {
			return slices.Contains(j.Close, e.Origin.Location)
		}
		return slices.Contains(forget, e.Origin.Location)
	})
	p.live = append(p.live, refused...)
	for _, i := range j.Touch {
		if at := p.current(bs[i].Origin.Location); at >= 0 {
			p.live[at].Origin.Path = bs[i].Origin.Path
		}
	}
	for _, i := range j.Open {
		p.live = append(p.live, Edition{Origin: bs[i].Origin, State: Current})
		for node, facts := range bs[i].claims() {
			if p.claims[node] == nil {
				p.claims[node] = map[string]string{}
			}
			p.claims[node][bs[i].Origin.Digest] = facts
		}
	}
}

// current gives the index of an origin's current edition, -1 for none.
func (p *Preview) current(location string) int {
	return slices.IndexFunc(p.live, func(e Edition) bool { return e.State == Current && e.Origin.Location == location })
}

// Editions is part of Journal.
func (p *Preview) Editions(_ context.Context, locations, paths []string, documents []ID, digests []string) ([]Edition, error) {
	inLocations, inPaths, inDocuments, inDigests := setOf(locations), setOf(paths), setOf(documents), setOf(digests)
	var out []Edition
	for _, e := range p.live {
		o := &e.Origin
		if inLocations[o.Location] || o.Path != "" && inPaths[o.Path] || inDocuments[o.Document] || inDigests[o.Digest] {
			out = append(out, e)
		}
	}
	return out, nil
}

func setOf[T comparable](items []T) map[T]bool {
	out := make(map[T]bool, len(items))
	for _, item := range items {
		out[item] = true
	}
	return out
}

// Definers is part of Journal. What the store holds of a node is found by the documents that define it.
func (p *Preview) Definers(ctx context.Context, nodes []ID) ([]Definer, error) {
	var out []Definer
	for _, node := range nodes {
		for digest, facts := range p.claims[node] {
			out = append(out, Definer{Node: node, Digest: digest, Facts: facts})
		}
	}
	documents, err := p.definingDocuments(ctx, nodes)
	if err != nil {
		return nil, err
	}
	asked := setOf(nodes)
	for _, document := range documents {
		editions, err := p.store.History(ctx, HistoryQuery{Documents: []ID{document}, Current: true, Facts: true})
		if err != nil {
			return nil, err
		}
		for i := range editions {
			e := &editions[i]
			if e.State != Current {
				continue
			}
			if e.Batch == nil {
				return nil, fmt.Errorf("the journal has lost the facts of edition %d, %s", e.Seq, e.Origin.Location)
			}
			for k := range e.Batch.Contributions {
				if c := &e.Batch.Contributions[k]; c.exclusive() && asked[c.Node] {
					out = append(out, Definer{Node: c.Node, Digest: e.Origin.Digest, Facts: c.FactKey()})
				}
			}
		}
	}
	return out, nil
}

// definingDocuments gives the documents that define nodes in the store, each once.
func (p *Preview) definingDocuments(ctx context.Context, nodes []ID) ([]ID, error) {
	if len(nodes) == 0 {
		return nil, nil
	}
	found, err := p.store.Nodes(ctx, nodes, Light)
	if err != nil {
		return nil, err
	}
	seen := map[ID]bool{}
	for i := range found {
		n := &found[i]
		// Of what is exclusive one origin says everything; amendments of others lie over it.
		for _, props := range []Props{n.Stated, n.Props} {
			if d := props.String("document"); d != "" {
				seen[ID(d)] = true
				break
			}
		}
		if n.Kind == Document {
			seen[n.ID] = true
		}
	}
	return slices.Sorted(maps.Keys(seen)), nil
}

// A FactChange says in what two batches of one origin differ.
type FactChange struct {
	NodesAdded           int `json:"nodesAdded"`
	NodesRemoved         int `json:"nodesRemoved"`
	NodesChanged         int `json:"nodesChanged"`
	RelationshipsAdded   int `json:"relationshipsAdded"`
	RelationshipsRemoved int `json:"relationshipsRemoved"`
}

// Difference compares what two batches state: nodes by what they contribute to each, relationships by id.
func Difference(before, after *Batch) (d FactChange) {
	type said struct{ before, after string }
	nodes := map[ID]said{}
	for i := range before.Contributions {
		c := &before.Contributions[i]
		s := nodes[c.Node]
		s.before += c.FactKey()
		nodes[c.Node] = s
	}
	for i := range after.Contributions {
		c := &after.Contributions[i]
		s := nodes[c.Node]
		s.after += c.FactKey()
		nodes[c.Node] = s
	}
	for _, s := range nodes {
		switch {
		case s.before == "":
			d.NodesAdded++
		case s.after == "":
			d.NodesRemoved++
		case s.before != s.after:
			d.NodesChanged++
		}
	}
	had := make(map[ID]bool, len(before.Relationships))
	for i := range before.Relationships {
		had[before.Relationships[i].ID] = true
	}
	for i := range after.Relationships {
		if id := after.Relationships[i].ID; had[id] {
			delete(had, id)
		} else {
			d.RelationshipsAdded++
		}
	}
	d.RelationshipsRemoved = len(had)
	return d
}
