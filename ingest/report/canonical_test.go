package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseTarget(t *testing.T) {
	tests := []struct {
		text string
		want Target
		ok   bool
	}{
		{"`pkg/a.go`", Target{Path: "pkg/a.go"}, true},
		{" pkg/a.go:10-24 ", Target{Path: "pkg/a.go", Ranges: "10-24"}, true},
		{"`pkg/a.go:10-12,40` @ `0123abc`", Target{"pkg/a.go", "10-12,40", "0123abc"}, true},
		{"`kb/x.md` @ `sha256:00ff`", Target{Path: "kb/x.md", Revision: "sha256:00ff"}, true},
		{"https://example.org/o/r/blob/0123/p/q.go#L10-L24", Target{"p/q.go", "10-24", "0123"}, true},
		{"https://example.org/paper", Target{Path: "https://example.org/paper"}, true},
		{"Makefile", Target{Path: "Makefile"}, true},
		{"some words", Target{}, false},
		{"pkg/a.go @ two words", Target{}, false},
		{"", Target{}, false},
	}
	for _, tt := range tests {
		if got, ok := ParseTarget(tt.text); got != tt.want || ok != tt.ok {
			t.Errorf("%q: %+v, %t", tt.text, got, ok)
		}
	}
}

func TestCutRange(t *testing.T) {
	for text, want := range map[string]string{"a/b.go:10-24": "a/b.go", "a/b.go:7": "a/b.go", "a/b.go": "", "a/b.go:x": "", ":1": ""} {
		if got, ok := CutRange(text); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q, %t", text, got, ok)
		}
	}
}

func TestProvenPaths(t *testing.T) {
	section, coverage := Owner{Kind: OwnerSection}, Owner{Kind: OwnerCoverage}
	paths := []PathCite{
		{Path: "src/a.go", Owner: section, InSourceList: true},
		{Path: "src/b.go", Owner: section},
		{Path: "vault/c.md", Owner: section},
		{Path: "docs/d.md", Owner: coverage},
		{Path: "lib/e.go", Owner: section},
	}
	var kept []string
	for _, c := range ProvenPaths(paths, []Passage{{Path: "lib/x.go"}}) {
		kept = append(kept, c.Path)
	}
	if diff := cmp.Diff([]string{"src/a.go", "src/b.go", "docs/d.md", "lib/e.go"}, kept); diff != "" {
		t.Error(diff)
	}
	if alone := ProvenPaths([]PathCite{{Path: "vault/c.md"}}, nil); len(alone) != 1 {
		t.Errorf("without any proof %v", alone)
	}
}

func TestNewCoverageRow(t *testing.T) {
	tests := []struct {
		cells  []string
		header string
		want   CoverageRow
	}{
		{[]string{"Entry", "a.go; direct plus supplied", "RT-RTE-a"}, "", CoverageRow{Entry: "Entry", Inspection: "a.go; direct plus supplied", Conclusion: "RT-RTE-a", Mode: "direct plus supplied"}},
		{[]string{"Entry", "a.go", "Included, not traced"}, "", CoverageRow{Entry: "Entry", Inspection: "a.go", Conclusion: "Included, not traced", Mode: "included"}},
		{[]string{"Entry", "a.go", "covers; a direct read"}, "", CoverageRow{Entry: "Entry", Inspection: "a.go", Conclusion: "covers; a direct read"}},
		{[]string{"Entry", "a.go", "b.go", "RT-RTE-a"}, "Directly inspected: direct", CoverageRow{Entry: "Entry", Inspection: "a.go b.go", Conclusion: "RT-RTE-a", Mode: "direct"}},
	}
	for _, tt := range tests {
		got := NewCoverageRow(1, tt.cells, InspectionMode(tt.header), Span{2, 2})
		if got.Entry != tt.want.Entry || got.Inspection != tt.want.Inspection || got.Conclusion != tt.want.Conclusion || got.Mode != tt.want.Mode || !got.Split {
			t.Errorf("%q: %+v", tt.cells, got)
		}
	}
	if row := NewCoverageRow(3, []string{"one | two"}, "", Span{2, 2}); row.Split || row.Entry != "" || row.Text != "one | two" {
		t.Errorf("one cell: %+v", row)
	}
}

func TestAppendFields(t *testing.T) {
	type reading struct {
		name, text string
		answer     bool
	}
	tests := []struct {
		what          string
		text          string
		bullet, route bool
		want          []reading
	}{
		{"an answer", "Later read-back: a row", true, true, []reading{{"later read-back", "a row", true}}},
		{"the label outside of a route", "Expiry: never", true, false, []reading{{"expiry", "never", false}}},
		{"a synonym", "Expiry: never", true, true, []reading{{AnswerInvalidation, "never", true}}},
		{"a group", "Immediate return and selection: as one", true, true, []reading{{AnswerImmediateReturn, "as one", true}, {AnswerSelectionPredicate, "as one", true}}},
		{"an empty answer", "Evidence limits:", true, true, []reading{{AnswerEvidenceLimits, "", true}}},
		{"sentences", "It is kept. Lineage: by hand; owner: the desk.", false, true, []reading{{"lineage", "by hand", false}, {"owner", "the desk.", false}}},
		{"no label", "It is kept.", true, true, nil},
	}
	for _, tt := range tests {
		var got []reading
		for _, f := range AppendFields(nil, tt.text, tt.bullet, tt.route) {
			got = append(got, reading{f.Name, f.Text, f.Answer})
			if tt.text[f.Value:f.End] != f.Text || tt.text[f.Start:f.Start+len(f.Label)] != f.Label {
				t.Errorf("%s: places %+v", tt.what, f)
			}
		}
		if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(reading{})); diff != "" {
			t.Errorf("%s: %s", tt.what, diff)
		}
	}
}

func TestPreferBullets(t *testing.T) {
	r := Record{Fields: []Field{
		{Label: "Effects", Name: AnswerActivation, Style: StyleProse},
		{Label: "Activation or effect", Name: AnswerActivation, Style: StyleBullet},
	}}
	r.PreferBullets()
	if r.Fields[0].Name != "effects" || r.Fields[1].Name != AnswerActivation {
		t.Errorf("%+v", r.Fields)
	}
	r = Record{Fields: []Field{{Label: "Effects", Name: AnswerActivation, Style: StyleProse}, {Label: "Owner", Name: "owner", Style: StyleBullet}}}
	if r.PreferBullets(); r.Fields[0].Name != AnswerActivation {
		t.Errorf("without an answer in a bullet: %+v", r.Fields)
	}
}

func TestMemberOf(t *testing.T) {
	for typ, role := range map[string]string{
		"agentic-systems/types/agentic-system-memory-report.md": "memory", "types/agent-memory-analysis-report": "memory",
		"agentic-system-verification": "verification", "agentic-system-analysis-result.md": "result",
		"types/agent-memory-system-review.md": "", "": "",
	} {
		if m, ok := MemberOf(typ); m.Role != role || ok != (role != "") {
			t.Errorf("%q: %q, %t", typ, m.Role, ok)
		}
	}
	for title, system := range map[string]string{"Lamp Memory Report": "Lamp", "Lamp": "Lamp", " memory report": " memory report"} {
		if m, _ := MemberOf("agentic-system-memory-report"); m.System(title) != system {
			t.Errorf("%q: %q", title, m.System(title))
		}
	}
	if n := UnknownMember(); n.Section("Annotations") < 0 || n.Section("Blockers") < 0 || n.Section("Discussion") >= 0 {
		t.Errorf("the unknown member has sections %+v", n.Sections)
	}
}

func TestKindHeading(t *testing.T) {
	if i := KindHeading("Routes"); i != 2 || KindTypes[i].Kind != KindRoute {
		t.Errorf("Routes is heading %d", i)
	}
	if i := KindHeading("routes"); i != -1 {
		t.Errorf("a heading in lower case is taken for %d", i)
	}
}
