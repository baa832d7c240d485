// Package storetest says what a graph.Store must do, in a form that runs: Model is the naive store
// that is right by being simple, Run is the suite that holds a backend against it and against
// expectations written by hand. Only tests import it, and it must know no backend.
package storetest

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A Model is a graph.Store in memory. It keeps the journal and computes the graph anew from all
// current batches after every Apply; every read looks at every node. It is the oracle of Run and
// too slow for anything else.
type Model struct {
	mu       sync.RWMutex
	journal  []graph.Edition // with Batch and Content, in order of Seq
	seq      uint64          // the last Seq given out; none is given twice
	revision uint64
	nodes    []graph.Node // by id
	links    map[graph.ID][]graph.Link
	types    map[graph.RelType]int64
}

// NewModel gives an empty store.
func NewModel() *Model { return &Model{} }

// Close does nothing.
func (m *Model) Close() error { return nil }

// Revision counts the effective Applies.
func (m *Model) Revision(ctx context.Context) (uint64, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.revision, ctx.Err()
}

// compute makes the graph of the current editions: facts that several origins hold count once, and
// a node exists when a batch defines it or a relationship touches it.
func (m *Model) compute() {
	said := map[string]*graph.Batch{}
	for i := range m.journal {
		if e := &m.journal[i]; e.State == graph.Current {
			said[e.Origin.Digest] = e.Batch
		}
	}
	exists := map[graph.ID]bool{}
	contributions := map[graph.ID][]graph.Contribution{}
	var relationships []graph.Relationship
	for _, b := range said {
		for _, c := range b.Contributions {
			contributions[c.Node] = append(contributions[c.Node], c)
			if c.Role == graph.Defines {
				exists[c.Node] = true
			}
		}
		for _, r := range b.Relationships {
			relationships = append(relationships, r)
			exists[r.Source], exists[r.Target] = true, true
		}
	}
	byID := map[graph.ID]graph.Node{}
	m.nodes = nil
	for id := range exists {
		byID[id] = graph.MergeNode(id, contributions[id])
		m.nodes = append(m.nodes, byID[id])
	}
	sort.Slice(m.nodes, func(i, j int) bool { return m.nodes[i].ID < m.nodes[j].ID })
	m.links, m.types = map[graph.ID][]graph.Link{}, map[graph.RelType]int64{}
	for _, r := range relationships {
		m.types[r.Type]++
		m.links[r.Source] = append(m.links[r.Source], graph.Link{Relationship: r, Far: byID[r.Target]})
		if r.Source != r.Target {
			m.links[r.Target] = append(m.links[r.Target], graph.Link{Relationship: r, Far: byID[r.Source]})
		}
	}
}

func (m *Model) linksAt(id graph.ID) []graph.Link { return m.links[id] }

// accepted gives the nodes of the kinds that the filter accepts, by id.
func (m *Model) accepted(kinds []graph.Kind, f graph.Filter) []graph.Node {
	var out []graph.Node
	for i := range m.nodes {
		if n := &m.nodes[i]; ofKind(n, kinds) && graph.Match(f, n, m.linksAt) {
			out = append(out, *n)
		}
	}
	return out
}

func ofKind(n *graph.Node, kinds []graph.Kind) bool {
	return len(kinds) == 0 || slices.Contains(kinds, n.Kind)
}

// wanted gives a copy of a node with as much of it as the read wants.
func wanted(n graph.Node, w graph.Want) graph.Node {
	trim := func(p graph.Props) graph.Props {
		out := graph.Props{}
		for name, v := range p {
			if w == graph.Full || !graph.PropertyOf(name).Opaque {
				out[name] = v
			}
		}
		return out
	}
	n.Props, n.Stated = trim(n.Props), trim(n.Stated)
	return n
}

// Nodes looks the ids up one by one.
func (m *Model) Nodes(ctx context.Context, ids []graph.ID, w graph.Want) ([]graph.Node, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	var out []graph.Node
	seen := map[graph.ID]bool{}
	for _, id := range ids {
		for _, n := range m.nodes {
			if n.ID == id && !seen[id] {
				seen[id] = true
				out = append(out, wanted(n, w))
			}
		}
	}
	return out, ctx.Err()
}

// page sorts rows by their keys, goes to the place and takes up to limit of them; 0 takes all.
func page[T any](rows []T, key func(*T, []graph.Order) graph.Key, order []graph.Order, backward bool, after *graph.Key, limit int) ([]T, bool) {
	type place struct {
		key graph.Key
		row *T
	}
	var places []place
	for i := range rows {
		p := place{key(&rows[i], order), &rows[i]}
		if after == nil || graph.CompareKeys(p.key, *after, order, backward) > 0 {
			places = append(places, p)
		}
	}
	slices.SortFunc(places, func(a, b place) int { return graph.CompareKeys(a.key, b.key, order, backward) })
	more := limit > 0 && len(places) > limit
	if more {
		places = places[:limit]
	}
	var out []T
	for _, p := range places {
		out = append(out, *p.row)
	}
	return out, more
}

// Find filters and sorts all nodes.
func (m *Model) Find(ctx context.Context, q graph.Query) (graph.NodePage, error) {
	err := firstError(ctx.Err(), validLimit(q.Limit, 1), validKinds(q.Kinds), graph.ValidateFilter(q.Filter), graph.ValidateOrder(q.Order))
	if err == nil {
		err = graph.ValidateKey(q.After, q.Order, false)
	}
	if err != nil {
		return graph.NodePage{}, err
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	rows, more := page(m.accepted(q.Kinds, q.Filter), graph.KeyOf, q.Order, q.Backward, q.After, q.Limit)
	for i := range rows {
		rows[i] = wanted(rows[i], q.Want)
	}
	return graph.NodePage{Nodes: rows, More: more}, nil
}

// follow gives the links at a node that a step takes.
func (m *Model) follow(near graph.ID, s *graph.Step) []graph.Link {
	var out []graph.Link
	for _, l := range m.links[near] {
		if graph.Follows(&l.Relationship, near, s.Types, s.Direction, s.MinCertainty) &&
			ofKind(&l.Far, s.FarKinds) && graph.Match(s.Far, &l.Far, m.linksAt) {
			out = append(out, l)
		}
	}
	if s.Distinct {
		return firstOfEach(out)
	}
	return out
}

// firstOfEach leaves of the links to one far node the first, by line and id.
func firstOfEach(links []graph.Link) []graph.Link {
	slices.SortFunc(links, func(a, b graph.Link) int {
		return cmp.Or(cmp.Compare(a.Far.ID, b.Far.ID), cmp.Compare(a.Relationship.Line, b.Relationship.Line),
			cmp.Compare(a.Relationship.ID, b.Relationship.ID))
	})
	return slices.CompactFunc(links, func(a, b graph.Link) bool { return a.Far.ID == b.Far.ID })
}

// Walk takes each step from each near node.
func (m *Model) Walk(ctx context.Context, q graph.StepQuery) ([]graph.Steps, error) {
	if err := firstError(ctx.Err(), validSteps(q.Steps)); err != nil {
		return nil, err
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	var out []graph.Steps
	for _, near := range q.Near {
		for i := range q.Steps {
			s := &q.Steps[i]
			links, more := page(m.follow(near, s), graph.LinkKeyOf, s.Order, s.Backward, s.After, s.Limit)
			for k := range links {
				links[k].Far = wanted(links[k].Far, s.Want)
			}
			if len(links) > 0 {
				out = append(out, graph.Steps{Near: near, Step: i, Links: links, More: more})
			}
		}
	}
	return out, nil
}

// Count counts by walking over what is counted. Groups of links come in the order of q.Near.
func (m *Model) Count(ctx context.Context, q graph.CountQuery) ([]graph.Group, error) {
	if err := firstError(ctx.Err(), validCount(&q)); err != nil {
		return nil, err
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	var out []graph.Group
	switch q.Over {
	case graph.OverLinks:
		for _, near := range q.Near {
			if n := len(m.follow(near, &q.Step)); n > 0 {
				out = append(out, graph.Group{Near: near, N: int64(n)})
			}
		}
		return out, nil
	case graph.OverRelationships:
		for t, n := range m.types {
			out = append(out, graph.Group{Keys: []any{string(t)}, N: n})
		}
	default:
		if len(q.GroupBy) == 0 {
			out = append(out, graph.Group{})
		}
		for _, n := range m.accepted(q.Kinds, q.Filter) {
			out = addTo(out, groupKeys(&n, q.GroupBy))
		}
	}
	sort.Slice(out, func(i, j int) bool { return compareGroups(&out[i], &out[j]) < 0 })
	return out, nil
}

// groupKeys gives the values that a node is grouped by; a kind is a string like any other key.
func groupKeys(n *graph.Node, by []string) []any {
	var keys []any
	for _, name := range by {
		if name == "kind" {
			keys = append(keys, string(n.Kind))
		} else {
			keys = append(keys, n.Props[name])
		}
	}
	return keys
}

func addTo(groups []graph.Group, keys []any) []graph.Group {
	for i := range groups {
		if slices.Equal(groups[i].Keys, keys) {
			groups[i].N++
			return groups
		}
	}
	return append(groups, graph.Group{Keys: keys, N: 1})
}

// compareGroups orders groups as an ascending order of those values would.
func compareGroups(a, b *graph.Group) int {
	return graph.CompareKeys(graph.Key{Values: a.Keys}, graph.Key{Values: b.Keys}, nil, false)
}

// Search tries the tier on every node. A query without words matches nothing by words.
func (m *Model) Search(ctx context.Context, q graph.TextQuery) ([]graph.Node, error) {
	err := firstError(ctx.Err(), validLimit(q.Limit, 1), validKinds(q.Kinds), graph.ValidateFilter(q.Filter), validTier(q.Tier))
	if err != nil {
		return nil, err
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	var out []graph.Node
	for _, n := range m.accepted(q.Kinds, q.Filter) {
		if n.ID > q.After && matchesTier(&n, &q) && len(out) < q.Limit {
			out = append(out, wanted(n, q.Want))
		}
	}
	return out, nil
}

func matchesTier(n *graph.Node, q *graph.TextQuery) bool {
	if q.Tier == graph.TierHandle {
		handle, has := n.Props["handle"]
		return string(n.ID) == q.Raw || has && handle == q.Raw
	}
	if len(q.Words) == 0 {
		return false
	}
	info := graph.KindOf(n.Kind)
	label, text := graph.Words(n.Props.String(info.Label)), graph.Words(n.Props.String(info.Text))
	switch q.Tier {
	case graph.TierLabel:
		return slices.Equal(label, q.Words)
	case graph.TierLabelPrefix:
		return strings.HasPrefix(strings.Join(label, " "), strings.Join(q.Words, " "))
	case graph.TierLabelWords:
		return containsAll(label, q.Words)
	case graph.TierPhrase:
		return containsRun(label, q.Words) || containsRun(text, q.Words)
	}
	return containsAll(slices.Concat(label, text), q.Words)
}

func containsAll(words, want []string) bool {
	for _, w := range want {
		if !slices.Contains(words, w) {
			return false
		}
	}
	return true
}

func containsRun(words, run []string) bool {
	for i := 0; i+len(run) <= len(words); i++ {
		if slices.Equal(words[i:i+len(run)], run) {
			return true
		}
	}
	return false
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func validLimit(n, least int) error {
	if n < least {
		return graph.Errorf(graph.Invalid, "a limit of %d is below %d", n, least)
	}
	return nil
}

func validTier(t graph.Tier) error {
	if !slices.Contains(graph.Tiers, t) {
		return graph.Errorf(graph.Invalid, "unknown tier %d", t)
	}
	return nil
}

func validKinds(kinds []graph.Kind) error {
	return graph.ValidateFilter(graph.InKinds(kinds))
}

func validSteps(steps []graph.Step) error {
	for _, s := range steps {
		err := firstError(
			graph.ValidateFilter(graph.Linked{Types: s.Types, Direction: s.Direction, Far: s.Far}),
			validLimit(s.Limit, 0), validKinds(s.FarKinds), graph.ValidateOrder(s.Order))
		if err == nil {
			err = graph.ValidateKey(s.After, s.Order, true)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func validCount(q *graph.CountQuery) error {
	switch q.Over {
	case graph.OverRelationships:
		return nil
	case graph.OverLinks:
		s := q.Step
		s.Order, s.After, s.Limit = nil, nil, 0
		return validSteps([]graph.Step{s})
	case graph.OverNodes:
		for _, name := range q.GroupBy {
			p := graph.PropertyOf(name)
			if name != "kind" && (p == nil || p.Opaque || p.Type == graph.ListProp) {
				return graph.Errorf(graph.Invalid, "there is no property %q to group by", name)
			}
		}
		return firstError(validKinds(q.Kinds), graph.ValidateFilter(q.Filter))
	}
	return graph.Errorf(graph.Invalid, "unknown thing %d to count", q.Over)
}
