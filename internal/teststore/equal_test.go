package teststore

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/sqlite"
	"github.com/crosswalk-graph/crosswalk/ingest"
	"github.com/crosswalk-graph/crosswalk/ingest/markdown"
	"github.com/crosswalk-graph/crosswalk/ingest/matrix"
	"github.com/crosswalk-graph/crosswalk/ingest/rendered"
	"github.com/crosswalk-graph/crosswalk/ingest/review"
	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver/neo4jtest"
	"github.com/crosswalk-graph/crosswalk/internal/reportgen"
	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

func TestMain(m *testing.M) { os.Exit(neo4jtest.Main(m)) }

// TestEqual loads the same reports into a store of each backend: into one all at once, in the order of their names, into
// the other in several loads and another order. Fingerprints are equal, and so is everything that can be read.
func TestEqual(t *testing.T) {
	t.Run("seeds", func(t *testing.T) { equal(t, sharedtest.Seeds(t), 1) })
	for _, set := range []string{"canonical", "rendered-a", "rendered-b"} {
		t.Run(set, func(t *testing.T) { equal(t, files(t, filepath.Join("../../examples", set)), 3) })
	}
	t.Run("generated", func(t *testing.T) {
		const reports = 1_000
		dir := t.TempDir()
		if err := reportgen.WriteFolder(dir, reports, reportgen.Shape{Objects: 2, Routes: 2}); err != nil {
			t.Fatal(err)
		}
		paths := files(t, dir)
		if len(paths) != reports {
			t.Fatalf("%d reports were written", len(paths))
		}
		equal(t, paths, 250)
	})
}

// files lists the files below a folder, but for the sidecar, which is found beside the reports.
func files(t *testing.T, dir string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) != ".yaml" {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// equal loads the files into one store, and shuffled, so many at a time, into the other.
func equal(t *testing.T, paths []string, atATime int) {
	embedded, err := sqlite.OpenScratch(context.Background())
	one := closing(t, embedded, err)
	other := openNeo4j(t)
	slices.Sort(paths)
	load(t, one, paths)
	shuffled := slices.Clone(paths)
	rand.New(rand.NewPCG(7, 7)).Shuffle(len(shuffled), func(i, k int) { shuffled[i], shuffled[k] = shuffled[k], shuffled[i] })
	for some := range slices.Chunk(shuffled, atATime) {
		load(t, other, some)
	}
	want, got := content(t, one), content(t, other)
	if want.fingerprint != got.fingerprint {
		t.Errorf("fingerprint %s, want %s", got.fingerprint, want.fingerprint)
	}
	t.Logf("%d files, %d nodes and relationships", len(paths), len(want.facts))
	if len(want.facts) < 4*len(paths) {
		t.Errorf("only %d nodes and relationships", len(want.facts))
	}
	for id, fact := range want.facts {
		if got.facts[id] != fact {
			t.Fatalf("%s differs:\n%s", id, difference(id, one, other))
		}
	}
	if len(got.facts) != len(want.facts) {
		t.Errorf("%d nodes and relationships, want %d", len(got.facts), len(want.facts))
	}
}

func load(t *testing.T, s graph.Store, paths []string) {
	t.Helper()
	formats := []ingest.Format{markdown.Format{}, rendered.Format{}, review.Format{}, matrix.Format{}}
	sum, err := ingest.Load(context.Background(), graph.New(s, graph.Limits{}), formats, paths, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if sum.Counts.Failed+sum.Counts.Refused > 0 {
		t.Fatalf("not everything was loaded: %+v", sum.Counts)
	}
}

// contents is everything that can be read from a store: a digest of each node and relationship.
type contents struct {
	fingerprint string
	facts       map[graph.ID][sha256.Size]byte
}

func content(t *testing.T, s graph.Store) *contents {
	t.Helper()
	ctx := context.Background()
	out := &contents{facts: map[graph.ID][sha256.Size]byte{}}
	var err error
	if out.fingerprint, err = graph.New(s, graph.Limits{}).Fingerprint(ctx); err != nil {
		t.Fatal(err)
	}
	add := func(id graph.ID, what any) {
		text, err := json.Marshal(what)
		if err != nil {
			t.Fatal(err)
		}
		out.facts[id] = sha256.Sum256(text)
	}
	q := graph.Query{Kinds: graph.LoadedKinds(), Limit: 5_000, Want: graph.Full}
	for more := true; more; {
		page, err := s.Find(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		var near []graph.ID
		for i := range page.Nodes {
			add(page.Nodes[i].ID, page.Nodes[i])
			near = append(near, page.Nodes[i].ID)
			q.After = &graph.Key{ID: page.Nodes[i].ID}
		}
		groups, err := s.Walk(ctx, graph.StepQuery{Near: near, Steps: []graph.Step{{Direction: graph.Out}}})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range groups {
			for i := range g.Links {
				add(g.Links[i].Relationship.ID, g.Links[i].Relationship)
			}
		}
		more = page.More
	}
	return out
}

// difference shows a node in both stores; a relationship has only its id to show.
func difference(id graph.ID, stores ...graph.Store) string {
	var out strings.Builder
	for _, s := range stores {
		found, err := s.Nodes(context.Background(), []graph.ID{id}, graph.Full)
		fmt.Fprintf(&out, "%+v %v\n", found, err)
	}
	return out.String()
}
