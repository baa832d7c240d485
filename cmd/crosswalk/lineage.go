package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// walkFlags are what bounds lineage and impact, and how their answer is shown.
type walkFlags struct {
	depth, maxNodes   int
	types             []string
	certainty, format string
}

// add defines the flags; followed says which types are followed when none is named.
func (w *walkFlags) add(cmd *cobra.Command, followed string) {
	f := cmd.Flags()
	f.IntVar(&w.depth, "depth", 3, "levels to follow")
	f.IntVar(&w.maxNodes, "max-nodes", 1000, "nodes to stop at")
	f.StringSliceVar(&w.types, "type", nil, "relationship types to follow (default: "+followed+")")
	f.StringVar(&w.certainty, "min-certainty", "STATED", "STATED, STRUCTURED or DECLARED")
	f.StringVar(&w.format, "format", "tree", "tree or json")
}

// check reads types and certainty, and finds wrong values of the others.
func (w *walkFlags) check() (types []graph.RelType, least graph.Certainty, err error) {
	if w.depth < 1 || w.maxNodes < 1 {
		return nil, 0, usagef("--depth and --max-nodes are at least 1")
	}
	if types, err = relTypesNamed(w.types); err != nil {
		return nil, 0, err
	}
	if least, err = certaintyNamed(w.certainty); err != nil {
		return nil, 0, err
	}
	if w.format != "tree" && w.format != "json" {
		return nil, 0, usagef("format %q: use tree or json", w.format)
	}
	return types, least, nil
}

// found says what an answer lacks: why it was cut, or, where nothing was found, what that means.
func (a *app) found(some, complete bool, by graph.Truncation, nothing string) {
	switch {
	case !complete:
		a.say("The answer was cut by the limit on %s; raise --depth or --max-nodes.", strings.ToLower(string(by)))
	case !some:
		a.say("%s", nothing)
	}
}

func (a *app) lineageCommand() *cobra.Command {
	var flags walkFlags
	var direction string
	cmd := &cobra.Command{
		Use:   "lineage ID",
		Short: "Show what feeds a record, or what it feeds",
		Long: `Follows the relationships along which data moves, in the direction in which it moves. Other types,
such as PART_OF, are followed when named with --type. ID is an id or a handle.`,
		Example: `  crosswalk lineage MEM-OBJ-fact-card --direction down
  crosswalk lineage MEM-RTE-shelf-lookup --type PART_OF --depth 2
  crosswalk lineage MEM-OBJ-fact-card --format json`,
		Args: args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, given []string) error {
			q, err := lineageQuery(direction, &flags)
			if err != nil {
				return err
			}
			return a.with(cmd.Context(), func(g *graph.Graph) error {
				n, err := findNode(cmd.Context(), g, given[0])
				if err != nil {
					return err
				}
				q.Of = n.ID
				sub, err := g.Lineage(cmd.Context(), q)
				if err != nil {
					return err
				}
				a.found(len(sub.Relationships) > 0, sub.Complete, sub.TruncatedBy, fmt.Sprintf("No loaded document states such a relationship "+
					"of %s. Other types can be named with --type; 'crosswalk show' lists all.", n.ID))
				if flags.format == "json" {
					return a.writeSubgraph(sub)
				}
				return writeTree(a.Out, sub)
			})
		},
	}
	cmd.Flags().StringVar(&direction, "direction", "both", "up, down or both")
	flags.add(cmd, "those along which data moves")
	return cmd
}

func lineageQuery(direction string, flags *walkFlags) (q graph.LineageQuery, err error) {
	ways := map[string]graph.LineageDirection{"up": graph.Upstream, "down": graph.Downstream, "both": graph.BothDirections}
	var ok bool
	if q.Direction, ok = ways[strings.ToLower(direction)]; !ok {
		return q, usagef("direction %q: use up, down or both", direction)
	}
	q.Depth, q.MaxNodes = flags.depth, flags.maxNodes
	q.Types, q.MinCertainty, err = flags.check()
	return q, err
}

func relTypesNamed(names []string) (types []graph.RelType, err error) {
	for _, name := range names {
		t := graph.RelType(strings.ToUpper(name))
		if graph.RelTypeOf(t) == nil {
			return nil, usagef("relationship type %q is not known; 'crosswalk schema kinds' lists them", name)
		}
		types = append(types, t)
	}
	return types, nil
}

func certaintyNamed(name string) (graph.Certainty, error) {
	c, err := graph.CertaintyNamed(strings.ToUpper(name))
	if err != nil {
		return 0, usageError{err}
	}
	return c, nil
}

// writeTree shows a lineage as an indented tree: each node once, below the node that reached it first,
// with the relationship that led to it.
func writeTree(w io.Writer, s *graph.Subgraph) error {
	children := map[graph.ID][]branch{}
	for i := range s.Nodes[1:] {
		n := &s.Nodes[i+1]
		r := s.Reached[n.ID]
		near, b := branchTo(n, &r)
		children[near] = append(children[near], b)
	}
	if _, err := fmt.Fprintln(w, nodeLine(&s.Nodes[0])); err != nil {
		return err
	}
	return writeBranches(w, children, s.Nodes[0].ID, "")
}

type branch struct {
	arrow string
	via   *graph.Relationship
	node  *graph.Node
}

// branchTo gives the end of a relationship that is not n, and the branch from there to n.
func branchTo(n *graph.Node, r *graph.Relationship) (near graph.ID, b branch) {
	if r.Source == n.ID {
		return r.Target, branch{"←" + string(r.Type) + "─", r, n}
	}
	return r.Source, branch{"─" + string(r.Type) + "→", r, n}
}

func (b *branch) write(w io.Writer, before string) error {
	_, err := fmt.Fprintf(w, "%s%s %s  (%s:%d)\n", before, b.arrow, nodeLine(b.node), b.via.Document, b.via.Line)
	return err
}

func writeBranches(w io.Writer, children map[graph.ID][]branch, id graph.ID, indent string) error {
	for i, b := range children[id] {
		fork, below := "├ ", "│ "
		if i == len(children[id])-1 {
			fork, below = "└ ", "  "
		}
		if err := b.write(w, indent+fork); err != nil {
			return err
		}
		if err := writeBranches(w, children, b.node.ID, indent+below); err != nil {
			return err
		}
	}
	return nil
}

// nodeLine names a node for people: handle, label, and whether it is a stub.
func nodeLine(n *graph.Node) string {
	name := n.Props.String("handle")
	if name == "" {
		name = string(n.ID)
	}
	if label := n.Props.String(graph.KindOf(n.Kind).Label); label != "" && label != name {
		name += " “" + printable(label) + "”"
	}
	if !n.Declared {
		name += " [not declared]"
	}
	return name
}

// A shownNode and a shownRelationship are how JSON output has them.
type (
	shownNode struct {
		ID       graph.ID    `json:"id"`
		Kind     graph.Kind  `json:"kind"`
		Declared bool        `json:"declared"`
		Depth    *int        `json:"depth,omitempty"` // in a lineage
		Props    graph.Props `json:"properties"`
	}
	shownRelationship struct {
		ID        graph.ID      `json:"id"`
		Type      graph.RelType `json:"type"`
		Source    graph.ID      `json:"source"`
		Target    graph.ID      `json:"target"`
		Certainty string        `json:"certainty"`
		Rule      string        `json:"rule"`
		Document  graph.ID      `json:"document"`
		Line      int           `json:"line"`
		Sentence  string        `json:"sentence"`
	}
)

func showNodes(nodes []graph.Node) []shownNode {
	out := []shownNode{}
	for i := range nodes {
		n := &nodes[i]
		out = append(out, shownNode{ID: n.ID, Kind: n.Kind, Declared: n.Declared, Props: n.Props})
	}
	return out
}

func showRelationships(rs []graph.Relationship) []shownRelationship {
	out := []shownRelationship{}
	for i := range rs {
		r := &rs[i]
		out = append(out, shownRelationship{r.ID, r.Type, r.Source, r.Target, r.Certainty.String(), r.Rule, r.Document, r.Line, r.Sentence})
	}
	return out
}

func (a *app) writeSubgraph(s *graph.Subgraph) error {
	nodes := showNodes(s.Nodes)
	for i := range nodes {
		depth := s.Depth[nodes[i].ID]
		nodes[i].Depth = &depth
	}
	return a.writeJSON(struct {
		Complete      bool                `json:"complete"`
		TruncatedBy   graph.Truncation    `json:"truncatedBy,omitempty"`
		Nodes         []shownNode         `json:"nodes"`
		Relationships []shownRelationship `json:"relationships"`
	}{s.Complete, s.TruncatedBy, nodes, showRelationships(s.Relationships)})
}
