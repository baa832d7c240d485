// Package teststore opens empty stores for tests of what stands above a store: on SQLite, or on Neo4j
// where CROSSWALK_TEST_STORE=neo4j. So the same tests with the same expectations run on both, and none
// of them can tell which it has.
//
// It knows the backends and nothing of what is kept in them.
package teststore

import (
	"context"
	"errors"
	"os"
	"sync"
	"testing"
	"time"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/neo4j"
	"github.com/crosswalk-graph/crosswalk/graph/sqlite"
	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver"
	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver/neo4jtest"
)

// Open gives an empty store and closes it when the test ends.
func Open(t testing.TB) graph.Store {
	t.Helper()
	switch name := os.Getenv("CROSSWALK_TEST_STORE"); name {
	case "", "sqlite":
		s, err := sqlite.OpenScratch(context.Background())
		return closing(t, s, err)
	case "neo4j":
		return openNeo4j(t)
	default:
		t.Fatalf("CROSSWALK_TEST_STORE=%q: sqlite or neo4j", name)
		return nil
	}
}

func closing(t testing.TB, s graph.Store, err error) graph.Store {
	t.Helper()
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

// A Neo4j server of the Community edition has one database, so each store that is open at the same time
// needs a server. They are kept until the process ends, and end with it.
var servers struct {
	sync.Mutex
	free  []*neo4jserver.Server
	count int
}

// maxServers is how many stores of Neo4j may be open at once in one process.
const maxServers = 4

func openNeo4j(t testing.TB) graph.Store {
	t.Helper()
	server := take(t)
	t.Cleanup(func() {
		servers.Lock()
		defer servers.Unlock()
		servers.free = append(servers.free, server)
	})
	empty(t, server)
	s, err := neo4j.Open(context.Background(), server.URI, neo4j.Options{User: server.User, Password: server.Password})
	return closing(t, s, err)
}

func take(t testing.TB) *neo4jserver.Server {
	t.Helper()
	servers.Lock()
	defer servers.Unlock()
	if n := len(servers.free); n > 0 {
		server := servers.free[n-1]
		servers.free = servers.free[:n-1]
		return server
	}
	if servers.count == maxServers {
		t.Fatalf("more than %d stores of Neo4j open at once", maxServers)
	}
	servers.count++
	if servers.count == 1 {
		server := neo4jtest.Shared(t)
		neo4jtest.Wipe(t, server)
		return server
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	server, err := neo4jserver.Start(ctx, neo4jserver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return server
}

// empty deletes what is in the database and leaves constraints and indexes, which take seconds to make.
func empty(t testing.TB, server *neo4jserver.Server) {
	t.Helper()
	ctx := context.Background()
	d, err := driver.NewDriverWithContext(server.URI, driver.BasicAuth(server.User, server.Password, ""))
	if err != nil {
		t.Fatal(err)
	}
	session := d.NewSession(ctx, driver.SessionConfig{})
	result, err := session.Run(ctx, "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS", nil)
	if err == nil {
		_, err = result.Consume(ctx)
	}
	if err := errors.Join(err, session.Close(ctx), d.Close(ctx)); err != nil {
		t.Fatal(err)
	}
}
