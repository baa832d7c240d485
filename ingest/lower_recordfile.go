package ingest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A recordFile is the lowering of a record file's entries. Ends of relationships may name nodes that stand
// further down, so the nodes are named first.
type recordFile struct {
	*lowering
	ids     []graph.ID               // by entry; "" where it states no node
	stated  map[graph.ID]int         // the entry of each of them
	named   map[string][]graph.ID    // the same by the id as written, "" for one with a fault
	names   []string                 // such ids, in order
	systems map[graph.ID]graph.Props // what is said of each system
	guesses map[[2]string]string     // what was meant by a name, by what it is one of and the name
}

// recordFile states the entries of a record file.
func (l *lowering) recordFile() {
	if l.doc.RecordFile == nil {
		return
	}
	l.diags.Name, l.diags.More = l.id.Location, CodeMore
	f := &recordFile{lowering: l, stated: map[graph.ID]int{}, named: map[string][]graph.ID{}, systems: map[graph.ID]graph.Props{}, guesses: map[[2]string]string{}}
	if l.system != "" {
		f.systems[l.system] = l.batch.Contributions[0].Props // see identity
	}
	entries := l.doc.RecordFile.Entries
	f.nameNodes(entries)
	l.parts[report.OwnerEntry] = f.ids
	for i := range entries {
		switch e := &entries[i]; {
		case f.ids[i] != "":
			f.node(i, e)
		case !hasKind(e) && hasType(e):
			f.relationship(e)
		}
	}
}

// nameNodes gives every node its id.
func (f *recordFile) nameNodes(entries []report.Entry) {
	f.ids = make([]graph.ID, len(entries))
	for i := range entries {
		e := &entries[i]
		if hasType(e) && !hasKind(e) {
			continue // a relationship
		}
		id, written := f.name(e)
		if id == "" {
			f.named[written] = append(f.named[written], "") // what names it is no second fault
			continue
		}
		if first, taken := f.stated[id]; taken {
			f.fault(CodeEntryID, idPlace(e), fmt.Sprintf("A second %s has the id %q", id.Kind(), diag.Clip(written)),
				"Give one of them another id.", diag.Related{Message: "the first", Range: f.at(idPlace(&entries[first]))})
			continue
		}
		f.stated[id], f.ids[i] = i, id
		f.named[written], f.names = append(f.named[written], id), append(f.names, written)
	}
}

// hasKind tells whether an entry is a node's: the key of a relationship's type may be a property there.
func hasKind(e *report.Entry) bool {
	_, ok := e.Value(keyKind)
	return ok
}

func hasType(e *report.Entry) bool {
	_, ok := e.Value(keyType)
	return ok
}

// idPlace is where an entry's id stands.
func idPlace(e *report.Entry) report.Place {
	if v, ok := e.Value(keyID); ok {
		return v.At
	}
	return e.At
}

func (f *recordFile) at(p report.Place) diag.Range {
	start := diag.Pos{Line: p.Line, Column: p.Column, Byte: p.Byte}
	return diag.Range{File: f.diags.Name, Start: start, End: diag.Pos{Line: p.Line, Column: p.Column + p.Width, Byte: p.Byte + p.Width}}
}

// fault reports what cannot be loaded: the document is not applied, and what it said before stays.
func (f *recordFile) fault(code string, at report.Place, summary, detail string, related ...diag.Related) {
	f.diags.Add(diag.Error, code, f.at(at), summary, detail, related...)
}

// name gives the id of the node that an entry states, "" with an error, and the id as written.
func (f *recordFile) name(e *report.Entry) (id graph.ID, written string) {
	if v, ok := e.Value(keyID); ok {
		written, _ = scalarText(v)
		written = strings.TrimSpace(written)
	}
	kind, ok := f.word(e, keyKind, CodeEntryKind)
	if !ok {
		return "", written
	}
	v, _ := e.Value(keyKind)
	if entryProperty[graph.Kind(kind)] == nil {
		f.fault(CodeEntryKind, v.At, fmt.Sprintf("%q is no kind that an entry may state", diag.Clip(kind)), f.choice(keyKind, kind, kindNames(entryKinds())))
		return "", written
	}
	if written, ok = f.word(e, keyID, CodeEntryID); !ok {
		return "", written
	}
	if len(written) > maxName || strings.ContainsAny(written, "/\n\r\t") {
		f.fault(CodeEntryID, idPlace(e), fmt.Sprintf("%q cannot be an id", diag.Clip(written)),
			fmt.Sprintf("An id has at most %d bytes, and no slash, which parts a run from what is in it. Say the rest in the label.", maxName))
		return "", written
	}
	if graph.Kind(kind) == graph.System {
		return graph.NewID(graph.System, slug(written)), written
	}
	return graph.NewID(graph.Kind(kind), f.id.Run, written), written
}

// word is the text under a key that an entry must have.
func (f *recordFile) word(e *report.Entry, key, code string) (string, bool) {
	v, ok := e.Value(key)
	if !ok {
		f.fault(code, e.At, fmt.Sprintf("An entry without %s", key),
			"A node has kind and id, a relationship type, source and target.")
		return "", false
	}
	return f.oneWord(v, key, code)
}

func (f *recordFile) oneWord(v *report.Value, key, code string) (string, bool) {
	text, ok := scalarText(v)
	if text = strings.TrimSpace(text); !ok || text == "" {
		f.fault(code, v.At, key+" is not a text", "Write one word or name, in quotes if it is a list or mapping otherwise.")
		return "", false
	}
	return text, true
}

// choice says which of the names that there are is meant, or lists them.
func (f *recordFile) choice(what, written string, names []string) string {
	if near := f.nearest(what, written, names); near != "" {
		return fmt.Sprintf("Perhaps %s.", near)
	}
	return "There are " + strings.Join(names, ", ") + "."
}

// nearest is the one of the names of something that may have been meant; "" for none, and once more were
// asked for than diagnostics are listed.
func (f *recordFile) nearest(what, written string, names []string) string {
	key := [2]string{what, written}
	near, known := f.guesses[key]
	if !known && len(f.guesses) < 2*diag.MaxListed {
		near = nearest(written, names)
		f.guesses[key] = near
	}
	return near
}

// node states the node of an entry.
func (f *recordFile) node(i int, e *report.Entry) {
	id := f.ids[i]
	if id.Kind() == graph.System {
		f.systemNode(id, e)
		return
	}
	info := graph.KindOf(id.Kind())
	p := f.inDocument(e.Span)
	system := f.systemOf(e)
	p["system"] = string(system)
	if info.Property("handle") != nil {
		p["handle"] = id.Local()
	}
	record := report.Record{}
	f.properties(info, e, p, &record)
	if info.Kind == graph.Route {
		f.answers(p, &record)
	}
	if keepsFields(info) {
		set(p, "fields", f.json.fields(record.Fields))
		set(p, "statuses", f.json.statuses(record.Statuses))
	}
	for name := range p {
		if info.Property(name) == nil || p[name] == "" {
			delete(p, name) // a source has no place of its own, and not every file one system
		}
	}
	f.declared[id] = len(f.batch.Contributions)
	if slices.Contains(graph.RelTypeOf(graph.Declares).Targets, info.Kind) {
		f.declare(id, e.Span, ruleEntry, p)
	} else {
		f.define(id, e.Span.Start, ruleEntry, p)
	}
	switch info.Kind {
	case graph.Finding:
		of := f.run
		if system != f.system {
			of = system
		}
		f.relate(graph.Relationship{Type: graph.HasFinding, Source: of, Target: id, Certainty: graph.Declared, Rule: ruleEntry, Line: e.Span.Start})
	case graph.Annotation:
		f.target(id, e, p)
	}
	if v, ok := e.Value(keyEvidence); ok && hasEvidence(info) {
		f.evidence(i, v)
	}
}

// systemNode adds what an entry says of a system.
func (f *recordFile) systemNode(id graph.ID, e *report.Entry) {
	v, _ := e.Value(keyID)
	f.properties(graph.KindOf(graph.System), e, f.systemProps(id, strings.TrimSpace(v.Text), e.Span.Start), &report.Record{})
}

// systemOf is the system that an entry is about: the one it names, else the file's. In a file about
// several, each entry has to name its own.
func (f *recordFile) systemOf(e *report.Entry) graph.ID {
	v, ok := e.Value(keySystem)
	if !ok {
		if f.system == "" {
			f.fault(CodeSystemUnknown, e.At, "Nothing says which system this entry is about", "The file is about several: name it with system.")
		}
		return f.system
	}
	name, ok := f.word(e, keySystem, CodeSystemUnknown)
	if !ok || len(name) > maxName {
		return f.system
	}
	id := graph.NewID(graph.System, slug(name))
	f.systemProps(id, name, v.At.Line)
	return id
}

// maxSpellings caps the spellings of a system's name that one file states.
const maxSpellings = 100

// systemProps are what the file says of a system, which it is then about.
func (f *recordFile) systemProps(id graph.ID, name string, line int) graph.Props {
	p := f.systems[id]
	if p == nil {
		p = graph.Props{"name": name, "slug": id.Scope()}
		f.systems[id] = p
		f.define(id, line, ruleEntry, p)
		f.relate(graph.Relationship{Type: graph.Analyses, Source: f.run, Target: id, Certainty: graph.Declared, Rule: ruleEntry, Line: line})
	}
	if known := p.List("spellings"); len(known) < maxSpellings && !slices.Contains(known, name) {
		p["spellings"] = append(known, name)
	}
	return p
}
