package ingest

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// This file turns what a store holds of one run into rows of facts, in the form of
// testdata/grammars/facts-*.tsv. "-" is nothing; lists have blanks between their items and are sorted.
//
//	document    FILE  GRAMMAR  ROLE  TITLE
//	run         PROPERTY  VALUE
//	certainty   CERTAINTY                     of citations of records
//	record      FILE  LINE  HANDLE  IMPLEMENTATION  OPERATION  LABEL
//	answers     HANDLE  STATES                one letter for each of the seven, "-" for not stated
//	route       FILE  LINE  HANDLE  VERDICT  ESTABLISHED  DIRECTION  STRENGTH  FLAGS  RULE
//	status      FILE  LINE  OWNER  LAYER  VALUE  SCOPE
//	part        FILE  LINE  PART  WHOLE
//	annotation  FILE  LINE  TARGET
//	amends      FILE  LINE  HANDLE
//	superseded  FILE  LINE  HANDLE  BY
//	passage     FILE  LINE  OWNER  PATH  RANGES  REVISION
//	coverage    FILE  LINE  NUMBER  MODE  HANDLES
//	row         FILE  LINE  ROW  VALUE  ASSESSMENT  HANDLES
//	axis        FILE  AXIS  ASSESSMENT  VALUE  BASIS  HANDLES
//	issue       FILE  LINE  ISSUE  TYPE  HANDLES
//	source      HANDLE  KIND  REVISION  SCOPE
//	cites       FILE  OWNER  HANDLE
//	anchor      FILE  OWNER  PATH             what a text points at, besides its quotations
//	sources     FILE  HANDLE
//	edge        FILE  LINE  TYPE  SOURCE  TARGET
//	identity    FILE  LINE  TYPE  SOURCE  TARGET
//	denial      FILE  LINE  TYPE  HANDLES
//	property    HANDLE  PROPERTY  VALUE       without its last stop
//	amended     HANDLE  PROPERTY  STATED  NOW
//	field       HANDLE  NAME  TEXT
//	text        OWNER  TEXT
//	stub        HANDLE
//	diag        FILE  LINE  CODE              warnings and errors, without the format's prefix
//
// OWNER is a handle, "On HANDLE" for an annotation, the row or item within its document
// ("limitation/1"), or "-" for the document itself.
type grammarFacts struct {
	t     *testing.T
	g     *graph.Graph
	run   graph.ID
	files map[graph.ID]string // base names of the documents' files, without their ending
	rows  []string
}

func (f *grammarFacts) add(columns ...any) {
	row := make([]string, len(columns))
	for i, c := range columns {
		if row[i] = strings.TrimSpace(fmt.Sprint(c)); row[i] == "" {
			row[i] = "-"
		}
	}
	f.rows = append(f.rows, strings.Join(row, "\t"))
}

// factsOf gives all facts of a run, sorted, each once.
func factsOf(t *testing.T, g *graph.Graph, run graph.ID, sum *Summary) []string {
	f := &grammarFacts{t: t, g: g, run: run, files: map[graph.ID]string{}}
	for _, file := range sum.Files {
		f.files[file.Document] = baseName(file.Path)
	}
	f.documents()
	for _, kind := range graph.RecordKinds() {
		for _, n := range list(t, g, kind, run, graph.ExcludeStubs) {
			f.record(&n)
		}
		for _, n := range list(t, g, kind, run, graph.OnlyStubs) {
			f.add("stub", n.Props.String("handle"))
			f.links(&n)
		}
	}
	f.pieces()
	for _, d := range sum.Diagnostics {
		if d.Severity >= diag.Warning {
			f.add("diag", baseName(d.Subject.File), d.Subject.Start.Line, d.Code[strings.LastIndexByte(d.Code, '/')+1:])
		}
	}
	slices.Sort(f.rows)
	return slices.Compact(f.rows)
}

func baseName(path string) string {
	return strings.TrimSuffix(filepath.Base(path), ".md")
}

func (f *grammarFacts) documents() {
	run := node(f.t, f.g, f.run)
	for name := range run.Props {
		f.add("run", name, run.Props[name])
	}
	for _, n := range list(f.t, f.g, graph.Document, f.run, graph.ExcludeStubs) {
		f.add("document", f.files[n.ID], n.Props.String("grammar"), n.Props.String("role"), n.Props.String("title"))
		f.statuses(&n)
		f.links(&n)
	}
	for _, n := range list(f.t, f.g, graph.Source, f.run, graph.ExcludeStubs) {
		f.add("source", n.Props.String("handle"), n.Props.String("sourceKind"), n.Props.String("revision"), n.Props.String("scope"))
	}
}

// given are the answers' states by their letters.
var given = map[string]string{"GIVEN": "G", "UNINSPECTED": "U", "INAPPLICABLE": "I", "NOT_STATED": "-"}

// otherRows are the properties of a record that other rows have.
var otherRows = strings.Fields("run system document line endLine handle label member implementationStatus operationStatus text fields statuses answers")

func (f *grammarFacts) record(n *graph.Node) {
	p, handle := n.Props, n.Props.String("handle")
	f.add("record", f.file(n), p.Int("line"), handle, p.String("implementationStatus"), p.String("operationStatus"), p.String("label"))
	f.add("text", handle, strings.Join(strings.Fields(p.String("text")), " "))
	for name, value := range p {
		if !slices.Contains(otherRows, name) && !strings.HasPrefix(name, "readBack.") && !strings.HasSuffix(name, ".state") {
			f.add("property", handle, name, strings.TrimSuffix(fmt.Sprint(value), "."))
		}
	}
	for _, name := range n.Amended {
		f.add("amended", handle, name, strings.TrimSuffix(fmt.Sprint(n.Stated[name]), "."), p[name])
	}
	var fields []struct{ Name, Text string }
	f.decode(p.String("fields"), &fields)
	for _, field := range fields {
		f.add("field", handle, field.Name, strings.TrimSuffix(field.Text, "."))
	}
	f.statuses(n)
	f.links(n)
	if n.ID.Kind() == graph.Route {
		f.route(n)
	}
}

func (f *grammarFacts) route(n *graph.Node) {
	p, states := n.Props, ""
	for _, a := range answerProps {
		states += given[p.String(a.state)]
	}
	f.add("answers", p.String("handle"), states)
	established := p.String("readBack.established")
	if r, inherits, err := f.g.Inherited(f.t.Context(), n.ID); err != nil {
		f.t.Fatal(err)
	} else if inherits {
		established = string(r.Established)
	}
	f.add("route", f.file(n), p.Int("readBack.line"), p.String("handle"), p.String("readBack.verdict"), established,
		p.String("readBack.direction"), p.String("readBack.strength"), strings.Join(p.List("readBack.flags"), " "), p.String("readBack.rule"))
}

// pieces are what a document holds besides records.
func (f *grammarFacts) pieces() {
	for _, n := range list(f.t, f.g, graph.Annotation, f.run, graph.ExcludeStubs) {
		f.add("annotation", f.file(&n), n.Props.Int("line"), graph.ID(n.Props.String("target")).Local())
		f.add("text", f.owner(n.ID), strings.Join(strings.Fields(n.Props.String("text")), " "))
		f.statuses(&n)
		f.links(&n)
	}
	for _, n := range list(f.t, f.g, graph.Coverage, f.run, graph.ExcludeStubs) {
		f.add("coverage", f.file(&n), n.Props.Int("line"), n.Props.Int("number"), n.Props.String("mode"), f.about(&n, graph.Covers))
		f.links(&n)
	}
	for _, n := range list(f.t, f.g, graph.Issue, f.run, graph.ExcludeStubs) {
		f.add("issue", f.file(&n), n.Props.Int("line"), f.owner(n.ID), n.Props.String("issueType"), f.about(&n, graph.Concerns))
		f.links(&n)
	}
	for _, n := range list(f.t, f.g, graph.Finding, f.run, graph.ExcludeStubs) {
		p := n.Props
		if slices.Contains([]string{axisObjects, axisLedger, axisClaims}, p.String("axis")) {
			f.add("row", f.file(&n), p.Int("line"), f.owner(n.ID), p.String("value"), p.String("assessment"), f.about(&n, graph.Assesses, graph.Concerns))
		} else {
			f.add("axis", f.file(&n), p.String("axis"), p.String("assessment"), p.String("value"), p.String("basis"), f.supports(&n))
		}
		f.links(&n)
	}
	for _, n := range list(f.t, f.g, graph.Idea, f.run, graph.ExcludeStubs) {
		f.links(&n)
	}
	for _, n := range list(f.t, f.g, graph.Denial, f.run, graph.ExcludeStubs) {
		f.add("denial", f.file(&n), n.Props.Int("line"), n.Props.String("denies"), f.about(&n, graph.Concerns))
	}
}

// links are the relationships that lead out of a node.
func (f *grammarFacts) links(n *graph.Node) {
	owner := f.owner(n.ID)
	for _, l := range outgoing(f.t, f.g, n.ID) {
		r := l.Relationship
		file, far := f.files[r.Document], r.Target.Local()
		switch r.Type {
		case graph.Cites:
			f.add("cites", file, owner, far)
			f.add("certainty", r.Certainty)
		case graph.AnchoredIn:
			f.add("anchor", file, owner, far)
		case graph.CitesSource:
			f.add("sources", file, far)
		case graph.PartOf:
			f.add("part", file, r.Line, owner, far)
		case graph.Amends:
			f.add("amends", file, r.Line, far)
		case graph.SupersededBy:
			f.add("superseded", file, r.Line, owner, far)
		case graph.EvidencedBy:
			f.add("passage", file, r.Line, owner, l.Far.Props.String("path"), l.Far.Props.String("ranges"), l.Far.Props.String("revision"))
		case graph.DistinctFrom, graph.ClosestTo, graph.PossibleDuplicateOf:
			f.add("identity", file, r.Line, r.Type, owner, far)
		default:
			if r.Type == graph.GovernedBy || graph.RelTypeOf(r.Type).Flow != graph.NoFlow {
				f.add("edge", file, r.Line, r.Type, owner, far)
			}
		}
	}
}

func (f *grammarFacts) statuses(n *graph.Node) {
	var statuses []struct {
		Layer, Value, Scope string
		Line                int
	}
	f.decode(n.Props.String("statuses"), &statuses)
	for _, s := range statuses {
		f.add("status", f.file(n), s.Line, f.owner(n.ID), s.Layer, s.Value, s.Scope)
	}
}

func (f *grammarFacts) decode(text string, into any) {
	f.t.Helper()
	if text != "" {
		if err := json.Unmarshal([]byte(text), into); err != nil {
			f.t.Fatal(err)
		}
	}
}

// file is the name of the file that a node stands in.
func (f *grammarFacts) file(n *graph.Node) string {
	if n.ID.Kind() == graph.Document {
		return f.files[n.ID]
	}
	return f.files[graph.ID(n.Props.String("document"))]
}

func (f *grammarFacts) owner(id graph.ID) string {
	parts := strings.Split(id.Local(), "/")
	switch {
	case id.Kind() == graph.Document:
		return "-"
	case id.Kind() == graph.Annotation:
		return "On " + parts[1]
	case len(parts) == 2: // of the only list of its kind
		return string(id.Kind()) + "/" + parts[1]
	}
	return strings.Join(parts[max(0, len(parts)-2):], "/")
}

// about lists the records at the far ends of relationships.
func (f *grammarFacts) about(n *graph.Node, types ...graph.RelType) string {
	var out []string
	for _, l := range outgoing(f.t, f.g, n.ID, types...) {
		if handle := l.Far.Props.String("handle"); handle != "" {
			out = append(out, handle)
		}
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), " ")
}

// supports lists the records that support a finding.
func (f *grammarFacts) supports(n *graph.Node) string {
	first := 500
	pages, err := f.g.Links(f.t.Context(), []graph.ID{n.ID}, graph.LinkQuery{Field: "test", Types: []graph.RelType{graph.Supports}, Direction: graph.In, Page: graph.PageArgs{First: &first}})
	if err != nil {
		f.t.Fatal(err)
	}
	var out []string
	for _, e := range pages[n.ID].Edges {
		out = append(out, e.Item.Far.Props.String("handle"))
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), " ")
}
