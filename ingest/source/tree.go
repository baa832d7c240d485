package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// inside stands between the path of an archive or a repository and a name in it.
const inside = "!"

// FS is what a tree can do: open a file, list a folder in order of name, and tell what a name is without
// following links.
type FS interface {
	fs.ReadDirFS
	fs.ReadLinkFS
}

// A Tree is a place that files are read from. It may be used from several goroutines until it is closed.
type Tree struct {
	FS
	Problems []Problem // what was found wrong when it was opened; its other entries can be read
	Commit   string    // of a repository: the commit that is read, in hexadecimal
	Partial  bool      // it broke off: what is not in it may still belong to it

	root  string // path of the root, "" for the disk
	file  string // of an archive: its own path on disk
	close func() error
}

// A Problem is an entry of a tree that cannot be read, or is not to be.
type Problem struct {
	Name string // as the tree has it, which need not be a name that can be opened
	Kind ProblemKind
	Text string // what is the matter, as the end of a sentence about the entry
}

// A ProblemKind says how a Problem is to be taken.
type ProblemKind int

// The kinds of problems.
const (
	Damaged  ProblemKind = iota // it should have been readable
	Unsafe                      // its name leads elsewhere, or is no name
	NotAFile                    // a link, a device, another repository: nothing to read
)

// A LimitError says that a tree was not opened because it is over one of the Limits.
type LimitError struct{ text string }

func (e *LimitError) Error() string { return e.text }

func overLimit(format string, args ...any) error { return &LimitError{fmt.Sprintf(format, args...)} }

// Close gives up what the tree holds. Its files cannot be read afterwards.
func (t *Tree) Close() error {
	if t.close == nil {
		return nil
	}
	return t.close()
}

// OnDisk tells whether the tree is the disk itself.
func (t *Tree) OnDisk() bool { return t.root == "" }

// Path is the path of a name in the tree.
func (t *Tree) Path(name string) string {
	switch {
	case t.OnDisk():
		return diskPath(name)
	case name == ".":
		return t.root
	}
	return t.root + "/" + name
}

// Name is the name that a path has in the tree; false for a path that is not of the tree.
func (t *Tree) Name(path string) (string, bool) {
	if t.OnDisk() {
		return diskName(path)
	}
	if path == t.root {
		return ".", true
	}
	return strings.CutPrefix(path, t.root+"/")
}

// Above is the folder that a folder stands in, both given by their paths, and the tree of that folder. An
// archive stands in the folder of its file; a repository stands nowhere, so that only what it holds itself
// is beside its files.
func (t *Tree) Above(path string) (*Tree, string, bool) {
	if path != t.root {
		parent := filepath.Dir(path)
		return t, parent, parent != path
	}
	return Disk, filepath.Dir(t.file), t.file != ""
}

// Disk is the file system of this machine.
var Disk = &Tree{FS: disk{}}

type disk struct{}

func diskPath(name string) string {
	if filepath.Separator == '/' {
		return filepath.Clean("/" + name)
	}
	return filepath.FromSlash(name) // it begins with its volume
}

func diskName(path string) (string, bool) {
	if name := strings.TrimPrefix(filepath.ToSlash(path), "/"); name != "" {
		return name, filepath.IsAbs(path)
	}
	return ".", true
}

// Open opens a regular file, and nothing else: should a pipe have taken its place since it was found,
// opening without blocking returns at once and the second look refuses it.
func (disk) Open(name string) (fs.File, error) {
	path := diskPath(name)
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	irregular := &fs.PathError{Op: "open", Path: path, Err: errors.New("no regular file")}
	if !info.Mode().IsRegular() {
		return nil, irregular
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() {
		err = irregular
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (disk) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(diskPath(name)) }

func (disk) Lstat(name string) (fs.FileInfo, error) { return os.Lstat(diskPath(name)) }

func (disk) ReadLink(name string) (string, error) { return os.Readlink(diskPath(name)) }

// Archive tells whether a path is that of a file in an archive, and gives the path of the archive. Of
// several marks in it the first one with a regular file before it counts.
func Archive(path string) (archive string, ok bool) {
	for at := 0; ; at++ {
		next := strings.Index(path[at:], inside+"/")
		if next < 0 {
			return "", false
		}
		at += next
		if info, err := os.Stat(path[:at]); err == nil && info.Mode().IsRegular() {
			return path[:at], true
		}
	}
}

// Exists tells whether there is something at a path, as far as that shows without opening an archive or a
// repository: what is in one is there while it is.
func Exists(path string) bool {
	if dir, ok := strings.CutPrefix(path, gitPrefix); ok {
		dir, _, _ = strings.Cut(dir, inside+"/")
		path = dir
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
		return true
	}
	_, ok := Archive(path)
	return ok
}
