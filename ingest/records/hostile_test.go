package records

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
	"github.com/crosswalk-graph/crosswalk/internal/parsetest"
)

// Files out of all proportion are refused in time and with bounded memory, or read.
func TestHostile(t *testing.T) {
	bomb := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c <= 'k'; c++ {
		bomb += fmt.Sprintf("%c: &%c [%s]\n", c, c, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*%c,", c-1), 9), ","))
	}
	keys := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for name, tt := range map[string]struct{ file, input, code string }{
		"aliases that multiply":  {"x.yaml", bomb + "nodes: *k\n", CodeAlias},
		"deep YAML":              {"x.yaml", "nodes: " + strings.Repeat("[", 1<<18), CodeYAML},
		"deep YAML in blocks":    {"x.yaml", "nodes:\n" + strings.Repeat("- ", 1<<18), CodeYAML},
		"deep JSON":              {"x.jsonl", `{"a":` + strings.Repeat("[", 1<<20), CodeTooDeep},
		"deep JSON in objects":   {"x.jsonl", strings.Repeat(`{"a":`, 1<<19), CodeTooDeep},
		"a line without end":     {"x.jsonl", `{"a":"` + strings.Repeat("x", 1<<24), CodeTooLarge},
		"keys of an object":      {"x.jsonl", "{" + keys(300_000, `"%d":1,`) + `"x":1}`, CodeTooWide},
		"keys that repeat":       {"x.jsonl", "{" + strings.Repeat(`"a":1,`, 1<<19) + `"x":1}`, CodeRepeated},
		"items of a list":        {"x.jsonl", `{"kind":"idea","id":"a","x":[` + strings.Repeat(`1,`, 1<<20) + "1]}", CodeTooLarge},
		"empty objects":          {"x.jsonl", strings.Repeat("{}\n", 1<<21), CodeTooLarge},
		"lines that are no JSON": {"x.jsonl", strings.Repeat("x\n", 1<<21), CodeJSON},
		"a million columns":      {"x.csv", "kind,id" + strings.Repeat(",x", 1_000_000) + "\n", CodeTooWide},
		"a million cells":        {"x.csv", "kind,id\n" + strings.Repeat(",", 1_000_000) + "\n", CodeTooWide},
		"rows":                   {"x.csv", "kind,id\n" + keys(maxEntries+2, "a,%d\n"), CodeTooLarge},
		"cells":                  {"x.csv", "kind,id" + keys(900, ",k%d") + "\n" + strings.Repeat(strings.Repeat("x,", 901)+"x\n", 1200), CodeTooLarge},
		"quotes":                 {"x.csv", "kind,id\n\"" + strings.Repeat(`""`, 1<<22), CodeCSV},
		"columns that repeat":    {"x.csv", "kind,id" + strings.Repeat(",x", maxKeys-2) + "\na,b" + strings.Repeat(",c", maxKeys-2) + "\n", CodeRepeated},
		"items on one line":      {"x.yaml", "nodes: [" + strings.Repeat("{a: b}, ", 1<<18) + "]", CodeTooLarge},
		"a long line of values":  {"x.yaml", "nodes: [{a: [" + strings.Repeat("é, ", 1<<18) + "]}]", ""},
		"a longer one":           {"x.yaml", "nodes: [{a: [" + strings.Repeat("é, ", 1<<20) + "]}]", CodeTooLarge},
		"too much YAML":          {"x.yaml", "nodes:\n" + strings.Repeat("# x\n", maxYAML/4), CodeTooLarge},
		"empty YAML items":       {"x.yaml", "nodes:\n" + strings.Repeat("-\n", 1<<20), CodeTooLarge},
		"YAML keys":              {"x.yaml", "nodes:\n- a: 1\n" + keys(100_000, "  k%d: 1\n"), CodeTooWide},
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			doc, diags := Format{}.Parse(diag.Source{Name: tt.file, Bytes: []byte(tt.input)})
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("took %v", took)
			}
			if n := size(doc); n > 2*maxValues {
				t.Errorf("%d keys and values were read", n)
			}
			for i := range diags {
				if diags[i].Subject.File != tt.file {
					t.Fatalf("%+v", diags[i])
				}
				diags[i].Subject.File = "x"
			}
			parsetest.SaneDiags(t, diags, len(tt.input))
			if tt.code == "" && len(diags) > 0 || tt.code != "" && !slices.ContainsFunc(diags, func(d diag.Diagnostic) bool { return d.Code == tt.code }) {
				t.Errorf("no %s among %d diagnostics", tt.code, len(diags))
			}
		})
	}
}

// size counts keys and values.
func size(doc report.Document) (n int) {
	var value func(report.Value)
	value = func(v report.Value) {
		n++
		for _, item := range v.Items {
			value(item)
		}
		for _, m := range v.Members {
			n++
			value(m.Value)
		}
	}
	for _, e := range doc.RecordFile.Entries {
		value(report.Value{Members: e.Members})
	}
	return n
}

// sound fails when what was read points outside of the file, or has a key twice.
func sound(t *testing.T, n named, input []byte) {
	t.Helper()
	Format{}.Match(string(n), input)
	doc, _ := parsetest.Sane(t, n, input)
	place := func(p report.Place) {
		if p.Line < 1 || p.Line > doc.Lines || p.Column < 1 || p.Byte < 0 || p.Width < 0 || p.Byte+p.Width > len(input) {
			t.Fatalf("%+v of %d lines and %d bytes", p, doc.Lines, len(input))
		}
		if bytes.IndexByte(input[p.Byte:p.Byte+p.Width], '\n') >= 0 {
			t.Fatalf("%+v goes over the end of its line", p)
		}
	}
	var members func([]report.Member)
	var value func(report.Value)
	value = func(v report.Value) {
		place(v.At)
		members(v.Members)
		for _, item := range v.Items {
			value(item)
		}
		if strings.IndexByte(v.Text, 0) >= 0 {
			t.Fatalf("a NUL in %q", v.Text)
		}
	}
	members = func(all []report.Member) {
		seen := map[string]bool{}
		for _, m := range all {
			place(m.At)
			value(m.Value)
			if seen[m.Key] {
				t.Fatalf("%q twice", m.Key)
			}
			seen[m.Key] = true
		}
	}
	for _, e := range doc.RecordFile.Entries {
		place(e.At)
		members(e.Members)
		if e.Span.Start < 1 || e.Span.End < e.Span.Start || e.Span.End > doc.Lines {
			t.Fatalf("%+v of %d lines", e.Span, doc.Lines)
		}
	}
}

func FuzzJSONL(f *testing.F) {
	fuzz(f, "x.jsonl", `{"crosswalk":1,"system":"L"}`+"\n"+`{"kind":"idea","id":"a","b":[1,{"c":null}]}`+"\n", `{"a":"\ud800","a":1}`, "{\n}", `{"a":1e999}x`)
}

func FuzzYAML(f *testing.F) {
	fuzz(f, "x.yaml", "system: L\nnodes:\n- kind: idea\n  id: a\n  text: |\n    b\nrelationships: [{type: X, source: \"a\"}]\n",
		"nodes: [&a [*a], ? b : c]", "nodes:\r- a: b\r", "nodes: [{é: 'x\u2028y'}]", "--- \n...\n---\n", "nodes: !!binary [{a: !x y}]")
}

func FuzzCSV(f *testing.F) {
	fuzz(f, "x.csv", "kind,id\nidea,\"a\"\"\nb\"\n", "kind,id,\r\n\"", "\n,\n\"\" ,\r", "kind,id\na,b,c\n")
}

func fuzz(f *testing.F, n named, seeds ...string) {
	for _, s := range seeds {
		f.Add([]byte(s))
		f.Add([]byte(byteOrderMark + s))
	}
	f.Fuzz(func(t *testing.T, input []byte) { sound(t, n, input) })
}

// Whatever is cut off or changed, nothing points outside of the file.
func TestDamaged(t *testing.T) {
	for n, input := range map[named]string{
		"x.jsonl": `{"crosswalk":1,"system":"L"}` + "\n" + `{"kind":"idea","id":"a","b":[1,{"c":"é"}],"d":true}` + "\n",
		"x.yaml":  "system: L\nnodes:\n- kind: idea\n  id: 'a'\n  text: |\n    b\n  list: [c, {d: é}]\nrelationships:\n- {type: X, source: \"a\"}\n",
		"x.csv":   "kind,id,text\nidea,a,\"b\"\"\né\"\nidea,c,\n",
	} {
		for changed := range parsetest.Damaged([]byte(input), 2000, "\x00\xff\n\r\"',:{}[]-&*#? \t|>é") {
			sound(t, n, changed)
		}
	}
}
