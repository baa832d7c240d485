package neo4j

import (
	"context"
	"os"
	"sync"
	"testing"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/storetest"
	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver"
	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver/neo4jtest"
)

func TestMain(m *testing.M) { os.Exit(neo4jtest.Main(m)) }

func TestStore(t *testing.T) {
	storetest.Run(t, func(t testing.TB) graph.Store { return reopener{emptyStore(t), shared(t)} })
}

// A reopener shows the suite that what was stored is there after closing.
type reopener struct {
	*Store
	server *neo4jserver.Server
}

func (r reopener) Reopen(t testing.TB) graph.Store {
	t.Helper()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return reopener{openAt(t, r.server, Options{}), r.server}
}

var wipeOnce sync.Once

// shared is the server that all tests use, without anything of earlier runs.
func shared(t testing.TB) *neo4jserver.Server {
	t.Helper()
	s := neo4jtest.Shared(t)
	wipeOnce.Do(func() { neo4jtest.Wipe(t, s) })
	return s
}

// emptyStore opens a store without anything in it. Constraints and indexes stay from test to test, as
// making them takes seconds.
func emptyStore(t testing.TB) *Store {
	t.Helper()
	server := shared(t)
	run(t, server, "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS")
	return openAt(t, server, Options{})
}

func openAt(t testing.TB, server *neo4jserver.Server, o Options) *Store {
	t.Helper()
	o.User, o.Password = server.User, server.Password
	s, err := Open(context.Background(), server.URI, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// run runs a statement behind the store's back.
func run(t testing.TB, server *neo4jserver.Server, statement string) []*driver.Record {
	t.Helper()
	ctx := context.Background()
	d, err := driver.NewDriverWithContext(server.URI, driver.BasicAuth(server.User, server.Password, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close(ctx)
	session := d.NewSession(ctx, driver.SessionConfig{})
	defer session.Close(ctx)
	result, err := session.Run(ctx, statement, nil)
	if err != nil {
		t.Fatal(err)
	}
	records, err := result.Collect(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return records
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

func apply(t testing.TB, s *Store, bs ...graph.Batch) graph.Change {
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

func wantCode(t testing.TB, what string, err error, code graph.Code) {
	t.Helper()
	if graph.CodeOf(err) != code {
		t.Errorf("%s: got error %v of code %q, want code %q", what, err, graph.CodeOf(err), code)
	}
}
