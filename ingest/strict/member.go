package strict

import (
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A member is what the rules compare of one document.
type member struct {
	name, file string // as the user knows it; its last segment
	role       string
	verifies   string
	named      bool // in the grammar in which an id must not go on from another

	keys       map[string]key // of the front matter
	declared   []placed
	cited      []placed        // sources
	register   map[string]bool // sources
	revisions  map[string]bool // that the register pins
	quoted     []placed        // revisions that attributions name
	links      []placed        // by destination
	limits     []limit
	limited    map[string]bool // records cited in Limitations; nil without that section
	amendments []placed
	index      *index
}

// A key of the front matter with its value.
type key struct {
	value string
	at    diag.Range
}

// A placed name is a record, a source or a file, with the place where it is named.
type placed struct {
	name string
	at   diag.Range
}

// A limit of a verification and the records that it cites.
type limit struct {
	records []string
	at      diag.Range
}

// An index is the overview's line of amended records.
type index struct {
	records []string
	at      diag.Range
}

// A reader takes what is needed out of one document.
type reader struct {
	doc   *report.Document
	src   *mdtext.Source
	m     *member
	diags diag.Collector
}

// read takes a member of a set out of a document and says what is wrong with it alone; nil for any other
// document.
func read(doc *report.Document, src diag.Source) (*member, diag.List) {
	if _, front := mdtext.FrontKey(src.Bytes, "type"); !front || !slices.ContainsFunc(files, func(f memberFile) bool { return f.role == doc.Role }) {
		return nil, nil
	}
	ignored := diag.Collector{} // the format has said what is wrong with the text
	text, ok := mdtext.New(src, "", &ignored)
	if !ok {
		return nil, nil
	}
	r := &reader{doc: doc, src: text, diags: diag.Collector{Name: src.Name, More: CodeMore}}
	r.m = &member{name: src.Name, file: filepath.Base(src.Name), role: doc.Role, verifies: doc.Verifies, named: doc.Grammar == "G4",
		keys: map[string]key{}, register: map[string]bool{}, revisions: map[string]bool{}}
	if front := text.FrontMatter(); front != nil {
		text.EachKey(front, func(name string, _, v *yaml.Node) {
			if v.Kind == yaml.ScalarNode {
				r.m.keys[name] = key{strings.TrimSpace(v.Value), text.NodeRange(v)}
			}
		})
	}
	r.facts()
	r.links()
	r.alone()
	return r.m, r.diags.Finish()
}

func (r *reader) line(n int) diag.Range { return r.src.LineRange(min(max(n, 1), r.src.Last)) }

// facts takes what the record model has.
func (r *reader) facts() {
	m, d := r.m, r.doc
	for i := range d.Records {
		m.declared = append(m.declared, placed{d.Records[i].Handle, r.line(d.Records[i].Span.Start)})
	}
	for i := range d.Sources {
		m.cited = append(m.cited, placed{d.Sources[i].Handle, r.line(d.Sources[i].Line)})
	}
	for i := range d.Register {
		m.register[d.Register[i].Handle] = true
		for word := range strings.FieldsSeq(d.Register[i].Revision) {
			m.revisions[strings.Trim(word, "`(),;.")] = true
		}
	}
	for i := range d.Passages {
		if p := &d.Passages[i]; p.Revision != "" {
			m.quoted = append(m.quoted, placed{p.Revision, r.line(p.Line)})
		}
	}
	for i := range d.Amendments {
		if a := &d.Amendments[i]; a.Record != "" {
			m.amendments = append(m.amendments, placed{a.Record, r.line(a.Span.Start)})
		}
	}
	if d.Amended != nil {
		m.index = &index{d.Amended.Records, r.line(d.Amended.Line)}
	}
	m.limits = make([]limit, len(d.Blockers))
	for i := range d.Blockers {
		m.limits[i].at = r.line(d.Blockers[i].Span.Start)
	}
	limitations := r.section("Limitations")
	if limitations != nil {
		m.limited = map[string]bool{}
	}
	for i := range d.Citations {
		c := &d.Citations[i]
		if c.Owner.Kind == report.OwnerBlocker && d.Blockers[c.Owner.Index].Limit {
			m.limits[c.Owner.Index].records = append(m.limits[c.Owner.Index].records, c.Handle)
		}
		if limitations != nil && limitations.Span.Start <= c.Line && c.Line <= limitations.Span.End {
			m.limited[c.Handle] = true
		}
	}
}

func (r *reader) section(title string) *report.Section {
	for i := range r.doc.Sections {
		if s := &r.doc.Sections[i]; s.Level == 2 && s.Title == title {
			return s
		}
	}
	return nil
}

// links takes the destinations of all links outside of quotations and code.
func (r *reader) links() {
	for _, b := range r.src.Blocks(func(string) mdtext.Cut { return mdtext.NoCut }) {
		if len(b.Lines) == 0 || b.Kind != mdtext.Heading && b.Kind != mdtext.Prose && b.Kind != mdtext.Table {
			continue
		}
		for _, line := range b.Lines {
			u := r.src.Inline([]mdtext.Span{line}, false)
			for _, l := range u.Links {
				r.m.links = append(r.m.links, placed{l.Dest, r.src.Range(u.Source(l.Label.Start), u.End(l.Label.End))})
			}
		}
	}
}

// alone says what is wrong with the document by itself.
func (r *reader) alone() {
	for _, l := range r.m.links {
		if file, ok := linkedFile(l.name); ok && !filepath.IsLocal(file) {
			r.diags.Add(diag.Error, CodeLinkOutside, l.at, "A link out of the folder of the set", "Link members of the set, and other pages by their address.")
		}
	}
	for i := range r.doc.Annotations {
		r.answers(r.doc.Annotations[i].Fields, "an annotation")
	}
	for i := range r.doc.Records {
		if rec := &r.doc.Records[i]; !report.IsRoute(rec.Handle) {
			r.answers(rec.Fields, rec.Handle)
		}
	}
	for i := range r.doc.Blockers {
		b := &r.doc.Blockers[i]
		if !b.Limit && b.Role == "" && (r.doc.Verifies == "report" || r.doc.Verifies == "records") {
			r.diags.Add(diag.Error, CodeBlockerMember, r.line(b.Span.Start), "A blocker that names no member", "Begin it with the member that it is for: \"runtime: …\".")
		}
	}
	r.profile()
}

// answers reports answers to the questions of routes elsewhere.
func (r *reader) answers(fields []report.Field, where string) {
	for i := range fields {
		if f := &fields[i]; f.Style == report.StyleBullet && slices.Contains(report.RouteAnswers, f.Name) {
			r.diags.Add(diag.Error, CodeAnswerElsewhere, r.line(f.Line), "An answer of a route in "+where, "Answer in the declaration of the route.")
		}
	}
}

// profile holds axes against each other (rules 28 and 29).
func (r *reader) profile() {
	if r.doc.Profile == nil {
		return
	}
	axes := map[string]*report.Axis{}
	for i := range r.doc.Profile.Axes {
		a := &r.doc.Profile.Axes[i]
		axes[a.Name] = a
		inapplicable := func(u report.Unit) bool { return u.Assessment != "inapplicable" }
		if a.Assessment == "known" && len(a.Units) > 0 && !slices.ContainsFunc(a.Units, inapplicable) {
			r.axis(a, "known with units that are all inapplicable", "Assess the axis as inapplicable.")
		}
	}
	if valuesAre(axes["trace_learning"], "no") {
		r.inapplicable(axes["trace_source"], "nothing learns from traces")
	}
	if valuesAre(axes["read_back_direction"], "pull") {
		r.inapplicable(axes["read_back_signal"], "content is only pulled")
	}
}

// valuesAre tells whether an axis is known and one value is all that is found on it.
func valuesAre(a *report.Axis, value string) bool {
	found := 0
	for i := 0; a != nil && a.Assessment == "known" && i < len(a.Units); i++ {
		for _, f := range a.Units[i].Findings {
			if f.Value != value {
				return false
			}
			found++
		}
	}
	return found > 0
}

func (r *reader) inapplicable(a *report.Axis, why string) {
	if a != nil && a.Assessment != "inapplicable" {
		r.axis(a, "not inapplicable, though "+why, "Assess the axis as inapplicable, or correct the other one.")
	}
}

func (r *reader) axis(a *report.Axis, summary, detail string) {
	r.diags.Add(diag.Error, CodeProfileAxis, r.line(a.Line), a.Name+": "+summary, detail)
}

// linkedFile is the file that a relative link leads to; false for an address, or a place in the same
// document.
func linkedFile(dest string) (file string, ok bool) {
	file, _, _ = strings.Cut(dest, "#")
	if file == "" || strings.Contains(file, ":") {
		return "", false
	}
	return filepath.Clean(filepath.FromSlash(file)), true
}
