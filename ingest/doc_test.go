package ingest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/markdown"
	"github.com/crosswalk-graph/crosswalk/ingest/rendered"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// structural tells whether a rule is none of package relate, which has its own part of the page.
func structural(r Rule) bool {
	return !strings.HasPrefix(r.ID, "table/") && !strings.HasPrefix(r.ID, "flow/") && !strings.HasPrefix(r.ID, "deny/")
}

// TestRulesDocumented: docs/extraction.md lists every rule of structure that states relationships, and no
// other.
func TestRulesDocumented(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "docs", "extraction.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, page, found := strings.Cut(string(data), "\n## Rules of structure\n")
	page, _, closed := strings.Cut(page, "\n## ")
	if !found || !closed {
		t.Fatal("docs/extraction.md has no part on rules of structure")
	}
	var got, want []string
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "| `") {
			got = append(got, strings.TrimSuffix(line, "\n"))
		}
	}
	for _, r := range Rules {
		if structural(r) && r.Yields != "" {
			want = append(want, fmt.Sprintf("| `%s` | %s | %s | %s |", r.ID, r.Yields, r.Doc, strings.ReplaceAll(r.Example, "|", `\|`)))
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("docs/extraction.md (-rules +page)\n%s", diff)
	}
}

// TestIdentityExamples holds the rules of wordings to their examples.
func TestIdentityExamples(t *testing.T) {
	for _, r := range Rules {
		rule, ok := strings.CutPrefix(r.ID, identityRule)
		if !ok || r.Yields == "" {
			continue
		}
		found := report.ScanIdentities(r.Example, report.ScanHandles(r.Example))
		if !slices.ContainsFunc(found, func(m report.IdentityMatch) bool { return m.Rule == rule && len(m.Targets) > 0 }) {
			t.Errorf("%s does not read its example: %+v", r.ID, found)
		}
	}
}

// TestRulesYield: in every example, a relationship has a rule that is said to state its type, and every rule
// of structure has one.
func TestRulesYield(t *testing.T) {
	yields := map[string]string{}
	for _, r := range Rules {
		yields[r.ID] = r.Yields
	}
	used := map[string]bool{}
	for _, b := range exampleBatches(t) {
		for _, r := range b.Relationships {
			used[r.Rule] = true
			says, known := yields[r.Rule]
			denial := strings.HasPrefix(r.Rule, "deny/") && (r.Type == graph.Concerns || r.Type == graph.Declares)
			if !known || !denial && !strings.HasPrefix(says, "by the verb") && !strings.Contains(says, string(r.Type)) {
				t.Errorf("%s by %s, which yields %q", r.Type, r.Rule, says)
			}
		}
	}
	ofReviews := []string{"axis-line", "artifact-phrase", "blob-link", "matrix-row", "record-entry"} // the examples are analyses
	for _, r := range Rules {
		if structural(r) && r.Yields != "" && !strings.HasPrefix(r.ID, identityRule) && !used[r.ID] && !slices.Contains(ofReviews, r.ID) {
			t.Errorf("no example has a relationship by %s", r.ID)
		}
	}
}

// exampleBatches lowers every shipped example, and the set of the canonical format's tests.
func exampleBatches(t *testing.T) (out []lowered) {
	t.Helper()
	for _, root := range []string{filepath.Join("..", "examples"), filepath.Join("markdown", "testdata", "set")} {
		err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
			ext := filepath.Ext(path)
			if err != nil || ext != ".md" && ext != ".txt" {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, f := range []Format{markdown.Format{}, rendered.Format{}} {
				if !f.Match(path, data) {
					continue
				}
				if doc, diags := f.Parse(diag.Source{Name: path, Bytes: data}); !diags.HasErrors() {
					out = append(out, lower(t, doc, quill))
				}
				break
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}
