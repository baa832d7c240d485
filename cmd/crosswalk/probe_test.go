package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/internal/reportgen"
)

func TestProbeURL(t *testing.T) {
	for _, c := range []struct{ listen, given, want string }{
		{"127.0.0.1:8080", "", "http://127.0.0.1:8080/readyz"},
		{"0.0.0.0:80", "", "http://127.0.0.1:80/readyz"},
		{":80", "", "http://127.0.0.1:80/readyz"},
		{"[::]:80", "", "http://[::1]:80/readyz"},
		{"10.0.0.7:80", "", "http://10.0.0.7:80/readyz"},
		{"127.0.0.1:0", "", ""},
		{"nowhere", "", ""},
		{"nowhere", "https://quill.example/healthz", "https://quill.example/healthz"},
		{"127.0.0.1:8080", "quill.example", ""},
		{"127.0.0.1:8080", "file:///etc/hosts", ""},
		{"127.0.0.1:8080", "http://me:pw@quill.example/", ""},
	} {
		var given []string
		if c.given != "" {
			given = []string{c.given}
		}
		got, err := probeURL(c.listen, given)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("listen %q, given %q: %q, %v; want %q", c.listen, c.given, got, err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), "pw") {
			t.Errorf("the error shows a password: %v", err)
		}
	}
}

func TestProbe(t *testing.T) {
	for status, want := range map[int]bool{http.StatusOK: true, http.StatusServiceUnavailable: false, http.StatusNoContent: false} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
		if _, ok := probe(t.Context(), s.URL); ok != want {
			t.Errorf("status %d: %t", status, ok)
		}
		s.Close()
		if _, ok := probe(t.Context(), s.URL); ok {
			t.Error("a server that is gone is taken for one that is ready")
		}
	}
}

// TestInsecure checks that the server listens where others reach it only when told to, says so, and is then
// found by the probe.
func TestInsecure(t *testing.T) {
	program := buildProgram(t)
	dir := t.TempDir()
	if err := reportgen.WriteFolder(filepath.Join(dir, "reports"), 1, reportgen.Small); err != nil {
		t.Fatal(err)
	}
	store := "sqlite:" + filepath.Join(dir, "store.db")
	output(t, program, "--store", store, "ingest", filepath.Join(dir, "reports"))
	cmd := exec.Command(program, "--store", store, "serve", "--listen", "0.0.0.0:0", "--insecure", "--hosts", "shelf.example")
	said := &lockedBuffer{}
	address := awaitServer(t, cmd, said)
	if !strings.Contains(said.String(), "WARNING: 0.0.0.0:0 can be reached from other machines") {
		t.Errorf("no warning in\n%s", said.String())
	}
	_, port, _ := strings.Cut(strings.TrimPrefix(address, "[::]"), ":")
	probe := exec.Command(program, "probe")
	probe.Env = append(os.Environ(), "CROSSWALK_LISTEN=0.0.0.0:"+port)
	if text, err := probe.CombinedOutput(); err != nil || !strings.Contains(string(text), `"ready":true`) {
		t.Errorf("probe: %v\n%s", err, text)
	}
	for host, want := range map[string]int{"shelf.example": http.StatusOK, "other.example": http.StatusMisdirectedRequest} {
		r, err := http.NewRequest(http.MethodGet, "http://127.0.0.1:"+port+"/healthz", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close() // nothing was read
		if answer.StatusCode != want {
			t.Errorf("host %s: %d, want %d", host, answer.StatusCode, want)
		}
	}
}
