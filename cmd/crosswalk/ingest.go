package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/markdown"
	"github.com/crosswalk-graph/crosswalk/ingest/matrix"
	"github.com/crosswalk-graph/crosswalk/ingest/rendered"
	"github.com/crosswalk-graph/crosswalk/ingest/review"
)

// formats lists what can be read, in the order in which a file is offered to them.
var formats = []ingest.Format{markdown.Format{}, rendered.Format{}, review.Format{}, matrix.Format{}}

func (a *app) ingestCommand() *cobra.Command {
	var opts ingest.Options
	var asJSON, yes bool
	cmd := &cobra.Command{
		Use:   "ingest PATH…",
		Short: "Load reports from files and folders",
		Long: `Loads reports into the store. A folder is searched for files that some format can read; "-" reads one
report from standard input and needs --name. Loading again is safe: what says the same changes nothing,
what says something else replaces what its file said before. A document with an error is left out, and the
others are loaded.

What a report does not say of itself (system, run, repository, revision) can stand in a file
crosswalk.sources.yaml beside or above it, or in flags.`,
		Example: `  crosswalk ingest reports/
  crosswalk ingest reports/ --prune                 also forget documents whose files are gone
  crosswalk ingest quill.txt --system Quillstore --run AAS-2026-10-01-quillstore-07
  cat quill.txt | crosswalk ingest - --name quill`,
		Args: args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, paths []string) error {
			store, g, err := a.open(cmd.Context(), creating)
			if err != nil {
				return err
			}
			progress := a.progress()
			opts.Stdin, opts.Progress = a.In, progress.files
			opts.Confirm = func(gone []graph.Origin) bool {
				progress.clear()
				return a.confirmRemoval(originNames(gone), yes)
			}
			sum, err := ingest.Load(cmd.Context(), g, formats, paths, opts)
			progress.clear()
			if err = errors.Join(err, store.Close()); sum == nil {
				return err
			}
			if asJSON {
				a.code = loadExitCode(sum)
				return errors.Join(err, a.writeJSON(sum))
			}
			return errors.Join(err, a.reportLoad(sum))
		},
	}
	identityFlags(cmd, &opts)
	f := cmd.Flags()
	f.BoolVar(&opts.Prune, "prune", false, "forget documents below the given folders whose files are gone")
	f.BoolVar(&opts.Replace, "replace", false, "take over documents and records that other files hold with other facts")
	f.BoolVarP(&yes, "yes", "y", false, "do not ask before forgetting documents")
	f.BoolVar(&asJSON, "json", false, "print the summary as JSON")
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
	f.Int64Var(&opts.MaxBytes, "max-bytes", 0, "size limit of a document in bytes (default 32 MiB)")
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

// listedFiles bounds how many files a terminal is shown; a pipe gets them all.
const listedFiles = 20

// reportLoad prints what became of each file, and sets the exit code.
func (a *app) reportLoad(sum *ingest.Summary) error {
	// What a rendering lost is nothing that the person who loads it can mend; check shows it.
	if err := diag.WriteText(a.Err, atLeast(sum.Diagnostics, diag.Warning), sourceText()); err != nil {
		return err
	}
	w := a.rows()
	shown := 0
	for i := range sum.Files {
		f := &sum.Files[i]
		if a.OutTTY && (f.Outcome == ingest.Unchanged || f.Outcome == ingest.Skipped) {
			continue
		}
		if shown++; a.OutTTY && shown > listedFiles {
			continue
		}
		where := f.Location
		if where == "" {
			where = f.Path
		}
		if f.Was != "" {
			where += "  (was " + f.Was + ")"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", strings.ToLower(string(f.Outcome)), f.Document, diag.Printable(where))
	}
	for _, o := range sum.Pruned {
		fmt.Fprintf(w, "removed\t%s\t%s\n", o.Document, diag.Printable(o.Location))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if a.OutTTY && shown > listedFiles {
		fmt.Fprintf(a.Out, "… and %d more\n", shown-listedFiles)
	}
	a.say("%s", summaryLine(sum))
	a.code = loadExitCode(sum)
	return nil
}

// count says how many of something there are.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// atLeast keeps the diagnostics of a severity or worse.
func atLeast(l diag.List, s diag.Severity) diag.List {
	var out diag.List
	for _, d := range l {
		if d.Severity >= s {
			out = append(out, d)
		}
	}
	return out
}

// sourceText gives a reader of files that remembers the last one, so that the lines which diagnostics
// point at can be shown. It gives nil for a file that cannot be read any more.
func sourceText() func(name string) []byte {
	var last string
	var text []byte
	return func(name string) []byte {
		if name == last {
			return text
		}
		last, text = name, nil
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && info.Size() <= ingest.DefaultMaxBytes {
			if read, err := os.ReadFile(name); err == nil {
				text = read
			}
		}
		return text
	}
}

// loadExitCode is 1 when a document failed or was refused, or anything else went wrong.
func loadExitCode(sum *ingest.Summary) int {
	if sum.Diagnostics.HasErrors() || sum.Counts.Failed+sum.Counts.Refused > 0 {
		return exitBad
	}
	return exitOK
}

// summaryLine says in one line what a load did.
func summaryLine(sum *ingest.Summary) string {
	c := &sum.Counts
	var parts []string
	for _, p := range []struct {
		n    int
		word string
	}{{c.Added, "added"}, {c.Replaced, "replaced"}, {c.Unchanged, "unchanged"}, {c.Copied, "copies"},
		{c.Refused, "refused"}, {c.Failed, "failed"}, {c.Skipped, "skipped"}, {c.Checked, "checked"}, {len(sum.Pruned), "removed"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.word))
		}
	}
	line := count(c.Found, "file")
	if len(parts) > 0 {
		line += ": " + strings.Join(parts, ", ")
	}
	line += fmt.Sprintf(". %s, %s. %s.", count(sum.Facts.Records, "record"), count(sum.Facts.Relationships, "relationship"), diagnosticsCount(sum.Diagnostics))
	switch {
	case sum.After == sum.Before+1:
		line += fmt.Sprintf(" Revision %d.", sum.After)
	case sum.After > sum.Before:
		line += fmt.Sprintf(" Revisions %d to %d; 'crosswalk documents undo --to %d' takes them back.", sum.Before+1, sum.After, sum.Before)
	}
	if sum.Duration > time.Second {
		line += fmt.Sprintf(" %.1f MB in %.1f s.", float64(sum.Bytes)/1e6, sum.Duration.Seconds())
	}
	return line
}

func diagnosticsCount(l diag.List) string {
	var n [3]int
	for _, d := range l {
		n[d.Severity]++
	}
	if len(l) == 0 {
		return "No diagnostics"
	}
	return fmt.Sprintf("%s, %s, %s", count(n[diag.Error], "error"), count(n[diag.Warning], "warning"), count(n[diag.Info], "note"))
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
