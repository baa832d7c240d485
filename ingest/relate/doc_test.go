package relate

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

// TestDocument holds docs/extraction.md to the rules that the code runs and to what is measured.
func TestDocument(t *testing.T) {
	data, err := os.ReadFile("../../docs/extraction.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(data)
	for _, r := range Rules {
		row := fmt.Sprintf("| `%s` | %s | %s | %s |", r.ID, r.Type, r.Says, strings.ReplaceAll(r.Example, "|", `\|`))
		if !strings.Contains(doc, row) {
			t.Errorf("docs/extraction.md lacks the row\n%s", row)
		}
	}
	got := 0
	for _, family := range []string{"table/", "flow/", "deny/"} {
		got += strings.Count(doc, "\n| `"+family)
	}
	if got != 2*len(Rules) {
		t.Errorf("docs/extraction.md has %d rows of rules, want %d: one that says and one that measures each", got, 2*len(Rules))
	}
	sharedtest.Dir(t)
	m := measure(t)
	for _, r := range Rules {
		if row := m.row(r.ID); !strings.Contains(doc, row) {
			t.Errorf("docs/extraction.md lacks the row\n%s", row)
		}
	}
	for name, s := range map[string]score{"Tuned on": m.tuned, "Held out": m.held, "Edges": m.edges, "Denials": m.denials, "All": m.all} {
		if row := fmt.Sprintf("| %s | %s |", name, s.cells()); !strings.Contains(doc, row) {
			t.Errorf("docs/extraction.md lacks the row\n%s", row)
		}
	}
}

func (m measured) row(rule string) string {
	return fmt.Sprintf("| `%s` | %s |", rule, m.rules[rule].cells())
}

// cells writes a score as cells of a table; without a fact there is no ratio.
func (s score) cells() string {
	ratios := "– | –"
	if s.right+s.wrong+s.missed > 0 {
		ratios = fmt.Sprintf("%.3f | %.3f", s.precision(), s.recall())
	}
	return fmt.Sprintf("%d | %d | %d | %s", s.right, s.wrong, s.missed, ratios)
}
