package ingest

import (
	"context"
	"encoding/json"
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

// canonical parses a member of the Quillstore set in canonical text and lowers it. The keys are the
// lines of its front matter besides those that every member has.
func canonical(t *testing.T, typ, keys, body string) lowered {
	t.Helper()
	text := "---\ntype: types/agentic-system-" + typ + ".md\nrun-id: RUN-1\nreviewed-boundary: \"0123\"\n" + keys + "---\n" + body
	doc, diags := markdown.Format{}.Parse(diag.Source{Name: typ + ".md", Bytes: []byte(text)})
	if diags.HasErrors() {
		t.Fatalf("%+v", diags)
	}
	return lower(t, doc, quill)
}

// wantProps compares some properties that a batch states of a node.
func (b lowered) wantProps(id graph.ID, want graph.Props) {
	b.t.Helper()
	got := graph.Props{}
	said := b.says(id)
	for name := range want {
		got[name] = said[name]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		b.t.Errorf("%s (-want +got)\n%s", id, diff)
	}
}

func TestLowerLinksAndRun(t *testing.T) {
	b := canonical(t, "analysis-overview", `system: Quillstore
run-date: 2026-10-12
analysis-cutoff: "2026-10-11"
boundary-kind: repository
target-class: agentic system
evidence-tier: code
result-disposition: complete
`, `# Quillstore agentic-system analysis
## Bounded synthesis
[RT-RTE-a](runtime.md#rt-rte-a) is not MEM-OBJ-b.
`)
	b.wantProps("run:RUN-1", graph.Props{"cutoff": "2026-10-11", "boundaryKind": "repository", "targetClass": "agentic system",
		"evidenceTier": "code", "disposition": "complete", "date": nil})
	b.wantEdges("a link is declared, a bare id is text", []graph.RelType{graph.Cites},
		"document/overview CITES route/RT-RTE-a 15 record-link")
	for _, r := range b.Relationships {
		if r.Type == graph.Cites && (r.Certainty != graph.Declared || r.Heading != "Bounded synthesis") {
			t.Errorf("%+v", r)
		}
	}
}

// The three verifications of a run are three documents.
func TestLowerVerifications(t *testing.T) {
	seen := map[graph.ID]bool{}
	for _, verifies := range []string{"report", "profile", "synthesis"} {
		b := canonical(t, "verification", "", "# Quillstore "+verifies+` verification
## Verification
All was read.
## Blockers
- runtime: [RT-RTE-a](runtime.md#rt-rte-a) lacks an answer.
## Limits
- No host was read, see [MEM-OBJ-b](memory.md#mem-obj-b).
`)
		part := verifies + "-verification"
		seen[b.Origin.Document] = true
		b.wantProps(graph.NewID(graph.Document, "RUN-1", part), graph.Props{"role": "VERIFICATION"})
		b.wantProps(graph.NewID(graph.Issue, "RUN-1", part, "blocker", "1"), graph.Props{"issueType": "BLOCKER", "number": int64(1),
			"line": int64(10), "text": "runtime: RT-RTE-a lacks an answer."})
		b.wantProps(graph.NewID(graph.Issue, "RUN-1", part, "limit", "1"), graph.Props{"issueType": "LIMITATION", "number": int64(1),
			"line": int64(12), "prevents": nil})
		var members []string
		for _, member := range map[string][]string{"report": {"runtime", "memory", "epistemic", "reconciliation"},
			"profile": {"memory-profile"}, "synthesis": {"synthesis"}}[verifies] {
			members = append(members, "document/"+part+" VERIFIES document/"+member+" 0 verifies")
		}
		b.wantEdges(part+" verifies", []graph.RelType{graph.Verifies}, members...)
		b.wantEdges(part, []graph.RelType{graph.Concerns},
			"issue/"+part+"/blocker/1 CONCERNS route/RT-RTE-a 10 issue-item", "issue/"+part+"/limit/1 CONCERNS object/MEM-OBJ-b 12 issue-item")
	}
	if len(seen) != 3 {
		t.Errorf("three verifications are %d documents", len(seen))
	}
}

func TestLowerRegister(t *testing.T) {
	b := canonical(t, "boundary", "", `# Quillstore analysis boundary
## Boundary and evidence
See SRC-1 and SRC-4.
## Source register
| Source ID | Kind | Identity/location | Revision or capture | Evidence layer | Inspected scope | Citation anchors | Access gaps and conclusion prevented |
|---|---|---|---|---|---|---|---|
| SRC-1 | Git repository | `+"`https://example.org/quill/store` (access root: `/x`) | `0123` | implementation: `a.go`; `b.go`; doctrine: `R.md`"+` | rows | a | no host |
| SRC-2 | capture | https://papers.example.org/quill.pdf | 1 | doctrine | all | b | none |
| SRC-2 | git | https://example.org/other | 2 | x | y | z | a |
`)
	b.wantProps("source:RUN-1/SRC-1", graph.Props{"handle": "SRC-1", "sourceKind": "Git repository", "revision": "0123",
		"location": "https://example.org/quill/store (access root: /x)", "scope": "rows", "gaps": "no host",
		"layers": []string{"doctrine: R.md", "implementation: a.go; b.go"}})
	b.wantProps("source:RUN-1/SRC-2", graph.Props{"sourceKind": "capture", "revision": "1", "layers": []string{"doctrine"}})
	b.wantProps("source:RUN-1/SRC-4", graph.Props{"handle": "SRC-4", "sourceKind": nil})
	b.wantEdges("only a repository pins", []graph.RelType{graph.PinnedAt}, "source/SRC-1 PINNED_AT repository:example.org/quill/store 12 source-row")
	b.wantEdges("citations", []graph.RelType{graph.CitesSource},
		"document/boundary CITES_SOURCE source/SRC-1 8 source-token", "document/boundary CITES_SOURCE source/SRC-4 8 source-token")
}

func TestLowerLimitations(t *testing.T) {
	b := canonical(t, "synthesis", "", `# Quillstore synthesis
## Bounded synthesis
Text.
## Limitations
| limitation | affected source, record, or route IDs | inspected boundary | conclusion prevented | evidence that would resolve it |
|---|---|---|---|---|
| No run | [RT-RTE-a](runtime.md#rt-rte-a) | code | effects | a trace |

- No host, see [RT-RTE-c](runtime.md#rt-rte-c).
`)
	b.wantProps("issue:RUN-1/synthesis/limitation/1", graph.Props{"issueType": "LIMITATION", "title": "No run", "prevents": "effects",
		"wouldResolve": "a trace", "text": "No run | RT-RTE-a | code | effects | a trace", "line": int64(12)})
	b.wantProps("issue:RUN-1/synthesis/limitation/2", graph.Props{"issueType": "LIMITATION", "title": nil, "prevents": nil,
		"text": "No host, see RT-RTE-c.", "line": int64(14)})
	b.wantEdges("limitations", []graph.RelType{graph.Concerns, graph.Cites},
		"issue/synthesis/limitation/1 CITES route/RT-RTE-a 12 record-link", "issue/synthesis/limitation/1 CONCERNS route/RT-RTE-a 12 issue-item",
		"issue/synthesis/limitation/2 CITES route/RT-RTE-c 14 record-link", "issue/synthesis/limitation/2 CONCERNS route/RT-RTE-c 14 issue-item")
}

func TestLowerReconciliation(t *testing.T) {
	b := canonical(t, "reconciliation-report", "", `# Quillstore reconciliation
## Reconciliation
Amendment: [MEM-OBJ-a](memory.md#mem-obj-a) is superseded by [RT-OBJ-b](runtime.md#rt-obj-b) and [RT-OBJ-c](runtime.md#rt-obj-c); they split it. More follows.

Amendment: MEM-OBJ-h is superseded by `+"`RT-OBJ-i`"+`.

Amendment: [MEM-OBJ-j](memory.md#mem-obj-j)'s selection is replaced by another wording.

Unresolved conflict: [MEM-RTE-m](memory.md#mem-rte-m) and [RT-RTE-n](runtime.md#rt-rte-n) differ.
`)
	b.wantEdges("whom it amends", []graph.RelType{graph.Amends},
		"document/reconciliation AMENDS object/MEM-OBJ-a 8 amendment", "document/reconciliation AMENDS object/MEM-OBJ-h 10 amendment",
		"document/reconciliation AMENDS object/MEM-OBJ-j 12 amendment")
	b.wantEdges("supersessions", []graph.RelType{graph.SupersededBy},
		"object/MEM-OBJ-a SUPERSEDED_BY object/RT-OBJ-b 8 amendment", "object/MEM-OBJ-a SUPERSEDED_BY object/RT-OBJ-c 8 amendment",
		"object/MEM-OBJ-h SUPERSEDED_BY object/RT-OBJ-i 10 amendment")
	for _, r := range b.Relationships {
		if r.Type == graph.SupersededBy && r.Line == 8 &&
			(r.Certainty != graph.Declared || r.Sentence != "MEM-OBJ-a is superseded by RT-OBJ-b and RT-OBJ-c; they split it.") {
			t.Errorf("%+v", r)
		}
	}
	b.wantProps("issue:RUN-1/reconciliation/conflict/1", graph.Props{"issueType": "CONFLICT", "text": "MEM-RTE-m and RT-RTE-n differ."})
	b.wantEdges("the conflict", []graph.RelType{graph.Concerns},
		"issue/reconciliation/conflict/1 CONCERNS route/MEM-RTE-m 14 issue-item", "issue/reconciliation/conflict/1 CONCERNS route/RT-RTE-n 14 issue-item")
}

func TestLowerDenials(t *testing.T) {
	b := canonical(t, "memory-report", "", `# Quillstore memory report
## Shared records
### Operative objects
#### MEM-OBJ-a
Label: A

It lies in a file (SRC-1, `+"`a.go`"+`). No inspected
route **consumes** it; so far
as read. No later reader is shown.

MEM-RTE-b does not read it.
### Routes
#### MEM-RTE-b
Label: B
- Later read-back: It is kept,
  and that is all. It does not read [MEM-OBJ-a](#mem-obj-a).
`)
	b.wantProps("denial:RUN-1/memory/1", graph.Props{"denies": "CONSUMES", "line": int64(12), "endLine": int64(14), "rule": "deny/verb",
		"text": "No inspected route consumes it; so far as read."})
	b.wantProps("denial:RUN-1/memory/2", graph.Props{"denies": "READS", "line": int64(14), "endLine": int64(14), "rule": "deny/no-party",
		"text": "No later reader is shown."})
	b.wantProps("denial:RUN-1/memory/3", graph.Props{"denies": "READS", "line": int64(16)})
	b.wantProps("denial:RUN-1/memory/4", graph.Props{"denies": "READS", "line": int64(21), "endLine": int64(21)})
	b.wantEdges("denials, of which a bare id is no end", []graph.RelType{graph.Concerns},
		"denial/memory/1 CONCERNS object/MEM-OBJ-a 12 deny/verb", "denial/memory/2 CONCERNS object/MEM-OBJ-a 14 deny/no-party",
		"denial/memory/3 CONCERNS object/MEM-OBJ-a 16 deny/verb", "denial/memory/4 CONCERNS object/MEM-OBJ-a 21 deny/verb")
	b.wantEdges("what is denied is no flow", []graph.RelType{graph.Reads, graph.Consumes})
}

func TestLowerEpistemicRows(t *testing.T) {
	b := canonical(t, "epistemic-report", "", `# Quillstore epistemic report
## Epistemic-object inventory
| object ID | truth-apt content | claimed role | evidence | gap |
|---|---|---|---|---|
| [RT-OBJ-y](runtime.md#rt-obj-y) | rows | record | SRC-1 | none |
## Authority-route ledger
Route ID: [RT-RTE-a](runtime.md#rt-rte-a); [MEM-RTE-b](memory.md#mem-rte-b)
Route function: retention
Architectural status: implemented
Object/candidate ID: [RT-OBJ-y](runtime.md#rt-obj-y)
Claim IDs or none: [RT-CLM-d](runtime.md#rt-clm-d)
## System-claim versus route comparison
| claim ID | claimed operation | source/layer | doctrine support | implemented route IDs | observed-run | causal | supported conclusion | mismatch |
|---|---|---|---|---|---|---|---|---|
| [RT-CLM-d](runtime.md#rt-clm-d) | keeps rows | SRC-1 | yes | [RT-RTE-a](runtime.md#rt-rte-a), [RT-OBJ-y](runtime.md#rt-obj-y) | no | no | wired | narrower |
`)
	b.wantProps("finding:RUN-1/epistemic/object_inventory/1", graph.Props{"axis": "object_inventory", "value": "record", "unit": "RT-OBJ-y",
		"text": "RT-OBJ-y | rows | record | SRC-1 | none", "line": int64(10)})
	b.wantProps("finding:RUN-1/epistemic/authority_route_ledger/1", graph.Props{"axis": "authority_route_ledger", "value": "retention",
		"assessment": "implemented", "unit": "RT-RTE-a; MEM-RTE-b"})
	b.wantProps("finding:RUN-1/epistemic/claim_comparison/1", graph.Props{"value": "wired", "unit": "RT-CLM-d"})
	b.wantEdges("rows", []graph.RelType{graph.Assesses, graph.Concerns, graph.ImplementedBy},
		"finding/epistemic/object_inventory/1 ASSESSES object/RT-OBJ-y 10 table-cell",
		"finding/epistemic/authority_route_ledger/1 ASSESSES route/RT-RTE-a 12 table-cell",
		"finding/epistemic/authority_route_ledger/1 ASSESSES route/MEM-RTE-b 12 table-cell",
		"finding/epistemic/authority_route_ledger/1 ASSESSES object/RT-OBJ-y 12 table-cell",
		"finding/epistemic/authority_route_ledger/1 CONCERNS claim/RT-CLM-d 12 table-cell",
		"finding/epistemic/claim_comparison/1 CONCERNS claim/RT-CLM-d 20 table-cell",
		"finding/epistemic/claim_comparison/1 CONCERNS route/RT-RTE-a 20 table-cell",
		"finding/epistemic/claim_comparison/1 CONCERNS object/RT-OBJ-y 20 table-cell",
		"claim/RT-CLM-d IMPLEMENTED_BY route/RT-RTE-a 20 table-cell")
}

func TestLowerProfile(t *testing.T) {
	b := canonical(t, "memory-profile", `memory-comparison:
  version: 2
  axes:
    storage_substrate:
      assessment: partial
      units:
        - scope: rows
          assessment: known
          findings:
            - {value: sqlite, basis: causally supported, note: read directly, records: [memory.md#mem-obj-shelf]}
            - {value: files, basis: wired}
        - {scope: notes, assessment: uninspected}
    trace_source: {assessment: absent, records: [memory.md#mem-abs-trace]}
`, "# Quillstore memory profile\n## Comparison rationale\nText.\n")
	b.wantProps("finding:RUN-1/memory-profile/storage_substrate/1", graph.Props{"axis": "storage_substrate", "value": "sqlite", "unit": "rows",
		"assessment": "known", "basis": "CAUSALLY_SUPPORTED", "text": "read directly", "line": int64(14)})
	b.wantProps("finding:RUN-1/memory-profile/storage_substrate/2", graph.Props{"value": "files", "basis": "WIRED", "line": int64(15)})
	b.wantProps("finding:RUN-1/memory-profile/storage_substrate/3", graph.Props{"value": nil, "unit": "notes", "assessment": "uninspected", "basis": nil})
	b.wantProps("finding:RUN-1/memory-profile/trace_source/1", graph.Props{"assessment": "absent", "unit": nil})
	b.wantEdges("the profile", []graph.RelType{graph.HasFinding, graph.Supports},
		"run HAS_FINDING finding/memory-profile/storage_substrate/1 14 profile-finding",
		"run HAS_FINDING finding/memory-profile/storage_substrate/2 15 profile-finding",
		"run HAS_FINDING finding/memory-profile/storage_substrate/3 16 profile-finding",
		"run HAS_FINDING finding/memory-profile/trace_source/1 17 profile-finding",
		"object/MEM-OBJ-shelf SUPPORTS finding/memory-profile/storage_substrate/1 14 profile-finding",
		"absence/MEM-ABS-trace SUPPORTS finding/memory-profile/trace_source/1 17 profile-finding")
}

// TestLoadCanonical: members of one run, three verifications among them, load side by side, and what
// readers see is what the journal says.
func TestLoadCanonical(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	const run = "run-id: AAS-2026-10-12-quillstore-01\nreviewed-boundary: \"0123456789012345678901234567890123456789\"\n---\n"
	for _, verifies := range []string{"report", "profile", "synthesis"} {
		write(t, dir, verifies+"-verification.md", "---\ntype: types/agentic-system-verification.md\n"+run+"# Quillstore "+verifies+
			" verification\n## Verification\nRead.\n## Blockers\n- memory: [MEM-OBJ-shelf](memory.md#mem-obj-shelf) is thin.\n## Limits\nnone\n")
	}
	data, err := os.ReadFile(filepath.Join("markdown", "testdata", "set", "memory.md"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "memory.md", string(data))
	sum, err := Load(context.Background(), g, []Format{markdown.Format{}, rendered.Format{}}, []string{dir}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	wantOutcomes(t, sum, "memory.md ADDED", "profile-verification.md ADDED", "report-verification.md ADDED", "synthesis-verification.md ADDED")
	for part, number := range map[string]int{"memory": 2, "report-verification": 1, "profile-verification": 1, "synthesis-verification": 1} {
		id := graph.NewID(graph.Document, "AAS-2026-10-12-quillstore-01", part)
		issues := 0
		for _, l := range outgoing(t, g, id, graph.Declares) {
			if l.Far.ID.Kind() == graph.Issue {
				issues++
			}
		}
		if issues != number {
			t.Errorf("%s declares %d issues, want %d", part, issues, number)
		}
	}
	verify(t, g)
}

// TestCanonicalAsRendered: a canonical member and its renderings, filed under the same identity, state
// the same but for lines and what a rendering loses.
func TestCanonicalAsRendered(t *testing.T) {
	read := func(name string, parse func(diag.Source) (report.Document, diag.List)) []string {
		t.Helper()
		data, err := os.ReadFile(filepath.Join("markdown", "testdata", "set", name))
		if err != nil {
			t.Fatal(err)
		}
		doc, diags := parse(diag.Source{Name: name, Bytes: data})
		if diags.HasErrors() {
			t.Fatalf("%s: %+v", name, diags)
		}
		return factsWithoutLines(t, lower(t, doc, quill))
	}
	want := read("memory.md", markdown.Format{}.Parse)
	if len(want) < 60 {
		t.Fatalf("%d facts", len(want))
	}
	for _, name := range []string{"memory.ra.txt", "memory.rb.txt"} {
		if diff := cmp.Diff(want, read(name, rendered.Format{}.Parse)); diff != "" {
			t.Errorf("%s (-canonical +rendered)\n%s", name, diff)
		}
	}
}

// lostInRendering are the properties of places, of the document itself and of the columns of tables.
var lostInRendering = []string{"line", "endLine", "readBack.line", "format", "grammar", "lines", "sections", "losses",
	"entryPoint", "inspection", "conclusion", "mode"}

func factsWithoutLines(t *testing.T, b lowered) (facts []string) {
	t.Helper()
	for _, c := range b.Contributions {
		for _, name := range lostInRendering {
			delete(c.Props, name)
		}
		if c.Kind == graph.Coverage {
			delete(c.Props, "text")
		}
		for _, name := range []string{"fields", "statuses", "answers"} {
			if text := c.Props.String(name); text != "" {
				c.Props[name] = jsonText(withoutLines(t, text))
			}
		}
		facts = append(facts, fmt.Sprintf("%s %v %s", c.Node, c.Role, jsonText(c.Props)))
	}
	for _, r := range b.Relationships {
		facts = append(facts, strings.Join([]string{string(r.Type), string(r.Source), string(r.Target)}, " "))
	}
	slices.Sort(facts)
	return slices.Compact(facts)
}

func withoutLines(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	var strip func(any)
	strip = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, item := range v {
				strip(item)
			}
		case map[string]any:
			delete(v, "line")
			for _, item := range v {
				strip(item)
			}
		}
	}
	strip(v)
	return v
}
