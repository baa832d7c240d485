package resolvers_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
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
	if got := answer.Header.Get("Content-Type"); answer.StatusCode != 200 || !strings.HasPrefix(got, "text/event-stream") || answer.Header.Get("Content-Encoding") != "" {
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
	if got := get.Header.Get("Cache-Control"); got != "no-store" {
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

// A talk is a WebSocket of graphql-transport-ws.
type talk struct {
	t    *testing.T
	conn *websocket.Conn
}

func (s *served) talk(headers http.Header) *talk {
	s.t.Helper()
	conn, answer, err := websocket.Dial(s.t.Context(), s.URL+"/graphql", &websocket.DialOptions{Subprotocols: []string{"graphql-transport-ws"}, HTTPHeader: headers})
	if err != nil {
		s.t.Fatalf("%v: %+v", err, answer)
	}
	s.t.Cleanup(func() { conn.CloseNow() })
	return &talk{s.t, conn}
}

func (k *talk) say(text string) {
	k.t.Helper()
	if err := k.conn.Write(k.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		k.t.Fatal(err)
	}
}

func (k *talk) hear(parts ...string) {
	k.t.Helper()
	ctx, cancel := context.WithTimeout(k.t.Context(), 10*time.Second)
	defer cancel()
	_, text, err := k.conn.Read(ctx)
	for _, part := range parts {
		if err != nil || !strings.Contains(string(text), part) {
			k.t.Fatalf("heard %q (%v), want %q", text, err, part)
		}
	}
}

// closed waits for the end, and checks why it came.
func (k *talk) closed(want websocket.StatusCode) {
	k.t.Helper()
	for {
		_, _, err := k.conn.Read(k.t.Context())
		if err == nil {
			continue
		}
		if got := websocket.CloseStatus(err); got != want {
			k.t.Errorf("closed with %d (%v), want %d", got, err, want)
		}
		return
	}
}

// subscribe is a message that begins an operation.
func subscribe(id, query string) string {
	return fmt.Sprintf(`{"type":"subscribe","id":%q,"payload":%s}`, id, body(query))
}

func TestWebSocket(t *testing.T) {
	noLeak(t)
	r := reading(t)
	stop, cancel := context.WithCancel(t.Context())
	defer cancel()
	s := serve(t, r, resolvers.Limits{}, resolvers.HandlerOptions{Stop: stop, Heartbeat: 200 * time.Millisecond})
	k := s.talk(nil)
	k.say(`{"type":"connection_init"}`)
	k.hear(`"connection_ack"`)
	k.say(`{"type":"ping","payload":{"a":1}}`)
	k.hear(`"pong"`)
	k.say(subscribe("a", tellDocuments))
	k.hear(`"id":"a"`, `"next"`, `"documents":4`)
	k.hear(`"id":"a"`, `"complete"`)
	k.say(subscribe("a", "{ nothing }")) // an id can be used again
	k.hear(`"id":"a"`, `"type":"error"`, `"payload":[{`, "BAD_INPUT")
	k.say(`{"type":"subscribe","id":"d","payload":{"documentId":"none"}}`)
	k.hear(`"error"`, "NOT_FOUND")
	k.say(subscribe("m", `mutation { removeDocument(id: "x") { revision } }`))
	k.hear(`"error"`, "FORBIDDEN")
	k.say(subscribe("r", "subscription { revision }"))
	k.hear(`"id":"r"`, `"revision":1`)
	forget(t, r.Graph, locations(t, r.Graph)[0])
	k.hear(`"id":"r"`, `"revision":2`)
	location := locations(t, r.Graph)[0]
	time.AfterFunc(time.Second, func() { forget(t, r.Graph, location) })
	k.hear(`"id":"r"`, `"revision":3`) // meanwhile signs of life come and go
	k.say(`{"type":"complete","id":"r"}`)
	k.say(subscribe("r", "subscription { again: revision }"))
	k.hear(`"id":"r"`, `"again":3`)
	cancel()
	k.closed(websocket.StatusGoingAway)
}

func TestWebSocketsThatBreakTheProtocol(t *testing.T) {
	noLeak(t)
	s := serve(t, reading(t), resolvers.Limits{}, resolvers.HandlerOptions{MaxBody: 4096})
	const hello = `{"type":"connection_init"}`
	for _, c := range []struct {
		name string
		says []string
		want websocket.StatusCode
	}{
		{"no JSON", []string{"{"}, 4400},
		{"no message", []string{hello, `{"type":"next"}`}, 4400},
		{"no hello", []string{subscribe("a", tellDocuments)}, 4401},
		{"hello twice", []string{hello, hello}, 4429},
		{"no id", []string{hello, subscribe("", tellDocuments)}, 4400},
		{"no request", []string{hello, `{"type":"subscribe","id":"a","payload":[]}`}, 4400},
		{"an id twice", []string{hello, subscribe("a", "subscription { revision }"), subscribe("a", "subscription { revision }")}, 4409},
		{"a large message", []string{hello, subscribe("a", strings.Repeat("#", 5000))}, websocket.StatusMessageTooBig},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := s.talk(nil)
			k.t = t
			for _, text := range c.says {
				k.say(text)
			}
			k.closed(c.want)
		})
	}
	conn, _, err := websocket.Dial(t.Context(), s.URL+"/graphql", &websocket.DialOptions{Subprotocols: []string{"graphql-ws"}})
	if err != nil {
		t.Fatal(err)
	}
	(&talk{t, conn}).closed(4406)
}

func TestWhoMayOpenAWebSocket(t *testing.T) {
	noLeak(t)
	reader, read := newKey(t, "reader", auth.Read, nil)
	writer, write := newKey(t, "writer", auth.Write, nil)
	gate, _ := locked(t, reader, writer)
	s := serve(t, reading(t), resolvers.Limits{}, resolvers.HandlerOptions{Gate: gate, Origins: []string{"https://notes.example"}})
	for _, c := range []struct {
		header, hello string
		want          websocket.StatusCode
	}{
		{"", `{"type":"connection_init","payload":{"authorization":"Bearer ` + read + `"}}`, 0},
		{"", `{"type":"connection_init","payload":{"X-API-Key":"` + read + `"}}`, 0},
		{"Bearer " + read, `{"type":"connection_init"}`, 0},
		{"", `{"type":"connection_init"}`, 4401},
		{"", `{"type":"connection_init","payload":7}`, 4401},
		{"", `{"type":"connection_init","payload":{"authorization":"Bearer cwk_a_b"}}`, 4401},
		{"", `{"type":"connection_init","payload":{"x-api-key":"` + write + `"}}`, 4403},
	} {
		header := http.Header{}
		if c.header != "" {
			header.Set("Authorization", c.header)
		}
		k := s.talk(header)
		k.say(c.hello)
		if c.want != 0 {
			k.closed(c.want)
			continue
		}
		k.hear("connection_ack")
		k.say(subscribe("a", tellDocuments))
		k.hear(`"documents":4`)
	}
	for origin, ok := range map[string]bool{s.URL: true, "https://notes.example": true, "https://evil.example": false, "null": false} {
		conn, answer, err := websocket.Dial(t.Context(), s.URL+"/graphql", &websocket.DialOptions{
			Subprotocols: []string{"graphql-transport-ws"}, HTTPHeader: http.Header{"Origin": {origin}}})
		if got := err == nil; got != ok || !ok && answer.StatusCode != 403 {
			t.Errorf("a page of %s connects: %v (%v)", origin, got, err)
		}
		if conn != nil {
			conn.CloseNow()
		}
	}
}

// TestDeadWebSocketsAreClosed: a client that reads nothing answers no sign of life, and goes.
func TestDeadWebSocketsAreClosed(t *testing.T) {
	noLeak(t)
	s := serve(t, reading(t), resolvers.Limits{}, resolvers.HandlerOptions{Heartbeat: 50 * time.Millisecond, StreamsOfCaller: 1})
	k := s.talk(nil)
	k.say(`{"type":"connection_init"}`)
	time.Sleep(500 * time.Millisecond)
	s.talk(nil).say(`{"type":"connection_init"}`) // there is room again
}

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
	if got.Header.Get("Retry-After") == "" {
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
			statuses[key] = append(statuses[key], answer.StatusCode)
			var said struct {
				Errors []struct{ Extensions struct{ Code string } }
			}
			if err := json.Unmarshal([]byte(text), &said); err != nil || answer.StatusCode != 200 && (len(said.Errors) == 0 || answer.Header.Get("Retry-After") == "") {
				t.Errorf("%d: %s", answer.StatusCode, text)
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
