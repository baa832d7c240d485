package source

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
)

// maxHops bounds symbolic references and tags of tags.
const maxHops = 10

// resolve finds the commit that a revision stands for and its tree: HEAD, a full name below refs/, a tag, a
// branch, a branch of a remote, or a commit by its hash or the beginning of it, in this order.
func (r *repository) resolve(revision string) (commit, tree plumbing.Hash, err error) {
	defer notPanicking(&err)
	h, ok := r.reference(revision)
	if !ok {
		if h, err = r.byHash(revision); err != nil {
			return commit, tree, err
		}
	}
	for range maxHops {
		data, err := r.read(h, plumbing.AnyObject)
		if err != nil {
			return commit, tree, fmt.Errorf("reading revision %q: %w", revision, err)
		}
		if target, ok := headerHash(data, "tree "); ok {
			return h, target, nil
		}
		if h, ok = headerHash(data, "object "); !ok {
			break
		}
	}
	return commit, tree, fmt.Errorf("revision %q is no commit", revision)
}

// headerHash reads the hash in the first line of a commit or a tag.
func headerHash(data []byte, key string) (h plumbing.Hash, ok bool) {
	line, _, _ := strings.Cut(string(data[:min(len(data), 64)]), "\n")
	text, ok := strings.CutPrefix(line, key)
	return plumbing.NewHash(text), ok && plumbing.IsHash(text)
}

// reference follows the reference of a name.
func (r *repository) reference(name string) (h plumbing.Hash, ok bool) {
	for _, full := range []string{name, "refs/" + name, "refs/tags/" + name, "refs/heads/" + name, "refs/remotes/" + name} {
		if full != "HEAD" && !strings.HasPrefix(full, "refs/") {
			continue
		}
		ref, err := r.dir.Ref(plumbing.ReferenceName(full))
		for hops := 0; err == nil && ref.Type() == plumbing.SymbolicReference && hops < maxHops; hops++ {
			ref, err = r.dir.Ref(ref.Target())
		}
		if err == nil && ref.Type() == plumbing.HashReference {
			return ref.Hash(), true
		}
	}
	return h, false
}

// byHash finds the object that a hash or the beginning of one stands for.
func (r *repository) byHash(text string) (h plumbing.Hash, err error) {
	text = strings.ToLower(text)
	none := fmt.Errorf("it has no branch, tag or commit %q", text)
	if plumbing.IsHash(text) {
		return plumbing.NewHash(text), nil
	}
	if even, err := hex.DecodeString(text[:len(text)&^1]); err != nil || len(text) < 4 || len(even) >= len(h) {
		return h, none
	}
	found := map[plumbing.Hash]bool{}
	note := func(candidate plumbing.Hash) {
		if strings.HasPrefix(candidate.String(), text) {
			found[candidate] = true
		}
	}
	if err := r.dir.ForEachObjectHash(func(h plumbing.Hash) error { note(h); return nil }); err != nil {
		return h, fmt.Errorf("listing objects: %w", err)
	}
	for _, p := range r.packs {
		entries, err := p.index.Entries()
		for err == nil {
			e, stop := entries.Next()
			if err = stop; err == nil {
				note(e.Hash)
			}
		}
		if !errors.Is(err, io.EOF) {
			return h, fmt.Errorf("listing packed objects: %w", err)
		}
	}
	switch len(found) {
	case 0:
		return h, none
	case 1:
		for h = range found {
		}
		return h, nil
	}
	return h, fmt.Errorf("%d objects begin with %q; give more digits", len(found), text)
}
