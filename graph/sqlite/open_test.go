package sqlite_test

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/sqlite"
)

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	newer := filepath.Join(dir, "newer.db")
	openAt(t, newer).Close()
	execAt(t, newer, "PRAGMA user_version = 99")
	other := filepath.Join(dir, "other.db")
	execAt(t, other, "CREATE TABLE shelves (n)")
	marked := filepath.Join(dir, "marked.db")
	execAt(t, marked, "PRAGMA application_id = 7; CREATE TABLE shelves (n)")
	noTables := filepath.Join(dir, "unmarked.db")
	execAt(t, noTables, "PRAGMA user_version = 3")
	for _, c := range []struct {
		name, path, want string
		opts             []sqlite.Option
	}{
		{"no folder", filepath.Join(dir, "none", "a.db"), "make it first", nil},
		{"a folder", dir, "is a folder", nil},
		{"no path", "", "needs a path", nil},
		{"text", write("notes.txt", "The shelf keeps what the lookup finds, and this is no database at all."), "no SQLite database", nil},
		{"short text", write("short.txt", "x"), "no SQLite database", nil},
		{"cut header", write("cut.db", "SQLite format 3\x00"), "no SQLite database", nil},
		{"another program's", other, "of another program", nil},
		{"another program's mark", marked, "of another program", nil},
		{"another program's version", noTables, "of another program", nil},
		{"newer", newer, "schema version 99", nil},
		{"nothing to read", filepath.Join(dir, "absent.db"), "no store at", []sqlite.Option{sqlite.ReadOnly()}},
		{"nothing in it", write("empty.db", ""), "is empty", []sqlite.Option{sqlite.ReadOnly()}},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, _ := os.ReadFile(c.path)
			s, err := sqlite.Open(context.Background(), c.path, c.opts...)
			if err == nil {
				s.Close()
			}
			if graph.CodeOf(err) != graph.Unavailable || !strings.Contains(fmt.Sprint(err), c.want) {
				t.Errorf("Open: %v (%s), want Unavailable with %q", err, graph.CodeOf(err), c.want)
			}
			if after, _ := os.ReadFile(c.path); string(after) != string(before) {
				t.Error("Open changed a file that is not its own")
			}
		})
	}
	if _, err := os.Stat(filepath.Join(dir, "none")); err == nil {
		t.Error("Open made a folder")
	}
}

// execAt changes a database behind the store's back.
func execAt(t testing.TB, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
}

func TestOpenOddPaths(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a b.db", "50%.db", "what?.db", "tag#1.db", "näive.db", "a&_txlock=x.db", "%41.db"} {
		path := filepath.Join(dir, name)
		s := openAt(t, path)
		apply(t, s, shelf("s", "one"))
		if s.Path() != path {
			t.Errorf("Path() = %q, want %q", s.Path(), path)
		}
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%q: the file is not where it was asked for: %v", name, err)
		}
	}
}

func TestOpenAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	s := openAt(t, path)
	apply(t, s, shelf("s", "one"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path + "-wal"); !os.IsNotExist(err) {
		t.Errorf("Close left the log behind: %v", err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s = openAt(t, path)
	if n := revision(t, s); n != 1 {
		t.Errorf("revision %d after opening again, want 1", n)
	}
	s.Close()
	after, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(before) != string(after) {
		t.Error("opening an up-to-date store changed the file")
	}
}

func TestScratch(t *testing.T) {
	s, err := sqlite.Open(context.Background(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	apply(t, s, shelf("s", "one"))
	path := s.Path()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Dir(path)); !os.IsNotExist(err) {
		t.Errorf("the scratch store is still there after Close: %v", err)
	}
}

func TestReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	w := openAt(t, path)
	apply(t, w, shelf("s", "one"))
	r := openAt(t, path, sqlite.ReadOnly())
	check := func() {
		t.Helper()
		if n := revision(t, r); n != 1 {
			t.Errorf("revision %d, want 1", n)
		}
		b := sealed(t, shelf("s", "two"))
		if _, err := r.Apply(context.Background(), []graph.Batch{b}); graph.CodeOf(err) != graph.Unavailable {
			t.Errorf("Apply on a store opened to read: %v, want Unavailable", err)
		}
		if found, err := r.Check(context.Background()); err != nil || len(found) > 0 {
			t.Errorf("Check: %v %v", found, err)
		}
		if info, err := r.Info(context.Background()); err != nil || !info.ReadOnly {
			t.Errorf("Info: %+v %v, want ReadOnly", info, err)
		}
	}
	check()
	w.Close()
	check()
}

// TestProtected reads a store whose file, or file and folder, cannot be written.
func TestProtected(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("permissions do not bind the superuser")
	}
	for _, c := range []struct {
		name         string
		file, folder os.FileMode
	}{{"file", 0o444, 0o755}, {"file and folder", 0o444, 0o555}, {"folder", 0o644, 0o555}} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "s.db")
			s := openAt(t, path)
			apply(t, s, shelf("s", "one"))
			s.Close()
			for p, mode := range map[string]os.FileMode{path: c.file, dir: c.folder} {
				if err := os.Chmod(p, mode); err != nil {
					t.Fatal(err)
				}
			}
			t.Cleanup(func() { _ = os.Chmod(dir, 0o755) })
			s = openAt(t, path)
			if n := revision(t, s); n != 1 {
				t.Errorf("revision %d, want 1", n)
			}
			b := sealed(t, shelf("s", "two"))
			if _, err := s.Apply(context.Background(), []graph.Batch{b}); graph.CodeOf(err) != graph.Unavailable {
				t.Errorf("Apply: %v, want Unavailable", err)
			}
		})
	}
}

func TestFull(t *testing.T) {
	ctx := context.Background()
	s := openAt(t, filepath.Join(t.TempDir(), "s.db"), sqlite.MaxBytes(1<<20))
	apply(t, s, shelf("first", "one"))
	big := shelf("second", "two")
	big.Contributions[1].Props["text"] = strings.Repeat("shelf ", 400_000)
	big = sealed(t, big)
	_, err := s.Apply(ctx, []graph.Batch{big})
	if graph.CodeOf(err) != graph.Limit {
		t.Fatalf("Apply to a full store: %v, want Limit", err)
	}
	if n := revision(t, s); n != 1 {
		t.Errorf("revision %d after the Apply that failed, want 1", n)
	}
	if es, err := s.History(ctx, graph.HistoryQuery{}); err != nil || len(es) != 1 {
		t.Errorf("%d editions after the Apply that failed, want 1 (%v)", len(es), err)
	}
	apply(t, s, shelf("third", "three"))
	if found, err := s.Check(ctx); err != nil || len(found) > 0 {
		t.Errorf("Check: %v %v", found, err)
	}
}

// TestHelper is no test: another process runs it to hold the write lock of a store until its standard
// input ends.
func TestHelper(t *testing.T) {
	path := os.Getenv("SQLITE_TEST_LOCK")
	if path == "" {
		t.Skip("runs for TestBusy only")
	}
	db, err := sql.Open("sqlite", "file:"+path+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("locked")
	_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
	_ = tx.Rollback()
}

func TestBusy(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "s.db")
	apply(t, openAt(t, path), shelf("s", "one"))
	other := exec.Command(os.Args[0], "-test.run=^TestHelper$")
	other.Env = append(os.Environ(), "SQLITE_TEST_LOCK="+path)
	in, err := other.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "locked\n" {
		t.Fatalf("the other process said %q (%v)", line, err)
	}
	s := openAt(t, path, sqlite.BusyTimeout(200*time.Millisecond)) // opening waits for nobody
	if n := revision(t, s); n != 1 {
		t.Errorf("reading beside a writer gives revision %d, want 1", n)
	}
	b := sealed(t, shelf("s", "two"))
	start := time.Now()
	_, err = s.Apply(ctx, []graph.Batch{b})
	if graph.CodeOf(err) != graph.Unavailable || !strings.Contains(fmt.Sprint(err), "another process") {
		t.Errorf("Apply beside another writer: %v, want Unavailable that says so", err)
	}
	if d := time.Since(start); d < 200*time.Millisecond {
		t.Errorf("Apply gave up after %v, before the busy timeout", d)
	}
	short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	if _, err = s.Apply(short, []graph.Batch{b}); graph.CodeOf(err) != graph.Deadline {
		t.Errorf("Apply with a deadline beside another writer: %v, want Deadline", err)
	}
	in.Close()
	if err := other.Wait(); err != nil {
		t.Errorf("the other process: %v", err)
	}
	apply(t, s, b)
}

func TestDeadline(t *testing.T) {
	s := openAt(t, filepath.Join(t.TempDir(), "s.db"))
	apply(t, s, shelf("s", "one"))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b := sealed(t, shelf("s", "two"))
	for name, f := range map[string]func() error{
		"Apply":    func() error { _, err := s.Apply(ctx, []graph.Batch{b}); return err },
		"Nodes":    func() error { _, err := s.Nodes(ctx, []graph.ID{"a"}, graph.Light); return err },
		"Find":     func() error { _, err := s.Find(ctx, graph.Query{Limit: 1}); return err },
		"Revision": func() error { _, err := s.Revision(ctx); return err },
		"Check":    func() error { _, err := s.Check(ctx); return err },
	} {
		if err := f(); graph.CodeOf(err) != graph.Deadline {
			t.Errorf("%s after the caller went away: %v, want Deadline", name, err)
		}
	}
	// The connections are as good as before.
	apply(t, s, b)
}

func TestClosed(t *testing.T) {
	s := openAt(t, filepath.Join(t.TempDir(), "s.db"))
	s.Close()
	if _, err := s.Revision(context.Background()); err == nil {
		t.Error("reading a closed store succeeds")
	}
}

func TestCheckFindsDamage(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "s.db")
	s := openAt(t, path)
	apply(t, s, shelf("s", "one"))
	if found, err := s.Check(ctx); err != nil || len(found) > 0 {
		t.Fatalf("Check of a sound store: %v %v", found, err)
	}
	execAt(t, path, "DELETE FROM nodes WHERE kind = 'run'; DELETE FROM texts_data WHERE id > 10")
	found, err := s.Check(ctx)
	if err != nil || len(found) < 2 {
		t.Errorf("Check of a damaged store: %q %v, want a missing reference and a damaged search index", found, err)
	}
}

// TestFileGone takes the file away from an open store, and gives it back.
func TestFileGone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s := openAt(t, path)
	apply(t, s, shelf("one", "upper"))
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	wantUnavailable := func(when string) {
		t.Helper()
		if _, err := s.Revision(context.Background()); graph.CodeOf(err) != graph.Unavailable {
			t.Errorf("%s: %v", when, err)
		}
	}
	wantUnavailable("without a file")
	if err := os.WriteFile(path, []byte("another"), 0o600); err != nil {
		t.Fatal(err)
	}
	wantUnavailable("with another file")
	if err := os.Rename(path+".away", path); err != nil {
		t.Fatal(err)
	}
	if revision(t, s) != 1 {
		t.Error("the store is not back with its file")
	}
}
