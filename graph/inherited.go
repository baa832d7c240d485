package graph

import (
	"context"
	"slices"
)

// Names of the properties that resolve by following answers from route to route.
const (
	propVerdict     = "readBack.verdict"
	propEstablished = "readBack.established"
	propInherits    = "readBack.inherits"
)

// loadInherited resolves every route that takes over another's answer. They are few.
func (g *Graph) loadInherited(ctx context.Context) (map[ID]Resolved, error) {
	heirs, err := g.all(ctx, Query{Kinds: []Kind{Route}, Filter: Cond{propVerdict, EQ, string(VerdictInherited)}})
	if err != nil || len(heirs) == 0 {
		return nil, err
	}
	steps := map[ID]InheritedStep{}
	var ends []ID
	for i := range heirs {
		from := ID(heirs[i].Props.String(propInherits))
		steps[heirs[i].ID] = InheritedStep{TriUnknown, from}
		ends = append(ends, from)
	}
	// What an heir names is an heir itself, read already, or a route whose own answer counts.
	testators, err := g.store.Nodes(ctx, ends, Light)
	if err != nil {
		return nil, err
	}
	for i := range testators {
		n := &testators[i]
		if _, heir := steps[n.ID]; !heir && n.Declared {
			steps[n.ID] = InheritedStep{TriState(n.Props.String(propEstablished)), ""}
		}
	}
	out := make(map[ID]Resolved, len(heirs))
	for i := range heirs {
		out[heirs[i].ID] = ResolveInherited(heirs[i].ID, func(id ID) (InheritedStep, bool) {
			s, ok := steps[id]
			return s, ok
		})
	}
	return out, nil
}

// Inherited tells what a route's answer comes to when it takes over another's; false when it does not.
func (g *Graph) Inherited(ctx context.Context, route ID) (Resolved, bool, error) {
	st, err := g.at(ctx)
	if err != nil {
		return Resolved{}, false, err
	}
	all, err := st.inherited(ctx)
	r, ok := all[route]
	return r, ok, err
}

// resolve rewrites what a filter says of readBack.established, which stores hold as stated, so that
// routes which take over an answer count as that answer does.
func (g *Graph) resolve(ctx context.Context, st *state, f Filter) (Filter, error) {
	if !mentions(f, propEstablished) {
		return f, nil
	}
	all, err := st.inherited(ctx)
	if err != nil || len(all) == 0 {
		return f, err
	}
	return rewrite(f, func(c Cond) Filter {
		if c.Prop != propEstablished {
			return c
		}
		var ids InIDs
		for id, r := range all {
			if c.match(string(r.Established)) {
				ids = append(ids, id)
			}
		}
		slices.Sort(ids)
		return Or{And{Not{Cond{propVerdict, EQ, string(VerdictInherited)}}, c}, ids}
	}), nil
}

// mentions tells whether a filter tests a property, here or at a far end.
func mentions(f Filter, prop string) bool {
	found := false
	rewrite(f, func(c Cond) Filter {
		found = found || c.Prop == prop
		return c
	})
	return found
}

// rewrite copies a filter with every comparison replaced.
func rewrite(f Filter, replace func(Cond) Filter) Filter {
	each := func(fs []Filter) []Filter {
		out := make([]Filter, len(fs))
		for i, g := range fs {
			out[i] = rewrite(g, replace)
		}
		return out
	}
	switch f := f.(type) {
	case And:
		return And(each(f))
	case Or:
		return Or(each(f))
	case Not:
		return Not{rewrite(f.Filter, replace)}
	case Linked:
		f.Far = rewrite(f.Far, replace)
		return f
	case Cond:
		return replace(f)
	}
	return f
}
