package graph

import (
	"cmp"
	"slices"
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
	return len(types) == 0 || slices.Contains(types, r.Type)
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
		return slices.Contains(f, n.Kind)
	case InIDs:
		return slices.Contains(f, n.ID)
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
		return slices.Contains(v.([]string), c.Value.(string))
	case HasAny:
		for _, s := range c.Value.([]string) {
			if slices.Contains(v.([]string), s) {
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
		return cmp.Compare(x, y)
	case float64:
		y, _ := b.(float64)
		return cmp.Compare(x, y)
	case bool:
		y, _ := b.(bool)
		return cmp.Compare(bit(x), bit(y))
	}
	return 0
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
