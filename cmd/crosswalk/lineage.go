package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crosswalk-graph/crosswalk/graph"
)

func (a *app) lineageCommand() *cobra.Command {
	var direction, certainty, format string
	var depth, maxNodes int
	var types []string
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
			q, err := lineageQuery(direction, certainty, depth, maxNodes, types)
			if err != nil {
				return err
			}
			if format != "tree" && format != "json" {
				return usagef("format %q: use tree or json", format)
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
				if !sub.Complete {
					a.say("The answer was cut by the limit on %s; raise --depth or --max-nodes.", strings.ToLower(string(sub.TruncatedBy)))
				}
				if len(sub.Relationships) == 0 && sub.Complete {
					a.say("No loaded document states such a relationship of %s. Other types can be named with --type; 'crosswalk show' lists all.", n.ID)
				}
				if format == "json" {
					return a.writeSubgraph(sub)
				}
				return writeTree(a.Out, sub)
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&direction, "direction", "both", "up, down or both")
	f.IntVar(&depth, "depth", 3, "levels to follow")
	f.IntVar(&maxNodes, "max-nodes", 1000, "nodes to stop at")
	f.StringSliceVar(&types, "type", nil, "relationship types to follow (default: those along which data moves)")
	f.StringVar(&certainty, "min-certainty", "STATED", "STATED, STRUCTURED or DECLARED")
	f.StringVar(&format, "format", "tree", "tree or json")
	return cmd
}

func lineageQuery(direction, certainty string, depth, maxNodes int, types []string) (graph.LineageQuery, error) {
	q := graph.LineageQuery{Depth: depth, MaxNodes: maxNodes}
	if depth < 1 || maxNodes < 1 {
		return q, usagef("--depth and --max-nodes are at least 1")
	}
	ways := map[string]graph.LineageDirection{"up": graph.Upstream, "down": graph.Downstream, "both": graph.BothDirections}
	var ok bool
	if q.Direction, ok = ways[strings.ToLower(direction)]; !ok {
		return q, usagef("direction %q: use up, down or both", direction)
	}
	var err error
	if q.Types, err = relTypesNamed(types); err == nil {
		q.MinCertainty, err = certaintyNamed(certainty)
	}
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
