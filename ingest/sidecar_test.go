package ingest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/graph"
)

func TestSidecarEntries(t *testing.T) {
	entries, name, diags := parseSidecar("s.yaml", []byte(`# comment
name: study
sources:
  - path: "**/*.txt"
    system: Quillstore
    aliases: [Quill Shelf, "Quill: Memory"]
    revision: 0123
  - path: quill/*.txt
    run: 2026-10-01
    repository: git@example.org:quill/store.git
  - path: quill/memory.txt
    system: Quill
    aliases:
      - Q
`))
	if len(diags) != 0 || name != "study" {
		t.Fatalf("name %q, %+v", name, diags)
	}
	sc := &sidecar{entries: entries}
	for path, want := range map[string]Stated{
		"a.txt":            {System: "Quillstore", Aliases: []string{"Quill Shelf", "Quill: Memory"}, Revision: "0123"},
		"quill/other.txt":  {System: "Quillstore", Aliases: []string{"Quill Shelf", "Quill: Memory"}, Revision: "0123", Run: "2026-10-01", Repository: "git@example.org:quill/store.git"},
		"quill/memory.txt": {System: "Quill", Aliases: []string{"Q"}, Revision: "0123", Run: "2026-10-01", Repository: "git@example.org:quill/store.git"},
		"quill/memory.md":  {},
	} {
		if diff := cmp.Diff(want, sc.of(path)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", path, diff)
		}
	}
}

func TestSidecarMistakes(t *testing.T) {
	for _, tt := range []struct{ name, text, at, says string }{
		{"no YAML", "a: [1\nb: 2", "2:2", "no YAML"},
		{"not a mapping", "- a\n", "1:1", "mapping"},
		{"unknown key", "naem: study\n", "1:1", `no key "naem"`},
		{"unknown key in an entry", "sources:\n- path: a\n  sytem: b\n", "3:3", `no key "sytem"`},
		{"key twice", "name: a\nname: b\n", "2:1", "twice"},
		{"list for a value", "name: [a]\n", "1:7", "single value"},
		{"value for a list", "sources: a\n", "1:10", "list"},
		{"mapping for a list", "sources:\n- path: a\n  aliases: {a: b}\n", "3:12", "list"},
		{"missing value", "name:\n", "1:6", "missing"},
		{"truth value", "sources:\n- {path: a, system: true}\n", "2:21", "yes or no"},
		{"no path", "sources:\n- system: a\n", "2:3", "needs a path"},
		{"bad pattern", "sources:\n- path: 'a['\n", "2:9", "no pattern"},
		{"path upwards", "sources:\n- path: ../a\n", "2:9", "match nothing"},
		{"absolute path", "sources:\n- path: /a\n", "2:9", "match nothing"},
		{"bad name", "name: a/b\n", "1:7", "cannot be a name"},
		{"bad repository", "sources:\n- path: a\n  repository: store\n", "3:15", "no address"},
		{"anchor", "name: &a study\n", "1:7", "nchors"},
		{"alias", "sources:\n- &a {path: a}\n- *a\n", "2:3", "nchors"},
		{"two documents", "name: a\n---\nname: b\n", "0:0", "one YAML document"},
		{"control character", "name: \"a\\u0007\"\n", "1:7", "control"},
		{"column after accents", "{é: 1, naem: 2}\n", "1:2", `no key "é"`},
		{"deep", strings.Repeat("[", 20000), "1:10001", "no YAML"},
		{"not UTF-8", "name: \xff\n", "0:0", "no YAML"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, _, diags := parseSidecar("s.yaml", []byte(tt.text))
			if len(diags) == 0 || !diags.HasErrors() {
				t.Fatal("no error")
			}
			d := diags[0]
			if at := fmt.Sprintf("%d:%d", d.Subject.Start.Line, d.Subject.Start.Column); tt.name != "two documents" && at != tt.at || !strings.Contains(d.Summary, tt.says) {
				t.Errorf("%s: %q at %s, want %q at %s", d.Code, d.Summary, at, tt.says, tt.at)
			}
			if d.Subject.File != "s.yaml" || d.Detail == "" {
				t.Errorf("%+v", d)
			}
		})
	}
	if entries, name, diags := parseSidecar("s.yaml", []byte("# nothing yet\n")); len(entries) != 0 || name != "" || len(diags) != 0 {
		t.Errorf("a sidecar of comments says %v %q %v", entries, name, diags)
	}
}

func FuzzSidecar(f *testing.F) {
	for _, seed := range []string{"name: a\nsources:\n- path: '**'\n  aliases: [b]\n", "{a: [*b]}", "&a [*a]", "é: [\n", "? - a\n: b", "name: !!int x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		entries, name, diags := parseSidecar("s", []byte(text))
		for _, d := range diags {
			s := d.Subject
			if s.Start.Byte < 0 || s.End.Byte < s.Start.Byte || s.End.Byte > len(text) {
				t.Errorf("range %+v outside of %d bytes", s, len(text))
			}
		}
		if diags.HasErrors() {
			return
		}
		if name != "" && !isName(name) {
			t.Errorf("name %q", name)
		}
		for _, e := range entries {
			if e.pattern == "" {
				t.Error("an entry without a path")
			}
		}
	})
}

func TestBrokenSidecarFailsWhatItGoverns(t *testing.T) {
	dir := tempDir(t)
	write(t, dir, "good/memory.txt", memo("Quillstore", "MEM-OBJ-card: Card"))
	write(t, dir, "bad/a.txt", memo("Harbour Log"))
	write(t, dir, "bad/deep/b.txt", memo("Plover"))
	write(t, dir, "bad/"+sidecarFile, "naem: study\n")
	g := openGraph(t)
	sum := load(t, g, Options{}, dir)
	wantOutcomes(t, sum, "a.txt FAILED", "b.txt FAILED", "memory.txt ADDED")
	wantCodes(t, sum, CodeSidecar) // once, not for each file

	write(t, dir, "bad/"+sidecarFile, strings.Repeat("#", maxBeside+1))
	sum = load(t, g, Options{}, dir)
	wantCodes(t, sum, CodeSidecar)
	if sum.Counts.Failed != 2 {
		t.Errorf("a sidecar over the cap: %+v", sum.Counts)
	}
	if err := os.Remove(filepath.Join(dir, "bad", sidecarFile)); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "bad", sidecarFile), 0o755); err != nil {
		t.Fatal(err)
	}
	if sum = load(t, g, Options{}, dir); sum.Counts.Failed != 2 {
		t.Errorf("a folder in its place: %+v", sum.Counts)
	}
}

func TestNearestSidecarGoverns(t *testing.T) {
	dir := tempDir(t)
	write(t, dir, sidecarFile, "name: outer\nsources:\n- {path: '**', run: RUN-1}\n")
	write(t, dir, "inner/"+sidecarFile, "sources:\n- {path: '*.txt', run: RUN-2}\n")
	above := write(t, dir, "a/b/memory.txt", memo("Quillstore"))
	inner := write(t, dir, "inner/memory.txt", memo("Quillstore"))
	sum := check(t, Options{}, above, inner) // the sidecar also counts above what is given
	var got []string
	for _, f := range sum.Files {
		got = append(got, f.Location+" "+string(f.Document))
	}
	want := []string{inner + " document:RUN-2/memory", "outer:a/b/memory.txt document:RUN-1/memory"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestCommandLineOverridesSidecar(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	write(t, dir, sidecarFile, "sources:\n- {path: '*', run: RUN-1, system: Quill, repository: example.org/a/b, revision: r1}\n")
	path := write(t, dir, "memory.txt", memo("Quillstore", "MEM-OBJ-card: Card"))
	load(t, g, Options{Run: "RUN-2", System: "Shelf", Repository: "https://EXAMPLE.org/c/d.git", Revision: "r2"}, path)
	run := node(t, g, "run:RUN-2").Props
	if run.String("system") != "system:shelf" || run.String("repository") != "repository:example.org/c/d" || run.String("revision") != "r2" {
		t.Errorf("run %v", run)
	}
}

func TestSidecarNameStandsForOneFolder(t *testing.T) {
	g, base := openGraph(t), tempDir(t)
	one := write(t, base, "one/memory.txt", memo("Quillstore", "MEM-OBJ-card: Card"))
	two := write(t, base, "two/memory.txt", memo("Harbour Log", "MEM-OBJ-entry: Entry"))
	write(t, base, "one/"+sidecarFile, "name: study\n")
	sidecar := write(t, base, "two/"+sidecarFile, "name: study\n")

	// In one load the first folder has the name.
	sum := load(t, g, Options{}, base)
	wantOutcomes(t, sum, "memory.txt ADDED", "memory.txt FAILED")
	if d := the(t, sum, CodeSidecarName); d.Subject.File != sidecar || d.Related[0].Range.File != filepath.Dir(one) {
		t.Errorf("%+v", d)
	}
	// Loaded by itself, the second still meets the first in the store.
	sum = load(t, g, Options{}, two)
	wantOutcomes(t, sum, "memory.txt FAILED")
	if d := the(t, sum, CodeSidecarName); d.Subject.File != sidecar || d.Related[0].Range.File != filepath.Dir(one) {
		t.Errorf("%+v", d)
	}
	if !exists(t, g, card) || exists(t, g, "object:harbour-log/MEM-OBJ-entry") {
		t.Error("one folder's facts were taken for the other's")
	}

	// A folder that moves keeps its name and its origins.
	moved := filepath.Join(base, "three")
	if err := os.Rename(filepath.Dir(one), moved); err != nil {
		t.Fatal(err)
	}
	sum = load(t, g, Options{}, moved)
	wantOutcomes(t, sum, "memory.txt UNCHANGED")
	wantCodes(t, sum)
	if got := states(t, g); !slices.Equal(got, []string{"memory.txt SAME"}) {
		t.Errorf("status %v", got)
	}
}

func TestRunForOneSystem(t *testing.T) {
	dir := tempDir(t)
	a := write(t, dir, "a.txt", memo("Quillstore"))
	write(t, dir, "b.txt", memo("Harbour Log"))
	write(t, dir, "c.txt", member("epistemic", "QUILLSTORE"))
	g := openGraph(t)
	sum, err := Load(context.Background(), g, formats, []string{dir}, Options{Run: "RUN-1"})
	if graph.CodeOf(err) != graph.Invalid || !strings.Contains(err.Error(), "Quillstore") || !strings.Contains(err.Error(), "Harbour Log") {
		t.Errorf("error %v", err)
	}
	if revision, _ := g.Revision(context.Background()); revision != 0 || len(sum.Files) != 0 {
		t.Errorf("something was applied: %+v", sum)
	}
	wantOutcomes(t, load(t, g, Options{Run: "RUN-1"}, a, filepath.Join(dir, "c.txt")), "a.txt ADDED", "c.txt ADDED")
}

func TestBadOptions(t *testing.T) {
	for name, o := range map[string]Options{
		"run": {Run: "a\x00b"}, "system": {System: strings.Repeat("x", 2000)}, "repository": {Repository: "store"}, "name": {Name: "\xff"},
	} {
		if _, err := Check(context.Background(), formats, nil, o); graph.CodeOf(err) != graph.Invalid {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
