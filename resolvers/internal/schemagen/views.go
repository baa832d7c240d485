package main

import (
	"fmt"
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

// A relation is a field that follows relationships of one type from a node to a page of others, which
// come once for each relationship.
type relation struct {
	On        string // the GraphQL type or interface that has the field
	Field     string
	Type      graph.RelType
	Direction graph.Direction
	Far       string // the GraphQL type or interface at the far end
	Doc       string
}

// named lists the relations that have a name of their own; any other is reached by the field relationships.
var named = []relation{
	{"System", "findings", graph.HasFinding, graph.Out, "Finding", "Findings about it as a whole."},
	{"Run", "documents", graph.MemberOf, graph.In, "Document", "Its documents."},
	{"Document", "records", graph.Declares, graph.Out, "Record", "The records that it declares."},
	{"Record", "parts", graph.PartOf, graph.In, "Record", "The records that it contains."},
	{"Record", "annotations", graph.Annotates, graph.In, "Annotation", "What analysts comment on it."},
	{"Record", "passages", graph.EvidencedBy, graph.Out, "Passage", "The quoted passages it rests on."},
	{"Annotation", "passages", graph.EvidencedBy, graph.Out, "Passage", "The quoted passages it rests on."},
	{"Passage", "owners", graph.EvidencedBy, graph.In, "Node", "The records and texts that rest on it."},
	{"Passage", "files", graph.AnchoredIn, graph.Out, "File", "The source files it points at."},
	{"File", "anchors", graph.AnchoredIn, graph.In, "Node", "The texts and passages that point at it."},
	{"Issue", "concerns", graph.Concerns, graph.Out, "Record", "The records it is about."},
	{"Denial", "concerns", graph.Concerns, graph.Out, "Record", "The records it is about."},
	{"Finding", "concerns", graph.Concerns, graph.Out, "Record", "The records it is about."},
	{"CoverageRow", "covers", graph.Covers, graph.Out, "Node", "The records and files that cover it."},
}

// relations adds to the named ones a field each way for each type along which data flows.
func relations() []relation {
	out := append([]relation{}, named...)
	for _, r := range graph.RelTypes {
		if r.Flow == graph.NoFlow {
			continue
		}
		out = append(out,
			relation{"Record", camel(string(r.Type)), r.Type, graph.Out, "Record", flowDoc(&r, "from")},
			relation{"Record", r.Inverse, r.Type, graph.In, "Record", flowDoc(&r, "to")})
	}
	return out
}

func flowDoc(r *graph.RelTypeInfo, way string) string {
	return fmt.Sprintf("%s %s this one: %s. A record comes once for each relationship.", r.Type, way, r.Doc)
}

// relationsOn gives the relations that a type has itself or through an interface.
func relationsOn(types ...string) []relation {
	var out []relation
	for _, r := range relations() {
		for _, t := range types {
			if r.On == t {
				out = append(out, r)
			}
		}
	}
	return out
}

// camel turns FLOWS_TO into flowsTo.
func camel(s string) string {
	parts := strings.Split(strings.ToLower(s), "_")
	for i := 1; i < len(parts); i++ {
		parts[i] = upperFirst(parts[i])
	}
	return strings.Join(parts, "")
}

// sentence makes a row's description a sentence.
func sentence(doc string) string { return upperFirst(doc) + "." }

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
