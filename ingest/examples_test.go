package ingest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/markdown"
)

// exampleRuns are the runs of the sets in examples/canonical, by folder.
var exampleRuns = map[string]string{
	"quillstore": "AAS-2026-10-01-quillstore-07", "harbour-log": "AAS-2026-10-03-harbour-log-02",
	"kilnbook": "AAS-2026-10-05-kilnbook-01", "kilnbook-earlier": "AAS-2026-09-20-kilnbook-01",
}

func loadExamples(t *testing.T, paths ...string) *graph.Graph {
	t.Helper()
	g := openGraph(t)
	for i := range paths {
		paths[i] = filepath.Join("..", "examples", "canonical", filepath.FromSlash(paths[i]))
	}
	sum, err := Load(t.Context(), g, []Format{markdown.Format{}}, paths, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if sum.Counts.Failed+sum.Counts.Refused > 0 {
		t.Fatalf("%+v\n%v", sum.Counts, sum.Diagnostics)
	}
	return g
}

// TestCanonicalExamples compares what is loaded from the example sets with testdata/examples.tsv, which was
// written from the texts by hand. Its rows are
//
//	route     SET  MEMBER  LINE  HANDLE  VERDICT  ESTABLISHED  DIRECTION  STRENGTH  FLAGS
//	edge      SET  MEMBER  LINE  TYPE  SOURCE  TARGET
//	denial    SET  MEMBER  LINE  TYPE  RECORDS
//	identity  SET  MEMBER  LINE  TYPE  SUBJECT  TARGET
//
// where LINE is that of the answer or sentence, 0 without one, and "-" is nothing.
func TestCanonicalExamples(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "examples.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{} // by "set sort"
	for row := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(row), "\t")
		key := f[1] + " " + f[0]
		want[key] = append(want[key], strings.Join(f[2:], " "))
	}
	g := loadExamples(t, "")
	for set, id := range exampleRuns {
		run := graph.NewID(graph.Run, id)
		for sort, got := range map[string][]string{
			"route": routeFacts(t, g, run), "denial": denialFacts(t, g, run),
			"edge":     edgeFacts(t, g, run, append(append(graph.FlowTypes(graph.WithArrow), graph.FlowTypes(graph.AgainstArrow)...), graph.GovernedBy)...),
			"identity": edgeFacts(t, g, run, graph.DistinctFrom, graph.ClosestTo, graph.PossibleDuplicateOf),
		} {
			if sort == "identity" && set != "quillstore" {
				continue // listed by hand for one set only
			}
			wantRows(t, set+" "+sort, got, want[set+" "+sort])
		}
	}
}

func routeFacts(t *testing.T, g *graph.Graph, run graph.ID) (out []string) {
	for _, n := range list(t, g, graph.Route, run, graph.ExcludeStubs) {
		p := n.Props
		established := p.String("readBack.established")
		if r, inherits, err := g.Inherited(t.Context(), n.ID); err != nil {
			t.Fatal(err)
		} else if inherits {
			established = string(r.Established)
		}
		flags := strings.Join(p.List("readBack.flags"), " ")
		if flags == "" {
			flags = "-"
		}
		out = append(out, fmt.Sprint(graph.ID(p.String("document")).Local(), " ", p.Int("readBack.line"), " ", p.String("handle"), " ", p.String("readBack.verdict"), " ",
			established, " ", p.String("readBack.direction"), " ", p.String("readBack.strength"), " ", flags))
	}
	return out
}

func edgeFacts(t *testing.T, g *graph.Graph, run graph.ID, types ...graph.RelType) (out []string) {
	first := 500
	for _, kind := range graph.RecordKinds() {
		var ids []graph.ID
		for _, n := range list(t, g, kind, run, graph.IncludeStubs) {
			ids = append(ids, n.ID)
		}
		pages, err := g.Links(t.Context(), ids, graph.LinkQuery{Field: "test", Types: types, Direction: graph.Out, Page: graph.PageArgs{First: &first}})
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range pages {
			for _, e := range page.Edges {
				r := e.Item.Relationship
				if r.Sentence == "" || r.Rule == "" {
					t.Errorf("%s from %s has no sentence or rule", r.Type, r.Source)
				}
				out = append(out, fmt.Sprint(r.Document.Local(), " ", r.Line, " ", r.Type, " ", r.Source.Local(), " ", r.Target.Local()))
			}
		}
	}
	return out
}

func denialFacts(t *testing.T, g *graph.Graph, run graph.ID) (out []string) {
	for _, n := range list(t, g, graph.Denial, run, graph.ExcludeStubs) {
		about := handles(outgoing(t, g, n.ID, graph.Concerns))
		slices.Sort(about)
		if len(about) == 0 {
			about = []string{"-"}
		}
		out = append(out, fmt.Sprint(graph.ID(n.Props.String("document")).Local(), " ", n.Props.Int("line"), " ", n.Props.String("denies"), " ", strings.Join(about, " ")))
	}
	return out
}

// wantRows compares lists of facts, whatever their order, and shows only what differs.
func wantRows(t *testing.T, what string, got, want []string) {
	t.Helper()
	if len(want) == 0 {
		t.Errorf("%s: nothing is expected", what)
	}
	for _, w := range want {
		if i := slices.Index(got, w); i >= 0 {
			got = slices.Delete(got, i, i+1)
		} else {
			t.Errorf("%s: missing %q", what, w)
		}
	}
	for _, w := range got {
		t.Errorf("%s: unexpected %q", what, w)
	}
}
