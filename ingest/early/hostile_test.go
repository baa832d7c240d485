package early

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
	"github.com/crosswalk-graph/crosswalk/internal/parsetest"
)

// maxTook bounds the time for an input of about a megabyte. It is wide enough for a busy machine and
// narrow enough for anything that is not linear: at these sizes a quadratic pass takes minutes.
const maxTook = 6 * time.Second

// maxGrown bounds in bytes what such an input may make the heap grow by.
const maxGrown = 768 << 20

const singleStart = "# Q\n\n## Source register\n\n## Shared records\n\n"

// A hostileInput is one built to make a careless reader quadratic, or to make it use memory out of proportion.
type hostileInput struct {
	name, body string
	code       string // of a diagnostic that must be there, "" for none
}

func hostileInputs() []hostileInput {
	const size = 1<<20 - 4096 // a line fits
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	lines := func(s string) string {
		return strings.Repeat(s, min(size/len(s), mdtext.MaxLines*9/10/strings.Count(s, "\n")))
	}
	numbered := func(form string) string {
		var b strings.Builder
		for i := 10; b.Len() < size && i < mdtext.MaxLines/4; i++ {
			fmt.Fprintf(&b, form, i)
		}
		return b.String()
	}
	return []hostileInput{
		{name: "ids", body: fill("RTE-1 ")},
		{name: "glued ids", body: fill("RTE-1-"), code: CodeMalformedID},
		{name: "malformed ids", body: fill("RTE-1xx "), code: CodeMalformedID},
		{name: "proposals", body: fill("A-RTE-1 "), code: CodeKeptAsText},
		{name: "one long proposal", body: fill("A-RTE-1-"), code: CodeKeptAsText},
		{name: "tags", body: fill("RTE-1.E1 "), code: CodeKeptAsText},
		{name: "short forms", body: fill("SRC-1/2 "), code: CodeKeptAsText},
		{name: "ranges", body: fill("RTE-1 through "), code: CodeKeptAsText},
		{name: "a long blank after an id", body: "RTE-1" + fill(" ") + "through RTE-2"},
		{name: "records in paragraphs", body: numbered("RTE-%d — a. Immediate return: b.\n\n"), code: CodeAnswerMissing},
		{name: "records in headings", body: numbered("#### OBJ-%d — a\n\n")},
		{name: "records in bullets", body: numbered("- OBJ-%d — a\n")},
		{name: "records in rows", body: "### Components\n\n| ID | Component |\n|---|---|\n" + numbered("| CMP-%d | a |\n")},
		{name: "one record again and again", body: lines("RTE-7 — a: b.\n\n"), code: CodeDuplicateDeclaration},
		{name: "a record without end", body: "RTE-7 — a: b.\n\n" + lines("c RTE-8.\n\n")},
		{name: "one long label", body: "RTE-7 — " + fill("a b")},
		{name: "answers", body: "RTE-7 — a: " + fill("Effect: a. ")},
		{name: "semicolons", body: "RTE-7 — a: Lineage: " + fill("; ")},
		{name: "superseded", body: "RTE-7 — Superseded aggregate: " + fill("RTE-8 no longer acts. ")},
		{name: "statuses", body: fill("conclusion status: wired; ")},
		{name: "amendments", body: "## Reconciliation\n\n" + lines("Amendment: RTE-7's selection is replaced by b.\n\n")},
		{name: "conflicts", body: "## Reconciliation\n\n" + lines("Unresolved conflict: RTE-7.\n\n")},
		{name: "sections", body: lines("### A\n")},
		{name: "items", body: "## Limitations\n\n" + lines("- a\n")},
		{name: "nested items", body: "## Limitations\n\n- a\n" + lines("  - b\n")},
		{name: "wide rows", body: "| a " + strings.Repeat("| a ", 10_000) + "|\n" + strings.Repeat("|---", 10_001) + "|\n" + strings.Repeat("|"+strings.Repeat("b|", 10_000)+"\n", 50), code: CodeTableColumns},
		{name: "rows wider than the header", body: "| a | b |\n|---|---|\n" + strings.Repeat("|"+strings.Repeat("`b|", 10_000)+"\n", 25), code: CodeTableRow},
		{name: "ragged tables", body: lines("| a | b |\n|---|\n\n"), code: CodeTableRow},
		{name: "code in cells", body: "| a | b |\n|---|---|\n" + lines("| `a|b` | `c` |\n")},
		{name: "annotations", body: "## Parts\n\n| Route | View |\n|---|---|\n" + lines("| RTE-1 | a |\n")},
		{name: "a ledger", body: "## Authority-route ledger\n\n| Route | Function | Arch. status |\n|---|---|---|\n" + lines("| RTE-1 | a | b |\n")},
		{name: "attributions", body: lines("> a\n> --- b/c.go\n")},
		{name: "facts beyond all limits", body: strings.Repeat(strings.Repeat("RTE-1 ", 400)+"\n\n", maxFacts/400+1), code: CodeTooLarge},
	}
}

// TestHostileInputIsLinear reads hostile inputs. The record after the hostile part must be read.
func TestHostileInputIsLinear(t *testing.T) {
	for _, tt := range hostileInputs() {
		t.Run(tt.name, func(t *testing.T) {
			input := []byte(singleStart + tt.body + "\n\n## End\n\n## Shared records\n\n#### ABS-1 — after it\n")
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
			read := slices.ContainsFunc(doc.Records, func(r report.Record) bool { return r.Label == "after it" })
			if read == (tt.code == CodeTooLarge) {
				t.Errorf("the record after it is read: %t", read)
			}
		})
	}
}

// TestLinear reads a file eight times as long in no more than some ten times the time, with room for a busy
// machine: a quadratic pass takes 64 times as long.
func TestLinear(t *testing.T) {
	text := func(n int) []byte {
		var b strings.Builder
		b.WriteString(singleStart)
		for i := range n {
			fmt.Fprintf(&b, "RTE-%d — Route %d: it reads OBJ-%d (SRC-1, `a/b.go`). Later read-back: RTE-1 does.\n\n| a | b |\n|---|---|\n| RTE-%d | c |\n\n", i, i, i, i)
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
	if small, large := best(text(2000)), best(text(16_000)); large > 32*small {
		t.Errorf("%v for the small one, %v for eight times as much", small, large)
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range parsetest.Cases(f, minCases) {
		f.Add(c.Input)
	}
	for _, odd := range []string{"", "\xff", singleStart + "RTE-1 — ", singleStart + "- **RTE-1 — a.**", "# X — RUN-A-20260101\n\n|ID|\n|-|\n|SRC-1|",
		"## Routes\n\n|ID|\n|-|-|\n|RTE-1|", "## 1 \n", "> --- a/b.go", "RTE-1/", "A-RTE-1", "\u2003RTE-1…RTE-2", "- System: — ("} {
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
