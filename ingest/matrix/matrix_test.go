package matrix

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/internal/parsetest"
)

// minCases guards against cases that are not found.
const minCases = 3

func TestCases(t *testing.T) {
	for _, c := range parsetest.Cases(t, minCases) {
		t.Run(c.Name, func(t *testing.T) { c.Check(t, Format{}) })
	}
}

func TestMatch(t *testing.T) {
	for _, tt := range []struct {
		path, head string
		want       bool
	}{
		{"systems.csv", "system_name,lin_authored\nQuill,1\n", true},
		{"SYSTEMS.CSV", byteOrderMark + "\"System\",x,lineage\r\n", true},
		{"systems.csv", "system_name,notes\nQuill,1\n", false},
		{"systems.csv", "name,lineage\nQuill,authored\n", false},
		{"systems.csv", "kind,id,lineage\n", false},
		{"systems.csv", "", false},
		{"systems.md", "system_name,lin_authored\n", false},
		{"systems.csv", "system_name" + strings.Repeat(",x", maxColumns), true},
	} {
		if got := (Format{}).Match(tt.path, []byte(tt.head)); got != tt.want {
			t.Errorf("%s %.40q: %t", tt.path, tt.head, got)
		}
	}
}

func TestFaults(t *testing.T) {
	for _, tt := range []struct {
		name, input string
		want        []string
	}{
		{"nothing", " \n", []string{"error 0:0-0:0 empty-document"}},
		{"no axis", "system_name,colour\nQuill,red\n", []string{"error 1:1-1:12 header"}},
		{"no UTF-8", "system_name,lineage\nQu\xffll,authored\n", []string{"error 2:3-2:4 not-text"}},
		{"a NUL byte", "system_name,lineage\nQuill\x00", []string{"error 2:6-2:7 not-text"}},
		{"a quote inside", "system_name,lineage\nQuill,a\"b\n", []string{"error 2:8-2:8 csv"}},
		{"an open quote, seen at the end", "system_name,lineage\nQuill,\"authored\n", []string{"error 2:17-2:17 csv"}},
		{"a wide row", "system_name,lineage\nQuill" + strings.Repeat(",", maxColumns) + "\n", []string{fmt.Sprintf("error 2:%d-2:%d too-wide", maxColumns+5, maxColumns+6)}},
		{"commas in quotes", "system_name,lineage\n\"Quill" + strings.Repeat(",", maxColumns) + "\",authored\n", nil},
	} {
		_, diags := Format{}.Parse(diag.Source{Name: "x", Bytes: []byte(tt.input)})
		if diff := cmp.Diff(tt.want, parsetest.DiagLines(diags)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tt.name, diff)
		}
	}
}

// A row of a million columns, and other tables out of all proportion, are refused before the library
// keeps them, or read in time.
func TestHostile(t *testing.T) {
	const head = "system_name,lineage\n"
	for name, tt := range map[string]struct{ input, code string }{
		"a million columns": {"system_name,lineage" + strings.Repeat(",x", 1_000_000) + "\n", CodeTooWide},
		"a million cells":   {head + strings.Repeat(",x", 1_000_000) + "\n", CodeTooWide},
		"rows":              {head + strings.Repeat("q,authored\n", maxRows+2), CodeSystemRepeated},
		"more systems than rows may be": {func() string {
			var b strings.Builder
			b.WriteString(head)
			for i := range maxRows + 1 {
				fmt.Fprintf(&b, "q%d,authored\n", i)
			}
			return b.String()
		}(), CodeTooLarge},
		"an array of a megabyte": {head + "q,\"[" + strings.Repeat(`""a"",`, 1<<18) + "]\"\n", CodeCell},
		"nested arrays":          {head + "q," + strings.Repeat("[", 1<<20) + "\n", CodeCell},
		"values":                 {head + "q," + strings.Repeat("authored;", 1<<17) + "\n", CodeValue},
		"quotes":                 {head + "q,\"" + strings.Repeat(`""`, 1<<20) + "\"\n", CodeValue},
	} {
		start := time.Now()
		_, diags := Format{}.Parse(diag.Source{Name: "x", Bytes: []byte(tt.input)})
		if took := time.Since(start); took > 6*time.Second {
			t.Errorf("%s: took %v", name, took)
		}
		parsetest.SaneDiags(t, diags, len(tt.input))
		found := false
		for _, d := range diags {
			found = found || d.Code == tt.code
		}
		if !found {
			t.Errorf("%s: no %s among %d diagnostics", name, tt.code, len(diags))
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range parsetest.Cases(f, minCases) {
		f.Add(c.Input)
	}
	for _, odd := range []string{"", "\xff", "system,lineage\n\n\"", "system,lineage\r\n\"a\"\"b\",[\"\"]", "lineage,system\n,a\r"} {
		f.Add([]byte(odd))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		doc, _ := parsetest.Sane(t, Format{}, input)
		for _, r := range doc.Matrix.Rows {
			if r.System == "" || r.Line < 2 || r.Line > doc.Lines {
				t.Fatalf("%+v of %d lines", r, doc.Lines)
			}
		}
	})
}

// Line ends and a byte-order mark change no fact.
func TestSameFacts(t *testing.T) {
	for _, c := range parsetest.Cases(t, minCases) {
		want, _ := Format{}.Parse(diag.Source{Name: "x.csv", Bytes: c.Input})
		for _, changed := range [][]byte{
			bytes.ReplaceAll(c.Input, []byte("\n"), []byte("\r\n")), append([]byte(byteOrderMark), c.Input...), append(bytes.Clone(c.Input), '\n'),
		} {
			got, _ := Format{}.Parse(diag.Source{Name: "x.csv", Bytes: changed})
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got)\n%s", c.Name, diff)
			}
		}
	}
}
