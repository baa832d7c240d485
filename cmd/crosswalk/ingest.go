package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/early"
	"github.com/crosswalk-graph/crosswalk/ingest/markdown"
	"github.com/crosswalk-graph/crosswalk/ingest/matrix"
	"github.com/crosswalk-graph/crosswalk/ingest/records"
	"github.com/crosswalk-graph/crosswalk/ingest/rendered"
	"github.com/crosswalk-graph/crosswalk/ingest/review"
)

// formats lists what can be read, in the order in which a file is offered to them.
var formats = []ingest.Format{early.Format{}, markdown.Format{}, rendered.Format{}, review.Format{}, matrix.Format{}, records.Format{}}

func (a *app) ingestCommand() *cobra.Command {
	var opts ingest.Options
	var watch bool
	var show listing
	cmd := &cobra.Command{
		Use:   "ingest PATH…",
		Short: "Load reports from files, folders, archives and git",
		Long: `Loads reports into the store. Loading again is safe: what says the same changes nothing, what says something
else replaces what its file said before. A document with an error is left out, and the others are loaded.

PATH is a file; a folder, which is searched for files that some format can read; a pattern in quotes, with **
for folders; a zip, tar or gzipped tar; git+file:REPOSITORY@REVISION, or with :FOLDER behind it a part of
that; or "-" for one report from standard input, which needs --name. A file .crosswalkignore in a folder says
what is passed over, in the syntax of .gitignore. An archive is opened when it is named, not when it is found.

What a report does not say of itself (system, run, repository, revision) can stand in a file
crosswalk.sources.yaml beside or above it, or in flags. The revision of a git tree is where the reports are
from, and never taken for the revision that was analysed.

An archive or a git tree may have --max-entries files and folders and --max-unpacked bytes in all its files,
and an archive over 64 MiB may not unpack to more than 100 times its size. A name in it has at most 1024 bytes
and 128 folders. Of an archive that is over a limit nothing is loaded: unpack it, and load the folder.`,
		Example: `  crosswalk ingest reports/
  crosswalk ingest reports/ --watch                 load again whenever something changes
  crosswalk ingest reports/ --prune                 also forget documents whose files are gone
  crosswalk ingest 'reports/**/*.md' reports-2025.zip
  crosswalk ingest git+file:reports.git@v3:memory
  crosswalk ingest quill.txt --system Quillstore --run AAS-2026-10-01-quillstore-07
  cat quill.txt | crosswalk ingest - --name quill`,
		Args: args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, paths []string) error {
			if watch {
				return a.watch(cmd.Context(), paths, opts, show)
			}
			return a.load(cmd.Context(), paths, opts, show)
		},
	}
	identityFlags(cmd, &opts)
	f := cmd.Flags()
	f.BoolVar(&opts.Prune, "prune", false, "forget documents below the given folders whose files are gone")
	f.BoolVar(&opts.Replace, "replace", false, "take over documents and records that other files hold with other facts")
	f.BoolVarP(&show.yes, "yes", "y", false, "do not ask before forgetting documents")
	f.BoolVar(&show.json, "json", false, "print the summary as JSON, with --watch one after each load")
	f.BoolVarP(&show.all, "verbose", "v", false, "list all files, and say why one was passed over")
	f.BoolVar(&opts.DryRun, "dry-run", false, "say what would change, and change nothing")
	f.BoolVar(&watch, "watch", false, "load again whenever something changes, until Ctrl-C")
	return cmd
}

// identityFlags are what can be said of reports on the command line.
func identityFlags(cmd *cobra.Command, opts *ingest.Options) {
	f := cmd.Flags()
	f.StringVar(&opts.Run, "run", "", "run id of the given reports")
	f.StringVar(&opts.System, "system", "", "name of the system that they are about")
	f.StringVar(&opts.Repository, "repository", "", "address of the repository that was analysed")
	f.StringVar(&opts.Revision, "revision", "", "revision that was analysed")
	f.StringVar(&opts.Name, "name", "", "location of a report that comes from standard input")
	f.StringVar(&opts.As, "as", "", "format of what is given by name, whatever it looks like: "+strings.Join(formatNames(), ", "))
	f.Int64Var(&opts.MaxBytes, "max-bytes", ingest.DefaultMaxBytes, "size limit of a document in bytes")
	f.IntVar(&opts.MaxEntries, "max-entries", ingest.DefaultMaxEntries, "limit of the files and folders in an archive or a git tree")
	f.Int64Var(&opts.MaxUnpacked, "max-unpacked", ingest.DefaultMaxUnpacked, "limit of the bytes in all files of an archive or a git tree")
}

func formatNames() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.Name())
	}
	return names
}

// load loads once and shows what came of it.
func (a *app) load(ctx context.Context, paths []string, opts ingest.Options, show listing) error {
	how := creating
	if opts.DryRun {
		how = existing
	}
	store, g, err := a.open(ctx, how)
	if err != nil {
		return err
	}
	progress := a.progress()
	opts.Stdin, opts.Progress = a.In, progress.files
	opts.Confirm = func(gone []graph.Origin) bool {
		progress.clear()
		return a.confirmRemoval(originNames(gone), show.yes)
	}
	sum, err := ingest.Load(ctx, g, formats, paths, opts)
	progress.clear()
	if err = errors.Join(err, store.Close()); sum == nil {
		return err
	}
	if show.json {
		a.code = loadExitCode(sum)
		return errors.Join(err, a.writeJSON(sum))
	}
	return errors.Join(err, a.reportLoad(sum, show))
}

// watch loads, and loads again whenever something changes, until it is interrupted.
func (a *app) watch(ctx context.Context, paths []string, opts ingest.Options, show listing) error {
	var own []string
	if path, ok := strings.CutPrefix(a.config.Store, "sqlite:"); ok { // it may be among the files
		if real, err := realPath(path); err == nil {
			own = append(own, real)
		}
	}
	w, err := ingest.Watch(ctx, formats, paths, opts, own...)
	if err != nil {
		return err
	}
	for {
		if err = a.load(ctx, paths, opts, show); err != nil {
			break
		}
		a.say("Watching. Ctrl-C ends it.")
		if err = w.Wait(ctx); err != nil {
			break
		}
		a.say("Changed at %s; loading again.", time.Now().Format(time.TimeOnly))
		show.changes = true
	}
	if errors.Is(err, context.Canceled) {
		err = nil // that is how it ends
	}
	return errors.Join(err, w.Close())
}

// realPath is the absolute path of a file that need not be there, with the links of its folder resolved.
func realPath(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(abs))
	return filepath.Join(dir, filepath.Base(abs)), err
}

func originNames(origins []graph.Origin) []string {
	out := make([]string, len(origins))
	for i, o := range origins {
		out[i] = fmt.Sprintf("%s  (%s)", o.Document, o.Location)
	}
	return out
}

// confirmRemoval says what would go, and asks on a terminal. In a script the command itself is the answer.
func (a *app) confirmRemoval(names []string, yes bool) bool {
	a.say("%s would be forgotten:", count(len(names), "document"))
	for _, n := range names {
		a.say("  %s", diag.Printable(n))
	}
	if yes || !a.InTTY {
		return true
	}
	fmt.Fprint(a.Err, "Forget them? [y/N] ")
	answer, err := bufio.NewReader(a.In).ReadString('\n')
	return err == nil && strings.HasPrefix(strings.ToLower(strings.TrimSpace(answer)), "y")
}

// printChange prints what an Apply did, for documents remove and undo.
func (a *app) printChange(c graph.Change, effective bool) error {
	w := a.rows()
	for _, o := range c.Outcomes {
		fmt.Fprintf(w, "%s\t%s\t%s\n", strings.ToLower(string(o.Result)), o.Document, diag.Printable(o.Location))
		if o.Result == graph.RefusedResult {
			a.code = exitBad
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if !effective {
		a.say("No fact changed: another file says the same.")
		return nil
	}
	a.say("Revision %d. 'crosswalk documents undo' takes the last change back.", c.Revision)
	return nil
}
