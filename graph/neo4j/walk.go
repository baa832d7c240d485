package neo4j

import (
	"cmp"
	"context"
	"fmt"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Walk follows relationships one level from a frontier: one statement, whatever the number of near
// nodes and steps.
func (s *Store) Walk(ctx context.Context, q graph.StepQuery) ([]graph.Steps, error) {
	for i := range q.Steps {
		if err := validStep(&q.Steps[i]); err != nil {
			return nil, err
		}
	}
	return read(ctx, s, func(t *transaction) ([]graph.Steps, error) {
		if len(q.Near) == 0 || len(q.Steps) == 0 {
			return nil, nil
		}
		found := make(map[graph.ID][][]graph.Link, len(q.Near))
		err := t.each(walkQuery(distinct(q.Near), q.Steps), func(r row) error {
			near := graph.ID(r.str("near"))
			links := make([][]graph.Link, len(q.Steps))
			for i := range q.Steps {
				var err error
				if links[i], err = linksOf(near, r.list(fmt.Sprintf("s%d", i)), &q.Steps[i]); err != nil {
					return err
				}
			}
			found[near] = links
			return nil
		})
		var out []graph.Steps
		for _, near := range q.Near {
			for i, links := range found[near] {
				if len(links) == 0 {
					continue
				}
				g := graph.Steps{Near: near, Step: i, Links: links}
				if limit := q.Steps[i].Limit; limit > 0 && len(links) > limit {
					g.Links, g.More = links[:limit], true
				}
				out = append(out, g)
			}
		}
		return out, err
	})
}

// validStep checks a step. Errors: as Step.Validate, and as bounded.
func validStep(s *graph.Step) error { return cmp.Or(s.Validate(), bounded(graph.Linked{Far: s.Far})) }

// linksOf reads the links of one step at one near node, in the order of the step.
func linksOf(near graph.ID, items []any, step *graph.Step) ([]graph.Link, error) {
	out := make([]graph.Link, len(items))
	for i, item := range items {
		// What walkQuery returns: type, whether it leads away, the relationship, the far node, its body.
		columns, _ := item.([]any)
		if len(columns) != 5 {
			return nil, fmt.Errorf("a link came as %d columns", len(columns))
		}
		properties, _ := columns[2].(map[string]any)
		far, _ := columns[3].(map[string]any)
		bodies, _ := columns[4].([]any)
		l := &out[i]
		var err error
		if l.Far, err = decodeNode(far, first(bodies)); err != nil {
			return nil, err
		}
		l.Relationship = decodeRelationship(properties)
		t, _ := columns[0].(string)
		l.Relationship.Type = graph.RelType(t)
		if l.Relationship.Source, l.Relationship.Target = near, l.Far.ID; columns[1] != true {
			l.Relationship.Source, l.Relationship.Target = l.Far.ID, near
		}
	}
	graph.SortLinks(out, step)
	return out, nil
}
