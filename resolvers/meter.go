package resolvers

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A meter counts what one operation puts into its answer and stops it: at a limit, when the time of one
// of its fields runs out, or when the caller has gone. Of a stopped operation nothing is shown but why.
type meter struct {
	limits       Limits
	values, text atomic.Int64
	cancel       context.CancelCauseFunc
	why          func() error // what stopped the operation; nil when nothing did
	clock        func()       // of a subscription: starts the time of the present event, once
}

type meterKey struct{}

// watch gives an operation its meter. It must be released.
func (l Limits) watch(ctx context.Context) (_ context.Context, m *meter, release func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	m = &meter{limits: l, cancel: cancel, why: func() error { return context.Cause(ctx) }}
	return context.WithValue(ctx, meterKey{}, m), m, func() { cancel(nil) }
}

// meterOf gives the meter of the operation that runs.
func meterOf(ctx context.Context) *meter { return ctx.Value(meterKey{}).(*meter) }

// stopped tells why no more of the operation should run; nil while it should. Where the time of one field
// ran out, it stops the others.
func (m *meter) stopped(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	m.cancel(context.Cause(ctx)) // the first cause stays
	return m.why()
}

// restart begins a new event of a subscription: it has the limits for itself, and its time runs from its
// first field on, since before that there was nothing but waiting. The event must be ended.
func (m *meter) restart() (end func()) {
	m.values.Store(0)
	m.text.Store(0)
	var timer *time.Timer
	m.clock = sync.OnceFunc(func() {
		if m.limits.Timeout > 0 {
			timer = time.AfterFunc(m.limits.Timeout, func() { m.cancel(m.limits.late()) })
		}
	})
	return func() {
		m.clock() // so that it does not start any more
		if timer != nil {
			timer.Stop()
		}
	}
}

// late says that the time ran out.
func (l Limits) late() error {
	return graph.Errorf(graph.Deadline, "the answer was not there within %s: ask for less at once", l.Timeout)
}

// inTime bounds how long a field of Query may take, with all that is below it. What changes something may
// take its time: it has its own limits. Each such field sees what the one before it did.
func inTime(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	limits := meterOf(ctx).limits
	switch {
	case graphql.GetOperationContext(ctx).Operation.Operation == ast.Mutation:
		ctx = graph.Pin(ctx)
	case limits.Timeout > 0 && graphql.GetRootFieldContext(ctx).Field.Name != "ask":
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, limits.Timeout, limits.late())
		defer cancel()
	}
	return next(ctx)
}

// metered resolves a field unless the operation is stopped, and counts what comes out.
func metered(ctx context.Context, next graphql.Resolver) (any, error) {
	m := meterOf(ctx)
	if err := m.stopped(ctx); err != nil {
		return nil, err
	}
	if m.clock != nil {
		m.clock()
	}
	v, err := next(ctx)
	if err != nil {
		return nil, err
	}
	if what := m.count(v); what != "" {
		m.cancel(graph.Errorf(graph.Limit, "at %s the answer came to have %s: ask for less at once", graphql.GetPath(ctx), what))
		return nil, m.why()
	}
	return v, nil
}

// count adds a field's value to the answer, and says when there is too much; "" otherwise.
func (m *meter) count(v any) (tooMuch string) {
	values, text := 1, 0
	switch v := v.(type) {
	case string:
		text = len(v)
	case *string:
		if v != nil {
			text = len(*v)
		}
	default:
		if list := reflect.ValueOf(v); list.Kind() == reflect.Slice {
			values += list.Len()
		}
	}
	switch {
	case exceeds(m.values.Add(int64(values)), m.limits.Cost):
		return fmt.Sprintf("more than %d values", m.limits.Cost)
	case exceeds(m.text.Add(int64(text)), m.limits.Text):
		return fmt.Sprintf("more than %d bytes of text", m.limits.Text)
	}
	return ""
}

// exceeds tells whether there is more than a limit allows; a negative one allows everything.
func exceeds(much int64, most int) bool { return most >= 0 && much > int64(most) }
