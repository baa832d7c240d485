package resolvers_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

// deep nests selections n levels below a node: node, then parts and nodes by turns.
func deep(n int) string {
	open, shut := `{ node(id: "x") { ... on Record {`, "}}}"
	for i := 1; i < n-1; i += 2 {
		open, shut = open+" parts(first: 1) { nodes {", "}}"+shut
	}
	return open + " id " + shut
}

// doubled spreads each of n fragments twice, under two names.
func doubled(n int) string {
	var b strings.Builder
	b.WriteString("{ node(id: \"x\") { ...F0 } }\n")
	for i := range n {
		fmt.Fprintf(&b, "fragment F%d on Record { a: partOf { ...F%d } b: partOf { ...F%d } }\n", i, i+1, i+1)
	}
	fmt.Fprintf(&b, "fragment F%d on Record { id }", n)
	return b.String()
}

func TestLimits(t *testing.T) {
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(scene(t), graph.Limits{}), Log: quiet()}, resolvers.Limits{})
	for _, c := range []struct {
		name, query string
		want        graph.Code
	}{
		{"depth 14", deep(14), ""},
		{"depth 16", deep(16), graph.Limit},
		{"80 aliases", "{ stats { " + aliases(80) + "} }", ""},
		{"81 aliases", "{ stats { " + aliases(81) + "} }", graph.Limit},
		{"20 root fields", "{ " + strings.Repeat("__typename ", 20) + "}", ""},
		{"21 root fields", "{ " + strings.Repeat("__typename ", 21) + "}", graph.Limit},
		{"root fields in a fragment", "{ ...F } fragment F on Query { " + strings.Repeat("__typename ", 21) + "}", graph.Limit},
		{"499 selections", "{ stats { " + strings.Repeat("nodes ", 499) + "} }", ""},
		{"501 selections", "{ stats { " + strings.Repeat("nodes ", 500) + "} }", graph.Limit},
		{"selections nobody asks for", "{ __typename } fragment F on Stats { " + strings.Repeat("nodes ", 501) + "}", graph.Limit},
		{"81 directives", "{ stats { " + strings.Repeat("nodes @skip(if: false) ", 81) + "} }", graph.Limit},
		{"2,001 tokens", strings.Repeat(" a", 2001), graph.Limit},
		{"2,000 tokens, of no document", strings.Repeat(" a", 2000), graph.Invalid},
		{"10,000 aliases", "{ " + aliases(10_000) + "}", graph.Limit},
		{"fragments that double", doubled(13), graph.Limit},
		{"fragments in a circle", "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }", graph.Invalid},
		{"10,000 braces", strings.Repeat("{a", 10_000), graph.Limit},
		{"100 errors", "{ stats { " + strings.Repeat("x ", 100) + "} }", graph.Invalid},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := time.Now()
			answer := e.Run(t.Context(), resolvers.Request{Query: c.query})
			if took := time.Since(start); took > time.Second {
				t.Errorf("it took %s", took)
			}
			if got := answer.Code(); got != c.want {
				t.Errorf("code %q, want %q: %v", got, c.want, answer.Errors)
			}
			if len(answer.Errors) > 20 {
				t.Errorf("%d errors", len(answer.Errors))
			}
		})
	}
}

// aliases gives n differently named fields, some of them valid on Stats and Query alike.
func aliases(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "a%d: __typename ", i)
	}
	return b.String()
}

// TestHostileBodiesAreRefusedFast sends what is larger than a parser should see.
func TestHostileBodiesAreRefusedFast(t *testing.T) {
	server := newServer(t, scene(t), quiet())
	json := map[string]string{"Content-Type": asJSON, "Accept": asResponse}
	for _, c := range []call{
		{name: "8 MiB", header: json, body: body("{ __typename } #" + strings.Repeat("x", 8<<20)), status: 413, code: "LIMIT"},
		{name: "500,000 braces", header: json, body: body(strings.Repeat("{a", 500_000)), status: 422, code: "LIMIT"},
		{name: "braces by GET", method: "GET", target: get(strings.Repeat("{a", 100_000)), status: 200, code: "LIMIT"},
		{name: "10,000 aliases", header: json, body: body("{ " + aliases(10_000) + "}"), status: 422, code: "LIMIT"},
		{name: "nested JSON", header: json, body: strings.Repeat(`{"a":`, 100_000), status: 400, code: "BAD_INPUT"},
		{name: "nested variables", header: json, body: `{"query":"{ __typename }","variables":` + strings.Repeat(`{"a":`, 9000) + "1" + strings.Repeat("}", 9001), status: 200, data: true},
		{name: "nested filter", header: json, body: body("{ routes(where: " + strings.Repeat("{not: ", 200) + "{label: {eq: \"x\"}}" + strings.Repeat("}", 200) + ") { totalCount } }"), status: 200, data: true, code: "LIMIT"},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := time.Now()
			c.check(t, server)
			if took := time.Since(start); took > 2*time.Second {
				t.Errorf("it took %s", took)
			}
		})
	}
}

func TestNoLimits(t *testing.T) {
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(scene(t), graph.Limits{}), Log: quiet()}, resolvers.NoLimits)
	for _, query := range []string{deep(40), "{ stats { " + aliases(3000) + "} }"} {
		if err := e.Run(t.Context(), resolvers.Request{Query: query}).Err(); err != nil {
			t.Error(err)
		}
	}
}
