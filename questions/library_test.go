package questions_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/crosswalk-graph/crosswalk/questions"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator"
)

// A library is the data of testdata/library.graphqls: objects as maps, a connection as the list of all
// it has. It executes queries, so that what the engine sends is checked as a server would.
type library struct {
	schema *ast.Schema
	root   map[string]any
	byID   map[string]map[string]any
	asked  []string // the documents it was sent
}

func librarySchema(t testing.TB) *ast.Schema {
	t.Helper()
	text, err := os.ReadFile("testdata/library.graphqls")
	if err != nil {
		t.Fatal(err)
	}
	schema, err := gqlparser.LoadSchema(&ast.Source{Name: "library.graphqls", Input: string(text)})
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// newLibrary reads the data from JSON; every object with an id can be found by it.
func newLibrary(t testing.TB, data string) *library {
	t.Helper()
	l := &library{schema: librarySchema(t), byID: map[string]map[string]any{}}
	d := json.NewDecoder(strings.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&l.root); err != nil {
		t.Fatal(err)
	}
	l.note(l.root)
	return l
}

func (l *library) note(v any) {
	switch v := v.(type) {
	case map[string]any:
		if id, ok := v["id"].(string); ok {
			l.byID[id] = v
		}
		for _, child := range v {
			l.note(child)
		}
	case []any:
		for _, child := range v {
			l.note(child)
		}
	}
}

// execute is a questions.Execute.
func (l *library) execute(_ context.Context, query string, vars map[string]any) (json.RawMessage, error) {
	l.asked = append(l.asked, query)
	doc, errs := gqlparser.LoadQueryWithRules(l.schema, query, nil)
	if len(errs) > 0 {
		return nil, fmt.Errorf("the engine sent %s: %w", query, errs)
	}
	op := doc.Operations[0]
	for name := range vars {
		if op.VariableDefinitions.ForName(name) == nil {
			return nil, fmt.Errorf("the engine sent a variable %s that %s lacks", name, query)
		}
	}
	coerced, err := validator.VariableValues(l.schema, op, vars)
	if err != nil {
		return nil, err
	}
	out := map[string]any{}
	if err := l.object(out, l.schema.Query, l.root, op.SelectionSet, coerced); err != nil {
		return nil, err
	}
	return json.Marshal(out)
}

func (l *library) object(out map[string]any, def *ast.Definition, obj map[string]any, set ast.SelectionSet, vars map[string]any) error {
	for _, s := range set {
		switch x := s.(type) {
		case *ast.InlineFragment:
			if l.included(x.Directives, vars) && l.is(obj, def, x.TypeCondition) {
				if err := l.object(out, def, obj, x.SelectionSet, vars); err != nil {
					return err
				}
			}
		case *ast.Field:
			if !l.included(x.Directives, vars) {
				continue
			}
			value, err := l.value(x, obj, vars)
			if err != nil {
				return err
			}
			if out[x.Alias], err = l.complete(x, value, vars); err != nil {
				return err
			}
		default:
			return fmt.Errorf("the engine sent a %T", s)
		}
	}
	return nil
}

func (l *library) is(obj map[string]any, def *ast.Definition, condition string) bool {
	name, _ := obj["is"].(string)
	if name == "" {
		name = def.Name
	}
	for _, implemented := range l.schema.Types[name].Interfaces {
		if implemented == condition {
			return true
		}
	}
	return name == condition
}

func (l *library) included(directives ast.DirectiveList, vars map[string]any) bool {
	if d := directives.ForName("include"); d != nil {
		return d.ArgumentMap(vars)["if"] == true
	}
	return true
}

func (l *library) value(f *ast.Field, obj map[string]any, vars map[string]any) (any, error) {
	args := f.ArgumentMap(vars)
	if id, ok := args["id"].(string); ok && f.Name == "node" {
		if found, ok := l.byID[id]; ok {
			return found, nil
		}
		return nil, nil
	}
	value := obj[f.Name]
	if f.Definition.Arguments.ForName("first") != nil {
		all, _ := value.([]any)
		return page(all, args)
	}
	return value, nil
}

// page cuts a connection's page out of all it has; a cursor is the number of the row.
func page(all []any, args map[string]any) (any, error) {
	start, end := 0, len(all)
	if after, ok := args["after"].(string); ok {
		n, err := strconv.Atoi(after)
		if err != nil {
			return nil, fmt.Errorf("cursor %q: %w", after, err)
		}
		start = n + 1
	}
	first := 50
	if n, ok := args["first"]; ok && n != nil {
		first, _ = strconv.Atoi(fmt.Sprint(n))
	}
	if first > 500 {
		return nil, fmt.Errorf("first: %d is more than 500", first)
	}
	end = min(end, start+first)
	nodes, edges := []any{}, []any{}
	for i := start; i < end; i++ {
		nodes = append(nodes, all[i])
		edges = append(edges, map[string]any{"cursor": strconv.Itoa(i), "node": all[i]})
	}
	info := map[string]any{"hasNextPage": end < len(all), "endCursor": nil}
	if start < end {
		info["endCursor"] = strconv.Itoa(end - 1)
	}
	return map[string]any{"nodes": nodes, "edges": edges, "pageInfo": info, "totalCount": len(all)}, nil
}

func (l *library) complete(f *ast.Field, value any, vars map[string]any) (any, error) {
	def := l.schema.Types[f.Definition.Type.Name()]
	switch v := value.(type) {
	case []any:
		list := make([]any, len(v))
		for i := range v {
			var err error
			if list[i], err = l.complete(f, v[i], vars); err != nil {
				return nil, err
			}
		}
		return list, nil
	case map[string]any:
		if !def.IsCompositeType() {
			return v, nil
		}
		out := map[string]any{}
		return out, l.object(out, def, v, f.SelectionSet, vars)
	default:
		if value == nil && f.Definition.Type.Elem != nil && f.Definition.Type.NonNull {
			return []any{}, nil
		}
		return value, nil
	}
}

// ask loads one question, named q, and answers it.
func (l *library) ask(t testing.TB, text string, limits questions.Limits, vars map[string]any) (*questions.Table, error) {
	t.Helper()
	return l.engine(t, text, limits).Ask(context.Background(), "q", vars)
}

func (l *library) engine(t testing.TB, text string, limits questions.Limits) *questions.Engine {
	t.Helper()
	catalogue, problems := questions.Load(l.schema, oneQuestion(text))
	for _, p := range problems {
		t.Fatal(p)
	}
	return &questions.Engine{Questions: catalogue, Execute: l.execute, Limits: limits,
		Revision: func(context.Context) (uint64, error) { return 7, nil }}
}

func oneQuestion(text string) questions.Source {
	return questions.Source{Name: "test", Files: fstest.MapFS{"q.graphql": {Data: []byte(text)}}}
}
