package resolvers_test

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
)

// A served is a real server on a port of this machine, and how to ask it.
type served struct {
	*httptest.Server
	t *testing.T
}

// serve serves a store as the command does.
func serve(t *testing.T, r resolvers.Resolver, limits resolvers.Limits, o resolvers.HandlerOptions) *served {
	t.Helper()
	if r.Log == nil {
		r.Log = quiet()
	}
	server := httptest.NewUnstartedServer(resolvers.NewHandler(resolvers.New(r, limits), o))
	server.Config.WriteTimeout, server.Config.ReadTimeout = time.Minute, 30*time.Second
	server.Start()
	t.Cleanup(server.Close)
	return &served{server, t}
}

// reading is a resolver of the four documents.
func reading(t *testing.T) resolvers.Resolver {
	return resolvers.Resolver{Graph: graph.New(scene(t), graph.Limits{})}
}

// A reply is what an answer says of its body.
type reply struct {
	status int
	header http.Header
}

// ask sends a request with headers, given in pairs, and gives the answer with its body, as it came.
func (s *served) ask(method, target, body string, headers ...string) (reply, string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.URL+target, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", asJSON)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := (&http.Client{Transport: &http.Transport{DisableCompression: true, DisableKeepAlives: true}}).Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return reply{answer.StatusCode, answer.Header}, string(text)
}

// expect sends a request and checks the status and a part of the body.
func (s *served) expect(status int, part, method, target, body string, headers ...string) reply {
	s.t.Helper()
	answer, text := s.ask(method, target, body, headers...)
	if answer.status != status || !strings.Contains(text, part) {
		s.t.Errorf("%s %s %s %v: %d %s; want %d and %q", method, target, body, headers, answer.status, text, status, part)
	}
	return answer
}

const tellDocuments = "{ stats { documents } }"

// newKey makes a key of a ring.
func newKey(t *testing.T, name string, rights auth.Rights, expires *time.Time) (auth.Key, string) {
	t.Helper()
	k, secret, err := auth.NewKey(name, rights, time.Now(), expires)
	if err != nil {
		t.Fatal(err)
	}
	return k, secret
}

// locked gives a gate of these keys, and their file.
func locked(t *testing.T, keys ...auth.Key) (*auth.Gate, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "keys.json")
	if err := auth.WriteKeys(path, keys); err != nil {
		t.Fatal(err)
	}
	ring, err := auth.OpenKeyring(path, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return &auth.Gate{Keys: ring}, path
}

func TestKeysOpenTheServer(t *testing.T) {
	reader, read := newKey(t, "reader", auth.Read, nil)
	writer, write := newKey(t, "writer", auth.Write, nil)
	past := time.Now().Add(-time.Hour)
	old, over := newKey(t, "old", auth.All, &past)
	gate, path := locked(t, reader, writer, old)
	s := serve(t, reading(t), resolvers.Limits{}, resolvers.HandlerOptions{Gate: gate, Metrics: resolvers.NewMetrics()})
	query := body(tellDocuments)
	if got := s.expect(401, `"code":"UNAUTHENTICATED"`, "POST", "/graphql", query).header.Get("WWW-Authenticate"); !strings.HasPrefix(got, "Bearer") {
		t.Errorf("WWW-Authenticate: %q", got)
	}
	s.expect(200, `"documents":4`, "POST", "/graphql", query, "Authorization", "Bearer "+read)
	s.expect(200, `"documents":4`, "POST", "/graphql", query, "Authorization", "bearer "+read)
	s.expect(200, `"documents":4`, "GET", get(tellDocuments), "", "X-API-Key", read)
	s.expect(403, `"code":"FORBIDDEN"`, "POST", "/graphql", query, "X-API-Key", write)
	s.expect(401, "over since", "POST", "/graphql", query, "X-API-Key", over)
	s.expect(401, "unknown", "POST", "/graphql", query, "X-API-Key", read+"0")
	s.expect(401, "unknown", "POST", "/graphql", query, "Authorization", "Bearer nonsense")
	s.expect(401, "UNAUTHENTICATED", "POST", "/graphql", query, "Authorization", "Basic "+read)
	s.expect(401, "UNAUTHENTICATED", "POST", "/graphql", query, "Accept", "text/event-stream")
	s.expect(401, "UNAUTHENTICATED", "GET", "/metrics", "")
	s.expect(200, "crosswalk_revision 1", "GET", "/metrics", "", "X-API-Key", read)
	s.expect(200, "ready", "GET", "/readyz", "")

	// Keys are worthless as soon as they are revoked, and everybody's is when the file cannot be read.
	if err := auth.WriteKeys(path, []auth.Key{writer}); err != nil {
		t.Fatal(err)
	}
	s.expect(401, "unknown", "POST", "/graphql", query, "X-API-Key", read)
	writeFile(t, path, "keys: [{id: x")
	answer, text := s.ask("POST", "/graphql", query, "X-API-Key", write)
	if answer.status != 503 || strings.Contains(text, path) {
		t.Errorf("with a broken file of keys: %d %s", answer.status, text)
	}
}

func TestOtherOrigins(t *testing.T) {
	s := serve(t, reading(t), resolvers.Limits{}, resolvers.HandlerOptions{Origins: []string{"https://notes.example"}})
	const listed, other = "https://notes.example", "https://evil.example"
	query := body(tellDocuments)

	got := s.expect(204, "", "OPTIONS", "/graphql", "", "Origin", listed, "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "content-type,authorization").header
	for name, want := range map[string]string{"Access-Control-Allow-Origin": listed, "Access-Control-Allow-Methods": "POST", "Access-Control-Allow-Headers": "Authorization"} {
		if !strings.Contains(got.Get(name), want) {
			t.Errorf("%s: %q", name, got.Get(name))
		}
	}
	if got.Get("Access-Control-Allow-Credentials") != "" {
		t.Error("credentials of the browser are let in")
	}
	if got := s.expect(200, `"documents":4`, "POST", "/graphql", query, "Origin", listed, "Sec-Fetch-Site", "cross-site").header; got.Get("Access-Control-Allow-Origin") != listed || !strings.Contains(strings.Join(got.Values("Vary"), ","), "Origin") {
		t.Errorf("a listed origin: %v", got)
	}
	// A page of the same host sends its origin, too.
	s.expect(200, `"documents":4`, "POST", "/graphql", query, "Origin", s.URL)

	for _, method := range []string{"OPTIONS", "POST"} {
		got := s.expect(403, "FORBIDDEN", method, "/graphql", query, "Origin", other, "Access-Control-Request-Method", "POST", "Sec-Fetch-Site", "cross-site").header
		if got.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: another origin may read: %v", method, got)
		}
	}
	s.expect(403, "FORBIDDEN", "POST", "/ingest?name=x", "x", "Origin", "null")
	if got := s.expect(200, "", "GET", get(tellDocuments), "", "Origin", other).header; got.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("another origin may read: %v", got)
	}
}

func TestParseOrigin(t *testing.T) {
	for origin, ok := range map[string]bool{"https://notes.example": true, "http://localhost:3000": true, "https://notes.example/": false,
		"notes.example": false, "*": false, "null": false, "https://Notes.example": false, "https://notes.example/page": false, "ftp://notes.example": false} {
		if got := resolvers.ParseOrigin(origin) == nil; got != ok {
			t.Errorf("%s is an origin: %v, want %v", origin, got, ok)
		}
	}
}

func TestCompression(t *testing.T) {
	s := serve(t, reading(t), resolvers.Limits{}, resolvers.HandlerOptions{})
	large, small := body("{ kinds { kind description } relationshipTypes { type inverse } }"), body(tellDocuments)
	_, plain := s.ask("POST", "/graphql", large)
	if len(plain) < 2000 {
		t.Fatalf("the large answer has %d bytes", len(plain))
	}
	for _, c := range []struct {
		accept, body string
		packed       bool
	}{
		{"gzip", large, true}, {"br, gzip;q=0.5", large, true}, {"*", large, true}, {"GZIP ; q=0.1", large, true},
		{"", large, false}, {"br", large, false}, {"gzip;q=0", large, false}, {"gzip;q=x", large, false},
		{"gzip;q=0.4, identity;q=0.5", large, false}, {"gzip, *;q=0", large, true}, {"gzip", small, false},
	} {
		answer, text := s.ask("POST", "/graphql", c.body, "Accept-Encoding", c.accept)
		if got := answer.header.Get("Content-Encoding") == "gzip"; got != c.packed {
			t.Errorf("Accept-Encoding %q: packed %v", c.accept, got)
		}
		if !strings.Contains(strings.Join(answer.header.Values("Vary"), ","), "Accept-Encoding") {
			t.Errorf("Vary: %v", answer.header.Values("Vary"))
		}
		if !c.packed {
			continue
		}
		z, err := gzip.NewReader(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(z); err != nil || string(text) != plain {
			t.Errorf("Accept-Encoding %q: unpacked it is something else (%v)", c.accept, err)
		}
		if 2*len(text) > len(plain) {
			t.Errorf("packed it has %d bytes of %d", len(text), len(plain))
		}
	}
	if answer, _ := s.ask("POST", "/graphql", body("{"), "Accept-Encoding", "gzip", "Accept", asResponse); answer.status != 400 {
		t.Errorf("a refusal has status %d", answer.status)
	}
}

func TestEntityTags(t *testing.T) {
	r := reading(t)
	s := serve(t, r, resolvers.Limits{}, resolvers.HandlerOptions{})
	query := get(tellDocuments)
	first := s.expect(200, `"documents":4`, "GET", query, "")
	tag := first.header.Get("ETag")
	if tag == "" || first.header.Get("Cache-Control") != "private, no-cache" {
		t.Fatalf("%v", first.header)
	}
	again, text := s.ask("GET", query, "", "If-None-Match", `"x", `+tag)
	if again.status != 304 || text != "" || again.header.Get("ETag") != tag {
		t.Errorf("asked again: %d %q %v", again.status, text, again.header)
	}
	s.expect(304, "", "HEAD", query, "", "If-None-Match", strings.TrimPrefix(tag, "W/"))
	s.expect(200, "documents", "GET", get("{ stats { documents nodes } }"), "", "If-None-Match", tag)
	s.expect(200, "documents", "GET", query+"&variables=%7B%22a%22:1%7D", "", "If-None-Match", tag)
	s.expect(200, "documents", "GET", query, "", "If-None-Match", tag, "Accept", asResponse)

	// What can change without a revision has none, nor has what went wrong.
	for _, query := range []string{"{ ingests { totalCount } }", `{ history { totalCount } }`, `{ node(id: "ingest:x") { id } }`, "{ nothing }", `{ routes(first: 501) { totalCount } }`} {
		if got := s.expect(200, "{", "GET", get(query), "").header.Get("ETag"); got != "" {
			t.Errorf("%s has tag %s", query, got)
		}
	}
	if got := s.expect(200, "documents", "POST", "/graphql", body(tellDocuments)).header.Get("ETag"); got != "" {
		t.Errorf("POST has tag %s", got)
	}

	origins, err := r.Graph.Origins(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Graph.Apply(t.Context(), []graph.Batch{{Origin: graph.Origin{Location: origins[0].Origin.Location}}}); err != nil {
		t.Fatal(err)
	}
	s.expect(200, `"documents":3`, "GET", query, "", "If-None-Match", tag)
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// persisted is a request of automatic persisted queries; without a query, only the hash.
func persisted(hash, query string) string {
	request := map[string]any{"extensions": map[string]any{"persistedQuery": map[string]any{"version": 1, "sha256Hash": hash}}}
	if query != "" {
		request["query"] = query
	}
	text, _ := json.Marshal(request) // it can always be written
	return string(text)
}

func TestPersistedQueries(t *testing.T) {
	s := serve(t, reading(t), resolvers.Limits{}, resolvers.HandlerOptions{})
	hash := hashOf(tellDocuments)
	s.expect(200, `"message":"PersistedQueryNotFound"`, "POST", "/graphql", persisted(hash, ""))
	s.expect(404, `"message":"PersistedQueryNotFound"`, "POST", "/graphql", persisted(hash, ""), "Accept", asResponse)
	s.expect(400, "not that of the document", "POST", "/graphql", persisted(hash, "{ kinds { kind } }"))
	s.expect(200, `"documents":4`, "POST", "/graphql", persisted(hash, tellDocuments))
	s.expect(200, `"documents":4`, "POST", "/graphql", persisted(hash, ""))
	s.expect(200, `"documents":4`, "GET", "/graphql?extensions="+url.QueryEscape(`{"persistedQuery":{"version":1,"sha256Hash":"`+hash+`"}}`), "")
	s.expect(400, "sha256Hash", "POST", "/graphql", `{"extensions":{"persistedQuery":{"sha256Hash":7}}}`)

	// A document that does not run is not kept, and a flood does not grow: the last thousand stay.
	s.expect(200, "errors", "POST", "/graphql", persisted(hashOf("{ nothing }"), "{ nothing }"))
	s.expect(200, "PersistedQueryNotFound", "POST", "/graphql", persisted(hashOf("{ nothing }"), ""))
	for i := range 1000 {
		query := fmt.Sprintf("{ a%d: __typename }", i)
		s.expect(200, "Query", "POST", "/graphql", persisted(hashOf(query), query))
	}
	s.expect(200, "PersistedQueryNotFound", "POST", "/graphql", persisted(hash, ""))
	s.expect(200, "Query", "POST", "/graphql", persisted(hashOf("{ a0: __typename }"), ""))
}

func TestDocumentsByID(t *testing.T) {
	known := map[string]string{"tell-documents": tellDocuments, "of-kind": "query ($id: ID!) { node(id: $id) { kind } }"}
	s := serve(t, reading(t), resolvers.Limits{}, resolvers.HandlerOptions{Documents: known})
	s.expect(200, `"documents":4`, "POST", "/graphql", `{"documentId":"tell-documents"}`)
	s.expect(200, `"documents":4`, "GET", "/graphql?documentId=tell-documents", "")
	s.expect(200, `"documents":4`, "GET", "/graphql?documentId=sha256:"+hashOf(tellDocuments), "")
	s.expect(200, `"node":null`, "POST", "/graphql", `{"documentId":"of-kind","variables":{"id":"x"}}`)
	s.expect(200, `"code":"NOT_FOUND"`, "POST", "/graphql", `{"documentId":"nothing"}`)
	s.expect(404, `"code":"NOT_FOUND"`, "POST", "/graphql", `{"documentId":"nothing"}`, "Accept", asResponse)
	s.expect(400, "different documents", "POST", "/graphql", `{"documentId":"tell-documents","query":"{ __typename }"}`)
	s.expect(200, "kind", "POST", "/graphql", body("{ kinds { kind } }"))

	s = serve(t, reading(t), resolvers.Limits{}, resolvers.HandlerOptions{Documents: known, OnlyDocuments: true})
	s.expect(200, `"documents":4`, "POST", "/graphql", `{"documentId":"tell-documents"}`)
	s.expect(200, `"documents":4`, "POST", "/graphql", body(tellDocuments))
	s.expect(200, `"documents":4`, "POST", "/graphql", persisted(hashOf(tellDocuments), ""))
	s.expect(403, `"code":"FORBIDDEN"`, "POST", "/graphql", body("{ __typename }"))
	s.expect(403, `"code":"FORBIDDEN"`, "POST", "/graphql", persisted(hashOf("{ __typename }"), "{ __typename }"))
	s.expect(200, "PersistedQueryNotFound", "POST", "/graphql", persisted(hashOf("{ __typename }"), ""))
}

func TestSchemaCanBeKept(t *testing.T) {
	s := serve(t, reading(t), resolvers.Limits{NoIntrospection: true, NoSuggestions: true}, resolvers.HandlerOptions{})
	s.expect(200, "FORBIDDEN", "POST", "/graphql", body("query { ...S } fragment S on Query { __type(name: \"Route\") { name } }"))
	s.expect(403, "FORBIDDEN", "POST", "/graphql", body("{ __schema { types { name } } }"), "Accept", asResponse)
	s.expect(200, `"__typename":"Query"`, "POST", "/graphql", body("{ __typename }"))
	if _, text := s.ask("POST", "/graphql", body("{ stat { documents } }")); strings.Contains(text, "stats") {
		t.Errorf("it says what might be meant: %s", text)
	}
	s = serve(t, reading(t), resolvers.Limits{}, resolvers.HandlerOptions{})
	s.expect(200, "stats", "POST", "/graphql", body("{ stat { documents } }"))
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
