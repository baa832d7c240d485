package graph

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"
)

// byLibrary writes a fact as package encoding/json does.
func byLibrary(t *testing.T, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// FuzzCanonical: facts written by hand are those that the library writes.
func FuzzCanonical(f *testing.F) {
	for _, s := range []string{"", "plain", "\"\\/\b\f\n\r\t\x01\x1f\x7f", "<&>", "é → \u2028\u2029 \U0001f4da", "\u00a0"} {
		f.Add(s, int64(-3), 0.25, true)
	}
	f.Fuzz(func(t *testing.T, s string, n int64, x float64, yes bool) {
		if !utf8.ValidString(s) || x != x || x-x != 0 {
			t.Skip()
		}
		c := Contribution{Node: ID(s), Kind: Kind(s), Role: Role(n % 3), Rank: int(n % 5), Document: ID(s), Line: int(n % 7), Rule: s,
			Props: Props{"a": s, "b" + s: n, "c": x, "d": yes, "e": []string{s, "", s}, s: "key"}}
		r := Relationship{ID: ID(s), Type: RelType(s), Source: ID(s), Target: "t", Certainty: Certainty(n % 4), Rule: s, Document: ID(s),
			Line: int(n % 3), Sentence: s, Heading: s, Approximate: yes, Lossy: !yes}
		if got, want := string(c.Facts()), byLibrary(t, &c); got != want {
			t.Errorf("\n got %s\nwant %s", got, want)
		}
		if got, want := string(r.appendJSON(nil)), byLibrary(t, &r); got != want {
			t.Errorf("\n got %s\nwant %s", got, want)
		}
		empty := Contribution{}
		if got, want := string(empty.Facts()), byLibrary(t, &empty); got != want {
			t.Errorf("\n got %s\nwant %s", got, want)
		}
	})
}
