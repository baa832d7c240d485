package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// The hook for pre-commit runs as that program runs it: the entry with its arguments, and without the names
// of the files that were changed, in a repository that has other files, too.
func TestPreCommitHook(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(repoRoot(t), ".pre-commit-hooks.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var hooks []struct {
		ID, Name, Description, Entry, Language, Files string
		Args                                          []string
		PassFilenames                                 *bool `yaml:"pass_filenames"`
	}
	if err := yaml.Load(text, &hooks, yaml.WithKnownFields()); err != nil {
		t.Fatal(err)
	}
	if len(hooks) != 1 {
		t.Fatalf("%d hooks", len(hooks))
	}
	h := hooks[0]
	if h.ID == "" || h.Name == "" || h.Language != "golang" || h.PassFilenames == nil || *h.PassFilenames {
		t.Errorf("the hook is %+v", h)
	}
	files := regexp.MustCompile(h.Files)
	for name, reads := range map[string]bool{"a/memory.md": true, "quill.txt": true, "crosswalk.sources.yaml": true, "m.csv": true, "lamp.go": false, "md": false} {
		if files.MatchString(name) != reads {
			t.Errorf("whether %s starts the hook: %t", name, !reads)
		}
	}
	dir := cleanDocuments(t, diag.Example{})
	write(t, filepath.Join(dir, "README.md"), "# Lampstand\n")
	write(t, filepath.Join(dir, "lamp.go"), "package lamp\n")
	if out, code := runHook(t, dir, h.Entry, h.Args...); code != exitOK {
		t.Errorf("clean reports fail: %d\n%s", code, out)
	}
	if out, code := runHook(t, dir, h.Entry, "--strict", "set", "rendered"); code != exitOK {
		t.Errorf("with the arguments of a repository clean reports fail: %d\n%s", code, out)
	}
	// With pass_filenames a repository can have the files named instead.
	if out, code := runHook(t, dir, h.Entry, "set/memory.md", "set/runtime.md"); code != exitOK {
		t.Errorf("clean reports that are named fail: %d\n%s", code, out)
	}
	write(t, filepath.Join(dir, "set", "memory.md"), "---\ntype: types/agentic-system-memory-report.md\n")
	if out, code := runHook(t, dir, h.Entry, h.Args...); code != exitBad || !strings.Contains(out, "set/memory.md:1:1: error: ") {
		t.Errorf("a broken report passes: %d\n%s", code, out)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func runHook(t *testing.T, dir, entry string, args ...string) (string, int) {
	t.Helper()
	words := append(strings.Fields(entry), args...)
	if words[0] != "crosswalk" {
		t.Fatalf("the hook runs %q", words[0])
	}
	cmd := exec.Command(buildProgram(t), words[1:]...)
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

// Colours are for a terminal, and only where nobody asked for none; they come through what guards it.
func TestCheckColors(t *testing.T) {
	list := diag.List{{Severity: diag.Error, Code: "x/y", Summary: "odd \x1b[31m", Subject: diag.Range{File: "f"}}}
	for _, tt := range []struct {
		name, noColor, term string
		tty, colored        bool
	}{
		{"a terminal", "", "xterm", true, true},
		{"a pipe", "", "xterm", false, false},
		{"NO_COLOR", "1", "xterm", true, false},
		{"a dumb terminal", "", "dumb", true, false},
	} {
		t.Setenv("NO_COLOR", tt.noColor)
		t.Setenv("TERM", tt.term)
		var out bytes.Buffer
		a := &app{streams: streams{Out: &out, OutTTY: tt.tty}}
		if tt.tty {
			a.Out = safeWriter{&out}
		}
		if err := a.writeDiagnostics("text", list, nil); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(out.String(), "\x1b[31merror"); got != tt.colored {
			t.Errorf("%s: colours %t in %q", tt.name, got, out.String())
		}
		if strings.Contains(out.String(), "odd \x1b") {
			t.Errorf("%s: a report commands the terminal: %q", tt.name, out.String())
		}
	}
}
