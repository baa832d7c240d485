package questions

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/vektah/gqlparser/v2/ast"
)

// ParseVars reads what a person typed for parameters, by name; url.Values will do. A list takes its
// items apart by commas, or as JSON, or as several texts; an empty text is no value. Enum values may be
// typed in any case, booleans as yes and no too; input objects and other scalars are JSON. The result
// is fit for Ask. Errors: graph.Invalid, naming the parameter.
func (q *Question) ParseVars(texts map[string][]string) (map[string]any, error) {
	vars := map[string]any{}
	for name, given := range texts {
		def, err := q.variable(name)
		if err != nil {
			return nil, err
		}
		given = withoutEmpty(given)
		switch {
		case len(given) == 0:
			continue
		case def.Type.Elem != nil:
			vars[name], err = q.parseList(def.Type.Elem, given)
		case len(given) > 1:
			err = graph.Errorf(graph.Invalid, "takes one value, not %d", len(given))
		default:
			vars[name], err = q.parseOne(def.Type, given[0])
		}
		if err != nil {
			return nil, parameterError(name, err)
		}
	}
	return vars, nil
}

func withoutEmpty(texts []string) []string {
	var out []string
	for _, t := range texts {
		if strings.TrimSpace(t) != "" {
			out = append(out, t)
		}
	}
	return out
}

func (q *Question) parseList(of *ast.Type, texts []string) (any, error) {
	list := []any{}
	for _, t := range texts {
		if strings.HasPrefix(strings.TrimSpace(t), "[") {
			items, err := decodeJSON(t)
			if err != nil {
				return nil, err
			}
			list = append(list, items.([]any)...)
			continue
		}
		for _, piece := range withoutEmpty(strings.Split(t, ",")) {
			item, err := q.parseOne(of, strings.TrimSpace(piece))
			if err != nil {
				return nil, err
			}
			list = append(list, item)
		}
	}
	return list, nil
}

func (q *Question) parseOne(t *ast.Type, s string) (any, error) {
	def := q.schema.Types[t.Name()]
	switch {
	case t.Elem != nil:
		return q.parseList(t.Elem, []string{s})
	case def.Kind == ast.Enum:
		for _, v := range def.EnumValues {
			if strings.EqualFold(v.Name, s) {
				return v.Name, nil
			}
		}
		return s, nil // coerce says what there is
	case def.Name == "String" || def.Name == "ID":
		return s, nil
	case def.Name == "Boolean":
		switch strings.ToLower(s) {
		case "true", "yes", "1":
			return true, nil
		case "false", "no", "0":
			return false, nil
		}
		return nil, graph.Errorf(graph.Invalid, "%s is neither true nor false", brief(s))
	case def.Name == "Int" || def.Name == "Float":
		return json.Number(strings.TrimSpace(s)), nil
	default:
		return decodeJSON(s)
	}
}

func decodeJSON(s string) (any, error) {
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, graph.Errorf(graph.Invalid, "this is not JSON: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, graph.Errorf(graph.Invalid, "something follows the JSON value")
	}
	return v, nil
}

// variable finds the definition of a parameter. Errors: graph.Invalid, naming those that are close.
func (q *Question) variable(name string) (*ast.VariableDefinition, error) {
	if def := q.variables.ForName(name); def != nil {
		return def, nil
	}
	known := make([]string, len(q.variables))
	for i, def := range q.variables {
		known[i] = def.Variable
	}
	return nil, graph.Errorf(graph.Invalid, "question %s has no parameter %q%s", q.Name, name, didYouMean(name, known))
}

func parameterError(name string, err error) error {
	return graph.Errorf(graph.Invalid, "parameter %s: %w", name, err)
}

// coerce checks values as JSON gives them against the declared types, and returns a fresh map without
// those left to their defaults. Input objects and scalars of the schema's own are left to execution.
func (q *Question) coerce(given map[string]any) (map[string]any, error) {
	vars := map[string]any{}
	for name, value := range given {
		def, err := q.variable(name)
		if err != nil {
			return nil, err
		}
		if vars[name], err = q.coerceOne(def.Type, value); err != nil {
			return nil, parameterError(name, err)
		}
	}
	for _, def := range q.variables {
		if _, ok := vars[def.Variable]; !ok && def.Type.NonNull && def.DefaultValue == nil {
			return nil, parameterError(def.Variable, graph.Errorf(graph.Invalid, "it must be given, as %s", def.Type))
		}
	}
	return vars, nil
}

func (q *Question) coerceOne(t *ast.Type, value any) (any, error) {
	switch v := value.(type) {
	case nil:
		if t.NonNull {
			return nil, graph.Errorf(graph.Invalid, "it cannot be null")
		}
		return nil, nil
	case []any:
		if t.Elem == nil {
			return nil, graph.Errorf(graph.Invalid, "a list where one %s belongs", t)
		}
		list := make([]any, len(v))
		for i, item := range v {
			var err error
			if list[i], err = q.coerceOne(t.Elem, item); err != nil {
				return nil, err
			}
		}
		return list, nil
	}
	if t.Elem != nil { // GraphQL reads one value as a list of it
		item, err := q.coerceOne(t.Elem, value)
		return []any{item}, err
	}
	return coerceNamed(q.schema.Types[t.Name()], value)
}

func coerceNamed(def *ast.Definition, value any) (any, error) {
	number, isNumber := asNumber(value)
	text, isText := value.(string)
	truth, isTruth := value.(bool)
	switch {
	case def.Kind == ast.Enum:
		if isText && def.EnumValues.ForName(text) != nil {
			return text, nil
		}
		names := make([]string, len(def.EnumValues))
		for i, v := range def.EnumValues {
			names[i] = v.Name
		}
		return nil, graph.Errorf(graph.Invalid, "%s is no %s%s", brief(value), def.Name, didYouMean(text, names))
	case !def.OneOf("Int", "Float", "Boolean", "String", "ID"):
		return value, nil
	case def.Name == "Int" && isNumber:
		if n, err := number.Int64(); err == nil && math.MinInt32 <= n && n <= math.MaxInt32 {
			return n, nil
		}
	case def.Name == "Float" && isNumber:
		if n, err := number.Float64(); err == nil && !math.IsInf(n, 0) && !math.IsNaN(n) {
			return n, nil
		}
	case def.Name == "Boolean" && isTruth:
		return truth, nil
	case def.OneOf("String", "ID") && isText:
		return text, nil
	case def.Name == "ID" && isNumber:
		if _, err := number.Int64(); err == nil {
			return number.String(), nil
		}
	}
	return nil, graph.Errorf(graph.Invalid, "%s is no %s", brief(value), def.Name)
}

// brief shows a value in a message, cut to a length that cannot flood it.
func brief(value any) string {
	s := fmt.Sprintf("%v", value)
	if text, ok := value.(string); ok {
		s = strconv.Quote(text)
	}
	if runes := []rune(s); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return s
}

// asNumber reads a number as any decoder of JSON gives it.
func asNumber(value any) (json.Number, bool) {
	switch v := value.(type) {
	case json.Number:
		return v, true
	case float64:
		return json.Number(strconv.FormatFloat(v, 'f', -1, 64)), true
	case int:
		return json.Number(strconv.Itoa(v)), true
	case int64:
		return json.Number(strconv.FormatInt(v, 10)), true
	}
	return "", false
}
