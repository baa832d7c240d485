package resolvers

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
)

// Metrics are what a server tells Prometheus of itself. No label takes a value that a client chooses.
type Metrics struct {
	registry   *prometheus.Registry
	requests   *prometheus.CounterVec   // route, status
	operations *prometheus.CounterVec   // type, outcome
	seconds    *prometheus.HistogramVec // type
	inFlight   prometheus.Gauge
	streams    *prometheus.GaugeVec     // transport
	calls      *prometheus.HistogramVec // call, outcome
}

// NewMetrics makes metrics that have counted nothing yet.
func NewMetrics() *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "crosswalk_http_requests_total",
			Help: "HTTP requests by route and status."}, []string{"route", "status"}),
		operations: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "crosswalk_graphql_operations_total",
			Help: "GraphQL operations by type and the code of their first error, ok without one."}, []string{"type", "outcome"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "crosswalk_graphql_operation_seconds",
			Help: "How long GraphQL operations took, subscriptions to their end.", Buckets: buckets}, []string{"type"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{Name: "crosswalk_graphql_operations_in_flight",
			Help: "GraphQL operations that run, subscriptions included."}),
		streams: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "crosswalk_streams",
			Help: "Connections that wait for events."}, []string{"transport"}),
		calls: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "crosswalk_store_call_seconds",
			Help: "How long calls of the store took, by the code of their error, ok without one.", Buckets: buckets}, []string{"call", "outcome"}),
	}
	m.registry.MustRegister(m.requests, m.operations, m.seconds, m.inFlight, m.streams, m.calls,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// buckets are bounds of durations, in seconds: from what an index answers to what a deadline ends.
var buckets = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 60}

// outcome is a code as a label.
func outcome(code graph.Code) string {
	if code == "" {
		return "ok"
	}
	return string(code)
}

// request counts a request; its route is the pattern that it met.
func (m *Metrics) request(route string, status int) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
}

// operation counts an operation and measures it; run gives the code of its first error.
func (m *Metrics) operation(kind ast.Operation, run func() graph.Code) {
	start := time.Now()
	m.inFlight.Inc()
	defer m.inFlight.Dec()
	code := run()
	m.operations.WithLabelValues(string(kind), outcome(code)).Inc()
	m.seconds.WithLabelValues(string(kind)).Observe(time.Since(start).Seconds())
}

// stream counts a connection until it has ended.
func (m *Metrics) stream(transport string) (ended func()) {
	g := m.streams.WithLabelValues(transport)
	g.Inc()
	return g.Dec
}

// metrics tells them, and the revision, in the text format.
func (s *server) metrics(w http.ResponseWriter, r *http.Request) {
	if err := auth.Require(r.Context(), auth.Read); err != nil {
		s.turnAway(w, r, err)
		return
	}
	now := prometheus.NewRegistry()
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	if revision, err := s.exec.resolver.Graph.Revision(ctx); err == nil {
		g := prometheus.NewGauge(prometheus.GaugeOpts{Name: "crosswalk_revision", Help: "The graph's revision; absent while the store does not answer."})
		g.Set(float64(revision))
		now.MustRegister(g)
	}
	promhttp.HandlerFor(prometheus.Gatherers{s.counts.registry, now}, promhttp.HandlerOpts{DisableCompression: true}).ServeHTTP(w, r)
}

// Store gives a store whose calls are measured.
func (m *Metrics) Store(s graph.Store) graph.Store { return &measuredStore{s, m.calls} }

// A measuredStore measures the calls of a store.
type measuredStore struct {
	graph.Store
	calls *prometheus.HistogramVec
}

// timed makes a call.
func timed[T any](s *measuredStore, call string, f func() (T, error)) (T, error) {
	start := time.Now()
	v, err := f()
	s.calls.WithLabelValues(call, outcome(graph.CodeOf(err))).Observe(time.Since(start).Seconds())
	return v, err
}

// Apply measures the store's; so do the others.
func (s *measuredStore) Apply(ctx context.Context, bs []graph.Batch) (graph.Change, error) {
	return timed(s, "apply", func() (graph.Change, error) { return s.Store.Apply(ctx, bs) })
}

func (s *measuredStore) Nodes(ctx context.Context, ids []graph.ID, w graph.Want) ([]graph.Node, error) {
	return timed(s, "nodes", func() ([]graph.Node, error) { return s.Store.Nodes(ctx, ids, w) })
}

func (s *measuredStore) Find(ctx context.Context, q graph.Query) (graph.NodePage, error) {
	return timed(s, "find", func() (graph.NodePage, error) { return s.Store.Find(ctx, q) })
}

func (s *measuredStore) Walk(ctx context.Context, q graph.StepQuery) ([]graph.Steps, error) {
	return timed(s, "walk", func() ([]graph.Steps, error) { return s.Store.Walk(ctx, q) })
}

func (s *measuredStore) Count(ctx context.Context, q graph.CountQuery) ([]graph.Group, error) {
	return timed(s, "count", func() ([]graph.Group, error) { return s.Store.Count(ctx, q) })
}

func (s *measuredStore) Search(ctx context.Context, q graph.TextQuery) ([]graph.Node, error) {
	return timed(s, "search", func() ([]graph.Node, error) { return s.Store.Search(ctx, q) })
}

func (s *measuredStore) History(ctx context.Context, q graph.HistoryQuery) ([]graph.Edition, error) {
	return timed(s, "history", func() ([]graph.Edition, error) { return s.Store.History(ctx, q) })
}

func (s *measuredStore) Revision(ctx context.Context) (uint64, error) {
	return timed(s, "revision", func() (uint64, error) { return s.Store.Revision(ctx) })
}
