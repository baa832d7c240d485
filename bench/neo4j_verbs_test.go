package bench

import (
	"testing"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// BenchmarkNeo4j reads the web by the verbs of the store and by Cypher written by hand for each, then
// follows lineage through it. The statements by hand are what one would write who knows this database well: they
// name labels, read what is asked for and nothing else, and reuse one session.
func BenchmarkNeo4j(b *testing.B) {
	d := newDuel(b)
	d.loadWeb(b)
	b.Run("Nodes", d.nodes)
	b.Run("Find", d.find)
	b.Run("Walk", d.walk)
	b.Run("Count", d.count)
	b.Run("Search", d.search)
	b.Run("Lineage", d.lineage)
}

// fifty are fifty records from all over the web, others at each turn.
func fifty(turn int) []graph.ID {
	var out []graph.ID
	for i := range 50 {
		out = append(out, webRecord((turn*7919+i*1999)%(webDocuments*webRecords)))
	}
	return out
}

func texts(ids []graph.ID) []string {
	var out []string
	for _, id := range ids {
		out = append(out, string(id))
	}
	return out
}

// aNode makes a node of the first column, as the store does of its rows.
func aNode(values []any) int {
	props := values[0].(driver.Node).Props
	id, _ := props["id"].(string)
	n := graph.Node{ID: graph.ID(id), Kind: graph.ID(id).Kind(), Declared: true, Props: props}
	return len(n.Props[`id`].(string)) / len(id)
}

func (d *duel) nodes(b *testing.B) {
	mine, hand := 0, 0
	versus(b, func() int {
		mine++
		found, err := d.store.Nodes(b.Context(), fifty(mine), graph.Light)
		if err != nil {
			b.Fatal(err)
		}
		return len(found)
	}, func() int {
		hand++
		return d.read(b, aNode, "MATCH (n:Crosswalk) WHERE n.id IN $ids RETURN n", map[string]any{"ids": texts(fifty(hand))})
	})
}

func (d *duel) find(b *testing.B) {
	at := graph.Key{Values: []any{"reed"}, ID: "route:a/b"}
	versus(b, func() int {
		page, err := d.store.Find(b.Context(), graph.Query{Kinds: []graph.Kind{graph.Route}, Order: []graph.Order{{Prop: "label"}}, After: &at, Limit: 50})
		if err != nil {
			b.Fatal(err)
		}
		return len(page.Nodes)
	}, func() int {
		n := d.read(b, aNode, "MATCH (n:Route) WHERE n.label >= $label AND (n.label > $label OR n.id > $id) RETURN n ORDER BY n.label, n.id LIMIT 51",
			map[string]any{"label": at.Values[0], "id": string(at.ID)})
		return min(n, 50)
	})
}

func (d *duel) walk(b *testing.B) {
	steps := []graph.Step{{Types: webTypes, Direction: graph.Out}, {Types: []graph.RelType{graph.Reads}, Direction: graph.In}}
	mine, hand := 0, 0
	versus(b, func() int {
		mine++
		groups, err := d.store.Walk(b.Context(), graph.StepQuery{Near: fifty(mine), Steps: steps})
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for _, g := range groups {
			n += len(g.Links)
		}
		return n
	}, func() int {
		hand++
		return d.read(b, func(values []any) int {
			n := 0
			for _, list := range values[1:] {
				for _, item := range list.([]any) {
					far, r := item.([]any)[1].(driver.Node), item.([]any)[0].(driver.Relationship)
					l := graph.Link{Far: graph.Node{Props: far.Props}, Relationship: graph.Relationship{Type: graph.RelType(r.Type), Sentence: r.Props["sentence"].(string)}}
					n += min(len(l.Far.Props), 1)
				}
			}
			return n
		}, "MATCH (a:Crosswalk) WHERE a.id IN $ids RETURN a.id, [(a)-[r:FEEDS|LEADS_TO]->(b) | [r, b]], [(a)<-[r:READS]-(b) | [r, b]]",
			map[string]any{"ids": texts(fifty(hand))})
	})
}

func (d *duel) count(b *testing.B) {
	versus(b, func() int {
		groups, err := d.store.Count(b.Context(), graph.CountQuery{Kinds: []graph.Kind{graph.Route}, GroupBy: []string{"implementationStatus"}})
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for _, g := range groups {
			n += int(g.N)
		}
		return n
	}, func() int {
		return d.read(b, func(values []any) int { return int(values[1].(int64)) }, "MATCH (n:Route) RETURN n.implementationStatus, count(n)", nil)
	})
}

// search asks for a phrase that stands in some hundred texts. Large values and words are on nodes apart in this
// database, so by hand they are gone through as well.
func (d *duel) search(b *testing.B) {
	words := []string{"shuttle", "warp", "weft"}
	versus(b, func() int {
		found, err := d.store.Search(b.Context(), graph.TextQuery{Tier: graph.TierPhrase, Raw: "shuttle warp weft", Words: words, Limit: 50})
		if err != nil {
			b.Fatal(err)
		}
		return len(found)
	}, func() int {
		return d.read(b, aNode, "CALL db.index.fulltext.queryNodes('crosswalk_words', $words) YIELD node MATCH (n:Crosswalk {id: node.id}) RETURN n ORDER BY n.id LIMIT 50",
			map[string]any{"words": `"shuttle warp weft"`})
	})
}
