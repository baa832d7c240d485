package ingest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// The pitfalls of report-grammar 9 that show only across documents. Those of one document are tests of
// the formats.

// TestPitfall5DanglingSiblings: a record of a member that is not loaded is a stub, which the member of
// the same run fills and that of another run does not.
func TestPitfall5DanglingSiblings(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	write(t, dir, sidecarFile, "sources:\n- path: \"*/1/*\"\n  run: RUN-1\n- path: \"*/2/*\"\n  run: RUN-2\n")
	memory := write(t, dir, "q/1/memory.txt", memo("Quillstore", "MEM-OBJ-a: A")+"\nSee RT-OBJ-far.\n")
	other := write(t, dir, "q/2/runtime.txt", member("runtime", "Quillstore", "RT-OBJ-far: Far in another run"))
	sibling := write(t, dir, "q/1/runtime.txt", member("runtime", "Quillstore", "RT-OBJ-far: Far"))
	far := graph.NewID(graph.Object, "RUN-1", "RT-OBJ-far")
	for _, step := range []struct {
		path  string
		label any
	}{{memory, nil}, {other, nil}, {sibling, "Far"}} {
		load(t, g, Options{}, step.path)
		if n := node(t, g, far); n.Declared != (step.label != nil) || n.Props["label"] != step.label {
			t.Errorf("after %s: %+v", filepath.Base(step.path), n)
		}
	}
}

// TestPitfall6SameHandleInTwoSystems: records of two systems are two, whatever they are called.
func TestPitfall6SameHandleInTwoSystems(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	write(t, dir, "a.txt", memo("Quillstore", "MEM-OBJ-shelf: Shelf"))
	write(t, dir, "b.txt", memo("Harbour Log", "MEM-OBJ-shelf: Shelf"))
	load(t, g, Options{}, dir)
	for _, run := range []string{"quillstore", "harbour-log"} {
		shelf := graph.NewID(graph.Object, run, "MEM-OBJ-shelf")
		if !exists(t, g, shelf) || len(outgoing(t, g, shelf)) != 0 {
			t.Errorf("%s: %v", shelf, outgoing(t, g, shelf))
		}
	}
}

// TestPitfall28CorrectionIsANewRun: a corrected report under another run leaves the first as it was,
// and loading either again changes nothing.
func TestPitfall28CorrectionIsANewRun(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	write(t, dir, sidecarFile, "sources:\n- {path: \"1.txt\", run: RUN-1}\n- {path: \"2.txt\", run: RUN-2}\n")
	write(t, dir, "1.txt", memo("Quillstore", "MEM-OBJ-shelf: Shelf"))
	write(t, dir, "2.txt", memo("Quillstore", "MEM-OBJ-shelf: Corrected shelf"))
	load(t, g, Options{}, dir)
	before := fingerprint(t, g)
	wantOutcomes(t, load(t, g, Options{}, dir), "1.txt UNCHANGED", "2.txt UNCHANGED")
	for run, label := range map[string]string{"RUN-1": "Shelf", "RUN-2": "Corrected shelf"} {
		if got := node(t, g, graph.NewID(graph.Object, run, "MEM-OBJ-shelf")).Props["label"]; got != label {
			t.Errorf("%s: %q", run, got)
		}
	}
	if after := fingerprint(t, g); after != before {
		t.Errorf("the fingerprint went from %s to %s", before, after)
	}
}

// TestPitfall29MissingIsUnknown: a route that does not say whether it is read back, or says that nobody
// looked, is no route without read-back.
func TestPitfall29MissingIsUnknown(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	write(t, dir, "a.txt", strings.Join([]string{"Quillstore memory report", "Type: types/agentic-system-memory-report.md", "Shared records", "Routes",
		"MEM-RTE-silent", "Label: Silent", "- Immediate return: rows.", "MEM-RTE-unseen", "Label: Unseen", "- Later read-back: uninspected — no reader was read.",
		"MEM-RTE-none", "Label: None", "- Later read-back: none from this route."}, "\n"))
	load(t, g, Options{}, dir)
	for name, want := range map[string]string{"silent": "NOT_STATED UNKNOWN", "unseen": "UNINSPECTED UNKNOWN", "none": "NONE_STATED FALSE"} {
		p := node(t, g, graph.NewID(graph.Route, "quillstore", "MEM-RTE-"+name)).Props
		if got := p.String("readBack.verdict") + " " + p.String("readBack.established"); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
