package resolvers

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
)

// HandlerOptions say how the API is served. The zero value serves this machine, to read.
type HandlerOptions struct {
	// Hosts are the names, without port, under which the server may be addressed besides localhost,
	// 127.0.0.1 and ::1. A request for any other is refused, so that no web page can reach the server
	// through a name of its own that it points here.
	Hosts []string
	// Origins are the web pages that may use the API from a browser, as browsers spell them: SCHEME://HOST[:PORT].
	Origins []string
	// Gate tells who asks and what they may do; nil: whoever reaches the server may read.
	Gate *auth.Gate

	// Documents can be asked for by id, and as "sha256:" and the hash of their text in hexadecimal. With
	// OnlyDocuments no other is run.
	Documents     map[string]string
	OnlyDocuments bool

	MaxBody   int64 // bytes of a query's body; 0: 1 MiB
	MaxUpload int64 // bytes of a document for /ingest; 0: 32 MiB

	Requests         int // that run at once; 0: 64
	RequestsOfCaller int // of these, of one caller; 0: 16
	Streams          int // connections that wait for events at once, and subscriptions; 0: 200
	StreamsOfCaller  int // of these, of one caller; 0: 20

	Heartbeat time.Duration   // between signs of life on a stream; 0: 15 s
	Stop      context.Context // streams are ended when it ends; nil: they are not
	Metrics   *Metrics        // what /metrics tells; nil: there is no /metrics
}

func (o HandlerOptions) orDefault() HandlerOptions {
	if o.Gate == nil {
		o.Gate = &auth.Gate{Anonymous: auth.Read}
	}
	o.MaxBody = cmp.Or(o.MaxBody, 1<<20)
	o.MaxUpload = cmp.Or(o.MaxUpload, 32<<20)
	o.Requests = cmp.Or(o.Requests, 64)
	o.RequestsOfCaller = cmp.Or(o.RequestsOfCaller, 16)
	o.Streams = cmp.Or(o.Streams, 200)
	o.StreamsOfCaller = cmp.Or(o.StreamsOfCaller, 20)
	o.Heartbeat = cmp.Or(o.Heartbeat, 15*time.Second)
	if o.Stop == nil {
		o.Stop = context.Background()
	}
	return o
}

// A server is what the handlers of one address share.
type server struct {
	HandlerOptions
	exec      *Executor
	log       *slog.Logger
	documents *documents
	requests  *turns
	streams   *turns
	counts    *Metrics
}

// readyTimeout bounds how long /readyz waits for the store.
const readyTimeout = 2 * time.Second

// NewHandler serves an Executor over HTTP (interfaces 3). It answers in JSON, errors included, and tells no
// cause of an internal error but the request id, which stands in the log. The http.Server around it needs a
// WriteTimeout, which the handler moves while it answers.
func NewHandler(e *Executor, o HandlerOptions) http.Handler {
	o = o.orDefault()
	s := &server{HandlerOptions: o, exec: e, log: e.resolver.Log, documents: newDocuments(o.Documents, o.OnlyDocuments),
		requests: newTurns("requests", o.Requests, o.RequestsOfCaller, queueTime),
		streams:  newTurns("streams", o.Streams, o.StreamsOfCaller, 0),
		counts:   cmp.Or(o.Metrics, NewMetrics())}
	mux := http.NewServeMux()
	mux.HandleFunc("/graphql", s.graphql)
	mux.HandleFunc("/ingest", s.ingest)
	mux.Handle("/healthz", readOnly(s.alive))
	mux.Handle("/readyz", readOnly(s.ready))
	if o.Metrics != nil {
		mux.Handle("/metrics", readOnly(s.metrics))
	}
	mux.Handle("/{$}", readOnly(index))
	mux.HandleFunc("/", nowhere)
	// In the order in which a request meets them.
	return s.watched(mux, s.knownHost(s.crossOrigin(compressed(s.identified(mux)))))
}

// alive tells that the process is.
func (s *server) alive(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]any{"alive": true})
}

// ready tells whether the store answers.
func (s *server) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	revision, err := s.exec.resolver.Graph.Revision(ctx)
	if err != nil {
		s.log.WarnContext(ctx, "not ready", "request", RequestID(ctx), "error", err)
		writeError(w, http.StatusServiceUnavailable, graph.Errorf(graph.Unavailable, "the store does not answer"))
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{"ready": true, "revision": revision})
}

// index names what there is to ask.
func index(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprint(w, "Crosswalk\n\n"+
		"POST /graphql   the API; GET works for queries, server-sent events and WebSocket for subscriptions, too\n"+
		"POST /ingest    loads the document in the body, where that is allowed\n"+
		"GET  /healthz   whether the server is alive\n"+
		"GET  /readyz    whether its store answers\n"+
		"GET  /metrics   what it does, for Prometheus\n")
}

// nowhere answers for everything else.
func nowhere(w http.ResponseWriter, r *http.Request) {
	writeError(w, http.StatusNotFound, graph.Errorf(graph.NotFound, "there is nothing at %s", r.URL.Path))
}

// readOnly refuses every method but those that read.
func readOnly(h http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if allowed(w, r, http.MethodGet, http.MethodHead) {
			h(w, r)
		}
	})
}
