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
		Example: `  crosswalk lineage MEM-OBJ-shelf-index --direction down
  crosswalk lineage MEM-RTE-shelf-lookup --type PART_OF --depth 2
  crosswalk lineage MEM-OBJ-shelf-index --format json`,
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
				if len(sub.Relationships) == 0 {
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
	for _, t := range types {
		if graph.RelTypeOf(graph.RelType(strings.ToUpper(t))) == nil {
			return q, usagef("relationship type %q is not known; 'crosswalk schema kinds' lists them", t)
		}
		q.Types = append(q.Types, graph.RelType(strings.ToUpper(t)))
	}
	var err error
	if q.MinCertainty, err = graph.CertaintyNamed(strings.ToUpper(certainty)); err != nil {
		return q, usageError{err}
	}
	return q, nil
}

// writeTree shows a lineage as an indented tree: each node once, below the node that reached it first,
// with the relationship that led to it.
func writeTree(w io.Writer, s *graph.Subgraph) error {
	children := map[graph.ID][]branch{}
	for i := range s.Nodes[1:] {
		n := &s.Nodes[i+1]
		r := s.Reached[n.ID]
		near, arrow := r.Source, "─"+string(r.Type)+"→"
		if near == n.ID {
			near, arrow = r.Target, "←"+string(r.Type)+"─"
		}
		children[near] = append(children[near], branch{arrow, &r, n})
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

func writeBranches(w io.Writer, children map[graph.ID][]branch, id graph.ID, indent string) error {
	for i, b := range children[id] {
		fork, below := "├ ", "│ "
		if i == len(children[id])-1 {
			fork, below = "└ ", "  "
		}
		if _, err := fmt.Fprintf(w, "%s%s%s %s  (%s:%d)\n", indent, fork, b.arrow, nodeLine(b.node), b.via.Document, b.via.Line); err != nil {
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

func (a *app) writeSubgraph(s *graph.Subgraph) error {
	type node struct {
		ID       graph.ID    `json:"id"`
		Kind     graph.Kind  `json:"kind"`
		Declared bool        `json:"declared"`
		Depth    int         `json:"depth"`
		Props    graph.Props `json:"properties"`
	}
	type relationship struct {
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
	out := struct {
		Complete      bool             `json:"complete"`
		TruncatedBy   graph.Truncation `json:"truncatedBy,omitempty"`
		Nodes         []node           `json:"nodes"`
		Relationships []relationship   `json:"relationships"`
	}{s.Complete, s.TruncatedBy, []node{}, []relationship{}}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		out.Nodes = append(out.Nodes, node{n.ID, n.Kind, n.Declared, s.Depth[n.ID], n.Props})
	}
	for i := range s.Relationships {
		r := &s.Relationships[i]
		out.Relationships = append(out.Relationships, relationship{r.ID, r.Type, r.Source, r.Target,
			r.Certainty.String(), r.Rule, r.Document, r.Line, r.Sentence})
	}
	return a.writeJSON(out)
}
