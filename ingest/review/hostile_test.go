package review

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
	"github.com/crosswalk-graph/crosswalk/internal/parsetest"
	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

// maxTook bounds the time for an input of about a megabyte. It is wide enough for a busy machine and
// narrow enough for anything that is not linear: at these sizes a quadratic pass takes minutes.
const maxTook = 6 * time.Second

// maxGrown bounds in bytes what such an input may make the heap grow by.
const maxGrown = 768 << 20

const blob = "[a](https://example.org/q/q/blob/0123456789abcdef0123456789abcdef01234567/a.go#L1) "

// TestHostileInputIsLinear reads inputs built to make a careless reader quadratic, or to make it use
// memory out of proportion. The line after the hostile part must be read.
func TestHostileInputIsLinear(t *testing.T) {
	const size = 1<<20 - 4096 // a line fits
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	lines := func(s string) string {
		return strings.Repeat(s, min(size/len(s), mdtext.MaxLines*9/10/strings.Count(s, "\n")))
	}
	for _, tt := range []struct {
		name, body string
		code       string // of a diagnostic that must be there, "" for none
	}{
		{name: "tokens", body: "**Lineage:** " + fill("`authored` "), code: CodeTokenRepeated},
		{name: "unknown tokens", body: "**Lineage:** " + fill("`a` "), code: CodeToken},
		{name: "sentinels", body: "**Lineage:** " + fill("`none` "), code: CodeSentinel},
		{name: "one token of a megabyte", body: "**Lineage:** `" + fill("a / ") + "`", code: CodeToken},
		{name: "labels", body: lines("**Lineage:** `authored`\n"), code: CodeLeadDuplicate},
		{name: "bold marks", body: fill("**a ")},
		{name: "open labels", body: lines("**Lineage:\n")},
		{name: "artefacts", body: "## Artifact analysis\n" + lines("**A.** Lineage is a.\n\n")},
		{name: "artefact fields", body: "## Artifact analysis\n**A.** " + fill("Lineage: a; lineage: b; ")},
		{name: "sentences", body: "## Artifact analysis\n**A.** " + fill("Lineage is a. ")},
		{name: "semicolons", body: "## Artifact analysis\n**A.** Lineage: " + fill("; ")},
		{name: "items of an idea", body: "## Core Ideas\n**A.**\n\n" + lines("- a\n")},
		{name: "sections", body: lines("### A\n")},
		{name: "links", body: fill(blob)},
		{name: "links in cells", body: "|a|\n|-|\n" + lines("|"+blob+"|\n")},
		{name: "links beyond all limits", body: strings.Repeat(strings.Repeat(blob, 100)+"\n\n", maxFacts/100+1), code: CodeTooLarge},
		{name: "links in sentences", body: fill("A " + strings.TrimSpace(blob) + ". ")},
		{name: "attributions", body: lines("> a\n> --- b/c.go\n")},
		{name: "wide rows", body: "|" + strings.Repeat("a|", 10_000) + "\n|" + strings.Repeat("-|", 10_000) + "\n" + strings.Repeat("|"+strings.Repeat("b|", 10_000)+"\n", 50)},
		{name: "notes", body: lines("Relevant Notes:\n\n")},
		{name: "addresses", body: "**Repository:** " + fill("https://example.org ")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			input := []byte("# Q\n\n" + tt.body + "\n\n## End\n\n**Read-back:** `pull` — after it\n")
			var before, end runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			doc, diags := Format{}.Parse(diag.Source{Name: "q.md", Bytes: input})
			took := time.Since(start)
			runtime.ReadMemStats(&end)
			if took > maxTook {
				t.Errorf("%d bytes took %v", len(input), took)
			}
			if grown := end.HeapSys - min(before.HeapSys, end.HeapSys); grown > maxGrown {
				t.Errorf("%d bytes made the heap grow by %d MB", len(input), grown>>20)
			}
			if tt.code != "" && !slices.ContainsFunc(diags, func(d diag.Diagnostic) bool { return d.Code == tt.code }) {
				t.Errorf("no %s among %d diagnostics", tt.code, len(diags))
			}
			if !slices.ContainsFunc(doc.Review.Leads, func(l report.Lead) bool { return l.Note == "after it" }) {
				t.Error("the line after it is not read")
			}
		})
	}
}

// TestLinear reads a review eight times as long in no more than some ten times the time.
func TestLinear(t *testing.T) {
	text := func(n int) []byte {
		var b strings.Builder
		b.WriteString("# Q\n\n## Artifact analysis\n\n")
		for i := range n {
			fmt.Fprintf(&b, "**Artefact %d.** Storage substrate is one row of `shelf.db`; lineage: authored by clerks %s. It is read when asked.\n\n", i, strings.TrimSpace(blob))
		}
		return []byte(b.String())
	}
	best := func(input []byte) time.Duration {
		least := time.Hour
		for range 5 {
			start := time.Now()
			Format{}.Parse(diag.Source{Bytes: input})
			least = min(least, time.Since(start))
		}
		return least
	}
	if small, large := best(text(2000)), best(text(16_000)); large > 16*small {
		t.Errorf("%v for the small one, %v for eight times as much", small, large)
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range parsetest.Cases(f, minCases) {
		f.Add(c.Input)
	}
	for _, odd := range []string{"", "\xff", "---\ntags: [[a]]\n---\n# Q", "**Lineage:** `a`", "- **Lineage**: `a` -", "## Core Ideas\n**.**", "**Lineage:**`none``none`", "> --- [a](b)", "[ ](https://a.b/c/blob/0123456789abcdef0123456789abcdef01234567/d)"} {
		f.Add([]byte(odd))
	}
	f.Fuzz(func(t *testing.T, input []byte) { parsetest.Sane(t, Format{}, input) })
}

// TestDamaged reads every case cut off at many places and with bytes changed, from a fixed source of chance.
func TestDamaged(t *testing.T) {
	for _, c := range parsetest.Cases(t, minCases) {
		for damaged := range parsetest.Damaged(c.Input, 200, "\n -|.:#`\x00\xffaA0>[]()*_~\t\\\r") {
			parsetest.Sane(t, Format{}, damaged)
		}
	}
}

// BenchmarkParse reads the 36 real reviews, one after the other.
func BenchmarkParse(b *testing.B) {
	files, err := filepath.Glob(filepath.Join(sharedtest.Dir(b), "corpus", "reviews", "*.md"))
	if err != nil {
		b.Fatal(err)
	}
	var inputs [][]byte
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			b.Fatal(err)
		}
		inputs = append(inputs, text)
		b.SetBytes(int64(len(bytes.Join(inputs, nil))))
	}
	for b.Loop() {
		for _, input := range inputs {
			Format{}.Parse(diag.Source{Name: "q.md", Bytes: input})
		}
	}
}
