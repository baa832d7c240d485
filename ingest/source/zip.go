package source

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// directoryBytes is how much of a zip's directory is read for each entry that it may have: it is all in
// memory before the first entry can be looked at.
const directoryBytes = 320

// encrypted is the flag of an entry that takes a password.
const encrypted = 1

func (t *Tree) fillZip(ctx context.Context, in io.ReaderAt, size int64, limits Limits) error {
	directory := &rationed{in: in, left: int64(limits.Entries)*directoryBytes + 2*HeadBytes}
	r, err := zip.NewReader(directory, size)
	switch {
	case errors.Is(err, errRation) || r != nil && len(r.File) > limits.Entries:
		return overLimit("it has more than %d files and folders", limits.Entries)
	case err != nil && !errors.Is(err, zip.ErrInsecurePath): // names are looked at below
		return fmt.Errorf("reading the directory of the archive: %w", err)
	}
	directory.left = -1
	x := newIndex()
	t.FS = x
	unpacked := int64(0)
	for _, f := range r.File {
		if err := ctx.Err(); err != nil {
			return err
		}
		if f.Mode().IsDir() {
			continue
		}
		if unpacked += int64(min(f.UncompressedSize64, 1<<62)); unpacked < 0 {
			unpacked = 1 << 62
		}
		if err := errors.Join(limits.check(size, unpacked), limits.count(x)); err != nil {
			return err
		}
		switch {
		case !f.Mode().IsRegular():
			t.problem(f.Name, NotAFile, "is "+ModeName(f.Mode())+" and was not opened")
		case f.Flags&encrypted != 0:
			t.problem(f.Name, Damaged, "takes a password")
		default:
			t.add(x, f.Name, int64(f.UncompressedSize64), func() (io.ReadCloser, error) { return openZipped(f) })
		}
	}
	x.seal()
	return limits.count(x)
}

func openZipped(f *zip.File) (io.ReadCloser, error) {
	in, err := f.Open()
	if err != nil {
		return nil, damage("it cannot be unpacked: " + strings.TrimPrefix(err.Error(), "zip: "))
	}
	return in, nil // it stops where the entry is longer than the directory says
}

// rationed stops a reader after so many bytes; never when left is negative.
type rationed struct {
	in   io.ReaderAt
	left int64
}

var errRation = errors.New("more than is read")

func (r *rationed) ReadAt(p []byte, off int64) (int, error) {
	if r.left < 0 {
		return r.in.ReadAt(p, off)
	}
	if int64(len(p)) > r.left {
		return 0, errRation
	}
	n, err := r.in.ReadAt(p, off)
	r.left -= int64(n)
	return n, err
}

// ModeName says what a file is that is no regular one.
func ModeName(m fs.FileMode) string {
	switch {
	case m&fs.ModeSymlink != 0:
		return "a link"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	}
	return "something else"
}
