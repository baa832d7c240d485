package model

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A SearchConnection is a page of search results.
type SearchConnection struct {
	Edges    []*SearchEdge
	PageInfo *PageInfo
	graph    *graph.Graph
	query    graph.SearchQuery
}

// Facets are groups of what a search finds.
type Facets struct {
	Groups   []*Group
	Complete bool
}

// Facets counts all that the search finds, whatever its page. Errors: as graph.Facets.
func (c *SearchConnection) Facets(ctx context.Context, by Enum) (*Facets, error) {
	found, err := c.graph.Facets(ctx, graph.FacetQuery{Search: c.query, GroupBy: propertyNames[by]})
	if err != nil {
		return nil, err
	}
	all := &groups{cohort: newCohort(c.graph, nil, graph.Light), keys: []Enum{by}}
	return &Facets{all.of(found.Groups), found.Complete}, nil
}

// A SearchEdge is a search result.
type SearchEdge struct {
	Cursor    string
	Node      Node
	Tier      Enum
	Highlight []*HighlightPart
}

// A HighlightPart is a part of a result's text, and whether it matches.
type HighlightPart struct {
	Text  string
	Match bool
}

// tierNames names the tiers as the API does, best first.
var tierNames = []Enum{"HANDLE", "LABEL", "LABEL_PREFIX", "LABEL_WORDS", "PHRASE", "TEXT"}

// Nodes are the nodes found.
func (c *SearchConnection) Nodes() []Node {
	out := make([]Node, len(c.Edges))
	for i, e := range c.Edges {
		out[i] = e.Node
	}
	return out
}

// Search finds nodes by words, by the arguments of the field being resolved. Errors: as graph.Search.
func Search(ctx context.Context, g *graph.Graph, text string, kinds []Enum) (*SearchConnection, error) {
	l := listOf(ctx)
	q := graph.SearchQuery{Text: text, Where: l.where, First: l.page.First, After: l.page.After,
		Stubs: l.stubs, Runs: l.runs, Want: l.want}
	var err error
	if q.Kinds, err = kindsOf("kinds", kinds); err != nil {
		return nil, err
	}
	page, err := g.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	nodes := make([]graph.Node, len(page.Edges))
	for i := range page.Edges {
		nodes[i] = page.Edges[i].Item.Node
	}
	// The last tiers read text even where the query does not ask for it, the others may not have.
	views := newCohort(g, nodes, l.want).views()
	words := graph.QueryWords(text)
	rows := connect(page, func(h *graph.Hit) *SearchEdge {
		return &SearchEdge{Node: views[h.Node.ID], Tier: tierNames[h.Tier], Highlight: highlight(&h.Node, words)}
	})
	out := &SearchConnection{PageInfo: rows.PageInfo, graph: g, query: q}
	for _, e := range rows.Edges {
		e.Node.Cursor = e.Cursor
		out.Edges = append(out.Edges, e.Node)
	}
	return out, nil
}

// snippet is about how many bytes of text a highlight shows before and after its first match.
const snippet = 80

// highlight shows the node's label, or where no word is in it a piece of its text, in parts.
func highlight(n *graph.Node, words []string) []*HighlightPart {
	kind := graph.KindOf(n.Kind)
	label, text := n.Props.String(kind.Label), n.Props.String(kind.Text)
	if _, _, ok := nextMatch(label, 0, words); ok || text == "" {
		return parts(label, words)
	}
	start, end, ok := nextMatch(text, 0, words)
	if !ok {
		return parts(label, words)
	}
	return parts(cut(text, start-snippet, end+snippet), words)
}

// cut gives the text between two bytes, moved inwards to spaces or at least borders of letters, with
// an ellipsis where something is left out.
func cut(text string, from, to int) string {
	before, after := "", ""
	if from <= 0 {
		from = 0
	} else {
		before = "…"
		for !utf8.RuneStart(text[from]) {
			from++
		}
	}
	if to >= len(text) {
		to = len(text)
	} else {
		after = "…"
		for !utf8.RuneStart(text[to]) {
			to--
		}
	}
	return before + strings.Join(strings.Fields(text[from:to]), " ") + after
}

// parts divides text into what matches and what stands between.
func parts(text string, words []string) []*HighlightPart {
	out := []*HighlightPart{}
	for at := 0; at < len(text); {
		start, end, ok := nextMatch(text, at, words)
		if !ok {
			start, end = len(text), len(text)
		}
		if start > at {
			out = append(out, &HighlightPart{text[at:start], false})
		}
		if end > start {
			out = append(out, &HighlightPart{text[start:end], true})
		}
		at = end
	}
	return out
}

// nextMatch finds the first run of letters and digits from at on that has one of the words in it.
func nextMatch(text string, at int, words []string) (start, end int, ok bool) {
	for at < len(text) {
		start = at + indexFunc(text[at:], inWord)
		end = start + indexFunc(text[start:], func(r rune) bool { return !inWord(r) })
		if start < end && hasAny(graph.Words(text[start:end]), words) {
			return start, end, true
		}
		at = max(end, start+1)
	}
	return 0, 0, false
}

// indexFunc is strings.IndexFunc, but gives the length of s when there is none.
func indexFunc(s string, f func(rune) bool) int {
	if i := strings.IndexFunc(s, f); i >= 0 {
		return i
	}
	return len(s)
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }

func hasAny(have, want []string) bool {
	for _, h := range have {
		for _, w := range want {
			if h == w {
				return true
			}
		}
	}
	return false
}
