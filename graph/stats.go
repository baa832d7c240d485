package graph

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sort"
)

// Stats says how much a graph holds of what documents state.
type Stats struct {
	Nodes         int64
	Stubs         int64
	Relationships int64
	Documents     int64
	Revision      uint64
	Fingerprint   string
	ByKind        []Group // key: the kind
	ByType        []Group // key: the relationship type
}

// Stats answers: how much is there? Stubs and past runs are counted.
func (g *Graph) Stats(ctx context.Context) (*Stats, error) {
	s := &Stats{}
	var err error
	if s.Revision, err = g.store.Revision(ctx); err != nil {
		return nil, err
	}
	if s.ByKind, err = g.store.Count(ctx, CountQuery{GroupBy: []string{"kind"}}); err != nil {
		return nil, err
	}
	if s.ByType, err = g.store.Count(ctx, CountQuery{Over: OverRelationships}); err != nil {
		return nil, err
	}
	stubs, err := g.store.Count(ctx, CountQuery{Filter: IsDeclared(false)})
	if err != nil {
		return nil, err
	}
	s.ByKind = slices.DeleteFunc(s.ByKind, func(c Group) bool { return Kind(c.Keys[0].(string)).Operational() })
	for _, c := range s.ByKind {
		s.Nodes += c.N
		if c.Keys[0] == string(Document) {
			s.Documents = c.N
		}
	}
	for _, c := range s.ByType {
		s.Relationships += c.N
	}
	for _, c := range stubs {
		s.Stubs += c.N
	}
	s.Fingerprint, err = g.Fingerprint(ctx)
	return s, err
}

// Fingerprint is a SHA-256, in hexadecimal, over the sorted distinct digests of the facts that current
// origins state: the same on every backend and after every order of loading in which nothing
// conflicted (graph-model 7). Locations, bytes and times are not in it; lines are.
func (g *Graph) Fingerprint(ctx context.Context) (string, error) {
	editions, err := g.store.History(ctx, HistoryQuery{Current: true})
	if err != nil {
		return "", err
	}
	distinct := map[string]bool{}
	for _, e := range editions {
		if e.State == Current {
			distinct[e.Origin.Digest] = true
		}
	}
	digests := make([]string, 0, len(distinct))
	for d := range distinct {
		digests = append(digests, d)
	}
	sort.Strings(digests)
	h := sha256.New()
	for _, d := range digests {
		h.Write([]byte(d + "\n"))
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
