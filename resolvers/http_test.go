package resolvers_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
	"github.com/crosswalk-graph/crosswalk/resolvers/model"
)

const (
	asJSON     = "application/json"
	asResponse = "application/graphql-response+json"
)

func newServer(t testing.TB, store graph.Store, log *slog.Logger) http.Handler {
	t.Helper()
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(store, graph.Limits{}), Questions: panicking{}, Log: log}, resolvers.Limits{})
	return resolvers.NewHandler(e, resolvers.HandlerOptions{Hosts: []string{"crosswalk.example"}})
}

// panicking are questions that break the program.
type panicking struct{}

func (panicking) List() []*model.Question { panic("secret of the catalogue") }

func (panicking) Ask(context.Context, string, map[string]any) (*model.Table, error) {
	return nil, errors.New("secret of the engine")
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// A call is an HTTP request and what must come of it.
type call struct {
	name, method, target string
	header               map[string]string
	body                 string
	status               int
	data                 bool // whether the answer has a data member
	code                 string
	allow                string
}

func body(query string) string {
	text, _ := json.Marshal(map[string]any{"query": query}) // text is always JSON
	return string(text)
}

func get(query string) string { return "/graphql?query=" + url.QueryEscape(query) }

func TestHTTPStatus(t *testing.T) {
	server := newServer(t, scene(t), quiet())
	for _, c := range httpCalls() {
		t.Run(c.name, func(t *testing.T) { c.check(t, server) })
	}
}

// httpCalls is the table of statuses (interfaces 3).
func httpCalls() []call {
	json := map[string]string{"Content-Type": "application/json", "Accept": asJSON}
	newer := map[string]string{"Content-Type": "application/json; charset=utf-8", "Accept": asResponse}
	const ok, bad, unknown = "{ stats { documents } }", "{ stats {", "{ nonsense }"
	return []call{
		{name: "query", header: json, body: body(ok), status: 200, data: true},
		{name: "query, newer", header: newer, body: body(ok), status: 200, data: true},
		{name: "query by GET", method: "GET", target: get(ok), header: map[string]string{"Accept": asJSON}, status: 200, data: true},
		{name: "null members", header: json, body: `{"query":"{ __typename }","variables":null,"operationName":null,"extensions":null,"more":[1]}`, status: 200, data: true},
		{name: "variables and name", header: json, body: `{"query":"query A { __typename } query B($id: ID!) { node(id: $id) { id } }","operationName":"B","variables":{"id":"x"}}`, status: 200, data: true},
		{name: "variables by GET", method: "GET", target: get("query ($id: ID!) { node(id: $id) { id } }") + "&variables=" + url.QueryEscape(`{"id":"x"}`), status: 200, data: true},
		{name: "field error, partial or null data", header: newer, body: body(`{ ask(name: "x") { complete } }`), status: 200, data: true, code: "INTERNAL"},

		{name: "syntax", header: json, body: body(bad), status: 200, code: "BAD_INPUT"},
		{name: "syntax, newer", header: newer, body: body(bad), status: 400, code: "BAD_INPUT"},
		{name: "validation", header: json, body: body(unknown), status: 200, code: "BAD_INPUT"},
		{name: "validation, newer", header: newer, body: body(unknown), status: 400, code: "BAD_INPUT"},
		{name: "variable missing", header: json, body: body("query ($id: ID!) { node(id: $id) { id } }"), status: 200, code: "BAD_INPUT"},
		{name: "variable missing, newer", header: newer, body: body("query ($id: ID!) { node(id: $id) { id } }"), status: 400, code: "BAD_INPUT"},
		{name: "operation unknown, newer", header: newer, body: `{"query":"query A { __typename }","operationName":"B"}`, status: 400, code: "BAD_INPUT"},
		{name: "no operation, newer", header: newer, body: body("fragment F on Query { __typename }"), status: 400, code: "BAD_INPUT"},
		{name: "mutation where nothing is written", header: newer, body: body(`mutation { removeDocument(id: "x") { revision } }`), status: 403, code: "FORBIDDEN"},
		{name: "subscription as one answer", header: json, body: body("subscription { revision }"), status: 200, code: "BAD_INPUT"},
		{name: "subscription as one answer, newer", header: newer, body: body("subscription { revision }"), status: 400, code: "BAD_INPUT"},
		{name: "upload where nothing is written", target: "/ingest?name=x", body: "x", status: 403, code: "FORBIDDEN"},
		{name: "over a limit, newer", header: newer, body: body("{ " + strings.Repeat("stats { documents } ", 600) + "}"), status: 422, code: "LIMIT"},

		{name: "over the cost", header: json, body: body(nested(3)), status: 200, code: "LIMIT"},
		{name: "over the cost, newer", header: newer, body: body(nested(3)), status: 422, code: "LIMIT"},

		{name: "no JSON", header: json, body: "{", status: 400, code: "BAD_INPUT"},
		{name: "no JSON, newer", header: newer, body: "{", status: 400, code: "BAD_INPUT"},
		{name: "something behind", header: json, body: body(ok) + "x", status: 400, code: "BAD_INPUT"},
		{name: "batch", header: json, body: "[" + body(ok) + "]", status: 400, code: "BAD_INPUT"},
		{name: "null body", header: json, body: "null", status: 400, code: "BAD_INPUT"},
		{name: "empty body", header: json, body: "", status: 400, code: "BAD_INPUT"},
		{name: "query missing", header: json, body: "{}", status: 400, code: "BAD_INPUT"},
		{name: "query missing by GET", method: "GET", target: "/graphql", status: 400, code: "BAD_INPUT"},
		{name: "query no text", header: json, body: `{"query":{}}`, status: 400, code: "BAD_INPUT"},
		{name: "name no text", header: json, body: `{"query":"{ __typename }","operationName":1}`, status: 400, code: "BAD_INPUT"},
		{name: "variables no object", header: json, body: `{"query":"{ __typename }","variables":"x"}`, status: 400, code: "BAD_INPUT"},
		{name: "variables no JSON by GET", method: "GET", target: get(ok) + "&variables=x", status: 400, code: "BAD_INPUT"},
		{name: "extensions no object", header: json, body: `{"query":"{ __typename }","extensions":[]}`, status: 400, code: "BAD_INPUT"},

		{name: "type missing", header: map[string]string{}, body: body(ok), status: 415, code: "BAD_INPUT"},
		{name: "type of a form", header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}, body: "query=x", status: 415, code: "BAD_INPUT"},
		{name: "type of text", header: map[string]string{"Content-Type": "text/plain"}, body: body(ok), status: 415, code: "BAD_INPUT"},
		{name: "other charset", header: map[string]string{"Content-Type": "application/json; charset=latin1"}, body: body(ok), status: 415, code: "BAD_INPUT"},
		{name: "wants a page", header: map[string]string{"Content-Type": asJSON, "Accept": "text/html"}, body: body(ok), status: 406, code: "BAD_INPUT"},
		{name: "wants nothing", header: map[string]string{"Content-Type": asJSON, "Accept": "application/json;q=0"}, body: body(ok), status: 406, code: "BAD_INPUT"},
		{name: "mutation by GET", method: "GET", target: get("mutation { x }"), status: 405, code: "BAD_INPUT", allow: "POST"},
		{name: "PUT", method: "PUT", header: json, body: body(ok), status: 405, code: "BAD_INPUT", allow: "GET, HEAD, POST, OPTIONS"},
		{name: "OPTIONS", method: "OPTIONS", status: 204, allow: "GET, HEAD, POST, OPTIONS"},
		{name: "OPTIONS of an upload", method: "OPTIONS", target: "/ingest", status: 204, allow: "POST, OPTIONS"},
		{name: "HEAD", method: "HEAD", target: get(ok), status: 200},
		{name: "HEAD of a mutation", method: "HEAD", target: get("mutation { x }"), status: 405, allow: "POST"},
		{name: "subscription by GET", method: "GET", target: get("subscription { revision }"), status: 405, code: "BAD_INPUT", allow: "POST"},
		{name: "large body", header: json, body: body("{ __typename } #" + strings.Repeat("x", 1<<20)), status: 413, code: "LIMIT"},

		{name: "strange host", header: map[string]string{"Host": "evil.example", "Content-Type": asJSON}, body: body(ok), status: 421, code: "BAD_INPUT"},
		{name: "configured host", header: map[string]string{"Host": "CROSSWALK.example:8080", "Content-Type": asJSON}, body: body(ok), status: 200, data: true},
		{name: "IPv6 host", header: map[string]string{"Host": "[::1]:8080", "Content-Type": asJSON}, body: body(ok), status: 200, data: true},
		{name: "IPv6 host without port", header: map[string]string{"Host": "[::1]", "Content-Type": asJSON}, body: body(ok), status: 200, data: true},

		{name: "alive", method: "GET", target: "/healthz", status: 200},
		{name: "ready", method: "GET", target: "/readyz", status: 200},
		{name: "alive by POST", target: "/healthz", status: 405, code: "BAD_INPUT", allow: "GET, HEAD, OPTIONS"},
		{name: "page", method: "GET", target: "/", status: 200},
		{name: "nowhere", method: "GET", target: "/nowhere", status: 404, code: "NOT_FOUND"},
		{name: "panic", header: newer, body: body("{ questions { name } }"), status: 200, data: true, code: "INTERNAL"},
	}
}

// send sends the call; method, target and host have defaults.
func (c *call) send(server http.Handler) *httptest.ResponseRecorder {
	method, target := c.method, c.target
	if method == "" {
		method = http.MethodPost
	}
	if target == "" {
		target = "/graphql"
	}
	r := httptest.NewRequest(method, target, strings.NewReader(c.body))
	r.Host = "127.0.0.1:8080"
	for k, v := range c.header {
		r.Header.Set(k, v)
	}
	if h := r.Header.Get("Host"); h != "" {
		r.Host = h
	}
	w := httptest.NewRecorder()
	server.ServeHTTP(w, r)
	return w
}

func (c *call) check(t *testing.T, server http.Handler) {
	w := c.send(server)
	if w.Code != c.status {
		t.Errorf("status %d, want %d: %s", w.Code, c.status, w.Body)
	}
	if got := w.Header().Get("Allow"); got != c.allow {
		t.Errorf("Allow: %q, want %q", got, c.allow)
	}
	for _, name := range []string{"X-Request-Id", "X-Content-Type-Options", "Content-Security-Policy", "Referrer-Policy", "Cache-Control"} {
		if w.Header().Get(name) == "" {
			t.Errorf("header %s is missing", name)
		}
	}
	if w.Header().Get("Access-Control-Allow-Origin") != "" {
		t.Error("another origin may read the answer")
	}
	if c.code == "" && !c.data {
		return
	}
	var answer struct {
		Data   json.RawMessage
		Errors []struct {
			Message    string
			Extensions struct{ Code string }
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	if got := answer.Data != nil; got != c.data {
		t.Errorf("has data %v, want %v: %s", got, c.data, w.Body)
	}
	code := ""
	if len(answer.Errors) > 0 {
		code = answer.Errors[0].Extensions.Code
	}
	if code != c.code {
		t.Errorf("code %q, want %q: %s", code, c.code, w.Body)
	}
	if strings.Contains(w.Body.String(), "secret") || strings.Contains(w.Body.String(), ".go:") {
		t.Errorf("the answer tells what it must not: %s", w.Body)
	}
}

func TestMediaTypes(t *testing.T) {
	server := newServer(t, scene(t), quiet())
	for accept, want := range map[string]string{
		"":                                    asJSON,
		"*/*":                                 asJSON,
		"application/*;q=0.5":                 asJSON,
		asJSON:                                asJSON,
		asResponse:                            asResponse,
		asResponse + ", " + asJSON + ";q=0.9": asResponse,
		asResponse + ";q=0.1, " + asJSON:      asJSON,
		"text/html, " + asResponse + "; charset=UTF-8": asResponse,
		asJSON + ";q=x, " + asResponse + ";q=0.2":      asResponse,
	} {
		c := call{header: map[string]string{"Content-Type": asJSON}, body: body("{ __typename }")}
		if accept != "" {
			c.header["Accept"] = accept
		}
		if got := c.send(server).Header().Get("Content-Type"); got != want+"; charset=utf-8" {
			t.Errorf("Accept %q: %q, want %q", accept, got, want)
		}
	}
}

// failing is a store whose walks fail, for a reason that callers must not learn.
type failing struct{ graph.Store }

func (failing) Walk(context.Context, graph.StepQuery) ([]graph.Steps, error) {
	return nil, errors.New("secret: disk sda3 is on fire")
}

func (failing) Revision(context.Context) (uint64, error) {
	return 0, graph.Errorf(graph.Unavailable, "secret: no route to db7")
}

func TestInternalErrorsAreToldByRequest(t *testing.T) {
	var log bytes.Buffer
	server := newServer(t, failing{scene(t)}, slog.New(slog.NewTextHandler(&log, nil)))
	w := (&call{header: map[string]string{"Content-Type": asJSON},
		body: body(`{ node(id: "object:` + quillRun + `/MEM-OBJ-card") { label ... on Record { partOf { id } } } }`)}).send(server)
	id := w.Header().Get("X-Request-Id")
	want := `{"errors":[{"message":"internal error, request ` + id + `","path":["node","partOf"],"locations":[{"line":1,"column":88}],` +
		`"extensions":{"code":"INTERNAL"}}],"data":{"node":{"label":"Index card","partOf":null}},"extensions":{"cost":{"cost":4,"limit":250000}}}`
	if got := strings.TrimSpace(w.Body.String()); got != want {
		t.Errorf("answer\n%s\nwant\n%s", got, want)
	}
	for _, part := range []string{id, "disk sda3 is on fire", "node.partOf", "status=200", "path=/graphql"} {
		if !strings.Contains(log.String(), part) {
			t.Errorf("the log does not say %q:\n%s", part, &log)
		}
	}
}

func TestReadinessAsksTheStore(t *testing.T) {
	var log bytes.Buffer
	server := newServer(t, failing{scene(t)}, slog.New(slog.NewTextHandler(&log, nil)))
	c := call{method: "GET", target: "/readyz", status: 503, code: "UNAVAILABLE"}
	c.check(t, server)
	if !strings.Contains(log.String(), "no route to db7") {
		t.Errorf("the log does not say why: %s", &log)
	}
}

// waiting is a store whose lists come when the caller has gone.
type waiting struct {
	graph.Store
	gone chan error
}

func (s waiting) Find(ctx context.Context, _ graph.Query) (graph.NodePage, error) {
	<-ctx.Done()
	s.gone <- ctx.Err()
	return graph.NodePage{}, ctx.Err()
}

func TestDeadlineReachesTheStore(t *testing.T) {
	store := waiting{scene(t), make(chan error, 1)}
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(store, graph.Limits{}), Log: quiet()}, resolvers.Limits{Timeout: 20 * time.Millisecond})
	answer := e.Run(t.Context(), resolvers.Request{Query: `{ routes(runs: ALL) { nodes { id } } }`})
	if answer.Code() != graph.Deadline {
		t.Errorf("code %q, want %q", answer.Code(), graph.Deadline)
	}
	if err := <-store.gone; !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the store was stopped by %v", err)
	}
}

func TestACallerThatHasGone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(scene(t), graph.Limits{}), Log: quiet()}, resolvers.Limits{})
	if got := e.Run(ctx, resolvers.Request{Query: `{ __typename }`}).Code(); got != graph.Deadline {
		t.Errorf("code %q, want %q", got, graph.Deadline)
	}
}

// FuzzTransport: whatever comes in, a JSON answer with a status of the table goes out.
func FuzzTransport(f *testing.F) {
	server := newServer(f, scene(f), quiet())
	f.Add("POST", "", asJSON, asResponse, body("{ stats { nodes } }"))
	f.Add("GET", "query=%7B__typename%7D&variables=%7B%7D", "", "*/*", "")
	f.Add("POST", "", asJSON, "", `{"query":"query ($w: RouteFilter) { routes(where: $w) { totalCount } }","variables":{"w":{"not":{"line":{"eq":1.5}}}}}`)
	f.Fuzz(func(t *testing.T, method, query, contentType, accept, body string) {
		r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(body))
		r.Method, r.URL.RawQuery, r.Host = method, query, "localhost"
		r.Header.Set("Content-Type", contentType)
		r.Header.Set("Accept", accept)
		w := httptest.NewRecorder()
		server.ServeHTTP(w, r)
		if !json.Valid(w.Body.Bytes()) {
			t.Errorf("status %d, no JSON: %q", w.Code, w.Body)
		}
		if w.Code >= http.StatusInternalServerError {
			t.Errorf("status %d: %s", w.Code, w.Body)
		}
	})
}
