package resolvers_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/storetest"
	"github.com/crosswalk-graph/crosswalk/internal/teststore"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

// The tests of this file hold laws over random graphs, lists, filters and orders; they know no expected
// answer, only how answers must fit each other.

// anyList is a list field of Query with what its arguments are made of.
type anyList struct {
	field, typ string
	kinds      []graph.Kind
	scope      string // arguments that take everything in
	graph      *graph.Graph
	exec       *resolvers.Executor
	rnd        *rand.Rand
}

// eachList runs a law on every list, over several random graphs.
func eachList(t *testing.T, law func(t *testing.T, l *anyList)) {
	schema := resolvers.Schema()
	for seed := range 3 {
		store := teststore.Open(t)
		if _, err := store.Apply(t.Context(), storetest.Documents(seed)); err != nil {
			t.Fatal(err)
		}
		g := graph.New(store, graph.Limits{})
		e := resolvers.New(resolvers.Resolver{Graph: g}, resolvers.Limits{})
		lists := map[string][]graph.Kind{"records": graph.RecordKinds()}
		for _, k := range graph.Kinds {
			lists[k.Field] = []graph.Kind{k.Kind}
		}
		for field, kinds := range lists {
			def := schema.Query.Fields.ForName(field)
			l := &anyList{field: field, typ: strings.TrimSuffix(def.Type.Name(), "Connection"), kinds: kinds, graph: g, exec: e,
				rnd: rand.New(rand.NewPCG(uint64(seed), 5))}
			for arg, all := range map[string]string{"stubs": "INCLUDE", "runs": "ALL"} {
				if def.Arguments.ForName(arg) != nil {
					l.scope += ", " + arg + ": " + all
				}
			}
			t.Run(fmt.Sprintf("%d/%s", seed, field), func(t *testing.T) { law(t, l) })
		}
	}
}

// A gotList is the answer of a list.
type gotList struct {
	Edges []struct {
		Cursor string
		Node   struct{ ID string }
	}
	Nodes    []struct{ ID string }
	PageInfo struct {
		HasNextPage, HasPreviousPage bool
		StartCursor, EndCursor       *string
	}
	TotalCount int
}

func (g *gotList) ids() []string {
	out := []string{}
	for _, n := range g.Nodes {
		out = append(out, n.ID)
	}
	return out
}

// ask asks for a page with variables w (filter), o (order) and those of the page.
func (l *anyList) ask(t *testing.T, vars map[string]any) *gotList {
	t.Helper()
	query := fmt.Sprintf(`query ($w: %[1]sFilter, $o: [%[1]sOrder!], $first: Int, $after: String, $last: Int, $before: String) {
		l: %[2]s(where: $w, orderBy: $o, first: $first, after: $after, last: $last, before: $before%[3]s) {
			edges { cursor node { id } } nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount } }`, l.typ, l.field, l.scope)
	answer := l.exec.Run(t.Context(), resolvers.Request{Query: query, Variables: vars})
	if err := answer.Err(); err != nil {
		t.Fatalf("%s %v: %v", l.field, vars, err)
	}
	var data struct{ L *gotList }
	if err := json.Unmarshal(answer.Data, &data); err != nil {
		t.Fatal(err)
	}
	for i, e := range data.L.Edges {
		if e.Node.ID != data.L.Nodes[i].ID {
			t.Fatalf("row %d is %s among the edges and %s among the nodes", i, e.Node.ID, data.L.Nodes[i].ID)
		}
	}
	return data.L
}

// props gives the properties that the list can be filtered by, and a value of each that some node has.
func (l *anyList) values(t *testing.T) map[string][]any {
	t.Helper()
	first := 500
	page, err := l.graph.List(t.Context(), graph.ListQuery{Field: "values", Kinds: l.kinds, Stubs: graph.IncludeStubs, Runs: graph.AllRuns,
		Page: graph.PageArgs{First: &first}})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]any{}
	for i := range page.Edges {
		for name, v := range page.Edges[i].Item.Props {
			if p := graph.PropertyOf(name); p != nil && !p.Opaque && l.has(name) {
				out[name] = append(out[name], v)
			}
		}
	}
	return out
}

// has tells whether all kinds of the list have a property: a filter over several knows no other.
func (l *anyList) has(name string) bool {
	return !slices.ContainsFunc(l.kinds, func(k graph.Kind) bool { return graph.KindOf(k).Property(name) == nil })
}

// condition makes a random condition on one property, as the API takes it.
func (l *anyList) condition(values map[string][]any) map[string]any {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	if len(names) == 0 {
		return map[string]any{"id": map[string]any{"ne": "none"}}
	}
	slices.Sort(names)
	name := names[l.rnd.IntN(len(names))]
	v := values[name][l.rnd.IntN(len(values[name]))]
	var op map[string]any
	p := graph.PropertyOf(name)
	choice := l.rnd.IntN(4)
	switch {
	case choice == 0:
		op = map[string]any{"isNull": l.rnd.IntN(2) == 0}
	case p.Type == graph.ListProp:
		op = map[string]any{"has": v.([]string)[0]}
	case p.Type == graph.IntProp && choice == 1 && v.(int64) == int64(int32(v.(int64))):
		op = map[string]any{"gte": v}
	case p.Type == graph.StringProp && p.Enum == "" && p.Ref == "" && choice == 1:
		op = map[string]any{"startsWith": v, "ne": "x"}
	case p.Type == graph.BoolProp || choice == 2:
		op = map[string]any{"eq": v}
	default:
		op = map[string]any{"eq": v, "isNull": false}
	}
	if n, ok := op["eq"].(int64); ok && n != int64(int32(n)) {
		op = map[string]any{"isNull": false}
	}
	group, field, dotted := strings.Cut(name, ".")
	if dotted {
		return map[string]any{group: map[string]any{field: op}}
	}
	return map[string]any{name: op}
}

func (l *anyList) filter(values map[string][]any, depth int) map[string]any {
	switch n := l.rnd.IntN(5); {
	case depth == 0 || n < 2:
		return l.condition(values)
	case n == 2:
		return map[string]any{"not": l.filter(values, depth-1)}
	default:
		return map[string]any{[]string{"and", "or"}[n-3]: []any{l.filter(values, depth-1), l.filter(values, depth-1)}}
	}
}

// What a filter leaves out is what its negation takes; an absent variable is no condition.
func TestFiltersAndTheirNegations(t *testing.T) {
	split := 0
	eachList(t, func(t *testing.T, l *anyList) {
		all := l.ask(t, map[string]any{"first": 500})
		if none := l.ask(t, map[string]any{"first": 500, "w": nil}); !slices.Equal(none.ids(), all.ids()) {
			t.Errorf("a null filter lists %d nodes, none %d", len(none.ids()), len(all.ids()))
		}
		values := l.values(t)
		for range 12 {
			w := l.filter(values, 2)
			with, without := l.ask(t, map[string]any{"first": 500, "w": w}), l.ask(t, map[string]any{"first": 500, "w": map[string]any{"not": w}})
			joined := slices.Sorted(slices.Values(append(with.ids(), without.ids()...)))
			if diff := cmp.Diff(slices.Sorted(slices.Values(all.ids())), joined); diff != "" || with.TotalCount != len(with.Nodes) {
				t.Fatalf("%v: %d counted, %d listed (-all +with and without)\n%s", w, with.TotalCount, len(with.Nodes), diff)
			}
			if len(with.Nodes) > 0 && len(without.Nodes) > 0 {
				split++
			}
		}
	})
	if split < 100 {
		t.Errorf("only %d filters divided their list", split)
	}
}

// Pages of any size, in any order and either way, make up the whole list, each row once.
func TestPagesMakeUpTheList(t *testing.T) {
	sortable := func(l *anyList) (out []string) {
		for _, p := range graph.KindOf(l.kinds[0]).Properties {
			if p.Sortable && l.has(p.Name) {
				out = append(out, snake(p.Name))
			}
		}
		return out
	}
	eachList(t, func(t *testing.T, l *anyList) {
		keys := sortable(l)
		for range 3 {
			var order []any
			l.rnd.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
			for _, key := range keys[:min(len(keys), l.rnd.IntN(3))] {
				order = append(order, map[string]any{"field": key, "direction": []string{"ASC", "DESC"}[l.rnd.IntN(2)]})
			}
			whole := l.ask(t, map[string]any{"first": 500, "o": order})
			size := 1 + l.rnd.IntN(max(1, len(whole.Nodes)))
			if len(whole.Nodes) > 40 {
				size = max(size, len(whole.Nodes)/8)
			}
			for _, backward := range []bool{false, true} {
				if got := l.walk(t, order, size, backward); !slices.Equal(got, whole.ids()) {
					t.Errorf("order %v, pages of %d, backward %t:\n got  %v\n want %v", order, size, backward, got, whole.ids())
				}
			}
		}
	})
}

// walk follows the cursors from one end to the other.
func (l *anyList) walk(t *testing.T, order []any, size int, backward bool) []string {
	t.Helper()
	out := []string{}
	vars := map[string]any{"o": order, "first": size}
	if backward {
		vars = map[string]any{"o": order, "last": size}
	}
	for more := true; more; {
		p := l.ask(t, vars)
		if len(p.Edges) == 0 {
			if p.PageInfo.StartCursor != nil || p.PageInfo.EndCursor != nil {
				t.Fatal("an empty page has cursors")
			}
			return out
		}
		if *p.PageInfo.StartCursor != p.Edges[0].Cursor || *p.PageInfo.EndCursor != p.Edges[len(p.Edges)-1].Cursor {
			t.Fatal("the page's cursors are not those of its first and last row")
		}
		if backward {
			out, vars["before"], more = append(p.ids(), out...), *p.PageInfo.StartCursor, p.PageInfo.HasPreviousPage
		} else {
			out, vars["after"], more = append(out, p.ids()...), *p.PageInfo.EndCursor, p.PageInfo.HasNextPage
		}
	}
	return out
}

// Groups of an aggregate count what the list holds.
func TestAggregatesCountTheList(t *testing.T) {
	eachList(t, func(t *testing.T, l *anyList) {
		if len(l.kinds) > 1 {
			t.Skip("records are counted kind by kind")
		}
		all, stubs := l.ask(t, map[string]any{"first": 500}), "EXCLUDE"
		if strings.Contains(l.scope, "stubs") {
			stubs = "INCLUDE"
		}
		for _, p := range graph.KindOf(l.kinds[0]).Properties {
			if p.Opaque || p.Type == graph.ListProp || p.Type == graph.FloatProp || p.Name == "readBack.established" {
				continue // an inherited verdict is counted as what it is taken from
			}
			query := fmt.Sprintf(`{ aggregate(kind: %s, groupBy: [%s], stubs: %s, runs: ALL) { count keys { value } } }`, l.kinds[0].EnumName(), snake(p.Name), stubs)
			sum := 0
			for _, g := range ask(t, l.exec, query)["aggregate"].([]any) {
				sum += int(g.(map[string]any)["count"].(float64))
			}
			if sum != len(all.Nodes) {
				t.Errorf("by %s: groups of %d in all, the list has %d", p.Name, sum, len(all.Nodes))
			}
		}
	})
}

// What comes of a node comes from it.
func TestLineageBothWays(t *testing.T) {
	found := 0
	for seed := range 3 {
		store := teststore.Open(t)
		if _, err := store.Apply(t.Context(), storetest.Documents(seed)); err != nil {
			t.Fatal(err)
		}
		e := resolvers.New(resolvers.Resolver{Graph: graph.New(store, graph.Limits{})}, resolvers.Limits{})
		reached := func(of, direction string) map[string]bool {
			data := ask(t, e, fmt.Sprintf(`{ lineage(of: %q, direction: %s, depth: 3) { nodes { id } } }`, of, direction))
			out := map[string]bool{}
			for _, n := range data["lineage"].(map[string]any)["nodes"].([]any) {
				out[n.(map[string]any)["id"].(string)] = true
			}
			return out
		}
		down, up := map[string]map[string]bool{}, map[string]map[string]bool{}
		for _, n := range ask(t, e, `{ records(first: 40, stubs: INCLUDE, runs: ALL) { nodes { id } } }`)["records"].(map[string]any)["nodes"].([]any) {
			id := n.(map[string]any)["id"].(string)
			down[id], up[id] = reached(id, "DOWNSTREAM"), reached(id, "UPSTREAM")
		}
		for a := range down {
			for b := range down {
				if down[a][b] != up[b][a] {
					t.Errorf("seed %d: %s is below %s: %t; the other way: %t", seed, b, a, down[a][b], up[b][a])
				}
				if a != b && down[a][b] {
					found++
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d pairs are connected", found)
	}
}
