package ingest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/records"
	"github.com/crosswalk-graph/crosswalk/internal/parsetest"
)

var lantern = Stated{System: "Lantern", Run: "lantern-survey", Repository: "https://example.org/lantern/keeper",
	Revision: "7d1f4d1f0c0e4a5b9a6f1f5a2c3d4e5f60718293"}

// lowerRecords reads and lowers a record file.
func lowerRecords(t testing.TB, name string, text []byte, stated Stated) (graph.Batch, diag.List) {
	t.Helper()
	doc, diags := records.Format{}.Parse(diag.Source{Name: name, Bytes: text})
	id, ok := Identify(&doc, stated)
	if !ok {
		t.Fatalf("%s has no identity", name)
	}
	id.Location = "test:" + name
	batch, more := Lower(doc, id)
	return batch, append(diags, more...)
}

// placeProps are the properties that tell where something stands; what is left is the same in every spelling.
var placeProps = []string{"run", "system", "document", "line", "endLine", "readBack.line"}

// statements writes nodes with their properties, and relationships, less places. What a document says of
// itself is left out.
func statements(batches ...graph.Batch) (out []string) {
	ofDocument := []graph.RelType{graph.Declares, graph.MemberOf, graph.Analyses, graph.PinnedAt}
	for _, b := range batches {
		for _, c := range b.Contributions {
			if c.Kind == graph.Document || c.Kind == graph.Run || c.Role == graph.Refers {
				continue
			}
			var props []string
			for name, v := range c.Props {
				if name == "fields" || name == "statuses" || name == "answers" {
					v = lineless(v.(string))
				}
				if !slices.Contains(placeProps, name) && !(strings.HasSuffix(name, ".state") && v == "NOT_STATED") {
					props = append(props, fmt.Sprintf("%s=%v", name, v))
				}
			}
			slices.Sort(props)
			out = append(out, string(c.Node)+" "+strings.Join(props, " "))
		}
		for _, r := range b.Relationships {
			if !slices.Contains(ofDocument, r.Type) {
				out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s %s %s %s %s", r.Type, r.Source, r.Target, r.Certainty, r.Rule, r.Sentence)))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// lineless writes the texts of a JSON list or object without lines and answers that are not given.
func lineless(text string) string {
	var list []map[string]any
	if json.Unmarshal([]byte(text), &list) == nil {
		var parts []string
		for _, item := range list {
			delete(item, "line")
			parts = append(parts, fmt.Sprint(item))
		}
		return strings.Join(parts, " ")
	}
	var answers map[string]map[string]any
	_ = json.Unmarshal([]byte(text), &answers)
	var parts []string
	for name, a := range answers {
		if a["state"] != "NOT_STATED" {
			parts = append(parts, fmt.Sprintf("%s: %s", name, a["text"]))
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, " | ")
}

// TestRecordExamples: the three examples say the same, and it is what stands here, written from their texts
// by hand. The read-back verdicts are those of report-grammar 4.3.
func TestRecordExamples(t *testing.T) {
	const handed = "Each later watch is handed these entries at its start"
	want := []string{
		"ANCHORED_IN object:lantern-survey/watch-log file:lantern-survey/log/store.go DECLARED record-entry",
		"ANCHORED_IN passage:A file:lantern-survey/log/recall.go DECLARED record-entry",
		"ANCHORED_IN passage:B file:lantern-survey/log/store.go DECLARED record-entry",
		"ANCHORED_IN route:lantern-survey/log-recall file:lantern-survey/log/recall.go DECLARED record-entry",
		"EVIDENCED_BY object:lantern-survey/watch-log passage:B DECLARED record-entry",
		"EVIDENCED_BY route:lantern-survey/log-recall passage:A DECLARED record-entry",
		"PART_OF route:lantern-survey/log-recall component:lantern-survey/keeper DECLARED record-entry",
		"PRODUCES route:lantern-survey/chart-draft object:lantern-survey/chart DECLARED record-entry",
		"READS route:lantern-survey/log-recall object:lantern-survey/watch-log STATED record-entry The recall reads the watch log.",
		"component:lantern-survey/keeper form=one process handle=keeper label=Keeper daemon",
		"object:lantern-survey/chart handle=chart label=Chart of lights",
		"object:lantern-survey/watch-log fields=map[label:team name:team text:harbour office] handle=watch-log label=Watch log storageSubstrate=sqlite",
		"passage:A path=log/recall.go ranges=4-9",
		"passage:B path=log/store.go ranges=12-20",
		"route:lantern-survey/chart-draft answers=laterReadBack: none — the draft is rebuilt at each start" +
			" fields=map[label:laterReadBack name:later read-back text:none — the draft is rebuilt at each start]" +
			" handle=chart-draft label=Draft of the chart laterReadBack.state=GIVEN readBack.direction=UNKNOWN readBack.established=FALSE" +
			" readBack.rule=read-back/5-none-stated readBack.sentence=none — the draft is rebuilt at each start readBack.verdict=NONE_STATED",
		"route:lantern-survey/log-recall answers=immediateReturn: the entries of the last watch | laterReadBack: " + handed + "." +
			" fields=map[label:immediateReturn name:immediate return text:the entries of the last watch] map[label:laterReadBack name:later read-back text:" + handed + ".]" +
			" handle=log-recall immediateReturn.state=GIVEN implementationStatus=WIRED label=Recall of the log laterReadBack.state=GIVEN" +
			" readBack.direction=UNKNOWN readBack.established=TRUE readBack.rule=read-back/11-positive readBack.sentence=" + handed +
			" readBack.strength=WIRED readBack.verdict=POSITIVE statuses=map[layer:implementation value:WIRED]",
		"system:lantern name=Lantern slug=lantern spellings=[Lantern]",
	}
	for _, files := range [][]string{{"yaml/lantern.yaml"}, {"jsonl/lantern.jsonl"}, {"csv/nodes.csv", "csv/relationships.csv"}} {
		var batches []graph.Batch
		for _, file := range files {
			text, err := os.ReadFile(filepath.Join("..", "examples", "records", file))
			if err != nil {
				t.Fatal(err)
			}
			batch, diags := lowerRecords(t, file, text, map[bool]Stated{true: lantern}[filepath.Ext(file) == ".csv"])
			if len(diags) > 0 {
				t.Errorf("%s: %v", file, diags)
			}
			batches = append(batches, batch)
		}
		got := statements(batches...)
		for i := range got {
			for id, name := range map[string]string{"recall.go": "passage:A", "store.go": "passage:B"} {
				got[i] = namePassage(got[i], id, name, batches)
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", files[0], diff)
		}
	}
}

// namePassage puts a name for the id, which is a hash, of the passage in a file.
func namePassage(line, file, name string, batches []graph.Batch) string {
	for _, b := range batches {
		for _, c := range b.Contributions {
			if c.Kind == graph.Passage && strings.HasSuffix(c.Props.String("path"), file) {
				line = strings.ReplaceAll(line, string(c.Node), name)
			}
		}
	}
	return line
}

// TestRecordPlaces: a fact has the lines of its entry, and an answer that of its key.
func TestRecordPlaces(t *testing.T) {
	text := "system: Lantern\nnodes:\n- kind: route\n  id: a\n  laterReadBack: none.\n\n- kind: object\n  id: b\nrelationships:\n- type: READS\n  source: a\n  target: b\n"
	batch, diags := lowerRecords(t, "lantern.yaml", []byte(text), Stated{})
	got := map[graph.ID]string{}
	for _, c := range batch.Contributions {
		got[c.Node] = fmt.Sprint(c.Line, c.Props["line"], c.Props["endLine"], c.Props["readBack.line"])
	}
	if got["route:lantern-records/a"] != "3 3 5 5" || got["object:lantern-records/b"] != "7 7 8 <nil>" || len(diags) > 0 {
		t.Errorf("%v %v", got, diags)
	}
	for _, r := range batch.Relationships {
		if r.Type == graph.Reads && r.Line != 10 {
			t.Errorf("%+v", r)
		}
	}
}

// entry lowers a JSON Lines file of some lines below a header.
func entry(t *testing.T, lines ...string) (graph.Batch, diag.List) {
	t.Helper()
	return lowerRecords(t, "x.jsonl", []byte(`{"crosswalk": 1, "system": "Lantern"}`+"\n"+strings.Join(lines, "\n")), Stated{})
}

// TestEntryValues: what becomes of values, one entry each.
func TestEntryValues(t *testing.T) {
	for _, tt := range []struct{ name, line, want, diags string }{
		{"a number as text", `{"kind":"claim","id":7,"label":1.50}`, "claim:R/7 handle=7 label=1.50", ""},
		{"null is nothing", `{"kind":"claim","id":"a","label":null,"team":null}`, "claim:R/a handle=a", ""},
		{"an enum in the words of reports", `{"kind":"claim","id":"a","operationStatus":"causally supported"}`,
			"claim:R/a handle=a operationStatus=CAUSALLY_SUPPORTED statuses=map[layer:operation value:CAUSALLY_SUPPORTED]", ""},
		{"no value of the enum", `{"kind":"claim","id":"a","operationStatus":"wire"}`,
			"claim:R/a fields=map[label:operationStatus name:operationstatus text:wire] handle=a", "warning 2:44-2:50 entry-value: Perhaps WIRED"},
		{"a truth value", `{"kind":"claim","id":"a","noCounterpart":true}`, "claim:R/a handle=a noCounterpart=true", ""},
		{"a text for a truth value", `{"kind":"claim","id":"a","noCounterpart":"true"}`,
			"claim:R/a fields=map[label:noCounterpart name:nocounterpart text:true] handle=a", "warning 2:42-2:48 entry-value"},
		{"a list for a text", `{"kind":"claim","id":"a","text":["b",{"c":1}]}`, "claim:R/a fields=map[label:text name:text text:b; c: 1] handle=a", "warning 2:33-2:34 entry-value"},
		{"unknown keys", `{"kind":"object","id":"a","crew size":3,"watch":{"from":"six"}}`,
			"object:R/a fields=map[label:crew size name:crew size text:3] map[label:watch name:watch text:from: six] handle=a", ""},
		{"an answer under its label", `{"kind":"route","id":"a","Later read-back":"uninspected — nobody looked"}`,
			"route:R/a answers=laterReadBack: uninspected — nobody looked fields=map[label:Later read-back name:later read-back text:uninspected — nobody looked]" +
				" handle=a laterReadBack.state=UNINSPECTED readBack.direction=UNKNOWN readBack.established=UNKNOWN readBack.rule=read-back/2-uninspected" +
				" readBack.sentence=uninspected — nobody looked readBack.verdict=UNINSPECTED", ""},
		{"nearly a property", `{"kind":"object","id":"a","storage_substrate":"x"}`,
			"object:R/a fields=map[label:storage_substrate name:storage_substrate text:x] handle=a", "warning 2:27-2:46 entry-property: Perhaps storageSubstrate"},
		{"a label by another name", `{"kind":"object","id":"a","name":"A"}`,
			"object:R/a fields=map[label:name name:name text:A] handle=a", "warning 2:27-2:33 entry-property: Perhaps label"},
		{"what follows from the entry", `{"kind":"object","id":"a","line":12}`,
			"object:R/a fields=map[label:line name:line text:12] handle=a", "warning 2:27-2:33 entry-property: It follows"},
		{"no fields to keep it in", `{"kind":"idea","id":"a","title":"T","number":2,"colour":"red"}`, "idea:R/a number=2 title=T", "warning 2:48-2:56 entry-property: It may have"},
		{"no whole number", `{"kind":"idea","id":"a","number":2.5}`, "idea:R/a", "warning 2:34-2:37 entry-value"},
		{"a source", `{"kind":"source","id":"SRC-1","layers":["code","docs"],"sourceKind":"git"}`, "source:R/SRC-1 handle=SRC-1 layers=[code docs] sourceKind=git", ""},
		{"a list that is a text", `{"kind":"source","id":"s","layers":"code"}`, "source:R/s handle=s", "warning 2:36-2:42 entry-value"},
		{"a finding", `{"kind":"finding","id":"a","axis":"write_agency","value":"manual","basis":"WIRED"}`,
			"HAS_FINDING run:R finding:R/a DECLARED record-entry\nfinding:R/a axis=write_agency basis=WIRED value=manual", ""},
		{"a handle of reports", `{"kind":"object","id":"MEM-OBJ-a"}`, "object:R/MEM-OBJ-a handle=MEM-OBJ-a", ""},
		{"evidence of no place", `{"kind":"object","id":"a","evidence":["a b c",{"quote":"x"},[]]}`, "object:R/a handle=a",
			"warning 2:39-2:46 entry-value warning 2:47-2:48 entry-value warning 2:61-2:62 entry-value"},
		{"a system", `{"kind":"system","id":"Lantern","oneLine":"Notes of a crew","aliases":["Beacon"]}`,
			"system:lantern aliases=[Beacon] name=Lantern oneLine=Notes of a crew slug=lantern spellings=[Lantern]", ""},
	} {
		batch, diags := entry(t, tt.line)
		got := slices.DeleteFunc(statements(batch), func(s string) bool {
			return strings.HasPrefix(s, "system:") && !strings.Contains(tt.line, `"system"`)
		})
		text := strings.TrimSpace(strings.ReplaceAll(strings.Join(got, "\n"), "lantern-records", "R"))
		if diff := cmp.Diff(tt.want, text); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tt.name, diff)
		}
		wantDiags(t, tt.name, tt.diags, diags)
	}
}

// wantDiags compares diagnostics with places and codes in one line, after a colon the beginning of the last
// one's detail.
func wantDiags(t *testing.T, name, want string, diags diag.List) {
	t.Helper()
	want, detail, _ := strings.Cut(want, ": ")
	got := strings.Join(parsetest.DiagLines(diags), " ")
	if got != want || detail != "" && !strings.HasPrefix(diags[len(diags)-1].Detail, detail) {
		t.Errorf("%s: got %q, want %q %q\n%+v", name, got, want, detail, diags)
	}
}

func TestEntryEvidence(t *testing.T) {
	batch, diags := entry(t, `{"kind":"object","id":"a","evidence":{"path":"log/store.go","lines":"3-4","quote":" INSERT\n INTO watch ","revision":"abc"}}`)
	var got []string
	for _, s := range statements(batch) {
		if strings.Contains(s, "passage:") {
			got = append(got, s)
		}
	}
	id := ""
	if len(got) == 3 {
		id, _, _ = strings.Cut(got[2], " ")
	}
	// The digest is the SHA-256 of "INSERT INTO watch", by sha256sum.
	want := []string{
		"ANCHORED_IN " + id + " file:lantern-records/log/store.go DECLARED attribution",
		"EVIDENCED_BY object:lantern-records/a " + id + " DECLARED attribution",
		id + " digest=9b64a98885d59b9afaa986b5e8acfd361dfc94e5638d1ca261b6a134ec09ab80 lossy=false path=log/store.go ranges=3-4 revision=abc text=INSERT INTO watch",
	}
	if diff := cmp.Diff(want, got); diff != "" || len(diags) > 0 {
		t.Errorf("(-want +got)\n%s%v", diff, diags)
	}
}

// TestEntryFaults: what cannot be placed is an error, with the name that may be meant.
func TestEntryFaults(t *testing.T) {
	const a, b = `{"kind":"object","id":"a"}`, `{"kind":"route","id":"b"}`
	for _, tt := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"an unknown kind", []string{`{"kind":"compnent","id":"a"}`}, "error 2:9-2:19 entry-kind: Perhaps component"},
		{"a kind that a file is", []string{`{"kind":"document","id":"a"}`}, "error 2:9-2:19 entry-kind: There are component, object"},
		{"a kind that nobody defines", []string{`{"kind":"file","id":"a"}`}, "error 2:9-2:15 entry-kind"},
		{"neither kind nor type", []string{`{"id":"a"}`}, "error 2:1-2:2 entry-kind"},
		{"a kind of another form", []string{`{"kind":["route"],"id":"a"}`}, "error 2:9-2:10 entry-kind"},
		{"no id", []string{`{"kind":"route"}`}, "error 2:1-2:2 entry-id"},
		{"an empty id", []string{`{"kind":"route","id":" "}`}, "error 2:22-2:25 entry-id"},
		{"a slash", []string{`{"kind":"route","id":"a/b"}`}, "error 2:22-2:27 entry-id"},
		{"twice", []string{a, b, a}, "error 4:23-4:26 entry-id related 2:23"},
		{"an end that has a fault of its own", []string{b, `{"kind":"objct","id":"a"}`, `{"type":"READS","source":"b","target":"a"}`}, "error 3:9-3:16 entry-kind"},
		{"an unknown type", []string{a, b, `{"type":"READ","source":"b","target":"a"}`}, "error 4:9-4:15 entry-kind: Perhaps READS"},
		{"no target", []string{b, `{"type":"READS","source":"b"}`}, "error 3:1-3:2 entry-end"},
		{"an end that nothing has", []string{`{"kind":"object","id":"watch-log"}`, b, `{"type":"READS","source":"b","target":"watchlog"}`}, "error 4:39-4:49 entry-end: Perhaps watch-log"},
		{"an end of no kind", []string{b, `{"type":"READS","source":"b","target":"thing:a"}`}, "error 3:39-3:48 entry-end"},
		{"an end that two have", []string{`{"kind":"route","id":"a"}`, a, b, `{"type":"READS","source":"b","target":"a"}`}, "error 5:39-5:42 entry-end"},
		{"an end of the wrong kind", []string{a, b, `{"type":"IMPLEMENTED_BY","source":"a","target":"b"}`}, "error 4:35-4:38 entry-end: It may be one of claim."},
		{"a whole id that is none", []string{b, `{"type":"READS","source":"b","target":"object:run x/a"}`}, "error 3:39-3:55 entry-end"},
		{"what a relationship cannot have", []string{a, b, `{"type":"READS","source":"b","target":"a","line":3,"certainty":"sure","sentnce":"x"}`},
			"warning 4:43-4:49 entry-property warning 4:64-4:70 entry-value warning 4:71-4:80 entry-property: Perhaps sentence"},
	} {
		_, diags := entry(t, tt.lines...)
		wantDiags(t, tt.name, tt.want, diags)
		for i := range diags {
			if diags[i].Detail == "" || diags[i].Summary == "" {
				t.Errorf("%s: %+v", tt.name, diags[i])
			}
		}
	}
}

// TestEntryEnds: the ways to name a node.
func TestEntryEnds(t *testing.T) {
	const b = `{"kind":"route","id":"b"}`
	for end, want := range map[string]string{
		"route:MEM-OBJ-x":   "route:R/MEM-OBJ-x stub run:R MEM-OBJ-x system:lantern",
		"a:1":               "object:R/a%3A1",
		"object:a:1":        "object:R/a%3A1",
		"route:elsewhere":   "route:R/elsewhere stub run:R elsewhere system:lantern",
		"MEM-OBJ-x":         "object:R/MEM-OBJ-x stub run:R MEM-OBJ-x system:lantern",
		"object:other/c%20": "object:other/c%20 stub run:other c  ",
	} {
		batch, diags := entry(t, b, `{"kind":"object","id":"a:1"}`, fmt.Sprintf(`{"type":"READS","source":"route:b","target":%q,"system":"Lantern"}`, end))
		got := ""
		for _, r := range batch.Relationships {
			if r.Type == graph.Reads {
				got = string(r.Target)
			}
		}
		for _, c := range batch.Contributions {
			if c.Role == graph.Refers {
				got += fmt.Sprintf(" stub %s %s %s", c.Props["run"], c.Props["handle"], c.Props.String("system"))
			}
		}
		if got = strings.ReplaceAll(got, "lantern-records", "R"); got != want || len(diags) > 0 {
			t.Errorf("%s: %q, want %q, %v", end, got, want, diags)
		}
	}
	batch, diags := entry(t, `{"kind":"annotation","id":"n","title":"On b","target":"b","text":"x"}`, b, `{"type":"ANCHORED_IN","source":"b","target":"file:log/a.go"}`)
	want := []string{
		"ANCHORED_IN route:lantern-records/b file:lantern-records/log/a.go DECLARED record-entry",
		"ANNOTATES annotation:lantern-records/n route:lantern-records/b DECLARED record-entry",
		"annotation:lantern-records/n target=route:lantern-records/b text=x title=On b",
	}
	if diff := cmp.Diff(want, statements(batch)[:3]); diff != "" || len(diags) > 0 {
		t.Errorf("(-want +got)\n%s%v", diff, diags)
	}
}

// TestRecordIdentity: whom a record file is about, and in which run.
func TestRecordIdentity(t *testing.T) {
	for _, tt := range []struct {
		name, text  string
		stated      Stated
		ok          bool
		system, run string
	}{
		{"nobody says", "kind,id\nclaim,a\n", Stated{}, false, "", ""},
		{"stated", "kind,id\nclaim,a\n", Stated{System: "Lantern"}, true, "Lantern", "lantern-records"},
		{"stated with a run", "kind,id\nclaim,a\n", Stated{System: "Lantern", Run: "r-1"}, true, "Lantern", "r-1"},
		{"a column beside ends", "type,source,target,system\nREADS,route:a,object:b,Lantern\n", Stated{}, true, "Lantern", "lantern-records"},
		{"a column", "kind,id,system\nclaim,a,Lantern\nclaim,b, lantern\nclaim,c,\n", Stated{}, true, "Lantern", "lantern-records"},
		{"several", "kind,id,system\nclaim,a,Lantern\nclaim,b,Beacon\n", Stated{Aliases: []string{"x"}}, true, "", "crews-records"},
	} {
		doc, _ := records.Format{}.Parse(diag.Source{Name: "set/Crews.csv", Bytes: []byte(tt.text)})
		id, ok := Identify(&doc, tt.stated)
		if ok != tt.ok || ok && (id.System != tt.system || id.Run != tt.run || id.System == "" && len(id.Aliases) > 0) {
			t.Errorf("%s: %t %+v", tt.name, ok, id)
		}
	}
	batch, diags := lowerRecords(t, "Crews.csv", []byte("kind,id,system\nclaim,a,Lantern\nfinding,b,Beacon\nclaim,c,\n"), Stated{})
	wantDiags(t, "several", "error 4:1-4:6 system-unknown", diags)
	var got []string
	for _, c := range batch.Contributions {
		if c.Kind == graph.Claim || c.Kind == graph.Finding || c.Kind == graph.System {
			got = append(got, fmt.Sprint(c.Node, " ", c.Props.String("system"), c.Props.String("name")))
		}
	}
	for _, r := range batch.Relationships {
		if r.Type == graph.HasFinding || r.Type == graph.Analyses {
			got = append(got, fmt.Sprint(r.Source, " ", r.Type, " ", r.Target))
		}
	}
	slices.Sort(got)
	want := []string{"claim:crews-records/a system:lantern", "claim:crews-records/c ", "finding:crews-records/b system:beacon",
		"run:crews-records ANALYSES system:beacon", "run:crews-records ANALYSES system:lantern",
		"system:beacon Beacon", "system:beacon HAS_FINDING finding:crews-records/b", "system:lantern Lantern"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestRecordLoad: files of one run complete each other, a fault leaves what a file said before, and
// warnings are shown.
func TestRecordLoad(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	formats := []Format{records.Format{}}
	nodes := write(t, dir, "nodes.csv", "kind,id,system\nroute,b,Lantern\n")
	write(t, dir, "relationships.csv", "type,source,target\nREADS,route:b,object:a\n")
	load := func() *Summary {
		sum, err := Load(t.Context(), g, formats, []string{dir}, Options{System: "Lantern"})
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	wantOutcomes(t, load(), "nodes.csv ADDED", "relationships.csv ADDED")
	if exists(t, g, "object:lantern-records/a") {
		t.Error("an end that no file states is declared")
	}
	write(t, dir, "nodes.csv", "kind,id,noCounterpart\nroute,b,\nobject,a,maybe\n")
	sum := load()
	wantOutcomes(t, sum, "nodes.csv REPLACED", "relationships.csv UNCHANGED")
	d := the(t, sum, CodeEntryValue)
	if d.Subject.File != nodes || d.Subject.Start.Line != 3 || d.Subject.Start.Column != 10 {
		t.Errorf("%+v", d.Subject)
	}
	if !exists(t, g, "object:lantern-records/a") {
		t.Error("object a is not there")
	}
	write(t, dir, "nodes.csv", "kind,id\nruote,b\nobject,a\nobject,a\n")
	sum = load()
	wantOutcomes(t, sum, "nodes.csv FAILED", "relationships.csv UNCHANGED")
	wantCodes(t, sum, CodeEntryID, CodeEntryKind)
	if d := the(t, sum, CodeEntryID); d.Subject.File != nodes || len(d.Related) != 1 || d.Related[0].Range.File != nodes {
		t.Errorf("%+v", d)
	}
	if !exists(t, g, "object:lantern-records/a") || !exists(t, g, "route:lantern-records/b") {
		t.Error("what the file said before is gone")
	}
	if run := node(t, g, "run:lantern-records"); run.Props.String("family") != "RECORDS" || run.Props.String("system") != "system:lantern" {
		t.Errorf("%+v", run.Props)
	}
	verify(t, g)
}

// TestHostileEntries: time does not grow faster than the file, whatever is wrong with it.
func TestHostileEntries(t *testing.T) {
	many := func(format string) []byte {
		var b strings.Builder
		b.WriteString("{\"crosswalk\":1,\"system\":\"Lantern\"}\n")
		for i := range 50_000 {
			fmt.Fprintf(&b, format+"\n", i)
		}
		return []byte(b.String())
	}
	spellings := many(`{"kind":"object","id":"a%[1]d","system":"s%017[1]b"}`)
	spellings = []byte(strings.NewReplacer("s0", "x", "s1", "X", "0", "o", "1", "O").Replace(string(spellings))) // one name in all mixtures of case
	for name, text := range map[string][]byte{
		"unknown kinds":   many(`{"kind":"compnent%d","id":"a"}`),
		"equal ids":       many(`{"kind":"idea","id":"a","number":%d}`),
		"ends":            many(`{"type":"READS","source":"route:a","target":"object:%d"}`),
		"unknown ends":    many(`{"type":"READS","source":"route:a","target":"x%d"}`),
		"near keys":       many(`{"kind":"object","id":"%d","storage_substrate":"x"}`),
		"no values":       many(`{"kind":"object","id":"%d","operationStatus":"wierd"}`),
		"systems":         many(`{"kind":"object","id":"a%[1]d","system":"s %[1]d"}`),
		"spellings":       spellings,
		"equal relations": many(`{"type":"READS","source":"route:a","target":"route:b","sentence":"%d"}`),
	} {
		start := time.Now()
		_, diags := lowerRecords(t, "x.jsonl", text, Stated{})
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s: took %v", name, took)
		}
		if len(diags) > 2*diag.MaxListed+1 {
			t.Errorf("%s: %d diagnostics", name, len(diags))
		}
	}
}

// FuzzRecordFile: whatever a record file says, it is lowered to facts that hold, or refused.
func FuzzRecordFile(f *testing.F) {
	f.Add("x.jsonl", `{"kind":"route","id":"a","laterReadBack":"as MEM-RTE-b","evidence":[{"path":"a.go","quote":"x"},"b:1"]}`+"\n"+`{"type":"READS","source":"a","target":"object:b","certainty":"STATED"}`)
	f.Add("x.csv", "kind,id,system,target,type\nannotation,a,Lantern,b,\nsystem,Lantern,,,\nroute,b,Beacon,,READS\n")
	f.Add("x.yaml", "nodes:\n- {kind: finding, id: a, basis: wired, system: [x]}\n- {kind: source, id: SRC-1, layers: [a, 2]}\n")
	f.Fuzz(func(t *testing.T, name, text string) {
		doc, diags := records.Format{}.Parse(diag.Source{Name: name, Bytes: []byte(text)})
		id, ok := Identify(&doc, Stated{System: "Lantern"})
		if !ok || diags.HasErrors() {
			return
		}
		id.Location = "test:" + name
		batch, diags := Lower(doc, id)
		for _, d := range diags {
			if d.Code == "" || d.Summary == "" || d.Detail == "" || d.Subject.Start.Byte > len(text) {
				t.Fatalf("%+v", d)
			}
		}
		if err := batch.Validate(); err != nil && !diags.HasErrors() {
			t.Fatal(err)
		}
	})
}
