package graph

import (
	"cmp"
	"container/heap"
	"context"
	"slices"
	"strings"
)

// A PathsQuery asks how two nodes are connected.
type PathsQuery struct {
	Source, Target ID
	Max            int       // paths; 0: 3, at most 100
	Depth          int       // hops of the longest; 0: 6
	Types          []RelType // none: all types
	Avoid          []Kind    // kinds of node that no path goes through; its ends may be of them
	MinCertainty   Certainty
	MaxNodes       int // read from either end; 0: 1,000
	Want           Want
}

// A PathResult is the answer: the shortest paths, or, where there is none, how far a search from either
// end got. Complete is false when a limit kept the search from finding out whether there are more.
type PathResult struct {
	Paths       []Path // shortest first
	Stopped     []Stop // without a path: of the source, then of the target
	Complete    bool
	TruncatedBy Truncation
}

// A Path is a chain of nodes, no node twice, with what is stated between each two of them.
type Path struct {
	Nodes []Node
	Hops  [][]Relationship // one fewer than nodes; of each hop all relationships, the surest first
}

// A Stop is where a search ended: the nodes farthest from its start, at most 50 of them, how far they
// are, and whether nothing leads on from there, rather than a limit ending the search.
type Stop struct {
	Nodes     []Node
	Distance  int
	Exhausted bool
}

// Caps of a search for paths. The last bounds the unfinished paths looked at: in a dense graph there
// are more of them than anybody waits for.
const (
	maxPaths      = 100
	maxStopped    = 50
	maxUnfinished = 100_000
)

// Paths answers: how are these two connected? Relationships are followed either way. Errors: NotFound
// for either end, Invalid for one end twice or an unknown type, Limit.
func (g *Graph) Paths(ctx context.Context, q PathsQuery) (*PathResult, error) {
	q.Depth, q.Max = cmp.Or(q.Depth, 6), cmp.Or(q.Max, 3)
	if err := g.bound(&q.Depth, &q.MaxNodes); err != nil {
		return nil, err
	}
	if q.Max < 1 || q.Max > maxPaths {
		return nil, Errorf(Limit, "%d paths are not possible: 1 to %d", q.Max, maxPaths)
	}
	if q.Source == q.Target {
		return nil, Errorf(Invalid, "a path needs two different ends; both are %q", q.Source)
	}
	for _, t := range q.Types {
		if RelTypeOf(t) == nil {
			return nil, Errorf(Invalid, "unknown relationship type %q", t)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, g.limits.Timeout)
	defer cancel()
	s := &pathSearch{query: &q}
	for i, id := range []ID{q.Source, q.Target} {
		end, err := g.Node(ctx, id, q.Want)
		if err != nil {
			return nil, err
		}
		s.sides[i] = g.walkFrom(*end, []Step{{Types: q.Types, Direction: Both, MinCertainty: q.MinCertainty, Want: q.Want}}, q.MaxNodes)
		s.sides[i].farther = s.passable
	}
	return s.run(ctx)
}

// A pathSearch goes from both ends towards the middle.
type pathSearch struct {
	query *PathsQuery
	sides [2]*walk // from the source, from the target

	unfinished int // partial paths looked at
}

// passable tells whether a path may go to a node.
func (s *pathSearch) passable(n *Node) bool {
	return n.ID == s.query.Source || n.ID == s.query.Target || !slices.Contains(s.query.Avoid, n.Kind)
}

// run widens the side with the smaller frontier, a level at a time. Once the two have gone n levels
// together, every path of n hops or fewer lies in what they read: each of its hops starts at a node
// that one of them went on from. Where one end's surroundings are known whole there is nothing more to
// find; without a path the other side still goes on, to show how far it gets.
func (s *pathSearch) run(ctx context.Context) (*PathResult, error) {
	out := &PathResult{}
	a, b := s.sides[0], s.sides[1]
	for a.level+b.level < s.query.Depth && len(out.Paths) < s.query.Max {
		side := a
		if len(a.frontier) == 0 || len(b.frontier) > 0 && len(b.frontier) < len(a.frontier) {
			side = b
		}
		if len(side.frontier) == 0 || side.cut != NotTruncated || s.whole() && len(out.Paths) > 0 {
			break
		}
		if err := side.next(ctx); err != nil {
			return nil, err
		}
		out.Paths = s.shortest()
	}
	if len(out.Paths) < s.query.Max {
		out.TruncatedBy = s.cut()
	}
	out.Complete = out.TruncatedBy == NotTruncated
	if len(out.Paths) == 0 {
		out.Stopped = []Stop{a.stop(), b.stop()}
	}
	return out, nil
}

// whole tells whether one end's surroundings were read whole.
func (s *pathSearch) whole() bool {
	return slices.ContainsFunc(s.sides[:], func(w *walk) bool { return len(w.frontier) == 0 && w.cut == NotTruncated })
}

// cut names the limit that may have hidden paths.
func (s *pathSearch) cut() Truncation {
	switch {
	case s.unfinished >= maxUnfinished:
		return ByNodes
	case s.whole():
		return NotTruncated
	}
	return cmp.Or(s.sides[0].cut, s.sides[1].cut, ByDepth)
}

// stop says how far a walk got.
func (w *walk) stop() Stop {
	last := w.nodes[len(w.nodes)-1].ID
	out := Stop{Distance: w.depth[last], Exhausted: len(w.frontier) == 0 && w.cut == NotTruncated}
	for _, n := range w.nodes {
		if w.depth[n.ID] == out.Distance && len(out.Nodes) < maxStopped {
			out.Nodes = append(out.Nodes, n)
		}
	}
	return out
}

// shortest finds the shortest paths in what both sides have read, in an order that does not depend on
// the order of reading: best first, guided by the true distance to the target.
func (s *pathSearch) shortest() []Path {
	s.unfinished = 0
	limit := s.sides[0].level + s.sides[1].level
	links := s.links()
	left := distances(links, s.query.Target)
	if _, ok := left[s.query.Source]; !ok || left[s.query.Source] > limit {
		return nil
	}
	queue := &trails{{at: s.query.Source, total: left[s.query.Source]}}
	var out []Path
	for serial := 1; queue.Len() > 0 && s.unfinished < maxUnfinished; s.unfinished++ {
		t := heap.Pop(queue).(*trail)
		if t.at == s.query.Target {
			if out = append(out, s.path(t, links)); len(out) == s.query.Max {
				break
			}
			continue
		}
		for _, next := range links[t.at].near {
			total := t.hops + 1 + left[next]
			if _, reaches := left[next]; reaches && total <= limit && !t.visits(next) {
				heap.Push(queue, &trail{before: t, at: next, hops: t.hops + 1, total: total, serial: serial})
				serial++
			}
		}
	}
	return out
}

// A neighbourhood is a node's neighbours, in order, and what is stated between it and each.
type neighbourhood struct {
	near   []ID
	stated map[ID][]Relationship
}

// links joins what both sides have read.
func (s *pathSearch) links() map[ID]*neighbourhood {
	out := map[ID]*neighbourhood{}
	add := func(from, to ID, r Relationship) {
		n := out[from]
		if n == nil {
			n = &neighbourhood{stated: map[ID][]Relationship{}}
			out[from] = n
		}
		n.stated[to] = append(n.stated[to], r)
	}
	seen := map[ID]bool{}
	for _, side := range s.sides {
		for _, r := range byID(side.edges) {
			if r.Source == r.Target || seen[r.ID] {
				continue
			}
			seen[r.ID] = true
			add(r.Source, r.Target, r)
			add(r.Target, r.Source, r)
		}
	}
	for _, n := range out {
		for id, stated := range n.stated {
			n.near = append(n.near, id)
			slices.SortFunc(stated, func(a, b Relationship) int {
				return cmp.Or(cmp.Compare(b.Certainty, a.Certainty), strings.Compare(string(a.ID), string(b.ID)))
			})
		}
		slices.Sort(n.near)
	}
	return out
}

// distances gives how many hops each node is from one.
func distances(links map[ID]*neighbourhood, to ID) map[ID]int {
	out := map[ID]int{to: 0}
	for level := []ID{to}; len(level) > 0; {
		var next []ID
		for _, id := range level {
			n := links[id]
			if n == nil {
				continue
			}
			for _, near := range n.near {
				if _, known := out[near]; !known {
					out[near] = out[id] + 1
					next = append(next, near)
				}
			}
		}
		level = next
	}
	return out
}

func (s *pathSearch) path(t *trail, links map[ID]*neighbourhood) Path {
	out := Path{Nodes: make([]Node, t.hops+1), Hops: make([][]Relationship, t.hops)}
	for ; t != nil; t = t.before {
		out.Nodes[t.hops] = s.node(t.at)
		if t.before != nil {
			out.Hops[t.hops-1] = links[t.before.at].stated[t.at]
		}
	}
	return out
}

func (s *pathSearch) node(id ID) Node {
	for _, side := range s.sides {
		if i := slices.IndexFunc(side.nodes, func(n Node) bool { return n.ID == id }); i >= 0 {
			return side.nodes[i]
		}
	}
	return Node{ID: id}
}

// A trail is the beginning of a path, and how long the path is to become at least.
type trail struct {
	before *trail
	at     ID
	hops   int
	total  int
	serial int // in the order of finding, which settles ties
}

func (t *trail) visits(id ID) bool {
	for ; t != nil; t = t.before {
		if t.at == id {
			return true
		}
	}
	return false
}

// trails is a queue of them, the shortest first.
type trails []*trail

func (q trails) Len() int      { return len(q) }
func (q trails) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *trails) Push(t any)   { *q = append(*q, t.(*trail)) }
func (q trails) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[i].total, q[j].total), cmp.Compare(q[i].serial, q[j].serial)) < 0
}

func (q *trails) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
