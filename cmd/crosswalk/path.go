package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crosswalk-graph/crosswalk/graph"
)

func (a *app) pathCommand() *cobra.Command {
	var q graph.PathsQuery
	var certainty, format string
	var types, avoid []string
	cmd := &cobra.Command{
		Use:   "path A B",
		Short: "Show the shortest ways in which two nodes are connected",
		Long: `Follows relationships of any type, whichever way they point. A path does not go through systems, runs,
documents, sources and repositories, which connect everything with everything; --avoid names other kinds. A and B are ids or handles.`,
		Example: `  crosswalk path RT-CMP-draft-model MEM-OBJ-fact-card
  crosswalk path MEM-RTE-shelf-lookup RT-RTE-draft-request --max-paths 1 --type FEEDS --type LEADS_TO`,
		Args: args(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, given []string) (err error) {
			if q.Max < 1 || q.Depth < 1 {
				return usagef("--max-paths and --max-depth are at least 1")
			}
			if q.Types, err = relTypesNamed(types); err != nil {
				return err
			}
			if q.Avoid, err = kindsNamed(avoid); err != nil {
				return err
			}
			if q.MinCertainty, err = certaintyNamed(certainty); err != nil {
				return err
			}
			if format != "text" && format != "json" {
				return usagef("format %q: use text or json", format)
			}
			return a.with(cmd.Context(), func(g *graph.Graph) error {
				for i, end := range []*graph.ID{&q.Source, &q.Target} {
					n, err := findNode(cmd.Context(), g, given[i])
					if err != nil {
						return err
					}
					*end = n.ID
				}
				found, err := g.Paths(cmd.Context(), q)
				if err != nil {
					return err
				}
				if format == "json" {
					return a.writePathsJSON(found)
				}
				return a.writePaths(found)
			})
		},
	}
	f := cmd.Flags()
	f.IntVar(&q.Max, "max-paths", 3, "paths to show")
	f.IntVar(&q.Depth, "max-depth", 6, "hops of the longest")
	f.StringSliceVar(&avoid, "avoid", []string{"system", "run", "document", "source", "repository"}, "kinds of node not to go through")
	f.StringSliceVar(&types, "type", nil, "relationship types to follow (default: all)")
	f.StringVar(&certainty, "min-certainty", "STATED", "STATED, STRUCTURED or DECLARED")
	f.StringVar(&format, "format", "text", "text or json")
	return cmd
}

func kindsNamed(names []string) (kinds []graph.Kind, err error) {
	for _, name := range names {
		k := graph.Kind(strings.ToLower(strings.ReplaceAll(name, "_", "-")))
		if graph.KindOf(k) == nil {
			return nil, usagef("kind %q is not known; 'crosswalk schema kinds' lists them", name)
		}
		kinds = append(kinds, k)
	}
	return kinds, nil
}

// writePaths shows each path from its source on, a node a line, with the surest relationship of each hop.
func (a *app) writePaths(r *graph.PathResult) error {
	if !r.Complete {
		a.say("There may be more: the search was cut by the limit on %s.", strings.ToLower(string(r.TruncatedBy)))
	}
	for i, p := range r.Paths {
		if i > 0 {
			if _, err := fmt.Fprintln(a.Out); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintln(a.Out, nodeLine(&p.Nodes[0])); err != nil {
			return err
		}
		for j, hop := range p.Hops {
			_, b := branchTo(&p.Nodes[j+1], &hop[0])
			if err := b.write(a.Out, "  "); err != nil {
				return err
			}
		}
	}
	for i, s := range r.Stopped {
		why := "nothing leads on from there"
		if !s.Exhausted {
			why = "a limit ended the search"
		}
		var names []string
		for j := range s.Nodes {
			names = append(names, nodeLine(&s.Nodes[j]))
		}
		a.say("From %s the search came %d hops far, to %s: %s.", [...]string{"A", "B"}[i], s.Distance, clipped(names), why)
	}
	if len(r.Paths) == 0 {
		a.say("No path was found.")
	}
	return nil
}

// clipped joins the first few names.
func clipped(names []string) string {
	const few = 5
	if len(names) > few {
		return strings.Join(names[:few], ", ") + fmt.Sprintf(" and %d more", len(names)-few)
	}
	return strings.Join(names, ", ")
}

func (a *app) writePathsJSON(r *graph.PathResult) error {
	type path struct {
		Nodes []shownNode           `json:"nodes"`
		Hops  [][]shownRelationship `json:"hops"`
	}
	type stop struct {
		Nodes     []shownNode `json:"nodes"`
		Distance  int         `json:"distance"`
		Exhausted bool        `json:"exhausted"`
	}
	out := struct {
		Complete    bool             `json:"complete"`
		TruncatedBy graph.Truncation `json:"truncatedBy,omitempty"`
		Paths       []path           `json:"paths"`
		Stopped     []stop           `json:"stopped,omitempty"`
	}{Complete: r.Complete, TruncatedBy: r.TruncatedBy, Paths: []path{}}
	for _, p := range r.Paths {
		hops := [][]shownRelationship{}
		for _, h := range p.Hops {
			hops = append(hops, showRelationships(h))
		}
		out.Paths = append(out.Paths, path{showNodes(p.Nodes), hops})
	}
	for _, s := range r.Stopped {
		out.Stopped = append(out.Stopped, stop{showNodes(s.Nodes), s.Distance, s.Exhausted})
	}
	return a.writeJSON(out)
}

func (a *app) impactCommand() *cobra.Command {
	var flags walkFlags
	cmd := &cobra.Command{
		Use:   "impact ID",
		Short: "Show what depends on a node, and where that is stated",
		Long: `Shows what would have to be looked at again if a node changed: what receives its data, what rests on
a passage, file or source, which claims a route implements, and so on from there. ID is an id or a handle.`,
		Example: `  crosswalk impact MEM-OBJ-fact-card
  crosswalk impact file:AAS-2026-10-01-quillstore-07/shelf/card.go --depth 1`,
		Args: args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, given []string) error {
			types, least, err := flags.check()
			if err != nil {
				return err
			}
			return a.with(cmd.Context(), func(g *graph.Graph) error {
				n, err := findNode(cmd.Context(), g, given[0])
				if err != nil {
					return err
				}
				impact, err := g.Impact(cmd.Context(), graph.ImpactQuery{Of: n.ID, Depth: flags.depth, MaxNodes: flags.maxNodes,
					Types: types, MinCertainty: least})
				if err != nil {
					return err
				}
				a.found(len(impact.Dependents) > 0, impact.Complete, impact.TruncatedBy,
					fmt.Sprintf("No loaded document says that anything depends on %s.", n.ID))
				if flags.format == "json" {
					return a.writeImpactJSON(impact)
				}
				return a.writeImpact(impact)
			})
		},
	}
	flags.add(cmd, "those along which one end depends on the other")
	return cmd
}

// writeImpact shows dependents as a tree, each below what it depends on.
func (a *app) writeImpact(r *graph.Impact) error {
	children := map[graph.ID][]branch{}
	for i := range r.Dependents {
		d := &r.Dependents[i]
		near, b := branchTo(&d.Node, &d.Witness[len(d.Witness)-1])
		children[near] = append(children[near], b)
	}
	if _, err := fmt.Fprintln(a.Out, nodeLine(&r.Of)); err != nil {
		return err
	}
	return writeBranches(a.Out, children, r.Of.ID, "")
}

func (a *app) writeImpactJSON(r *graph.Impact) error {
	type dependent struct {
		Node    shownNode           `json:"node"`
		Witness []shownRelationship `json:"witness"`
	}
	out := struct {
		Complete    bool             `json:"complete"`
		TruncatedBy graph.Truncation `json:"truncatedBy,omitempty"`
		Of          shownNode        `json:"of"`
		Dependents  []dependent      `json:"dependents"`
	}{r.Complete, r.TruncatedBy, showNodes([]graph.Node{r.Of})[0], []dependent{}}
	for _, d := range r.Dependents {
		out.Dependents = append(out.Dependents, dependent{showNodes([]graph.Node{d.Node})[0], showRelationships(d.Witness)})
	}
	return a.writeJSON(out)
}
