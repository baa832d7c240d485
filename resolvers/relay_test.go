package resolvers_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

// shelves is a document with many routes: labels repeat or are missing, and all read one object.
func shelves(n int) graph.Batch {
	w := newWriter(quillRun, "quillstore", "memory")
	w.preamble("Quillstore", "MEMORY", "Quillstore memory report", "2026-10-01")
	card := w.declare(graph.Object, "MEM-OBJ-card", "Index card", nil)
	for i := range n {
		props := graph.Props{}
		if i%5 == 0 {
			props["label"] = nil
		}
		route := w.declare(graph.Route, fmt.Sprintf("MEM-RTE-%02d", i), fmt.Sprintf("Label %d", i%3), props)
		w.relate(graph.Reads, route, card, graph.Structured, "")
	}
	return w.batch
}

// A listPage is a page of the connection l.
type listPage struct {
	Edges []struct {
		Cursor string
		Node   struct{ Handle string }
	}
	PageInfo struct {
		HasNextPage, HasPreviousPage bool
		StartCursor, EndCursor       *string
	}
	TotalCount int
}

func (p *listPage) handles() []string {
	out := []string{}
	for _, e := range p.Edges {
		out = append(out, e.Node.Handle)
	}
	return out
}

const pageFields = `{ edges { cursor node { handle } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount }`

// The same 23 routes as a root list and as the far ends of a relation.
var connections = map[string]string{
	"list": `query ($first: Int, $after: String, $last: Int, $before: String) {
		l: routes(orderBy: [{field: LABEL, direction: DESC}], first: $first, after: $after, last: $last, before: $before) ` + pageFields + `}`,
	"relation": `query ($first: Int, $after: String, $last: Int, $before: String) {
		node(id: "object:` + quillRun + `/MEM-OBJ-card") { ... on OperativeObject {
		l: readBy(orderBy: [{field: LABEL, direction: DESC}], first: $first, after: $after, last: $last, before: $before) ` + pageFields + `} } }`,
}

// fetch asks for a page; it wants no errors.
func fetch(t *testing.T, e *resolvers.Executor, query string, vars map[string]any) *listPage {
	t.Helper()
	answer := e.Run(t.Context(), resolvers.Request{Query: query, Variables: vars})
	if err := answer.Err(); err != nil {
		t.Fatal(err)
	}
	var data struct {
		L    *listPage
		Node struct{ L *listPage }
	}
	if err := json.Unmarshal(answer.Data, &data); err != nil {
		t.Fatal(err)
	}
	if data.L != nil {
		return data.L
	}
	return data.Node.L
}

func TestPagingGivesTheWholeListOnce(t *testing.T) {
	const n = 23
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(load(t, shelves(n)), graph.Limits{})}, resolvers.Limits{})
	for name, query := range connections {
		whole := fetch(t, e, query, map[string]any{"first": 100})
		if len(whole.Edges) != n || whole.TotalCount != n || whole.PageInfo.HasNextPage || whole.PageInfo.HasPreviousPage {
			t.Fatalf("%s: %d rows of %d, %+v", name, len(whole.Edges), whole.TotalCount, whole.PageInfo)
		}
		for _, size := range []int{1, 2, 5, 22, 23, 24} {
			t.Run(fmt.Sprintf("%s/%d", name, size), func(t *testing.T) {
				forward := walkPages(t, e, query, size, false)
				backward := walkPages(t, e, query, size, true)
				if !slices.Equal(forward, whole.handles()) {
					t.Errorf("forward: %v, want %v", forward, whole.handles())
				}
				if !slices.Equal(backward, whole.handles()) {
					t.Errorf("backward: %v, want %v", backward, whole.handles())
				}
			})
		}
	}
}

// walkPages follows the cursors to the end, and gives the handles in the order of the list.
func walkPages(t *testing.T, e *resolvers.Executor, query string, size int, backward bool) []string {
	t.Helper()
	handles := []string{}
	vars := map[string]any{"first": size}
	if backward {
		vars = map[string]any{"last": size}
	}
	for range 100 {
		p := fetch(t, e, query, vars)
		if len(p.Edges) == 0 || *p.PageInfo.StartCursor != p.Edges[0].Cursor || *p.PageInfo.EndCursor != p.Edges[len(p.Edges)-1].Cursor {
			t.Fatalf("cursors of the page do not frame its %d rows: %+v", len(p.Edges), p.PageInfo)
		}
		if backward {
			handles = append(p.handles(), handles...)
			vars["before"] = *p.PageInfo.StartCursor
			if !p.PageInfo.HasPreviousPage {
				return handles
			}
			continue
		}
		handles = append(handles, p.handles()...)
		vars["after"] = *p.PageInfo.EndCursor
		if !p.PageInfo.HasNextPage {
			return handles
		}
	}
	t.Fatal("the list does not end")
	return nil
}

func TestPagesOfNothing(t *testing.T) {
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(load(t, shelves(3)), graph.Limits{})}, resolvers.Limits{})
	for name, query := range connections {
		p := fetch(t, e, query, map[string]any{"first": 0})
		if len(p.Edges) != 0 || p.PageInfo.StartCursor != nil || p.PageInfo.EndCursor != nil || !p.PageInfo.HasNextPage || p.TotalCount != 3 {
			t.Errorf("%s: first: 0 gives %+v", name, p)
		}
	}
}

func TestCursorsBelongToTheirList(t *testing.T) {
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(load(t, shelves(5)), graph.Limits{})}, resolvers.Limits{})
	cursor := fetch(t, e, connections["list"], map[string]any{"first": 2}).Edges[0].Cursor
	damaged := []byte(cursor)
	damaged[len(damaged)/2] ^= 1
	for name, query := range map[string]string{
		"the same list":  `{ routes(orderBy: [{field: LABEL, direction: DESC}], after: "` + cursor + `") { nodes { id } } }`,
		"another field":  `{ records(orderBy: [{field: LABEL, direction: DESC}], after: "` + cursor + `") { nodes { id } } }`,
		"another filter": `{ routes(where: {line: {gt: 1}}, orderBy: [{field: LABEL, direction: DESC}], after: "` + cursor + `") { nodes { id } } }`,
		"another order":  `{ routes(orderBy: [{field: LABEL}], after: "` + cursor + `") { nodes { id } } }`,
		"a relation":     `{ node(id: "object:` + quillRun + `/MEM-OBJ-card") { ... on OperativeObject { readBy(before: "` + cursor + `") { nodes { id } } } } }`,
		"damaged":        `{ routes(orderBy: [{field: LABEL, direction: DESC}], after: "` + string(damaged) + `") { nodes { id } } }`,
	} {
		want := graph.Invalid
		if name == "the same list" {
			want = ""
		}
		if got := e.Run(t.Context(), resolvers.Request{Query: query}).Code(); got != want {
			t.Errorf("%s: code %q, want %q", name, got, want)
		}
	}
}

func TestPageArgumentsThatMakeNoSense(t *testing.T) {
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(load(t, shelves(5)), graph.Limits{})}, resolvers.Limits{})
	queries := map[string]string{}
	for name, query := range connections {
		queries[name] = query
		queries[name+", counted only"] = strings.Replace(query, pageFields, "{ totalCount }", 1)
	}
	for _, c := range []struct {
		vars map[string]any
		want graph.Code
	}{
		{map[string]any{"after": "zz"}, graph.Invalid},
		{map[string]any{"before": "zz"}, graph.Invalid},
		{map[string]any{"first": -3, "after": "zz"}, graph.Invalid},
		{map[string]any{"first": -1}, graph.Invalid},
		{map[string]any{"last": -1}, graph.Invalid},
		{map[string]any{"first": 1, "last": 1}, graph.Invalid},
		{map[string]any{"first": 501}, graph.Limit},
		{map[string]any{"last": 501}, graph.Limit},
		{map[string]any{"first": 500}, ""},
		{map[string]any{"first": nil, "after": nil, "last": nil, "before": nil}, ""},
	} {
		for name, query := range queries {
			if got := e.Run(t.Context(), resolvers.Request{Query: query, Variables: c.vars}).Code(); got != c.want {
				t.Errorf("%s %v: code %q, want %q", name, c.vars, got, c.want)
			}
		}
	}
}
