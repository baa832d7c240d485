package ingest

import (
	"context"
	"fmt"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// last applies what is left at the end of a load: origins that are pruned, and files that were
// refused, together. Judged on their end state, records may have moved or swapped between files, and
// a file that was renamed and edited may have taken the place of the one that is gone.
//
// Documents whose run has settled on another grammar are read anew then.
//
// Refused files are read again, so that none of them is kept in memory meanwhile. Here all of them are
// in memory at once, so there is a cap. Over it nothing is judged anew. Errors: Limit then.
func (l *loader) last(ctx context.Context) error {
	bytes := int64(0)
	for _, f := range l.refused {
		bytes += f.size
	}
	if len(l.refused) > lastFiles || bytes > lastBytes {
		return graph.Errorf(graph.Limit, "%d documents of %d bytes in all were refused, and %d documents of %d bytes can be judged together: load fewer at once",
			len(l.refused), bytes, lastFiles, int64(lastBytes))
	}
	if err := l.applyLast(ctx, l.prune(), l.lowerAll(ctx, l.refused)); err != nil {
		return err
	}
	return l.settleRuns(ctx)
}

// Caps of the last Apply.
const (
	lastFiles = 10_000
	lastBytes = 256 << 20
)

func (l *loader) applyLast(ctx context.Context, pruned []graph.Batch, group []prepared) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	batches := pruned
	var files []*prepared
	for i := range group {
		p := &group[i]
		if p.result.Outcome != "" {
			l.settle(p) // it changed meanwhile
			l.sum.Diagnostics = append(l.sum.Diagnostics, p.diags...)
			continue
		}
		// What this load has applied is not displaced: among its own files the first location counts.
		p.batch.Replace = l.opts.Replace && !l.applied[p.file.result.Conflict.Location]
		batches, files = append(batches, p.batch), append(files, p)
	}
	if len(batches) == 0 {
		return nil
	}
	change, err := l.put(ctx, batches)
	if err != nil {
		return fmt.Errorf("applying %d documents: %w", len(batches), err)
	}
	l.sum.After = change.Revision
	outcomes := change.Outcomes[len(pruned):]
	for i, p := range files {
		p.outcome(&outcomes[i])
		if err := l.compare(ctx, p); err != nil {
			return err
		}
		if p.result.Outcome == Refused {
			l.sum.Diagnostics = append(l.sum.Diagnostics, conflictDiagnostic(p))
		}
		l.settle(p)
	}
	for _, o := range outcomes[len(files):] {
		l.sum.Diagnostics = append(l.sum.Diagnostics, about(diag.Warning, CodeDisplaced, o.Location,
			fmt.Sprintf("What it said is replaced by %s", o.Conflict.Location),
			"It is kept as refused: remove it, or load it with --replace to have it back."))
	}
	for i := range pruned {
		l.sum.Pruned = append(l.sum.Pruned, pruned[i].Origin)
	}
	return nil
}

// outcome notes what an Apply made of a file.
func (p *prepared) outcome(o *graph.Outcome) {
	p.result.Outcome, p.result.Was, p.result.Conflict = Outcome(o.Result), o.Was, o.Conflict
}

// prune gives the batches that take back origins below the given folders whose file is gone. A folder
// that could not be read whole proves nothing, so there nothing is taken back.
func (l *loader) prune() (batches []graph.Batch) {
	if !l.opts.Prune || l.g == nil {
		return nil
	}
	for _, f := range l.found.roots {
		if f.failed {
			l.sum.Diagnostics = append(l.sum.Diagnostics, about(diag.Warning, CodePruneWithheld, f.shown,
				"Nothing below it is pruned, because it could not be read whole", "Correct what could not be read and load again."))
		}
	}
	var gone []graph.Origin
	seen := map[string]bool{}
	for i := range l.origins {
		o := l.origins[i].Origin
		if !seen[o.Location] && !l.reached[o.Location] && l.found.gone(o.Path) {
			seen[o.Location] = true
			gone = append(gone, o)
		}
	}
	if len(gone) == 0 || !l.opts.DryRun && (l.opts.Confirm == nil || !l.opts.Confirm(gone)) {
		return nil
	}
	for _, o := range gone {
		batches = append(batches, graph.Batch{Origin: graph.Origin{Location: o.Location, Path: o.Path}})
	}
	return batches
}
