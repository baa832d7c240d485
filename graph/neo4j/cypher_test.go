package neo4j

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// TestRoundTrips counts the statements that each verb runs: none grows with what is asked for.
func TestRoundTrips(t *testing.T) {
	ctx := context.Background()
	s := emptyStore(t)
	apply(t, s, shelf("s", "one"), shelf("t", "two"))
	ids := []graph.ID{"component:QS-s/one", "component:QS-t/two", "component:QS-s/whole", "component:none/none"}
	label := []graph.Order{{Prop: "label"}}
	step := graph.Step{Direction: graph.Both, Limit: 5, Order: label, Far: graph.Linked{Direction: graph.In}}
	for _, c := range []struct {
		name string
		most int64
		call func() error
	}{
		{"Revision", 1, func() error { _, err := s.Revision(ctx); return err }},
		{"Nodes", 1, func() error { _, err := s.Nodes(ctx, ids, graph.Full); return err }},
		{"Find", 1, func() error { _, err := s.Find(ctx, graph.Query{Limit: 5, Want: graph.Full}); return err }},
		{"Find in order", 2, func() error { _, err := s.Find(ctx, graph.Query{Limit: 5, Order: label}); return err }},
		{"Find one full page", 1, func() error { _, err := s.Find(ctx, graph.Query{Limit: 1, Order: label}); return err }},
		{"Walk", 1, func() error {
			_, err := s.Walk(ctx, graph.StepQuery{Near: ids, Steps: []graph.Step{step, step, {Direction: graph.Out, Want: graph.Full}}})
			return err
		}},
		{"Count", 1, func() error { _, err := s.Count(ctx, graph.CountQuery{GroupBy: []string{"kind", "run"}}); return err }},
		{"Count of links", 1, func() error {
			_, err := s.Count(ctx, graph.CountQuery{Over: graph.OverLinks, Near: ids, Step: step})
			return err
		}},
		{"Search", 1, func() error {
			_, err := s.Search(ctx, graph.TextQuery{Tier: graph.TierText, Raw: "shelf", Words: []string{"shelf"}, Limit: 5, Want: graph.Full})
			return err
		}},
		{"History", 1, func() error { _, err := s.History(ctx, graph.HistoryQuery{Facts: true, Content: true}); return err }},
		// Lock, three times editions, definers, touched nodes; contributions, a statement for each of three kinds
		// and two types, bodies; editions, batches, contents; leave.
		{"Apply", 17, func() error { _, err := s.Apply(ctx, []graph.Batch{sealed(t, shelf("u", "three"))}); return err }},
		// Lock, editions, definers, touch, contents, sweep, leave.
		{"Apply the same", 10, func() error { _, err := s.Apply(ctx, []graph.Batch{sealed(t, shelf("u", "three"))}); return err }},
	} {
		before := s.statements.Load()
		if err := c.call(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if n := s.statements.Load() - before; n > c.most {
			t.Errorf("%s ran %d statements, want at most %d", c.name, n, c.most)
		}
	}
}

// TestUnchangedParts corrects one label of a document: what the document still says is not written again.
func TestUnchangedParts(t *testing.T) {
	s := emptyStore(t)
	b := shelf("s", "one")
	apply(t, s, b)
	stamp := "MATCH (n:Crosswalk) SET n.mark = 1"
	run(t, shared(t), stamp)
	b.Contributions = append([]graph.Contribution(nil), b.Contributions...)
	for i := range b.Contributions {
		if b.Contributions[i].Kind == graph.Component {
			b.Contributions[i].Props = graph.Props{"handle": "one", "label": "Corrected"}
		}
	}
	apply(t, s, b)
	left := run(t, shared(t), "MATCH (n:Crosswalk) WHERE n.mark = 1 RETURN n.id AS id ORDER BY id")
	var ids []string
	for _, r := range left {
		ids = append(ids, r.Values[0].(string))
	}
	if got, want := strings.Join(ids, " "), "component:QS-s/whole document:QS-s/memory run:QS-s"; got != want {
		t.Errorf("untouched are %s, want %s", got, want)
	}
}

// TestForgetRenamed loads from a new location what an origin holds that was refused something else: within
// one transaction its editions are renamed and the refused one goes.
func TestForgetRenamed(t *testing.T) {
	s := emptyStore(t)
	at := func(b graph.Batch, location, path string) graph.Batch {
		b.Origin.Location, b.Origin.Path = location, path
		return b
	}
	apply(t, s, at(shelf("s", "one"), "a", "/a"))
	apply(t, s, at(shelf("t", "two"), "b", "/b"))
	if c := apply(t, s, at(shelf("s", "three"), "b", "/a")); c.Outcomes[0].Result != graph.RefusedResult {
		t.Fatalf("%+v, want it refused", c.Outcomes[0])
	}
	if c := apply(t, s, at(shelf("t", "two"), "c", "/b")); c.Outcomes[0].Result != graph.Unchanged || c.Outcomes[0].Was != "b" {
		t.Errorf("%+v, want it renamed and unchanged", c.Outcomes[0])
	}
}

// TestNaturalNames reads a store as a person at Neo4j Browser would.
func TestNaturalNames(t *testing.T) {
	s := emptyStore(t)
	long := strings.Repeat("long ", 100)
	b := shelf("s", "one")
	b.Contributions[1].Props["label"] = long
	apply(t, s, b)
	for _, c := range []struct{ cypher, want string }{
		{"MATCH (c:Component)-[:PART_OF]->(w:Component) RETURN c.handle + ' in ' + w.handle", "one in whole"},
		{"MATCH (d:Document)-[r:MEMBER_OF]->(u:Run) RETURN d.title + ' ' + r.rule + ' ' + r.line", "Quillstore memory test 4"},
		{"MATCH (c:Component {stub: true}) RETURN c.id", "component:QS-s/whole"},
		{"MATCH (c:Component {handle: 'one'}) RETURN size(c.label) + ' ' + size(c.`long:label`)", "200 500"},
		{"MATCH (n:Crosswalk) UNWIND labels(n) AS label RETURN DISTINCT label ORDER BY label", "Component Crosswalk Document Run"},
	} {
		var got []string
		for _, r := range run(t, shared(t), c.cypher) {
			got = append(got, fmt.Sprint(r.Values[0]))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s\n gives %q, want %q", c.cypher, got, c.want)
		}
	}
}

// TestLargeFilter asks with as much as is allowed, and with more.
func TestLargeFilter(t *testing.T) {
	s := emptyStore(t)
	apply(t, s, shelf("s", "one"))
	nest := func(n int) graph.Filter {
		var f graph.Filter = graph.IsDeclared(true)
		for range n {
			f = graph.Linked{Types: []graph.RelType{graph.PartOf, graph.Feeds}, Direction: graph.Both, MinCertainty: graph.Declared, Far: f}
		}
		return f
	}
	wide, all := graph.Or{}, graph.And{}
	for i := range 200 {
		wide = append(wide, graph.Cond{Prop: "label", Op: graph.EQ, Value: fmt.Sprint(i)})
		all = append(all, graph.Cond{Prop: "label", Op: graph.NE, Value: fmt.Sprint(i)})
	}
	ids := make(graph.InIDs, 49_000)
	for i := range ids {
		ids[i] = graph.NewID(graph.Component, "QS-s", fmt.Sprint(i))
	}
	for name, c := range map[string]struct {
		f    graph.Filter
		want int
	}{
		// An even number of steps leads back to where one began, and the whole is not declared.
		"deep": {graph.And{graph.Or{graph.Not{Filter: graph.Not{Filter: nest(12)}}}}, 1}, "wide": {wide, 0}, "all": {all, 1}, "ids": {ids, 0},
		"not wide": {graph.Not{Filter: graph.And{wide, all}}, 2},
		"long":     {graph.Cond{Prop: "label", Op: graph.Contains, Value: strings.Repeat("x", 1<<20)}, 0},
	} {
		page, err := s.Find(context.Background(), graph.Query{Kinds: []graph.Kind{graph.Component}, Filter: c.f, Limit: 5})
		if err != nil || len(page.Nodes) != c.want {
			t.Errorf("%s: %d nodes, %.300v; want %d", name, len(page.Nodes), err, c.want)
		}
	}
}

// TestTooLargeFilter asks for what Neo4j would plan for a minute.
func TestTooLargeFilter(t *testing.T) {
	s := emptyStore(t)
	wide := graph.Or{}
	for range maxConditions + 1 {
		wide = append(wide, graph.IsDeclared(true))
	}
	var deep graph.Filter
	for range maxLinks + 1 {
		deep = graph.Linked{Direction: graph.Both, Far: deep}
	}
	for name, f := range map[string]graph.Filter{"wide": wide, "deep": deep} {
		_, err := s.Find(context.Background(), graph.Query{Filter: graph.Not{Filter: f}, Limit: 5})
		wantCode(t, name, err, graph.Limit)
	}
}

// TestNoSyntax passes what could be taken for Cypher or Lucene syntax wherever a caller may say something.
func TestNoSyntax(t *testing.T) {
	ctx := context.Background()
	s := emptyStore(t)
	apply(t, s, shelf("s", "one"))
	for _, text := range []string{"", " ", `"`, `\`, `a"`, `a\`, "AND", "OR", "NOT", "a AND", "NOT a", "*", "?", "~", "a~2", "a^3", "[a TO b]", "{a TO b}", "labelWords:x",
		"+a -b !c", "(a", "a)", "/a/", "a && b || c", "'", "`", "$p1", "} RETURN 1 //", "; MATCH (n) DETACH DELETE n", "\x00", "\xff", "\u2028"} {
		for _, tier := range graph.Tiers {
			if _, err := s.Search(ctx, graph.TextQuery{Tier: tier, Raw: text, Words: []string{text}, Limit: 5, After: graph.ID(text)}); err != nil {
				t.Errorf("Search %d for %q: %v", tier, text, err)
			}
		}
		for _, op := range []graph.Op{graph.EQ, graph.NE, graph.Contains, graph.StartsWith, graph.LT} {
			if _, err := s.Find(ctx, graph.Query{Kinds: []graph.Kind{graph.Component}, Filter: graph.Cond{Prop: "label", Op: op, Value: text}, Limit: 5}); err != nil {
				t.Errorf("Find %s %q: %v", op, text, err)
			}
		}
		if _, err := s.Nodes(ctx, []graph.ID{graph.ID(text)}, graph.Full); err != nil {
			t.Errorf("Nodes %q: %v", text, err)
		}
	}
	if n, err := s.Count(ctx, graph.CountQuery{}); err != nil || n[0].N != 4 {
		t.Errorf("%v are left (%v), want 4 nodes", n, err)
	}
}
