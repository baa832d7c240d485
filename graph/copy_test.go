package graph_test

import (
	"context"
	"os"
	"strconv"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/sqlite"
	"github.com/crosswalk-graph/crosswalk/graph/storetest"
)

// TestCopy copies random histories from one SQLite store to another. CROSSWALK_COPY_SEEDS=300 takes that
// many of them.
func TestCopy(t *testing.T) {
	seeds := 10
	if s := os.Getenv("CROSSWALK_COPY_SEEDS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			t.Fatalf("CROSSWALK_COPY_SEEDS=%q is no number of histories", s)
		}
		seeds = n
	}
	storetest.CopyHistories(t, seeds, openScratch, openScratch)
}

func openScratch(t testing.TB) graph.Store {
	s, err := sqlite.OpenScratch(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
