package ingest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// target makes the record that an annotation is about its target.
func (f *recordFile) target(id graph.ID, e *report.Entry, p graph.Props) {
	v, ok := e.Value(keyTarget)
	if !ok {
		return
	}
	delete(p, keyTarget)
	if record, ok := f.end(v, keyTarget, graph.RelTypeOf(graph.Annotates)); ok {
		p[keyTarget] = string(record)
		f.relate(graph.Relationship{Type: graph.Annotates, Source: id, Target: record, Certainty: graph.Declared, Rule: ruleEntry, Line: v.At.Line})
	}
}

// relationship states the relationship of an entry. It is where the file has it, so no key says its line.
func (f *recordFile) relationship(e *report.Entry) {
	name, ok := f.word(e, keyType, CodeEntryKind)
	if !ok {
		return
	}
	info := graph.RelTypeOf(graph.RelType(name))
	if info == nil {
		v, _ := e.Value(keyType)
		f.fault(CodeEntryKind, v.At, fmt.Sprintf("%q is no type of relationship", diag.Clip(name)), f.choice(keyType, name, relTypes()))
		return
	}
	ends := [2]graph.ID{}
	for i, key := range []string{keySource, keyTarget} {
		v, given := e.Value(key)
		if !given {
			f.word(e, key, CodeEntryEnd)
			return
		}
		if ends[i], ok = f.end(v, key, info); !ok {
			return
		}
	}
	r := graph.Relationship{Type: info.Type, Source: ends[0], Target: ends[1], Certainty: graph.Declared, Rule: ruleEntry, Line: e.Span.Start}
	for i := range e.Members {
		f.relationshipKey(&r, &e.Members[i])
	}
	f.relate(r)
}

func relTypes() []string {
	out := make([]string, len(graph.RelTypes))
	for i := range graph.RelTypes {
		out[i] = string(graph.RelTypes[i].Type)
	}
	return out
}

// relationshipKey reads what else an entry says of a relationship.
func (f *recordFile) relationshipKey(r *graph.Relationship, m *report.Member) {
	switch m.Key {
	case keyType, keySource, keyTarget, keySystem: // the last is of the file
	case keySentence:
		if text, ok := f.read(&graph.Property{Name: keySentence}, m, fateUnread).(string); ok {
			r.Sentence = text
		}
	case keyCertainty:
		if name, ok := f.read(&graph.Property{Name: keyCertainty, Enum: "Certainty"}, m, fateUnread).(string); ok {
			for c, known := range graph.Certainties {
				if known == name {
					r.Certainty = c
				}
			}
		}
	case keyApproximate:
		r.Approximate, _ = f.read(&graph.Property{Name: keyApproximate, Type: graph.BoolProp}, m, fateUnread).(bool)
	default:
		f.unknownKey(m, "a relationship", relationshipKeys, m.Key == "line", fateUnread)
	}
}

// end is the node that an end of a relationship denotes: one of this file by its id alone or with its kind
// before it, one of the same run by its kind and id, or any by its whole id.
func (f *recordFile) end(v *report.Value, key string, info *graph.RelTypeInfo) (graph.ID, bool) {
	written, ok := f.oneWord(v, key, CodeEntryEnd)
	if !ok {
		return "", false
	}
	kinds, way := info.Targets, "to"
	if key == keySource {
		kinds, way = info.Sources, "from"
	}
	id, problem := f.denoted(written)
	switch {
	case id == "" && problem == "":
		return "", false // what it denotes has a fault, which was reported
	case problem != "":
		f.fault(CodeEntryEnd, v.At, problem, f.endHint(written))
		return "", false
	case !slices.Contains(kinds, id.Kind()):
		f.fault(CodeEntryEnd, v.At, fmt.Sprintf("%s cannot lead %s kind %s", info.Type, way, id.Kind()),
			"It may be one of "+strings.Join(kindNames(kinds), ", ")+".")
		return "", false
	}
	f.refer(id, v.At.Line)
	return id, true
}

func kindNames(kinds []graph.Kind) []string {
	out := make([]string, len(kinds))
	for i, k := range kinds {
		out[i] = string(k)
	}
	return out
}

// denoted finds what a text denotes, or says why it denotes nothing. Both are "" for a node with a fault.
func (f *recordFile) denoted(written string) (id graph.ID, problem string) {
	switch here := f.named[written]; {
	case slices.Contains(here, ""):
		return "", ""
	case len(here) == 1:
		return here[0], ""
	case len(here) > 1:
		return "", fmt.Sprintf("%q is an id of two kinds, %s and %s", diag.Clip(written), here[0].Kind(), here[1].Kind())
	}
	if id, _, ok := recordID(f.id.Run, written); ok {
		return id, "" // a handle tells its kind
	}
	kind, local, found := strings.Cut(written, ":")
	info := graph.KindOf(graph.Kind(kind))
	switch {
	case !found:
		return "", fmt.Sprintf("No entry of this file has the id %q", diag.Clip(written))
	case info == nil || local == "" || len(written) > maxName:
		return "", fmt.Sprintf("%q is no id of a node", diag.Clip(written))
	case info.Kind == graph.File:
		return graph.NewPathID(graph.File, f.id.Run, local), ""
	case info.Property("run") == nil || strings.Contains(local, "/"):
		return f.global(graph.ID(written))
	}
	return graph.NewID(info.Kind, f.id.Run, local), ""
}

// global takes a whole id, as other documents and the service write it.
func (f *recordFile) global(id graph.ID) (graph.ID, string) {
	plain := func(r rune) bool {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune(":._~+@-/%", r)
	}
	if strings.ContainsFunc(string(id), func(r rune) bool { return !plain(r) }) {
		return "", fmt.Sprintf("%q is no id of a node", diag.Clip(string(id)))
	}
	return id, ""
}

// endHint names what an end may have meant.
func (f *recordFile) endHint(written string) string {
	if near := f.nearest(keySource, written, f.names); near != "" {
		return fmt.Sprintf("Perhaps %s, which is stated here.", near)
	}
	return `Of a node of this file write the id, of another one of this run its kind and id: "route:shelf-lookup".`
}

// refer gives a record that is named and not stated here what its id implies.
func (f *recordFile) refer(id graph.ID, line int) {
	if _, here := f.stated[id]; here || !graph.KindOf(id.Kind()).Record {
		return
	}
	if same, _, ok := recordID(f.id.Run, id.Local()); ok && same == id {
		f.mention(id.Local(), line) // its handle implies more
		return
	}
	f.stated[id] = -1
	p := graph.Props{"run": string(graph.NewID(graph.Run, id.Scope())), "handle": id.Local()}
	if id.Scope() == f.id.Run {
		set(p, "system", string(f.system))
	}
	f.batch.Contributions = append(f.batch.Contributions, graph.Contribution{
		Node: id, Kind: id.Kind(), Role: graph.Refers, Props: p, Document: f.document, Line: line, Rule: ruleMention})
}
