package source

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// An index is a file system whose names are all known when it is made, and whose files are opened when
// they are asked for.
type index struct {
	nodes map[string]*node
}

// A node is a file or a folder of an index, and its own fs.DirEntry and fs.FileInfo.
type node struct {
	name     string // the last part of its name
	size     int64
	dir      bool
	children []*node // of a folder, in order of name once the index is sealed
	open     func() (io.ReadCloser, error)
}

func newIndex() *index { return &index{map[string]*node{".": {name: ".", dir: true}}} }

// add puts a file into the index, and the folders above it. Of two files with one name the later one
// counts, as when an archive is unpacked. What is wrong with the name is told; "" for nothing.
func (x *index) add(name string, size int64, open func() (io.ReadCloser, error)) string {
	if wrong := unsafeName(name); wrong != "" {
		return wrong
	}
	if known := x.nodes[name]; known != nil {
		if known.dir {
			return "has the name of a folder"
		}
		known.size, known.open = size, open
		return "has a name that was there before; the later file counts"
	}
	parent := x.folder(path.Dir(name))
	if parent == nil {
		return "is in a folder that is a file"
	}
	n := &node{name: path.Base(name), size: size, open: open}
	x.nodes[name] = n
	parent.children = append(parent.children, n)
	return ""
}

// folder gives the folder of a name and makes it when there is none; nil when a file is in its place.
func (x *index) folder(name string) *node {
	var missing []string
	n := x.nodes[name]
	for ; n == nil; n = x.nodes[name] {
		missing = append(missing, name)
		name = path.Dir(name)
	}
	if !n.dir {
		return nil
	}
	for _, m := range slices.Backward(missing) {
		child := &node{name: path.Base(m), dir: true}
		x.nodes[m] = child
		n.children = append(n.children, child)
		n = child
	}
	return n
}

// seal puts all folders in order. Nothing is added afterwards.
func (x *index) seal() *index {
	for _, n := range x.nodes {
		slices.SortFunc(n.children, func(a, b *node) int { return cmp.Compare(a.name, b.name) })
	}
	return x
}

func (x *index) find(op, name string) (*node, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	n := x.nodes[name]
	if n == nil {
		return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
	}
	return n, nil
}

func (x *index) Open(name string) (fs.File, error) {
	n, err := x.find("open", name)
	if err != nil {
		return nil, err
	}
	if n.dir {
		return &openFolder{node: n, rest: n.children}, nil
	}
	in, err := n.open()
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &openFile{in, n}, nil
}

func (x *index) ReadDir(name string) ([]fs.DirEntry, error) {
	n, err := x.find("readdir", name)
	if err != nil {
		return nil, err
	}
	if !n.dir {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: errors.New("not a folder")}
	}
	return (&openFolder{node: n, rest: n.children}).ReadDir(-1)
}

func (x *index) Lstat(name string) (fs.FileInfo, error) {
	n, err := x.find("lstat", name)
	if err != nil {
		return nil, err
	}
	return n, nil
}

func (x *index) ReadLink(name string) (string, error) {
	return "", &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid} // there are no links
}

func (n *node) Name() string               { return n.name }
func (n *node) Size() int64                { return n.size }
func (n *node) IsDir() bool                { return n.dir }
func (n *node) Type() fs.FileMode          { return n.Mode().Type() }
func (n *node) ModTime() time.Time         { return time.Time{} } // archives may say anything
func (n *node) Sys() any                   { return nil }
func (n *node) Info() (fs.FileInfo, error) { return n, nil }
func (n *node) String() string             { return fs.FormatDirEntry(n) }

func (n *node) Mode() fs.FileMode {
	if n.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}

type openFile struct {
	io.ReadCloser
	*node
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.node, nil }

type openFolder struct {
	*node
	rest []*node
}

func (f *openFolder) Stat() (fs.FileInfo, error) { return f.node, nil }
func (f *openFolder) Close() error               { return nil }

func (f *openFolder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.name, Err: fs.ErrInvalid}
}

func (f *openFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n > 0 && len(f.rest) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(f.rest) {
		n = len(f.rest)
	}
	out := make([]fs.DirEntry, n)
	for i, child := range f.rest[:n] {
		out[i] = child
	}
	f.rest = f.rest[n:]
	return out, nil
}

// damage is an error of an entry's own.
type damage string

func (d damage) Error() string { return string(d) }

// unsafeName says what is wrong with the name of an entry; "" for nothing. Names are those of io/fs, and
// besides have no characters or parts that stand for something else on another system.
func unsafeName(name string) string {
	switch {
	case len(name) > maxName:
		return "has a name that is too long"
	case strings.ContainsAny(name, "\\\x00") || strings.ContainsFunc(name, control):
		return "has a name with a backslash or a control character"
	case !fs.ValidPath(name) || name == ".":
		return "has a name that is no path below the root, or is not UTF-8"
	}
	depth := 0
	for part := range strings.SplitSeq(name, "/") {
		if depth++; depth > maxDepth {
			return "is in too many folders"
		}
		stem, _, _ := strings.Cut(part, ".")
		if drive := len(part) == 2 && part[1] == ':'; drive || deviceNames[strings.ToLower(strings.TrimRight(stem, " "))] {
			return "has a name that is a device on some systems"
		}
	}
	return ""
}

// Caps of one name: its bytes, and the folders that it goes through.
const (
	maxName  = 1024
	maxDepth = 128
)

func control(r rune) bool { return r < ' ' || r == 0x7f }

var deviceNames = map[string]bool{"con": true, "prn": true, "aux": true, "nul": true,
	"com1": true, "com2": true, "com3": true, "com4": true, "com5": true, "com6": true, "com7": true, "com8": true, "com9": true,
	"lpt1": true, "lpt2": true, "lpt3": true, "lpt4": true, "lpt5": true, "lpt6": true, "lpt7": true, "lpt8": true, "lpt9": true}
