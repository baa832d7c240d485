package graph

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
)

const (
	testDoc   = ID("document:R/memory")
	testRoute = ID("route:R/x")
)

// testBatch is a small valid batch.
func testBatch() Batch {
	return Batch{
		Origin: Origin{Location: "a.md", Path: "/a.md", Document: testDoc, ByteDigest: "00", Format: "canonical", Model: ModelVersion},
		Contributions: []Contribution{
			{Node: testRoute, Kind: Route, Props: Props{"label": "X", "line": int64(3), "readBack.flags": []string{"AFFORDED"}}, Document: testDoc, Line: 3},
			{Node: testDoc, Kind: Document, Props: Props{"title": "T"}, Document: testDoc},
			{Node: "route:R/y", Kind: Route, Role: Refers, Props: Props{"run": "run:R"}, Document: testDoc, Line: 4},
			{Node: "route:R/z", Kind: Route, Role: Amended, Rank: 1, Props: Props{"label": "Z"}, Document: testDoc, Line: 5},
		},
		Relationships: []Relationship{
			{ID: "relationship:2", Type: Feeds, Source: testRoute, Target: "route:R/y", Certainty: Structured, Rule: "r", Document: testDoc, Line: 4, Sentence: "s"},
			{ID: "relationship:1", Type: Declares, Source: testDoc, Target: testRoute, Certainty: Declared, Rule: "r", Document: testDoc},
		},
	}
}

func sealed(t *testing.T, b Batch) string {
	t.Helper()
	if err := b.Seal(); err != nil {
		t.Fatal(err)
	}
	return b.Origin.Digest
}

func TestSealDigest(t *testing.T) {
	want := sealed(t, testBatch())
	if len(want) != 64 {
		t.Errorf("digest %q is no SHA-256", want)
	}
	for name, change := range map[string]func(*Batch){
		"nothing":                func(*Batch) {},
		"sealing before":         func(b *Batch) { sealed(t, *b) },
		"location":               func(b *Batch) { b.Origin.Location, b.Origin.Path = "other", "" },
		"bytes":                  func(b *Batch) { b.Origin.ByteDigest, b.Origin.Format, b.Content = "11", "rendered", []byte("x") },
		"model":                  func(b *Batch) { b.Origin.Model = 99 },
		"replace":                func(b *Batch) { b.Replace = true },
		"order":                  func(b *Batch) { c := b.Contributions; c[0], c[2] = c[2], c[0] },
		"order of relationships": func(b *Batch) { r := b.Relationships; r[0], r[1] = r[1], r[0] },
		"empty list":             func(b *Batch) { b.Contributions[0].Props["readBack.namesRoutes"] = []string{} },
		"nil value":              func(b *Batch) { b.Contributions[0].Props["owner"] = nil },
	} {
		b := testBatch()
		change(&b)
		if sealed(t, b) != want {
			t.Errorf("%s changes the digest", name)
		}
	}
	for name, change := range map[string]func(*Batch){
		"value":       func(b *Batch) { b.Contributions[0].Props["label"] = "x" },
		"type":        func(b *Batch) { b.Contributions[0].Props["line"] = int64(4) },
		"line":        func(b *Batch) { b.Contributions[0].Line++ },
		"role":        func(b *Batch) { b.Contributions[2].Role = Defines },
		"rank":        func(b *Batch) { b.Contributions[3].Rank = 2 },
		"less":        func(b *Batch) { b.Contributions = b.Contributions[1:] },
		"certainty":   func(b *Batch) { b.Relationships[0].Certainty = Stated },
		"sentence":    func(b *Batch) { b.Relationships[0].Sentence = "S" },
		"approximate": func(b *Batch) { b.Relationships[0].Approximate = true },
		"empty value": func(b *Batch) { b.Contributions[0].Props["owner"] = "" },
	} {
		b := testBatch()
		change(&b)
		if sealed(t, b) == want {
			t.Errorf("%s does not change the digest", name)
		}
	}
}

func TestSealOrders(t *testing.T) {
	b := testBatch()
	sealed(t, b)
	var nodes []string
	for _, c := range b.Contributions {
		nodes = append(nodes, string(c.Node))
	}
	if got, want := strings.Join(nodes, " "), "document:R/memory route:R/x route:R/y route:R/z"; got != want {
		t.Errorf("contributions in order %s, want %s", got, want)
	}
	if b.Relationships[0].ID != "relationship:1" {
		t.Error("relationships are not in order")
	}
}

func TestSealSurvivesJSON(t *testing.T) {
	b := testBatch()
	if err := b.Seal(); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(&b)
	if err != nil {
		t.Fatal(err)
	}
	var back Batch
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	want := b.Origin.Digest
	if back.Origin != b.Origin {
		t.Errorf("origin %+v, want %+v", back.Origin, b.Origin)
	}
	if got := sealed(t, back); got != want {
		t.Error("a batch that went through JSON has another digest")
	}
}

func TestSealEmpty(t *testing.T) {
	b := Batch{Origin: Origin{Location: "a", Digest: "left over"}}
	if err := b.Seal(); err != nil || b.Origin.Digest != "" || !b.Empty() {
		t.Errorf("error %v, digest %q", err, b.Origin.Digest)
	}
}

// TestSealFaults changes one thing at a time in a valid batch.
func TestSealFaults(t *testing.T) {
	prop := func(name string, v any) func(*Batch) {
		return func(b *Batch) { b.Contributions[0].Props[name] = v }
	}
	long := strings.Repeat("x", maxValueBytes+1)
	for name, change := range map[string]func(*Batch){
		"no location":              func(b *Batch) { b.Origin.Location = "" },
		"no document":              func(b *Batch) { b.Origin.Document = "" },
		"document of another kind": func(b *Batch) { b.Origin.Document = testRoute },
		"document with bad signs":  func(b *Batch) { b.Origin.Document = "document:R/a b" },
		"unknown kind":             func(b *Batch) { b.Contributions[0].Kind = "x" },
		"kind differs from id":     func(b *Batch) { b.Contributions[0].Kind = Claim },
		"bad id":                   func(b *Batch) { b.Contributions[0].Node = "route:R/a b" },
		"intrinsic kind":           func(b *Batch) { b.Contributions[0] = Contribution{Node: "file:R/a", Kind: File, Document: testDoc} },
		"refers to a passage": func(b *Batch) {
			b.Contributions[0] = Contribution{Node: "passage:R/a", Kind: Passage, Role: Refers, Document: testDoc}
		},
		"defined twice": func(b *Batch) {
			b.Contributions = append(b.Contributions, Contribution{Node: testRoute, Kind: Route, Props: Props{"label": "Y"}, Document: testDoc, Line: 9})
		},
		"contribution of another document": func(b *Batch) { b.Contributions[0].Document = "document:R/other" },
		"relationship of another document": func(b *Batch) { b.Relationships[0].Document = "document:R/other" },
		"sortable value too long":          prop("label", strings.Repeat("x", maxSortableBytes+1)),
		"contribution's document":          func(b *Batch) { b.Contributions[0].Document = "run:R" },
		"no such property":                 prop("nonsense", "x"),
		"property of another kind":         prop("axis", "x"),
		"string for a number":              prop("line", "3"),
		"int for int64":                    prop("line", 3),
		"float for a number":               prop("line", 3.0),
		"number for a string":              prop("label", int64(3)),
		"list for a string":                prop("label", []string{"x"}),
		"string for a list":                prop("readBack.flags", "AFFORDED"),
		"string for a boolean":             prop("noCounterpart", "true"),
		"not UTF-8":                        prop("label", "\xff"),
		"NUL":                              prop("label", "a\x00b"),
		"too long":                         prop("text", long),
		"no value of the enum":             prop("member", "memory"),
		"no value of the list's enum":      prop("readBack.flags", []string{"AFFORDED", "x"}),
		"bad item":                         prop("readBack.flags", []string{"\xff"}),
		"too many items":                   prop("readBack.namesRoutes", make([]string, maxListItems+1)),
		"unknown type":                     func(b *Batch) { b.Relationships[0].Type = "X" },
		"end of a wrong kind":              func(b *Batch) { b.Relationships[0].Target = "run:R" },
		"source of a wrong kind":           func(b *Batch) { b.Relationships[1].Source = testRoute },
		"bad end":                          func(b *Batch) { b.Relationships[0].Source = "route:a b" },
		"no certainty":                     func(b *Batch) { b.Relationships[0].Certainty = 0 },
		"unknown certainty":                func(b *Batch) { b.Relationships[0].Certainty = 4 },
		"relationship's document":          func(b *Batch) { b.Relationships[0].Document = "" },
		"no relationship id":               func(b *Batch) { b.Relationships[0].ID = "" },
		"no rule":                          func(b *Batch) { b.Relationships[0].Rule = "" },
		"negative line":                    func(b *Batch) { b.Relationships[0].Line = -1 },
		"sentence not UTF-8":               func(b *Batch) { b.Relationships[0].Sentence = "\xff" },
		"heading with NUL":                 func(b *Batch) { b.Relationships[0].Heading = "\x00" },
		"rule too long":                    func(b *Batch) { b.Relationships[0].Rule = long },
		"same relationship twice":          func(b *Batch) { b.Relationships[0].ID = "relationship:1" },
	} {
		b := testBatch()
		change(&b)
		if err := b.Seal(); CodeOf(err) != Invalid {
			t.Errorf("%s: got error %v", name, err)
		}
	}
}

func TestTooManyFacts(t *testing.T) {
	b := testBatch()
	b.Relationships = make([]Relationship, maxFacts) // never touched, so it costs nothing
	if err := b.Validate(); CodeOf(err) != Invalid || !strings.Contains(err.Error(), "2000004 facts") {
		t.Errorf("got error %v", err)
	}
}

func TestSealAllows(t *testing.T) {
	for name, c := range map[string]Contribution{
		"value of the greatest length": {Node: testRoute, Kind: Route, Props: Props{"text": strings.Repeat("x", maxValueBytes)}, Document: testDoc},
		"label of the greatest length": {Node: testRoute, Kind: Route, Props: Props{"label": strings.Repeat("x", maxSortableBytes)}, Document: testDoc},
		"empty string":                 {Node: testRoute, Kind: Route, Props: Props{"label": ""}, Document: testDoc},
		"extreme numbers":              {Node: testRoute, Kind: Route, Props: Props{"line": int64(math.MinInt64), "endLine": int64(math.MaxInt64)}, Document: testDoc},
		"amended shared node":          {Node: "run:R", Kind: Run, Role: Amended, Rank: 2, Props: Props{"cutoff": "2026-01-01"}, Document: testDoc},
		"no properties":                {Node: testRoute, Kind: Route, Document: testDoc},
	} {
		b := testBatch()
		b.Contributions[0] = c
		if err := b.Seal(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCheckFloat(t *testing.T) {
	p := Property{Name: "x", Type: FloatProp}
	for v, ok := range map[float64]bool{0: true, -1.5: true, math.MaxFloat64: true, math.Inf(1): false, math.Inf(-1): false, math.NaN(): false} {
		if err := p.check(v); (err == nil) != ok {
			t.Errorf("%v: %v", v, err)
		}
	}
}

func TestErrorf(t *testing.T) {
	cause := fmt.Errorf("cause")
	err := fmt.Errorf("outside: %w", Errorf(NotFound, "no %s: %w", "x", cause))
	if CodeOf(err) != NotFound || err.Error() != "outside: no x: cause" {
		t.Errorf("%v of code %s", err, CodeOf(err))
	}
}
