package main

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write what documented commands print into the documents; read the change before you keep it")

// TestDocumentedCommands runs every command that the README and docs/ show in a block marked
// "console", in order, document by document, each document in a fresh home and a copy of the
// repository's examples, and compares what is printed with what the block shows. A line that is only
// "…" stands for any lines.
func TestDocumentedCommands(t *testing.T) {
	root := repoRoot(t)
	documents, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	documents = append([]string{filepath.Join(root, "README.md")}, documents...)
	ran := 0
	for _, document := range documents {
		t.Run(filepath.Base(document), func(t *testing.T) {
			shell := newShell(t, root)
			for _, c := range consoleCommands(t, document) {
				ran++
				got := shell.run(t, c.command)
				if matches(shell.sameAddress(c.output), got) {
					continue
				}
				if *update {
					rewrite(t, document, c, shell.asShown(got))
				} else {
					t.Errorf("%s:%d: $ %s\nprints\n%s\nbut the document shows\n%s", filepath.Base(document), c.line, c.command, got, c.output)
				}
			}
		})
	}
	if ran < 5 {
		t.Errorf("only %d documented commands were run", ran)
	}
}

// documented is a command with the output shown below it.
type documented struct {
	command, output string
	line            int
}

// consoleCommands reads the blocks marked "console". Commands of make are left to TestMakeRun.
func consoleCommands(t *testing.T, file string) []documented {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []documented
	inside := false
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		switch {
		case strings.HasPrefix(line, "```"):
			inside = !inside && line == "```console"
		case !inside:
		case strings.HasPrefix(line, "$ "):
			out = append(out, documented{command: line[2:], line: n})
		case len(out) > 0 && strings.HasSuffix(out[len(out)-1].command, "\\") && out[len(out)-1].output == "":
			out[len(out)-1].command += "\n" + line
		case len(out) > 0:
			out[len(out)-1].output += line + "\n"
		}
	}
	kept := out[:0]
	for _, c := range out {
		if !strings.HasPrefix(c.command, "make ") && !strings.HasPrefix(c.command, "git clone") {
			kept = append(kept, c)
		}
	}
	return kept
}

// rewrite puts what a command prints below it.
func rewrite(t *testing.T, file string, c documented, printed string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	shown := "\n$ " + c.command + "\n"
	if !bytes.Contains(text, []byte(shown+c.output)) {
		t.Fatalf("%s:%d: the command is not where it was", file, c.line)
	}
	text = bytes.Replace(text, []byte(shown+c.output), []byte(shown+printed), 1)
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// matches compares output with what is shown, where a line "…" stands for any lines.
func matches(shown, got string) bool {
	parts := strings.Split("\n"+strings.TrimSpace(shown)+"\n", "\n…\n")
	for i := range parts {
		parts[i] = regexp.QuoteMeta(strings.Trim(parts[i], "\n"))
	}
	pattern := "(?s)^" + strings.Join(parts, ".*") + "$"
	return regexp.MustCompile(pattern).MatchString(trailingBlanks.ReplaceAllString(strings.TrimSpace(got), ""))
}

var trailingBlanks = regexp.MustCompile(`(?m) +$`) // documents hold none

// shell runs documented commands: a home of its own, the real program on its path, the examples in its
// working folder, and a server on the examples at the address that the documents show.
type shell struct {
	dir, address string
	env          []string
}

const shownAddress = "127.0.0.1:8080"

func newShell(t *testing.T, root string) *shell {
	t.Helper()
	s := &shell{dir: t.TempDir()}
	if err := os.CopyFS(filepath.Join(s.dir, "examples"), os.DirFS(filepath.Join(root, "examples"))); err != nil {
		t.Fatal(err)
	}
	program := buildProgram(t)
	home := filepath.Join(s.dir, "home")
	s.env = append(os.Environ(), "HOME="+home, "XDG_DATA_HOME="+filepath.Join(home, "data"), "XDG_CONFIG_HOME="+filepath.Join(home, "config"),
		"PATH="+filepath.Dir(program)+":"+os.Getenv("PATH"), "NO_COLOR=1", "CROSSWALK_STORE=")
	served := filepath.Join(t.TempDir(), "served.db")
	s.must(t, fmt.Sprintf("crosswalk --store sqlite:%s ingest examples/canonical", served))
	s.address = startServer(t, program, s.env, "sqlite:"+served)
	return s
}

func (s *shell) run(t *testing.T, command string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", s.sameAddress(command))
	cmd.Dir, cmd.Env = s.dir, s.env
	out, err := cmd.CombinedOutput()
	if err != nil && ctx.Err() != nil {
		t.Fatalf("%s: %v", command, ctx.Err())
	}
	return string(out)
}

func (s *shell) must(t *testing.T, command string) {
	t.Helper()
	cmd := exec.Command("bash", "-c", command)
	cmd.Dir, cmd.Env = s.dir, s.env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
}

// asShown is output as a document shows it: the usual address, no trailing blanks.
func (s *shell) asShown(printed string) string {
	return trailingBlanks.ReplaceAllString(strings.TrimSpace(strings.ReplaceAll(printed, s.address, shownAddress)), "") + "\n"
}

func (s *shell) sameAddress(text string) string {
	return strings.ReplaceAll(text, shownAddress, s.address)
}
