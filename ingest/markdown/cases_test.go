package markdown

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// TestCases reads testdata/*.txtar. Each holds a report about an invented system
// (report.md), the facts expected of it and the diagnostics expected, all of them, as code and
// range. The comment names the case and, after "show:", the kinds of fact it lists; every fact of
// those kinds must be listed.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 15 {
		t.Fatalf("%d cases, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			c := readCase(t, file)
			doc, diags := Format{}.Parse(diag.Source{Name: "report.md", Bytes: c.input})
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
		case "report.md":
			c.input = bytes.TrimSuffix(f.Data, []byte("\n"))
		case "facts":
			c.facts = lines
		case "diagnostics":
			c.diags = lines
		}
	}
	if !ok || c.input == nil {
		t.Fatalf("%s: no show: line or no report.md", file)
	}
	return c
}

func diagLines(diags diag.List) []string {
	var out []string
	for _, d := range diags {
		s, e := d.Subject.Start, d.Subject.End
		text := fmt.Sprintf("%s %d:%d-%d:%d %s", d.Severity, s.Line, s.Column, e.Line, e.Column, strings.TrimPrefix(d.Code, "markdown/"))
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
	addTables(d, add)
	return out
}

// addDeclared adds what the document's structure says.
func addDeclared(d report.Document, add func(string, ...any)) {
	add("document grammar=%s system=%q title=%q role=%s verifies=%s run=%s source=%s revision=%s lines=%d",
		d.Grammar, d.System, d.Title, d.Role, d.Verifies, d.Run, d.Source, d.Revision, d.Lines)
	add("meta %q", []string{d.Meta.Description, d.Meta.RunDate, d.Meta.Cutoff, d.Meta.BoundaryKind, d.Meta.TargetClass, d.Meta.EvidenceTier, d.Meta.Disposition})
	add("frozen %+v", d.Meta.Frozen)
	for _, s := range d.Sections {
		free := ""
		if s.Free {
			free = " free"
		}
		add("section %d-%d level %d%s %s %s", s.Span.Start, s.Span.End, s.Level, free, s.Title, s.Empty)
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
		add("passage %d-%d %s %q %q %s: %s", p.Span.Start, p.Span.End, p.Path, p.Ranges, p.Revision, owner(p.Owner), p.Text)
	}
	for _, c := range d.Coverage {
		add("coverage %d %d-%d mode=%q split=%t [%s] [%s] [%s] %s", c.Number, c.Span.Start, c.Span.End, c.Mode, c.Split, c.Entry, c.Inspection, c.Conclusion, c.Text)
	}
	for _, i := range d.Ideas {
		add("idea %d line %d %q: %s", i.Number, i.Span.Start, i.Title, oneLine(i.Text))
	}
	for _, i := range d.Issues {
		add("issue %d line %d trailing=%t %q: %s", i.Number, i.Span.Start, i.Trailing, i.Title, oneLine(i.Text))
	}
	for _, c := range d.Citations {
		add("cite %d:%d %s in %q by %s: %s", c.Line, c.Column, c.Handle, c.Member, owner(c.Owner), c.Sentence)
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
}

// addTables adds what stands in tables and items of members other than memory.
func addTables(d report.Document, add func(string, ...any)) {
	for _, r := range d.Register {
		add("register %d %s [%s] [%s] [%s] [%s] [%s] [%s] [%s]", r.Span.Start, r.Handle, r.Kind, r.Location, r.Revision, r.Layer, r.Scope, r.Anchors, r.Gaps)
	}
	for _, r := range d.Objects {
		add("object %d line %d %s [%s] [%s] [%s] [%s]", r.Number, r.Span.Start, cellText(r.Object), r.Content, r.Role, r.Evidence, r.Gap)
	}
	for _, r := range d.Ledger {
		add("ledger %d %d-%d routes %s objects %s paths %s claims %s [%s] [%s] [%s] [%s] [%s] [%s] [%s] [%s] [%s] [%s] [%s] [%s] [%s]",
			r.Number, r.Span.Start, r.Span.End, cellText(r.Routes), cellText(r.Objects), cellText(r.AuthorityPath), cellText(r.Claims),
			r.Function, r.Status, r.Relation, r.Target, r.Evaluator, r.Activation, r.Result, r.Force, r.EpistemicAuthority,
			r.OperationalAuthority, r.Evidence, r.Mismatch, r.Gap)
	}
	for _, r := range d.Claims {
		add("claim %d line %d %s routes %s [%s] [%s] [%s] [%s] [%s] [%s] [%s]", r.Number, r.Span.Start, cellText(r.Claim), cellText(r.Routes),
			r.Operation, r.Source, r.Doctrine, r.ObservedRun, r.Causal, r.Conclusion, r.Mismatch)
	}
	for _, l := range d.Limitations {
		add("limitation %d %d-%d affects %s [%s] [%s] [%s] %s", l.Number, l.Span.Start, l.Span.End, cellText(l.Affects), l.Boundary, l.Conclusion, l.Resolution, oneLine(l.Text))
	}
	for _, a := range d.Amendments {
		add("amendment %d %d-%d %s by %v because %q: %s", a.Number, a.Span.Start, a.Span.End, a.Record, a.Replacements, a.Reason, a.Text)
	}
	for _, c := range d.Conflicts {
		add("conflict %d %d-%d %v: %s", c.Number, c.Span.Start, c.Span.End, c.Records, c.Text)
	}
	for _, b := range d.Blockers {
		add("blocker %d %d-%d limit=%t role=%q: %s", b.Number, b.Span.Start, b.Span.End, b.Limit, b.Role, oneLine(b.Text))
	}
	if d.Amended != nil {
		add("amended %d %v", d.Amended.Line, d.Amended.Records)
	}
	if d.Profile != nil {
		addProfile(*d.Profile, add)
	}
}

func addProfile(p report.Profile, add func(string, ...any)) {
	add("profile %d-%d %s", p.Span.Start, p.Span.End, p.Scope)
	for _, a := range p.Axes {
		add("axis %d %s %s %v %s", a.Line, a.Name, a.Assessment, a.Records, a.Note)
		for _, u := range a.Units {
			add("unit %d %s [%s] %s %v %s", u.Line, a.Name, u.Scope, u.Assessment, u.Records, u.Note)
			for _, f := range u.Findings {
				add("finding %d %s %s %s %v %s", f.Line, a.Name, f.Value, f.Basis, f.Records, f.Note)
			}
		}
	}
}

func cellText(c report.Cell) string { return fmt.Sprintf("%q%v", c.Text, c.Records) }

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
