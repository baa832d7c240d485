package graph

import (
	"context"
	"slices"
)

// PageArgs are the arguments of a Relay connection: First with After reads forward, Last with Before
// backward. Neither First nor Last takes the default page from the start.
type PageArgs struct {
	First, Last   *int
	After, Before *string
}

// An Edge is a row of a page with its cursor.
type Edge[T any] struct {
	Cursor string
	Item   T
}

// A Page is part of a list, in the list's order whichever way it was read.
type Page[T any] struct {
	Edges       []Edge[T]
	HasNext     bool
	HasPrevious bool
}

// window is a checked PageArgs.
type window struct {
	limit         int
	backward      bool
	after, before *Key // in the direction of reading: exclusive start, exclusive end
	order         []Order
}

func (g *Graph) window(p PageArgs, scope string, order []Order, walk bool) (*window, error) {
	w := &window{limit: g.limits.PageDefault, order: order}
	n := p.First
	switch {
	case p.First != nil && p.Last != nil:
		return nil, Errorf(Invalid, "first and last together have no clear meaning; give one of them")
	case p.Last != nil:
		n, w.backward = p.Last, true
	}
	if n != nil {
		switch {
		case *n < 0:
			return nil, Errorf(Invalid, "a page cannot have %d rows", *n)
		case *n > g.limits.PageMax:
			return nil, Errorf(Limit, "a page of %d rows is too large: ask for at most %d and follow the cursor", *n, g.limits.PageMax)
		}
		w.limit = *n
	}
	decode := func(s *string) (*Key, error) {
		if s == nil {
			return nil, nil
		}
		return DecodeCursor(*s, scope, order, walk)
	}
	var err error
	if w.after, err = decode(p.After); err != nil {
		return nil, err
	}
	if w.before, err = decode(p.Before); err != nil {
		return nil, err
	}
	if w.backward {
		w.after, w.before = w.before, w.after
	}
	return w, nil
}

// page cuts rows read in the window's direction to the window and puts them in list order. It takes
// what was read, one place for each row, and whether more follows.
func page[T any](w *window, rows []T, key func(*T) Key, more bool, scope string) *Page[T] {
	out := &Page[T]{Edges: make([]Edge[T], 0, len(rows))}
	beyond := more
	for i := range rows {
		k := key(&rows[i])
		if w.before != nil && CompareKeys(k, *w.before, w.order, w.backward) >= 0 {
			beyond = true
			break
		}
		if len(out.Edges) == w.limit {
			beyond = true
			break
		}
		out.Edges = append(out.Edges, Edge[T]{EncodeCursor(k, scope), rows[i]})
	}
	if w.backward {
		slices.Reverse(out.Edges)
		out.HasPrevious, out.HasNext = beyond, w.after != nil
	} else {
		// A cursor names a row of this list, so before a page that starts after one there is a row.
		out.HasNext, out.HasPrevious = beyond, w.after != nil
	}
	return out
}

// A ListQuery asks for a page of a list of nodes.
type ListQuery struct {
	Field string // the list's name; cursors are bound to it
	Kinds []Kind // none: all
	Where Filter
	Order []Order
	Page  PageArgs
	Stubs Stubs // for lists of records
	Runs  Runs
	Want  Want
}

// List gives a page of a list of nodes: which nodes of these kinds satisfy a filter, in an order?
// Errors: Invalid for arguments or cursors that do not fit, Limit for a page that is too large.
func (g *Graph) List(ctx context.Context, q ListQuery) (*Page[Node], error) {
	scope := CursorScope(q.Field+" "+string(q.Stubs)+" "+string(q.Runs), q.Kinds, q.Where, q.Order)
	if err := ValidateOrder(q.Order); err != nil {
		return nil, err
	}
	w, err := g.window(q.Page, scope, q.Order, false)
	if err != nil {
		return nil, err
	}
	f, err := g.scoped(ctx, q.Kinds, q.Where, q.Stubs, q.Runs)
	if err != nil {
		return nil, err
	}
	found, err := g.store.Find(ctx, Query{Kinds: q.Kinds, Filter: f, Order: q.Order, Backward: w.backward,
		After: w.after, Limit: max(w.limit, 1), Want: q.Want})
	if err != nil {
		return nil, err
	}
	return page(w, found.Nodes, func(n *Node) Key { return KeyOf(n, q.Order) }, found.More, scope), nil
}

// CountList counts the nodes of the whole list that a page was cut from.
func (g *Graph) CountList(ctx context.Context, q ListQuery) (int64, error) {
	f, err := g.scoped(ctx, q.Kinds, q.Where, q.Stubs, q.Runs)
	if err != nil {
		return 0, err
	}
	groups, err := g.store.Count(ctx, CountQuery{Kinds: q.Kinds, Filter: f})
	if err != nil || len(groups) == 0 {
		return 0, err
	}
	return groups[0].N, nil
}

// A LinkQuery asks for a page of the relationships at each of several nodes.
type LinkQuery struct {
	Field        string
	Types        []RelType
	Direction    Direction
	MinCertainty Certainty
	FarKinds     []Kind
	Where        Filter // on the far node
	Distinct     bool   // one row for each far node, not for each relationship
	Order        []Order
	Page         PageArgs
	Want         Want
}

// Links gives, for each near node, a page of its relationships and the nodes at their far ends. It
// makes one store call whatever the number of near nodes. Errors: as List.
func (g *Graph) Links(ctx context.Context, near []ID, q LinkQuery) (map[ID]*Page[Link], error) {
	scope := q.scope()
	if err := ValidateOrder(q.Order); err != nil {
		return nil, err
	}
	w, err := g.window(q.Page, scope, q.Order, true)
	if err != nil {
		return nil, err
	}
	step, err := g.step(ctx, q)
	if err != nil {
		return nil, err
	}
	step.Backward, step.After, step.Limit = w.backward, w.after, max(w.limit, 1)
	groups, err := g.store.Walk(ctx, StepQuery{Near: near, Steps: []Step{step}})
	if err != nil {
		return nil, err
	}
	out := make(map[ID]*Page[Link], len(near))
	for _, id := range near {
		out[id] = &Page[Link]{HasNext: w.backward && w.after != nil, HasPrevious: !w.backward && w.after != nil}
	}
	for _, s := range groups {
		out[s.Near] = page(w, s.Links, func(l *Link) Key { return LinkKeyOf(l, q.Order) }, s.More, scope)
	}
	return out, nil
}

// CountLinks counts the relationships at each near node, in one store call.
func (g *Graph) CountLinks(ctx context.Context, near []ID, q LinkQuery) (map[ID]int64, error) {
	step, err := g.step(ctx, q)
	if err != nil {
		return nil, err
	}
	groups, err := g.store.Count(ctx, CountQuery{Over: OverLinks, Near: near, Step: step})
	if err != nil {
		return nil, err
	}
	out := make(map[ID]int64, len(groups))
	for _, c := range groups {
		out[c.Near] = c.N
	}
	return out, nil
}

func (q *LinkQuery) scope() string {
	return CursorScope(q.Field, q.FarKinds, And{q.Where, Linked{q.Types, q.Direction, q.MinCertainty, nil}}, q.Order)
}

func (g *Graph) step(ctx context.Context, q LinkQuery) (Step, error) {
	s := Step{Types: q.Types, Direction: q.Direction, MinCertainty: q.MinCertainty, FarKinds: q.FarKinds,
		Far: q.Where, Distinct: q.Distinct, Order: q.Order, Want: q.Want}
	if s.Far == nil {
		return s, nil
	}
	st, err := g.at(ctx)
	if err != nil {
		return s, err
	}
	s.Far, err = g.resolve(ctx, st, s.Far)
	return s, err
}
