package model

import (
	"context"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// An AxisReading is what a run says of a system on an axis of comparison.
type AxisReading struct {
	runs  *cohort // those read with it
	place graph.Place
	said  *graph.Assessed // nil where the run says nothing
}

// Axis is what the run says on an axis, of its own system when none is given; nil where it has none. Errors:
// Invalid for a name that is no axis, and for a system that is not there.
func (r *Run) Axis(ctx context.Context, name string, system *graph.ID) (*AxisReading, error) {
	if known := graph.Axes(); !slices.Contains(known, name) {
		return nil, graph.Errorf(graph.Invalid, "%q is no axis; the axes are %s", name, strings.Join(known, ", "))
	}
	of := graph.ID(r.node.Props.String("system"))
	if system != nil {
		of = *system
	}
	if of == "" {
		return nil, nil
	}
	all, err := r.c.assessed(ctx, graph.Light)
	if err != nil {
		return nil, err
	}
	place := graph.Place{Run: r.node.ID, System: of, Axis: name}
	if all[place] == nil && system != nil {
		if err := r.c.mustHave(ctx, of); err != nil {
			return nil, err
		}
	}
	return &AxisReading{r.c, place, all[place]}, nil
}

// mustHave fails with Invalid where an id names no system that is there.
func (c *cohort) mustHave(ctx context.Context, system graph.ID) error {
	type key struct{ system graph.ID }
	there, err := once(c, key{system}, func() (bool, error) {
		if system.Kind() != graph.System {
			return false, nil
		}
		found, err := c.graph.Nodes(ctx, []graph.ID{system}, graph.Light)
		return len(found) > 0, err
	})
	if err == nil && !there {
		return graph.Errorf(graph.Invalid, "there is no system %q", system)
	}
	return err
}

// known lists the values of an axis: those it is known to have, and those that loaded findings state besides.
func (c *cohort) known(ctx context.Context, axis string) ([]string, error) {
	type key struct{ axis string }
	return once(c, key{axis}, func() ([]string, error) {
		values := graph.AxisValues(axis)
		groups, err := c.graph.Aggregate(ctx, graph.AggregateQuery{Kinds: []graph.Kind{graph.Finding}, Runs: graph.AllRuns, GroupBy: []string{"value"},
			Where: graph.Cond{Prop: "axis", Op: graph.EQ, Value: axis}})
		for _, g := range groups {
			if value, ok := g.Keys[0].(string); ok && !slices.Contains(values, value) {
				values = append(values, value)
			}
		}
		return values, err
	})
}

// assessed gathers what those members that are runs say on all axes.
func (c *cohort) assessed(ctx context.Context, want graph.Want) (map[graph.Place]*graph.Assessed, error) {
	type key struct{ want graph.Want }
	return once(c, key{want}, func() (map[graph.Place]*graph.Assessed, error) {
		var runs []graph.ID
		for i := range c.nodes {
			if c.nodes[i].Kind == graph.Run {
				runs = append(runs, c.nodes[i].ID)
			}
		}
		return c.graph.Assessed(ctx, runs, want)
	})
}

// Axis is its name.
func (a *AxisReading) Axis() string { return a.place.Axis }

// State tells whether there are values.
func (a *AxisReading) State() Enum {
	if a.said == nil {
		return Enum(graph.NotStated)
	}
	return Enum(a.said.State)
}

// Values are those stated.
func (a *AxisReading) Values() []string {
	if a.said == nil {
		return nil
	}
	return a.said.Values
}

// Joined gives the values in one text.
func (a *AxisReading) Joined(separator string) *string {
	return nonZero(strings.Join(a.Values(), separator))
}

// First is the first value.
func (a *AxisReading) First() *string {
	if values := a.Values(); len(values) > 0 {
		return &values[0]
	}
	return nil
}

// Partial tells whether there may be others.
func (a *AxisReading) Partial() bool { return a.said != nil && a.said.Partial }

// Mark tells whether a value is among those stated. It fails with Invalid for one that the axis is not known to
// have and that no loaded finding states.
func (a *AxisReading) Mark(ctx context.Context, value string) (*int, error) {
	if !slices.Contains(graph.AxisValues(a.place.Axis), value) {
		known, err := a.runs.known(ctx, a.place.Axis)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(known, value) {
			return nil, graph.Errorf(graph.Invalid, "%q is no value of %s; its values are %s", value, a.place.Axis, strings.Join(known, ", "))
		}
	}
	return a.mark(value), nil
}

func (a *AxisReading) mark(value string) *int {
	if mark, ok := a.said.Mark(value); ok {
		return &mark
	}
	return nil
}

// Note is the reason given; it is read when it is first asked for.
func (a *AxisReading) Note(ctx context.Context) (*string, error) {
	if a.said == nil {
		return nil, nil
	}
	all, err := a.runs.assessed(ctx, graph.Full)
	if err != nil || all[a.place] == nil {
		return nil, err
	}
	return nonZero(all[a.place].Note), nil
}

// Run is the run that says so.
func (a *AxisReading) Run() *Run {
	run, _ := a.runs.views()[a.place.Run].(*Run)
	return run
}

// Document is the document that says so first.
func (a *AxisReading) Document(ctx context.Context) (*Document, error) {
	if a.said == nil {
		return nil, nil
	}
	all, err := a.runs.assessed(ctx, graph.Light)
	if err != nil {
		return nil, err
	}
	found, err := a.runs.refer(ctx, "axis.document", func() []graph.ID {
		var ids []graph.ID
		for _, said := range all {
			ids = append(ids, said.Document)
		}
		return ids
	})
	document, _ := found[a.said.Document].(*Document)
	return document, err
}

// Line is the line where it says so first.
func (a *AxisReading) Line() *int {
	if a.said == nil {
		return nil
	}
	return nonZero(a.said.Line)
}

// A Contradiction is a value on which two runs contradict each other about a system.
type Contradiction struct {
	System        *System
	Axis          string
	Value         *string
	First, Second *AxisReading
}

// FirstMark is what the first run says of the value.
func (c *Contradiction) FirstMark() *int { return c.mark(c.First) }

// SecondMark is what the second run says of it.
func (c *Contradiction) SecondMark() *int { return c.mark(c.Second) }

func (c *Contradiction) mark(side *AxisReading) *int {
	if c.Value == nil {
		return side.mark("") // no value: only whether the axis was assessed
	}
	return side.mark(*c.Value)
}

// Contradictions compares what the current runs of two families say.
func Contradictions(ctx context.Context, g *graph.Graph, first, second string) ([]*Contradiction, error) {
	found, err := g.Disagreements(ctx, first, second)
	if err != nil {
		return nil, err
	}
	var ids []graph.ID
	for _, d := range found {
		ids = append(ids, d.System, d.Sides[0].Run, d.Sides[1].Run)
	}
	nodes, err := g.Nodes(ctx, distinct(ids), graph.Light)
	if err != nil {
		return nil, err
	}
	all := newCohort(g, nodes, graph.Light)
	views := all.views()
	out := make([]*Contradiction, 0, len(found))
	for _, d := range found {
		system, _ := views[d.System].(*System)
		out = append(out, &Contradiction{system, d.Axis, nonZero(d.Value),
			&AxisReading{all, d.Sides[0].Place, d.Sides[0]}, &AxisReading{all, d.Sides[1].Place, d.Sides[1]}})
	}
	return out, nil
}
