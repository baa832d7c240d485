package graph

import (
	"encoding/json"
	"strings"
	"testing"
)

// where reads a filter as a client writes it.
func where(t testing.TB, kind Kind, text string) (Filter, error) {
	t.Helper()
	var m map[string]any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&m); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return ParseWhere(kind, m)
}

func TestParseWhere(t *testing.T) {
	for text, want := range map[string]Filter{
		`{}`:                                   nil,
		`{"handle": {"eq": "MEM-RTE-a"}}`:      Cond{"handle", EQ, "MEM-RTE-a"},
		`{"handle": {"eq": "a", "ne": "b"}}`:   And{Cond{"handle", EQ, "a"}, Cond{"handle", NE, "b"}},
		`{"line": {"gte": 3}}`:                 Cond{"line", GTE, int64(3)},
		`{"noCounterpart": {"isNull": false}}`: Cond{"noCounterpart", IsNull, false},
		`{"readBack": {"verdict": {"anyOf": ["POSITIVE", "INHERITED"]}}}`: Cond{"readBack.verdict", AnyOf, []string{"POSITIVE", "INHERITED"}},
		`{"readBack": {"flags": {"has": "AFFORDED"}}}`:                    Cond{"readBack.flags", Has, "AFFORDED"},
		`{"system": {"anyOf": []}}`:                                       Cond{"system", AnyOf, []string{}},
		`{"system": {"anyOf": "system:a"}}`:                               Cond{"system", AnyOf, []string{"system:a"}},
		`{"id": {"anyOf": ["route:R/a", null]}}`:                          InIDs{"route:R/a"},
		`{"kind": {"ne": "ROUTE"}}`:                                       Not{InKinds{Route}},
		`{"or": [{"handle": {"eq": "a"}}, {"label": {"eq": "b"}}]}`:       Or{Cond{"handle", EQ, "a"}, Cond{"label", EQ, "b"}},
		`{"linked": {"type": "PART_OF", "direction": "OUT"}}`:             Linked{Types: []RelType{PartOf}, Direction: Out},
		`{"notLinked": {"type": "CITES", "where": {"handle": {"eq": "a"}}}}`: Not{Linked{
			Types: []RelType{Cites}, Direction: Both, Far: Cond{"handle", EQ, "a"}}},

		// What a null leaves empty vanishes with it.
		`{"handle": null}`:                                                   nil,
		`{"handle": {"eq": null}}`:                                           nil,
		`{"not": {"handle": {"eq": null}}}`:                                  nil,
		`{"or": [{"handle": {"eq": null}}, null]}`:                           nil,
		`{"or": [{"handle": {}}, {"label": {"eq": "b"}}]}`:                   Or{Cond{"label", EQ, "b"}},
		`{"linked": {"type": "PART_OF", "where": {"system": {"eq": null}}}}`: nil,
		`{"notLinked": {"type": "PART_OF", "where": {"not": {}}}}`:           nil,
		`{"readBack": {"verdict": null}}`:                                    nil,
	} {
		got, err := where(t, Route, text)
		if err != nil || FilterKey(unwrap(got)) != FilterKey(want) {
			t.Errorf("%s gives %s (%v), want %s", text, FilterKey(got), err, FilterKey(want))
		}
	}
}

// unwrap takes a single condition out of conjunctions around it.
func unwrap(f Filter) Filter {
	switch g := f.(type) {
	case And:
		if len(g) == 1 {
			return unwrap(g[0])
		}
	case Not:
		return Not{unwrap(g.Filter)}
	case Or:
		out := make(Or, len(g))
		for i := range g {
			out[i] = unwrap(g[i])
		}
		return out
	case Linked:
		g.Far = unwrap(g.Far)
		return g
	}
	return f
}

func TestParseWhereRefuses(t *testing.T) {
	for text, names := range map[string]string{
		`{"nonsense": {"eq": "a"}}`:                             "nonsense",
		`{"axis": {"eq": "a"}}`:                                 "axis", // a property of another kind
		`{"text": {"eq": "a"}}`:                                 "text", // not for filters
		`{"handle": "a"}`:                                       "where.handle",
		`{"handle": {"eq": 3}}`:                                 "where.handle.eq",
		`{"handle": {"like": "a"}}`:                             "handle",
		`{"line": {"eq": 1.5}}`:                                 "where.line.eq",
		`{"line": {"contains": "1"}}`:                           "line",
		`{"readBack": {"verdict": {"eq": "positive"}}}`:         "where.readBack.verdict.eq",
		`{"readBack": {"nonsense": {"eq": "a"}}}`:               "nonsense",
		`{"id": {"contains": "a"}}`:                             "where.id.contains",
		`{"kind": {"eq": "route"}}`:                             "where.kind.eq",
		`{"linked": {"type": "NONSENSE"}}`:                      "NONSENSE",
		`{"linked": {"type": "CITES", "direction": "UP"}}`:      "UP",
		`{"linked": {"type": "CITES", "minCertainty": "SURE"}}`: "SURE",
		`{"not": ["a"]}`:                                        "where.not",
	} {
		if f, err := where(t, Route, text); CodeOf(err) != Invalid || !strings.Contains(err.Error(), names) {
			t.Errorf("%s gives %v and %v, want a refusal that names %s", text, f, err, names)
		}
	}
	deep := strings.Repeat(`{"not":`, 40) + `{"handle":{"eq":"a"}}` + strings.Repeat("}", 40)
	if _, err := where(t, Route, deep); CodeOf(err) != Limit {
		t.Errorf("40 levels give %v", err)
	}
}

// FuzzParseWhere: whatever a client sends is refused or becomes a valid filter with a key, which can be
// matched against a node without relationships.
func FuzzParseWhere(f *testing.F) {
	f.Add(`{"readBack": {"verdict": {"anyOf": ["POSITIVE"]}}, "not": {"linked": {"type": "PART_OF", "where": {"line": {"gt": 3}}}}}`)
	f.Add(`{"or": [{"id": {"eq": "route:R/a"}}, {"kind": {"noneOf": ["ROUTE", null]}}, {"readBack": {"flags": {"hasAny": ["AFFORDED"]}}}]}`)
	f.Add(`{"handle": {"startsWith": "MEM", "isNull": false}, "and": {"label": {"contains": ""}}}`)
	node := Node{ID: "route:R/a", Kind: Route, Declared: true, Props: Props{"handle": "MEM-RTE-a", "line": int64(4), "readBack.flags": []string{"AFFORDED"}, "noCounterpart": true}}
	none := func(ID) []Link { return nil }
	f.Fuzz(func(t *testing.T, text string) {
		var m map[string]any
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		if d.Decode(&m) != nil {
			return
		}
		for _, kind := range []Kind{"", Route, System} {
			filter, err := ParseWhere(kind, m)
			if err != nil {
				if code := CodeOf(err); code != Invalid && code != Limit {
					t.Fatalf("%s: error without a code: %v", text, err)
				}
				continue
			}
			if err := ValidateFilter(filter); err != nil {
				t.Fatalf("%s becomes a filter that is not valid: %v", text, err)
			}
			if FilterKey(filter) == "" || Match(filter, &node, none) == Match(Not{filter}, &node, none) {
				t.Fatalf("%s: a node must either match or not", text)
			}
		}
	})
}
