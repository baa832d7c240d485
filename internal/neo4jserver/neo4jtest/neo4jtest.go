// Package neo4jtest hands tests a real Neo4j: the one that NEO4J_URI names, else one in a container, else
// one that package neo4jserver runs. It knows nothing of what the tests keep in it.
//
// Of a package whose tests use it, TestMain is
//
//	func TestMain(m *testing.M) { os.Exit(neo4jtest.Main(m)) }
package neo4jtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"

	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver"
)

// image is what runs in a container: the newest patch of the minor version that neo4jserver pins.
const image = "neo4j:5.26-community"

// startTime is the most that a start may take, with what has to be fetched for it.
const startTime = 5 * time.Minute

// Shared returns the one server that all tests of this process use, started on first use. A test that
// needs an empty database calls Wipe; tests that use it must not run in parallel.
//
// The server is, in this order: that of NEO4J_URI with NEO4J_USER (default neo4j) and NEO4J_PASSWORD,
// of which the test fails if there is anything in it, unless CROSSWALK_NEO4J_WIPE=1 allows that it is
// lost, and which test processes take turns to use; a container, if a container engine answers; a local
// one, if Java and Maven are there. If there is none the test is skipped, or fails when
// CROSSWALK_REQUIRE_NEO4J=1.
func Shared(t testing.TB) *neo4jserver.Server {
	t.Helper()
	shared.once.Do(func() {
		ctx, cancel := context.WithTimeout(context.Background(), startTime)
		defer cancel()
		shared.server, shared.err = startShared(ctx)
	})
	return usable(t, shared.server, shared.err)
}

// Own returns a local server of the test's own, which it may kill and restart, and which ends with the
// test. Where there can be none the test is skipped, or fails when CROSSWALK_REQUIRE_NEO4J=1.
func Own(t testing.TB) *neo4jserver.Server {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	s, err := neo4jserver.Start(ctx, neo4jserver.Options{})
	usable(t, s, err)
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Main runs the tests, ends what Shared started and returns the code to exit with.
func Main(m *testing.M) int {
	code := m.Run()
	for _, stop := range shared.stop {
		if err := stop(); err != nil {
			fmt.Fprintln(os.Stderr, "neo4jtest:", err)
			code = max(code, 1)
		}
	}
	return code
}

// shared is the state of Shared; stop undoes in order what it did.
var shared struct {
	once   sync.Once
	server *neo4jserver.Server
	err    error
	stop   []func() error
}

func startShared(ctx context.Context) (*neo4jserver.Server, error) {
	if uri := os.Getenv("NEO4J_URI"); uri != "" {
		return borrow(ctx, uri)
	}
	if engineAnswers(ctx) {
		return contain(ctx)
	}
	s, err := neo4jserver.Start(ctx, neo4jserver.Options{})
	if err == nil {
		shared.stop = append(shared.stop, s.Stop)
	}
	return s, err
}

// usable returns the server, or ends the test for lack of it.
func usable(t testing.TB, s *neo4jserver.Server, err error) *neo4jserver.Server {
	t.Helper()
	switch {
	case err == nil:
	case errors.Is(err, neo4jserver.ErrUnavailable) && os.Getenv("CROSSWALK_REQUIRE_NEO4J") != "1":
		t.Skipf("NOT TESTED against Neo4j: set NEO4J_URI, or have a container engine, or Java and Maven: %v", err)
	default:
		t.Fatalf("no Neo4j: %v", err)
	}
	return s
}

// borrow takes the server that the environment names, when its turn comes and if it may be used.
func borrow(ctx context.Context, uri string) (*neo4jserver.Server, error) {
	s := &neo4jserver.Server{URI: uri, User: os.Getenv("NEO4J_USER"), Password: os.Getenv("NEO4J_PASSWORD")}
	if s.User == "" {
		s.User = "neo4j"
	}
	unlock, err := lockedfile.MutexAt(filepath.Join(os.TempDir(), "crosswalk-neo4j.lock")).Lock()
	if err != nil {
		return nil, err
	}
	if os.Getenv("CROSSWALK_NEO4J_WIPE") != "1" {
		if err := mustBeEmpty(ctx, s); err != nil {
			unlock()
			return nil, err
		}
	}
	shared.stop = append(shared.stop, func() error {
		defer unlock()
		return wipe(context.Background(), s)
	})
	return s, nil
}

// engineAnswers tells whether there is a container engine, within two seconds.
func engineAnswers(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "docker", "version", "--format", "{{.Server.Version}}")
	cmd.WaitDelay = time.Second
	return cmd.Run() == nil
}

// contain runs the server in a container.
func contain(ctx context.Context) (*neo4jserver.Server, error) {
	const password = "only-for-tests"
	container, err := testcontainers.Run(ctx, image,
		testcontainers.WithEnv(map[string]string{"NEO4J_AUTH": "neo4j/" + password}),
		testcontainers.WithExposedPorts("7687/tcp"),
		testcontainers.WithWaitStrategyAndDeadline(startTime, wait.ForLog("Started.")))
	if container != nil {
		shared.stop = append(shared.stop, func() error { return testcontainers.TerminateContainer(container) })
	}
	if err != nil {
		return nil, err
	}
	uri, err := container.PortEndpoint(ctx, "7687/tcp", "bolt")
	return &neo4jserver.Server{URI: uri, User: "neo4j", Password: password}, err
}
