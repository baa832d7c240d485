package sqlite

import (
	"cmp"
	"context"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Walk follows relationships one level from a frontier: one read for each step, whatever the number of
// near nodes.
func (s *Store) Walk(ctx context.Context, q graph.StepQuery) ([]graph.Steps, error) {
	for i := range q.Steps {
		if err := validStep(&q.Steps[i]); err != nil {
			return nil, err
		}
	}
	links := make([][]graph.Link, len(q.Near)*len(q.Steps)) // by near node, then step
	for i := range q.Steps {
		if err := s.follow(ctx, q.Near, &q.Steps[i], func(at int, l graph.Link) {
			group := &links[at*len(q.Steps)+i]
			*group = append(*group, l)
		}); err != nil {
			return nil, err
		}
	}
	var out []graph.Steps
	for i, group := range links {
		if len(group) == 0 {
			continue
		}
		step := &q.Steps[i%len(q.Steps)]
		graph.SortLinks(group, step)
		g := graph.Steps{Near: q.Near[i/len(q.Steps)], Step: i % len(q.Steps), Links: group}
		if step.Limit > 0 && len(group) > step.Limit {
			g.Links, g.More = group[:step.Limit], true
		}
		out = append(out, g)
	}
	return out, nil
}

// validStep checks a step. Errors: as Step.Validate, and as bounded.
func validStep(s *graph.Step) error { return cmp.Or(s.Validate(), bounded(graph.Linked{Far: s.Far})) }

// follow reads the links of one step and hands each over with the index of its near node.
func (s *Store) follow(ctx context.Context, near []graph.ID, step *graph.Step, take func(at int, l graph.Link)) error {
	return s.each(ctx, walkQuery(near, step), func(r row) error {
		at, stored := int(r.num(0)), nodeRowOf(r[12:])
		far, err := stored.decode(step.Want)
		if err != nil {
			return err
		}
		l := graph.Link{Far: far, Relationship: graph.Relationship{
			ID: graph.ID(r.str(2)), Type: graph.RelType(r.str(3)), Source: near[at], Target: far.ID,
			Certainty: graph.Certainty(r.num(4)), Line: int(r.num(5)), Document: graph.ID(r.str(6)),
			Rule: r.str(7), Sentence: r.str(8), Heading: r.str(9), Approximate: r.num(10) != 0, Lossy: r.num(11) != 0,
		}}
		if outward := r.num(1) != 0; !outward {
			l.Relationship.Source, l.Relationship.Target = far.ID, near[at]
		}
		take(at, l)
		return nil
	})
}

// relationshipColumns are what follow reads after the near node and the direction.
const relationshipColumns = "r.id, r.type, r.certainty, r.line, r.document, r.rule, r.sentence, r.heading, r.approximate, r.lossy"

// walkQuery reads the links of a step. With a limit, the first of each near node are chosen by a
// subquery that runs once for each; the order is made afterwards.
func walkQuery(near []graph.ID, step *graph.Step) *query {
	h := hopOf(step)
	sql := newQuery("SELECT near.key, "+h.outward()+", "+relationshipColumns+", "+nodeColumns("f", step.Want)+
		" FROM json_each(?) AS near CROSS JOIN nodes AS n ON n.id = near.value CROSS JOIN relationships AS r ON ", list(near))
	if step.Limit == 0 && step.After == nil {
		sql.hop(h)
		sql.add(" CROSS JOIN nodes AS f ON f.key = " + h.farKey())
		sql.farEnd(step, "f")
		return sql
	}
	sql.add("r.key IN (")
	sql.choose(step)
	sql.add(") CROSS JOIN nodes AS f ON f.key = " + h.farKey())
	return sql
}

// choose selects the keys of a step's first relationships at a near node, and one more.
func (q *query) choose(step *graph.Step) {
	h := hopOf(step)
	h.rel, h.far = "x", "y"
	q.add("SELECT x.key FROM relationships AS x")
	if len(step.FarKinds) > 0 || step.Far != nil || len(step.Order) > 0 {
		q.add(" CROSS JOIN nodes AS y ON y.key = " + h.farKey())
	}
	q.add(" WHERE ")
	q.hop(h)
	q.farEnd(step, "y")
	keys := sortKeys(step.Order, step.Backward, step.After, "y", "x.line", "x.id")
	if step.After != nil {
		q.add(" AND ")
		q.after(keys)
	}
	if step.Limit > 0 {
		columns, directions := columns(keys), directions(keys)
		q.add(" ORDER BY ")
		q.list(len(columns), ", ", func(i int) { q.add(columns[i] + directions[i]) })
		q.add(" LIMIT ?", step.Limit+1)
	}
}

func hopOf(s *graph.Step) hop {
	return hop{near: "n", rel: "r", far: "f", types: s.Types, direction: s.Direction, least: s.MinCertainty, distinct: s.Distinct}
}

// farEnd writes, after other conditions, what a step asks of the far node.
func (q *query) farEnd(step *graph.Step, alias string) {
	if len(step.FarKinds) > 0 {
		q.add(" AND " + alias + ".kind" + oneOf(step.FarKinds))
	}
	q.and(step.Far, alias)
}
