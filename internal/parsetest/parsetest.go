// Package parsetest holds what the tests of the report formats share: cases that state the facts and
// diagnostics of an invented report, changes that must not matter, and damage that must not make a
// parser point outside of what it read. It knows the record model and no format; nothing but tests
// may import it.
package parsetest

import (
	"bytes"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A Parser is the part of a format that reads documents.
type Parser interface {
	Parse(src diag.Source) (report.Document, diag.List)
}

// A Case is one file testdata/*.txtar: a report about an invented system (report.md, .txt or .csv),
// the facts expected of it and the diagnostics expected, all of them, as code and range. The comment
// of the file names the case and, after "show:", the kinds of fact it lists; every fact of those kinds
// must be listed.
type Case struct {
	Name         string
	Input        []byte
	show         []string
	facts, diags []string
}

// Cases reads the cases of the package under test, of which there must be at least a number.
func Cases(t testing.TB, least int) []Case {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < least {
		t.Fatalf("%d cases, %v", len(files), err)
	}
	var cases []Case
	for _, file := range files {
		cases = append(cases, readCase(t, file))
	}
	return cases
}

func readCase(t testing.TB, file string) Case {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, show, ok := strings.Cut(string(archive.Comment), "show:")
	c := Case{Name: strings.TrimSuffix(filepath.Base(file), ".txtar"), show: strings.Fields(show)}
	for _, f := range archive.Files {
		var lines []string
		for line := range strings.Lines(string(f.Data)) {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
		switch f.Name {
		case "report.md", "report.txt", "report.csv":
			c.Input = bytes.TrimSuffix(f.Data, []byte("\n"))
		case "facts":
			c.facts = lines
		case "diagnostics":
			c.diags = lines
		}
	}
	if !ok || c.Input == nil {
		t.Fatalf("%s: no show: line or no report", file)
	}
	return c
}

// Check reads the case's report and compares facts and diagnostics with those it states.
func (c Case) Check(t *testing.T, p Parser) {
	t.Helper()
	doc, diags := p.Parse(diag.Source{Name: "report", Bytes: c.Input})
	if diff := cmp.Diff(c.facts, Facts(doc, c.show)); diff != "" {
		t.Errorf("facts (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff(c.diags, DiagLines(diags)); diff != "" {
		t.Errorf("diagnostics (-want +got)\n%s", diff)
	}
}

// DiagLines writes diagnostics one a line: severity, range, the code without its format, and the
// places that are related.
func DiagLines(diags diag.List) []string {
	var out []string
	for _, d := range diags {
		s, e := d.Subject.Start, d.Subject.End
		text := fmt.Sprintf("%s %d:%d-%d:%d %s", d.Severity, s.Line, s.Column, e.Line, e.Column, path.Base(d.Code))
		for _, r := range d.Related {
			text += fmt.Sprintf(" related %d:%d", r.Range.Start.Line, r.Range.Start.Column)
		}
		out = append(out, text)
	}
	return out
}

// ByteOrderMark is the mark that some editors put before UTF-8 text.
const ByteOrderMark = "\ufeff"

// SameFacts: line ends, a byte-order mark, blanks at line ends and newlines at the end of the file
// change no fact.
func SameFacts(t *testing.T, p Parser, name string, input []byte) {
	t.Helper()
	want, _ := p.Parse(diag.Source{Bytes: input})
	for what, change := range map[string]func([]byte) []byte{
		"CRLF":            func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")) },
		"byte-order mark": func(b []byte) []byte { return append([]byte(ByteOrderMark), b...) },
		"trailing blanks": func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\n"), []byte(" \t\n")) },
		"final newline":   func(b []byte) []byte { return append(slices.Clip(b), '\n') },
		"final newlines":  func(b []byte) []byte { return append(slices.Clip(b), "\n \r\n\n"...) },
	} {
		got, _ := p.Parse(diag.Source{Bytes: change(input)})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s, %s (-want +got)\n%s", name, what, diff)
		}
	}
}
