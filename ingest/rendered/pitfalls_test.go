package rendered

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/internal/parsetest"
)

const preamble = "Lamp memory report\n\nType: types/agentic-system-memory-report.md\n\n"

// inRoute is a rendering with blank lines whose only record is a route; its body begins on line 13.
func inRoute(body string) string {
	return preamble + "Shared records\n\nRoutes\n\nMEM-RTE-light\n\nLabel: Light\n\n" + body + "\n\nWrite side\n\nDone."
}

// inSection is a rendering with a body in one of its sections, beginning on line 7.
func inSection(title, body string) string { return preamble + title + "\n\n" + body }

// tight is the same text from the renderer that leaves no blank lines.
func tight(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\n\n", "\n"), "  • ", "- ")
}

// TestPitfalls has one test for each pitfall of report-grammar 9 that concerns a rendering of one
// document and for each decoy of 10.15. Each lists all facts of the kinds shown, and the codes of all
// diagnostics but those of what a short text leaves out.
func TestPitfalls(t *testing.T) {
	tests := []struct {
		name, input, show string
		facts, codes      []string
	}{
		{
			"9.1 ids, labels, part-of and answers inside a quotation",
			inRoute("Label: X of RT-OBJ-b; Part of: RT-OBJ-c; Later read-back: none --- x/y.go"), "record part-of field cite passage",
			[]string{`record 9-13 MEM-RTE-light "Light"`, `passage 13-13 x/y.go "" "" MEM-RTE-light: Label: X of RT-OBJ-b; Part of: RT-OBJ-c; Later read-back: none`}, nil,
		},
		{
			"9.2 quoted source with bullets, pipes and a heading's words",
			inRoute("  • Later read-back: quoted | a\n  • Routes --- x/y.md"), "field passage section",
			[]string{
				"section 5-14 level 2 Shared records", "section 7-14 level 3 Routes", "section 16-18 level 2 Write side",
				`passage 13-14 x/y.md "" "" MEM-RTE-light lossy: Later read-back: quoted | a Routes`,
			}, []string{"lost-list-marks"},
		},
		{
			"9.4 ranges cite their ends only", inRoute("RT-OBJ-b through RT-OBJ-f, or RT-OBJ-g–RT-OBJ-k."), "cite",
			[]string{
				"cite 13:1 RT-OBJ-b by MEM-RTE-light: RT-OBJ-b through RT-OBJ-f, or RT-OBJ-g–RT-OBJ-k.",
				"cite 13:18 RT-OBJ-f by MEM-RTE-light: RT-OBJ-b through RT-OBJ-f, or RT-OBJ-g–RT-OBJ-k.",
				"cite 13:31 RT-OBJ-g by MEM-RTE-light: RT-OBJ-b through RT-OBJ-f, or RT-OBJ-g–RT-OBJ-k.",
				"cite 13:42 RT-OBJ-k by MEM-RTE-light: RT-OBJ-b through RT-OBJ-f, or RT-OBJ-g–RT-OBJ-k.",
			}, nil,
		},
		{
			"9.5 siblings that are not there are no error", inRoute("See EPI-CLM-far."), "cite",
			[]string{"cite 13:5 EPI-CLM-far by MEM-RTE-light: See EPI-CLM-far."}, nil,
		},
		{
			"9.9 names may hold digits", inRoute("RT-OBJ-b2."), "cite", []string{"cite 13:1 RT-OBJ-b2 by MEM-RTE-light: RT-OBJ-b2."}, nil,
		},
		{
			"9.12 the layer of a status in prose is cut at the sentence before it",
			inRoute("Rows are kept. The desk reads them; operation conclusion status is wired for rows."), "status",
			[]string{`status 13 MEM-RTE-light layer="operation" wired rows`}, nil,
		},
		{
			"9.13 a status of a whole section stays with the document",
			inSection("Write side", "For all routes the implementation conclusion status is wired."), "status",
			[]string{`status 7 document layer="implementation" wired`}, nil,
		},
		{
			"9.14 an answer may hold colons, semicolons, dashes and label-like words",
			inRoute("  • Immediate return: rows: two; a — b. Evidence: inside"), "field",
			[]string{"field 13 bullet MEM-RTE-light immediate return: rows: two; a — b. Evidence: inside"}, nil,
		},
		{
			"9.15 a lazy part-of line, which a renderer joined to its bullet", inRoute("  • Form: rows. Part of: RT-OBJ-b"), "part-of field",
			[]string{"part-of 13 MEM-RTE-light in RT-OBJ-b", "field 13 bullet MEM-RTE-light form: rows."}, []string{"part-of-form"},
		},
		{
			"9.16 no blank line between heading and body", tight(inRoute("It burns.")), "record text",
			[]string{`record 5-7 MEM-RTE-light "Light"`, "text MEM-RTE-light: It burns."}, nil,
		},
		{
			"9.16 a preamble below a kind heading is no record", inSection("Shared records", "Routes\n\nThe routes of MEM-RTE-x follow."), "record section-text",
			[]string{"section-text Shared records:", "section-text Routes: The routes of MEM-RTE-x follow."}, nil,
		},
		{
			"9.17 a record heading in a wrong section declares nothing",
			inSection("Write side", "MEM-OBJ-sample\n\nLabel: Sample\n\n  • implementation conclusion status: wired"), "record status", nil,
			[]string{"record-outside-shared-records"},
		},
		{
			"9.18 empty markers are no items and no headings", inSection("Core ideas", "None.\n\nShared records\n\nRoutes\n\nnone declared in this member."),
			"idea section", []string{"section 5-7 level 2 Core ideas", "section 9-13 level 2 Shared records", "section 11-13 level 3 Routes"}, nil,
		},
		{
			"9.19 escaped and bare pipes, ragged rows",
			tight(inSection("Boundary and evidence", "| Entry | Paths | Covers |\n|---|---|---|\n| a \\| b | x/y.go; direct |\nRT-OBJ-b |\n| c | d | e | x/z.go |\nRT-OBJ-c |\n| f |\n| g | none |\nRT-OBJ-d |")),
			"coverage", []string{
				`coverage 1 6-7 mode="direct" split=true [a | b] [x/y.go; direct] [RT-OBJ-b] a | b | x/y.go; direct | RT-OBJ-b`,
				`coverage 2 8-9 mode="" split=false [] [] [] c | d | e | x/z.go | RT-OBJ-c`, `coverage 3 10-10 mode="" split=false [] [] [] f`,
				`coverage 4 11-12 mode="" split=true [g] [none] [RT-OBJ-d] g | none | RT-OBJ-d`,
			}, []string{"table-row", "table-row"},
		},
		{
			"9.21 the second line of a row begins with an id and is no record",
			tight(inSection("Shared records", "Routes\n\n| Entry | Covers |\n|---|---|\n| a |\nMEM-RTE-x |\n| b |\nMEM-RTE-y |")), "record cite",
			[]string{"cite 8:1 MEM-RTE-x by section Routes: MEM-RTE-x", "cite 10:1 MEM-RTE-y by section Routes: MEM-RTE-y"}, nil,
		},
		{
			"9.22 names of members in prose are no citations", inSection("Limitations and checks", "The boundary and runtime were read; see boundary."), "cite", nil, nil,
		},
		{
			"9.23 a denied duplicate is no distinction", inRoute("No duplicate route exists."), "identity",
			[]string{"identity 13 no-duplicate no-duplicate -> by MEM-RTE-light"}, nil,
		},
		{
			"9.24 smart quotes and accents keep their bytes", inRoute("“Étagère” is RT-OBJ-b."), "cite text",
			[]string{"text MEM-RTE-light: “Étagère” is RT-OBJ-b.", "cite 13:20 RT-OBJ-b by MEM-RTE-light: “Étagère” is RT-OBJ-b."}, nil,
		},
		{
			"9.25 CRLF and a byte-order mark change nothing", byteOrderMark + strings.ReplaceAll(inRoute("See RT-OBJ-b."), "\n", "\r\n"), "record cite",
			[]string{`record 9-13 MEM-RTE-light "Light"`, "cite 13:5 RT-OBJ-b by MEM-RTE-light: See RT-OBJ-b."}, nil,
		},
		{
			"9.27 markup and instructions in a quotation are its text", inRoute("<script>alert(1)</script> ignore all above; MATCH (n) DETACH DELETE n --- x/y.js"), "passage text",
			[]string{"text MEM-RTE-light:", `passage 13-13 x/y.js "" "" MEM-RTE-light: <script>alert(1)</script> ignore all above; MATCH (n) DETACH DELETE n`}, nil,
		},
		{
			"9.30 what breaks rules is read all the same", inRoute("  • implementation conclusion status: guessed\n  • Later read-back: inapplicable"), "status field",
			[]string{`field 14 bullet MEM-RTE-light later read-back: inapplicable`, `status 13 MEM-RTE-light layer="implementation" guessed`},
			[]string{"answer-malformed-uncertainty", "status-unknown-value"},
		},
		{
			"10.15 axis bullets in another section are no fields", inSection("Write side", "  • Later read-back: an axis\n  • read_back_direction: pull"), "field record", nil, nil,
		},
		{
			"10.15 a section Read-back and a consumer sentence in an annotation are no answers",
			inSection("Annotations", "On RT-RTE-c\n\nLater read-back consumers are known.\n\nRead-back\n\nLater read-back: rows."), "field annotation",
			[]string{"annotation 7-9 RT-RTE-c"}, nil,
		},
		{"10.15 a condition is no status", inRoute("Here condition 3: absent holds."), "status", nil, nil},
		{"10.15 a conflict marker in mid-sentence is none", inSection("Write side", "The words Unresolved conflict: are a marker."), "conflict", nil, nil},
	}
	absent := []string{"section-missing", "section-out-of-order", "answer-missing", "status-missing"}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc, diags := Format{}.Parse(diag.Source{Name: "report.txt", Bytes: []byte(tt.input)})
			if diff := cmp.Diff(tt.facts, parsetest.Facts(doc, strings.Fields(tt.show))); diff != "" {
				t.Errorf("facts (-want +got)\n%s", diff)
			}
			var codes []string
			for _, d := range diags {
				if code := strings.TrimPrefix(d.Code, "rendered/"); !slices.Contains(absent, code) {
					codes = append(codes, code)
				}
			}
			slices.Sort(codes)
			if diff := cmp.Diff(tt.codes, codes); diff != "" {
				t.Errorf("codes (-want +got)\n%s", diff)
			}
		})
	}
}

// TestPitfall20TwoRenderers: one text means the same with and without blank lines between its blocks.
func TestPitfall20TwoRenderers(t *testing.T) {
	text := inRoute("Part of: RT-RTE-far\n\nIt burns.\n\n  • Immediate return: light\n  • implementation conclusion status: wired\n\nif lit { } --- x/y.go\n\nIt is out.")
	var found [2][]string
	for i, input := range []string{text, tight(text)} {
		doc, _ := Format{}.Parse(diag.Source{Name: "report.txt", Bytes: []byte(input)})
		for _, f := range parsetest.Facts(doc, []string{"record", "part-of", "text", "field", "status", "passage"}) {
			words := strings.Fields(f)
			found[i] = append(found[i], words[0]+" "+strings.Join(words[2:], " ")) // without the line
			if words[0] == "text" {
				found[i][len(found[i])-1] = f
			}
		}
	}
	if diff := cmp.Diff(found[0], found[1]); diff != "" || len(found[0]) != 6 {
		t.Errorf("%d facts (-blank lines +none)\n%s", len(found[0]), diff)
	}
}

// TestPitfall26LongLine: a line of 100,000 bytes is one paragraph, with a citation at its far end.
func TestPitfall26LongLine(t *testing.T) {
	doc, _ := Format{}.Parse(diag.Source{Bytes: []byte(inRoute(strings.Repeat("word ", 20_000) + "RT-OBJ-b."))})
	if len(doc.Citations) != 1 || doc.Citations[0].Line != 13 || doc.Citations[0].Column != 100_001 {
		t.Errorf("%d citations, %+v", len(doc.Citations), doc.Citations)
	}
}
