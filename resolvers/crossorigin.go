package resolvers

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
)

// What pages of other origins may send, and see of an answer.
const (
	corsHeaders = "Accept, Authorization, Content-Type, If-None-Match, X-API-Key"
	corsMethods = "GET, HEAD, POST"
	corsExposed = "ETag, Retry-After, X-Request-Id"
	corsMaxAge  = "600"
)

// ParseOrigin checks how a web page's origin is spelt. Errors: Invalid.
func ParseOrigin(s string) error {
	u, err := url.Parse(s)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || s != u.Scheme+"://"+strings.ToLower(u.Host) {
		return graph.Errorf(graph.Invalid, "%q is no origin of a web page: write it as browsers do, such as https://notes.example", s)
	}
	return nil
}

// crossOrigin lets pages of the listed origins use the API from a browser, and keeps all others from making
// somebody's browser change anything (CORS, and the check of Sec-Fetch-Site and Origin).
func (s *server) crossOrigin(next http.Handler) http.Handler {
	foreign := http.NewCrossOriginProtection()
	for _, origin := range s.Origins {
		_ = foreign.AddTrustedOrigin(origin) // one that is none is never sent
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		listed := slices.Contains(s.Origins, origin)
		h := w.Header()
		if len(s.Origins) > 0 {
			h.Add("Vary", "Origin")
		}
		if listed {
			h.Set("Access-Control-Allow-Origin", origin)
			h.Set("Access-Control-Expose-Headers", corsExposed)
			h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		}
		preflight := r.Method == http.MethodOptions && origin != "" && r.Header.Get("Access-Control-Request-Method") != ""
		switch {
		case preflight && listed:
			h.Set("Access-Control-Allow-Methods", corsMethods)
			h.Set("Access-Control-Allow-Headers", corsHeaders)
			h.Set("Access-Control-Max-Age", corsMaxAge)
			w.WriteHeader(http.StatusNoContent)
		case preflight || foreign.Check(r) != nil:
			s.turnAway(w, r, errForeign())
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// mayConnect tells whether a WebSocket may be opened: not from a page of another origin, unless it is listed.
// A browser asks no permission for one beforehand.
func (s *server) mayConnect(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	u, err := url.Parse(origin)
	return origin == "" || err == nil && strings.EqualFold(u.Host, r.Host) || slices.Contains(s.Origins, origin)
}

func errForeign() error {
	return graph.Errorf(auth.Forbidden, "pages of this origin may not use the server: list it with --cors-origin")
}
