package rendered

import (
	"fmt"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A parser reads one document.
type parser struct {
	lines      []line
	member     report.MemberType
	preamble   int  // number of the last line of title and type
	spaced     bool // blank lines stand between blocks
	tables     []table
	quotations []quotation

	doc      report.Document
	diags    collector
	declared map[string]int // handle → index of its record
	headings []int          // record → index of its heading line
	facts    int

	at        place
	answers   []answerLine   // of the open record
	layers    map[string]int // of the open record or annotation: status layer → number of its first line
	proseLine int            // number of the last line that was a paragraph of the present owner, or 0
	malformed []malformedID
}

const none = -1

// A place is where the walk stands: indexes into the Document, or none.
type place struct {
	section    int
	kind       int // the section of the kind heading
	kindNumber int // its index in report.KindTypes
	free       int
	record     int
	annotation int
	orphan     bool // below a record heading that declares nothing
	fresh      bool // the open record has had no body line yet
	route      bool // the open record is a route
	hasList    bool // the section has list items
	entry      bool // an entry of the ledger's compact form is open
	spec       report.SectionType
}

var nowhere = place{section: none, kind: none, free: none, record: none, annotation: none}

const (
	typePrefix   = "Type: "
	labelPrefix  = "Label:"
	partOfPrefix = "Part of:"
	// maxPreamble is the number of lines within which the type must stand.
	maxPreamble = 10
)

// readPreamble reads the title, the type and, should a renderer keep them, the front-matter keys
// that identify the document (report-grammar 1.3). What is not there stays empty.
func (p *parser) readPreamble() {
	first := p.lines[0]
	if !p.structural(first.text) && !strings.HasPrefix(first.text, typePrefix) {
		p.doc.Title, p.preamble = first.text, first.number
	}
	for i := 0; i < len(p.lines) && i < maxPreamble && !p.structural(p.lines[i].text); i++ {
		key, value, ok := strings.Cut(p.lines[i].text, ": ")
		if !ok {
			continue
		}
		value = strings.Trim(value, " \"'")
		switch strings.ToLower(key) {
		case "type":
			p.doc.Type = value
		case "run-id":
			p.doc.Run = value
		case "source-identity":
			p.doc.Source = value
		case "reviewed-boundary":
			p.doc.Revision = value
		default:
			continue
		}
		p.preamble = p.lines[i].number
	}
	if m, ok := memberOf(p.doc.Type); ok {
		p.member, p.doc.Role = m, m.Role
	} else {
		summary := fmt.Sprintf("No known member type: %q", diag.Clip(p.doc.Type))
		if p.doc.Type == "" {
			summary = "No line states the member type"
		}
		p.diags.Warn(CodeUnknownType, p.diags.whole(first), summary,
			"Write a line \"Type: …/types/agentic-system-memory-report.md\" below the title, with the type of this member.")
	}
	p.doc.System = p.member.System(p.doc.Title)
}

// walk reads every line once.
func (p *parser) walk() {
	for i := 0; i < len(p.lines) && p.facts <= maxFacts; {
		switch l := p.lines[i]; l.mark {
		case markQuote:
			i = p.addQuotation(p.quotations[l.ref])
		case markTable:
			i = p.addTable(p.tables[l.ref])
		case markSection:
			p.openSection(i)
			i++
		default:
			p.readLine(i)
			i++
		}
	}
	p.closeSection(p.doc.Lines)
}

// readLine reads one block that is neither quotation, table nor section heading.
func (p *parser) readLine(i int) {
	l := p.lines[i]
	it := readItem(l)
	if l.number <= p.preamble || l.text == quoteMarker || // a horizontal rule
		!it.list && it.offset == 0 && p.heading(i) {
		return
	}
	switch {
	case p.at.record >= 0:
		p.recordLine(l, it)
	case strings.HasPrefix(it.text, partOfPrefix):
		p.diags.Warn(CodePartOfForm, p.diags.whole(l), "A part-of line outside a declaration", "Move it below the label of the record it is about.")
	case p.at.annotation >= 0:
		p.annotationLine(l, it)
	case !p.at.orphan && p.disposition(l, it):
	case p.at.spec.Holds == report.HoldsIdeas || p.at.spec.Holds == report.HoldsIssues:
		p.itemLine(i, it)
	case p.at.spec.Holds == report.HoldsLedger && !p.at.orphan:
		p.ledgerLine(l, it)
	default:
		p.sectionLine(l, it)
	}
}
