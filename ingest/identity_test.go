package ingest

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

func TestSlug(t *testing.T) {
	for name, want := range map[string]string{
		"Quillstore": "quillstore", "QUILL  Store": "quill-store", "Quill-Store!": "quill-store", " (Quill) ": "quill",
		"Quill_Store/2": "quill-store-2", "Café": "café", "Cafe\u0301": "café", "ＱＵＩＬＬ": "quill",
		"日本語": "日本語", "हिन्दी": "हिन्दी", "C++": "c",
		"": "e3b0c44298fc", // the beginning of the SHA-256 of nothing
	} {
		if got := slug(name); got != want {
			t.Errorf("slug(%q) = %q, want %q", name, got, want)
		}
	}
	if slug("+++") == slug("---") || len(slug("+++")) != 12 {
		t.Errorf("names that fold to nothing: %q, %q", slug("+++"), slug("---"))
	}
}

func TestRepositoryAddress(t *testing.T) {
	for address, want := range map[string]string{
		"https://example.org/quill/store":             "example.org/quill/store",
		"https://example.org/quill/store.git":         "example.org/quill/store",
		"https://example.org/quill/store/":            "example.org/quill/store",
		"http://Example.ORG:80/Quill/store.git/":      "example.org/Quill/store",
		"https://user:secret@example.org/quill/store": "example.org/quill/store",
		"https://example.org/quill/store?a=b#c":       "example.org/quill/store",
		"git@example.org:quill/store.git":             "example.org/quill/store",
		"ssh://git@example.org:22/quill/store":        "example.org/quill/store",
		"git://example.org/quill/store":               "example.org/quill/store",
		"example.org/quill/store":                     "example.org/quill/store",
		"https://example.org:8443/store":              "example.org:8443/store",
		"https://example.org":                         "example.org",
		"http://localhost:3000/a":                     "localhost:3000/a",
		"":                                            "", "store": "", "/home/me/store": "", "file:///store": "", "../store": "",
		"https://": "", "C:\\store": "", "a paper": "",
	} {
		got, ok := repositoryAddress(address)
		if got != want || ok != (want != "") {
			t.Errorf("repositoryAddress(%q) = %q, %v; want %q", address, got, ok, want)
		}
	}
}

func TestRunDate(t *testing.T) {
	for run, want := range map[string]string{
		"AAS-2026-10-01-quillstore-07": "2026-10-01", "AGS-2026-08-31-Q-1": "2026-08-31", "quillstore": "",
		"x-2026-13-01": "", "x-12026-10-01": "", "2026-02-29 2026-03-01": "2026-03-01", "2026-10-011": "",
	} {
		if got := runDate(run); got != want {
			t.Errorf("runDate(%q) = %q, want %q", run, got, want)
		}
	}
}

func TestIdentify(t *testing.T) {
	doc := &report.Document{Title: "Quillstore memory report", System: "Quillstore", Role: "memory", Revision: "r0", Source: "https://example.org/a/b"}
	for _, tt := range []struct {
		name   string
		doc    *report.Document
		stated Stated
		want   Identity
	}{
		{"as the document says", doc, Stated{},
			Identity{System: "Quillstore", Slug: "quillstore", Run: "quillstore", Provisional: true, Revision: "r0", Repository: "example.org/a/b"}},
		{"as it is stated", doc, Stated{System: "Quill Shelf", Run: "RUN-1", Revision: "r1", Repository: "example.org/c/d", Aliases: []string{"Q"}},
			Identity{System: "Quill Shelf", Slug: "quill-shelf", Run: "RUN-1", Revision: "r1", Repository: "example.org/c/d", Aliases: []string{"Q"}}},
		{"by its title alone", &report.Document{Title: "Notes"}, Stated{},
			Identity{System: "Notes", Slug: "notes", Run: "notes", Provisional: true}},
		{"with its own run", &report.Document{System: "Quill", Run: "RUN-3"}, Stated{},
			Identity{System: "Quill", Slug: "quill", Run: "RUN-3"}},
	} {
		got, ok := Identify(tt.doc, tt.stated)
		if diff := cmp.Diff(tt.want, got); diff != "" || !ok {
			t.Errorf("%s: %v (-want +got)\n%s", tt.name, ok, diff)
		}
	}
	if _, ok := Identify(&report.Document{}, Stated{}); ok {
		t.Error("a document without any name has an identity")
	}
}

// What is stated of all files together must be able to be true of all.
func TestFlagsForTwoSystems(t *testing.T) {
	dir := tempDir(t)
	a := write(t, dir, "a.txt", memo("Quillstore"))
	write(t, dir, "b.txt", memo("Harbour Log"))
	write(t, dir, "c.txt", memo("QUILL-STORE"))
	_, untitled, _ := strings.Cut(memo(""), "\n\n")
	write(t, dir, "d.txt", untitled)
	for name, opts := range map[string]Options{
		"run": {Run: "RUN-1"}, "repository": {Repository: "https://example.org/quill/store"}, "revision": {Revision: "r1"}, "system": {System: "Quill"},
		"run and system": {Run: "RUN-1", System: "Quillstore"},
	} {
		_, err := Check(context.Background(), formats, []string{a, filepath.Join(dir, "b.txt")}, opts)
		if graph.CodeOf(err) != graph.Invalid || !strings.Contains(err.Error(), "Quillstore") || !strings.Contains(err.Error(), "Harbour Log") {
			t.Errorf("%s: %v", name, err)
		}
		// One name, however often and beside files without one, is no two systems.
		if sum := check(t, opts, a, filepath.Join(dir, "d.txt")); opts.System != "" && sum.Counts.Checked+sum.Counts.Refused != 2 {
			t.Errorf("%s: %+v", name, sum.Counts)
		}
		if _, err := Check(context.Background(), formats, []string{filepath.Join(dir, "c.txt")}, opts); err != nil {
			t.Errorf("%s of one file: %v", name, err)
		}
	}
	// A sidecar may join the names of one system.
	write(t, dir, sidecarFile, "sources:\n- {path: a.txt, aliases: [Quill Store]}\n- {path: c.txt, aliases: [Harbour log]}\n")
	sum := check(t, Options{System: "Quill"}, dir)
	if sum.Counts.Checked+sum.Counts.Refused != 4 {
		t.Errorf("with aliases: %+v", sum.Counts)
	}
	if _, err := Check(context.Background(), formats, []string{dir}, Options{Run: "RUN-1"}); graph.CodeOf(err) != graph.Invalid {
		t.Errorf("one run of systems with aliases: %v", err)
	}
}

func TestRevisionDiffers(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	said, stated := strings.Repeat("a", 40), strings.Repeat("b", 40)
	text := strings.Replace(memo("Quillstore", "MEM-OBJ-card: Card"), "Shared records", "Boundary and evidence\n\nRead from SRC-1 at "+said+" alone.\n\nShared records", 1)
	path := write(t, dir, "memory.txt", text)
	wantCodes(t, check(t, Options{}, path))
	wantCodes(t, check(t, Options{Revision: said}, path))
	sum := load(t, g, Options{Revision: stated}, path)
	wantCodes(t, sum, CodeRevisionDiffers)
	if d := the(t, sum, CodeRevisionDiffers); d.Severity != diag.Warning || !strings.Contains(d.Summary, said) || !strings.Contains(d.Summary, stated) {
		t.Errorf("%+v", d)
	}
	if got := node(t, g, "run:quillstore").Props.String("revision"); got != stated {
		t.Errorf("revision %q", got)
	}
	write(t, dir, sidecarFile, "sources:\n- {path: '*', revision: "+stated+"}\n")
	wantCodes(t, check(t, Options{}, path), CodeRevisionDiffers)
}

// Ids repeat the names they are made of, so a name has an end.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("q", maxName+1)
	for name, doc := range map[string]*report.Document{"title": {Title: long}, "run": {System: "Quill", Run: long}, "title without a role": {System: "Quill", Title: long}} {
		if _, ok := Identify(doc, Stated{}); ok {
			t.Errorf("%s: taken", name)
		}
	}
	if _, ok := Identify(&report.Document{Title: long, Role: "memory"}, Stated{System: "Quill"}); !ok {
		t.Error("a name that is stated does not stand in for a long title")
	}
}

func TestSystemAmbiguous(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	write(t, dir, sidecarFile, `sources:
- {path: 'a*', run: RUN-1, repository: https://example.org/quill/store}
- {path: 'b*', run: RUN-2, repository: https://example.org/other/quillstore}
- {path: 'c*', run: RUN-3, repository: git@example.org:quill/store.git}
`)
	a := write(t, dir, "a.txt", memo("Quillstore"))
	b := write(t, dir, "b.txt", memo("QuillStore"))
	c := write(t, dir, "c.txt", memo("Quillstore"))
	wantCodes(t, check(t, Options{}, a, c)) // two spellings of one address
	wantCodes(t, check(t, Options{}, a, b), CodeSystemAmbiguous)
	wantCodes(t, load(t, g, Options{}, a))
	sum := load(t, g, Options{}, b) // the store knows the other
	wantOutcomes(t, sum, "b.txt ADDED")
	if d := the(t, sum, CodeSystemAmbiguous); len(d.Related) != 2 {
		t.Errorf("%+v", d)
	}
	// Named apart, they are two systems.
	write(t, dir, sidecarFile, `sources:
- {path: 'b*', system: Other Quillstore, run: RUN-2, repository: https://example.org/other/quillstore}
`)
	wantCodes(t, load(t, g, Options{}, b))
	if run := node(t, g, "run:RUN-2"); graph.ID(run.Props.String("system")) != "system:other-quillstore" {
		t.Errorf("run %v", run.Props)
	}
}
