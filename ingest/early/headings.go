package early

import (
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

const (
	levelTitle   = 1
	levelSection = 2
	levelKind    = 3
	levelRecord  = 4
)

// registerTitle is the section of the sources.
const registerTitle = "Source register"

// heading opens what a heading declares.
func (p *parse) heading(b mdtext.Block) {
	u := p.src.Inline(b.Lines, false)
	number := p.src.Number(b.Lines[0].Start)
	if b.Level > levelRecord {
		// Fields and statuses below it do not count (report-grammar 10.16); text stays the record's.
		p.at.inner = p.at.record >= 0
		p.addUnit(p.owner(), &u, report.BlockProse)
		p.scan(&u, p.owner())
		return
	}
	p.close(b.Level, number-1)
	if b.Level == levelTitle {
		p.title(&u)
		p.scan(&u, p.owner())
		return
	}
	if b.Level >= levelKind && p.recordHeading(&u, number) {
		return
	}
	p.doc.Sections = append(p.doc.Sections, report.Section{Title: u.Text, Level: b.Level, Span: report.Span{Start: number}})
	p.at.sections = append(p.at.sections, len(p.doc.Sections)-1)
	if holds := contentOf(u.Text); holds != report.HoldsProse && (holds != report.HoldsCoverage || p.single()) {
		p.at.holds, p.at.holdsLevel = holds, b.Level
	}
	if b.Level == levelSection {
		p.at.shared = p.single() && u.Text == report.SharedRecords
	}
	if at := kindOf(u.Text); at >= 0 && (p.at.shared || !p.single()) {
		p.at.kind, p.at.kindLevel = at, b.Level
	}
	p.scan(&u, p.owner())
}

// close ends everything that a heading of a level ends. last is the line before the heading.
func (p *parse) close(level, last int) {
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
	if level <= p.at.holdsLevel {
		p.at.holds, p.at.holdsLevel = report.HoldsProse, 0
	}
	if level <= p.at.kindLevel {
		p.at.kind, p.at.kindLevel = none, 0
	}
	if level <= levelSection {
		p.at.shared = false
	}
	p.at.item = report.Owner{}
}

// listed are the sections that any member of a set has, which single files and trials have too, the
// latter with numbers before them and words behind.
var listed = report.UnknownMember().Sections

// contentOf says what the tables and items below a heading are.
func contentOf(title string) report.Content {
	title = bareTitle(title)
	for _, s := range listed {
		if rest, ok := cutFold(title, s.Title); ok && isTail(rest) {
			return s.Holds
		}
	}
	return report.HoldsProse
}

// kindOf finds the kind of record that a heading announces, as an index in report.KindTypes, or -1:
// "Components", "4.5 New components", "Routes (RTE-*)", "5. Claims register and route comparison".
func kindOf(title string) int {
	title = bareTitle(title)
	if rest, ok := cutFold(title, "new "); ok {
		title = rest
	}
	for i, k := range report.KindTypes {
		if rest, ok := cutFold(title, k.Title); ok && (isTail(rest) || strings.HasPrefix(rest, " register")) {
			return i
		}
	}
	return none
}

// cutFold takes a prefix in any case off a text.
func cutFold(text, prefix string) (rest string, ok bool) {
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return text, false
	}
	return text[len(prefix):], true
}

// isTail tells whether what follows the words of a title only adds to them.
func isTail(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	return rest == "" || strings.HasPrefix(rest, "(") || strings.HasPrefix(rest, ",") || strings.HasPrefix(rest, "—")
}

// bareTitle takes the number off a title: "7B.2 Inventory", "3a. Routes".
func bareTitle(title string) string {
	number, rest, ok := strings.Cut(title, " ")
	if ok && number[0] >= '0' && number[0] <= '9' && len(number) <= len("10B.10.") {
		return strings.TrimSpace(rest)
	}
	return title
}
