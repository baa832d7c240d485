package early

import (
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// isRecordID tells whether a text is exactly the id of a record as these grammars have them: a kind and a
// number, with one letter after it where a record was split (report-grammar 2.1).
func isRecordID(s string) bool {
	h, ok := report.ParseHandle(s)
	return ok && h.Analyst == "" && h.Kind != report.KindSource
}

// isSourceID tells whether a text is exactly the id of a source.
func isSourceID(s string) bool {
	h, ok := report.ParseHandle(s)
	return ok && h.Kind == report.KindSource
}

// A lead is the id that begins a heading, bullet or paragraph, and where the text after its dash begins.
type lead struct {
	id   string
	rest int
}

const labelDash = " — "

// leadOf reads "RTE-6 — " at the start of a unit, with or without marks around the id.
func leadOf(u *mdtext.Unit) (lead, bool) {
	id, rest, dashed := strings.Cut(u.Text, labelDash)
	if _, ok := report.ParseHandle(id); !dashed || !ok || strings.TrimSpace(rest) == "" {
		return lead{}, false
	}
	return lead{id, len(id) + len(labelDash)}, true
}

// recordHeading reads a heading that declares a record of a single file, its label after the dash. One
// outside of the section of records declares nothing, nor does a proposal, whose id has an analyst's prefix.
func (p *parse) recordHeading(u *mdtext.Unit, number int) bool {
	l, ok := leadOf(u)
	if !ok || !p.single() {
		return false
	}
	if !p.at.shared {
		p.diags.Warn(CodeOutsideSharedRecords, p.whole(u), l.id+" heads a text outside of Shared records and is not declared by it",
			"What stands below is read as text about it.")
		return false
	}
	if !p.open(l.id, u.Text[l.rest:], p.within(u, 0, len(l.id)), report.Span{Start: number, End: number}) {
		return false
	}
	part := u.Part(l.rest, len(u.Text))
	p.scan(&part, p.owner())
	return true
}

// recordProse reads a bullet or paragraph that declares a record of a single file: its label ends at the
// first colon or full stop, and what follows is its body (report-grammar 2.2).
func (p *parse) recordProse(b mdtext.Block, u *mdtext.Unit, at report.Span) bool {
	l, ok := leadOf(u)
	if !ok || !p.at.shared || b.Item.Depth > 1 || b.Item.Depth == 1 && !b.Item.First {
		return false
	}
	p.closeRecord(at.Start - 1)
	end := labelEnd(u.Text, l.rest)
	if !p.open(l.id, u.Text[l.rest:end], p.within(u, 0, len(l.id)), at) {
		return false
	}
	label := u.Part(l.rest, end)
	p.scan(&label, p.owner())
	body := skipStop(u.Text, end)
	if part := u.Part(body, len(u.Text)); part.Text != "" {
		p.recordBlock(&part, at, false)
	}
	return true
}

// labelEnd is where the label ends that begins at a byte: at the first colon or full stop before a blank.
func labelEnd(text string, from int) int {
	for i := from; i < len(text); i++ {
		if (text[i] == ':' || text[i] == '.') && (i+1 == len(text) || text[i+1] == ' ') {
			return i
		}
	}
	return len(text)
}

// skipStop skips the mark that ended a label, and the blanks after it.
func skipStop(text string, at int) int {
	for at < len(text) && strings.IndexByte(":. ", text[at]) >= 0 {
		at++
	}
	return at
}

// open declares a record that what follows belongs to.
func (p *parse) open(id, label string, at diag.Range, span report.Span) bool {
	ok := p.declare(id, label, at, span)
	if ok {
		p.at.record, p.at.inner = len(p.doc.Records)-1, false
	}
	return ok
}

// declare files a record. It reports false, with a diagnostic, where the id declares none here: a
// specialist's proposal, a source, or an id that is declared before.
func (p *parse) declare(id, label string, at diag.Range, span report.Span) bool {
	if !isRecordID(id) {
		p.diags.Warn(CodeForeignPrefix, at, id+" is no id that is declared here", "Ids of records are a kind and a number; others are proposals or sources. It is read as text.")
		return false
	}
	if first, twice := p.declared[id]; twice {
		p.diags.Warn(CodeDuplicateDeclaration, at, id+" is declared a second time", "The first declaration counts; this one is read as text.",
			diag.Related{Message: "first declared here", Range: p.headings[first]})
		return false
	}
	handle, _ := report.ParseHandle(id)
	if k := p.at.kind; k >= 0 && report.KindTypes[k].Kind != handle.Kind {
		p.diags.Warn(CodeKindMismatch, at, id+" stands under \""+report.KindTypes[k].Title+"\"", "The id decides the kind.")
	}
	if !p.fact(span.Start) {
		return false
	}
	p.declared[id] = len(p.doc.Records)
	p.headings = append(p.headings, at)
	p.doc.Records = append(p.doc.Records, report.Record{Handle: id, Label: strings.Trim(label, " "), Span: span})
	return true
}

// recordBlock reads a block of a record's body: statuses, labelled values, and text.
func (p *parse) recordBlock(u *mdtext.Unit, at report.Span, bullet bool) {
	r, owner := &p.doc.Records[p.at.record], p.owner()
	r.Span.End = max(r.Span.End, at.End)
	p.scan(u, owner)
	if p.at.inner {
		p.addUnit(owner, u, report.BlockProse)
		return
	}
	if p.statuses(u, &r.Statuses) {
		return
	}
	kind := report.BlockProse
	for _, f := range report.AppendFields(nil, u.Text, bullet, report.IsRoute(r.Handle)) {
		if f.Text == "" || u.Coded(f.Start) || !p.fact(at.Start) {
			continue
		}
		f.Line = p.lineOf(u, f.Start)
		r.Fields = append(r.Fields, f.Field)
		if f.Answer && f.Style == report.StyleBullet {
			kind = report.BlockAnswer
		}
	}
	p.addUnit(owner, u, kind)
}

// statuses files the conclusion statuses of a unit and reports whether it is one and nothing else.
func (p *parse) statuses(u *mdtext.Unit, to *[]report.Status) (line bool) {
	for _, s := range report.ScanStatuses(u.Text) {
		if words := strings.Index(u.Text[s.Start:], "onclusion status"); words >= 0 && u.Coded(s.Start+words) {
			continue
		}
		if !s.Known {
			p.diags.Warn(CodeStatusUnknown, p.within(u, s.Start, len(u.Text)), "\""+diag.Clip(s.Values[0].Value)+"\" is no conclusion status", "Its text is kept.")
		}
		for _, v := range s.Values {
			if p.fact(p.lineOf(u, s.Start)) {
				*to = append(*to, report.Status{Layer: s.Layer, Value: v.Value, Scope: v.Scope, Line: p.lineOf(u, s.Start)})
			}
		}
		line = line || s.Line
	}
	return line
}

// closeRecord closes the open record.
func (p *parse) closeRecord(end int) {
	if p.at.record < 0 {
		return
	}
	r := &p.doc.Records[p.at.record]
	for end > r.Span.Start && strings.TrimSpace(p.src.Line(end)) == "" {
		end--
	}
	r.Span.End = max(end, r.Span.Start)
	p.at.record, p.at.inner = none, false
	if !report.IsRoute(r.Handle) {
		return
	}
	r.PreferBullets()
	var missing []string
	for _, name := range report.RouteAnswers {
		if _, ok := r.Answer(name); !ok {
			missing = append(missing, name)
		}
	}
	if len(r.Statuses) == 0 {
		missing = append(missing, "a conclusion status")
	}
	if len(missing) > 0 {
		p.diags.Add(diag.Info, CodeAnswerMissing, p.headings[p.declared[r.Handle]], r.Handle+" does not state: "+strings.Join(missing, ", "),
			"What is missing is not stated; it never means none.")
	}
}

// retired are the words, in lower case, by which a record says that its id no longer acts.
var retired = []string{"superseded aggregate", "no longer acts", "is superseded by"}

// supersede reads the records that say so of themselves: they stay declared, and a sentence in their text
// names those that act instead (report-grammar 2.2).
func (p *parse) supersede() {
	said, done := map[int]bool{}, map[int]bool{} // records whose id no longer acts, and those of them that are settled
	for i := range p.doc.Records {
		said[i] = containsAny(p.doc.Records[i].Label, retired)
	}
	for i := range p.doc.Blocks {
		b := &p.doc.Blocks[i]
		at := b.Owner.Index
		if b.Owner.Kind != report.OwnerRecord || b.Kind != report.BlockProse || done[at] {
			continue
		}
		r := &p.doc.Records[at]
		for _, s := range report.SplitSentences(b.Text) {
			sentence := s.Of(b.Text)
			said[at] = said[at] || containsAny(sentence, retired)
			by := othersOfKind(sentence, r.Handle)
			if !said[at] || len(by) == 0 {
				continue
			}
			line := b.Lines.At(s.Start)
			p.doc.Amendments = append(p.doc.Amendments, report.Amendment{Number: len(p.doc.Amendments) + 1, Record: r.Handle, Replacements: by,
				Text: sentence, Own: true, Span: report.Span{Start: line, End: b.Lines.At(s.End - 1)}})
			done[at] = true
			break
		}
	}
}

// othersOfKind are the ids in a text of records of the same kind as another.
func othersOfKind(text, handle string) []string {
	own, _ := report.ParseHandle(handle)
	return slices.DeleteFunc(recordsIn(text), func(id string) bool {
		h, _ := report.ParseHandle(id)
		return h.Kind != own.Kind || h.Analyst != "" || id == handle
	})
}

func containsAny(text string, words []string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}
