package graph

import (
	"cmp"
	"context"
	"slices"
	"sort"
)

// A CellState says what a run says of a system on an axis of comparison (graph-model 6). What nothing
// says is NotStated, and never an absence.
type CellState string

// The states.
const (
	Supported       CellState = "SUPPORTED"
	Absent          CellState = "ABSENT"
	Inapplicable    CellState = "INAPPLICABLE"
	Uninspected     CellState = "UNINSPECTED"
	NotDeterminable CellState = "NOT_DETERMINABLE"
	NotStated       CellState = "NOT_STATED"
)

// stateOf gives the state of a finding by its assessment as written, for one that has no value to show.
var stateOf = map[string]CellState{
	"absent": Absent, "inapplicable": Inapplicable, "uninspected": Uninspected, "not-determinable": NotDeterminable}

// knowing orders states without values: of several parts of a system, what the least known one leaves
// open is open for the whole.
var knowing = map[CellState]int{Uninspected: 0, NotDeterminable: 1, Absent: 2, Inapplicable: 3, NotStated: 4}

// A Place is what one run is asked about: a system, on one axis.
type Place struct {
	Run, System ID
	Axis        string
}

// An Assessed is what the findings of one run say of a system on one axis.
type Assessed struct {
	Place
	State  CellState
	Values []string // as stated, in the order of the text, each once; none but where Supported
	// Partial tells that there may be other values: a part is unresolved, or only the first is given.
	Partial  bool
	Note     string // the reason first given; only where opaque properties were read
	Document ID     // where the axis is assessed first
	Line     int
}

// Mark tells whether a value is among those stated: 1 when it is, 0 when the axis was assessed and it is
// not. ok is false where neither can be said: the axis does not apply, nothing is said of it, nobody
// can tell, or other values are left open. A nil Assessed is one that nothing is said of. Whether there is such a value
// is for the caller to know, see AxisValues.
func (a *Assessed) Mark(value string) (mark int, ok bool) {
	if a == nil {
		return 0, false
	}
	for _, v := range a.Values {
		if v == value || slices.Contains(covers[a.Axis][v], value) {
			return 1, true
		}
	}
	return 0, a.State == Absent || a.State == Supported && !a.Partial
}

// Assessed gathers what runs say on the axes of comparison, in one read of their findings. Places of which
// nothing is said are left out. With Full it has the reasons, too.
func (g *Graph) Assessed(ctx context.Context, runs []ID, w Want) (map[Place]*Assessed, error) {
	if len(runs) == 0 {
		return nil, nil
	}
	names := make([]string, len(runs))
	for i, r := range runs {
		names[i] = string(r)
	}
	const oneRead = 100_000 // some thousand runs; beyond, it takes several
	findings, err := g.all(ctx, Query{Kinds: []Kind{Finding}, Filter: Cond{"run", AnyOf, names}, Limit: oneRead, Want: w})
	if err != nil {
		return nil, err
	}
	// Of one line the findings are numbered in their ids; a longer number is a larger one.
	sort.SliceStable(findings, func(i, j int) bool {
		a, b := &findings[i], &findings[j]
		return cmp.Or(cmp.Compare(a.Props.String("document"), b.Props.String("document")), cmp.Compare(a.Props.Int("line"), b.Props.Int("line")),
			cmp.Compare(len(a.ID), len(b.ID)), cmp.Compare(a.ID, b.ID)) < 0
	})
	out := map[Place]*Assessed{}
	for i := range findings {
		n := &findings[i]
		p := Place{ID(n.Props.String("run")), ID(n.Props.String("system")), n.Props.String("axis")}
		if out[p] == nil {
			out[p] = &Assessed{Place: p, State: NotStated, Document: ID(n.Props.String("document")), Line: int(n.Props.Int("line"))}
		}
		out[p].add(n)
	}
	return out, nil
}

// add takes in one finding.
func (a *Assessed) add(n *Node) {
	assessment, value := n.Props.String("assessment"), n.Props.String("value")
	if a.Note == "" {
		a.Note = n.Props.String("text")
	}
	state := stateOf[assessment]
	switch {
	case state == "" && value != "":
		if !slices.Contains(a.Values, value) {
			a.Values = append(a.Values, value)
		}
		a.Partial = a.Partial || assessment == "partial" || a.unresolved()
		a.State = Supported
	case state == "":
		a.Partial = a.Partial || assessment == "partial"
	case a.State == Supported:
		a.Partial = a.Partial || state == Uninspected || state == NotDeterminable
	case knowing[state] < knowing[a.State]:
		a.State = state
	}
}

// unresolved tells whether a part of the system is left open so far.
func (a *Assessed) unresolved() bool { return a.State == Uninspected || a.State == NotDeterminable }

// A Disagreement is a value on which two runs contradict each other; the value is "" where they only
// differ in whether the axis applies or has any.
type Disagreement struct {
	System      ID
	Axis, Value string
	Sides       [2]*Assessed
}

// Disagreements compares what the current runs of two families say of the systems that both are about,
// ordered by system, axis, value and runs. Only axes count of which both say something, and of those no
// value that one of them leaves open by giving others.
func (g *Graph) Disagreements(ctx context.Context, first, second string) ([]Disagreement, error) {
	var sides [2]map[ID]map[string][]*Assessed
	for i, family := range []string{first, second} {
		f, err := g.scoped(ctx, []Kind{Run}, Cond{"family", EQ, family}, ExcludeStubs, CurrentRuns)
		if err != nil {
			return nil, err
		}
		runs, err := g.all(ctx, Query{Kinds: []Kind{Run}, Filter: f})
		if err != nil {
			return nil, err
		}
		ids := make([]ID, len(runs))
		for j := range runs {
			ids[j] = runs[j].ID
		}
		found, err := g.Assessed(ctx, ids, Full)
		if err != nil {
			return nil, err
		}
		sides[i] = bySystem(found)
	}
	var out []Disagreement
	for system, axes := range sides[0] {
		for axis, as := range axes {
			for _, a := range as {
				for _, b := range sides[1][system][axis] {
					out = append(out, a.against(b)...)
				}
			}
		}
	}
	slices.SortFunc(out, func(x, y Disagreement) int {
		return cmp.Or(cmp.Compare(x.System, y.System), cmp.Compare(x.Axis, y.Axis), cmp.Compare(x.Value, y.Value),
			cmp.Compare(x.Sides[0].Run, y.Sides[0].Run), cmp.Compare(x.Sides[1].Run, y.Sides[1].Run))
	})
	return out, nil
}

// bySystem sorts out what is said of each system on each axis.
func bySystem(found map[Place]*Assessed) map[ID]map[string][]*Assessed {
	out := map[ID]map[string][]*Assessed{}
	for p, a := range found {
		if out[p.System] == nil {
			out[p.System] = map[string][]*Assessed{}
		}
		out[p.System][p.Axis] = append(out[p.System][p.Axis], a)
	}
	return out
}

// against lists the values on which two runs disagree.
func (a *Assessed) against(b *Assessed) (out []Disagreement) {
	if a.State == NotStated || b.State == NotStated {
		return nil
	}
	disagree := func(value string) {
		out = append(out, Disagreement{a.System, a.Axis, value, [2]*Assessed{a, b}})
	}
	if len(a.Values) == 0 && len(b.Values) == 0 {
		if a.State != b.State {
			disagree("")
		}
		return out
	}
	for _, value := range stated(a, b) {
		x, xok := a.Mark(value)
		y, yok := b.Mark(value)
		open := a.Partial && !xok || b.Partial && !yok
		if (x != y || xok != yok) && !open {
			disagree(value)
		}
	}
	return out
}

// stated lists the values that either states, those that mean others as these.
func stated(sides ...*Assessed) (out []string) {
	for _, a := range sides {
		for _, v := range a.Values {
			meant := covers[a.Axis][v]
			if meant == nil {
				meant = []string{v}
			}
			for _, v := range meant {
				if !slices.Contains(out, v) {
					out = append(out, v)
				}
			}
		}
	}
	return out
}
