package ingest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/markdown"
	"github.com/crosswalk-graph/crosswalk/ingest/rendered"
)

// TestHostileInputIsLinear parses and lowers documents that repeat one construct very often, in many
// lines and in one: whatever is done again for all that went before takes minutes here. It stands beside
// the test of the same name in package rendered, which has what makes no facts.
func TestHostileInputIsLinear(t *testing.T) {
	const (
		size   = 1 << 20
		head   = "Quillstore memory report\nType: types/agentic-system-memory-report.md\n"
		record = "Shared records\nRoutes\nMEM-RTE-a\nLabel: A\n"
	)
	many := func(unit string) string { return strings.Repeat(unit, size/len(unit)) }
	long := func(prefix, unit string) string {
		return prefix + strings.Repeat(unit, (size-len(prefix)-1)/len(unit)) + "\n"
	}
	numbered := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for name, body := range map[string]string{
		"stops in lines":             "Write side\n" + many(".. \n"),
		"stops in a line":            "Write side\n" + long("", ".. "),
		"stops after digits":         "Write side\n" + long("", "1. "),
		"one quotation again":        record + numbered(50_000, "The same text. --- a/b.go:%d\n"),
		"one quotation, more ranges": record + numbered(5_000, "The same text. --- a/b.go:1-2,7,%d,9\n"),
		"quotations":                 record + numbered(30_000, "Text %d. --- a/b.go\n"),
		"quotations in a line":       record + long("", "Text. --- a/b.go "),
		"ids in a line":              record + long("", "MEM-OBJ-a "),
		"ids":                        record + many("See MEM-OBJ-a and RT-OBJ-b.\n"),
		"new ids":                    record + numbered(50_000, "See MEM-OBJ-a%d.\n"),
		"an id of many words":        record + numbered(20, "MEM-RTE-b%d\nLabel: B\n") + strings.Repeat(long("See MEM-OBJ", "-a"), 3),
		"wordings before one list":   record + many(strings.Repeat("distinct from ", 130)+strings.Repeat("RT-OBJ-b, ", 200)+"RT-OBJ-c.\n"),
		"closest":                    record + long("", "closest RT-OBJ-b; "),
		"sources":                    record + many("SRC-1 at SRC-2, a/b.go and c/d.go.\n"),
		"sources in a line":          record + long("", "SRC-1, a/b.go, "),
		"answers":                    record + many("- Later read-back: as RT-RTE-b; uninspected\n"),
		"a long answer":              record + long("- Later read-back: ", "later runs read it; "),
		"an answer of ids":           record + long("- Later read-back: as RT-RTE-b, ", "RT-RTE-c and "),
		"an answer of stops":         record + long("- Later read-back: ", ".. "),
		"an answer of negations":     record + long("- Later read-back: no later ", "run never not reads "),
		"fields":                     record + numbered(50_000, "- Label %d: text\n"),
		"labels in a line":           record + long("", "Lineage: a; owner: b. "),
		"statuses":                   record + many("- operation conclusion status: wired\n"),
		"status values in a line":    record + long("- operation conclusion status: wired", ", wired"),
		"layers, then records": record + numbered(60_000, "- layer%d conclusion status: wired\n") +
			numbered(60_000, "MEM-RTE-b%d\nLabel: B\n- operation conclusion status: wired\n"),
		"records":             record + numbered(30_000, "MEM-RTE-a%d\nLabel: A\nPart of: MEM-RTE-b\n"),
		"annotations":         "Annotations\n" + numbered(30_000, "On RT-RTE-a%d\nText.\n") + many("On RT-RTE-a\nText.\n")[:200_000],
		"ideas":               "Core ideas\n" + many("- Idea. MEM-OBJ-a\n"),
		"issues":              "Integration issues\n" + many("- Issue: MEM-OBJ-a\n"),
		"rows":                "Boundary and evidence\n| Entry | Path | Record |\n|---|---|---|\n" + many("| a | b/c.go | MEM-OBJ-a |\n"),
		"rows below one head": "Boundary and evidence\n| " + strings.Repeat("direct ", size/8) + " | b |\n|---|---|\n" + many("| a | b |\n"),
		"flat rows":           "Boundary and evidence\n\nEntry point source path inspection mode conclusion\n" + many("Start a/b.go Wired\n"),
		"ids and paths in a flat row": "Boundary and evidence\n\nEntry point source path inspection mode conclusion\nA a/b.go B\n" +
			strings.Repeat(long("Start "+strings.Repeat("RT-OBJ-a ", size/18), "a/b.go, "), 3),
		"denials":              record + many("No inspected route consumes it.\n"),
		"denials in a line":    record + long("", "No route reads it and nothing consumes it, "),
		"denials in one issue": "Integration issues\n" + long("- Issue: ", "MEM-OBJ-a is named. No later reader is shown. "),
		"sections":             "Write side\n" + many("A free heading\nText of it.\n"),
	} {
		t.Run(name, func(t *testing.T) { lowerHostile(t, head+body) })
	}
	t.Run("a long title", func(t *testing.T) {
		lowerHostile(t, strings.Repeat("Quill ", size/8)+head[strings.Index(head, " memory report"):]+record+many("See MEM-OBJ-a.\n"))
	})
}

// Cells of very many ids state no pairs and multiply no text.
func TestHostileTablesAreLinear(t *testing.T) {
	const rule = "|---|---|---|---|---|---|---|---|---|\n"
	ids := func(kind string) string {
		return strings.Repeat("[RT-"+kind+"-a](runtime.md#rt-"+strings.ToLower(kind)+"-a) ", 10_000)
	}
	head := "---\ntype: types/agentic-system-epistemic-report.md\nrun-id: R\nreviewed-boundary: \"0123\"\n---\n# Quillstore epistemic report\n"
	lowerWithin(t, markdown.Format{}, head+"## System-claim versus route comparison\n|a|b|c|d|e|f|g|h|i|\n"+rule+
		"| "+ids("CLM")+"|b|c|d| "+ids("RTE")+"|f|g|h|i|\n")
	lowerWithin(t, markdown.Format{}, head+"## Authority-route ledger\n"+
		strings.Repeat("Route ID: [RT-RTE-a](runtime.md#rt-rte-a)\nRoute function: retention\n\n", 10_000))
}

func lowerHostile(t *testing.T, text string) { lowerWithin(t, rendered.Format{}, text) }

// lowerWithin parses and lowers a document within a time that only a busy machine or a loop within a
// loop exceeds.
func lowerWithin(t *testing.T, f Format, text string) {
	start := time.Now()
	doc, _ := f.Parse(diag.Source{Name: "hostile.txt", Bytes: []byte(text)})
	parsed := time.Since(start)
	if id, ok := Identify(&doc, Stated{}); ok {
		Lower(doc, id)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("%d bytes took %v, %v of it to parse", len(text), took, parsed)
	} else if testing.Verbose() {
		t.Logf("%d bytes: %v to parse, %v to lower", len(text), parsed, took-parsed)
	}
}
