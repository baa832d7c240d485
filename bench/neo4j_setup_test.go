package bench

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/neo4j"
	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver"
	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver/neo4jtest"
)

// A duel is a Neo4j of the benchmark's own, with the store in it and a session of the driver beside, so
// that both ways of doing something meet the same data and the same load of the machine.
type duel struct {
	server  *neo4jserver.Server
	store   *neo4j.Store
	session driver.SessionWithContext
}

// newDuel starts a server. The test servers are tuned to start fast; here the virtual machine compiles
// as it does in production.
func newDuel(b *testing.B) *duel {
	b.Helper()
	b.Setenv("_JAVA_OPTIONS", "-XX:TieredStopAtLevel=4 -Xmx2g")
	d := &duel{server: neo4jtest.Own(b)}
	ctx := context.Background()
	var err error
	if d.store, err = neo4j.Open(ctx, d.server.URI, neo4j.Options{User: d.server.User, Password: d.server.Password}); err != nil {
		b.Fatal(err)
	}
	connections, err := driver.NewDriverWithContext(d.server.URI, driver.BasicAuth(d.server.User, d.server.Password, ""))
	if err != nil {
		b.Fatal(err)
	}
	d.session = connections.NewSession(ctx, driver.SessionConfig{})
	b.Cleanup(func() {
		_, _, _ = d.session.Close(ctx), connections.Close(ctx), d.store.Close()
	})
	return d
}

// read runs a statement by hand in a transaction of its own, and counts what count finds in each row.
func (d *duel) read(b *testing.B, count func([]any) int, cypher string, params map[string]any) int {
	b.Helper()
	n, err := d.session.ExecuteRead(b.Context(), func(tx driver.ManagedTransaction) (any, error) {
		result, err := tx.Run(b.Context(), cypher, params)
		if err != nil {
			return 0, err
		}
		n := 0
		record := &driver.Record{}
		for result.NextRecord(b.Context(), &record) {
			n += count(record.Values)
		}
		return n, result.Err()
	})
	if err != nil {
		b.Fatal(err)
	}
	return n.(int)
}

// run runs a statement outside what is measured.
func (d *duel) run(b *testing.B, cypher string) {
	b.Helper()
	result, err := d.session.Run(b.Context(), cypher, nil)
	if err == nil {
		_, err = result.Consume(b.Context())
	}
	if err != nil {
		b.Fatalf("%s: %v", cypher, err)
	}
}

// versus does something in two ways by turns and reports the median of each and the ratio of the two, which
// is what a loaded machine does not change. Both give how much they found, which must be the same.
func versus(b *testing.B, ours, byHand func() int) {
	b.Helper()
	for round, start := 0, time.Now(); round < 50 && (round < 5 || time.Since(start) < 3*time.Second); round++ { // the virtual machine warms up
		if a, c := ours(), byHand(); a != c || a == 0 {
			b.Fatalf("the store finds %d, by hand it is %d", a, c)
		}
	}
	var mine, hand []time.Duration
	for b.Loop() {
		start := time.Now()
		ours()
		between := time.Now()
		byHand()
		mine, hand = append(mine, between.Sub(start)), append(hand, time.Since(between))
	}
	report(b, median(mine), median(hand))
}

// report shows two times, instead of the sum that is the benchmark's own.
func report(b *testing.B, mine, hand time.Duration) {
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(mine.Seconds()*1e3, "store-ms")
	b.ReportMetric(hand.Seconds()*1e3, "hand-ms")
	b.ReportMetric(mine.Seconds()/hand.Seconds(), "ratio")
}

func median(of []time.Duration) time.Duration {
	slices.Sort(of)
	return of[len(of)/2]
}

// The web is a random graph of routes and objects: of each, webDegree relationships go along the flow of data
// to records anywhere, and one goes against it. That is 100,000 nodes, and 500,000 relationships of
// two types and one direction, with another 100,000 beside.
const (
	webDocuments = 100
	webRecords   = 1_000
	webDegree    = 5
	webRun       = "WEB-2026-01-01-loom-01"
)

var webTypes = []graph.RelType{graph.Feeds, graph.LeadsTo}

func webRecord(n int) graph.ID {
	return graph.NewID([]graph.Kind{graph.Route, graph.Object}[n%2], webRun, fmt.Sprintf("R%06d", n))
}

// web makes the sealed batches of the web, one a document.
func web(b *testing.B) iter.Seq[graph.Batch] {
	r := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("shuttle warp weft reed loom thread spool bobbin heddle cloth pattern fringe selvage tension draft beam " +
		"keeps finds draws winds later never each whole part before after")
	phrase := func(n int) string {
		var out []string
		for range n {
			out = append(out, words[r.IntN(len(words))])
		}
		return strings.Join(out, " ")
	}
	statuses := []string{"WIRED", "OBSERVED", "AFFORDED", "UNINSPECTED"}
	return func(yield func(graph.Batch) bool) {
		for i := range webDocuments {
			document := graph.NewID(graph.Document, webRun, fmt.Sprintf("web-%03d", i))
			batch := graph.Batch{Origin: graph.Origin{Location: "web:" + document.Local(), Document: document, ByteDigest: document.Local(), Format: "test", Model: graph.ModelVersion}}
			say := func(id graph.ID, props graph.Props) {
				batch.Contributions = append(batch.Contributions, graph.Contribution{Node: id, Kind: id.Kind(), Document: document, Rule: "web", Props: props})
			}
			relate := func(t graph.RelType, from, to graph.ID) {
				n := len(batch.Relationships)
				batch.Relationships = append(batch.Relationships, graph.Relationship{ID: graph.NewRelationshipID(document, "web", t, from, to, n), Type: t, Source: from,
					Target: to, Certainty: graph.Stated, Rule: "web", Document: document, Line: 1 + n, Sentence: phrase(12)})
			}
			say(document, graph.Props{"title": phrase(4), "role": "MEMORY"})
			for n := i * webRecords; n < (i+1)*webRecords; n++ {
				id := webRecord(n)
				say(id, graph.Props{"handle": id.Local(), "label": phrase(3), "line": int64(n), "run": string(graph.NewID(graph.Run, webRun)), "document": string(document),
					"implementationStatus": statuses[r.IntN(len(statuses))], "text": phrase(40)})
				for range webDegree {
					relate(webTypes[r.IntN(2)], id, webRecord(r.IntN(webDocuments*webRecords)))
				}
				relate(graph.Reads, id, webRecord(r.IntN(webDocuments*webRecords)))
			}
			if err := batch.Seal(); err != nil {
				b.Fatal(err)
			}
			if !yield(batch) {
				return
			}
		}
	}
}

// loadWeb loads the web as anything is loaded, and says how long that took.
func (d *duel) loadWeb(b *testing.B) {
	b.Helper()
	start := time.Now()
	for batch := range web(b) {
		if _, err := d.store.Apply(b.Context(), []graph.Batch{batch}); err != nil {
			b.Fatal(err)
		}
	}
	b.Logf("the web was loaded in %s", time.Since(start).Round(time.Second))
}
