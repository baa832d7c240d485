package resolvers

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// How long a client may take to receive an answer: so long, and so long for each MiB.
const (
	writeGrace = 10 * time.Second
	writeMiB   = time.Second
)

// allowed tells whether a request has one of the methods. It answers all others, and OPTIONS.
func allowed(w http.ResponseWriter, r *http.Request, methods ...string) bool {
	if slices.Contains(methods, r.Method) {
		return true
	}
	w.Header().Set("Allow", strings.Join(append(methods, http.MethodOptions), ", "))
	if r.Method == http.MethodOptions {
		w.WriteHeader(http.StatusNoContent)
		return false
	}
	writeError(w, http.StatusMethodNotAllowed, graph.Errorf(graph.Invalid, "this is answered for %s only", strings.Join(methods, ", ")))
	return false
}

// A refusal is a request that no document comes out of.
type refusal struct {
	status int
	err    *graph.Error
}

func refused(status int, format string, args ...any) *refusal {
	code := graph.Invalid
	switch status {
	case http.StatusRequestEntityTooLarge, http.StatusTooManyRequests:
		code = graph.Limit
	case http.StatusServiceUnavailable:
		code = graph.Unavailable
	case http.StatusNotFound:
		code = graph.NotFound
	}
	return &refusal{status, graph.Errorf(code, format, args...)}
}

// writeError answers with an error in the shape of GraphQL's.
func writeError(w http.ResponseWriter, status int, err *graph.Error) {
	writeJSON(w, status, failure(err))
}

// failure is a response that holds an error alone.
func failure(err *graph.Error) *Response {
	return &Response{Errors: gqlerror.List{{Message: clip(err.Message), Extensions: map[string]any{"code": err.Code}}}}
}

// writeJSON answers with a JSON value. A client that does not take it in time is cut off.
func writeJSON(w http.ResponseWriter, status int, v any) {
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
	}
	text := encode(v)
	// Where there is no connection, as in a test, there is no deadline either.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeGrace + time.Duration(len(text)>>20)*writeMiB))
	w.WriteHeader(status)
	_, _ = w.Write(text) // a failing write means that the client has gone
}

// encode writes a value of ours as a line of JSON.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // such values can always be written
	return b.Bytes()
}
