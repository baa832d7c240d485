package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
)

// gitPrefix begins the address of a repository, and the paths of the files in one.
const gitPrefix = "git+file:"

// A GitAddress names a folder of a repository at a revision, as a person writes it:
// git+file:PATH@REVISION:FOLDER. Without @REVISION it is HEAD, without :FOLDER all of it.
type GitAddress struct {
	Repository string // path of the repository or of its working tree
	Revision   string // a branch, a tag, a commit in 4 to 40 hexadecimal digits, or HEAD
	Folder     string // slash-separated, "." for all
}

// ParseGit reads an address; ok is false for anything else.
func ParseGit(s string) (a GitAddress, ok bool) {
	rest, ok := strings.CutPrefix(s, gitPrefix)
	if !ok {
		return a, false
	}
	if strings.HasPrefix(rest, "///") {
		rest = rest[2:]
	}
	a = GitAddress{Repository: rest, Revision: "HEAD", Folder: "."}
	if info, err := os.Stat(rest); err == nil && info.IsDir() { // a folder may have such marks in its name
		return a, true
	}
	last := &a.Repository
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		a.Repository, a.Revision = rest[:at], rest[at+1:]
		last = &a.Revision
	}
	if before, folder, cut := strings.Cut(*last, ":"); cut {
		*last = before
		if folder = strings.Trim(folder, "/"); folder != "" {
			a.Folder = folder
		}
	}
	return a, true
}

// OpenGit opens a revision of a repository on disk, which may be bare. It reads references and objects and
// nothing else: no configuration, no hook, no filter, no working tree, no network. Objects that the
// repository borrows from another are not read. The path of a file does not tell the revision. Links and
// other repositories in it are Problems. Errors: LimitError, that there is no repository, no such revision or
// folder, that what leads there is damaged, and ctx's.
func OpenGit(ctx context.Context, a GitAddress, limits Limits) (t *Tree, err error) {
	dir, err := gitDir(a.Repository)
	if err != nil {
		return nil, err
	}
	r, err := openRepository(dir, limits.File)
	if err != nil {
		return nil, err
	}
	t = &Tree{root: gitPrefix + strings.TrimSuffix(dir, string(filepath.Separator)+".git") + inside, close: r.Close}
	if err := t.fillGit(ctx, r, a, limits); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// GitCommit gives the commit that an address stands for now, in hexadecimal. Errors: as OpenGit.
func GitCommit(a GitAddress) (commit string, err error) {
	dir, err := gitDir(a.Repository)
	if err != nil {
		return "", err
	}
	r, err := openRepository(dir, HeadBytes)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	h, _, err := r.resolve(a.Revision)
	return h.String(), err
}

// gitDir finds the folder of a repository's objects, with links resolved.
func gitDir(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return "", err
	}
	inner := filepath.Join(abs, ".git")
	info, err := os.Lstat(inner)
	switch {
	case err == nil && info.IsDir():
		return inner, nil
	case err == nil:
		return "", errors.New("its .git leads elsewhere: give the repository that it is a working tree or a submodule of")
	}
	if info, err := os.Stat(filepath.Join(abs, "objects")); err != nil || !info.IsDir() {
		return "", errors.New("no git repository is there")
	}
	return abs, nil
}

// fillGit finds the files of a revision.
func (t *Tree) fillGit(ctx context.Context, r *repository, a GitAddress, limits Limits) error {
	commit, tree, err := r.resolve(a.Revision)
	if err != nil {
		return err
	}
	t.Commit = commit.String()
	x := newIndex()
	t.FS = x
	w := gitWalk{ctx: ctx, t: t, r: r, x: x, limits: &limits}
	if err := w.walk(tree, "", 0); err != nil {
		return err
	}
	x.seal()
	if n := x.nodes[a.Folder]; n == nil || !n.dir {
		return fmt.Errorf("it has no folder %q at %s", a.Folder, a.Revision)
	}
	return nil
}

// A gitWalk puts the files below a tree object into an index. Trees that are shared are visited each time,
// which is bounded by the cap on entries, folders without files included.
type gitWalk struct {
	ctx      context.Context
	t        *Tree
	r        *repository
	x        *index
	limits   *Limits
	entries  int
	unpacked int64
}

func (w *gitWalk) walk(tree plumbing.Hash, prefix string, depth int) error {
	entries, err := w.r.tree(tree)
	if err != nil {
		w.t.Partial = true
		w.t.problem(strings.TrimSuffix(prefix, "/"), Damaged, "cannot be read: "+err.Error())
		return nil
	}
	for _, e := range entries {
		if w.entries++; w.entries > w.limits.Entries {
			return overLimit("it has more than %d files and folders", w.limits.Entries)
		}
		if err := w.ctx.Err(); err != nil {
			return err
		}
		name := prefix + e.name
		switch {
		case e.mode == modeTree && depth == maxDepth:
			w.t.problem(name, Unsafe, "is in too many folders")
		case e.mode == modeTree:
			if err := w.walk(e.hash, name+"/", depth+1); err != nil {
				return err
			}
		case e.mode == modeLink:
			w.t.problem(name, NotAFile, "is a link and was not followed")
		case e.mode == modeCommit:
			w.t.problem(name, NotAFile, "is another repository and was not opened")
		default:
			if err := w.file(name, e.hash); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *gitWalk) file(name string, hash plumbing.Hash) error {
	size, err := w.r.size(hash)
	if err != nil {
		w.t.problem(name, Damaged, "cannot be read: "+err.Error())
		return nil
	}
	if w.unpacked += size; w.unpacked > w.limits.Unpacked {
		return overLimit("its files have more than %d bytes", w.limits.Unpacked)
	}
	w.t.add(w.x, name, size, func() (io.ReadCloser, error) { return w.r.blob(hash) })
	return w.limits.count(w.x)
}

// errNotThere is an object that the repository does not hold.
var errNotThere = fmt.Errorf("an object is missing: %w", fs.ErrNotExist)
