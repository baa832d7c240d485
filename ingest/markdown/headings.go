package markdown

import (
	"fmt"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

const (
	levelTitle   = 1
	levelSection = 2
	levelKind    = 3
	levelRecord  = 4
)

// heading opens what a heading declares.
func (p *parse) heading(b mdtext.Block) {
	u := p.src.Inline(b.Lines, false)
	number := p.src.Number(b.Lines[0].Start)
	if b.Level > levelRecord {
		p.innerHeading(&u, number)
		return
	}
	p.closeTo(b.Level, number-1)
	switch b.Level {
	case levelTitle:
		if p.doc.Title == "" {
			p.doc.Title = u.Text
		}
	case levelSection:
		p.openSection(&u, number)
	case levelKind:
		p.openKind(&u, number)
	default:
		p.openRecordLevel(b, &u, number)
	}
}

// innerHeading reads a heading below the level of records. In a record it opens nothing: text and
// quotations below it stay the record's, fields and statuses do not count (report-grammar 10.16).
func (p *parse) innerHeading(u *mdtext.Unit, number int) {
	if p.at.record >= 0 || p.at.annotation >= 0 {
		p.at.inner = true
	}
	p.addUnit(u, report.BlockProse)
	if p.recordHeading(u) {
		p.headingLevel(u)
		return
	}
	p.scan(u, p.owner())
}

// recordHeading tells whether a heading has the form of a declaration.
func (p *parse) recordHeading(u *mdtext.Unit) bool {
	d, ok := declaration(u.Text)
	return ok && p.denotes(d.class) && (p.older() || d.label == "")
}

func (p *parse) headingLevel(u *mdtext.Unit) {
	p.diags.Warn(CodeHeadingLevel, p.whole(u), diag.Clip(u.Text)+" stands in a heading of another level and declares nothing",
		"A record heading has level 4: \"#### "+diag.Clip(u.Text)+"\".")
}

// openSection opens a section of level 2. One that the member type does not list owns its text all
// the same, since nothing else stands around it.
func (p *parse) openSection(u *mdtext.Unit, number int) {
	s := p.member.Section(u.Text)
	p.addSection(u, number, levelSection, s < 0)
	p.at.spec = report.SectionType{}
	p.at.items = 0
	if s < 0 {
		p.scan(u, p.owner())
		return
	}
	p.at.spec = p.member.Sections[s]
	p.at.blockers = p.doc.Role == "boundary" && u.Text == "Not reached"
	if p.member.Role == "" {
		return
	}
	if p.found[s] {
		p.diags.Warn(CodeSectionOrder, p.whole(u), fmt.Sprintf("%q stands here a second time", u.Text), "Join the two sections.")
	}
	for later := range p.found {
		if later > s && !p.found[s] {
			p.diags.Warn(CodeSectionOrder, p.whole(u), fmt.Sprintf("Section %q is out of order", u.Text),
				"Put the sections in the order of the member type.")
			break
		}
	}
	p.found[s] = true
}

// checkSections names the required sections that are not there.
func (p *parse) checkSections() {
	var missing []string
	for i, s := range p.member.Sections {
		if !s.Optional && !p.found[i] && p.member.Role != "" {
			missing = append(missing, s.Title)
		}
	}
	if len(missing) > 0 {
		p.diags.Warn(CodeSectionMissing, p.src.LineRange(p.firstLine()), "Missing sections: "+strings.Join(missing, ", "),
			"The document may be cut off, or the headings worded otherwise; their facts are not stated.")
	}
}

// firstLine is the number of the first line of the body that is not blank.
func (p *parse) firstLine() int {
	for n := p.src.Body; n <= p.src.Last; n++ {
		if strings.TrimSpace(p.src.Line(n)) != "" {
			return n
		}
	}
	return 1
}

// openKind opens a heading of level 3: a kind's inside Shared records, or a free one.
func (p *parse) openKind(u *mdtext.Unit, number int) {
	kind := none
	if p.at.spec.Holds == report.HoldsRecords {
		kind = report.KindHeading(u.Text)
	}
	if kind >= 0 && kind <= p.at.kind {
		p.diags.Warn(CodeSectionOrder, p.whole(u), fmt.Sprintf("%q is out of order", u.Text),
			"Put the six kinds in the order of the record contract, each once.")
	}
	p.addSection(u, number, levelKind, kind < 0)
	p.at.blockers = p.doc.Role == "overview" && u.Text == "Blockers"
	if kind >= 0 {
		p.at.kind, p.at.preamble = kind, true
		return
	}
	if p.recordHeading(u) {
		p.headingLevel(u)
		p.at.orphan = true
		return
	}
	p.scan(u, p.owner())
}

func (p *parse) addSection(u *mdtext.Unit, number, level int, free bool) {
	p.doc.Sections = append(p.doc.Sections, report.Section{Title: u.Text, Level: level, Free: free, Span: report.Span{Start: number}})
	p.at.sections = append(p.at.sections, len(p.doc.Sections)-1)
	if !free || level == levelSection {
		p.at.listed = len(p.doc.Sections) - 1
	}
	p.at.open = openItem{}
}

// openRecordLevel opens a heading of level 4: a declaration, an annotation, or a free one.
func (p *parse) openRecordLevel(b mdtext.Block, u *mdtext.Unit, number int) {
	if d, ok := declaration(u.Text); ok && len(u.Links) == 0 && p.declare(b, d, u, number) {
		return
	}
	if strings.HasPrefix(u.Text, annotationPrefix) && len(p.at.sections) > 0 && p.openAnnotation(u, number) {
		return
	}
	p.addSection(u, number, levelRecord, true)
	p.scan(u, p.owner())
}

// declare opens the record of a heading that is an id. It reports false where the heading is another.
func (p *parse) declare(b mdtext.Block, d decl, u *mdtext.Unit, number int) bool {
	handle, _ := report.ParseHandle(d.handle)
	if p.at.spec.Holds != report.HoldsRecords {
		if !p.denotes(d.class) {
			return false
		}
		p.at.orphan = true
		p.diags.Warn(CodeOutsideSharedRecords, p.whole(u), d.handle+" stands outside Shared records and declares nothing",
			"Move the record below the heading of its kind in Shared records.")
		return true
	}
	if handle.Analyst == "" && (p.doc.Grammar == grammarG4 || p.doc.Grammar == grammarG3) {
		p.at.orphan = true
		p.diags.Warn(CodeForeignPrefix, p.whole(u), d.handle+" has no analyst's prefix and declares nothing", "Write the prefix of the member's analyst.")
		return true
	}
	if !p.denotes(d.class) {
		p.at.orphan = true
		p.diags.Add(diag.Error, CodeMalformedDeclaration, p.whole(u), diag.Clip(d.handle)+" is no record id, so its record has no identity",
			"An id is analyst, kind and one to three lower-case words: MEM-OBJ-shelf-index.")
		p.diags.Silent = true
		return true
	}
	p.at.preamble = false
	index := len(p.doc.Records)
	p.doc.Records = report.Add(p.doc.Records, report.Record{Handle: d.handle, Label: d.label, Span: report.Span{Start: number}})
	p.headings = append(p.headings, p.whole(u))
	p.at.record, p.at.fresh, p.at.route = index, d.label == "", handle.Kind == report.KindRoute
	if first, twice := p.declared[d.handle]; twice {
		p.diags.Add(diag.Error, CodeDuplicateDeclaration, p.whole(u), d.handle+" is declared a second time",
			"Give one of the two records another id, or merge them.",
			diag.Related{Message: "first declared here", Range: p.headings[first]})
		p.diags.Silent = true
		return true
	}
	p.declared[d.handle] = index
	p.checkDeclaration(b, d, u, handle)
	return true
}

func (p *parse) checkDeclaration(b mdtext.Block, d decl, u *mdtext.Unit, handle report.Handle) {
	switch {
	case p.older():
		if d.label != "" {
			label := u.Part(len(u.Text)-len(d.label), len(u.Text))
			p.scan(&label, p.owner())
		}
	case d.label != "":
		p.diags.Warn(CodeLabelInHeading, p.whole(u), "The label of "+d.handle+" stands in its heading",
			"Write the id alone and \"Label: …\" on the line below.")
	case p.src.Of(b.Lines[0]) != d.handle:
		p.diags.Warn(CodeHeadingForm, p.whole(u), "The heading of "+d.handle+" has marks around the id", "Write the id alone.")
	}
	if p.member.Role != "" && analystOf(d.handle) != p.member.Analyst {
		detail := "This member declares no records; declare it in its own member."
		if p.member.Analyst != "" {
			detail = fmt.Sprintf("Its ids begin with %s-; declare this record in its own member.", p.member.Analyst)
		}
		p.diags.Warn(CodeForeignPrefix, p.whole(u), fmt.Sprintf("%s is not an id that a %s report declares", d.handle, p.member.Role), detail)
	}
	if k := p.at.kind; k >= 0 && report.KindTypes[k].Kind != handle.Kind {
		p.diags.Warn(CodeKindMismatch, p.whole(u), fmt.Sprintf("%s stands under %q", d.handle, report.KindTypes[k].Title),
			"The id decides the kind; move the record below the heading of its kind.")
	}
}

// annotationPrefix opens the heading of an annotation.
const annotationPrefix = "On "

// openAnnotation opens the annotation of a heading "On" with one record (report-grammar 2.4): in G5 a link,
// for which a bare id is taken with a warning, before G5 an id with a label behind it. Several records
// are none.
func (p *parse) openAnnotation(u *mdtext.Unit, number int) bool {
	bare, label, _ := strings.Cut(strings.TrimPrefix(u.Text, annotationPrefix), " — ")
	head := u.Part(0, len(annotationPrefix)+len(bare))
	cited, target := p.cited(&head), ""
	if !p.older() {
		cited, label = p.recordLinks(u), ""
	}
	switch {
	case len(cited) > 1:
		p.at.orphan = true
		p.diags.Warn(CodeAnnotationTarget, p.whole(u), "An annotation on more than one record",
			"Write one annotation for each record: \"#### On [ID](member.md#id)\".")
		return false
	case len(cited) == 1 && (!p.older() || cited[0].linked || bare == cited[0].handle):
		target = cited[0].handle
	case !p.older() && report.IsNamed(bare):
		target = bare
		p.diags.Warn(CodeAnnotationForm, p.whole(u), "An annotation heading without a link", "Write \"#### On [ID](member.md#id)\".")
	default:
		return false
	}
	p.at.annotation = len(p.doc.Annotations)
	p.doc.Annotations = append(p.doc.Annotations, report.Annotation{Target: target, Label: label, Span: report.Span{Start: number}})
	for _, c := range cited {
		p.checkLink(u, c)
	}
	if label != "" {
		part := u.Part(len(u.Text)-len(label), len(u.Text))
		p.scan(&part, p.owner())
	}
	p.checkAnnotation(u, target)
	return true
}

func (p *parse) checkAnnotation(u *mdtext.Unit, target string) {
	if p.member.Analyst != "" && analystOf(target) == p.member.Analyst {
		p.diags.Warn(CodeAnnotationOwn, p.whole(u), "An annotation on "+target+", a record of the same analyst",
			"Say it in the record itself; annotations are about records of others.")
	}
	if p.at.spec.Holds != report.HoldsAnnotations && p.member.Role != "" && p.member.Role != "epistemic" {
		p.diags.Warn(CodeOutsideAnnotations, p.whole(u), "An annotation on "+target+" outside Annotations",
			"It is read as an annotation; move it to that section.")
	}
}

// closeTo closes everything that a heading of a level ends. last is the line before the heading.
func (p *parse) closeTo(level, last int) {
	end := last
	for end > 1 && strings.TrimSpace(p.src.Line(end)) == "" {
		end--
	}
	p.closeRecord(end)
	for n := len(p.at.sections) - 1; n >= 0; n-- {
		s := &p.doc.Sections[p.at.sections[n]]
		if s.Level < level {
			break
		}
		s.Span.End = max(end, s.Span.Start)
		p.at.sections = p.at.sections[:n]
	}
	p.at.listed = none
	for _, i := range p.at.sections {
		if s := &p.doc.Sections[i]; !s.Free || s.Level == levelSection {
			p.at.listed = i
		}
	}
	p.at.open = openItem{}
	if level <= levelSection {
		p.at.spec, p.at.kind, p.at.items = report.SectionType{}, none, 0
	}
	if level <= levelKind {
		p.at.blockers, p.at.preamble = false, false
		p.closeInheritance()
	}
}

// closeRecord closes the open record or annotation.
func (p *parse) closeRecord(end int) {
	if p.at.record >= 0 {
		r := &p.doc.Records[p.at.record]
		r.Span.End = max(end, r.Span.Start)
		p.inherit(r)
		p.checkRecord(r)
	}
	if p.at.annotation >= 0 {
		a := &p.doc.Annotations[p.at.annotation]
		a.Span.End = max(end, a.Span.Start)
	}
	p.at.record, p.at.annotation, p.at.orphan, p.at.inner = none, none, false, false
	p.diags.Silent = false
	p.answers = p.answers[:0]
	clear(p.layers)
}
