package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/crosswalk-graph/crosswalk/ingest"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// listedFiles bounds how many files a terminal is shown; a pipe gets them all.
const listedFiles = 20

// A listing says how the outcome of a load is shown.
type listing struct {
	json, yes bool
	all       bool // with files of which there is nothing new, and with reasons
	changes   bool // without files of which there is nothing new
}

// wants tells whether a file is listed.
func (l *listing) wants(f *ingest.FileResult, terminal bool) bool {
	nothingNew := f.Outcome == ingest.Unchanged || f.Outcome == ingest.Skipped
	return l.all || !nothingNew || !terminal && !l.changes
}

// reportLoad prints what became of each file, and sets the exit code.
func (a *app) reportLoad(sum *ingest.Summary, show listing) error {
	// What a rendering lost is nothing that the person who loads it can mend; check shows it.
	if err := diag.WriteText(a.Err, atLeast(sum.Diagnostics, diag.Warning), sourceText()); err != nil {
		return err
	}
	w := a.rows()
	listed, more := 0, 0
	for i := range sum.Files {
		f := &sum.Files[i]
		if !show.wants(f, a.OutTTY) {
			continue
		}
		if listed++; a.OutTTY && listed > listedFiles && !show.all {
			more++
			continue
		}
		fmt.Fprintln(w, fileLine(f, show.all))
	}
	for _, o := range sum.Pruned {
		fmt.Fprintf(w, "removed\t%s\t%s\n", o.Document, diag.Printable(o.Location))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if more > 0 {
		fmt.Fprintf(a.Out, "… and %d more\n", more)
	}
	for _, given := range slices.Sorted(maps.Keys(sum.Commits)) {
		a.say("%s is commit %s.", diag.Printable(given), sum.Commits[given])
	}
	a.say("%s", summaryLine(sum))
	if documents := tally(sum.Formats); documents != "" {
		a.say("Read as %s. Nodes: %s.", documents, tally(sum.Facts.Kinds))
	}
	if sum.DryRun {
		a.say("Nothing was changed: a load without --dry-run would do this.")
	}
	a.code = loadExitCode(sum)
	return nil
}

// fileLine is what became of one file, with the reason if it is asked for.
func fileLine(f *ingest.FileResult, reason bool) string {
	where := cmp.Or(f.Location, f.Path)
	if f.Was != "" {
		where += "  (was " + f.Was + ")"
	}
	line := strings.ToLower(string(f.Outcome)) + "\t" + string(f.Document) + "\t" + diag.Printable(where)
	if c := f.Change; c != nil {
		line += fmt.Sprintf("\tnodes +%d -%d ~%d, relationships +%d -%d", c.NodesAdded, c.NodesRemoved, c.NodesChanged, c.RelationshipsAdded, c.RelationshipsRemoved)
	}
	if reason && f.Reason != "" {
		line += "\t" + diag.Printable(f.Reason)
	}
	return line
}

// tally lists counts by name: the largest first, and of equal ones by name.
func tally[K ~string](counts map[K]int) string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b K) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	parts := make([]string, len(names))
	for i, n := range names {
		parts[i] = fmt.Sprintf("%s %d", n, counts[n])
	}
	return strings.Join(parts, ", ")
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
		megabytes, seconds := float64(sum.Bytes)/1e6, sum.Duration.Seconds()
		line += fmt.Sprintf(" %.1f MB in %.1f s: %.1f MB/s, %.0f files/s.", megabytes, seconds, megabytes/seconds, float64(c.Found)/seconds)
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
