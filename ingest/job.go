package ingest

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// How much is kept of loads: so many of them, and of each so many paths and diagnostics.
const (
	keptJobs        = 1000
	keptPaths       = 100
	keptDiagnostics = 500
)

// A job notes a load in the graph: that it began, and how it ended. It is no fact of any document, and makes
// no revision. One that was killed is never ended.
type job struct {
	id    graph.ID
	props graph.Props
}

// jobTime is how times of jobs are written: they order as texts.
const jobTime = "2006-01-02T15:04:05.000000Z"

// beginJob notes that a load of these paths begins, and forgets the oldest ones.
func beginJob(ctx context.Context, g *graph.Graph, paths []string) (*job, error) {
	var tail [4]byte
	_, _ = rand.Read(tail[:]) // it never fails; it tells loads of the same microsecond apart
	started := time.Now().UTC()
	j := &job{id: graph.NewID(graph.IngestJob, started.Format("20060102T150405.000000")+"-"+hex.EncodeToString(tail[:])), props: graph.Props{
		"started": started.Format(jobTime), "state": "RUNNING", "paths": notedPaths(paths)}}
	revision, err := g.Revision(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading the revision: %w", err)
	}
	j.props["revisionBefore"] = int64(revision)
	gone, err := forgottenJobs(ctx, g)
	if err != nil {
		return nil, err
	}
	return j, j.note(ctx, g, gone...)
}

// notedPaths gives the paths as far as they are kept, so that they can be stored and shown.
func notedPaths(paths []string) []string {
	out := make([]string, 0, min(len(paths), keptPaths))
	for _, p := range paths[:min(len(paths), keptPaths)] {
		out = append(out, diag.Printable(p))
	}
	return out
}

// note applies what is known of the job.
func (j *job) note(ctx context.Context, g *graph.Graph, more ...graph.Batch) error {
	b := graph.Batch{Origin: graph.Origin{Location: string(j.id), Document: j.id, Model: graph.ModelVersion},
		Contributions: []graph.Contribution{{Node: j.id, Kind: graph.IngestJob, Document: j.id, Props: j.props}}}
	if err := b.Seal(); err != nil {
		return fmt.Errorf("noting the load: %w", err)
	}
	if _, err := g.Apply(ctx, append(more, b)); err != nil {
		return fmt.Errorf("noting the load: %w", err)
	}
	return nil
}

// forgottenJobs takes back what is noted of all but the newest loads, so that there is room for one more.
func forgottenJobs(ctx context.Context, g *graph.Graph) ([]graph.Batch, error) {
	kinds := []graph.Kind{graph.IngestJob}
	n, err := g.CountList(ctx, graph.ListQuery{Kinds: kinds})
	if err != nil || n < keptJobs {
		return nil, err
	}
	first := min(int(n)-keptJobs+1, g.Limits().PageMax)
	oldest, err := g.List(ctx, graph.ListQuery{Kinds: kinds, Order: []graph.Order{{Prop: "started"}}, Page: graph.PageArgs{First: &first}})
	if err != nil {
		return nil, err
	}
	var out []graph.Batch
	for i := range oldest.Edges {
		out = append(out, graph.Batch{Origin: graph.Origin{Location: string(oldest.Edges[i].Item.ID)}})
	}
	return out, nil
}

// end notes how the load ended: with the context of its caller, or, when that is over, a moment longer.
func (j *job) end(ctx context.Context, g *graph.Graph, sum *Summary, failure error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	c := &sum.Counts
	j.props["finished"] = time.Now().UTC().Format(jobTime)
	j.props["state"] = jobState(sum, failure)
	j.props["bytes"], j.props["revisionAfter"] = sum.Bytes, int64(sum.After)
	for name, n := range map[string]int{"found": c.Found, "added": c.Added, "replaced": c.Replaced, "unchanged": c.Unchanged, "copied": c.Copied,
		"refused": c.Refused, "failed": c.Failed, "skipped": c.Skipped, "checked": c.Checked, "removed": len(sum.Pruned)} {
		j.props["counts."+name] = int64(n)
	}
	if failure != nil {
		j.props["error"] = diag.Printable(diag.Clip(failure.Error()))
	}
	facts, err := json.Marshal(sum.Facts.Kinds)
	if err != nil {
		return fmt.Errorf("noting the load: %w", err)
	}
	found, err := json.Marshal(notedDiagnostics(sum.Diagnostics))
	if err != nil {
		return fmt.Errorf("noting the load: %w", err)
	}
	j.props["facts"], j.props["diagnostics"] = string(facts), string(found)
	return j.note(ctx, g)
}

// jobState says how a load ended.
func jobState(sum *Summary, failure error) string {
	c := &sum.Counts
	bad := c.Failed+c.Refused > 0 || sum.Diagnostics.HasErrors()
	switch {
	case failure != nil || bad && c.Added+c.Replaced+c.Unchanged+c.Copied+c.Checked == 0:
		return "FAILED"
	case bad:
		return "PARTLY"
	}
	return "SUCCEEDED"
}

// A notedDiagnostic is what is kept of a diagnostic.
type notedDiagnostic struct {
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Summary  string `json:"summary"`
	Hint     string `json:"hint,omitempty"`
	File     string `json:"file"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
}

// notedDiagnostics gives the first diagnostics, errors before warnings before what is only worth knowing.
func notedDiagnostics(l diag.List) []notedDiagnostic {
	worst := slices.Clone(l)
	slices.SortStableFunc(worst, func(a, b diag.Diagnostic) int { return cmp.Compare(b.Severity, a.Severity) })
	out := []notedDiagnostic{}
	for _, d := range worst[:min(len(worst), keptDiagnostics)] {
		out = append(out, notedDiagnostic{severityNames[d.Severity], d.Code, d.Summary, d.Detail, d.Subject.File, d.Subject.Start.Line, d.Subject.Start.Column})
	}
	return out
}

// severityNames spells severities as the API does.
var severityNames = map[diag.Severity]string{diag.Error: "ERROR", diag.Warning: "WARNING", diag.Info: "INFO"}
