package graph

import (
	"context"
	"slices"
)

// A Truncation names the limit that cut an answer.
type Truncation string

// The limits that cut a walk; NotTruncated when none did.
const (
	NotTruncated Truncation = ""
	ByDepth      Truncation = "DEPTH"
	ByNodes      Truncation = "NODES"
	ByDeadline   Truncation = "DEADLINE"
)

// A walk goes breadth first from a start, one store call a level. It is the only multi-step traversal:
// lineage, impact and paths all go through it.
type walk struct {
	store    Store
	steps    []Step
	maxNodes int
	farther  func(*Node) bool // whether a node may be gone to; nil: any

	level    int
	frontier []ID                // nodes of the last level
	nodes    []Node              // in the order they were found, the start first
	depth    map[ID]int          // distance of each from the start
	reached  map[ID]Relationship // the surest relationship by which each was found, but for the start
	edges    map[ID]Relationship // between the nodes
	cut      Truncation
}

// bound gives the depth and the number of nodes of a walk their defaults. Errors: Limit for more than
// the graph allows.
func (g *Graph) bound(depth, maxNodes *int) error {
	if *depth == 0 {
		*depth = 3
	}
	if *maxNodes == 0 {
		*maxNodes = min(1000, g.limits.Nodes)
	}
	switch {
	case *depth < 0 || *depth > g.limits.Depth:
		return Errorf(Limit, "a depth of %d is not possible: 1 to %d", *depth, g.limits.Depth)
	case *maxNodes < 1 || *maxNodes > g.limits.Nodes:
		return Errorf(Limit, "%d nodes are not possible: 1 to %d", *maxNodes, g.limits.Nodes)
	}
	return nil
}

func (g *Graph) walkFrom(start Node, steps []Step, maxNodes int) *walk {
	for i := range steps {
		steps[i].Limit = maxNodes + 1 // of one node, so that a hub is not read whole
	}
	return &walk{store: g.store, steps: steps, maxNodes: maxNodes, frontier: []ID{start.ID}, nodes: []Node{start},
		depth: map[ID]int{start.ID: 0}, reached: map[ID]Relationship{}, edges: map[ID]Relationship{}}
}

// surroundings walks from a node down to a depth, in the time that one operation has. Errors: NotFound.
func (g *Graph) surroundings(ctx context.Context, of ID, steps []Step, depth, maxNodes int, want Want) (*walk, error) {
	start, err := g.Node(ctx, of, want)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, g.limits.Timeout)
	defer cancel()
	w := g.walkFrom(*start, steps, maxNodes)
	return w, w.all(ctx, depth)
}

// all goes down to a depth, then among the nodes that it has.
func (w *walk) all(ctx context.Context, depth int) error {
	for w.level < depth && len(w.frontier) > 0 && w.cut == NotTruncated {
		if err := w.next(ctx); err != nil {
			return err
		}
	}
	if len(w.frontier) == 0 || w.cut != NotTruncated {
		return nil
	}
	return w.late(w.among(ctx))
}

// next goes one level further.
func (w *walk) next(ctx context.Context) error {
	groups, err := w.store.Walk(ctx, StepQuery{Near: w.frontier, Steps: w.steps})
	if err != nil {
		return w.late(err)
	}
	w.level++
	w.frontier = nil
	w.takeAll(groups)
	return nil
}

// among adds the relationships that lead from the last level to nodes already there, and counts all that
// lead from it: when there are more, the depth cut something. What lies beyond is not read.
func (w *walk) among(ctx context.Context) error {
	known := make(InIDs, len(w.nodes))
	for i := range w.nodes {
		known[i] = w.nodes[i].ID
	}
	inside := slices.Clone(w.steps)
	for i := range inside {
		inside[i].Far, inside[i].Limit = known, 0
	}
	groups, err := w.store.Walk(ctx, StepQuery{Near: w.frontier, Steps: inside})
	if err != nil {
		return err
	}
	w.level++ // no node of the last level is reached by these
	beyond := -w.takeAll(groups)
	for i := 0; i < len(w.steps) && beyond <= 0; i++ {
		counts, err := w.store.Count(ctx, CountQuery{Over: OverLinks, Near: w.frontier, Step: w.steps[i]})
		if err != nil {
			return err
		}
		for _, c := range counts {
			beyond += int(c.N)
		}
	}
	if beyond > 0 && w.cut == NotTruncated {
		w.cut = ByDepth
	}
	return nil
}

// late makes of a deadline that ends after the first level a cut of the walk.
func (w *walk) late(err error) error {
	if err != nil && CodeOf(err) == Deadline && w.level > 0 {
		w.cut = ByDeadline
		return nil
	}
	return err
}

// takeAll files the links of a level and tells how many there were.
func (w *walk) takeAll(groups []Steps) (links int) {
	for i := range groups {
		if groups[i].More {
			w.cut = ByNodes
		}
		links += len(groups[i].Links)
		for j := range groups[i].Links {
			w.take(&groups[i].Links[j])
		}
	}
	return links
}

// take files a link. One to a node beyond a cap is dropped, so every relationship has both ends.
func (w *walk) take(l *Link) {
	if w.farther != nil && !w.farther(&l.Far) {
		return
	}
	switch at, known := w.depth[l.Far.ID]; {
	case known && at == w.level && l.Relationship.Certainty > w.reached[l.Far.ID].Certainty:
		w.reached[l.Far.ID] = l.Relationship
	case known:
	case len(w.nodes) >= w.maxNodes:
		w.cut = ByNodes
		return
	default:
		w.depth[l.Far.ID] = w.level
		w.nodes = append(w.nodes, l.Far)
		w.frontier = append(w.frontier, l.Far.ID)
		w.reached[l.Far.ID] = l.Relationship
	}
	w.edges[l.Relationship.ID] = l.Relationship
}
