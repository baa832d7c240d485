package model

import (
	"context"
	"path"
	"path/filepath"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Locations are the places the document was loaded from, sorted.
func (d *Document) Locations(ctx context.Context) ([]string, error) {
	type key struct{}
	all, err := once(d.c, key{}, func() (map[graph.ID][]string, error) { return d.c.graph.Locations(ctx, d.c.ids()) })
	return all[d.node.ID], err
}

// FileName is the name of the file that the document was loaded from, with a text before it.
func (d *Document) FileName(ctx context.Context, below string) (*string, error) {
	locations, err := d.Locations(ctx)
	if err != nil || len(locations) == 0 {
		return nil, err
	}
	name := below + path.Base(filepath.ToSlash(locations[0]))
	return &name, nil
}

// A Loss is something that a rendering lost.
type Loss struct {
	Code string
	Line *int
	Note *string
}

// Losses lists what a rendering lost.
func (d *Document) Losses(ctx context.Context) ([]*Loss, error) {
	return nested[[]*Loss](ctx, &d.base, "losses")
}

// A Section is a heading and what stands under it.
type Section struct {
	Title       string
	Level, Line int
	EndLine     *int
	Free        bool
}

// Sections are the headings, in order.
func (d *Document) Sections(ctx context.Context) ([]*Section, error) {
	return nested[[]*Section](ctx, &d.base, "sections")
}
