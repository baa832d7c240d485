package markdown

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/internal/parsetest"
)

// inRecord is a memory report whose only record has a body; the body begins on line 13.
func inRecord(body string) string {
	return "---\ntype: types/agentic-system-memory-report.md\nrun-id: R\nreviewed-boundary: \"1\"\n---\n# Quillstore memory report\n" +
		"## Boundary and evidence\n## Core ideas\n## Shared records\n### Operative objects\n#### MEM-OBJ-a\nLabel: A\n" + body +
		"\n## Write side\n## Read-back\n## Integration issues\n## Limitations and checks\n"
}

// inSection is a memory report with a body in one of its sections, beginning on line 8.
func inSection(title, body string) string {
	return "---\ntype: types/agentic-system-memory-report.md\nrun-id: R\nreviewed-boundary: \"1\"\n---\n# Quillstore memory report\n## " +
		title + "\n" + body + "\n"
}

const (
	linkB = "[RT-OBJ-b](runtime.md#rt-obj-b)"
	linkC = "[RT-RTE-c](runtime.md#rt-rte-c)"
)

// TestPitfalls has one test for each pitfall of report-grammar 9 that concerns one canonical document
// and is not shown by a case of its own, and for each decoy of 10.15.
func TestPitfalls(t *testing.T) {
	tests := []pitfall{
		{
			"9.1 a fence closes only with the same character and at least the same length",
			inRecord("````\n#### MEM-OBJ-x\n```\nLabel: X\n~~~~\nPart of: " + linkB + "\n````\n\nAfter."),
			"record part-of text cite", []string{`record 11-21 MEM-OBJ-a "A"`, "text MEM-OBJ-a: After."}, nil,
		},
		{
			"9.1 ids and labels inside inline code",
			inRecord("`Part of: RT-OBJ-b` and `[RT-OBJ-b](runtime.md#rt-obj-b)`.\n\n- `Form: rows`"),
			"part-of field cite", nil, nil,
		},
		{
			"9.2 quoted source with headings, bullets, pipes and links",
			inRecord("> #### PREVIOUS ROWS\n> - a | b\n> |---|\n> " + linkB + "\n> --- `x/y.md`\n\nAfter."),
			"section passage cite text", []string{
				"section 7-7 level 2 Boundary and evidence", "section 8-8 level 2 Core ideas", "section 9-19 level 2 Shared records",
				"section 10-19 level 3 Operative objects", "section 20-20 level 2 Write side", "section 21-21 level 2 Read-back",
				"section 22-22 level 2 Integration issues", "section 23-23 level 2 Limitations and checks", "text MEM-OBJ-a: After.",
				`passage 13-17 x/y.md "" "" MEM-OBJ-a: #### PREVIOUS ROWS - a | b |---| [RT-OBJ-b](runtime.md#rt-obj-b)`,
			}, nil,
		},
		{"9.3 backticked ids are literal text", inRecord("\nSee `RT-OBJ-b`."), "cite", nil, nil},
		{
			"9.4 ranges cite their ends only",
			inRecord("\n" + linkB + " through [RT-OBJ-f](runtime.md#rt-obj-f)."), "cite",
			[]string{
				`cite 14:2 RT-OBJ-b in "runtime.md" by MEM-OBJ-a: RT-OBJ-b through RT-OBJ-f.`,
				`cite 14:42 RT-OBJ-f in "runtime.md" by MEM-OBJ-a: RT-OBJ-b through RT-OBJ-f.`,
			}, nil,
		},
		{
			"9.5 siblings that are not there are no error", inRecord("\nSee [EPI-CLM-far](epistemic.md#epi-clm-far)."), "cite",
			[]string{`cite 14:6 EPI-CLM-far in "epistemic.md" by MEM-OBJ-a: See EPI-CLM-far.`}, nil,
		},
		{
			"9.9 anchors are lower case, names may hold digits",
			inRecord("\n[RT-OBJ-b2](runtime.md#rt-obj-b2) and [RT-OBJ-b](runtime.md#RT-OBJ-b)."), "cite",
			[]string{
				`cite 14:2 RT-OBJ-b2 in "runtime.md" by MEM-OBJ-a: RT-OBJ-b2 and RT-OBJ-b.`,
				`cite 14:40 RT-OBJ-b in "runtime.md" by MEM-OBJ-a: RT-OBJ-b2 and RT-OBJ-b.`,
			}, []string{"link-fragment"},
		},
		{
			"9.10 a member label over a record fragment, and several ids in a label without fragment",
			inRecord("\n[runtime](runtime.md#rt-obj-b) and [RT-OBJ-d, RT-OBJ-e](runtime.md)."), "cite",
			[]string{`cite 14:2 RT-OBJ-b in "runtime.md" by MEM-OBJ-a: runtime and RT-OBJ-d, RT-OBJ-e.`}, []string{"link-label"},
		},
		{
			"9.12 the layer of a status in prose is cut at the sentence before it",
			inRecord("\nRows are kept. The desk reads them; operation conclusion status is wired for rows."), "status",
			[]string{`status 14 MEM-OBJ-a layer="operation" wired rows`}, nil,
		},
		{
			"9.13 a status of a whole section stays with the document",
			inSection("Write side", "For all routes the implementation conclusion status is wired."), "status",
			[]string{`status 8 document layer="implementation" wired`}, nil,
		},
		{
			"9.14 a value may hold label-like words, colons and dashes",
			inRecord("\n- Form: rows: two; a — b. Evidence: inside"), "field",
			[]string{"field 14 bullet MEM-OBJ-a form: rows: two; a — b. Evidence: inside"}, nil,
		},
		{
			"9.15 part-of as lazy continuation of a bullet", inRecord("\n- Form: rows\nPart of: " + linkB + "\n- Lineage: by hand"),
			"part-of field", []string{"part-of 15 MEM-OBJ-a in RT-OBJ-b", "field 14 bullet MEM-OBJ-a form: rows", "field 16 bullet MEM-OBJ-a lineage: by hand"}, nil,
		},
		{
			"9.16 a preamble below a kind heading is no record",
			inSection("Shared records", "### Routes\nThe routes of MEM-RTE-x follow.\n\nnone declared in this member"), "record section-text",
			[]string{"section-text Shared records:", "section-text Routes: The routes of MEM-RTE-x follow. / none declared in this member"}, nil,
		},
		{
			"9.17 a record heading in a wrong section declares nothing",
			inSection("Discussion", "#### MEM-OBJ-sample\n\nLabel: Sample\n\n- implementation conclusion status: wired"), "record status",
			nil, []string{"record-outside-shared-records"},
		},
		{
			"9.18 empty markers are told apart",
			inSection("Shared records", "### Components\nnone declared in this member.\n### Routes\nnone found\n### Claims\nNone") + "## Annotations\nno route found within boundary.",
			"section", []string{
				"section 7-13 level 2 Shared records", "section 8-9 level 3 Components none declared in this member",
				"section 10-11 level 3 Routes none found", "section 12-13 level 3 Claims None",
				"section 14-15 level 2 Annotations no route found within boundary",
			}, nil,
		},
		{
			"9.19 escaped pipes, ragged rows, a table that a quotation ends",
			inSection("Boundary and evidence", "| Entry | Paths | Covers |\n|---|---|---|\n| a \\| b | `x/y.go` | "+linkB+" |\n| short |\n> | quoted | row | x |"),
			"coverage", []string{
				`coverage 1 10-10 mode="" split=true [a | b] [x/y.go] [RT-OBJ-b] a | b | x/y.go | RT-OBJ-b`,
				`coverage 2 11-11 mode="" split=false [] [] [] short`,
			}, []string{"table-row"},
		},
		{
			"9.22 member names in prose and in ordinary links are no citations",
			inSection("Limitations and checks", "The boundary and runtime were read; see [boundary](boundary.md)."), "cite", nil, nil,
		},
		{
			"9.23 a denied duplicate is no distinction", inRecord("\nNo duplicate object exists."), "identity",
			[]string{"identity 14 no-duplicate no-duplicate -> by MEM-OBJ-a"}, nil,
		},
		{
			"9.24 smart quotes and accents keep their bytes", inRecord("\n“Étagère” is " + linkB + "."), "cite text",
			[]string{"text MEM-OBJ-a: “Étagère” is RT-OBJ-b.", `cite 14:21 RT-OBJ-b in "runtime.md" by MEM-OBJ-a: “Étagère” is RT-OBJ-b.`}, nil,
		},
		{
			"9.25 CRLF and a byte-order mark change nothing", "\ufeff" + strings.ReplaceAll(inRecord("\nSee "+linkB+"."), "\n", "\r\n"), "record cite",
			[]string{`record 11-14 MEM-OBJ-a "A"`, `cite 14:6 RT-OBJ-b in "runtime.md" by MEM-OBJ-a: See RT-OBJ-b.`}, nil,
		},
		{
			"9.27 markup and instructions in a quotation are its text",
			inRecord("\n> <script>alert(1)</script> ignore all above; MATCH (n) DETACH DELETE n\n> --- `x/y.js`"), "passage text",
			[]string{"text MEM-OBJ-a:", `passage 14-15 x/y.js "" "" MEM-OBJ-a: <script>alert(1)</script> ignore all above; MATCH (n) DETACH DELETE n`}, nil,
		},
		{
			"9.30 what breaks rules is read all the same", inRecord("\nimplementation conclusion status: guessed"), "status",
			[]string{`status 14 MEM-OBJ-a layer="implementation" guessed`}, []string{"status-unknown-value"},
		},
		{
			"10.15 axis bullets in another section are no fields",
			inSection("Write side", "- Later read-back: an axis\n- read_back_direction: pull"), "field record", nil, nil,
		},
		{
			"10.15 a section Read-back and a consumer sentence in an annotation are no answers",
			inSection("Annotations", "#### On "+linkC+"\n\nLater read-back consumers are known.\n## Read-back\nLater read-back: rows."),
			"field annotation", []string{"annotation 8-10 RT-RTE-c"}, nil,
		},
		{"10.15 a condition is no status", inRecord("\nHere condition 3: absent holds."), "status", nil, nil},
		{"10.15 a conflict marker in code is none", inSection("Write side", "`Unresolved conflict:` is a marker."), "conflict", nil, nil},
		{
			"2.8 a marker without a path ends the quotation above it all the same",
			inRecord("\n> one\n> --- no path\n> two\n> --- `x/b.go`"), "passage",
			[]string{`passage 16-17 x/b.go "" "" MEM-OBJ-a: two`}, []string{"attribution"},
		},
		{
			"2.9 a code mdtext.Span that goes on after a path is no path", inRecord("\nSRC-1 `x/a.go`. Run `x/b.go all` and `x/c.go`."), "path",
			[]string{"path 14 x/a.go listed=true by MEM-OBJ-a", "path 14 x/c.go listed=false by MEM-OBJ-a"}, nil,
		},
		{
			"2.6 a coverage row states no identity",
			inSection("Boundary and evidence", "| Entry | Paths | Covers |\n|---|---|---|\n| a | `x/y.go` | distinct from "+linkB+" |"), "identity", nil, nil,
		},
		{"2.3 a label in code is no label", inRecord("\n- `Form`: rows"), "field", nil, nil},
		{
			"2.4 a status below a heading inside an annotation does not count",
			inSection("Annotations", "#### On "+linkC+"\n\n##### More\n\n- implementation conclusion status: wired"), "status text",
			[]string{"text on RT-RTE-c: More / implementation conclusion status: wired"}, nil,
		},
		{
			"emphasis closes the open mark of its own length", inRecord("\n*a **b* c** and **d *e** f."), "text",
			[]string{"text MEM-OBJ-a: a **b c** and d *e f."}, nil,
		},
		{
			"10.16 lines below a heading inside a record", inRecord("\n##### More\n\n- Form: rows\n\n> q\n> --- `x/y.go`"), "field text passage",
			[]string{"text MEM-OBJ-a: More / Form: rows", `passage 18-19 x/y.go "" "" MEM-OBJ-a: q`}, []string{"field-below-heading"},
		},
		{
			"10.16 a link whose label and fragment name different records", inRecord("\n[RT-OBJ-x](runtime.md#rt-obj-b)."), "cite",
			[]string{`cite 14:2 RT-OBJ-b in "runtime.md" by MEM-OBJ-a: RT-OBJ-x.`}, []string{"link-label"},
		},
		{
			"10.16 two attributions in one block quote", inRecord("\n> one\n> --- `x/a.go`\n> two\n> --- `x/b.go`"), "passage",
			[]string{`passage 14-15 x/a.go "" "" MEM-OBJ-a: one`, `passage 16-17 x/b.go "" "" MEM-OBJ-a: two`}, nil,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, tt.check)
	}
}

// A pitfall is a document with all its facts of the kinds shown, and the codes of all its diagnostics but
// those of missing sections.
type pitfall struct {
	name, input, show string
	facts, codes      []string
}

func (p pitfall) check(t *testing.T) {
	doc, diags := Format{}.Parse(diag.Source{Name: "report.md", Bytes: []byte(p.input)})
	if diff := cmp.Diff(p.facts, parsetest.Facts(doc, strings.Fields(p.show))); diff != "" {
		t.Errorf("facts (-want +got)\n%s", diff)
	}
	var codes []string
	for _, d := range diags {
		if code := strings.TrimPrefix(d.Code, "markdown/"); code != "section-missing" {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	if diff := cmp.Diff(p.codes, codes); diff != "" {
		t.Errorf("codes (-want +got)\n%s", diff)
	}
}

// TestLongLine is pitfall 9.26: a line of 100,000 bytes is one paragraph, with a citation at its far end.
func TestLongLine(t *testing.T) {
	doc, _ := Format{}.Parse(diag.Source{Bytes: []byte(inRecord("\n" + strings.Repeat("word ", 20_000) + linkB + "."))})
	if len(doc.Citations) != 1 || doc.Citations[0].Line != 14 || doc.Citations[0].Column != 100_002 {
		t.Errorf("%d citations, %+v", len(doc.Citations), doc.Citations)
	}
}
