package early

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

func TestMatch(t *testing.T) {
	const (
		typed  = "---\ntype: agentic-systems/types/agentic-system-analysis-result.md\n---\n# Q\n"
		single = "# Quillstore\n\n## Source register\n\n## Shared records\n\n"
	)
	for name, tt := range map[string]struct {
		path, text string
		want       bool
	}{
		"a typed single file":                  {"result.md", typed, true},
		"its type in quotes":                   {"result.md", strings.Replace(typed, "agentic-systems", "\"agentic-systems", 1), true},
		"a byte-order mark":                    {"result.md", "\ufeff" + typed, true},
		"a member of a set":                    {"runtime.md", strings.Replace(typed, "analysis-result", "runtime-report", 1), false},
		"a review":                             {"quill.md", "---\ntype: types/agent-memory-system-review\n---\n# Q\n\nRTE-07\n", false},
		"an untyped single file":               {"result.md", single + "RTE-6 — Shelf admission: the selector.\n", true},
		"its records in a table":               {"result.md", single + "| OBJ-1 | Shelf |\n", true},
		"one without any id":                   {"result.md", single, false},
		"one whose records are a set's":        {"result.md", single + "#### RT-RTE-6 — Shelf admission\n", false},
		"named records":                        {"result.md", single + "#### MEM-OBJ-shelf\n", false},
		"a register alone":                     {"boundary.md", "# Q\n\n## Source register\n\n| SRC-1 | git |\n", false},
		"records alone":                        {"runtime.md", "# Q\n\n## Shared records\n\n#### RTE-6 — Shelf admission\n", false},
		"a trial's title":                      {"account.md", "# Runtime account — RUN-QUILLSTORE-20260814\n\nRTE-07\n", true},
		"the same run of the other form":       {"records.md", "# Canonical records — run AGS-2026-08-14-QUILLSTORE-02\n\nRTE-07\n", true},
		"a title with a word like a run":       {"account.md", "# Notes on ISO-8601-2026\n\nRTE-07\n", false},
		"a trial without any id":               {"account.md", "# Runtime account — RUN-QUILLSTORE-20260814\n\nnothing\n", false},
		"its only id in code":                  {"account.md", "# Runtime account — RUN-QUILLSTORE-20260814\n\n```\nRTE-07\n```\n", false},
		"a labelled run":                       {"packet.md", "# Packet\n\n- Run/result ID: `RUN-QUILLSTORE-20260814`\n\nRTE-07\n", true},
		"a bold label":                         {"packet.md", "# Packet\n\n- **Run / result ID:** `AGS-2026-08-14-QUILLSTORE-02`\n\nRTE-07\n", true},
		"a table of a kind":                    {"packet.md", "# Packet\n\n## Components (`CMP-*`)\n\n| ID | Component |\n|---|---|\n| CMP-01 | a |\n", true},
		"such a table under another heading":   {"packet.md", "# Packet\n\n## Parts\n\n| ID | Component |\n|---|---|\n| CMP-01 | a |\n", false},
		"a table of another kind":              {"packet.md", "# Packet\n\n## Components\n\n| ID | Objective |\n|---|---|\n| OBJ-01 | a |\n", false},
		"a G2 member without front matter":     {"runtime.md", "# Q\n\n## Routes\n\n#### RTE-4 — Shelf\n\nSee RTE-5.\n", false},
		"a source file":                        {"a.go", typed, false},
		"a page":                               {"page.html", typed, false},
		"other Markdown that names ids":        {"notes.md", "# Notes\n\nRTE-07 and OBJ-1.\n", false},
		"a rendering":                          {"q.txt", "Quillstore memory report\nType: x/agentic-system-memory-report.md\nMEM-RTE-a\nLabel: b\n", false},
		"damage":                               {"result.md", "# Runtime account — RUN-QUILLSTORE-20260814\n\nRTE-07 \xff\xff\xff\xff\xff\n", false},
		"a title that is cut within its bytes": {"account.md", "# Runtime account — RUN-QUILLSTORE-20260814\n\nRTE-07 \xe2\x80", true},
		"a binary":                             {"x.md", typed[:0] + "\x00\x01RTE-07", false},
		"nothing":                              {"x.md", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := (Format{}).Match(tt.path, []byte(tt.text)); got != tt.want {
				t.Errorf("%t", got)
			}
		})
	}
}

// TestMatchRealFiles: of all real files those of the trials are taken, and no other.
func TestMatchRealFiles(t *testing.T) {
	root := sharedtest.Dir(t)
	taken := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		want := strings.HasPrefix(filepath.ToSlash(rel), "corpus/trials/") && filepath.Ext(path) == ".md"
		if got := (Format{}).Match(path, data[:min(len(data), headWindow)]); got != want {
			t.Errorf("%s: %t", rel, got)
		}
		if want {
			taken++
		}
		return nil
	})
	if err != nil || taken < 7 {
		t.Errorf("%d files of trials, %v", taken, err)
	}
}
