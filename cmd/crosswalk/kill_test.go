package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
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
		startAndKill(t, time.Duration(r.Int64N(int64(whole))), program, "--store", at, "ingest", reports)
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

// TestKilledWhileCopying kills the program at random moments of copying a store of many revisions. Run
// again, it goes on from there and gets to the same end; the source is as it was.
func TestKilledWhileCopying(t *testing.T) {
	program := buildProgram(t)
	dir := t.TempDir()
	reports := filepath.Join(dir, "reports")
	const loads, each = 12, 25
	if err := reportgen.WriteFolder(reports, loads*each, reportgen.Shape{Objects: 1, Routes: 1}); err != nil {
		t.Fatal(err)
	}
	store := func(name string) string { return "sqlite:" + filepath.Join(dir, name+".db") }
	files, err := filepath.Glob(filepath.Join(reports, "*", "*.txt"))
	if err != nil || len(files) != loads*each {
		t.Fatalf("%d reports: %v", len(files), err)
	}
	for part := range slices.Chunk(files, each) {
		output(t, program, append([]string{"--store", store("source"), "ingest"}, part...)...)
	}
	source := digestOf(t, filepath.Join(dir, "source.db"))
	started := time.Now()
	output(t, program, "--store", store("source"), "copy", "--to", store("calm"))
	whole := time.Since(started)
	want := output(t, program, "--store", store("calm"), "documents", "list")

	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d, an undisturbed copy takes %v", seed, whole)
	r := rand.New(rand.NewPCG(seed, 1))
	partial := 0
	for i := 0; i < 12 && (i < 3 || partial < 2); i++ {
		at := store(fmt.Sprintf("killed%d", i))
		startAndKill(t, time.Duration(r.Int64N(int64(whole))), program, "--store", store("source"), "copy", "--to", at)
		var sum copySummary
		text := output(t, program, "--store", store("source"), "copy", "--to", at, "--json")
		if err := json.Unmarshal([]byte(text[strings.Index(text, "{"):]), &sum); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		t.Logf("kill %d leaves %d of %d editions", i, sum.Editions-sum.Copied, sum.Editions)
		if 0 < sum.Copied && sum.Copied < loads*each {
			partial++
		}
		if got := output(t, program, "--store", at, "documents", "list"); sum.Editions != loads*each || got != want {
			t.Errorf("kill %d: the copy has %d editions and lists\n%s\nwant\n%s", i, sum.Editions, got, want)
		}
		if report := output(t, program, "--store", at, "doctor", "--deep"); strings.Contains(report, "WRONG") {
			t.Errorf("kill %d: %s", i, report)
		}
	}
	if partial < 2 {
		t.Errorf("of 12 kills only %d fell into the copy", partial)
	}
	if digestOf(t, filepath.Join(dir, "source.db")) != source {
		t.Error("the file of the source has changed")
	}
}

// startAndKill runs the program and kills it after a while, should it still run.
func startAndKill(t *testing.T, after time.Duration, program string, args ...string) {
	t.Helper()
	cmd := exec.Command(program, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	_ = cmd.Wait() // a killed process reports the kill
}

func digestOf(t *testing.T, file string) [sha256.Size]byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return sha256.Sum256(text)
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
