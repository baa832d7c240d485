package ingest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// jobs gives all noted loads, the oldest first.
func jobs(t testing.TB, g *graph.Graph) []graph.Node {
	t.Helper()
	first := 500
	page, err := g.List(context.Background(), graph.ListQuery{Field: "ingests", Kinds: []graph.Kind{graph.IngestJob},
		Order: []graph.Order{{Prop: "started"}}, Page: graph.PageArgs{First: &first}, Want: graph.Full})
	if err != nil {
		t.Fatal(err)
	}
	var out []graph.Node
	for _, e := range page.Edges {
		out = append(out, e.Item)
	}
	return out
}

func TestLoadIsNoted(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	write(t, dir, "a.txt", memo("Quillstore", "MEM-OBJ-card: Card"))
	_, untitled, _ := strings.Cut(memo("", "MEM-OBJ-note: Note"), "\n") // nothing says which system
	write(t, dir, "b.txt", untitled)
	write(t, dir, "c.bin", "\x00")
	sum := load(t, g, Options{}, dir)
	wantOutcomes(t, sum, "a.txt ADDED", "b.txt FAILED", "c.bin SKIPPED")
	noted := jobs(t, g)
	if len(noted) != 1 || noted[0].ID != sum.Job {
		t.Fatalf("noted: %v; the summary names %s", noted, sum.Job)
	}
	p := noted[0].Props
	got := map[string]any{}
	for _, name := range []string{"state", "counts.found", "counts.added", "counts.failed", "counts.skipped", "counts.refused", "counts.removed",
		"revisionBefore", "revisionAfter", "error"} {
		got[name] = p[name]
	}
	want := map[string]any{"state": "PARTLY", "counts.found": int64(3), "counts.added": int64(1), "counts.failed": int64(1), "counts.skipped": int64(1),
		"counts.refused": int64(0), "counts.removed": int64(0), "revisionBefore": int64(0), "revisionAfter": int64(1), "error": nil}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if p.String("started") == "" || p.String("finished") < p.String("started") {
		t.Errorf("started %q, finished %q", p.String("started"), p.String("finished"))
	}
	var found []notedDiagnostic
	if err := json.Unmarshal([]byte(p.String("diagnostics")), &found); err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 || found[0].Severity != "ERROR" || found[0].Code != CodeSystemUnknown || filepath.Base(found[0].File) != "b.txt" {
		t.Errorf("diagnostics: %+v", found)
	}
	var facts map[graph.Kind]int
	if err := json.Unmarshal([]byte(p.String("facts")), &facts); err != nil || facts[graph.Object] != 1 || facts[graph.Document] != 1 {
		t.Errorf("facts %v, %v", facts, err)
	}

	// Loading again is another job, and no revision.
	again := load(t, g, Options{}, filepath.Join(dir, "a.txt"))
	if noted = jobs(t, g); len(noted) != 2 || noted[1].Props.String("state") != "SUCCEEDED" || again.After != 1 {
		t.Errorf("%d jobs, the last %v; revision %d", len(noted), noted[len(noted)-1].Props, again.After)
	}
	verify(t, g)
}

func TestLoadThatFailsIsNoted(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	load(t, g, Options{}, filepath.Join(dir, "nowhere.txt"))
	ctx, cancel := context.WithCancel(context.Background())
	for i := range 3 * groupFiles {
		write(t, dir, fmt.Sprintf("%03d.txt", i), memo(fmt.Sprintf("Quillstore %d", i), "MEM-OBJ-card: Card"))
	}
	_, err := Load(ctx, g, formats, []string{dir}, Options{Progress: func(Progress) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("the load was cancelled: %v", err)
	}
	var states []string
	for _, j := range jobs(t, g) {
		states = append(states, fmt.Sprint(j.Props.String("state"), " ", j.Props.String("error") != ""))
	}
	if diff := cmp.Diff([]string{"FAILED false", "FAILED true"}, states); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestOldestLoadsAreForgotten(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	var bs []graph.Batch
	for i := range keptJobs + 3 {
		j := job{graph.NewID(graph.IngestJob, fmt.Sprintf("%05d", i)), graph.Props{"started": fmt.Sprintf("2026-01-01T%05d", i)}}
		b := graph.Batch{Origin: graph.Origin{Location: string(j.id), Document: j.id},
			Contributions: []graph.Contribution{{Node: j.id, Kind: graph.IngestJob, Document: j.id, Props: j.props}}}
		if err := b.Seal(); err != nil {
			t.Fatal(err)
		}
		bs = append(bs, b)
	}
	if _, err := g.Apply(t.Context(), bs); err != nil {
		t.Fatal(err)
	}
	load(t, g, Options{}, write(t, dir, "a.txt", memo("Quillstore", "MEM-OBJ-card: Card")))
	n, err := g.CountList(t.Context(), graph.ListQuery{Kinds: []graph.Kind{graph.IngestJob}})
	if err != nil || n != keptJobs {
		t.Errorf("%d loads are kept, %v", n, err)
	}
	if oldest := jobs(t, g)[0].ID; oldest != "ingest:00004" {
		t.Errorf("the oldest that is kept is %s", oldest)
	}
}

func TestDryRun(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	write(t, dir, "a.txt", memo("Quillstore", "MEM-OBJ-card: Card", "MEM-OBJ-note: Note"))
	gone := write(t, dir, "gone.txt", memo("Inkwell", "MEM-OBJ-pen: Pen"))
	write(t, dir, "same.txt", memo("Lampyard", "MEM-OBJ-lamp: Lamp"))
	load(t, g, Options{}, dir)
	write(t, dir, "a.txt", memo("Quillstore", "MEM-OBJ-card: File card", "MEM-OBJ-shelf: Shelf"))
	write(t, dir, "new.txt", memo("Harbour", "MEM-OBJ-log: Log"))
	write(t, dir, "other.txt", memo("Harbour", "MEM-OBJ-log: Another log"))
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	before, noted := fingerprint(t, g), len(jobs(t, g))
	opts := Options{Prune: true, Confirm: func([]graph.Origin) bool { return true }}
	dry := opts
	dry.DryRun = true
	dry.Confirm = func([]graph.Origin) bool { t.Error("a dry run asks"); return false }
	would := load(t, g, dry, dir)
	wantOutcomes(t, would, "a.txt REPLACED", "new.txt ADDED", "other.txt REFUSED", "same.txt UNCHANGED")
	if c := would.Files[0].Change; c == nil || c.NodesAdded != 1 || c.NodesRemoved != 1 || c.NodesChanged == 0 {
		t.Errorf("a.txt would change by %+v", c)
	}
	if len(would.Pruned) != 1 || !would.DryRun || would.Job != "" {
		t.Errorf("pruned %v, dry run %t, job %q", would.Pruned, would.DryRun, would.Job)
	}
	if fingerprint(t, g) != before || len(jobs(t, g)) != noted {
		t.Error("a dry run has changed the store")
	}
	did := load(t, g, opts, dir)
	if diff := cmp.Diff(outcomes(did), outcomes(would)); diff != "" || did.After != would.After {
		t.Errorf("what was done (-) and what would have been (+), revisions %d and %d\n%s", did.After, would.After, diff)
	}
}

// Rebuilding lowers the stored bytes again. With the program that loaded them nothing changes, whatever was
// stated of the documents and though no file is there any more.
func TestRebuildChangesNothing(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	write(t, dir, sidecarFile, `name: study
sources:
  - {path: quill/*, system: Quillstore, run: AAS-2026-10-01-quillstore-07, repository: "https://forge.example/quill/store", revision: abc, aliases: [QS]}
`)
	write(t, dir, "quill/memory.txt", memo("Store", "MEM-OBJ-card: Card"))
	write(t, dir, "plain.txt", memo("Inkwell", "MEM-OBJ-pen: Pen"))
	load(t, g, Options{}, dir)
	before := fingerprint(t, g)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	sum, err := Rebuild(t.Context(), g, formats, Options{})
	if err != nil {
		t.Fatal(err)
	}
	wantOutcomes(t, sum, "plain.txt UNCHANGED", "memory.txt UNCHANGED")
	if sum.After != sum.Before || fingerprint(t, g) != before {
		t.Errorf("rebuilding made revision %d of %d", sum.After, sum.Before)
	}
}

// A rebuild puts what an older program made of a document right.
func TestRebuildMends(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	path := write(t, dir, "memory.txt", memo("Quillstore", "MEM-OBJ-card: Card"))
	load(t, g, Options{}, path)
	right := fingerprint(t, g)
	said, err := g.Said(t.Context(), []string{path})
	if err != nil {
		t.Fatal(err)
	}
	b := *said[0].Batch
	b.Origin, b.Content = said[0].Origin, said[0].Content
	for i := range b.Contributions {
		if c := &b.Contributions[i]; c.Node == card {
			c.Props["label"] = "Crad"
		}
	}
	if err := b.Seal(); err != nil {
		t.Fatal(err)
	}
	if _, err := g.Apply(t.Context(), []graph.Batch{b}); err != nil {
		t.Fatal(err)
	}
	dry, err := Rebuild(t.Context(), g, formats, Options{DryRun: true})
	if err != nil {
		t.Fatal(err)
	}
	wantOutcomes(t, dry, "memory.txt REPLACED")
	if fingerprint(t, g) == right {
		t.Error("a dry rebuild has changed the store")
	}
	sum, err := Rebuild(t.Context(), g, formats, Options{})
	if err != nil {
		t.Fatal(err)
	}
	wantOutcomes(t, sum, "memory.txt REPLACED")
	if fingerprint(t, g) != right {
		t.Error("the document does not say what its bytes say")
	}
}
