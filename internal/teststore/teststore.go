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

// A database is a server and a driver to it. A Neo4j server of the Community edition has one database, so each
// store that is open at the same time needs a server.
type database struct {
	*neo4jserver.Server
	driver driver.DriverWithContext
}

// servers are kept until the process ends, and end with it. To start one and have it make indexes and the plans of all
// statements takes far longer than most tests: a test that opens stores in a loop does so in subtests,
// where each is closed before the next is opened.
var servers struct {
	sync.Mutex
	free  []*database
	count int
}

// maxServers is how many stores of Neo4j may be open at once in one process.
const maxServers = 4

func openNeo4j(t testing.TB) graph.Store {
	t.Helper()
	db := take(t)
	t.Cleanup(func() {
		servers.Lock()
		defer servers.Unlock()
		servers.free = append(servers.free, db)
	})
	db.empty(t)
	s, err := neo4j.Open(context.Background(), db.URI, neo4j.Options{User: db.User, Password: db.Password})
	return closing(t, s, err)
}

func take(t testing.TB) *database {
	t.Helper()
	servers.Lock()
	defer servers.Unlock()
	if n := len(servers.free); n > 0 {
		db := servers.free[n-1]
		servers.free = servers.free[:n-1]
		return db
	}
	if servers.count == maxServers {
		t.Fatalf("more than %d stores of Neo4j open at once", maxServers)
	}
	servers.count++
	db := &database{Server: start(t, servers.count == 1)}
	var err error
	if db.driver, err = driver.NewDriverWithContext(db.URI, driver.BasicAuth(db.User, db.Password, "")); err != nil {
		t.Fatal(err)
	}
	return db
}

// start gives the first server that a process needs, or another one.
func start(t testing.TB, first bool) *neo4jserver.Server {
	t.Helper()
	if first {
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
func (db *database) empty(t testing.TB) {
	t.Helper()
	ctx := context.Background()
	session := db.driver.NewSession(ctx, driver.SessionConfig{})
	result, err := session.Run(ctx, "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS", nil)
	if err == nil {
		_, err = result.Consume(ctx)
	}
	if err := errors.Join(err, session.Close(ctx)); err != nil {
		t.Fatal(err)
	}
}
