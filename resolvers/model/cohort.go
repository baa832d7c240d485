package model

import (
	"context"
	"sync"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A cohort is what one store call gave. The first member that needs more reads it for all of them.
type cohort struct {
	graph         *graph.Graph
	nodes         []graph.Node // each once
	relationships []*graph.Relationship
	want          graph.Want // how much of the nodes was read

	loads sync.Map // what is loaded, a key -> func() (any, error)
}

// newCohort makes a cohort of nodes read by one call, of which several may be the same.
func newCohort(g *graph.Graph, nodes []graph.Node, want graph.Want) *cohort {
	c := &cohort{graph: g, want: want}
	seen := make(map[graph.ID]bool, len(nodes))
	for _, n := range nodes {
		if !seen[n.ID] {
			seen[n.ID] = true
			c.nodes = append(c.nodes, n)
		}
	}
	return c
}

// once runs load for the first member that asks for key; all others wait for its result. Keys are
// comparable values of types that belong to one loader each.
func once[T any](c *cohort, key any, load func() (T, error)) (T, error) {
	f, _ := c.loads.LoadOrStore(key, sync.OnceValues(func() (any, error) { return load() }))
	v, err := f.(func() (any, error))()
	if err != nil {
		var none T
		return none, err
	}
	return v.(T), nil
}

// ids lists the members.
func (c *cohort) ids() []graph.ID {
	out := make([]graph.ID, len(c.nodes))
	for i := range c.nodes {
		out[i] = c.nodes[i].ID
	}
	return out
}

// views makes the views of all members by id.
func (c *cohort) views() map[graph.ID]Node {
	out := make(map[graph.ID]Node, len(c.nodes))
	for i := range c.nodes {
		out[c.nodes[i].ID] = c.view(&c.nodes[i])
	}
	return out
}

// view makes the view of a member.
func (c *cohort) view(n *graph.Node) Node { return views[n.Kind](base{n, c}) }

// A reference names nodes that members refer to by a property or otherwise.
type reference struct {
	name string
	want graph.Want
}

// refer reads, once for each name, the nodes that members refer to, and gives their views by id.
func (c *cohort) refer(ctx context.Context, name string, ids func() []graph.ID) (map[graph.ID]Node, error) {
	want := wanted(ctx)
	return once(c, reference{name, want}, func() (map[graph.ID]Node, error) {
		distinct := distinct(ids())
		if len(distinct) == 0 {
			return nil, nil
		}
		nodes, err := c.graph.Nodes(ctx, distinct, want)
		if err != nil {
			return nil, err
		}
		return newCohort(c.graph, nodes, want).views(), nil
	})
}

// distinct drops empty and repeated ids.
func distinct(ids []graph.ID) []graph.ID {
	seen := map[graph.ID]bool{"": true}
	var out []graph.ID
	for _, id := range ids {
		if !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out
}

// bodies gives the members with their opaque properties, which a first read may leave out.
func (c *cohort) bodies(ctx context.Context) (map[graph.ID]*graph.Node, error) {
	type key struct{}
	return once(c, key{}, func() (map[graph.ID]*graph.Node, error) {
		nodes := c.nodes
		if c.want != graph.Full {
			var err error
			if nodes, err = c.graph.Nodes(ctx, c.ids(), graph.Full); err != nil {
				return nil, err
			}
		}
		out := make(map[graph.ID]*graph.Node, len(nodes))
		for i := range nodes {
			out[nodes[i].ID] = &nodes[i]
		}
		return out, nil
	})
}
