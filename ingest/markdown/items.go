package markdown

import (
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// itemBlock reads one block of a section that holds items. Further blocks of an item, nested lists
// too, go on with it. In ideas and issues without any list every paragraph is an item, and a
// paragraph after the list of issues trails it; elsewhere a paragraph is text.
func (p *parse) itemBlock(b block, u *unit, at report.Span) {
	list := b.item.depth > 0
	if list && (b.item.depth > 1 || !b.item.first) && p.at.open.span != nil {
		p.texts[p.at.open.owner] = append(p.texts[p.at.open.owner], u.text)
		p.at.open.span.End = at.End
		p.scan(u, p.at.open.owner)
		return
	}
	switch holds := p.at.spec.Holds; {
	case list:
	case holds == report.HoldsBlockers, holds == report.HoldsLimits:
		p.diags.Warn(CodeItemForm, p.whole(u), "A paragraph where \"none\" or a list is due", "Write it as an item, or remove it.")
		p.sectionBlock(u)
		return
	case holds == report.HoldsLimitations, p.at.hasList && (holds == report.HoldsIdeas || p.at.items == 0):
		p.sectionBlock(u)
		return
	}
	p.openItem(u, at, list)
	p.scan(u, p.at.open.owner)
}

// openItem files what begins with a block.
func (p *parse) openItem(u *unit, at report.Span, list bool) {
	p.at.items++
	switch p.at.spec.Holds {
	case report.HoldsIdeas:
		p.doc.Ideas = append(p.doc.Ideas, report.Idea{Number: p.at.items, Title: leadPhrase(u), Span: at})
		last := &p.doc.Ideas[len(p.doc.Ideas)-1]
		p.at.open = openItem{report.Owner{Kind: report.OwnerIdea, Index: len(p.doc.Ideas) - 1}, &last.Span}
	case report.HoldsIssues:
		issue := report.Issue{Number: p.at.items, Title: leadPhrase(u), Span: at}
		if p.at.hasList && !list {
			issue.Number, issue.Trailing = 0, true
		}
		p.doc.Issues = append(p.doc.Issues, issue)
		last := &p.doc.Issues[len(p.doc.Issues)-1]
		p.at.open = openItem{report.Owner{Kind: report.OwnerIssue, Index: len(p.doc.Issues) - 1}, &last.Span}
	case report.HoldsLimitations:
		p.doc.Limitations = append(p.doc.Limitations, report.Limitation{
			Number: p.at.items, Affects: report.Cell{Records: handlesOf(p.recordLinks(u))}, Span: at})
		last := &p.doc.Limitations[len(p.doc.Limitations)-1]
		p.at.open = openItem{report.Owner{Kind: report.OwnerLimitation, Index: len(p.doc.Limitations) - 1}, &last.Span}
	default:
		p.doc.Blockers = append(p.doc.Blockers, report.Blocker{
			Number: p.at.items, Limit: p.at.spec.Holds == report.HoldsLimits, Role: leadingRole(u.text), Span: at})
		last := &p.doc.Blockers[len(p.doc.Blockers)-1]
		p.at.open = openItem{report.Owner{Kind: report.OwnerBlocker, Index: len(p.doc.Blockers) - 1}, &last.Span}
	}
	p.texts[p.at.open.owner] = []string{u.text}
}

// leadPhrase is the bold phrase that opens an item, without the mark that ends it.
func leadPhrase(u *unit) string {
	return strings.TrimRight(u.text[u.lead.start:u.lead.end], " .:")
}

// leadingRole is the member that an item begins with: "runtime: …".
func leadingRole(text string) string {
	role, _, _ := strings.Cut(text, ":")
	if slices.Contains([]string{"runtime", "memory", "epistemic", "reconciliation", "memory-profile", "synthesis"}, role) {
		return role
	}
	return ""
}

const (
	amendmentPrefix = "Amendment:"
	conflictPrefix  = "Unresolved conflict:"
	amendedPrefix   = "Amended or superseded records:"
	supersededBy    = "is superseded by"
)

// disposition reads the paragraphs by which a reconciliation disposes of records, and the overview's
// line that lists them (report-grammar 2.7). A marker in a code span is none.
func (p *parse) disposition(u *unit, at report.Span) bool {
	switch {
	case p.begins(u, amendmentPrefix):
		p.amendment(u, at)
	case p.begins(u, conflictPrefix):
		p.doc.Conflicts = append(p.doc.Conflicts, report.Conflict{
			Number: len(p.doc.Conflicts) + 1, Records: handlesOf(p.recordLinks(u)),
			Text: strings.TrimSpace(u.text[len(conflictPrefix):]), Span: at})
		p.scan(u, report.Owner{Kind: report.OwnerConflict, Index: len(p.doc.Conflicts) - 1})
	case p.doc.Role == "overview" && p.begins(u, amendedPrefix):
		if p.doc.Amended == nil {
			p.doc.Amended = &report.AmendmentIndex{Records: handlesOf(p.recordLinks(u)), Line: at.Start}
		}
		p.sectionBlock(u)
	default:
		return false
	}
	return true
}

// amendment reads "Amendment: X is superseded by Y[ and Z…][; reason]". In G5 nothing else is an
// amendment: any other paragraph is kept as text, with a warning. Bare ids mean the same as links.
func (p *parse) amendment(u *unit, at report.Span) {
	a := report.Amendment{Number: len(p.doc.Amendments) + 1, Text: strings.TrimSpace(u.text[len(amendmentPrefix):]), Span: at}
	statement, reason, _ := strings.Cut(u.text, ";")
	verb := strings.Index(statement, supersededBy)
	end := sentenceEnd(statement, max(verb, 0))
	var before, after []string
	for _, h := range p.namedIn(u, len(statement)) {
		switch {
		case verb < 0 || h.Start < verb:
			before = append(before, h.Text)
		case h.Start < end:
			after = append(after, h.Text)
		}
	}
	if len(before) > 0 {
		a.Record = before[0]
	}
	if verb >= 0 && len(before) == 1 && len(after) > 0 {
		a.Replacements, a.Reason = after, strings.TrimSuffix(strings.TrimSpace(reason), ".")
	} else {
		p.diags.Warn(CodeAmendmentForm, p.whole(u), "An amendment that is no supersession",
			"Write \"Amendment: [X](…) is superseded by [Y](…); reason.\" Findings are corrected in their own member.")
	}
	p.doc.Amendments = append(p.doc.Amendments, a)
	p.scan(u, report.Owner{Kind: report.OwnerAmendment, Index: len(p.doc.Amendments) - 1})
}

// namedIn are the records that a unit names before an offset: its record links, and bare ids outside
// of links where it has no link at all.
func (p *parse) namedIn(u *unit, end int) []report.HandleToken {
	var out []report.HandleToken
	for _, c := range p.recordLinks(u) {
		if c.label.start < end {
			out = append(out, report.HandleToken{Class: report.HandleNamed, Text: c.handle, Start: c.label.start, End: c.label.end})
		}
	}
	if len(u.links) > 0 {
		return out
	}
	for _, h := range report.ScanHandles(u.text[:end]) {
		if h.Class == report.HandleNamed {
			out = append(out, h)
		}
	}
	return out
}

// sentenceEnd is where the sentence ends that a byte of a text stands in.
func sentenceEnd(text string, at int) int {
	for _, s := range report.SplitSentences(text) {
		if at < s.End {
			return s.End
		}
	}
	return len(text)
}
