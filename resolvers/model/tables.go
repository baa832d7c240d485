package model

import (
	"slices"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// KindInfo is the view of a row of the kinds table.
type KindInfo struct{ info *graph.KindInfo }

// KindInfos gives the kinds table.
func KindInfos() []*KindInfo {
	out := make([]*KindInfo, len(graph.Kinds))
	for i := range graph.Kinds {
		out[i] = &KindInfo{&graph.Kinds[i]}
	}
	return out
}

// Kind is the kind's enum value.
func (k *KindInfo) Kind() Enum { return kindName(k.info.Kind) }

// Type is its GraphQL type.
func (k *KindInfo) Type() string { return k.info.Type }

// Field is the field of Query that lists it.
func (k *KindInfo) Field() string { return k.info.Field }

// Description says what it is.
func (k *KindInfo) Description() string { return k.info.Doc }

// Record tells whether reports declare it under a handle.
func (k *KindInfo) Record() bool { return k.info.Record }

// Properties says what can be said of it.
func (k *KindInfo) Properties() []*PropertyInfo {
	out := make([]*PropertyInfo, len(k.info.Properties))
	for i := range k.info.Properties {
		out[i] = &PropertyInfo{&k.info.Properties[i]}
	}
	return out
}

// Outgoing lists the types of relationship that lead from it.
func (k *KindInfo) Outgoing() []*RelationshipTypeInfo {
	return relTypesWhere(func(r *graph.RelTypeInfo) bool { return slices.Contains(r.Sources, k.info.Kind) })
}

// Incoming lists the types of relationship that lead to it.
func (k *KindInfo) Incoming() []*RelationshipTypeInfo {
	return relTypesWhere(func(r *graph.RelTypeInfo) bool { return slices.Contains(r.Targets, k.info.Kind) })
}

// PropertyInfo is the view of a property of a kind.
type PropertyInfo struct{ p *graph.Property }

// Name is the property's name.
func (p *PropertyInfo) Name() string { return p.p.Name }

// Type is the type of its values.
func (p *PropertyInfo) Type() Enum {
	return [...]Enum{graph.StringProp: "STRING", graph.BoolProp: "BOOLEAN", graph.IntProp: "INT",
		graph.FloatProp: "FLOAT", graph.ListProp: "STRING_LIST"}[p.p.Type]
}

// Enum is the enum its values are from.
func (p *PropertyInfo) Enum() *string { return nonZero(p.p.Enum) }

// RefersTo is the kind of node its values are ids of.
func (p *PropertyInfo) RefersTo() *Enum { return enum(p.p.Ref.EnumName()) }

// Sortable tells whether lists can be ordered by it.
func (p *PropertyInfo) Sortable() bool { return p.p.Sortable }

// Filterable tells whether lists can be filtered by it.
func (p *PropertyInfo) Filterable() bool { return !p.p.Opaque }

// Description says what it says.
func (p *PropertyInfo) Description() string { return p.p.Doc }

// RelationshipTypeInfo is the view of a row of the table of relationship types.
type RelationshipTypeInfo struct{ r *graph.RelTypeInfo }

// RelationshipTypes gives the table of relationship types.
func RelationshipTypes() []*RelationshipTypeInfo {
	return relTypesWhere(func(*graph.RelTypeInfo) bool { return true })
}

func relTypesWhere(ok func(*graph.RelTypeInfo) bool) []*RelationshipTypeInfo {
	out := []*RelationshipTypeInfo{}
	for i := range graph.RelTypes {
		if ok(&graph.RelTypes[i]) {
			out = append(out, &RelationshipTypeInfo{&graph.RelTypes[i]})
		}
	}
	return out
}

// Type is the type's enum value.
func (r *RelationshipTypeInfo) Type() Enum { return Enum(r.r.Type) }

// Inverse is how it reads from its target.
func (r *RelationshipTypeInfo) Inverse() string { return r.r.Inverse }

// Sources lists the kinds it may lead from.
func (r *RelationshipTypeInfo) Sources() []Enum { return enumNames(r.r.Sources) }

// Targets lists the kinds it may lead to.
func (r *RelationshipTypeInfo) Targets() []Enum { return enumNames(r.r.Targets) }

// Flow says which way data moves along it.
func (r *RelationshipTypeInfo) Flow() Enum {
	return [...]Enum{graph.NoFlow: "NONE", graph.WithArrow: "FORWARD", graph.AgainstArrow: "BACKWARD"}[r.r.Flow]
}

// Description says what it says.
func (r *RelationshipTypeInfo) Description() string { return r.r.Doc }

func enumNames(kinds []graph.Kind) []Enum {
	out := make([]Enum, len(kinds))
	for i, k := range kinds {
		out[i] = kindName(k)
	}
	return out
}
