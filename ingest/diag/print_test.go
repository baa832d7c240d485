package diag

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func at(file string, line, column, start, end int) Range {
	return Range{file, Pos{line, column, start}, Pos{line, column + end - start, end}}
}

func TestWriteText(t *testing.T) {
	const evil = "evil\x1b[2J.txt"
	sources := map[string]string{
		"shelf.txt": "MEM-RTE-a\r\n- Later read-back: second\r\nlast",
		"long.txt":  strings.Repeat("a", 1000) + "é" + "BAD" + strings.Repeat("z", 1000),
		evil:        "x\x1b]0;t\x07\u202eBAD\xff\tend",
	}
	read := func(file string) []byte {
		if text, ok := sources[file]; ok {
			return []byte(text)
		}
		return nil
	}
	tests := []struct {
		name string
		d    Diagnostic
		want string
	}{
		{"with all parts", Diagnostic{Warning, "x/twice", "answered twice", "Join the two.", at("shelf.txt", 2, 3, 13, 36),
			[]Related{{"first answered here", at("shelf.txt", 1, 1, 0, 9)}}},
			"shelf.txt:2:3: warning: answered twice [x/twice]\n" +
				"     2 | - Later read-back: second\n" +
				"       |   ^^^^^^^^^^^^^^^^^^^^^^^\n" +
				"  shelf.txt:1:1: first answered here\n" +
				"  Join the two.\n"},
		{"empty range at the end", Diagnostic{Severity: Error, Code: "x/end", Summary: "cut off", Subject: at("shelf.txt", 3, 5, 42, 42)},
			"shelf.txt:3:5: error: cut off [x/end]\n     3 | last\n       |     ^\n"},
		{"whole file", Diagnostic{Severity: Error, Code: "x/empty", Summary: "empty", Subject: Range{File: "shelf.txt"}},
			"shelf.txt: error: empty [x/empty]\n"},
		{"unknown source", Diagnostic{Severity: Info, Code: "x/y", Summary: "s", Subject: at("other.txt", 7, 1, 90, 91)},
			"other.txt:7:1: info: s [x/y]\n"},
		{"outside of the source", Diagnostic{Severity: Info, Code: "x/y", Summary: "s", Subject: at("shelf.txt", 9, 1, 900, 950)},
			"shelf.txt:9:1: info: s [x/y]\n     9 | last\n       |     ^\n"},
		{"clipped", Diagnostic{Severity: Info, Code: "x/y", Summary: "s", Subject: at("long.txt", 1, 1003, 1002, 1005)},
			"long.txt:1:1003: info: s [x/y]\n     1 | …" + strings.Repeat("a", 28) + "éBAD" + strings.Repeat("z", 67) + "…\n" +
				"       | " + strings.Repeat(" ", 30) + "^^^\n"},
		{"hostile", Diagnostic{Severity: Info, Code: "x/y", Summary: "\x1b[31mred\n", Subject: at(evil, 1, 11, 10, 13)},
			`evil\x1b[2J.txt:1:11: info: \x1b[31mred\x0a [x/y]` + "\n" + `     1 | x\x1b]0;t\x07\u202eBAD\xff end` + "\n       |" + strings.Repeat(" ", 20) + "^^^\n"},
	}
	for _, tt := range tests {
		var out bytes.Buffer
		if err := WriteText(&out, List{tt.d}, read); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, out.String()); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tt.name, diff)
		}
	}
}

// Carets stand below what they mark, whatever the columns that characters take: wide ones two, marks that
// combine none, a tab one as it is shown.
func TestCarets(t *testing.T) {
	tests := []struct{ name, before, marked, after, want string }{
		{"narrow", "äö ", "né", " z", "   ^^"},
		{"wide", "読み ", "読", "み", "     ^^"},
		{"fullwidth", "ＡＢ", "Ｃ", "", "    ^^"},
		{"half width", "ｱｲ", "ｳ", "", "  ^"},
		{"combining", "e\u0301a\u0308", "o\u0302x", "", "  ^^"},
		{"emoji", "📖 ", "🕯", "!", "   ^"},
		{"wide emoji", "📖 ", "📖📖", "!", "   ^^^^"},
		{"tabs", "\ta\t", "b\tc", "", "   ^^^"},
		{"escaped", "a\u200db", "c", "", "        ^"},
		{"after a byte-order mark", "\ufeffab", "c", "", "  ^"},
	}
	for _, tt := range tests {
		text := "first\n" + tt.before + tt.marked + tt.after + "\r\nlast"
		start := len("first\n") + len(tt.before)
		if strings.HasPrefix(tt.before, "\ufeff") {
			text, start = text[len("first\n"):], len(tt.before)
		}
		var out bytes.Buffer
		list := List{{Severity: Error, Subject: at("f", 2, 1, start, start+len(tt.marked))}}
		if err := WriteText(&out, list, func(string) []byte { return []byte(text) }); err != nil {
			t.Fatal(err)
		}
		if lines := strings.Split(out.String(), "\n"); lines[2] != "       | "+tt.want {
			t.Errorf("%s: %q below %q", tt.name, lines[2], lines[1])
		}
	}
}

// A range of several lines shows its first, without the carriage return that ends it.
func TestCaretsOfLines(t *testing.T) {
	var out bytes.Buffer
	d := Diagnostic{Severity: Info, Code: "x/y", Summary: "s", Subject: Range{"f", Pos{1, 3, 2}, Pos{2, 2, 7}}}
	if err := WriteText(&out, List{d}, func(string) []byte { return []byte("> ab\r\n> cd\r\n") }); err != nil {
		t.Fatal(err)
	}
	if want := "f:1:3: info: s [x/y]\n     1 | > ab\n       |   ^^\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// Colours are around what they colour, and what a report says brings none of its own.
func TestColor(t *testing.T) {
	var out bytes.Buffer
	d := Diagnostic{Severity: Warning, Code: "x/y", Summary: "odd \x1b[31m", Subject: at("f", 1, 2, 1, 2)}
	if err := (Text{Source: func(string) []byte { return []byte("abc") }, Color: true}).Write(&out, List{d}); err != nil {
		t.Fatal(err)
	}
	want := "\x1b[1mf:1:2\x1b[0m: \x1b[33mwarning\x1b[0m: odd \\x1b[31m \x1b[2m[x/y]\x1b[0m\n" +
		"\x1b[2m     1 | \x1b[0mabc\n" + "\x1b[2m       | \x1b[0m \x1b[33m^\x1b[0m\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestWriteJSON(t *testing.T) {
	list := List{{Warning, "x/twice", "a <b> & c", "", at("s.txt", 2, 3, 13, 14), nil}}
	var out bytes.Buffer
	if err := WriteJSON(&out, list); err != nil {
		t.Fatal(err)
	}
	const want = `[
  {
    "severity": "warning",
    "code": "x/twice",
    "summary": "a <b> & c",
    "subject": {
      "file": "s.txt",
      "start": {
        "line": 2,
        "column": 3,
        "byte": 13
      },
      "end": {
        "line": 2,
        "column": 4,
        "byte": 14
      }
    }
  }
]
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	var back List
	if err := json.Unmarshal(out.Bytes(), &back); err != nil || !cmp.Equal(list, back) {
		t.Errorf("read back as %v, %v", back, err)
	}
	out.Reset()
	if err := WriteJSON(&out, nil); err != nil || out.String() != "[]\n" {
		t.Errorf("no diagnostics are written as %q, %v", out.String(), err)
	}
	if err := json.Unmarshal([]byte(`[{"severity": "fatal"}]`), &back); err == nil {
		t.Error("an unknown severity is accepted")
	}
}

// A full disk is told, with its cause.
func TestWriteErrors(t *testing.T) {
	cause := errors.New("disk full")
	list := List{{Summary: "s"}}
	for name, err := range map[string]error{"text": WriteText(failing{cause}, list, nil), "JSON": WriteJSON(failing{cause}, list)} {
		if !errors.Is(err, cause) {
			t.Errorf("%s: %v does not wrap %v", name, err, cause)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestSortAndHasErrors(t *testing.T) {
	list := List{
		{Severity: Info, Code: "b", Subject: at("b", 1, 1, 0, 1)},
		{Severity: Info, Code: "b", Subject: at("a", 1, 6, 5, 6)},
		{Severity: Info, Code: "a", Subject: at("a", 1, 6, 5, 6)},
		{Severity: Warning, Code: "z", Subject: at("a", 1, 6, 5, 6)},
		{Severity: Info, Code: "c", Subject: at("a", 1, 2, 1, 2)},
		{Severity: Info, Code: "/more-diagnostics", Subject: Range{File: "a"}},
		{Severity: Info, Code: "0", Subject: Range{File: "a"}},
	}
	list.Sort()
	var got []string
	for _, d := range list {
		got = append(got, d.Subject.File+d.Code)
	}
	if want := []string{"a0", "ac", "az", "aa", "ab", "a/more-diagnostics", "bb"}; !cmp.Equal(got, want) {
		t.Errorf("sorted as %v, want %v", got, want)
	}
	if list.HasErrors() || !append(list, Diagnostic{Severity: Error}).HasErrors() {
		t.Error("HasErrors does not tell an error from none")
	}
}
