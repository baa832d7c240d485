package graph

import (
	"context"
	"slices"
	"sort"
)

// An AggregateQuery asks how many nodes there are in groups.
type AggregateQuery struct {
	Kinds   []Kind
	Where   Filter
	GroupBy []string // scalar properties that are not opaque, or "kind"
	// Systems counts in how many systems such nodes are, instead of the nodes.
	Systems bool
	Stubs   Stubs
	Runs    Runs
}

// Aggregate answers: how many of these are there, by these properties? Groups come ordered by key,
// absent values last; a count without GroupBy is one group. Errors: Invalid.
func (g *Graph) Aggregate(ctx context.Context, q AggregateQuery) ([]Group, error) {
	if err := ValidateGroupBy(q.GroupBy); err != nil {
		return nil, err
	}
	f, err := g.scoped(ctx, q.Kinds, q.Where, q.Stubs, q.Runs)
	if err != nil {
		return nil, err
	}
	keys, system := q.GroupBy, slices.Index(q.GroupBy, "system")
	if q.Systems && system < 0 {
		keys, system = append(slices.Clone(keys), "system"), len(keys)
	}
	groups, err := g.countResolved(ctx, CountQuery{Kinds: q.Kinds, Filter: f, GroupBy: keys})
	if err != nil {
		return nil, err
	}
	if q.Systems {
		groups = distinct(groups, len(q.GroupBy), system)
	}
	return groups, nil
}

// ValidateGroupBy checks the keys of an aggregate. Errors: Invalid.
func ValidateGroupBy(keys []string) error {
	if len(keys) > maxOrderKeys {
		return Errorf(Invalid, "groups take at most %d keys", maxOrderKeys)
	}
	seen := map[string]bool{}
	for _, k := range keys {
		p := PropertyOf(k)
		if k != "kind" && (p == nil || p.Opaque || p.Type == ListProp) {
			return Errorf(Invalid, "there is no property %q to group by", k)
		}
		if seen[k] {
			return Errorf(Invalid, "the groups name %q twice", k)
		}
		seen[k] = true
	}
	return nil
}

// countResolved counts in groups; where the groups tell read-backs apart, routes that take over an
// answer are counted under that answer.
func (g *Graph) countResolved(ctx context.Context, q CountQuery) ([]Group, error) {
	at := -1
	for i, k := range q.GroupBy {
		if k == propEstablished {
			at = i
		}
	}
	if at < 0 {
		return g.store.Count(ctx, q)
	}
	st, err := g.at(ctx)
	if err != nil {
		return nil, err
	}
	all, err := st.inherited(ctx)
	if err != nil {
		return nil, err
	}
	isHeir := Cond{propVerdict, EQ, string(VerdictInherited)}
	own := q
	own.Filter = And{q.Filter, Not{isHeir}}
	groups, err := g.store.Count(ctx, own)
	if err != nil || len(all) == 0 {
		return groups, err
	}
	heirs, err := g.all(ctx, Query{Kinds: q.Kinds, Filter: And{q.Filter, isHeir}})
	if err != nil {
		return nil, err
	}
	for i := range heirs {
		keys := make([]any, len(q.GroupBy))
		for j, k := range q.GroupBy {
			keys[j] = groupKey(&heirs[i], k)
		}
		keys[at] = string(all[heirs[i].ID].Established)
		groups = append(groups, Group{Keys: keys, N: 1})
	}
	return sum(groups), nil
}

func groupKey(n *Node, key string) any {
	if key == "kind" {
		return string(n.Kind)
	}
	return n.Props[key]
}

// sum joins groups with equal keys and puts them in order.
func sum(groups []Group) []Group {
	SortGroups(groups)
	var out []Group
	for _, c := range groups {
		if len(out) > 0 && compareKeyLists(out[len(out)-1].Keys, c.Keys) == 0 {
			out[len(out)-1].N += c.N
			continue
		}
		out = append(out, c)
	}
	return out
}

// distinct drops the keys after the first n and counts how many values the one at a place took.
func distinct(groups []Group, n, at int) []Group {
	out := make([]Group, len(groups))
	for i, c := range groups {
		out[i] = Group{Keys: c.Keys[:n], N: 1}
		if c.Keys[at] == nil {
			out[i].N = 0
		}
	}
	return sum(out)
}

// SortGroups puts groups in the order that Count promises.
func SortGroups(groups []Group) {
	sort.SliceStable(groups, func(i, j int) bool { return compareKeyLists(groups[i].Keys, groups[j].Keys) < 0 })
}

// sortByCount puts the largest groups first, equal ones in order of their keys.
func sortByCount(groups []Group) {
	sort.SliceStable(groups, func(i, j int) bool {
		if groups[i].N != groups[j].N {
			return groups[i].N > groups[j].N
		}
		return compareKeyLists(groups[i].Keys, groups[j].Keys) < 0
	})
}

func compareKeyLists(a, b []any) int {
	for i := range a {
		if c := compareAbsent(a[i], b[i]); c != 0 {
			return c
		}
	}
	return 0
}
