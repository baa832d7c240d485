package storetest

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Open gives an empty store and closes it with t.Cleanup.
type Open func(t testing.TB) graph.Store

// A Reopener is a store whose content outlives it: Reopen closes it and opens it again. A backend's
// test wraps its store in one to have that tested.
type Reopener interface {
	graph.Store
	Reopen(t testing.TB) graph.Store
}

// Run holds a store against its specification: directed cases with expectations written by hand, and
// random histories compared with Model after every step. CROSSWALK_STORETEST_STEPS=2000 runs one
// history of that length instead of several short ones; go test needs a -timeout for it.
func Run(t *testing.T, open func(t testing.TB) graph.Store) {
	for _, part := range []struct {
		name string
		run  func(*testing.T, Open)
	}{
		{"Loading", runLoading}, {"Journal", runJournal}, {"Purge", runPurge}, {"Touch", runTouch}, {"Times", runTimes}, {"Copying", runCopying},
		{"Merging", runMerging}, {"Amending", runAmending}, {"Existing", runExisting}, {"Linking", runLinking},
		{"Ordering", runOrdering}, {"Strings", runStrings}, {"Filtering", runFiltering}, {"Searching", runSearching},
		{"Refusing", runRefusing}, {"Cancelled", runCancelled}, {"Metamorphic", runMetamorphic},
		{"Injecting", runInjecting}, {"Large", runLarge}, {"Mebibytes", runMebibytes}, {"Hub", runHub}, {"Concurrent", runConcurrent}, {"Reopen", runReopen},
		{"Random", runRandom},
	} {
		t.Run(part.name, func(t *testing.T) { part.run(t, open) })
	}
}

// pinned are seeds whose histories once showed a fault in some store; each was shorter than the
// default number of steps.
var pinned = []int{}

// Histories and their length, when the environment does not say.
const (
	histories    = 10
	historySteps = 12
)

func runRandom(t *testing.T, open Open) {
	seeds, steps := slices.Clone(pinned), historySteps
	for seed := range histories {
		seeds = append(seeds, seed+1)
	}
	if s := os.Getenv("CROSSWALK_STORETEST_STEPS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			t.Fatalf("CROSSWALK_STORETEST_STEPS=%q is no number of steps", s)
		}
		if steps = n; n > historySteps {
			seeds = append(slices.Clone(pinned), 1)
		}
	}
	seen := &tally{count: map[string]int{}}
	for _, seed := range seeds {
		r := &replay{open: open, seed: seed, seen: seen}
		if err := r.random(t, steps); err != nil {
			small := r.shrink(t)
			t.Fatalf("seed %d, step %d: %v\n\na short history that fails:\n%s\nit fails with: %v", seed, len(r.steps), err, showHistory(small), r.run(t, small))
		}
	}
	seen.complete(t)
}

// A replay runs one history on a store and on the model.
type replay struct {
	open  Open
	seed  int
	seen  *tally
	steps [][]graph.Batch
}

// random makes a history step by step and checks after each. On failure r.steps ends with the step
// that failed.
func (r *replay) random(t testing.TB, steps int) error {
	store, model := r.open(t), NewModel()
	g := &generator{chance: newChance(r.seed, 0), universe: newUniverse(), model: model, jobs: true}
	for i := range steps {
		bs := g.step()
		r.steps = append(r.steps, bs)
		// In a long history the graph is compared after every step, and the questions are asked after some.
		c := &checker{questions: i < 40 || i%20 == 0, deep: i < 40 || i%100 == 0}
		if err := r.step(store, model, bs, c); err != nil {
			return err
		}
	}
	return nil
}

// run replays given steps and checks after the last.
func (r *replay) run(t testing.TB, steps [][]graph.Batch) error {
	store, model := r.open(t), NewModel()
	for i, bs := range steps {
		var c *checker
		if i == len(steps)-1 {
			c = &checker{questions: true, deep: true}
		}
		if err := r.step(store, model, bs, c); err != nil {
			return err
		}
	}
	return nil
}

// step applies batches to both and compares what they did, and, with a checker, what is there then.
func (r *replay) step(store graph.Store, model *Model, bs []graph.Batch, c *checker) error {
	ctx := context.Background()
	before := model.snapshot()
	want, err := model.Apply(ctx, bs)
	if err != nil {
		return fmt.Errorf("the model refuses the batches: %w", err)
	}
	got, err := store.Apply(ctx, bs)
	if err != nil {
		return fmt.Errorf("Apply: %w", err)
	}
	if err := differ(showOutcomes(got), showOutcomes(want)); err != nil {
		return fmt.Errorf("Apply: %w", err)
	}
	r.seen.change(before, model, bs, want)
	r.seen.graphs(before, model)
	if c == nil {
		return nil
	}
	// The questions depend on the whole history's seed and length, not on how it was shortened.
	c.asker, c.ctx, c.store = asker{newChance(r.seed, len(r.steps)), newUniverse(), model, r.seen}, ctx, store
	return c.check()
}

// snapshot copies what tally compares.
func (m *Model) snapshot() *Model {
	return &Model{journal: slices.Clone(m.journal), seq: m.seq, revision: m.revision, nodes: m.nodes}
}

// shrinkTries bounds how many stores a failure opens.
const shrinkTries = 120

// shrink leaves out steps, batches and facts as long as the history fails, and gives what is left.
func (r *replay) shrink(t testing.TB) [][]graph.Batch {
	small, tries := r.steps, 0
	fails := func(steps [][]graph.Batch) bool {
		tries++
		return tries <= shrinkTries && r.run(t, steps) != nil
	}
	if !fails(small) {
		return small
	}
	for size := len(small) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(small); {
			if less := slices.Delete(slices.Clone(small), at, at+size); fails(less) {
				small = less
			} else {
				at += size
			}
		}
	}
	for i := range small {
		for k := len(small[i]) - 1; k >= 0; k-- {
			less := slices.Clone(small)
			if less[i] = slices.Delete(slices.Clone(small[i]), k, k+1); fails(less) {
				small = less
				continue
			}
			small = r.shrinkBatch(small, i, k, fails)
		}
	}
	return small
}

// shrinkBatch drops halves, quarters … of a batch's contributions and relationships.
func (r *replay) shrinkBatch(small [][]graph.Batch, i, k int, fails func([][]graph.Batch) bool) [][]graph.Batch {
	for part := range 2 {
		for size := 64; size > 0; size /= 4 {
			for at := 0; ; at += size {
				b := clone(&small[i][k])
				if n := [2]int{len(b.Contributions), len(b.Relationships)}[part]; at >= n {
					break
				}
				if part == 0 {
					b.Contributions = slices.Delete(b.Contributions, at, min(at+size, len(b.Contributions)))
				} else {
					b.Relationships = slices.Delete(b.Relationships, at, min(at+size, len(b.Relationships)))
				}
				if b.Seal() != nil || b.Empty() {
					continue
				}
				less := slices.Clone(small)
				less[i] = slices.Clone(small[i])
				less[i][k] = *b
				if fails(less) {
					small = less
				}
			}
		}
	}
	return small
}

func showHistory(steps [][]graph.Batch) string {
	var b strings.Builder
	for i, bs := range steps {
		fmt.Fprintf(&b, "Apply %d\n", i+1)
		for k := range bs {
			b.WriteString(showBatch(&bs[k]))
		}
	}
	return b.String()
}
