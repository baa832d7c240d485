package strict

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/ingest"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/markdown"
)

// A change is an edit of a member of the clean set; "" for the text is the member's removal.
type change struct{ file, old, new string }

// The catalogue's examples show each code once; here is what they do not show.
func TestSets(t *testing.T) {
	tests := []struct {
		name    string
		changes []change
		want    []string
	}{
		{"as it is", nil, nil},
		{"without a boundary the register is the overview's, and older sets have no synthesis",
			[]change{{file: "boundary.md"}, {file: "synthesis.md"}, {file: "report-verification.md"}, {file: "profile-verification.md"}, {file: "synthesis-verification.md"}},
			[]string{"overview.md: link-member-absent", "overview.md: link-member-absent", "overview.md: link-member-absent",
				"overview.md: link-member-absent", "overview.md: link-member-absent", "epistemic.md: link-member-absent"}},
		{"without both there is no set", []change{{file: "boundary.md"}, {file: "overview.md"}, {file: "memory.md"}}, nil},
		{"what is blocked needs boundary and overview alone",
			[]change{{"boundary.md", ": complete", ": blocked"}, {"overview.md", ": complete", ": blocked"}, {file: "memory-profile.md"},
				{"overview.md", "the [profile](memory-profile.md)", "no profile"}}, nil},
		{"another disposition in the overview", []change{{"overview.md", ": complete", ": blocked"}}, []string{"overview.md: identity-differs"}},
		{"another source of the profile", []change{{"memory-profile.md", "lamp/stand", "lamp/post"}}, []string{"memory-profile.md: identity-differs"}},
		{"a key that one member lacks", []change{{"synthesis.md", "run-id", "ran-id"}}, nil},
		{"a quotation of a capture in the register",
			[]change{{"memory.md", "> --- `page.go:3`", "> --- `page.go` @ `sha256:00`"},
				{"boundary.md", "nothing on brightness |\n", "nothing on brightness |\n| SRC-2 | capture | page | sha256:00 | reported | all | none | none |\n"}}, nil},
		{"an index that has a record too many",
			[]change{{"reconciliation.md", "Amendment: [EPI", "No amendment of [EPI"}}, []string{"overview.md: amendment-index"}},
		{"an overview without an index", []change{{"overview.md", "Amended or superseded records:", "Records:"}}, []string{"overview.md: amendment-index"}},
		{"links to addresses and places", []change{{"memory.md", "A start reads it.", "A [start](https://example.org/../x) [reads](#read-back) [it](./runtime.md)."}}, nil},
		{"an absolute link", []change{{"memory.md", "A start reads it.", "A [start](/x.md) reads it."}}, []string{"memory.md: link-outside"}},
		{"links in quotations and code are none", []change{{"memory.md", "A start reads it.", "> [x](../x)\n\n`[x](../x)`"}}, nil},
		{"an answer in a record that is no route",
			[]change{{"memory.md", "One number in a file", "- Later read-back: none.\n\nOne number in a file"}}, []string{"memory.md: answer-elsewhere"}},
		{"a limit without records", []change{{"report-verification.md", "The answers of [MEM-RTE-mark-recall](memory.md#mem-rte-mark-recall)", "Answers"}}, nil},
		{"a limit of the synthesis's own verification",
			[]change{{"synthesis-verification.md", "## Limits\n\nnone", "## Limits\n\n- [RT-RTE-evening](runtime.md#rt-rte-evening) was not read."}}, nil},
		{"blockers of another verification name no member", []change{{"profile-verification.md", "## Blockers\n\nnone", "## Blockers\n\n- One."}}, nil},
		{"pulled content with a signal",
			[]change{{"memory-profile.md", "read_back_direction: {assessment: uninspected, note: nobody looked}",
				"read_back_direction: {assessment: known, units: [{scope: s, assessment: known, findings: [{value: pull, basis: wired, records: [memory.md#mem-rte-mark-recall]}]}]}"}},
			[]string{"memory-profile.md: profile-axis"}},
		{"a known axis of inapplicable units",
			[]change{{"memory-profile.md", "lineage: {assessment: uninspected, note: nobody looked}", "lineage: {assessment: known, units: [{scope: s, assessment: inapplicable}]}"}},
			[]string{"memory-profile.md: profile-axis"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, d := range checkSet(t, tt.changes) {
				if code, ours := strings.CutPrefix(d.Code, "strict/"); ours && d.Severity == diag.Error {
					got = append(got, filepath.Base(d.Subject.File)+": "+code)
				}
			}
			slices.Sort(got)
			slices.Sort(tt.want)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// checkSet checks the clean set of the catalogue with changes.
func checkSet(t *testing.T, changes []change) diag.List {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "catalogue", "testdata", "clean", "set"))); err != nil {
		t.Fatal(err)
	}
	for _, c := range changes {
		path := filepath.Join(dir, c.file)
		if c.old == "" {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil || strings.Count(string(text), c.old) != 1 {
			t.Fatalf("%s does not hold %q once: %v", c.file, c.old, err)
		}
		if err := os.WriteFile(path, []byte(strings.Replace(string(text), c.old, c.new, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var watch Watch
	sum, err := ingest.Check(t.Context(), watch.Formats([]ingest.Format{markdown.Format{}}), []string{dir}, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return watch.Check(sum.Files)
}

// Members that were not given are looked for on disk: one that is there is not missing.
func TestMembersNotGiven(t *testing.T) {
	dir := filepath.Join("..", "catalogue", "testdata", "clean", "set")
	var watch Watch
	sum, err := ingest.Check(t.Context(), watch.Formats([]ingest.Format{markdown.Format{}}), []string{filepath.Join(dir, "overview.md"), filepath.Join(dir, "boundary.md")}, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if found := watch.Check(sum.Files); len(found) > 0 {
		t.Errorf("%+v", found)
	}
}

// Work is linear: a set of many links and records is checked as fast as its size says.
func TestManyNames(t *testing.T) {
	var b strings.Builder
	b.WriteString("---\ntype: types/agentic-system-memory-report.md\n---\n# Quillstore memory report\n\n## Shared records\n\n### Operative objects\n")
	for i := range 5_000 {
		fmt.Fprintf(&b, "\n#### MEM-OBJ-card-n%d\n\nLabel: Card [x](../y%d.md)\n", i, i)
	}
	var watch Watch
	format := watch.Formats([]ingest.Format{markdown.Format{}})[0]
	format.Parse(diag.Source{Name: "a/memory.md", Bytes: []byte(b.String())})
	format.Parse(diag.Source{Name: "a/epistemic.md", Bytes: []byte(b.String())})
	found := watch.Check(nil)
	if len(found) < diag.MaxListed || len(found) > 10*diag.MaxListed {
		t.Errorf("%d diagnostics", len(found))
	}
}
