package bench

import (
	"fmt"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Statements that follow lineage by hand, for a depth. By pattern is the obvious one, of one direction, and gives
// ids; whole gives all nodes and relationships with all they have, as the store does. Mixed follows some types
// against their arrows, as data does. By lists is one level by hand, from a frontier, and gives ids.
const (
	byLists   = "UNWIND $ids AS id MATCH (a:Crosswalk {id: id}) RETURN [(a)-[:FEEDS|LEADS_TO]->(b) | b.id]"
	byWhole   = "MATCH (:Crosswalk {id: $id})-[rs:FEEDS|LEADS_TO*1..%d]->(b) WITH DISTINCT last(rs) AS r, b RETURN b.id, properties(r), properties(b)"
	byPattern = "MATCH (a:Crosswalk {id: $id})-[:FEEDS|LEADS_TO*1..%d]->(b) RETURN DISTINCT b.id"
	byMixed   = "MATCH (a:Crosswalk {id: $id}) ((x)-[r:FEEDS|LEADS_TO|READS]-(y) WHERE (type(r) = 'READS') = (startNode(r) = y)){1,%d} (b) RETURN DISTINCT b.id"
)

// lineage follows data down level by level: by hand with ids alone (Lists), by the store (Walk), and by Graph.Lineage (Graph),
// which asks for one level more to say whether it is complete, each against a pattern that does all at once.
func (d *duel) lineage(b *testing.B) {
	g := graph.New(d.store, graph.Limits{Nodes: 50_000})
	out := []graph.Step{{Types: webTypes, Direction: graph.Out}}
	mixed := append(out[:1:1], graph.Step{Types: []graph.RelType{graph.Reads}, Direction: graph.In})
	byGraph := func(id graph.ID, depth int, types ...graph.RelType) int {
		sub, err := g.Lineage(b.Context(), graph.LineageQuery{Of: id, Direction: graph.Downstream, Depth: depth, Types: types, MaxNodes: 50_000})
		if err != nil {
			b.Fatal(err)
		}
		return len(sub.Nodes)
	}
	for _, way := range []struct {
		name, hand string
		ours       func(id graph.ID, depth int) int
	}{
		{"OneDirection/Lists", byPattern, func(id graph.ID, depth int) int { return d.lists(b, id, depth) }},
		{"OneDirection/Whole", byWhole, func(id graph.ID, depth int) int { return d.levels(b, out, id, depth) }},
		{"OneDirection/Walk", byPattern, func(id graph.ID, depth int) int { return d.levels(b, out, id, depth) }},
		{"OneDirection/Graph", byPattern, func(id graph.ID, depth int) int { return byGraph(id, depth, webTypes...) }},
		{"Mixed/Walk", byMixed, func(id graph.ID, depth int) int { return d.levels(b, mixed, id, depth) }},
		{"Mixed/Graph", byMixed, func(id graph.ID, depth int) int { return byGraph(id, depth) }},
	} {
		for depth := 1; depth <= 6; depth++ {
			b.Run(fmt.Sprintf("%s/Depth%d", way.name, depth), func(b *testing.B) {
				mine, hand := 0, 0
				hands := fmt.Sprintf(way.hand, depth)
				versus(b, func() int {
					mine++
					return way.ours(fifty(mine)[0], depth)
				}, func() int {
					hand++
					id := string(fifty(hand)[0])
					found := map[string]bool{id: true}
					d.read(b, func(values []any) int {
						found[values[0].(string)] = true
						return 1
					}, hands, map[string]any{"id": id})
					return len(found)
				})
			})
		}
	}
}

// levels goes breadth first, and gives how many nodes it found.
func (d *duel) levels(b *testing.B, steps []graph.Step, start graph.ID, depth int) int {
	seen := map[graph.ID]bool{start: true}
	frontier := []graph.ID{start}
	for range depth {
		groups, err := d.store.Walk(b.Context(), graph.StepQuery{Near: frontier, Steps: steps})
		if err != nil {
			b.Fatal(err)
		}
		frontier = nil
		for _, group := range groups {
			for _, l := range group.Links {
				if !seen[l.Far.ID] {
					seen[l.Far.ID] = true
					frontier = append(frontier, l.Far.ID)
				}
			}
		}
	}
	return len(seen)
}

// lists does the same by hand, with ids alone.
func (d *duel) lists(b *testing.B, start graph.ID, depth int) int {
	seen := map[string]bool{string(start): true}
	frontier := []string{string(start)}
	for range depth {
		var next []string
		d.read(b, func(values []any) int {
			for _, far := range values[0].([]any) {
				if id := far.(string); !seen[id] {
					seen[id] = true
					next = append(next, id)
				}
			}
			return 1
		}, byLists, map[string]any{"ids": frontier})
		frontier = next
	}
	return len(seen)
}
