package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
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
	partial := 0
	for i := range 12 {
		at := store(fmt.Sprintf("killed%d", i))
		cmd := exec.Command(program, "--store", at, "ingest", reports)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(r.Int64N(int64(whole))))
		if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		_ = cmd.Wait() // a killed process reports the kill
		if _, err := os.Stat(filepath.Join(dir, fmt.Sprintf("killed%d.db", i))); err == nil {
			left := documents(t, output(t, program, "--store", at, "doctor", "--deep"))
			t.Logf("kill %d leaves %d documents", i, left)
			if 0 < left && left < 1000 {
				partial++
			}
		}
		output(t, program, "--store", at, "ingest", reports)
		if got := fingerprint(t, program, at); got != want {
			t.Errorf("kill %d: fingerprint %s, undisturbed %s", i, got, want)
		}
		if i >= 2 && partial >= 2 {
			return
		}
	}
	t.Errorf("of 12 kills only %d fell into the load", partial)
}

var documentCount = regexp.MustCompile(`contents +(\d+) documents`)

// documents reads how many documents doctor reports.
func documents(t *testing.T, report string) int {
	t.Helper()
	m := documentCount.FindStringSubmatch(report)
	if m == nil {
		t.Fatalf("doctor does not say how many documents there are:\n%s", report)
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		t.Fatal(err)
	}
	return n
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
