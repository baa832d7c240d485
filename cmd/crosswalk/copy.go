package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/crosswalk-graph/crosswalk/graph"
)

func (a *app) copyCommand() *cobra.Command {
	var to string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "copy --to URL",
		Short: "Copy the store with its whole history to another",
		Long: `Makes another store, of the same backend or another, say all that the configured one says and ever said, with
revisions, times and the bytes of documents. The source is only read; the target must be empty, or hold the
beginning of such a copy. A copy that was stopped goes on where it was when it is run again, and so does one
whose source has grown. In the end both journals are read and compared.`,
		Example: `  crosswalk copy --to sqlite:elsewhere.db
  crosswalk --store sqlite:old.db copy --to sqlite:new.db --json`,
		Args: args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if to == "" {
				return usagef("name the store to copy to with --to URL")
			}
			sum, err := a.copyStore(cmd.Context(), to)
			if err != nil {
				return err
			}
			if asJSON {
				return a.writeJSON(sum)
			}
			_, err = fmt.Fprintln(a.Out, sum)
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&to, "to", "", "the store to copy to, as --store names one")
	f.BoolVar(&asJSON, "json", false, "print the summary as JSON")
	return cmd
}

// A copySummary says what a copy did.
type copySummary struct {
	From        string  `json:"from"`
	To          string  `json:"to"`
	Copied      int     `json:"copied"`   // editions
	Editions    int     `json:"editions"` // in the end
	Revision    uint64  `json:"revision"`
	Fingerprint string  `json:"fingerprint"`
	Seconds     float64 `json:"seconds"`
}

func (s *copySummary) String() string {
	return fmt.Sprintf("Copied %d of %s from %s to %s: revision %d, fingerprint %s, %.1f s.",
		s.Copied, count(s.Editions, "edition"), s.From, s.To, s.Revision, s.Fingerprint, s.Seconds)
}

// copyStore copies the configured store to another and says what came of it.
func (a *app) copyStore(ctx context.Context, to string) (_ *copySummary, err error) {
	source, g, err := a.open(ctx, reading)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	target, err := a.config.openStore(ctx, to, creating)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	sum := &copySummary{From: source.Where, To: target.Where}
	if sum.From == sum.To || sameFile(a.config.Store, to) {
		return nil, usagef("%s cannot be copied to itself", sum.From)
	}
	started, progress := time.Now(), a.progress()
	there := -1
	err = graph.Copy(ctx, source, target, func(at graph.CopyProgress) {
		if there < 0 {
			there = at.Editions
		}
		sum.Editions, sum.Copied = at.Editions, at.Editions-there
		rate := float64(sum.Copied) / time.Since(started).Seconds()
		progress.show(at.Editions, at.AllEditions, fmt.Sprintf("%d of %d editions, revision %d of %d, %.0f editions a second",
			at.Editions, at.AllEditions, at.Revision, at.LastRevision, rate))
	})
	progress.clear()
	if err != nil {
		return nil, err
	}
	stats, err := g.Stats(ctx)
	if err != nil {
		return nil, err
	}
	sum.Revision, sum.Fingerprint, sum.Seconds = stats.Revision, stats.Fingerprint, time.Since(started).Seconds()
	return sum, nil
}
