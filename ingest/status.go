package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/source"
)

// A State compares an origin in the store with its file on disk.
type State string

// The states.
const (
	Same       State = "SAME"       // the file has the bytes that were loaded
	Changed    State = "CHANGED"    // it has other bytes: load it again
	Missing    State = "MISSING"    // it is gone: prune or remove it
	Unreadable State = "UNREADABLE" // it is there and cannot be read
	Conflicted State = "REFUSED"    // what it says was refused, and would be again
	Ready      State = "READY"      // what it says was refused, and could be loaded now
)

// An OriginStatus is the state of one origin. An origin whose newer bytes were refused has two: one
// for what counts, one for what was refused.
type OriginStatus struct {
	Origin   graph.Origin        `json:"origin"`
	State    State               `json:"state"`
	Conflict *graph.ConflictInfo `json:"conflict,omitempty"` // for REFUSED and READY
}

// Status compares every origin that has a file with that file, in order of location. Bytes are
// compared, not facts: a sidecar that says something new changes no state. What comes from a git tree is
// left out, as there are many revisions to compare with. Errors: the store's, and ctx's.
func Status(ctx context.Context, g *graph.Graph) (_ []OriginStatus, err error) {
	origins, err := g.Origins(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading the known origins: %w", err)
	}
	var out []OriginStatus
	var from archives
	defer func() { err = errors.Join(err, from.close()) }()
	for i := range origins {
		o := &origins[i]
		if _, isGit := source.ParseGit(o.Origin.Path); isGit || o.Origin.Path == "" {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s := OriginStatus{Origin: o.Origin, Conflict: o.Conflict}
		switch {
		case o.Ready:
			s.State = Ready
		case o.State == graph.Refused:
			s.State = Conflicted
		default:
			s.State = from.compare(ctx, &o.Origin)
		}
		out = append(out, s)
	}
	return out, nil
}

// archives keeps the archive that was read last open: its files come one after the other.
type archives struct {
	path string
	tree *source.Tree
	err  error
}

func (a *archives) close() error {
	if a.tree == nil {
		return nil
	}
	return a.tree.Close()
}

// open opens a file by its path, on disk or in an archive.
func (a *archives) open(ctx context.Context, path string) (io.ReadCloser, error) {
	archive, ok := source.Archive(path)
	if !ok {
		return (&file{tree: source.Disk, path: path}).open()
	}
	if a.path != archive {
		if err := a.close(); err != nil {
			return nil, err
		}
		a.path = archive
		a.tree, a.err = source.OpenArchive(ctx, archive, (&Options{}).limits())
	}
	if a.err != nil {
		return nil, a.err
	}
	return (&file{tree: a.tree, path: path}).open()
}

// compare reads a file and compares its bytes with those that were loaded from it.
func (a *archives) compare(ctx context.Context, o *graph.Origin) State {
	f, err := a.open(ctx, o.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return Missing
	}
	if err != nil {
		return Unreadable
	}
	defer func() { _ = f.Close() }() // only read from
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return Unreadable
	}
	if hex.EncodeToString(h.Sum(nil)) == o.ByteDigest {
		return Same
	}
	return Changed
}
