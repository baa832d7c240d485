package sqlite_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/sqlite"
)

// The graph of the benchmarks: 500 documents of 200 records, out-degree 5. One relationship in ten
// leads to any record at all, the others stay among a hundred neighbours.
const (
	benchDocuments = 500
	benchRecords   = 200
	benchDegree    = 5
	benchGroup     = 10 // documents an Apply
)

var benchKinds = []graph.Kind{graph.Route, graph.Object, graph.Component, graph.Claim}

func benchID(i int) graph.ID {
	run := i / (5 * benchRecords) // five documents a run
	return graph.NewID(benchKinds[i%len(benchKinds)], fmt.Sprintf("AAS-2026-05-%02d-system%03d-01", run%28+1, run), fmt.Sprintf("MEM-%06d-shelf-lookup", i))
}

// benchBatch makes document d: its records, what they say and where they lead.
func benchBatch(tb testing.TB, d int, random *rand.Rand) graph.Batch {
	first := d * benchRecords
	scope := benchID(first).Scope()
	run, system := graph.NewID(graph.Run, scope), graph.NewID(graph.System, fmt.Sprintf("system%03d", d/5))
	document := graph.NewID(graph.Document, scope, fmt.Sprintf("memory%d", d%5))
	b := graph.Batch{Origin: graph.Origin{Location: fmt.Sprintf("bench:%04d.md", d), Document: document, ByteDigest: fmt.Sprint(d), Format: "bench", Model: 1}}
	define := func(id graph.ID, p graph.Props) {
		b.Contributions = append(b.Contributions, graph.Contribution{Node: id, Kind: id.Kind(), Props: p, Document: document, Line: 1, Rule: "bench"})
	}
	define(document, graph.Props{"run": string(run), "system": string(system), "role": "MEMORY", "title": fmt.Sprintf("Memory report %d", d)})
	define(run, graph.Props{"runId": scope, "system": string(system), "family": "ANALYSIS", "date": scope[4:14]})
	define(system, graph.Props{"name": fmt.Sprintf("System %03d", d/5), "slug": fmt.Sprintf("system%03d", d/5)})
	statuses := []string{"WIRED", "CLAIMED", "OBSERVED", "AFFORDED"}
	for i := first; i < first+benchRecords; i++ {
		id := benchID(i)
		p := graph.Props{"run": string(run), "system": string(system), "document": string(document), "line": int64(i%benchRecords*9 + 1), "endLine": int64(i%benchRecords*9 + 8),
			"handle": id.Local(), "label": fmt.Sprintf("Shelf lookup %d of the quill %s", i, []string{"index", "cache", "press", "vault"}[random.IntN(4)]), "member": "MEMORY",
			"text": strings.Repeat("A later invocation receives what the shelf keeps. ", 10)}
		if i%3 > 0 {
			p["implementationStatus"] = statuses[random.IntN(4)]
		}
		if id.Kind() == graph.Route {
			p["readBack.verdict"], p["readBack.established"] = "POSITIVE", "TRUE"
			if i%400 == 0 {
				p["readBack.verdict"], p["readBack.established"] = "NONE_STATED", "FALSE"
			}
		}
		define(id, p)
		for k := range benchDegree {
			far := (i/100*100 + random.IntN(100))
			if random.IntN(10) == 0 {
				far = random.IntN(benchDocuments * benchRecords)
			}
			b.Relationships = append(b.Relationships, graph.Relationship{ID: graph.NewRelationshipID(document, "bench", graph.Feeds, id, benchID(far), k),
				Type: graph.Feeds, Source: id, Target: benchID(far), Certainty: graph.Stated, Rule: "bench.feeds", Document: document, Line: i%benchRecords*9 + 3,
				Sentence: "The shelf lookup feeds the later route that the quill press reads from."})
		}
	}
	if err := b.Seal(); err != nil {
		tb.Fatal(err)
	}
	return b
}

// benchStore loads the graph and reports how fast.
func benchStore(b *testing.B) *sqlite.Store {
	path := filepath.Join(b.TempDir(), "bench.db")
	s := openAt(b, path)
	random := rand.New(rand.NewPCG(1, 2))
	var spent time.Duration
	for d := 0; d < benchDocuments; d += benchGroup {
		var group []graph.Batch
		for k := range benchGroup {
			group = append(group, benchBatch(b, d+k, random))
		}
		start := time.Now()
		if _, err := s.Apply(context.Background(), group); err != nil {
			b.Fatal(err)
		}
		spent += time.Since(start)
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("loaded %d nodes and %d relationships in %.1f s; file %d MB", benchDocuments*benchRecords, benchDocuments*benchRecords*benchDegree, spent.Seconds(), info.Size()>>20)
	return s
}

// A bench runs one verb again and again on the loaded store.
type bench struct {
	*testing.B
	store  *sqlite.Store
	random *rand.Rand
}

// BenchmarkStore measures every verb on 100,000 nodes and 500,000 relationships, loaded once.
func BenchmarkStore(b *testing.B) {
	m := &bench{b, benchStore(b), rand.New(rand.NewPCG(3, 4))}
	m.nodes()
	m.find()
	m.walk()
	m.count()
	m.search()
	m.journal()
}

func (m *bench) run(name string, f func(context.Context) (rows int, err error)) {
	m.Run(name, func(b *testing.B) {
		rows := 0
		for b.Loop() {
			n, err := f(context.Background())
			if err != nil {
				b.Fatal(err)
			}
			rows += n
		}
		b.ReportMetric(float64(rows)/float64(b.N), "rows/op")
	})
}

// some gives ids of random records.
func (m *bench) some(n int) []graph.ID {
	ids := make([]graph.ID, n)
	for i := range ids {
		ids[i] = benchID(m.random.IntN(benchDocuments * benchRecords))
	}
	return ids
}

func (m *bench) nodes() {
	for name, n := range map[string]int{"Nodes/1": 1, "Nodes/100": 100} {
		m.run(name, func(ctx context.Context) (int, error) {
			ns, err := m.store.Nodes(ctx, m.some(n), graph.Full)
			return len(ns), err
		})
	}
}

func (m *bench) find() {
	route := []graph.Kind{graph.Route}
	byLabel, byHandle := []graph.Order{{Prop: "label"}}, []graph.Order{{Prop: "handle"}}
	place := func(v any) *graph.Key { return &graph.Key{Values: []any{v}, ID: m.some(1)[0]} }
	run := string(graph.NewID(graph.Run, benchID(50_000).Scope()))
	feeds := graph.Linked{Types: []graph.RelType{graph.Feeds}, Direction: graph.Out}
	toClaim, toSome, fed := feeds, feeds, feeds
	toClaim.Far, toSome.Far, fed.Direction = graph.InKinds{graph.Claim}, graph.InIDs(m.some(3)), graph.In
	for _, c := range []struct {
		name string
		q    graph.Query
	}{
		{"ById", graph.Query{}},
		{"KindByLabel", graph.Query{Kinds: route, Order: byLabel}},
		{"KindByLabelDownAfter", graph.Query{Kinds: route, Order: []graph.Order{{Prop: "label", Desc: true}}, After: place("Shelf lookup 50000")}},
		{"AllKindsByLabel", graph.Query{Order: byLabel}},
		{"FourKindsByLineAfter", graph.Query{Kinds: benchKinds, Order: []graph.Order{{Prop: "line"}}, After: place(int64(900))}},
		{"Nulls", graph.Query{Kinds: route, Order: []graph.Order{{Prop: "implementationStatus", Desc: true}}, After: place(nil)}},
		{"TwoKeys", graph.Query{Kinds: route, Order: []graph.Order{{Prop: "implementationStatus"}, {Prop: "label"}}}},
		{"RunByHandle", graph.Query{Kinds: route, Filter: graph.Cond{Prop: "run", Op: graph.EQ, Value: run}, Order: byHandle}},
		{"Unindexed", graph.Query{Kinds: route, Filter: graph.Cond{Prop: "readBack.established", Op: graph.EQ, Value: "FALSE"}, Order: byHandle}},
		{"Contains", graph.Query{Kinds: route, Filter: graph.Cond{Prop: "label", Op: graph.Contains, Value: "9999"}, Order: byHandle}},
		{"Linked", graph.Query{Kinds: route, Filter: toClaim, Order: byLabel}},
		{"LinkedToIDs", graph.Query{Kinds: route, Filter: toSome, Order: byLabel}},
		{"NotLinked", graph.Query{Kinds: route, Filter: graph.Not{Filter: fed}, Order: byLabel}},
	} {
		c.q.Limit = 50
		m.run("Find/"+c.name, func(ctx context.Context) (int, error) {
			page, err := m.store.Find(ctx, c.q)
			return len(page.Nodes), err
		})
	}
}

func (m *bench) walk() {
	out := graph.Step{Types: []graph.RelType{graph.Feeds}, Direction: graph.Out}
	both, full, limited, ordered := out, out, out, out
	both.Direction, full.Want, limited.Limit = graph.Both, graph.Full, 3
	ordered.Limit, ordered.Order = 3, []graph.Order{{Prop: "label"}}
	for _, c := range []struct {
		name   string
		levels int
		near   int
		step   graph.Step
	}{
		{"Depth1", 1, 1, out}, {"Depth3", 3, 1, out}, {"Depth3Full", 3, 1, full}, {"Depth5", 5, 1, out}, {"Depth2Both", 2, 1, both},
		{"500Near", 1, 500, out}, {"500NearLimit3", 1, 500, limited}, {"500NearLimit3ByLabel", 1, 500, ordered},
	} {
		m.run("Walk/"+c.name, func(ctx context.Context) (int, error) { return m.frontier(ctx, c.levels, c.near, c.step) })
	}
}

// frontier walks breadth first, as graph.Graph does, and counts the links.
func (m *bench) frontier(ctx context.Context, levels, near int, step graph.Step) (links int, err error) {
	frontier, seen := m.some(near), map[graph.ID]bool{}
	for range levels {
		groups, err := m.store.Walk(ctx, graph.StepQuery{Near: frontier, Steps: []graph.Step{step}})
		if err != nil {
			return 0, err
		}
		frontier = nil
		for _, g := range groups {
			for _, l := range g.Links {
				links++
				if !seen[l.Far.ID] {
					seen[l.Far.ID] = true
					frontier = append(frontier, l.Far.ID)
				}
			}
		}
	}
	return links, nil
}

func (m *bench) count() {
	feeds := graph.Linked{Types: []graph.RelType{graph.Feeds}, Direction: graph.In}
	route := []graph.Kind{graph.Route}
	for _, c := range []struct {
		name string
		q    graph.CountQuery
	}{
		{"ByKind", graph.CountQuery{GroupBy: []string{"kind"}}},
		{"Stubs", graph.CountQuery{Filter: graph.IsDeclared(false)}},
		{"KindByStatus", graph.CountQuery{Kinds: route, GroupBy: []string{"implementationStatus"}}},
		{"NotLinked", graph.CountQuery{Kinds: route, Filter: graph.Not{Filter: feeds}}},
		{"Links500", graph.CountQuery{Over: graph.OverLinks, Near: m.some(500), Step: graph.Step{Direction: graph.Out}}},
		{"Relationships", graph.CountQuery{Over: graph.OverRelationships}},
	} {
		m.run("Count/"+c.name, func(ctx context.Context) (int, error) {
			groups, err := m.store.Count(ctx, c.q)
			return len(groups), err
		})
	}
}

func (m *bench) search() {
	for _, c := range []struct {
		name string
		tier graph.Tier
		text string
	}{
		{"Handle", graph.TierHandle, "MEM-050000-shelf-lookup"},
		{"LabelPrefix", graph.TierLabelPrefix, "shelf lookup 5000"},
		{"WordsRare", graph.TierLabelWords, "lookup 50000"},
		{"WordsCommon", graph.TierLabelWords, "quill press"},
		{"PhraseCommon", graph.TierPhrase, "shelf keeps"},
		{"TextCommon", graph.TierText, "invocation shelf"},
	} {
		m.run("Search/"+c.name, func(ctx context.Context) (int, error) {
			ns, err := m.store.Search(ctx, graph.TextQuery{Tier: c.tier, Raw: c.text, Words: graph.QueryWords(c.text), Limit: 50})
			return len(ns), err
		})
	}
}

func (m *bench) journal() {
	one := []string{"bench:0100.md"}
	for name, q := range map[string]graph.HistoryQuery{"All": {}, "OneWithFacts": {Locations: one, Facts: true}} {
		m.run("History/"+name, func(ctx context.Context) (int, error) {
			es, err := m.store.History(ctx, q)
			return len(es), err
		})
	}
	a, b := benchBatch(m, 100, m.random), benchBatch(m, 100, m.random)
	m.run("Apply/Unchanged", func(ctx context.Context) (int, error) {
		_, err := m.store.Apply(ctx, []graph.Batch{a})
		return len(a.Contributions), err
	})
	m.run("Apply/Replace", func(ctx context.Context) (int, error) {
		a, b = b, a
		_, err := m.store.Apply(ctx, []graph.Batch{a})
		return len(a.Contributions), err
	})
}
