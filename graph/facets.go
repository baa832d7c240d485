package graph

import "context"

// A FacetQuery asks how the nodes that a search finds fall into groups.
type FacetQuery struct {
	Search  SearchQuery // its page and place are ignored
	GroupBy string      // as AggregateQuery.GroupBy
}

// Facets are groups of what a search finds, the largest first. Complete is false when there was too much to
// be counted: then they are of the first so many, by id.
type Facets struct {
	Groups   []Group
	Complete bool
}

// facetHits bounds how many hits are counted for facets.
const facetHits = 2_000

// Facets answers: of what kind, of which system, are the nodes that speak of these words? It takes two store
// calls. Errors: as Search and Aggregate.
func (g *Graph) Facets(ctx context.Context, q FacetQuery) (*Facets, error) {
	if err := ValidateGroupBy([]string{q.GroupBy}); err != nil {
		return nil, err
	}
	s := q.Search
	words := QueryWords(s.Text)
	if len(words) == 0 {
		return nil, Errorf(Invalid, "there is no word to search for in %q", clip(s.Text, 80))
	}
	f, err := g.scoped(ctx, s.Kinds, s.Where, s.Stubs, s.Runs)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, g.limits.Timeout)
	defer cancel()
	out := &Facets{Complete: true}
	seen := map[ID]bool{}
	var groups []Group
	// Whoever matches any other tier has all the words in label and text.
	for _, tier := range []Tier{TierHandle, TierText} {
		found, err := g.store.Search(ctx, TextQuery{Tier: tier, Raw: s.Text, Words: words, Kinds: s.Kinds, Filter: f, Limit: facetHits + 1})
		if err != nil {
			return nil, err
		}
		if len(found) > facetHits {
			found, out.Complete = found[:facetHits], false
		}
		for i := range found {
			if n := &found[i]; !seen[n.ID] {
				seen[n.ID] = true
				groups = append(groups, Group{Keys: []any{groupKey(n, q.GroupBy)}, N: 1})
			}
		}
	}
	out.Groups = sum(groups)
	sortByCount(out.Groups)
	return out, nil
}
