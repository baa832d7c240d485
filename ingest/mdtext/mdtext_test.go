package mdtext

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

func source(t *testing.T, text string) *Source {
	t.Helper()
	diags := &diag.Collector{}
	s, ok := New(diag.Source{Name: "x", Bytes: []byte(text)}, "test", diags)
	if list := diags.Finish(); !ok || len(list) > 0 {
		t.Fatalf("%q: %+v", text, list)
	}
	return s
}

// A text from an offset on, as written: what stands in front of it is there, lines are joined by blanks.
func TestWritten(t *testing.T) {
	for _, tt := range []struct{ text, from, want string }{
		{"plain text", "text", "text"},
		{"**Key:** `a` — see `b` and *c*", " see", " see `b` and *c*"},
		{"**Key:** — [a](b)\n  and `c`", " a", " [a](b) and `c`"},
		{"`a`", "a", "`a`"},
	} {
		s := source(t, tt.text)
		blocks := s.Blocks(nil)
		u := s.Inline(blocks[0].Lines, false)
		at := strings.Index(u.Text, tt.from)
		if got := u.Written(at); got != tt.want {
			t.Errorf("%q from %q: %q, want %q", tt.text, tt.from, got, tt.want)
		}
	}
}

// Front matter is looked into without being parsed.
func TestFrontKey(t *testing.T) {
	for _, tt := range []struct {
		head, want string
		front      bool
	}{
		{"---\ntype: a/b.md\n---\n", "a/b.md", true},
		{ByteOrderMark + "---\r\ntype: 'a'\r\n", "a", true},
		{"---\n  type: a\n---\n", "", true}, // a key of another mapping
		{"---\nx: y\n---\ntype: a\n", "", true},
		{"---\ntype: \xff\n", "", true},
		{"type: a\n", "", false},
		{"", "", false},
	} {
		if got, front := FrontKey([]byte(tt.head), "type"); got != tt.want || front != tt.front {
			t.Errorf("%q: %q, %t", tt.head, got, front)
		}
	}
}

// A quotation falls into parts that end in an attribution; what follows the last belongs to none.
func TestAttributed(t *testing.T) {
	s := source(t, "> a\n> b\n> --- c\n> --- d\n> e\n> ---\n")
	var got []string
	for lines := range s.Attributed(s.Blocks(nil)[0]) {
		got = append(got, s.Joined(lines))
	}
	if want := []string{"a b --- c", "--- d"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A format parts paragraphs where Markdown sees them go on.
func TestCut(t *testing.T) {
	s := source(t, "a\nb: x\nc\nd! y\ne\n")
	var got []string
	for _, b := range s.Blocks(func(line string) Cut {
		switch {
		case strings.Contains(line, ":"):
			return CutBefore
		case strings.Contains(line, "!"):
			return CutAround
		}
		return NoCut
	}) {
		got = append(got, fmt.Sprint(s.Number(b.Lines[0].Start), " ", s.Joined(b.Lines)))
	}
	if want := []string{"1 a", "2 b: x c", "4 d! y", "5 e"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
