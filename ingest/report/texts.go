package report

import "strings"

// SetTexts gives what owns prose its text: the blocks that stand directly below it, a blank line
// between two. Prose of the document itself, above any section, is no one's and is not kept.
func (d *Document) SetTexts(blocks map[Owner][]string) {
	for owner, parts := range blocks {
		text := strings.Join(parts, "\n\n")
		switch owner.Kind {
		case OwnerRecord:
			d.Records[owner.Index].Text = text
		case OwnerAnnotation:
			d.Annotations[owner.Index].Text = text
		case OwnerSection:
			d.Sections[owner.Index].Text = text
		case OwnerIdea:
			d.Ideas[owner.Index].Text = text
		case OwnerIssue:
			d.Issues[owner.Index].Text = text
		case OwnerLimitation:
			d.Limitations[owner.Index].Text = text
		case OwnerBlocker:
			d.Blockers[owner.Index].Text = text
		}
	}
}
