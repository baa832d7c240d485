package review

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/markdown"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/internal/parsetest"
)

func TestMatch(t *testing.T) {
	const front = "---\ndescription: d\ntype: \"../types/agent-memory-system-review.md\"\n---\n# Quillstore\n"
	for _, tt := range []struct {
		name, path, head string
		want             bool
	}{
		{"a review", "quill.md", front, true},
		{"CRLF and byte-order mark", "quill.md", mdtext.ByteOrderMark + strings.ReplaceAll(front, "\n", "\r\n"), true},
		{"from standard input", "quill", front, true},
		{"no Markdown", "quill.go", front, false},
		{"another type", "quill.md", strings.Replace(front, "agent-memory-system-review", "agentic-system-memory-report", 1), false},
		{"a longer name", "quill.md", strings.Replace(front, "agent-memory", "old-agent-memory", 1), false},
		{"the type in the text", "quill.md", "# Quillstore\n\ntype: agent-memory-system-review.md\n", false},
		{"the type below the front matter", "quill.md", "---\na: b\n---\ntype: agent-memory-system-review.md\n", false},
		{"nothing", "quill.md", "", false},
	} {
		if got := (Format{}).Match(tt.path, []byte(tt.head)); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
		if tt.want && (markdown.Format{}).Match(tt.path, []byte(tt.head)) {
			t.Errorf("%s: canonical reports match it, too", tt.name)
		}
	}
}

// The name of a file tells older reviews apart, and nothing else of it counts.
func TestEdition(t *testing.T) {
	for name, want := range map[string]string{
		"quill.md":                                "",
		"reviews/quill.replaced.2026-05-01.md":    ".replaced.2026-05-01",
		"quill.replaced.md":                       ".replaced",
		"quill.replaced":                          ".replaced",
		"quill.replaced.2.md":                     ".replaced.2",
		"quill.replacedness.md":                   "",
		"x.replaced.d/quill.md":                   "",
		"archive.zip!/old/quill.replaced.june.md": ".replaced.june",
	} {
		doc, _ := Format{}.Parse(diag.Source{Name: name, Bytes: []byte("# Quillstore\n")})
		if doc.Review.Edition != want {
			t.Errorf("%s: %q", name, doc.Review.Edition)
		}
	}
}

func TestOneLine(t *testing.T) {
	forty := strings.Repeat("é", 40)
	for description, want := range map[string]string{
		"Quillstore review: cards":          "cards",
		"Quill review of old review: cards": "cards",
		"Quillstore review of cards":        "Quillstore review of cards",
		"cards":                             "cards",
		forty + " review: cards":            "cards",
		forty + "e review: cards":           forty + "e review: cards",
		"":                                  "",
	} {
		if got := oneLine(description); got != want {
			t.Errorf("%q: %q", description, got)
		}
	}
}

// What is wrong with a document as a whole.
func TestDocumentDiagnostics(t *testing.T) {
	const opening = "**Repository:** https://example.org/q\n**Reviewed commit:** 0123456789abcdef0123456789abcdef01234567\n"
	const front = "---\ndescription: d\nsource-tier: code-grounded\nlast-checked: 2026-10-01\n---\n"
	const stated = "**Storage substrate:** `files`\n**Representational form:** `symbolic`\n**Lineage:** `authored`\n" +
		"**Behavioral authority:** `knowledge`\n**Write agency:** `manual`\n**Read-back:** `pull`\n"
	for _, tt := range []struct {
		name, input string
		want        []string
	}{
		{"complete", front + "# Q\n" + opening + stated, nil},
		{"nothing", " \n", []string{"error 0:0-0:0 empty-document"}},
		{"no front matter", "# Q\n" + opening + stated, []string{"warning 1:1-1:4 front-matter-missing-key"}},
		{"no opening lines", front + "# Q\n" + stated, []string{"warning 6:1-6:4 repository-missing", "warning 6:1-6:4 revision-form"}},
		{"a folder without address", front + "# Q\n**Source directory:** `q`\n**Reviewed commit:** 0123456789abcdef0123456789abcdef01234567\n" + stated,
			[]string{"warning 6:1-6:4 repository-missing"}},
		{"two dates", front + "# Q\n**Last checked:** 2026-10-02\n" + opening + stated, []string{"warning 7:3-7:29 date"}},
		{"no UTF-8", front + "# Q\xff\n", []string{"error 6:4-6:5 invalid-utf8"}},
		{"an open fence", front + "# Q\n" + opening + stated + "```\n", []string{"error 15:1-15:4 unclosed"}},
	} {
		_, diags := Format{}.Parse(diag.Source{Name: "q.md", Bytes: []byte(tt.input)})
		if diff := cmp.Diff(tt.want, parsetest.DiagLines(diags)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tt.name, diff)
		}
	}
}
