package neo4j

import (
	"cmp"
	"context"
	"slices"
	"unicode/utf8"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Revision grows by one with every Apply that changes the set of facts.
func (s *Store) Revision(ctx context.Context) (uint64, error) {
	return read(ctx, s, func(t *transaction) (revision uint64, err error) {
		err = t.each(statement{text: readRevision}, func(r row) error {
			revision = uint64(r.num("revision"))
			return nil
		})
		return revision, err
	})
}

// Nodes gives those of the ids that exist, in the order asked for, each once.
func (s *Store) Nodes(ctx context.Context, ids []graph.ID, w graph.Want) ([]graph.Node, error) {
	asked := make([]graph.ID, 0, len(ids))
	place := make(map[graph.ID]int, len(ids))
	for _, id := range ids {
		if _, again := place[id]; !again {
			place[id] = len(asked)
			asked = append(asked, id)
		}
	}
	found, err := read(ctx, s, func(t *transaction) ([]graph.Node, error) {
		return t.nodes(statement{readNodes + nodeColumns(w), map[string]any{"ids": list(asked)}})
	})
	slices.SortFunc(found, func(a, b graph.Node) int { return place[a.ID] - place[b.ID] })
	return found, err
}

// nodes runs a statement that gives nodeColumns.
func (t *transaction) nodes(s statement) ([]graph.Node, error) {
	var out []graph.Node
	err := t.each(s, func(r row) error {
		n, err := decodeNode(r.sub("n"), first(r.list("body")))
		out = append(out, n)
		return err
	})
	return out, err
}

// first gives the only map of a list, nil when it is empty.
func first(items []any) map[string]any {
	if len(items) == 0 {
		return nil
	}
	m, _ := items[0].(map[string]any)
	return m
}

// Find gives a page of nodes by filter and order.
func (s *Store) Find(ctx context.Context, q graph.Query) (graph.NodePage, error) {
	if err := cmp.Or(q.Validate(), bounded(q.Filter)); err != nil {
		return graph.NodePage{}, err
	}
	return read(ctx, s, func(t *transaction) (page graph.NodePage, err error) {
		for _, segment := range segments(&q) {
			find, some := findQuery(&q, &segment, q.Limit+1-len(page.Nodes))
			if !some {
				continue
			}
			found, err := t.nodes(find)
			if err != nil {
				return page, err
			}
			if page.Nodes = append(page.Nodes, found...); len(page.Nodes) > q.Limit {
				return graph.NodePage{Nodes: page.Nodes[:q.Limit], More: true}, nil
			}
		}
		return page, nil
	})
}

// Search gives the nodes that match the words in one tier, ordered by id.
func (s *Store) Search(ctx context.Context, q graph.TextQuery) ([]graph.Node, error) {
	if err := cmp.Or(q.Validate(), bounded(q.Filter)); err != nil {
		return nil, err
	}
	return read(ctx, s, func(t *transaction) ([]graph.Node, error) {
		if q.Tier != graph.TierHandle && len(q.Words) == 0 || !utf8.ValidString(q.Raw) {
			return nil, nil
		}
		return t.nodes(searchQuery(&q))
	})
}
