package model

import (
	"context"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A PathResult is the view of how two nodes are connected.
type PathResult struct {
	Paths       []*Path
	Stopped     []*Stop
	Complete    bool
	TruncatedBy *graph.Truncation
}

// A Path is the view of a chain of nodes.
type Path struct {
	Nodes []Node
	Hops  []*Hop
}

// A Hop is the view of what is stated between two nodes of a path.
type Hop struct{ Relationships []*Relationship }

// A Stop is the view of where a search ended.
type Stop struct {
	Nodes     []Node
	Distance  int
	Exhausted bool
}

// PathArgs are the arguments of a search for paths as the API has them.
type PathArgs struct {
	Source, Target graph.ID
	Max            *int
	Avoid          []Enum
	WalkArgs
}

// Paths are the shortest ways in which two nodes are connected. Errors: as graph.Paths.
func Paths(ctx context.Context, g *graph.Graph, a PathArgs) (*PathResult, error) {
	b, err := a.bounds()
	if err != nil {
		return nil, err
	}
	if a.Max != nil && *a.Max < 1 {
		return nil, graph.Errorf(graph.Invalid, "max is at least 1, not %d", *a.Max)
	}
	var avoid []graph.Kind
	if len(a.Avoid) > 0 {
		if avoid, err = kindsOf("avoid", a.Avoid); err != nil {
			return nil, err
		}
	}
	ctx, cancel := walking(ctx)
	defer cancel()
	want := wanted(ctx)
	found, err := g.Paths(ctx, graph.PathsQuery{Source: a.Source, Target: a.Target, Max: deref(a.Max), Depth: b.depth, MaxNodes: b.maxNodes,
		Types: b.types, MinCertainty: b.least, Avoid: avoid, Want: want})
	if err != nil {
		return nil, err
	}
	return newPathResult(g, found, want), nil
}

func newPathResult(g *graph.Graph, r *graph.PathResult, want graph.Want) *PathResult {
	var all []graph.Node
	for _, p := range r.Paths {
		all = append(all, p.Nodes...)
	}
	for _, s := range r.Stopped {
		all = append(all, s.Nodes...)
	}
	v := newPieces(g, all, want)
	out := &PathResult{Complete: r.Complete, TruncatedBy: nonZero(r.TruncatedBy)}
	for _, p := range r.Paths {
		path := &Path{Nodes: v.nodes(p.Nodes)}
		for _, hop := range p.Hops {
			path.Hops = append(path.Hops, &Hop{v.relationships(hop)})
		}
		out.Paths = append(out.Paths, path)
	}
	for _, s := range r.Stopped {
		out.Stopped = append(out.Stopped, &Stop{v.nodes(s.Nodes), s.Distance, s.Exhausted})
	}
	return out
}

// An ImpactResult is the view of everything that depends on a node.
type ImpactResult struct {
	Dependents  []*Dependent
	Complete    bool
	TruncatedBy *graph.Truncation
}

// A Dependent is the view of a node that depends on another.
type Dependent struct {
	Node    Node
	Witness []*Relationship
}

// Impact is what depends on a node. Errors: as graph.Impact.
func Impact(ctx context.Context, g *graph.Graph, of graph.ID, a WalkArgs) (*ImpactResult, error) {
	b, err := a.bounds()
	if err != nil {
		return nil, err
	}
	ctx, cancel := walking(ctx)
	defer cancel()
	want := wanted(ctx)
	found, err := g.Impact(ctx, graph.ImpactQuery{Of: of, Depth: b.depth, MaxNodes: b.maxNodes, Types: b.types, MinCertainty: b.least, Want: want})
	if err != nil {
		return nil, err
	}
	all := []graph.Node{found.Of}
	for _, d := range found.Dependents {
		all = append(all, d.Node)
	}
	v := newPieces(g, all, want)
	out := &ImpactResult{Complete: found.Complete, TruncatedBy: nonZero(found.TruncatedBy)}
	for _, d := range found.Dependents {
		out.Dependents = append(out.Dependents, &Dependent{v.views[d.Node.ID], v.relationships(d.Witness)})
	}
	return out, nil
}

// pieces are the views of nodes that one operation gave, and of relationships between them.
type pieces struct {
	cohort *cohort
	views  map[graph.ID]Node
}

// newPieces views nodes, each once however often it is given.
func newPieces(g *graph.Graph, nodes []graph.Node, want graph.Want) pieces {
	seen := map[graph.ID]bool{}
	var once []graph.Node
	for _, n := range nodes {
		if !seen[n.ID] {
			seen[n.ID] = true
			once = append(once, n)
		}
	}
	c := newCohort(g, once, want)
	return pieces{c, c.views()}
}

func (p pieces) nodes(nodes []graph.Node) []Node {
	out := make([]Node, len(nodes))
	for i := range nodes {
		out[i] = p.views[nodes[i].ID]
	}
	return out
}

func (p pieces) relationships(rs []graph.Relationship) []*Relationship {
	out := make([]*Relationship, len(rs))
	for i := range rs {
		r := &rs[i]
		p.cohort.relationships = append(p.cohort.relationships, r)
		out[i] = &Relationship{r, p.views[r.Source], p.views[r.Target], p.cohort}
	}
	return out
}
