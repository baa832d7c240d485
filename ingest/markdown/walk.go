package markdown

import (
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A parse is the reading of one document.
type parse struct {
	original    []byte
	src         *source
	blocks      []block
	member      report.MemberType
	profileNode *yaml.Node

	doc      report.Document
	diags    diag.Collector
	declared map[string]int // handle → index of its record
	headings []diag.Range   // record → its heading
	texts    map[report.Owner][]string
	facts    int
	inlines  inlineScan

	at       place
	answers  []answerLine   // of the open record
	layers   map[string]int // of the open record or annotation: status layer → number of its first line
	found    map[int]bool   // listed sections that were opened
	pending  []unresolved   // same-document links, until all declarations are known
	register map[string]bool
}

const none = -1

// A place is where the walk stands: indexes into the Document, or none.
type place struct {
	sections   []int // open sections, outermost first
	listed     int   // the innermost of them that owns what stands in it
	kind       int   // index in report.KindTypes of the kind heading above, or none
	record     int
	annotation int
	orphan     bool // below a record heading that declares nothing
	fresh      bool // the open record has had no body yet
	inner      bool // below a heading inside the open record
	spec       report.SectionType
	items      int      // items read in the section
	hasList    bool     // the section has list items
	open       openItem // the list item that may go on
}

// An openItem is the idea, issue, limitation or blocker whose further blocks are still its own.
type openItem struct {
	owner report.Owner
	span  *report.Span
}

var nowhere = place{listed: none, kind: none, record: none, annotation: none}

const (
	labelPrefix  = "Label:"
	partOfPrefix = "Part of:"
)

// walk reads every block once.
func (p *parse) walk() {
	p.found = map[int]bool{}
	for i, b := range p.blocks {
		if len(b.lines) == 0 {
			continue
		}
		switch b.kind {
		case blockHeading:
			p.heading(b)
			p.at.hasList = b.level == levelSection && hasList(p.blocks[i+1:]) || b.level > levelSection && p.at.hasList
		case blockQuote:
			p.quotation(b)
		case blockTable:
			p.table(b)
		case blockText:
			raw, _ := p.src.join(b.lines)
			p.addText(collapse(raw))
		case blockProse:
			p.prose(b)
		}
	}
	p.closeTo(0, p.src.last)
	p.checkSections()
}

// hasList tells whether list items stand before the next section.
func hasList(blocks []block) bool {
	for _, b := range blocks {
		if b.kind == blockHeading && b.level <= levelSection {
			return false
		}
		if b.kind == blockProse && b.item.depth > 0 {
			return true
		}
	}
	return false
}

// prose reads one block of running text.
func (p *parse) prose(b block) {
	u := p.inline(b.lines, false)
	if u.text == "" {
		return
	}
	at := p.lines(b)
	if p.doc.Role == "memory" && p.begins(&u, "Validation: pending") {
		p.diags.Warn(CodePending, p.whole(&u), "The report says that its validation is pending", "Remove the line when the report is validated.")
	}
	switch {
	case p.at.record >= 0:
		p.recordBlock(b, &u, at)
	case p.begins(&u, partOfPrefix):
		p.diags.Warn(CodePartOfForm, p.whole(&u), "A part-of line outside a declaration", "Move it below the label of the record it is about.")
	case p.at.annotation >= 0:
		p.annotationBlock(b, &u, at)
	case p.at.orphan:
		p.sectionBlock(&u)
	default:
		p.sectionProse(b, &u, at)
	}
}

// sectionProse reads a block that stands directly in a section, by what the section holds.
func (p *parse) sectionProse(b block, u *unit, at report.Span) {
	if marker, ok := emptyMarker(u.text); ok && len(p.at.sections) > 0 {
		p.doc.Sections[p.innermost()].Empty = marker
		p.sectionBlock(u)
		return
	}
	if p.disposition(u, at) {
		return
	}
	switch p.at.spec.Holds {
	case report.HoldsIdeas, report.HoldsIssues, report.HoldsLimitations, report.HoldsBlockers, report.HoldsLimits:
		p.itemBlock(b, u, at)
	case report.HoldsLedger:
		p.ledgerBlock(b)
	default:
		p.sectionBlock(u)
	}
}

// sectionBlock reads a block that belongs to a section or to the document.
func (p *parse) sectionBlock(u *unit) {
	if !p.at.orphan {
		for _, s := range p.statuses(u) {
			p.addStatus(&p.doc.Statuses, s, u, "")
		}
	}
	p.addText(u.text)
	p.scan(u, p.owner())
}

// emptyMarkers are the sentences by which a section says that it holds nothing (report-grammar 9.18).
var emptyMarkers = []string{"none", "none declared in this member", "none found", "no route found within boundary"}

func emptyMarker(text string) (string, bool) {
	text = strings.TrimSuffix(text, ".")
	for _, m := range emptyMarkers {
		if strings.EqualFold(text, m) {
			return text, true
		}
	}
	return "", false
}

// begins tells whether a unit begins with words that are no code.
func (p *parse) begins(u *unit, words string) bool {
	return strings.HasPrefix(u.text, words) && !u.coded(0)
}

// lines are the physical lines of a block.
func (p *parse) lines(b block) report.Span {
	return report.Span{Start: p.src.number(b.lines[0].start), End: p.src.number(b.lines[len(b.lines)-1].start)}
}

// whole is the range of a unit.
func (p *parse) whole(u *unit) diag.Range { return p.within(u, 0, len(u.text)) }

// within is the range of a part of a unit's text.
func (p *parse) within(u *unit, start, end int) diag.Range {
	return p.src.at(u.source(start), u.end(end))
}

// lineOf is the physical line of a byte of a unit's text.
func (p *parse) lineOf(u *unit, at int) int { return p.src.number(u.source(at)) }

// owner is the nearest enclosing part of the document that owns text.
func (p *parse) owner() report.Owner {
	switch {
	case p.at.record >= 0:
		return report.Owner{Kind: report.OwnerRecord, Index: p.at.record}
	case p.at.annotation >= 0:
		return report.Owner{Kind: report.OwnerAnnotation, Index: p.at.annotation}
	case p.at.listed >= 0:
		return report.Owner{Kind: report.OwnerSection, Index: p.at.listed}
	}
	return report.Owner{Kind: report.OwnerDocument}
}

// innermost is the section that text directly stands in.
func (p *parse) innermost() int { return p.at.sections[len(p.at.sections)-1] }

// addText adds a block to the prose of whatever it stands directly below.
func (p *parse) addText(text string) {
	owner := p.owner()
	if owner.Kind == report.OwnerSection {
		owner.Index = p.innermost()
	}
	p.texts[owner] = append(p.texts[owner], text)
}

// settle does what needs the whole document.
func (p *parse) settle() {
	p.doc.SetTexts(p.texts)
	if p.doc.System == "" {
		p.doc.System = p.member.System(p.doc.Title)
	}
	if p.doc.Role == "verification" && p.doc.Verifies == "" {
		p.doc.Verifies = verifiedBy(p.doc.Title)
	}
	p.checkLinks()
	p.checkRegister()
	p.doc.Paths = report.ProvenPaths(p.doc.Paths, p.doc.Passages)
}

// verifiedBy tells from a verification's title what it verifies, where front matter does not say so.
func verifiedBy(title string) string {
	title = strings.ToLower(title)
	for _, v := range []struct{ words, what string }{
		{"report verification", "report"}, {"record verification", "report"},
		{"profile verification", "profile"}, {"synthesis verification", "synthesis"},
	} {
		if strings.HasSuffix(title, v.words) {
			return v.what
		}
	}
	return ""
}

// collapse folds every run of blanks to one space.
func collapse(s string) string { return strings.Join(strings.Fields(s), " ") }
