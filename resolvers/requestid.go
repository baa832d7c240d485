package resolvers

import (
	"context"
	"crypto/rand"
)

type requestIDKey struct{}

// withRequestID gives a request an id, unless it has one.
func withRequestID(ctx context.Context) context.Context {
	if RequestID(ctx) != "" {
		return ctx
	}
	return context.WithValue(ctx, requestIDKey{}, rand.Text())
}

// RequestID is the id under which answers and log lines of a request are found; "" outside of one.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}
