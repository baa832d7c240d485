package model

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A Node is the view of a node of any kind.
type Node interface {
	// IsNode marks the views of nodes.
	IsNode()
	self() *base
}

// A Record is the view of a record of any kind.
type Record interface {
	Node
	// IsRecord marks the views of records.
	IsRecord()
}

// base is what all views of nodes have in common. Fields of kinds that follow from a property are its
// methods, generated.
type base struct {
	node *graph.Node
	c    *cohort
}

// IsNode marks base as a Node.
func (b *base) IsNode() {}

func (b *base) self() *base { return b }

// ID is the node's id.
func (b *base) ID() graph.ID { return b.node.ID }

// Kind is the enum value of the node's kind.
func (b *base) Kind() Enum { return kindName(b.node.Kind) }

// Label is the property that the kinds table names as the kind's label.
func (b *base) Label() *string { return prop[string](b, graph.KindOf(b.node.Kind).Label) }

// Disagreements lists the properties on which documents of equal standing differ.
func (b *base) Disagreements() []string { return b.node.Disagreements }

// Text is the kind's prose.
func (b *base) Text(ctx context.Context) (*string, error) {
	props, err := b.body(ctx)
	if err != nil {
		return nil, err
	}
	return value[string](props, "text"), nil
}

// Span is the stretch of lines in the node's document; nil when it has none.
func (b *base) Span() *LineSpan {
	start, end := intProp(b, "line"), intProp(b, "endLine")
	if start == nil {
		return nil
	}
	if end == nil {
		end = start
	}
	return &LineSpan{*start, *end}
}

// A LineSpan is a stretch of lines, 1-based, both ends included.
type LineSpan struct{ Start, End int }

// Amendments lists what amendments changed, sorted by property. One that states the same again changes
// nothing.
func (b *base) Amendments(ctx context.Context) ([]*Amendment, error) {
	n := b.node
	if slices.ContainsFunc(n.Amended, func(name string) bool { return graph.PropertyOf(name).Opaque }) {
		all, err := b.c.bodies(ctx)
		if err != nil {
			return nil, err
		}
		if whole := all[n.ID]; whole != nil {
			n = whole
		}
	}
	out := []*Amendment{}
	for _, name := range n.Amended {
		a := &Amendment{name, display(n.Stated[name]), display(n.Props[name])}
		if a.Stated == nil || a.Effective == nil || *a.Stated != *a.Effective {
			out = append(out, a)
		}
	}
	return out, nil
}

// An Amendment is a property with its stated and its effective value, as text.
type Amendment struct {
	Property          string
	Stated, Effective *string
}

// Relationships is a page of the relationships at the node. The parameters from where on are read by listOf;
// they stand here because gqlgen decodes only arguments for which there is a parameter.
func (b *base) Relationships(ctx context.Context, types []Enum, direction, minCertainty *Enum, where *Where, orderBy []*Order, first *int, after *string, last *int, before *string) (*RelationshipConnection, error) {
	l := listOf(ctx)
	q := l.links()
	var err error
	if q.Types, err = relTypes("types", types); err != nil {
		return nil, err
	}
	if direction != nil {
		q.Direction = graph.Direction(*direction)
	}
	if q.MinCertainty, err = certainty(minCertainty); err != nil {
		return nil, err
	}
	return linkPage(ctx, b, l, q, func(far *cohort, link *graph.Link) *Relationship {
		return newRelationship(far, b.view(), link)
	})
}

// view makes the node's own view again.
func (b *base) view() Node { return b.c.view(b.node) }

// body gives the node's properties with the opaque ones.
func (b *base) body(ctx context.Context) (graph.Props, error) {
	all, err := b.c.bodies(ctx)
	if err != nil {
		return nil, err
	}
	if n := all[b.node.ID]; n != nil {
		return n.Props, nil
	}
	return nil, nil
}

// nested decodes an opaque property that holds JSON; the zero value when the node has none.
func nested[T any](ctx context.Context, b *base, name string) (T, error) {
	var v T
	props, err := b.body(ctx)
	if err != nil {
		return v, err
	}
	text := props.String(name)
	if text == "" {
		return v, nil
	}
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return v, fmt.Errorf("property %q of %s: %w", name, b.node.ID, err)
	}
	return v, nil
}

// referred gives the node that a property refers to; nil when it refers to none that is there.
func referred[T Node](ctx context.Context, b *base, name string) (none T, err error) {
	found, err := b.c.refer(ctx, name, func() []graph.ID { return b.c.refs(name) })
	if err != nil {
		return none, err
	}
	v, _ := found[graph.ID(b.node.Props.String(name))].(T)
	return v, nil
}

// refs collects the ids in a property of the members, a single one or a list.
func (c *cohort) refs(name string) []graph.ID {
	var ids []graph.ID
	for i := range c.nodes {
		p := c.nodes[i].Props
		ids = append(ids, graph.ID(p.String(name)))
		for _, s := range p.List(name) {
			ids = append(ids, graph.ID(s))
		}
	}
	return ids
}

// value gives a property's value, nil when absent.
func value[T any](p graph.Props, name string) *T {
	v, ok := p[name].(T)
	if !ok {
		return nil
	}
	return &v
}

func prop[T any](b *base, name string) *T { return value[T](b.node.Props, name) }

func intProp(b *base, name string) *int {
	n := value[int64](b.node.Props, name)
	if n == nil {
		return nil
	}
	i := int(*n)
	return &i
}

func enumProp(b *base, name string) *Enum { return enum(b.node.Props.String(name)) }

// enum gives an enum value, nil for the empty one.
func enum(s string) *Enum { return nonZero(Enum(s)) }

func kindName(k graph.Kind) Enum { return Enum(k.EnumName()) }

func listProp(b *base, name string) []string { return b.node.Props.List(name) }

// display shows a property's value as text; nil when absent.
func display(v any) *string {
	var s string
	switch x := v.(type) {
	case nil:
		return nil
	case string:
		s = x
	case []string:
		s = strings.Join(x, ", ")
	case bool:
		s = strconv.FormatBool(x)
	default:
		s = fmt.Sprint(x)
	}
	return &s
}
