package storetest

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// runHub pages through a node with 50,000 relationships, in a time that a scan for each page exceeds.
func runHub(t *testing.T, open Open) {
	const links, size = 50_000, 2_000
	s := newScene(t, open)
	hub := rec(graph.Route, "hub")
	facts := []any{route("hub", "hub")}
	for i := range links {
		r := link(graph.Cites, rec(graph.Claim, fmt.Sprintf("c%d", i%1000)), hub)
		r.Line = i % 700
		facts = append(facts, r)
	}
	s.apply(doc("a", "memory", facts...))
	start, n := time.Now(), 0
	step := graph.Step{Types: []graph.RelType{graph.Cites}, Direction: graph.In, Limit: size}
	seen := map[graph.ID]bool{}
	for {
		groups := must[[]graph.Steps](t)(s.Walk(s.ctx, graph.StepQuery{Near: []graph.ID{hub}, Steps: []graph.Step{step}}))
		if len(groups) != 1 || len(groups[0].Links) == 0 {
			t.Fatalf("no page after %d links", n)
		}
		page := groups[0].Links
		for i := range page {
			seen[page[i].Relationship.ID] = true
		}
		if n += len(page); !groups[0].More {
			break
		}
		after := graph.LinkKeyOf(&page[len(page)-1], nil)
		step.After = &after
	}
	want(t, "links", n, links)
	want(t, "distinct links", len(seen), links)
	once := graph.Step{Types: step.Types, Direction: graph.In, Distinct: true}
	groups := must[[]graph.Group](t)(s.Count(s.ctx, graph.CountQuery{Over: graph.OverLinks, Near: []graph.ID{hub}, Step: once}))
	want(t, "far nodes", groups[0].N, 1000)
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("paging took %s", took)
	}
}

// runLarge checks that large values come back whole, and only when wanted.
func runLarge(t *testing.T, open Open) {
	s := newScene(t, open)
	text := strings.Repeat("shelf é \U0001F4DA\n", 1<<20/16)
	label := strings.Repeat("x", 9000) + "é"
	s.apply(doc("a", "memory", route("x", label, "text", text), route("y", label+"!")))
	n := s.node(rec(graph.Route, "x"))
	want(t, "text", n.Props.String("text") == text, true)
	want(t, "label", n.Props.String("label") == label, true)
	light := s.find(graph.Query{Kinds: []graph.Kind{graph.Route}, Order: []graph.Order{{Prop: "label", Desc: true}}})
	want(t, "order of long labels", handlesOf(light), "y x")
	want(t, "light", light[1].Props["text"] == nil, true)
	found := s.find(graph.Query{Kinds: []graph.Kind{graph.Route}, Filter: graph.Cond{Prop: "label", Op: graph.EQ, Value: label}})
	want(t, "equal to a long label", handlesOf(found), "x")
}

// twoDocuments are two batches of twenty routes each; all routes have the version for a label.
func twoDocuments(version string) []graph.Batch {
	var bs []graph.Batch
	for _, role := range []string{"memory", "runtime"} {
		var facts []any
		for i := range 20 {
			facts = append(facts, route(fmt.Sprintf("%s-%d", role, i), version), feeds(fmt.Sprintf("%s-%d", role, i), "memory-0"))
		}
		bs = append(bs, doc(role, role, facts...))
	}
	return bs
}

// torn tells what is wrong with a read of twoDocuments; "" when it is whole and of one version.
func torn(ns []graph.Node) string {
	for i := range ns {
		if a, b := ns[0].Props.String("label"), ns[i].Props.String("label"); len(ns) != 40 || a != b {
			return fmt.Sprintf("%d nodes, labels %q and %q", len(ns), a, b)
		}
	}
	return ""
}

// runConcurrent reads while another goroutine applies, by Find and by Walk; then several write.
func runConcurrent(t *testing.T, open Open) {
	s := newScene(t, open)
	s.apply(twoDocuments("v0")...)
	done := make(chan struct{})
	var group sync.WaitGroup
	for _, read := range []func() ([]graph.Node, error){s.readRoutes, s.readFeeders} {
		group.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				ns, err := read()
				if what := torn(ns); err != nil || what != "" {
					t.Errorf("a torn read: %s (error %v)", what, err)
					return
				}
			}
		})
	}
	for v := 1; v <= 25; v++ {
		s.apply(twoDocuments(fmt.Sprintf("v%d", v))...)
	}
	close(done)
	group.Wait()
	for w := range 4 {
		group.Go(func() {
			for i := range 5 {
				role := fmt.Sprintf("extra-%d-%d", w, i)
				if _, err := s.Apply(s.ctx, []graph.Batch{doc(role, role, route(role, "x"))}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	want(t, "revision", s.revision(), 46)
	want(t, "routes", len(s.find(graph.Query{Kinds: []graph.Kind{graph.Route}})), 60)
}

func (s *scene) readRoutes() ([]graph.Node, error) {
	p, err := s.Find(s.ctx, graph.Query{Kinds: []graph.Kind{graph.Route}, Limit: 100, Want: graph.Full})
	return p.Nodes, err
}

func (s *scene) readFeeders() ([]graph.Node, error) {
	groups, err := s.Walk(s.ctx, graph.StepQuery{Near: []graph.ID{rec(graph.Route, "memory-0")}, Steps: []graph.Step{{Direction: graph.In}}})
	var ns []graph.Node
	for _, g := range groups {
		for _, l := range g.Links {
			ns = append(ns, l.Far)
		}
	}
	return ns, err
}

// runReopen checks that a store whose content outlives it has it all again.
func runReopen(t *testing.T, open Open) {
	s := newScene(t, open)
	r, ok := s.Store.(Reopener)
	if !ok {
		t.Skip("the store does not outlive its process")
	}
	model := NewModel()
	g := &generator{chance: newChance(5, 5), universe: newUniverse(), model: model}
	for range 6 {
		bs := g.step()
		must[graph.Change](t)(model.Apply(s.ctx, bs))
		s.apply(bs...)
	}
	before, journal := s.fingerprint(), s.history(graph.HistoryQuery{})
	again := &scene{t, r.Reopen(t), s.ctx}
	same(t, "graph", again.fingerprint(), before)
	same(t, "journal", again.history(graph.HistoryQuery{}), journal)
	want(t, "revision", again.revision(), model.revision)
	bs := g.step()
	c := must[graph.Change](t)(model.Apply(s.ctx, bs))
	same(t, "next Apply", showOutcomes(again.apply(bs...)), showOutcomes(c))
}
