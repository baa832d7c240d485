package ingest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/rendered"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

var quill = Identity{Location: "study:memory.md", System: "Quillstore", Slug: "quillstore", Run: "RUN-1"}

func owner(kind report.OwnerKind, i int) report.Owner { return report.Owner{Kind: kind, Index: i} }

// lowered lowers a document of a test and indexes the batch.
type lowered struct {
	graph.Batch
	t *testing.T
}

func lower(t *testing.T, doc report.Document, id Identity) lowered {
	t.Helper()
	b, diags := Lower(doc, id)
	if len(diags) != 0 {
		t.Fatalf("%+v", diags)
	}
	return lowered{b, t}
}

// says gives the properties that the batch states of a node.
func (b lowered) says(id graph.ID) graph.Props {
	b.t.Helper()
	var found []graph.Contribution
	for _, c := range b.Contributions {
		if c.Node == id {
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		b.t.Fatalf("%d contributions to %s", len(found), id)
	}
	return found[0].Props
}

// edges lists the relationships of some types as "source TYPE target line rule", without the run.
func (b lowered) edges(types ...graph.RelType) (list []string) {
	for _, r := range b.Relationships {
		if slices.Contains(types, r.Type) {
			list = append(list, strings.ReplaceAll(fmt.Sprintf("%s %s %s %d %s", r.Source, r.Type, r.Target, r.Line, r.Rule), ":RUN-1", ""))
		}
	}
	slices.Sort(list)
	return list
}

func (b lowered) wantEdges(what string, types []graph.RelType, want ...string) {
	b.t.Helper()
	slices.Sort(want)
	if diff := cmp.Diff(want, b.edges(types...)); diff != "" {
		b.t.Errorf("%s (-want +got)\n%s", what, diff)
	}
}

func TestLowerCitations(t *testing.T) {
	const said = "See RT-RTE-b and RT-RTE-b."
	record, annotation := owner(report.OwnerRecord, 0), owner(report.OwnerAnnotation, 0)
	doc := report.Document{Grammar: "G5p", Role: "memory", Title: "Quillstore memory report",
		Sections:    []report.Section{{Title: "Read-back", Level: 2, Span: report.Span{Start: 40, End: 50}}},
		Records:     []report.Record{{Handle: "MEM-RTE-a", Label: "A", Span: report.Span{Start: 5, End: 9}, PartOf: "RT-RTE-w", PartLine: 7}},
		Annotations: []report.Annotation{{Target: "RT-RTE-b", Span: report.Span{Start: 10, End: 12}}},
		Coverage:    []report.CoverageRow{{Text: "row", Span: report.Span{Start: 2, End: 2}}},
		Issues: []report.Issue{{Title: "Late", Text: "Late: RT-OBJ-x.", Span: report.Span{Start: 20, End: 20}},
			{Trailing: true, Text: "No duplicates of RT-OBJ-x.", Span: report.Span{Start: 21, End: 21}}},
		Citations: []report.Citation{
			{Handle: "RT-RTE-b", Line: 6, Sentence: said, Owner: record},
			{Handle: "RT-RTE-b", Line: 6, Sentence: said, Owner: record}, // twice in one sentence
			{Handle: "RT-RTE-b", Line: 8, Sentence: said, Owner: record}, // the same words elsewhere
			{Handle: "MEM-RTE-a", Line: 6, Sentence: "MEM-RTE-a.", Owner: record},
			{Handle: "RT-RTE-w", Line: 7, Sentence: "Part of: RT-RTE-w", Owner: record},
			{Handle: "RT-RTE-w", Line: 8, Sentence: "As RT-RTE-w.", Owner: record},
			{Handle: "RT-RTE-b", Line: 11, Sentence: "RT-RTE-b.", Owner: annotation},
			{Handle: "RT-OBJ-x", Line: 20, Sentence: "RT-OBJ-x.", Owner: owner(report.OwnerIssue, 0)},
			{Handle: "RT-OBJ-x", Line: 21, Sentence: "RT-OBJ-x.", Owner: owner(report.OwnerIssue, 1)},
			{Handle: "MEM-RTE-a", Line: 2, Sentence: "MEM-RTE-a", Owner: owner(report.OwnerCoverage, 0)},
			{Handle: "MEM-RTE-a", Line: 44, Sentence: "MEM-RTE-a reads.", Owner: owner(report.OwnerSection, 0)},
			{Handle: "MEM-RTE-a", Line: 1, Sentence: "MEM-RTE-a.", Owner: owner(report.OwnerDocument, 0)},
			{Handle: "no handle", Line: 1, Owner: record},
			{Handle: "RT-RTE-b", Line: 60, Sentence: "RT-RTE-b.", Owner: owner(report.OwnerIdea, 7)}, // of nothing
		},
	}
	b := lower(t, doc, quill)
	b.wantEdges("citations", []graph.RelType{graph.Cites},
		"route/MEM-RTE-a CITES route/RT-RTE-b 6 bare-id", "route/MEM-RTE-a CITES route/RT-RTE-b 8 bare-id",
		"route/MEM-RTE-a CITES route/RT-RTE-w 8 bare-id", "annotation/memory/RT-RTE-b/1 CITES route/RT-RTE-b 11 bare-id",
		"issue/memory/integration/1 CITES object/RT-OBJ-x 20 bare-id", "document/memory CITES object/RT-OBJ-x 21 bare-id",
		"coverage/memory/1 CITES route/MEM-RTE-a 2 bare-id", "document/memory CITES route/MEM-RTE-a 44 bare-id",
		"document/memory CITES route/MEM-RTE-a 1 bare-id", "document/memory CITES route/RT-RTE-b 60 bare-id")
	b.wantEdges("what stands beside them", []graph.RelType{graph.PartOf, graph.Covers, graph.Concerns, graph.Annotates},
		"route/MEM-RTE-a PART_OF route/RT-RTE-w 7 part-of", "annotation/memory/RT-RTE-b/1 ANNOTATES route/RT-RTE-b 10 on-heading",
		"issue/memory/integration/1 CONCERNS object/RT-OBJ-x 20 issue-item", "coverage/memory/1 COVERS route/MEM-RTE-a 2 coverage-row")
	for _, r := range b.Relationships {
		if want := map[bool]string{true: "Read-back"}[r.Line == 44]; r.Heading != want {
			t.Errorf("line %d stands under %q", r.Line, r.Heading)
		}
		if r.Type == graph.Cites && r.Certainty != graph.Stated {
			t.Errorf("in a rendering a bare id is %s", r.Certainty)
		}
	}
	stub := b.says("route:RUN-1/RT-RTE-w")
	if diff := cmp.Diff(graph.Props{"run": "run:RUN-1", "system": "system:quillstore", "handle": "RT-RTE-w", "member": "RUNTIME"}, stub); diff != "" {
		t.Errorf("stub (-want +got)\n%s", diff)
	}
	doc.Grammar = "G3"
	for _, r := range lower(t, doc, quill).Relationships {
		if r.Type == graph.Cites && r.Certainty != graph.Structured {
			t.Errorf("where a bare id is the reference it is %s", r.Certainty)
		}
	}
}

func TestLowerPassagesAndPaths(t *testing.T) {
	record, section := owner(report.OwnerRecord, 0), owner(report.OwnerSection, 0)
	doc := report.Document{Grammar: "G5p", Role: "memory", Title: "T",
		Sections: []report.Section{{Title: "Read-back", Level: 2}},
		Records:  []report.Record{{Handle: "MEM-OBJ-a", Span: report.Span{Start: 5, End: 9}}},
		Coverage: []report.CoverageRow{{Span: report.Span{Start: 2, End: 2}}},
		Passages: []report.Passage{
			{Text: "a  b\n c", Path: "x/a.go", Ranges: "1-2", Line: 6, Span: report.Span{Start: 5, End: 6}, Owner: record},
			{Text: "a b c", Path: "x/a.go", Ranges: "9,1-2", Line: 41, Span: report.Span{Start: 41, End: 41}, Owner: section, Lossy: true},
			{Text: "a b c", Path: "https://example.org/p", Line: 42, Span: report.Span{Start: 42, End: 42}, Owner: section},
		},
		Sources: []report.SourceCite{{Handle: "SRC-1", Line: 7, Sentence: "s", Owner: record}, {Handle: "SRC-1", Line: 7, Sentence: "s", Owner: record},
			{Handle: "SRC-1", Line: 43, Sentence: "s", Owner: section}},
		Paths: []report.PathCite{
			{Path: "x/b.go", Line: 7, Sentence: "s", Owner: record, InSourceList: true},
			{Path: "x/a.go", Line: 8, Sentence: "s", Owner: record},            // named by an attribution
			{Path: "x/b.go", Line: 43, Sentence: "s", Owner: section},          // named by a list
			{Path: "data/own.json", Line: 8, Sentence: "s", Owner: record},     // named by nothing
			{Path: "x/row.go", Line: 2, Owner: owner(report.OwnerCoverage, 0)}, // a column of paths
			{Path: "x/row.go", Line: 9, Sentence: "s", Owner: record},
		},
	}
	b := lower(t, doc, quill)
	l := newLowering(&doc, &quill)
	first, second := string(l.passageID("a b c", "x/a.go")), string(l.passageID("a b c", "https://example.org/p"))
	short := func(id string) string { return strings.ReplaceAll(id, ":RUN-1", "") }
	b.wantEdges("evidence", []graph.RelType{graph.EvidencedBy},
		"object/MEM-OBJ-a EVIDENCED_BY "+short(first)+" 6 attribution", "document/memory EVIDENCED_BY "+short(first)+" 41 attribution",
		"document/memory EVIDENCED_BY "+short(second)+" 42 attribution")
	b.wantEdges("anchors", []graph.RelType{graph.AnchoredIn, graph.Covers},
		short(first)+" ANCHORED_IN file/x/a.go 6 attribution",
		"object/MEM-OBJ-a ANCHORED_IN file/x/b.go 7 source-path", "object/MEM-OBJ-a ANCHORED_IN file/x/a.go 8 source-path",
		"document/memory ANCHORED_IN file/x/b.go 43 source-path", "object/MEM-OBJ-a ANCHORED_IN file/x/row.go 9 source-path",
		"coverage/memory/1 COVERS file/x/row.go 2 coverage-row")
	b.wantEdges("sources", []graph.RelType{graph.CitesSource},
		"object/MEM-OBJ-a CITES_SOURCE source/SRC-1 7 source-token", "document/memory CITES_SOURCE source/SRC-1 43 source-token")
	// SHA-256 of "a b c", and 12 digits of that of "a b c", NUL and "x/a.go", computed apart.
	const digest = "0e9f64031fcb2bc708b531c2a20441580425d151a38503f38592a7dd36019d3b"
	p := b.says(graph.ID(first))
	if p.String("ranges") != "1-2,9" || !p.Bool("lossy") || p.String("text") != "a b c" || p.String("digest") != digest || first != "passage:RUN-1/e06a0fd7ae92" {
		t.Errorf("a passage quoted twice: %v", p)
	}
	for _, r := range b.Relationships {
		if r.Type == graph.EvidencedBy && (r.Lossy != (r.Line == 41) || (r.Heading == "Read-back") != (r.Line > 40)) {
			t.Errorf("%+v", r)
		}
	}
}

func TestLowerIdentities(t *testing.T) {
	record := owner(report.OwnerRecord, 0)
	doc := report.Document{Grammar: "G5p", Role: "memory", Title: "T",
		Records:     []report.Record{{Handle: "MEM-OBJ-a", Span: report.Span{Start: 5, End: 9}}, {Handle: "MEM-OBJ-b", Span: report.Span{Start: 10, End: 19}}},
		Annotations: []report.Annotation{{Target: "RT-RTE-x", Span: report.Span{Start: 20, End: 22}}, {Target: "RT-RTE-x", Span: report.Span{Start: 23, End: 24}}},
		Identities: []report.Identity{
			{Type: report.DistinctFrom, Owner: record, Targets: []string{"RT-OBJ-c", "RT-OBJ-d", "MEM-OBJ-a"}, Line: 6, Rule: "distinct-from"},
			{Type: report.DistinctFrom, Owner: record, Subject: "MEM-OBJ-b", Targets: []string{"RT-OBJ-c"}, Line: 7, Rule: "differs-from"},
			{Type: report.ClosestTo, Owner: owner(report.OwnerAnnotation, 1), Targets: []string{"RT-OBJ-c"}, Line: 24, Rule: "closest"},
			{Type: report.NoCounterpart, Owner: record, Line: 8, Rule: "no-counterpart"},
			{Type: report.NoDuplicate, Owner: record, Line: 8, Rule: "no-duplicate"},
			{Type: report.DistinctFrom, Owner: owner(report.OwnerDocument, 0), Targets: []string{"RT-OBJ-c"}, Line: 1, Rule: "distinct-from"},
		},
	}
	b := lower(t, doc, quill)
	b.wantEdges("identity", []graph.RelType{graph.DistinctFrom, graph.ClosestTo},
		"object/MEM-OBJ-a DISTINCT_FROM object/RT-OBJ-c 6 identity-wording/distinct-from",
		"object/MEM-OBJ-a DISTINCT_FROM object/RT-OBJ-d 6 identity-wording/distinct-from",
		"object/MEM-OBJ-b DISTINCT_FROM object/RT-OBJ-c 7 identity-wording/differs-from",
		"route/RT-RTE-x CLOSEST_TO object/RT-OBJ-c 24 identity-wording/closest")
	if !b.says("object:RUN-1/MEM-OBJ-a").Bool("noCounterpart") || b.says("object:RUN-1/MEM-OBJ-b")["noCounterpart"] != nil {
		t.Error("no counterpart is said of the wrong record")
	}
	// The second annotation on one record has an id of its own.
	b.wantEdges("annotations", []graph.RelType{graph.Annotates},
		"annotation/memory/RT-RTE-x/1 ANNOTATES route/RT-RTE-x 20 on-heading", "annotation/memory/RT-RTE-x/2 ANNOTATES route/RT-RTE-x 23 on-heading")
}

func TestLowerRoute(t *testing.T) {
	field := func(label, text string, line int) report.Field {
		return report.Field{Label: label, Name: strings.ToLower(label), Text: text, Line: line}
	}
	doc := report.Document{Grammar: "G5p", Role: "memory", Title: "T", Records: []report.Record{{Handle: "RTE-4", Label: "Way", Span: report.Span{Start: 5, End: 19},
		Fields: []report.Field{field("Immediate return", "the card.", 6), field("Later read-back", "As RTE-2.", 7), field("Later read-back", "none.", 8),
			field("Delegated visibility", "uninspected — no delegate was read.", 9), field("Selection predicate", "inapplicable, nothing is selected.", 10),
			field("Evidence limits", " ", 11), field("Operating mode", "online", 12), field("Mode", "offline", 13), field("Whim", "kept", 14)},
		Statuses: []report.Status{{Layer: "implementation", Value: "causally supported", Scope: "the client", Line: 15},
			{Layer: "implementation", Value: "absent", Line: 16}, {Layer: "operation", Value: "perhaps", Line: 17}},
	}}}
	b := lower(t, doc, quill)
	p := b.says("route:RUN-1/RTE-4")
	for prop, want := range map[string]any{
		"handle": "RTE-4", "label": "Way", "member": "RUNTIME", "line": int64(5), "endLine": int64(19),
		"immediateReturn.state": "GIVEN", "laterReadBack.state": "GIVEN", "delegatedVisibility.state": "UNINSPECTED",
		"selectionPredicate.state": "INAPPLICABLE", "invalidationOrExpiry.state": "NOT_STATED", "evidenceLimits.state": "NOT_STATED",
		"operatingMode": "online", "implementationStatus": "CAUSALLY_SUPPORTED", "operationStatus": nil,
		"readBack.verdict": "INHERITED", "readBack.established": "UNKNOWN", "readBack.inherits": "route:RUN-1/RTE-2",
		"readBack.line": int64(7), "readBack.strength": "CAUSALLY_SUPPORTED",
		"statuses": `[{"layer":"implementation","value":"CAUSALLY_SUPPORTED","scope":"the client","line":15},` +
			`{"layer":"implementation","value":"ABSENT","line":16},{"layer":"operation","value":"perhaps","line":17}]`,
		"answers": `{"immediateReturn":{"text":"the card.","line":6,"state":"GIVEN"},"laterReadBack":{"text":"As RTE-2.","line":7,"state":"GIVEN"},` +
			`"delegatedVisibility":{"text":"uninspected — no delegate was read.","line":9,"state":"UNINSPECTED"},` +
			`"selectionPredicate":{"text":"inapplicable, nothing is selected.","line":10,"state":"INAPPLICABLE"},` +
			`"invalidationOrExpiry":{"state":"NOT_STATED"},"activationOrEffect":{"state":"NOT_STATED"},"evidenceLimits":{"text":" ","line":11,"state":"NOT_STATED"}}`,
	} {
		if diff := cmp.Diff(want, p[prop]); diff != "" {
			t.Errorf("%s (-want +got)\n%s", prop, diff)
		}
	}
	if !strings.Contains(p.String("fields"), `{"label":"Whim","name":"whim","text":"kept","line":14}`) {
		t.Errorf("an unknown label is lost: %s", p.String("fields"))
	}
	if b.says("route:RUN-1/RTE-2").String("handle") != "RTE-2" {
		t.Error("the route whose answer counts is no stub")
	}
}

func TestAnswerState(t *testing.T) {
	for text, want := range map[string]string{
		"": "NOT_STATED", " \t": "NOT_STATED", "the card.": "GIVEN", "none from this route": "GIVEN",
		"uninspected": "UNINSPECTED", "Uninspected: nobody looked": "UNINSPECTED", "uninspected—no": "UNINSPECTED", "uninspectedly": "GIVEN",
		"uninspected-looking": "GIVEN", "`uninspected` — no": "UNINSPECTED", "inapplicable - nothing": "INAPPLICABLE", " Inapplicable.": "INAPPLICABLE", "Not applicable": "INAPPLICABLE", "N/A": "INAPPLICABLE", "n/able": "GIVEN",
		"wired; operation uninspected": "GIVEN",
	} {
		if got := answerState(text); got != want {
			t.Errorf("answerState(%q) = %s, want %s", text, got, want)
		}
	}
}

func TestLowerRefusals(t *testing.T) {
	long := "RT-OBJ-" + strings.Repeat("a", 600)
	doc := report.Document{Role: "memory", Title: "T", Records: []report.Record{{Handle: "MEM-OBJ-a"}, {Handle: "MEM-OBJ-a"}, {Handle: "none"}},
		Citations: []report.Citation{{Handle: long, Line: 1, Sentence: "s", Owner: owner(report.OwnerRecord, 1)}}}
	b := lower(t, doc, quill) // a second declaration is the parser's error; here the first counts
	id, _, _ := recordID("RUN-1", long)
	if b.says(id).String("handle") != long {
		t.Error("a handle that does not fit into an id is lost")
	}
	for code, change := range map[string]func(*report.Document){
		CodeNotStorable: func(d *report.Document) { d.Title = "a\x00b" },
		CodeTooLarge: func(d *report.Document) {
			sentence := strings.Repeat("x", 1<<20)
			for i := range 65 {
				d.Citations = append(d.Citations, report.Citation{Handle: "RT-OBJ-b", Line: i, Sentence: sentence})
			}
		},
	} {
		bad := doc
		change(&bad)
		if _, diags := Lower(bad, quill); len(diags) != 1 || diags[0].Code != code || diags[0].Severity != diag.Error {
			t.Errorf("%s: %+v", code, diags)
		}
	}
	doc = report.Document{Role: "memory", Title: "T", Records: []report.Record{
		{Handle: "MEM-OBJ-a", Span: report.Span{Start: 5, End: 6}}, {Handle: "MEM-OBJ-b", Label: "a\x00b", Span: report.Span{Start: 7, End: 8}}}}
	if _, diags := Lower(doc, quill); len(diags) != 1 || diags[0].Subject.Start.Line != 7 {
		t.Errorf("a label that cannot be stored on line 7: %+v", diags)
	}
}

// A fault in a file is shown where it is, in its bytes.
func TestFaultHasAPlace(t *testing.T) {
	dir := tempDir(t)
	text := memo("Quillstore", "MEM-OBJ-card: Card", "MEM-OBJ-note: "+strings.Repeat("x", 70_000))
	sum := check(t, Options{}, write(t, dir, "memory.txt", "\ufeff"+text))
	if at := the(t, sum, CodeNotStorable).Subject; at.Start.Line != 15 || at.Start.Byte != len("\ufeff")+strings.Index(text, "MEM-OBJ-note") || at.End.Column != 13 {
		t.Errorf("%+v", at)
	}
}

func TestLineOf(t *testing.T) {
	for line, want := range map[int]string{0: "0:0-0", 1: "1:0-1", 2: "2:4-7", 3: "3:8-8", 4: "0:0-0"} {
		r := lineOf("f", []byte("a \r\nb c\n"), line)
		if got := fmt.Sprintf("%d:%d-%d", r.Start.Line, r.Start.Byte, r.End.Byte); got != want {
			t.Errorf("line %d is %s, want %s", line, got, want)
		}
	}
}

// parseExample parses one of the shipped examples.
func parseExample(t testing.TB, name, text string) report.Document {
	t.Helper()
	doc, diags := rendered.Format{}.Parse(diag.Source{Name: name, Bytes: []byte(text)})
	if diags.HasErrors() {
		t.Fatalf("%+v", diags)
	}
	return doc
}

// Every rule that lowering uses is in the table, lowering is a function, and how lines end is no fact.
func TestLowerExamples(t *testing.T) {
	rules := map[string]bool{}
	for _, r := range Rules {
		if rules[r.ID] || r.Doc == "" || strings.Contains(r.Doc, "\n") {
			t.Errorf("rule %q: twice, or without one line of text", r.ID)
		}
		rules[r.ID] = true
	}
	for _, name := range []string{"quillstore", "harbour-log"} {
		data, err := os.ReadFile(filepath.Join("rendered", "testdata", "reports", name, "memory.txt"))
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		b := lower(t, parseExample(t, name, text), quill)
		for _, c := range b.Contributions {
			if !rules[c.Rule] {
				t.Errorf("%s has the unknown rule %q", c.Node, c.Rule)
			}
		}
		for _, r := range b.Relationships {
			if !rules[r.Rule] {
				t.Errorf("%s has the unknown rule %q", r.ID, r.Rule)
			}
		}
		for how, same := range map[string]string{"again": text, "CRLF": strings.ReplaceAll(text, "\n", "\r\n"), "byte-order mark": "\ufeff" + text,
			"blanks": strings.ReplaceAll(text, "\n", "  \n") + "\n\n"} {
			if got := lower(t, parseExample(t, name, same), quill); got.Origin.Digest != b.Origin.Digest {
				t.Errorf("%s: %s gives other facts", name, how)
			}
		}
		// Text that only moved keeps the ids of its relationships.
		head, rest, _ := strings.Cut(text, "Core ideas")
		moved := lower(t, parseExample(t, name, head+"One more paragraph.\n\nCore ideas"+rest), quill)
		if len(moved.Relationships) != len(b.Relationships) {
			t.Fatalf("%d relationships, %d after a move", len(b.Relationships), len(moved.Relationships))
		}
		for i := range b.Relationships {
			if b.Relationships[i].ID != moved.Relationships[i].ID {
				t.Errorf("%s has another id after a move", b.Relationships[i].ID)
				break
			}
		}
	}
}
