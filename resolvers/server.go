package resolvers

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// HandlerOptions say how the API is served.
type HandlerOptions struct {
	// Hosts are the names, without port, under which the server may be addressed besides localhost,
	// 127.0.0.1 and ::1. A request for any other is refused, so that no web page can reach the server
	// through a name of its own that it points here.
	Hosts []string
	// MaxBody bounds a query's body, in bytes; 0: 1 MiB.
	MaxBody int64
}

// readyTimeout bounds how long /readyz waits for the store.
const readyTimeout = 2 * time.Second

// NewHandler serves an Executor over HTTP: /graphql, /healthz, /readyz and a page that names them
// (interfaces 3). It answers in JSON, errors included, and tells no cause of an internal error but the
// request id, which stands in the log.
func NewHandler(e *Executor, o HandlerOptions) http.Handler {
	if o.MaxBody == 0 {
		o.MaxBody = 1 << 20
	}
	mux := http.NewServeMux()
	mux.Handle("/graphql", &transport{e, o.MaxBody})
	mux.Handle("/healthz", readOnly(func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]any{"alive": true})
	}))
	mux.Handle("/readyz", readOnly(e.ready))
	mux.Handle("/{$}", readOnly(index))
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		writeError(w, http.StatusNotFound, graph.Errorf(graph.NotFound, "there is nothing at %s", r.URL.Path))
	})
	return watched(e.resolver.Log, knownHost(o.Hosts, mux))
}

// ready tells whether the store answers.
func (e *Executor) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	revision, err := e.resolver.Graph.Revision(ctx)
	if err != nil {
		e.resolver.Log.WarnContext(ctx, "not ready", "request", RequestID(ctx), "error", err)
		writeError(w, http.StatusServiceUnavailable, graph.Errorf(graph.Unavailable, "the store does not answer"))
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{"ready": true, "revision": revision})
}

// index names what there is to ask.
func index(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprint(w, "Crosswalk\n\n"+
		"POST /graphql   the API; GET works for queries, too\n"+
		"GET  /healthz   whether the server is alive\n"+
		"GET  /readyz    whether its store answers\n")
}

// readOnly refuses every method but GET and HEAD.
func readOnly(h http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			refuseMethod(w, "GET, HEAD")
			return
		}
		h(w, r)
	})
}

func refuseMethod(w http.ResponseWriter, allowed string) {
	w.Header().Set("Allow", allowed)
	writeError(w, http.StatusMethodNotAllowed, graph.Errorf(graph.Invalid, "this is answered for %s only", allowed))
}

// knownHost refuses requests for a host that the server does not go by.
func knownHost(hosts []string, next http.Handler) http.Handler {
	known := map[string]bool{"localhost": true, "127.0.0.1": true, "::1": true}
	for _, h := range hosts {
		known[strings.ToLower(h)] = true
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
		if !known[strings.ToLower(strings.Trim(host, "[]"))] {
			writeError(w, http.StatusMisdirectedRequest, graph.Errorf(graph.Invalid, "this server does not answer for the host that was asked"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// watched gives every request an id, its answer the headers that keep browsers careful, and the log a
// line. A panic becomes an internal error.
func watched(log *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		ctx := withRequestID(r.Context())
		h := w.Header()
		h.Set("X-Request-Id", RequestID(ctx))
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		seen := &statusWriter{ResponseWriter: w}
		defer func() {
			if p := recover(); p != nil {
				log.ErrorContext(ctx, "panic", "request", RequestID(ctx), "panic", p, "stack", string(debug.Stack()))
				if seen.status == 0 {
					writeError(seen, http.StatusInternalServerError, graph.Errorf(graph.Internal, "internal error, request %s", RequestID(ctx)))
				}
			}
			log.InfoContext(ctx, "request", "request", RequestID(ctx), "method", r.Method, "path", r.URL.Path,
				"status", seen.status, "ms", time.Since(start).Milliseconds())
		}()
		next.ServeHTTP(seen, r.WithContext(ctx))
	})
}

// statusWriter remembers the status that was written.
type statusWriter struct {
	http.ResponseWriter
	status int
}

// WriteHeader remembers the status.
func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Write remembers the status that a write without one implies.
func (w *statusWriter) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the writer below.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// writeError answers with an error in the shape of GraphQL's.
func writeError(w http.ResponseWriter, status int, err *graph.Error) {
	writeJSON(w, status, &Response{Errors: gqlerror.List{
		{Message: clip(err.Message), Extensions: map[string]any{"code": err.Code}}}})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
	}
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // a failing write means that the client has gone
}
