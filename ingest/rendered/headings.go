package rendered

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// heading opens what a line declares and reports whether it was a heading.
func (p *parser) heading(i int) bool {
	l := p.lines[i]
	shared := p.at.spec.Holds == report.HoldsRecords
	if k := report.KindHeading(l.text); k >= 0 && shared {
		p.openKind(l, k)
		return true
	}
	if d, ok := declaration(l.text); ok && p.declare(i, d, shared) {
		return true
	}
	if shared && p.malformedDeclaration(i) {
		return true
	}
	if target, ok := annotationHeading(l.text); ok && p.at.section >= 0 {
		p.openAnnotation(l, target)
		return true
	}
	inside := p.at.record >= 0 || p.at.annotation >= 0 || p.at.orphan
	if p.at.section < 0 || inside || i+1 == len(p.lines) || p.member.Section(l.text) >= 0 || !isFreeHeading(l.text) ||
		l.gap && !p.lines[i+1].gap || p.lines[i+1].mark == markQuote {
		return false // a heading is set off below as above, and what stands above a quotation may be its first part
	}
	p.openFree(l)
	return true
}

// A decl is a declaration heading: the id alone, or with its label after a dash.
type decl struct{ handle, label string }

// maxHeading is the length up to which a line can be a heading.
const maxHeading = 120

// declaration reads a line that is exactly one named id, or one with a label as older grammars had it.
func declaration(text string) (decl, bool) {
	if len(text) > maxHeading || text == "" || text[0] < 'A' || text[0] > 'Z' {
		return decl{}, false
	}
	handle, label, labelled := strings.Cut(text, " — ")
	if labelled && (label == "" || strings.HasSuffix(label, ".")) {
		return decl{}, false
	}
	return decl{handle, label}, report.IsNamed(handle)
}

// annotationHeading reads a line that is "On" and one record id.
func annotationHeading(text string) (target string, ok bool) {
	rest, ok := strings.CutPrefix(text, "On ")
	if !ok {
		return "", false
	}
	d, ok := declaration(rest)
	return d.handle, ok
}

// isFreeHeading tells whether a line can be a heading that no member type lists: short, without
// final punctuation, neither code nor path nor an empty-section marker (report-grammar 5.1, row 5).
func isFreeHeading(text string) bool {
	const longest, most = 60, 8
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	if len(text) > longest || !unicode.IsUpper(first) || !unicode.IsLetter(last) && !unicode.IsDigit(last) && last != ')' {
		return false
	}
	for _, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -–,'’()&/", r) {
			return false
		}
	}
	words := strings.Fields(text)
	return len(words) <= most && !strings.EqualFold(words[0], "none") && len(report.ScanHandles(text)) == 0
}

// labelBelow tells whether the line after i is a label line of the same block structure.
func (p *parser) labelBelow(i int) bool {
	return i+1 < len(p.lines) && p.lines[i+1].mark == markNone && strings.HasPrefix(p.lines[i+1].text, labelPrefix)
}

// declare opens the record of a declaration heading. It reports false where the line is running text:
// an id on a line of its own, not followed by a label, that this member does not declare.
func (p *parser) declare(i int, d decl, shared bool) bool {
	l := p.lines[i]
	handle, _ := report.ParseHandle(d.handle)
	labelled := p.labelBelow(i)
	if !shared {
		if !labelled {
			return false
		}
		p.closeRecord(l.number - 1)
		p.at.orphan = true
		p.diags.Warn(CodeOutsideSharedRecords, p.diags.whole(l), d.handle+" stands outside Shared records and declares nothing",
			"Move the record below the heading of its kind in Shared records.")
		return true
	}
	if !labelled && d.label == "" && handle.Analyst != p.member.Analyst {
		return false
	}
	p.closeRecord(l.number - 1)
	if !p.count(l, 1) {
		return true
	}
	index := len(p.doc.Records)
	p.doc.Records = report.Add(p.doc.Records, report.Record{Handle: d.handle, Label: d.label, Span: report.Span{Start: l.number}})
	p.headings = append(p.headings, i)
	p.at.record, p.at.fresh, p.at.route = index, true, handle.Kind == report.KindRoute
	if first, twice := p.declared[d.handle]; twice {
		p.diags.Add(diag.Error, CodeDuplicateDeclaration, p.diags.whole(l), d.handle+" is declared a second time",
			"Give one of the two records another id, or merge them.",
			diag.Related{Message: "first declared here", Range: p.diags.whole(p.lines[p.headings[first]])})
		p.diags.Silent = true
		return true
	}
	p.declared[d.handle] = index
	p.checkDeclaration(l, d, handle)
	return true
}

func (p *parser) checkDeclaration(l line, d decl, handle report.Handle) {
	if d.label != "" {
		p.at.fresh = false
		p.diags.Warn(CodeLabelInHeading, p.diags.whole(l), "The label of "+d.handle+" stands in its heading",
			"Write the id alone and \"Label: …\" on the line below.")
	}
	if p.member.Analyst != "" && handle.Analyst != p.member.Analyst {
		p.diags.Warn(CodeForeignPrefix, p.diags.whole(l), fmt.Sprintf("%s is not an id that a %s report declares", d.handle, p.member.Role),
			fmt.Sprintf("Its ids begin with %s-; declare this record in its own member.", p.member.Analyst))
	}
	if p.at.kind >= 0 && report.KindTypes[p.at.kindNumber].Kind != handle.Kind {
		p.diags.Warn(CodeKindMismatch, p.diags.whole(l), fmt.Sprintf("%s stands under %q", d.handle, report.KindTypes[p.at.kindNumber].Title),
			"The id decides the kind; move the record below the heading of its kind.")
	}
}

// malformedDeclaration reports a heading with a label below it whose id is none, and sets the lines
// below apart: they belong to no record.
func (p *parser) malformedDeclaration(i int) bool {
	l := p.lines[i]
	if len(l.text) > maxHeading || !p.labelBelow(i) {
		return false
	}
	tokens := report.ScanHandles(l.text)
	if len(tokens) != 1 || tokens[0].Text != l.text || tokens[0].Class == report.HandleSource {
		return false
	}
	p.closeRecord(l.number - 1)
	p.at.orphan = true
	p.diags.Add(diag.Error, CodeMalformedDeclaration, p.diags.whole(l), l.text+" is no record id, so its record has no identity",
		"An id is analyst, kind and one to three lower-case words: MEM-OBJ-shelf-index.")
	p.diags.Silent = true
	return true
}
