package sqlite

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/graph"
)

func TestPropsRoundTrip(t *testing.T) {
	for name, p := range map[string]graph.Props{
		"none":    {},
		"empty":   {"label": "", "path": ""},
		"escapes": {"label": "a\"b\\c\nd\te\u0001", "path": "\\\\", "title": "\\\"", "url": "</script>&\u2028"},
		"unicode": {"label": "café Ä é 📚 नमस्ते ไทย", "handle": "]},{:"},
		"numbers": {"line": int64(math.MaxInt64), "endLine": int64(math.MinInt64), "number": int64(0)},
		"truths":  {"lossy": true, "superseded": false},
		"lists":   {"aliases": []string{"", "a,b", "]", `"`, "📚"}, "layers": []string{"one"}},
		"large":   {"text": strings.Repeat("shelf \" \\ ü\n", 100_000)},
		"mixed":   {"line": int64(1), "lossy": true, "label": "x", "aliases": []string{"y"}},
	} {
		text, err := marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		got := graph.Props{}
		if err := decodeProps(text, got); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if d := cmp.Diff(p, got); d != "" {
			t.Errorf("%s:\n%.500s", name, d)
		}
	}
}

func TestPropsOfOtherTables(t *testing.T) {
	got := graph.Props{}
	err := decodeProps(`{"nowhere":"x","nothing":[1],"line":"seven","label":7,"lossy":1.5,"aliases":"a","path":"kept"}`, got)
	if err == nil {
		t.Error("a list of numbers was read")
	}
	got = graph.Props{}
	err = decodeProps(`{"nowhere":"x","never":["y"],"none":1.5,"no":true,"line":"seven","label":7,"lossy":"t","aliases":"a","path":"kept"}`, got)
	if d := cmp.Diff(graph.Props{"path": "kept"}, got); err != nil || d != "" {
		t.Errorf("%v\n%s", err, d)
	}
}

func TestPropsDamaged(t *testing.T) {
	const sound = `{"aliases":["a","b\""],"label":"x\\","line":12,"lossy":true}`
	if err := decodeProps(sound, graph.Props{}); err != nil {
		t.Fatal(err)
	}
	for i := range len(sound) {
		if decodeProps(sound[:i], graph.Props{}) == nil {
			t.Errorf("%q was read", sound[:i])
		}
	}
	for _, text := range []string{"{}}", "{{}", `{"label"}`, `{"label":}`, `{"label":"x",}`, `{"aliases":["a"["b"]}`, `{"aliases":["a",]}`, `{"label":"\x"}`, `{"label":"x"} `, "[]", "x"} {
		if decodeProps(text, graph.Props{}) == nil {
			t.Errorf("%q was read", text)
		}
	}
}

// FuzzProps holds decodeProps to what it must not do whatever the bytes: panic, or read what it would
// write differently.
func FuzzProps(f *testing.F) {
	f.Add(`{"aliases":["a","b\""],"label":"x\\","line":12,"lossy":true}`)
	f.Add(`{"label":"\ud83d\udcda"}`)
	f.Fuzz(func(t *testing.T, text string) {
		p := graph.Props{}
		if decodeProps(text, p) != nil {
			return
		}
		again, err := marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		q := graph.Props{}
		if err := decodeProps(again, q); err != nil {
			t.Fatalf("%q was read, and written as %q: %v", text, again, err)
		}
		if len(p) != len(q) {
			t.Errorf("%q gave %v, and then %v", text, p, q)
		}
	})
}

func TestStartsWith(t *testing.T) {
	for _, c := range []struct {
		prefix string
		args   []any
	}{
		{"ab", []any{"ab", "ac"}},
		{"é", []any{"é", "\xc3\xaa"}},
		{"\U0010ffff", []any{"\U0010ffff", "\xf4\x8f\xbf\xc0"}},
		{"a\xff", []any{"a\xff", "b"}},
		{"", []any{""}},
	} {
		q := newQuery("")
		q.startsWith("x", c.prefix)
		if d := cmp.Diff(c.args, q.args); d != "" {
			t.Errorf("%q:\n%s", c.prefix, d)
		}
	}
}
