package resolvers

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
)

// socketProtocol is what is spoken over a WebSocket.
const socketProtocol = "graphql-transport-ws"

// Why a WebSocket is closed (graphql-transport-ws).
const (
	closeBadMessage   websocket.StatusCode = 4400
	closeUnauthorized websocket.StatusCode = 4401
	closeForbidden    websocket.StatusCode = 4403
	closeProtocol     websocket.StatusCode = 4406
	closeInitTimeout  websocket.StatusCode = 4408
	closeIDTaken      websocket.StatusCode = 4409
	closeInitAgain    websocket.StatusCode = 4429
)

const (
	initTime      = 10 * time.Second // until a client must have said hello
	maxSocketRuns = 100              // operations at once on a connection, those that wait for their turn included
)

// A socketMessage is what either side sends.
type socketMessage struct {
	ID      string          `json:"id,omitempty"`
	Type    string          `json:"type"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

// A socket is one connection.
type socket struct {
	*server
	conn  *websocket.Conn
	ready bool // the client has said hello

	mu    sync.Mutex
	token string                // that the client has shown, in the request or with its hello
	runs  map[string]*socketRun // by id
	all   sync.WaitGroup
}

// A socketRun is an operation that runs.
type socketRun struct{ cancel context.CancelFunc }

// websocket answers operations of any kind over a WebSocket. Who asks may be said in the request, or, since
// browsers cannot say it there, in connection_init.
func (s *server) websocket(w http.ResponseWriter, r *http.Request) {
	if !s.mayConnect(r) {
		s.turnAway(w, r, errForeign())
		return
	}
	leave, no := s.streams.enter(r.Context())
	if no != nil {
		s.busy(w, r, no)
		return
	}
	defer leave()
	defer s.counts.stream("websocket")()
	// The origin has been checked.
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{socketProtocol}, InsecureSkipVerify: true})
	if err != nil {
		return // Accept has answered
	}
	if conn.Subprotocol() != socketProtocol {
		_ = conn.Close(closeProtocol, "this server speaks "+socketProtocol) // it is over either way
		return
	}
	conn.SetReadLimit(s.MaxBody)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	c := &socket{server: s, conn: conn, token: credentials(r.Header.Get), runs: map[string]*socketRun{}}
	defer context.AfterFunc(s.Stop, func() { _ = conn.Close(websocket.StatusGoingAway, "the server stops") })()
	late := time.AfterFunc(initTime, func() { _ = conn.Close(closeInitTimeout, "no connection_init came") })
	defer late.Stop()
	c.all.Go(func() { c.beat(ctx) })
	why, reason := c.serve(ctx, late)
	cancel()
	_ = conn.Close(why, reason)
	c.all.Wait()
}

// shown is the token that the client has shown.
func (c *socket) shown() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.token
}

// beat sends a sign of life now and then, and closes when none comes back, or when the client may read no
// longer.
func (c *socket) beat(ctx context.Context) {
	tick := time.NewTicker(c.Heartbeat)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if token := c.shown(); token != "" && !c.mayStill(ctx, token) {
			_ = c.conn.Close(closeUnauthorized, "what you have shown is worth nothing any more") // it ends serve
			return
		}
		answered, cancel := context.WithTimeout(ctx, c.Heartbeat)
		err := c.conn.Ping(answered)
		cancel()
		if err != nil {
			_ = c.conn.CloseNow() // it ends serve
			return
		}
	}
}

// serve reads messages until the connection ends, and says why it does.
func (c *socket) serve(ctx context.Context, late *time.Timer) (why websocket.StatusCode, reason string) {
	for {
		kind, text, err := c.conn.Read(ctx)
		if err != nil {
			return websocket.StatusNormalClosure, ""
		}
		var m socketMessage
		if kind != websocket.MessageText || json.Unmarshal(text, &m) != nil {
			return closeBadMessage, "this is no message"
		}
		switch m.Type {
		case "connection_init":
			if c.ready {
				return closeInitAgain, "connection_init came twice"
			}
			late.Stop()
			if why, reason = c.hello(ctx, m.Payload); why != 0 {
				return why, reason
			}
		case "ping":
			c.send(ctx, socketMessage{Type: "pong"})
		case "pong":
		case "subscribe":
			if !c.ready {
				return closeUnauthorized, "connection_init comes first"
			}
			if why, reason = c.subscribe(ctx, m); why != 0 {
				return why, reason
			}
		case "complete":
			c.end(m.ID)
		default:
			return closeBadMessage, "there is no message of this type"
		}
	}
}

// hello finds out who asks, where the request did not say it.
func (c *socket) hello(ctx context.Context, payload json.RawMessage) (why websocket.StatusCode, reason string) {
	var said map[string]any
	_ = json.Unmarshal(payload, &said) // what is no object says nothing
	token := credentials(func(name string) string {
		for key, value := range said {
			if text, ok := value.(string); ok && strings.EqualFold(key, name) {
				return text
			}
		}
		return ""
	})
	if token != "" {
		c.mu.Lock()
		c.token = token
		c.mu.Unlock()
	}
	if _, why, reason = c.identify(ctx); why != 0 {
		return why, reason
	}
	c.ready = true
	c.send(ctx, socketMessage{Type: "connection_ack"})
	return 0, ""
}

// identify gives a context in which the client asks, or says why it may not.
func (c *socket) identify(ctx context.Context) (_ context.Context, why websocket.StatusCode, reason string) {
	caller, err := c.Gate.Identify(ctx, c.shown())
	if err == nil {
		ctx = auth.With(ctx, caller)
		err = auth.Require(ctx, auth.Read)
	}
	switch code := graph.CodeOf(err); {
	case err == nil:
		return ctx, 0, ""
	case code == auth.Unauthenticated:
		why = closeUnauthorized
	default:
		why = closeForbidden
	}
	c.noteRefusal(ctx, InfoOf(graph.CodeOf(err)).Status, err)
	return ctx, why, err.Error()
}

// subscribe starts an operation.
func (c *socket) subscribe(ctx context.Context, m socketMessage) (why websocket.StatusCode, reason string) {
	if m.ID == "" {
		return closeBadMessage, "an operation needs an id"
	}
	request, ref, no := readRequest(m.Payload)
	if no != nil {
		return closeBadMessage, no.err.Message
	}
	if ctx, why, reason = c.identify(ctx); why != 0 {
		return why, reason
	}
	ctx, cancel := context.WithCancel(ctx)
	run := &socketRun{cancel}
	switch taken, full := c.enlist(m.ID, run); {
	case taken:
		cancel()
		return closeIDTaken, "there is an operation of this id already"
	case full:
		c.send(ctx, failed(m.ID, failure(graph.Errorf(graph.Limit, "a connection may have %d operations at once", maxSocketRuns))))
		cancel()
		return 0, ""
	}
	c.all.Go(func() {
		defer cancel()
		last := c.operate(ctx, m.ID, request, ref)
		c.drop(m.ID, run) // first: once the client knows, it may use the id again
		c.send(ctx, last)
	})
	return 0, ""
}

// enlist notes an operation, unless its id is taken or there are too many.
func (c *socket) enlist(id string, run *socketRun) (taken, full bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	taken, full = c.runs[id] != nil, len(c.runs) >= maxSocketRuns
	if !taken && !full {
		c.runs[id] = run
	}
	return taken, full
}

// drop forgets an operation that has ended, unless its id is another's by now.
func (c *socket) drop(id string, run *socketRun) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.runs[id] == run {
		delete(c.runs, id)
	}
}

// end stops an operation that the client wants no more of.
func (c *socket) end(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if run := c.runs[id]; run != nil {
		run.cancel()
		delete(c.runs, id)
	}
}

// operate runs an operation and sends its responses. The last message, which is for the caller to send, says
// that it has ended, or why it did not run, or not to its end.
func (c *socket) operate(ctx context.Context, id string, request Request, ref documentRef) (last socketMessage) {
	var no *refusal
	if request.Query, no = c.documents.find(ref); no != nil {
		return failed(id, failure(no.err))
	}
	kind := c.exec.limits.kind(request)
	if err := c.mayRun(ctx, kind); err != nil {
		c.noteRefusal(ctx, InfoOf(graph.CodeOf(err)).Status, err)
		return failed(id, failure(graph.Errorf(graph.CodeOf(err), "%s", err.Error())))
	}
	room := c.requests
	if kind == ast.Subscription {
		room = c.streams
	}
	leave, no := room.enter(ctx)
	if no != nil {
		c.noteRefusal(ctx, no.status, no.err)
		return failed(id, failure(no.err))
	}
	defer leave()
	last = socketMessage{ID: id, Type: "complete"}
	c.counts.operation(kind, func() (code graph.Code) {
		for answer := range c.exec.Stream(ctx, request) {
			if code = answer.Code(); answer.Data == nil {
				last = failed(id, answer)
				return code
			}
			if !c.send(ctx, socketMessage{ID: id, Type: "next", Payload: encode(answer)}) {
				return code
			}
		}
		return code
	})
	return last
}

// failed is the last message of an operation that did not run, or not to its end.
func failed(id string, answer *Response) socketMessage {
	return socketMessage{ID: id, Type: "error", Payload: encode(answer.Errors)}
}

// send sends a message, unless whoever wanted it has gone. A client that does not take it in time is cut off,
// which ends serve.
func (c *socket) send(ctx context.Context, m socketMessage) (sent bool) {
	if ctx.Err() != nil {
		return false
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeGrace)
	defer cancel()
	return c.conn.Write(ctx, websocket.MessageText, encode(m)) == nil
}
