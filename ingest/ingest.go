// Package ingest loads files: it finds them, has a format parse each, lowers the record model to facts,
// checks what several documents say of one system, and applies the facts to a graph. What the person
// who loads says of the files, in a sidecar or in Options, is read here too.
//
// It is where report documents and node kinds meet, and no other package imports both. It must not know
// how a format writes its documents (a Format does), how a store keeps facts (graph.Graph does), or
// how a summary is shown.
//
// Single files never end a load: one that cannot be read, has an error, or conflicts with what is known
// is left out with a diagnostic, and the rest is applied. An origin is only ever replaced by a newer
// reading of itself, unless Options say otherwise. Input is not trusted: sizes and counts have caps,
// and time grows no faster than the input.
package ingest

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// The caps that hold where Options say nothing else: a document has 32 MiB, an archive or a git tree
// 100,000 files and folders, and 4 GiB in all its files.
const (
	DefaultMaxBytes    = 32 << 20
	DefaultMaxEntries  = 100_000
	DefaultMaxUnpacked = 4 << 30
)

// Options say how to load. The zero value loads with the defaults.
type Options struct {
	// Run, System, Repository and Revision are stated of all given files, over what a sidecar says. The
	// first, third and fourth are refused when the files are about several systems; System when the
	// files' own names tell several apart and no sidecar's aliases join them.
	Run, System, Repository, Revision string

	Name     string    // the location of what comes from standard input, given as "-"; refused without it
	Stdin    io.Reader // standard input
	As       string    // name of the format that reads what is given by name, "" to ask each; not for folders
	MaxBytes int64     // size cap of a document; 0 is DefaultMaxBytes

	MaxEntries  int   // cap of the files and folders in an archive or a git tree; 0 is DefaultMaxEntries
	MaxUnpacked int64 // cap of the bytes in all its files; 0 is DefaultMaxUnpacked

	// Replace lets documents take over what origins outside this load hold with other facts.
	Replace bool

	// Prune takes back origins below the given folders whose file is gone. Confirm is shown them first
	// and nothing is removed unless it agrees; without Confirm nothing is.
	Prune   bool
	Confirm func([]graph.Origin) bool

	// DryRun says what a load would do and does nothing: revisions and outcomes are those that would come.
	// Nothing is noted, and Confirm is not asked.
	DryRun bool

	// Begun is told under which id a load is noted, before anything is read.
	Begun func(job graph.ID)

	// Progress is called after each file, always from the goroutine that called Load or Check.
	Progress func(Progress)
}

// Progress tells how far a load has come.
type Progress struct {
	Done, Files      int   // files settled, of all
	Bytes, FileBytes int64 // their bytes, of all
	Path             string
}

// An Outcome is what became of a file.
type Outcome string

// The outcomes. Those of an Apply are the store's (graph.Result).
const (
	Added     = Outcome(graph.Added)
	Replaced  = Outcome(graph.Replaced)
	Unchanged = Outcome(graph.Unchanged)
	Copied    = Outcome(graph.Copied)
	Refused   = Outcome(graph.RefusedResult)
	Failed    = Outcome("FAILED")  // it has an error of its own, and was not applied
	Skipped   = Outcome("SKIPPED") // it is passed over, for its Reason
	Checked   = Outcome("CHECKED") // read without an error, and nothing is applied: by Check, and of a manifest
)

// A FileResult is what became of one file.
type FileResult struct {
	Path     string              `json:"path"`               // as the user knows it
	Location string              `json:"location,omitempty"` // of its origin
	Was      string              `json:"was,omitempty"`      // its location before, when the origin was renamed
	Format   string              `json:"format,omitempty"`
	Document graph.ID            `json:"document,omitempty"`
	Outcome  Outcome             `json:"outcome"`
	Reason   string              `json:"reason,omitempty"`   // for SKIPPED
	Conflict *graph.ConflictInfo `json:"conflict,omitempty"` // for REFUSED
	Change   *graph.FactChange   `json:"change,omitempty"`   // for REPLACED, of a dry run: what would be different
	Facts    Facts               `json:"facts"`
	Bytes    int64               `json:"bytes"`
}

// Facts counts what a document states.
type Facts struct {
	Records       int `json:"records"`     // declared here
	Mentioned     int `json:"mentioned"`   // named and not declared here
	Annotations   int `json:"annotations"` // and so on
	Passages      int `json:"passages"`
	Nodes         int `json:"nodes"` // everything it defines, these included
	Relationships int `json:"relationships"`

	Kinds map[graph.Kind]int `json:"kinds,omitempty"` // the nodes that no other document defines, by kind
}

// Counts adds the outcomes up: Found is the sum of the others.
type Counts struct {
	Found     int `json:"found"`
	Added     int `json:"added"`
	Replaced  int `json:"replaced"`
	Unchanged int `json:"unchanged"`
	Copied    int `json:"copied"`
	Refused   int `json:"refused"`
	Failed    int `json:"failed"`
	Skipped   int `json:"skipped"`
	Checked   int `json:"checked"`
}

// A Summary says what a load did.
type Summary struct {
	Files       []FileResult      `json:"files"` // in order of location
	Counts      Counts            `json:"counts"`
	Facts       Facts             `json:"facts"`             // of all files that are not FAILED or SKIPPED
	Formats     map[string]int    `json:"formats"`           // how many of these files each format read
	Commits     map[string]string `json:"commits,omitempty"` // what each git tree that was given was read at, in hexadecimal
	Pruned      []graph.Origin    `json:"pruned,omitempty"`
	Diagnostics diag.List         `json:"diagnostics"`
	Bytes       int64             `json:"bytes"` // of all files found
	Duration    time.Duration     `json:"durationNs"`
	Job         graph.ID          `json:"job,omitempty"`    // under which the load is noted
	DryRun      bool              `json:"dryRun,omitempty"` // nothing was done
	Before      uint64            `json:"revisionBefore"`
	After       uint64            `json:"revisionAfter"`
}

// Load reads the files of the given paths and applies what they say. Paths are files, folders, archives,
// patterns of doublestar, git trees (source.GitAddress), or "-" for standard input. What is wrong with
// single files is in the summary's diagnostics, never an error.
//
// Groups of documents are applied one after the other, by location, and each that changes something makes
// a revision. A conflict at that point is not yet a verdict, since the file that gives a record up may
// follow: all documents that conflicted are judged once more at the end, in a single Apply. That it ran, and how it
// ended, is noted in the graph (graph.IngestJob).
// Errors: Invalid for options that do not fit, Limit when more documents conflict than can be judged at
// once, what the store returns, and ctx's; the summary then says what was done before.
func Load(ctx context.Context, g *graph.Graph, formats []Format, paths []string, opts Options) (*Summary, error) {
	return run(ctx, g, formats, paths, opts)
}

// Check reads the files as Load does and applies nothing: it needs no store. Conflicts between the
// given files are found, those with what a store holds are not. Errors: as Load.
func Check(ctx context.Context, formats []Format, paths []string, opts Options) (*Summary, error) {
	return run(ctx, nil, formats, paths, opts)
}

func run(ctx context.Context, g *graph.Graph, formats []Format, paths []string, opts Options) (*Summary, error) {
	l := newLoader(g, formats, opts)
	return l.run(ctx, paths, func(ctx context.Context) error { return l.load(ctx, paths) })
}

// run does the work of a load, between what is noted of it.
func (l *loader) run(ctx context.Context, paths []string, work func(context.Context) error) (*Summary, error) {
	start := time.Now()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	l.sum.DryRun = l.opts.DryRun
	var noted *job
	if l.g != nil && !l.opts.DryRun {
		var err error
		if noted, err = beginJob(ctx, l.g, paths); err != nil {
			return l.sum, err
		}
		l.sum.Job = noted.id
		if l.opts.Begun != nil {
			l.opts.Begun(noted.id)
		}
	}
	err := work(ctx)
	err = errors.Join(err, l.found.close())
	l.finish()
	l.sum.Duration = time.Since(start)
	if noted != nil {
		err = errors.Join(err, noted.end(ctx, l.g, l.sum, err))
	}
	return l.sum, err
}
