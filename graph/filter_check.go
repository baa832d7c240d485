package graph

import (
	"fmt"
	"sort"
	"strings"
)

// Bounds of a filter. They keep translation, and the query a backend runs, of bounded size.
const (
	maxFilterDepth = 32
	maxFilterNodes = 2_000
	maxFilterItems = 50_000
)

// ValidateFilter checks names, operators, operand types and size. Errors: Invalid for a fault in the
// filter, Limit for one that is too deep or too large.
func ValidateFilter(f Filter) error {
	nodes, list := 0, 0
	return validateFilter(f, 0, &nodes, &list)
}

func tooLarge() error {
	return Errorf(Limit, "the filter is too large: at most %d levels, %d conditions and %d listed values", maxFilterDepth, maxFilterNodes, maxFilterItems)
}

func validateFilter(f Filter, depth int, nodes, list *int) error {
	*nodes++
	if depth > maxFilterDepth || *nodes > maxFilterNodes {
		return tooLarge()
	}
	switch f := f.(type) {
	case nil, IsDeclared:
		return nil
	case And:
		return validateFilters(f, depth, nodes, list)
	case Or:
		return validateFilters(f, depth, nodes, list)
	case Not:
		return validateFilter(f.Filter, depth+1, nodes, list)
	case InKinds:
		for _, k := range f {
			if KindOf(k) == nil {
				return Errorf(Invalid, "unknown kind %q", k)
			}
		}
		return nil
	case InIDs:
		if *list += len(f); *list > maxFilterItems {
			return tooLarge()
		}
		return nil
	case Cond:
		if *list += len(items(f.Value)); *list > maxFilterItems {
			return tooLarge()
		}
		return f.validate()
	case Linked:
		if f.Direction != Out && f.Direction != In && f.Direction != Both {
			return Errorf(Invalid, "unknown direction %q", f.Direction)
		}
		for _, t := range f.Types {
			if RelTypeOf(t) == nil {
				return Errorf(Invalid, "unknown relationship type %q", t)
			}
		}
		return validateFilter(f.Far, depth+1, nodes, list)
	}
	return Errorf(Invalid, "unknown filter %T", f)
}

func validateFilters(fs []Filter, depth int, nodes, list *int) error {
	for _, g := range fs {
		if err := validateFilter(g, depth+1, nodes, list); err != nil {
			return err
		}
	}
	return nil
}

func (c Cond) validate() error {
	p := PropertyOf(c.Prop)
	if p == nil || p.Opaque {
		return Errorf(Invalid, "there is no property %q to filter on", c.Prop)
	}
	ok := false
	switch c.Op {
	case IsNull:
		_, ok = c.Value.(bool)
	case Has:
		_, ok = c.Value.(string)
		ok = ok && p.Type == ListProp
	case HasAny:
		_, ok = c.Value.([]string)
		ok = ok && p.Type == ListProp
	case Contains, StartsWith:
		_, ok = c.Value.(string)
		ok = ok && p.Type == StringProp
	case AnyOf, NoneOf:
		ok = p.holdsAll(c.Value)
	case EQ, NE, GT, GTE, LT, LTE:
		ok = p.holds(c.Value)
	}
	if !ok {
		return Errorf(Invalid, "property %q cannot be tested by %s with %v (%T)", c.Prop, c.Op, c.Value, c.Value)
	}
	return nil
}

// holds tells whether v is of the type of a scalar property.
func (p *Property) holds(v any) bool {
	switch v.(type) {
	case string:
		return p.Type == StringProp
	case int64:
		return p.Type == IntProp
	case float64:
		return p.Type == FloatProp
	case bool:
		return p.Type == BoolProp
	}
	return false
}

func (p *Property) holdsAll(list any) bool {
	switch list.(type) {
	case []string:
		return p.Type == StringProp
	case []int64:
		return p.Type == IntProp
	case []float64:
		return p.Type == FloatProp
	}
	return false
}

// FilterKey writes a filter as text, the same for equal filters; cursors are bound to it.
func FilterKey(f Filter) string {
	var b strings.Builder
	writeFilter(&b, f)
	return b.String()
}

func writeFilter(b *strings.Builder, f Filter) {
	switch f := f.(type) {
	case nil:
		b.WriteString("true")
	case And:
		writeFilters(b, "and", f)
	case Or:
		writeFilters(b, "or", f)
	case Not:
		writeFilters(b, "not", []Filter{f.Filter})
	case Linked:
		fmt.Fprintf(b, "linked(%v %s %d ", f.Types, f.Direction, f.MinCertainty)
		writeFilter(b, f.Far)
		b.WriteByte(')')
	case InIDs:
		ids := append([]ID(nil), f...)
		sort.Slice(ids, func(i, j int) bool { return ids[i] < ids[j] })
		fmt.Fprintf(b, "ids%q", ids)
	case IsDeclared:
		fmt.Fprintf(b, "declared=%t", bool(f))
	case Cond:
		fmt.Fprintf(b, "%s %s %#v", f.Prop, f.Op, f.Value)
	default:
		fmt.Fprintf(b, "%#v", f)
	}
}

func writeFilters(b *strings.Builder, name string, fs []Filter) {
	b.WriteString(name)
	b.WriteByte('(')
	for _, g := range fs {
		writeFilter(b, g)
		b.WriteByte(';')
	}
	b.WriteByte(')')
}
