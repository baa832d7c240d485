package bench

import (
	"fmt"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Statements that follow lineage by hand, for a depth. By pattern is the obvious one, of one direction;
// mixed follows some types against their arrows, as data does.
const (
	byPattern = "MATCH (a:Crosswalk {id: $id})-[:FEEDS|LEADS_TO*1..%d]->(b) RETURN DISTINCT b.id"
	byMixed   = "MATCH (a:Crosswalk {id: $id}) ((x)-[r:FEEDS|LEADS_TO|READS]-(y) WHERE (type(r) = 'READS') = (startNode(r) = y)){1,%d} (b) RETURN DISTINCT b.id"
)

// lineage follows data down by the store, level by level, and by Graph.Lineage, which asks for one level more to say
// whether it is complete, against a pattern that does all at once. Those that go by the store come
// with whole nodes and relationships, the pattern with ids.
func (d *duel) lineage(b *testing.B) {
	g := graph.New(d.store, graph.Limits{Nodes: 100_000})
	out := []graph.Step{{Types: webTypes, Direction: graph.Out}}
	mixed := append(out[:1:1], graph.Step{Types: []graph.RelType{graph.Reads}, Direction: graph.In})
	byGraph := func(id graph.ID, depth int, types ...graph.RelType) int {
		sub, err := g.Lineage(b.Context(), graph.LineageQuery{Of: id, Direction: graph.Downstream, Depth: depth, Types: types, MaxNodes: 100_000})
		if err != nil {
			b.Fatal(err)
		}
		return len(sub.Nodes)
	}
	for _, way := range []struct {
		name, hand string
		ours       func(id graph.ID, depth int) int
	}{
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
					start := 1 // what a circle leads back to is found already
					n := d.read(b, func(values []any) int {
						if values[0] == id {
							start = 0
						}
						return 1
					}, hands, map[string]any{"id": id})
					return n + start
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
