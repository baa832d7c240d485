package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A Store is a graph.Store in one SQLite file.
type Store struct {
	path    string
	file    os.FileInfo // of the file that is open
	write   *sql.DB     // one connection; nil when the store can only be read
	read    *sql.DB
	cause   error  // why the store can only be read, when it was not asked for
	scratch string // folder to remove on Close
	shapes  shapes

	mu       sync.Mutex
	prepared map[string]*prepared
}

var _ graph.Store = (*Store)(nil)

type config struct {
	busy     time.Duration
	maxBytes int64
	readOnly bool
	fast     bool
}

// An Option changes how a store is opened.
type Option func(*config)

// BusyTimeout is how long a write waits for another process that is writing; 5 s when not given.
func BusyTimeout(d time.Duration) Option { return func(c *config) { c.busy = d } }

// MaxBytes bounds the size of the file; an Apply that needs more fails with Limit and changes nothing.
func MaxBytes(n int64) Option { return func(c *config) { c.maxBytes = n } }

// ReadOnly opens a store that is there, to read it only.
func ReadOnly() Option { return func(c *config) { c.readOnly = true } }

// Open opens the store in the file at path and makes it when there is none; its folder must exist. A
// store of an older program is brought up to date. Where the file or its folder cannot be written,
// the store can be read and Apply gives Unavailable. The path ":memory:" is OpenScratch.
//
// Errors: Unavailable for a folder that is missing, a file that cannot be opened, that is no SQLite
// database, that belongs to another program, or that a newer program wrote.
func Open(ctx context.Context, path string, opts ...Option) (*Store, error) {
	if path == ":memory:" {
		return OpenScratch(ctx, opts...)
	}
	c := config{busy: 5 * time.Second}
	for _, o := range opts {
		o(&c)
	}
	return open(ctx, path, c)
}

// OpenScratch opens an empty store that is gone after Close. It is a file in the system's temporary
// folder, because a database in memory cannot be read and written at once.
func OpenScratch(ctx context.Context, opts ...Option) (*Store, error) {
	dir, err := os.MkdirTemp("", "crosswalk-")
	if err != nil {
		return nil, graph.Errorf(graph.Unavailable, "no temporary store can be made: %w", err)
	}
	c := config{busy: 5 * time.Second, fast: true}
	for _, o := range opts {
		o(&c)
	}
	s, err := open(ctx, filepath.Join(dir, "scratch.db"), c)
	if err != nil {
		_ = os.RemoveAll(dir) // the error of opening says more
		return nil, err
	}
	s.scratch = dir
	return s, nil
}

func open(ctx context.Context, path string, c config) (*Store, error) {
	if path == "" {
		return nil, graph.Errorf(graph.Unavailable, "a store needs a path")
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, graph.Errorf(graph.Unavailable, "the path %q of the store cannot be resolved: %w", path, err)
	}
	// While another process makes the store, SQLite answers "busy" at once instead of waiting.
	for end := time.Now().Add(c.busy); ; {
		s, err := openOnce(ctx, abs, c)
		if err == nil || resultCode(err) != sqlite3.SQLITE_BUSY || time.Now().After(end) {
			return s, err
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return nil, coded(ctx, ctx.Err(), "opening "+abs)
		}
	}
}

func openOnce(ctx context.Context, abs string, c config) (*Store, error) {
	s := &Store{path: abs, prepared: map[string]*prepared{}, shapes: shapesOf(graph.Kinds)}
	doing := "opening " + abs
	exists, err := inspect(abs, c.readOnly)
	if err != nil {
		return nil, err
	}
	if exists {
		// Before anything can change the file: whose is it?
		if err := probe(ctx, abs, c); err != nil {
			return nil, coded(ctx, err, doing)
		}
	}
	if !c.readOnly {
		err = s.openWriter(ctx, c)
	}
	if err == nil {
		err = s.openReaders(ctx, c)
	}
	if err == nil {
		s.file, err = os.Stat(abs)
	}
	if err != nil {
		_ = s.Close() // the error of opening says more
		return nil, coded(ctx, err, doing)
	}
	return s, nil
}

// inspect looks at the file without opening it. An empty file is a store that is still to be made.
func inspect(path string, readOnly bool) (exists bool, err error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return false, graph.Errorf(graph.Unavailable, "%s is a folder; name a file in it for the store", path)
	case err == nil && info.Size() == 0 && readOnly:
		return false, graph.Errorf(graph.Unavailable, "%s is empty: there is no store to read", path)
	case err == nil && info.Size() > 0 && info.Size() < 512:
		// SQLite takes what is shorter than a page for an empty database.
		return false, graph.Errorf(graph.Unavailable, "%s is no SQLite database; choose another path for the store", path)
	case err == nil:
		return info.Size() > 0, nil
	case !os.IsNotExist(err):
		return false, graph.Errorf(graph.Unavailable, "the store %s cannot be opened: %w", path, err)
	case readOnly:
		return false, graph.Errorf(graph.Unavailable, "there is no store at %s: %w", path, err)
	}
	if dir, err := os.Stat(filepath.Dir(path)); err != nil || !dir.IsDir() {
		return false, graph.Errorf(graph.Unavailable, "the folder of the store %s does not exist; make it first: %w", path, fs.ErrNotExist)
	}
	return false, nil
}

// probe refuses a file that is not ours or too new, on a connection that cannot change it.
func probe(ctx context.Context, path string, c config) error {
	db, err := openReadOnly(ctx, path, c)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }() // only read from
	_, err = versionOf(ctx, db, path)
	return err
}

// openWriter opens the writing connection and brings the schema up to date. A file that cannot be
// written is left to the readers.
func (s *Store) openWriter(ctx context.Context, c config) error {
	db, err := sql.Open("sqlite", writerDSN(s.path, c))
	if err != nil {
		return fmt.Errorf("opening the database: %w", err)
	}
	db.SetMaxOpenConns(1)
	db.SetMaxIdleConns(1)
	err = migrate(ctx, db, s.path, s.shapes)
	if err == nil {
		s.write = db
		return nil
	}
	_ = db.Close()
	switch resultCode(err) {
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		if info, statErr := os.Stat(s.path); statErr == nil && info.Size() > 0 {
			s.cause = err
			return nil
		}
	}
	return err
}

func (s *Store) openReaders(ctx context.Context, c config) error {
	db, err := openReadOnly(ctx, s.path, c)
	if err != nil {
		return err
	}
	s.read = db
	n := max(4, 2*runtime.GOMAXPROCS(0))
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	if s.write == nil {
		return ready(ctx, db, s.path, s.shapes)
	}
	return nil
}

// openReadOnly opens a database to read. Without a log beside it, on a medium where none can be made,
// nobody can be writing and it is read as it stands.
func openReadOnly(ctx context.Context, path string, c config) (*sql.DB, error) {
	try := func(more ...string) (*sql.DB, error) {
		db, err := sql.Open("sqlite", readerDSN(path, c, more...))
		if err != nil {
			return nil, fmt.Errorf("opening the database: %w", err)
		}
		var tables int
		if err := db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
			_ = db.Close()
			return nil, fmt.Errorf("reading the database: %w", err)
		}
		return db, nil
	}
	db, err := try()
	if code := resultCode(err); code == sqlite3.SQLITE_CANTOPEN || code == sqlite3.SQLITE_READONLY {
		if _, statErr := os.Stat(path + "-wal"); os.IsNotExist(statErr) {
			return try("immutable", "1")
		}
	}
	return db, err
}

// The write-ahead log is written back after so many pages, and cut to so many bytes then. The default
// of 1,000 pages makes a load write most pages several times over.
const (
	checkpointPages = 10_000
	logBytes        = 16 << 20
	writerCacheKiB  = 24 << 10
	readerCacheKiB  = 12 << 10 // of each connection; the default is 2,000
)

// The page size that new files get, and by which MaxBytes is counted.
const pageSize = 4096

func writerDSN(path string, c config) string {
	synchronous := "NORMAL"
	if c.fast {
		synchronous = "OFF"
	}
	kv := []string{"mode", "rwc", "_journal_mode", "WAL", "_synchronous", synchronous, "_foreign_keys", "on", "_txlock", "immediate",
		"_pragma", fmt.Sprintf("wal_autocheckpoint(%d)", checkpointPages),
		"_pragma", fmt.Sprintf("journal_size_limit(%d)", logBytes),
		"_pragma", fmt.Sprintf("cache_size(-%d)", writerCacheKiB)}
	if c.maxBytes > 0 {
		kv = append(kv, "_pragma", fmt.Sprintf("max_page_count(%d)", max(1, c.maxBytes/pageSize)))
	}
	return dsn(path, c, kv...)
}

func readerDSN(path string, c config, more ...string) string {
	return dsn(path, c, append([]string{"mode", "ro", "_query_only", "on",
		"_pragma", fmt.Sprintf("cache_size(-%d)", readerCacheKiB)}, more...)...)
}

// dsn writes a file URI. Keys that begin with an underscore are the driver's; it checks all but
// _pragma, whose effect a test looks at.
func dsn(path string, c config, kv ...string) string {
	q := url.Values{
		"_busy_timeout": {strconv.FormatInt(c.busy.Milliseconds(), 10)},
		"_dqs":          {"0"},
		"_error_rc":     {"1"},
	}
	for i := 0; i < len(kv); i += 2 {
		q.Add(kv[i], kv[i+1])
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: q.Encode()}
	return u.String()
}

// Path is the absolute path of the store's file.
func (s *Store) Path() string { return s.path }

// Revision grows by one with every effective Apply. It gives Unavailable when the file was removed or another
// was put in its place: the old one, which can still be read, is no longer the store.
func (s *Store) Revision(ctx context.Context) (uint64, error) {
	switch now, err := os.Stat(s.path); {
	case err != nil:
		return 0, graph.Errorf(graph.Unavailable, "the file of the store was taken away while it was open: %w", err)
	case !os.SameFile(now, s.file):
		return 0, graph.Errorf(graph.Unavailable, "another file was put in the place of %s while it was open; open the store again", s.path)
	}
	var n uint64
	q := newQuery("SELECT revision FROM state")
	err := s.each(ctx, q, func(r row) error { n = uint64(r.num(0)); return nil })
	return n, err
}

// Close releases the file, and removes it when it is a scratch store.
func (s *Store) Close() error {
	var errs []error
	s.mu.Lock()
	for _, p := range s.prepared {
		errs = append(errs, p.close())
	}
	s.prepared = map[string]*prepared{}
	s.mu.Unlock()
	// The writer goes last, so that the log is written back and removed.
	for _, db := range []*sql.DB{s.read, s.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	if s.scratch != "" {
		errs = append(errs, os.RemoveAll(s.scratch))
	}
	for _, err := range errs {
		if err != nil {
			return graph.Errorf(graph.Unavailable, "closing %s: %w", s.path, err)
		}
	}
	return nil
}
