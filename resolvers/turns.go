package resolvers

import (
	"cmp"
	"context"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
)

// queueTime is how long a request waits for its turn.
const queueTime = 2 * time.Second

// turns bound what goes on at once, in all and of one caller. Whoever comes when there is no room waits a
// little, and so do as many of one caller as may go on.
type turns struct {
	what            string
	most, perCaller int
	wait            time.Duration
	all             *semaphore.Weighted

	mu      sync.Mutex
	callers map[string]*callerTurns // of those who have or want one
}

// callerTurns are the turns of one caller.
type callerTurns struct {
	here int // having one or waiting
	free *semaphore.Weighted
}

func newTurns(what string, most, perCaller int, wait time.Duration) *turns {
	return &turns{what: what, most: most, perCaller: perCaller, wait: wait,
		all: semaphore.NewWeighted(int64(most)), callers: map[string]*callerTurns{}}
}

// enter takes a turn, which must be left, for whoever asks: a caller, or, of callers without a name, a host.
// no says why there is none: 429 when the caller has too many, 503 when everybody has.
func (t *turns) enter(ctx context.Context) (leave func(), no *refusal) {
	who := cmp.Or(auth.CallerOf(ctx).ID, clientOf(ctx))
	own := t.come(who)
	if own == nil {
		return nil, t.tooMany()
	}
	ctx, cancel := context.WithTimeout(ctx, t.wait)
	defer cancel()
	if !take(ctx, own.free) {
		t.gone(who)
		return nil, t.tooMany()
	}
	if !take(ctx, t.all) {
		own.free.Release(1)
		t.gone(who)
		return nil, refused(http.StatusServiceUnavailable, "the server has %d %s at once, which is all it takes: try again", t.most, t.what)
	}
	return sync.OnceFunc(func() {
		t.all.Release(1)
		own.free.Release(1)
		t.gone(who)
	}), nil
}

// take takes one at once or waits for it.
func take(ctx context.Context, s *semaphore.Weighted) bool {
	return s.TryAcquire(1) || s.Acquire(ctx, 1) == nil
}

func (t *turns) tooMany() *refusal {
	return refused(http.StatusTooManyRequests, "you have %d %s at once, which is all that one caller may: try again when one has ended", t.perCaller, t.what)
}

// come notes that a caller wants a turn; nil when as many wait already as may go on.
func (t *turns) come(who string) *callerTurns {
	t.mu.Lock()
	defer t.mu.Unlock()
	own := t.callers[who]
	if own == nil {
		own = &callerTurns{free: semaphore.NewWeighted(int64(t.perCaller))}
		t.callers[who] = own
	}
	if own.here >= 2*t.perCaller {
		return nil
	}
	own.here++
	return own
}

// gone notes that a caller neither has nor wants a turn any more.
func (t *turns) gone(who string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	own := t.callers[who]
	if own.here--; own.here == 0 {
		delete(t.callers, who)
	}
}
