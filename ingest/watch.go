package ingest

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// How a Watcher waits. A notice is a hint to look, and what a look finds decides: editors write a file in
// several steps, and the system may forget to tell.
const (
	settle     = 200 * time.Millisecond // of quiet after a notice
	settleMax  = 2 * time.Second        // and not longer, should it never be quiet
	pollAlone  = 2 * time.Second        // between looks where there are no notices
	pollBeside = 30 * time.Second       // and where there are
)

// A Watcher tells when what a load of its paths would read is no longer what it was.
type Watcher struct {
	formats []Format
	paths   []string
	opts    Options
	except  []string
	known   map[string]stamp
	notify  *fsnotify.Watcher // nil where the system gives no notices
	told    map[string]bool   // folders that it gives notices of
	deaf    bool              // there are changes that it gives no notice of
}

// A stamp is what shows that a file or folder was changed.
type stamp struct {
	size    int64
	changed time.Time
	mode    fs.FileMode
	text    string // of what is no file
}

// Watch begins to watch the paths that Load is given: files, with what stands beside them, folders and what
// is in them, archives, and the revision of a git tree. Sidecars above what is given are not watched, nor is
// what begins with a path of except: files that a load writes itself. A change after the call is not
// missed, however long it takes until Wait. The caller closes the Watcher. Errors: Invalid for standard input,
// which cannot be watched, and for a format that does not fit the paths; and ctx's.
func Watch(ctx context.Context, formats []Format, paths []string, opts Options, except ...string) (*Watcher, error) {
	if slices.Contains(paths, "-") {
		return nil, graph.Errorf(graph.Invalid, "standard input cannot be watched")
	}
	w := &Watcher{formats: formats, paths: paths, opts: opts, except: except, told: map[string]bool{}}
	var err error
	if w.notify, err = fsnotify.NewWatcher(); err != nil {
		w.notify, w.deaf = nil, true
	}
	w.known, err = w.look(ctx)
	return w, err
}

// Close ends the notices.
func (w *Watcher) Close() error {
	if w.notify == nil {
		return nil
	}
	return w.notify.Close()
}

// Wait returns when something has changed since the last look, which is Watch's or that of the Wait
// before. Errors: ctx's.
func (w *Watcher) Wait(ctx context.Context) error {
	for {
		now, err := w.look(ctx)
		if err != nil {
			return err
		}
		if !same(w.known, now) {
			w.known = now
			return nil
		}
		if err := w.notice(ctx); err != nil {
			return err
		}
	}
}

func same(a, b map[string]stamp) bool {
	if len(a) != len(b) {
		return false
	}
	for path, was := range a {
		if is, ok := b[path]; !ok || is != was {
			return false
		}
	}
	return true
}

// look finds the state of everything that a load depends on. It looks again when there are folders that it
// gets notices of only from now on, so that no change falls between.
func (w *Watcher) look(ctx context.Context) (map[string]stamp, error) {
	for {
		now, folders, err := w.stamps(ctx)
		if err != nil || !w.tell(folders) {
			return now, err
		}
	}
}

// tell asks for notices of folders, and reports whether any of them is new.
func (w *Watcher) tell(folders []string) (more bool) {
	if w.notify == nil {
		return false
	}
	for _, dir := range folders {
		if w.told[dir] {
			continue
		}
		w.told[dir], more = true, true
		if err := w.notify.Add(dir); err != nil {
			w.deaf = true // out of notices, or gone again
		}
	}
	return more
}

// stamps walks what is on disk, as a load does.
func (w *Watcher) stamps(ctx context.Context) (now map[string]stamp, folders []string, err error) {
	now = map[string]stamp{}
	d, err := find(w.formats, w.paths, &w.opts, func(path string, info fs.FileInfo) {
		if slices.ContainsFunc(w.except, func(p string) bool { return strings.HasPrefix(path, p) }) {
			return
		}
		s := stamp{size: info.Size(), changed: info.ModTime(), mode: info.Mode()}
		if info.IsDir() {
			folders = append(folders, path)
			s = stamp{mode: info.Mode()} // its files tell, and others are of no interest
		} else {
			folders = append(folders, filepath.Dir(path))
		}
		now[path] = s
	})
	if err != nil {
		return nil, nil, err
	}
	for _, r := range d.roots {
		switch {
		case r.look != nil:
			w.deaf = true
			commit, err := r.look()
			now[r.shown] = stamp{text: fmt.Sprint(commit, err)}
		case r.tree != nil:
			if err := d.walk(ctx, r, r.path, ".", nil); err != nil {
				return nil, nil, err
			}
		}
	}
	w.deaf = w.deaf || len(d.diags) > 0 // what is not there or cannot be read gives no notice
	return now, folders, ctx.Err()
}

// notice returns when there is a reason to look, and it has been quiet since.
func (w *Watcher) notice(ctx context.Context) error {
	poll := pollBeside
	if w.deaf {
		poll = pollAlone
	}
	timer := time.NewTimer(poll)
	defer timer.Stop()
	var events chan fsnotify.Event
	var failures chan error
	if w.notify != nil {
		events, failures = w.notify.Events, w.notify.Errors
	}
	var first time.Time
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
			return nil
		case e, ok := <-events:
			if !ok {
				events = nil
				continue
			}
			if e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename) {
				delete(w.told, e.Name) // a folder of this name is another one from now on
			}
		case _, ok := <-failures: // notices were lost
			if !ok {
				failures = nil
				continue
			}
		}
		if first.IsZero() {
			first = time.Now()
		}
		timer.Reset(min(settle, max(0, settleMax-time.Since(first))))
	}
}
