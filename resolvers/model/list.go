package model

import (
	"context"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A list is what a query asks of a connection field: its arguments, which all connections share, and
// what it selects.
type list struct {
	field *ast.Field // the same for all members of a cohort, so it names the load
	where graph.Filter
	order []graph.Order
	page  graph.PageArgs
	stubs graph.Stubs
	runs  graph.Runs
	want  graph.Want
	rows  bool // whether rows must be read: more than the total count is selected, or arguments are to be checked
}

// listOf reads the field being resolved. Arguments that the field does not have are absent.
func listOf(ctx context.Context) list {
	field := graphql.GetFieldContext(ctx).Field
	l := list{
		field: field.Field,
		where: arg[*Where](ctx, "where").Filter(),
		page: graph.PageArgs{
			First: arg[*int](ctx, "first"), After: arg[*string](ctx, "after"),
			Last: arg[*int](ctx, "last"), Before: arg[*string](ctx, "before"),
		},
		want: wanted(ctx),
	}
	for _, o := range arg[[]*Order](ctx, "orderBy") {
		l.order = append(l.order, o.key)
	}
	l.stubs, l.runs = deref(arg[*graph.Stubs](ctx, "stubs")), deref(arg[*graph.Runs](ctx, "runs"))
	l.rows = l.page != graph.PageArgs{} || l.order != nil
	for _, f := range graphql.CollectFields(graphql.GetOperationContext(ctx), field.Selections, nil) {
		l.rows = l.rows || f.Name != "totalCount" && f.Name != "__typename"
	}
	return l
}

// links makes the query for relationships that the list asks for.
func (l *list) links() graph.LinkQuery {
	return graph.LinkQuery{Field: l.field.Name, Direction: graph.Both, Where: l.where, Order: l.order, Page: l.page, Want: l.want}
}

// arg gives an argument of the field being resolved, the zero value when it is absent or null.
func arg[T any](ctx context.Context, name string) T {
	v, _ := graphql.GetFieldContext(ctx).Args[name].(T)
	return v
}

func deref[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// certainty reads a certainty argument; absent is the weakest.
func certainty(name *Enum) (graph.Certainty, error) {
	if name == nil {
		return graph.Stated, nil
	}
	return graph.CertaintyNamed(string(*name))
}

// bodyFields are the fields that read opaque properties: those of the same name or group, and the answers,
// which one property holds and each of which has a state of its own.
var bodyFields = func() map[string]bool {
	fields := map[string]bool{}
	for _, k := range graph.Kinds {
		for _, p := range k.Properties {
			if field, _, _ := strings.Cut(p.Name, "."); p.Opaque || p.Enum == "AnswerState" {
				fields[field] = true
			}
		}
	}
	return fields
}()

// wanted tells how much of the nodes below the field being resolved its selection reads, so that one
// store call reads it. Should it tell too little, bodies reads the rest.
func wanted(ctx context.Context) graph.Want {
	return wantedBy(graphql.GetOperationContext(ctx), graphql.GetFieldContext(ctx).Field.Selections)
}

func wantedBy(oc *graphql.OperationContext, selections ast.SelectionSet) graph.Want {
	for _, f := range graphql.CollectFields(oc, selections, nil) {
		switch f.Name {
		case "edges", "node", "nodes", "source", "target":
			if wantedBy(oc, f.Selections) == graph.Full {
				return graph.Full
			}
		default:
			if bodyFields[f.Name] {
				return graph.Full
			}
		}
	}
	return graph.Light
}
