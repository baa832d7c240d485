package storetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// The run and system that directed cases are about.
const (
	theRun    = "QS-1"
	theSystem = "quillstore"
)

// rec is the id of a node of the run.
func rec(k graph.Kind, handle string) graph.ID { return graph.NewID(k, theRun, handle) }

// doc makes a sealed batch: the document of a role, loaded from a place, with facts. Facts are
// contributions and relationships without document and rule, which doc fills in.
func doc(where, role string, facts ...any) graph.Batch {
	id := rec(graph.Document, role)
	b := graph.Batch{Origin: graph.Origin{Location: where, Document: id, Format: "canonical", ByteDigest: "b1", Model: graph.ModelVersion}}
	b.Contributions = append(b.Contributions, graph.Contribution{Node: id, Kind: graph.Document, Document: id})
	for _, f := range facts {
		switch f := f.(type) {
		case graph.Contribution:
			f.Document = id
			b.Contributions = append(b.Contributions, f)
		case graph.Relationship:
			ordinal := len(b.Relationships)
			f.Document, f.Rule = id, "rule.x"
			f.ID = graph.NewRelationshipID(id, f.Rule, f.Type, f.Source, f.Target, ordinal)
			b.Relationships = append(b.Relationships, f)
		}
	}
	mustSeal(&b)
	return b
}

// node says something of a node; props are names and values in turn.
func node(id graph.ID, role graph.Role, rank int, props ...any) graph.Contribution {
	c := graph.Contribution{Node: id, Kind: id.Kind(), Role: role, Rank: rank, Props: graph.Props{}, Line: 1}
	for i := 0; i+1 < len(props); i += 2 {
		c.Props[props[i].(string)] = props[i+1]
	}
	return c
}

// route declares a route of a label.
func route(handle, label string, props ...any) graph.Contribution {
	return node(rec(graph.Route, handle), graph.Defines, 0, append([]any{"handle", handle, "label", label}, props...)...)
}

func link(t graph.RelType, source, target graph.ID) graph.Relationship {
	return graph.Relationship{Type: t, Source: source, Target: target, Certainty: graph.Structured}
}

func feeds(from, to string) graph.Relationship {
	return link(graph.Feeds, rec(graph.Route, from), rec(graph.Route, to))
}

func gone(where string) graph.Batch {
	return graph.Batch{Origin: graph.Origin{Location: where}}
}

// purged takes an origin back, with its past.
func purged(where string) graph.Batch {
	b := gone(where)
	b.Purge = true
	return b
}

// job is what the service notes of a load.
func job(name, state string) graph.Batch {
	id := graph.NewID(graph.IngestJob, name)
	b := graph.Batch{Origin: graph.Origin{Location: string(id), Document: id, Model: graph.ModelVersion}, Contributions: []graph.Contribution{
		{Node: id, Kind: graph.IngestJob, Document: id, Props: graph.Props{"state": state}}}}
	mustSeal(&b)
	return b
}

func replacing(b graph.Batch) graph.Batch {
	b.Replace = true
	return b
}

func from(path string, b graph.Batch) graph.Batch {
	b.Origin.Path = path
	return b
}

// A scene is a store in a directed case; its methods fail the test on any error.
type scene struct {
	testing.TB
	graph.Store
	ctx context.Context
}

func newScene(t testing.TB, open Open) *scene {
	return &scene{t, open(t), context.Background()}
}

func must[A any](t testing.TB) func(A, error) A {
	return func(a A, err error) A {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
}

func (s *scene) apply(bs ...graph.Batch) graph.Change {
	s.Helper()
	return must[graph.Change](s)(s.Apply(s.ctx, bs))
}

// outcomes writes an answer as "a ADDED, b (was c) REFUSED by a over route x".
func outcomes(c graph.Change) string {
	var out []string
	for _, o := range c.Outcomes {
		text := o.Location
		if o.Was != "" {
			text += " (was " + o.Was + ")"
		}
		text += " " + string(o.Result)
		if o.Conflict != nil {
			text += fmt.Sprintf(" by %s over %s %s", o.Conflict.Location, o.Conflict.Node.Kind(), o.Conflict.Node.Local())
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

func (s *scene) find(q graph.Query) []graph.Node {
	s.Helper()
	if q.Limit == 0 {
		q.Limit = all
	}
	return must[graph.NodePage](s)(s.Find(s.ctx, q)).Nodes
}

func (s *scene) node(id graph.ID) *graph.Node {
	s.Helper()
	ns := must[[]graph.Node](s)(s.Nodes(s.ctx, []graph.ID{id}, graph.Full))
	if len(ns) != 1 {
		return nil
	}
	return &ns[0]
}

// routes writes all routes as "x=label"; a stub as "x?".
func (s *scene) routes() string {
	s.Helper()
	var out []string
	for _, n := range s.find(graph.Query{Kinds: []graph.Kind{graph.Route}}) {
		if n.Declared {
			out = append(out, n.ID.Local()+"="+n.Props.String("label"))
		} else {
			out = append(out, n.ID.Local()+"?")
		}
	}
	return strings.Join(out, " ")
}

// handlesOf gives the local parts of nodes in the order they came.
func handlesOf(ns []graph.Node) string {
	var out []string
	for _, n := range ns {
		out = append(out, n.ID.Local())
	}
	return strings.Join(out, " ")
}

func (s *scene) revision() uint64 {
	s.Helper()
	return must[uint64](s)(s.Revision(s.ctx))
}

// fingerprint is all nodes and relationships with all they have.
func (s *scene) fingerprint() string {
	s.Helper()
	ns := s.find(graph.Query{Want: graph.Full})
	ids := make([]graph.ID, len(ns))
	for i := range ns {
		ids[i] = ns[i].ID
	}
	groups := must[[]graph.Steps](s)(s.Walk(s.ctx, graph.StepQuery{Near: ids, Steps: []graph.Step{{Direction: graph.Out}}}))
	return showNodes(ns) + showSteps(groups)
}

// want compares two values that print well.
func want[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n  got  %v\n  want %v", what, got, want)
	}
}

func wantCode(t testing.TB, what string, err error, code graph.Code) {
	t.Helper()
	if graph.CodeOf(err) != code {
		t.Errorf("%s: got error %v of code %q, want code %q", what, err, graph.CodeOf(err), code)
	}
}

// history writes editions as "a CURRENT 1-0".
func (s *scene) history(q graph.HistoryQuery) string {
	s.Helper()
	var out []string
	for _, e := range must[[]graph.Edition](s)(s.History(s.ctx, q)) {
		out = append(out, fmt.Sprintf("%s %s %d-%d", e.Origin.Location, e.State, e.Since, e.Until))
	}
	return strings.Join(out, ", ")
}

// props writes the named properties that are there as "a=1 b=x".
func props(p graph.Props, names ...string) string {
	var out []string
	for _, name := range slices.Sorted(slices.Values(names)) {
		if v, ok := p[name]; ok {
			out = append(out, fmt.Sprintf("%s=%v", name, v))
		}
	}
	return strings.Join(out, " ")
}
