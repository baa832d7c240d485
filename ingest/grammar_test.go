package ingest

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/early"
	"github.com/crosswalk-graph/crosswalk/ingest/markdown"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

func TestSettled(t *testing.T) {
	const assumed, likely, proven = report.GrammarAssumed, report.GrammarLikely, report.GrammarProven
	for _, tt := range []struct {
		name  string
		votes []vote
		want  string
	}{
		{"nobody", nil, ""},
		{"nothing shows one", []vote{{"G5", assumed}}, ""},
		{"likely before assumed", []vote{{"G5", assumed}, {"G2", likely}}, "G2"},
		{"the newest of the likely", []vote{{"G2", likely}, {"G3", likely}, {"G2", likely}}, "G3"},
		{"proven before likely", []vote{{"G3", likely}, {"G2", proven}, {"G5", assumed}}, "G2"},
		{"the newest of the proven", []vote{{"G5", proven}, {"G4", proven}, {"G4", proven}}, "G5"},
	} {
		for range tt.votes {
			tt.votes = append(tt.votes[1:], tt.votes[0]) // in any order
			if got := settled(tt.votes); got != tt.want {
				t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
			}
		}
	}
}

var setFormats = []Format{early.Format{}, markdown.Format{}}

func loadSet(t *testing.T, g *graph.Graph, opts Options, paths ...string) *Summary {
	t.Helper()
	sum, err := Load(t.Context(), g, setFormats, paths, opts)
	if err != nil || sum.Counts.Failed+sum.Counts.Refused > 0 {
		t.Fatalf("%v: %+v", err, sum.Diagnostics)
	}
	return sum
}

// grammars gives the grammar of each document of a run, by its role.
func grammars(t *testing.T, g *graph.Graph, run string) map[string]string {
	t.Helper()
	out := map[string]string{}
	page, err := g.List(t.Context(), graph.ListQuery{Field: "documents", Kinds: []graph.Kind{graph.Document}, Runs: graph.AllRuns,
		Where: graph.Cond{Prop: "run", Op: graph.EQ, Value: "run:" + run}})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range page.Edges {
		out[e.Item.Props.String("role")] = e.Item.Props.String("grammar")
	}
	return out
}

// TestMembersOneByOne: the members of a set in an older grammar give the same facts in whatever order they
// come, together or one by one, and when one goes as if it had never been.
func TestMembersOneByOne(t *testing.T) {
	for _, set := range []string{"g2", "g3", "g4", "g5"} {
		t.Run(set, func(t *testing.T) {
			s := copySet(t, filepath.Join(grammarFolder, set))
			together := openGraph(t)
			loadSet(t, together, Options{}, s.dir)
			for role, grammar := range grammars(t, together, grammarRuns[set]) {
				if grammar != strings.ToUpper(set) {
					t.Errorf("%s is read as %s", role, grammar)
				}
			}
			want := fingerprint(t, together)
			for first := range s.members {
				order := slices.Concat(s.members[first:], s.members[:first])
				if first%2 == 1 {
					slices.Reverse(order)
				}
				g := openGraph(t)
				for _, member := range order {
					loadSet(t, g, Options{}, member)
				}
				if got := fingerprint(t, g); got != want {
					t.Errorf("other facts in the order %v", order)
				}
				verify(t, g)
			}
			s.withoutOne(want)
		})
	}
}

// withoutOne takes each member away and brings it back.
func (s memberSet) withoutOne(want string) {
	t := s.t
	prune := Options{Prune: true, Confirm: func([]graph.Origin) bool { return true }}
	for _, member := range s.members {
		never, g := openGraph(t), openGraph(t)
		loadSet(t, never, Options{}, slices.DeleteFunc(slices.Clone(s.members), func(m string) bool { return m == member })...)
		loadSet(t, g, Options{}, s.dir)
		text := s.text(member)
		if err := os.Remove(member); err != nil {
			t.Fatal(err)
		}
		loadSet(t, g, prune, s.dir)
		if fingerprint(t, g) != fingerprint(t, never) {
			t.Errorf("without %s the facts are not as if it had never been", filepath.Base(member))
		}
		write(t, s.dir, filepath.Base(member), text)
		loadSet(t, g, Options{}, member)
		if got := fingerprint(t, g); got != want {
			t.Errorf("other facts when %s is back", filepath.Base(member))
		}
	}
}

// TestSiblingSettlesGrammar: a member that shows no grammar is read as G5 until a sibling proves another. Then
// it is read anew from its stored bytes in the same load, as what it was stated to be.
func TestSiblingSettlesGrammar(t *testing.T) {
	g, s := openGraph(t), copySet(t, filepath.Join(grammarFolder, "g4"))
	member, runtime := filepath.Join(s.dir, "reconciliation.md"), filepath.Join(s.dir, "runtime.md")
	stated := Options{Run: "R", System: "Fern"}
	concerns := func() (out []string) {
		page, err := g.Links(t.Context(), []graph.ID{"issue:R/reconciliation/conflict/1"}, graph.LinkQuery{Field: "concerns",
			Types: []graph.RelType{graph.Concerns}, Direction: graph.Out})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range page["issue:R/reconciliation/conflict/1"].Edges {
			out = append(out, e.Item.Relationship.Target.Local())
		}
		slices.Sort(out)
		return out
	}
	loadSet(t, g, stated, member)
	if grammar, named := grammars(t, g, "R")["RECONCILIATION"], concerns(); grammar != "G5" || len(named) > 0 {
		t.Errorf("alone it is read as %s and concerns %v", grammar, named)
	}
	if err := os.Remove(member); err != nil { // its bytes are in the store
		t.Fatal(err)
	}
	loadSet(t, g, stated, runtime)
	if got := grammars(t, g, "R"); got["RECONCILIATION"] != "G4" || got["RUNTIME"] != "G4" {
		t.Errorf("grammars %v", got)
	}
	if got := concerns(); !slices.Equal(got, []string{"MEM-RTE-digest-push", "RT-RTE-walk-plan"}) {
		t.Errorf("it concerns %v", got)
	}
	if name := node(t, g, "system:fern").Props.String("name"); name != "Fern" {
		t.Errorf("the system is called %q", name)
	}
	if again := loadSet(t, g, stated, runtime); again.After != again.Before {
		t.Errorf("the same once more makes revision %d of %d", again.After, again.Before)
	}
	verify(t, g)
}

// TestOlderRunIsNotCurrent: a run that a newer one of its system replaces is kept, and questions leave it out
// unless told otherwise.
func TestOlderRunIsNotCurrent(t *testing.T) {
	for _, order := range [][]string{{"g3", "g4"}, {"g4", "g3"}} {
		g := openGraph(t)
		for _, set := range order {
			loadSet(t, g, Options{System: "Fernway"}, filepath.Join(grammarFolder, set))
		}
		routes := func(runs graph.Runs) (out []string) {
			page, err := g.List(context.Background(), graph.ListQuery{Field: "routes", Kinds: []graph.Kind{graph.Route}, Runs: runs})
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range page.Edges {
				if run := e.Item.ID.Scope(); !slices.Contains(out, run) {
					out = append(out, run)
				}
			}
			slices.Sort(out)
			return out
		}
		if got := routes(graph.CurrentRuns); !slices.Equal(got, []string{grammarRuns["g4"]}) {
			t.Errorf("%v: current routes of %v", order, got)
		}
		if got := routes(graph.AllRuns); !slices.Equal(got, []string{grammarRuns["g3"], grammarRuns["g4"]}) {
			t.Errorf("%v: all routes of %v", order, got)
		}
	}
}
