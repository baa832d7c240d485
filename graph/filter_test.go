package graph

import (
	"fmt"
	"testing"
	"testing/quick"
)

func TestCondMatch(t *testing.T) {
	n := &Node{ID: "route:R/x", Kind: Route, Declared: true, Props: Props{
		"label": "Shelf é", "line": int64(5), "noCounterpart": false, "readBack.flags": []string{"AFFORDED", "UNOBSERVED"}, "owner": ""}}
	for _, c := range []struct {
		prop string
		op   Op
		v    any
		want bool
	}{
		{"label", EQ, "Shelf é", true}, {"label", EQ, "shelf é", false}, {"label", EQ, "Shelf e\u0301", false},
		{"label", NE, "x", true}, {"label", NE, "Shelf é", false},
		{"label", GT, "Shelf", true}, {"label", GT, "shelf", false}, {"label", GTE, "Shelf é", true}, {"label", LT, "Shelf é", false}, {"label", LTE, "Shelf é", true}, {"label", LT, "a", true},
		{"label", AnyOf, []string{"x", "Shelf é"}, true}, {"label", AnyOf, []string{}, false}, {"label", NoneOf, []string{"x"}, true}, {"label", NoneOf, []string{"Shelf é"}, false}, {"label", NoneOf, []string{}, true},
		{"label", Contains, "elf", true}, {"label", Contains, "ELF", false}, {"label", Contains, "%", false}, {"label", Contains, "", true},
		{"label", StartsWith, "Sh", true}, {"label", StartsWith, "h", false}, {"label", StartsWith, "", true},
		{"owner", EQ, "", true}, {"owner", IsNull, false, true}, {"owner", IsNull, true, false},
		{"line", EQ, int64(5), true}, {"line", GT, int64(4), true}, {"line", GT, int64(5), false}, {"line", LTE, int64(5), true}, {"line", AnyOf, []int64{1, 5}, true}, {"line", NoneOf, []int64{1, 5}, false},
		{"noCounterpart", EQ, false, true}, {"noCounterpart", NE, true, true}, {"noCounterpart", LT, true, true}, {"noCounterpart", GTE, false, true}, {"noCounterpart", GT, false, false},
		{"readBack.flags", Has, "AFFORDED", true}, {"readBack.flags", Has, "AFFORD", false}, {"readBack.flags", HasAny, []string{"x", "UNOBSERVED"}, true}, {"readBack.flags", HasAny, []string{}, false},
		{"readBack.flags", IsNull, true, false},
		// Absent: every comparison is false.
		{"endLine", EQ, int64(0), false}, {"endLine", NE, int64(0), false}, {"endLine", LT, int64(0), false}, {"endLine", GTE, int64(0), false}, {"endLine", NoneOf, []int64{0}, false},
		{"member", EQ, "", false}, {"member", StartsWith, "", false}, {"member", Contains, "", false}, {"readBack.laterFlags", Has, "x", false}, {"readBack.laterFlags", HasAny, []string{"x"}, false},
		{"member", IsNull, true, true}, {"member", IsNull, false, false},
	} {
		f := Cond{c.prop, c.op, c.v}
		if err := ValidateFilter(f); err != nil {
			t.Errorf("%v: %v", f, err)
		}
		if got := Match(f, n, nil); got != c.want {
			t.Errorf("%s %s %v is %t", c.prop, c.op, c.v, got)
		}
		if Match(Not{f}, n, nil) == c.want {
			t.Errorf("not of %s %s %v is %t", c.prop, c.op, c.v, c.want)
		}
	}
}

func TestTreeMatch(t *testing.T) {
	yes, no := And{}, Or{}
	n := &Node{ID: "route:R/x", Kind: Route, Declared: false}
	for _, c := range []struct {
		f    Filter
		want bool
	}{
		{nil, true}, {yes, true}, {no, false}, {And{yes, no}, false}, {And{yes, nil}, true}, {Or{no, yes}, true}, {Or{no, no}, false}, {Or{nil}, true},
		{Not{yes}, false}, {Not{}, false}, {Not{Not{no}}, false},
		{InKinds{Claim, Route}, true}, {InKinds{Claim}, false}, {InKinds{}, false}, {InIDs{"route:R/x"}, true}, {InIDs{"route:R/y"}, false}, {InIDs{}, false},
		{IsDeclared(false), true}, {IsDeclared(true), false},
	} {
		if got := Match(c.f, n, nil); got != c.want {
			t.Errorf("%#v is %t", c.f, got)
		}
	}
}

func TestLinkedMatch(t *testing.T) {
	x, y := Node{ID: "route:R/x", Kind: Route}, Node{ID: "claim:R/y", Kind: Claim}
	r := Relationship{Type: Cites, Source: x.ID, Target: y.ID, Certainty: Structured}
	loop := Relationship{Type: Feeds, Source: x.ID, Target: x.ID, Certainty: Declared}
	links := func(id ID) []Link {
		if id == x.ID {
			return []Link{{r, y}, {loop, x}}
		}
		return []Link{{r, x}}
	}
	for _, c := range []struct {
		near *Node
		f    Linked
		want bool
	}{
		{&x, Linked{Direction: Out}, true}, {&x, Linked{Direction: Both}, true}, {&y, Linked{Direction: Out}, false}, {&y, Linked{Direction: In}, true}, {&y, Linked{Direction: Both}, true},
		{&x, Linked{Direction: In}, true}, {&x, Linked{Direction: In, Types: []RelType{Cites}}, false}, {&x, Linked{Direction: Out, Types: []RelType{Reads, Cites}}, true},
		{&y, Linked{Direction: In, MinCertainty: Structured}, true}, {&y, Linked{Direction: In, MinCertainty: Declared}, false},
		{&x, Linked{Direction: Out, Types: []RelType{Cites}, Far: InKinds{Claim}}, true}, {&x, Linked{Direction: Out, Types: []RelType{Cites}, Far: InKinds{Route}}, false},
		{&y, Linked{Direction: In, Far: Linked{Direction: Out, Types: []RelType{Feeds}, Far: InIDs{x.ID}}}, true},
		{&y, Linked{Direction: In, Far: Not{Linked{Direction: Both, Types: []RelType{Feeds}}}}, false},
	} {
		if got := Match(c.f, c.near, links); got != c.want {
			t.Errorf("%s %+v is %t", c.near.ID, c.f, got)
		}
	}
}

func TestValidateFilter(t *testing.T) {
	for _, f := range []Filter{
		Cond{"nonsense", EQ, "x"}, Cond{"text", EQ, "x"}, Cond{"text", IsNull, true}, Cond{"", EQ, ""},
		Cond{"label", "like", "x"}, Cond{"label", EQ, int64(1)}, Cond{"label", EQ, nil}, Cond{"line", EQ, 1}, Cond{"line", EQ, 1.0}, Cond{"line", EQ, "1"},
		Cond{"line", Contains, "1"}, Cond{"label", Contains, []string{"x"}}, Cond{"label", Has, "x"}, Cond{"layers", EQ, "x"}, Cond{"layers", EQ, []string{"x"}}, Cond{"layers", Contains, "x"}, Cond{"layers", Has, []string{"x"}},
		Cond{"layers", HasAny, "x"}, Cond{"label", IsNull, "true"}, Cond{"label", AnyOf, "x"}, Cond{"label", AnyOf, []int64{1}}, Cond{"line", AnyOf, []string{"1"}}, Cond{"noCounterpart", AnyOf, []bool{true}},
		InKinds{"x"}, Linked{}, Linked{Direction: "out"}, Linked{Direction: Out, Types: []RelType{"X"}}, Linked{Direction: Out, Far: Cond{"text", EQ, "x"}},
		And{Or{Not{InKinds{"x"}}}},
	} {
		if err := ValidateFilter(f); CodeOf(err) != Invalid {
			t.Errorf("%#v: got error %v", f, err)
		}
	}
}

func TestFilterBounds(t *testing.T) {
	nested := func(levels int) Filter {
		var f Filter = And{}
		for i := range levels {
			f = []Filter{And{f}, Or{f}, Not{f}, Linked{Direction: Out, Far: f}}[i%4]
		}
		return f
	}
	wide := func(n int) Filter { return make(And, n) }
	listed := func(n int) Filter {
		return And{InIDs(make([]ID, n/2)), Cond{"label", AnyOf, make([]string, n-n/2)}, nil}
	}
	for _, c := range []struct {
		name string
		f    Filter
		want Code
	}{
		{"deepest", nested(maxFilterDepth), ""}, {"too deep", nested(maxFilterDepth + 1), Limit}, {"far too deep", nested(100_000), Limit},
		{"widest", wide(maxFilterNodes - 1), ""}, {"too wide", wide(maxFilterNodes), Limit},
		{"longest lists", listed(maxFilterItems), ""}, {"too long lists", listed(maxFilterItems + 1), Limit}, {"too long list at the end", InIDs(make([]ID, maxFilterItems+1)), Limit},
	} {
		if err := ValidateFilter(c.f); CodeOf(err) != c.want {
			t.Errorf("%s: got error %v, want code %q", c.name, err, c.want)
		}
	}
}

func TestFilterKey(t *testing.T) {
	filters := []Filter{
		nil, And{}, And{nil}, Or{}, Or{nil}, Not{}, Not{Not{}}, And{Or{}}, Or{And{}}, And{nil, nil},
		IsDeclared(true), IsDeclared(false), InKinds{}, InKinds{Route}, InKinds{Claim}, InIDs{}, InIDs{"route:R/x"}, InIDs{"route:R/x", "route:R/y"},
		Cond{"label", EQ, "x"}, Cond{"label", NE, "x"}, Cond{"label", EQ, "X"}, Cond{"handle", EQ, "x"}, Cond{"label", EQ, ""},
		Cond{"label", AnyOf, []string{"x"}}, Cond{"label", AnyOf, []string{"x", "y"}}, Cond{"label", AnyOf, []string{"x y"}}, Cond{"label", AnyOf, []string{`x", "y`}},
		Cond{"line", EQ, int64(1)}, Cond{"line", EQ, int64(-1)}, Cond{"line", AnyOf, []int64{1}}, Cond{"label", EQ, "1"}, Cond{"label", IsNull, true}, Cond{"label", IsNull, false}, Cond{"label", EQ, "true"},
		Linked{Direction: Out}, Linked{Direction: In}, Linked{Direction: Out, MinCertainty: Declared}, Linked{Direction: Out, Types: []RelType{Cites}}, Linked{Direction: Out, Types: []RelType{Cites, Reads}}, Linked{Direction: Out, Far: Or{}},
		And{InKinds{Route}, IsDeclared(true)}, Or{InKinds{Route}, IsDeclared(true)}, Not{And{InKinds{Route}, IsDeclared(true)}}, And{Not{InKinds{Route}}, IsDeclared(true)},
	}
	seen := map[string]Filter{}
	for _, f := range filters {
		key := FilterKey(f)
		if g, ok := seen[key]; ok {
			t.Errorf("%#v and %#v have one key: %s", g, f, key)
		}
		seen[key] = f
		if FilterKey(f) != key {
			t.Errorf("%#v has several keys", f)
		}
	}
	if FilterKey(InIDs{"a", "b"}) != FilterKey(InIDs{"b", "a"}) {
		t.Error("the order of ids counts")
	}
}

func TestCompareLaws(t *testing.T) {
	laws := func(a, b, c any) bool {
		ab, bc := Compare(a, b), Compare(b, c)
		return Compare(a, a) == 0 && ab == -Compare(b, a) && (ab > 0 || bc > 0 || Compare(a, c) <= 0)
	}
	for name, check := range map[string]any{
		"strings":  func(a, b, c string) bool { return laws(a, b, c) && (Compare(a, b) == 0) == (a == b) },
		"integers": func(a, b, c int64) bool { return laws(a, b, c) && (Compare(a, b) < 0) == (a < b) },
		"floats":   func(a, b, c float64) bool { return laws(a, b, c) && (Compare(a, b) < 0) == (a < b) },
		"booleans": func(a, b, c bool) bool { return laws(a, b, c) && (Compare(a, b) == 0) == (a == b) },
	} {
		if err := quick.Check(check, nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	// By code point: beyond the basic plane comes last, whatever UTF-16 says.
	for i, s := range []string{"", " ", "A", "B", "a", "é", "\uFF41", "\U0001F4DA"} {
		if i > 0 && Compare([]string{"", " ", "A", "B", "a", "é", "\uFF41", "\U0001F4DA"}[i-1], s) != -1 {
			t.Errorf("%q is not after the one before", s)
		}
	}
	if Compare(false, true) != -1 {
		t.Error("false comes before true")
	}
}

func ExampleFilterKey() {
	fmt.Println(FilterKey(And{InKinds{Route}, Not{Cond{"label", EQ, "x"}}}))
	// Output: and(graph.InKinds{"route"};not(label eq "x";);)
}
