package resolvers_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/crosswalk-graph/crosswalk/resolvers"
	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
)

// A talk is a WebSocket of graphql-transport-ws.
type talk struct {
	t    *testing.T
	conn *websocket.Conn
}

// dial opens a WebSocket; status is that of a refusal.
func (s *served) dial(protocol string, headers http.Header) (conn *websocket.Conn, status int, err error) {
	conn, answer, err := websocket.Dial(s.t.Context(), s.URL+"/graphql", //nolint:bodyclose // it says that nobody need close it
		&websocket.DialOptions{Subprotocols: []string{protocol}, HTTPHeader: headers})
	if err != nil {
		if answer != nil {
			status = answer.StatusCode
		}
		return nil, status, err
	}
	s.t.Cleanup(func() { conn.CloseNow() })
	return conn, 0, nil
}

func (s *served) talk(headers http.Header) *talk {
	s.t.Helper()
	conn, status, err := s.dial("graphql-transport-ws", headers)
	if err != nil {
		s.t.Fatalf("%d: %v", status, err)
	}
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
	conn, _, err := s.dial("graphql-ws", nil)
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
		_, status, err := s.dial("graphql-transport-ws", http.Header{"Origin": {origin}})
		if got := err == nil; got != ok || !ok && status != http.StatusForbidden {
			t.Errorf("a page of %s connects: %v (%v)", origin, got, err)
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
