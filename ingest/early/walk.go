package early

import (
	"fmt"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A parse is the reading of one document.
type parse struct {
	src   *mdtext.Source
	doc   report.Document
	diags diag.Collector
	facts int

	declared map[string]int // id → index of its record
	headings []diag.Range   // record → where it is declared
	kept     kept
	at       place
}

const none = -1

// A place is where the walk stands: indexes into the Document, or none.
type place struct {
	sections   []int // open sections, outermost first
	shared     bool  // below the section of records of a single file
	kind       int   // index in report.KindTypes of the kind that the headings announce
	kindLevel  int
	holds      report.Content // what the tables and items of the section are
	holdsLevel int
	record     int
	inner      bool         // below a heading inside the open record
	item       report.Owner // the list item that may go on; its Kind is "" where there is none
	inItem     bool         // the block is one of a list item
}

// cutLine parts a paragraph before a line that is one conclusion status and nothing else.
func cutLine(line string) mdtext.Cut {
	if strings.Contains(line, "onclusion status") {
		if found := report.ScanStatuses(strings.ReplaceAll(line, "`", "")); len(found) == 1 && found[0].Line {
			return mdtext.CutBefore
		}
	}
	return mdtext.NoCut
}

// block reads one block of the document. Quotations and code are evidence, never syntax.
func (p *parse) block(b mdtext.Block) {
	if len(b.Lines) == 0 {
		return
	}
	p.at.inItem = b.Kind == mdtext.Prose && b.Item.Depth > 0
	switch b.Kind {
	case mdtext.Heading:
		p.heading(b)
	case mdtext.Quote:
		p.quotation(b)
	case mdtext.Table:
		p.table(b)
	case mdtext.Text:
		text := strings.Join(strings.Fields(p.src.Joined(b.Lines)), " ")
		p.kept.unread += len(report.ScanHandles(text))
		p.addText(p.owner(), text, report.BlockProse, report.Lines{First: p.lines(b).Start})
	case mdtext.Prose:
		if p.isRagged(b) {
			p.table(b)
			return
		}
		u := p.src.Inline(b.Lines, false)
		if u.Text != "" {
			p.prose(b, &u, p.lines(b))
		}
	}
}

// isRagged tells whether a paragraph is a table that Markdown takes for none, since the row below its header
// has another number of cells.
func (p *parse) isRagged(b mdtext.Block) bool {
	if len(b.Lines) < 2 || !strings.HasPrefix(p.src.Of(b.Lines[0]), "|") {
		return false
	}
	below := p.src.Of(b.Lines[1])
	if !strings.HasPrefix(below, "|-") || strings.Trim(below, "|-: ") != "" {
		return false
	}
	p.diags.Warn(CodeTableRow, p.src.Range(b.Lines[1].Start, b.Lines[1].End), "The row below a table's header has another number of cells",
		"It is read as a table all the same.")
	return true
}

// prose reads one block of running text.
func (p *parse) prose(b mdtext.Block, u *mdtext.Unit, at report.Span) {
	if p.recordProse(b, u, at) {
		return
	}
	if p.at.record >= 0 {
		p.recordBlock(u, at, b.Item.First)
		return
	}
	if l, ok := report.LeadingLabel(u.Text); ok {
		p.identify(l.Label, l.Text)
	}
	if p.disposition(u, at) || p.itemBlock(b, u, at) {
		return
	}
	if marker := strings.TrimSuffix(u.Text, "."); emptyMarkers[strings.ToLower(marker)] && len(p.at.sections) > 0 {
		p.doc.Sections[p.at.sections[len(p.at.sections)-1]].Empty = marker
	}
	p.statuses(u, &p.doc.Statuses)
	p.addUnit(p.owner(), u, report.BlockProse)
	p.scan(u, p.owner())
}

// emptyMarkers are the sentences by which a section says that it holds nothing (report-grammar 9, 18).
var emptyMarkers = map[string]bool{
	"none": true, "none declared in this member": true, "none found": true, "no route found within boundary": true,
}

// itemBlock reads one block of a section that holds items and reports whether it is part of one. Further
// blocks of an item, nested lists too, go on with it; a paragraph beside the list is text.
func (p *parse) itemBlock(b mdtext.Block, u *mdtext.Unit, at report.Span) bool {
	if b.Item.Depth == 0 {
		p.at.item = report.Owner{}
		return false
	}
	if p.at.item.Kind == "" || b.Item.Depth == 1 && b.Item.First {
		p.at.item = p.openItem(u, at)
	} else {
		p.item().End = at.End
	}
	if p.at.item.Kind == "" {
		return false
	}
	p.addUnit(p.at.item, u, report.BlockProse)
	p.scan(u, p.at.item)
	return true
}

// openItem files what begins with a list item, if the section holds any.
func (p *parse) openItem(u *mdtext.Unit, at report.Span) report.Owner {
	lead := strings.TrimRight(u.Text[u.Lead.Start:u.Lead.End], " .:")
	switch p.at.holds {
	case report.HoldsIdeas:
		p.doc.Ideas = append(p.doc.Ideas, report.Idea{Number: len(p.doc.Ideas) + 1, Title: lead, Span: at})
		return report.Owner{Kind: report.OwnerIdea, Index: len(p.doc.Ideas) - 1}
	case report.HoldsIssues:
		p.doc.Issues = append(p.doc.Issues, report.Issue{Number: len(p.doc.Issues) + 1, Title: lead, Span: at})
		return report.Owner{Kind: report.OwnerIssue, Index: len(p.doc.Issues) - 1}
	case report.HoldsLimitations:
		p.doc.Limitations = append(p.doc.Limitations, report.Limitation{
			Number: len(p.doc.Limitations) + 1, Affects: report.Cell{Records: recordsIn(u.Text)}, Span: at})
		return report.Owner{Kind: report.OwnerLimitation, Index: len(p.doc.Limitations) - 1}
	}
	return report.Owner{}
}

// item is the span of the open item.
func (p *parse) item() *report.Span {
	switch i := p.at.item.Index; p.at.item.Kind {
	case report.OwnerIdea:
		return &p.doc.Ideas[i].Span
	case report.OwnerIssue:
		return &p.doc.Issues[i].Span
	default:
		return &p.doc.Limitations[i].Span
	}
}

// owner is the nearest enclosing part of the document that owns text.
func (p *parse) owner() report.Owner {
	if p.at.record >= 0 {
		return report.Owner{Kind: report.OwnerRecord, Index: p.at.record}
	}
	if n := len(p.at.sections); n > 0 {
		return report.Owner{Kind: report.OwnerSection, Index: p.at.sections[n-1]}
	}
	return report.Owner{Kind: report.OwnerDocument}
}

func (p *parse) addUnit(owner report.Owner, u *mdtext.Unit, kind report.BlockKind) {
	p.doc.Blocks = append(p.doc.Blocks, report.Block{Owner: owner, Kind: kind, Text: u.Text, Lines: report.Lines{First: p.lineOf(u, 0), Breaks: u.Breaks()},
		Listed: kind == report.BlockProse && p.at.inItem, Code: report.Quoted(u.Text, u.Codes)})
}

func (p *parse) addText(owner report.Owner, text string, kind report.BlockKind, lines report.Lines) {
	if text != "" {
		p.doc.Blocks = append(p.doc.Blocks, report.Block{Owner: owner, Kind: kind, Text: text, Lines: lines})
	}
}

// lines are the physical lines of a block.
func (p *parse) lines(b mdtext.Block) report.Span {
	return report.Span{Start: p.src.Number(b.Lines[0].Start), End: p.src.Number(b.Lines[len(b.Lines)-1].Start)}
}

// whole is the range of a unit.
func (p *parse) whole(u *mdtext.Unit) diag.Range { return p.within(u, 0, len(u.Text)) }

// within is the range of a part of a unit's text.
func (p *parse) within(u *mdtext.Unit, start, end int) diag.Range {
	return p.src.Range(u.Source(start), u.End(end))
}

// lineOf is the physical line of a byte of a unit's text.
func (p *parse) lineOf(u *mdtext.Unit, at int) int { return p.src.Number(u.Source(at)) }

// maxFacts is how many facts one document may state.
const maxFacts = 200_000

// fact counts a fact on a line and reports false, once with a diagnostic, when the document states more of
// them than any report. A few bytes can make one, and each is stored with its sentence.
func (p *parse) fact(line int) bool {
	p.facts++
	if p.facts == maxFacts+1 {
		p.diags.Add(diag.Error, CodeTooLarge, p.src.LineRange(line), fmt.Sprintf("More than %d facts", maxFacts),
			"This is no report of one system; what follows is not read.")
	}
	return p.facts <= maxFacts
}

// settle does what needs the whole document.
func (p *parse) settle() {
	p.doc.SetTexts()
	p.settleIdentity()
	p.supersede()
	p.doc.Paths = report.ProvenPaths(p.doc.Paths, p.doc.Passages)
	p.tellKept()
}
