package sqlite_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/sqlite"
	"github.com/crosswalk-graph/crosswalk/graph/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t testing.TB) graph.Store { return openAt(t, filepath.Join(t.TempDir(), "store.db")) })
}

func openAt(t testing.TB, path string, opts ...sqlite.Option) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(context.Background(), path, opts...)
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
