package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

func sha(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// ofManifests are the diagnostics on manifests: file, line, column, code and severity.
func ofManifests(dir string, sum *Summary) (out []string) {
	for _, d := range sum.Diagnostics {
		if strings.HasPrefix(d.Code, "manifest-") {
			rel, _ := filepath.Rel(dir, d.Subject.File)
			out = append(out, fmt.Sprintf("%s:%d:%d %s %s", rel, d.Subject.Start.Line, d.Subject.Start.Column, d.Severity, d.Code))
		}
	}
	return out
}

func TestManifest(t *testing.T) {
	memory := memo("Quillstore", "MEM-OBJ-card: Card")
	other := memo("Harbour Log", "MEM-OBJ-entry: Entry")
	const head = "type: agentic-system-analyses/types/agentic-system-analysis-set.md\nmembers:\n"
	entry := func(name, digest string) string { return "  " + name + ":\n    sha256: " + digest + "\n" }
	tests := []struct {
		name, manifest string
		outcome        Outcome
		want           []string
	}{
		{"agrees", head + entry("memory.txt", sha(memory)) + entry("other.txt", sha(other)), Checked, nil},
		{"in capitals, with a worker", head + entry("memory.txt", strings.ToUpper(sha(memory))) + entry("other.txt", sha(other)) +
			"worker:\n  effort: high\n", Checked, nil},
		{"other bytes", head + entry("memory.txt", sha(other)) + entry("other.txt", sha(other)), Checked,
			[]string{"ARTIFACT.yaml:4:13 warning manifest-digest"}},
		{"not there", head + entry("memory.txt", sha(memory)) + entry("gone.md", sha("")) + entry("other.txt", sha(other)), Checked,
			[]string{"ARTIFACT.yaml:5:3 warning manifest-member-missing"}},
		{"not named", head + entry("memory.txt", sha(memory)), Checked, []string{"other.txt:0:0 info manifest-unnamed"}},
		{"no document", head + entry("memory.txt", sha(memory)) + entry("other.txt", sha(other)) + entry("notes.csv", sha("x")), Checked, nil},
		{"no digest", head + "  memory.txt: {}\n" + entry("other.txt", "12"), Checked, []string{"ARTIFACT.yaml:5:13 warning manifest-invalid"}},
		{"outside", head + entry("../memory.txt", sha("")) + entry("/etc/hosts", sha("")) + entry("memory.txt", sha(memory)) + entry("other.txt", sha(other)),
			Checked, []string{"ARTIFACT.yaml:3:3 warning manifest-invalid", "ARTIFACT.yaml:5:3 warning manifest-invalid"}},
		{"twice", head + entry("memory.txt", sha(memory)) + entry("memory.txt", sha(other)) + entry("other.txt", sha(other)), Checked,
			[]string{"ARTIFACT.yaml:5:3 warning manifest-invalid"}},
		{"aliases", head + "  memory.txt: &a\n    sha256: " + sha(memory) + "\n  other.txt: *a\n", Checked,
			[]string{"ARTIFACT.yaml:3:15 warning manifest-invalid", "ARTIFACT.yaml:5:14 warning manifest-invalid",
				"memory.txt:0:0 info manifest-unnamed", "other.txt:0:0 info manifest-unnamed"}},
		{"members alone", "members:\n" + entry("memory.txt", sha(memory)) + entry("other.txt", sha(other)), Checked, nil},
		{"members of another form", head[:strings.Index(head, "\n")] + "\nmembers: [memory.txt]\n", Checked,
			[]string{"ARTIFACT.yaml:2:10 warning manifest-invalid", "memory.txt:0:0 info manifest-unnamed", "other.txt:0:0 info manifest-unnamed"}},
		{"no YAML", "type: set\nmembers: a: b\n", Skipped, []string{"ARTIFACT.yaml:2:11 warning manifest-invalid"}},
		{"too large", head + strings.Repeat("#", maxBeside), Skipped, []string{"ARTIFACT.yaml:0:0 warning manifest-invalid"}},
		{"of another program", "kind: package\nversion: 2\n", Skipped, nil},
		{"a list", "- members\n", Skipped, nil},
		{"empty", "", Skipped, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := tempDir(t)
			write(t, dir, "memory.txt", memory)
			write(t, dir, "other.txt", other)
			write(t, dir, "notes.csv", "a,b\n")
			write(t, dir, manifestFile, tt.manifest)
			write(t, dir, "below/memory.txt", memory) // another folder's documents are none of its business
			sum, err := Check(context.Background(), formats, []string{dir}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			addsUp(t, sum)
			if got := ofManifests(dir, sum); !slices.Equal(got, tt.want) {
				t.Errorf("%v, want %v", got, tt.want)
			}
			for _, f := range sum.Files {
				if filepath.Base(f.Path) == manifestFile && f.Outcome != tt.outcome {
					t.Errorf("it is %s, want %s", f.Outcome, tt.outcome)
				}
			}
			if sum.Counts.Checked < 3 || sum.Diagnostics.HasErrors() {
				t.Errorf("%+v\n%v", sum.Counts, sum.Diagnostics)
			}
		})
	}
}

// TestLoadManifest: a load says the same as a check, applies the members whatever the manifest says, and
// leaves the manifest out of the graph.
func TestLoadManifest(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	text := memo("Quillstore", "MEM-OBJ-card: Card")
	write(t, dir, "memory.txt", text)
	path := write(t, dir, manifestFile, "members:\n  memory.txt:\n    sha256: "+sha("else")+"\n")
	sum := load(t, g, Options{}, dir)
	wantOutcomes(t, sum, manifestFile+" CHECKED", "memory.txt ADDED")
	if got := ofManifests(dir, sum); !slices.Equal(got, []string{"ARTIFACT.yaml:3:13 warning manifest-digest"}) {
		t.Errorf("%v", got)
	}
	if got := states(t, g); !slices.Equal(got, []string{"memory.txt SAME"}) {
		t.Errorf("the store knows %v", got)
	}
	// Alone, it is held against nothing but what is there.
	if sum = load(t, g, Options{}, path); sum.Counts.Checked != 1 || len(sum.Diagnostics) > 0 {
		t.Errorf("%+v %v", sum.Counts, sum.Diagnostics)
	}
	if err := os.Remove(filepath.Join(dir, "memory.txt")); err != nil {
		t.Fatal(err)
	}
	if got := ofManifests(dir, load(t, g, Options{}, path)); !slices.Equal(got, []string{"ARTIFACT.yaml:2:3 warning manifest-member-missing"}) {
		t.Errorf("%v", got)
	}
}

// TestExampleManifests: the manifests of the examples pin what stands beside them.
func TestExampleManifests(t *testing.T) {
	sum, err := Check(context.Background(), formats, []string{filepath.Join("..", "examples", "canonical")}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	manifests := 0
	for _, f := range sum.Files {
		if f.Format == "manifest" {
			manifests++
		}
	}
	if got := ofManifests(".", sum); manifests != 3 || len(got) > 0 {
		t.Errorf("%d manifests: %v", manifests, got)
	}
	for _, d := range sum.Diagnostics {
		if d.Severity == diag.Error {
			t.Errorf("%+v", d)
		}
	}
}
