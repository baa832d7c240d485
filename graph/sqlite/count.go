package sqlite

import (
	"context"
	"fmt"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Count counts nodes or relationships in groups.
func (s *Store) Count(ctx context.Context, q graph.CountQuery) ([]graph.Group, error) {
	if err := q.Validate(); err != nil {
		return nil, err
	}
	switch q.Over {
	case graph.OverNodes:
		if err := bounded(q.Filter); err != nil {
			return nil, err
		}
		if len(kindsOf(q.Kinds, q.Filter)) > 0 {
			return s.groups(ctx, countNodesQuery(&q), q.GroupBy)
		}
		if len(q.GroupBy) == 0 {
			return []graph.Group{{}}, nil
		}
		return nil, nil
	case graph.OverLinks:
		return s.countLinks(ctx, &q)
	}
	return s.groups(ctx, newQuery("SELECT type, count(*) FROM relationships GROUP BY type"), []string{"kind"})
}

// countNodesQuery counts each kind by itself, for the indexes' sake, and adds up.
func countNodesQuery(q *graph.CountQuery) *query {
	keys := make([]string, len(q.GroupBy))
	for i := range keys {
		keys[i] = fmt.Sprintf("k%d", i)
	}
	by := strings.Join(keys, ", ")
	sql := newQuery("SELECT " + strings.Join(append(keys, "sum(n)"), ", ") + " FROM (")
	kinds := kindsOf(q.Kinds, q.Filter)
	sql.list(len(kinds), " UNION ALL ", func(i int) {
		sql.add("SELECT ")
		for j, name := range q.GroupBy {
			expr := quote(string(kinds[i]))
			if name != "kind" {
				expr = column("n", name)
			}
			sql.add(expr + " AS " + keys[j] + ", ")
		}
		sql.add("count(*) AS n FROM nodes AS n WHERE n.kind = " + quote(string(kinds[i])))
		sql.and(q.Filter, "n")
		if by != "" {
			sql.add(" GROUP BY " + by)
		}
	})
	sql.add(")")
	if by != "" {
		sql.add(" GROUP BY " + by)
	}
	return sql
}

// groups reads rows of keys and a count, and orders them.
func (s *Store) groups(ctx context.Context, q *query, keys []string) ([]graph.Group, error) {
	var out []graph.Group
	err := s.each(ctx, q, func(r row) error {
		g := graph.Group{N: r.num(len(keys))}
		for i, name := range keys {
			v := r[i]
			if n, ok := v.(int64); ok && name != "kind" && graph.PropertyOf(name).Type == graph.BoolProp {
				v = n != 0
			}
			g.Keys = append(g.Keys, v)
		}
		out = append(out, g)
		return nil
	})
	graph.SortGroups(out)
	return out, err
}

func (s *Store) countLinks(ctx context.Context, q *graph.CountQuery) ([]graph.Group, error) {
	step := q.Followed()
	if err := bounded(graph.Linked{Far: step.Far}); err != nil {
		return nil, err
	}
	counts := make([]int64, len(q.Near))
	err := s.each(ctx, countLinksQuery(q.Near, &step), func(r row) error {
		counts[r.num(0)] = r.num(1)
		return nil
	})
	var out []graph.Group
	for i, n := range counts {
		if n > 0 {
			out = append(out, graph.Group{Near: q.Near[i], N: n})
		}
	}
	return out, err
}

func countLinksQuery(near []graph.ID, step *graph.Step) *query {
	h := hopOf(step)
	sql := newQuery("SELECT near.key, (SELECT count(*) FROM relationships AS r")
	if len(step.FarKinds) > 0 || step.Far != nil {
		sql.add(" CROSS JOIN nodes AS f ON f.key = " + h.farKey())
	}
	sql.add(" WHERE ")
	sql.hop(h)
	sql.farEnd(step, "f")
	sql.add(") FROM json_each(?) AS near CROSS JOIN nodes AS n ON n.id = near.value", list(near))
	return sql
}
