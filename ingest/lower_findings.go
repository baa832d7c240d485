package ingest

import (
	"cmp"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// The axes of findings that are rows of tables; each row has its own identity, as routes repeat.
const (
	axisObjects = "object_inventory"
	axisLedger  = "authority_route_ledger"
	axisClaims  = "claim_comparison"
)

// maxPairs bounds the relationships between two cells: a longer list than a reader checks states none.
const maxPairs = 64

// rows states the rows of the epistemic tables as findings (report-grammar 2.11, 3.7 and 7.1). A cell
// that is made for ids says what the row has to do with them.
func (l *lowering) rows() {
	for i := range l.doc.Objects {
		r := &l.doc.Objects[i]
		id := l.row(report.OwnerObject, axisObjects, r.Role, "", r.Object.Text, r.Span,
			objectCells(r))
		l.cell(graph.Assesses, id, r.Object, r.Span)
	}
	for i := range l.doc.Ledger {
		r := &l.doc.Ledger[i]
		id := l.row(report.OwnerLedger, axisLedger, r.Function, r.Status, r.Routes.Text, r.Span,
			ledgerCells(r))
		l.cell(graph.Assesses, id, r.Routes, r.Span)
		l.cell(graph.Assesses, id, r.Objects, r.Span)
		l.cell(graph.Concerns, id, r.AuthorityPath, r.Span)
		l.cell(graph.Concerns, id, r.Claims, r.Span)
	}
	for i := range l.doc.Claims {
		r := &l.doc.Claims[i]
		id := l.row(report.OwnerClaim, axisClaims, r.Conclusion, "", r.Claim.Text, r.Span,
			claimCells(r))
		l.cell(graph.Concerns, id, r.Claim, r.Span)
		l.cell(graph.Concerns, id, r.Routes, r.Span)
		l.implementations(r)
	}
}

// objectCells, ledgerCells and claimCells give the cells of a row in the order of the contract.
func objectCells(r *report.ObjectRow) []string {
	return []string{r.Object.Text, r.Content, r.Role, r.Evidence, r.Gap}
}

func ledgerCells(r *report.LedgerRow) []string {
	return []string{r.Routes.Text, r.Function, r.Status, r.Objects.Text, r.Relation, r.Target, r.Evaluator, r.Activation, r.Result, r.Force,
		r.EpistemicAuthority, r.OperationalAuthority, r.AuthorityPath.Text, r.Evidence, r.Claims.Text, r.Mismatch, r.Gap}
}

func claimCells(r *report.ClaimRow) []string {
	return []string{r.Claim.Text, r.Operation, r.Source, r.Doctrine, r.Routes.Text, r.ObservedRun, r.Causal, r.Conclusion, r.Mismatch}
}

// row declares a row as a finding about its first cell; its text is all cells in order.
func (l *lowering) row(owner report.OwnerKind, axis, value, assessment, unit string, span report.Span, cells []string) graph.ID {
	p := l.inDocument(span)
	p["axis"] = axis
	set(p, "value", value)
	set(p, "assessment", assessment)
	set(p, "unit", unit)
	set(p, "text", strings.Join(cells, " | "))
	return l.item(graph.Finding, owner, axis, span, p)
}

// cell relates a row to the records in one of its cells.
func (l *lowering) cell(t graph.RelType, row graph.ID, c report.Cell, span report.Span) {
	for _, handle := range c.Records {
		if record, ok := l.mention(handle, span.Start); ok {
			l.relate(graph.Relationship{Type: t, Source: row, Target: record, Certainty: graph.Structured,
				Rule: ruleTableCell, Line: span.Start, Sentence: c.Text})
		}
	}
}

// implementations relates each claim of a row to each route in its column of implemented routes.
func (l *lowering) implementations(r *report.ClaimRow) {
	if len(r.Claim.Records)*len(r.Routes.Records) > maxPairs {
		return
	}
	for _, c := range r.Claim.Records {
		for _, rt := range r.Routes.Records {
			claim, known := l.mention(c, r.Span.Start)
			route, ok := l.mention(rt, r.Span.Start)
			if known && ok && claim.Kind() == graph.Claim && route.Kind() == graph.Route {
				l.relate(graph.Relationship{Type: graph.ImplementedBy, Source: claim, Target: route, Certainty: graph.Structured,
					Rule: ruleTableCell, Line: r.Span.Start, Sentence: r.Routes.Text})
			}
		}
	}
}

// profile states what a memory profile finds on the axes of comparison (report-grammar 3.6). An axis
// or unit is a finding of its own where nothing below it is, or where it has a note or records.
func (l *lowering) profile() {
	if l.doc.Profile == nil {
		return
	}
	for i := range l.doc.Profile.Axes {
		a := &l.doc.Profile.Axes[i]
		if len(a.Units) == 0 || a.Note != "" || len(a.Records) > 0 {
			l.finding(a, nil, &report.Finding{Note: a.Note, Records: a.Records, Line: a.Line})
		}
		for j := range a.Units {
			u := &a.Units[j]
			if len(u.Findings) == 0 || u.Note != "" || len(u.Records) > 0 {
				l.finding(a, u, &report.Finding{Note: u.Note, Records: u.Records, Line: u.Line})
			}
			for n := range u.Findings {
				l.finding(a, u, &u.Findings[n])
			}
		}
	}
}

// finding states one finding on an axis, about a unit or, without one, about the whole.
func (l *lowering) finding(a *report.Axis, u *report.Unit, f *report.Finding) {
	id, _ := l.next(graph.Finding, a.Name)
	span := report.Span{Start: f.Line, End: f.Line}
	p := l.inDocument(span)
	p["axis"] = a.Name
	set(p, "value", f.Value)
	set(p, "assessment", a.Assessment)
	if u != nil {
		set(p, "assessment", cmp.Or(u.Assessment, a.Assessment))
		set(p, "unit", u.Scope)
	}
	set(p, "basis", statusValue(f.Basis))
	set(p, "text", f.Note)
	l.declare(id, span, ruleProfile, p)
	l.relate(graph.Relationship{Type: graph.HasFinding, Source: l.run, Target: id, Certainty: graph.Declared, Rule: ruleProfile, Line: f.Line})
	for _, handle := range f.Records {
		if record, ok := l.mention(handle, f.Line); ok {
			l.relate(graph.Relationship{Type: graph.Supports, Source: record, Target: id, Certainty: graph.Declared, Rule: ruleProfile, Line: f.Line})
		}
	}
}
