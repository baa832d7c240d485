package ingest

import (
	"encoding/csv"
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

// reallyDifferent are the cells in which the published matrix and its reviews disagree: what each of the
// two says, and the line of the review where it does.
var reallyDifferent = map[string]struct{ line, inReview, inMatrix string }{
	"AutoSci lin_trace_extracted": {"36", "0", "1"}, // the reason in the line says that nothing is mined from traces
	"Sparks lin_trace_extracted":  {"36", "0", "1"}, // two tokens, authored and imported
}

// The published matrix comes out of the loaded reviews, cell for cell (review-grammar).
func TestPublishedMatrix(t *testing.T) {
	corpus := filepath.Join(sharedtest.Dir(t), "corpus")
	g := openGraph(t)
	loadEvery(t, g, filepath.Join(corpus, "reviews"))
	header, rows := readCSV(t, filepath.Join(corpus, "systems.csv"))
	var runs []graph.ID
	for _, row := range rows {
		runs = append(runs, graph.NewID(graph.Run, slug(row["system_name"])+"-review"))
	}
	assessed, err := g.Assessed(t.Context(), runs, graph.Full)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for i, row := range rows {
		system := graph.NewID(graph.System, slug(row["system_name"]))
		on := func(axis string) *graph.Assessed {
			return assessed[graph.Place{Run: runs[i], System: system, Axis: axis}]
		}
		for _, column := range header {
			if column == "clone_path" || column == "review_file" {
				continue // folders of the authors; the file is named below
			}
			compared++
			got, at := published(t, g, column, system, runs[i], on)
			cell := row["system_name"] + " " + column
			if d, listed := reallyDifferent[cell]; listed {
				if got != d.inReview || row[column] != d.inMatrix || at != d.line {
					t.Errorf("%s: %q at line %s and %q in the matrix, listed as %+v", cell, got, at, row[column], d)
				}
			} else if got != row[column] {
				t.Errorf("%s: %q at line %s, %q in the matrix", cell, got, at, row[column])
			}
		}
		if _, err := os.Stat(filepath.Join(corpus, "reviews", filepath.Base(row["review_file"]))); err != nil {
			t.Error(err)
		}
	}
	if compared != 36*53 {
		t.Errorf("%d cells compared", compared)
	}
}

// published writes what a review says into a cell as the published matrix has it.
func published(t *testing.T, g *graph.Graph, column string, system, run graph.ID, on func(axis string) *graph.Assessed) (cell, line string) {
	text := map[string]func() string{
		"system_name": func() string { return node(t, g, system).Props.String("name") },
		"public_repo": func() string {
			return node(t, g, graph.ID(node(t, g, run).Props.String("repository"))).Props.String("url")
		},
		"one_line":        func() string { return node(t, g, system).Props.String("oneLine") },
		"source_tier":     func() string { return node(t, g, run).Props.String("evidenceTier") },
		"read_back_notes": func() string { return on("read_back_direction").Note },
	}[column]
	if text != nil {
		return text(), ""
	}
	for _, axis := range report.Axes {
		a := on(axis.Name)
		if column == axis.Column {
			switch {
			case a == nil:
				return "", ""
			case axis.First:
				return a.Values[0], ""
			}
			return strings.Join(a.Values, ";"), ""
		}
		for _, value := range axis.Values {
			if axis.Prefix == "" || column != axis.Prefix+strings.ReplaceAll(value, "-", "_") {
				continue
			}
			cell := ""
			if mark, ok := a.Mark(value); ok {
				cell = string(rune('0' + mark))
			}
			return cell, strconv.Itoa(a.Line)
		}
	}
	t.Fatalf("unknown column %s", column)
	return "", ""
}

func readCSV(t *testing.T, path string) (header []string, rows []map[string]string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil || len(records) != 37 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	for _, r := range records[1:] {
		row := map[string]string{}
		for i, cell := range r {
			row[records[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return records[0], rows
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
