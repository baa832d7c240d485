package storetest

import (
	"context"
	"fmt"
	"slices"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// all is a limit that no test graph reaches.
const all = 1_000_000

// A checker compares a store with a model after a step.
type checker struct {
	asker
	ctx   context.Context
	store graph.Store

	questions bool // ask random ones too
	deep      bool // read the whole journal too, which grows with every step
}

// check asks everything and gives the first difference.
func (c *checker) check() error {
	if !c.questions {
		return c.everything()
	}
	for _, part := range []struct {
		times int
		ask   func() error
	}{{1, c.everything}, {1, c.journal}, {2, c.nodes}, {4, c.find}, {5, c.walk}, {4, c.counts}, {8, c.searches}, {3, c.histories}} {
		for range part.times {
			if err := part.ask(); err != nil {
				return err
			}
		}
	}
	return nil
}

// compare runs one read on the store and on the model.
func compare[Q, A any](c *checker, q Q, read func(graph.Store, Q) (A, error), show func(A) string) (A, error) {
	got, err := read(c.store, q)
	if err != nil {
		return got, fmt.Errorf("%T %s: %w", q, show1(q), err)
	}
	want, err := read(c.model, q)
	if err != nil {
		return got, fmt.Errorf("the model refuses %T %s: %w", q, show1(q), err)
	}
	if err := differ(show(got), show(want)); err != nil {
		return got, fmt.Errorf("%T %s: %w", q, show1(q), err)
	}
	return got, nil
}

// show1 writes a query on one line. Filters and places show in full behind it.
func show1(q any) string {
	s := fmt.Sprintf("%+v", q)
	more := func(f graph.Filter, after *graph.Key) {
		if s += " filter: " + graph.FilterKey(f); after != nil {
			s += fmt.Sprintf(" after: %+v", *after)
		}
	}
	switch q := q.(type) {
	case graph.Query:
		more(q.Filter, q.After)
	case graph.StepQuery:
		for _, step := range q.Steps {
			more(step.Far, step.After)
		}
	case graph.CountQuery:
		more(q.Filter, nil)
		more(q.Step.Far, nil)
	case graph.TextQuery:
		more(q.Filter, nil)
	}
	if len(s) > 4000 {
		return s[:4000] + "…"
	}
	return s
}

// everything compares the revision, all nodes with all properties and all relationships.
func (c *checker) everything() error {
	revision := func(s graph.Store, _ struct{}) (uint64, error) { return s.Revision(c.ctx) }
	if _, err := compare(c, struct{}{}, revision, func(r uint64) string { return fmt.Sprint("revision ", r) }); err != nil {
		return err
	}
	found, err := compare(c, graph.Query{Limit: all, Want: graph.Full}, c.readFind, showPage)
	if err != nil {
		return err
	}
	ids := make([]graph.ID, len(found.Nodes))
	for i, n := range found.Nodes {
		ids[i] = n.ID
	}
	_, err = compare(c, graph.StepQuery{Near: ids, Steps: []graph.Step{{Direction: graph.Out}}}, c.readWalk, showSteps)
	return err
}

func (c *checker) readFind(s graph.Store, q graph.Query) (graph.NodePage, error) {
	return s.Find(c.ctx, q)
}

func (c *checker) readWalk(s graph.Store, q graph.StepQuery) ([]graph.Steps, error) {
	return s.Walk(c.ctx, q)
}

func showPage(p graph.NodePage) string {
	return fmt.Sprintf("%d nodes, more=%t\n", len(p.Nodes), p.More) + showNodes(p.Nodes)
}

// nodes asks for ids that are there, missing and repeated.
func (c *checker) nodes() error {
	ids := append(c.idList(8), c.idList(8)...)
	ids = append(ids, "route:none/none")
	if c.in(2) {
		ids = append(ids, ids...)
	}
	w := c.want()
	read := func(s graph.Store, ids []graph.ID) ([]graph.Node, error) { return s.Nodes(c.ctx, ids, w) }
	_, err := compare(c, ids, read, showNodes)
	return err
}

// find reads a query whole and then in pages, one way or the other.
func (c *checker) find() error {
	q := c.query()
	q.Limit = all
	whole, err := compare(c, q, c.readFind, showPage)
	if err != nil {
		return err
	}
	c.seen.when(q.Backward && len(whole.Nodes) > 1, "page is read backward")
	q.Limit = max(1+c.IntN(7), len(whole.Nodes)/8)
	var rows []graph.Node
	for {
		page, err := compare(c, q, c.readFind, showPage)
		if err != nil {
			return err
		}
		if rows = append(rows, page.Nodes...); !page.More {
			break
		}
		last := graph.KeyOf(&page.Nodes[len(page.Nodes)-1], q.Order)
		c.border(&last, &whole.Nodes[len(rows)], q.Order)
		q.After = &last
	}
	if err := differ(showNodes(rows), showNodes(whole.Nodes)); err != nil {
		return fmt.Errorf("pages of %d of %s: %w", q.Limit, show1(q), err)
	}
	return nil
}

// border counts where a page ended.
func (c *checker) border(last *graph.Key, next *graph.Node, order []graph.Order) {
	if len(order) == 0 {
		return
	}
	a, b := last.Values[0], next.Props[order[0].Prop]
	c.seen.when(a != nil && b == nil, "page ends before absent values")
	c.seen.when(a == nil && b != nil, "page ends after absent values")
	c.seen.when(a != nil && a == b, "page ends within a tie")
}

// walk takes several steps at once, then follows one of them page by page from each near node.
func (c *checker) walk() error {
	q := graph.StepQuery{Near: c.near()}
	for range 1 + c.IntN(3) {
		q.Steps = append(q.Steps, c.step())
	}
	c.seen.when(len(q.Steps) > 1, "several steps at once")
	groups, err := compare(c, q, c.readWalk, showSteps)
	if err != nil {
		return err
	}
	for _, s := range groups {
		c.links(s.Links)
		if s.More {
			c.seen.add("step cut off")
			if err := c.turnPages(s.Near, q.Steps[s.Step], s.Links); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *checker) links(ls []graph.Link) {
	ends := map[[2]graph.ID]bool{}
	for _, l := range ls {
		r := &l.Relationship
		c.seen.when(r.Source == r.Target, "loop in a step")
		c.seen.when(ends[[2]graph.ID{r.Source, r.Target}], "parallel relationships in a step")
		ends[[2]graph.ID{r.Source, r.Target}] = true
	}
}

func (c *checker) turnPages(near graph.ID, s graph.Step, links []graph.Link) error {
	for len(links) > 0 {
		after := graph.LinkKeyOf(&links[len(links)-1], s.Order)
		s.After = &after
		groups, err := compare(c, graph.StepQuery{Near: []graph.ID{near}, Steps: []graph.Step{s}}, c.readWalk, showSteps)
		if err != nil {
			return err
		}
		if links = nil; len(groups) > 0 {
			links = groups[0].Links
		}
	}
	return nil
}

func (c *checker) counts() error {
	q := c.count()
	read := func(s graph.Store, q graph.CountQuery) ([]graph.Group, error) { return s.Count(c.ctx, q) }
	groups, err := compare(c, q, read, showGroups)
	for _, g := range groups {
		c.seen.when(slices.Contains(g.Keys, nil), "group without a key")
	}
	return err
}

func (c *checker) searches() error {
	q := c.search()
	read := func(s graph.Store, q graph.TextQuery) ([]graph.Node, error) { return s.Search(c.ctx, q) }
	found, err := compare(c, q, read, showNodes)
	c.seen.when(len(found) > 0, "found by "+tierNames[q.Tier])
	return err
}

// histories asks for parts of the journal, whole and in pages.
func (c *checker) histories() error {
	q := c.history()
	q.Facts = q.Facts && (c.deep || q.Revision > 0)
	if len(q.Locations)+len(q.Documents) == 0 && q.Revision == 0 && !q.Current && !c.deep {
		return nil
	}
	whole, err := compare(c, q, c.readHistory, showEditions)
	if err != nil {
		return err
	}
	if err := climbing(whole); err != nil {
		return err
	}
	var rows []graph.Edition
	for q.Limit = 1 + c.IntN(5); ; {
		part, err := c.store.History(c.ctx, q)
		if err != nil {
			return err
		}
		if rows = append(rows, part...); len(part) < q.Limit {
			break
		}
		q.AfterSeq = part[len(part)-1].Seq
	}
	return differ(showEditions(rows), showEditions(whole))
}

func (c *checker) readHistory(s graph.Store, q graph.HistoryQuery) ([]graph.Edition, error) {
	return s.History(c.ctx, q)
}

func showEditions(es []graph.Edition) string { return lines(es, showEdition) }

// climbing checks what showEdition leaves out.
func climbing(es []graph.Edition) error {
	last := uint64(0)
	for _, e := range es {
		if e.Seq <= last || e.At.IsZero() {
			return fmt.Errorf("edition of %s has Seq %d after %d, At %s", e.Origin.Location, e.Seq, last, e.At)
		}
		last = e.Seq
	}
	return nil
}

// journal compares the whole journal while it is short.
func (c *checker) journal() error {
	if !c.deep {
		return nil
	}
	es, err := compare(c, graph.HistoryQuery{Facts: true, Content: true}, c.readHistory, showEditions)
	for _, e := range es {
		c.seen.add("edition " + string(e.State))
	}
	return err
}
