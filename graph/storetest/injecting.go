package storetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// hostile are texts that mean something to the language of some backend: to Cypher, SQL and the syntax of
// full-text queries, to what quotes names in them, and to whatever looks at control characters.
var hostile = []string{
	"`) DETACH DELETE n //", "x` SET n.label = 'gone' //", `\u0060\u0029 DETACH DELETE n //`, "'}) MATCH (n) DETACH DELETE n //", `"}) RETURN n; :commit`,
	"} CALL { MATCH (n) DETACH DELETE n", "$p0", "$rows", "${id}", "{id: 'x'}", "[(a)-[r]->(b) | r]", "n.id IS NULL OR true",
	"'; DROP TABLE nodes; --", "' OR '1' = '1", `" OR ""="`, "x') ON CONFLICT DO NOTHING --", "?1", ":id", "@id", "%_%", "[a-z]*", `\%`, `\`, `\\`, `'`, "''", `"`, "``",
	"labelWords:x", "label:*", "*:*", "*", "x*", "?", "/.*/", "a~2", "a^3", "[a TO z]", "{a TO z}", "+a -b !c", "(a", "a)", "a && b || c", `"a b"~3`, "NEAR(a b, 3)", "AND", "OR NOT", "NOT a", "TO",
	"\x01\x02\x1b[31m\x1f\x7f", "a\rb\nc\vd\fe\tf", "\u0085\u2028\u2029", "\ufeff\u200e\u202e", "%00%0a\\0", "\ufffd\U0010FFFF", "../../etc", "<script>alert(1)</script>", "{{.}}", "%s%n%d",
}

// runInjecting uses hostile texts wherever a document or a caller may say something: they are data, come back
// as they are, and find what they are in.
func runInjecting(t *testing.T, open Open) {
	s, model := newScene(t, open), NewModel()
	var bs []graph.Batch
	for i, text := range hostile {
		bs = append(bs, hostileDocument(i, text))
	}
	s.apply(bs...)
	must[graph.Change](t)(model.Apply(s.ctx, bs))
	before := s.fingerprint()
	oracle := &scene{t, model, s.ctx}
	same(t, "what was applied", before, oracle.fingerprint())
	for i, text := range hostile {
		t.Run(fmt.Sprintf("%02d", i), func(t *testing.T) {
			s := &scene{t, s.Store, s.ctx}
			s.readHostile(i, text)
			s.searchHostile(model, text)
			s.nameHostile(text)
		})
	}
	same(t, "after all questions", s.fingerprint(), before)
	want(t, "revision", s.revision(), 1)
	var none []graph.Batch
	for _, text := range hostile {
		none = append(none, gone(text))
	}
	want(t, "taken back", outcomes(s.apply(none...)), strings.Join(hostile, " REMOVED, ")+" REMOVED")
	want(t, "what is left", len(s.find(graph.Query{})), 0)
}

// hostileDocument says a text in everything that a document may say.
func hostileDocument(i int, text string) graph.Batch {
	id := graph.NewID(graph.Route, theRun, text)
	facts := []any{
		node(id, graph.Defines, 0, "handle", text, "label", text, "owner", text, "text", text),
		node(id, graph.Amended, 1, "owner", text+text),
		node(hostileSource(i), graph.Defines, 0, "layers", []string{text, "other"}, "gaps", text),
	}
	l := link(graph.Feeds, id, rec(graph.Route, fmt.Sprint("stub", i)))
	l.Sentence, l.Heading = text, text
	b := doc(text, fmt.Sprint("role", i), append(facts, l)...)
	b.Origin.Path, b.Origin.Format, b.Origin.ByteDigest, b.Content = "/"+text, text, text, []byte(text)
	for k := range b.Contributions {
		b.Contributions[k].Rule = text
	}
	b.Relationships[0].Rule = text
	mustSeal(&b)
	return b
}

func hostileSource(i int) graph.ID { return rec(graph.Source, fmt.Sprint(i)) }

// readHostile finds the document and the route of a text by it.
func (s *scene) readHostile(i int, text string) {
	s.Helper()
	id := graph.NewID(graph.Route, theRun, text)
	kinds := []graph.Kind{graph.Route, graph.Source}
	n := s.node(id)
	if n == nil {
		s.Fatalf("%q is not there", text)
	}
	want(s, "properties", fmt.Sprintf("%q", props(n.Props, "handle", "label", "owner", "text")),
		fmt.Sprintf("%q", fmt.Sprintf("handle=%s label=%s owner=%s text=%s", text, text, text+text, text)))
	for name, f := range map[string]graph.Filter{
		"has": graph.Cond{Prop: "layers", Op: graph.Has, Value: text}, "gaps": graph.Cond{Prop: "gaps", Op: graph.EQ, Value: text},
	} {
		want(s, fmt.Sprintf("%s %q", name, text), handlesOf(s.find(graph.Query{Kinds: kinds, Filter: f})), hostileSource(i).Local())
	}
	for name, f := range map[string]graph.Filter{
		"equal":  graph.Cond{Prop: "label", Op: graph.EQ, Value: text},
		"any of": graph.Cond{Prop: "handle", Op: graph.AnyOf, Value: []string{text}},
		"twice":  graph.Cond{Prop: "owner", Op: graph.EQ, Value: text + text},
		"linked": graph.Linked{Types: []graph.RelType{graph.Feeds}, Direction: graph.Out, Far: graph.InIDs{rec(graph.Route, fmt.Sprint("stub", i))}},
	} {
		found := s.find(graph.Query{Kinds: kinds, Filter: f})
		if len(found) != 1 || found[0].ID != id {
			s.Errorf("%s to %q: %s", name, text, handlesOf(found))
		}
	}
	for _, op := range []graph.Op{graph.Contains, graph.StartsWith} {
		within := map[graph.ID]bool{}
		for _, n := range s.find(graph.Query{Kinds: kinds, Filter: graph.Cond{Prop: "label", Op: op, Value: text}}) {
			within[n.ID] = true
		}
		for _, other := range hostile {
			is := op == graph.Contains && strings.Contains(other, text) || strings.HasPrefix(other, text)
			want(s, fmt.Sprintf("%q %s %q", other, op, text), within[graph.NewID(graph.Route, theRun, other)], is)
		}
	}
	es := must[[]graph.Edition](s)(s.History(s.ctx, graph.HistoryQuery{Locations: []string{text}, Facts: true, Content: true}))
	if len(es) != 1 || es[0].Origin.Path != "/"+text || string(es[0].Content) != text || len(es[0].Batch.Relationships) != 1 {
		s.Errorf("the journal of %q: %d editions", text, len(es))
	}
}

// searchHostile asks for a text in all tiers, as a person would type it.
func (s *scene) searchHostile(model *Model, text string) {
	s.Helper()
	for _, tier := range graph.Tiers {
		q := graph.TextQuery{Tier: tier, Raw: text, Words: graph.QueryWords(text), Limit: all, Want: graph.Full}
		want := must[[]graph.Node](s)(model.Search(s.ctx, q))
		same(s, fmt.Sprintf("%q by %s", text, tierNames[tier]), showNodes(must[[]graph.Node](s)(s.Search(s.ctx, q))), showNodes(want))
		if q.Words = []string{text}; tier == graph.TierHandle { // whoever does not make words of it hurts nobody
			continue
		}
		if _, err := s.Search(s.ctx, q); err != nil {
			s.Errorf("%q as a word by %s: %v", text, tierNames[tier], err)
		}
	}
}

// nameHostile uses a text where an id, a name or a place is expected: ids that are not there find nothing, and
// names that are in no table are refused.
func (s *scene) nameHostile(text string) {
	s.Helper()
	id := graph.ID(text)
	want(s, "nodes", len(must[[]graph.Node](s)(s.Nodes(s.ctx, []graph.ID{id}, graph.Full))), 0)
	want(s, "ids", len(s.find(graph.Query{Filter: graph.InIDs{id}})), 0)
	want(s, "links", len(must[[]graph.Steps](s)(s.Walk(s.ctx, graph.StepQuery{Near: []graph.ID{id}, Steps: []graph.Step{{Direction: graph.Both}}}))), 0)
	want(s, "editions", len(must[[]graph.Edition](s)(s.History(s.ctx, graph.HistoryQuery{Documents: []graph.ID{id}}))), 0)
	at := &graph.Key{Values: []any{text}, ID: id}
	q := graph.Query{Kinds: []graph.Kind{graph.Route}, Filter: graph.IsDeclared(true), Order: []graph.Order{{Prop: "label"}}, After: at}
	after := 0
	for _, other := range hostile {
		if other > text || other == text && graph.NewID(graph.Route, theRun, other) > id {
			after++
		}
	}
	want(s, "rows after the place", len(s.find(q)), after)
	find := func(q graph.Query) func(context.Context) error {
		q.Limit = 1
		return func(ctx context.Context) error { _, err := s.Find(ctx, q); return err }
	}
	walk := func(step graph.Step) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := s.Walk(ctx, graph.StepQuery{Near: []graph.ID{"route:a/b"}, Steps: []graph.Step{step}})
			return err
		}
	}
	for what, call := range map[string]func(context.Context) error{
		"kind": find(graph.Query{Kinds: []graph.Kind{graph.Kind(text)}}), "kinds": find(graph.Query{Filter: graph.InKinds{graph.Kind(text)}}),
		"property": find(graph.Query{Filter: graph.Cond{Prop: text, Op: graph.EQ, Value: "x"}}), "order": find(graph.Query{Order: []graph.Order{{Prop: text}}}),
		"operator": find(graph.Query{Filter: graph.Cond{Prop: "label", Op: graph.Op(text), Value: "x"}}),
		"type":     walk(graph.Step{Types: []graph.RelType{graph.RelType(text)}, Direction: graph.Out}), "direction": walk(graph.Step{Direction: graph.Direction(text)}),
		"group": func(ctx context.Context) error {
			_, err := s.Count(ctx, graph.CountQuery{GroupBy: []string{text}})
			return err
		},
	} {
		wantCode(s, fmt.Sprintf("%s %q", what, text), call(s.ctx), graph.Invalid)
	}
}

// runMebibytes checks that nothing is lost of long values wherever one may stand. What may be an order key is as
// long as it can be, which is less.
func runMebibytes(t *testing.T, open Open) {
	s := newScene(t, open)
	long := func(first string) string { return first + strings.Repeat("shelf é \U0001F4DA\n", 1<<20/14+1) }
	id := rec(graph.Route, "x")
	given, layers := graph.Props{"text": long("t"), "owner": long("o"), "label": long("l")[:60_000]}, []string{long("1"), long("2")}
	l := feeds("x", "y")
	l.Sentence = long("s")
	b := doc("a", "memory", node(id, graph.Defines, 0, "text", given["text"], "owner", given["owner"], "label", given["label"]),
		node(rec(graph.Source, "z"), graph.Defines, 0, "layers", layers), l)
	b.Content = []byte(long("c"))
	s.apply(b)
	n := s.node(id)
	for name, value := range given {
		want(t, name, n.Props[name] == value, true)
	}
	groups := must[[]graph.Steps](t)(s.Walk(s.ctx, graph.StepQuery{Near: []graph.ID{id}, Steps: []graph.Step{{Direction: graph.Out}}}))
	want(t, "sentence", len(groups) == 1 && groups[0].Links[0].Relationship.Sentence == l.Sentence, true)
	es := must[[]graph.Edition](t)(s.History(s.ctx, graph.HistoryQuery{Facts: true, Content: true}))
	want(t, "content and facts", len(es) == 1 && string(es[0].Content) == string(b.Content) && showBatch(es[0].Batch) == showBatch(&b), true)
	for _, op := range []graph.Op{graph.EQ, graph.StartsWith, graph.Contains, graph.GTE} {
		for _, name := range []string{"owner", "label"} {
			found := s.find(graph.Query{Kinds: []graph.Kind{graph.Route}, Filter: graph.Cond{Prop: name, Op: op, Value: given[name]}})
			want(t, name+" "+string(op), handlesOf(found), "x")
		}
	}
	want(t, "list", slices.Equal(s.node(rec(graph.Source, "z")).Props["layers"].([]string), layers), true)
	want(t, "has", handlesOf(s.find(graph.Query{Filter: graph.Cond{Prop: "layers", Op: graph.Has, Value: layers[1]}})), "z")
}
