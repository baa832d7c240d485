package storetest

import (
	"context"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A faulty store is the model with one mistake of a kind that backends make.
type faulty struct {
	*Model
	find    func(graph.Query, *graph.NodePage)
	query   func(*graph.Query)
	nodes   func([]graph.Node)
	walk    func(*graph.StepQuery)
	walked  func([]graph.Steps)
	count   func([]graph.Group) []graph.Group
	search  func(*graph.TextQuery)
	history func([]graph.Edition)
	apply   func(*graph.Change)
}

func (f *faulty) Find(ctx context.Context, q graph.Query) (graph.NodePage, error) {
	if f.query != nil {
		f.query(&q)
	}
	p, err := f.Model.Find(ctx, q)
	if f.find != nil {
		f.find(q, &p)
	}
	if f.nodes != nil {
		f.nodes(p.Nodes)
	}
	return p, err
}

func (f *faulty) Walk(ctx context.Context, q graph.StepQuery) ([]graph.Steps, error) {
	q.Steps = append([]graph.Step(nil), q.Steps...)
	if f.walk != nil {
		f.walk(&q)
	}
	out, err := f.Model.Walk(ctx, q)
	if f.walked != nil {
		f.walked(out)
	}
	return out, err
}

func (f *faulty) Count(ctx context.Context, q graph.CountQuery) ([]graph.Group, error) {
	out, err := f.Model.Count(ctx, q)
	if f.count != nil {
		out = f.count(out)
	}
	return out, err
}

func (f *faulty) Search(ctx context.Context, q graph.TextQuery) ([]graph.Node, error) {
	if f.search != nil {
		f.search(&q)
	}
	return f.Model.Search(ctx, q)
}

func (f *faulty) History(ctx context.Context, q graph.HistoryQuery) ([]graph.Edition, error) {
	out, err := f.Model.History(ctx, q)
	if f.history != nil {
		f.history(out)
	}
	return out, err
}

func (f *faulty) Apply(ctx context.Context, bs []graph.Batch) (graph.Change, error) {
	c, err := f.Model.Apply(ctx, bs)
	if f.apply != nil {
		f.apply(&c)
	}
	return c, err
}

// rewrite changes every filter in a tree that f changes.
func rewrite(f graph.Filter, change func(graph.Filter) graph.Filter) graph.Filter {
	list := func(fs []graph.Filter) []graph.Filter {
		var out []graph.Filter
		for _, g := range fs {
			out = append(out, rewrite(g, change))
		}
		return out
	}
	switch g := f.(type) {
	case graph.And:
		f = graph.And(list(g))
	case graph.Or:
		f = graph.Or(list(g))
	case graph.Not:
		f = graph.Not{Filter: rewrite(g.Filter, change)}
	case graph.Linked:
		g.Far = rewrite(g.Far, change)
		f = g
	}
	return change(f)
}

func inFilters(change func(graph.Filter) graph.Filter) func(*graph.Query) {
	return func(q *graph.Query) { q.Filter = rewrite(q.Filter, change) }
}

func inConds(change func(*graph.Cond)) func(*graph.Query) {
	return inFilters(func(f graph.Filter) graph.Filter {
		if c, ok := f.(graph.Cond); ok {
			change(&c)
			return c
		}
		return f
	})
}

// mistakes are what the random histories have to notice.
var mistakes = map[string]faulty{
	"more without rows":           {find: func(q graph.Query, p *graph.NodePage) { p.More = p.More || len(p.Nodes) == q.Limit }},
	"backward is not reversed":    {query: func(q *graph.Query) { q.Backward = false }},
	"orders ignore the direction": {query: func(q *graph.Query) { q.Order = ascending(q.Order) }},
	"not of the absent is false": {query: inFilters(func(f graph.Filter) graph.Filter {
		if n, ok := f.(graph.Not); ok {
			if c, ok := n.Filter.(graph.Cond); ok && c.Op != graph.IsNull {
				return graph.And{f, graph.Cond{Prop: c.Prop, Op: graph.IsNull, Value: false}}
			}
		}
		return f
	})},
	"ne takes the absent in": {query: inFilters(func(f graph.Filter) graph.Filter {
		if c, ok := f.(graph.Cond); ok && c.Op == graph.NE {
			return graph.Or{f, graph.Cond{Prop: c.Prop, Op: graph.IsNull, Value: true}}
		}
		return f
	})},
	"contains takes percent for a pattern": {query: inConds(func(c *graph.Cond) {
		if s, ok := c.Value.(string); ok && c.Op == graph.Contains {
			c.Value = strings.ReplaceAll(s, "%", "")
		}
	})},
	"linked forgets the direction": {query: inFilters(func(f graph.Filter) graph.Filter {
		if l, ok := f.(graph.Linked); ok {
			l.Direction = graph.Both
			return l
		}
		return f
	})},
	"linked forgets the certainty": {query: inFilters(func(f graph.Filter) graph.Filter {
		if l, ok := f.(graph.Linked); ok {
			l.MinCertainty = 0
			return l
		}
		return f
	})},
	"disagreements are lost": {nodes: func(ns []graph.Node) {
		for i := range ns {
			ns[i].Disagreements = nil
		}
	}},
	"an empty string is absent": {nodes: func(ns []graph.Node) {
		for i := range ns {
			for name, v := range ns[i].Props {
				if v == "" {
					delete(ns[i].Props, name)
				}
			}
		}
	}},
	"integers pass through floats": {nodes: func(ns []graph.Node) {
		for i := range ns {
			for name, v := range ns[i].Props {
				if n, ok := v.(int64); ok {
					ns[i].Props[name] = int64(float64(n))
				}
			}
		}
	}},
	"far filters are left out": {walk: func(q *graph.StepQuery) {
		for i := range q.Steps {
			q.Steps[i].Far = nil
		}
	}},
	"the place in a walk forgets the line": {walk: func(q *graph.StepQuery) {
		for i, s := range q.Steps {
			if s.After != nil {
				k := *s.After
				k.Values = append([]any(nil), k.Values...)
				k.Values[len(k.Values)-1] = int64(2)
				q.Steps[i].After = &k
			}
		}
	}},
	"headings are lost": {walked: func(groups []graph.Steps) {
		for _, g := range groups {
			for i := range g.Links {
				g.Links[i].Relationship.Heading = ""
			}
		}
	}},
	"groups without a key are left out": {count: func(gs []graph.Group) []graph.Group {
		var out []graph.Group
		for _, g := range gs {
			if len(g.Keys) == 0 || g.Keys[len(g.Keys)-1] != nil {
				out = append(out, g)
			}
		}
		return out
	}},
	"search includes the place": {search: func(q *graph.TextQuery) {
		if q.After != "" {
			q.After = q.After[:len(q.After)-1]
		}
	}},
	"a phrase is any words":    {search: func(q *graph.TextQuery) { q.Tier = phraseAsText(q.Tier) }},
	"search forgets the kinds": {search: func(q *graph.TextQuery) { q.Kinds = nil }},
	"renames are not told": {apply: func(c *graph.Change) {
		for i := range c.Outcomes {
			c.Outcomes[i].Was = ""
		}
	}},
	"editions never end": {history: func(es []graph.Edition) {
		for i := range es {
			es[i].Until = 0
		}
	}},
}

func ascending(order []graph.Order) []graph.Order {
	var out []graph.Order
	for _, o := range order {
		out = append(out, graph.Order{Prop: o.Prop})
	}
	return out
}

func phraseAsText(t graph.Tier) graph.Tier {
	if t == graph.TierPhrase {
		return graph.TierText
	}
	return t
}

// A suite that cannot fail says nothing: each mistake has to be found by a default run, and the history
// that shows it has to come out short.
func TestMistakesAreFound(t *testing.T) {
	for name, f := range mistakes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			open := func(testing.TB) graph.Store {
				wrong := f
				wrong.Model = NewModel()
				return &wrong
			}
			for seed := 1; seed <= histories; seed++ {
				r := &replay{open: open, seed: seed, seen: &tally{count: map[string]int{}}}
				if err := r.random(t, historySteps); err != nil {
					if name == "headings are lost" {
						short := r.shrink(t)
						if len(short) != 1 || len(short[0]) != 1 {
							t.Errorf("not shrunk to one batch:\n%s", showHistory(short))
						}
					}
					return
				}
			}
			t.Error("nobody noticed")
		})
	}
}
