package sqlite

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Nodes gives those of the ids that exist, in the order asked for, each once.
func (s *Store) Nodes(ctx context.Context, ids []graph.ID, w graph.Want) ([]graph.Node, error) {
	q := newQuery("SELECT "+nodeColumns("n", w)+" FROM json_each(?) AS wanted CROSS JOIN nodes AS n ON n.id = wanted.value ORDER BY wanted.key",
		list(ids))
	found, err := s.nodes(ctx, q, w)
	if err != nil {
		return nil, err
	}
	seen := make(map[graph.ID]bool, len(found))
	return slices.DeleteFunc(found, func(n graph.Node) bool {
		again := seen[n.ID]
		seen[n.ID] = true
		return again
	}), nil
}

// nodes runs a read that gives nodeColumns.
func (s *Store) nodes(ctx context.Context, q *query, w graph.Want) ([]graph.Node, error) {
	var out []graph.Node
	err := s.each(ctx, q, func(r row) error {
		stored := nodeRowOf(r)
		n, err := stored.decode(w)
		out = append(out, n)
		return err
	})
	return out, err
}

// Find gives a page of nodes by filter and order.
func (s *Store) Find(ctx context.Context, q graph.Query) (graph.NodePage, error) {
	if err := cmp.Or(q.Validate(), bounded(q.Filter)); err != nil {
		return graph.NodePage{}, err
	}
	var page graph.NodePage
	for _, seg := range segments(&q, "n") {
		sql := findQuery(&q, seg, q.Limit+1-len(page.Nodes))
		if sql == nil {
			continue
		}
		rows, err := s.nodes(ctx, sql, q.Want)
		if err != nil {
			return graph.NodePage{}, err
		}
		if page.Nodes = append(page.Nodes, rows...); len(page.Nodes) > q.Limit {
			return graph.NodePage{Nodes: page.Nodes[:q.Limit], More: true}, nil
		}
	}
	return page, nil
}

// findQuery reads one segment of a page, nil where no kind can have rows in it. What is selected and
// sorted is keys; the nodes of the page alone are read. CROSS JOIN makes SQLite take the page first, and
// so keeps its order.
func findQuery(q *graph.Query, seg segment, limit int) *query {
	kinds := kindsOf(q.Kinds, q.Filter)
	if seg.prop != "" && !seg.null {
		kinds = slices.DeleteFunc(kinds, func(k graph.Kind) bool { return !has(k, seg.prop) })
	}
	if len(kinds) == 0 {
		return nil
	}
	sql := newQuery("SELECT " + nodeColumns("n", q.Want) + " FROM (")
	sql.list(len(kinds), " UNION ALL ", func(i int) {
		sql.add("SELECT n.key")
		for j, expr := range columns(seg.keys) {
			sql.add(fmt.Sprintf(", %s AS k%d", expr, j))
		}
		sql.add(" FROM nodes AS n WHERE n.kind = " + quote(string(kinds[i])))
		sql.within(seg, seg.prop != "" && has(kinds[i], seg.prop))
		sql.and(q.Filter, "n")
	})
	sql.add(" ORDER BY ")
	directions := directions(seg.keys)
	sql.list(len(directions), ", ", func(j int) { sql.add(fmt.Sprintf("k%d%s", j, directions[j])) })
	sql.add(" LIMIT ?) AS page CROSS JOIN nodes AS n ON n.key = page.key", limit)
	return sql
}

// kindsOf gives the kinds that a query can find, each once. A read is a union of one part for each
// kind, because the indexes of properties begin with the kind: SQLite merges parts that are in order
// already and stops at the limit.
func kindsOf(kinds []graph.Kind, f graph.Filter) []graph.Kind {
	may := map[graph.Kind]bool{}
	ids, listed := pinned(f)
	for _, id := range ids {
		may[id.Kind()] = true
	}
	var out []graph.Kind
	for i := range graph.Kinds {
		k := graph.Kinds[i].Kind
		if (len(kinds) == 0 || slices.Contains(kinds, k)) && (!listed || may[k]) {
			out = append(out, k)
		}
	}
	return out
}

func has(k graph.Kind, prop string) bool { return graph.KindOf(k).Property(prop) != nil }

// and adds a filter to the conditions before it.
func (q *query) and(f graph.Filter, alias string) {
	if f != nil {
		q.add(" AND ")
		q.where(f, alias)
	}
}

// Search gives the nodes that match the words in one tier, ordered by id.
func (s *Store) Search(ctx context.Context, q graph.TextQuery) ([]graph.Node, error) {
	err := cmp.Or(q.Validate(), bounded(q.Filter))
	if err != nil || q.Tier != graph.TierHandle && len(q.Words) == 0 {
		return nil, err
	}
	return s.nodes(ctx, searchQuery(&q), q.Want)
}

func searchQuery(q *graph.TextQuery) *query {
	sql := newQuery("SELECT " + nodeColumns("n", q.Want) + " FROM (")
	parts := matches(q)
	sql.list(len(parts), " UNION ALL ", func(i int) {
		sql.add("SELECT n.key, n.id FROM ")
		parts[i](sql)
		if q.After != "" {
			sql.add(" AND n.id > ?", string(q.After))
		}
		if len(q.Kinds) > 0 {
			sql.add(" AND n.kind" + oneOf(q.Kinds))
		}
		sql.and(q.Filter, "n")
	})
	sql.add(" ORDER BY id LIMIT ?) AS page CROSS JOIN nodes AS n ON n.key = page.key", q.Limit)
	return sql
}

// matches gives what writes the FROM and WHERE clauses that find the nodes of a tier; no node is in
// two of them.
func matches(q *graph.TextQuery) []func(*query) {
	words := strings.Join(q.Words, " ")
	where := func(cond string, args ...any) func(*query) {
		return func(sql *query) { sql.add("nodes AS n WHERE "+cond, args...) }
	}
	text := func(match string) []func(*query) {
		return []func(*query){func(sql *query) {
			sql.add("texts CROSS JOIN nodes AS n ON n.key = texts.rowid WHERE texts MATCH ?", match)
		}}
	}
	switch q.Tier {
	case graph.TierHandle:
		out := []func(*query){where("n.id = ?", q.Raw)}
		for _, k := range kindsOf(q.Kinds, q.Filter) {
			if has(k, "handle") {
				out = append(out, where("n.kind = "+quote(string(k))+" AND "+column("n", "handle")+" = ? AND n.id <> ?", q.Raw, q.Raw))
			}
		}
		return out
	case graph.TierLabel:
		return []func(*query){where("n.label = ?", words)}
	case graph.TierLabelPrefix:
		return []func(*query){func(sql *query) {
			sql.add("nodes AS n WHERE ")
			sql.startsWith("n.label", words)
		}}
	case graph.TierLabelWords:
		return text("label : (" + quotedWords(q.Words, " AND ") + ")")
	case graph.TierPhrase:
		return text(quotedWords([]string{words}, ""))
	}
	return text(quotedWords(q.Words, " AND "))
}

// quotedWords writes words, or phrases, so that nothing in them is FTS5 syntax.
func quotedWords(words []string, joint string) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = ident(w)
	}
	return strings.Join(out, joint)
}
