package rendered

import (
	"fmt"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// findSections marks the headings of level 2. A line that reads like one may be a short paragraph,
// so of the lines that do, the longest run in the member type's order is taken; a title that stands
// only out of order is a heading all the same, a second one of a title is not.
func (p *parser) findSections() {
	type candidate struct{ line, section, before, length int }
	var all []candidate
	best := make([]int, len(p.member.Sections)) // section → 1 + index of the candidate that ends its longest run
	for i, l := range p.lines {
		s := none
		if l.mark == markNone && l.number > p.preamble {
			s = p.member.Section(l.text)
		}
		if s == none {
			continue
		}
		c := candidate{i, s, none, 1}
		for earlier := 0; earlier < s; earlier++ {
			if b := best[earlier] - 1; b >= 0 && all[b].length >= c.length {
				c.before, c.length = b, all[b].length+1
			}
		}
		all = append(all, c)
		if b := best[s] - 1; b < 0 || all[b].length < c.length {
			best[s] = len(all)
		}
	}
	last := none
	for _, b := range best {
		if b > 0 && (last == none || all[b-1].length > all[last].length) {
			last = b - 1
		}
	}
	chosen := map[int]bool{}
	for ; last >= 0; last = all[last].before {
		p.lines[all[last].line].mark, p.lines[all[last].line].ref = markSection, all[last].section
		chosen[all[last].section] = true
	}
	for _, c := range all {
		l := &p.lines[c.line]
		switch {
		case l.mark == markSection:
		case chosen[c.section]:
			if p.member.Role != "" {
				p.diags.Warn(CodeSectionOrder, p.diags.whole(*l), fmt.Sprintf("%q stands here a second time", l.text),
					"The line is read as a paragraph, since the heading stands elsewhere in the order of sections.")
			}
		default:
			l.mark, l.ref = markSection, c.section
			chosen[c.section] = true
			if p.member.Role != "" {
				p.diags.Warn(CodeSectionOrder, p.diags.whole(*l), fmt.Sprintf("Section %q is out of order", l.text),
					"Put the sections in the order of the member type.")
			}
		}
	}
	p.checkSections(chosen)
}

// checkSections names the required sections that no line gives.
func (p *parser) checkSections(found map[int]bool) {
	var missing []string
	for i, s := range p.member.Sections {
		if !s.Optional && !found[i] && p.member.Role != "" {
			missing = append(missing, s.Title)
		}
	}
	if len(missing) > 0 {
		p.diags.Warn(CodeSectionMissing, p.diags.whole(p.lines[0]), "Missing sections: "+strings.Join(missing, ", "),
			"The document may be cut off, or the headings worded otherwise; their facts are not stated.")
	}
}

// openSection opens the listed section that line i begins.
func (p *parser) openSection(i int) {
	l := p.lines[i]
	p.closeSection(l.number - 1)
	p.at.section = p.addSection(l, 2, false)
	p.at.spec = p.member.Sections[l.ref]
	for j := i + 1; j < len(p.lines) && p.lines[j].mark != markSection; j++ {
		if p.lines[j].mark == markNone && readItem(p.lines[j]).list {
			p.at.hasList = true
			break
		}
	}
}

// openKind opens a kind heading inside Shared records.
func (p *parser) openKind(l line, number int) {
	p.closeRecord(l.number - 1)
	if p.at.kind >= 0 && number <= p.at.kindNumber {
		p.diags.Warn(CodeSectionOrder, p.diags.whole(l), fmt.Sprintf("%q is out of order", l.text),
			"Put the six kinds in the order of the record contract, each once.")
	}
	p.closeSubsections(l.number - 1)
	p.at.kind, p.at.kindNumber = p.addSection(l, 3, false), number
}

// openFree opens a heading that the member type does not list. It closes no listed section.
func (p *parser) openFree(l line) {
	p.end(&p.at.free, l.number-1)
	p.at.free = p.addSection(l, 3, true)
	p.proseLine = 0
}

func (p *parser) openAnnotation(l line, target string) {
	p.closeRecord(l.number - 1)
	if !p.count(l, 1) {
		return
	}
	p.at.annotation = len(p.doc.Annotations)
	p.doc.Annotations = append(p.doc.Annotations, report.Annotation{Target: target, Span: report.Span{Start: l.number}})
	if p.at.spec.Holds != report.HoldsAnnotations && p.member.Role != "" {
		p.diags.Warn(CodeOutsideAnnotations, p.diags.whole(l), "An annotation on "+target+" outside Annotations",
			"It is read as an annotation; move it to that section.")
	}
}

func (p *parser) addSection(l line, level int, free bool) int {
	p.doc.Sections = append(p.doc.Sections, report.Section{Title: l.text, Level: level, Free: free, Span: report.Span{Start: l.number}})
	return len(p.doc.Sections) - 1
}

// closeSection closes the section and all that stands open in it. last is the line before the next.
func (p *parser) closeSection(last int) {
	p.closeRecord(last)
	p.closeSubsections(last)
	p.end(&p.at.section, last)
	p.at = nowhere
}

func (p *parser) closeSubsections(last int) {
	p.end(&p.at.kind, last)
	p.end(&p.at.free, last)
}

// end closes the section at an index, if one is open there.
func (p *parser) end(section *int, last int) {
	if *section >= 0 {
		p.doc.Sections[*section].Span.End = p.textEnd(last)
	}
	*section = none
}

// closeRecord closes the open record or annotation.
func (p *parser) closeRecord(last int) {
	if p.at.record >= 0 {
		r := &p.doc.Records[p.at.record]
		r.Span.End = p.textEnd(last)
		p.checkRecord(r)
	}
	if p.at.annotation >= 0 {
		p.doc.Annotations[p.at.annotation].Span.End = p.textEnd(last)
	}
	p.at.record, p.at.annotation, p.at.orphan, p.proseLine = none, none, false, 0
	p.diags.Silent = false
	p.answers = p.answers[:0]
	p.layers = map[string]int{} // clearing one that was large costs as much each time
}
