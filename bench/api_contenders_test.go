package bench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/internal/foreign"
	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

// A contender answers an operation about the id in one way. What it gives back is what tally takes.
type contender struct {
	name string
	ask  func(ctx context.Context, op *operation, of graph.ID) (any, error)
}

// plain is a client that keeps its connections, and does not ask for compression, which only we would do.
var plain = &http.Client{Transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 16}}

// overHTTP asks a GraphQL server; document picks the text.
func overHTTP(name, url string, document func(*operation) string) contender {
	return contender{name, func(ctx context.Context, op *operation, of graph.ID) (any, error) {
		request := map[string]any{"query": document(op)}
		if of != "" {
			request["variables"] = map[string]any{"of": of}
		}
		text, err := json.Marshal(request)
		if err != nil {
			return nil, err
		}
		post, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		post.Header.Set("Content-Type", "application/json")
		response, err := plain.Do(post)
		if err != nil {
			return nil, err
		}
		defer response.Body.Close()
		answer, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != http.StatusOK {
			return nil, errors.Join(fmt.Errorf("status %s: %s", response.Status, answer), err)
		}
		if bytes.HasPrefix(answer, []byte(`{"errors"`)) {
			return nil, fmt.Errorf("%s", answer)
		}
		return answer, nil
	}}
}

// served serves our API over a store, as the command does, and gives two contenders: it, and the calls of the
// store that it makes for an answer, one after the other, without GraphQL.
func served(b *testing.B, name string, store graph.Store) (api, calls contender) {
	recorded := &recorder{Store: store}
	metrics := resolvers.NewMetrics()
	g := graph.New(metrics.Store(recorded), graph.Limits{})
	log := slog.New(slog.NewTextHandler(io.Discard, nil)) // a line for each request, as the command writes
	exec := resolvers.New(resolvers.Resolver{Graph: g, Log: log}, resolvers.Limits{})
	server := httptest.NewServer(resolvers.NewHandler(exec, resolvers.HandlerOptions{Metrics: metrics}))
	b.Cleanup(server.Close)
	api = overHTTP(name, server.URL+"/graphql", func(op *operation) string { return op.ours })
	var known sync.Map
	calls = contender{name + " calls", func(ctx context.Context, op *operation, of graph.ID) (any, error) {
		made, there := known.Load(op.name + string(of))
		if !there {
			if _, err := api.ask(ctx, op, of); err != nil { // what is kept between requests is not called for twice
				return nil, err
			}
			recorded.record(true)
			answer, err := api.ask(ctx, op, of)
			known.Store(op.name+string(of), recorded.record(false))
			return answer, err
		}
		for _, call := range made.([]func(context.Context) error) {
			if err := call(ctx); err != nil {
				return nil, err
			}
		}
		return nil, nil
	}}
	return api, calls
}

// A recorder keeps the calls of one request, to be made again: while calls is not nil, when nobody else may ask.
type recorder struct {
	graph.Store
	mu    sync.Mutex
	calls []func(context.Context) error
}

// record begins to keep calls, or ends it, and gives those kept so far.
func (r *recorder) record(on bool) (kept []func(context.Context) error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	kept, r.calls = r.calls, nil
	if on {
		r.calls = []func(context.Context) error{}
	}
	return kept
}

// keep makes a call, and keeps it.
func keep[T any](ctx context.Context, r *recorder, call func(context.Context) (T, error)) (T, error) {
	r.mu.Lock()
	if r.calls != nil {
		r.calls = append(r.calls, func(ctx context.Context) error {
			_, err := call(ctx)
			return err
		})
	}
	r.mu.Unlock()
	return call(ctx)
}

func (r *recorder) Nodes(ctx context.Context, ids []graph.ID, w graph.Want) ([]graph.Node, error) {
	ids = slices.Clone(ids)
	return keep(ctx, r, func(ctx context.Context) ([]graph.Node, error) { return r.Store.Nodes(ctx, ids, w) })
}

func (r *recorder) Find(ctx context.Context, q graph.Query) (graph.NodePage, error) {
	return keep(ctx, r, func(ctx context.Context) (graph.NodePage, error) { return r.Store.Find(ctx, q) })
}

func (r *recorder) Walk(ctx context.Context, q graph.StepQuery) ([]graph.Steps, error) {
	q.Near = slices.Clone(q.Near)
	return keep(ctx, r, func(ctx context.Context) ([]graph.Steps, error) { return r.Store.Walk(ctx, q) })
}

func (r *recorder) Count(ctx context.Context, q graph.CountQuery) ([]graph.Group, error) {
	return keep(ctx, r, func(ctx context.Context) ([]graph.Group, error) { return r.Store.Count(ctx, q) })
}

func (r *recorder) Revision(ctx context.Context) (uint64, error) {
	return keep(ctx, r, r.Store.Revision)
}

// byHand runs the one statement that gives the same, by the driver, in a session of its own as each request has one.
func byHand(b *testing.B, server *neo4jserver.Server) contender {
	connections, err := driver.NewDriverWithContext(server.URI, driver.BasicAuth(server.User, server.Password, ""))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = connections.Close(context.Background()) })
	return contender{"by hand", func(ctx context.Context, op *operation, of graph.ID) (any, error) {
		session := connections.NewSession(ctx, driver.SessionConfig{AccessMode: driver.AccessModeRead, DatabaseName: "neo4j"})
		defer func() { _ = session.Close(ctx) }()
		return session.ExecuteRead(ctx, func(tx driver.ManagedTransaction) (any, error) {
			result, err := tx.Run(ctx, op.hand, map[string]any{"of": string(of)})
			if err != nil {
				return nil, err
			}
			var rows []any
			for result.Next(ctx) {
				rows = append(rows, result.Record().AsMap())
			}
			return rows, result.Err()
		})
	}}
}

// newPeer starts the peer over the same database. Without Node.js there is nothing to compare with.
func newPeer(b *testing.B, server *neo4jserver.Server) contender {
	work := b.TempDir()
	if err := foreign.Node(b.Context(), "peer", work); errors.Is(err, foreign.ErrUnavailable) {
		b.Skipf("no peer to measure: %v", err)
	} else if err != nil {
		b.Fatal(err)
	}
	cmd := exec.CommandContext(b.Context(), "node", "server.mjs")
	cmd.Dir, cmd.Stderr = work, os.Stderr
	cmd.Env = append(os.Environ(), "NODE_ENV=production", "NEO4J_URI="+server.URI, "NEO4J_USER="+server.User, "NEO4J_PASSWORD="+server.Password)
	alive, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	says, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _, _ = alive.Close(), cmd.Wait() })
	url, err := bufio.NewReader(says).ReadString('\n')
	if err != nil {
		b.Fatalf("the peer does not start: %v", err)
	}
	return overHTTP("peer", strings.TrimSpace(url), func(op *operation) string { return op.peer })
}
