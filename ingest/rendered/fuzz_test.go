package rendered

import (
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/internal/parsetest"
)

// checkSane fails when anything read from an input points outside of it, or a citation is not where
// it says.
func checkSane(t *testing.T, input []byte) {
	t.Helper()
	doc, lines := parsetest.Sane(t, Format{}, input)
	for _, c := range doc.Citations {
		if !strings.HasPrefix(lines[c.Line-1][c.Column-1:], c.Handle) || !strings.Contains(c.Sentence, c.Handle) {
			t.Fatalf("%s is not at %d:%d, or not in its sentence %q", c.Handle, c.Line, c.Column, c.Sentence)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range parsetest.Cases(f, minCases) {
		f.Add(c.Input)
	}
	for _, odd := range []string{"", "\n", "\xff", "a\x00b", byteOrderMark, "|", "---", "---\na/b.go", "On MEM-OBJ-a", "Label:", "x --- y.go"} {
		f.Add([]byte(odd))
	}
	f.Fuzz(func(t *testing.T, input []byte) { checkSane(t, input) })
}

// TestDamaged reads every case and seed cut off at many places and with bytes changed, from a fixed
// source of chance.
func TestDamaged(t *testing.T) {
	for _, input := range inputs(t) {
		for damaged := range parsetest.Damaged(input, 50, "\n -|.:#`\x00\xffaA0") {
			checkSane(t, damaged)
		}
	}
}

func TestUnreadable(t *testing.T) {
	tests := []struct {
		name, input, code string
		line, column      int
	}{
		{"empty", "", CodeEmpty, 0, 0},
		{"blank", byteOrderMark + " \n\r\n\t", CodeEmpty, 0, 0},
		{"NUL", "Lamp memory report\nab\x00c\n", CodeNulByte, 2, 3},
		{"Windows-1252", "Lamp memory report\ncaf\xe9\n", CodeInvalidUTF8, 2, 4},
		{"cut in a character", "Lamp memory report\nfin \xe2\x80", CodeInvalidUTF8, 2, 5},
		{"long line", strings.Repeat("a", maxLine+1), CodeTooLarge, 1, 1},
		{"many lines", strings.Repeat("a\n", maxLines+1), CodeTooLarge, maxLines + 1, 1},
		{"many bytes", strings.Repeat("a\n", maxBytes/2+1), CodeTooLarge, 0, 0},
		{"many mentions", "Lamp memory report\n" + strings.Repeat("see MEM-OBJ-a and\n", maxFacts+1), CodeTooLarge, maxFacts + 2, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc, diags := Format{}.Parse(diag.Source{Name: "x", Bytes: []byte(tt.input)})
			var first *diag.Diagnostic
			for i := range diags {
				if diags[i].Severity == diag.Error {
					first = &diags[i]
					break
				}
			}
			if first == nil || first.Code != tt.code || first.Subject.Start.Line != tt.line || first.Subject.Start.Column != tt.column {
				t.Fatalf("%+v, want %s at %d:%d", first, tt.code, tt.line, tt.column)
			}
			if doc.Format != "rendered" || len(doc.Citations) > maxFacts {
				t.Errorf("format %q, %d citations", doc.Format, len(doc.Citations))
			}
		})
	}
}

// TestCap: a document that breaks a rule ten thousand times gets a list of bounded length that says
// how much is missing.
func TestCap(t *testing.T) {
	input := "Lamp memory report\nType: types/agentic-system-memory-report.md\nShared records\n" + strings.Repeat("MEM-OBJ-a\nNo label.\n", 10_000)
	doc, diags := Format{}.Parse(diag.Source{Name: "x", Bytes: []byte(input)})
	last := diags[len(diags)-1]
	if len(doc.Records) != 10_000 || len(diags) != 2*diag.MaxListed+1 || last.Code != CodeMore {
		t.Errorf("%d records, %d diagnostics, the last %v", len(doc.Records), len(diags), last)
	}
	if !diags.HasErrors() {
		t.Error("an id declared ten thousand times is no error")
	}
}

// A message quotes no more than a reader needs of a value that has no end.
func TestMessagesAreShort(t *testing.T) {
	long := strings.Repeat("b", 100_000)
	input := "Lamp memory report\nType: " + long + "\nShared records\nRoutes\nMEM-RTE-a\nLabel: A\n" +
		"- implementation conclusion status: " + long + "\n- " + long + " conclusion status: wired\n- " + long + " conclusion status: wired\n" +
		"See MEM-OBJ" + strings.Repeat("-a", 50_000) + " here.\n"
	_, diags := Format{}.Parse(diag.Source{Name: "x", Bytes: []byte(input)})
	codes := map[string]bool{}
	for _, d := range diags {
		codes[d.Code] = true
		if len(d.Summary) > 300 || len(d.Detail) > 400 {
			t.Errorf("%s: a summary of %d bytes, a detail of %d", d.Code, len(d.Summary), len(d.Detail))
		}
	}
	for _, code := range []string{CodeUnknownType, CodeStatusUnknown, CodeStatusDuplicate, CodeMalformedID} {
		if !codes[code] {
			t.Errorf("no %s", code)
		}
	}
}

func TestMatch(t *testing.T) {
	const head = "Lamp memory report\n\nType: agentic-system-analyses/types/agentic-system-memory-report.md\n\nBoundary and evidence\n"
	tests := []struct {
		name, path, head string
		want             bool
	}{
		{"type line", "reports/a.txt", head, true},
		{"no extension", "-", head, true},
		{"CRLF and byte-order mark", "a.txt", byteOrderMark + strings.ReplaceAll(head, "\n", "\r\n"), true},
		{"declaration alone", "a.txt", "Some text\n\nMEM-OBJ-lamp\n\nLabel: Lamp\n", true},
		{"quoted comment", "a.txt", head + "\n# install the lamp --- setup.sh\n", true},
		{"head cut in a character", "a.txt", head + "\n\xe2\x80", true},
		{"canonical Markdown", "a.md", "# Lamp memory report\n\nMEM-OBJ-lamp\n\nLabel: Lamp\n", false},
		{"front matter", "a.md", "---\ntype: types/agentic-system-memory-report.md\n---\n", false},
		{"canonical without title", "a.md", "Lamp\n\n#### MEM-OBJ-lamp\n\nLabel: Lamp\nMEM-OBJ-lamp\nLabel: Lamp\n", false},
		{"source", "a.go", head, false},
		{"JSON", "a.json", `{"Type": "x"}`, false},
		{"JSON without extension", "a", "{\nType: types/agentic-system-memory-report.md\n", false},
		{"table", "a.csv", head, false},
		{"NUL in the text", "a.txt", head + "\x00", true},
		{"NUL in the title", "a.txt", strings.Replace(head, "Lamp", "L\x00mp", 1), true},
		{"text that ends in zeros", "a.txt", head + strings.Repeat("\x00", 8<<10), true},
		{"other encoding", "a.txt", head + "caf\xe9 and more", true},
		{"byte that is no UTF-8 before a declaration", "a.txt", "Some \xff text\n\nMEM-OBJ-lamp\n\nLabel: Lamp\n", true},
		{"damaged type, declaration", "a.txt", "Lamp memory report\nType: types/agentic\xff\nMEM-OBJ-lamp\nLabel: Lamp\n", true},
		{"archive of a report", "reports", "reports/memory.txt" + strings.Repeat("\x00", 400) + "ustar  " + strings.Repeat("\x00", 80) + head, false},
		{"program with a report in it", "crosswalk", "\x7fELF" + strings.Repeat("\x02\x00\x8b\xff code ", 500) + "\nMEM-OBJ-lamp\nLabel: Lamp\n", false},
		{"damaged source", "a.go", head + "\xff", false},
		{"UTF-16", "a.txt", "\xff\xfe" + strings.Join(strings.Split(head, ""), "\x00") + "\x00", false},
		{"plain text", "a.txt", "A letter\n\nDear reader\n", false},
		{"single file of an older era", "a.txt", "Lamp\nType: types/agentic-system-analysis-result.md\n", false},
		{"other type", "a.txt", "Lamp\nType: types/note.md\n", false},
		{"type mentioned late", "a.txt", strings.Repeat("text\n", 20) + "Type: types/agentic-system-memory-report.md\n", false},
		{"empty", "a.txt", "", false},
	}
	for _, tt := range tests {
		if got := (Format{}).Match(tt.path, []byte(tt.head)); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	for _, s := range seedsIfThere(t) {
		if !(Format{}).Match(s.file, s.bytes) {
			t.Errorf("%s is not matched", s.file)
		}
	}
}
