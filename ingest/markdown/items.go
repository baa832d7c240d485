package markdown

import (
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// itemBlock reads one block of a section that holds items. Further blocks of an item, nested lists
// too, go on with it. In ideas and issues without any list every paragraph is an item, and a
// paragraph after the list of issues trails it; elsewhere a paragraph is text.
func (p *parse) itemBlock(b mdtext.Block, u *mdtext.Unit, at report.Span) {
	list := b.Item.Depth > 0
	if list && (b.Item.Depth > 1 || !b.Item.First) && p.at.open.span != nil {
		p.addBlock(p.at.open.owner, u, report.BlockProse)
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
func (p *parse) openItem(u *mdtext.Unit, at report.Span, list bool) {
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
			Number: p.at.items, Affects: report.Cell{Records: handlesOf(p.cited(u))}, Span: at})
		last := &p.doc.Limitations[len(p.doc.Limitations)-1]
		p.at.open = openItem{report.Owner{Kind: report.OwnerLimitation, Index: len(p.doc.Limitations) - 1}, &last.Span}
	default:
		p.doc.Blockers = append(p.doc.Blockers, report.Blocker{
			Number: p.at.items, Limit: p.at.spec.Holds == report.HoldsLimits, Role: leadingRole(u.Text), Span: at})
		last := &p.doc.Blockers[len(p.doc.Blockers)-1]
		p.at.open = openItem{report.Owner{Kind: report.OwnerBlocker, Index: len(p.doc.Blockers) - 1}, &last.Span}
	}
	p.addBlock(p.at.open.owner, u, report.BlockProse)
}

// leadPhrase is the bold phrase that opens an item, without the mark that ends it.
func leadPhrase(u *mdtext.Unit) string {
	return strings.TrimRight(u.Text[u.Lead.Start:u.Lead.End], " .:")
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
	amendmentPrefix = report.AmendmentMarker
	conflictPrefix  = report.ConflictMarker
	amendedPrefix   = "Amended or superseded records:"
)

// disposition reads the paragraphs by which a reconciliation disposes of records, and the overview's
// line that lists them (report-grammar 2.7). A marker in a code span is none.
func (p *parse) disposition(u *mdtext.Unit, at report.Span) bool {
	switch {
	case p.begins(u, amendmentPrefix):
		p.amendment(u, at)
	case p.begins(u, conflictPrefix):
		p.doc.Conflicts = append(p.doc.Conflicts, report.Conflict{
			Number: len(p.doc.Conflicts) + 1, Records: handlesOf(p.cited(u)),
			Text: strings.TrimSpace(u.Text[len(conflictPrefix):]), Span: at})
		p.addBlock(report.Owner{Kind: report.OwnerConflict, Index: len(p.doc.Conflicts) - 1}, u, report.BlockProse)
		p.scan(u, report.Owner{Kind: report.OwnerConflict, Index: len(p.doc.Conflicts) - 1})
	case p.doc.Role == "overview" && p.begins(u, amendedPrefix):
		if p.doc.Amended == nil {
			p.doc.Amended = &report.AmendmentIndex{Records: handlesOf(p.cited(u)), Line: at.Start}
		}
		p.sectionBlock(u)
	default:
		return false
	}
	return true
}

// amendment reads "Amendment: X is superseded by Y[ and Z…][; reason]", or a change of a value, which G5
// no longer has (report-grammar 2.7). Where it has no link at all, bare ids mean the same in every grammar.
func (p *parse) amendment(u *mdtext.Unit, at report.Span) {
	a := report.ReadAmendment(u.Text, p.named(u))
	a.Number, a.Span = len(p.doc.Amendments)+1, at
	if len(a.Replacements) == 0 && (!p.older() || len(a.Changes) == 0) {
		p.diags.Warn(CodeAmendmentForm, p.whole(u), "An amendment that is no supersession",
			"Write \"Amendment: [X](…) is superseded by [Y](…); reason.\" Findings are corrected in their own member.")
	}
	p.doc.Amendments = append(p.doc.Amendments, a)
	owner := report.Owner{Kind: report.OwnerAmendment, Index: len(p.doc.Amendments) - 1}
	p.addBlock(owner, u, report.BlockProse)
	p.scan(u, owner)
}

// named are the records that an amendment names.
func (p *parse) named(u *mdtext.Unit) []report.HandleToken {
	cited := p.cited(u)
	if len(u.Links) == 0 && len(cited) == 0 {
		return report.NamedHandles(u.Text)
	}
	var out []report.HandleToken
	for _, c := range cited {
		out = append(out, report.HandleToken{Class: report.HandleNamed, Text: c.handle, Start: c.label.Start, End: c.label.End})
	}
	return out
}
