package graph

import (
	"regexp"
	"testing"
)

func TestEnumsTable(t *testing.T) {
	name, value := regexp.MustCompile(`^([A-Z][a-z]+)+$`), regexp.MustCompile(`^[A-Z]+(_[A-Z]+)*$`)
	for i, e := range Enums {
		if !name.MatchString(e.Name) || e.Doc == "" || len(e.Values) == 0 || EnumOf(e.Name) != &Enums[i] {
			t.Errorf("enum %q: bad or double name, no doc or no values", e.Name)
		}
		seen := map[string]bool{}
		for _, v := range e.Values {
			if seen[v.Name] || !value.MatchString(v.Name) || v.Doc == "" {
				t.Errorf("%s.%s: bad or double name, or no doc", e.Name, v.Name)
			}
			seen[v.Name] = true
			if !e.Has(v.Name) {
				t.Errorf("%s does not have %s", e.Name, v.Name)
			}
		}
		if e.Has("") || e.Has("NONSENSE") {
			t.Errorf("%s has values that it does not list", e.Name)
		}
	}
	if EnumOf("") != nil || EnumOf("Nonsense") != nil {
		t.Error("enums out of nowhere")
	}
}

func TestEnumsFollowTables(t *testing.T) {
	for _, c := range []struct {
		enum string
		want []string
	}{
		{"Certainty", []string{Stated.String(), Structured.String(), Declared.String()}},
		{"Direction", []string{string(Out), string(In), string(Both)}},
	} {
		e := EnumOf(c.enum)
		if len(e.Values) != len(c.want) {
			t.Errorf("%s has %d values, want %d", c.enum, len(e.Values), len(c.want))
		}
		for i, w := range c.want {
			if e.Values[i].Name != w {
				t.Errorf("%s: %s stands where %s should", c.enum, e.Values[i].Name, w)
			}
		}
	}
	kinds, types := EnumOf("Kind"), EnumOf("RelationshipType")
	if len(kinds.Values) != len(Kinds) || len(types.Values) != len(RelTypes) {
		t.Errorf("%d kinds and %d types", len(kinds.Values), len(types.Values))
	}
	for _, r := range RelTypes {
		if !types.Has(string(r.Type)) {
			t.Errorf("no enum value for %s", r.Type)
		}
	}
}

func TestKindNames(t *testing.T) {
	if got := AuthorityPath.EnumName(); got != "AUTHORITY_PATH" {
		t.Errorf("authority-path is %s", got)
	}
	for _, k := range Kinds {
		if got, ok := KindNamed(k.Kind.EnumName()); !ok || got != k.Kind {
			t.Errorf("%s comes back as %q", k.Kind, got)
		}
	}
	for _, name := range []string{"", "route", "TERM"} {
		if k, ok := KindNamed(name); ok {
			t.Errorf("%q is taken for %s", name, k)
		}
	}
}
