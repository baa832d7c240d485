package graph

import (
	"fmt"
	"sort"
	"strings"
)

// A Filter is a tree of conditions on a node. A nil Filter accepts everything. Match is the
// specification; backends translate the tree and must agree with it, which storetest checks.
//
// The logic has two values: a comparison with an absent property is false, whatever the operator,
// and Not turns that into true. IsNull asks for absence.
type Filter interface{ filter() }

type (
	// And accepts what all of its filters accept; without any, everything.
	And []Filter
	// Or accepts what at least one of its filters accepts; without any, nothing.
	Or []Filter
	// Not accepts what its filter does not.
	Not struct{ Filter Filter }
	// InKinds accepts nodes of these kinds.
	InKinds []Kind
	// InIDs accepts nodes with these ids.
	InIDs []ID
	// IsDeclared accepts declared nodes (true) or stubs (false).
	IsDeclared bool
	// Cond compares one property. Value has the property's type; for AnyOf and NoneOf it is a list of
	// that type ([]string, []int64, []float64), for Contains, StartsWith and Has a string, for HasAny
	// []string, for IsNull a bool.
	Cond struct {
		Prop  string
		Op    Op
		Value any
	}
	// Linked accepts nodes with at least one relationship of these types (none: any type) and this
	// direction, at least this certain, whose far end the filter accepts.
	Linked struct {
		Types        []RelType
		Direction    Direction
		MinCertainty Certainty
		Far          Filter
	}
)

func (And) filter()        {}
func (Or) filter()         {}
func (Not) filter()        {}
func (InKinds) filter()    {}
func (InIDs) filter()      {}
func (IsDeclared) filter() {}
func (Cond) filter()       {}
func (Linked) filter()     {}

// An Op is a comparison.
type Op string

// The comparisons, under the names that the API gives them. Strings compare by code point.
const (
	EQ         Op = "eq"
	NE         Op = "ne"
	AnyOf      Op = "anyOf"
	NoneOf     Op = "noneOf"
	GT         Op = "gt"
	GTE        Op = "gte"
	LT         Op = "lt"
	LTE        Op = "lte"
	Contains   Op = "contains"
	StartsWith Op = "startsWith"
	Has        Op = "has"
	HasAny     Op = "hasAny"
	IsNull     Op = "isNull"
)

// A Direction says which way relationships are followed.
type Direction string

// The directions, seen from the near node.
const (
	Out  Direction = "OUT"
	In   Direction = "IN"
	Both Direction = "BOTH"
)

// Links gives the relationships at a node and the nodes at their far ends; Match needs it for Linked.
type Links func(near ID) []Link

// A Link is a relationship seen from one end.
type Link struct {
	Relationship Relationship
	Far          Node
}

// Follows tells whether a relationship at near is one of the types (none: any), in the direction and
// at least that certain.
func Follows(r *Relationship, near ID, types []RelType, d Direction, min Certainty) bool {
	if r.Certainty < min || !(d != In && r.Source == near || d != Out && r.Target == near) {
		return false
	}
	return len(types) == 0 || hasRelType(types, r.Type)
}

func hasRelType(types []RelType, t RelType) bool {
	for _, x := range types {
		if x == t {
			return true
		}
	}
	return false
}

// Match tells whether the filter accepts the node. It is the specification of every backend's filter.
func Match(f Filter, n *Node, links Links) bool {
	switch f := f.(type) {
	case nil:
		return true
	case And:
		for _, g := range f {
			if !Match(g, n, links) {
				return false
			}
		}
		return true
	case Or:
		for _, g := range f {
			if Match(g, n, links) {
				return true
			}
		}
		return false
	case Not:
		return !Match(f.Filter, n, links)
	case InKinds:
		return hasKind(f, n.Kind)
	case InIDs:
		for _, id := range f {
			if id == n.ID {
				return true
			}
		}
		return false
	case IsDeclared:
		return bool(f) == n.Declared
	case Cond:
		return f.match(n.Props[f.Prop])
	case Linked:
		for _, l := range links(n.ID) {
			if Follows(&l.Relationship, n.ID, f.Types, f.Direction, f.MinCertainty) && Match(f.Far, &l.Far, links) {
				return true
			}
		}
		return false
	}
	return false
}

// match compares a value, nil when absent, with the condition's operand.
func (c Cond) match(v any) bool {
	if c.Op == IsNull {
		return (v == nil) == c.Value.(bool)
	}
	if v == nil {
		return false
	}
	switch c.Op {
	case EQ:
		return Compare(v, c.Value) == 0
	case NE:
		return Compare(v, c.Value) != 0
	case GT:
		return Compare(v, c.Value) > 0
	case GTE:
		return Compare(v, c.Value) >= 0
	case LT:
		return Compare(v, c.Value) < 0
	case LTE:
		return Compare(v, c.Value) <= 0
	case AnyOf, NoneOf:
		return anyEqual(v, c.Value) == (c.Op == AnyOf)
	case Contains:
		return strings.Contains(v.(string), c.Value.(string))
	case StartsWith:
		return strings.HasPrefix(v.(string), c.Value.(string))
	case Has:
		return hasItem(v.([]string), c.Value.(string))
	case HasAny:
		for _, s := range c.Value.([]string) {
			if hasItem(v.([]string), s) {
				return true
			}
		}
	}
	return false
}

func anyEqual(v, list any) bool {
	for _, x := range items(list) {
		if Compare(v, x) == 0 {
			return true
		}
	}
	return false
}

func hasItem(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// items gives the members of a []string, []int64 or []float64 one by one.
func items(list any) []any {
	var out []any
	switch l := list.(type) {
	case []string:
		for _, x := range l {
			out = append(out, x)
		}
	case []int64:
		for _, x := range l {
			out = append(out, x)
		}
	case []float64:
		for _, x := range l {
			out = append(out, x)
		}
	}
	return out
}

// Compare orders two values of the same type: strings by code point, false before true, numbers by size.
func Compare(a, b any) int {
	switch x := a.(type) {
	case string:
		y, _ := b.(string)
		return strings.Compare(x, y)
	case int64:
		y, _ := b.(int64)
		return order(x, y)
	case float64:
		y, _ := b.(float64)
		return order(x, y)
	case bool:
		y, _ := b.(bool)
		return order(bit(x), bit(y))
	}
	return 0
}

func order[T int64 | float64 | int](x, y T) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

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
