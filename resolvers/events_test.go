package resolvers_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
)

// noLeak fails when goroutines are left that the test began; call it before anything else.
func noLeak(t *testing.T) {
	before := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, before) })
}

// forget takes back what one location says, which makes a revision.
func forget(t *testing.T, g *graph.Graph, location string) {
	t.Helper()
	if _, err := g.Apply(t.Context(), []graph.Batch{{Origin: graph.Origin{Location: location}}}); err != nil {
		t.Error(err)
	}
}

// locations lists where the loaded documents come from.
func locations(t *testing.T, g *graph.Graph) []string {
	t.Helper()
	origins, err := g.Origins(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, o := range origins {
		out = append(out, o.Origin.Location)
	}
	return out
}

// A stream is an answer of server-sent events.
type stream struct {
	t     *testing.T
	body  io.ReadCloser
	lines *bufio.Scanner
}

func (s *served) stream(body string, headers ...string) *stream {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.URL+"/graphql", strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", asJSON)
	r.Header.Set("Accept", "text/event-stream")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	if got := answer.Header.Get("Content-Type"); answer.StatusCode != http.StatusOK || !strings.HasPrefix(got, "text/event-stream") || answer.Header.Get("Content-Encoding") != "" {
		s.t.Fatalf("status %d, %v", answer.StatusCode, answer.Header)
	}
	s.t.Cleanup(func() { answer.Body.Close() })
	return &stream{s.t, answer.Body, bufio.NewScanner(answer.Body)}
}

// next gives the next event with its data, comments left out.
func (s *stream) next() (event, data string) {
	s.t.Helper()
	for s.lines.Scan() {
		line := s.lines.Text()
		switch {
		case strings.HasPrefix(line, "event: "):
			event = strings.TrimPrefix(line, "event: ")
		case strings.HasPrefix(line, "data:"):
			data = strings.TrimSpace(strings.TrimPrefix(line, "data:"))
		case line == "" && event != "":
			return event, data
		}
	}
	return "", ""
}

func (s *stream) expect(event, part string) {
	s.t.Helper()
	if e, data := s.next(); e != event || !strings.Contains(data, part) {
		s.t.Fatalf("event %q with %q, want %q and %q", e, data, event, part)
	}
}

func TestServerSentEvents(t *testing.T) {
	noLeak(t)
	r := reading(t)
	stop, cancel := context.WithCancel(t.Context())
	s := serve(t, r, resolvers.Limits{}, resolvers.HandlerOptions{Stop: stop})
	at := locations(t, r.Graph)

	revisions := s.stream(body("subscription { revision }"))
	revisions.expect("next", `{"data":{"revision":1}`)
	forget(t, r.Graph, at[0])
	revisions.expect("next", `{"data":{"revision":2}`)
	later := s.stream(body("subscription { now: revision }"))
	later.expect("next", `{"data":{"now":2}`)
	forget(t, r.Graph, at[1])
	revisions.expect("next", `{"data":{"revision":3}`)
	later.expect("next", `{"data":{"now":3}`)
	later.body.Close()

	for _, c := range []struct{ request, part string }{
		{body(tellDocuments), `{"data":{"stats":{"documents":2}}`},
		{body("{ nothing }"), `"code":"BAD_INPUT"`},
		{body("subscription { nothing }"), `"code":"BAD_INPUT"`},
		{body("subscription { revision ingestProgress(id: \"x\") { ended } }"), `"code":"BAD_INPUT"`},
		{body("subscription { __typename }"), `"errors"`},
		{body("subscription { revision @skip(if: true) }"), `"errors"`},
		{body(`subscription { ingestProgress(id: "ingest:x") { ended } }`), `"code":"NOT_FOUND"`},
		{body(`subscription { ingestProgress(id: "route:x") { ended } }`), `"code":"NOT_FOUND"`},
	} {
		one := s.stream(c.request)
		one.expect("next", c.part)
		one.expect("complete", "")
	}
	get := s.expect(200, "event: next", "GET", get(tellDocuments), "", "Accept", "text/event-stream")
	if got := get.header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control %q", got)
	}
	s.expect(405, "POST", "GET", "/graphql?query=mutation%7Bx%7D", "", "Accept", "text/event-stream")

	cancel() // the server stops
	revisions.expect("complete", "")
}

// TestRevisionsAreReadOnceForAll: however many watch, one goroutine asks the store; none does afterwards.
func TestRevisionsAreReadOnceForAll(t *testing.T) {
	noLeak(t)
	store := scene(t)
	s := serve(t, resolvers.Resolver{Graph: graph.New(store, graph.Limits{})}, resolvers.Limits{}, resolvers.HandlerOptions{})
	var open []*stream
	for range 15 {
		one := s.stream(body("subscription { revision }"))
		one.expect("next", "1")
		open = append(open, one)
	}
	before := store.revisions.Load()
	time.Sleep(1200 * time.Millisecond)
	if n := store.revisions.Load() - before; n < 1 || n > 4 {
		t.Errorf("in 1.2 s the revision was read %d times", n)
	}
	for _, one := range open {
		one.body.Close()
	}
	time.Sleep(200 * time.Millisecond)
	before = store.revisions.Load()
	time.Sleep(1200 * time.Millisecond)
	if n := store.revisions.Load() - before; n != 0 {
		t.Errorf("nobody listens, and the revision was read %d times", n)
	}
}

func TestHeartbeats(t *testing.T) {
	noLeak(t)
	s := serve(t, reading(t), resolvers.Limits{}, resolvers.HandlerOptions{Heartbeat: 20 * time.Millisecond})
	one := s.stream(body("subscription { revision }"))
	one.expect("next", "1")
	beats := 0
	for beats < 5 && one.lines.Scan() {
		if one.lines.Text() == ":" {
			beats++
		}
	}
	if beats < 5 {
		t.Errorf("%d signs of life", beats)
	}
	one.body.Close()
}

// TestRevokedKeysEndStreams: who may read no longer hears no more, whichever way they listen.
func TestRevokedKeysEndStreams(t *testing.T) {
	noLeak(t)
	reader, read := newKey(t, "reader", auth.Read, nil)
	gate, path := locked(t, reader)
	s := serve(t, reading(t), resolvers.Limits{}, resolvers.HandlerOptions{Gate: gate, Heartbeat: 100 * time.Millisecond})
	events := s.stream(body("subscription { revision }"), "X-API-Key", read)
	events.expect("next", "1")
	k := s.talk(nil)
	k.say(`{"type":"connection_init","payload":{"x-api-key":"` + read + `"}}`)
	k.hear("connection_ack")
	k.say(subscribe("a", "subscription { revision }"))
	k.hear(`"revision":1`)
	if err := auth.WriteKeys(path, nil); err != nil {
		t.Fatal(err)
	}
	events.expect("complete", "")
	k.closed(4401)
}
