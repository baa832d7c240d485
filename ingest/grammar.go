package ingest

import (
	"context"
	"fmt"
	"slices"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A SetFormat is a Format of documents that may not show by themselves in which grammar they are written:
// it is then that of the set, which is the documents of one run (report-grammar 10.4).
type SetFormat interface {
	Format
	// ParseAs is Parse in the grammar given, unless the document proves another.
	ParseAs(src diag.Source, grammar string) (report.Document, diag.List)
}

// A parsing is how a document of a SetFormat was read: in a grammar, and with what it shows by itself.
type parsing struct {
	run string // "" for a document of another format, or none
	as  string // the grammar
	vote
}

// A vote is what a document shows of the grammar of its run.
type vote struct {
	grammar  string
	evidence report.GrammarEvidence
}

// firstParsing is how a document was read that nothing is known of yet.
func (l *loader) firstParsing(p *prepared, doc *report.Document) parsing {
	if _, ok := l.formatNamed(p.result.Format).(SetFormat); !ok {
		return parsing{}
	}
	return parsing{p.id.Run, doc.Grammar, vote{doc.Grammar, doc.Evidence}}
}

// settled is the grammar of the documents of a run that do not prove one: the newest that another proves,
// else the newest that is likely; "" when nothing shows any. Of two grammars the greater string is newer.
func settled(votes []vote) (grammar string) {
	best := report.GrammarLikely
	for _, v := range votes {
		if v.evidence > best {
			best, grammar = v.evidence, ""
		}
		if v.evidence == best {
			grammar = max(grammar, v.grammar)
		}
	}
	return grammar
}

// among is the grammar in which a document is read whose run has settled on one.
func (v vote) among(grammar string) string {
	if v.evidence == report.GrammarProven || grammar == "" {
		return v.grammar
	}
	return grammar
}

// settleFiles notes in which grammar each of the files is to be read, for the members of a run together, and
// gives those that were read in another.
func settleFiles(files []*file) (again []*file) {
	votes := map[string][]vote{}
	for _, f := range files {
		votes[f.read.run] = append(votes[f.read.run], f.read.vote)
	}
	for _, f := range files {
		if f.read.run == "" {
			continue
		}
		if as := f.read.among(settled(votes[f.read.run])); as != f.read.as {
			f.read.as = as
			again = append(again, f)
		}
	}
	return again
}

// settleRuns reads those documents anew to which this load gives another grammar: members of its runs that
// the store held before, and files that were applied before the one that tells. So the order in which the
// members of a run come makes no difference, nor that one was there and is gone.
func (l *loader) settleRuns(ctx context.Context) error {
	if l.g == nil {
		return nil
	}
	runs := map[string]bool{}
	var files []*file
	for _, f := range l.found.files {
		if f.read.run != "" && f.result.Outcome != Refused && f.result.Outcome != Failed {
			runs[f.read.run] = true
			files = append(files, f)
		}
	}
	for _, o := range l.sum.Pruned {
		runs[o.Document.Scope()] = true
	}
	known, err := l.otherMembers(ctx, runs)
	if err != nil {
		return err
	}
	again := settleFiles(slices.Concat(files, known))
	if len(again) == 0 {
		return nil
	}
	if err := l.recall(ctx, again); err != nil {
		return err
	}
	var batches []graph.Batch
	for _, p := range l.lowerAll(ctx, again) {
		if p.result.Outcome == Failed { // it stays as it was
			l.sum.Diagnostics = append(l.sum.Diagnostics, p.diags...)
			continue
		}
		batches = append(batches, p.batch)
	}
	change, err := l.put(ctx, batches)
	if err != nil {
		return fmt.Errorf("applying %d documents in the grammar of their run: %w", len(batches), err)
	}
	l.sum.After = change.Revision
	return nil
}

// otherMembers gives the members of some runs that the store holds and this load has not reached, with what
// they show of their grammar.
func (l *loader) otherMembers(ctx context.Context, runs map[string]bool) ([]*file, error) {
	gone := map[string]bool{}
	for _, o := range l.sum.Pruned {
		gone[o.Location] = true
	}
	var known []*file
	for i := range l.origins {
		e := &l.origins[i]
		o := &e.Origin
		_, ofSets := l.formatNamed(o.Format).(SetFormat)
		if ofSets && runs[o.Document.Scope()] && e.State == graph.Current && !l.reached[o.Location] && !gone[o.Location] {
			known = append(known, l.stored(o))
		}
	}
	if len(known) == 0 {
		return nil, nil
	}
	if err := l.recall(ctx, known); err != nil {
		return nil, err
	}
	for _, f := range known {
		doc, _ := f.format.Parse(diag.Source{Name: f.shown, Bytes: f.bytes})
		f.read.vote = vote{doc.Grammar, doc.Evidence}
	}
	return known, nil
}
