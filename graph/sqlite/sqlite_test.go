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
	storetest.Run(t, func(t testing.TB) graph.Store {
		return reopener{openAt(t, filepath.Join(t.TempDir(), "store.db"))}
	})
}

// A reopener shows the suite that what was stored is there after closing.
type reopener struct{ *sqlite.Store }

func (r reopener) Reopen(t testing.TB) graph.Store {
	t.Helper()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return reopener{openAt(t, r.Path())}
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

// shelf makes a batch about an invented system: a document, and a component named after local that is
// part of another that nobody declares.
func shelf(name, local string) graph.Batch {
	scope := "QS-" + name
	document, run := graph.NewID(graph.Document, scope, "memory"), graph.NewID(graph.Run, scope)
	part, whole := graph.NewID(graph.Component, scope, local), graph.NewID(graph.Component, scope, "whole")
	return graph.Batch{
		Origin: graph.Origin{Location: "study:" + name + ".md", Document: document, ByteDigest: name + local, Format: "test", Model: graph.ModelVersion},
		Contributions: []graph.Contribution{
			{Node: document, Kind: graph.Document, Document: document, Props: graph.Props{"title": "Quillstore memory", "role": "MEMORY", "run": string(run)}},
			{Node: part, Kind: graph.Component, Document: document, Line: 3, Props: graph.Props{"handle": local, "label": "The " + local + " shelf", "run": string(run), "line": int64(3)}},
		},
		Relationships: []graph.Relationship{
			relationship(graph.PartOf, part, whole, document),
			relationship(graph.MemberOf, document, run, document),
		},
		Content: []byte("bytes of " + name + local),
	}
}

func relationship(t graph.RelType, source, target, document graph.ID) graph.Relationship {
	return graph.Relationship{ID: graph.NewRelationshipID(document, "test", t, source, target, 0), Type: t, Source: source, Target: target,
		Certainty: graph.Declared, Rule: "test", Document: document, Line: 4}
}

func sealed(t testing.TB, b graph.Batch) graph.Batch {
	t.Helper()
	if err := b.Seal(); err != nil {
		t.Fatal(err)
	}
	return b
}

func apply(t testing.TB, s graph.Store, bs ...graph.Batch) graph.Change {
	t.Helper()
	for i := range bs {
		bs[i] = sealed(t, bs[i])
	}
	change, err := s.Apply(context.Background(), bs)
	if err != nil {
		t.Fatal(err)
	}
	return change
}

func revision(t testing.TB, s graph.Store) uint64 {
	t.Helper()
	n, err := s.Revision(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return n
}
