package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/ingest/catalogue"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// Each example of the catalogue does what it says: the code is given, at the place that is marked, with
// the severity of the entry, and nothing else is wrong.
func TestExamplesOfCodes(t *testing.T) {
	for _, e := range catalogue.All() {
		t.Run(strings.ReplaceAll(e.Code, "/", "-"), func(t *testing.T) {
			t.Parallel()
			if e.Example.Command != "" {
				checkCommand(t, &e)
				return
			}
			checkEdit(t, &e)
		})
	}
}

// The documents that the examples change have nothing wrong with them, under --strict neither.
func TestCleanDocuments(t *testing.T) {
	dir := cleanDocuments(t, diag.Example{})
	for _, folder := range []string{"set", "rendered", "matrix", "review", "records"} {
		if found, _ := check(t, filepath.Join(dir, folder), "--strict"); len(found) > 0 {
			t.Errorf("%s: %+v", folder, found)
		}
	}
}

func checkEdit(t *testing.T, e *diag.Entry) {
	dir := cleanDocuments(t, e.Example)
	folder, _, _ := strings.Cut(e.Example.In, "/")
	var flags []string
	if strings.HasPrefix(e.Code, "strict/") {
		flags = []string{"--strict"}
	}
	found, code := check(t, filepath.Join(dir, folder), flags...)
	if len(found) != 1 || found[0].Code != e.Code {
		t.Fatalf("found %+v", found)
	}
	if found[0].Severity != e.Severity || (code == exitBad) != (e.Severity == diag.Error) {
		t.Errorf("it is given with severity %s and exit code %d", found[0].Severity, code)
	}
	checkPlace(t, e, dir, found[0].Subject)
	found, code = check(t, filepath.Join(dir, folder), "--strict")
	for _, d := range found {
		if d.Code == e.Code && (d.Severity != e.Strict() || e.Strict() == diag.Error && code != exitBad) {
			t.Errorf("under --strict it is given with severity %s and exit code %d", d.Severity, code)
		}
	}
}

// checkPlace holds the place of a diagnostic against the marks of the example.
func checkPlace(t *testing.T, e *diag.Entry, dir string, at diag.Range) {
	_, start, end, marked := diag.Marked(e.Example.Wrong)
	if !marked {
		if at.Start.Line != 0 {
			t.Errorf("it points at line %d, and the example marks no place", at.Start.Line)
		}
		return
	}
	path := filepath.Join(dir, e.Example.In)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	wrong, _, _, _ := diag.Marked(e.Example.Wrong)
	from := bytes.Index(text, []byte(wrong))
	if at.File != path || at.Start.Byte != from+start || at.End.Byte != from+end {
		t.Errorf("it points at %q of %s, and the example marks %q", text[at.Start.Byte:at.End.Byte], at.File, wrong[start:end])
	}
}

// checkCommand runs the command of an example in a shell, with a store of its own.
func checkCommand(t *testing.T, e *diag.Entry) {
	if os.Getuid() == 0 && strings.Contains(e.Example.Command, "chmod") {
		t.Skip("nothing is forbidden to this user")
	}
	dir := cleanDocuments(t, diag.Example{})
	cmd := exec.Command("sh", "-c", e.Example.Command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(buildProgram(t))+":"+os.Getenv("PATH"), "CROSSWALK_STORE=sqlite:"+filepath.Join(dir, "store.db"),
		"XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+dir)
	out, _ := cmd.CombinedOutput() // most exit with 1, since an error is what they show
	if !regexp.MustCompile(`(?m): ` + e.Severity.String() + `: .* \[` + regexp.QuoteMeta(e.Code) + `\]$`).Match(out) {
		t.Errorf("%s\n%s", e.Example.Command, out[:min(len(out), 800)])
	}
}

// check runs the command in this process and gives what it found.
func check(t *testing.T, path string, flags ...string) (diag.List, int) {
	t.Helper()
	var out, talk bytes.Buffer
	code := run(context.Background(), append([]string{"check", path, "--format", "json"}, flags...), streams{Out: &out, Err: &talk})
	var found diag.List
	if err := json.Unmarshal(out.Bytes(), &found); err != nil {
		t.Fatalf("%v\n%s", err, talk.String())
	}
	return found, code
}

// cleanDocuments copies the documents of the catalogue's examples, with the change of one, and completes
// their manifest.
func cleanDocuments(t *testing.T, x diag.Example) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "ingest", "catalogue", "testdata", "clean"))); err != nil {
		t.Fatal(err)
	}
	edit := func(file string, change func(string) string) {
		path := filepath.Join(dir, file)
		text, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path, []byte(change(string(text))), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if x.In != "" {
		edit(x.In, func(text string) string {
			if n := strings.Count(text, x.Right); n != 1 {
				t.Fatalf("%s has the text to change %d times", x.In, n)
			}
			wrong, _, _, _ := diag.Marked(x.Wrong)
			return strings.Replace(text, x.Right, wrong, 1)
		})
	}
	edit("set/ARTIFACT.yaml", func(text string) string {
		return regexp.MustCompile(`\$\{[^}]*\}`).ReplaceAllStringFunc(text, func(name string) string {
			member, err := os.ReadFile(filepath.Join(dir, "set", strings.Trim(name, "${}")))
			if err != nil {
				t.Fatal(err)
			}
			sum := sha256.Sum256(member)
			return hex.EncodeToString(sum[:])
		})
	})
	return dir
}
