package resolvers

import (
	"context"
	"fmt"
	"iter"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Run runs a query or a mutation, within the limits. It never fails otherwise than by the errors of the
// response.
func (e *Executor) Run(ctx context.Context, r Request) *Response {
	op, refused := e.begin(ctx, r)
	defer op.release()
	switch {
	case refused != nil:
		return refused
	case op.streams:
		return e.refuse(ctx, gqlerror.List{gqlerror.Wrap(graph.Errorf(graph.Invalid,
			"a subscription is answered by server-sent events (Accept: %s) or over a WebSocket", mediaEvents))}, nil)
	}
	return op.next()
}

// Stream runs any operation: a subscription gives a response for each event until it or the context ends, or
// the loop is left; everything else, and what is refused, gives one.
func (e *Executor) Stream(ctx context.Context, r Request) iter.Seq[*Response] {
	return func(yield func(*Response) bool) {
		op, refused := e.begin(ctx, r)
		defer op.release()
		if refused != nil {
			yield(refused)
			return
		}
		for answer := op.next(); answer != nil && yield(answer) && op.streams; {
			answer = op.next()
		}
	}
}

// An operation is a document that has been found fit to run.
type operation struct {
	exec    *Executor
	ctx     context.Context
	meter   *meter
	told    map[string]any // extensions of its responses
	handler graphql.ResponseHandler
	streams bool
	release func() // must be called
}

// begin checks a document and starts its run; refused says why there is none.
func (e *Executor) begin(ctx context.Context, r Request) (op *operation, refused *Response) {
	ctx, m, release := e.limits.watch(withRequestID(ctx))
	op = &operation{exec: e, meter: m, release: release}
	defer e.rescue(ctx, &refused)
	oc, errs := e.prepare(ctx, r)
	if errs != nil {
		return op, e.refuse(ctx, errs, nil)
	}
	if most := e.limits.Cost; most >= 0 {
		cost, err := e.limits.charge(oc, e.resolver.Graph.Limits())
		op.told = map[string]any{"cost": map[string]int{"cost": cost, "limit": most}}
		if err != nil {
			return op, e.refuse(ctx, gqlerror.List{gqlerror.Wrap(err)}, op.told)
		}
	}
	op.streams = oc.Operation.Operation == ast.Subscription
	op.handler, op.ctx = e.exec.DispatchOperation(graph.Pin(ctx), oc)
	return op, nil
}

// rescue turns a panic outside of any field, which the library does not catch, into an internal error.
func (e *Executor) rescue(ctx context.Context, answer **Response) {
	if p := recover(); p != nil {
		*answer = e.refuse(ctx, gqlerror.List{gqlerror.Wrap(fmt.Errorf("panic: %v\n%s", p, debug.Stack()))}, nil)
	}
}

// next gives the next response; nil when a subscription has ended.
func (op *operation) next() (out *Response) {
	ctx := op.ctx
	defer op.exec.rescue(ctx, &out)
	if op.streams { // each event has the limits, and the revision, for itself
		ctx = graph.Pin(ctx)
		defer op.meter.restart()()
	}
	answer := op.handler(ctx)
	if err := op.meter.why(); err != nil {
		if op.streams && answer == nil {
			return nil // whoever listened has gone, or has been told before
		}
		return op.exec.refuse(ctx, gqlerror.List{gqlerror.Wrap(err)}, op.told)
	}
	if answer == nil {
		return nil
	}
	// Fields run at once, so their errors come in any order.
	slices.SortStableFunc(answer.Errors, func(a, b *gqlerror.Error) int { return strings.Compare(a.Path.String(), b.Path.String()) })
	return &Response{Data: slices.Clone(answer.Data), Errors: op.exec.capped(answer.Errors), Extensions: op.told}
}
