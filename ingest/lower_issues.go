package ingest

import (
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// issues states what the document leaves open: integration issues, limitations, blockers and limits
// of a verification, and conflicts that nobody resolved. What they concern follows from their citations.
func (l *lowering) issues() {
	for i := range l.doc.Issues {
		issue := &l.doc.Issues[i]
		if issue.Trailing {
			// It closes the list and is none of its items: what it says is the document's.
			l.parts[report.OwnerIssue] = append(l.parts[report.OwnerIssue], "")
			continue
		}
		p := l.inDocument(issue.Span)
		set(p, "title", issue.Title)
		set(p, "text", issue.Text)
		l.issue("INTEGRATION", report.OwnerIssue, "integration", issue.Span, p)
	}
	for i := range l.doc.Limitations {
		limit := &l.doc.Limitations[i]
		p := l.inDocument(limit.Span)
		set(p, "text", limit.Text)
		if affected := limit.Affects.Text; affected+limit.Boundary+limit.Conclusion+limit.Resolution != "" {
			set(p, "title", limit.Text)
			set(p, "text", strings.Join([]string{limit.Text, affected, limit.Boundary, limit.Conclusion, limit.Resolution}, " | "))
		}
		set(p, "prevents", limit.Conclusion)
		set(p, "wouldResolve", limit.Resolution)
		l.issue("LIMITATION", report.OwnerLimitation, "limitation", limit.Span, p)
	}
	for i := range l.doc.Blockers {
		b := &l.doc.Blockers[i]
		p := l.inDocument(b.Span)
		set(p, "text", b.Text)
		if b.Limit {
			l.issue("LIMITATION", report.OwnerBlocker, "limit", b.Span, p)
		} else {
			l.issue("BLOCKER", report.OwnerBlocker, "blocker", b.Span, p)
		}
	}
	for i := range l.doc.Conflicts {
		c := &l.doc.Conflicts[i]
		p := l.inDocument(c.Span)
		set(p, "text", c.Text)
		l.issue("CONFLICT", report.OwnerConflict, "conflict", c.Span, p)
	}
}

func (l *lowering) issue(issueType string, owner report.OwnerKind, list string, span report.Span, p graph.Props) {
	p["issueType"] = issueType
	l.item(graph.Issue, owner, list, span, p)
}
