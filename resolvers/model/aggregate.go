package model

import (
	"context"
	"fmt"
	"slices"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A Group is a group of an aggregate.
type Group struct {
	Count  int
	values []any
	all    *groups
}

// groups is what the groups of one aggregate share: they read systems and runs together, and divide further
// together.
type groups struct {
	*cohort
	keys  []Enum // as the API names them
	query *graph.AggregateQuery
	list  []*Group
}

// of makes the groups that were counted.
func (s *groups) of(counted []graph.Group) []*Group {
	s.list = make([]*Group, len(counted))
	for i, c := range counted {
		s.list[i] = &Group{int(c.N), c.Keys, s}
	}
	return s.list
}

// A GroupValue is what the nodes of a group have in common.
type GroupValue struct {
	Key   Enum
	Value *string
}

// Aggregate counts nodes of some kinds, or the systems that have them, in groups, by the other arguments
// of the field being resolved. Errors: as graph.Aggregate, Invalid for no kinds, and Limit for more groups than an answer may
// have nodes.
func Aggregate(ctx context.Context, g *graph.Graph, kindNames, groupBy []Enum, systems bool) ([]*Group, error) {
	l := listOf(ctx)
	kinds, err := kindsOf("kind", kindNames)
	if err != nil {
		return nil, err
	}
	aggregate := graph.AggregateQuery{Kinds: kinds, Where: l.where, Systems: systems, Stubs: l.stubs, Runs: l.runs}
	for _, key := range groupBy {
		aggregate.GroupBy = append(aggregate.GroupBy, propertyNames[key])
	}
	return aggregated(ctx, newCohort(g, nil, graph.Light), aggregate, groupBy)
}

func aggregated(ctx context.Context, c *cohort, q graph.AggregateQuery, keys []Enum) ([]*Group, error) {
	g := c.graph
	found, err := g.Aggregate(ctx, q)
	if err != nil {
		return nil, err
	}
	if most := g.Limits().Nodes; len(found) > most {
		return nil, graph.Errorf(graph.Limit, "these are %d groups, at most %d are possible: group by something with fewer values", len(found), most)
	}
	return (&groups{cohort: c, keys: keys, query: &q}).of(found), nil
}

// Groups divides the group further. All groups of an aggregate are divided in one count. Errors: as Aggregate.
func (v *Group) Groups(ctx context.Context, by []Enum) ([]*Group, error) {
	if v.all.query == nil {
		return nil, graph.Errorf(graph.Invalid, "groups of a search are not divided further: aggregate instead")
	}
	type division string // its name is its keys
	smaller, err := once(v.all.cohort, division(fmt.Sprint(v.all.keys, by)), func() ([]*Group, error) {
		q := *v.all.query
		q.GroupBy = slices.Clone(q.GroupBy)
		for _, key := range by {
			q.GroupBy = append(q.GroupBy, propertyNames[key])
		}
		return aggregated(ctx, newCohort(v.all.graph, nil, graph.Light), q, append(slices.Clone(v.all.keys), by...))
	})
	if err != nil {
		return nil, err
	}
	out := []*Group{}
	for _, g := range smaller {
		if slices.Equal(g.values[:len(v.values)], v.values) {
			out = append(out, g)
		}
	}
	return out, nil
}

// value gives the group's value of a key; nil when it has none.
func (v *Group) value(key Enum) any {
	for i, k := range v.all.keys {
		if k == key {
			return v.values[i]
		}
	}
	return nil
}

// Value is the group's value of a key, as text. Errors: Invalid for a key that makes no groups here.
func (v *Group) Value(key Enum) (*string, error) {
	for _, k := range v.all.keys {
		if k == key {
			return display(v.shown(key)), nil
		}
	}
	return nil, graph.Errorf(graph.Invalid, "the aggregate does not group by %s", key)
}

// shown is the value as the API spells it: kinds by their enum.
func (v *Group) shown(key Enum) any {
	value := v.value(key)
	if kind, ok := value.(string); ok && key == "KIND" {
		return graph.Kind(kind).EnumName()
	}
	return value
}

// Keys are the group's values of all keys.
func (v *Group) Keys() []*GroupValue {
	out := make([]*GroupValue, len(v.all.keys))
	for i, k := range v.all.keys {
		out[i] = &GroupValue{k, display(v.shown(k))}
	}
	return out
}

// Kind is the group's kind; nil unless grouped by it.
func (v *Group) Kind() *Enum {
	if s := display(v.shown("KIND")); s != nil {
		return enum(*s)
	}
	return nil
}

// System is the group's system; nil unless grouped by it.
func (v *Group) System(ctx context.Context) (*System, error) {
	return groupNode[*System](ctx, v, "SYSTEM")
}

// Run is the group's run; nil unless grouped by it.
func (v *Group) Run(ctx context.Context) (*Run, error) { return groupNode[*Run](ctx, v, "RUN") }

func groupNode[T Node](ctx context.Context, v *Group, key Enum) (none T, err error) {
	id := func(g *Group) graph.ID {
		s, _ := g.value(key).(string)
		return graph.ID(s)
	}
	found, err := v.all.refer(ctx, string(key), func() []graph.ID {
		ids := make([]graph.ID, len(v.all.list))
		for i, g := range v.all.list {
			ids[i] = id(g)
		}
		return ids
	})
	if err != nil {
		return none, err
	}
	node, _ := found[id(v)].(T)
	return node, nil
}
