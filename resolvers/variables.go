package resolvers

import (
	"context"
	"fmt"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// strictVariables checks what the library's coercion of variables lets pass: enum values in another
// letter case, and @oneOf inputs with more or less than one field.
type strictVariables struct{ schema *ast.Schema }

// ExtensionName names the extension.
func (strictVariables) ExtensionName() string { return "StrictVariables" }

// Validate accepts every schema.
func (strictVariables) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationContext checks the variables of an operation that is about to run.
func (s strictVariables) MutateOperationContext(_ context.Context, oc *graphql.OperationContext) *gqlerror.Error {
	for _, v := range oc.Operation.VariableDefinitions {
		if err := s.check(v.Type, oc.Variables[v.Variable], "$"+v.Variable); err != nil {
			return gqlerror.WrapIfUnwrapped(err)
		}
	}
	return nil
}

func (s strictVariables) check(t *ast.Type, value any, path string) error {
	if value == nil {
		return nil
	}
	if t.Elem != nil {
		list, ok := value.([]any)
		if !ok {
			return s.check(t.Elem, value, path) // a single value stands for a list of one
		}
		for i, item := range list {
			if err := s.check(t.Elem, item, fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
		return nil
	}
	switch def := s.schema.Types[t.NamedType]; {
	case def == nil:
		return nil
	case def.Kind == ast.Enum:
		if name, ok := value.(string); !ok || def.EnumValues.ForName(name) == nil {
			return graph.Errorf(graph.Invalid, "%s: %v is no value of %s", path, value, def.Name)
		}
	case def.Kind == ast.InputObject:
		return s.checkObject(def, value, path)
	}
	return nil
}

func (s strictVariables) checkObject(def *ast.Definition, value any, path string) error {
	object, ok := value.(map[string]any)
	if !ok {
		return nil
	}
	if def.Directives.ForName("oneOf") != nil && len(object) != 1 {
		return graph.Errorf(graph.Invalid, "%s: exactly one field of %s must be given", path, def.Name)
	}
	names := make([]string, 0, len(object))
	for name := range object {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if f := def.Fields.ForName(name); f != nil {
			if err := s.check(f.Type, object[name], path+"."+name); err != nil {
				return err
			}
		}
	}
	return nil
}
