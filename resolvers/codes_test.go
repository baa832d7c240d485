package resolvers_test

import (
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
)

// TestCodes holds the published list (interfaces 1 and 2).
func TestCodes(t *testing.T) {
	for _, c := range []struct {
		code         graph.Code
		status, exit int
	}{
		{graph.Invalid, 400, 1},
		{graph.NotFound, 404, 3},
		{graph.Conflict, 409, 1},
		{graph.Limit, 422, 5},
		{graph.Deadline, 504, 5},
		{auth.Unauthenticated, 401, 1},
		{auth.Forbidden, 403, 1},
		{graph.Unavailable, 503, 4},
		{graph.Internal, 500, 70},
		{"SOMETHING_ELSE", 500, 70},
	} {
		if got := resolvers.InfoOf(c.code); got.Status != c.status || resolvers.ExitCode(c.code) != c.exit {
			t.Errorf("%s: status %d, exit %d; want %d and %d", c.code, got.Status, got.Exit, c.status, c.exit)
		}
	}
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(scene(t), graph.Limits{})}, resolvers.Limits{})
	for query, want := range map[string]int{
		"{ __typename }":                          0,
		"{ nothing }":                             1,
		`{ ask(name: "x") { complete } }`:         3,
		"{ routes(first: 501) { nodes { id } } }": 5,
	} {
		if got := resolvers.ResponseExitCode(e.Run(t.Context(), resolvers.Request{Query: query})); got != want {
			t.Errorf("%s: exit %d, want %d", query, got, want)
		}
	}
}
