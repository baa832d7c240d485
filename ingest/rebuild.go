package ingest

import (
	"cmp"
	"context"
	"fmt"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Rebuild reads the stored bytes of all current documents again, as the files were that they came from, and
// applies what this program makes of them: after an upgrade, what it now understands. No file is looked at. Of
// opts only Progress and DryRun count. A document whose bytes now have an error keeps what it said.
//
// What was stated of a document when it was loaded, by a sidecar or in Options, is read back from what it
// says. Errors: as Load.
func Rebuild(ctx context.Context, g *graph.Graph, formats []Format, opts Options) (*Summary, error) {
	l := newLoader(g, formats, Options{Progress: opts.Progress, DryRun: opts.DryRun})
	return l.run(ctx, []string{"rebuild"}, l.rebuild)
}

func (l *loader) rebuild(ctx context.Context) error {
	if err := l.begin(ctx); err != nil {
		return err
	}
	for i := range l.origins {
		if o := &l.origins[i]; o.State == graph.Current {
			l.found.files = append(l.found.files, l.stored(&o.Origin))
		}
	}
	l.done.Files = len(l.found.files)
	for _, files := range split(l.found.files) {
		if err := l.recall(ctx, files); err != nil {
			return err
		}
		if err := l.apply(ctx, <-l.prepare(ctx, files)); err != nil {
			return err
		}
		for _, f := range files {
			if f.result.Outcome != Refused {
				f.bytes = nil
			}
		}
	}
	return l.last(ctx)
}

// stored is the file that an origin's document came from, to be read from the journal.
func (l *loader) stored(o *graph.Origin) *file {
	return &file{shown: cmp.Or(o.Path, o.Location), path: o.Path, location: o.Location, format: l.formatNamed(o.Format)}
}

// recall fills in what the journal has of files: their bytes, what was stated of them, and how they were read.
func (l *loader) recall(ctx context.Context, files []*file) error {
	at := map[string]*file{}
	var locations []string
	for _, f := range files {
		at[f.location] = f
		locations = append(locations, f.location)
	}
	editions, err := l.g.Said(ctx, locations)
	if err != nil {
		return fmt.Errorf("reading the stored documents: %w", err)
	}
	for i := range editions {
		e := &editions[i]
		if f := at[e.Origin.Location]; f != nil {
			f.bytes, f.size, f.stated = e.Content, int64(len(e.Content)), statedOf(e.Batch)
			if f.read.run == "" {
				f.read = parsingOf(e.Batch)
			}
		}
	}
	return nil
}

// formatNamed gives the format of a name; nil when there is none, and then the formats are asked.
func (l *loader) formatNamed(name string) Format {
	for _, f := range l.formats {
		if f.Name() == name {
			return f
		}
	}
	return nil
}

// parsingOf tells in which grammar a document was read.
func parsingOf(b *graph.Batch) (r parsing) {
	for i := range b.Contributions {
		if c := &b.Contributions[i]; c.Node == b.Origin.Document && c.Role == graph.Defines {
			r.run, r.as = b.Origin.Document.Scope(), c.Props.String("grammar")
		}
	}
	return r
}

// statedOf reads back what identifies a document: stated once more, it gives the same identity, whoever said
// it at first.
func statedOf(b *graph.Batch) (s Stated) {
	var run, system graph.ID
	for i := range b.Contributions {
		if c := &b.Contributions[i]; c.Node == b.Origin.Document && c.Role == graph.Defines {
			run, system = graph.ID(c.Props.String("run")), graph.ID(c.Props.String("system"))
		}
	}
	for i := range b.Contributions {
		c := &b.Contributions[i]
		switch {
		case c.Role != graph.Defines:
		case c.Node == run:
			if provisional, _ := c.Props["provisional"].(bool); !provisional {
				s.Run = c.Props.String("runId")
			}
			s.Revision = c.Props.String("revision")
		case c.Node == system:
			s.System = c.Props.String("name")
			s.Aliases, _ = c.Props["aliases"].([]string)
		}
	}
	for i := range b.Relationships {
		if r := &b.Relationships[i]; r.Type == graph.PinnedAt && r.Source == run {
			s.Repository = graph.MergeNode(r.Target, nil).Props.String("url")
		}
	}
	return s
}
