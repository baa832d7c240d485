package model

import (
	"context"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// An IngestInput is a document to load.
type IngestInput struct {
	Name, Content                             string
	Format, System, Run, Repository, Revision *string
	Wait                                      bool
}

// An IngestResult is what came of loading a document. While the load goes on, only its job is known.
type IngestResult struct {
	g          *graph.Graph
	job        graph.ID
	documentID graph.ID
	Outcome    *Enum
	Revision   *uint64
}

// NewIngestResult gives the view of a load: of one that goes on when outcome is empty.
func NewIngestResult(g *graph.Graph, job, document graph.ID, outcome string, revision uint64) *IngestResult {
	r := &IngestResult{g: g, job: job, documentID: document, Outcome: enum(outcome)}
	if outcome != "" {
		r.Revision = &revision
	}
	return r
}

// Job is the load.
func (r *IngestResult) Job(ctx context.Context) (*IngestJob, error) {
	return one[*IngestJob](ctx, r.g, r.job)
}

// Document is the document; nil when nothing says it.
func (r *IngestResult) Document(ctx context.Context) (*Document, error) {
	return one[*Document](ctx, r.g, r.documentID)
}

// one gives one node of a kind; nil when it does not exist.
func one[T Node](ctx context.Context, g *graph.Graph, id graph.ID) (none T, err error) {
	n, err := NodeOf(ctx, g, id)
	if err != nil {
		return none, err
	}
	v, _ := n.(T)
	return v, nil
}

// An IngestEvent is how far a load has come.
type IngestEvent struct {
	g     *graph.Graph
	job   graph.ID
	Ended bool
}

// NewIngestEvent gives the view of a load as it is now.
func NewIngestEvent(g *graph.Graph, job graph.ID, ended bool) *IngestEvent {
	return &IngestEvent{g, job, ended}
}

// Job is the load.
func (e *IngestEvent) Job(ctx context.Context) (*IngestJob, error) {
	return one[*IngestJob](ctx, e.g, e.job)
}

// A Change is what a change did.
type Change struct {
	Revision uint64
	Changes  []*DocumentChange
}

// NewChange gives the view of what an Apply did at origins.
func NewChange(g *graph.Graph, c *graph.Change) *Change {
	out := &Change{Revision: c.Revision, Changes: []*DocumentChange{}}
	shared := newCohort(g, nil, graph.Light)
	var ids []graph.ID
	for _, o := range c.Outcomes {
		ids = append(ids, o.Document)
	}
	for _, o := range c.Outcomes {
		out.Changes = append(out.Changes, &DocumentChange{Enum(o.Result), o.Document, o.Location, shared, ids})
	}
	return out
}
