package resolvers_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

// TestHostileClients sends what hostile clients send (bar 3.3) to a real server: each is refused, in few words, at once.
func TestHostileClients(t *testing.T) {
	s := serve(t, reading(t), resolvers.Limits{}, resolvers.HandlerOptions{})
	around := strings.Repeat("fields { type { ", 8)
	for _, c := range []struct {
		name, body string
		status     int
		code       graph.Code
	}{
		{"101 aliases", body("{ " + aliases(101) + "}"), 422, graph.Limit},
		{"a field 600 times", body("{ stats { " + strings.Repeat("nodes ", 600) + "} }"), 422, graph.Limit},
		{"a batch", "[" + strings.Repeat(body("{ __typename }")+",", 9) + body("{ __typename }") + "]", 400, graph.Invalid},
		{"directives nobody knows", body("{ __typename " + strings.Repeat("@aa ", 70) + "}"), 400, graph.Invalid},
		{"more directives than are allowed", body("{ __typename " + strings.Repeat("@skip(if: false) ", 200) + "}"), 422, graph.Limit},
		{"introspection in circles", body("{ __schema { types { " + around + "name " + strings.Repeat("} } ", 8) + "} } }"), 400, graph.Invalid},
		{"fragments in a circle", body("{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }"), 400, graph.Invalid},
		{"depth 200", body("{ node(id: \"x\") { ... on Record { " + strings.Repeat("partOf { ", 200) + "id" + strings.Repeat(" }", 202) + " }"), 422, graph.Limit},
		{"5 MiB", body("{ __typename } #" + strings.Repeat("x", 5<<20)), 413, graph.Limit},
		{"bad JSON", `{"query":"{ secretword }"`, 400, graph.Invalid},
		{"large variables", `{"query":"query ($ids: [ID!]!) { nodes(ids: $ids) { id } }","variables":{"ids":[` + strings.Repeat(`"x",`, 200_000) + `"x"]}}`, 200, graph.Limit},
		{"nested variables", `{"query":"query ($w: RouteFilter) { routes(where: $w) { totalCount } }","variables":{"w":` + strings.Repeat(`{"not":`, 5000) + "null" + strings.Repeat("}", 5002), 200, graph.Limit},
	} {
		start := time.Now()
		answer, text := s.ask("POST", "/graphql", c.body, "Accept", asResponse)
		var said struct {
			Errors []struct {
				Message    string
				Extensions map[string]any
			}
		}
		if err := json.Unmarshal([]byte(text), &said); err != nil || len(said.Errors) == 0 || answer.status != c.status || said.Errors[0].Extensions["code"] != string(c.code) {
			t.Errorf("%s: %d %.300s; want %d and %s", c.name, answer.status, text, c.status, c.code)
			continue
		}
		if len(text) > 20_000 || len(said.Errors) > 20 || strings.Contains(text, "secretword") || strings.Contains(text, ".go:") {
			t.Errorf("%s: the answer says too much: %.300s", c.name, text)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s took %s", c.name, took)
		}
	}
}

// TestMetrics: what clients choose is in no label.
func TestMetrics(t *testing.T) {
	m := resolvers.NewMetrics()
	r := resolvers.Resolver{Graph: graph.New(m.Store(scene(t)), graph.Limits{})}
	s := serve(t, r, resolvers.Limits{}, resolvers.HandlerOptions{Metrics: m})
	s.expect(200, "documents", "POST", "/graphql", body("query Chosen { chosen: stats { documents } }"))
	s.expect(400, "BAD_INPUT", "POST", "/graphql", body("{ chosen }"), "Accept", asResponse)
	s.expect(403, "errors", "POST", "/graphql", body("mutation { chosen }"), "X-Chosen", "1")
	for i := range 20 {
		s.expect(404, "NOT_FOUND", "GET", fmt.Sprintf("/chosen/%d", i), "")
	}
	_, text := s.ask("GET", "/metrics", "")
	for _, line := range []string{
		`crosswalk_graphql_operations_total{outcome="ok",type="query"} 1`,
		`crosswalk_graphql_operations_total{outcome="BAD_INPUT",type="query"} 1`,
		`crosswalk_http_requests_total{route="/",status="404"} 20`,
		`crosswalk_http_requests_total{route="/graphql",status="200"} 1`,
		`crosswalk_graphql_operations_in_flight 0`,
		`crosswalk_revision 1`,
		`crosswalk_store_call_seconds_count{call="count",outcome="ok"}`,
		`go_goroutines`,
	} {
		if !strings.Contains(text, line) {
			t.Errorf("the metrics do not tell %s", line)
		}
	}
	if strings.Contains(text, "hosen") {
		t.Error("what a client chose is in the metrics")
	}
	s = serve(t, r, resolvers.Limits{}, resolvers.HandlerOptions{})
	s.expect(404, "NOT_FOUND", "GET", "/metrics", "")
}

// TestSlowReadersAreCutOff: who asks for much and takes nothing keeps no room for it.
func TestSlowReadersAreCutOff(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for the time that a client has")
	}
	t.Parallel()
	s := serve(t, reading(t), resolvers.Limits{}, resolvers.HandlerOptions{RequestsOfCaller: 1})
	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	const asked = 400
	large := body("{ kinds { kind description properties { name description } outgoing { type inverse } incoming { type inverse } } }")
	request := fmt.Sprintf("POST /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(large), large)
	if _, err := io.WriteString(conn, strings.Repeat(request, asked)); err != nil {
		t.Fatal(err)
	}
	time.Sleep(13 * time.Second)
	s.expect(200, "documents", "POST", "/graphql", body(tellDocuments)) // the room is free again
	answered := 0
	for in := bufio.NewReader(conn); ; answered++ {
		answer, err := http.ReadResponse(in, nil)
		if err != nil {
			break
		}
		_, err = io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
		if err != nil {
			break
		}
	}
	if answered == 0 || answered == asked {
		t.Errorf("%d of %d answers came: the client was not cut off", answered, asked)
	}
}
