package markdown

import (
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/internal/parsetest"
)

// checkSane fails when anything read from an input points outside of it, or a citation is no link.
func checkSane(t *testing.T, input []byte) {
	t.Helper()
	doc, lines := parsetest.Sane(t, Format{}, input)
	for _, c := range doc.Citations {
		if doc.Grammar != grammarG5 {
			break // bare ids
		}
		before := strings.TrimRight(lines[c.Line-1][:c.Column-1], "`*_\\ \t")
		if !strings.HasSuffix(before, "[") {
			t.Fatalf("%s at %d:%d is no link's label: %q", c.Handle, c.Line, c.Column, lines[c.Line-1])
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range parsetest.Cases(f, minCases) {
		f.Add(c.Input)
	}
	for _, odd := range []string{
		"", "\n", "\xff", "a\x00b", mdtext.ByteOrderMark, "---", "---\n---\n", "---\na: b\n---", "---\n&a [*a]\n---\nx", "#### MEM-OBJ-a", "> --- a/b.go",
		"#### MEM-OBJ-a\n- \n\t>> a\n  Part of: x", "|a|\n|-|\nb", "[a](b", "`` ` ```", "***a** b*", "~~~\n#### MEM-OBJ-a",
		"#### RTE-1 — a\nPart of: OBJ-1\n- **Effects.** b. **Expiry.** c.", "#### On RT-OBJ-1 — a", "[RTE-1, RTE-2–3](./runtime.md)", "[runtime](a#rt-rte-b) MEM-OBJ-b",
		"## Shared records\n### Operative objects\n#### MEM-OBJ-e\nLabel: E\n\nPart [of: RT-OBJ-a](runtime.md#rt-obj-a)\n",
	} {
		f.Add([]byte(odd))
	}
	f.Fuzz(func(t *testing.T, input []byte) { checkSane(t, input) })
}

// TestDamaged reads every case cut off at many places and with bytes changed, from a fixed source of
// chance.
func TestDamaged(t *testing.T) {
	for _, c := range parsetest.Cases(t, minCases) {
		for damaged := range parsetest.Damaged(c.Input, 200, "\n -|.:#`\x00\xffaA0>[]()*_~\t\\\r") {
			checkSane(t, damaged)
		}
	}
}
