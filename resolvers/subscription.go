package resolvers

import (
	"context"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers/model"
)

// How often the store is asked for what is watched.
const (
	revisionEvery = 500 * time.Millisecond
	jobEvery      = 250 * time.Millisecond
)

// subscription resolves the fields of Subscription.
type subscription struct{ *Resolver }

// Revision tells the revision, and each one that follows.
func (s *subscription) Revision(ctx context.Context) (<-chan uint64, error) {
	return s.revisions.listen(ctx), nil
}

// IngestProgress tells how far a load has come. Errors: NotFound.
func (s *subscription) IngestProgress(ctx context.Context, id graph.ID) (<-chan *model.IngestEvent, error) {
	state, err := s.jobState(ctx, id)
	if err != nil {
		return nil, err
	}
	events := make(chan *model.IngestEvent)
	go s.follow(ctx, id, state, events)
	return events, nil
}

// running is the state of a load that goes on.
const running = "RUNNING"

// jobState reads the state of a load. Errors: NotFound.
func (s *subscription) jobState(ctx context.Context, id graph.ID) (string, error) {
	if id.Kind() != graph.IngestJob {
		return "", graph.Errorf(graph.NotFound, "there is no load %q", id)
	}
	n, err := s.Graph.Node(ctx, id, graph.Light)
	if err != nil {
		return "", err
	}
	return n.Props.String("state"), nil
}

// follow sends an event now and one whenever the state is another, to the last.
func (s *subscription) follow(ctx context.Context, id graph.ID, state string, events chan<- *model.IngestEvent) {
	defer close(events)
	tick := time.NewTicker(jobEvery)
	defer tick.Stop()
	for told := ""; ; {
		if state != told {
			select {
			case events <- model.NewIngestEvent(s.Graph, id, state != running):
			case <-ctx.Done():
				return
			}
			told = state
		}
		if state != running {
			return
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		now, err := s.jobState(ctx, id)
		if graph.CodeOf(err) == graph.NotFound {
			return // so many loads came after it that it was forgotten
		}
		if err == nil {
			state = now
		}
	}
}
