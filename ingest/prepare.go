package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A prepared file is read, parsed and lowered. Its outcome is "" when it is ready to be applied.
type prepared struct {
	file   *file
	id     Identity
	batch  graph.Batch
	diags  diag.List
	result FileResult
}

func (p *prepared) fail(ds ...diag.Diagnostic) {
	p.diags = append(p.diags, ds...)
	p.result.Outcome = Failed
}

// prepare reads, parses and lowers a group in parallel, on all cores. The group arrives whole, in its
// order.
func (l *loader) prepare(ctx context.Context, group []*file) <-chan []prepared {
	out := make(chan []prepared, 1)
	go func() {
		ready := make([]prepared, len(group))
		var workers errgroup.Group
		workers.SetLimit(runtime.NumCPU())
		for i := range group {
			workers.Go(func() error {
				if ctx.Err() == nil {
					ready[i] = l.lower(group[i])
				}
				return nil
			})
		}
		_ = workers.Wait() // no worker fails: what is wrong with a file is in its diagnostics
		out <- ready
	}()
	return out
}

// parse reads a file and has its format parse it. doc is nil when the file is no document, or has an
// error.
func (l *loader) parse(f *file) (p prepared, doc *report.Document) {
	p = prepared{file: f, result: FileResult{Path: f.shown, Location: f.location, Bytes: f.size}}
	data, format, failure := readFile(f, l.formats, l.opts.MaxBytes)
	if format != nil {
		p.result.Format = format.Name()
	}
	switch {
	case failure != nil:
		p.fail(*failure)
		return p, nil
	case format == nil && f.named:
		p.fail(about(diag.Error, CodeNoFormat, f.shown, "No format reads this file",
			"Give a report; in a folder, other files are passed over."))
		return p, nil
	case format == nil:
		p.result.Outcome = Skipped
		return p, nil
	case f.sidecar != nil && f.sidecar.broken:
		p.result.Outcome = Failed // the sidecar's diagnostic says why, once
		return p, nil
	}
	sum := sha256.Sum256(data)
	p.batch.Origin.ByteDigest, p.batch.Content = hex.EncodeToString(sum[:]), data
	p.result.Bytes = int64(len(data))
	parsed, diags := format.Parse(diag.Source{Name: f.shown, Bytes: data})
	p.diags = diags
	if diags.HasErrors() {
		p.result.Outcome = Failed
		return p, nil
	}
	return p, &parsed
}

// lower takes a file from its path to its batch.
func (l *loader) lower(f *file) prepared {
	p, doc := l.parse(f)
	if doc == nil {
		return p
	}
	var ok bool
	if p.id, ok = Identify(doc, f.stated); !ok {
		p.fail(about(diag.Error, CodeSystemUnknown, f.shown, "Nothing says which system this document is about",
			"Name it with system: in "+sidecarFile+", or with --system."))
		return p
	}
	if address := doc.Source; address != "" && p.id.Repository == "" {
		p.diags = append(p.diags, about(diag.Warning, CodeRepositoryForm, f.shown,
			fmt.Sprintf("%q is no address of a repository", clip(address)), "State it with repository: in "+sidecarFile+"."))
	}
	p.id.Location, p.id.Path = f.location, f.path
	batch, diags := Lower(*doc, p.id)
	for i := range diags {
		diags[i].Subject.File = f.shown // Lower knows the location only
	}
	batch.Origin.ByteDigest, batch.Content = p.batch.Origin.ByteDigest, p.batch.Content
	p.batch = batch
	p.result.Document = batch.Origin.Document
	if diags.HasErrors() {
		p.fail(diags...)
		return p
	}
	p.result.Facts = countFacts(&batch)
	return p
}

func countFacts(b *graph.Batch) (f Facts) {
	f.Relationships = len(b.Relationships)
	for i := range b.Contributions {
		c := &b.Contributions[i]
		if c.Role != graph.Defines {
			f.Mentioned++
			continue
		}
		f.Nodes++
		switch {
		case graph.KindOf(c.Kind).Record:
			f.Records++
		case c.Kind == graph.Annotation:
			f.Annotations++
		case c.Kind == graph.Passage:
			f.Passages++
		}
	}
	return f
}

// oneSystem makes sure that a run given on the command line is given to one system, before anything
// is applied: a run analyses one.
func (l *loader) oneSystem(ctx context.Context) error {
	if l.opts.Run == "" || l.opts.System != "" {
		return nil
	}
	type found struct{ slug, name, path string }
	all := make([]found, len(l.found.files))
	var workers errgroup.Group
	workers.SetLimit(runtime.NumCPU())
	for i := range l.found.files {
		workers.Go(func() error {
			f := l.found.files[i]
			if _, doc := l.parse(f); doc != nil && ctx.Err() == nil {
				if id, ok := Identify(doc, f.stated); ok {
					all[i] = found{id.Slug, id.System, f.shown}
				}
			}
			return ctx.Err()
		})
	}
	if err := workers.Wait(); err != nil {
		return err
	}
	var first found
	for _, f := range all {
		switch {
		case f.slug == "" || f.slug == first.slug:
		case first.slug == "":
			first = f
		default:
			return graph.Errorf(graph.Invalid, "the run %q cannot be given to two systems, %s (%s) and %s (%s): load them apart, or state runs in %s",
				l.opts.Run, first.name, first.path, f.name, f.path, sidecarFile)
		}
	}
	return nil
}
