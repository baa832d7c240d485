package resolvers

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// events answers with server-sent events, one connection an operation (graphql-sse, distinct connections
// mode): each response is an event "next", and "complete" ends the stream. A comment now and then keeps
// the connection from being taken for dead.
func (s *server) events(w http.ResponseWriter, r *http.Request, request Request, kind ast.Operation) {
	room := s.requests
	if kind == ast.Subscription {
		room = s.streams
	}
	leave, no := room.enter(r.Context())
	if no != nil {
		s.busy(w, r, no)
		return
	}
	defer leave()
	defer s.counts.stream("sse")()
	h := w.Header()
	h.Set("Content-Type", mediaEvents+"; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)

	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(s.Stop, cancel)()
	answers := make(chan *Response)
	go s.run(ctx, request, kind, answers)
	defer func() {
		cancel()
		for range answers { // it ends when the operation has
		}
	}()
	beat := time.NewTicker(s.Heartbeat)
	defer beat.Stop()
	if send(w, ":\n\n") != nil { // whoever waits knows now that it was accepted
		return
	}
	for {
		text := ":\n\n"
		select {
		case <-beat.C:
			if !s.mayStill(ctx, credentials(r.Header.Get)) {
				cancel() // it completes
			}
		case answer := <-answers:
			if answer == nil {
				_ = send(w, "event: complete\ndata:\n\n")
				return
			}
			text = fmt.Sprintf("event: next\ndata: %s\n", encode(answer)) // JSON in one line, its end included
		}
		if send(w, text) != nil {
			return
		}
	}
}

// run runs an operation and hands its responses over, until it ends or the context does.
func (s *server) run(ctx context.Context, request Request, kind ast.Operation, answers chan<- *Response) {
	defer close(answers)
	s.counts.operation(kind, func() (code graph.Code) {
		for answer := range s.exec.Stream(ctx, request) {
			code = answer.Code()
			select {
			case answers <- answer:
			case <-ctx.Done():
				return code
			}
		}
		return code
	})
}

// send writes a part of a stream; whoever does not take it in time is cut off.
func send(w http.ResponseWriter, text string) error {
	c := http.NewResponseController(w)
	_ = c.SetWriteDeadline(time.Now().Add(writeGrace)) // where there is no connection, there is no deadline either
	if _, err := w.Write([]byte(text)); err != nil {
		return err
	}
	return c.Flush()
}
