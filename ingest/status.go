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
// compared, not facts: a sidecar that says something new changes no state. Errors: the store's, and
// ctx's.
func Status(ctx context.Context, g *graph.Graph) ([]OriginStatus, error) {
	origins, err := g.Origins(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading the known origins: %w", err)
	}
	var out []OriginStatus
	for i := range origins {
		o := &origins[i]
		if o.Origin.Path == "" {
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
			s.State = compare(&o.Origin)
		}
		out = append(out, s)
	}
	return out, nil
}

// compare reads a file and compares its bytes with those that were loaded from it.
func compare(o *graph.Origin) State {
	f, err := openRegular(o.Path)
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
