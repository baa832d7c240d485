package graph

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// ParseWhere reads the filter grammar of the API (interfaces 2) as decoded JSON: a map of and, or,
// not, linked, notLinked, id, kind, and property names, each with a map of operators; a dotted
// property is a map in a map. An absent or null operand is no condition, and vanishes together with
// the not, or and linked that it leaves empty. kind "" allows the properties of all kinds. A nil
// result accepts everything. Errors: Invalid, naming the path; Limit for a tree that is too large.
func ParseWhere(kind Kind, where map[string]any) (Filter, error) {
	p := whereParser{kind: KindOf(kind)}
	f, err := p.object(where, nil, 0)
	if err != nil {
		return nil, err
	}
	return f, ValidateFilter(f)
}

type whereParser struct{ kind *KindInfo }

// object reads one map of conditions, all of which must hold; nil when none is left.
func (p whereParser) object(m map[string]any, path []string, depth int) (Filter, error) {
	if depth > maxFilterDepth {
		return nil, Errorf(Limit, "the filter is nested more than %d levels deep", maxFilterDepth)
	}
	var all And
	for _, name := range slices.Sorted(maps.Keys(m)) {
		v := m[name]
		if v == nil {
			continue
		}
		f, err := p.entry(name, v, append(path[:len(path):len(path)], name), depth)
		if err != nil {
			return nil, err
		}
		if f != nil {
			all = append(all, f)
		}
	}
	switch len(all) {
	case 0:
		return nil, nil
	case 1:
		return all[0], nil
	}
	return all, nil
}

func (p whereParser) entry(name string, v any, path []string, depth int) (Filter, error) {
	switch name {
	case "and", "or":
		return p.list(name, v, path, depth)
	case "not":
		m, err := asMap(v, path)
		if err != nil {
			return nil, err
		}
		f, err := p.object(m, path, depth+1)
		if f == nil || err != nil {
			return nil, err
		}
		return Not{f}, nil
	case "linked", "notLinked":
		f, err := p.linked(v, path, depth)
		if f == nil || err != nil {
			return nil, err
		}
		if name == "notLinked" {
			return Not{f}, nil
		}
		return f, nil
	}
	m, err := asMap(v, path)
	if err != nil {
		return nil, err
	}
	if name == "id" || name == "kind" {
		return p.identity(name, m, path)
	}
	return p.property(name, m, path)
}

// list reads the members of and or or; members without conditions vanish.
func (p whereParser) list(name string, v any, path []string, depth int) (Filter, error) {
	members, ok := v.([]any)
	if !ok {
		members = []any{v}
	}
	var fs []Filter
	for i, member := range members {
		if member == nil {
			continue
		}
		at := append(path[:len(path):len(path)], fmt.Sprint(i))
		m, err := asMap(member, at)
		if err != nil {
			return nil, err
		}
		f, err := p.object(m, at, depth+1)
		if err != nil {
			return nil, err
		}
		if f != nil {
			fs = append(fs, f)
		}
	}
	switch {
	case len(fs) == 0:
		return nil, nil
	case name == "or":
		return Or(fs), nil
	}
	return And(fs), nil
}

// linked reads {type, direction, minCertainty, where}. A where without conditions takes the whole
// condition with it; without a where, any far end will do.
func (p whereParser) linked(v any, path []string, depth int) (Filter, error) {
	m, err := asMap(v, path)
	if err != nil {
		return nil, err
	}
	l := Linked{Direction: Both}
	if d, ok := m["direction"].(string); ok {
		l.Direction = Direction(d)
	}
	switch t := m["type"].(type) {
	case string:
		l.Types = []RelType{RelType(t)}
	case []any:
		for _, x := range t {
			l.Types = append(l.Types, RelType(fmt.Sprint(x)))
		}
	}
	if c, ok := m["minCertainty"].(string); ok {
		if l.MinCertainty, err = CertaintyNamed(c); err != nil {
			return nil, err
		}
	}
	where, given := m["where"]
	if !given || where == nil {
		return l, nil
	}
	far, err := asMap(where, path)
	if err != nil {
		return nil, err
	}
	l.Far, err = whereParser{}.object(far, append(path[:len(path):len(path)], "where"), depth+1)
	if l.Far == nil || err != nil {
		return nil, err
	}
	return l, nil
}

// identity reads conditions on id or kind.
func (p whereParser) identity(name string, m map[string]any, path []string) (Filter, error) {
	var all And
	for _, op := range slices.Sorted(maps.Keys(m)) {
		if m[op] == nil {
			continue
		}
		at := append(path[:len(path):len(path)], op)
		values, err := asStrings(m[op], at)
		if err != nil {
			return nil, err
		}
		var f Filter
		if name == "id" {
			ids := make(InIDs, len(values))
			for i, s := range values {
				ids[i] = ID(s)
			}
			f = ids
		} else {
			kinds := make(InKinds, len(values))
			for i, s := range values {
				k, ok := KindNamed(s)
				if !ok {
					return nil, badWhere(at, "%q is no kind", s)
				}
				kinds[i] = k
			}
			f = kinds
		}
		switch Op(op) {
		case EQ, AnyOf:
		case NE, NoneOf:
			f = Not{f}
		default:
			return nil, badWhere(at, "ids and kinds are tested with eq, ne, anyOf or noneOf")
		}
		all = append(all, f)
	}
	if len(all) == 0 {
		return nil, nil
	}
	return all, nil
}

// property reads the operators on a property, or the fields of a group of properties.
func (p whereParser) property(name string, m map[string]any, path []string) (Filter, error) {
	prop := p.lookup(name)
	var all And
	for _, key := range slices.Sorted(maps.Keys(m)) {
		v := m[key]
		if v == nil {
			continue
		}
		at := append(path[:len(path):len(path)], key)
		if prop == nil {
			if !p.isGroup(name) {
				return nil, badWhere(path, "there is no property %q to filter on", name)
			}
			fields, err := asMap(v, at)
			if err != nil {
				return nil, err
			}
			f, err := p.property(name+"."+key, fields, at)
			if err != nil {
				return nil, err
			}
			if f != nil {
				all = append(all, f)
			}
			continue
		}
		value, err := prop.operand(Op(key), v, at)
		if err != nil {
			return nil, err
		}
		all = append(all, Cond{name, Op(key), value})
	}
	if len(all) == 0 {
		return nil, nil
	}
	return all, nil
}

func (p whereParser) lookup(name string) *Property {
	if p.kind != nil {
		return p.kind.Property(name)
	}
	return PropertyOf(name)
}

// isGroup tells whether dotted properties start with this name.
func (p whereParser) isGroup(name string) bool {
	for full := range propIndex {
		if strings.HasPrefix(full, name+".") && p.lookup(full) != nil {
			return true
		}
	}
	return false
}

// operand reads the operand of an operator as the type that Cond asks for.
func (p *Property) operand(op Op, v any, path []string) (any, error) {
	switch op {
	case IsNull:
		if b, ok := v.(bool); ok {
			return b, nil
		}
		return nil, badWhere(path, "isNull takes true or false")
	case AnyOf, NoneOf, HasAny:
		return p.operands(v, path)
	}
	elem := *p
	if p.Type == ListProp {
		elem.Type = StringProp
	}
	x, err := elem.scalar(v)
	if err != nil {
		return nil, badWhere(path, "%w", err)
	}
	return x, nil
}

func (p *Property) operands(v any, path []string) (any, error) {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	elem := *p
	if p.Type == ListProp {
		elem.Type = StringProp
	}
	texts, ints, floats := []string{}, []int64{}, []float64{}
	for _, raw := range list {
		if raw == nil {
			continue
		}
		x, err := elem.scalar(raw)
		if err != nil {
			return nil, badWhere(path, "%w", err)
		}
		switch x := x.(type) {
		case string:
			texts = append(texts, x)
		case int64:
			ints = append(ints, x)
		case float64:
			floats = append(floats, x)
		}
	}
	switch elem.Type {
	case IntProp:
		return ints, nil
	case FloatProp:
		return floats, nil
	}
	return texts, nil
}

// scalar reads one JSON value as the property's type.
func (p *Property) scalar(v any) (any, error) {
	switch p.Type {
	case StringProp:
		s, ok := v.(string)
		if !ok {
			return nil, fmt.Errorf("%v is no text", v)
		}
		if e := EnumOf(p.Enum); e != nil && !e.Has(s) {
			return nil, fmt.Errorf("%q is no value of %s", s, p.Enum)
		}
		return s, nil
	case BoolProp:
		if b, ok := v.(bool); ok {
			return b, nil
		}
		return nil, fmt.Errorf("%v is neither true nor false", v)
	case IntProp:
		n, err := json.Number(fmt.Sprint(v)).Int64()
		if err != nil {
			return nil, fmt.Errorf("%v is no whole number: %w", v, err)
		}
		return n, nil
	case FloatProp:
		f, err := json.Number(fmt.Sprint(v)).Float64()
		if err != nil {
			return nil, fmt.Errorf("%v is no number: %w", v, err)
		}
		return f, nil
	}
	return nil, fmt.Errorf("lists are tested with has or hasAny")
}

// CertaintyNamed gives the certainty of an enum value. Errors: Invalid.
func CertaintyNamed(name string) (Certainty, error) {
	for c, n := range Certainties {
		if n == name {
			return c, nil
		}
	}
	return 0, Errorf(Invalid, "%q is no certainty: STATED, STRUCTURED or DECLARED", name)
}

func badWhere(path []string, format string, args ...any) error {
	return Errorf(Invalid, "where."+strings.ReplaceAll(strings.Join(path, "."), "%", "%%")+": "+format, args...)
}

func asMap(v any, path []string) (map[string]any, error) {
	m, ok := v.(map[string]any)
	if !ok {
		return nil, badWhere(path, "an object is needed here")
	}
	return m, nil
}

func asStrings(v any, path []string) ([]string, error) {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	var out []string
	for _, x := range list {
		if x == nil {
			continue
		}
		s, ok := x.(string)
		if !ok {
			return nil, badWhere(path, "text is needed here")
		}
		out = append(out, s)
	}
	return out, nil
}
