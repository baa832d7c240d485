package ingest

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/markdown"
)

// writeMember writes a canonical member of a run with some text in its records.
func writeMember(t *testing.T, dir, run, role, records string) string {
	t.Helper()
	first, rest := "## Runtime account\nText.\n", ""
	if role == "memory" {
		first, rest = "## Boundary and evidence\nText.\n## Core ideas\nnone\n", "## Write side\nText.\n## Read-back\nText.\n## Integration issues\nnone\n## Limitations and checks\nText.\n"
	}
	return write(t, dir, role+".md", "---\ntype: types/agentic-system-"+role+"-report.md\nrun-id: "+run+"\nreviewed-boundary: r1\n---\n"+
		"# Quillstore "+role+" report\n"+first+"## Shared records\n### Operative objects\n"+records+rest)
}

// undefinedNames are the diagnostics on names that nobody declares: file, line, column and hint.
func undefinedNames(sum *Summary) (out []string) {
	for _, d := range sum.Diagnostics {
		if d.Code == CodeUndefined {
			out = append(out, fmt.Sprintf("%s:%d:%d %s %s %s", filepath.Base(d.Subject.File), d.Subject.Start.Line, d.Subject.Start.Column, d.Severity, d.Summary, d.Detail))
		}
	}
	return out
}

const (
	runtimeRecords = "#### RT-OBJ-shelf\nLabel: Shelf\n#### RT-OBJ-shelf-cache\nLabel: Cache\n"
	memoryRecords  = "#### MEM-OBJ-card\nLabel: Card\nPart of: [RT-OBJ-shelf](runtime.md#rt-obj-shelf)\n" +
		"See [RT-OBJ-shelf-cache](runtime.md#rt-obj-shelf-cache), [RT-OBJ-shelve](runtime.md#rt-obj-shelve) and\n" +
		"[the desk](runtime.md#rt-rte-desk) and [EPI-OBJ-claim](epistemic.md#epi-obj-claim). RT-OBJ-literal is a word.\n" +
		"See [RT-OBJ-shelve](runtime.md#rt-obj-shelve) again.\n"
)

func TestUndefinedRecords(t *testing.T) {
	want := []string{
		"memory.md:16:59 warning RT-OBJ-shelve is not declared in runtime Perhaps RT-OBJ-shelf, which is declared there.",
		"memory.md:17:23 warning RT-RTE-desk is not declared in runtime Declare it there, or correct the name.",
	}
	dir := tempDir(t)
	writeMember(t, dir, "R", "runtime", runtimeRecords)
	writeMember(t, dir, "R", "memory", memoryRecords)
	check := func(paths ...string) []string {
		t.Helper()
		sum, err := Check(context.Background(), []Format{markdown.Format{}}, paths, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return undefinedNames(sum)
	}
	if got := check(dir); !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	g := openGraph(t)
	sum, err := Load(context.Background(), g, []Format{markdown.Format{}}, []string{dir}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := undefinedNames(sum); !slices.Equal(got, want) {
		t.Errorf("loaded: %q", got)
	}
	if n := node(t, g, graph.NewID(graph.Object, "R", "RT-OBJ-shelve")); n.Declared {
		t.Error("the record is declared after all")
	}
	// Alone, or beside another run, the same names are ordinary stubs.
	alone, otherRun := tempDir(t), tempDir(t)
	path := writeMember(t, alone, "R", "memory", memoryRecords)
	writeMember(t, otherRun, "R2", "runtime", runtimeRecords)
	broken := tempDir(t)
	writeMember(t, broken, "R", "runtime", runtimeRecords+"#### RT-OBJ-shelf\nLabel: A second\n")
	for _, paths := range [][]string{{path}, {path, otherRun}, {path, broken}} {
		if got := check(paths...); len(got) > 0 {
			t.Errorf("%v: %q", paths, got)
		}
	}
}

// What a record is declared in does not matter, if only it is.
func TestDeclaredElsewhere(t *testing.T) {
	dir := tempDir(t)
	writeMember(t, dir, "R", "runtime", runtimeRecords)
	writeMember(t, dir, "R", "memory", memoryRecords)
	writeMember(t, dir, "R", "epistemic", "#### RT-OBJ-shelve\nLabel: Shelve\n#### EPI-OBJ-claim\nLabel: Claim\n### Routes\n#### RT-RTE-desk\nLabel: Desk\n")
	sum, err := Check(context.Background(), []Format{markdown.Format{}}, []string{dir}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := undefinedNames(sum); len(got) > 0 {
		t.Errorf("%q", got)
	}
}

func TestUndefinedRecordsAreBounded(t *testing.T) {
	dir := tempDir(t)
	writeMember(t, dir, "R", "runtime", runtimeRecords)
	var b strings.Builder
	b.WriteString("#### MEM-OBJ-card\nLabel: Card\n")
	for i := range diag.MaxListed + 5 {
		fmt.Fprintf(&b, "See [RT-OBJ-x%d](runtime.md#rt-obj-x%d).\n", i, i)
	}
	writeMember(t, dir, "R", "memory", b.String())
	sum, err := Check(context.Background(), []Format{markdown.Format{}}, []string{dir}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	more := slices.ContainsFunc(sum.Diagnostics, func(d diag.Diagnostic) bool { return d.Code == CodeMore && strings.HasPrefix(d.Summary, "5 more") })
	if got := undefinedNames(sum); len(got) != diag.MaxListed || !more {
		t.Errorf("%d listed, the rest counted: %t", len(got), more)
	}
}

func TestNearest(t *testing.T) {
	declared := []string{"MEM-RTE-shelf-lookup", "MEM-RTE-card-retire", "MEM-OBJ-card"}
	for handle, want := range map[string]string{
		"MEM-RTE-card-retir":                 "MEM-RTE-card-retire",
		"MEM-RTE-shelflookup":                "MEM-RTE-shelf-lookup",
		"MEM-OBJ-shelf-lookup":               "MEM-RTE-shelf-lookup", // another kind
		"MEM-OBJ-crad":                       "MEM-OBJ-card",
		"MEM-RTE-export":                     "",
		"":                                   "",
		"MEM-OBJ-" + strings.Repeat("a", 99): "",
	} {
		if got := nearest(handle, declared); got != want {
			t.Errorf("%s: %q, want %q", handle, got, want)
		}
	}
	if got := editDistance("shelf", "shelves"); got != 3 {
		t.Errorf("f to ves is %d", got)
	}
}
