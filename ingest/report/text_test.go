package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplitSentences(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"One. Two! Three? Four", []string{"One.", "Two!", "Three?", "Four"}},
		{"Read by title, e.g. by store/shelf.go. Then i.e. nothing.", []string{"Read by title, e.g. by store/shelf.go.", "Then i.e. nothing."}},
		{"All of it is SRC-1. Inclusion says little.", []string{"All of it is SRC-1.", "Inclusion says little."}},
		{"Read SRC-1. then go on, at version 2. of it.", []string{"Read SRC-1. then go on, at version 2. of it."}},
		{"The default is 0.5 and 1.25. It holds.", []string{"The default is 0.5 and 1.25.", "It holds."}},
		{"A copy is kept. get_shelf returns it.", []string{"A copy is kept.", "get_shelf returns it."}},
		{"It said “done.” Next (see b.go.) More.", []string{"It said “done.”", "Next (see b.go.)", "More."}},
		{"Wait... then go. So on... And go.", []string{"Wait... then go.", "So on...", "And go."}},
		{"By J. Doe, cf. the desk vs. the shelf.", []string{"By J. Doe, cf. the desk vs. the shelf."}},
		{"  Blanks.   Between. ", []string{"Blanks.", "Between."}},
		{"", nil},
		{"   ", nil},
	}
	for _, tt := range tests {
		var got []string
		for _, s := range SplitSentences(tt.text) {
			got = append(got, s.Of(tt.text))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got)\n%s", tt.text, diff)
		}
	}
}

// A sentence without an end is cut, at a blank where there is one and never inside a character.
func TestSentenceCap(t *testing.T) {
	for _, text := range []string{strings.Repeat("word ", 5000), strings.Repeat("é", 10_000)} {
		covered := 0
		for _, s := range SplitSentences(text) {
			if s.End-s.Start > maxSentence+8 || strings.ContainsRune(s.Of(text), '\ufffd') {
				t.Errorf("a sentence of %d bytes", s.End-s.Start)
			}
			covered += len(strings.ReplaceAll(s.Of(text), " ", ""))
		}
		if covered != len(strings.ReplaceAll(text, " ", "")) {
			t.Errorf("%d bytes are in sentences", covered)
		}
	}
}

func TestScanPaths(t *testing.T) {
	tests := []struct{ text, want string }{
		{"(SRC-1, store/shelf.go, go.mod)", "store/shelf.go! go.mod!"},
		{"SRC-1: a.go, lib/b.rs, and c.py; d.ts and e/f.js. RT-OBJ-a", "a.go! lib/b.rs! c.py! d.ts! e/f.js!"},
		{"SRC-1, store/shelf.go, stores rows in other/b.go, c.go", "store/shelf.go! other/b.go"},
		{"`SRC-1` at `a.go` and `b.go`", "a.go! b.go!"},
		{"SRC-1 a.go's selector", "a.go!"},
		{"Evidence: SRC-1, a.go; SRC-2: b.go", "a.go! b.go!"},
		{"a.go and README.md are bare, x/y.md is not", "x/y.md"},
		{"query/propose/confirm, stale/incorrect, I/O, Update/Delete, 1.5/2.0", ""},
		{"~/.shelf/rows.json /etc/shelf.conf ../up.go a/../b.go https://x.org/a/b.go", ""},
		{"the docs/ folder, lib/inner/.", "docs/ lib/inner/"},
		{"see ./cmd/a.go:10-24, “lib/b.go”, (lib/c.go), lib/d.go—lib/e.go→lib/f.go.", "cmd/a.go lib/b.go lib/c.go lib/d.go lib/e.go lib/f.go"},
		{"Evidence: `x/a.go`; `x/b.go` (`SRC-1`). See x/c.go (SRC-2), and x/d.go (of SRC-1).", "x/a.go! x/b.go! x/c.go! x/d.go"},
		{"insight.detail, Client.Status, sessions.data", ""},
		{"notes/größe.md", "notes/größe.md"},
	}
	for _, tt := range tests {
		var got []string
		for _, p := range ScanPaths(tt.text, ScanHandles(tt.text)) {
			if tt.text[p.Start:p.End] != p.Path {
				t.Errorf("%q: %d-%d is not %q", tt.text, p.Start, p.End, p.Path)
			}
			listed := ""
			if p.InList {
				listed = "!"
			}
			got = append(got, p.Path+listed)
		}
		if joined := strings.Join(got, " "); joined != tt.want {
			t.Errorf("%q\n got %s\nwant %s", tt.text, joined, tt.want)
		}
	}
}

func TestIsTarget(t *testing.T) {
	for text, want := range map[string]bool{
		"a.go": true, "lib/inner/Makefile": true, "Makefile": true, ".github/workflows/ci.yml": true, "https://x.org/a": true, "bin/tool": true,
		"docs/My long notes.md": true, "see docs/notes.md": false, "docs/notes are long": false,
		"": false, "word": false, "two words.go": false, "e.g.": false, "lib/": true, "-x/y": false, `"a.go"`: false, "a;b/c": false,
	} {
		if got := isTarget(text); got != want {
			t.Errorf("isTarget(%q) = %v", text, got)
		}
	}
}

func TestAnswerNames(t *testing.T) {
	tests := []struct{ label, want string }{
		{"Later read-back", AnswerLaterReadBack},
		{"  later   READ-BACK ", AnswerLaterReadBack},
		{"`Evidence limits`", AnswerEvidenceLimits},
		{"Invalidation/expiry", AnswerInvalidation},
		{"Expiry", AnswerInvalidation},
		{"Effects", AnswerActivation},
		{"Activation", AnswerActivation},
		{"Selector", AnswerSelectionPredicate},
		{"Immediate return, later read-back, invalidation", AnswerImmediateReturn + "|" + AnswerLaterReadBack + "|" + AnswerInvalidation},
		{"Delivery and immediate return", AnswerImmediateReturn},
		{"Evidence", ""},
		{"Context/state/action effects", ""},
		{"Read-back", ""},
		{"Later read-back, colour", ""},
		{"", ""},
	}
	for _, tt := range tests {
		if got := strings.Join(AnswerNames(tt.label), "|"); got != tt.want {
			t.Errorf("AnswerNames(%q) = %q, want %q", tt.label, got, tt.want)
		}
	}
}

func TestSentenceLabels(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"Consumer: the desk. Channel: rows; force: advice. Horizon: later", []string{"Consumer=the desk.", "Channel=rows", "force=advice.", "Horizon=later"}},
		{"Lineage: by hand; imported rows; note: kept. It holds: rows.", []string{"Lineage=by hand; imported rows; note: kept."}},
		{"Shelf note: kept. Shelf note: not kept.", []string{"Shelf note=kept."}},
		{"A very long run of words: no label", nil},
		{"rows first: no label", nil},
		{"Label: x", nil},
		{"Part of: RT-OBJ-a", nil},
		{"Operation conclusion status: wired", nil},
		{"MEM-OBJ-a: a sentence", nil},
		{"http://x.org: no", nil},
		{"Evidence:", nil},
	}
	for _, tt := range tests {
		var got []string
		for _, l := range SentenceLabels(tt.text) {
			if !strings.HasPrefix(tt.text[l.Start:], l.Label+":") || !strings.HasPrefix(tt.text[l.Value:], l.Text) {
				t.Errorf("%q: %+v is not where it says", tt.text, l)
			}
			got = append(got, l.Label+"="+l.Text)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got)\n%s", tt.text, diff)
		}
	}
}

func TestScanStatuses(t *testing.T) {
	tests := []struct{ text, want string }{
		{"implementation conclusion status: wired", "line implementation [wired/]"},
		{"Claim conclusion status: `claimed`.", "line claim [claimed/]"},
		{"conclusion status: absent", "line  [absent/]"},
		{"operation conclusion status: wired for the client", "line operation [wired/the client]"},
		{"operation conclusion status: wired and tested", "line operation [wired/and tested]"},
		{"operation conclusion status: wired for capture, uninspected for restore", "line operation [wired/capture uninspected/restore]"},
		{"operation conclusion status: causally supported (lab only)", "line operation [causally supported/lab only]"},
		{"operation conclusion status: wiredness", "line operation unknown [wiredness/]"},
		{"operation conclusion status:", "line operation unknown [/]"},
		{"Read. The implementation conclusion status is uninspected wherever it hides.", "implementation [uninspected/wherever it hides]"},
		{"Implementation conclusion status: wired. Operation conclusion status: absent.", "implementation [wired/] operation [absent/]"},
		{"activation conclusion status wired and operation conclusion status afforded", "activation [wired/] operation [afforded/]"},
		{"Implementation conclusion status: wired for the client. It was read. Nothing ran.", "implementation [wired/the client]"},
		{"Operation conclusion status: afforded; the rest is prose. More.", "operation [afforded/]"},
		{"Operation conclusion status: odd. More follows.", ""},
		{"The operation conclusion status is wired for v1.2 clients. More.", "operation [wired/v1.2 clients]"},
		{"No conclusion status was given.", ""},
		{"condition 3: absent", ""},
	}
	for _, tt := range tests {
		var got []string
		for _, m := range ScanStatuses(tt.text) {
			var values []string
			for _, v := range m.Values {
				values = append(values, v.Value+"/"+v.Scope)
			}
			text := m.Layer
			if m.Line {
				text = "line " + text
			}
			if !m.Known {
				text += " unknown"
			}
			got = append(got, fmt.Sprintf("%s %v", text, values))
		}
		if joined := strings.Join(got, " "); joined != tt.want {
			t.Errorf("%q\n got %s\nwant %s", tt.text, joined, tt.want)
		}
	}
}

func TestReadUncertainty(t *testing.T) {
	for value, want := range map[string]Uncertainty{
		"inapplicable — nothing returns": WellFormedUncertain, "uninspected — closed": WellFormedUncertain,
		"inapplicable - nothing returns": MalformedUncertainty, "inapplicable, nothing": MalformedUncertainty,
		"Uninspected — closed": MalformedUncertainty, "uninspected": MalformedUncertainty, "uninspected — .": MalformedUncertainty,
		"inapplicability": NotUncertain, "none": NotUncertain, "": NotUncertain, "left uninspected — here": NotUncertain,
	} {
		if got := ReadUncertainty(value, " — "); got != want {
			t.Errorf("ReadUncertainty(%q) = %d, want %d", value, got, want)
		}
	}
}

// TestAppendBoldFields: style F2 of report-grammar 2.3.
func TestAppendBoldFields(t *testing.T) {
	for _, tt := range []struct {
		text  string
		lead  int
		route bool
		want  string
	}{
		{"Later read-back. kept rows. Only those of a day.", 16, true, "later read-back=kept rows. Only those of a day."},
		{"Endpoints. row → list", 10, true, "endpoints=row → list"},
		{"Selector. one month. Effects. one mail.", 9, true, "selection predicate=one month. activation or effect=one mail."},
		{"Selector: one month. Effects: one mail.", 9, true, "selection predicate=one month. activation or effect=one mail."},
		{"Immediate return, later read-back. As RTE-1.", 34, true, "immediate return=As RTE-1. later read-back=As RTE-1."},
		{"Effects. one mail. Operation conclusion status: wired.", 8, true, "activation or effect=one mail."},
		{"Implementation conclusion status: wired. Operation conclusion status: observed.", 33, true, ""},
		{"Effects. one mail.", 8, false, "effects=one mail."},
		{"See RTE-1 first. a row", 16, true, ""},
		{"Effects.", 8, true, "activation or effect="},
	} {
		var got []string
		for _, f := range AppendBoldFields(nil, tt.text, tt.lead, tt.route) {
			got = append(got, f.Name+"="+f.Text)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, s, tt.want)
		}
	}
}
