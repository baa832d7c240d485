package graph

import (
	"cmp"
	"context"
	"sync"
	"time"
)

// Limits bound what one operation may read. Zero fields take their defaults.
type Limits struct {
	PageDefault int           // rows of a page when the caller does not say: 50
	PageMax     int           // most rows of a page: 500
	Depth       int           // most levels of a walk: 32
	Nodes       int           // most nodes of a walk: 10,000; 50,000 at most
	Timeout     time.Duration // of one walk or search: 10 s
}

func (l Limits) orDefault() Limits {
	def := func(v *int, d int) {
		if *v == 0 {
			*v = d
		}
	}
	def(&l.PageDefault, 50)
	def(&l.PageMax, 500)
	def(&l.Depth, 32)
	def(&l.Nodes, 10_000)
	l.Nodes = min(l.Nodes, maxFilterItems) // a walk asks for relationships among the nodes it has
	if l.Timeout == 0 {
		l.Timeout = 10 * time.Second
	}
	return l
}

// A Graph answers questions over a Store. It is what the command line, the API and exporters use.
// Every operation is a method in a file named after it.
type Graph struct {
	store  Store
	limits Limits

	mu    sync.Mutex
	state *state // what follows from the facts of one revision
}

// New makes a Graph over a store, which stays the caller's to close.
func New(store Store, limits Limits) *Graph {
	return &Graph{store: store, limits: limits.orDefault()}
}

// Limits gives the limits in force.
func (g *Graph) Limits() Limits { return g.limits }

// Apply hands batches to the store; see Store.Apply.
func (g *Graph) Apply(ctx context.Context, bs []Batch) (Change, error) { return g.store.Apply(ctx, bs) }

// Revision is the store's revision.
func (g *Graph) Revision(ctx context.Context) (uint64, error) { return g.store.Revision(ctx) }

// Nodes gives those of the ids that exist, in the order asked for, each once.
func (g *Graph) Nodes(ctx context.Context, ids []ID, w Want) ([]Node, error) {
	return g.store.Nodes(ctx, ids, w)
}

// Node gives one node. Errors: NotFound.
func (g *Graph) Node(ctx context.Context, id ID, w Want) (*Node, error) {
	found, err := g.store.Nodes(ctx, []ID{id}, w)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, Errorf(NotFound, "there is no node %q", id)
	}
	return &found[0], nil
}

// state is derived once for each revision, each part when first needed.
type state struct {
	revision  uint64
	pastRuns  func(context.Context) ([]ID, error)
	inherited func(context.Context) (map[ID]Resolved, error)
}

// A pin remembers the revision that the operations of one request go by.
type pin struct {
	mu       sync.Mutex
	known    bool
	revision uint64
}

type pinKey struct{}

// Pin gives a context for one request to one graph: what operations derive from the revision (current
// runs, inherited answers) they derive from the one that the first of them read. Reads still see the
// store as it is; there is no snapshot.
func Pin(ctx context.Context) context.Context { return context.WithValue(ctx, pinKey{}, &pin{}) }

// revisionFor gives the revision that the context is pinned at, or the store's present one.
func (g *Graph) revisionFor(ctx context.Context) (uint64, error) {
	p, ok := ctx.Value(pinKey{}).(*pin)
	if !ok {
		return g.store.Revision(ctx)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known {
		return p.revision, nil
	}
	revision, err := g.store.Revision(ctx)
	if err == nil {
		p.known, p.revision = true, revision
	}
	return revision, err
}

// at gives the derived state of the store's present revision.
func (g *Graph) at(ctx context.Context) (*state, error) {
	revision, err := g.revisionFor(ctx)
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.state == nil || g.state.revision != revision {
		g.state = &state{
			revision:  revision,
			pastRuns:  onceOK(g.loadPastRuns),
			inherited: onceOK(g.loadInherited),
		}
	}
	return g.state, nil
}

// onceOK runs f until it succeeds, and then gives its value for ever. Callers wait for each other, but
// no longer than their own context.
func onceOK[T any](f func(context.Context) (T, error)) func(context.Context) (T, error) {
	turn := make(chan struct{}, 1)
	var done bool
	var value T
	return func(ctx context.Context) (T, error) {
		var none T
		select {
		case turn <- struct{}{}:
			defer func() { <-turn }()
		case <-ctx.Done():
			return none, ctx.Err()
		}
		if done {
			return value, nil
		}
		v, err := f(ctx)
		if err != nil {
			return none, err
		}
		value, done = v, true
		return value, nil
	}
}

// all reads every node of a query, a page at a time, whose size is the query's limit or 1000.
func (g *Graph) all(ctx context.Context, q Query) ([]Node, error) {
	var out []Node
	q.Limit = cmp.Or(q.Limit, 1000)
	for {
		page, err := g.store.Find(ctx, q)
		if err != nil {
			return nil, err
		}
		out = append(out, page.Nodes...)
		if !page.More {
			return out, nil
		}
		k := KeyOf(&page.Nodes[len(page.Nodes)-1], q.Order)
		q.After = &k
	}
}
