package model

import (
	"context"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// record is what the views of all kinds of record have in common.
type record struct{ base }

// IsRecord marks record as a Record.
func (r *record) IsRecord() {}

// Declared tells whether a loaded document declares it.
func (r *record) Declared() bool { return r.node.Declared }

// Stub says why it is a stub; nil when it is declared.
func (r *record) Stub(ctx context.Context) (*graph.StubReason, error) {
	if r.node.Declared {
		return nil, nil
	}
	type key struct{}
	reasons, err := once(r.c, key{}, func() (map[graph.ID]graph.StubReason, error) {
		return r.c.graph.StubReasons(ctx, r.c.nodes)
	})
	if err != nil {
		return nil, err
	}
	return nonZero(reasons[r.node.ID]), nil
}

// Superseded tells whether a reconciliation says that other records replace it.
func (r *record) Superseded() bool { return r.node.Props.Bool("superseded") }

// PartOf is the record that contains it.
func (r *record) PartOf(ctx context.Context) (Record, error) {
	type key struct{ want graph.Want }
	one, want := 1, wanted(ctx)
	containers, err := once(r.c, key{want}, func() (*pages, error) {
		return r.c.links(ctx, graph.LinkQuery{Field: "partOf", Types: []graph.RelType{graph.PartOf}, Direction: graph.Out,
			Page: graph.PageArgs{First: &one}, Want: want})
	})
	if err != nil {
		return nil, err
	}
	page := containers.byNear[r.node.ID]
	if page == nil || len(page.Edges) == 0 {
		return nil, nil
	}
	v, _ := containers.far.view(&page.Edges[0].Item.Far).(Record)
	return v, nil
}

// A LabelledField is a labelled field as written.
type LabelledField struct {
	Label, Name, Text string
	Line              *int
}

// Fields are the labelled fields, in order.
func (b *base) Fields(ctx context.Context) ([]*LabelledField, error) {
	return nested[[]*LabelledField](ctx, b, "fields")
}

// A Status is a conclusion status as written.
type Status struct {
	Layer, Value string
	Scope        *string
	Inherited    bool
	Line         *int
}

// Statuses are the conclusion statuses, in order; with layers, only those of one of them. Errors: as chosen.
func (b *base) Statuses(ctx context.Context, layer []string) ([]*Status, error) {
	if err := chosen("layer", layer); err != nil {
		return nil, err
	}
	all, err := nested[[]*Status](ctx, b, "statuses")
	if layer == nil || err != nil {
		return all, err
	}
	return slices.DeleteFunc(all, func(s *Status) bool {
		return !slices.ContainsFunc(layer, func(l string) bool { return strings.EqualFold(l, s.Layer) })
	}), nil
}

// Target is the record that an annotation comments on.
func (a *Annotation) Target(ctx context.Context) (Record, error) {
	return referred[Record](ctx, &a.base, "target")
}
