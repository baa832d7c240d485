package main

import (
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A view is what lists, filters and orders are made for: a kind, or an interface over several.
type view struct {
	Type  string // GraphQL type or interface, and Go type
	Field string // the field of Query that lists it; "" for none
	Kinds []graph.Kind
	Doc   string
}

// views lists the kinds in the order of their table, and the two interfaces.
func views() []view {
	var out []view
	for _, k := range graph.Kinds {
		out = append(out, view{k.Type, k.Field, []graph.Kind{k.Kind}, k.Doc})
	}
	return append(out,
		view{"Record", "records", graph.RecordKinds(), "a record of any kind"},
		view{"Node", "", nil, "a node of any kind"})
}

// infos gives the rows of the view's kinds; no kinds are all kinds.
func (v view) infos() []*graph.KindInfo {
	var out []*graph.KindInfo
	for i := range graph.Kinds {
		k := &graph.Kinds[i]
		for _, want := range v.Kinds {
			if k.Kind == want {
				out = append(out, k)
			}
		}
		if v.Kinds == nil {
			out = append(out, k)
		}
	}
	return out
}

// open tells whether the view shows several kinds.
func (v view) open() bool { return len(v.Kinds) != 1 }

// properties gives the properties that some kind of the view has, each name once.
func (v view) properties() []graph.Property {
	var out []graph.Property
	seen := map[string]bool{}
	for _, k := range v.infos() {
		for _, p := range k.Properties {
			if !seen[p.Name] {
				seen[p.Name] = true
				out = append(out, p)
			}
		}
	}
	return out
}

// common gives the properties that every kind of the view has.
func (v view) common() []graph.Property {
	var out []graph.Property
	for _, p := range v.properties() {
		everywhere := true
		for _, k := range v.infos() {
			everywhere = everywhere && k.Property(p.Name) != nil
		}
		if everywhere {
			out = append(out, p)
		}
	}
	return out
}

// stubs tells whether lists of the view can hold stubs, runs whether they depend on runs.
func (v view) stubs() bool {
	return v.any(func(k *graph.KindInfo) bool { return k.Record })
}

func (v view) runs() bool {
	return v.any(func(k *graph.KindInfo) bool { return k.Kind == graph.Run || k.Property("run") != nil })
}

func (v view) any(ok func(*graph.KindInfo) bool) bool {
	for _, k := range v.infos() {
		if ok(k) {
			return true
		}
	}
	return false
}

// viewNamed gives the view of a GraphQL type.
func viewNamed(name string) view {
	for _, v := range views() {
		if v.Type == name {
			return v
		}
	}
	panic("schemagen: no view " + name)
}

// sentence makes a row's description a sentence.
func sentence(doc string) string { return upperFirst(doc) + "." }

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
