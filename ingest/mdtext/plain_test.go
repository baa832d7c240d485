package mdtext

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// library reads all blocks itself.
var library = newGrammar()

// samePlain holds the blocks of a text, and what is said of them, against those that the library alone finds.
func samePlain(t *testing.T, markdown string) {
	t.Helper()
	var found [2]string
	for i, g := range []parser.Parser{grammar, library} {
		var diags diag.Collector
		s, ok := New(diag.Source{Name: "a.md", Bytes: []byte(markdown)}, "test", &diags)
		if !ok {
			return
		}
		blocks := s.blocksBy(g, func(line string) Cut {
			switch {
			case strings.HasPrefix(line, "Label:"):
				return CutAround
			case strings.HasPrefix(line, "status"):
				return CutBefore
			}
			return NoCut
		})
		found[i] = fmt.Sprint(blocks, diags.Finish())
	}
	if found[0] != found[1] {
		t.Errorf("%q\n got %s\nwant %s", markdown, found[0], found[1])
	}
}

// What the lines of the texts below begin with, and go on with.
var (
	lineBegins = strings.Split(`|| |  |   |    |	|- |-|-  |* |+ |1. |2) |10|# |#### |#|####### |> |>|>> |---|- - -|***|**a|*a|__b|_|`+
		"`|```|~~~|"+`<!--|<b>|<|:|é|—|[|(|\|!|é:|`, "|")
	lineRests = strings.Split(`||a|word two|Label: x|status y| |  |	|a #|a ##|#|-->|a -- b|:---|:-- |a \|b|- b|> q|# h|    code|`+"```|`c` d|é|", "|")
)

// TestPlain reads texts made of lines that can mean something else where they stand.
func TestPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 30_000 {
		var b strings.Builder
		for range 1 + r.IntN(9) {
			if r.IntN(3) == 0 {
				b.WriteString([]string{"", " ", "\t", "\f", "\r"}[max(0, r.IntN(12)-7)] + "\n")
				continue
			}
			if r.IntN(3) == 0 {
				b.WriteString(lineBegins[r.IntN(len(lineBegins))])
			}
			b.WriteString(lineBegins[r.IntN(len(lineBegins))] + lineRests[r.IntN(len(lineRests))])
			b.WriteString([]string{"\n", "\n", "\n", "\r\n", " \n", "\r", "\f\n", ""}[max(0, r.IntN(20)-12)])
		}
		if samePlain(t, b.String()); t.Failed() {
			return
		}
	}
}

// FuzzPlain does the same with any text.
func FuzzPlain(f *testing.F) {
	f.Add("# a\n\n- b\n  c\n\n> d\ne\n\n```\nf\n")
	f.Fuzz(samePlain)
}

// TestPlainGroups says which lines need no library.
func TestPlainGroups(t *testing.T) {
	for _, tt := range []struct {
		markdown string
		plain    string // what of it is plain
	}{
		{"#### A\nLabel: b\n\n- c: d\n  e\n\n> f\n> g\n\nh\n", "#### A\nLabel: b\n\n- c: d\n  e\n\n> f\n> g\n\nh\n"},
		{"a\n\n- b\n\n  c\n", "a\n"},
		{"a\n\n> b\nc\n", "a\n"},
		{"a\n\n1. b\n", "a\n"},
		{"10 a\n\n**b** c\n\n---\n", "10 a\n\n**b** c\n"},
		{"a\n\n| b |\n|---|\n", "a\n"},
		{"a\n\n```\nb\n\nc\n```\n", "a\n"},
		{"a\n\n## b ##\n", "a\n"},
		{"    a\n", ""},
		{"a", "a"},
	} {
		if got := tt.markdown[:plainEnd([]byte(tt.markdown), 0)]; got != tt.plain {
			t.Errorf("%q: %q is plain, want %q", tt.markdown, got, tt.plain)
		}
	}
	if n := grammar.Parse(text.NewReader([]byte("a\n\n- b\n\nc\n"))).ChildCount(); n != 1 {
		t.Errorf("%d nodes for one plain stretch", n)
	}
}
