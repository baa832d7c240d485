package ingest

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// A named file is about the system that its name says.
type named struct{ slug, name, file string }

// checkSystems makes sure, before anything is applied, that what is stated of all files together can be
// true of all. A run, a repository and a revision are those of one system. One name of a system may be
// given to files that have none, or another one, but not to files that tell two systems apart, unless
// aliases in a sidecar say that the names are of one. Errors: Invalid, naming both; ctx's.
func (l *loader) checkSystems(ctx context.Context) error {
	flag, value := "system", l.opts.System
	for _, o := range []struct{ flag, value string }{{"revision", l.opts.Revision}, {"repository", l.opts.Repository}, {"run", l.opts.Run}} {
		if l.opts.System == "" && o.value != "" {
			flag, value = o.flag, o.value
		}
	}
	if value == "" || len(l.found.files) < 2 {
		return nil
	}
	all, err := l.names(ctx)
	if err != nil {
		return err
	}
	same := aliases{}
	if flag == "system" {
		for i, f := range l.found.files {
			for _, alias := range f.beside.Aliases {
				same.join(all[i].slug, slug(alias))
			}
		}
	}
	var first named
	for _, f := range all {
		switch {
		case f.slug == "":
		case first.slug == "":
			first = f
		case same.root(f.slug) != same.root(first.slug):
			return graph.Errorf(graph.Invalid, "the %s %q cannot be that of two systems, %s (%s) and %s (%s): load them apart, or state what they have in common in %s",
				flag, diag.Clip(value), diag.Clip(first.name), first.file, diag.Clip(f.name), f.file, sidecarFile)
		}
	}
	return nil
}

// names gives, for each file found, the system that it would be about if none were given on the command
// line. Files that cannot be read, or name none, have an empty one.
func (l *loader) names(ctx context.Context) ([]named, error) {
	all := make([]named, len(l.found.files))
	var workers errgroup.Group
	workers.SetLimit(runtime.NumCPU())
	for i, f := range l.found.files {
		workers.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			if _, doc := l.parse(f); doc != nil {
				if id, ok := Identify(doc, f.beside); ok {
					all[i] = named{id.Slug, id.System, f.shown}
				}
			}
			return nil
		})
	}
	return all, workers.Wait()
}

// aliases joins slugs that are said to be of one system: each leads towards the one that stands for all.
type aliases map[string]string

func (a aliases) root(slug string) string {
	for a[slug] != "" {
		slug = a[slug]
	}
	return slug
}

func (a aliases) join(x, y string) {
	if x, y = a.root(x), a.root(y); x != y && x != "" && y != "" {
		a[y] = x
	}
}
