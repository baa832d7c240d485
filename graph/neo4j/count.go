package neo4j

import (
	"context"
	"fmt"
	"slices"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Count counts nodes or relationships in groups.
func (s *Store) Count(ctx context.Context, q graph.CountQuery) ([]graph.Group, error) {
	if err := q.Validate(); err != nil {
		return nil, err
	}
	switch q.Over {
	case graph.OverNodes:
		return s.countNodes(ctx, &q)
	case graph.OverLinks:
		return s.countLinks(ctx, &q)
	}
	return s.groups(ctx, statement{text: countRelationships}, 1)
}

func (s *Store) countNodes(ctx context.Context, q *graph.CountQuery) ([]graph.Group, error) {
	if err := bounded(q.Filter); err != nil {
		return nil, err
	}
	if q.Filter == nil && len(q.Kinds) == 0 && slices.Equal(q.GroupBy, []string{"kind"}) {
		return s.groups(ctx, statement{text: countKinds}, 1)
	}
	count, some := countNodesQuery(q)
	if !some && len(q.GroupBy) > 0 {
		return nil, ctx.Err()
	}
	if !some {
		return []graph.Group{{}}, ctx.Err()
	}
	return s.groups(ctx, count, len(q.GroupBy))
}

// groups reads rows of keys and a count, and orders them. Only a count without keys may be 0.
func (s *Store) groups(ctx context.Context, count statement, keys int) ([]graph.Group, error) {
	return read(ctx, s, func(t *transaction) (out []graph.Group, err error) {
		err = t.each(count, func(r row) error {
			g := graph.Group{N: r.num("n")}
			for i := range keys {
				g.Keys = append(g.Keys, r[fmt.Sprintf("k%d", i)])
			}
			if keys == 0 || g.N > 0 {
				out = append(out, g)
			}
			return nil
		})
		graph.SortGroups(out)
		return out, err
	})
}

func (s *Store) countLinks(ctx context.Context, q *graph.CountQuery) ([]graph.Group, error) {
	step := q.Followed()
	if err := bounded(graph.Linked{Far: step.Far}); err != nil {
		return nil, err
	}
	return read(ctx, s, func(t *transaction) (out []graph.Group, err error) {
		counts := make(map[graph.ID]int64, len(q.Near))
		err = t.each(countLinksQuery(distinct(q.Near), &step), func(r row) error {
			counts[graph.ID(r.str("near"))] = r.num("n")
			return nil
		})
		for _, id := range q.Near {
			if counts[id] > 0 {
				out = append(out, graph.Group{Near: id, N: counts[id]})
			}
		}
		return out, err
	})
}
