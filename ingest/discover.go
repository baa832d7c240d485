package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/source"
)

// A file is one input of a load: found, not yet opened.
type file struct {
	shown  string       // as the user knows it
	tree   *source.Tree // that it is in; nil for standard input
	path   string       // in all trees, on disk absolute with links resolved; "" for standard input
	size   int64
	named  bool   // given by name, not found in a folder
	format Format // that reads it, whatever it looks like; nil to ask them
	reason string // why it is passed over without a look; "" when it is not
	bytes  []byte // of standard input, which cannot be read twice

	// Set when the load has governed it.
	location string
	beside   Stated   // by its sidecar
	stated   Stated   // in all
	sidecar  *sidecar // nil without one

	read parsing // set when it is read

	// Set when it is settled.
	result   FileResult
	digest   string    // SHA-256 of a document's bytes
	manifest *manifest // nil for any other file
}

// A discovery is what the given paths hold.
type discovery struct {
	files   []*file
	roots   []*root
	commits map[string]string // of the repositories given
	diags   diag.List

	limits source.Limits                       // of archives and repositories
	seen   map[string]bool                     // paths of files, so that each is taken once
	as     Format                              // reads what is given by name; nil to ask the formats
	look   func(path string, info fs.FileInfo) // is shown everything on disk that a load depends on
}

// discover finds the files of the given paths: files as they are named, folders, archives and git trees
// recursively and in order of name, what a pattern matches, "-" for standard input. Nothing found in a folder
// is opened. The caller closes the discovery. Errors: Invalid for options that do not fit the paths, those of
// standard input, and ctx's.
func discover(ctx context.Context, formats []Format, paths []string, opts *Options) (*discovery, error) {
	d, err := find(formats, paths, opts, func(string, fs.FileInfo) {})
	if err == nil && slices.Contains(paths, "-") {
		err = d.stdin(opts)
	}
	if err == nil {
		err = d.walkAll(ctx)
	}
	return d, err
}

// find takes the paths that are files, and notes those that are to be walked.
func find(formats []Format, paths []string, opts *Options, look func(string, fs.FileInfo)) (*discovery, error) {
	d := &discovery{limits: opts.limits(), seen: map[string]bool{}, commits: map[string]string{}, look: look}
	for _, f := range formats {
		if f.Name() == opts.As {
			d.as = f
		}
	}
	for _, p := range paths {
		if p != "-" {
			d.given(p)
		}
	}
	for _, r := range d.roots {
		if opts.As != "" && r.pattern == "" {
			return d, graph.Errorf(graph.Invalid, "what format a file has can be said of files that are given by name, and %s has many", r.shown)
		}
	}
	return d, nil
}

// resolve gives the absolute path with links resolved, and what is there.
func resolve(path string) (string, fs.FileInfo, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", nil, err
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return "", nil, err
	}
	info, err := os.Lstat(real)
	return real, info, err
}

// given takes one path that was given. What is there by its very name comes before what it may mean.
func (d *discovery) given(path string) {
	real, info, err := resolve(path)
	address, isGit := source.ParseGit(path)
	switch {
	case path == "": // an unset variable of a script, and not the folder one is in
		d.add(diag.Error, CodePathNotFound, path, "The path is empty", "Name a file or folder; \".\" is the folder you are in.")
	case errors.Is(err, fs.ErrNotExist) && isGit:
		d.roots = append(d.roots, gitRoot(path, address))
	case errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(path, "*?[{"):
		d.pattern(path)
	case errors.Is(err, fs.ErrNotExist):
		d.add(diag.Error, CodePathNotFound, path, "There is no such file or folder",
			"Check the spelling; the rest is loaded.")
	case err != nil:
		d.add(diag.Error, CodeUnreadable, path, "It cannot be opened: "+cause(err),
			"Check the permissions of the file and of the folders above it.")
	case info.IsDir():
		d.roots = append(d.roots, &root{shown: path, tree: source.Disk, path: real})
	case !info.Mode().IsRegular():
		d.add(diag.Error, CodeNotAFile, path, "It is no regular file but "+source.ModeName(info.Mode()),
			"Give a file, a folder, or - for standard input.")
	case d.as == nil && isArchive(real):
		d.look(real, info)
		d.roots = append(d.roots, archiveRoot(path, real))
	default:
		d.file(&file{shown: path, tree: source.Disk, path: real, named: true, format: d.as}, info)
	}
}

// isArchive looks at the beginning of a file. One that cannot be read is found out about later.
func isArchive(path string) bool {
	f := file{tree: source.Disk, path: path}
	in, err := f.open()
	if err != nil {
		return false
	}
	head, err := readCapped(in, nil, headBytes-1)
	return errors.Join(err, in.Close()) == nil && source.IsArchive(head)
}

// file notes a regular file, once.
func (d *discovery) file(f *file, info fs.FileInfo) {
	if d.seen[f.path] {
		return
	}
	d.seen[f.path] = true
	if !utf8.ValidString(f.path) {
		d.add(diag.Error, CodeUnreadable, strings.ToValidUTF8(f.shown, "\ufffd"), "Its name is not UTF-8",
			"Rename the file: its path identifies what is loaded from it.")
		return
	}
	d.look(f.path, info)
	f.size = info.Size()
	d.files = append(d.files, f)
}

// relative gives the slash-separated path of a resolved path below a folder; false when it is not there.
func relative(dir, path string) (string, bool) {
	if dir == path {
		return ".", true
	}
	prefix := dir
	if !strings.HasSuffix(prefix, string(filepath.Separator)) {
		prefix += string(filepath.Separator)
	}
	rel, ok := strings.CutPrefix(path, prefix)
	return filepath.ToSlash(rel), ok
}

// stdin reads standard input, at most one byte more than a document may have.
func (d *discovery) stdin(opts *Options) error {
	if opts.Name == "" {
		d.add(diag.Error, CodeLocationTaken, "-", "What comes from standard input needs a name",
			"Give one with --name: loading under the same name again replaces what it said before.")
		return nil
	}
	in := opts.Stdin
	if in == nil {
		in = strings.NewReader("")
	}
	data, err := readCapped(in, nil, opts.MaxBytes)
	if err != nil {
		return fmt.Errorf("reading standard input: %w", err)
	}
	d.files = append(d.files, &file{shown: opts.Name, size: int64(len(data)), named: true, format: d.as, bytes: data})
	return nil
}

func (d *discovery) add(s diag.Severity, code, shown, summary, detail string, related ...diag.Related) {
	d.diags = append(d.diags, about(s, code, shown, summary, detail, related...))
}

// close gives up the archives and repositories that were opened.
func (d *discovery) close() error {
	var err error
	for _, r := range d.roots {
		if r.tree != nil {
			err = errors.Join(err, r.tree.Close())
		}
	}
	return err
}

// reached tells whether a file of this path was found.
func (d *discovery) reached(path string) bool { return d.seen[path] }

// gone tells whether a file that belongs to one of the roots is no longer there. A root that could not be
// read whole proves nothing.
func (d *discovery) gone(path string) bool {
	if path == "" || d.reached(path) {
		return false
	}
	for _, r := range d.roots {
		if r.failed || !r.covers(path) {
			continue
		}
		if r.tree.OnDisk() {
			return !source.Exists(path)
		}
		name, _ := r.tree.Name(path)
		_, err := r.tree.Lstat(name)
		return errors.Is(err, fs.ErrNotExist)
	}
	return false
}

// cause is an error without the path, which the diagnostic names as the user knows it.
func cause(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return strings.TrimPrefix(err.Error(), "EvalSymlinks: ") // the library's function
}

// open opens a file. The caller closes it.
func (f *file) open() (io.ReadCloser, error) {
	if f.tree == nil {
		return io.NopCloser(strings.NewReader(string(f.bytes))), nil
	}
	name, _ := f.tree.Name(f.path)
	return f.tree.Open(name)
}
