package graph

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestKindsTable(t *testing.T) {
	kindName, typeName, field := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`), regexp.MustCompile(`^([A-Z][a-z]+)+$`), regexp.MustCompile(`^[a-z]+([A-Z][a-z]+)*$`)
	seen := map[string]bool{}
	for _, k := range Kinds {
		for _, name := range []string{"kind " + string(k.Kind), "type " + k.Type, "field " + k.Field} {
			if seen[name] {
				t.Errorf("%s stands twice", name)
			}
			seen[name] = true
		}
		if !kindName.MatchString(string(k.Kind)) || !typeName.MatchString(k.Type) || !field.MatchString(k.Field) || k.Doc == "" {
			t.Errorf("%s: bad name, type %q, field %q or no doc", k.Kind, k.Type, k.Field)
		}
		if k.Record && k.Sharing != Exclusive {
			t.Errorf("%s: a record is declared by one document", k.Kind)
		}
		if k.Record && (k.Property("run") == nil || k.Property("handle") == nil) {
			t.Errorf("%s: a stub has run and handle", k.Kind)
		}
		if p := k.Property(k.Label); k.Label != "" && (p == nil || p.Type != StringProp || p.Opaque) {
			t.Errorf("%s: label %q is no plain string property", k.Kind, k.Label)
		}
		if p := k.Property(k.Text); k.Text != "" && (p == nil || p.Type != StringProp || !p.Opaque) {
			t.Errorf("%s: text %q is no opaque string property", k.Kind, k.Text)
		}
		if KindOf(k.Kind) == nil || KindOf(k.Kind).Type != k.Type {
			t.Errorf("%s is not found by its name", k.Kind)
		}
	}
	if KindOf("") != nil || KindOf("Route") != nil {
		t.Error("kinds out of nowhere")
	}
}

func TestPropertiesTable(t *testing.T) {
	propName := regexp.MustCompile(`^[a-z]+([A-Z][a-z]+)*(\.[a-z]+([A-Z][a-z]+)*)?$`)
	for _, k := range Kinds {
		names := map[string]bool{}
		for _, p := range k.Properties {
			where := string(k.Kind) + "." + p.Name
			if names[p.Name] {
				t.Errorf("%s stands twice", where)
			}
			names[p.Name] = true
			q := PropertyOf(p.Name)
			if q.Type != p.Type || q.Enum != p.Enum || q.Opaque != p.Opaque {
				t.Errorf("%s: type, enum or opacity differs from another kind's", where)
			}
			if !propName.MatchString(p.Name) || p.Doc == "" {
				t.Errorf("%s: bad name or no doc", where)
			}
			if slices.Contains([]string{"id", "kind", "declared"}, p.Name) {
				t.Errorf("%s: the name belongs to the node itself", where)
			}
			if p.Sortable && (p.Opaque || p.Type == ListProp) {
				t.Errorf("%s: only a plain scalar can be an order key", where)
			}
			if p.Enum != "" && EnumOf(p.Enum) == nil {
				t.Errorf("%s: there is no enum %q", where, p.Enum)
			}
			if p.Ref != "" && KindOf(p.Ref) == nil {
				t.Errorf("%s: refers to kind %q", where, p.Ref)
			}
			if (p.Enum != "" || p.Ref != "") && p.Type != StringProp && p.Type != ListProp {
				t.Errorf("%s: enum values and ids are strings", where)
			}
			if p.Enum != "" && p.Ref != "" {
				t.Errorf("%s: both enum and id", where)
			}
			switch {
			case p.Merge == Union && p.Type != ListProp, p.Merge == Frequent && p.Type != StringProp, p.Merge == Max && p.Type == ListProp:
				t.Errorf("%s: the merge rule does not fit the type", where)
			case p.Merge != Agree && k.Sharing != Shared:
				t.Errorf("%s: only shared kinds merge", where)
			}
		}
	}
	if PropertyOf("nonsense") != nil || KindOf(Route).Property("axis") != nil || KindOf(Finding).Property("axis") == nil {
		t.Error("properties by name")
	}
}

func TestImpliedProperties(t *testing.T) {
	for _, id := range []ID{"file:R/a/b.go", "repository:code.example/g/q", "route:R/x", "run:R", "passage:R/0"} {
		for name := range implied(id) {
			if KindOf(id.Kind()).Property(name) == nil {
				t.Errorf("%s implies %s, which its kind does not have", id, name)
			}
		}
	}
}

func TestRecordKinds(t *testing.T) {
	want := []Kind{Component, Object, Route, Claim, Absence, AuthorityPath}
	if got := RecordKinds(); !slices.Equal(got, want) {
		t.Errorf("record kinds %v, want %v", got, want)
	}
	if !slices.Equal(records, want) {
		t.Errorf("ends of relationships take %v for records, want %v", records, want)
	}
}

// Appending to a shared slice would let one row of a table write into another's.
func TestWithCopies(t *testing.T) {
	base := make([]Property, 1, 9)
	a, b := with(base, Property{Name: "a"}), with(base, Property{Name: "b"})
	if a[1].Name != "a" || b[1].Name != "b" {
		t.Errorf("%q and %q", a[1].Name, b[1].Name)
	}
}

func TestRelTypesTable(t *testing.T) {
	typeName := regexp.MustCompile(`^[A-Z]+(_[A-Z]+)*$`)
	seen := map[string]bool{}
	for _, r := range RelTypes {
		for _, name := range []string{string(r.Type), "inverse " + r.Inverse} {
			if seen[name] {
				t.Errorf("%s stands twice", name)
			}
			seen[name] = true
		}
		if !typeName.MatchString(string(r.Type)) || r.Inverse == "" || r.Doc == "" {
			t.Errorf("%s: bad name, no inverse or no doc", r.Type)
		}
		for _, ends := range [][]Kind{r.Sources, r.Targets} {
			if len(ends) == 0 {
				t.Errorf("%s has an end without a kind", r.Type)
			}
			for i, k := range ends {
				if KindOf(k) == nil || slices.Contains(ends[:i], k) {
					t.Errorf("%s: end %q is unknown or stands twice", r.Type, k)
				}
			}
		}
		if RelTypeOf(r.Type) == nil || RelTypeOf(r.Type).Inverse != r.Inverse {
			t.Errorf("%s is not found by its name", r.Type)
		}
	}
	if RelTypeOf("X") != nil {
		t.Error("a type out of nowhere")
	}
}

// The directions in which data moves stand in graph-model 4.
func TestFlowTypes(t *testing.T) {
	for flow, want := range map[Flow]string{
		WithArrow:    "FEEDS FLOWS_TO LEADS_TO PRODUCES WRITES",
		AgainstArrow: "CONSUMES READS",
	} {
		var got []string
		for _, r := range FlowTypes(flow) {
			got = append(got, string(r))
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("flow %d: %v, want %s", flow, got, want)
		}
	}
	if got := len(FlowTypes(NoFlow)); got != len(RelTypes)-7 {
		t.Errorf("%d types without a flow", got)
	}
}
