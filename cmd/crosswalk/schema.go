package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

func (a *app) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema [graphql|kinds|records]",
		Short: "Print the GraphQL schema, the table of kinds, or the JSON Schema of record files",
		Example: `  crosswalk schema > schema.graphqls
  crosswalk schema kinds
  crosswalk schema records > records.schema.json`,
		ValidArgs: []string{"graphql", "kinds", "records"},
		Args:      args(cobra.MatchAll(cobra.MaximumNArgs(1), cobra.OnlyValidArgs)),
		RunE: func(_ *cobra.Command, given []string) error {
			switch {
			case len(given) == 1 && given[0] == "kinds":
				return a.printKinds()
			case len(given) == 1 && given[0] == "records":
				_, err := a.Out.Write(ingest.RecordSchema())
				return err
			}
			_, err := fmt.Fprint(a.Out, resolvers.SDL())
			return err
		},
	}
}

// printKinds shows the tables of package graph.
func (a *app) printKinds() error {
	w := a.rows()
	for i := range graph.Kinds {
		k := &graph.Kinds[i]
		fmt.Fprintf(w, "%s\t%s\t%s\n", k.Kind, k.Type, k.Doc)
		for _, p := range k.Properties {
			note := ""
			if p.Opaque {
				note = " (not for filters)"
			}
			fmt.Fprintf(w, "  .%s\t%s\t%s%s\n", p.Name, typeName(&p), p.Doc, note)
		}
	}
	fmt.Fprintln(w)
	for _, r := range graph.RelTypes {
		fmt.Fprintf(w, "%s\t%s → %s\t%s\n", r.Type, kindNames(r.Sources), kindNames(r.Targets), r.Doc)
	}
	return w.Flush()
}

func typeName(p *graph.Property) string {
	name := [...]string{"text", "boolean", "integer", "number", "list"}[p.Type]
	switch {
	case p.Enum != "":
		return p.Enum
	case p.Ref != "":
		return "id of " + string(p.Ref)
	}
	return name
}

func kindNames(kinds []graph.Kind) string {
	if len(kinds) > 3 {
		return fmt.Sprintf("%s … (%d kinds)", kinds[0], len(kinds))
	}
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = string(k)
	}
	return strings.Join(names, ", ")
}
