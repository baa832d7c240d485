package auth

import (
	"context"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// The codes of refusals, beside those of package graph.
const (
	Unauthenticated graph.Code = "UNAUTHENTICATED" // who asks has not said, or not proved, who they are
	Forbidden       graph.Code = "FORBIDDEN"       // who asks is known and lacks the right
)

// Rights is a set of rights. None includes another.
type Rights uint8

// The rights there are.
const (
	Read  Rights = 1 << iota // ask anything
	Write                    // load documents, and take back those that came the same way
	Admin                    // take back any document
	None  Rights = 0
	All          = Read | Write | Admin
)

// A named right is a right as it is written.
type named struct {
	right Rights
	name  string
}

// names are all rights, in order.
var names = []named{{Read, "read"}, {Write, "write"}, {Admin, "admin"}}

// ParseRights reads names of rights. Errors: Invalid for one that is unknown, and when there is none.
func ParseRights(list []string) (Rights, error) {
	var out Rights
	for _, item := range list {
		i := slices.IndexFunc(names, func(n named) bool { return n.name == item })
		if i < 0 {
			return None, graph.Errorf(graph.Invalid, "there is no right %q: use read, write, admin", item)
		}
		out |= names[i].right
	}
	if out == None {
		return None, graph.Errorf(graph.Invalid, "name at least one right: read, write, admin")
	}
	return out, nil
}

// Names lists the rights of the set as they are written.
func (r Rights) Names() []string {
	out := []string{}
	for _, n := range names {
		if r.Has(n.right) {
			out = append(out, n.name)
		}
	}
	return out
}

// String is the names, joined.
func (r Rights) String() string { return strings.Join(r.Names(), ",") }

// Has tells whether all the given rights are in the set.
func (r Rights) Has(wanted Rights) bool { return r&wanted == wanted }

// A Caller is who asks.
type Caller struct {
	ID     string // stable and not secret, such as "key:k3f9a2" or "oidc:subject"; "" for nobody in particular
	Name   string // what people call them
	Rights Rights
}

type callerKey struct{}

// With gives a context in which the caller asks.
func With(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerOf is who asks; nobody, without any right, when the context does not say.
func CallerOf(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}

// Require refuses a caller who lacks one of the rights. Errors: Unauthenticated for nobody in particular,
// Forbidden for anybody else.
func Require(ctx context.Context, wanted Rights) error {
	c := CallerOf(ctx)
	switch {
	case c.Rights.Has(wanted):
		return nil
	case c.ID == "" && c.Rights == None:
		return graph.Errorf(Unauthenticated, "say who you are: a key as a bearer token or in X-API-Key")
	}
	return graph.Errorf(Forbidden, "this needs the right to %s", strings.Join((wanted&^c.Rights).Names(), " and "))
}
