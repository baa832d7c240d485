package model

import (
	"context"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Pages of revisions.
type (
	RevisionConnection = Connection[*RevisionInfo]
	RevisionEdge       = Edge[*RevisionInfo]
)

// A RevisionInfo says what a revision changed.
type RevisionInfo struct {
	Revision uint64
	At       *string
	Changes  []*DocumentChange
}

// A DocumentChange says what a revision changed at one origin.
type DocumentChange struct {
	Change     Enum
	DocumentID graph.ID
	Location   string
	all        *cohort // of the page: documents are read together
	documents  []graph.ID
}

// Document is the document that the origin says or said; nil when nothing says it any more.
func (d *DocumentChange) Document(ctx context.Context) (*Document, error) {
	found, err := d.all.refer(ctx, "documents of revisions", func() []graph.ID { return d.documents })
	document, _ := found[d.DocumentID].(*Document)
	return document, err
}

// History gives a page of revisions, the newest first. Errors: as graph.Revisions.
func History(ctx context.Context, g *graph.Graph, documents []graph.ID, first *int, after *string) (*RevisionConnection, error) {
	page, all, err := g.Revisions(ctx, graph.RevisionsQuery{Documents: documents, First: first, After: after})
	if err != nil {
		return nil, err
	}
	shared := newCohort(g, nil, graph.Light)
	var ids []graph.ID
	for i := range page.Edges {
		for _, c := range page.Edges[i].Item.Changes {
			ids = append(ids, c.Document)
		}
	}
	c := connect(page, func(r *graph.RevisionInfo) *RevisionInfo {
		out := &RevisionInfo{Revision: r.Revision, Changes: []*DocumentChange{}}
		if !r.At.IsZero() {
			at := r.At.UTC().Format(time.RFC3339Nano)
			out.At = &at
		}
		for _, c := range r.Changes {
			out.Changes = append(out.Changes, &DocumentChange{Enum(c.Result), c.Document, c.Location, shared, ids})
		}
		return out
	})
	c.total = func(context.Context) (int64, error) { return int64(all), nil }
	return c, nil
}
