package rendered

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// TestCases reads testdata/*.txtar. Each holds a rendered report about an invented system
// (report.txt), the facts expected of it and the diagnostics expected, all of them, as code and
// range. The comment names the case and, after "show:", the kinds of fact it lists; every fact of
// those kinds must be listed.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 12 {
		t.Fatalf("%d cases, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			c := readCase(t, file)
			doc, diags := Format{}.Parse(diag.Source{Name: "report.txt", Bytes: c.input})
			if diff := cmp.Diff(c.facts, facts(doc, c.show)); diff != "" {
				t.Errorf("facts (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(c.diags, diagLines(diags)); diff != "" {
				t.Errorf("diagnostics (-want +got)\n%s", diff)
			}
		})
	}
}

type testCase struct {
	show         []string
	input        []byte
	facts, diags []string
}

func readCase(t testing.TB, file string) testCase {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, show, ok := strings.Cut(string(archive.Comment), "show:")
	c := testCase{show: strings.Fields(show)}
	for _, f := range archive.Files {
		var lines []string
		for line := range strings.Lines(string(f.Data)) {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
		switch f.Name {
		case "report.txt":
			c.input = bytes.TrimSuffix(f.Data, []byte("\n"))
		case "facts":
			c.facts = lines
		case "diagnostics":
			c.diags = lines
		}
	}
	if !ok || c.input == nil {
		t.Fatalf("%s: no show: line or no report.txt", file)
	}
	return c
}

func diagLines(diags diag.List) []string {
	var out []string
	for _, d := range diags {
		s, e := d.Subject.Start, d.Subject.End
		text := fmt.Sprintf("%s %d:%d-%d:%d %s", d.Severity, s.Line, s.Column, e.Line, e.Column, strings.TrimPrefix(d.Code, "rendered/"))
		for _, r := range d.Related {
			text += fmt.Sprintf(" related %d:%d", r.Range.Start.Line, r.Range.Start.Column)
		}
		out = append(out, text)
	}
	return out
}

// facts writes the facts of a document one a line, those of the kinds shown.
func facts(d report.Document, show []string) []string {
	var out []string
	add := func(format string, args ...any) {
		line := strings.TrimRight(fmt.Sprintf(format, args...), " ")
		if kind, _, _ := strings.Cut(line, " "); slices.Contains(show, kind) {
			out = append(out, line)
		}
	}
	addDeclared(d, add)
	addOwned(d, add, func(o report.Owner) string { return ownerName(d, o) })
	return out
}

// addDeclared adds what the document's structure says.
func addDeclared(d report.Document, add func(string, ...any)) {
	add("document system=%q role=%s run=%s revision=%s lines=%d", d.System, d.Role, d.Run, d.Revision, d.Lines)
	for _, s := range d.Sections {
		free := ""
		if s.Free {
			free = " free"
		}
		add("section %d-%d level %d%s %s", s.Span.Start, s.Span.End, s.Level, free, s.Title)
	}
	for _, s := range d.Sections {
		add("section-text %s: %s", s.Title, oneLine(s.Text))
	}
	for _, r := range d.Records {
		add("record %d-%d %s %q", r.Span.Start, r.Span.End, r.Handle, r.Label)
		if r.PartOf != "" {
			add("part-of %d %s in %s", r.PartLine, r.Handle, r.PartOf)
		}
		addFields(add, r.Handle, r.Fields, r.Statuses)
		add("text %s: %s", r.Handle, oneLine(r.Text))
	}
	for _, a := range d.Annotations {
		add("annotation %d-%d %s", a.Span.Start, a.Span.End, a.Target)
		addFields(add, "on "+a.Target, a.Fields, a.Statuses)
		add("text on %s: %s", a.Target, oneLine(a.Text))
	}
	addFields(add, "document", nil, d.Statuses)
}

// addOwned adds what stands somewhere in its text.
func addOwned(d report.Document, add func(string, ...any), owner func(report.Owner) string) {
	for _, p := range d.Passages {
		flags := ""
		if p.Lossy {
			flags += " lossy"
		}
		if p.PossiblePrefix {
			flags += " prefix"
		}
		add("passage %d-%d %s %q %q %s%s: %s", p.Span.Start, p.Span.End, p.Path, p.Ranges, p.Revision, owner(p.Owner), flags, p.Text)
	}
	for _, c := range d.Coverage {
		add("coverage %d %d-%d mode=%q split=%t [%s] [%s] [%s] %s", c.Number, c.Span.Start, c.Span.End, c.Mode, c.Split, c.Entry, c.Inspection, c.Conclusion, c.Text)
	}
	for _, i := range d.Ideas {
		add("idea %d line %d %q: %s", i.Number, i.Span.Start, i.Title, i.Text)
	}
	for _, i := range d.Issues {
		add("issue %d line %d trailing=%t %q: %s", i.Number, i.Span.Start, i.Trailing, i.Title, i.Text)
	}
	for _, c := range d.Citations {
		add("cite %d:%d %s by %s: %s", c.Line, c.Column, c.Handle, owner(c.Owner), c.Sentence)
	}
	for _, c := range d.Sources {
		add("source %d %s by %s", c.Line, c.Handle, owner(c.Owner))
	}
	for _, c := range d.Paths {
		add("path %d %s listed=%t by %s", c.Line, c.Path, c.InSourceList, owner(c.Owner))
	}
	for _, i := range d.Identities {
		parts := append([]string{i.Rule, string(i.Type), i.Subject, "->"}, i.Targets...)
		add("identity %d %s by %s", i.Line, collapse(strings.Join(parts, " ")), owner(i.Owner))
	}
	for _, l := range d.Losses {
		add("loss %d %s", l.Line, l.Code)
	}
}

func addFields(add func(string, ...any), owner string, fields []report.Field, statuses []report.Status) {
	for _, f := range fields {
		add("field %d %s %s %s: %s", f.Line, f.Style, owner, f.Name, f.Text)
	}
	for _, s := range statuses {
		add("status %d %s layer=%q %s %s", s.Line, owner, s.Layer, s.Value, s.Scope)
	}
}

func oneLine(s string) string { return strings.ReplaceAll(s, "\n\n", " / ") }

func ownerName(d report.Document, o report.Owner) string {
	switch o.Kind {
	case report.OwnerRecord:
		return d.Records[o.Index].Handle
	case report.OwnerAnnotation:
		return "on " + d.Annotations[o.Index].Target
	case report.OwnerSection:
		return "section " + d.Sections[o.Index].Title
	case report.OwnerDocument:
		return "document"
	default:
		return fmt.Sprint(o.Kind, " ", o.Index+1)
	}
}

// TestSameFacts: line ends, a byte-order mark, blanks at line ends and newlines at the end of the
// file change no fact.
func TestSameFacts(t *testing.T) {
	inputs := map[string][]byte{}
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range files {
		inputs[file] = readCase(t, file).input
	}
	for _, s := range seedsIfThere(t) {
		inputs[s.file] = s.bytes
	}
	for name, input := range inputs {
		want, _ := Format{}.Parse(diag.Source{Bytes: input})
		for what, change := range map[string]func([]byte) []byte{
			"CRLF":            func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")) },
			"byte-order mark": func(b []byte) []byte { return append([]byte(byteOrderMark), b...) },
			"trailing blanks": func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\n"), []byte(" \t\n")) },
			"final newline":   func(b []byte) []byte { return append(slices.Clip(b), '\n') },
			"final newlines":  func(b []byte) []byte { return append(slices.Clip(b), "\n \r\n\n"...) },
		} {
			got, _ := Format{}.Parse(diag.Source{Bytes: change(input)})
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %s (-want +got)\n%s", name, what, diff)
			}
		}
	}
}

func seedsIfThere(t testing.TB) []seed {
	if dir := os.Getenv("CROSSWALK_SHARED"); dir == "" && os.Getenv("CROSSWALK_REQUIRE_SHARED") != "1" {
		if _, err := os.Stat("../../../shared/seeds"); err != nil {
			return nil
		}
	}
	return readSeeds(t)
}
