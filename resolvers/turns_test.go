package resolvers_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
)

// TestStreamsAreBounded: a flood of subscriptions is refused with a reason, and room comes back.
func TestStreamsAreBounded(t *testing.T) {
	noLeak(t)
	s := serve(t, reading(t), resolvers.Limits{}, resolvers.HandlerOptions{Streams: 5, StreamsOfCaller: 3})
	var open []*stream
	for range 3 {
		one := s.stream(body("subscription { revision }"))
		one.expect("next", "1")
		open = append(open, one)
	}
	got := s.expect(429, `you have 3 streams at once`, "POST", "/graphql", body("subscription { revision }"), "Accept", "text/event-stream")
	if got.header.Get("Retry-After") == "" {
		t.Error("it does not say when to try again")
	}
	s.expect(200, "documents", "POST", "/graphql", body(tellDocuments))
	for _, one := range open {
		one.body.Close()
	}
	time.Sleep(200 * time.Millisecond)
	k := s.talk(nil)
	k.say(`{"type":"connection_init"}`)
	k.hear("connection_ack")
	for i := range 2 {
		k.say(subscribe(fmt.Sprint(i), "subscription { revision }"))
		k.hear(`"revision":1`)
	}
	k.say(subscribe("x", "subscription { revision }"))
	k.hear(`"error"`, `"code":"LIMIT"`)
}

// slow is a store whose lists wait until they are let through.
type slow struct {
	graph.Store
	waiting atomic.Int64
	let     chan struct{}
}

func (s *slow) Find(ctx context.Context, q graph.Query) (graph.NodePage, error) {
	s.waiting.Add(1)
	<-s.let
	return s.Store.Find(ctx, q)
}

// TestRequestsAreBounded: those who come when there is no room wait a little, and are refused then.
func TestRequestsAreBounded(t *testing.T) {
	noLeak(t)
	a, first := newKey(t, "first", auth.Read, nil)
	b, second := newKey(t, "second", auth.Read, nil)
	gate, _ := locked(t, a, b)
	store := &slow{Store: scene(t), let: make(chan struct{})}
	s := serve(t, resolvers.Resolver{Graph: graph.New(store, graph.Limits{})}, resolvers.Limits{}, resolvers.HandlerOptions{Gate: gate, Requests: 3, RequestsOfCaller: 2})
	const query = "{ routes(runs: ALL) { nodes { id } } }"
	var all sync.WaitGroup
	var mu sync.Mutex
	statuses := map[string][]int{}
	send := func(key string) {
		all.Go(func() {
			answer, text := s.ask("POST", "/graphql", body(query), "X-API-Key", key)
			mu.Lock()
			defer mu.Unlock()
			statuses[key] = append(statuses[key], answer.status)
			var said struct {
				Errors []struct{ Extensions struct{ Code string } }
			}
			if err := json.Unmarshal([]byte(text), &said); err != nil || answer.status != http.StatusOK && (len(said.Errors) == 0 || answer.header.Get("Retry-After") == "") {
				t.Errorf("%d: %s", answer.status, text)
			}
		})
	}
	until := func(what string, done func() bool) {
		t.Helper()
		for deadline := time.Now().Add(10 * time.Second); !done(); time.Sleep(5 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%s does not come", what)
			}
		}
	}
	count := func(key string) func() bool {
		return func() bool { mu.Lock(); defer mu.Unlock(); return len(statuses[key]) > 0 }
	}
	send(first)
	send(first)
	until("the second request", func() bool { return store.waiting.Load() == 2 })
	send(first) // waits, and is refused
	send(first)
	send(first) // one more than may wait
	until("a refusal", count(first))
	send(second)
	until("the third request", func() bool { return store.waiting.Load() == 3 })
	send(second) // the caller may, the server may not
	until("a refusal", count(second))
	s.expect(200, "alive", "GET", "/healthz", "")
	close(store.let)
	all.Wait()
	for key, want := range map[string][]int{first: {200, 200, 429, 429, 429}, second: {200, 503}} {
		if slices.Sort(statuses[key]); !slices.Equal(statuses[key], want) {
			t.Errorf("statuses %v, want %v", statuses[key], want)
		}
	}
	s.expect(200, "nodes", "POST", "/graphql", body(query), "X-API-Key", first)
}
