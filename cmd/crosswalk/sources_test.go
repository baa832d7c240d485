package main

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// scriptArchive packs a folder: archive FILE FOLDER. The name of the file says how.
func scriptArchive(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: archive FILE FOLDER")
	}
	out, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	folder := os.DirFS(ts.MkAbs(args[1]))
	if strings.HasSuffix(args[0], ".zip") {
		w := zip.NewWriter(out)
		ts.Check(errors.Join(w.AddFS(folder), w.Close(), out.Close()))
		return
	}
	z := gzip.NewWriter(out)
	w := tar.NewWriter(z)
	ts.Check(errors.Join(w.AddFS(folder), w.Close(), z.Close(), out.Close()))
}

// TestWatch runs the program as a person does who edits reports: it says what each change came to, and ends
// with an interrupt. The store is among the files that are watched, and is no change.
func TestWatch(t *testing.T) {
	program := buildProgram(t)
	dir := t.TempDir()
	report := filepath.Join(dir, "memory.txt")
	text, err := os.ReadFile(filepath.Join("..", "..", "ingest", "rendered", "testdata", "reports", "harbour-log", "memory.txt"))
	if err := errors.Join(err, os.WriteFile(report, text, 0o644)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "--store", "sqlite:"+filepath.Join(dir, "store.db"), "ingest", dir, "--watch", "--prune")
	said := make(chan string, 1000)
	cmd.Stdout, cmd.Stderr = lines(said), lines(said)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill() }() // it has ended, unless the test failed
	await(t, said, "added\t", "Watching")

	// An editor writes a new file and renames it.
	edited := filepath.Join(dir, ".memory.txt.new")
	err = os.WriteFile(edited, []byte(strings.ReplaceAll(string(text), "Label: ", "Label: New ")), 0o644)
	if err := errors.Join(err, os.Rename(edited, report)); err != nil {
		t.Fatal(err)
	}
	await(t, said, "Changed at", "replaced\t", "Revision 2", "Watching")
	if err := os.Rename(report, filepath.Join(dir, "moved.txt")); err != nil {
		t.Fatal(err)
	}
	await(t, said, "Changed at", "copied\t", "removed\t", "Watching")
	if err := os.Remove(filepath.Join(dir, "moved.txt")); err != nil {
		t.Fatal(err)
	}
	await(t, said, "Changed at", "removed\t", "Watching")

	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("after an interrupt: %v", err)
	}
	select {
	case line := <-said:
		t.Errorf("it went on by itself: %s", line)
	default:
	}
}

// lines is a writer that sends what is written line by line.
func lines(to chan<- string) io.Writer {
	r, w := io.Pipe()
	go func() {
		for s := bufio.NewScanner(r); s.Scan(); {
			to <- s.Text()
		}
	}()
	return w
}

// await reads lines until each of the texts was said, in any order between the first and the last.
func await(t *testing.T, said <-chan string, texts ...string) {
	t.Helper()
	missing := map[string]bool{}
	for _, text := range texts {
		missing[text] = true
	}
	var heard []string
	deadline := time.After(time.Minute)
	for len(missing) > 0 {
		select {
		case line := <-said:
			heard = append(heard, line)
			for text := range missing {
				if strings.Contains(line, text) {
					delete(missing, text)
				}
			}
		case <-deadline:
			t.Fatalf("it did not say %v, but\n%s", missing, strings.Join(heard, "\n"))
		}
	}
}
