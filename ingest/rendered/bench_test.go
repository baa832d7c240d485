package rendered

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

// BenchmarkParse reads a document of about 2 and of about 4 MB made of the seeds' own records under
// new names, so that the figures are of seed-like text and show whether time follows size.
func BenchmarkParse(b *testing.B) {
	for _, copies := range []int{25, 50} {
		doc := seedLike(b, copies)
		b.Run(fmt.Sprintf("%dKB", len(doc)/1000), func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for b.Loop() {
				Format{}.Parse(diag.Source{Name: "bench.txt", Bytes: doc})
			}
		})
	}
}

// seedLike returns the three seeds' bodies many times over, each time with other record names.
func seedLike(tb testing.TB, copies int) []byte {
	var out bytes.Buffer
	for i, file := range sharedtest.Seeds(tb) {
		data, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		for n := range copies {
			name := fmt.Sprintf("-x%d-", i*copies+n)
			text := strings.ReplaceAll(string(data), "MEM-OBJ-", "MEM-OBJ"+name)
			out.WriteString(strings.ReplaceAll(text, "MEM-RTE-", "MEM-RTE"+name))
			out.WriteString("\n\n")
		}
	}
	return out.Bytes()
}

// TestHostileInputIsLinear reads inputs built to make a careless reader quadratic. The bound is wide
// enough for a busy machine and narrow enough for anything that is not linear: at these sizes a
// quadratic pass takes minutes.
func TestHostileInputIsLinear(t *testing.T) {
	const head = "Quillstore memory report\nType: types/agentic-system-memory-report.md\nBoundary and evidence\nText.\nShared records\nRoutes\n"
	const size = 1 << 20
	fill := func(s string) string {
		body := strings.Repeat(s, size/len(s))
		if !strings.HasSuffix(s, "\n") { // one line, as long as the limit allows
			body = body[:min(len(body), maxLine)] + "\n"
		}
		return body
	}
	tests := map[string]string{
		"one long line":          strings.Repeat("a", 50<<20),
		"line of ids":            fill("MEM-OBJ-a "),
		"lines of ids":           fill("see MEM-OBJ-a, distinct from RT-OBJ-b; closest supplied RT-OBJ-c\n"),
		"hyphens":                fill("MEM-OBJ-a-RT-OBJ-b-"),
		"record headings":        fill("MEM-RTE-a\nLabel: a\n"),
		"malformed headings":     fill("MEM-RTE-A\nLabel: a\n"),
		"orphans and text":       fill("MEM-OBJ-A\nLabel: a\nSome prose.\nMEM-OBJ-b\nLabel: b\n"),
		"sections":               fill("Read-back\nWrite side\nCore ideas\nShared records\n"),
		"free headings":          "Write side\n" + fill("A heading\nText of it.\n"),
		"attributions":           fill("x --- a/b.go\n"),
		"attributions in a line": fill("x --- a/b.go "),
		"quoted lists":           fill("- item\n") + "- item --- a/b.go\n",
		"attributed lists":       fill("- item\n- item --- a/b.go\n"),
		"lines above a quote":    fill("code without end\n") + "x ---\na/b.go\n",
		"pipes":                  fill("| a | b |\n|---|---|\n| c\n"),
		"broken rows":            "| a | b |\n|---|---|\n" + fill("| c\nd\ne\nf\n"),
		"one wide row":           "|" + strings.Repeat(" a |", maxLine/8) + "\n|" + strings.Repeat("---|", maxLine/8) + "\n",
		"labels":                 fill("Lineage: a; later read-back: b; owner: c. "),
		"statuses":               fill("operation conclusion status is wired and "),
		"stops":                  fill("a. b? C! "),
		"paths":                  fill("SRC-1: a.go, b/c.go; "),
		"sources":                fill("SRC-1 at SRC-2 at "),
		"part of":                "MEM-RTE-a\nLabel: a\n" + fill("Part of: RT-RTE-b\n"),
		"answers":                "MEM-RTE-a\nLabel: a\n" + fill("- Later read-back: uninspected\n"),
		"layers":                 "MEM-RTE-a\nLabel: a\n" + fill("- implementation conclusion status: odd\n"),
		"blank lines":            strings.Repeat("\n \r\n", size/4),
		"parentheses":            fill("distinct from ((( MEM-OBJ-a ) "),
		"items":                  "Integration issues\n" + fill("- Issue one: text\n"),
		"nested items":           "Integration issues\n- Issue\n" + fill("    - more of it\n"),
		"amendments":             "Write side\n" + fill("Amendment: MEM-OBJ-a is superseded by MEM-OBJ-b\n"),
		"amendment of many":      "Write side\nAmendment: " + fill("MEM-OBJ-a is superseded by "),
		"bare markers":           fill("x\n---\na/b.go\n"),
		"flat rows":              fill("A row\n"),
		"escaped pipes":          "| a | b |\n|---|---|\n" + fill("| MEM-OBJ-a \\| | b |\n"),
		"escapes in a cell":      "| a | b |\n|---|---|\n| " + strings.Repeat("MEM-OBJ-a \\| ", maxLine/16) + " | b |\n",
		"ledger lines":           fill("Route ID: RT-RTE-a Gap/limit: x\n"),
		"ledger labels":          fill("Route ID: a Gap/limit: b "),
		"ledger colons":          "Route ID: " + fill(": "),
	}
	for name, body := range tests {
		t.Run(name, func(t *testing.T) {
			head := head
			if strings.HasPrefix(name, "ledger") {
				head = "Quillstore epistemic report\nType: types/agentic-system-epistemic-report.md\nAuthority-route ledger\n"
			}
			for _, doc := range []string{head + body, head + strings.ReplaceAll(body, "\n", "\n\n")} {
				if len(doc) > maxBytes && name != "one long line" {
					continue
				}
				start := time.Now()
				Format{}.Parse(diag.Source{Name: "hostile.txt", Bytes: []byte(doc)})
				if took := time.Since(start); took > 5*time.Second {
					t.Errorf("%d bytes took %v", len(doc), took)
				} else if testing.Verbose() {
					t.Logf("%d bytes: %v", len(doc), took)
				}
			}
		})
	}
}
