package storetest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// runCopying holds a store against graph.Copy, as the source and as the target. The other one is the model,
// because a backend may have but one store at a time.
func runCopying(t *testing.T, open Open) {
	model := func(testing.TB) graph.Store { return NewModel() }
	for _, way := range []struct {
		name     string
		from, to Open
	}{{"To", model, open}, {"From", open, model}} {
		t.Run(way.name+"/Directed", func(t *testing.T) { runCopyDirected(t, way.from, way.to) })
		t.Run(way.name+"/Foreign", func(t *testing.T) { runCopyForeign(t, way.from, way.to) })
		t.Run(way.name+"/Random", func(t *testing.T) { CopyHistories(t, 2, way.from, way.to) })
	}
}

// runCopyDirected copies a journal with every kind of edition in it.
func runCopyDirected(t *testing.T, source, target Open) {
	s := newScene(t, source)
	one := from("/p", doc("a", "memory", route("x", "1"), feeds("x", "y")))
	one.Content, one.Origin.ByteDigest = []byte("one\x00"), "b0"
	s.apply(one, doc("c", "runtime", route("z", "1")))                           // revision 1
	s.apply(from("/p", doc("s", "memory", route("x", "2"))))                     // 2: a is renamed
	s.apply(doc("d", "runtime", route("z", "1")))                                // a copy of c
	s.apply(gone("c"))                                                           // the facts stay with d
	s.apply(doc("c", "runtime", route("z", "1")))                                // and back
	s.apply(from("/q", doc("e", "overview")), from("/q", doc("f", "authority"))) // 3: two origins of one path
	s.apply(doc("b", "memory", route("x", "9")))                                 // refused
	s.apply(replacing(doc("g", "overview", route("w", "1"))))                    // 4: e is displaced
	s.apply(gone("f"))                                                           // 5
	s.apply(gone("d"))                                                           // the facts stay with c
	const said = "s PAST 1-2, c PAST 1-2, s CURRENT 2-0, d PAST 2-5, c CURRENT 2-0, e PAST 3-4, f PAST 3-5, b REFUSED 3-0, g CURRENT 4-0, e REFUSED 4-0"
	want(t, "the source", s.history(graph.HistoryQuery{}), said)
	before := s.fingerprint()
	to := newScene(t, target)
	var last graph.CopyProgress
	copied := func() error {
		return graph.Copy(s.ctx, s, to, func(p graph.CopyProgress) {
			if p.Editions < last.Editions || p.Revision < last.Revision {
				t.Errorf("progress goes back from %+v to %+v", last, p)
			}
			last = p
		})
	}
	if err := copied(); err != nil {
		t.Fatal(err)
	}
	want(t, "progress", last, graph.CopyProgress{Editions: 10, AllEditions: 10, Revision: 5, LastRevision: 5})
	want(t, "the copy", to.history(graph.HistoryQuery{}), said)
	want(t, "what is read", to.fingerprint(), before)
	want(t, "the source afterwards", s.fingerprint(), before)
	es := must[[]graph.Edition](t)(to.History(s.ctx, graph.HistoryQuery{Content: true}))
	want(t, "bytes", string(es[0].Content), "one\x00")
	want(t, "paths", es[5].Origin.Path+" "+es[6].Origin.Path+" "+es[9].Origin.Path, "/q /q /q")
	want(t, "why refused", showConflict(es[7].Conflict)+", "+showConflict(es[9].Conflict), "s over document:QS-1/memory, g over document:QS-1/overview")

	// Once more does nothing; what came since is added.
	none := &stopping{Store: to, left: 1}
	if err := graph.Copy(s.ctx, s, none, nil); err != nil {
		t.Errorf("copying again: %v", err)
	}
	s.apply(doc("h", "profile", route("v", "1")))
	if err := copied(); err != nil {
		t.Error(err)
	}
	want(t, "the copy, later", to.history(graph.HistoryQuery{AfterSeq: es[9].Seq}), "h CURRENT 6-0")
	// Revisions of which nothing is left are counted, at the end and in between.
	s.apply(doc("i", "synthesis", route("u", "1")))
	s.apply(job("1", "RUNNING"), purged("i"))
	if err := copied(); err != nil {
		t.Error(err)
	}
	want(t, "the copy's revision", to.revision(), 8)
	s.apply(doc("i", "synthesis", route("u", "1")))
	s.apply(purged("i"))
	s.apply(doc("k", "boundary", route("t", "1")))
	if err := copied(); err != nil {
		t.Error(err)
	}
	want(t, "the copy, at last", to.history(graph.HistoryQuery{AfterSeq: es[9].Seq + 1}), "k CURRENT 11-0")
	want(t, "jobs of the copy", len(to.find(graph.Query{Kinds: []graph.Kind{graph.IngestJob}})), 0)
}

// runCopyForeign checks that a target with anything else in it is left alone.
func runCopyForeign(t *testing.T, source, target Open) {
	s := newScene(t, source)
	s.apply(doc("a", "memory", route("x", "1")))
	s.apply(doc("b", "runtime", route("y", "1")))
	for name, prepare := range map[string]func(to *scene){
		"another document": func(to *scene) { to.apply(doc("z", "memory", route("x", "1"))) },
		"other facts":      func(to *scene) { to.apply(doc("a", "memory", route("x", "2"))) },
		"another time":     func(to *scene) { to.apply(doc("a", "memory", route("x", "1"))) },
		"more than the source": func(to *scene) {
			if err := graph.Copy(s.ctx, s, to, nil); err != nil {
				t.Fatal(err)
			}
			to.apply(gone("a"))
		},
	} {
		to := newScene(t, target)
		prepare(to)
		was, revision := to.history(graph.HistoryQuery{}), to.revision()
		err := graph.Copy(s.ctx, s, to, nil)
		wantCode(t, name, err, graph.Conflict)
		want(t, name+": the target", to.history(graph.HistoryQuery{}), was)
		want(t, name+": its revision", to.revision(), revision)
	}
}

// CopyHistories copies random histories from stores of one backend to stores of another, stopping and
// going on at random, and compares the copy with the model in everything.
func CopyHistories(t *testing.T, seeds int, from, to Open) {
	copied := 0
	for seed := 1; seed <= seeds; seed++ {
		r := &replay{open: from, seed: seed, seen: &tally{count: map[string]int{}}}
		source, model := from(t), NewModel()
		r.history(t, source, model)
		target := to(t)
		chance := newChance(seed, 1)
		err := errStopped
		for errors.Is(err, errStopped) {
			err = graph.Copy(t.Context(), source, &stopping{Store: target, left: 1 + chance.IntN(20), lost: chance.in(2)}, nil)
		}
		if notReplayed(err) {
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		copied++
		for name, s := range map[string]graph.Store{"source": source, "copy": target} {
			c := &checker{asker: asker{newChance(seed, 2), newUniverse(), model, r.seen}, ctx: t.Context(), store: s, questions: true, deep: true}
			if err := c.check(); err != nil {
				t.Fatalf("seed %d, the %s: %v", seed, name, err)
			}
		}
	}
	t.Logf("%d of %d histories were copied", copied, seeds)
	if copied < (seeds+1)/2 {
		t.Errorf("only %d of %d histories were copied", copied, seeds)
	}
}

// notReplayed tells whether a copy failed for what the comment of graph.Copy says cannot be replayed.
func notReplayed(err error) bool {
	return graph.CodeOf(err) == graph.Invalid && strings.Contains(err.Error(), "cannot be replayed")
}

// history makes a random history on a store and on the model.
func (r *replay) history(t testing.TB, store graph.Store, model *Model) {
	t.Helper()
	g := &generator{chance: newChance(r.seed, 0), universe: newUniverse(), model: model}
	for range 2 * historySteps {
		if err := r.step(store, model, g.step(), nil); err != nil {
			t.Fatal(err)
		}
	}
}

var errStopped = errors.New("stopped")

// A stopping store fails after a number of Applies: before the next one, or, when the answer is lost,
// after it.
type stopping struct {
	graph.Store
	left int
	lost bool
}

func (s *stopping) Apply(ctx context.Context, bs []graph.Batch) (graph.Change, error) {
	if s.left--; s.left > 0 {
		return s.Store.Apply(ctx, bs)
	}
	if s.lost {
		if _, err := s.Store.Apply(ctx, bs); err != nil {
			return graph.Change{}, err
		}
	}
	return graph.Change{}, errStopped
}
