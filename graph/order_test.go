package graph

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestValidateOrder(t *testing.T) {
	nine := []Order{{Prop: "label"}, {Prop: "handle"}, {Prop: "line"}, {Prop: "run"}, {Prop: "system"}, {Prop: "document"}, {Prop: "title"}, {Prop: "number"}, {Prop: "name"}}
	for _, order := range [][]Order{nil, {{Prop: "label", Desc: true}}, nine[:8]} {
		if err := ValidateOrder(order); err != nil {
			t.Errorf("%v: %v", order, err)
		}
	}
	for _, order := range [][]Order{{{}}, {{Prop: "nonsense"}}, {{Prop: "text"}}, {{Prop: "endLine"}}, {{Prop: "layers"}}, {{Prop: "label"}, {Prop: "label", Desc: true}}, nine} {
		if err := ValidateOrder(order); CodeOf(err) != Invalid {
			t.Errorf("%v: got error %v", order, err)
		}
	}
}

func TestValidateKey(t *testing.T) {
	order := []Order{{Prop: "label"}, {Prop: "line"}}
	for _, c := range []struct {
		key  *Key
		walk bool
		ok   bool
	}{
		{nil, false, true}, {nil, true, true},
		{&Key{[]any{"x", int64(1)}, "a"}, false, true}, {&Key{[]any{nil, nil}, "a"}, false, true},
		{&Key{[]any{"x", int64(1), int64(2)}, "a"}, true, true},
		{&Key{[]any{"x", int64(1)}, ""}, false, false}, {&Key{[]any{"x"}, "a"}, false, false}, {&Key{[]any{"x", int64(1), int64(2)}, "a"}, false, false},
		{&Key{[]any{"x", int64(1)}, "a"}, true, false}, {&Key{[]any{"x", int64(1), nil}, "a"}, true, false}, {&Key{[]any{"x", int64(1), "2"}, "a"}, true, false},
		{&Key{[]any{int64(1), int64(1)}, "a"}, false, false}, {&Key{[]any{"x", 1.5}, "a"}, false, false}, {&Key{[]any{"x", true}, "a"}, false, false}, {&Key{[]any{[]any{}, nil}, "a"}, false, false},
	} {
		if err := ValidateKey(c.key, order, c.walk); (err == nil) != c.ok || err != nil && CodeOf(err) != Invalid {
			t.Errorf("%+v, walk=%t: got error %v", c.key, c.walk, err)
		}
	}
}

func TestCompareKeys(t *testing.T) {
	key := func(id ID, values ...any) Key { return Key{values, id} }
	up, down := []Order{{Prop: "label"}}, []Order{{Prop: "label", Desc: true}}
	mixed := []Order{{Prop: "label"}, {Prop: "line", Desc: true}}
	for _, c := range []struct {
		name  string
		order []Order
		keys  []Key // in order
	}{
		{"id", nil, []Key{key("a"), key("b")}},
		{"absent last", up, []Key{key("z", ""), key("b", "x"), key("c", "x"), key("a", nil), key("b", nil)}},
		{"absent first", down, []Key{key("b", nil), key("a", nil), key("c", "x"), key("b", "x"), key("z", "")}},
		{"two keys", mixed, []Key{key("a", "x", nil), key("a", "x", int64(2)), key("b", "x", int64(1)), key("a", "x", int64(1)), key("a", "y", int64(3)), key("a", nil, int64(1))}},
		{"line of a walk goes with the last key", down, []Key{key("a", nil, int64(2)), key("b", nil, int64(1)), key("a", nil, int64(1)), key("a", "x", int64(9))}},
		{"line of a walk without an order", nil, []Key{key("b", int64(1)), key("a", int64(2)), key("b", int64(2))}},
	} {
		for i := range c.keys {
			for k := range c.keys {
				want := cmp.Compare(i, k)
				if got := CompareKeys(c.keys[i], c.keys[k], c.order, false); got != want {
					t.Errorf("%s: %v against %v gives %d, want %d", c.name, c.keys[i], c.keys[k], got, want)
				}
				if got := CompareKeys(c.keys[i], c.keys[k], c.order, true); got != -want {
					t.Errorf("%s, backward: %v against %v gives %d, want %d", c.name, c.keys[i], c.keys[k], got, -want)
				}
			}
		}
	}
}

// Random keys sort into one order, whatever order they stood in.
func TestCompareKeysIsAnOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	orders := [][]Order{{{Prop: "label"}, {Prop: "line", Desc: true}}, {{Prop: "label", Desc: true}, {Prop: "line"}}}
	for range 200 {
		by, backward := orders[rng.IntN(2)], rng.IntN(2) == 0
		keys := make([]Key, 12)
		for i := range keys {
			keys[i] = Key{[]any{[]any{nil, "", "a", "b"}[rng.IntN(4)], []any{nil, int64(1), int64(2)}[rng.IntN(3)]}, ID(fmt.Sprint(i))}
		}
		compare := func(a, b Key) int { return CompareKeys(a, b, by, backward) }
		sorted := slices.SortedFunc(slices.Values(keys), compare)
		rng.Shuffle(len(keys), func(i, k int) { keys[i], keys[k] = keys[k], keys[i] })
		if again := slices.SortedFunc(slices.Values(keys), compare); !reflect.DeepEqual(sorted, again) {
			t.Fatalf("%v and %v", sorted, again)
		}
	}
}

func TestKeyOf(t *testing.T) {
	n := Node{ID: "route:R/x", Props: Props{"label": "X", "line": int64(3)}}
	order := []Order{{Prop: "line"}, {Prop: "handle"}, {Prop: "label"}}
	if got, want := KeyOf(&n, order), (Key{[]any{int64(3), nil, "X"}, "route:R/x"}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	l := Link{Relationship{ID: "relationship:1", Line: 7}, n}
	if got, want := LinkKeyOf(&l, order[:1]), (Key{[]any{int64(3), int64(7)}, "relationship:1"}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// No boolean is an order key in the kinds table yet; cursors carry them all the same.
var cursorOrder = []Order{{Prop: "label"}, {Prop: "line", Desc: true}, {Prop: "provisional"}}

func TestCursorRoundTrip(t *testing.T) {
	for _, c := range []struct {
		key  Key
		walk bool
	}{
		{Key{[]any{"x", int64(1), true}, "route:R/x"}, false},
		{Key{[]any{nil, nil, nil}, "route:R/x"}, false},
		{Key{[]any{"", int64(math.MaxInt64), false}, "route:R/x"}, false},
		{Key{[]any{"\"é\u2028\U0001F4DA<\n" + strings.Repeat("x", 9000), int64(math.MinInt64), nil}, "route:R/x"}, false},
		{Key{[]any{"x", int64(1), nil, int64(12)}, "relationship:1"}, true},
	} {
		scope := CursorScope("routes", []Kind{Route}, InKinds{Route}, cursorOrder)
		got, err := DecodeCursor(EncodeCursor(c.key, scope), scope, cursorOrder, c.walk)
		if err != nil {
			t.Errorf("%v: %v", c.key.ID, err)
		} else if !reflect.DeepEqual(*got, c.key) {
			t.Errorf("got %v, want %v", *got, c.key)
		}
	}
}

func TestCursorRefused(t *testing.T) {
	scope := CursorScope("routes", nil, nil, cursorOrder)
	key := Key{[]any{"x", int64(1), true}, "route:R/x"}
	good := EncodeCursor(key, scope)
	seal := func(body string) string { return base64.RawURLEncoding.EncodeToString(appendSum([]byte(body))) }
	bad := map[string]string{
		"empty": "", "short": good[:4], "cut": good[:len(good)-1], "longer": good + "A", "padded": good + "=", "line end inside": good[:8] + "\n" + good[8:], "other alphabet": "+/" + good[2:],
		"too long": strings.Repeat("A", maxCursor+4), "not JSON": seal("x"), "list": seal("[]"), "another list's": EncodeCursor(key, "other"),
		"too few values":  EncodeCursor(Key{key.Values[:2], key.ID}, scope),
		"too many values": EncodeCursor(Key{append(slices.Clone(key.Values), nil), key.ID}, scope),
		"no id":           EncodeCursor(Key{key.Values, ""}, scope),
		"string for line": EncodeCursor(Key{[]any{"x", "1", true}, key.ID}, scope),
		"line for string": EncodeCursor(Key{[]any{int64(1), int64(1), true}, key.ID}, scope),
		"fraction":        seal(`{"v":["x",1.5,true],"i":"a","s":"` + scope + `"}`),
		"too large":       seal(`{"v":["x",1e40,true],"i":"a","s":"` + scope + `"}`),
		"nested":          seal(`{"v":[{"a":1},1,true],"i":"a","s":"` + scope + `"}`),
	}
	for i := range good {
		flipped := []byte(good)
		if flipped[i]++; flipped[i] != good[i] {
			bad[fmt.Sprintf("byte %d changed", i)] = string(flipped)
		}
	}
	for name, s := range bad {
		if k, err := DecodeCursor(s, scope, cursorOrder, false); CodeOf(err) != Invalid {
			t.Errorf("%s: got %v and error %v", name, k, err)
		}
	}
	if _, err := DecodeCursor(good, scope, cursorOrder, true); CodeOf(err) != Invalid {
		t.Errorf("a place in a list is taken for one in a walk: %v", err)
	}
}

func TestCursorScope(t *testing.T) {
	label := []Order{{Prop: "label"}}
	seen := map[string]bool{}
	for _, scope := range []string{
		CursorScope("routes", nil, nil, nil), CursorScope("claims", nil, nil, nil), CursorScope("routes", []Kind{Route}, nil, nil), CursorScope("routes", nil, IsDeclared(true), nil),
		CursorScope("routes", nil, nil, label), CursorScope("routes", nil, nil, []Order{{Prop: "label", Desc: true}}), CursorScope("routes", nil, nil, append(label, Order{Prop: "line"})),
	} {
		if seen[scope] {
			t.Errorf("two lists have scope %s", scope)
		}
		seen[scope] = true
	}
}

func FuzzDecodeCursor(f *testing.F) {
	scope := CursorScope("routes", nil, nil, cursorOrder)
	f.Add([]byte(`{"v":["x",1,true],"i":"a","s":"`+scope+`"}`), true, false)
	f.Add([]byte(`{"v":["x",null,null,7],"i":"a","s":"`+scope+`"}`), true, true)
	f.Add([]byte(`{"v":[[],{},1e999],"i":7}`), true, false)
	f.Add([]byte(EncodeCursor(Key{[]any{"x", int64(1), true}, "a"}, scope)), false, false)
	f.Fuzz(func(t *testing.T, body []byte, seal, walk bool) {
		s := string(body)
		if seal { // past the checksum, which stops nobody who knows it
			s = base64.RawURLEncoding.EncodeToString(appendSum(slices.Clone(body)))
		}
		k, err := DecodeCursor(s, scope, cursorOrder, walk)
		if err != nil {
			if CodeOf(err) != Invalid {
				t.Errorf("%q: %v of code %s", s, err, CodeOf(err))
			}
			return
		}
		if err := ValidateKey(k, cursorOrder, walk); err != nil {
			t.Errorf("%q gives %v: %v", s, k, err)
		}
		again, err := DecodeCursor(EncodeCursor(*k, scope), scope, cursorOrder, walk)
		if err != nil || !reflect.DeepEqual(k, again) {
			t.Errorf("%v comes back as %v (%v)", k, again, err)
		}
	})
}
