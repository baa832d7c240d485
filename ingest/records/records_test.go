package records

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
	"github.com/crosswalk-graph/crosswalk/internal/parsetest"
)

// named is the format, asked to read what has a certain name.
type named string

func (n named) Parse(src diag.Source) (report.Document, diag.List) {
	return Format{}.parse(src, spellings[path.Ext(string(n))])
}

// lines writes entries one a line: the lines they take, where they begin, and keys with values and places.
func lines(doc report.Document) (out []string) {
	for _, e := range doc.RecordFile.Entries {
		text := fmt.Sprintf("%d-%d at %s", e.Span.Start, e.Span.End, placeText(e.At))
		for _, m := range e.Members {
			text += fmt.Sprintf(" %s@%s=%s", m.Key, placeText(m.At), valueText(m.Value))
		}
		out = append(out, text)
	}
	return out
}

func placeText(p report.Place) string { return fmt.Sprintf("%d:%d+%d", p.Line, p.Column, p.Width) }

func valueText(v report.Value) string {
	var parts []string
	for _, item := range v.Items {
		parts = append(parts, valueText(item))
	}
	for _, m := range v.Members {
		parts = append(parts, m.Key+"="+valueText(m.Value))
	}
	name := [...]string{"text", "number", "bool", "null", "list", "map", "cell"}[v.Type]
	return fmt.Sprintf("%s(%s)@%s", name, v.Text+strings.Join(parts, " "), placeText(v.At))
}

func TestEntries(t *testing.T) {
	for _, tt := range []struct {
		name, input string
		want        []string
	}{
		{"x.jsonl", "\n" + `{"kind": "idea", "number":7 ,"ok":true,"no":null}` + "\n \n" + ` {"a":["b", 2],"c":{"d":"\u00e9"}}`, []string{
			`2-2 at 2:1+1 kind@2:2+6=text(idea)@2:10+6 number@2:18+8=number(7)@2:27+1 ok@2:30+4=bool(true)@2:35+4 no@2:40+4=null()@2:45+4`,
			`4-4 at 4:2+1 a@4:3+3=list(text(b)@4:8+3 number(2)@4:13+1)@4:7+1 c@4:16+3=map(d=text(é)@4:25+8)@4:20+1`,
		}},
		{"x.csv", "kind, id,note\nidea,a,\"one, \"\"two\"\"\nthree\"\n\n , ,\nidea,é ,x\n", []string{
			`2-3 at 2:1+4 kind@1:1+4=cell(idea)@2:1+4 id@1:7+2=cell(a)@2:6+1 note@1:10+4=cell(one, "two"` + "\n" + `three)@2:8+13`,
			`6-6 at 6:1+4 kind@1:1+4=cell(idea)@6:1+4 id@1:7+2=cell(é)@6:6+2 note@1:10+4=cell(x)@6:10+1`,
		}},
		{"x.tsv", "kind\tid\nidea\ta,b\n", []string{`2-2 at 2:1+4 kind@1:1+4=cell(idea)@2:1+4 id@1:6+2=cell(a,b)@2:6+3`}},
		{"x.csv", "kind,id,note\nidea,a,\n", []string{`2-2 at 2:1+4 kind@1:1+4=cell(idea)@2:1+4 id@1:6+2=cell(a)@2:6+1`}},
		{"x.yaml", "nodes:\n  - kind: idea\n    text: |\n      one\n      two\n\n    # a remark\n\n  - {kind: \"idea\", id: 0123}\nrelationships:\n- type: 'CITES' # é\n  on: 2026-10-01\n  far: ~\n", []string{
			"2-5 at 2:5+0 kind@2:5+4=text(idea)@2:11+4 text@3:5+4=text(one\ntwo\n)@3:11+0",
			`9-9 at 9:5+0 kind@9:6+4=text(idea)@9:12+6 id@9:20+2=number(0123)@9:24+4`,
			`11-13 at 11:3+0 type@11:3+4=text(CITES)@11:9+7 on@12:3+2=text(2026-10-01)@12:7+10 far@13:3+3=null(~)@13:8+1`,
		}},
		{"x.yaml", "nodes: [{kind: é, id: a}, {kind: b, id: c}]\n", []string{
			`1-1 at 1:9+0 kind@1:10+4=text(é)@1:16+2 id@1:20+2=text(a)@1:24+1`,
			`1-1 at 1:28+0 kind@1:29+4=text(b)@1:35+1 id@1:38+2=text(c)@1:42+1`,
		}},
	} {
		doc, diags := Format{}.Parse(diag.Source{Name: tt.name, Bytes: []byte(tt.input)})
		if diff := cmp.Diff(tt.want, lines(doc)); diff != "" || len(diags) > 0 {
			t.Errorf("%s %.20q (-want +got)\n%s%v", tt.name, tt.input, diff, diags)
		}
	}
}

func TestHeader(t *testing.T) {
	const entry = `{"kind": "idea", "id": "a"}`
	for name, input := range map[string]string{
		"lantern.jsonl": `{"crosswalk": 1, "system": "Lantern", "run": "r-1", "repository": "example.org/l", "revision": 0123}`,
		"lantern.yaml":  "revision: 0123\nnodes: [" + entry + "]\ncrosswalk: 1\nsystem: Lantern\nrun: r-1\nrepository: example.org/l\n",
	} {
		if name == "lantern.jsonl" {
			input = strings.Replace(input, "0123", `"0123"`, 1) + "\n" + entry
		}
		doc, diags := Format{}.Parse(diag.Source{Name: "survey/" + name, Bytes: []byte(input)})
		got := []string{doc.Title, doc.System, doc.Run, doc.Source, doc.Revision, fmt.Sprint(len(doc.RecordFile.Entries))}
		if diff := cmp.Diff([]string{"lantern", "Lantern", "r-1", "example.org/l", "0123", "1"}, got); diff != "" || len(diags) > 0 {
			t.Errorf("%s (-want +got)\n%s%v", name, diff, diags)
		}
	}
}

func TestFaults(t *testing.T) {
	const good = `{"kind":"idea","id":"a"}` + "\n"
	for _, tt := range []struct {
		name, input string
		entries     int // that are read all the same
		want        []string
	}{
		{"x.jsonl", "\n", 0, []string{"error 0:0-0:0 empty-document"}},
		{"x.jsonl", `{"crosswalk": 1}`, 0, []string{"error 0:0-0:0 empty-document"}},
		{"x.jsonl", "{\"a\": \n" + good, 1, []string{"error 1:7-1:7 json"}},
		{"x.jsonl", good + "{\"a\" 1}\n" + good, 2, []string{"error 2:6-2:6 json"}},
		{"x.jsonl", good + "[1]\n7\n" + good, 2, []string{"error 2:1-2:2 form", "error 3:1-3:2 form"}},
		{"x.jsonl", `{"a":1} {"b":2}`, 0, []string{"error 1:9-1:9 json"}},
		{"x.jsonl", `{"a":1,"b":{"c":1,"c":2},"a":3}`, 1, []string{"warning 1:19-1:22 key-repeated", "warning 1:26-1:29 key-repeated"}},
		{"x.jsonl", `{"a":"x\u0000"}`, 0, []string{"error 1:6-1:15 not-text"}},
		{"x.jsonl", good + "{\"a\":\"\xff\"}", 0, []string{"error 2:7-2:8 not-text"}},
		{"x.jsonl", good + `{"crosswalk": 1}`, 1, []string{"error 2:1-2:2 header"}},
		{"x.jsonl", `{"crosswalk": 2, "sytem": "L", "run": ["r"]}` + "\n" + good, 1,
			[]string{"error 1:15-1:16 header", "error 1:18-1:25 header", "error 1:39-1:40 header"}},
		{"x.jsonl", `{"a":` + strings.Repeat("[", 9) + "\n" + good, 1, []string{"error 1:13-1:14 too-deep"}},

		{"x.yaml", "nodes:\n - a: [b\n", 0, []string{"error 2:9-2:9 yaml"}},
		{"x.yaml", "- kind: idea\n", 0, []string{"error 1:1-1:1 form"}},
		{"x.yaml", "nodes: {kind: idea}\nrelationships:\n- CITES\n- {type: CITES}\n", 1, []string{"error 1:8-1:8 form", "error 3:3-3:8 form"}},
		{"x.yaml", "nodes:\n- &a {kind: idea}\n- *a\n", 0, []string{"error 2:3-2:3 yaml-alias"}},
		{"x.yaml", "nodes:\n- kind: idea\n  id: *a\n", 0, []string{"error 3:7-3:7 yaml"}},
		{"x.yaml", "nodes: [{id: a}]\n---\nnodes: []\n", 0, []string{"error 2:1-2:1 yaml"}},
		{"x.yaml", "sytem: L\nnodes: [{id: a, id: b}]\n", 1, []string{"error 1:1-1:6 header", "warning 2:17-2:19 key-repeated"}},
		{"x.yaml", "nodes: [{? [a] : b}]\n", 0, []string{"error 1:12-1:12 form"}},
		{"x.yaml", "nodes: [{a: \"\\0\"}]\n", 0, []string{"error 1:13-1:13 not-text"}},
		{"x.yaml", "nodes:\n", 0, []string{"error 0:0-0:0 empty-document"}},
		{"x.yaml", "nodes: [{id: a}]\nrun: r\nnodes: [{id: b}]\n", 1, []string{"warning 3:1-3:6 key-repeated"}},
		{"x.yaml", "# nothing\n", 0, []string{"error 0:0-0:0 empty-document"}},

		{"x.csv", "kind,id\nidea,a\nidea,b,c\nidea\nidea,d\n", 3, []string{"error 3:8-3:9 row-length", "warning 4:1-4:5 row-length"}},
		{"x.csv", "kind,id,kind,\nidea,a,route,x\n", 1, []string{"warning 1:9-1:13 key-repeated", "warning 2:14-2:15 form"}},
		{"x.csv", "kind,id\nidea,\"a\n", 0, []string{"error 2:6-2:7 csv"}},
		{"x.csv", "kind,id\nidea,\"a\"b\n", 0, []string{"error 2:9-2:10 csv"}},
		{"x.csv", "kind,id\nidea,a\"b\n", 1, nil},
		{"x.csv", "kind,id\n", 0, []string{"error 0:0-0:0 empty-document"}},
	} {
		doc, diags := Format{}.Parse(diag.Source{Name: tt.name, Bytes: []byte(tt.input)})
		if diff := cmp.Diff(tt.want, parsetest.DiagLines(diags)); diff != "" || len(doc.RecordFile.Entries) != tt.entries {
			t.Errorf("%s %.40q: %d entries (-want +got)\n%s%v", tt.name, tt.input, len(doc.RecordFile.Entries), diff, diags)
		}
	}
}

func TestMatch(t *testing.T) {
	wide := "kind,id" + strings.Repeat(",x", 40_000)
	for _, tt := range []struct {
		name, head string
		want       bool
	}{
		{"a.jsonl", `{"kind": "idea", "text": {"id": 1}, "id": "x"}` + "\n{", true},
		{"a.NDJSON", byteOrderMark + "\n" + `{"type": "CITES", "source": "a", "target": "b"}`, true},
		{"a.jsonl", `{"crosswalk": 1}`, true},
		{"a.jsonl", `{"crosswalk": 1, "system": "cut he`, true},
		{"a.jsonl", `{"kind": "Event", "apiVersion": "v1"}`, false},
		{"a.jsonl", `["kind", "id"]`, false},
		{"a.jsonl", "", false},
		{"a.json", `{"kind": "idea", "id": "x"}`, false},
		{"a.yaml", "# a remark\nsystem: L\n\nnodes:\n- kind: idea\n  id: x\n", true},
		{"a.yml", "nodes: [{id: x, kind: idea}]\n", true},
		{"a.yaml", "relationships:\n  - {type: CITES, source: a, target: b}\n", true},
		{"a.yaml", "crosswalk: 1\n", true},
		{"a.yaml", "kind: Cluster\nid: x\nnodes:\n- role: worker\n", false},
		{"a.yaml", "nodes:\n- mankind: idea\n  id: x\n", false},
		{"a.yaml", "a:\n  crosswalk: 1\n", false},
		{"ARTIFACT.yaml", "crosswalk: 1\n", false},
		{"crosswalk.sources.yaml", "nodes: [{id: x, kind: idea}]\n", false},
		{"a.csv", "label, id ,\"kind\"\n", true},
		{"a.csv", "type,source,target,weight\n", true},
		{"a.csv", "Source,Target,Type\n", false},
		{"a.csv", "kind,name\n", false},
		{"a.csv", "crosswalk,street\n", false},
		{"a.csv", "system_name,lineage,id\n", false},
		{"a.csv", "", false},
		{"a.csv", wide, true},
		{"a.tsv", "kind\tid\n", true},
		{"a.tsv", "kind,id\n", false},
		{"a.md", "kind,id\n", false},
	} {
		if got := (Format{}).Match("set/"+tt.name, []byte(tt.head)); got != tt.want {
			t.Errorf("%s %.40q: %t", tt.name, tt.head, got)
		}
	}
}

// Line ends, a byte-order mark and a newline at the end change no entry.
func TestSameEntries(t *testing.T) {
	for name, input := range map[string]string{
		"x.jsonl": `{"kind":"idea","id":"a"}` + "\n" + `{"kind":"idea","id":"b"}`,
		"x.csv":   "kind,id,text\nidea,a,\"one\ntwo\"\nidea,b,x",
		"x.yaml":  "nodes:\n- kind: idea\n  id: a\n- kind: idea\n  id: b",
	} {
		want, _ := Format{}.Parse(diag.Source{Name: name, Bytes: []byte(input)})
		for what, changed := range map[string][]byte{
			"CRLF": bytes.ReplaceAll([]byte(input), []byte("\n"), []byte("\r\n")), "byte-order mark": []byte(byteOrderMark + input), "newline": []byte(input + "\n"),
		} {
			got, diags := Format{}.Parse(diag.Source{Name: name, Bytes: changed})
			if diff := cmp.Diff(lines(want), lines(got)); diff != "" || len(diags) > 0 || len(lines(got)) != 2 {
				t.Errorf("%s, %s (-want +got)\n%s%v", name, what, diff, diags)
			}
		}
	}
}
