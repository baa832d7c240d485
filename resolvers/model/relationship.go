package model

import (
	"context"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A Relationship is the view of a relationship with both of its ends.
type Relationship struct {
	r              *graph.Relationship
	source, target Node
	c              *cohort // whose relationships it is one of
}

// newRelationship makes the view of a link, seen from one of its ends; far is the cohort of the other.
func newRelationship(far *cohort, near Node, link *graph.Link) *Relationship {
	v := &Relationship{&link.Relationship, near, far.view(&link.Far), far}
	if link.Relationship.Source != near.self().node.ID {
		v.source, v.target = v.target, v.source
	}
	return v
}

// ID is the relationship's id.
func (v *Relationship) ID() graph.ID { return v.r.ID }

// Type is its type.
func (v *Relationship) Type() Enum { return Enum(v.r.Type) }

// Source is the node it leads from.
func (v *Relationship) Source() Node { return v.source }

// Target is the node it leads to.
func (v *Relationship) Target() Node { return v.target }

// Certainty says how surely the document states it.
func (v *Relationship) Certainty() Enum { return Enum(v.r.Certainty.String()) }

// Rule is the id of the extraction rule.
func (v *Relationship) Rule() string { return v.r.Rule }

// Document is the document that states it, read for all relationships of the cohort at once.
func (v *Relationship) Document(ctx context.Context) (*Document, error) {
	found, err := v.c.refer(ctx, "document of relationship", func() []graph.ID {
		ids := make([]graph.ID, len(v.c.relationships))
		for i, r := range v.c.relationships {
			ids[i] = r.Document
		}
		return ids
	})
	if err != nil {
		return nil, err
	}
	d, _ := found[v.r.Document].(*Document)
	return d, nil
}

// Line is its line, 1-based; nil when the whole document states it.
func (v *Relationship) Line() *int { return nonZero(v.r.Line) }

// Sentence is the sentence it rests on, as written.
func (v *Relationship) Sentence() *string { return nonZero(v.r.Sentence) }

// Heading is the heading it stands under, where no record owns it.
func (v *Relationship) Heading() *string { return nonZero(v.r.Heading) }

// Approximate tells that something may lie between the ends.
func (v *Relationship) Approximate() bool { return v.r.Approximate }

// Lossy tells that a rendering damaged the evidence.
func (v *Relationship) Lossy() bool { return v.r.Lossy }

// nonZero gives nil for the zero value, which stands for absence.
func nonZero[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}
