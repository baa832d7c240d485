package graph

import "context"

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

// all goes down to a depth, and one level further without taking new nodes: that only shows whether
// something was cut, and adds relationships among the nodes already there.
func (w *walk) all(ctx context.Context, depth int) error {
	for len(w.frontier) > 0 && w.cut == NotTruncated {
		if err := w.next(ctx, w.level < depth); err != nil {
			return err
		}
	}
	return nil
}

// next goes one level further; without further, to nodes already found only. A deadline that ends
// after the first level cuts the walk and is no error.
func (w *walk) next(ctx context.Context, further bool) error {
	groups, err := w.store.Walk(ctx, StepQuery{Near: w.frontier, Steps: w.steps})
	if err != nil {
		if CodeOf(err) == Deadline && w.level > 0 {
			w.cut = ByDeadline
			return nil
		}
		return err
	}
	w.level++
	w.frontier = nil
	for _, group := range groups {
		if group.More {
			w.cut = ByNodes
		}
		for i := range group.Links {
			w.take(&group.Links[i], further)
		}
	}
	return nil
}

// take files a link. One to a node beyond a cap is dropped, so every relationship has both ends.
func (w *walk) take(l *Link, further bool) {
	if w.farther != nil && !w.farther(&l.Far) {
		return
	}
	switch at, known := w.depth[l.Far.ID]; {
	case known && at == w.level && l.Relationship.Certainty > w.reached[l.Far.ID].Certainty:
		w.reached[l.Far.ID] = l.Relationship
	case known:
	case !further:
		w.cut = ByDepth
		return
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
