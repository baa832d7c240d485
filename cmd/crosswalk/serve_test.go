package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

// TestSameAnswerOverHTTP asks the first question of the three real reports through ask, through query and
// through POST /graphql: the same two routes, with the same sentence and line, each time.
func TestSameAnswerOverHTTP(t *testing.T) {
	seeds := filepath.Join(sharedtest.Dir(t), "seeds")
	program := buildProgram(t)
	store := "sqlite:" + filepath.Join(t.TempDir(), "seeds.db")
	output(t, program, "--store", store, "ingest", seeds)

	want := []routeRow{
		{"MEM-RTE-store-replacement", "CAPABILITY_ONLY", 128, "document:cq/memory"},
		{"MEM-RTE-note-withdrawal", "WITHDRAWAL_EFFECT", 138, "document:tolaria/memory"},
	}
	const query = `{ routes(where: {readBack: {established: {eq: FALSE}}}) { nodes { handle readBack { verdict line document { id } } } } }`

	cmd := exec.Command(program, "--store", store, "query")
	cmd.Stdin = strings.NewReader(query)
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := routeRows(t, text); !reflect.DeepEqual(got, want) {
		t.Errorf("query gives %v, want %v", got, want)
	}

	address := startServer(t, program, os.Environ(), store)
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		t.Fatal(err)
	}
	status, text := post(t, "http://"+address+"/graphql", body)
	if got := routeRows(t, text); status != http.StatusOK || !reflect.DeepEqual(got, want) {
		t.Errorf("POST /graphql gives %d %v, want %v", status, got, want)
	}

	// The stored question over HTTP has the rows that ask prints.
	status, text = post(t, "http://"+address+"/graphql", []byte(`{"query":"{ ask(name: \"routes-lacking-read-back\") { rows } }"}`))
	var asked struct {
		Data struct {
			Ask struct {
				Rows []struct {
					Handle, Because string
					Line            int
				}
			}
		}
	}
	if err := json.Unmarshal(text, &asked); err != nil || status != http.StatusOK || len(asked.Data.Ask.Rows) != 2 {
		t.Fatalf("ask over HTTP: %d %s (%v)", status, text, err)
	}
	printed := output(t, program, "--store", store, "ask", "routes-lacking-read-back")
	for i, row := range asked.Data.Ask.Rows {
		if row.Handle != want[i].handle || row.Line != want[i].line || row.Because == "" || !strings.Contains(printed, row.Because) {
			t.Errorf("row %d over HTTP is %+v; ask prints\n%s", i, row, printed)
		}
	}
	for _, path := range []string{"/healthz", "/readyz"} {
		if status := get(t, "http://"+address+path); status != http.StatusOK {
			t.Errorf("%s: %d", path, status)
		}
	}
}

type routeRow struct {
	handle, verdict string
	line            int
	document        string
}

func routeRows(t *testing.T, text []byte) []routeRow {
	t.Helper()
	var answer struct {
		Data struct {
			Routes struct {
				Nodes []struct {
					Handle   string
					ReadBack struct {
						Verdict  string
						Line     int
						Document struct{ ID string }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	var out []routeRow
	for _, n := range answer.Data.Routes.Nodes {
		out = append(out, routeRow{n.Handle, n.ReadBack.Verdict, n.ReadBack.Line, n.ReadBack.Document.ID})
	}
	return out
}

func post(t *testing.T, url string, body []byte) (int, []byte) {
	t.Helper()
	r, err := http.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, text
}

func get(t *testing.T, url string) int {
	t.Helper()
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	return r.StatusCode
}

// lockedBuffer may be read while a process writes into it.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// TestMakeRun does what the README promises of make run, with a store and a port of its own: the
// examples are loaded, the first answer is printed, and the API serves.
func TestMakeRun(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command("make", "-C", repoRoot(t), "run", "LISTEN=127.0.0.1:0", "BIN="+filepath.Join(dir, "crosswalk"), "DATA="+filepath.Join(dir, "examples.db"))
	cmd.Env = append(os.Environ(), "MAKEFLAGS=", "MAKELEVEL=")
	printed := &lockedBuffer{}
	cmd.Stdout = printed
	address := awaitServer(t, cmd, io.Discard)
	deadline := time.Now().Add(10 * time.Second)
	for get(t, "http://"+address+"/readyz") != http.StatusOK && time.Now().Before(deadline) {
		time.Sleep(100 * time.Millisecond)
	}
	_, text := post(t, "http://"+address+"/graphql", []byte(`{"query":"{ documents { totalCount } }"}`))
	if !strings.Contains(string(text), `"totalCount":2`) {
		t.Errorf("the examples are not served: %s", text)
	}
	if !strings.Contains(printed.String(), "MEM-RTE-card-retire") {
		t.Errorf("make run does not print the first answer:\n%s", printed.String())
	}
}
