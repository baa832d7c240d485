package main

import (
	"context"
	"fmt"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

func (a *app) documentsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "documents",
		Short: "List, inspect, forget and bring back loaded documents",
		Example: `  crosswalk documents list
  crosswalk documents show document:AAS-2026-10-01-quillstore-07/memory
  crosswalk documents status
  crosswalk documents remove document:AAS-2026-10-01-quillstore-07/memory
  crosswalk documents undo
  crosswalk documents purge document:AAS-2026-10-01-quillstore-07/memory`,
		Args: args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.documentsList(), a.documentsShow(), a.documentsStatus(), a.documentsRemove(), a.documentsUndo(), a.documentsPurge())
	return cmd
}

func (a *app) documentsList() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the loaded documents, and what was refused",
		Example: "  crosswalk documents list",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.with(cmd.Context(), func(g *graph.Graph) error {
				origins, err := g.Origins(cmd.Context())
				if err != nil {
					return err
				}
				if len(origins) == 0 {
					a.say("Nothing is loaded. 'crosswalk ingest PATH' loads reports.")
				}
				w := a.rows()
				held := map[graph.ID]bool{}
				for _, o := range origins {
					state := strings.ToLower(string(o.State))
					if o.State == graph.Current && held[o.Origin.Document] {
						state = "copy"
					}
					held[o.Origin.Document] = held[o.Origin.Document] || o.State == graph.Current
					fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", o.Origin.Document, state, o.Origin.Format, diag.Printable(o.Origin.Location))
				}
				return w.Flush()
			})
		},
	}
}

func (a *app) documentsShow() *cobra.Command {
	return &cobra.Command{
		Use:     "show ID",
		Short:   "Show a document: where it came from, what it declares, its history",
		Example: "  crosswalk documents show document:AAS-2026-10-01-quillstore-07/memory",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, given []string) error {
			return a.with(cmd.Context(), func(g *graph.Graph) error {
				return a.showDocument(cmd.Context(), g, given[0])
			})
		},
	}
}

func (a *app) showDocument(ctx context.Context, g *graph.Graph, name string) error {
	n, err := findNode(ctx, g, name)
	if err != nil {
		return err
	}
	if n.Kind != graph.Document {
		return graph.Errorf(graph.Invalid, "%s is a %s, not a document; 'crosswalk show' shows it", n.ID, n.Kind)
	}
	history, err := g.History(ctx, n.ID)
	if err != nil {
		return err
	}
	w := a.rows()
	for _, p := range graph.KindOf(n.Kind).Properties {
		if v := n.Props[p.Name]; v != nil && !p.Opaque {
			fmt.Fprintf(w, "%s\t%s\n", p.Name, printable(fmt.Sprint(v)))
		}
	}
	fmt.Fprintf(w, "\nrevision\tstate\tloaded\tlocation\n")
	for _, e := range history {
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\n", e.Since, strings.ToLower(string(e.State)), e.At.Local().Format("2006-01-02 15:04:05"), diag.Printable(e.Origin.Location))
	}
	fmt.Fprintln(w)
	pages, err := g.Links(ctx, []graph.ID{n.ID}, graph.LinkQuery{Field: "declares", Types: []graph.RelType{graph.Declares},
		Direction: graph.Out, FarKinds: graph.RecordKinds(), Page: graph.PageArgs{First: ptr(g.Limits().PageMax)}})
	if err != nil {
		return err
	}
	for _, e := range pages[n.ID].Edges {
		far := &e.Item.Far
		fmt.Fprintf(w, "line %d\t%s\t%s\n", far.Props.Int("line"), far.Kind, nodeLine(far))
	}
	return w.Flush()
}

func ptr[T any](v T) *T { return &v }

func (a *app) documentsStatus() *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Compare loaded documents with the files they came from",
		Long: `Says for each loaded file whether it is the same as on disk, changed, missing, or was refused, and whether
a refused one could be loaded now.`,
		Example: "  crosswalk documents status",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.with(cmd.Context(), func(g *graph.Graph) error {
				status, err := ingest.Status(cmd.Context(), g)
				if err != nil {
					return err
				}
				w := a.rows()
				for _, s := range status {
					line := fmt.Sprintf("%s\t%s\t%s", strings.ToLower(string(s.State)), s.Origin.Document, diag.Printable(s.Origin.Location))
					if s.Conflict != nil {
						line += "\tagainst " + diag.Printable(s.Conflict.Location) + " on " + string(s.Conflict.Node)
					}
					fmt.Fprintln(w, line)
				}
				return w.Flush()
			})
		},
	}
}

func (a *app) documentsRemove() *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "remove ID…",
		Short: "Forget documents; 'undo' brings them back",
		Long: `Takes back what the documents say, whichever files they came from. Records that other documents still
name become stubs. The journal keeps them, so 'crosswalk documents undo' brings them back. ID is a
document's id or a location.`,
		Example: "  crosswalk documents remove document:AAS-2026-10-01-quillstore-07/memory",
		Args:    args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, given []string) error {
			return a.with(cmd.Context(), func(g *graph.Graph) error {
				return a.remove(cmd.Context(), g, given, yes)
			})
		},
	}
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	return cmd
}

func (a *app) remove(ctx context.Context, g *graph.Graph, names []string, yes bool) error {
	origins, err := g.Origins(ctx)
	if err != nil {
		return err
	}
	going := map[string]string{}
	for _, name := range names {
		found := false
		for _, o := range origins {
			if o.Origin.Location == name || string(o.Origin.Document) == name {
				going[o.Origin.Location] = fmt.Sprintf("%s  (%s)", o.Origin.Document, o.Origin.Location)
				found = true
			}
		}
		if !found {
			return graph.Errorf(graph.NotFound, "no loaded document has the id or location %q; 'crosswalk documents list' shows them", name)
		}
	}
	var shown []string
	var bs []graph.Batch
	for location, text := range going {
		shown = append(shown, text)
		bs = append(bs, graph.Batch{Origin: graph.Origin{Location: location}})
	}
	sort.Strings(shown)
	sort.Slice(bs, func(i, j int) bool { return bs[i].Origin.Location < bs[j].Origin.Location })
	if !a.confirmRemoval(shown, yes) {
		a.say("Nothing was removed.")
		return nil
	}
	before, err := g.Revision(ctx)
	if err != nil {
		return err
	}
	change, err := g.Apply(ctx, bs)
	if err != nil {
		return err
	}
	return a.printChange(change, change.Revision != before)
}

func (a *app) documentsUndo() *cobra.Command {
	var to int64
	cmd := &cobra.Command{
		Use:   "undo [ID…]",
		Short: "Take changes back, or bring documents back",
		Long: `Without ID, takes the last revision back, or with --to all revisions after one: what they added goes, what they
replaced or removed comes back. This is a revision of its own, so it can be undone in turn. With IDs, makes
each of these documents say what it said before.`,
		Example: `  crosswalk documents undo
  crosswalk documents undo --to 12
  crosswalk documents undo document:AAS-2026-10-01-quillstore-07/memory`,
		RunE: func(cmd *cobra.Command, given []string) error {
			if to >= 0 && len(given) > 0 {
				return usagef("--to is about all documents; leave it out to bring single ones back")
			}
			return a.with(cmd.Context(), func(g *graph.Graph) error {
				change, err := undo(cmd.Context(), g, to, given)
				if err != nil {
					return err
				}
				if len(change.Outcomes) == 0 {
					a.say("There is nothing to take back: what the journal has of then and of now is the same.")
					return nil
				}
				return a.printChange(change, true)
			})
		},
	}
	cmd.Flags().Int64Var(&to, "to", theOneBefore, "the revision to go back to (default: the one before the present one)")
	return cmd
}

// theOneBefore stands for the revision before the present one.
const theOneBefore = -1

func undo(ctx context.Context, g *graph.Graph, to int64, given []string) (graph.Change, error) {
	if len(given) > 0 {
		ids := make([]graph.ID, len(given))
		for i, id := range given {
			ids[i] = graph.ID(id)
		}
		return g.BringBack(ctx, ids)
	}
	switch {
	case to >= 0:
		return g.Undo(ctx, uint64(to))
	case to != theOneBefore:
		return graph.Change{}, usagef("--to is a revision, 0 or more")
	}
	revision, err := g.Revision(ctx)
	if err != nil {
		return graph.Change{}, err
	}
	if revision == 0 {
		return graph.Change{}, graph.Errorf(graph.NotFound, "there is nothing to undo: the store is empty")
	}
	return g.Undo(ctx, revision-1)
}
