package ingest

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/markdown"
)

// A memberSet is a folder with the members of one run, copied to where a test can change them.
type memberSet struct {
	t       *testing.T
	dir     string
	members []string // paths
	sample  []string // those that are changed: all of a few, some of many
}

// TestOrders: what a store holds in the end depends on which members it was given last, and on nothing
// else: not on their order, on what a member said before, or on copies of one.
func TestOrders(t *testing.T) {
	for _, dir := range append([]string{"markdown/testdata/set"}, exampleSets(t)...) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			s := copySet(t, dir)
			want := s.after(func(g *graph.Graph) { s.load(g, s.dir) })
			if len(want) < 100 {
				t.Fatalf("%d facts", len(want))
			}
			s.orders(want)
			s.corrections(want)
			s.removals(want)
			s.copies(want)
		})
	}
}

func exampleSets(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob("../examples/canonical/*/memory.md")
	if err != nil || len(found) == 0 {
		t.Fatalf("no canonical examples: %v", err)
	}
	for i := range found {
		found[i] = filepath.Dir(found[i])
	}
	return found
}

func copySet(t *testing.T, from string) memberSet {
	t.Helper()
	s := memberSet{t: t, dir: tempDir(t)}
	files, err := filepath.Glob(filepath.Join(from, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		s.members = append(s.members, write(t, s.dir, filepath.Base(file), s.text(file)))
	}
	s.sample = s.members
	if len(s.members) > few {
		s.sample = some(s.members)[:3]
	}
	return s
}

// few is up to how many members all orders and changes are tried.
const few = 5

// some gives a list in an order of chance, always the same.
func some(list []string) []string {
	list = slices.Clone(list)
	rand.New(rand.NewPCG(uint64(len(list)), 2)).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

func (s memberSet) text(file string) string {
	s.t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(data)
}

func (s memberSet) load(g *graph.Graph, paths ...string) *Summary {
	s.t.Helper()
	sum, err := Load(context.Background(), g, []Format{markdown.Format{}}, paths, Options{Prune: true,
		Confirm: func([]graph.Origin) bool { return true }})
	if err != nil || sum.Diagnostics.HasErrors() {
		s.t.Fatalf("%v: %+v", err, sum.Diagnostics)
	}
	return sum
}

// after gives all that an empty store holds after some loads, which readers see as the journal says it.
func (s memberSet) after(loads func(*graph.Graph)) []string {
	s.t.Helper()
	g := openGraph(s.t)
	loads(g)
	verify(s.t, g)
	return everything(s.t, g)
}

func (s memberSet) same(want []string, how string, loads func(*graph.Graph)) {
	s.t.Helper()
	if diff := cmp.Diff(want, s.after(loads)); diff != "" {
		s.t.Errorf("%s (-all at once +so)\n%s", how, diff)
	}
}

// orders loads the members one by one: a few in all orders, many in some.
func (s memberSet) orders(want []string) {
	var orders [][]string
	if len(s.members) <= few && !testing.Short() {
		orders = permutations(s.members)
	} else {
		backwards := slices.Clone(s.members)
		slices.Reverse(backwards)
		orders = [][]string{s.members, backwards, some(s.members)}
	}
	for _, order := range orders {
		g := openGraph(s.t)
		for _, member := range order {
			s.load(g, member)
		}
		if diff := cmp.Diff(want, everything(s.t, g)); diff != "" {
			s.t.Errorf("one by one: %v (-all at once +so)\n%s", order, diff)
			verify(s.t, g)
		}
	}
}

// corrections loads members in a first version that says other things, before or after the rest,
// and then as it is.
func (s memberSet) corrections(want []string) {
	for i, member := range s.sample {
		text := s.text(member)
		s.same(want, "corrected: "+filepath.Base(member), func(g *graph.Graph) {
			write(s.t, s.dir, filepath.Base(member), first(text))
			if i%2 == 0 {
				s.load(g, member)
			} else {
				s.load(g, s.dir)
			}
			write(s.t, s.dir, filepath.Base(member), text)
			if changed := s.load(g, s.dir).Counts.Replaced; changed != 1 {
				s.t.Errorf("%d members replaced", changed)
			}
		})
	}
}

// first gives a text another title of each declared record, and a sentence that names two more.
func first(text string) string {
	text = strings.ReplaceAll(text, "\nLabel: ", "\nLabel: First ")
	at := strings.LastIndex(text, "\n\n")
	return text[:at] + "\n\nSee [RT-RTE-first](runtime.md#rt-rte-first) and [MEM-OBJ-first](memory.md#mem-obj-first)." + text[at:]
}

// removals takes members away and brings them back. Without one the store is as if it had never been.
func (s memberSet) removals(want []string) {
	for _, member := range s.sample {
		text := s.text(member)
		others := slices.DeleteFunc(slices.Clone(s.members), func(m string) bool { return m == member })
		never := s.after(func(g *graph.Graph) { s.load(g, others...) })
		s.same(want, "brought back: "+filepath.Base(member), func(g *graph.Graph) {
			s.load(g, s.dir)
			if err := os.Remove(member); err != nil {
				s.t.Fatal(err)
			}
			if pruned := len(s.load(g, s.dir).Pruned); pruned != 1 {
				s.t.Errorf("%d origins pruned", pruned)
			}
			if diff := cmp.Diff(never, everything(s.t, g)); diff != "" {
				s.t.Errorf("removed: %s (-never there +removed)\n%s", filepath.Base(member), diff)
			}
			write(s.t, s.dir, filepath.Base(member), text)
			s.load(g, s.dir)
		})
	}
}

// copies loads members from a second place too, first or last.
func (s memberSet) copies(want []string) {
	for i, member := range s.sample {
		copied := write(s.t, tempDir(s.t), filepath.Base(member), s.text(member))
		paths := []string{s.dir, copied}
		if i%2 == 0 {
			slices.Reverse(paths)
		}
		s.same(want, "from two places: "+filepath.Base(member), func(g *graph.Graph) {
			copies := 0
			for _, path := range paths {
				copies += s.load(g, path).Counts.Copied
			}
			if copies != 1 {
				s.t.Errorf("%d copies", copies)
			}
		})
	}
}

// everything lists the fingerprint of a store, its nodes and their relationships.
func everything(t *testing.T, g *graph.Graph) (facts []string) {
	t.Helper()
	ctx, most := context.Background(), 500
	sum, err := g.Fingerprint(ctx)
	if err != nil {
		t.Fatal(err)
	}
	facts = append(facts, "fingerprint "+sum)
	var ids []graph.ID
	var after *string
	for more := true; more; {
		page, err := g.List(ctx, graph.ListQuery{Field: "everything", Kinds: graph.LoadedKinds(), Stubs: graph.IncludeStubs, Runs: graph.AllRuns,
			Page: graph.PageArgs{First: &most, After: after}, Want: graph.Full})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range page.Edges {
			facts, ids, after = append(facts, jsonText(e.Item)), append(ids, e.Item.ID), &e.Cursor
		}
		more = page.HasNext
	}
	pages, err := g.Links(ctx, ids, graph.LinkQuery{Field: "everything", Direction: graph.Out, Page: graph.PageArgs{First: &most}})
	if err != nil {
		t.Fatal(err)
	}
	for id, page := range pages {
		for _, e := range page.Edges {
			facts = append(facts, jsonText(e.Item.Relationship))
		}
		if page.HasNext {
			t.Fatalf("%s has more than %d relationships", id, most)
		}
	}
	slices.Sort(facts)
	return facts
}
