package sqlite

import (
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

func openStore(t *testing.T) *Store {
	t.Helper()
	s, err := Open(context.Background(), filepath.Join(t.TempDir(), "s.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// A planCase is a shape of query and how SQLite must answer it.
type planCase struct {
	name  string
	query *query
	uses  []string // indexes that must be used
	sorts bool     // whether rows are sorted after they were found
}

// page gives the reads of a page, one for each segment.
func page(q graph.Query) []*query {
	q.Limit = 50
	var out []*query
	for _, seg := range segments(&q, "n") {
		out = append(out, findQuery(&q, seg, 51))
	}
	return out
}

func planCases() []planCase {
	route, two := []graph.Kind{graph.Route}, []graph.Kind{graph.Route, graph.Object}
	label := []graph.Order{{Prop: "label"}}
	down := []graph.Order{{Prop: "label", Desc: true}}
	at := &graph.Key{Values: []any{"m"}, ID: "route:a/b"}
	atNull := &graph.Key{Values: []any{nil}, ID: "route:a/b"}
	of := func(prop string) graph.Filter { return graph.Cond{Prop: prop, Op: graph.EQ, Value: "WIRED"} }
	feeds := graph.Linked{Types: []graph.RelType{graph.Feeds}, Direction: graph.Out, Far: graph.InKinds{graph.Claim}}
	toIDs := graph.Linked{Direction: graph.Both, Far: graph.And{graph.InIDs{"route:a/b"}, of("label")}}
	step := graph.Step{Types: []graph.RelType{graph.Feeds}, Direction: graph.Out}
	in, both, some, ordered := step, step, step, step
	in.Direction, in.Types = graph.In, nil
	both.Direction = graph.Both
	some.Limit = 3
	once := in
	once.Types, once.Limit, once.Distinct = step.Types, 3, true
	ordered.Limit, ordered.Order, ordered.Direction = 3, label, graph.Both
	near := []graph.ID{"route:a/b"}
	text := func(t graph.Tier) *query {
		return searchQuery(&graph.TextQuery{Tier: t, Raw: "a b", Words: []string{"a", "b"}, After: "route:a/b", Limit: 5})
	}
	return []planCase{
		{"a page by id", page(graph.Query{})[0], []string{"nodes_kind"}, false},
		{"a page of one kind", page(graph.Query{Kinds: route, After: &graph.Key{ID: "route:a/b"}})[0], []string{"nodes_kind"}, false},
		{"the same backwards", page(graph.Query{Kinds: route, Backward: true, After: &graph.Key{ID: "route:a/b"}})[0], []string{"nodes_kind"}, false},
		{"an order", page(graph.Query{Kinds: route, Order: label})[0], []string{"nodes.label"}, false},
		{"an order from a place", page(graph.Query{Kinds: route, Order: label, After: at})[0], []string{"nodes.label"}, false},
		{"a descending order from a place", page(graph.Query{Kinds: route, Order: down, After: at})[0], []string{"nodes.label"}, false},
		{"the nulls of an order", page(graph.Query{Kinds: route, Order: label})[1], []string{"nodes.label"}, false},
		{"the nulls of an order from a place", page(graph.Query{Kinds: route, Order: down, After: atNull})[0], []string{"nodes.label"}, false},
		{"an order of two kinds", page(graph.Query{Kinds: two, Order: label, After: at})[0], []string{"nodes.label"}, false},
		{"an order of all kinds", page(graph.Query{Order: label})[0], []string{"nodes.label"}, false},
		{"the nulls of all kinds", page(graph.Query{Order: label})[1], []string{"nodes.label", "nodes_kind"}, false},
		{"an order by two keys", page(graph.Query{Kinds: route, Order: []graph.Order{{Prop: "label"}, {Prop: "handle"}}})[0], []string{"nodes_kind"}, true},
		{"an order with a filter on an enum", page(graph.Query{Kinds: route, Filter: of("implementationStatus"), Order: label})[0], []string{"nodes.label"}, false},
		{"an order with a filter on no index", page(graph.Query{Kinds: route, Filter: of("owner"), Order: label})[0], []string{"nodes.owner"}, true},
		{"an order with a selective filter", page(graph.Query{Kinds: route, Filter: of("run"), Order: label, After: at})[0], []string{"nodes.run"}, true},
		{"a selective filter", page(graph.Query{Filter: of("run")})[0], []string{"nodes.run"}, false},
		{"a prefix", page(graph.Query{Kinds: route, Filter: graph.Cond{Prop: "handle", Op: graph.StartsWith, Value: "MEM-"}})[0], []string{"nodes.handle"}, true},
		{"listed nodes", page(graph.Query{Filter: graph.InIDs{"route:a/b"}})[0], []string{"nodes_kind"}, false},
		{"linked", page(graph.Query{Kinds: route, Filter: feeds, Order: label})[0], []string{"nodes.label", "relationships_out"}, false},
		{"not linked", page(graph.Query{Kinds: route, Filter: graph.Not{Filter: feeds}, Order: label})[0], []string{"nodes.label", "relationships_out"}, false},
		{"linked to listed nodes", page(graph.Query{Kinds: route, Filter: toIDs, Order: label})[0], []string{"sqlite_autoindex_nodes_1", "relationships_out", "relationships_in"}, true},
		{"a step out", walkQuery(near, &step), []string{"sqlite_autoindex_nodes_1", "relationships_out"}, false},
		{"a step in", walkQuery(near, &in), []string{"relationships_in"}, false},
		{"a step both ways", walkQuery(near, &both), []string{"relationships_out", "relationships_in"}, false},
		{"a step with a limit", walkQuery(near, &some), []string{"relationships_out"}, true},
		{"a step with a limit and an order", walkQuery(near, &ordered), []string{"relationships_out", "relationships_in"}, true},
		{"a step in to each node once", walkQuery(near, &once), []string{"relationships_in", "relationships_out"}, true},
		{"links counted", countLinksQuery(near, &step), []string{"relationships_out"}, false},
		{"nodes counted by kind", countNodesQuery(&graph.CountQuery{GroupBy: []string{"kind"}}), []string{"nodes_kind"}, true},
		{"stubs counted", countNodesQuery(&graph.CountQuery{Filter: graph.IsDeclared(false)}), []string{"nodes_stub"}, false},
		{"nodes counted by an enum", countNodesQuery(&graph.CountQuery{Kinds: route, GroupBy: []string{"implementationStatus"}}), []string{"nodes.implementationStatus"}, true},
		{"nodes counted by run", countNodesQuery(&graph.CountQuery{Filter: of("run")}), []string{"nodes.run"}, false},
		{"handle", text(graph.TierHandle), []string{"sqlite_autoindex_nodes_1", "nodes.handle"}, false},
		{"label", text(graph.TierLabel), []string{"nodes_label"}, false},
		{"label prefix", text(graph.TierLabelPrefix), []string{"nodes_label"}, true},
		{"words", text(graph.TierText), []string{"VIRTUAL TABLE"}, true},
		{"history of locations", historyQuery(&graph.HistoryQuery{Locations: []string{"a"}}), []string{"editions_location"}, true},
		{"history of documents", historyQuery(&graph.HistoryQuery{Documents: []graph.ID{"a"}}), []string{"editions_document"}, true},
		{"history after a place", historyQuery(&graph.HistoryQuery{AfterSeq: 9, Limit: 5}), []string{"INTEGER PRIMARY KEY"}, false},
		{"history of a revision", historyQuery(&graph.HistoryQuery{Revision: 7}), []string{"editions_since", "editions_until"}, true},
	}
}

// scans matches a plan that reads a whole table: SCAN of anything but a list or the page itself.
var scans = regexp.MustCompile(`SCAN (n|nr|r|x|y|f|nf|e|relationships|editions)\b`)

// fault tells how a plan is not as it should be, "" when it is.
func (c *planCase) fault(plan string) string {
	for _, index := range c.uses {
		if !regexp.MustCompile(regexp.QuoteMeta(index) + `( |$)`).MatchString(strings.ReplaceAll(plan, "\n", " \n")) {
			return "does not use " + index
		}
	}
	if s := scans.FindString(plan); s != "" {
		return "has a " + s
	}
	if !c.sorts && strings.Contains(plan, "TEMP B-TREE") {
		return "sorts"
	}
	return ""
}

func (s *Store) explain(t *testing.T, q *query) string {
	t.Helper()
	var lines []string
	explain := &query{args: q.args}
	explain.text.WriteString("EXPLAIN QUERY PLAN " + q.text.String())
	err := s.each(context.Background(), explain, func(r row) error {
		lines = append(lines, r.str(3))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

func TestPlans(t *testing.T) {
	s := openStore(t)
	for _, c := range planCases() {
		t.Run(c.name, func(t *testing.T) {
			if plan := s.explain(t, c.query); c.fault(plan) != "" {
				t.Errorf("the plan %s:\n%s\n\n%s", c.fault(plan), c.query.text.String(), plan)
			}
		})
	}
}

// TestPlansNeedIndexes drops each index that a case names, one at a time: some case must notice.
func TestPlansNeedIndexes(t *testing.T) {
	var indexes []string
	for _, c := range planCases() {
		for _, index := range c.uses {
			if strings.HasPrefix(index, "nodes") || strings.HasPrefix(index, "relationships") || strings.HasPrefix(index, "editions") {
				indexes = append(indexes, index)
			}
		}
	}
	slices.Sort(indexes)
	for _, index := range slices.Compact(indexes) {
		s := openStore(t)
		if _, err := s.write.Exec("DROP INDEX " + ident(index)); err != nil {
			t.Fatal(err)
		}
		// EXPLAIN alone does not notice that the schema changed.
		if _, err := s.Revision(context.Background()); err != nil {
			t.Fatal(err)
		}
		noticed := slices.ContainsFunc(planCases(), func(c planCase) bool { return c.fault(s.explain(t, c.query)) != "" })
		if !noticed {
			t.Errorf("no plan needs the index %s", index)
		}
	}
}
