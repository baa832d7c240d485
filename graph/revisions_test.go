package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/storetest"
)

// memo is a batch of a document that says nothing but its title.
func memo(t *testing.T, location, role, title string) graph.Batch {
	t.Helper()
	id := graph.NewID(graph.Document, "QS", role)
	b := graph.Batch{Origin: graph.Origin{Location: location, Document: id}, Contributions: []graph.Contribution{
		{Node: id, Kind: graph.Document, Document: id, Props: graph.Props{"title": title}}}}
	if err := b.Seal(); err != nil {
		t.Fatal(err)
	}
	return b
}

func TestRevisions(t *testing.T) {
	store := storetest.NewModel()
	for _, bs := range [][]graph.Batch{
		{memo(t, "a", "memory", "1"), memo(t, "b", "runtime", "1")},
		{memo(t, "a", "memory", "2")},
		{memo(t, "c", "memory", "3")}, // refused: no revision
		{{Origin: graph.Origin{Location: "b"}}},
		{memo(t, "b", "runtime", "2"), memo(t, "d", "epistemic", "1")},
	} {
		if _, err := store.Apply(t.Context(), bs); err != nil {
			t.Fatal(err)
		}
	}
	g := graph.New(store, graph.Limits{})
	ask := func(q graph.RevisionsQuery) (string, *graph.Page[graph.RevisionInfo], int) {
		t.Helper()
		page, all, err := g.Revisions(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, e := range page.Edges {
			line := fmt.Sprint(e.Item.Revision)
			for _, c := range e.Item.Changes {
				line += fmt.Sprintf(" %s %s %s", c.Location, c.Result, c.Document.Local())
			}
			out = append(out, line)
			if timed := !e.Item.At.IsZero(); timed != (e.Item.Revision != 3) {
				t.Errorf("revision %d has a time: %t", e.Item.Revision, timed)
			}
		}
		return strings.Join(out, "; "), page, all
	}
	const whole = "4 b ADDED runtime d ADDED epistemic; 3 b REMOVED runtime; 2 a REPLACED memory c REFUSED memory; 1 a ADDED memory b ADDED runtime"
	if got, page, all := ask(graph.RevisionsQuery{}); got != whole || all != 4 || page.HasNext {
		t.Errorf("got  %s (%d in all)\nwant %s", got, all, whole)
	}
	two := 2
	got, page, all := ask(graph.RevisionsQuery{First: &two})
	if !strings.HasPrefix(whole, got+"; 2 ") || !page.HasNext || all != 4 {
		t.Errorf("the first two: %s", got)
	}
	rest, page, _ := ask(graph.RevisionsQuery{First: &two, After: &page.Edges[1].Cursor})
	if got+"; "+rest != whole || page.HasNext || !page.HasPrevious {
		t.Errorf("the rest: %s", rest)
	}
	if got, _, _ := ask(graph.RevisionsQuery{Documents: []graph.ID{graph.NewID(graph.Document, "QS", "runtime")}}); got != "4 b ADDED runtime; 3 b REMOVED runtime; 1 b ADDED runtime" {
		t.Errorf("of one document: %s", got)
	}
	other := page.Edges[0].Cursor
	if _, _, err := g.Revisions(t.Context(), graph.RevisionsQuery{After: &other, Documents: []graph.ID{"document:QS/memory"}}); graph.CodeOf(err) != graph.Invalid {
		t.Errorf("a cursor of another list: %v", err)
	}
}
