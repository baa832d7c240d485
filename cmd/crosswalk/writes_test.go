package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A writable is a running server that lets documents be loaded, with a key of each right.
type writable struct {
	t       *testing.T
	address string
	program string
	store   string
	audit   string
	keys    map[string]string // by what they may do
}

func serveWritable(t *testing.T, more ...string) *writable {
	t.Helper()
	dir := t.TempDir()
	w := &writable{t: t, program: buildProgram(t), store: "sqlite:" + filepath.Join(dir, "new.db"), audit: filepath.Join(dir, "audit.jsonl"), keys: map[string]string{}}
	file := filepath.Join(dir, "keys.json")
	for _, scopes := range []string{"read", "read,write", "write", "read,write,admin"} {
		made := exec.Command(w.program, "key", "create", "may "+scopes, "--scope", scopes, "--keys", file)
		secret, err := made.Output()
		if err != nil {
			t.Fatal(err)
		}
		w.keys[scopes] = strings.TrimSpace(string(secret))
	}
	w.address = startServer(t, w.program, append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="), w.store, append([]string{"--keys", file, "--audit", w.audit}, more...)...)
	return w
}

// send sends a body with the key of some rights, and gives status and answer.
func (w *writable) send(rights, target, body string) (int, string) {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, "http://"+w.address+target, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	if target == "/graphql" {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/graphql-response+json")
	}
	if rights != "" {
		r.Header.Set("Authorization", "Bearer "+w.keys[rights])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

func (w *writable) expect(status int, part, rights, target, body string) string {
	w.t.Helper()
	got, text := w.send(rights, target, body)
	if got != status || !strings.Contains(text, part) {
		w.t.Errorf("%s with %q: %d %s; want %d and %q", target, rights, got, text, status, part)
	}
	return text
}

// graphql is a request with variables.
func graphql(t *testing.T, query string, variables map[string]any) string {
	t.Helper()
	text, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const (
	load    = `mutation ($in: IngestInput!) { ingest(input: $in) { outcome revision document { id } job { id state diagnostics { code } } } }`
	remove  = `mutation ($id: ID!) { removeDocument(id: $id) { revision changes { change location documentId document { id } } } }`
	howMany = `{ documents { totalCount } stats { revision } }`
	kiln    = "document:AAS-2026-10-05-kilnbook-01/memory"
)

func example(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repoRoot(t), "examples", "canonical", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestDocumentsOverTheNetwork(t *testing.T) {
	w := serveWritable(t, "--allow-writes")
	memory := example(t, "kilnbook/memory.md")

	w.expect(200, `"outcome":"ADDED","revision":1,"document":{"id":"`+kiln+`"`, "write", "/ingest?name=memory.md", memory)
	w.expect(200, `"outcome":"UNCHANGED","revision":1`, "read,write", "/ingest?name=memory.md&as=markdown", memory)
	w.expect(200, `"outcome":"REPLACED","revision":2`, "read,write", "/ingest?name=memory.md", strings.Replace(memory, "Experience is ninety-six numbers", "Experience is a hundred numbers", 1))
	w.expect(409, `"outcome":"REFUSED"`, "read,write", "/ingest?name=other.md", memory)
	w.expect(422, `"outcome":"FAILED"`, "read,write", "/ingest?name=broken.md", "---\ntype: types/agentic-system-memory-report.md\n---\n")
	w.expect(422, `"code":"no-format"`, "read,write", "/ingest?name=nothing.bin", "\x00\xff\xfe")
	w.expect(200, `"totalCount":1`, "read", "/graphql", graphql(t, howMany, nil))

	in := map[string]any{"name": "runtime.md", "content": example(t, "kilnbook/runtime.md")}
	w.expect(200, `"ingest":{"outcome":"ADDED","revision":3,`, "read,write", "/graphql", graphql(t, load, map[string]any{"in": in}))
	w.expect(200, `"outcome":"FAILED"`, "read,write", "/graphql", graphql(t, load, map[string]any{"in": map[string]any{"name": "x", "content": "x", "system": "Kilnbook"}}))
	w.expect(200, `there is no format \"poem\"`, "read,write", "/graphql", graphql(t, load, map[string]any{"in": map[string]any{"name": "x", "content": "x", "format": "poem"}}))
	w.expect(200, `input.name`, "read,write", "/graphql", graphql(t, load, map[string]any{"in": map[string]any{"name": "", "content": "x"}}))

	// What came over the network can be taken back by those who may write, anything else by administrators alone.
	output(t, w.program, "--store", w.store, "ingest", filepath.Join(repoRoot(t), "examples", "canonical", "quillstore"))
	const quill = "document:AAS-2026-10-01-quillstore-07/memory"
	w.expect(200, `"changes":[{"change":"REMOVED","location":"upload/memory.md","documentId":"`+kiln+`","document":null}`, "read,write", "/graphql", graphql(t, remove, map[string]any{"id": kiln}))
	w.expect(200, `"code":"NOT_FOUND"`, "read,write", "/graphql", graphql(t, remove, map[string]any{"id": kiln}))
	w.expect(200, `"message":"this needs the right to admin"`, "read,write", "/graphql", graphql(t, remove, map[string]any{"id": quill}))
	w.expect(200, `"change":"REMOVED"`, "read,write,admin", "/graphql", graphql(t, remove, map[string]any{"id": quill}))
	output(t, w.program, "--store", w.store, "documents", "undo")
	w.expect(200, quill, "read", "/graphql", graphql(t, `{ node(id: "`+quill+`") { id } }`, nil))
}

// TestReadersWriteNothing tries every field of Mutation, which it takes from the schema, and every other way.
func TestReadersWriteNothing(t *testing.T) {
	w := serveWritable(t, "--allow-writes")
	before := w.expect(200, `"totalCount":0`, "read", "/graphql", graphql(t, howMany, nil))
	fields := w.expect(200, "ingest", "read", "/graphql", graphql(t, `{ __schema { mutationType { fields { name } } } }`, nil))
	calls := map[string]string{
		"ingest":         graphql(t, load, map[string]any{"in": map[string]any{"name": "m.md", "content": example(t, "kilnbook/memory.md")}}),
		"removeDocument": graphql(t, remove, map[string]any{"id": kiln}),
	}
	if got, want := strings.Count(fields, `"name"`), len(calls); got != want {
		t.Fatalf("there are %d mutations, and %d are tried: %s", got, want, fields)
	}
	for name, call := range calls {
		w.expect(403, `"code":"FORBIDDEN"`, "read", "/graphql", call)
		w.expect(401, `"code":"UNAUTHENTICATED"`, "", "/graphql", call)
		w.expect(403, `"code":"FORBIDDEN"`, "write", "/graphql", call) // its answer would be reading
		if !strings.Contains(fields, `"`+name+`"`) {
			t.Errorf("there is no mutation %s", name)
		}
	}
	w.expect(403, "FORBIDDEN", "read", "/ingest?name=m.md", example(t, "kilnbook/memory.md"))
	w.expect(401, "UNAUTHENTICATED", "", "/ingest?name=m.md", "x")
	if after := w.expect(200, "", "read", "/graphql", graphql(t, howMany, nil)); after != before {
		t.Errorf("something was written: %s, before %s", after, before)
	}

	closed := serveWritableNot(t)
	for _, call := range calls {
		closed.expect(403, "--allow-writes", "read,write,admin", "/graphql", call)
	}
	closed.expect(403, "--allow-writes", "read,write,admin", "/ingest?name=m.md", "x")
}

// serveWritableNot serves without --allow-writes.
func serveWritableNot(t *testing.T) *writable {
	t.Helper()
	store := "sqlite:" + filepath.Join(t.TempDir(), "old.db")
	output(t, buildProgram(t), "--store", store, "ingest", filepath.Join(repoRoot(t), "examples", "canonical", "kilnbook-earlier"))
	return serveWritable(t, "--store", store)
}

// TestUploadsNameNothingOfTheServer sends the names of files that are there, and what is no upload.
func TestUploadsNameNothingOfTheServer(t *testing.T) {
	w := serveWritable(t, "--allow-writes")
	dir := t.TempDir()
	secret := filepath.Join(dir, "memory.md")
	write(t, secret, example(t, "kilnbook/memory.md"))
	write(t, filepath.Join(dir, "crosswalk.sources.yaml"), "system: Lampstand\n")
	for _, name := range []string{secret, "../" + secret, "git+file:" + dir, "file://" + secret, "-", "*.md"} {
		text := w.expect(422, `"diagnostics":[{`, "write", "/ingest?name="+url.QueryEscape(name), "no report")
		if strings.Contains(text, "ADDED") || strings.Contains(text, "kilnbook-01") {
			t.Errorf("%s was read: %s", name, text)
		}
	}
	text := w.expect(200, `"outcome":"ADDED"`, "read,write", "/ingest?name="+url.QueryEscape(secret), example(t, "kilnbook/memory.md"))
	if strings.Contains(text, "Lampstand") {
		t.Errorf("a sidecar of the server was read: %s", text)
	}
	w.expect(200, `"totalCount":0`, "read", "/graphql", graphql(t, `{ systems(where: {name: {eq: "Lampstand"}}) { totalCount } }`, nil))
	w.expect(400, "name is missing", "write", "/ingest", "x")
	w.expect(400, "each once", "write", "/ingest?name=a&name=b", "x")
	w.expect(400, "each once", "write", "/ingest?name=a&path="+url.QueryEscape(secret), "x")
	w.expect(400, "name", "write", "/ingest?name="+strings.Repeat("a", 201), "x")
	w.expect(400, "control characters", "write", "/ingest?name=a%00b", "x")
	w.expect(413, "33554432", "write", "/ingest?name=large", strings.Repeat("x", 32<<20+1))
}

// TestProgress loads without waiting, and watches how it goes on.
func TestProgress(t *testing.T) {
	w := serveWritable(t, "--allow-writes")
	in := map[string]any{"name": "memory.md", "content": example(t, "kilnbook/memory.md"), "wait": false}
	text := w.expect(200, `"outcome":null,"revision":null,"document":null`, "read,write", "/graphql",
		graphql(t, `mutation ($in: IngestInput!) { ingest(input: $in) { outcome revision document { id } job { id } } }`, map[string]any{"in": in}))
	var answer struct {
		Data struct {
			Ingest struct{ Job struct{ ID string } }
		}
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+w.address+"/graphql",
		strings.NewReader(graphql(t, `subscription ($id: ID!) { ingestProgress(id: $id) { ended job { state counts { added } } } }`, map[string]any{"id": answer.Data.Ingest.Job.ID})))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("X-API-Key", w.keys["read"])
	events, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer events.Body.Close()
	said, err := io.ReadAll(events.Body) // to its end
	if err != nil {
		t.Fatal(err)
	}
	if got := string(said); !strings.Contains(got, `"ended":true,"job":{"state":"SUCCEEDED","counts":{"added":1}}`) || !strings.HasSuffix(got, "event: complete\ndata:\n\n") {
		t.Errorf("the events are\n%s", got)
	}
}

func TestAuditLog(t *testing.T) {
	w := serveWritable(t, "--allow-writes")
	w.expect(200, "ADDED", "read,write", "/ingest?name=memory.md", example(t, "kilnbook/memory.md"))
	w.expect(403, "FORBIDDEN", "read", "/ingest?name=memory.md", "x")
	w.expect(401, "UNAUTHENTICATED", "", "/graphql", graphql(t, howMany, nil))
	w.expect(200, "REMOVED", "read,write", "/graphql", graphql(t, remove, map[string]any{"id": kiln}))
	text, err := os.ReadFile(w.audit)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	lines := bufio.NewScanner(strings.NewReader(string(text)))
	for lines.Scan() {
		var line struct {
			Msg, Request, Client, Caller, Name, Operation, Location, Outcome, Document, Code, Path string
			Status                                                                                 int
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		if line.Request == "" || line.Client != "127.0.0.1" {
			t.Errorf("nobody knows who that was: %s", lines.Text())
		}
		got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s %s %s %d %s %s", line.Msg, line.Name, line.Operation, line.Location, line.Outcome, line.Status, line.Code, line.Document)))
	}
	want := []string{
		"write may read,write ingest upload/memory.md ADDED 0  " + kiln,
		"refused may read    403 FORBIDDEN",
		"refused     401 UNAUTHENTICATED",
		"write may read,write removeDocument   0  " + kiln,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the audit log says\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, key := range w.keys {
		if strings.Contains(string(text), key) {
			t.Error("the audit log tells a key")
		}
	}
}
