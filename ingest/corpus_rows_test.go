package ingest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// The rows of the tables on the real set, as it was loaded.

func (c *corpus) declared() (nodes []graph.Node) {
	for _, kind := range graph.RecordKinds() {
		nodes = append(nodes, list(c.t, c.g, kind, c.runID(), graph.ExcludeStubs)...)
	}
	return nodes
}

func memberOf(n *graph.Node) string { return graph.ID(n.Props.String("document")).Local() }

func (c *corpus) records() (rows [][]string) {
	for _, n := range c.declared() {
		rows = append(rows, []string{n.Props.String("handle"), memberOf(&n), number(n.Props.Int("line")), number(n.Props.Int("endLine")), n.Props.String("label")})
	}
	return rows
}

func (c *corpus) answers() (rows [][]string) {
	for _, n := range list(c.t, c.g, graph.Route, c.runID(), graph.ExcludeStubs) {
		var answers map[string]struct {
			Text, State string
			Line        int
		}
		c.fromJSON(n.Props.String("answers"), &answers)
		for _, a := range answerProps {
			said := answers[a.name]
			if state := n.Props.String(a.state); state != said.State {
				c.t.Errorf("%s: %s is %s and its answer %s", n.ID, a.state, state, said.State)
			}
			rows = append(rows, []string{n.Props.String("handle"), a.name, said.State, number(said.Line), orNothing(said.Text)})
		}
	}
	return rows
}

func (c *corpus) fromJSON(text string, v any) {
	c.t.Helper()
	if text == "" {
		return
	}
	if err := json.Unmarshal([]byte(text), v); err != nil {
		c.t.Errorf("%q: %v", text, err)
	}
}

func (c *corpus) readBacks() (rows [][]string) {
	for _, n := range list(c.t, c.g, graph.Route, c.runID(), graph.ExcludeStubs) {
		p := n.Props
		var names []string
		for _, id := range p.List("readBack.namesRoutes") {
			names = append(names, graph.ID(id).Local())
		}
		row := []string{p.String("handle"), number(p.Int("readBack.line"))}
		for _, name := range []string{"verdict", "established", "strength", "direction"} {
			row = append(row, orNothing(p.String("readBack."+name)))
		}
		row = append(row, orNothing(strings.Join(p.List("readBack.flags"), " ")), orNothing(strings.Join(p.List("readBack.laterFlags"), " ")),
			orNothing(p.String("readBack.reading")), asSet(strings.Join(names, " ")), p.String("readBack.rule"))
		rows = append(rows, row)
	}
	return rows
}

// sectionStatusLine is the sentence that speaks for all routes below it. Whether it is the document's too is open.
const sectionStatusLine = 132

func (c *corpus) statuses() (rows [][]string) {
	add := func(owner, text string) {
		var statuses []struct {
			Layer, Value, Scope string
			Line                int
		}
		c.fromJSON(text, &statuses)
		for _, s := range statuses {
			if s.Line == sectionStatusLine && strings.HasPrefix(owner, "document") {
				continue
			}
			scope := "no"
			if s.Scope != "" {
				scope = "yes"
			}
			rows = append(rows, []string{owner, number(s.Line), s.Layer, s.Value, scope})
		}
	}
	for _, n := range c.declared() {
		add(n.Props.String("handle"), n.Props.String("statuses"))
	}
	for _, n := range list(c.t, c.g, graph.Annotation, c.runID(), graph.ExcludeStubs) {
		add("on "+graph.ID(n.Props.String("target")).Local(), n.Props.String("statuses"))
	}
	for _, n := range list(c.t, c.g, graph.Document, c.runID(), graph.ExcludeStubs) {
		add("document "+n.ID.Local(), n.Props.String("statuses"))
	}
	return rows
}

func (c *corpus) annotations() (rows [][]string) {
	for _, n := range list(c.t, c.g, graph.Annotation, c.runID(), graph.ExcludeStubs) {
		rows = append(rows, []string{memberOf(&n), graph.ID(n.Props.String("target")).Local(), number(n.Props.Int("line")), number(n.Props.Int("endLine")), n.Props.String("title")})
	}
	return rows
}

func (c *corpus) amendments() (rows [][]string) {
	for _, r := range c.relationships(graph.Amends) {
		by := "-"
		for _, s := range c.relationships(graph.SupersededBy) {
			if s.Line == r.Line && s.document == r.document && s.Source == r.Target {
				by = s.Target.Local()
			}
		}
		rows = append(rows, []string{number(r.Line), r.Target.Local(), by})
	}
	return rows
}

// quotations also checks each passage against the lines that it quotes.
func (c *corpus) quotations() (rows [][]string) {
	for _, r := range c.relationships(graph.EvidencedBy) {
		p := node(c.t, c.g, r.Target).Props
		first := c.wantQuoted(r.document, r.Line, p)
		rows = append(rows, []string{r.document, number(first), number(r.Line), p.String("path"), p.String("ranges"), ownerOf(&r)})
	}
	return rows
}

// ownerOf names what a text belongs to: a record, an annotation, or the document under a heading.
func ownerOf(r *saying) string {
	switch r.Source.Kind() {
	case graph.Document:
		return "document:" + r.Heading
	case graph.Annotation:
		parts := strings.Split(r.Source.Local(), "/")
		return "on " + parts[1]
	}
	return r.Source.Local()
}

// wantQuoted wants the passage to be the quoted lines above its attribution, and gives the first of them.
func (c *corpus) wantQuoted(document string, attribution int, p graph.Props) (first int) {
	c.t.Helper()
	lines := c.lines(document + ".md")
	first = attribution
	for first > 1 && strings.HasPrefix(lines[first-2], ">") {
		first--
	}
	var words []string
	for _, line := range lines[first-1 : attribution-1] {
		words = append(words, strings.Fields(strings.TrimPrefix(line, ">"))...)
	}
	sum := sha256.Sum256([]byte(strings.Join(words, " ")))
	if got := p.String("digest"); got != hex.EncodeToString(sum[:]) {
		c.t.Errorf("%s:%d: the passage is not the text of the quotation: %s", document, first, p.String("text"))
	}
	if got := p.String("revision"); got != "6acb13dc35765bf5ccfc87e445dd09c480f1c28a" {
		c.t.Errorf("%s:%d: the passage has revision %q", document, first, got)
	}
	return first
}

// tableRows gives the rows of tables and the items of lists, with the records that they name as such.
func (c *corpus) tableRows() (rows [][]string) {
	for document, b := range c.stated {
		for _, n := range b.Contributions {
			var table, what, records, others string
			switch {
			case n.Role != graph.Defines:
				continue
			case n.Kind == graph.Coverage:
				table, what, records = "coverage", n.Props.String("mode"), from(b, n.Node, graph.Covers)
			case n.Kind == graph.Idea:
				table, records = "idea", from(b, n.Node, graph.Cites)
			case n.Kind == graph.Issue:
				table, records = strings.ToLower(n.Props.String("issueType")), from(b, n.Node, graph.Concerns)
			case n.Kind == graph.Source && n.Rule == ruleSourceRow:
				table, what, records = "register", strings.Join(n.Props.List("layers"), " "), n.Node.Local()
			case n.Kind == graph.Finding && n.Props.String("axis") == axisObjects:
				table, what, records = "objects", n.Props.String("value"), from(b, n.Node, graph.Assesses)
			case n.Kind == graph.Finding && n.Props.String("axis") == axisLedger:
				table, what = "ledger", n.Props.String("value")
				records, others = from(b, n.Node, graph.Assesses), from(b, n.Node, graph.Concerns)
			case n.Kind == graph.Finding && n.Props.String("axis") == axisClaims:
				table, what = "claims", n.Props.String("value")
				records, others = from(b, n.Node, graph.Concerns), c.implementing(b, n.Line)
			default:
				continue
			}
			rows = append(rows, []string{document, table, number(n.Line), orNothing(what), records, orNothing(others)})
		}
	}
	return rows
}

// implementing are the routes that a row of the comparison says implement its claim.
func (c *corpus) implementing(b *graph.Batch, line int) string {
	var routes []string
	for _, r := range b.Relationships {
		if r.Type == graph.ImplementedBy && r.Line == line {
			routes = append(routes, r.Target.Local())
		}
	}
	return asSet(strings.Join(routes, " "))
}

func (c *corpus) profile() (rows [][]string) {
	for _, n := range list(c.t, c.g, graph.Finding, c.runID(), graph.ExcludeStubs) {
		if slices.Contains([]string{axisObjects, axisLedger, axisClaims}, n.Props.String("axis")) {
			continue
		}
		p := n.Props
		rows = append(rows, []string{p.String("axis"), orNothing(p.String("value")), p.String("assessment"), orNothing(p.String("basis")),
			to(c.stated[memberOf(&n)], n.ID, graph.Supports)})
	}
	return rows
}
