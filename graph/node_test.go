package graph

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestNewID(t *testing.T) {
	for _, c := range []struct {
		got  ID
		want ID
	}{
		{NewID(System, "quill"), "system:quill"},
		{NewID(Route, "QS-1", "MEM-RTE-x"), "route:QS-1/MEM-RTE-x"},
		{NewID(Route, "QS 1", "a/b"), "route:QS%201/a%2Fb"},
		{NewID(Annotation, "R", "memory", "RT-x", "1"), "annotation:R/memory/RT-x/1"},
		{NewID(Claim, "ü", "%41:?"), "claim:%C3%BC/%2541%3A%3F"},
		{NewID(Claim, "aZ09._~+@-", "x"), "claim:aZ09._~+@-/x"},
		{NewID(Claim, "", "\x00\xff"), "claim:/%00%FF"},
		{NewPathID(File, "QS-1", "pkg/a b.go"), "file:QS-1/pkg/a%20b.go"},
		{NewPathID(Repository, "code.example", "group/quill"), "repository:code.example/group/quill"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
		if !c.got.valid() {
			t.Errorf("%s is not valid", c.got)
		}
	}
}

func TestIDParts(t *testing.T) {
	for _, c := range []struct {
		id           ID
		kind         Kind
		scope, local string
		valid        bool
	}{
		{"route:QS%201/a%2Fb", Route, "QS 1", "a/b", true},
		{"system:quill", System, "quill", "", true},
		{"file:QS-1/pkg/a%20b.go", File, "QS-1", "pkg/a b.go", true},
		{"annotation:R/memory/RT-x/1", Annotation, "R", "memory/RT-x/1", true},
		{"claim:a%zz%4/%", Claim, "a%zz%4", "%", true},
		{"", "", "", "", false},
		{"route", "", "", "", false},
		{"route:", Route, "", "", false},
		{"nothing:x", "nothing", "x", "", false},
		{"route:a b", Route, "a b", "", false},
		{"route:ü", Route, "ü", "", false},
		{ID("route:" + strings.Repeat("a", 507)), Route, strings.Repeat("a", 507), "", false},
		{ID("route:" + strings.Repeat("a", 506)), Route, strings.Repeat("a", 506), "", true},
	} {
		if c.id.Kind() != c.kind || c.id.Scope() != c.scope || c.id.Local() != c.local || c.id.valid() != c.valid {
			t.Errorf("%q: kind %q, scope %q, local %q, valid %t", c.id, c.id.Kind(), c.id.Scope(), c.id.Local(), c.id.valid())
		}
	}
}

func TestLongIDs(t *testing.T) {
	fits := NewID(Route, "R", strings.Repeat("x", 512-len("route:R/")))
	if len(fits) != 512 || strings.Contains(string(fits), "~~") {
		t.Errorf("an id of 512 bytes is cut: %s", fits)
	}
	stem := strings.Repeat("x", 1000)
	a, b := NewID(Route, "R", stem+"a"), NewID(Route, "R", stem+"b")
	if a == b || a != NewID(Route, "R", stem+"a") {
		t.Error("long ids must differ where their names differ, and only there")
	}
	for _, id := range []ID{a, b, NewPathID(File, "R", strings.Repeat("ü/", 999))} {
		if len(id) != 512 || !id.valid() {
			t.Errorf("%d bytes, valid %t: %s", len(id), id.valid(), id)
		}
	}
	if a.Kind() != Route || a.Scope() != "R" {
		t.Errorf("kind %s and scope %s of a cut id", a.Kind(), a.Scope())
	}
}

func FuzzID(f *testing.F) {
	f.Add("QS-1", "MEM-RTE-x")
	f.Add("a/b", "%2F")
	f.Add("", "\xff\x00é")
	f.Fuzz(func(t *testing.T, scope, local string) {
		id, path := NewID(Route, scope, local), NewPathID(File, scope, local)
		if !id.valid() || !path.valid() {
			t.Fatalf("%q or %q is not valid", id, path)
		}
		for i := range len(id) {
			if id[i] >= utf8.RuneSelf {
				t.Fatalf("%q is not ASCII", id)
			}
		}
		if 3*(len(scope)+len(local))+len("route:/") > maxID {
			return
		}
		if id.Scope() != scope || id.Local() != local {
			t.Errorf("%q gives %q and %q back", id, id.Scope(), id.Local())
		}
		if path.Scope() != scope || path.Local() != local {
			t.Errorf("%q gives %q and %q back", path, path.Scope(), path.Local())
		}
	})
}

func TestRelationshipID(t *testing.T) {
	base := NewRelationshipID("document:R/a", "rule", Feeds, "route:R/x", "route:R/y", 0)
	if !strings.HasPrefix(string(base), "relationship:") || len(base) != len("relationship:")+32 {
		t.Errorf("shape of %s", base)
	}
	seen := map[ID]bool{base: true}
	for _, id := range []ID{
		NewRelationshipID("document:R/b", "rule", Feeds, "route:R/x", "route:R/y", 0),
		NewRelationshipID("document:R/a", "rule2", Feeds, "route:R/x", "route:R/y", 0),
		NewRelationshipID("document:R/a", "rule", Reads, "route:R/x", "route:R/y", 0),
		NewRelationshipID("document:R/a", "rule", Feeds, "route:R/y", "route:R/x", 0),
		NewRelationshipID("document:R/a", "rule", Feeds, "route:R/x", "route:R/y", 1),
		NewRelationshipID("document:R/a", "rule", Feeds, "route:R/x", "route:R/y", 256),
		NewRelationshipID("document:R/a", "rule", Feeds, "route:R/x", "route:R/y", 65536),
		NewRelationshipID("document:R/arule", "", Feeds, "route:R/x", "route:R/y", 0),
	} {
		if seen[id] {
			t.Errorf("%s comes twice", id)
		}
		seen[id] = true
	}
}

func TestPropsJSON(t *testing.T) {
	in := Props{"label": "a\u2028\"<é\U0001F4DA", "line": int64(1) << 62, "endLine": int64(-1), "noCounterpart": false, "spellings": []string{"", "x"}, "text": ""}
	data, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	var out Props
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(in, out) {
		t.Errorf("got %#v, want %#v", out, in)
	}
	if out.String("label") != in["label"] || out.Int("line") != 1<<62 || out.Bool("noCounterpart") || len(out.List("spellings")) != 2 {
		t.Error("the getters read something else")
	}
	if out.String("line") != "" || out.Int("label") != 0 || out.Bool("none") || out.List("label") != nil {
		t.Error("a getter of another type must give nothing")
	}
}

func TestPropsJSONRefuses(t *testing.T) {
	for _, text := range []string{`{"nonsense": 1}`, `{"line": "1"}`, `{"line": 1.5}`, `{"line": 9223372036854775808}`, `{"label": 1}`, `{"label": ["x"]}`,
		`{"spellings": "x"}`, `{"spellings": [1]}`, `{"noCounterpart": 0}`, `[]`, `{`, ``} {
		var p Props
		if err := json.Unmarshal([]byte(text), &p); err == nil {
			t.Errorf("%s is taken for %#v", text, p)
		}
	}
}

func FuzzPropsJSON(f *testing.F) {
	f.Add([]byte(`{"label": "x", "line": 3, "noCounterpart": true, "spellings": ["a"]}`))
	f.Add([]byte(`{"line": 1e3}`))
	f.Add([]byte(`{"label": null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var p, q Props
		if json.Unmarshal(data, &p) != nil {
			return
		}
		for name, v := range p {
			if PropertyOf(name).check(v) != nil && PropertyOf(name).Enum == "" && !strings.Contains(string(data), `\u0000`) {
				t.Errorf("%s holds %#v", name, v)
			}
		}
		again, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(again, &q); err != nil || !reflect.DeepEqual(p, q) {
			t.Errorf("%s becomes %#v, then %#v (%v)", data, p, q, err)
		}
	})
}

func TestCertainty(t *testing.T) {
	if Stated >= Structured || Structured >= Declared {
		t.Error("certainties are not in order")
	}
	if Stated.String() != "STATED" || Structured.String() != "STRUCTURED" || Declared.String() != "DECLARED" || Certainty(0).String() != "" {
		t.Error("names of certainties")
	}
}
