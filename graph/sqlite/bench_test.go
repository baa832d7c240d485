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

// BenchmarkStore measures every verb on 100,000 nodes and 500,000 relationships.
func BenchmarkStore(b *testing.B) {
	s := benchStore(b)
	ctx := context.Background()
	random := rand.New(rand.NewPCG(3, 4))
	some := func() graph.ID { return benchID(random.IntN(benchDocuments * benchRecords)) }
	run := func(name string, f func() (int, error)) {
		b.Run(name, func(b *testing.B) {
			rows := 0
			for b.Loop() {
				n, err := f()
				if err != nil {
					b.Fatal(err)
				}
				rows += n
			}
			b.ReportMetric(float64(rows)/float64(b.N), "rows/op")
		})
	}
	find := func(q graph.Query) func() (int, error) {
		q.Limit = 50
		return func() (int, error) {
			page, err := s.Find(ctx, q)
			return len(page.Nodes), err
		}
	}
	after := func(values []any) *graph.Key { return &graph.Key{Values: values, ID: some()} }
	route := []graph.Kind{graph.Route}
	byLine, byLabel := []graph.Order{{Prop: "line"}}, []graph.Order{{Prop: "label"}}
	run("Nodes/1", func() (int, error) { ns, err := s.Nodes(ctx, []graph.ID{some()}, graph.Light); return len(ns), err })
	run("Nodes/100Full", func() (int, error) {
		ids := make([]graph.ID, 100)
		for i := range ids {
			ids[i] = some()
		}
		ns, err := s.Nodes(ctx, ids, graph.Full)
		return len(ns), err
	})
	run("Find/ById", find(graph.Query{}))
	run("Find/KindByLabel", find(graph.Query{Kinds: route, Order: byLabel}))
	run("Find/KindByLabelDescAfter", find(graph.Query{Kinds: route, Order: []graph.Order{{Prop: "label", Desc: true}}, After: after([]any{"Shelf lookup 50000"})}))
	run("Find/AllKindsByLabel", find(graph.Query{Order: byLabel}))
	run("Find/FourKindsByLineAfter", find(graph.Query{Kinds: benchKinds, Order: byLine, After: after([]any{int64(900)})}))
	run("Find/Nulls", find(graph.Query{Kinds: route, Order: []graph.Order{{Prop: "implementationStatus", Desc: true}}, After: after([]any{nil})}))
	run("Find/TwoKeys", find(graph.Query{Kinds: route, Order: []graph.Order{{Prop: "implementationStatus"}, {Prop: "label"}}}))
	run("Find/RunByHandle", find(graph.Query{Kinds: route, Filter: graph.Cond{Prop: "run", Op: graph.EQ, Value: string(graph.NewID(graph.Run, benchID(50_000).Scope()))}, Order: []graph.Order{{Prop: "handle"}}}))
	run("Find/Unindexed", find(graph.Query{Kinds: route, Filter: graph.Cond{Prop: "readBack.established", Op: graph.EQ, Value: "FALSE"}, Order: []graph.Order{{Prop: "handle"}}}))
	run("Find/Contains", find(graph.Query{Kinds: route, Filter: graph.Cond{Prop: "label", Op: graph.Contains, Value: "9999"}, Order: []graph.Order{{Prop: "handle"}}}))
	run("Find/Linked", find(graph.Query{Kinds: route, Filter: graph.Linked{Types: []graph.RelType{graph.Feeds}, Direction: graph.Out, Far: graph.InKinds{graph.Claim}}, Order: byLabel}))
	run("Find/LinkedToIDs", find(graph.Query{Kinds: route, Filter: graph.Linked{Types: []graph.RelType{graph.Feeds}, Direction: graph.Out, Far: graph.InIDs{some()}}, Order: byLabel}))
	run("Find/NotLinked", find(graph.Query{Kinds: route, Filter: graph.Not{Filter: graph.Linked{Types: []graph.RelType{graph.Feeds}, Direction: graph.In}}, Order: byLabel}))
	frontier := func(levels int, step graph.Step) func() (int, error) {
		return func() (int, error) {
			near, seen, rows := []graph.ID{some()}, map[graph.ID]bool{}, 0
			for range levels {
				groups, err := s.Walk(ctx, graph.StepQuery{Near: near, Steps: []graph.Step{step}})
				if err != nil {
					return 0, err
				}
				near = near[:0:0]
				for _, g := range groups {
					for _, l := range g.Links {
						rows++
						if !seen[l.Far.ID] {
							seen[l.Far.ID] = true
							near = append(near, l.Far.ID)
						}
					}
				}
			}
			return rows, nil
		}
	}
	feeds := graph.Step{Types: []graph.RelType{graph.Feeds}, Direction: graph.Out}
	both, limited, full := feeds, feeds, feeds
	both.Direction, limited.Limit, full.Want = graph.Both, 3, graph.Full
	run("Walk/Depth1", frontier(1, feeds))
	run("Walk/Depth3", frontier(3, feeds))
	run("Walk/Depth3Full", frontier(3, full))
	run("Walk/Depth5", frontier(5, feeds))
	run("Walk/Depth2Both", frontier(2, both))
	some500 := make([]graph.ID, 500)
	for i := range some500 {
		some500[i] = some()
	}
	walk500 := func(step graph.Step) func() (int, error) {
		return func() (int, error) {
			groups, err := s.Walk(ctx, graph.StepQuery{Near: some500, Steps: []graph.Step{step}})
			return len(groups), err
		}
	}
	run("Walk/500Near", walk500(feeds))
	run("Walk/500NearLimit3", walk500(limited))
	limited.Order = byLabel
	run("Walk/500NearLimit3ByLabel", walk500(limited))
	count := func(q graph.CountQuery) func() (int, error) {
		return func() (int, error) { groups, err := s.Count(ctx, q); return len(groups), err }
	}
	run("Count/ByKind", count(graph.CountQuery{GroupBy: []string{"kind"}}))
	run("Count/Stubs", count(graph.CountQuery{Filter: graph.IsDeclared(false)}))
	run("Count/KindByStatus", count(graph.CountQuery{Kinds: route, GroupBy: []string{"implementationStatus"}}))
	run("Count/NotLinked", count(graph.CountQuery{Kinds: route, Filter: graph.Not{Filter: graph.Linked{Types: []graph.RelType{graph.Feeds}, Direction: graph.In}}}))
	run("Count/Links500", count(graph.CountQuery{Over: graph.OverLinks, Near: some500, Step: feeds}))
	run("Count/Relationships", count(graph.CountQuery{Over: graph.OverRelationships}))
	search := func(tier graph.Tier, raw string) func() (int, error) {
		return func() (int, error) {
			ns, err := s.Search(ctx, graph.TextQuery{Tier: tier, Raw: raw, Words: graph.QueryWords(raw), Limit: 50})
			return len(ns), err
		}
	}
	run("Search/Handle", search(graph.TierHandle, "MEM-050000-shelf-lookup"))
	run("Search/Label", search(graph.TierLabel, "shelf lookup 50000 of the quill press"))
	run("Search/LabelPrefix", search(graph.TierLabelPrefix, "shelf lookup 5000"))
	run("Search/LabelWordsRare", search(graph.TierLabelWords, "lookup 50000"))
	run("Search/LabelWordsCommon", search(graph.TierLabelWords, "quill press"))
	run("Search/PhraseCommon", search(graph.TierPhrase, "shelf keeps"))
	run("Search/TextCommon", search(graph.TierText, "invocation shelf"))
	run("History/All", func() (int, error) { es, err := s.History(ctx, graph.HistoryQuery{}); return len(es), err })
	run("History/OneWithFacts", func() (int, error) {
		es, err := s.History(ctx, graph.HistoryQuery{Locations: []string{"bench:0100.md"}, Facts: true})
		return len(es), err
	})
	run("Revision", func() (int, error) { _, err := s.Revision(ctx); return 1, err })
}
