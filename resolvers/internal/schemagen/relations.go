package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A relation is a field that follows relationships from a node to a page of others, each of which comes once
// however many relationships lead there.
type relation struct {
	On        string // the GraphQL type or interface that has the field
	Field     string
	Types     []graph.RelType
	Direction graph.Direction
	Far       view // what is at the far end
	Doc       string
}

// An end is where a field of relationships starts: at the sources (Out) or targets (In) of a type. With a
// kind it is those of the relationships that have a node of that kind at the other end.
type end struct {
	Type      graph.RelType
	Direction graph.Direction
	Far       graph.Kind
}

// A naming is what a field is called and what it says of itself.
type naming struct{ Field, Doc string }

// elsewhere is the naming of ends that a field written by hand, or one of a property, shows.
var elsewhere = naming{}

// namings are the ends whose fields are called otherwise than the table of relationship types has it: by
// the type where they start at its sources, by its inverse where they start at its targets.
var namings = map[end]naming{
	{graph.PartOf, graph.Out, ""}:                 elsewhere, // partOf
	{graph.PartOf, graph.In, ""}:                  {"parts", "The records that it contains."},
	{graph.Annotates, graph.Out, ""}:              elsewhere, // target
	{graph.Annotates, graph.In, ""}:               {"annotations", "What analysts comment on it."},
	{graph.Cites, graph.Out, ""}:                  {"cites", "The records that it names."},
	{graph.Cites, graph.In, ""}:                   {"citedBy", "The records and texts that name it."},
	{graph.PossibleDuplicateOf, graph.Out, ""}:    {"possibleDuplicates", "The records that may denote the same."},
	{graph.PossibleDuplicateOf, graph.In, ""}:     {"possibleDuplicates", "The records that may denote the same."},
	{graph.EvidencedBy, graph.Out, ""}:            {"passages", "The quoted passages it rests on."},
	{graph.EvidencedBy, graph.In, ""}:             {"owners", "The records and texts that rest on it."},
	{graph.AnchoredIn, graph.Out, ""}:             {"files", "The source files it points at."},
	{graph.AnchoredIn, graph.In, ""}:              {"citedBy", "The records and texts that point at it."},
	{graph.AnchoredIn, graph.In, graph.Passage}:   {"passages", "The passages quoted from it."},
	{graph.CitesSource, graph.Out, ""}:            {"sources", "The registered sources that it names."},
	{graph.CitesSource, graph.In, ""}:             {"citedBy", "The records and texts that name it."},
	{graph.Covers, graph.Out, ""}:                 {"covers", "The records that cover it, and the files that were inspected."},
	{graph.Covers, graph.In, ""}:                  {"coverage", "The rows of coverage tables that name it."},
	{graph.Concerns, graph.Out, ""}:               {"concerns", "The records it is about."},
	{graph.Concerns, graph.In, graph.Issue}:       {"issues", "The issues and limitations that concern it."},
	{graph.Concerns, graph.In, graph.Denial}:      {"denials", "What documents deny of it."},
	{graph.Concerns, graph.In, graph.Finding}:     ofRecord,
	{graph.Assesses, graph.In, ""}:                ofRecord,
	{graph.Supports, graph.Out, ""}:               ofRecord,
	{graph.HasFinding, graph.Out, ""}:             {"findings", "The findings on its axes of comparison."},
	{graph.Declares, graph.Out, ""}:               {"records", "The records that it declares."},
	{graph.Declares, graph.Out, graph.Annotation}: {"annotations", "Its comments on records of other analysts."},
	{graph.Declares, graph.Out, graph.Idea}:       {"ideas", "Its core ideas."},
	{graph.Declares, graph.Out, graph.Issue}:      {"issues", "What it leaves open."},
	{graph.Declares, graph.Out, graph.Coverage}:   {"coverage", "The rows of its coverage table."},
	{graph.Declares, graph.Out, graph.Denial}:     {"denials", "What it denies."},
	{graph.Declares, graph.Out, graph.Finding}:    {"findings", "Its findings: values on axes, rows of ledgers and comparisons."},
	{graph.Declares, graph.In, ""}:                elsewhere, // document
	{graph.MemberOf, graph.Out, ""}:               elsewhere, // run
	{graph.MemberOf, graph.In, ""}:                {"documents", "Its documents."},
	{graph.Analyses, graph.Out, ""}:               elsewhere, // system
	{graph.Analyses, graph.In, ""}:                elsewhere, // runs
}

// ofRecord names the ways in which a finding can have to do with a record: they are one field.
var ofRecord = naming{"findings", "The findings that concern it, assess it or rest on it."}

// relations gives each type of relationship a field at either end, on whatever can stand there. Ends that
// have the same name on the same type are one field.
func relations() []relation {
	var out []relation
	for i := range graph.RelTypes {
		t := &graph.RelTypes[i]
		for _, r := range slices.Concat(
			starting(t, graph.Out, t.Sources, t.Targets, naming{camel(string(t.Type)), fieldDoc(t, "from")}),
			starting(t, graph.In, t.Targets, t.Sources, naming{t.Inverse, fieldDoc(t, "to")})) {
			at := slices.IndexFunc(out, func(o relation) bool { return o.On == r.On && o.Field == r.Field })
			if at < 0 {
				out = append(out, r)
				continue
			}
			out[at].join(r)
		}
	}
	return out
}

func fieldDoc(t *graph.RelTypeInfo, way string) string {
	return fmt.Sprintf("%s %s this one: %s. Each node comes once; relationships has every sentence.", t.Type, way, t.Doc)
}

// join makes one field of two. Followed both ways, their types must not lead anywhere else.
func (r *relation) join(o relation) {
	if r.Far.Type != o.Far.Type || !slices.Equal(r.Far.Kinds, o.Far.Kinds) {
		panic("schemagen: " + r.On + "." + r.Field + " would lead to " + r.Far.Type + " and to " + o.Far.Type)
	}
	if r.Direction != o.Direction {
		r.Direction = graph.Both
	}
	for _, t := range o.Types {
		if !slices.Contains(r.Types, t) {
			r.Types = append(r.Types, t)
		}
	}
}

// starting gives the fields of one end of a type: one for each far kind that has a name of its own, and
// one for the others together.
func starting(t *graph.RelTypeInfo, d graph.Direction, near, far []graph.Kind, usual naming) []relation {
	var out []relation
	var others []graph.Kind
	for _, k := range far {
		if own, ok := namings[end{t.Type, d, k}]; ok {
			out = append(out, onEach(near, relation{"", own.Field, []graph.RelType{t.Type}, d, viewOf([]graph.Kind{k}), own.Doc})...)
		} else {
			others = append(others, k)
		}
	}
	if named, ok := namings[end{t.Type, d, ""}]; ok {
		usual = named
	}
	if usual == elsewhere || len(others) == 0 {
		return out
	}
	return append(out, onEach(near, relation{"", usual.Field, []graph.RelType{t.Type}, d, viewOf(others), usual.Doc})...)
}

// onEach puts a field on the types of some kinds, or on the interface of records for all of these.
func onEach(near []graph.Kind, r relation) []relation {
	var out []relation
	records := contains(near, graph.RecordKinds())
	if records {
		r.On = "Record"
		out = append(out, r)
	}
	for _, k := range near {
		if info := graph.KindOf(k); !records || !info.Record {
			r.On = info.Type
			out = append(out, r)
		}
	}
	return out
}

// viewOf gives the view that shows nodes of some kinds and of no others.
func viewOf(kinds []graph.Kind) view {
	switch {
	case len(kinds) == 1:
		return viewNamed(graph.KindOf(kinds[0]).Type)
	case contains(graph.RecordKinds(), kinds):
		return viewNamed("Record")
	}
	v := viewNamed("Node")
	v.Kinds = kinds
	return v
}

// contains tells whether all of some kinds are among others.
func contains(kinds, some []graph.Kind) bool {
	return !slices.ContainsFunc(some, func(k graph.Kind) bool { return !slices.Contains(kinds, k) })
}

// relationsOn gives the relations that a type has itself or through an interface.
func relationsOn(types ...string) []relation {
	var out []relation
	for _, r := range relations() {
		if slices.Contains(types, r.On) {
			out = append(out, r)
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
