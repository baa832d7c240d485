package model

import (
	"context"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A place is where the sentence of an assessment stands; the zero one when it is not known.
type place struct {
	document graph.ID
	line     int
}

// place is the answer's own, or that of the amendment which gives the sentence that counts.
func (v *ReadBack) place(ctx context.Context) (place, error) {
	if slices.Contains(v.b.node.Amended, propSentence) {
		amended, err := v.b.c.amendedPlaces(ctx)
		return amended[v.b.node.ID], err
	}
	own := place{document: graph.ID(v.b.node.Props.String("document"))}
	if line := intProp(v.b, "readBack.line"); line != nil {
		own.line = *line
	}
	return own, nil
}

// Line is the line of the sentence, 1-based; nil when there is none.
func (v *ReadBack) Line(ctx context.Context) (*int, error) {
	at, err := v.place(ctx)
	return nonZero(at.line), err
}

// Document is the document that the sentence stands in.
func (v *ReadBack) Document(ctx context.Context) (*Document, error) {
	at, err := v.place(ctx)
	if err != nil {
		return nil, err
	}
	if at.document == graph.ID(v.b.node.Props.String("document")) {
		return v.b.Document(ctx)
	}
	amended, err := v.b.c.amendedPlaces(ctx)
	if err != nil {
		return nil, err
	}
	found, err := v.b.c.refer(ctx, "document of amendment", func() []graph.ID {
		var ids []graph.ID
		for _, p := range amended {
			ids = append(ids, p.document)
		}
		return ids
	})
	d, _ := found[at.document].(*Document)
	return d, err
}

const propSentence = "readBack.sentence"

// amendedPlaces tells of the members whose sentence an amendment gives where that stands: the last amendment
// of the record that has the sentence in it, or its only one.
func (c *cohort) amendedPlaces(ctx context.Context) (map[graph.ID]place, error) {
	type key struct{}
	return once(c, key{}, func() (map[graph.ID]place, error) {
		var routes []graph.ID
		for i := range c.nodes {
			if slices.Contains(c.nodes[i].Amended, propSentence) {
				routes = append(routes, c.nodes[i].ID)
			}
		}
		whole, err := c.bodies(ctx)
		if err != nil {
			return nil, err
		}
		most := c.graph.Limits().PageMax
		all, err := c.graph.Links(ctx, routes, graph.LinkQuery{Field: "readBack", Types: []graph.RelType{graph.Amends},
			Direction: graph.In, Page: graph.PageArgs{First: &most}})
		if err != nil {
			return nil, err
		}
		out := map[graph.ID]place{}
		for _, id := range routes {
			edges := all[id].Edges
			for i := range edges {
				r := &edges[i].Item.Relationship
				if n := whole[id]; len(edges) == 1 || n != nil && strings.Contains(r.Sentence, n.Props.String(propSentence)) {
					out[id] = place{r.Document, r.Line}
				}
			}
		}
		return out, nil
	})
}
