package markdown

import (
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A parse is the reading of one document.
type parse struct {
	src          *mdtext.Source
	blocks       []mdtext.Block
	member       report.MemberType
	profileNode  *yaml.Node
	olderProfile bool // it is of a revision before P2

	doc      report.Document
	diags    diag.Collector
	declared map[string]int // handle → index of its record
	headings []diag.Range   // record → its heading
	facts    int

	at        place
	answers   []answerLine          // of the open record
	readings  []report.FieldReading // of the last block
	handles   []report.HandleToken  // of the last unit
	inherited []inheritance         // what the records of the open kind inherit
	layers    map[string]int        // of the open record or annotation: status layer → number of its first line
	found     map[int]bool          // listed sections that were opened
	pending   []unresolved          // names of this document's own records, until all declarations are known
	malformed []unresolved          // what is written like an id and is none
	register  map[string]bool
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
	route      bool // the open record is a route
	inner      bool // below a heading inside the open record
	preamble   bool // below the heading of a kind, above its first record
	spec       report.SectionType
	blockers   bool     // a list in this prose is one of blockers (report-grammar 1.5)
	items      int      // items read in the section
	hasList    bool     // the section has list items
	inItem     bool     // the block is one of a list item
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
		if len(b.Lines) == 0 {
			continue
		}
		p.at.inItem = b.Kind == mdtext.Prose && b.Item.Depth > 0
		switch b.Kind {
		case mdtext.Heading:
			p.heading(b)
			p.at.hasList = b.Level == levelSection && hasList(p.blocks[i+1:]) || b.Level > levelSection && p.at.hasList
		case mdtext.Quote:
			p.quotation(b)
		case mdtext.Table:
			p.table(b)
		case mdtext.Text:
			raw := p.src.Joined(b.Lines)
			p.addText(collapse(raw), report.BlockProse, report.Lines{First: p.lines(b).Start})
		case mdtext.Prose:
			p.prose(b)
		}
	}
	p.closeTo(0, p.src.Last)
	p.checkSections()
}

// hasList tells whether list items stand before the next section.
func hasList(blocks []mdtext.Block) bool {
	for _, b := range blocks {
		if b.Kind == mdtext.Heading && b.Level <= levelSection {
			return false
		}
		if b.Kind == mdtext.Prose && b.Item.Depth > 0 {
			return true
		}
	}
	return false
}

// prose reads one block of running text.
func (p *parse) prose(b mdtext.Block) {
	u := p.src.Inline(b.Lines, false)
	if u.Text == "" {
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
func (p *parse) sectionProse(b mdtext.Block, u *mdtext.Unit, at report.Span) {
	if marker, ok := emptyMarker(u.Text); ok && len(p.at.sections) > 0 {
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
		if p.at.blockers && b.Item.Depth > 0 {
			p.itemBlock(b, u, at)
			return
		}
		p.sectionBlock(u)
	}
}

// sectionBlock reads a block that belongs to a section or to the document.
func (p *parse) sectionBlock(u *mdtext.Unit) {
	if found := p.statuses(u); !p.at.orphan && !p.inheritable(u, found) {
		for _, s := range found {
			p.addStatus(&p.doc.Statuses, s, u, "")
		}
	}
	p.addUnit(u, report.BlockProse)
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
func (p *parse) begins(u *mdtext.Unit, words string) bool {
	return strings.HasPrefix(u.Text, words) && !u.Coded(0)
}

// lines are the physical lines of a block.
func (p *parse) lines(b mdtext.Block) report.Span {
	return report.Span{Start: p.src.Number(b.Lines[0].Start), End: p.src.Number(b.Lines[len(b.Lines)-1].Start)}
}

// whole is the range of a unit, with the destination of a link that ends it.
func (p *parse) whole(u *mdtext.Unit) diag.Range {
	at := p.within(u, 0, len(u.Text))
	rest, _, _ := strings.Cut(p.src.Text[u.End(len(u.Text)):], "\n")
	if end := strings.IndexByte(rest, ')'); strings.HasPrefix(rest, "](") && end > 0 {
		at.End.Column += end + 1
		at.End.Byte += end + 1
	}
	return at
}

// within is the range of a part of a unit's text.
func (p *parse) within(u *mdtext.Unit, start, end int) diag.Range {
	return p.src.Range(u.Source(start), u.End(end))
}

// lineOf is the physical line of a byte of a unit's text.
func (p *parse) lineOf(u *mdtext.Unit, at int) int { return p.src.Number(u.Source(at)) }

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

// addUnit adds a unit to the blocks of whatever it stands directly below.
func (p *parse) addUnit(u *mdtext.Unit, kind report.BlockKind) { p.addBlock(p.below(), u, kind) }

// below is what text stands directly below, free sections included.
func (p *parse) below() report.Owner {
	owner := p.owner()
	if owner.Kind == report.OwnerSection {
		owner.Index = p.innermost()
	}
	return owner
}

func (p *parse) addText(text string, kind report.BlockKind, lines report.Lines) {
	owner := p.below()
	p.doc.Blocks = append(p.doc.Blocks, report.Block{Owner: owner, Kind: kind, Text: text, Lines: lines})
}

func (p *parse) addBlock(owner report.Owner, u *mdtext.Unit, kind report.BlockKind) {
	p.doc.Blocks = append(p.doc.Blocks, report.Block{Owner: owner, Kind: kind, Text: u.Text, Lines: p.linesOf(u),
		Listed: kind == report.BlockProse && p.at.inItem, Code: report.Quoted(u.Text, u.Codes)})
}

// linesOf tells on which lines a unit stands.
func (p *parse) linesOf(u *mdtext.Unit) report.Lines {
	return report.Lines{First: p.lineOf(u, 0), Breaks: u.Breaks()}
}

// settle does what needs the whole document.
func (p *parse) settle() {
	p.doc.SetTexts()
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
