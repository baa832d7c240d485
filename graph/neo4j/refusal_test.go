package neo4j

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/storetest"
	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver"
	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver/neo4jtest"
)

// TestCodes gives every answer of a server that somebody can act on its code. This is where a user without the
// rights to make indexes is tested: the Community edition has no roles and never answers Forbidden.
func TestCodes(t *testing.T) {
	const password = "quill-s3cret"
	s := &Store{address: "bolt://graph.example:7687", options: Options{User: "scribe", Password: password, Database: "shelves"}}
	for answer, want := range map[string]struct {
		code graph.Code
		says string
	}{
		"Neo.ClientError.Security.Unauthorized":                              {graph.Unavailable, `"scribe"`},
		"Neo.ClientError.Security.AuthenticationRateLimit":                   {graph.Unavailable, "too many wrong passwords"},
		"Neo.ClientError.Security.CredentialsExpired":                        {graph.Unavailable, "has to be changed"},
		"Neo.ClientError.Security.Forbidden":                                 {graph.Unavailable, "creating indexes and constraints"},
		"Neo.ClientError.Security.TokenExpired":                              {graph.Unavailable, `"scribe"`},
		"Neo.ClientError.Database.DatabaseNotFound":                          {graph.Unavailable, `"shelves"`},
		"Neo.ClientError.Cluster.NotALeader":                                 {graph.Unavailable, "only be read"},
		"Neo.ClientError.General.ForbiddenOnReadOnlyDatabase":                {graph.Unavailable, "only be read"},
		"Neo.ClientError.General.WriteOnReadOnlyAccessDatabase":              {graph.Unavailable, "only be read"},
		"Neo.TransientError.Database.DatabaseUnavailable":                    {graph.Unavailable, "try again"},
		"Neo.TransientError.Transaction.DeadlockDetected":                    {graph.Unavailable, "try again"},
		"Neo.DatabaseError.Database.UnableToStartDatabase":                   {graph.Unavailable, "try again"},
		"Neo.ClientError.Schema.ConstraintValidationFailed":                  {graph.Invalid, "one id"},
		"Neo.ClientError.Transaction.TransactionTimedOut":                    {graph.Deadline, "too long"},
		"Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration": {graph.Deadline, "too long"},
		"Neo.TransientError.General.MemoryPoolOutOfMemoryError":              {graph.Limit, "more memory"},
		"Neo.TransientError.General.OutOfMemoryError":                        {graph.Limit, "more memory"},
		"Neo.ClientError.Statement.SyntaxError":                              {graph.Internal, "loading"},
		"Neo.DatabaseError.General.UnknownError":                             {graph.Internal, "loading"},
	} {
		e := &driver.Neo4jError{Code: answer, Msg: "what the server says"}
		for _, err := range []error{e, fmt.Errorf("around it: %w", e)} {
			got := s.coded(context.Background(), err, "loading")
			wantCode(t, answer, got, want.code)
			if !errors.Is(got, err) || !strings.Contains(got.Error(), want.says) {
				t.Errorf("%s: %v does not say %q, or loses the cause", answer, got, want.says)
			}
			wantNoSecret(t, got, password)
		}
	}
}

// wantNoSecret checks that an error and its causes do not show a password.
func wantNoSecret(t testing.TB, err error, password string) {
	t.Helper()
	if err != nil && strings.Contains(fmt.Sprintf("%v %+v", err, err), password) {
		t.Errorf("a password is in %v", err)
	}
}

// set adds settings to a server's configuration and starts it again.
func set(t *testing.T, server *neo4jserver.Server, settings string) {
	t.Helper()
	path := filepath.Join(filepath.Dir(server.PasswordFile()), "neo4j.conf")
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = file.WriteString(settings + "\n")
		err = errors.Join(err, file.Close())
	}
	if err == nil {
		err = server.Restart(context.Background())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestReadOnlyDatabase meets a database of which the server says that it is only to be read, as a replica of a cluster is,
// or any database to a user who may not make indexes. What was opened before goes on reading; a store of which
// an index is missing cannot be made whole.
func TestReadOnlyDatabase(t *testing.T) {
	ctx := context.Background()
	server := neo4jtest.Own(t)
	o := Options{User: server.User, Password: server.Password, RetryTime: time.Second}
	s := openAt(t, server, o)
	apply(t, s, shelf("s", "one"))
	run(t, server, "DROP INDEX crosswalk_CrosswalkLive_path")
	set(t, server, "server.databases.read_only=neo4j")
	if n, err := s.Revision(ctx); n != 1 || err != nil {
		t.Errorf("revision %d, %v", n, err)
	}
	_, err := s.Apply(ctx, []graph.Batch{sealed(t, shelf("t", "two"))})
	for _, c := range []struct {
		what string
		err  error
		says string
	}{
		{"Apply", err, "only be read"},
		{"opening to write", opening(ctx, server, o), "only be read"},
		{"opening to read", opening(ctx, server, Options{User: o.User, Password: o.Password, ReadOnly: true}), "no complete store"},
	} {
		wantCode(t, c.what, c.err, graph.Unavailable)
		wantNoSecret(t, c.err, server.Password)
		if c.err != nil && !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%s: %v does not say %q", c.what, c.err, c.says)
		}
	}
	if n, err := s.Revision(ctx); n != 1 || err != nil {
		t.Errorf("revision %d, %v after refused writes", n, err)
	}
}

// opening gives the error of opening a store.
func opening(ctx context.Context, server *neo4jserver.Server, o Options) error {
	s, err := Open(ctx, server.URI, o)
	if err == nil {
		_ = s.Close()
	}
	return err
}

// TestTooLargeDocument applies a document that needs more memory than one transaction may have, after one that does not.
// Nothing of it stays, it is not tried again and again, and the store goes on working.
func TestTooLargeDocument(t *testing.T) {
	ctx := context.Background()
	server := neo4jtest.Own(t)
	set(t, server, "db.memory.transaction.max=8m")
	s := openAt(t, server, Options{})
	apply(t, s, shelf("s", "one"))
	large := shelf("large", "one")
	for b := range storetest.Graph(1, 12) { // everything of many documents in one
		for _, c := range b.Contributions {
			if c.Kind == graph.Route || c.Kind == graph.Object {
				c.Document = large.Origin.Document
				c.Props["document"] = string(c.Document)
				large.Contributions = append(large.Contributions, c)
			}
		}
	}
	start := time.Now()
	_, err := s.Apply(ctx, []graph.Batch{sealed(t, large)})
	wantCode(t, "too large", err, graph.Limit)
	wantNoSecret(t, err, server.Password)
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("it took %s; was it tried again?", took)
	}
	editions, err := s.History(ctx, graph.HistoryQuery{})
	if err != nil || len(editions) != 1 {
		t.Errorf("%d editions (%v), want the one before", len(editions), err)
	}
	if n, err := s.Count(ctx, graph.CountQuery{}); err != nil || n[0].N != 4 {
		t.Errorf("%v nodes (%v), want the 4 before", n, err)
	}
	if c := apply(t, s, shelf("t", "two")); c.Revision != 2 {
		t.Errorf("the next document gives %+v", c)
	}
}

// asWriter names the server for a process that TestTwoProcesses starts.
const asWriter = "CROSSWALK_NEO4J_TEST_WRITER"

// TestTwoProcesses lets processes load the same documents and documents of their own at the same time.
func TestTwoProcesses(t *testing.T) {
	if uri := os.Getenv(asWriter); uri != "" {
		writeShelves(t, uri)
		return
	}
	s := emptyStore(t)
	server := shared(t)
	var writers []*exec.Cmd
	var said [2]strings.Builder
	for i := range said {
		cmd := exec.Command(os.Args[0], "-test.run=^TestTwoProcesses$")
		cmd.Env = append(os.Environ(), asWriter+"="+server.URI, "WRITER="+fmt.Sprint(i), "WRITER_USER="+server.User, "WRITER_PASSWORD="+server.Password)
		cmd.Stdout, cmd.Stderr = &said[i], &said[i]
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		writers = append(writers, cmd)
	}
	for i, cmd := range writers {
		if err := cmd.Wait(); err != nil {
			t.Errorf("a writer failed: %v\n%s", err, &said[i])
		}
	}
	ctx := context.Background()
	if n, err := s.Revision(ctx); n != 3*shelves || err != nil {
		t.Errorf("revision %d (%v), want %d: documents of both count once", n, err, 3*shelves)
	}
	if n, err := s.Count(ctx, graph.CountQuery{Kinds: []graph.Kind{graph.Document}}); err != nil || n[0].N != 3*shelves {
		t.Errorf("%v documents (%v), want %d", n, err, 3*shelves)
	}
	if found, err := s.Check(ctx); err != nil || len(found) > 0 {
		t.Errorf("Check: %q %v", found, err)
	}
}

// shelves is how many documents a writer shares with the others, and how many it has of its own.
const shelves = 6

func writeShelves(t *testing.T, uri string) {
	s, err := Open(context.Background(), uri, Options{User: os.Getenv("WRITER_USER"), Password: os.Getenv("WRITER_PASSWORD")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for n := range shelves {
		apply(t, s, shelf(fmt.Sprint("same", n), "one"))
		apply(t, s, shelf(fmt.Sprint("own", os.Getenv("WRITER"), "-", n), "one"))
	}
}
