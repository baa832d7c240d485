package main

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

func (a *app) documentsPurge() *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "purge ID…",
		Short: "Forget removed documents for good, their history and their bytes too",
		Long: `Deletes every past state of documents that were removed: what they said, and the bytes they were read from.
'undo' cannot bring them back, and an earlier revision that is gone back to lacks them. A document that is
loaded must be removed first. In a script --yes is needed.`,
		Example: `  crosswalk documents remove document:AAS-2026-10-01-quillstore-07/memory
  crosswalk documents purge document:AAS-2026-10-01-quillstore-07/memory`,
		Args: args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, given []string) error {
			return a.with(cmd.Context(), func(g *graph.Graph) error { return a.purge(cmd.Context(), g, given, yes) })
		},
	}
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	return cmd
}

// purge deletes the past of origins that said documents and say nothing now.
func (a *app) purge(ctx context.Context, g *graph.Graph, names []string, yes bool) error {
	locations := map[string]bool{}
	for _, name := range names {
		history, err := g.History(ctx, graph.ID(name))
		if err != nil {
			return err
		}
		if len(history) == 0 {
			return graph.Errorf(graph.NotFound, "the journal knows no document %q", name)
		}
		for _, e := range history {
			locations[e.Origin.Location] = true
		}
	}
	origins, err := g.Origins(ctx)
	if err != nil {
		return err
	}
	for i := range origins {
		o := &origins[i].Origin
		if locations[o.Location] {
			return graph.Errorf(graph.Conflict, "%s is in the journal as %s of %s: 'crosswalk documents remove' it first",
				o.Location, strings.ToLower(string(origins[i].State)), o.Document)
		}
	}
	a.say("%s would be forgotten for good:", count(len(names), "document"))
	for _, l := range slices.Sorted(maps.Keys(locations)) {
		a.say("  %s", diag.Printable(l))
	}
	if !yes {
		if !a.InTTY {
			return graph.Errorf(graph.Invalid, "nothing was purged: say --yes, since this cannot be undone")
		}
		fmt.Fprint(a.Err, "Forget them for good? [y/N] ")
		answer, err := bufio.NewReader(a.In).ReadString('\n')
		if err != nil || !strings.HasPrefix(strings.ToLower(strings.TrimSpace(answer)), "y") {
			a.say("Nothing was purged.")
			return nil
		}
	}
	var bs []graph.Batch
	for _, l := range slices.Sorted(maps.Keys(locations)) {
		bs = append(bs, graph.Batch{Origin: graph.Origin{Location: l}, Purge: true})
	}
	if _, err := g.Apply(ctx, bs); err != nil {
		return err
	}
	a.say("%s forgotten for good.", count(len(names), "document"))
	return nil
}
