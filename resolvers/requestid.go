package resolvers

import (
	"context"
	"crypto/rand"
)

// A requestInfo tells requests apart, in answers and in logs.
type requestInfo struct {
	id     string
	client string // host of whoever sent it; "" when it came from within
}

type requestKey struct{}

// withRequestID gives a request an id, unless it has one.
func withRequestID(ctx context.Context) context.Context {
	if RequestID(ctx) != "" {
		return ctx
	}
	return withRequest(ctx, "")
}

// withRequest begins a request of a client.
func withRequest(ctx context.Context, client string) context.Context {
	return context.WithValue(ctx, requestKey{}, requestInfo{rand.Text(), client})
}

// RequestID is the id under which answers and log lines of a request are found; "" outside of one.
func RequestID(ctx context.Context) string { return requestOf(ctx).id }

// clientOf is the host that a request came from; "" for one from within.
func clientOf(ctx context.Context) string { return requestOf(ctx).client }

func requestOf(ctx context.Context) requestInfo {
	r, _ := ctx.Value(requestKey{}).(requestInfo)
	return r
}
