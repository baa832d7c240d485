package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// runMerging checks graph-model 2: a node is the merge of what documents say of it, in any order.
func runMerging(t *testing.T, open Open) {
	system, run := graph.NewID(graph.System, theSystem), graph.NewID(graph.Run, theRun)
	docs := []graph.Batch{
		doc("a", "memory",
			node(system, graph.Defines, 0, "name", "quillstore", "spellings", []string{"quillstore", "QS"}),
			node(run, graph.Defines, 2, "cutoff", "2026-03-01", "family", "ANALYSIS", "revision", "r2", "superseded", false, "boundaryKind", "whole")),
		doc("b", "runtime",
			node(system, graph.Defines, 0, "name", "Quillstore", "spellings", []string{"Quillstore"}, "oneLine", "keeps quills"),
			node(run, graph.Defines, 1, "cutoff", "2026-04-01", "family", "ANALYSIS", "revision", "r1", "superseded", true)),
		doc("c", "overview",
			node(system, graph.Defines, 0, "name", "quillstore"),
			node(run, graph.Defines, 1, "cutoff", "2026-02-01", "revision", "r3")),
		// Amendments: of the run's revision twice, the higher rank wins; of a property nobody states.
		doc("d", "reconciliation",
			node(run, graph.Amended, 1, "revision", "r4", "evidenceTier", "tier 1"),
			node(rec(graph.Route, "later"), graph.Amended, 1, "label", "amended label")),
		doc("e", "verification", node(run, graph.Amended, 2, "revision", "r5")),
	}
	for _, order := range [][]int{{0, 1, 2, 3, 4}, {4, 3, 2, 1, 0}, {2, 4, 0, 3, 1}} {
		t.Run(fmt.Sprint(order), func(t *testing.T) {
			s := newScene(t, open)
			for _, i := range order {
				s.apply(docs[i])
			}
			want(t, "system", props(s.node(system).Props, "name", "spellings", "oneLine"),
				"name=quillstore oneLine=keeps quills spellings=[QS Quillstore quillstore]")
			want(t, "differences of a frequent value", len(s.node(system).Disagreements), 0)
			n := s.node(run)
			want(t, "run", props(n.Props, "cutoff", "family", "revision", "superseded", "boundaryKind", "evidenceTier"),
				"boundaryKind=whole cutoff=2026-04-01 evidenceTier=tier 1 family=ANALYSIS revision=r5 superseded=true")
			// Rank 1 twice: the overview's document id comes before the runtime's.
			want(t, "stated", props(n.Stated, "revision", "evidenceTier"), "revision=r3")
			want(t, "amended", fmt.Sprint(n.Amended), "[evidenceTier revision]")
			want(t, "settled by an amendment", len(n.Disagreements), 0)
			effective := s.find(graph.Query{Filter: graph.Cond{Prop: "revision", Op: graph.EQ, Value: "r5"}})
			want(t, "filter on the effective value", handlesOf(effective), "")
			want(t, "found", len(effective), 1)
			s.apply(gone("d"), gone("e"))
			n = s.node(run)
			want(t, "not amended", props(n.Props, "revision", "evidenceTier"), "revision=r3")
			want(t, "disagreement", fmt.Sprint(n.Disagreements), "[revision]")
			want(t, "nothing amended", len(n.Amended)+len(n.Stated), 0)
		})
	}
}

// runAmending checks amendments of records: they wait, and they never make or unmake anything.
func runAmending(t *testing.T, open Open) {
	s := newScene(t, open)
	amend := func(where, role string, rank int, props ...any) graph.Batch {
		return doc(where, role, node(rec(graph.Route, "x"), graph.Amended, rank, props...))
	}
	s.apply(amend("m", "reconciliation", 1, "label", "B", "text", "new text"))
	want(t, "an amendment makes nothing exist", s.routes(), "")
	s.apply(doc("b", "runtime", route("y", "2"), feeds("y", "x")))
	want(t, "it does not declare a stub", s.routes(), "x? y=2")
	want(t, "nor change it", props(s.node(rec(graph.Route, "x")).Props, "label"), "")
	s.apply(doc("a", "memory", route("x", "A", "text", "old text")))
	n := s.node(rec(graph.Route, "x"))
	want(t, "it takes effect", props(n.Props, "label", "text")+"; stated "+props(n.Stated, "label", "text"), "label=B text=new text; stated label=A text=old text")
	light := must[[]graph.Node](t)(s.Nodes(s.ctx, []graph.ID{n.ID}, graph.Light))
	want(t, "light leaves opaque values out", props(light[0].Props, "label", "text")+"; stated "+props(light[0].Stated, "label", "text"), "label=B; stated label=A")
	want(t, "but says what is amended", fmt.Sprint(light[0].Amended), "[label text]")
	s.apply(amend("n", "verification", 1, "label", "C"))
	n = s.node(n.ID)
	want(t, "two of one rank: the least document's", props(n.Props, "label")+fmt.Sprint(n.Disagreements), "label=B[label]")
	byLabel := s.find(graph.Query{Kinds: []graph.Kind{graph.Route}, Order: []graph.Order{{Prop: "label"}}})
	want(t, "order by the effective value", handlesOf(byLabel), "y x")
	found := must[[]graph.Node](t)(s.Search(s.ctx, graph.TextQuery{Tier: graph.TierLabel, Raw: "b", Words: []string{"b"}, Limit: 9}))
	want(t, "search by the effective value", handlesOf(found), "x")
	s.apply(gone("a"))
	want(t, "it waits again", s.routes(), "x? y=2")
	s.apply(gone("b"))
	want(t, "and holds nothing", s.routes(), "")
	s.apply(doc("a", "memory", route("x", "A")), gone("m"), gone("n"))
	want(t, "taken back", props(s.node(n.ID).Props, "label"), "label=A")
}

// runExisting checks when nodes are there: defined, or touched by a relationship.
func runExisting(t *testing.T, open Open) {
	s := newScene(t, open)
	x, y := rec(graph.Route, "x"), rec(graph.Route, "y ü/1")
	file, repository := graph.NewPathID(graph.File, theRun, "pkg/a b.go"), graph.NewPathID(graph.Repository, "code.example", "group/quill")
	passage, run := rec(graph.Passage, "00ff"), graph.NewID(graph.Run, theRun)
	s.apply(doc("a", "memory", route("x", "1"), link(graph.Feeds, x, y), link(graph.AnchoredIn, x, file),
		link(graph.EvidencedBy, x, passage), link(graph.PinnedAt, run, repository), node(y, graph.Refers, 0, "system", "system:quillstore")))
	n := s.node(y)
	if n == nil {
		t.Fatal("no stub")
	}
	want(t, "stub", fmt.Sprint(n.Declared, n.Kind, " ", props(n.Props, "run", "handle", "system", "label")),
		"falseroute handle=y ü/1 run=run:QS-1 system=system:quillstore")
	n = s.node(file)
	want(t, "file", fmt.Sprint(n.Declared, " ", props(n.Props, "run", "path")), "true path=pkg/a b.go run=run:QS-1")
	n = s.node(repository)
	want(t, "repository", fmt.Sprint(n.Declared, " ", props(n.Props, "url", "host", "owner", "name")),
		"true host=code.example name=quill owner=group url=https://code.example/group/quill")
	want(t, "undefined shared nodes are there", s.node(passage) != nil && s.node(run) != nil, true)
	stubs := s.find(graph.Query{Kinds: graph.RecordKinds(), Filter: graph.IsDeclared(false)})
	want(t, "stubs", fmt.Sprint(len(stubs), stubs[0].ID == y), "1 true")

	s.apply(doc("b", "runtime", node(y, graph.Defines, 0, "label", "filled", "handle", "y ü/1")))
	want(t, "filled", fmt.Sprint(s.node(y).Declared, props(s.node(y).Props, "label", "system")), "truelabel=filled")
	s.apply(gone("b"))
	want(t, "a stub again", s.node(y).Declared, false)
	s.apply(doc("c", "overview", link(graph.Cites, rec(graph.Document, "overview"), y)))
	s.apply(doc("a", "memory", route("x", "1")))
	for _, id := range []graph.ID{file, repository, passage, run} {
		want(t, "vanished with its last relationship: "+string(id), s.node(id) == nil, true)
	}
	want(t, "a relationship of another document keeps it", s.node(y) != nil, true)
	s.apply(gone("c"))
	want(t, "gone", s.node(y) == nil, true)
	want(t, "the defined stays", s.routes(), "x=1")
}

// runLinking checks loops, parallel relationships and everything a relationship carries.
func runLinking(t *testing.T, open Open) {
	s := newScene(t, open)
	full := feeds("x", "y")
	full.Certainty, full.Line, full.Sentence, full.Heading, full.Approximate, full.Lossy = graph.Declared, 7, "x feeds\ny", "On %", true, true
	s.apply(doc("a", "memory", route("x", "1"), route("y", "2"), full, feeds("x", "y"), feeds("y", "x"), feeds("x", "x"), link(graph.Cites, rec(graph.Route, "x"), rec(graph.Route, "y"))))
	x := rec(graph.Route, "x")
	walk := func(steps ...graph.Step) []graph.Steps {
		return must[[]graph.Steps](t)(s.Walk(s.ctx, graph.StepQuery{Near: []graph.ID{x}, Steps: steps}))
	}
	types := []graph.RelType{graph.Feeds}
	groups := walk(graph.Step{Types: types, Direction: graph.Out}, graph.Step{Types: types, Direction: graph.In}, graph.Step{Types: types, Direction: graph.Both},
		graph.Step{Types: []graph.RelType{graph.Reads}, Direction: graph.Both}, graph.Step{Direction: graph.Out, MinCertainty: graph.Declared})
	var counts []string
	for _, g := range groups {
		counts = append(counts, fmt.Sprintf("%d:%d", g.Step, len(g.Links)))
	}
	// Out: two to y and the loop; in: one from y and the loop; both: the loop once.
	want(t, "rows by step, empty left out", strings.Join(counts, " "), "0:3 1:2 2:4 4:1")
	got := groups[len(groups)-1].Links[0]
	full.ID, full.Document, full.Rule = graph.NewRelationshipID(rec(graph.Document, "memory"), "rule.x", graph.Feeds, x, rec(graph.Route, "y"), 0), rec(graph.Document, "memory"), "rule.x"
	want(t, "relationship", showRelationship(&got.Relationship), showRelationship(&full))
	want(t, "far", got.Far.Props.String("label"), "2")
	links := must[[]graph.Group](t)(s.Count(s.ctx, graph.CountQuery{Over: graph.OverLinks, Near: []graph.ID{x}, Step: graph.Step{Types: types, Direction: graph.Both, Limit: 1}}))
	want(t, "count of links", showGroups(links), " near=\"route:QS-1/x\" n=4\n")
	// Of the two to y and the one from y, the first by line is left; the loop stays.
	once := graph.Step{Types: types, Direction: graph.Both, Distinct: true}
	want(t, "each far node once", labels(walk(once)[0].Links), "1 2 ")
	want(t, "by its first line", walk(once)[0].Links[1].Relationship.Line < 7, true)
	links = must[[]graph.Group](t)(s.Count(s.ctx, graph.CountQuery{Over: graph.OverLinks, Near: []graph.ID{x}, Step: once}))
	want(t, "count of far nodes", showGroups(links), " near=\"route:QS-1/x\" n=2\n")
	sure := graph.Step{Types: types, Direction: graph.Out, Distinct: true, MinCertainty: graph.Declared}
	want(t, "the first of those that are sure", walk(sure)[0].Links[0].Relationship.Line, 7)
	byType := must[[]graph.Group](t)(s.Count(s.ctx, graph.CountQuery{Over: graph.OverRelationships}))
	want(t, "count by type", showGroups(byType), "string \"CITES\",  near=\"\" n=1\nstring \"FEEDS\",  near=\"\" n=4\n")
	// By line, then id, and the other way round.
	down := walk(graph.Step{Types: types, Direction: graph.Both, Order: []graph.Order{{Prop: "label", Desc: true}}, Limit: 3})
	want(t, "far labels, descending", labels(down[0].Links)+fmt.Sprint(down[0].More), "2 2 2 true")
	want(t, "line descends with the last key", down[0].Links[0].Relationship.Line, 7)
	up := walk(graph.Step{Types: types, Direction: graph.Both, Order: []graph.Order{{Prop: "label"}}})
	want(t, "far labels, ascending", labels(up[0].Links), "1 2 2 2 ")
	want(t, "line ascends", up[0].Links[3].Relationship.Line, 7)
}

func labels(ls []graph.Link) string {
	var b strings.Builder
	for _, l := range ls {
		b.WriteString(l.Far.Props.String("label") + " ")
	}
	return b.String()
}

// runMetamorphic checks laws that hold for any batches.
func runMetamorphic(t *testing.T, open Open) {
	for seed := range 3 {
		g := &generator{chance: newChance(seed, 9), universe: newUniverse(), model: NewModel()}
		var bs []graph.Batch
		claimed := map[graph.ID]bool{}
		for i, id := range g.documents {
			b := g.facts(id)
			b.Origin.Location = location(i)
			// Only batches that conflict with nothing: then the order of loading does not count.
			if !slices.ContainsFunc(b.Contributions, func(c graph.Contribution) bool { return claims(&c) && claimed[c.Node] }) {
				for k := range b.Contributions {
					claimed[b.Contributions[k].Node] = claimed[b.Contributions[k].Node] || claims(&b.Contributions[k])
				}
				bs = append(bs, b)
			}
		}
		if len(bs) < 3 {
			t.Fatalf("only %d batches without conflict", len(bs))
		}
		whole := newScene(t, open)
		whole.apply(bs...)
		want := whole.fingerprint()
		whole.apply(bs...)
		same(t, "twice is once", whole.fingerprint(), want)
		if r := whole.revision(); r != 1 {
			t.Errorf("revision %d after saying the same twice, want 1", r)
		}
		single := newScene(t, open)
		for _, i := range g.Perm(len(bs)) {
			single.apply(bs[i])
		}
		same(t, "any order gives the same graph", single.fingerprint(), want)
		before := newScene(t, open)
		before.apply(bs[1:]...)
		less := before.fingerprint()
		before.apply(bs[0])
		same(t, "the last completes the graph", before.fingerprint(), want)
		before.apply(gone(bs[0].Origin.Location))
		same(t, "apply then take back is before", before.fingerprint(), less)
		for i := range bs {
			before.apply(gone(bs[i].Origin.Location))
		}
		same(t, "nothing is left", before.fingerprint(), "")
	}
}

func same(t testing.TB, what, got, want string) {
	t.Helper()
	if err := differ(got, want); err != nil {
		t.Errorf("%s: %v", what, err)
	}
}
