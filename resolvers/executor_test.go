package resolvers_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

// TestMessages: what is wrong is said in short, and so that it can be mended.
func TestMessages(t *testing.T) {
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(scene(t), graph.Limits{}), Log: quiet()}, resolvers.Limits{})
	const two = "query First { __typename } query Second { __typename }"
	long := strings.Repeat("ö", 30_000)
	for _, c := range []struct {
		name    string
		request resolvers.Request
		want    string
	}{
		{"one of several", resolvers.Request{Query: two, OperationName: "Second"}, ""},
		{"none of several", resolvers.Request{Query: two}, "the document has several operations: name one of First, Second"},
		{"another than the only one", resolvers.Request{Query: "query First { __typename }", OperationName: "Third"}, "there is no operation Third: name one of First"},
		{"one has no name", resolvers.Request{Query: "{ __typename } query First { __typename }"}, "This anonymous operation must be the only defined operation."},
		{"no operation", resolvers.Request{Query: "fragment F on Query { __typename }"}, "no operation provided"},
		{"long word", resolvers.Request{Query: "{ __typename } " + strings.Repeat("x", 60_000)}, `Unexpected Name "` + strings.Repeat("x", 500-len(`Unexpected Name "…`)) + "…"},
		{"long name", resolvers.Request{Query: two, OperationName: long}, "there is no operation " + strings.Repeat("ö", (500-len("there is no operation …"))/2) + "…"},
		{"long value", resolvers.Request{Query: "query ($k: [Kind!]!) { aggregate(kind: $k) { count } }", Variables: map[string]any{"k": long}}, "$k: " + strings.Repeat("ö", (500-len("$k: …"))/2) + "…"},
		{"fraction", resolvers.Request{Query: "query ($n: Int) { routes(first: $n) { totalCount } }", Variables: map[string]any{"n": 1.5}}, "$n: 1.5 is no whole number"},
		{"whole number", resolvers.Request{Query: "query ($n: Int) { routes(first: $n) { totalCount } }", Variables: map[string]any{"n": json.Number("7")}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got string
			if err := e.Run(t.Context(), c.request).Err(); err != nil {
				got = err.Error()
				if code := graph.CodeOf(err); code != graph.Invalid {
					t.Errorf("code %q, want %q", code, graph.Invalid)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("message (-want +got):\n%s", diff)
			}
		})
	}
}

// TestAnswersInACircle: two routes each say that their read-back is the other's.
func TestAnswersInACircle(t *testing.T) {
	w := newWriter(quillRun, "quillstore", "memory")
	w.preamble("Quillstore", "MEMORY", "Quillstore memory report", "2026-10-01")
	first, second := graph.NewID(graph.Route, w.run, "MEM-RTE-first"), graph.NewID(graph.Route, w.run, "MEM-RTE-second")
	w.declare(graph.Route, "MEM-RTE-first", "First", readBackProps("INHERITED", "UNKNOWN", graph.Props{"readBack.inherits": string(second)}))
	w.declare(graph.Route, "MEM-RTE-second", "Second", readBackProps("INHERITED", "UNKNOWN", graph.Props{"readBack.inherits": string(first)}))
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(load(t, w.batch), graph.Limits{})}, resolvers.Limits{})
	answer := e.Run(t.Context(), resolvers.Request{Query: `{ routes { nodes { readBack { established inheritedFrom { id } inheritedChain { handle } cycle } } } }`})
	want := `{"routes":{"nodes":[` +
		`{"readBack":{"established":"UNKNOWN","inheritedFrom":null,"inheritedChain":[{"handle":"MEM-RTE-second"}],"cycle":true}},` +
		`{"readBack":{"established":"UNKNOWN","inheritedFrom":null,"inheritedChain":[{"handle":"MEM-RTE-first"}],"cycle":true}}]}}`
	if got := string(answer.Data); got != want {
		t.Errorf("data %s\nwant %s: %v", got, want, answer.Errors)
	}
}
