package graph

import (
	"cmp"
	"context"
	"slices"
	"sort"
)

// loadPastRuns lists the runs that answers leave out: of each system and family all but the newest, as
// newer tells them apart. When something was loaded has no say in it (graph-model 1). A run about
// several systems, a matrix, has none of them and stands for itself.
func (g *Graph) loadPastRuns(ctx context.Context) ([]ID, error) {
	runs, err := g.all(ctx, Query{Kinds: []Kind{Run}})
	if err != nil {
		return nil, err
	}
	newest := map[[2]string]*Node{}
	for i := range runs {
		r := &runs[i]
		key := supersession(r)
		if best := newest[key]; best == nil || newer(r, best) {
			newest[key] = r
		}
	}
	var past []ID
	for i := range runs {
		r := &runs[i]
		if newest[supersession(r)] != r {
			past = append(past, r.ID)
		}
	}
	sort.Slice(past, func(i, j int) bool { return past[i] < past[j] })
	return past, nil
}

// supersession is what runs have in common of which only the newest counts.
func supersession(r *Node) [2]string {
	return [2]string{cmp.Or(r.Props.String("system"), string(r.ID)), r.Props.String("family")}
}

// newer tells whether run a is to be preferred to run b.
func newer(a, b *Node) bool {
	if x, y := a.Props.Bool("superseded"), b.Props.Bool("superseded"); x != y {
		return y
	}
	for _, p := range []string{"cutoff", "date", "runId"} {
		if c := Compare(a.Props.String(p), b.Props.String(p)); c != 0 {
			return c > 0
		}
	}
	return a.ID > b.ID
}

// Runs says which runs an answer takes in.
type Runs string

// Current runs of every family, or all runs.
const (
	CurrentRuns Runs = "CURRENT"
	AllRuns     Runs = "ALL"
)

// Stubs says what a list of records does with stubs.
type Stubs string

// The ways of treating stubs.
const (
	ExcludeStubs Stubs = "EXCLUDE"
	IncludeStubs Stubs = "INCLUDE"
	OnlyStubs    Stubs = "ONLY"
)

// scoped adds to a filter what Stubs and Runs ask for, and resolves what no store knows.
func (g *Graph) scoped(ctx context.Context, kinds []Kind, f Filter, stubs Stubs, runs Runs) (Filter, error) {
	st, err := g.at(ctx)
	if err != nil {
		return nil, err
	}
	all := And{}
	if f != nil {
		resolved, err := g.resolve(ctx, st, f)
		if err != nil {
			return nil, err
		}
		all = append(all, resolved)
	}
	switch stubs {
	case ExcludeStubs, "":
		if anyKind(kinds, (*KindInfo).stubs) {
			all = append(all, IsDeclared(true))
		}
	case OnlyStubs:
		all = append(all, IsDeclared(false))
	}
	if runs != AllRuns {
		past, err := st.pastRuns(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, notInRuns(kinds, past)...)
	}
	if len(all) == 0 {
		return nil, nil
	}
	return all, nil
}

// notInRuns excludes what belongs to the given runs, by their property or as the runs themselves. The
// list of runs that are not current is short, so it is the one that is named.
func notInRuns(kinds []Kind, runs []ID) (out []Filter) {
	if len(runs) == 0 {
		return nil
	}
	names := make([]string, len(runs))
	for i, r := range runs {
		names[i] = string(r)
	}
	if anyKind(kinds, func(k *KindInfo) bool { return k.Property("run") != nil }) {
		out = append(out, Not{Cond{"run", AnyOf, names}})
	}
	if anyKind(kinds, func(k *KindInfo) bool { return k.Kind == Run }) {
		out = append(out, Not{InIDs(runs)})
	}
	return out
}

// anyKind tells whether one of the kinds (none: all) satisfies ok.
func anyKind(kinds []Kind, ok func(*KindInfo) bool) bool {
	for i := range Kinds {
		if (len(kinds) == 0 || slices.Contains(kinds, Kinds[i].Kind)) && ok(&Kinds[i]) {
			return true
		}
	}
	return false
}
