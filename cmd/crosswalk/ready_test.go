package main

import (
	"net/http"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver/neo4jtest"
)

// TestReadyAgain takes the store away from a server and gives it back: /readyz and the probe tell the truth
// each time, and the server goes on answering.
func TestReadyAgain(t *testing.T) {
	program := buildProgram(t)
	store := neo4jtest.Own(t)
	env := append(os.Environ(), "CROSSWALK_NEO4J_USER="+store.User, "CROSSWALK_NEO4J_PASSWORD="+store.Password)
	address := startServer(t, program, env, store.URI)
	probed := func() int {
		cmd := exec.Command(program, "probe", "http://"+address+"/readyz")
		_ = cmd.Run() // the exit code is what counts
		return cmd.ProcessState.ExitCode()
	}
	await := func(what string, status int) {
		t.Helper()
		for end := time.Now().Add(time.Minute); get(t, "http://"+address+"/readyz") != status; {
			if time.Now().After(end) {
				t.Fatalf("%s: /readyz does not become %d", what, status)
			}
			time.Sleep(100 * time.Millisecond)
		}
	}
	await("with its store", http.StatusOK)
	if code := probed(); code != 0 {
		t.Errorf("with its store the probe exits with %d", code)
	}
	if err := store.Kill(); err != nil {
		t.Fatal(err)
	}
	await("without its store", http.StatusServiceUnavailable)
	if code := probed(); code != 1 {
		t.Errorf("without its store the probe exits with %d", code)
	}
	if status := get(t, "http://"+address+"/healthz"); status != http.StatusOK {
		t.Errorf("without its store /healthz is %d", status)
	}
	if err := store.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	await("with its store again", http.StatusOK)
	status, text := post(t, "http://"+address+"/graphql", []byte(`{"query":"{ stats { nodes } }"}`))
	if status != http.StatusOK {
		t.Errorf("with its store again a query gives %d %s", status, text)
	}
}
