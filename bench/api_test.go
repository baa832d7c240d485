package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/sqlite"
	"github.com/crosswalk-graph/crosswalk/graph/storetest"
)

const (
	apiDocuments = 500             // of 200 nodes and 1,000 relationships
	apiGroup     = 10              // of them in one Apply
	apiIDs       = 40              // that an operation is asked about, by turns
	apiWarm      = 4 * time.Second // for each contender and operation
	apiTurn      = time.Second     // of a contender, before the next one's
	apiRequests  = 1000            // that a turn has at most
)

// BenchmarkAPI asks six operations through HTTP, of our API over either store, and of what does the same otherwise, by
// turns of a second. One worker tells what a request takes; four, what a machine with two cores gets done.
func BenchmarkAPI(b *testing.B) {
	store, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "api.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	d := newDuel(b)
	ids := loadBoth(b, store, d.store)
	api, calls := served(b, "sqlite", store)
	neoAPI, neoCalls := served(b, "neo4j", d.store)
	contenders := []contender{api, calls, neoAPI, neoCalls, newPeer(b, d.server), byHand(b, d.server)}
	for _, op := range apiOperations {
		of := ids[op.of]
		b.Run(op.name, func(b *testing.B) {
			mustAgree(b, contenders, &op, of)
			for _, c := range contenders {
				turn(b, c, &op, of, 4, apiWarm, math.MaxInt64)
			}
			for _, workers := range []int{1, 4} {
				b.Run(fmt.Sprintf("Workers%d", workers), func(b *testing.B) { race(b, contenders, &op, of, workers) })
			}
		})
	}
}

// loadBoth gives ids from all over the graph, by kind; the one of no kind is empty.
func loadBoth(b *testing.B, stores ...graph.Store) map[graph.Kind][]graph.ID {
	start := time.Now()
	all := map[graph.Kind][]graph.ID{}
	for group := range slices.Chunk(slices.Collect(storetest.Graph(1, apiDocuments)), apiGroup) {
		for _, store := range stores {
			if _, err := store.Apply(b.Context(), group); err != nil {
				b.Fatal(err)
			}
		}
		for i := range group {
			for _, c := range group[i].Contributions {
				all[c.Node.Kind()] = append(all[c.Node.Kind()], c.Node)
			}
		}
	}
	b.Logf("both stores were loaded in %s", time.Since(start).Round(time.Second))
	some := map[graph.Kind][]graph.ID{"": {""}}
	for kind, ids := range all {
		for i := range apiIDs {
			some[kind] = append(some[kind], ids[i*len(ids)/apiIDs])
		}
		some[kind] = slices.Compact(some[kind])
	}
	return some
}

// mustAgree asks everybody about every id once, and fails unless they find the same. Store calls are recorded here.
func mustAgree(b *testing.B, contenders []contender, op *operation, ids []graph.ID) {
	for _, id := range ids {
		var first int
		for i, c := range contenders {
			answer, err := c.ask(b.Context(), op, id)
			if err != nil {
				b.Fatalf("%s, %s of %s: %v", op.name, c.name, id, err)
			}
			if text, ok := answer.([]byte); ok {
				if err := json.Unmarshal(text, &answer); err != nil {
					b.Fatal(err)
				}
			}
			n := tally(answer)
			if i == 0 {
				first = n
			}
			if n != first || n == 0 {
				b.Fatalf("%s of %s: %s finds %d, %s %d", op.name, id, c.name, n, contenders[0].name, first)
			}
		}
	}
}

// tally counts the ids in an answer, and adds the counts.
func tally(answer any) int {
	n := 0
	switch answer := answer.(type) {
	case []any:
		for _, item := range answer {
			n += tally(item)
		}
	case map[string]any:
		for key, value := range answer {
			switch value := value.(type) {
			case float64:
				if key == "n" {
					n += int(value)
				}
			case int64:
				if key == "n" {
					n += int(value)
				}
			case string:
				if key == "id" {
					n++
				}
			default:
				n += tally(value)
			}
		}
	}
	return n
}

// A score is what a contender did in its turns.
type score struct {
	took []time.Duration // of each request
	wall time.Duration
}

// at is the time that a share of the requests did not exceed, in milliseconds.
func (s *score) at(share float64) float64 {
	slices.Sort(s.took)
	return s.took[int(share*float64(len(s.took)-1))].Seconds() * 1e3
}

func (s *score) perSecond() float64 { return float64(len(s.took)) / s.wall.Seconds() }

// race gives each contender a turn in every round, and shows what came of it.
func race(b *testing.B, contenders []contender, op *operation, ids []graph.ID, workers int) {
	scores := make([]score, len(contenders))
	for b.Loop() {
		for i, c := range contenders {
			s := turn(b, c, op, ids, workers, apiTurn, apiRequests)
			scores[i].took = append(scores[i].took, s.took...)
			scores[i].wall += s.wall
		}
	}
	var table strings.Builder
	for i, c := range contenders {
		fmt.Fprintf(&table, "\n%-14s p50 %8.2f ms  p95 %8.2f ms  %8.0f/s  %6d requests", c.name, scores[i].at(0.5), scores[i].at(0.95), scores[i].perSecond(), len(scores[i].took))
	}
	b.Log(table.String())
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(scores[0].at(0.5)-scores[1].at(0.5), "sqlite-overhead-ms")
	b.ReportMetric(scores[2].at(0.5)-scores[3].at(0.5), "neo4j-overhead-ms")
	b.ReportMetric(scores[2].perSecond()/scores[4].perSecond(), "times-peer-throughput")
	b.ReportMetric(scores[2].at(0.95)/scores[4].at(0.95), "times-peer-p95")
	b.ReportMetric(scores[2].at(0.5)/scores[5].at(0.5), "times-hand-p50")
}

// turn lets workers ask one after the other until the time or the requests are used up.
func turn(b *testing.B, c contender, op *operation, ids []graph.ID, workers int, most time.Duration, requests int64) score {
	var (
		next  atomic.Int64
		mu    sync.Mutex
		total score
		group sync.WaitGroup
	)
	start := time.Now()
	for range workers {
		group.Go(func() {
			var took []time.Duration
			for n := next.Add(1); n <= requests && time.Since(start) < most; n = next.Add(1) {
				asked := time.Now()
				if _, err := c.ask(context.Background(), op, ids[int(n)%len(ids)]); err != nil {
					b.Errorf("%s, %s: %v", op.name, c.name, err)
					break
				}
				took = append(took, time.Since(asked))
			}
			mu.Lock()
			defer mu.Unlock()
			total.took = append(total.took, took...)
		})
	}
	group.Wait()
	total.wall = time.Since(start)
	return total
}
