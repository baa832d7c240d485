package model

import (
	"context"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// An Answer is a report's answer to one of the seven questions about a route.
type Answer struct {
	Text  *string
	Line  *int
	State Enum
}

// answer gives an answer by name: nil on a stub only, NOT_STATED where the report has no such label.
func (r *Route) answer(ctx context.Context, name string) (*Answer, error) {
	if !r.node.Declared {
		return nil, nil
	}
	answers, err := nested[map[string]*Answer](ctx, &r.base, "answers")
	if err != nil {
		return nil, err
	}
	if a := answers[name]; a != nil {
		return a, nil
	}
	return &Answer{State: "NOT_STATED"}, nil
}

// ImmediateReturn says what the route returns at once.
func (r *Route) ImmediateReturn(ctx context.Context) (*Answer, error) {
	return r.answer(ctx, "immediateReturn")
}

// LaterReadBack says what a later invocation receives.
func (r *Route) LaterReadBack(ctx context.Context) (*Answer, error) {
	return r.answer(ctx, "laterReadBack")
}

// DelegatedVisibility says what delegated agents see.
func (r *Route) DelegatedVisibility(ctx context.Context) (*Answer, error) {
	return r.answer(ctx, "delegatedVisibility")
}

// SelectionPredicate says how material is selected.
func (r *Route) SelectionPredicate(ctx context.Context) (*Answer, error) {
	return r.answer(ctx, "selectionPredicate")
}

// InvalidationOrExpiry says what invalidates or expires.
func (r *Route) InvalidationOrExpiry(ctx context.Context) (*Answer, error) {
	return r.answer(ctx, "invalidationOrExpiry")
}

// ActivationOrEffect says what the route activates.
func (r *Route) ActivationOrEffect(ctx context.Context) (*Answer, error) {
	return r.answer(ctx, "activationOrEffect")
}

// EvidenceLimits says how far the evidence reaches.
func (r *Route) EvidenceLimits(ctx context.Context) (*Answer, error) {
	return r.answer(ctx, "evidenceLimits")
}

// ReadBack is the assessment of the answer on later read-back; nil on a stub.
func (r *Route) ReadBack() *ReadBack {
	if !r.node.Declared {
		return nil
	}
	return &ReadBack{&r.base}
}

// A ReadBack is the view of a route's read-back assessment (graph-model 5).
type ReadBack struct{ b *base }

// unassessed is what holds of a route without an assessment, as one that a record file states.
var unassessed = graph.AssessReadBack("", false, "", false)

func (v *ReadBack) text(name, otherwise string) string {
	if s := v.b.node.Props.String("readBack." + name); s != "" {
		return s
	}
	return otherwise
}

func (v *ReadBack) enum(name, otherwise string) Enum { return Enum(v.text(name, otherwise)) }

// Verdict is what the answer says.
func (v *ReadBack) Verdict() Enum { return v.enum("verdict", string(unassessed.Verdict)) }

// Rule is the id of the rule that decided.
func (v *ReadBack) Rule() string { return v.text("rule", unassessed.Rule) }

// Direction says who starts the later read.
func (v *ReadBack) Direction() Enum { return v.enum("direction", string(unassessed.Direction)) }

// Strength is the weaker of implementation status and wording.
func (v *ReadBack) Strength() *Enum { return enumProp(v.b, "readBack.strength") }

// Flags qualify the first clause.
func (v *ReadBack) Flags() []Enum { return v.flags("readBack.flags") }

// LaterFlags qualify later clauses.
func (v *ReadBack) LaterFlags() []Enum { return v.flags("readBack.laterFlags") }

func (v *ReadBack) flags(name string) []Enum {
	var out []Enum
	for _, f := range listProp(v.b, name) {
		out = append(out, Enum(f))
	}
	return out
}

// Reading is the other verdict that could be argued for.
func (v *ReadBack) Reading() *Enum { return enumProp(v.b, "readBack.reading") }

// Sentence is the sentence the verdict rests on.
func (v *ReadBack) Sentence(ctx context.Context) (*string, error) {
	props, err := v.b.body(ctx)
	return value[string](props, propSentence), err
}

// Established tells whether a later read-back is established, for an inherited answer after following it.
func (v *ReadBack) Established(ctx context.Context) (Enum, error) {
	if v.Verdict() != Enum(graph.VerdictInherited) {
		return v.enum("established", string(unassessed.Established)), nil
	}
	all, err := v.b.c.inherited(ctx)
	if r, ok := all[v.b.node.ID]; ok {
		return Enum(r.Established), err
	}
	return Enum(graph.TriUnknown), err
}

// InheritedFrom is the route whose own answer decides.
func (v *ReadBack) InheritedFrom(ctx context.Context) (*Route, error) {
	r, routes, err := v.chain(ctx)
	route, _ := routes[r.From].(*Route)
	return route, err
}

// InheritedChain are the routes that an inherited answer leads to, in order.
func (v *ReadBack) InheritedChain(ctx context.Context) ([]*Route, error) {
	r, routes, err := v.chain(ctx)
	return routesOf(routes, r.Chain[min(1, len(r.Chain)):]), err // the first is the route itself
}

// Cycle tells whether the chain of an inherited answer goes in a circle.
func (v *ReadBack) Cycle(ctx context.Context) (bool, error) {
	all, err := v.b.c.inherited(ctx)
	return all[v.b.node.ID].Cycle, err
}

// chain gives what an inherited answer came to, and the views of the routes on the chains of all members.
func (v *ReadBack) chain(ctx context.Context) (graph.Resolved, map[graph.ID]Node, error) {
	all, err := v.b.c.inherited(ctx)
	if err != nil || len(all) == 0 {
		return graph.Resolved{}, nil, err
	}
	routes, err := v.b.c.refer(ctx, "inherited chain", func() []graph.ID {
		var ids []graph.ID
		for _, r := range all {
			ids = append(ids, r.Chain...)
		}
		return ids
	})
	return all[v.b.node.ID], routes, err
}

// routesOf picks the routes of ids that are there, in order.
func routesOf(nodes map[graph.ID]Node, ids []graph.ID) []*Route {
	out := []*Route{}
	for _, id := range ids {
		if r, ok := nodes[id].(*Route); ok {
			out = append(out, r)
		}
	}
	return out
}

// inherited resolves the members that take over another route's answer.
func (c *cohort) inherited(ctx context.Context) (map[graph.ID]graph.Resolved, error) {
	type key struct{}
	return once(c, key{}, func() (map[graph.ID]graph.Resolved, error) {
		out := map[graph.ID]graph.Resolved{}
		for i := range c.nodes {
			n := &c.nodes[i]
			if n.Props.String("readBack.verdict") != string(graph.VerdictInherited) {
				continue
			}
			r, _, err := c.graph.Inherited(ctx, n.ID)
			if err != nil {
				return nil, err
			}
			out[n.ID] = r
		}
		return out, nil
	})
}

// NamesRoutes are the routes that the answer names, in order.
func (v *ReadBack) NamesRoutes(ctx context.Context) ([]*Route, error) {
	const name = "readBack.namesRoutes"
	found, err := v.b.c.refer(ctx, name, func() []graph.ID { return v.b.c.refs(name) })
	if err != nil {
		return nil, err
	}
	var ids []graph.ID
	for _, id := range listProp(v.b, name) {
		ids = append(ids, graph.ID(id))
	}
	return routesOf(found, ids), nil
}

// Amended is what an amendment changed of the assessment: the verdict, or else the first property of it.
func (v *ReadBack) Amended(ctx context.Context) (*Amendment, error) {
	all, err := v.b.Amendments(ctx)
	if err != nil {
		return nil, err
	}
	var first *Amendment
	for _, a := range all {
		switch {
		case a.Property == "readBack.verdict":
			return a, nil
		case first == nil && strings.HasPrefix(a.Property, "readBack."):
			first = a
		}
	}
	return first, nil
}
