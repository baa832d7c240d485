package parsetest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// Facts writes the facts of a document one a line, those of the kinds shown. The first word of a line is
// its kind, and blanks at its end, where a value is "", are left out.
func Facts(d report.Document, show []string) []string {
	var out []string
	add := func(format string, args ...any) {
		line := strings.TrimRight(fmt.Sprintf(format, args...), " ")
		if kind, _, _ := strings.Cut(line, " "); slices.Contains(show, kind) {
			out = append(out, line)
		}
	}
	addDeclared(d, add)
	addOwned(d, add, func(o report.Owner) string { return Owner(d, o) })
	addTables(d, add)
	addComparison(d, add, func(o report.Owner) string { return Owner(d, o) })
	return out
}

// addDeclared adds what the document's structure says.
func addDeclared(d report.Document, add func(string, ...any)) {
	add("document grammar=%s system=%q title=%q role=%s verifies=%s run=%s source=%s revision=%s lines=%d",
		d.Grammar, d.System, d.Title, d.Role, d.Verifies, d.Run, d.Source, d.Revision, d.Lines)
	add("meta %q", []string{d.Meta.Description, d.Meta.RunDate, d.Meta.Cutoff, d.Meta.BoundaryKind, d.Meta.TargetClass, d.Meta.EvidenceTier, d.Meta.Disposition})
	add("frozen %+v", d.Meta.Frozen)
	for _, s := range d.Sections {
		free := ""
		if s.Free {
			free = " free"
		}
		add("section %d-%d level %d%s %s %s", s.Span.Start, s.Span.End, s.Level, free, s.Title, s.Empty)
	}
	for _, s := range d.Sections {
		add("section-text %s: %s", s.Title, oneLine(s.Text))
	}
	for _, r := range d.Records {
		add("record %d-%d %s %q", r.Span.Start, r.Span.End, r.Handle, r.Label)
		if r.PartOf != "" {
			add("part-of %d %s in %s", r.PartLine, r.Handle, r.PartOf)
		}
		addFields(add, r.Handle, r.Fields, r.Statuses)
		add("text %s: %s", r.Handle, oneLine(r.Text))
	}
	for _, a := range d.Annotations {
		add("annotation %d-%d %s", a.Span.Start, a.Span.End, a.Target)
		addFields(add, "on "+a.Target, a.Fields, a.Statuses)
		add("text on %s: %s", a.Target, oneLine(a.Text))
	}
	addFields(add, "document", nil, d.Statuses)
}

// addOwned adds what stands somewhere in its text.
func addOwned(d report.Document, add func(string, ...any), owner func(report.Owner) string) {
	for _, p := range d.Passages {
		flags := ""
		if p.Lossy {
			flags += " lossy"
		}
		if p.PossiblePrefix {
			flags += " prefix"
		}
		add("passage %d-%d %s %q %q %s%s: %s", p.Span.Start, p.Span.End, p.Path, p.Ranges, p.Revision, owner(p.Owner), flags, p.Text)
	}
	for _, c := range d.Coverage {
		add("coverage %d %d-%d mode=%q split=%t [%s] [%s] [%s] %s", c.Number, c.Span.Start, c.Span.End, c.Mode, c.Split, c.Entry, c.Inspection, c.Conclusion, c.Text)
	}
	for _, i := range d.Ideas {
		add("idea %d line %d %q: %s", i.Number, i.Span.Start, i.Title, oneLine(i.Text))
	}
	for _, i := range d.Issues {
		add("issue %d line %d trailing=%t %q: %s", i.Number, i.Span.Start, i.Trailing, i.Title, oneLine(i.Text))
	}
	for _, c := range d.Citations {
		member := ""
		if c.Member != "" {
			member = fmt.Sprintf(" in %q", c.Member)
		}
		add("cite %d:%d %s%s by %s: %s", c.Line, c.Column, c.Handle, member, owner(c.Owner), c.Sentence)
	}
	for _, c := range d.Sources {
		add("source %d %s by %s", c.Line, c.Handle, owner(c.Owner))
	}
	for _, c := range d.Paths {
		add("path %d %s listed=%t by %s", c.Line, c.Path, c.InSourceList, owner(c.Owner))
	}
	for _, i := range d.Identities {
		parts := append([]string{i.Rule, string(i.Type), i.Subject, "->"}, i.Targets...)
		add("identity %d %s by %s", i.Line, strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " "), owner(i.Owner))
	}
	for _, l := range d.Losses {
		add("loss %d %s", l.Line, l.Code)
	}
}

// addTables adds what stands in tables and items of members other than memory.
func addTables(d report.Document, add func(string, ...any)) {
	for _, r := range d.Register {
		add("register %d %s [%s] [%s] [%s] [%s] [%s] [%s] [%s]", r.Span.Start, r.Handle, r.Kind, r.Location, r.Revision, r.Layer, r.Scope, r.Anchors, r.Gaps)
	}
	for _, r := range d.Objects {
		add("object %d line %d %s [%s] [%s] [%s] [%s]", r.Number, r.Span.Start, cellText(r.Object), r.Content, r.Role, r.Evidence, r.Gap)
	}
	for _, r := range d.Ledger {
		add("ledger %d %d-%d routes %s objects %s paths %s claims %s [%s] [%s] [%s] [%s] [%s] [%s] [%s] [%s] [%s] [%s] [%s] [%s] [%s]",
			r.Number, r.Span.Start, r.Span.End, cellText(r.Routes), cellText(r.Objects), cellText(r.AuthorityPath), cellText(r.Claims),
			r.Function, r.Status, r.Relation, r.Target, r.Evaluator, r.Activation, r.Result, r.Force, r.EpistemicAuthority,
			r.OperationalAuthority, r.Evidence, r.Mismatch, r.Gap)
	}
	for _, r := range d.Claims {
		add("claim %d line %d %s routes %s [%s] [%s] [%s] [%s] [%s] [%s] [%s]", r.Number, r.Span.Start, cellText(r.Claim), cellText(r.Routes),
			r.Operation, r.Source, r.Doctrine, r.ObservedRun, r.Causal, r.Conclusion, r.Mismatch)
	}
	for _, l := range d.Limitations {
		add("limitation %d %d-%d affects %s [%s] [%s] [%s] %s", l.Number, l.Span.Start, l.Span.End, cellText(l.Affects), l.Boundary, l.Conclusion, l.Resolution, oneLine(l.Text))
	}
	for _, a := range d.Amendments {
		add("amendment %d %d-%d %s by %v because %q: %s", a.Number, a.Span.Start, a.Span.End, a.Record, a.Replacements, a.Reason, a.Text)
	}
	for _, c := range d.Conflicts {
		add("conflict %d %d-%d %v: %s", c.Number, c.Span.Start, c.Span.End, c.Records, c.Text)
	}
	for _, b := range d.Blockers {
		add("blocker %d %d-%d limit=%t role=%q: %s", b.Number, b.Span.Start, b.Span.End, b.Limit, b.Role, oneLine(b.Text))
	}
	if d.Amended != nil {
		add("amended %d %v", d.Amended.Line, d.Amended.Records)
	}
	if d.Profile != nil {
		addProfile(*d.Profile, add)
	}
}

func addProfile(p report.Profile, add func(string, ...any)) {
	add("profile %d-%d %s", p.Span.Start, p.Span.End, p.Scope)
	for _, a := range p.Axes {
		add("axis %d %s %s %v %s", a.Line, a.Name, a.Assessment, a.Records, a.Note)
		for _, u := range a.Units {
			add("unit %d %s [%s] %s %v %s", u.Line, a.Name, u.Scope, u.Assessment, u.Records, u.Note)
			for _, f := range u.Findings {
				add("finding %d %s %s %s %v %s", f.Line, a.Name, f.Value, f.Basis, f.Records, f.Note)
			}
		}
	}
}

func cellText(c report.Cell) string { return fmt.Sprintf("%q%v", c.Text, c.Records) }

func addFields(add func(string, ...any), owner string, fields []report.Field, statuses []report.Status) {
	for _, f := range fields {
		add("field %d %s %s %s: %s", f.Line, f.Style, owner, f.Name, f.Text)
	}
	for _, s := range statuses {
		how := ""
		if s.Inherited {
			how = " inherited"
		}
		if s.Conditional {
			how += " conditional"
		}
		add("status %d %s%s layer=%q %s %s", s.Line, owner, how, s.Layer, s.Value, s.Scope)
	}
}

func oneLine(s string) string { return strings.ReplaceAll(s, "\n\n", " / ") }

// Owner names the part of a document that owns a text, by its id or title where it has one.
func Owner(d report.Document, o report.Owner) string {
	switch o.Kind {
	case report.OwnerRecord:
		return d.Records[o.Index].Handle
	case report.OwnerAnnotation:
		return "on " + d.Annotations[o.Index].Target
	case report.OwnerSection:
		return "section " + d.Sections[o.Index].Title
	case report.OwnerDocument:
		return "document"
	default:
		return fmt.Sprint(o.Kind, " ", o.Index+1)
	}
}
