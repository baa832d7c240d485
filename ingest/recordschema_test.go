package ingest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// compileRecordSchema checks the schema against the meta-schema of its draft, and compiles it.
func compileRecordSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(RecordSchema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("records.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("records.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

func validate(t *testing.T, s *jsonschema.Schema, text string) error {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s.Validate(v)
}

// TestRecordSchemaExamples: the examples are as the schema wants them.
func TestRecordSchemaExamples(t *testing.T) {
	s := compileRecordSchema(t)
	root := filepath.Join("..", "examples", "records")
	lines, err := os.ReadFile(filepath.Join(root, "jsonl", "lantern.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(lines)) {
		if err := validate(t, s, line); err != nil {
			t.Errorf("%s\n%v", line, err)
		}
	}
	text, err := os.ReadFile(filepath.Join(root, "yaml", "lantern.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var file any
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(file); err != nil {
		t.Error(err)
	}
}

// TestRecordSchema: the schema and a load agree on what is right, and what is wrong.
func TestRecordSchema(t *testing.T) {
	s := compileRecordSchema(t)
	const nodes = `{"kind":"route","id":"b"}` + "\n" + `{"kind":"object","id":"a"}` + "\n" + `{"kind":"claim","id":"c"}` + "\n"
	for _, tt := range []struct {
		line string
		ok   bool
	}{
		{`{"kind":"route","id":"x","laterReadBack":"none.","readers":3}`, true},
		{`{"kind":"route","id":7,"implementationStatus":"WIRED","noCounterpart":true,"label":null}`, true},
		{`{"kind":"object","id":"x","system":"Beacon","evidence":["log/a.go:1-2",{"path":"b.go","lines":7,"quote":"x"}]}`, true},
		{`{"kind":"source","id":"SRC-1","layers":["code",2]}`, true},
		{`{"kind":"idea","id":"x","number":2,"title":"T"}`, true},
		{`{"kind":"system","id":"Lantern","aliases":["Beacon"]}`, true},
		{`{"kind":"denial","id":"x","denies":"READS","text":"It reads no shelf."}`, true},
		{`{"type":"READS","source":"b","target":"object:a","certainty":"STATED","approximate":true,"sentence":"x"}`, true},
		{`{"type":"IMPLEMENTED_BY","source":"claim:c","target":"b"}`, true},

		{`{"kind":"ruote","id":"x"}`, false},
		{`{"kind":"file","id":"x"}`, false},
		{`{"kind":"route"}`, false},
		{`{"id":"x"}`, false},
		{`{"kind":"route","id":"a/b"}`, false},
		{`{"kind":"route","id":["x"]}`, false},
		{`{"kind":"route","id":"x","implementationStatus":"MAYBE"}`, false},
		{`{"kind":"route","id":"x","noCounterpart":"true"}`, false},
		{`{"kind":"route","id":"x","laterReadBack":["none"]}`, false},
		{`{"kind":"route","id":"x","label":true}`, false},
		{`{"kind":"idea","id":"x","number":2.5}`, false},
		{`{"kind":"idea","id":"x","colour":"red"}`, false},
		{`{"kind":"source","id":"SRC-1","layers":"code"}`, false},
		{`{"kind":"object","id":"x","evidence":{"quote":"x"}}`, false},
		{`{"kind":"object","id":"x","evidence":{"path":"a.go","page":3}}`, false},
		{`{"type":"READ","source":"b","target":"a"}`, false},
		{`{"type":"READS","source":"b"}`, false},
		{`{"type":"READS","source":"b","target":"file:a.go"}`, false},
		{`{"type":"IMPLEMENTED_BY","source":"route:b","target":"b"}`, false},
		{`{"type":"READS","source":"b","target":"a","line":3}`, false},
		{`{"type":"READS","source":"b","target":"a","certainty":"SURE"}`, false},
	} {
		if err := validate(t, s, tt.line); (err == nil) != tt.ok {
			t.Errorf("schema, %s: %v", tt.line, err)
		}
		if err := validate(t, s, `{"nodes": [], "relationships": [`+tt.line+`]}`); err == nil && !tt.ok {
			t.Errorf("schema, in a file, %s: no error", tt.line)
		}
		text := `{"crosswalk":1,"system":"Lantern"}` + "\n" + nodes + tt.line
		if _, diags := lowerRecords(t, "x.jsonl", []byte(text), Stated{}); (len(diags) == 0) != tt.ok {
			t.Errorf("load, %s: %v", tt.line, diags)
		}
	}
	for text, ok := range map[string]bool{
		`{"crosswalk":1,"system":"Lantern","run":"r","repository":"example.org/l","revision":7}`: true,
		`{"nodes":[{"kind":"route","id":"b"}]}`:                                                  true,
		`{"relationships":[],"system":"Lantern"}`:                                                true,
		`{"system":"Lantern"}`:                                                                   false,
		`{"crosswalk":2}`:                                                                        false,
		`{"nodes":{"kind":"route","id":"b"}}`:                                                    false,
		`{"nodes":[],"sytem":"Lantern"}`:                                                         false,
		`{"nodes":[{"kind":"route","id":"b"},"b"]}`:                                              false,
		`{"crosswalk":1,"kind":"route","id":"x"}`:                                                false,
		`[{"kind":"route","id":"b"}]`:                                                            false,
		`{"nodes":[{"kind":"idea","id":"b","x":"y"}]}`:                                           false,
	} {
		if err := validate(t, s, text); (err == nil) != ok {
			t.Errorf("schema, %s: %v", text, err)
		}
	}
}

// TestRecordSchemaWritten: docs/schemas has what the tables give.
func TestRecordSchemaWritten(t *testing.T) {
	written, err := os.ReadFile(filepath.Join("..", "docs", "schemas", "records.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(written, RecordSchema()) {
		t.Error("docs/schemas/records.schema.json is not what the tables give; run make generate")
	}
}

// TestRecordKindsDocumented: docs/records.md lists the kinds of entries with their properties.
func TestRecordKindsDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "docs", "records.md"))
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, kind := range entryKinds() {
		info, star := graph.KindOf(kind), "*"
		if keepsFields(info) {
			star = ""
		}
		var props []string
		for _, p := range entryProps(info) {
			props = append(props, "`"+p.Name+"`")
		}
		want = append(want, fmt.Sprintf("| `%s`%s | %s |", kind, star, strings.Join(props, ", ")))
	}
	_, table, _ := strings.Cut(string(page), "\n| kind | properties |\n|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	if diff := cmp.Diff(want, strings.Split(table, "\n")); diff != "" {
		t.Errorf("docs/records.md (-tables +page)\n%s", diff)
	}
}

// TestFirstRecordsDocumented: the tables that docs/records.md begins with are those of the example.
func TestFirstRecordsDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "docs", "records.md"))
	if err != nil {
		t.Fatal(err)
	}
	rest := string(page)
	for _, name := range []string{"nodes.csv", "relationships.csv"} {
		want, err := os.ReadFile(filepath.Join("..", "examples", "records", "first", name))
		if err != nil {
			t.Fatal(err)
		}
		var block string
		_, rest, _ = strings.Cut(rest, "```csv\n")
		block, rest, _ = strings.Cut(rest, "```")
		if diff := cmp.Diff(string(want), block); diff != "" {
			t.Errorf("%s (-example +page)\n%s", name, diff)
		}
	}
}
