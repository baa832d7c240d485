package resolvers

import (
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
)

// watched gives every request an id, its answer the headers that keep browsers careful, the log a line and
// the metrics a count. A panic becomes an internal error.
func (s *server) watched(routes *http.ServeMux, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		ctx := withRequest(r.Context(), hostPart(r.RemoteAddr))
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
				s.log.ErrorContext(ctx, "panic", "request", RequestID(ctx), "panic", p, "stack", string(debug.Stack()))
				if seen.status == 0 {
					writeError(seen, http.StatusInternalServerError, graph.Errorf(graph.Internal, "internal error, request %s", RequestID(ctx)))
				}
			}
			s.log.InfoContext(ctx, "request", "request", RequestID(ctx), "method", r.Method, "path", r.URL.Path,
				"status", seen.status, "ms", time.Since(start).Milliseconds())
			_, route := routes.Handler(r)
			s.counts.request(route, seen.status)
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

// knownHost refuses requests for a host that the server does not go by.
func (s *server) knownHost(next http.Handler) http.Handler {
	known := map[string]bool{"localhost": true, "127.0.0.1": true, "::1": true}
	for _, h := range s.Hosts {
		known[strings.ToLower(h)] = true
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !known[strings.ToLower(hostPart(r.Host))] {
			writeError(w, http.StatusMisdirectedRequest, graph.Errorf(graph.Invalid, "this server does not answer for the host that was asked"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// hostPart is an address without its port and brackets.
func hostPart(address string) string {
	if h, _, err := net.SplitHostPort(address); err == nil {
		return h
	}
	return strings.Trim(address, "[]")
}

// identified finds out who asks. What they may do is for those to say who know what it is.
func (s *server) identified(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		caller, err := s.Gate.Identify(r.Context(), credentials(r.Header.Get))
		if err != nil {
			s.turnAway(w, r, err)
			return
		}
		next.ServeHTTP(w, r.WithContext(auth.With(r.Context(), caller)))
	})
}

// credentials is the key or token that a request shows; "" for none.
func credentials(header func(string) string) string {
	if scheme, token, ok := strings.Cut(header("Authorization"), " "); ok && strings.EqualFold(scheme, "Bearer") {
		return strings.TrimSpace(token)
	}
	return header("X-API-Key")
}
