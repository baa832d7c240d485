package sqlite_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// TestWriterHelper is no test: another process runs it to write until it is killed, and says each
// revision once Apply has returned.
func TestWriterHelper(t *testing.T) {
	path := os.Getenv("SQLITE_TEST_WRITE")
	if path == "" {
		t.Skip("runs for TestKill only")
	}
	s := openAt(t, path)
	for i := 0; ; i++ {
		fmt.Println(apply(t, s, shelf(fmt.Sprint("s", i%50), fmt.Sprint("part", i))).Revision)
	}
}

// TestKill kills a process while it writes: what it had acknowledged is there, and the file is sound.
func TestKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	other := exec.Command(os.Args[0], "-test.run=^TestWriterHelper$")
	other.Env = append(os.Environ(), "SQLITE_TEST_WRITE="+path)
	out, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	var acknowledged uint64
	for acknowledged < 30 && lines.Scan() {
		if _, err := fmt.Sscan(lines.Text(), &acknowledged); err != nil {
			t.Fatalf("the writer said %q", lines.Text())
		}
	}
	if err := other.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
		_, _ = fmt.Sscan(lines.Text(), &acknowledged)
	}
	_ = other.Wait() // it was killed
	s := openAt(t, path)
	if n := revision(t, s); acknowledged < 30 || n < acknowledged {
		t.Errorf("revision %d is there, %d was acknowledged", n, acknowledged)
	}
	if found, err := s.Check(context.Background()); err != nil || len(found) > 0 {
		t.Errorf("Check: %q %v", found, err)
	}
}

// TestManyShapes asks more kinds of question than statements are kept prepared, from many sides at once.
func TestManyShapes(t *testing.T) {
	s := openAt(t, filepath.Join(t.TempDir(), "s.db"))
	apply(t, s, shelf("s", "one"))
	var wait sync.WaitGroup
	for side := range 4 {
		wait.Go(func() {
			for i := range 300 {
				n := (i*7 + side*75) % 300
				f := graph.And{graph.Not{Filter: graph.Cond{Prop: "label", Op: graph.IsNull, Value: true}}}
				for range n {
					f = append(f, graph.IsDeclared(true))
				}
				page, err := s.Find(context.Background(), graph.Query{Kinds: []graph.Kind{graph.Component}, Filter: f, Limit: 5})
				if err != nil || len(page.Nodes) != 1 {
					t.Errorf("%d conditions: %d nodes, %v; want 1", n, len(page.Nodes), err)
					return
				}
			}
		})
	}
	wait.Wait()
}

// TestLargeFilter asks with as much as graph.ValidateFilter allows.
func TestLargeFilter(t *testing.T) {
	s := openAt(t, filepath.Join(t.TempDir(), "s.db"))
	apply(t, s, shelf("s", "one"))
	nest := func(n int) graph.Filter {
		var f graph.Filter = graph.IsDeclared(true)
		for range n {
			f = graph.Linked{Types: []graph.RelType{graph.PartOf, graph.Feeds}, Direction: graph.Both, MinCertainty: graph.Declared, Far: f}
		}
		return f
	}
	// An even number of steps leads back to where one began, and the whole is not declared.
	deep := graph.And{graph.Or{graph.Not{Filter: graph.Not{Filter: nest(24)}}}}
	wide, nested := graph.Or{}, graph.And{}
	for i := range 1_990 {
		wide = append(wide, graph.Cond{Prop: "label", Op: graph.EQ, Value: fmt.Sprint(i)})
		nested = append(nested, graph.Cond{Prop: "label", Op: graph.NE, Value: fmt.Sprint(i)})
	}
	ids := make(graph.InIDs, 49_000)
	for i := range ids {
		ids[i] = graph.NewID(graph.Component, "QS-s", fmt.Sprint(i))
	}
	for name, c := range map[string]struct {
		f    graph.Filter
		want int
	}{
		"deep": {deep, 1}, "wide": {wide, 0}, "all": {nested, 1}, "ids": {ids, 0},
		"long": {graph.Cond{Prop: "label", Op: graph.Contains, Value: strings.Repeat("x", 1<<20)}, 0},
	} {
		page, err := s.Find(context.Background(), graph.Query{Kinds: []graph.Kind{graph.Component}, Filter: c.f, Limit: 5})
		if err != nil || len(page.Nodes) != c.want {
			t.Errorf("%s: %d nodes, %.300v; want %d", name, len(page.Nodes), err, c.want)
		}
		if name == "all" {
			continue // planning this for each kind takes long, and "wide" has as many arguments
		}
		all, err := s.Find(context.Background(), graph.Query{Filter: c.f, Limit: 5})
		if err != nil || len(all.Nodes) < c.want {
			t.Errorf("%s over all kinds: %d nodes, %.300v; want at least %d", name, len(all.Nodes), err, c.want)
		}
	}
	if _, err := s.Find(context.Background(), graph.Query{Filter: nest(25), Limit: 5}); graph.CodeOf(err) != graph.Limit {
		t.Errorf("25 relationships one after the other: %.300v, want Limit", err)
	}
}
