package diag

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMarked(t *testing.T) {
	tests := []struct {
		text, plain string
		start, end  int
		marked      bool
	}{
		{"a »bc« d", "a bc d", 2, 4, true},
		{"é»«", "é", 2, 2, true},
		{"»a", "»a", 0, 0, false},
		{"none", "none", 0, 0, false},
	}
	for _, tt := range tests {
		plain, start, end, marked := Marked(tt.text)
		if plain != tt.plain || start != tt.start || end != tt.end || marked != tt.marked {
			t.Errorf("%q: %q %d %d %t", tt.text, plain, start, end, marked)
		}
	}
}

// What breaks a rule is an error under --strict, and comes before the others of its place. The list that is
// given stays as it is.
func TestStrict(t *testing.T) {
	c := Catalogue{{Code: "a", Severity: Info}, {Code: "b", Severity: Info, Rule: "1, 2"}}
	list := List{{Severity: Info, Code: "a"}, {Severity: Info, Code: "b"}, {Severity: Warning, Code: "unknown"}}
	want := List{{Severity: Error, Code: "b"}, {Severity: Warning, Code: "unknown"}, {Severity: Info, Code: "a"}}
	if diff := cmp.Diff(want, c.Strict(list)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if list[1].Severity != Info {
		t.Error("the list that was given is changed")
	}
}

func TestExplain(t *testing.T) {
	tests := []struct {
		entry Entry
		want  string
	}{
		{Entry{Code: "x/a", Severity: Info, Cause: "C.", Cure: "D.", Example: Command("crosswalk check nowhere")},
			"### x/a\n\nInfo.\n\nC.\n\nD.\n\n```sh\ncrosswalk check nowhere\n```\n"},
		{Entry{Code: "x/b", Severity: Warning, Rule: "3", Cause: "C.", Cure: "D.", Example: Edit("a.md", "one\ntwo", "one\né »two\nthree«\n")},
			"### x/b\n\nWarning; under `--strict` an error, by rule 3.\n\nC.\n\nD.\n\nIn `a.md`:\n\n" +
				"```diff\n- one\n- two\n+ one\n+ é two\n    ^^^\n+ three\n```\n"},
		{Entry{Code: "x/c", Severity: Error, Rule: "3, 4", Cause: "C.", Cure: "D.", Example: Edit("a.md", "x", "»```«\nx")},
			"### x/c\n\nError; rules 3, 4.\n\nC.\n\nD.\n\nIn `a.md`:\n\n````diff\n- x\n+ ```\n  ^^^\n+ x\n````\n"},
		{Entry{Code: "x/d", Severity: Error, Cause: "C.", Cure: "D.", Example: Edit("a.md", "gone\n", "")},
			"### x/d\n\nError.\n\nC.\n\nD.\n\nIn `a.md`:\n\n```diff\n- gone\n```\n"},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, Explain(tt.entry)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tt.entry.Code, diff)
		}
	}
}
