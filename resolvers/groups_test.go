package resolvers_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

// ask runs a query that must succeed and gives its data.
func ask(t *testing.T, e *resolvers.Executor, query string) map[string]any {
	t.Helper()
	answer := e.Run(t.Context(), resolvers.Request{Query: query})
	if err := answer.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	var data map[string]any
	if err := json.Unmarshal(answer.Data, &data); err != nil {
		t.Fatal(err)
	}
	return data
}

// TestGroupsWithinGroups: groups divided further are the groups of all keys at once.
func TestGroupsWithinGroups(t *testing.T) {
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(scene(t), graph.Limits{})}, resolvers.Limits{})
	for _, unit := range []string{"RECORDS", "SYSTEMS"} {
		data := ask(t, e, `{ nested: aggregate(kind: [ROUTE, OBJECT, CLAIM], groupBy: [SYSTEM], count: `+unit+`) {
			groups(by: [KIND, RUN]) { count keys { value } } }
			flat: aggregate(kind: [ROUTE, OBJECT, CLAIM], groupBy: [SYSTEM, KIND, RUN], count: `+unit+`) { count keys { value } } }`)
		var nested []any
		for _, g := range data["nested"].([]any) {
			nested = append(nested, g.(map[string]any)["groups"].([]any)...)
		}
		if diff := cmp.Diff(data["flat"], any(nested)); diff != "" || len(nested) < 3 {
			t.Errorf("%s: %d groups (-flat +nested)\n%s", unit, len(nested), diff)
		}
	}
	for _, bad := range []string{
		`{ aggregate(kind: ROUTE, groupBy: [SYSTEM]) { groups(by: [SYSTEM]) { count } } }`,
		`{ search(text: "card") { facets(by: KIND) { groups { groups(by: [RUN]) { count } } } } }`,
	} {
		if err := e.Run(t.Context(), resolvers.Request{Query: bad}).Err(); graph.CodeOf(err) != graph.Invalid {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// TestFacets: facets count what the search lists.
func TestFacets(t *testing.T) {
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(scene(t), graph.Limits{})}, resolvers.Limits{})
	for _, text := range []string{"card", "shelf", "MEM-OBJ-card"} {
		data := ask(t, e, `{ search(text: "`+text+`", first: 500, stubs: INCLUDE, runs: ALL) { nodes { kind } facets(by: KIND) { complete groups { kind count } } } }`)
		found := data["search"].(map[string]any)
		listed := map[any]float64{}
		for _, n := range found["nodes"].([]any) {
			listed[n.(map[string]any)["kind"]]++
		}
		counted, last := map[any]float64{}, 1e9
		facets := found["facets"].(map[string]any)
		for _, g := range facets["groups"].([]any) {
			group := g.(map[string]any)
			n := group["count"].(float64)
			counted[group["kind"]] = n
			if n > last {
				t.Errorf("%s: a group of %v comes after one of %v", text, n, last)
			}
			last = n
		}
		if diff := cmp.Diff(listed, counted); diff != "" || len(listed) == 0 || facets["complete"] != true {
			t.Errorf("%s: complete %v (-listed +counted)\n%s", text, facets["complete"], diff)
		}
	}
}

// TestHistory: revisions come newest first, with the documents that are still there.
func TestHistory(t *testing.T) {
	store := load(t, memory())
	if _, err := store.Apply(t.Context(), []graph.Batch{{Origin: graph.Origin{Location: memory().Origin.Location}}}); err != nil {
		t.Fatal(err)
	}
	b := inkwell()
	if err := b.Seal(); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Apply(t.Context(), []graph.Batch{b}); err != nil {
		t.Fatal(err)
	}
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(store, graph.Limits{})}, resolvers.Limits{})
	data := ask(t, e, `{ history(first: 2) { totalCount pageInfo { hasNextPage } nodes { revision changes { change document { title } } } } }`)
	want := map[string]any{"totalCount": 3.0, "pageInfo": map[string]any{"hasNextPage": true}, "nodes": []any{
		map[string]any{"revision": 3.0, "changes": []any{map[string]any{"change": "ADDED", "document": map[string]any{"title": "Inkwell memory report"}}}},
		map[string]any{"revision": 2.0, "changes": []any{map[string]any{"change": "REMOVED", "document": nil}}},
	}}
	if diff := cmp.Diff(want, data["history"]); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
