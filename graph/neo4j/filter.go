package neo4j

import (
	"slices"
	"unicode/utf8"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Bounds of a filter, below those of graph.ValidateFilter: Neo4j takes milliseconds to plan a condition,
// and more than that for a relationship within another.
const (
	maxConditions = 500
	maxLinks      = 12
)

// bounded refuses a filter that Neo4j would take too long to plan. Errors: Limit.
func bounded(f graph.Filter) error {
	if size(f) > maxConditions || graph.LinkDepth(f) > maxLinks {
		return graph.Errorf(graph.Limit, "the filter is too large for Neo4j: at most %d conditions, and %d relationships one after the other", maxConditions, maxLinks)
	}
	return nil
}

// size counts the conditions of a filter.
func size(f graph.Filter) int {
	switch f := f.(type) {
	case graph.And:
		n := 0
		for _, g := range f {
			n += size(g)
		}
		return n
	case graph.Or:
		return size(graph.And(f))
	case graph.Not:
		return size(f.Filter)
	case graph.Linked:
		return 1 + size(f.Far)
	}
	return 1
}

// narrow picks, from the conditions that all nodes of a read must meet, the one that leaves the fewest
// by an index: listed ids, links to listed ids, a text that is known, being a stub. It gives nil when
// there is none, and the other conditions.
func narrow(f graph.Filter) (seek graph.Filter, rest graph.And) {
	all := conjuncts(f, nil)
	best, at := 0, -1
	for i, g := range all {
		if r := selectivity(g); r > best {
			best, at = r, i
		}
	}
	if at < 0 {
		return nil, all
	}
	seek = all[at]
	return seek, slices.Delete(all, at, at+1)
}

// conjuncts takes nested Ands apart.
func conjuncts(f graph.Filter, to graph.And) graph.And {
	and, isAnd := f.(graph.And)
	switch {
	case f == nil:
		return to
	case !isAnd:
		return append(to, f)
	}
	for _, g := range and {
		to = conjuncts(g, to)
	}
	return to
}

// selectivity ranks conditions that an index serves; 0 for others. An enum, a number or a truth value
// leaves too many: the index of an order is better then.
func selectivity(f graph.Filter) int {
	switch f := f.(type) {
	case graph.InIDs:
		return 4
	case graph.Linked:
		if pinned, _ := narrow(f.Far); pinned != nil && selectivity(pinned) == 4 {
			return 3
		}
	case graph.Cond:
		if !mayBeCut(graph.PropertyOf(f.Prop)) {
			return 0
		}
		text, _ := f.Value.(string)
		if f.Op == graph.AnyOf || (f.Op == graph.EQ || f.Op == graph.StartsWith && text != "") && utf8.ValidString(text) {
			return 2
		}
	case graph.IsDeclared:
		if !f {
			return 1
		}
	}
	return 0
}
