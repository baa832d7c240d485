package auth

import (
	"context"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A Gate tells who asks by what they show. The zero value lets nobody do anything.
type Gate struct {
	Keys      *Keyring // nil: no keys
	Tokens    *OIDC    // nil: no tokens
	Anonymous Rights   // of whoever shows nothing
}

// Closed tells whether callers have to say who they are.
func (g *Gate) Closed() bool { return g.Keys != nil || g.Tokens != nil }

// Identify gives who asks, showing a key or a token, "" for neither. Errors: Unauthenticated for what opens
// nothing, Unavailable when it cannot be checked at the moment.
func (g *Gate) Identify(ctx context.Context, token string) (Caller, error) {
	switch {
	case token == "":
		return Caller{Rights: g.Anonymous}, nil
	case g.Keys != nil && strings.HasPrefix(token, keyPrefix):
		return g.Keys.Identify(token)
	case g.Tokens != nil:
		return g.Tokens.Identify(ctx, token)
	case !g.Closed():
		return Caller{Rights: g.Anonymous}, nil // nothing is asked for, so nothing is checked
	}
	return Caller{}, graph.Errorf(Unauthenticated, "the key is unknown")
}
