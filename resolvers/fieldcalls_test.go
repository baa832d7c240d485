package resolvers_test

import (
	"fmt"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/storetest"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

// required gives fields the arguments that they cannot do without.
var required = map[string]string{
	"axis": `(name: "lineage")`, "joined": "", "mark": `(value: "authored")`,
}

// TestEveryFieldsCalls walks the schema: each field of each kind of node that gives objects, selected below a
// page of the kind, takes two store calls and the page two, and three more at most (architecture 8), whatever
// the page sizes.
func TestEveryFieldsCalls(t *testing.T) {
	schema := resolvers.Schema()
	batches := storetest.Documents(1)[:1]
	for i := range batches[0].Contributions { // what a report says belongs to a run, which random facts leave open
		c := &batches[0].Contributions[i]
		if graph.KindOf(c.Kind).Property("run") != nil && c.Role != graph.Amended {
			c.Props["run"] = string(graph.NewID(graph.Run, batches[0].Origin.Document.Scope()))
		} else if c.Role == graph.Amended {
			delete(c.Props, "run")
		}
	}
	store := load(t, batches...)
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(store, graph.Limits{})}, resolvers.Limits{})
	fields := 0
	for i := range graph.Kinds {
		k := &graph.Kinds[i]
		def := schema.Types[k.Type]
		scope := ""
		if list := schema.Query.Fields.ForName(k.Field); list.Arguments.ForName("stubs") != nil {
			scope = ", stubs: INCLUDE"
		}
		for _, f := range def.Fields {
			below := schema.Types[f.Type.Name()]
			if below.Kind != ast.Object && below.Kind != ast.Interface {
				continue
			}
			selection := "{ __typename }"
			switch {
			case below.Fields.ForName("pageInfo") != nil:
				selection = "{ totalCount nodes { __typename id } }"
			case below.Fields.ForName("id") != nil:
				selection = "{ id }"
			}
			fields++
			for _, first := range []int{1, 50} {
				query := fmt.Sprintf("{ %s(first: %d%s) { totalCount nodes { %s%s %s } } }", k.Field, first, scope, f.Name, required[f.Name], selection)
				before := store.reads.Load() + store.revisions.Load()
				if err := e.Run(t.Context(), resolvers.Request{Query: query}).Err(); err != nil {
					t.Errorf("%s: %v", query, err)
					continue
				}
				if calls := store.reads.Load() + store.revisions.Load() - before; calls > 2*2+3 {
					t.Errorf("%d store calls for %s", calls, query)
				}
			}
		}
	}
	if fields < 200 {
		t.Errorf("the schema has only %d fields that give objects", fields)
	}
	t.Logf("%d fields", fields)
}
