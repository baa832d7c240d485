package model

import (
	"context"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/vektah/gqlparser/v2/ast"
)

// A Connection is a page of a list, as the Relay cursor specification has it.
type Connection[T any] struct {
	Edges    []*Edge[T]
	PageInfo *PageInfo
	total    func(context.Context) (int64, error)
}

// An Edge is a row of a page with its cursor.
type Edge[T any] struct {
	Cursor string
	Node   T
}

// PageInfo says where a page stands in its list. Cursors are nil on an empty page.
type PageInfo struct {
	HasNextPage, HasPreviousPage bool
	StartCursor, EndCursor       *string
}

// Pages of relationships.
type (
	RelationshipConnection = Connection[*Relationship]
	RelationshipEdge       = Edge[*Relationship]
)

// Nodes are the rows without cursors.
func (c *Connection[T]) Nodes() []T {
	out := make([]T, len(c.Edges))
	for i, e := range c.Edges {
		out[i] = e.Node
	}
	return out
}

// TotalCount counts the whole list; the only thing that does.
func (c *Connection[T]) TotalCount(ctx context.Context) (int, error) {
	n, err := c.total(ctx)
	return int(n), err
}

// connect makes a connection of a page.
func connect[T, Item any](p *graph.Page[Item], node func(*Item) T) *Connection[T] {
	c := &Connection[T]{Edges: make([]*Edge[T], len(p.Edges)),
		PageInfo: &PageInfo{HasNextPage: p.HasNext, HasPreviousPage: p.HasPrevious}}
	for i := range p.Edges {
		e := &p.Edges[i]
		c.Edges[i] = &Edge[T]{e.Cursor, node(&e.Item)}
	}
	if n := len(c.Edges); n > 0 {
		c.PageInfo.StartCursor, c.PageInfo.EndCursor = &c.Edges[0].Cursor, &c.Edges[n-1].Cursor
	}
	return c
}

// List is a page of the nodes of some kinds, by the arguments of the field being resolved.
// Errors: as graph.List.
func List[T Node](ctx context.Context, g *graph.Graph, kinds ...graph.Kind) (*Connection[T], error) {
	l := listOf(ctx)
	q := graph.ListQuery{Field: l.field.Name, Kinds: kinds, Where: l.where, Order: l.order, Page: l.page,
		Stubs: l.stubs, Runs: l.runs, Want: l.want}
	page := &graph.Page[graph.Node]{}
	if l.rows {
		var err error
		if page, err = g.List(ctx, q); err != nil {
			return nil, err
		}
	}
	nodes := make([]graph.Node, len(page.Edges))
	for i := range page.Edges {
		nodes[i] = page.Edges[i].Item
	}
	views := newCohort(g, nodes, l.want).views()
	c := connect(page, func(n *graph.Node) T { return views[n.ID].(T) })
	c.total = func(ctx context.Context) (int64, error) { return g.CountList(ctx, q) }
	return c, nil
}

// linked is a page of the nodes of some kinds at the far ends of relationships of some types, each once.
func linked[T Node](ctx context.Context, b *base, d graph.Direction, types []graph.RelType, far ...graph.Kind) (*Connection[T], error) {
	l := listOf(ctx)
	q := l.links()
	q.Types, q.Direction, q.FarKinds, q.Distinct = types, d, far, true
	return linkPage(ctx, b, l, q, func(c *cohort, link *graph.Link) T { return c.view(&link.Far).(T) })
}

// pages are the pages of one field at all members of a cohort.
type pages struct {
	byNear map[graph.ID]*graph.Page[graph.Link]
	far    *cohort
}

// A fieldLoad is the key of what a field loads for a cohort: its pages, or their counts.
type fieldLoad struct {
	field *ast.Field
	count bool
}

// linkPage is the page at b of a field that follows relationships; pages at all members of b's cohort
// are read at once.
func linkPage[T any](ctx context.Context, b *base, l list, q graph.LinkQuery, row func(*cohort, *graph.Link) T) (*Connection[T], error) {
	all := &pages{}
	if l.rows {
		var err error
		all, err = once(b.c, fieldLoad{l.field, false}, func() (*pages, error) { return b.c.links(ctx, q) })
		if err != nil {
			return nil, err
		}
	}
	page := all.byNear[b.node.ID]
	if page == nil {
		page = &graph.Page[graph.Link]{}
	}
	c := connect(page, func(link *graph.Link) T { return row(all.far, link) })
	c.total = func(ctx context.Context) (int64, error) {
		counts, err := once(b.c, fieldLoad{l.field, true}, func() (map[graph.ID]int64, error) {
			return b.c.graph.CountLinks(ctx, b.c.ids(), q)
		})
		return counts[b.node.ID], err
	}
	return c, nil
}

// links reads a page of relationships at every member, in one store call.
func (c *cohort) links(ctx context.Context, q graph.LinkQuery) (*pages, error) {
	byNear, err := c.graph.Links(ctx, c.ids(), q)
	if err != nil {
		return nil, err
	}
	var nodes []graph.Node
	var relationships []*graph.Relationship
	for _, id := range c.ids() {
		edges := byNear[id].Edges
		for i := range edges {
			link := &edges[i].Item
			nodes = append(nodes, link.Far)
			relationships = append(relationships, &link.Relationship)
		}
	}
	far := newCohort(c.graph, nodes, q.Want)
	far.relationships = relationships
	return &pages{byNear, far}, nil
}
