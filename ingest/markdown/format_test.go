package markdown

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
	"github.com/crosswalk-graph/crosswalk/internal/parsetest"
	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

func TestMatch(t *testing.T) {
	const front = "---\ndescription: x\ntype: agentic-system-analyses/types/agentic-system-memory-report.md\n---\n"
	tests := []struct {
		name, path, head string
		want             bool
	}{
		{"front matter", "memory.md", front, true},
		{"quoted type", "memory.md", "---\ntype: \"types/agent-memory-analysis-report\"\n---\n", true},
		{"CRLF and byte-order mark", "a.md", mdtext.ByteOrderMark + strings.ReplaceAll(front, "\n", "\r\n"), true},
		{"no extension", "-", front, true},
		{"head cut in a character", "a.md", front + "\xe2\x80", true},
		{"single file of an older era", "result.md", "---\ntype: types/agentic-system-analysis-result.md\n---\n", false},
		{"declaration alone", "a.md", "# Lamp\n\n#### MEM-OBJ-lamp\n\nLabel: Lamp\n", true},
		{"labelled declaration", "a.md", "# Lamp\n\n#### RT-OBJ-lamp — Lamp\n", true},
		{"declaration in a fence", "README.md", "# How to\n\n```\n#### MEM-OBJ-lamp\n```\n", false},
		{"front matter cut off", "a.md", "---\ndescription: x\n", false},
		{"a review", "a.md", "---\ntype: ../types/agent-memory-system-review.md\n---\n#### MEM-OBJ-lamp\n", false},
		{"type below the front matter", "a.md", "---\na: b\n---\ntype: types/agentic-system-memory-report.md\n", false},
		{"README", "README.md", "# Lamp\n\nSee MEM-OBJ-lamp.\n", false},
		{"rendering", "a.txt", "Lamp memory report\nType: types/agentic-system-memory-report.md\nMEM-OBJ-lamp\nLabel: Lamp\n", false},
		{"source", "a.go", front, false},
		{"manifest", "ARTIFACT.yaml", "type: types/agentic-system-analysis-set.md\n", false},
		{"damaged below the front matter", "a.md", front + "\x00 caf\xe9", true},
		{"binary", "a.md", "\x00\n#### MEM-OBJ-lamp\n", false},
		{"other encoding", "a.md", "caf\xe9\n\n#### MEM-OBJ-lamp\n", false},
		{"empty", "a.md", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := (Format{}).Match(tt.path, []byte(tt.head)); got != tt.want {
				t.Errorf("got %t", got)
			}
		})
	}
}

func TestUnreadable(t *testing.T) {
	tests := []struct {
		name, input, code string
		line, column      int
	}{
		{"empty", "", CodeEmpty, 0, 0},
		{"blank", mdtext.ByteOrderMark + " \n\r\n\t", CodeEmpty, 0, 0},
		{"NUL", "# Lamp\nab\x00c\n", CodeNulByte, 2, 3},
		{"Windows-1252", "# Lamp\ncaf\xe9\n", CodeInvalidUTF8, 2, 4},
		{"cut in a character", "# Lamp\nfin \xe2\x80", CodeInvalidUTF8, 2, 5},
		{"long line", "# Lamp\n" + strings.Repeat("a", mdtext.MaxLine+1), CodeTooLarge, 2, 1},
		{"many lines", strings.Repeat("a\n", mdtext.MaxLines+1), CodeTooLarge, mdtext.MaxLines + 1, 1},
		{"many bytes", strings.Repeat("a\n", mdtext.MaxBytes/2+1), CodeTooLarge, 0, 0},
		{"front matter without end", "---\ntype: x\n", CodeFrontMatter, 1, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc, diags := Format{}.Parse(diag.Source{Name: "x", Bytes: []byte(tt.input)})
			if len(diags) == 0 || !diags.HasErrors() || doc.Format != "markdown" {
				t.Fatalf("%q: %v", doc.Format, diags)
			}
			for _, d := range diags {
				if d.Severity == diag.Error && (d.Code != tt.code || d.Subject.Start.Line != tt.line || d.Subject.Start.Column != tt.column) {
					t.Errorf("%+v, want %s at %d:%d", d, tt.code, tt.line, tt.column)
				}
			}
		})
	}
}

// TestCap: a document that breaks a rule ten thousand times gets a list of bounded length that says
// how much is missing.
func TestCap(t *testing.T) {
	input := inSection("Shared records", strings.Repeat("#### MEM-OBJ-a\nNo label.\n", 10_000))
	doc, diags := Format{}.Parse(diag.Source{Name: "x", Bytes: []byte(input)})
	last := diags[len(diags)-1]
	if len(doc.Records) != 10_000 || len(diags) != 2*diag.MaxListed+1 || last.Code != CodeMore {
		t.Errorf("%d records, %d diagnostics, the last %v", len(doc.Records), len(diags), last)
	}
	if !diags.HasErrors() {
		t.Error("an id declared ten thousand times is no error")
	}
}

// TestMessagesAreShort: a message quotes no more than a reader needs of a value that has no end.
func TestMessagesAreShort(t *testing.T) {
	long := strings.Repeat("b", 100_000)
	input := "---\ntype: " + long + "\n" + long + ": x\nreviewed-boundary: {" + long + ": y}\n---\n## Shared records\n#### MEM-RTE-" + long + "\nLabel: A\n" +
		"- implementation conclusion status: " + long + "\n- " + long + " conclusion status: wired\n- " + long + " conclusion status: wired\n" +
		"See [x](runtime.md#rt-obj-" + long[:900] + ") and [RT-OBJ-a](" + long[:900] + ".md#rt-obj-a).\n"
	_, diags := Format{}.Parse(diag.Source{Name: "x", Bytes: []byte(input)})
	codes := map[string]bool{}
	for _, d := range diags {
		codes[d.Code] = true
		if len(d.Summary) > 300 || len(d.Detail) > 500 {
			t.Errorf("%s: a summary of %d bytes, a detail of %d", d.Code, len(d.Summary), len(d.Detail))
		}
	}
	for _, code := range []string{CodeUnknownType, CodeUnknownKey, CodeKeyForm, CodeStatusUnknown, CodeStatusDuplicate, CodeLinkLabel, CodeLinkDestination, CodeAnswerMissing} {
		if !codes[code] {
			t.Errorf("no %s", code)
		}
	}
}

// TestPlaces: a byte-order mark and CRLF shift bytes and nothing else; places are those of the file
// as it is.
func TestPlaces(t *testing.T) {
	input := mdtext.ByteOrderMark + "---\r\ntype: types/agentic-system-memory-report.md\r\nrun-id: R\r\nodd: é\r\nreviewed-boundary: x\r\n---\r\n# Lamp memory report\r\n" +
		"## Shared records\r\n#### MEM-OBJ-a\r\nLabel: A\r\n\r\nÉtagère *of* [here](#mem-obj-far).\r\n"
	doc, diags := Format{}.Parse(diag.Source{Name: "x", Bytes: []byte(input)})
	if len(doc.Citations) != 1 || doc.Citations[0].Line != 12 || doc.Citations[0].Column != 17 {
		t.Fatalf("%+v", doc.Citations)
	}
	want := map[string]string{CodeUnknownKey: "odd", CodeLinkLabel: "here", CodeUnresolved: "here", CodeSectionMissing: "# Lamp memory report"}
	got := map[string]string{}
	for _, d := range diags {
		got[d.Code] = input[d.Subject.Start.Byte:d.Subject.End.Byte]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestGrammars: a document shows its grammar by its declarations and links, or makes one likely by its ids.
func TestGrammars(t *testing.T) {
	const front = "---\ntype: types/agentic-system-memory-report.md\nrun-id: R\nreviewed-boundary: x\nreport-status: complete\n---\n# Lamp memory report\n## Shared records\n"
	tests := []struct {
		name, body, grammar string
		evidence            report.GrammarEvidence
	}{
		{"labels in headings", "#### MEM-OBJ-lamp — Lamp\nLineage: by hand, RT-OBJ-desk.\n", "G4", report.GrammarProven},
		{"numbers with every prefix", "#### RT-OBJ-1 — Desk\n#### MEM-OBJ-1 — Lamp\nSee RT-OBJ-2.\n", "G3", report.GrammarProven},
		{"numbers, the runtime's bare", "#### OBJ-2 — Lamp\nSee RTE-1.\n", "G2", report.GrammarProven},
		{"headings that two grammars share", "#### MEM-OBJ-1 — Lamp\nSee MEM-OBJ-1.\n", "G2", report.GrammarLikely},
		{"the same, with the runtime's prefix in a text", "#### MEM-OBJ-1 — Lamp\nSee RT-OBJ-1.\n", "G3", report.GrammarLikely},
		{"annotations alone", "#### On RT-OBJ-desk — The desk\nText.\n", "G4", report.GrammarProven},
		{"annotations on numbers alone", "#### On RTE-1 — The desk\nText.\n", "G2", report.GrammarProven},
		{"numbers in prose alone", "The lamp (RTE-4) is lit, SRC-1.\n", "G2", report.GrammarLikely},
		{"numbers in a table alone", "| a | b |\n|---|---|\n| RT-RTE-4 | x |\n", "G3", report.GrammarLikely},
		{"links labelled by member", "See [runtime](runtime.md#rt-obj-desk).\n", "G4", report.GrammarLikely},
		{"one declaration in the form of G5", "#### MEM-OBJ-lamp\nLabel: Lamp\n#### MEM-OBJ-desk — Desk\nText of RTE-4.\n", "G5", report.GrammarProven},
		{"two of three in the form of G4", "#### MEM-OBJ-lamp\n#### MEM-OBJ-desk — Desk\n#### MEM-OBJ-bed — Bed\n", "G4", report.GrammarProven},
		{"one record link", "See [RT-OBJ-desk](runtime.md#rt-obj-desk) and RTE-4.\n", "G5", report.GrammarProven},
		{"numbers in a quotation", "> RTE-4\n", "G5", report.GrammarAssumed},
		{"nothing to tell", "none\n", "G5", report.GrammarAssumed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := diag.Source{Name: "x", Bytes: []byte(front + tt.body)}
			doc, _ := Format{}.Parse(src)
			if doc.Grammar != tt.grammar || doc.Evidence != tt.evidence || doc.Run != "R" || doc.Role != "memory" || doc.System != "Lamp" {
				t.Errorf("grammar %s by %d, run %s, role %s, system %s", doc.Grammar, doc.Evidence, doc.Run, doc.Role, doc.System)
			}
			want := "G3"
			if tt.evidence == report.GrammarProven {
				want = tt.grammar
			}
			if doc, _ = (Format{}).ParseAs(src, "G3"); doc.Grammar != want {
				t.Errorf("among siblings of G3 it is read as %s", doc.Grammar)
			}
		})
	}
}

// TestSingleFile: a whole analysis in one file gives its identity and one error, nothing else.
func TestSingleFile(t *testing.T) {
	doc, diags := Format{}.Parse(diag.Source{Name: "x", Bytes: []byte("---\ntype: types/agentic-system-analysis-result.md\nrun-id: R\n---\n## Shared records\n#### RTE-1 — Lamp\nSRC-1\n")})
	if len(diags) != 1 || diags[0].Code != CodeGrammar || diags[0].Severity != diag.Error || doc.Grammar != "G1" || doc.Run != "R" {
		t.Errorf("grammar %s, run %s, diagnostics %v", doc.Grammar, doc.Run, parsetest.DiagLines(diags))
	}
	if n := len(doc.Sections) + len(doc.Records) + len(doc.Citations) + len(doc.Sources); n > 0 {
		t.Errorf("%d facts are read", n)
	}
}

// TestRealOlderSet: every member of the real set, which is G2, is read without an error.
func TestRealOlderSet(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(sharedtest.Dir(t), "corpus", "sets", "*", "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d members, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !(Format{}).Match(file, data) {
				t.Error("it is not matched")
			}
			doc, diags := Format{}.Parse(diag.Source{Name: file, Bytes: data})
			if diags.HasErrors() {
				t.Errorf("errors %v", parsetest.DiagLines(diags))
			}
			if doc.Grammar != "G2" || doc.Run == "" || doc.Role+".md" != filepath.Base(file) || doc.System == "" || len(doc.Revision) != 40 {
				t.Errorf("grammar %s, run %q, role %q, system %q, revision %q", doc.Grammar, doc.Run, doc.Role, doc.System, doc.Revision)
			}
		})
	}
}

// TestForeignFiles: no real review, trial or rendering is taken for a canonical report.
func TestForeignFiles(t *testing.T) {
	dir := sharedtest.Dir(t)
	n := 0
	for _, pattern := range []string{"corpus/reviews/*.md", "corpus/trials/*/*.md", "corpus/README.md", "seeds/*.txt"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			n++
			if (Format{}).Match(file, data[:min(len(data), 64<<10)]) {
				t.Errorf("%s is matched", file)
			}
		}
	}
	if n < 40 {
		t.Errorf("only %d files", n)
	}
}

// TestVerifies: what a verification verifies stands in its front matter, else in its title.
func TestVerifies(t *testing.T) {
	for _, tt := range []struct{ key, title, want string }{
		{"verifies: records\n", "Lamp verification", "report"},
		{"verifies: profile\n", "Lamp report verification", "profile"},
		{"", "Lamp synthesis verification", "synthesis"},
		{"", "Lamp record verification", "report"},
		{"", "Lamp verification", ""},
	} {
		input := "---\ntype: types/agentic-system-verification.md\nrun-id: R\nreviewed-boundary: x\n" + tt.key + "---\n# " + tt.title + "\n"
		doc, _ := Format{}.Parse(diag.Source{Bytes: []byte(input)})
		if doc.Verifies != tt.want || doc.System != "Lamp" {
			t.Errorf("%q, %q: verifies %q, system %q", tt.key, tt.title, doc.Verifies, doc.System)
		}
	}
}

// TestFrontMatterKeys: each member knows its keys of report-grammar 1.3, and says so of any other.
func TestFrontMatterKeys(t *testing.T) {
	values := map[string]string{
		"description": "What is kept", "run-id": "R", "reviewed-boundary": "12", "system": "Quillstore", "run-date": "2026-10-12",
		"result-disposition": "complete", "target-class": "workflow", "boundary-kind": "whole-system", "analysis-cutoff": "2026-10-11",
		"evidence-tier": "code-grounded", "inputs-commit": "0f3a", "source": "{kind: git, identity: example.org/q, revision: 12, path: null, sha256: null}",
		"source-identity": "https://example.org/q", "report-status": "complete", "memory-comparison": "{version: 2, axes: {}}", "verifies": "records",
		"colour": "blue",
	}
	boundary := []string{"result-disposition", "target-class", "boundary-kind", "analysis-cutoff", "evidence-tier"}
	overview := append([]string{"system", "run-date", "inputs-commit"}, boundary...)
	members := map[string][]string{
		"agentic-system-boundary": append([]string{"source"}, boundary...), "agentic-system-analysis-overview": overview,
		"agentic-system-memory-report":         {"source-identity", "report-status", "memory-comparison"},
		"agent-memory-analysis-report":         {"source-identity", "report-status", "memory-comparison"},
		"agentic-system-memory-profile":        {"source-identity", "memory-comparison"},
		"agent-memory-profile":                 {"source-identity", "memory-comparison"},
		"agentic-system-runtime-report":        nil,
		"agentic-system-epistemic-report":      nil,
		"agentic-system-reconciliation-report": nil,
		"agentic-system-synthesis":             nil,
		"agentic-system-verification":          {"verifies"},
	}
	for typ, keys := range members {
		text := "---\ntype: types/" + typ + ".md\n"
		for _, key := range append([]string{"description", "run-id", "reviewed-boundary"}, keys...) {
			text += key + ": " + values[key] + "\n"
		}
		for extra, unread := range map[string]bool{"description": false, "colour": true, "verifies": typ != "agentic-system-verification",
			"memory-comparison": !slices.Contains(keys, "memory-comparison")} {
			input := text
			if unread {
				input += extra + ": " + values[extra] + "\n"
			}
			_, diags := Format{}.Parse(diag.Source{Name: "x", Bytes: []byte(input + "---\n# Quillstore\n")})
			var found []string
			for _, d := range diags {
				if d.Code == CodeUnknownKey || d.Code == CodeKeyForm || d.Code == CodeKeyValue || d.Code == CodeMissingKey || d.Code == CodeUnknownType {
					found = append(found, d.Code)
				}
			}
			if want := unread; len(found) > 0 != want || want && found[0] != CodeUnknownKey {
				t.Errorf("%s with %s: %v, unread is %t", typ, extra, found, unread)
			}
		}
	}
}
