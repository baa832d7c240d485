package render

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestRender reads a report and what each renderer leaves of it, written by hand after report-grammar
// 5. A rendering has no line feed at its end, a file of the archive has one.
func TestRender(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 4 {
		t.Fatalf("%d cases, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			parts := map[string]string{}
			for _, f := range archive.Files {
				parts[f.Name] = string(f.Data)
			}
			for style, want := range map[Style]string{A: parts["a.txt"], B: parts["b.txt"]} {
				got, err := Render([]byte(parts["report.md"]), style)
				if diff := cmp.Diff(want, string(got)+"\n"); diff != "" || err != nil {
					t.Errorf("style %c: %v (-want +got)\n%s", style, err, diff)
				}
			}
		})
	}
}

func TestRefused(t *testing.T) {
	for _, input := range []string{"", "# Title\n", "---\ntype: x\n", "---\nrun-id: x\n---\n# Title\n", "text\n---\ntype: x\n---\n"} {
		if got, err := Render([]byte(input), A); !errors.Is(err, ErrNoType) || got != nil {
			t.Errorf("%q gives %q, %v", input, got, err)
		}
	}
	if _, err := Render([]byte("---\ntype: [x\n---\n"), B); err == nil || errors.Is(err, ErrNoType) {
		t.Errorf("broken YAML: %v", err)
	}
}

// TestFolder: a set gives the texts of its members and what only their front matter said.
func TestFolder(t *testing.T) {
	in, out := t.TempDir(), filepath.Join(t.TempDir(), "rendered-b")
	for name, text := range map[string]string{
		"quill/memory.md":   "---\ntype: types/agentic-system-memory-report.md\nrun-id: RUN-1\nsource-identity: https://example.org/quill\nreviewed-boundary: \"0123\"\n---\n# Quill memory report\n",
		"quill/runtime.md":  "---\ntype: types/agentic-system-runtime-report.md\nrun-id: RUN-1\nreviewed-boundary: \"0123\"\n---\n# Quill runtime report\n",
		"quill/overview.md": "---\ntype: types/agentic-system-analysis-overview.md\n---\n",
		"other/notes.md":    "Notes.\n",
		"README.md":         "Notes.\n",
	} {
		file := filepath.Join(in, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := Folder(in, out, B); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"quill/memory.txt":  "Quill memory report\n\nType: types/agentic-system-memory-report.md",
		"quill/runtime.txt": "Quill runtime report\n\nType: types/agentic-system-runtime-report.md",
		"crosswalk.sources.yaml": "name: rendered-b\nsources:\n- path: quill/*.txt\n  system: Quill\n  run: RUN-1\n" +
			"  repository: https://example.org/quill\n  revision: '0123'\n",
	} {
		got, err := os.ReadFile(filepath.Join(out, name))
		if diff := cmp.Diff(want, string(got)); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got)\n%s", name, err, diff)
		}
	}
	if found, err := filepath.Glob(out + "/*/*"); len(found) != 2 {
		t.Errorf("files %v, %v", found, err)
	}
}
