package markdown

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// An answerLine is a labelled answer of the open route, kept until the route is complete.
type answerLine struct {
	field int // index in the record's fields, or none for an empty answer
	name  string
	at    diag.Range
}

// recordBlock reads one block of a record's body.
func (p *parse) recordBlock(b mdtext.Block, u *mdtext.Unit, at report.Span) {
	r := &p.doc.Records[p.at.record]
	owner := report.Owner{Kind: report.OwnerRecord, Index: p.at.record}
	fresh := p.at.fresh
	p.at.fresh = false
	if p.label(r, b, u, fresh) {
		return
	}
	if p.partOf(r, b, u, at) {
		return
	}
	statuses := p.statuses(u)
	if p.at.inner && (len(statuses) > 0 || len(p.fields(b, u, p.at.route)) > 0) {
		p.diags.Warn(CodeFieldBelowHeading, p.whole(u), "A field or status below a heading inside "+r.Handle,
			"It does not count; move it above the heading.")
		statuses = nil
	}
	for _, s := range statuses {
		p.addStatus(&r.Statuses, s, u, r.Handle)
	}
	p.scan(u, owner)
	if p.onlyStatuses(u, statuses) {
		return
	}
	kind := report.BlockProse
	if !p.at.inner && p.addFields(&r.Fields, b, u, p.at.route) {
		kind = report.BlockAnswer
	}
	p.addUnit(u, kind)
}

// label reads the label line, which must be the first of the body.
func (p *parse) label(r *report.Record, b mdtext.Block, u *mdtext.Unit, fresh bool) bool {
	rest, ok := strings.CutPrefix(u.Text, labelPrefix)
	rest = strings.TrimSpace(rest)
	ok = ok && b.Item.Depth == 0 && r.Label == "" && !u.Coded(0)
	if fresh && (!ok || rest == "") {
		p.missingLabel(r)
	}
	if ok {
		r.Label = rest
		part := u.Part(len(u.Text)-len(rest), len(u.Text))
		p.scan(&part, report.Owner{Kind: report.OwnerRecord, Index: p.at.record})
	}
	return ok
}

func (p *parse) missingLabel(r *report.Record) {
	cure := "Write \"Label: …\" on the first line below the id."
	if p.older() {
		cure = "Write a dash and the label behind the id."
	}
	p.diags.Warn(CodeMissingLabel, p.headings[p.at.record], r.Handle+" has no label", cure)
}

// annotationBlock reads one block of an annotation. Its labelled values stay its own; they never fill
// the answers of the record it is about (report-grammar 2.4).
func (p *parse) annotationBlock(b mdtext.Block, u *mdtext.Unit, at report.Span) {
	a := &p.doc.Annotations[p.at.annotation]
	statuses := p.statuses(u)
	if p.at.inner {
		statuses = nil
	}
	for _, s := range statuses {
		p.addStatus(&a.Statuses, s, u, "the annotation")
	}
	p.scan(u, report.Owner{Kind: report.OwnerAnnotation, Index: p.at.annotation})
	if p.onlyStatuses(u, statuses) {
		return
	}
	if !p.at.inner {
		p.addFields(&a.Fields, b, u, false)
	}
	p.addUnit(u, report.BlockProse)
}

// fields are the labelled values of a block whose label is no code, until the next block's. Only the first
// block of an item of the outermost list is a bullet of the contract; nested ones are text.
func (p *parse) fields(b mdtext.Block, u *mdtext.Unit, route bool) []report.FieldReading {
	if b.Item.Depth > 1 || b.Item.Depth == 1 && !b.Item.First {
		return nil
	}
	if p.older() && b.Item.Depth == 1 && u.Lead.Start == 0 && u.Lead.End > 0 {
		p.readings = report.AppendBoldFields(p.readings[:0], u.Text, u.Lead.End, route)
	} else {
		p.readings = report.AppendFields(p.readings[:0], u.Text, b.Item.Depth == 1, route)
	}
	return slices.DeleteFunc(p.readings, func(f report.FieldReading) bool {
		return u.Coded(f.Start) || u.Coded(f.Start+len(f.Label))
	})
}

// addFields files the labelled values of a block and reports whether the block is a route's answer,
// which is then no text of the record.
func (p *parse) addFields(fields *[]report.Field, b mdtext.Block, u *mdtext.Unit, route bool) (answer bool) {
	for _, f := range p.fields(b, u, route) {
		index := none
		if f.Text != "" && p.factIn(u, f.Start, f.End) {
			index = len(*fields)
			f.Line = p.lineOf(u, f.Start)
			*fields = report.Add(*fields, f.Field)
		}
		if f.Answer {
			p.answers = append(p.answers, answerLine{index, f.Name, p.within(u, f.Start, f.End)})
			answer = answer || f.Style == report.StyleBullet
			if f.Style == report.StyleBullet && !b.Item.Flush {
				p.diags.Warn(CodeAnswerForm, p.within(u, f.Start, f.End), "An answer that is indented", "Write it as a bullet at the start of its line.")
			}
		}
	}
	return answer
}

// checkRecord settles what needs the whole record.
func (p *parse) checkRecord(r *report.Record) {
	if p.at.fresh {
		p.missingLabel(r)
		p.at.fresh = false
	}
	if !p.at.route {
		return
	}
	p.checkAnswers(r)
	if len(r.Statuses) == 0 {
		p.diags.Warn(CodeStatusMissing, p.headings[p.at.record], r.Handle+" has no conclusion status",
			"Write \"implementation conclusion status: …\" with a value of the contract; until then it is not stated.")
	}
}

// checkAnswers holds a route's labelled lines against the seven it owes.
func (p *parse) checkAnswers(r *report.Record) {
	r.PreferBullets()
	first := map[string]diag.Range{}
	for _, a := range p.answers {
		if a.field == none || r.Fields[a.field].Name != a.name {
			continue
		}
		if earlier, twice := first[a.name]; twice {
			p.diags.Warn(CodeAnswerDuplicate, a.at, fmt.Sprintf("%s answers %q twice", r.Handle, a.name),
				"The first answer counts; join the two.", diag.Related{Message: "first answered here", Range: earlier})
			continue
		}
		first[a.name] = a.at
		if report.ReadUncertainty(r.Fields[a.field].Text, " — ") == report.MalformedUncertainty {
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
		p.diags.Warn(CodeAnswerMissing, p.headings[p.at.record], r.Handle+" does not answer: "+strings.Join(missing, ", "),
			"Add a bullet with the label and a text for each. A missing answer is not stated; it never means none.")
	}
}

// statuses are the conclusion statuses of a unit whose words are no code.
func (p *parse) statuses(u *mdtext.Unit) []report.StatusMention {
	found := report.ScanStatuses(u.Text)
	if len(u.Codes) == 0 {
		return found
	}
	kept := found[:0]
	for _, s := range found {
		words := strings.Index(u.Text[s.Start:], "onclusion status")
		if words < 0 || !u.Coded(s.Start+words) {
			kept = append(kept, s)
		}
	}
	return kept
}

// onlyStatuses tells whether a unit is a conclusion status and nothing else, or before G5 several, each a
// sentence.
func (p *parse) onlyStatuses(u *mdtext.Unit, found []report.StatusMention) bool {
	switch {
	case len(found) == 0:
		return false
	case found[0].Line:
		return true
	case !p.older():
		return false
	}
	for s := range report.Sentences(u.Text) {
		if one := report.ScanStatuses(s.Of(u.Text)); len(one) != 1 || !one[0].Line {
			return false
		}
	}
	return true
}

// addStatus files a conclusion status. One value may have scopes; a second line for one layer is kept
// but does not count. owner names the record or annotation, "" where statuses of many may stand.
func (p *parse) addStatus(statuses *[]report.Status, s report.StatusMention, u *mdtext.Unit, owner string) {
	at, number := p.within(u, s.Start, len(u.Text)), p.lineOf(u, s.Start)
	if !s.Known {
		p.diags.Warn(CodeStatusUnknown, at, fmt.Sprintf("%q is no conclusion status", diag.Clip(s.Values[0].Value)),
			"Use absent, inapplicable, uninspected, claimed, afforded, wired, observed or causally supported, with a scope after it if needed.")
	}
	if first, twice := p.layers[s.Layer]; owner != "" && twice && first != number {
		p.diags.Warn(CodeStatusDuplicate, at, fmt.Sprintf("A second %q conclusion status in %s (line %d has the first)", diag.Clip(s.Layer), diag.Clip(owner), first),
			"The first one counts; keep one, or split the value by scope on one line.")
	} else if owner != "" {
		p.layers[s.Layer] = number
	}
	for _, v := range s.Values {
		if !p.factIn(u, s.Start, len(u.Text)) {
			return
		}
		*statuses = append(*statuses, report.Status{Layer: s.Layer, Value: v.Value, Scope: v.Scope, Line: number})
	}
}

// partOf reads a part-of line and reports whether the block is one. Exactly one other record is a legal
// target (report-grammar 2.5): by a link in G5, where a bare id is taken with a warning, and before it by a
// bare id without marks.
func (p *parse) partOf(r *report.Record, b mdtext.Block, u *mdtext.Unit, at report.Span) bool {
	if !p.begins(u, partOfPrefix) {
		return false
	}
	cited := p.cited(u)
	target := strings.TrimSpace(strings.TrimPrefix(u.Text, partOfPrefix))
	exact := len(cited) == 1 && cited[0].label.Start >= len(partOfPrefix) && // a link may hold a piece of the prefix
		strings.TrimSpace(u.Text[len(partOfPrefix):cited[0].label.Start]) == "" && cited[0].label.End == len(u.Text) &&
		(cited[0].linked || !u.Coded(cited[0].label.Start))
	if len(cited) == 1 {
		target = cited[0].handle
		p.checkLink(u, cited[0])
	}
	if !exact || b.Item.Depth > 0 || p.src.Pos(b.Lines[0].Start).Column > 1 {
		p.diags.Warn(CodePartOfForm, p.whole(u), "A part-of line in a form of its own",
			"Write \"Part of:\" and one record on an unindented line; several targets, or a text, are ignored.")
	}
	switch {
	case len(cited) > 1 || !p.isRecord(target):
	case target == r.Handle:
		p.diags.Warn(CodePartOfSelf, p.whole(u), r.Handle+" is part of itself", "Name the containing record, or remove the line.")
	case r.PartOf != "":
		p.diags.Warn(CodePartOfDuplicate, p.whole(u), fmt.Sprintf("A second containing record; line %d has the first", r.PartLine),
			"Keep one. The first counts.")
	default:
		r.PartOf, r.PartLine = target, at.Start
	}
	return true
}
