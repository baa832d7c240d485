package resolvers

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A strict schema checks what the library's coercion of variables lets pass, or refuses in words that do
// not say what is wrong: enum values in another letter case, @oneOf inputs with more or less than one
// field, and numbers that are not whole.
type strict struct{ schema *ast.Schema }

// variables checks the values given for the variables of an operation, which need not be valid. Errors:
// Invalid, naming the value.
func (s strict) variables(op *ast.OperationDefinition, values map[string]any) error {
	for _, v := range op.VariableDefinitions {
		if err := s.check(v.Type, values[v.Variable], "$"+v.Variable); err != nil {
			return err
		}
	}
	return nil
}

func (s strict) check(t *ast.Type, value any, path string) error {
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
	case def.Name == "Int" && !whole(value):
		return graph.Errorf(graph.Invalid, "%s: %v is no whole number", path, value)
	}
	return nil
}

// whole tells whether a value is no number or a whole one of 64 bits.
func whole(value any) bool {
	switch v := value.(type) {
	case json.Number:
		_, err := v.Int64()
		return err == nil
	case float64:
		return v == math.Trunc(v)
	}
	return true
}

func (s strict) checkObject(def *ast.Definition, value any, path string) error {
	object, ok := value.(map[string]any)
	if !ok {
		return nil
	}
	if def.Directives.ForName("oneOf") != nil && len(object) != 1 {
		return graph.Errorf(graph.Invalid, "%s: exactly one field of %s must be given", path, def.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if f := def.Fields.ForName(name); f != nil {
			if err := s.check(f.Type, object[name], path+"."+name); err != nil {
				return err
			}
		}
	}
	return nil
}
