package ingest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// maxSentences caps the sentences on the relationships and denials of one document, in bytes. Each
// carries its sentence, so a hostile text of many ids would else multiply itself.
const maxSentences = 64 << 20

// Lower turns what a document says into facts: a sealed batch for the origin that id names. The same
// document and identity always give the same batch, in time linear in the document. The batch has no
// bytes yet: Content and Origin.ByteDigest are the caller's. With an error in the list it is not to be
// applied. A diagnostic of an entry of a record file has its place; any other one has the line where that
// is known, without column and byte.
func Lower(doc report.Document, id Identity) (graph.Batch, diag.List) {
	l := newLowering(&doc, &id)
	l.state()
	found := l.diags.Finish()
	l.batch.Origin = graph.Origin{Location: id.Location, Path: id.Path, Document: l.document, Format: doc.Format, Model: graph.ModelVersion}
	if found.HasErrors() {
		return l.batch, found
	}
	if l.sentences > maxSentences {
		return l.batch, diag.List{about(diag.Error, CodeTooLarge, id.Location,
			fmt.Sprintf("Its citations and denials carry more than %d bytes of sentences", maxSentences),
			"This is no analysis report: a real one has some hundred kilobytes of them.")}
	}
	if err := l.batch.Seal(); err != nil {
		d := about(diag.Error, CodeNotStorable, id.Location, "It cannot be stored: "+err.Error(), "Shorten or correct what the message names.")
		d.Subject.Start.Line = l.faultLine()
		return l.batch, diag.List{d}
	}
	return l.batch, found
}

// state states everything, in no order that matters but that numbers follow the text.
func (l *lowering) state() {
	l.identity()
	l.records()
	l.directions()
	l.pieces()
	l.review()
	l.matrix()
	l.recordFile()
	l.passages()
	l.citations()
	l.flows()
	l.identities()
	l.amendments()
	l.verifies()
	l.mentions()
}

// faultLine is the line of the first fact that cannot be stored even alone; 0 when the fault is in
// none of them.
func (l *lowering) faultLine() int {
	alone := func(b graph.Batch) bool {
		b.Origin = l.batch.Origin
		return b.Seal() == nil
	}
	for _, c := range l.batch.Contributions {
		if !alone(graph.Batch{Contributions: []graph.Contribution{c}}) {
			return c.Line
		}
	}
	for _, r := range l.batch.Relationships {
		if !alone(graph.Batch{Relationships: []graph.Relationship{r}}) {
			return r.Line
		}
	}
	return 0
}

// A lowering is the work on one document. It holds the ids of the document's parts, by their kind
// and index in the record model.
type lowering struct {
	doc   *report.Document
	id    *Identity
	batch graph.Batch
	diags diag.Collector

	system, run, document graph.ID
	part                  string                              // of the ids of what has none of its own: "memory"
	rank                  int                                 // of what it says of shared nodes
	place                 struct{ run, system, document any } // the same ids, as properties

	parts    map[report.OwnerKind][]graph.ID // what owns text, "" where that is the document
	numbered map[string]int                  // items of each list so far

	declared  map[graph.ID]int    // contribution of each record declared here
	mentioned map[string]mention  // by handle
	located   map[graph.ID]bool   // passages that a link locates and nobody quotes
	equals    map[graph.ID]equals // by the id of the first of them
	sentences int                 // bytes
	json      jsonWriter
}

// A mention is what a handle stands for, and the first line that names it; an id of "" is no record's.
type mention struct {
	id        graph.ID
	line      int
	direction graph.ReadBackDirection // of a route, as annotations say; "" where they do not
}

// equals are the relationships of one document that agree in rule, type and ends: how many there are,
// and which one of the batch is the last.
type equals struct{ n, last int32 }

func newLowering(doc *report.Document, id *Identity) *lowering {
	l := &lowering{doc: doc, id: id, system: id.SystemID(), run: id.RunID(), part: documentPart(doc),
		parts: map[report.OwnerKind][]graph.ID{}, numbered: map[string]int{},
		declared: make(map[graph.ID]int, len(doc.Records)), mentioned: make(map[string]mention, len(doc.Records)), located: map[graph.ID]bool{}}
	l.document = graph.NewID(graph.Document, id.Run, l.part)
	l.place.run, l.place.system, l.place.document = string(l.run), string(l.system), string(l.document)
	l.batch.Contributions = make([]graph.Contribution, 0, 8+len(doc.Records)+len(doc.Annotations)+len(doc.Coverage)+len(doc.Passages))
	l.batch.Relationships = make([]graph.Relationship, 0,
		cap(l.batch.Contributions)+len(doc.Citations)*5/4+len(doc.Sources)+len(doc.Paths)+2*len(doc.Passages)+len(doc.Identities))
	l.equals = make(map[graph.ID]equals, cap(l.batch.Relationships))
	l.rank = slices.IndexFunc(graph.EnumOf("MemberRole").Values, func(v graph.EnumValue) bool { return v.Name == memberRole(doc.Role) })
	return l
}

// identity states the system, the run and the document themselves.
func (l *lowering) identity() {
	if name := l.id.System; name != "" {
		system := graph.Props{"name": name, "slug": l.id.Slug, "spellings": []string{name}, "aliases": l.id.Aliases}
		if l.doc.Review != nil {
			set(system, "oneLine", l.doc.Review.OneLine)
		}
		l.define(l.system, 0, ruleIdentity, system)
	}
	run := graph.Props{"runId": l.id.Run, "system": string(l.system), "family": family(l.doc), "provisional": l.id.Provisional}
	if l.doc.Review != nil {
		run["superseded"] = l.doc.Review.Edition != ""
	}
	set(run, "date", runDate(l.id.Run))
	set(run, "revision", l.id.Revision)
	set(run, "cutoff", l.doc.Meta.Cutoff)
	set(run, "boundaryKind", l.doc.Meta.BoundaryKind)
	set(run, "targetClass", l.doc.Meta.TargetClass)
	set(run, "evidenceTier", l.doc.Meta.EvidenceTier)
	set(run, "disposition", l.doc.Meta.Disposition)
	repository := l.id.RepositoryID()
	set(run, "repository", string(repository))
	l.define(l.run, 0, ruleIdentity, run)

	document := graph.Props{"run": string(l.run), "system": string(l.system), "role": memberRole(l.doc.Role), "lines": int64(l.doc.Lines)}
	set(document, "title", l.doc.Title)
	set(document, "format", l.doc.Format)
	set(document, "grammar", l.doc.Grammar)
	set(document, "text", l.prose())
	set(document, "statuses", l.json.statuses(l.doc.Statuses))
	set(document, "sections", l.sections())
	set(document, "losses", l.losses())
	l.define(l.document, 1, ruleIdentity, document)

	l.relate(graph.Relationship{Type: graph.MemberOf, Source: l.document, Target: l.run, Certainty: graph.Declared, Rule: ruleIdentity})
	if l.system != "" {
		l.relate(graph.Relationship{Type: graph.Analyses, Source: l.run, Target: l.system, Certainty: graph.Declared, Rule: ruleIdentity})
	}
	if repository != "" {
		l.relate(graph.Relationship{Type: graph.PinnedAt, Source: l.run, Target: repository, Certainty: graph.Declared, Rule: ruleIdentity})
	}
}

// prose is what sections say outside of records and other parts, under their headings, so that search
// finds it.
func (l *lowering) prose() string {
	var out []string
	for _, s := range l.doc.Sections {
		if s.Text != "" {
			out = append(out, s.Title+"\n\n"+s.Text)
		}
	}
	return strings.Join(out, "\n\n")
}

func (l *lowering) sections() string {
	type section struct {
		Title   string `json:"title"`
		Level   int    `json:"level"`
		Line    int    `json:"line"`
		EndLine int    `json:"endLine"`
		Free    bool   `json:"free,omitempty"`
	}
	var out []section
	for _, s := range l.doc.Sections {
		out = append(out, section{s.Title, s.Level, s.Span.Start, s.Span.End, s.Free})
	}
	return jsonList(out)
}

func (l *lowering) losses() string {
	type loss struct {
		Code string `json:"code"`
		Line int    `json:"line"`
		Note string `json:"note,omitempty"`
	}
	var out []loss
	for _, s := range l.doc.Losses {
		out = append(out, loss{s.Code, s.Line, s.Note})
	}
	return jsonList(out)
}

// memberRole is the enum value of a document's role.
func memberRole(role string) string {
	name := strings.ToUpper(strings.ReplaceAll(role, "-", "_"))
	if graph.EnumOf("MemberRole").Has(name) {
		return name
	}
	return "UNKNOWN"
}

// inDocument gives the properties that everything has which a document holds.
func (l *lowering) inDocument(span report.Span) graph.Props {
	return l.withPlace(make(graph.Props, 8), span)
}

// withPlace adds them to others.
func (l *lowering) withPlace(p graph.Props, span report.Span) graph.Props {
	p["run"], p["system"], p["document"] = l.place.run, l.place.system, l.place.document
	p["line"], p["endLine"] = int64(span.Start), int64(span.End)
	return p
}

// define states a node. Where documents disagree about a shared one, the member whose role stands
// first in the enum is believed, so that is their rank (graph-model 2).
func (l *lowering) define(id graph.ID, line int, rule string, p graph.Props) {
	c := graph.Contribution{Node: id, Kind: id.Kind(), Role: graph.Defines, Props: p, Document: l.document, Line: line, Rule: rule}
	if graph.KindOf(c.Kind).Sharing == graph.Shared {
		c.Rank = l.rank
	}
	l.batch.Contributions = append(l.batch.Contributions, c)
}

// declare defines a part of the document and says that it is one.
func (l *lowering) declare(id graph.ID, span report.Span, rule string, p graph.Props) {
	l.define(id, span.Start, rule, p)
	l.relate(graph.Relationship{Type: graph.Declares, Source: l.document, Target: id, Certainty: graph.Declared,
		Rule: rule, Line: span.Start})
}

// relate adds a relationship, unless the same sentence made an equal one just before. Equal ones are
// numbered in the order of the text, which is the order of all lists of a report.Document.
func (l *lowering) relate(r graph.Relationship) {
	first := graph.NewRelationshipID(l.document, r.Rule, r.Type, r.Source, r.Target, 0)
	eq := l.equals[first]
	if eq.n > 0 && r.Sentence != "" {
		if last := &l.batch.Relationships[eq.last]; r.Line == last.Line && r.Sentence == last.Sentence {
			return
		}
	}
	r.Document, r.ID = l.document, first
	if eq.n > 0 {
		r.ID = graph.NewRelationshipID(l.document, r.Rule, r.Type, r.Source, r.Target, int(eq.n))
	}
	l.equals[first] = equals{eq.n + 1, int32(len(l.batch.Relationships))}
	l.sentences += len(r.Sentence)
	l.batch.Relationships = append(l.batch.Relationships, r)
}

// speaker gives the node that a piece of text belongs to. Text that only a section owns is the
// document's, under that heading.
func (l *lowering) speaker(o report.Owner) (id graph.ID, heading string) {
	if ids := l.parts[o.Kind]; o.Index < len(ids) && ids[o.Index] != "" {
		return ids[o.Index], ""
	}
	if o.Kind == report.OwnerSection && o.Index < len(l.doc.Sections) {
		heading = l.doc.Sections[o.Index].Title
	}
	return l.document, heading
}

// mention gives the id of the record with a handle in this run and notes that it is named here. It
// reports false for what is no record's handle.
func (l *lowering) mention(handle string, line int) (graph.ID, bool) {
	m, known := l.mentioned[handle]
	if !known {
		id, _, _ := recordID(l.id.Run, handle)
		m = mention{id: id, line: line}
		l.mentioned[handle] = m
	}
	return m.id, m.id != ""
}

// mentions gives the records that are named and not declared here what their name implies.
func (l *lowering) mentions() {
	for handle, m := range l.mentioned {
		if _, ok := l.declared[m.id]; ok || m.id == "" {
			continue
		}
		p := graph.Props{"run": string(l.run), "system": string(l.system), "handle": handle, "member": declaringMember(handle)}
		set(p, "readBack.direction", string(m.direction))
		l.batch.Contributions = append(l.batch.Contributions, graph.Contribution{
			Node: m.id, Kind: m.id.Kind(), Role: graph.Refers, Document: l.document, Line: m.line, Rule: ruleMention, Props: p})
	}
}

// recordKinds are the kinds of record by the middle part of their handles.
var recordKinds = map[string]graph.Kind{
	report.KindComponent: graph.Component, report.KindObject: graph.Object, report.KindRoute: graph.Route,
	report.KindClaim: graph.Claim, report.KindAbsence: graph.Absence, report.KindAuthorityPath: graph.AuthorityPath,
}

// recordID is the id of a record: its run and its handle, whose middle part tells the kind.
func recordID(run, handle string) (graph.ID, graph.Kind, bool) {
	h, ok := report.ParseHandle(handle)
	kind, isRecord := recordKinds[h.Kind]
	if !ok || !isRecord {
		return "", "", false
	}
	return graph.NewID(kind, run, handle), kind, true
}

// declaringMember is the role of the member that declares a record: its analyst's. Where a grammar
// writes no analyst it is the runtime analyst's (report-grammar 2.1).
func declaringMember(handle string) string {
	h, _ := report.ParseHandle(handle)
	switch h.Analyst {
	case report.AnalystMemory:
		return "MEMORY"
	case report.AnalystEpistemic:
		return "EPISTEMIC"
	}
	return "RUNTIME"
}

// setList sets a list unless it is empty.
func setList(p graph.Props, name string, list []string) {
	if len(list) > 0 {
		p[name] = list
	}
}

// set sets a text property unless the text is empty: absent and empty are not told apart in reports.
func set(p graph.Props, name, value string) {
	if value != "" {
		p[name] = value
	}
}

// jsonList writes a list for an opaque property; "" for an empty one.
func jsonList[T any](items []T) string {
	if len(items) == 0 {
		return ""
	}
	return jsonText(items)
}

// jsonText writes a value of ours, which has nothing that JSON cannot write.
func jsonText(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v)
	return strings.TrimSuffix(b.String(), "\n")
}
