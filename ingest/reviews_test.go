package ingest

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/markdown"
	"github.com/crosswalk-graph/crosswalk/ingest/matrix"
	"github.com/crosswalk-graph/crosswalk/ingest/rendered"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
	"github.com/crosswalk-graph/crosswalk/ingest/review"
	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

// every is all formats, in the order of the command line.
var every = []Format{markdown.Format{}, rendered.Format{}, review.Format{}, matrix.Format{}}

func loadEvery(t testing.TB, g *graph.Graph, paths ...string) *Summary {
	t.Helper()
	sum, err := Load(t.Context(), g, every, paths, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(sum.Diagnostics); n > 0 || sum.Counts.Added != sum.Counts.Found {
		t.Fatalf("%d of %d files added, diagnostics %+v", sum.Counts.Added, sum.Counts.Found, sum.Diagnostics)
	}
	return sum
}

// The matrix loads beside the reviews, and disagrees with them on the two cells alone.
func TestMatrixBesideReviews(t *testing.T) {
	corpus := filepath.Join(sharedtest.Dir(t), "corpus")
	g := openGraph(t)
	loadEvery(t, g, filepath.Join(corpus, "reviews"), filepath.Join(corpus, "systems.csv"))
	found, err := g.Disagreements(t.Context(), "REVIEW", "MATRIX")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range found {
		got = append(got, string(d.System)+" "+d.Axis+" "+d.Value+" "+string(d.Sides[0].Document)+":"+strconv.Itoa(d.Sides[0].Line)+
			" "+string(d.Sides[1].Document)+":"+strconv.Itoa(d.Sides[1].Line))
	}
	want := []string{ // the rows of the matrix stand in the order of the names
		"system:autosci lineage trace-extracted document:autosci-review/review:36 document:systems-matrix/matrix:6",
		"system:sparks lineage trace-extracted document:sparks-review/review:36 document:systems-matrix/matrix:30",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	verify(t, g)
}

// What the 36 reviews hold, counted in their text: bold phrases that end in a stop below the two
// headings, labels of axes, and links to files at a commit.
func TestReviewsInNumbers(t *testing.T) {
	dir := filepath.Join(sharedtest.Dir(t), "corpus", "reviews")
	g := openGraph(t)
	sum := loadEvery(t, g, dir)
	count := func(kind graph.Kind, where graph.Filter) int64 {
		groups, err := g.Aggregate(t.Context(), graph.AggregateQuery{Kinds: []graph.Kind{kind}, Where: where})
		if err != nil || len(groups) != 1 {
			t.Fatal(groups, err)
		}
		return groups[0].N
	}
	if sum.Counts.Added != 36 || count(graph.Run, graph.Cond{Prop: "family", Op: graph.EQ, Value: "REVIEW"}) != 36 {
		t.Errorf("%+v", sum.Counts)
	}
	if ideas, objects := count(graph.Idea, nil), count(graph.Object, nil); ideas != 211 || objects != 186 {
		t.Errorf("%d ideas, %d objects", ideas, objects)
	}
	axes, err := g.Aggregate(t.Context(), graph.AggregateQuery{Kinds: []graph.Kind{graph.Finding}, Systems: true, GroupBy: []string{"axis"}})
	if err != nil || len(axes) != len(report.Axes) {
		t.Fatalf("%d axes, %v", len(axes), err)
	}
	for _, a := range axes {
		if a.N != 36 {
			t.Errorf("%s is assessed in %d reviews", a.Keys[0], a.N)
		}
	}
	// 26 reviews have the tag, 27 a read-back that is pushed, three state "none" and mean it.
	state := func(axis, assessment string) int64 {
		return count(graph.Finding, graph.And{graph.Cond{Prop: "axis", Op: graph.EQ, Value: axis}, graph.Cond{Prop: "assessment", Op: graph.EQ, Value: assessment}})
	}
	for _, axis := range []string{"trace_source", "learning_scope", "learning_timing", "distilled_form"} {
		if n := state(axis, "inapplicable"); n != 10 {
			t.Errorf("%s does not apply in %d", axis, n)
		}
	}
	if signal, tested := state("read_back_signal", "inapplicable"), state("faithfulness_tested", "inapplicable"); signal != 9 || tested != 9 {
		t.Errorf("read-back is not pushed in %d, %d", signal, tested)
	}
	if n := state("curation_operations", "absent"); n != sentinelsIn(t, dir) {
		t.Errorf("%d state that there is no curation, want %d", n, sentinelsIn(t, dir))
	}
}

// sentinelsIn counts the lines that state no curation operations.
func sentinelsIn(t *testing.T, dir string) (n int64) {
	files, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		n += int64(strings.Count(string(text), "\n**Curation operations:** `none` "))
	}
	return n
}

// A review, an analysis and a sidecar that names the repository meet in one system, whose two runs are
// both current.
func TestReviewMeetsAnalysis(t *testing.T) {
	shared := sharedtest.Dir(t)
	dir := tempDir(t)
	for to, from := range map[string]string{"cq.md": "corpus/reviews/cq.md", "cq.txt": seedOf(t, shared, "CQ ")} {
		text, err := os.ReadFile(filepath.Join(shared, from))
		if err != nil {
			t.Fatal(err)
		}
		write(t, dir, to, string(text))
	}
	write(t, dir, sidecarFile, "sources:\n  - path: \"*.txt\"\n    repository: https://github.com/mozilla-ai/cq\n")
	g := openGraph(t)
	sum, err := Load(t.Context(), g, every, []string{dir}, Options{})
	if err != nil || sum.Counts.Added != 2 {
		t.Fatal(sum, err)
	}
	systems := all(t, g, graph.System, graph.CurrentRuns)
	runs := all(t, g, graph.Run, graph.CurrentRuns)
	var got []string
	for _, r := range runs {
		got = append(got, r.Props.String("runId")+" "+r.Props.String("family")+" "+r.Props.String("system")+" "+r.Props.String("repository"))
	}
	slices.Sort(got)
	want := []string{
		"cq ANALYSIS system:cq repository:github.com/mozilla-ai/cq", "cq-review REVIEW system:cq repository:github.com/mozilla-ai/cq"}
	if diff := cmp.Diff(want, got); diff != "" || len(systems) != 1 {
		t.Errorf("%d systems, runs (-want +got)\n%s", len(systems), diff)
	}
	wantCodes(t, sum)
}

// seedOf gives the seed whose first line begins with a word.
func seedOf(t *testing.T, shared, word string) string {
	t.Helper()
	for _, path := range sharedtest.Seeds(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(string(text), word) {
			rel, err := filepath.Rel(shared, path)
			if err != nil {
				t.Fatal(err)
			}
			return rel
		}
	}
	t.Fatalf("no seed begins with %q", word)
	return ""
}

func all(t *testing.T, g *graph.Graph, kind graph.Kind, runs graph.Runs) (nodes []graph.Node) {
	t.Helper()
	first := 500
	page, err := g.List(t.Context(), graph.ListQuery{Field: "test", Kinds: []graph.Kind{kind}, Runs: runs, Page: graph.PageArgs{First: &first}, Want: graph.Full})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range page.Edges {
		nodes = append(nodes, e.Item)
	}
	return nodes
}
