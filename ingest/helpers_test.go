package ingest

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/sqlite"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/rendered"
	"github.com/crosswalk-graph/crosswalk/internal/teststore"
)

var formats = []Format{rendered.Format{}}

// openGraph opens an empty store.
func openGraph(t testing.TB) *graph.Graph {
	t.Helper()
	return graph.New(teststore.Open(t), graph.Limits{})
}

// write writes a file below dir and returns its resolved path.
func write(t testing.TB, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		t.Fatal(err)
	}
	return real
}

// tempDir is a folder for a test with links resolved, as locations have it.
func tempDir(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// load loads and checks what holds of every load: the outcomes add up, and the revision grows exactly
// when facts changed.
func load(t testing.TB, g *graph.Graph, opts Options, paths ...string) *Summary {
	t.Helper()
	sum, err := Load(context.Background(), g, formats, paths, opts)
	if err != nil {
		t.Fatal(err)
	}
	addsUp(t, sum)
	if changed := sum.Counts.Added+sum.Counts.Replaced+len(sum.Pruned) > 0; changed != (sum.After > sum.Before) && sum.Counts.Copied == 0 {
		t.Errorf("revision went from %d to %d with counts %+v", sum.Before, sum.After, sum.Counts)
	}
	return sum
}

func addsUp(t testing.TB, sum *Summary) {
	t.Helper()
	c := sum.Counts
	if total := c.Added + c.Replaced + c.Unchanged + c.Copied + c.Refused + c.Failed + c.Skipped + c.Checked; c.Found != total || c.Found != len(sum.Files) {
		t.Errorf("%d files found, %d listed, outcomes add up to %d: %+v", c.Found, len(sum.Files), total, c)
	}
}

// outcomes lists "base name OUTCOME" in order of location.
func outcomes(sum *Summary) (list []string) {
	for _, f := range sum.Files {
		list = append(list, filepath.Base(f.Path)+" "+string(f.Outcome))
	}
	return list
}

func wantOutcomes(t testing.TB, sum *Summary, want ...string) {
	t.Helper()
	if got := outcomes(sum); !slices.Equal(got, want) {
		t.Errorf("outcomes %v, want %v\n%v", got, want, sum.Diagnostics)
	}
}

// codes lists the codes of the diagnostics that are this package's own.
func codes(sum *Summary) (list []string) {
	for _, d := range sum.Diagnostics {
		if !strings.HasPrefix(d.Code, "rendered/") {
			list = append(list, d.Code)
		}
	}
	slices.Sort(list)
	return list
}

func wantCodes(t testing.TB, sum *Summary, want ...string) {
	t.Helper()
	if got := codes(sum); !slices.Equal(got, want) {
		t.Errorf("codes %v, want %v\n%+v", got, want, sum.Diagnostics)
	}
}

// the gives the only diagnostic with a code.
func the(t testing.TB, sum *Summary, code string) (found diag.Diagnostic) {
	t.Helper()
	n := 0
	for _, d := range sum.Diagnostics {
		if d.Code == code {
			found = d
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d diagnostics %s: %+v", n, code, sum.Diagnostics)
	}
	return found
}

func node(t testing.TB, g *graph.Graph, id graph.ID) *graph.Node {
	t.Helper()
	n, err := g.Node(context.Background(), id, graph.Full)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func exists(t testing.TB, g *graph.Graph, id graph.ID) bool {
	t.Helper()
	found, err := g.Nodes(context.Background(), []graph.ID{id}, graph.Light)
	if err != nil {
		t.Fatal(err)
	}
	return len(found) == 1 && found[0].Declared
}

// list gives all nodes of a kind in one run, in order of line and id.
func list(t testing.TB, g *graph.Graph, kind graph.Kind, run graph.ID, stubs graph.Stubs) (nodes []graph.Node) {
	t.Helper()
	first := 500
	page, err := g.List(context.Background(), graph.ListQuery{Field: "test", Kinds: []graph.Kind{kind}, Stubs: stubs, Runs: graph.AllRuns,
		Where: graph.Cond{Prop: "run", Op: graph.EQ, Value: string(run)}, Page: graph.PageArgs{First: &first}, Want: graph.Full})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range page.Edges {
		nodes = append(nodes, e.Item)
	}
	return nodes
}

// outgoing gives the relationships of a type that lead out of a node, with their far nodes.
func outgoing(t testing.TB, g *graph.Graph, from graph.ID, types ...graph.RelType) (out []graph.Link) {
	t.Helper()
	first := 500
	pages, err := g.Links(context.Background(), []graph.ID{from}, graph.LinkQuery{Field: "test", Types: types,
		Direction: graph.Out, Page: graph.PageArgs{First: &first}})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range pages[from].Edges {
		out = append(out, e.Item)
	}
	return out
}

// fingerprint is the sorted distinct digests of what counts (graph-model 7).
func fingerprint(t testing.TB, g *graph.Graph) string {
	t.Helper()
	origins, err := g.Origins(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var digests []string
	for _, o := range origins {
		if o.State == graph.Current {
			digests = append(digests, o.Origin.Digest)
		}
	}
	slices.Sort(digests)
	return strings.Join(slices.Compact(digests), " ")
}

// verify compares what readers see with what the journal says.
func verify(t testing.TB, g *graph.Graph) {
	t.Helper()
	scratch, err := sqlite.OpenScratch(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer scratch.Close()
	differences, err := g.Verify(context.Background(), scratch)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range differences {
		t.Error(d)
	}
}

// memo is a short memory report with one object for each "handle: label".
func memo(system string, objects ...string) string { return member("memory", system, objects...) }

// member is a short report of a member type.
func member(role, system string, objects ...string) string {
	blocks := []string{system + " " + role + " report", "Type: agentic-system-analyses/types/agentic-system-" + role + "-report.md",
		"Shared records", "Operative objects"}
	for _, o := range objects {
		handle, label, _ := strings.Cut(o, ": ")
		blocks = append(blocks, handle, "Label: "+label, "It holds what its users settle.")
	}
	return strings.Join(blocks, "\n\n") + "\n"
}
