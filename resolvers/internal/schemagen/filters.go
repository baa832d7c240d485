package main

import (
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// operators says what an operator tests, and whether its operand is a list.
var operators = map[string]struct {
	Doc  string
	List bool
}{
	"eq":         {"Equals this.", false},
	"ne":         {"Is there and differs from this.", false},
	"anyOf":      {"Equals one of these.", true},
	"noneOf":     {"Is there and equals none of these.", true},
	"gt":         {"Is greater than this.", false},
	"gte":        {"Is this or greater.", false},
	"lt":         {"Is less than this.", false},
	"lte":        {"Is this or less.", false},
	"contains":   {"Has this in it, letter by letter.", false},
	"startsWith": {"Starts with this, letter by letter.", false},
	"has":        {"Has this item.", false},
	"hasAny":     {"Has at least one of these items.", true},
}

// The operators of each sort of property.
var (
	identity = []string{"eq", "ne", "anyOf", "noneOf"}
	numeric  = []string{"eq", "ne", "anyOf", "noneOf", "gt", "gte", "lt", "lte"}
	textual  = []string{"eq", "ne", "anyOf", "noneOf", "gt", "gte", "lt", "lte", "contains", "startsWith"}
	truth    = []string{"eq", "ne"}
	listed   = []string{"has", "hasAny"}
)

// filter writes the where input of a view and whatever inputs it needs.
func (w *sdlWriter) filter(v view) {
	name := v.Type + "Filter"
	w.open("Conditions, all of which must hold: "+v.Doc+". An absent or null operand is no condition.", "input "+name)
	w.field("All of these hold.", "and: ["+name+"!]")
	w.field("At least one of these holds.", "or: ["+name+"!]")
	w.field("This does not hold.", "not: "+name)
	w.field("There is such a relationship.", "linked: LinkFilter")
	w.field("There is no such relationship.", "notLinked: LinkFilter")
	w.field("Its id.", "id: IDFilter")
	if v.open() {
		w.field("Its kind.", "kind: KindFilter")
	}
	var groups []string
	members := map[string][]graph.Property{}
	var used []graph.Property
	for _, p := range v.properties() {
		if p.Opaque {
			continue
		}
		group, rest, grouped := strings.Cut(p.Name, ".")
		if !grouped {
			w.field(sentence(p.Doc), p.Name+": "+operatorInput(&p))
			used = append(used, p)
			continue
		}
		if members[group] == nil {
			groups = append(groups, group)
			w.field(groupDoc(group), group+": "+upperFirst(group)+"Filter")
		}
		used = append(used, p)
		p.Name = rest
		members[group] = append(members[group], p)
	}
	w.close()
	for _, g := range groups {
		w.group(g, members[g])
	}
	for _, p := range used {
		w.operators(&p)
	}
}

func groupDoc(group string) string { return "Conditions on " + group + ", all of which must hold." }

// group writes the input for the properties with a common first name.
func (w *sdlWriter) group(group string, members []graph.Property) {
	name := upperFirst(group) + "Filter"
	if w.written[name] {
		return
	}
	w.written[name] = true
	w.open(groupDoc(group), "input "+name)
	for _, p := range members {
		w.field(sentence(p.Doc), p.Name+": "+operatorInput(&p))
	}
	w.close()
}

// scalarOf names the type of a property's values in filters.
func scalarOf(p *graph.Property) string {
	switch {
	case p.Enum != "":
		return p.Enum
	case p.Ref != "":
		return "ID"
	case p.Type == graph.BoolProp:
		return "Boolean"
	case p.Type == graph.IntProp:
		return "Int"
	case p.Type == graph.FloatProp:
		return "Float"
	}
	return "String"
}

// operatorInput names the input with the operators on a property.
func operatorInput(p *graph.Property) string {
	name := scalarOf(p)
	if name == "ID" {
		name = "Reference" // unlike a node's own id, a reference may be absent
	}
	if p.Type == graph.ListProp {
		name += "List"
	}
	return name + "Filter"
}

// operators writes the input with the operators on a property.
func (w *sdlWriter) operators(p *graph.Property) {
	ops := textual
	switch scalar := scalarOf(p); {
	case p.Type == graph.ListProp:
		ops = listed
	case p.Enum != "", scalar == "ID":
		ops = identity
	case p.Type == graph.BoolProp:
		ops = truth
	case p.Type != graph.StringProp:
		ops = numeric
	}
	w.operatorsInput(operatorInput(p), scalarOf(p), ops, true)
}

func (w *sdlWriter) operatorsInput(name, scalar string, ops []string, nullable bool) {
	if w.written[name] {
		return
	}
	w.written[name] = true
	w.open("Tests of a value, all of which must hold. A null operand is no test.", "input "+name)
	for _, op := range ops {
		operand := scalar
		if operators[op].List {
			operand = "[" + scalar + "!]"
		}
		w.field(operators[op].Doc, op+": "+operand)
	}
	if nullable {
		w.field("Is absent (true), or is there (false).", "isNull: Boolean")
	}
	w.close()
}

// identityFilters writes the inputs that belong to no property.
func (w *sdlWriter) identityFilters() {
	w.operatorsInput("IDFilter", "ID", identity, false)
	w.operatorsInput("KindFilter", "Kind", identity, false)
	w.open("A relationship at the node.", "input LinkFilter")
	w.field("Of one of these types; of any when absent.", "type: [RelationshipType!]")
	w.field("In this direction; in any when absent.", "direction: Direction")
	w.field("At least this certain.", "minCertainty: Certainty")
	w.field("Its far end satisfies this. A condition that vanishes takes the whole test with it.", "where: NodeFilter")
	w.close()
}
