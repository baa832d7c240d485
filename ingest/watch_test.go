package ingest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// watched begins to watch paths.
func watched(t *testing.T, paths []string, except ...string) *Watcher {
	t.Helper()
	w, err := Watch(context.Background(), formats, paths, Options{}, except...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// A watched set is on disk, to be changed.
type watchedSet struct {
	t                         *testing.T
	base, dir, named, archive string
}

func newWatchedSet(t *testing.T) *watchedSet {
	s := watchedSet{t: t, base: tempDir(t)}
	s.dir, s.archive = filepath.Join(s.base, "set"), filepath.Join(s.base, "set.zip")
	write(t, s.dir, "one.txt", "1")
	s.named = write(t, s.base, "named/two.txt", "1")
	write(t, s.base, "named/other.txt", "1")
	zipFile(t, s.archive, aSet())
	return &s
}

type change struct {
	name string
	do   func()
}

func (s *watchedSet) changes() []change {
	t, dir := s.t, s.dir
	return []change{
		{"edited", func() { write(t, dir, "one.txt", "22") }},
		{"replaced, as editors do", func() { replace(t, filepath.Join(dir, "one.txt"), write(t, dir, ".one.txt.tmp", "333")) }},
		{"a new folder", func() { write(t, dir, "deep/er/three.txt", "1") }},
		{"a file in it", func() { write(t, dir, "deep/er/four.txt", "1") }},
		{"removed", func() { remove1(t, filepath.Join(dir, "deep/er/three.txt")) }},
		{"a folder gone", func() { replace(t, filepath.Join(s.base, "away"), filepath.Join(dir, "deep")) }},
		{"a folder back", func() { replace(t, filepath.Join(dir, "deep"), filepath.Join(s.base, "away")) }},
		{"a file in it again", func() { write(t, dir, "deep/er/four.txt", "22") }},
		{"a sidecar", func() { write(t, dir, "deep/"+sidecarFile, "name: deep\n") }},
		{"an ignore file", func() { write(t, dir, "deep/"+ignoreFile, "*.md\n") }},
		{"a named file replaced", func() { replace(t, s.named, write(t, s.base, "named/tmp", "4444")) }},
		{"an archive", func() { zipFile(t, s.archive, map[string]string{"a": "b"}) }},
	}
}

// notices makes each change while a watcher waits, and expects it to notice within a time.
func (s *watchedSet) notices(w *Watcher, within time.Duration, changes ...change) {
	for _, c := range changes {
		ctx, cancel := context.WithTimeout(context.Background(), within)
		noticed := make(chan error)
		go func() { noticed <- w.Wait(ctx) }()
		time.Sleep(20 * time.Millisecond) // so that it waits, mostly: a change before that is another good case
		c.do()
		if err := <-noticed; err != nil {
			s.t.Errorf("%s was not noticed: %v", c.name, err)
		}
		cancel()
	}
}

func TestWatchNotices(t *testing.T) {
	t.Parallel()
	s := newWatchedSet(t)
	w := watched(t, []string{s.dir, s.named, s.archive}, filepath.Join(s.dir, "store.db"))
	if w.deaf {
		t.Skip("the system gives no notices")
	}
	s.notices(w, pollBeside-5*time.Second, s.changes()...)

	// What no load reads is no change.
	write(t, s.dir, ".hidden", "1")
	write(t, s.base, "named/other.txt", "22")
	write(t, s.dir, "store.db", "1")
	write(t, s.dir, "store.db-wal", "1")
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if err := w.Wait(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("noticed what is not read: %v", err)
	}
}

// Where the system gives no notices, and of what it gives none, there is a look now and then.
func TestWatchLooks(t *testing.T) {
	t.Parallel()
	s := newWatchedSet(t)
	w := watched(t, []string{s.dir, s.named, s.archive})
	if w.notify != nil {
		if err := w.notify.Close(); err != nil {
			t.Fatal(err)
		}
	}
	w.notify, w.deaf = nil, true
	s.notices(w, time.Minute, s.changes()[:3]...)

	repository := gitRepository(t, filepath.Join(s.base, "repo"), map[string]string{"a.txt": "1"})
	gone := filepath.Join(s.base, "gone.txt")
	w = watched(t, []string{"git+file:" + repository + "@main", filepath.Join(s.base, "more/*.md"), gone})
	s.notices(w, time.Minute, change{"a revision", func() { write(t, repository, "a.txt", "2"); commitAll(t, repository) }},
		change{"the folder of a pattern", func() { write(t, s.base, "more/x.md", "1") }},
		change{"a file that was not there", func() { write(t, s.base, "gone.txt", "1") }})
}

func replace(t *testing.T, path, by string) {
	t.Helper()
	if err := os.Rename(by, path); err != nil {
		t.Fatal(err)
	}
}

func remove1(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// A change between Watch and Wait, as while a load runs, is not missed.
func TestWatchMissesNothing(t *testing.T) {
	dir := tempDir(t)
	write(t, dir, "one.txt", "1")
	w := watched(t, []string{dir})
	write(t, dir, "new/two.txt", "1")
	write(t, dir, "new/er/three.txt", "1")
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := w.Wait(ctx); err != nil {
		t.Error(err)
	}
}

func TestWatchRefuses(t *testing.T) {
	if _, err := Watch(context.Background(), formats, []string{"-"}, Options{Name: "quill"}); graph.CodeOf(err) != graph.Invalid {
		t.Errorf("standard input: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Watch(ctx, formats, []string{tempDir(t)}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
