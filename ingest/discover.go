package ingest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// A file is one input of a load: found, not yet opened.
type file struct {
	shown string // as the user knows it
	path  string // absolute, links resolved; "" for standard input
	size  int64
	named bool   // given by name, not found in a folder
	bytes []byte // of standard input, which cannot be read twice

	// Set when the load has governed it.
	location string
	beside   Stated   // by its sidecar
	stated   Stated   // in all
	sidecar  *sidecar // nil without one

	// Set when it is settled.
	result   FileResult
	digest   string    // SHA-256 of a document's bytes
	manifest *manifest // nil for any other file
}

// A folder is a folder that was given.
type folder struct {
	shown  string
	path   string // absolute, links resolved
	failed bool   // something below it could not be read, so what was not found may still be there
}

// A discovery is what the given paths hold.
type discovery struct {
	files   []*file
	folders []folder
	diags   diag.List

	seen map[string]bool // resolved paths, of files and folders, so that each is visited once
}

// discover finds the files of the given paths: files as they are named, folders recursively and in
// order of name, "-" for standard input. Hidden entries, and what version control keeps, are passed
// over; a link is followed when it stays below the folders given. Nothing found is opened.
func discover(ctx context.Context, paths []string, opts *Options) (*discovery, error) {
	d := &discovery{seen: map[string]bool{}}
	// Folders first, so that a link into another of them is known to stay inside.
	for _, p := range paths {
		if real, info, err := resolve(p); err == nil && info.IsDir() {
			d.folders = append(d.folders, folder{shown: p, path: real})
		}
	}
	for _, p := range paths {
		if p == "-" {
			if err := d.stdin(opts); err != nil {
				return nil, err
			}
			continue
		}
		d.given(p)
	}
	for i := range d.folders {
		if err := d.walk(ctx, d.folders[i].path, d.folders[i].shown); err != nil {
			return nil, err
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

// given takes one path that was named and is no folder.
func (d *discovery) given(path string) {
	real, info, err := resolve(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		d.add(diag.Error, CodePathNotFound, path, "There is no such file or folder",
			"Check the spelling; the rest is loaded.")
	case err != nil:
		d.add(diag.Error, CodeUnreadable, path, "It cannot be opened: "+cause(err),
			"Check the permissions of the file and of the folders above it.")
	case info.IsDir():
	case !info.Mode().IsRegular():
		d.add(diag.Error, CodeNotAFile, path, "It is no regular file but "+modeName(info.Mode()),
			"Give a file, a folder, or - for standard input.")
	default:
		d.file(path, real, info, true)
	}
}

// file notes a regular file, once.
func (d *discovery) file(shown, real string, info fs.FileInfo, named bool) {
	if d.seen[real] {
		return
	}
	d.seen[real] = true
	if !utf8.ValidString(real) {
		d.add(diag.Error, CodeUnreadable, strings.ToValidUTF8(shown, "\ufffd"), "Its name is not UTF-8",
			"Rename the file: its path identifies what is loaded from it.")
		return
	}
	d.files = append(d.files, &file{shown: shown, path: real, size: info.Size(), named: named})
}

// walk visits a folder, given by its resolved path. Errors: those of ctx.
func (d *discovery) walk(ctx context.Context, real, shown string) error {
	if d.seen[real] {
		return nil
	}
	d.seen[real] = true
	if err := ctx.Err(); err != nil {
		return err
	}
	entries, err := os.ReadDir(real)
	if err != nil {
		d.unreadable(real, shown, "The folder cannot be read: "+cause(err), "Check its permissions. What was loaded from it before stays.")
	}
	for _, e := range entries {
		if skipped(e.Name()) {
			continue
		}
		if err := d.entry(ctx, e, filepath.Join(real, e.Name()), filepath.Join(shown, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// skipped tells what a walk passes over: hidden entries, what version control keeps, and sidecars,
// which are read where they govern something.
func skipped(name string) bool {
	return strings.HasPrefix(name, ".") || name == "CVS" || name == "_darcs" || name == sidecarFile
}

func (d *discovery) entry(ctx context.Context, e fs.DirEntry, path, shown string) error {
	info, err := e.Info()
	if err == nil && e.Type()&fs.ModeSymlink != 0 {
		var ok bool
		if path, info, ok = d.follow(path, shown); !ok {
			return nil
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist): // removed while we looked
	case err != nil:
		d.unreadable(path, shown, "It cannot be looked at: "+cause(err), "Check the permissions of its folder.")
	case info.IsDir():
		return d.walk(ctx, path, shown)
	case info.Mode().IsRegular():
		d.file(shown, path, info, false)
	default:
		d.add(diag.Info, CodeNotAFile, shown, "It is no regular file but "+modeName(info.Mode())+", and was not opened", "")
	}
	return nil
}

// follow resolves a link found in a folder; ok is false when it is not to be followed.
func (d *discovery) follow(path, shown string) (real string, info fs.FileInfo, ok bool) {
	real, info, err := resolve(path)
	switch {
	case errors.Is(err, fs.ErrPermission):
		d.unreadable(path, shown, "The link cannot be followed: "+cause(err), "Check the permissions of what it leads to.")
		return "", nil, false
	case err != nil:
		d.add(diag.Warning, CodeLinkBroken, shown, "The link leads nowhere: "+cause(err), "Remove it or correct it; the rest is loaded.")
		return "", nil, false
	}
	for _, f := range d.folders {
		if _, below := relative(f.path, real); below {
			return real, info, true
		}
	}
	d.add(diag.Warning, CodeLinkOutside, shown, "The link leads out of the folder and is not followed",
		"Name what it leads to beside the folder to load it too.", diag.Related{Message: "it leads here", Range: diag.Range{File: real}})
	return "", nil, false
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
	if d.seen["-"] {
		return nil
	}
	d.seen["-"] = true
	if opts.Name == "" {
		d.add(diag.Error, CodeLocationTaken, "-", "What comes from standard input needs a name",
			"Give one with --name: loading under the same name again replaces what it said before.")
		return nil
	}
	data, err := readCapped(opts.Stdin, nil, opts.MaxBytes)
	if err != nil {
		return fmt.Errorf("reading standard input: %w", err)
	}
	d.files = append(d.files, &file{shown: opts.Name, size: int64(len(data)), named: true, bytes: data})
	return nil
}

// unreadable reports something in a folder that could not be read: what was not found there may still
// be there.
func (d *discovery) unreadable(path, shown, summary, detail string) {
	for i := range d.folders {
		if _, below := relative(d.folders[i].path, path); below {
			d.folders[i].failed = true
		}
	}
	d.add(diag.Error, CodeUnreadable, shown, summary, detail)
}

func (d *discovery) add(s diag.Severity, code, shown, summary, detail string, related ...diag.Related) {
	d.diags = append(d.diags, about(s, code, shown, summary, detail, related...))
}

// reached tells whether a file of this path was found.
func (d *discovery) reached(path string) bool { return d.seen[path] }

// complete lists the folders that were read whole.
func (d *discovery) complete() []folder {
	return slices.DeleteFunc(slices.Clone(d.folders), func(f folder) bool { return f.failed })
}

// cause is an error without the path, which the diagnostic names as the user knows it.
func cause(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

func modeName(m fs.FileMode) string {
	switch {
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	}
	return "something else"
}
