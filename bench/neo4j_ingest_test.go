package bench

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/storetest"
	"github.com/crosswalk-graph/crosswalk/ingest"
	"github.com/crosswalk-graph/crosswalk/ingest/rendered"
	"github.com/crosswalk-graph/crosswalk/internal/reportgen"
)

// neo4jDocuments is how many reports a load into Neo4j has.
const neo4jDocuments = 200

// BenchmarkNeo4jIngest loads reports from files, and then writes the rows that this leaves behind, journal included,
// by UNWIND in as many transactions.
func BenchmarkNeo4jIngest(b *testing.B) {
	d := newDuel(b)
	reports := filepath.Join(b.TempDir(), "reports")
	if err := reportgen.WriteFolder(reports, neo4jDocuments, reportgen.Small); err != nil {
		b.Fatal(err)
	}
	d.loads(b, neo4jDocuments, func() int {
		sum, err := ingest.Load(b.Context(), graph.New(d.store, graph.Limits{}), []ingest.Format{rendered.Format{}}, []string{reports}, ingest.Options{})
		if err != nil || sum.Counts.Added != neo4jDocuments {
			b.Fatalf("%d of %d documents added: %v", sum.Counts.Added, neo4jDocuments, err)
		}
		return int(sum.After - sum.Before)
	})
}

// BenchmarkNeo4jApply does the same with documents of 200 nodes and 1,000 relationships, of which each is one Apply.
func BenchmarkNeo4jApply(b *testing.B) {
	const documents = 20
	d := newDuel(b)
	d.loads(b, documents, func() int {
		for batch := range storetest.Graph(1, documents) {
			if _, err := d.store.Apply(b.Context(), []graph.Batch{batch}); err != nil {
				b.Fatal(err)
			}
		}
		return documents
	})
}

// loads runs a load, which gives its number of transactions, and writes the same rows by hand, by turns.
func (d *duel) loads(b *testing.B, documents int, load func() int) {
	transactions := load() // and warm up
	rows := d.allRows(b)
	var mine, hand []time.Duration
	round := func() {
		d.empty(b)
		start := time.Now()
		load()
		mine = append(mine, time.Since(start))
		d.empty(b)
		start = time.Now()
		rows.write(b, d.session, transactions)
		hand = append(hand, time.Since(start))
	}
	round()
	d.mustHold(b, rows)
	mine, hand = nil, nil
	for b.Loop() {
		round()
	}
	report(b, median(mine), median(hand))
	b.ReportMetric(float64(documents)/median(mine).Seconds(), "documents/s")
}

// empty leaves constraints and indexes and the node that makes the database a store.
func (d *duel) empty(b *testing.B) {
	d.run(b, "MATCH (n) WHERE NOT n:CrosswalkMeta CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 2000 ROWS")
	d.run(b, "MATCH (m:CrosswalkMeta) SET m.revision = 0, m.seq = 0")
}

// rows are what a load leaves behind, in the order in which it came.
type rows struct {
	nodes []nodeRow
	links []linkRow // by the later one of its ends
}

type nodeRow struct {
	labels string
	props  map[string]any
}

type linkRow struct {
	kind string
	last int // index of the later end
	row  map[string]any
}

// allRows reads everything but the meta node and receipts.
func (d *duel) allRows(b *testing.B) *rows {
	out := &rows{}
	at := map[string]int{}
	d.read(b, func(values []any) int {
		n := values[0].(driver.Node)
		slices.Sort(n.Labels)
		if slices.Contains(n.Labels, "Crosswalk") {
			at[n.Props["id"].(string)] = len(out.nodes)
		}
		out.nodes = append(out.nodes, nodeRow{strings.Join(n.Labels, ":"), n.Props})
		return 0
	}, "MATCH (n) WHERE NOT n:CrosswalkMeta AND NOT n:CrosswalkReceipt RETURN n ORDER BY id(n)", nil)
	d.read(b, func(values []any) int {
		r := values[1].(driver.Relationship)
		source, target := values[0].(string), values[2].(string)
		out.links = append(out.links, linkRow{r.Type, max(at[source], at[target]), map[string]any{"source": source, "target": target, "props": r.Props}})
		return 0
	}, "MATCH (a)-[r]->(b) RETURN a.id, r, b.id", nil)
	slices.SortStableFunc(out.links, func(a, b linkRow) int { return a.last - b.last })
	return out
}

// write writes each transaction's share of the nodes, and the relationships that these complete.
func (r *rows) write(b *testing.B, session driver.SessionWithContext, transactions int) {
	links := r.links
	for t := range transactions {
		from, to := len(r.nodes)*t/transactions, len(r.nodes)*(t+1)/transactions
		statements := map[string][]map[string]any{}
		for _, n := range r.nodes[from:to] {
			text := "1 UNWIND $rows AS row CREATE (n:" + n.labels + ") SET n = row"
			statements[text] = append(statements[text], n.props)
		}
		for len(links) > 0 && links[0].last < to {
			text := fmt.Sprintf("2 UNWIND $rows AS row MATCH (a:Crosswalk {id: row.source}) MATCH (b:Crosswalk {id: row.target}) CREATE (a)-[r:%s]->(b) SET r = row.props", links[0].kind)
			statements[text] = append(statements[text], links[0].row)
			links = links[1:]
		}
		_, err := session.ExecuteWrite(b.Context(), func(tx driver.ManagedTransaction) (any, error) {
			for _, text := range slices.Sorted(maps.Keys(statements)) {
				for chunk := range slices.Chunk(statements[text], 1000) {
					result, err := tx.Run(b.Context(), text[2:], map[string]any{"rows": chunk})
					if err == nil {
						_, err = result.Consume(b.Context())
					}
					if err != nil {
						return nil, err
					}
				}
			}
			return nil, nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// mustHold checks that what was written by hand is all there.
func (d *duel) mustHold(b *testing.B, want *rows) {
	got := d.allRows(b)
	if len(got.nodes) != len(want.nodes) || len(got.links) != len(want.links) {
		b.Fatalf("by hand %d nodes and %d relationships were written, a load leaves %d and %d", len(got.nodes), len(got.links), len(want.nodes), len(want.links))
	}
	b.Logf("%d nodes, %d relationships", len(want.nodes), len(want.links))
}
