package resolvers

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// A revisionFeed tells whoever listens which revision the store is at. However many listen, one goroutine
// asks the store, and none does when nobody listens.
type revisionFeed struct {
	read  func(context.Context) (uint64, error)
	every time.Duration
	log   *slog.Logger

	mu        sync.Mutex
	listeners map[chan uint64]bool
	known     bool // latest is what the goroutine read last
	latest    uint64
	stop      context.CancelFunc // of the goroutine; nil when there is none
}

func newRevisionFeed(read func(context.Context) (uint64, error), every time.Duration, log *slog.Logger) *revisionFeed {
	return &revisionFeed{read: read, every: every, log: log, listeners: map[chan uint64]bool{}}
}

// listen gives the revision as soon as it is known and then each time it is another one, until the context
// ends. Who is slow misses those in between.
func (f *revisionFeed) listen(ctx context.Context) <-chan uint64 {
	c := make(chan uint64, 1)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.listeners[c] = true
	if f.known {
		c <- f.latest
	}
	if f.stop == nil {
		var asking context.Context
		asking, f.stop = context.WithCancel(context.WithoutCancel(ctx))
		go f.ask(asking)
	}
	context.AfterFunc(ctx, func() { f.leave(c) })
	return c
}

// leave forgets a listener; with the last one the goroutine goes.
func (f *revisionFeed) leave(c chan uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.listeners, c)
	close(c)
	if len(f.listeners) == 0 {
		f.stop()
		f.stop, f.known = nil, false
	}
}

// ask asks the store again and again. A failure is no event: the next answer is.
func (f *revisionFeed) ask(ctx context.Context) {
	tick := time.NewTicker(f.every)
	defer tick.Stop()
	for failed := false; ; {
		revision, err := f.read(ctx)
		switch {
		case err == nil:
			f.tell(ctx, revision)
		case ctx.Err() == nil && !failed:
			f.log.WarnContext(ctx, "the revision cannot be read", "error", err)
		}
		failed = err != nil
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// tell gives a revision to all, in the place of one that was not taken yet.
func (f *revisionFeed) tell(ctx context.Context, revision uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if ctx.Err() != nil || f.known && f.latest == revision {
		return
	}
	f.known, f.latest = true, revision
	for c := range f.listeners {
		select {
		case <-c:
		default:
		}
		c <- revision
	}
}
