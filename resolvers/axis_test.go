package resolvers_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

// What a run says on an axis, of its own system and, for one about several, of any.
func TestAxis(t *testing.T) {
	review := newWriter("quill-review", "quill", "review")
	review.preamble("Quill", "REVIEW", "Quill", "")
	finding := func(w *writer, system, local, axis, value, assessment, note string) {
		w.line += 10
		p := graph.Props{"run": w.runID(), "system": system, "document": string(w.doc), "line": int64(w.line), "axis": axis, "assessment": assessment}
		for name, text := range map[string]string{"value": value, "text": note} {
			if text != "" {
				p[name] = text
			}
		}
		w.says(graph.Defines, graph.NewID(graph.Finding, w.run, "review", local), p)
	}
	finding(review, "system:quill", "lineage/1", "lineage", "imported", "known", "By ship.")
	finding(review, "system:quill", "lineage/2", "lineage", "authored", "partial", "")
	finding(review, "system:quill", "signal/1", "read_back_signal", "", "inapplicable", "")
	finding(review, "system:lamp", "lamp/1", "lineage", "traced", "known", "")
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(load(t, review.batch), graph.Limits{}), Log: quiet()}, resolvers.Limits{})
	for _, c := range []struct{ axis, want string }{
		{`axis(name: "lineage")`, `{"axis":"lineage","state":"SUPPORTED","values":["imported","authored"],"joined":"imported;authored","slashed":"imported / authored",` +
			`"first":"imported","partial":true,"imported":1,"traced":null,"note":"By ship.","run":{"runId":"quill-review"},"document":{"title":"Quill"},"line":10}`},
		{`axis(name: "read_back_signal")`, `{"axis":"read_back_signal","state":"INAPPLICABLE","values":[],"joined":null,"slashed":null,` +
			`"first":null,"partial":false,"imported":null,"traced":null,"note":null,"run":{"runId":"quill-review"},"document":{"title":"Quill"},"line":30}`},
		{`axis(name: "write_agency")`, `{"axis":"write_agency","state":"NOT_STATED","values":[],"joined":null,"slashed":null,` +
			`"first":null,"partial":false,"imported":null,"traced":null,"note":null,"run":{"runId":"quill-review"},"document":null,"line":null}`},
		{`axis(name: "lineage", system: "system:lamp")`, `{"axis":"lineage","state":"SUPPORTED","values":["traced"],"joined":"traced","slashed":"traced",` +
			`"first":"traced","partial":false,"imported":0,"traced":1,"note":null,"run":{"runId":"quill-review"},"document":{"title":"Quill"},"line":40}`},
	} {
		query := fmt.Sprintf(`{ runs { nodes { axis: %s { axis state values joined slashed: joined(separator: " / ") first partial
			imported: mark(value: "imported") traced: mark(value: "traced") note run { runId } document { title } line } } } }`, c.axis)
		answer := e.Run(t.Context(), resolvers.Request{Query: query})
		if got, want := string(answer.Data), `{"runs":{"nodes":[{"axis":`+c.want+`}]}}`; got != want {
			t.Errorf("%s\n got %s\nwant %s\n%v", c.axis, got, want, answer.Errors)
		}
	}
	for _, c := range []struct{ axis, code, message string }{
		{`axis(name: "linage") { state }`, "BAD_INPUT", "faithfulness_tested"},
		{`axis(name: "lineage", system: "system:nobody") { state }`, "BAD_INPUT", "system:nobody"},
		{`axis(name: "lineage", system: "run:quill-review") { state }`, "BAD_INPUT", "run:quill-review"},
		{`axis(name: "lineage") { mark(value: "autored") }`, "BAD_INPUT", "authored, imported, trace-extracted, other-compiled, traced"},
		{`axis(name: "write_agency") { mark(value: "traced") }`, "BAD_INPUT", "manual, automatic"},
	} {
		err := e.Run(t.Context(), resolvers.Request{Query: `{ runs { nodes { ` + c.axis + ` } } }`}).Err()
		if err == nil || string(graph.CodeOf(err)) != c.code || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: %v", c.axis, err)
		}
	}
}

// A run about several systems says nothing of none, and of each that is there what it says.
func TestAxisOfSeveral(t *testing.T) {
	matrix := newWriter("lamps-matrix", "lamp", "matrix")
	system := matrix.says(graph.Defines, "system:lamp", graph.Props{"name": "Lamp", "slug": "lamp"})
	matrix.says(graph.Defines, "run:lamps-matrix", graph.Props{"runId": "lamps-matrix", "family": "MATRIX"})
	matrix.says(graph.Defines, matrix.doc, graph.Props{"run": "run:lamps-matrix", "role": "MATRIX"})
	matrix.relate(graph.Analyses, "run:lamps-matrix", system, graph.Declared, "")
	matrix.relate(graph.MemberOf, matrix.doc, "run:lamps-matrix", graph.Declared, "")
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(load(t, matrix.batch), graph.Limits{}), Log: quiet()}, resolvers.Limits{})
	answer := e.Run(t.Context(), resolvers.Request{Query: `{ runs { nodes { none: axis(name: "lineage") { state } lamp: axis(name: "lineage", system: "system:lamp") { state mark(value: "authored") } } } }`})
	if got, want := string(answer.Data), `{"runs":{"nodes":[{"none":null,"lamp":{"state":"NOT_STATED","mark":null}}]}}`; got != want || answer.Err() != nil {
		t.Errorf("%s\nwant %s\n%v", got, want, answer.Err())
	}
}
