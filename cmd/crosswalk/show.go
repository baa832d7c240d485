package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

func (a *app) showCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show ID",
		Short: "Show one record with its fields, relationships and passages",
		Long: `Shows a node: its properties, labelled fields, statuses, relationships with the sentence each rests
on, and quoted passages. ID is an id, or a handle when only one loaded record has it.`,
		Example: `  crosswalk show MEM-RTE-shelf-lookup
  crosswalk show system:quillstore`,
		Args: args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, given []string) error {
			return a.with(cmd.Context(), func(g *graph.Graph) error {
				n, err := findNode(cmd.Context(), g, given[0])
				if err != nil {
					return err
				}
				return writeNode(cmd.Context(), a.Out, g, n)
			})
		},
	}
}

// findNode finds a node by id or by handle. A handle that several nodes have is refused with their
// ids. Errors: NotFound, naming what is nearest; Invalid.
func findNode(ctx context.Context, g *graph.Graph, name string) (*graph.Node, error) {
	if n, err := g.Node(ctx, graph.ID(name), graph.Full); graph.CodeOf(err) != graph.NotFound {
		return n, err
	}
	ten := 10
	if len(graph.QueryWords(name)) == 0 {
		return nil, graph.Errorf(graph.NotFound, "there is no node %q", name)
	}
	hits, err := g.Search(ctx, graph.SearchQuery{Text: name, First: &ten, Stubs: graph.IncludeStubs, Want: graph.Full})
	if err != nil {
		return nil, err
	}
	var exact []graph.Node
	var near []string
	for _, e := range hits.Edges {
		if e.Item.Tier == graph.TierHandle {
			exact = append(exact, e.Item.Node)
		}
		near = append(near, "  "+string(e.Item.Node.ID))
	}
	switch {
	case len(exact) == 1:
		return &exact[0], nil
	case len(exact) > 1:
		return nil, graph.Errorf(graph.Invalid, "several nodes have the handle %q; give the id of one, such as\n%s",
			name, strings.Join(near[:len(exact)], "\n"))
	case len(near) > 0:
		return nil, graph.Errorf(graph.NotFound, "there is no node %q; nearest are:\n%s", name, strings.Join(near, "\n"))
	}
	return nil, graph.Errorf(graph.NotFound, "there is no node %q", name)
}

// writeNode shows a node and what it is linked with.
func writeNode(ctx context.Context, w io.Writer, g *graph.Graph, n *graph.Node) error {
	p := &printer{w: w}
	p.line("%s", nodeLine(n))
	p.line("%s", n.ID)
	reasons, err := g.StubReasons(ctx, []graph.Node{*n})
	if err != nil {
		return err
	}
	switch reasons[n.ID] {
	case graph.NotLoaded:
		p.line("not declared: the document that would declare it is not loaded")
	case graph.Undefined:
		p.line("not declared: the document that would declare it is loaded, and does not")
	}
	p.line("")
	if err := p.properties(ctx, g, n); err != nil {
		return err
	}
	p.labelled(n)
	if text := n.Props.String("text"); text != "" {
		p.heading("text")
		p.line("%s", printable(text))
	}
	links, err := allLinks(ctx, g, n.ID)
	if err != nil {
		return err
	}
	p.links(n, links)
	return p.err
}

// allLinks reads every relationship of a node, up to the largest page.
func allLinks(ctx context.Context, g *graph.Graph, id graph.ID) (*graph.Page[graph.Link], error) {
	most := g.Limits().PageMax
	pages, err := g.Links(ctx, []graph.ID{id}, graph.LinkQuery{Field: "show", Direction: graph.Both,
		Page: graph.PageArgs{First: &most}, Want: graph.Full})
	if err != nil {
		return nil, err
	}
	return pages[id], nil
}

// printer writes lines and remembers the first failure.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format+"\n", args...)
	}
}

func (p *printer) heading(s string) {
	p.line("")
	p.line("%s", s)
}

// properties shows what is filtered on. An answer taken over from another route is shown as it comes out.
func (p *printer) properties(ctx context.Context, g *graph.Graph, n *graph.Node) error {
	resolved, inherits, err := g.Inherited(ctx, n.ID)
	if err != nil {
		return err
	}
	kind := graph.KindOf(n.Kind)
	for i := range kind.Properties {
		prop := &kind.Properties[i]
		v := n.Props[prop.Name]
		if v == nil || prop.Opaque {
			continue
		}
		if inherits && prop.Name == "readBack.established" {
			v = resolved.Established
		}
		p.line("  %-27s %s", prop.Name, printable(fmt.Sprint(v)))
		if stated, ok := n.Stated[prop.Name]; ok {
			p.line("  %-27s %s", "  as first stated", printable(fmt.Sprint(stated)))
		}
	}
	return nil
}

// labelled shows fields, answers and statuses as written, with their lines.
func (p *printer) labelled(n *graph.Node) {
	var fields []struct {
		Label, Text string
		Line        int
	}
	p.decode(n, "fields", &fields)
	if len(fields) > 0 {
		p.heading("fields")
	}
	for _, f := range fields {
		p.line("  %s: %s  (line %d)", printable(f.Label), printable(f.Text), f.Line)
	}
	var statuses []struct {
		Layer, Value, Scope string
		Line                int
	}
	p.decode(n, "statuses", &statuses)
	if len(statuses) > 0 {
		p.heading("statuses")
	}
	for _, s := range statuses {
		p.line("  %s: %s %s (line %d)", printable(s.Layer), printable(s.Value), printable(s.Scope), s.Line)
	}
	if s := n.Props.String("readBack.sentence"); s != "" {
		p.heading("read-back rests on")
		p.line("  %s  (line %d)", printable(s), n.Props.Int("readBack.line"))
	}
}

func (p *printer) decode(n *graph.Node, prop string, into any) {
	if text := n.Props.String(prop); text != "" && p.err == nil {
		if err := json.Unmarshal([]byte(text), into); err != nil {
			p.err = fmt.Errorf("property %s of %s: %w", prop, n.ID, err)
		}
	}
}

func (p *printer) links(n *graph.Node, page *graph.Page[graph.Link]) {
	if len(page.Edges) > 0 {
		p.heading("relationships")
	}
	for _, e := range page.Edges {
		r, far := &e.Item.Relationship, &e.Item.Far
		arrow := "─" + string(r.Type) + "→"
		if r.Source != n.ID {
			arrow = "←" + string(r.Type) + "─"
		}
		where := r.Certainty.String()
		if r.Line > 0 {
			where += fmt.Sprintf(", line %d", r.Line)
		}
		p.line("  %s %s  (%s)", arrow, nodeLine(far), where)
		if r.Sentence != "" && r.Type != graph.EvidencedBy {
			p.line("      %s", printable(r.Sentence))
		}
		if r.Type == graph.EvidencedBy && r.Source == n.ID {
			p.line("      > %s", printable(far.Props.String("text")))
		}
	}
	if page.HasNext {
		p.line("  … and more; 'crosswalk query' can page through them")
	}
}

// printable makes text from reports safe for a terminal, line by line.
func printable(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = diag.Printable(l)
	}
	return strings.Join(lines, "\n")
}
