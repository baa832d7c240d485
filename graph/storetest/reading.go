package storetest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// runOrdering checks where absent values, ties and strings stand, both ways and page by page.
func runOrdering(t *testing.T, open Open) {
	s := newScene(t, open)
	bare := func(handle string, props ...any) graph.Contribution {
		return node(rec(graph.Route, handle), graph.Defines, 0, props...)
	}
	s.apply(doc("a", "memory", bare("r1", "label", "b", "line", int64(2)), bare("r2", "line", int64(1)), bare("r3", "label", "a", "line", int64(9)),
		bare("r4", "label", "b", "line", int64(1)), bare("r5"), bare("r6", "label", "b"), bare("r7", "label", "")))
	asc, desc := graph.Order{Prop: "label"}, graph.Order{Prop: "label", Desc: true}
	for _, c := range []struct {
		name  string
		order []graph.Order
		want  string
	}{
		{"by id", nil, "r1 r2 r3 r4 r5 r6 r7"},
		{"ascending: absent last, ties by id", []graph.Order{asc}, "r7 r3 r1 r4 r6 r2 r5"},
		{"descending: absent first, ties by id downward", []graph.Order{desc}, "r5 r2 r6 r4 r1 r3 r7"},
		{"two keys up", []graph.Order{asc, {Prop: "line"}}, "r7 r3 r4 r1 r6 r2 r5"},
		{"up, then down", []graph.Order{asc, {Prop: "line", Desc: true}}, "r7 r3 r6 r1 r4 r5 r2"},
		{"down, then up", []graph.Order{desc, {Prop: "line"}}, "r2 r5 r4 r1 r6 r3 r7"},
		{"by what nobody has", []graph.Order{{Prop: "axis", Desc: true}}, "r7 r6 r5 r4 r3 r2 r1"},
	} {
		q := graph.Query{Kinds: []graph.Kind{graph.Route}, Order: c.order}
		want(t, c.name, handlesOf(s.find(q)), c.want)
		q.Backward = true
		backward := strings.Fields(c.want)
		for i, k := 0, len(backward)-1; i < k; i, k = i+1, k-1 {
			backward[i], backward[k] = backward[k], backward[i]
		}
		want(t, c.name+", backward", handlesOf(s.find(q)), strings.Join(backward, " "))
		for _, back := range []bool{false, true} {
			q.Backward = back
			whole := handlesOf(s.find(q))
			for size := 1; size <= 3; size++ {
				want(t, fmt.Sprintf("%s, pages of %d, backward=%t", c.name, size, back), s.pages(q, size), whole)
			}
		}
	}
	// A key is a place, whether or not its row is still there.
	q := graph.Query{Kinds: []graph.Kind{graph.Route}, Order: []graph.Order{asc}, After: &graph.Key{Values: []any{"aa"}, ID: "route:QS-1/none"}}
	want(t, "place of a row that is gone", handlesOf(s.find(q)), "r1 r4 r6 r2 r5")
	q.After = &graph.Key{Values: []any{nil}, ID: "route:QS-1/r3"}
	want(t, "place among absent values", handlesOf(s.find(q)), "r5")
	q.Backward = true
	want(t, "place among absent values, backward", handlesOf(s.find(q)), "r2 r6 r4 r1 r3 r7")
	q.Order, q.Backward, q.After = []graph.Order{desc}, false, &graph.Key{Values: []any{"b"}, ID: "route:QS-1/r5"}
	want(t, "place in a descending tie", handlesOf(s.find(q)), "r4 r1 r3 r7")
}

// pages reads a query in pages and joins them.
func (s *scene) pages(q graph.Query, size int) string {
	s.Helper()
	var rows []graph.Node
	for q.Limit = size; ; {
		p := must[graph.NodePage](s)(s.Find(s.ctx, q))
		if rows = append(rows, p.Nodes...); !p.More || len(rows) > 1000 {
			return handlesOf(rows)
		}
		k := graph.KeyOf(&p.Nodes[len(p.Nodes)-1], q.Order)
		q.After = &k
	}
}

// runStrings checks that strings are compared by code point and never as patterns.
func runStrings(t *testing.T, open Open) {
	s := newScene(t, open)
	var facts []any
	texts := []string{"", " ", `"`, "%", "'", "A", "B", `\`, "_", "a", "cafe\u0301", "café", "\uFF41", "\U0001F4DA"} // in order
	for i, text := range texts {
		facts = append(facts, node(rec(graph.Route, fmt.Sprintf("t%02d", len(texts)-i)), graph.Defines, 0, "label", text, "owner", text+"\n"))
	}
	s.apply(doc("a", "memory", facts...))
	kinds := []graph.Kind{graph.Route}
	var got []string
	for _, n := range s.find(graph.Query{Kinds: kinds, Order: []graph.Order{{Prop: "label"}}}) {
		got = append(got, n.Props.String("label"))
	}
	want(t, "by code point", fmt.Sprintf("%q", got), fmt.Sprintf("%q", texts))
	for _, text := range texts {
		n := len(s.find(graph.Query{Kinds: kinds, Filter: graph.Cond{Prop: "label", Op: graph.EQ, Value: text}}))
		want(t, fmt.Sprintf("equal to %q", text), n, 1)
		if text == "" {
			continue
		}
		n = len(s.find(graph.Query{Kinds: kinds, Filter: graph.Cond{Prop: "owner", Op: graph.Contains, Value: text}}))
		want(t, fmt.Sprintf("containing %q", text), n, map[string]int{"a": 3}[text]+map[bool]int{true: 1}[text != "a"])
		n = len(s.find(graph.Query{Kinds: kinds, Filter: graph.Cond{Prop: "owner", Op: graph.StartsWith, Value: text + "\n"}}))
		want(t, fmt.Sprintf("starting with %q", text), n, 1)
	}
	want(t, "empty pattern", len(s.find(graph.Query{Kinds: kinds, Filter: graph.Cond{Prop: "owner", Op: graph.Contains, Value: ""}})), len(texts))
}

// runFiltering checks the two-valued logic and what an absent value does.
func runFiltering(t *testing.T, open Open) {
	s := newScene(t, open)
	s.apply(doc("a", "memory", route("x", "1", "noCounterpart", true, "line", int64(5)), route("y", "2", "readBack.flags", []string{"AFFORDED", "UNOBSERVED"}), feeds("x", "y"), feeds("y", "z")))
	cond := func(p string, op graph.Op, v any) graph.Filter { return graph.Cond{Prop: p, Op: op, Value: v} }
	out := func(far graph.Filter) graph.Filter { return graph.Linked{Direction: graph.Out, Far: far} }
	for _, c := range []struct {
		name   string
		filter graph.Filter
		want   string
	}{
		{"nil", nil, "x y z"}, {"and of none", graph.And{}, "x y z"}, {"or of none", graph.Or{}, ""},
		{"not nil", graph.Not{}, ""}, {"no kinds", graph.InKinds{}, ""}, {"no ids", graph.InIDs{}, ""},
		{"ne leaves the absent out", cond("line", graph.NE, int64(4)), "x"},
		{"not eq takes the absent in", graph.Not{Filter: cond("line", graph.EQ, int64(4))}, "x y z"},
		{"noneOf leaves the absent out", cond("line", graph.NoneOf, []int64{4}), "x"},
		{"noneOf of none", cond("line", graph.NoneOf, []int64{}), "x"},
		{"anyOf of none", cond("label", graph.AnyOf, []string{}), ""},
		{"is null", cond("line", graph.IsNull, true), "y z"}, {"is not null", cond("line", graph.IsNull, false), "x"},
		{"null list", cond("readBack.flags", graph.IsNull, true), "x z"},
		{"has", cond("readBack.flags", graph.Has, "AFFORDED"), "y"}, {"has no part", cond("readBack.flags", graph.Has, "AFFORD"), ""},
		{"has any", cond("readBack.flags", graph.HasAny, []string{"MALFORMED", "UNOBSERVED"}), "y"}, {"has any of none", cond("readBack.flags", graph.HasAny, []string{}), ""},
		{"boolean", cond("noCounterpart", graph.EQ, true), "x"}, {"below true", cond("noCounterpart", graph.LT, true), ""},
		{"property of other kinds", cond("axis", graph.IsNull, true), "x y z"},
		{"stubs", graph.IsDeclared(false), "z"},
		{"linked out", out(nil), "x y"}, {"linked in", graph.Linked{Direction: graph.In}, "y z"},
		{"linked to nothing", graph.Not{Filter: graph.Linked{Direction: graph.Both}}, ""},
		{"linked to a stub", out(graph.IsDeclared(false)), "y"},
		{"linked to what is linked to a stub", out(out(graph.IsDeclared(false))), "x"},
		{"linked to what is not a stub's neighbour", out(graph.Not{Filter: graph.Linked{Direction: graph.In, Far: cond("label", graph.EQ, "1")}}), "y"},
		{"linked surely", graph.Linked{Direction: graph.Both, MinCertainty: graph.Declared}, ""},
		{"linked to an id", graph.Linked{Direction: graph.Both, Far: graph.InIDs{rec(graph.Route, "y")}}, "x z"},
		{"linked by type", graph.Linked{Types: []graph.RelType{graph.Reads}, Direction: graph.Both}, ""},
		{"ids", graph.InIDs{rec(graph.Route, "y"), "route:none/x", rec(graph.Route, "y")}, "y"},
	} {
		q := graph.Query{Kinds: []graph.Kind{graph.Route}, Filter: c.filter}
		want(t, c.name, handlesOf(s.find(q)), c.want)
		groups := must[[]graph.Group](t)(s.Count(s.ctx, graph.CountQuery{Kinds: q.Kinds, Filter: c.filter}))
		want(t, "count of "+c.name, showGroups(groups), fmt.Sprintf(" near=\"\" n=%d\n", len(strings.Fields(c.want))))
	}
	groups := must[[]graph.Group](t)(s.Count(s.ctx, graph.CountQuery{Kinds: []graph.Kind{graph.Route}, GroupBy: []string{"kind", "noCounterpart"}}))
	want(t, "groups, nulls last", showGroups(groups), "string \"route\", bool \"true\",  near=\"\" n=1\nstring \"route\", <nil> \"<nil>\",  near=\"\" n=2\n")
	ns := must[[]graph.Node](t)(s.Nodes(s.ctx, []graph.ID{rec(graph.Route, "z"), "route:QS-1/none", rec(graph.Route, "x"), rec(graph.Route, "z")}, graph.Light))
	want(t, "nodes in the order asked for, each once", handlesOf(ns), "z x")
}

// runSearching checks the tiers.
func runSearching(t *testing.T, open Open) {
	s := newScene(t, open)
	stem := "Stem " + strings.Repeat("word ", 60) // longer than a folded key
	s.apply(doc("a", "memory",
		route("MEM-1", "Shelf lookup", "text", "It finds what the shelf keeps."), route("mem-1", "shelfLookup table"), route("MEM-2", "Table of shelves", "text", "No shelf lookup: CAFÉ."),
		route("MEM-3", "lookup, by SHELF", "text", ""), route("MEM-4", stem+"one"), route("MEM-5", stem+"two"), route("MEM-6", "shelf", "text", "lookup"), route("MEM-7", "%", "text", "Größe")))
	for _, c := range []struct {
		tier graph.Tier
		raw  string
		want string
	}{
		{graph.TierHandle, "MEM-1", "MEM-1"}, {graph.TierHandle, "route:QS-1/mem-1", "mem-1"}, {graph.TierHandle, "MEM", ""}, {graph.TierHandle, " MEM-1", ""}, {graph.TierHandle, "", ""},
		{graph.TierLabel, "SHELF lookup!", "MEM-1"}, {graph.TierLabel, "shelf", "MEM-6"}, {graph.TierLabel, "lookup shelf", ""},
		{graph.TierLabelPrefix, "shelf look", "MEM-1 mem-1"}, {graph.TierLabelPrefix, "shelf", "MEM-1 MEM-6 mem-1"}, {graph.TierLabelPrefix, "elf", ""},
		{graph.TierLabelWords, "lookup shelf", "MEM-1 MEM-3 mem-1"}, {graph.TierLabelWords, "look", ""},
		{graph.TierPhrase, "shelf lookup", "MEM-1 MEM-2 mem-1"}, {graph.TierPhrase, "lookup cafe", "MEM-2"}, {graph.TierPhrase, "keeps shelf", ""},
		{graph.TierText, "lookup shelf", "MEM-1 MEM-2 MEM-3 MEM-6 mem-1"}, {graph.TierText, "finds lookup", "MEM-1"}, {graph.TierText, "grosse", "MEM-7"},
		{graph.TierText, "%", ""}, {graph.TierText, "shelf*", "MEM-1 MEM-2 MEM-3 MEM-6 mem-1"}, {graph.TierText, "shel*", ""}, {graph.TierText, "shelf NOT lookup", ""},
		{graph.TierLabelPrefix, "stem", "MEM-4 MEM-5"},
	} {
		q := graph.TextQuery{Tier: c.tier, Raw: c.raw, Words: graph.QueryWords(c.raw), Kinds: []graph.Kind{graph.Route}, Limit: 20}
		what := fmt.Sprintf("%q by %s", c.raw, tierNames[c.tier])
		found := must[[]graph.Node](t)(s.Search(s.ctx, q))
		want(t, what, handlesOf(found), c.want)
		var rows []graph.Node
		for q.Limit = 1; ; {
			part := must[[]graph.Node](t)(s.Search(s.ctx, q))
			if len(part) == 0 || len(rows) > 100 {
				break
			}
			rows = append(rows, part...)
			q.After = part[len(part)-1].ID
		}
		want(t, what+", one by one", handlesOf(rows), c.want)
	}
	// The words are the query: a folded key that ends early must not decide.
	long := graph.Words(stem + "one")
	found := must[[]graph.Node](t)(s.Search(s.ctx, graph.TextQuery{Tier: graph.TierLabel, Raw: stem + "one", Words: long, Limit: 9}))
	want(t, "long label", handlesOf(found), "MEM-4")
	found = must[[]graph.Node](t)(s.Search(s.ctx, graph.TextQuery{Tier: graph.TierLabelPrefix, Raw: stem + "tw", Words: graph.Words(stem + "tw"), Limit: 9}))
	want(t, "long prefix", handlesOf(found), "MEM-5")
	found = must[[]graph.Node](t)(s.Search(s.ctx, graph.TextQuery{Tier: graph.TierText, Raw: "shelf", Words: []string{"shelf"}, Limit: 9,
		Filter: graph.Cond{Prop: "label", Op: graph.StartsWith, Value: "S"}}))
	want(t, "filtered", handlesOf(found), "MEM-1")
	s.apply(gone("a"))
	found = must[[]graph.Node](t)(s.Search(s.ctx, graph.TextQuery{Tier: graph.TierText, Raw: "shelf", Words: []string{"shelf"}, Limit: 9}))
	want(t, "taken back", len(found), 0)
}

// runRefusing checks that every method refuses what the contract says it refuses.
func runRefusing(t *testing.T, open Open) {
	s := newScene(t, open)
	s.apply(doc("a", "memory", route("x", "1")))
	before := s.fingerprint()
	unsealed := doc("b", "runtime", route("y", "1"))
	unsealed.Origin.Digest = ""
	invalid := doc("c", "overview", route("z", "1"))
	invalid.Contributions[1].Props["nonsense"] = "1"
	good := doc("d", "result", route("w", "1"))
	for name, bs := range map[string][]graph.Batch{
		"unsealed": {good, unsealed}, "invalid": {good, invalid}, "no location": {good, {}}, "twice one origin": {good, gone("d")},
	} {
		_, err := s.Apply(s.ctx, bs)
		wantCode(t, "Apply, "+name, err, graph.Invalid)
	}
	same(t, "a refused Apply does nothing", s.fingerprint(), before)
	want(t, "revision", s.revision(), 1)
	bad := graph.Cond{Prop: "text", Op: graph.EQ, Value: "opaque"}
	byText := []graph.Order{{Prop: "text"}}
	key := &graph.Key{Values: []any{int64(1)}, ID: "x:y"}
	for name, q := range map[string]graph.Query{
		"no limit": {}, "negative limit": {Limit: -1}, "unknown kind": {Limit: 1, Kinds: []graph.Kind{"x"}}, "filter": {Limit: 1, Filter: bad},
		"operand": {Limit: 1, Filter: graph.Cond{Prop: "label", Op: graph.EQ, Value: 1}}, "order": {Limit: 1, Order: byText},
		"order twice": {Limit: 1, Order: []graph.Order{{Prop: "label"}, {Prop: "label"}}},
		"place":       {Limit: 1, After: key}, "type of place": {Limit: 1, Order: []graph.Order{{Prop: "label"}}, After: key},
	} {
		_, err := s.Find(s.ctx, q)
		wantCode(t, "Find, "+name, err, graph.Invalid)
	}
	for name, step := range map[string]graph.Step{
		"direction": {}, "type": {Direction: graph.Out, Types: []graph.RelType{"X"}}, "kind": {Direction: graph.Out, FarKinds: []graph.Kind{"x"}},
		"far": {Direction: graph.Out, Far: bad}, "order": {Direction: graph.Out, Order: byText}, "limit": {Direction: graph.Out, Limit: -1},
		"place": {Direction: graph.Out, After: &graph.Key{ID: "x"}},
	} {
		_, err := s.Walk(s.ctx, graph.StepQuery{Near: []graph.ID{"route:QS-1/x"}, Steps: []graph.Step{{Direction: graph.In}, step}})
		wantCode(t, "Walk, "+name, err, graph.Invalid)
		if name == "direction" || name == "far" {
			_, err = s.Count(s.ctx, graph.CountQuery{Over: graph.OverLinks, Near: []graph.ID{"route:QS-1/x"}, Step: step})
			wantCode(t, "Count of links, "+name, err, graph.Invalid)
		}
	}
	for name, q := range map[string]graph.CountQuery{
		"filter": {Filter: bad}, "opaque": {GroupBy: []string{"text"}}, "list": {GroupBy: []string{"layers"}}, "unknown": {GroupBy: []string{"x"}},
		"kind": {Kinds: []graph.Kind{"x"}}, "over": {Over: 9},
	} {
		_, err := s.Count(s.ctx, q)
		wantCode(t, "Count, "+name, err, graph.Invalid)
	}
	for name, q := range map[string]graph.TextQuery{
		"limit": {Words: []string{"x"}}, "tier": {Tier: 99, Limit: 1}, "filter": {Limit: 1, Filter: bad}, "kind": {Limit: 1, Kinds: []graph.Kind{"x"}},
	} {
		_, err := s.Search(s.ctx, q)
		wantCode(t, "Search, "+name, err, graph.Invalid)
	}
}

// runCancelled checks that a call whose time is over says so.
func runCancelled(t *testing.T, open Open) {
	s := newScene(t, open)
	s.apply(doc("a", "memory", route("x", "1")))
	ctx, cancel := context.WithCancel(s.ctx)
	cancel()
	ids := []graph.ID{rec(graph.Route, "x")}
	for name, call := range map[string]func() error{
		"Apply": func() error { _, err := s.Apply(ctx, []graph.Batch{gone("a")}); return err },
		"Nodes": func() error { _, err := s.Nodes(ctx, ids, graph.Full); return err },
		"Find":  func() error { _, err := s.Find(ctx, graph.Query{Limit: 1}); return err },
		"Walk": func() error {
			_, err := s.Walk(ctx, graph.StepQuery{Near: ids, Steps: []graph.Step{{Direction: graph.Out}}})
			return err
		},
		"Count": func() error { _, err := s.Count(ctx, graph.CountQuery{}); return err },
		"Search": func() error {
			_, err := s.Search(ctx, graph.TextQuery{Tier: graph.TierText, Words: []string{"x"}, Limit: 1})
			return err
		},
		"History":  func() error { _, err := s.History(ctx, graph.HistoryQuery{}); return err },
		"Revision": func() error { _, err := s.Revision(ctx); return err },
	} {
		wantCode(t, name+" after cancel", call(), graph.Deadline)
	}
	want(t, "nothing happened", s.routes(), "x=1")
}
