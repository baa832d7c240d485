package markdown

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

// TestHostileInputIsLinear reads inputs built to make a careless reader quadratic, or to make it use
// memory out of proportion. The record after the hostile part must be read, but where that part
// takes it in by the rules of Markdown.
func TestHostileInputIsLinear(t *testing.T) {
	const size = 1 << 20
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	lines := func(s string) string {
		return strings.Repeat(s, min(size/len(s), mdtext.MaxLines*9/10/strings.Count(s, "\n")))
	}
	tests := []struct {
		name, body string
		code       string // of a diagnostic that must be there, "" for none
		lost       bool   // the record after it is not read
	}{
		{name: "link definitions", body: lines("[a]: b\n")},
		{name: "distinct link definitions", body: distinctDefinitions(100_000)},
		{name: "links", body: fill("[a](")},
		{name: "record links", body: fill("[RT-OBJ-a](runtime.md#rt-obj-a) ")},
		{name: "record links beyond all limits", body: strings.Repeat(strings.Repeat("[RT-OBJ-a](#rt-obj-a) ", 100)+"\n\n", maxFacts/100+1), code: CodeTooLarge},
		{name: "brackets", body: fill("[")},
		{name: "closing brackets", body: fill("]")},
		{name: "bracket pairs", body: fill("[]")},
		{name: "images", body: fill("![a](b")},
		{name: "ticks", body: fill("`a ")},
		{name: "ticks of growing length", body: growingTicks(1400)},
		{name: "stars", body: fill("*a ")},
		{name: "stars and underlines", body: fill("*a_ ")},
		{name: "emphasis that never closes", body: fill("**a *b ")},
		{name: "escapes", body: fill("\\`\\[")},
		{name: "statuses in code", body: fill("`a` conclusion status: wired and ")},
		{name: "nested quotes", body: strings.Repeat(">", 10_000) + " a\n", code: CodeNesting},
		{name: "nested quotes on many lines", body: lines(strings.Repeat(">", 30) + " a\n"), code: CodeNesting},
		{name: "legal nested quotes", body: lines(strings.Repeat(">", mdtext.MaxNesting) + " a\n")},
		{name: "nested lists", body: strings.Repeat("- ", 10_000) + "a\n", code: CodeNesting},
		{name: "stairs of lists", body: stairs(1000), code: CodeNesting},
		{name: "blank lines in nested lists", body: strings.Repeat("- ", mdtext.MaxNesting) + "a" + lines("\n") + "\n"},
		{name: "items", body: lines("- a\n")},
		{name: "item paragraphs", body: "- a\n\n" + lines("  b\n\n")},
		{name: "wide table", body: wideTable(10_000, 100), code: CodeTableColumns},
		{name: "wide table with many short rows", body: wideTable(maxColumns, 0) + lines("a\n")},
		{name: "rows below a long header", body: "## Boundary and evidence\n\n|a|" + strings.Repeat("a ", 1<<18) + "|\n|-|-|\n" + strings.Repeat("|a|b|\n", 30_000)},
		{name: "delimiter rows", body: lines("|-|\n")},
		{name: "unclosed fence", body: "```\n" + lines("a b c\n"), code: CodeUnclosed, lost: true},
		{name: "fences", body: lines("```\n```\n")},
		{name: "unclosed comment", body: "<!--\n" + lines("a b c\n"), code: CodeUnclosed, lost: true},
		{name: "comments", body: lines("<!-- a\n-->\n")},
		{name: "tags", body: lines("<a>\n\n")},
		{name: "headings", body: lines("### A\n")},
		{name: "record headings", body: lines("#### MEM-RTE-a\nLabel: a\n\n"), code: CodeDuplicateDeclaration},
		{name: "annotations", body: lines("#### On [RT-OBJ-a](runtime.md#rt-obj-a)\n")},
		{name: "part of", body: "#### MEM-RTE-p\n" + lines("Part of: a\n")},
		{name: "labels", body: "#### MEM-RTE-p\nLabel: p\n\n" + fill("Lineage: a; later read-back: b; owner: c. ")},
		{name: "answers", body: "#### MEM-RTE-p\nLabel: p\n\n" + lines("- Later read-back: uninspected\n")},
		{name: "attributions", body: lines("> a\n> --- b/c.go\n")},
		{name: "amendments", body: "Amendment: " + fill("[MEM-OBJ-a](memory.md#mem-obj-a) is superseded by ")},
		{name: "sources", body: fill("SRC-1 at SRC-2 through SRC-3 "), code: CodeSourceRange},
		{name: "paths", body: fill("`a/b.go`, ")},
		{name: "line of 50 MB", body: strings.Repeat("a", 50<<20), code: CodeTooLarge},
		{name: "tabs", body: fill("\t")},
		{name: "carriage returns", body: fill("\r")},
		{name: "fragments that nothing closes", body: fill("[a](b#") + ")"},
		{name: "bare ids", body: older + fill("RTE-1 ")},
		{name: "malformed ids", body: older + fill("RT-RTE-9x2 "), code: CodeMalformedID},
		{name: "shorthand", body: older + fill("RTE-1/2 "), code: CodeShorthand},
		{name: "ids in one label", body: older + "[" + fill("RTE-1, ") + "](./runtime.md)"},
		{name: "labels with ids and fragments", body: older + fill("[RTE-1 RTE-2](runtime.md#rt-rte-a) ")},
		{name: "ids in the heading of an annotation", body: older + "#### On RTE-1 — " + fill("RTE-2 ") + "\n"},
		{name: "bold labels", body: older + "#### MEM-RTE-p — p\n- **Effects.** " + fill("a. Expiry. b; owner: c. ")},
		{name: "statuses above routes", body: older + "### Routes\nAll have " + fill("implementation conclusion status: wired, and ") + "\n" + lines("#### RTE-1 — a\n")},
		{name: "routes below statuses", body: older + "### Routes\n" + strings.Repeat("Condition 1 conclusion status: absent in RTE-2.\n\n", 100) + distinctRoutes(30_000)},
		{name: "value amendments", body: older + "Amendment: OBJ-1's " + fill("“a” and ") + " is replaced by b."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			after := "\n\n## Shared records\n\n#### MEM-OBJ-after\n\nLabel: After\n"
			input := []byte(inSection("Shared records", tt.body) + after)
			var before, end runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			doc, diags := Format{}.Parse(diag.Source{Name: "hostile.md", Bytes: input})
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
			read := slices.ContainsFunc(doc.Records, func(r report.Record) bool { return r.Handle == "MEM-OBJ-after" })
			if read == tt.lost {
				t.Errorf("the record after it: read is %t", read)
			}
		})
	}
}

// older are headings that only a grammar before G5 has.
const older = "#### OBJ-1 — a\n\n#### OBJ-2 — b\n\n"

func distinctRoutes(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "#### RTE-%d — a\n", i)
	}
	return b.String()
}

func distinctDefinitions(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[a%d]: b\n", i)
	}
	return b.String()
}

func growingTicks(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		b.WriteString(strings.Repeat("`", i))
		b.WriteByte(' ')
	}
	return b.String()
}

func stairs(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	return b.String()
}

func wideTable(columns, rows int) string {
	return "|" + strings.Repeat("a|", columns) + "\n|" + strings.Repeat("-|", columns) + "\n" + strings.Repeat("|"+strings.Repeat("b|", columns)+"\n", rows)
}

// TestHostileFrontMatter: front matter that is a bomb, has aliases, is too deep, too large or broken
// is reported once, and the body is read.
func TestHostileFrontMatter(t *testing.T) {
	tests := []struct{ name, front, code string }{
		{"alias", "a: &a [x]\nb: *a\n", CodeFrontMatterAlias},
		{"alias bomb", "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c]\n", CodeFrontMatterAlias},
		{"merge key", "a: &a {x: y}\n<<: *a\n", CodeFrontMatterAlias},
		{"deep flow", "a: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + "\n", CodeFrontMatter},
		{"deep block", deepBlock(200), CodeFrontMatter},
		{"too large", "a: " + strings.Repeat("b", mdtext.MaxFrontMatter) + "\n", CodeFrontMatter},
		{"no YAML", "a: [b\n", CodeFrontMatter},
		{"a list", "- a\n- b\n", CodeFrontMatter},
		{"many keys", manyKeys(50_000), CodeUnknownKey},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			input := "---\n" + tt.front + "---\n## Shared records\n#### MEM-OBJ-after\nLabel: After\n"
			start := time.Now()
			doc, diags := Format{}.Parse(diag.Source{Name: "x", Bytes: []byte(input)})
			if took := time.Since(start); took > maxTook {
				t.Errorf("took %v", took)
			}
			parsetest.SaneDiags(t, diags, len(input))
			if !slices.ContainsFunc(diags, func(d diag.Diagnostic) bool { return d.Code == tt.code }) {
				t.Errorf("no %s among %v", tt.code, parsetest.DiagLines(diags)[:min(len(diags), 5)])
			}
			if len(doc.Records) != 1 || doc.Records[0].Label != "After" {
				t.Errorf("the body is not read: %+v", doc.Records)
			}
		})
	}
}

func deepBlock(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "k%d: v\n", i)
	}
	return b.String()
}
