package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/neo4j"
	"github.com/crosswalk-graph/crosswalk/graph/sqlite"
)

// This file alone knows which backends there are.

// An access says for what a store is opened.
type access int

// To use a store that is there, to load into one that may have to be made first, or to read alone.
const (
	existing access = iota
	creating
	reading
)

// A backend is an open store, and what a person may want to know of it.
type backend struct {
	graph.Store
	// Where is the store's URL as it is shown.
	Where string
	// Writable tells whether the store can be written, and what that means in words.
	Writable func(context.Context) (bool, string, error)
	// Check looks for damage and gives what it found, in words.
	Check func(context.Context) ([]string, error)
}

// storeSchemes says in help and errors what a store URL looks like.
const storeSchemes = "sqlite:PATH, bolt://HOST:PORT or neo4j://HOST:PORT, these two with +s for TLS"

// opener picks the backend that a store URL names. It is the one place where that is decided. Errors:
// Invalid. They repeat no more of a URL than its scheme, because people put passwords into URLs.
func (c *Config) opener(store string) (func(context.Context, access) (*backend, error), error) {
	scheme, rest, _ := strings.Cut(store, ":")
	u, err := url.Parse(store)
	if err == nil && u.User != nil || err != nil && scheme != "sqlite" && strings.Contains(rest, "@") {
		return nil, graph.Errorf(graph.Invalid, "a store URL must not hold a user or password")
	}
	switch scheme {
	case "sqlite":
		if rest == "" {
			return nil, graph.Errorf(graph.Invalid, "store %q names no file: write sqlite:PATH", store)
		}
		return func(ctx context.Context, how access) (*backend, error) { return openSQLite(ctx, rest, how) }, nil
	case "bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc":
		if err != nil || u.Hostname() == "" {
			return nil, graph.Errorf(graph.Invalid, "a store %s: needs a host: write %s://HOST:PORT", scheme, scheme)
		}
		return func(ctx context.Context, how access) (*backend, error) { return c.openNeo4j(ctx, store, how) }, nil
	}
	return nil, graph.Errorf(graph.Invalid, "store %q is of no known kind: write %s", scheme, storeSchemes)
}

// openStore opens the store that a URL names.
func (c *Config) openStore(ctx context.Context, store string, how access) (*backend, error) {
	open, err := c.opener(store)
	if err != nil {
		return nil, err
	}
	return open(ctx, how)
}

// sameFile tells whether two store URLs name one file, by whatever links.
func sameFile(a, b string) bool {
	var infos []os.FileInfo
	for _, store := range []string{a, b} {
		path, isFile := strings.CutPrefix(store, "sqlite:")
		info, err := os.Stat(path)
		if !isFile || err != nil {
			return false
		}
		infos = append(infos, info)
	}
	return os.SameFile(infos[0], infos[1])
}

func openSQLite(ctx context.Context, path string, how access) (*backend, error) {
	if how == creating {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, graph.Errorf(graph.Unavailable, "the folder of the store cannot be made: %w", err)
		}
	} else if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return nil, graph.Errorf(graph.Unavailable,
			"there is no store at %s yet: load something with 'crosswalk ingest PATH', or name another with --store", tilde(path))
	}
	var opts []sqlite.Option
	if how == reading {
		opts = append(opts, sqlite.ReadOnly())
	}
	s, err := sqlite.Open(ctx, path, opts...)
	if err != nil {
		return nil, err
	}
	writable := func(ctx context.Context) (bool, string, error) {
		info, err := s.Info(ctx)
		if info.ReadOnly {
			return false, "the file cannot be written: nothing can be loaded into it", err
		}
		return true, "the file can be written", err
	}
	return &backend{s, "sqlite:" + tilde(s.Path()), writable, s.Check}, nil
}

// openNeo4j opens a store in Neo4j. Without a password no authentication is tried.
func (c *Config) openNeo4j(ctx context.Context, address string, how access) (*backend, error) {
	o := neo4j.Options{Database: c.Neo4jDatabase, CAFile: c.Neo4jCAFile, MaxConnections: c.Neo4jMaxConnections,
		AllowOthers: c.Neo4jAllowOthers, ReadOnly: how == reading}
	var err error
	if o.Password, err = c.neo4jPassword(); err != nil {
		return nil, err
	}
	if o.Password != "" {
		o.User = c.Neo4jUser
	}
	s, err := neo4j.Open(ctx, address, o)
	if err != nil {
		return nil, err
	}
	writable := func(ctx context.Context) (bool, string, error) {
		info, err := s.Info(ctx)
		if info.ReadOnly {
			return false, "the database was opened to read", err
		}
		return true, fmt.Sprintf("database %s of Neo4j %s, as user %s", info.Database, info.Version, info.User), err
	}
	return &backend{s, address, writable, s.Check}, nil
}

// openScratch opens an empty store that is gone when it is closed.
func openScratch(ctx context.Context) (graph.Store, error) { return sqlite.OpenScratch(ctx) }
