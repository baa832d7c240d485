package rendered

import (
	"fmt"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// An answerLine is a labelled answer of the open route, kept until the route is complete.
type answerLine struct {
	field int // index in the record's fields, or none for an empty answer
	name  string
	at    diag.Range
}

// recordLine reads one block of a record's body.
func (p *parser) recordLine(l line, it item) {
	r := &p.doc.Records[p.at.record]
	fresh := p.at.fresh
	p.at.fresh = false
	label, isLabel := strings.CutPrefix(it.text, labelPrefix)
	isLabel = isLabel && !it.list && r.Label == ""
	label = strings.TrimSpace(label)
	if fresh && (!isLabel || label == "") {
		p.missingLabel(r)
	}
	owner := report.Owner{Kind: report.OwnerRecord, Index: p.at.record}
	if isLabel {
		r.Label = label
		p.scan(l, label, len(l.text)-len(label), owner)
		return
	}
	if p.partOf(r, l, it) {
		return
	}
	text := p.cutPartOf(r, l, it.text)
	if statuses := report.ScanStatuses(text); len(statuses) > 0 {
		for _, s := range statuses {
			p.addStatus(&r.Statuses, s, l, it, r.Handle)
		}
		if statuses[0].Line {
			return
		}
	}
	kind := report.BlockProse
	if p.addFields(&r.Fields, l, item{text, it.offset, it.list, it.nested}, p.at.route) {
		kind = report.BlockAnswer
	}
	p.addText(l, text, kind)
	p.scan(l, text, it.offset, owner)
}

func (p *parser) missingLabel(r *report.Record) {
	p.diags.Warn(CodeMissingLabel, p.diags.whole(p.lines[p.headings[p.at.record]]), r.Handle+" has no label",
		"Write \"Label: …\" on the first line below the id.")
}

// annotationLine reads one block of an annotation. Its labelled values stay its own; they never fill
// the answers of the record it is about (report-grammar 2.4).
func (p *parser) annotationLine(l line, it item) {
	a := &p.doc.Annotations[p.at.annotation]
	for _, s := range report.ScanStatuses(it.text) {
		p.addStatus(&a.Statuses, s, l, it, "the annotation")
		if s.Line {
			return
		}
	}
	p.addFields(&a.Fields, l, it, false)
	p.addText(l, it.text, report.BlockProse)
	p.scan(l, it.text, it.offset, report.Owner{Kind: report.OwnerAnnotation, Index: p.at.annotation})
}

// disposition reads a paragraph by which a reconciliation disposes of records, and reports whether the
// block is one (report-grammar 2.7).
func (p *parser) disposition(l line, it item) bool {
	span := report.Span{Start: l.number, End: l.number}
	var owner report.Owner
	switch amends := strings.HasPrefix(it.text, report.AmendmentMarker); {
	case !amends && !strings.HasPrefix(it.text, report.ConflictMarker):
		return false
	case !p.count(l, 1):
		return true
	case amends:
		a := report.ReadAmendment(it.text, report.NamedHandles(it.text))
		a.Number, a.Span = len(p.doc.Amendments)+1, span
		p.doc.Amendments = append(p.doc.Amendments, a)
		owner = report.Owner{Kind: report.OwnerAmendment, Index: len(p.doc.Amendments) - 1}
	default:
		p.doc.Conflicts = append(p.doc.Conflicts, report.Conflict{Number: len(p.doc.Conflicts) + 1, Records: recordsIn(it.text),
			Text: strings.TrimSpace(it.text[len(report.ConflictMarker):]), Span: span})
		owner = report.Owner{Kind: report.OwnerConflict, Index: len(p.doc.Conflicts) - 1}
	}
	p.addBlock(owner, l, it.text, report.BlockProse, false)
	p.scan(l, it.text, it.offset, owner)
	return true
}

// sectionLine reads one block that belongs to a section or to the document.
func (p *parser) sectionLine(l line, it item) {
	if !p.at.orphan {
		for _, s := range report.ScanStatuses(it.text) {
			p.addStatus(&p.doc.Statuses, s, l, it, "")
		}
	}
	p.addText(l, it.text, report.BlockProse)
	p.scan(l, it.text, it.offset, p.owner())
}

// itemLine reads one block of core ideas or integration issues. Items are the list's; where there is
// no list, every paragraph is one. A paragraph after the list of issues trails it, and what is nested
// goes on with its item.
func (p *parser) itemLine(i int, it item) {
	l := p.lines[i]
	span := report.Span{Start: l.number, End: l.number}
	empty := strings.EqualFold(strings.TrimSuffix(it.text, "."), "none")
	switch {
	case it.nested && !p.at.orphan && p.continueItem(l, it):
	case p.at.orphan || empty || it.nested || p.at.hasList && !it.list && (p.at.spec.Holds == report.HoldsIdeas || len(p.doc.Issues) == 0):
		p.sectionLine(l, it)
	case !p.count(l, 1):
	case p.at.spec.Holds == report.HoldsIdeas:
		p.doc.Ideas = append(p.doc.Ideas, report.Idea{
			Number: len(p.doc.Ideas) + 1, Title: itemTitle(it, ". "), Span: span})
		p.fileItem(l, it, report.Owner{Kind: report.OwnerIdea, Index: len(p.doc.Ideas) - 1})
	default:
		issue := report.Issue{Number: len(p.doc.Issues) + 1, Title: itemTitle(it, ". ", ": "), Span: span}
		if p.at.hasList && !it.list {
			issue.Number, issue.Trailing = 0, true
		}
		p.doc.Issues = append(p.doc.Issues, issue)
		p.fileItem(l, it, report.Owner{Kind: report.OwnerIssue, Index: len(p.doc.Issues) - 1})
	}
}

// continueItem adds a block to the last item of the section, if there is one.
func (p *parser) continueItem(l line, it item) bool {
	switch ideas, issues := len(p.doc.Ideas), len(p.doc.Issues); {
	case p.at.spec.Holds == report.HoldsIdeas && ideas > 0:
		p.doc.Ideas[ideas-1].Span.End = l.number
		p.fileItem(l, it, report.Owner{Kind: report.OwnerIdea, Index: ideas - 1})
	case p.at.spec.Holds == report.HoldsIssues && issues > 0:
		p.doc.Issues[issues-1].Span.End = l.number
		p.fileItem(l, it, report.Owner{Kind: report.OwnerIssue, Index: issues - 1})
	default:
		return false
	}
	return true
}

func (p *parser) fileItem(l line, it item, owner report.Owner) {
	p.addBlock(owner, l, it.text, report.BlockProse, it.list)
	p.scan(l, it.text, it.offset, owner)
}

// maxTitle is the length beyond which an item's first sentence is no title (report-grammar 5.1, row 13).
const maxTitle = 90

// itemTitle returns a list item's lead phrase, which was bold before rendering: the text up to the
// first of the marks. Paragraphs have none.
func itemTitle(it item, marks ...string) string {
	end := -1
	for _, mark := range marks {
		if at := strings.Index(it.text, mark); at >= 0 && (end < 0 || at < end) {
			end = at
		}
	}
	if !it.list || end > maxTitle {
		return ""
	}
	return it.text[:max(end, 0)]
}

// addFields files the labelled values of a block and reports whether the block is a route's answer,
// which is then no text of the record. Only unindented bullets are answers of the contract; sentence
// labels inside a paragraph are read too (report-grammar 2.3).
func (p *parser) addFields(fields *[]report.Field, l line, it item, route bool) (answer bool) {
	if it.nested {
		return false
	}
	for _, f := range report.AppendFields(nil, it.text, it.list, route) {
		index := none
		if f.Text != "" && p.count(l, 1) {
			index = len(*fields)
			f.Line = l.number
			*fields = report.Add(*fields, f.Field)
		}
		if f.Answer {
			p.answers = append(p.answers, answerLine{index, f.Name, p.diags.at(l, it.offset+f.Start, it.offset+f.End)})
			answer = answer || f.Style == report.StyleBullet
		}
	}
	return answer
}

// checkRecord settles what needs the whole record.
func (p *parser) checkRecord(r *report.Record) {
	if p.at.fresh {
		p.missingLabel(r)
	}
	if !p.at.route {
		return
	}
	heading := p.diags.whole(p.lines[p.headings[p.at.record]])
	p.checkAnswers(r, heading)
	if len(r.Statuses) == 0 {
		p.diags.Warn(CodeStatusMissing, heading, r.Handle+" has no conclusion status",
			"Write \"implementation conclusion status: …\" with a value of the contract; until then it is not stated.")
	}
}

// dashes are what a rendering may make of the dash of an uncertainty (report-grammar 5.1, row 23).
var dashes = []string{" — ", "—", " – ", "–", " - "}

// checkAnswers holds a route's labelled lines against the seven it owes.
func (p *parser) checkAnswers(r *report.Record, heading diag.Range) {
	r.PreferBullets()
	first := map[string]diag.Range{}
	for _, a := range p.answers {
		if a.field == none {
			continue
		}
		if r.Fields[a.field].Name != a.name {
			continue
		}
		if earlier, twice := first[a.name]; twice {
			p.diags.Warn(CodeAnswerDuplicate, a.at, fmt.Sprintf("%s answers %q twice", r.Handle, a.name),
				"The first answer counts; join the two.", diag.Related{Message: "first answered here", Range: earlier})
			continue
		}
		first[a.name] = a.at
		if report.ReadUncertainty(r.Fields[a.field].Text, dashes...) == report.MalformedUncertainty {
			p.diags.Warn(CodeAnswerUncertainty, a.at, fmt.Sprintf("%q is uncertain in a form of its own", a.name),
				"Write \"inapplicable — reason\" or \"uninspected — reason\", in lower case and with the dash.")
		}
	}
	var missing []string
	for _, name := range report.RouteAnswers {
		if _, ok := first[name]; !ok {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		p.diags.Warn(CodeAnswerMissing, heading, r.Handle+" does not answer: "+strings.Join(missing, ", "),
			"Add a bullet with the label and a text for each. A missing answer is not stated; it never means none.")
	}
}

// addStatus files a conclusion status. One value may have scopes; a second line for one layer is kept
// but does not count. owner names the record or annotation, "" where statuses of many may stand.
func (p *parser) addStatus(statuses *[]report.Status, s report.StatusMention, l line, it item, owner string) {
	at := p.diags.at(l, it.offset+s.Start, len(l.text))
	if !s.Known {
		p.diags.Warn(CodeStatusUnknown, at, fmt.Sprintf("%q is no conclusion status", diag.Clip(s.Values[0].Value)),
			"Use absent, inapplicable, uninspected, claimed, afforded, wired, observed or causally supported, with a scope after it if needed.")
	}
	if first, twice := p.layers[s.Layer]; twice && first != l.number {
		p.diags.Warn(CodeStatusDuplicate, at, fmt.Sprintf("A second %q conclusion status in %s (line %d has the first)", diag.Clip(s.Layer), owner, first),
			"The first one counts; keep one, or split the value by scope on one line.")
	} else if owner != "" {
		p.layers[s.Layer] = l.number
	}
	for _, v := range s.Values {
		if !p.count(l, 1) {
			return
		}
		*statuses = append(*statuses, report.Status{Layer: s.Layer, Value: v.Value, Scope: v.Scope, Line: l.number})
	}
}

// partOf reads a part-of line and reports whether the block is one. Exactly one other record is a
// legal target (report-grammar 2.5).
func (p *parser) partOf(r *report.Record, l line, it item) bool {
	rest, ok := strings.CutPrefix(it.text, partOfPrefix)
	if !ok {
		return false
	}
	rest = strings.Trim(rest, " `")
	if it.list || it.offset > 0 || !report.IsNamed(rest) {
		p.diags.Warn(CodePartOfForm, p.diags.whole(l), "A part-of line in a form of its own",
			"Write \"Part of: \" and exactly one record id on an unindented line; several targets, or a text, are ignored.")
	}
	p.setPart(r, l, p.diags.whole(l), rest)
	return true
}

// cutPartOf takes off a part-of line that a renderer joined to the end of the block before it.
func (p *parser) cutPartOf(r *report.Record, l line, text string) string {
	if !strings.Contains(text, partOfPrefix) {
		return text
	}
	at := strings.LastIndex(text, ". "+partOfPrefix+" ")
	if at < 0 {
		return text
	}
	target := strings.TrimSuffix(text[at+len(". "+partOfPrefix+" "):], ".")
	if !report.IsNamed(target) {
		return text
	}
	where := p.diags.at(l, len(l.text)-(len(text)-at-2), len(l.text))
	p.diags.Warn(CodePartOfForm, where, "A part-of line joined to another block", "Leave a blank line before it in the report.")
	p.setPart(r, l, where, target)
	return text[:at+1]
}

// setPart files the one target in a text, or says why there is none.
func (p *parser) setPart(r *report.Record, l line, at diag.Range, text string) {
	tokens := report.ScanHandles(text)
	if len(tokens) != 1 || tokens[0].Class != report.HandleNamed {
		return
	}
	switch target := tokens[0].Text; {
	case target == r.Handle:
		p.diags.Warn(CodePartOfSelf, at, r.Handle+" is part of itself", "Name the containing record, or remove the line.")
	case r.PartOf != "":
		p.diags.Warn(CodePartOfDuplicate, at, fmt.Sprintf("A second containing record; line %d has the first", r.PartLine),
			"Keep one. The first counts.")
	default:
		r.PartOf, r.PartLine = target, l.number
	}
}
