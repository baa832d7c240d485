package source

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// Limits bound what is read from an archive or a repository. All must be more than 0.
type Limits struct {
	Entries  int   // files and folders in it
	Unpacked int64 // bytes of all its files
	File     int64 // bytes of a file that is of use; of a larger one only the head can be read
}

// What unpacks to more than maxRatio times its size is a bomb, unless it is small altogether: text of
// reports comes to a tenth, and only repetition goes further.
const (
	maxRatio    = 100
	ratioCounts = 64 << 20 // bytes unpacked
)

// HeadBytes is how much of a file over Limits.File can be read at least.
const HeadBytes = 64 << 10

// check refuses an archive of so many bytes that unpacks to so many.
func (l *Limits) check(packed, unpacked int64) error {
	if unpacked > l.Unpacked {
		return overLimit("it unpacks to more than %d bytes", l.Unpacked)
	}
	if unpacked > ratioCounts && unpacked/maxRatio > packed {
		return overLimit("it unpacks to more than %d times its size", maxRatio)
	}
	return nil
}

// count refuses an index that has grown too large.
func (l *Limits) count(x *index) error {
	if len(x.nodes)-1 > l.Entries {
		return overLimit("it has more than %d files and folders", l.Entries)
	}
	return nil
}

// maxProblems is how many problems of one tree are kept, and so told.
const maxProblems = 100

func (t *Tree) problem(name string, kind ProblemKind, text string) {
	switch {
	case len(t.Problems) < maxProblems:
		t.Problems = append(t.Problems, Problem{name, kind, text})
	case len(t.Problems) == maxProblems:
		t.Problems = append(t.Problems, Problem{"", kind, "has more entries that cannot be read, which are not listed"})
	}
}

// add puts a file into the index of the tree, or what is wrong with it among the problems. Programs that pack
// a folder by its name "." begin all names with it.
func (t *Tree) add(x *index, name string, size int64, open func() (io.ReadCloser, error)) {
	if wrong := x.add(strings.TrimPrefix(name, "./"), size, open); wrong != "" {
		t.problem(name, Unsafe, wrong)
	}
}

// The kinds of archives.
const (
	noArchive  = ""
	zipArchive = "zip"
	tarArchive = "tar"
	gzipped    = "tar.gz"
)

// IsArchive tells by the first bytes of a file, up to HeadBytes, whether OpenArchive is for it, whatever
// its name. A file that is compressed and no archive is none.
func IsArchive(head []byte) bool { return archiveKind(head) != noArchive }

func archiveKind(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return zipArchive
	case isTar(head):
		return tarArchive
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		if in, err := gzip.NewReader(bytes.NewReader(head)); err == nil {
			block := make([]byte, tarBlock)
			if n, _ := io.ReadFull(in, block); isTar(block[:n]) {
				return gzipped
			}
		}
	}
	return noArchive
}

const tarBlock = 512

// isTar tells whether a file begins with the header of a tar archive: all since 1988 have the mark, and
// an empty one is nothing but NUL.
func isTar(head []byte) bool {
	if len(head) < tarBlock {
		return false
	}
	return bytes.HasPrefix(head[257:], []byte("ustar")) || len(bytes.Trim(head, "\x00")) == 0
}

// OpenArchive opens a zip, tar or gzipped tar archive by its absolute path on disk. The entries of a zip
// are unpacked when they are read. A tar is a stream: it is read once, here, and its files are kept in a
// temporary file until Close, so it takes as much of the disk as it has in files. Errors: LimitError, that it
// is no archive or too damaged to find the files in, and ctx's.
func OpenArchive(ctx context.Context, path string, limits Limits) (*Tree, error) {
	opened, err := Disk.openDisk(path)
	if err != nil {
		return nil, err
	}
	t := &Tree{root: path + inside, file: path, close: opened.Close}
	if err := t.fill(ctx, opened, limits); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

func (t *Tree) openDisk(path string) (*os.File, error) {
	name, _ := t.Name(path)
	f, err := t.Open(name)
	if err != nil {
		return nil, err
	}
	file, ok := f.(*os.File)
	if !ok {
		return nil, errors.Join(&fs.PathError{Op: "open", Path: path, Err: fs.ErrInvalid}, f.Close())
	}
	return file, nil
}

// fill finds the entries of an archive.
func (t *Tree) fill(ctx context.Context, f *os.File, limits Limits) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	head := make([]byte, HeadBytes)
	n, err := io.ReadFull(io.NewSectionReader(f, 0, info.Size()), head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return err
	}
	switch archiveKind(head[:n]) {
	case zipArchive:
		return t.fillZip(ctx, f, info.Size(), limits)
	case tarArchive:
		return t.fillTar(ctx, bufio.NewReader(f), info.Size(), limits)
	case gzipped:
		in, err := gzip.NewReader(bufio.NewReader(f))
		if err != nil {
			return fmt.Errorf("unpacking: %w", err)
		}
		return t.fillTar(ctx, in, info.Size(), limits)
	}
	return errors.New("no archive that can be read here: neither zip nor tar nor gzipped tar")
}
