package resolvers

import (
	"fmt"
	"sort"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/crosswalk-graph/crosswalk/graph"
)

const (
	unpaged     = 10      // elements that a list without pages is taken to have
	lineageSize = 1000    // nodes of a lineage that does not say how many
	pathsGiven  = 3       // paths between two nodes, where nobody says how many
	mostPaths   = 100     // that may be asked for
	largestPage = 1 << 20 // whatever a query says, so that products stay far from overflow
	outside     = -1      // the size of lists directly below a field that is neither page nor walk
)

// A bill says what a selection costs at most: the values of its answer, which are fields and elements of
// lists.
type bill struct {
	total   int
	dearest string // the list that makes up most of it, by the names of the fields that lead there
	share   int    // what that list costs
}

// A pricing computes what selections cost, of each fragment once for each size that lists can have there.
type pricing struct {
	vars      map[string]any
	bounds    graph.Limits
	most      int // rows that a page has at most, whatever the query says
	fragments map[sizedFragment]bill
}

// A sizedFragment is a fragment where lists directly in it have some size, as within a page.
type sizedFragment struct {
	fragment *ast.FragmentDefinition
	size     int
}

// price computes what an operation costs, with no page larger than most.
func price(oc *graphql.OperationContext, limits graph.Limits, most int) bill {
	p := &pricing{oc.Variables, limits, most, map[sizedFragment]bill{}}
	return p.selections(oc.Operation.SelectionSet, outside)
}

// selections adds up what a selection set costs for one object. Lists directly below a page have its size.
func (p *pricing) selections(set ast.SelectionSet, size int) bill {
	var sum bill
	for _, sel := range set {
		var one bill
		switch sel := sel.(type) {
		case *ast.Field:
			if !p.leftOut(sel.Directives) {
				one = p.field(sel, size)
			}
		case *ast.InlineFragment:
			if !p.leftOut(sel.Directives) {
				one = p.selections(sel.SelectionSet, size)
			}
		case *ast.FragmentSpread:
			if !p.leftOut(sel.Directives) {
				one = p.fragment(sel.Definition, size)
			}
		}
		sum.total = min(sum.total+one.total, huge)
		if one.share > sum.share {
			sum.dearest, sum.share = one.dearest, one.share
		}
	}
	return sum
}

func (p *pricing) fragment(def *ast.FragmentDefinition, size int) bill {
	key := sizedFragment{def, size}
	b, known := p.fragments[key]
	if !known {
		b = p.selections(def.SelectionSet, size)
		p.fragments[key] = b
	}
	return b
}

// leftOut tells whether @skip or @include leaves a selection out.
func (p *pricing) leftOut(directives ast.DirectiveList) bool {
	for _, d := range directives {
		condition, _ := d.ArgumentMap(p.vars)["if"].(bool)
		if d.Name == "skip" && condition || d.Name == "include" && !condition {
			return true
		}
	}
	return false
}

// field computes what a field costs for one object, the lists among its siblings having some size. The
// dearest list is the innermost one that makes up at least half of what is around it.
func (p *pricing) field(f *ast.Field, size int) bill {
	if f.Name == "__schema" || f.Name == "__type" {
		return bill{}
	}
	isList := f.Definition.Type.Elem != nil
	own, sized := p.size(f)
	inner, times, elements := outside, 1, 0
	switch {
	case sized && !isList:
		inner = own
	case isList:
		times, elements = unpaged, 1
		if sized {
			times = own
		} else if size != outside {
			times = size
		}
	}
	below := p.selections(f.SelectionSet, inner)
	out := bill{
		total:   min(1+times*(elements+below.total), huge),
		dearest: f.Name + "." + below.dearest,
		share:   min(times*below.share, huge),
	}
	if (sized || isList && size == outside) && 2*out.share < out.total {
		out.dearest, out.share = f.Name, out.total
	}
	return out
}

// size is how many rows, nodes or elements the field's arguments ask for; false when it has no such
// arguments.
func (p *pricing) size(f *ast.Field) (int, bool) {
	n, sized := 0, false
	for _, def := range f.Definition.Arguments {
		most := p.bounds.PageMax
		switch def.Name {
		case "first", "last":
			if !sized {
				n, sized = p.bounds.PageDefault, true
			}
		case "max": // of paths; the nodes they are looked for among are not in the answer
			n, sized, most = pathsGiven, true, mostPaths
		case "maxNodes":
			if sized {
				continue
			}
			n, sized, most = lineageSize, true, p.bounds.Nodes
		case "ids":
			n, sized = 1, true
		default:
			continue
		}
		if given, ok := p.number(f.Arguments.ForName(def.Name)); ok {
			n = min(given, most) // more is refused where it is asked for
		}
	}
	return max(0, min(n, p.most, largestPage)), sized
}

// number reads an argument: a number, or the length of a list. Absence and null are none.
func (p *pricing) number(arg *ast.Argument) (int, bool) {
	if arg == nil {
		return 0, false
	}
	v, err := arg.Value.Value(p.vars)
	if err != nil || v == nil {
		return 0, false
	}
	if list, ok := v.([]any); ok {
		return len(list), true
	}
	n, err := graphql.UnmarshalInt(v)
	return n, err == nil
}

// charge computes what an operation costs and refuses one that costs too much. Errors: Limit, naming the
// list that costs most and a size of pages that would do.
func (l Limits) charge(oc *graphql.OperationContext, g graph.Limits) (cost int, err error) {
	whole := price(oc, g, largestPage)
	if whole.total <= l.Cost {
		return whole.total, nil
	}
	advice := "ask in several requests"
	tooLarge := func(i int) bool { return price(oc, g, i+1).total > l.Cost }
	if fit := sort.Search(min(g.PageMax, largestPage), tooLarge); fit > 0 {
		advice = fmt.Sprintf("pages of at most %d rows would do", fit)
	}
	return whole.total, graph.Errorf(graph.Limit, "the answer could have %d values, at most %d are allowed, and %s makes up %d of them: %s",
		whole.total, l.Cost, whole.dearest, whole.share, advice)
}
