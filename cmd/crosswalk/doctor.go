package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/crosswalk-graph/crosswalk/graph"
)

func (a *app) doctorCommand() *cobra.Command {
	var deep bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check the store and the configuration",
		Long: `Checks that the store opens, is sound and can be written, and says how much it holds. With --deep it also
builds a second store from the journal and compares every node and relationship with it. Exits with 1
when something is wrong.`,
		Example: `  crosswalk doctor
  crosswalk doctor --deep`,
		Args: args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			store, g, err := a.open(cmd.Context(), existing)
			if err != nil {
				return err
			}
			defer func() { _ = store.Close() }() // nothing was written
			return a.examine(cmd.Context(), store, g, deep)
		},
	}
	cmd.Flags().BoolVar(&deep, "deep", false, "compare every node and relationship with the journal")
	return cmd
}

func (a *app) examine(ctx context.Context, store *backend, g *graph.Graph, deep bool) error {
	report := func(ok bool, what, detail string) {
		mark := "ok   "
		if !ok {
			mark, a.code = "WRONG", exitBad
		}
		fmt.Fprintf(a.Out, "%s %-14s %s\n", mark, what, detail)
	}
	report(true, "program", programVersion())
	report(true, "store", store.Where)
	writable, how, err := store.Writable(ctx)
	if err != nil {
		return err
	}
	report(writable, "writing", how)
	damage, err := store.Check(ctx)
	if err != nil {
		return err
	}
	for _, d := range damage {
		report(false, "integrity", printable(d))
	}
	if len(damage) == 0 {
		report(true, "integrity", "the database is sound")
	}
	stats, err := g.Stats(ctx)
	if err != nil {
		return err
	}
	report(true, "contents", fmt.Sprintf("%d documents, %d nodes (%d of them not declared), %d relationships, revision %d",
		stats.Documents, stats.Nodes, stats.Stubs, stats.Relationships, stats.Revision))
	report(true, "fingerprint", stats.Fingerprint)
	origins, err := g.Origins(ctx)
	if err != nil {
		return err
	}
	refused, ready := 0, 0
	for _, o := range origins {
		if o.State == graph.Refused {
			refused++
		}
		if o.Ready {
			ready++
		}
	}
	report(true, "origins", fmt.Sprintf("%d current, %d refused (%d of them could be loaded now)", len(origins)-refused, refused, ready))
	if !deep {
		return nil
	}
	differences, err := compareWithJournal(ctx, g)
	if err != nil {
		return err
	}
	for _, d := range differences {
		report(false, "journal", printable(d))
	}
	if len(differences) == 0 {
		report(true, "journal", "every node and relationship follows from it")
	}
	return nil
}

// compareWithJournal builds a store from the journal and compares it with this one.
func compareWithJournal(ctx context.Context, g *graph.Graph) (differences []string, err error) {
	scratch, err := openScratch(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = scratch.Close() }() // it is thrown away
	return g.Verify(ctx, scratch)
}
