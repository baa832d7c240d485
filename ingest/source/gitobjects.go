package source

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/go-git/go-billy/v5"
	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/idxfile"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
	"github.com/go-git/go-git/v5/storage/filesystem/dotgit"
)

// A repository reads git objects, each checked against its name, so that one that was tampered with, or a
// folder that holds itself, cannot be there. The library's own object store is not used: it follows deltas
// without end where a pack is crafted, and unpacks whatever an object comes to.
type repository struct {
	dir   *dotgit.DotGit
	limit int64 // bytes of an object that is read whole

	mu    sync.Mutex // of what follows: a scanner has one position
	packs []pack
}

type pack struct {
	index *idxfile.MemoryIndex
	file  billy.File
}

// Caps of objects that are no files: a folder's entries, and the bytes of what a delta rests on.
const (
	maxTree   = 16 << 20
	maxDeltas = 4096 // git itself makes no longer chains
)

func openRepository(dir string, limit int64) (r *repository, err error) {
	r = &repository{dir: dotgit.New(osfs.New(dir, osfs.WithBoundOS())), limit: max(limit, maxTree)}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.Close())
			r = nil
		}
	}()
	defer notPanicking(&err)
	hashes, err := r.dir.ObjectPacks()
	if err != nil {
		return r, fmt.Errorf("listing packs: %w", err)
	}
	for _, h := range hashes {
		p, err := r.openPack(h)
		if err != nil {
			return r, fmt.Errorf("opening pack %s: %w", h, err)
		}
		r.packs = append(r.packs, p)
	}
	return r, nil
}

func (r *repository) openPack(h plumbing.Hash) (p pack, err error) {
	in, err := r.dir.ObjectPackIdx(h)
	if err != nil {
		return p, err
	}
	p.index = idxfile.NewMemoryIndex()
	if err := errors.Join(idxfile.NewDecoder(in).Decode(p.index), in.Close()); err != nil {
		return p, err
	}
	p.file, err = r.dir.ObjectPack(h)
	return p, err
}

func (r *repository) Close() error {
	var err error
	for _, p := range r.packs {
		err = errors.Join(err, p.file.Close())
	}
	return err
}

// notPanicking makes an error of a panic: the library is not safe on damaged packs.
func notPanicking(err *error) {
	if p := recover(); p != nil {
		*err = errors.Join(*err, fmt.Errorf("a damaged object: %v", p))
	}
}

// An object is one as git stores it.
type object struct {
	kind plumbing.ObjectType
	size int64
	data []byte // nil when only the size was asked for
}

// read gives an object of the kind wanted.
func (r *repository) read(h plumbing.Hash, kind plumbing.ObjectType) ([]byte, error) {
	o, err := r.find(h, true)
	switch {
	case err != nil:
		return nil, err
	case o.kind != kind && kind != plumbing.AnyObject:
		return nil, fmt.Errorf("object %s is a %s and no %s", h, o.kind, kind)
	case plumbing.ComputeHash(o.kind, o.data) != h:
		return nil, fmt.Errorf("object %s is damaged", h)
	}
	return o.data, nil
}

func (r *repository) size(h plumbing.Hash) (int64, error) {
	o, err := r.find(h, false)
	return o.size, err
}

// blob reads a file, which has no more bytes than the cap.
func (r *repository) blob(h plumbing.Hash) (io.ReadCloser, error) {
	data, err := r.read(h, plumbing.BlobObject)
	if err != nil {
		return nil, err
	}
	return io.NopCloser(bytes.NewReader(data)), nil
}

// find looks an object up among the loose ones and in the packs.
func (r *repository) find(h plumbing.Hash, whole bool) (o object, err error) {
	defer notPanicking(&err)
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range r.packs {
		if offset, err := p.index.FindOffset(h); err == nil {
			return r.packed(&p, offset, whole)
		}
	}
	f, err := r.dir.Object(h)
	if err != nil {
		return o, errNotThere
	}
	o, err = r.loose(f, whole)
	return o, errors.Join(err, f.Close())
}

// loose reads an object that is a file of its own: deflated, "KIND SIZE" and NUL before it.
func (r *repository) loose(f io.Reader, whole bool) (o object, err error) {
	z, err := zlib.NewReader(f)
	if err != nil {
		return o, err
	}
	in := bufio.NewReaderSize(z, 64)
	header, err := in.ReadSlice(0)
	if err != nil {
		return o, fmt.Errorf("the header of an object: %w", err)
	}
	kind, size, _ := strings.Cut(strings.TrimSuffix(string(header), "\x00"), " ")
	if o.kind, err = plumbing.ParseObjectType(kind); err != nil {
		return o, err
	}
	if o.size, err = strconv.ParseInt(size, 10, 64); err != nil || o.size < 0 {
		return o, errors.New("the size of an object is no number")
	}
	if whole {
		o.data, err = r.exactly(in, o.size)
	}
	return o, err
}

// exactly reads so many bytes, and that nothing follows.
func (r *repository) exactly(in io.Reader, size int64) ([]byte, error) {
	if size > r.limit {
		return nil, fmt.Errorf("an object has %d bytes", size)
	}
	var out bytes.Buffer
	n, err := out.ReadFrom(io.LimitReader(in, size+1))
	if err == nil && n != size {
		err = errors.New("an object is longer or shorter than it says")
	}
	return out.Bytes(), err
}

// packed reads an object of a pack: the one that it rests on, and the deltas from there.
func (r *repository) packed(p *pack, offset int64, whole bool) (o object, err error) {
	var deltas [][]byte
	scanner := packfile.NewScanner(p.file)
	for kept := int64(0); ; {
		h, err := scanner.SeekObjectHeader(offset)
		if err != nil {
			return o, err
		}
		isDelta := h.Type.IsDelta()
		if o.kind = h.Type; !whole && !isDelta {
			if len(deltas) == 0 {
				o.size = h.Length
			}
			return o, nil
		}
		if kept += h.Length; h.Length > r.limit || kept > 4*r.limit || len(deltas) == maxDeltas {
			return o, fmt.Errorf("an object rests on %d deltas of %d bytes", len(deltas), kept)
		}
		var data bytes.Buffer
		if _, _, err := scanner.NextObject(&data); err != nil {
			return o, err
		}
		if !isDelta {
			o.data = data.Bytes()
			break
		}
		deltas = append(deltas, data.Bytes())
		if !whole {
			o.size, err = deltaSize(data.Bytes())
			return o, err
		}
		if offset = h.OffsetReference; h.Type == plumbing.REFDeltaObject {
			if offset, err = p.index.FindOffset(h.Reference); err != nil {
				return o, errNotThere
			}
		}
	}
	for i := len(deltas) - 1; i >= 0; i-- {
		if size, err := deltaSize(deltas[i]); err != nil || size > r.limit {
			return o, errors.Join(err, fmt.Errorf("an object has %d bytes", size))
		}
		if o.data, err = packfile.PatchDelta(o.data, deltas[i]); err != nil {
			return o, err
		}
	}
	o.size = int64(len(o.data))
	return o, nil
}

// deltaSize is the size of what a delta makes: the second of the two numbers it begins with, each seven
// bits to a byte, the lowest first.
func deltaSize(delta []byte) (size int64, err error) {
	in := bytes.NewReader(delta)
	for range 2 {
		size = 0
		for shift := 0; ; shift += 7 {
			c, err := in.ReadByte()
			if err != nil || shift > 49 {
				return 0, errors.New("a delta has no size")
			}
			size |= int64(c&0x7f) << shift
			if c < 0x80 {
				break
			}
		}
	}
	return size, nil
}

// The modes of entries that are told apart; any other is a file.
const (
	modeTree   = "40000"
	modeLink   = "120000"
	modeCommit = "160000"
)

type treeEntry struct {
	mode, name string
	hash       plumbing.Hash
}

// tree reads a folder: mode, blank, name, NUL and the hash in binary for each entry.
func (r *repository) tree(h plumbing.Hash) (entries []treeEntry, err error) {
	data, err := r.read(h, plumbing.TreeObject)
	for len(data) > 0 && err == nil {
		head, rest, ok := bytes.Cut(data, []byte{0})
		mode, name, named := strings.Cut(string(head), " ")
		if !ok || !named || len(rest) < len(h) {
			return nil, fmt.Errorf("folder %s is damaged", h)
		}
		e := treeEntry{mode: mode, name: name}
		copy(e.hash[:], rest)
		entries, data = append(entries, e), rest[len(h):]
	}
	return entries, err
}
