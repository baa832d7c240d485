package ingest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/source"
)

// A root is a folder whose files are looked for: one that was given, the one that a pattern begins with, an
// archive, or a folder of a repository.
type root struct {
	shown   string
	tree    *source.Tree // nil until it is opened
	path    string       // of the folder
	pattern string       // what is wanted of it, slash-separated below the folder; "" for all
	failed  bool         // something in it could not be read, so what was not found may still be there

	open func(context.Context, source.Limits) (*source.Tree, string, error) // gives the tree and the folder in it; nil for the disk
	look func() (commit string, err error)                                  // tells what a repository would be read at; nil for anything else

	folders map[string]bool // that were walked, by path: a link may lead back
}

// archiveRoot is an archive that was named.
func archiveRoot(shown, real string) *root {
	return &root{shown: shown + "!", open: func(ctx context.Context, limits source.Limits) (*source.Tree, string, error) {
		t, err := source.OpenArchive(ctx, real, limits)
		return t, ".", err
	}}
}

// gitRoot is a folder of a repository at a revision.
func gitRoot(shown string, a source.GitAddress) *root {
	shown = strings.TrimSuffix(shown, "/")
	if a.Folder == "." {
		shown = strings.TrimSuffix(shown, ":") + "!"
	}
	return &root{shown: shown, open: func(ctx context.Context, limits source.Limits) (*source.Tree, string, error) {
		t, err := source.OpenGit(ctx, a, limits)
		return t, a.Folder, err
	}, look: func() (string, error) { return source.GitCommit(a) }}
}

// pattern notes the folder that a pattern begins with. What in it matches is found as the folder is walked.
func (d *discovery) pattern(given string) {
	base, pattern := doublestar.SplitPattern(filepath.ToSlash(given))
	real, info, err := resolve(filepath.FromSlash(base))
	switch {
	case !doublestar.ValidatePattern(pattern):
		d.add(diag.Error, CodePathNotFound, given, "There is no such file, and it is no pattern", "Close its brackets and braces.")
	case err != nil || !info.IsDir():
		d.matchesNothing(given)
	default:
		d.roots = append(d.roots, &root{shown: filepath.FromSlash(base), tree: source.Disk, path: real, pattern: pattern})
	}
}

func (d *discovery) matchesNothing(pattern string) {
	d.add(diag.Error, CodePathNotFound, pattern, "No file matches this pattern",
		"* stands for anything in one name and ** for folders. What is hidden or ignored matches nothing.")
}

// show is a name below the root as the user knows it.
func (r *root) show(name string) string {
	if !r.tree.OnDisk() {
		return path.Join(r.shown, name)
	}
	return filepath.Join(r.shown, filepath.FromSlash(name))
}

// covers tells whether a path belongs to the root.
func (r *root) covers(path string) bool {
	name, below := relative(r.path, path)
	return below && r.wants(name)
}

// wants tells whether a file is one of those that are wanted: it matches, or a folder that it is in does.
func (r *root) wants(name string) bool {
	if r.pattern == "" {
		return true
	}
	for ; name != "."; name = path.Dir(name) {
		if doublestar.MatchUnvalidated(r.pattern, name) {
			return true
		}
	}
	return false
}

// mayHold tells whether what is wanted may be in a folder: its parts match those that the pattern has
// before its first **.
func (r *root) mayHold(name string) bool {
	if r.pattern == "" || name == "." || strings.Contains(r.pattern, "{") {
		return true
	}
	parts, folders := strings.Split(r.pattern, "/"), strings.Split(name, "/")
	for i, folder := range folders {
		if i == len(parts) || parts[i] == "**" {
			break // it is in a folder that matches, or may be anywhere from here on
		}
		if !doublestar.MatchUnvalidated(parts[i], folder) {
			return false
		}
	}
	return true
}

// walkAll opens what must be opened, and walks all roots. Errors: those of ctx.
func (d *discovery) walkAll(ctx context.Context) error {
	for _, r := range d.roots {
		if err := ctx.Err(); err != nil {
			return err
		}
		if r.tree == nil && !d.enter(ctx, r) {
			continue
		}
		before := len(d.files)
		if err := d.walk(ctx, r, r.path, ".", nil); err != nil {
			return err
		}
		if r.pattern != "" && len(d.files) == before && !d.anyOf(r) {
			d.matchesNothing(filepath.Join(r.shown, filepath.FromSlash(r.pattern)))
		}
	}
	d.roots = slices.DeleteFunc(d.roots, func(r *root) bool { return r.tree == nil })
	return ctx.Err()
}

// anyOf tells whether a root has files that were found before.
func (d *discovery) anyOf(r *root) bool {
	return slices.ContainsFunc(d.files, func(f *file) bool { return f.tree == r.tree && r.covers(f.path) })
}

// enter opens an archive or a repository, and tells what is wrong in it.
func (d *discovery) enter(ctx context.Context, r *root) bool {
	t, folder, err := r.open(ctx, d.limits)
	var limit *source.LimitError
	switch {
	case errors.As(err, &limit):
		d.add(diag.Error, CodeTooLarge, strings.TrimSuffix(r.shown, "!"), "Nothing of it is loaded: "+limit.Error(),
			"Raise the limit with --max-entries or --max-unpacked if that is right, or unpack it and load the folder.")
	case err != nil:
		d.add(diag.Error, CodeUnreadable, strings.TrimSuffix(r.shown, "!"), "It cannot be opened: "+cause(err),
			"Check the spelling, and with the program that wrote it whether it is whole. The rest is loaded.")
	}
	if err != nil {
		return false
	}
	r.tree, r.path, r.failed = t, t.Path(folder), t.Partial
	if t.Commit != "" {
		d.atOne(r)
	}
	for _, p := range t.Problems {
		shown := strings.TrimSuffix(r.shown, "!")
		if p.Name != "" {
			shown = r.shown + "/" + diag.Clip(strings.ToValidUTF8(p.Name, "\ufffd"))
		}
		switch p.Kind {
		case source.Damaged:
			r.failed = true
			d.add(diag.Error, CodeUnreadable, shown, "It "+p.Text, "Mend it where it comes from. What was loaded from it before stays.")
		case source.Unsafe:
			d.add(diag.Warning, CodeUnsafeName, shown, "It "+p.Text, "Rename it where it comes from, should it be a report.")
		case source.NotAFile:
			d.add(diag.Info, CodeNotAFile, shown, "It "+p.Text, "")
		}
	}
	return true
}

// atOne notes what a repository is read at. Its files are at one place whatever the revision, so of two
// revisions the first one counts.
func (d *discovery) atOne(r *root) {
	shown := strings.TrimSuffix(r.shown, "!")
	d.commits[shown] = r.tree.Commit
	for _, other := range d.roots {
		if other == r {
			return
		}
		if other.tree != nil && other.tree.Path(".") == r.tree.Path(".") && other.tree.Commit != r.tree.Commit {
			d.add(diag.Error, CodeLocationTaken, shown, "The repository is given at two revisions", "Only files that the first one does not have are read from this one; give one.")
		}
	}
}

// walk visits a folder, given by its path and by its name below the root. Errors: those of ctx.
func (d *discovery) walk(ctx context.Context, r *root, path, name string, rules *ignoreRules) error {
	if r.folders[path] {
		return nil
	}
	if r.folders == nil {
		r.folders = map[string]bool{}
	}
	r.folders[path] = true
	if err := ctx.Err(); err != nil {
		return err
	}
	dir, _ := r.tree.Name(path)
	if info, err := r.tree.Lstat(dir); err == nil {
		d.look(path, info)
	}
	entries, err := r.tree.ReadDir(dir)
	if err != nil {
		d.unreadable(r, path, name, "The folder cannot be read: "+cause(err), "Check its permissions. What was loaded from it before stays.")
	}
	rules, ok := d.ignoring(r, dir, name, rules)
	if !ok {
		return nil
	}
	for _, e := range entries {
		if err := d.entry(ctx, r, e, path, name, rules); err != nil {
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

// entry takes one entry of a folder, given by the folder's path and name.
func (d *discovery) entry(ctx context.Context, r *root, e fs.DirEntry, dir, below string, rules *ignoreRules) error {
	at, name := filepath.Join(dir, e.Name()), path.Join(below, e.Name())
	info, err := e.Info()
	if skipped(e.Name()) {
		if e.Name() == sidecarFile && err == nil {
			d.look(at, info)
		}
		return nil
	}
	if err == nil && e.Type()&fs.ModeSymlink != 0 {
		var ok bool
		if at, info, ok = d.follow(r, at, name); !ok {
			return nil
		}
	}
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) { // removed while we looked
			d.unreadable(r, at, name, "It cannot be looked at: "+cause(err), "Check the permissions of its folder.")
		}
		return nil
	}
	by, ignored := rules.passes(name, info.IsDir())
	f := &file{shown: r.show(name), tree: r.tree, path: at}
	switch {
	case ignored && r.wants(name):
		f.reason = "ignored by " + by
		if info.IsDir() {
			f.shown += "/"
		}
		d.file(f, info)
	case ignored:
	case info.IsDir():
		if r.wants(name) || r.mayHold(name) {
			return d.walk(ctx, r, at, name, rules)
		}
	case !r.wants(name):
	case info.Mode().IsRegular():
		if r.tree.Commit != "" && info.Size() > d.limits.File { // git has no heads of files to show to the formats
			f.reason = fmt.Sprintf("larger than %d bytes", d.limits.File)
		}
		if r.pattern != "" {
			f.format = d.as
		}
		d.file(f, info)
	default:
		d.add(diag.Info, CodeNotAFile, f.shown, "It is no regular file but "+source.ModeName(info.Mode())+", and was not opened", "")
	}
	return nil
}

// follow resolves a link found in a folder; ok is false when it is not to be followed.
func (d *discovery) follow(r *root, path, name string) (real string, info fs.FileInfo, ok bool) {
	shown := r.show(name)
	real, info, err := resolve(path)
	switch {
	case errors.Is(err, fs.ErrPermission):
		d.unreadable(r, path, name, "The link cannot be followed: "+cause(err), "Check the permissions of what it leads to.")
		return "", nil, false
	case err != nil:
		d.add(diag.Warning, CodeLinkBroken, shown, "The link leads nowhere: "+cause(err), "Remove it or correct it; the rest is loaded.")
		return "", nil, false
	}
	for _, given := range d.roots {
		if _, below := relative(given.path, real); below && given.tree == source.Disk {
			return real, info, true
		}
	}
	d.add(diag.Warning, CodeLinkOutside, shown, "The link leads out of the folder and is not followed",
		"Name what it leads to beside the folder to load it too.", diag.Related{Message: "it leads here", Range: diag.Range{File: real}})
	return "", nil, false
}

// unreadable reports something in a folder that could not be read: what was not found there may still
// be there.
func (d *discovery) unreadable(r *root, path, name, summary, detail string) {
	for _, other := range d.roots {
		if _, below := relative(other.path, path); below {
			other.failed = true
		}
	}
	d.add(diag.Error, CodeUnreadable, r.show(name), summary, detail)
}
