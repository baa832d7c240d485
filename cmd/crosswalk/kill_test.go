package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/internal/reportgen"
)

// TestKilledWhileLoading kills the program at random moments of loading a thousand documents. What is
// left must open, hold whole documents only, and come out right when the load is run again.
func TestKilledWhileLoading(t *testing.T) {
	program := buildProgram(t)
	dir := t.TempDir()
	reports := filepath.Join(dir, "reports")
	if err := reportgen.WriteFolder(reports, 1000, reportgen.Shape{Objects: 1, Routes: 1}); err != nil {
		t.Fatal(err)
	}
	store := func(name string) string { return "sqlite:" + filepath.Join(dir, name+".db") }
	started := time.Now()
	output(t, program, "--store", store("calm"), "ingest", reports)
	whole := time.Since(started)
	want := fingerprint(t, program, store("calm"))

	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d, an undisturbed load takes %v", seed, whole)
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range 5 {
		at := store(fmt.Sprintf("killed%d", i))
		cmd := exec.Command(program, "--store", at, "ingest", reports)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(r.Int64N(int64(whole))))
		if err := cmd.Process.Kill(); err != nil && !os.IsTimeout(err) {
			t.Logf("the load was faster than the kill: %v", err)
		}
		_ = cmd.Wait() // a killed process reports the kill
		if _, err := os.Stat(filepath.Join(dir, fmt.Sprintf("killed%d.db", i))); err == nil {
			output(t, program, "--store", at, "doctor")
		}
		output(t, program, "--store", at, "ingest", reports)
		if i == 0 {
			output(t, program, "--store", at, "doctor", "--deep")
		}
		if got := fingerprint(t, program, at); got != want {
			t.Errorf("kill %d: fingerprint %s, undisturbed %s", i, got, want)
		}
	}
}

var hexDigest = regexp.MustCompile(`[0-9a-f]{64}`)

func fingerprint(t *testing.T, program, store string) string {
	t.Helper()
	f := hexDigest.FindString(output(t, program, "--store", store, "doctor"))
	if f == "" {
		t.Fatal("doctor shows no fingerprint")
	}
	return f
}

// output runs the program, which must succeed, and gives what it printed on both streams.
func output(t *testing.T, program string, args ...string) string {
	t.Helper()
	out, err := exec.Command(program, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("crosswalk %v: %v\n%s", args, err, out)
	}
	return string(out)
}
