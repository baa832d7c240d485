package markdown

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A ledgerColumn is one of the columns of the authority-route ledger (report-grammar 3.7): the name
// in its header and as a label of the compact form, and where its text goes.
type ledgerColumn struct {
	name string
	text func(*report.LedgerRow) *string
	cell func(*report.LedgerRow) *report.Cell
}

var ledgerColumns = []ledgerColumn{
	{name: "route id", cell: func(r *report.LedgerRow) *report.Cell { return &r.Routes }},
	{name: "route function", text: func(r *report.LedgerRow) *string { return &r.Function }},
	{name: "architectural status", text: func(r *report.LedgerRow) *string { return &r.Status }},
	{name: "object/candidate id", cell: func(r *report.LedgerRow) *report.Cell { return &r.Objects }},
	{name: "content/update relation", text: func(r *report.LedgerRow) *string { return &r.Relation }},
	{name: "transition or check target", text: func(r *report.LedgerRow) *string { return &r.Target }},
	{name: "evaluator/condition and domain", text: func(r *report.LedgerRow) *string { return &r.Evaluator }},
	{name: "activation and timing", text: func(r *report.LedgerRow) *string { return &r.Activation }},
	{name: "possible or observed result", text: func(r *report.LedgerRow) *string { return &r.Result }},
	{name: "implemented force", text: func(r *report.LedgerRow) *string { return &r.Force }},
	{name: "epistemic authority and scope", text: func(r *report.LedgerRow) *string { return &r.EpistemicAuthority }},
	{name: "operational authority", text: func(r *report.LedgerRow) *string { return &r.OperationalAuthority }},
	{name: "behavioral-authority path", cell: func(r *report.LedgerRow) *report.Cell { return &r.AuthorityPath }},
	{name: "evidence source id and local anchor", text: func(r *report.LedgerRow) *string { return &r.Evidence }},
	{name: "claim ids or none", cell: func(r *report.LedgerRow) *report.Cell { return &r.Claims }},
	{name: "mismatch marker or none", text: func(r *report.LedgerRow) *string { return &r.Mismatch }},
	{name: "gap/limit", text: func(r *report.LedgerRow) *string { return &r.Gap }},
}

// The columns that begin an entry of the compact form, and those of controlled words.
const (
	columnRoute = iota
	columnFunction
	columnStatus
)

var (
	routeFunctions = []string{
		"content transformation", "check/evidence production", "disposition/acceptance", "retention", "lifecycle integration",
		"operational admission/selection/consumption", "behavior/policy adaptation", "lineage/freshness/recovery",
	}
	routeStatuses = []string{
		"implemented", "observed, implementation uninspected", "doctrine only", "no route found within boundary", "not determinable",
	}
)

// ledgerColumnOf finds a column by a header cell or label; none for any other.
func ledgerColumnOf(name string) int {
	name = report.NormalLabel(name)
	for i, c := range ledgerColumns {
		if name == c.name || name == strings.TrimSuffix(c.name, " or none") {
			return i
		}
	}
	return none
}

// setLedger puts a unit into a column.
func (p *parse) setLedger(row *report.LedgerRow, column int, u *unit) {
	switch c := ledgerColumns[column]; {
	case c.cell != nil:
		*c.cell(row) = report.Cell{Text: u.text, Records: handlesOf(p.recordLinks(u))}
	default:
		*c.text(row) = u.text
	}
}

// ledgerTable reads the ledger as a table, its columns by their names.
func (p *parse) ledgerTable(header *tableRow) rowReader {
	columns := make([]int, len(header.cells))
	found := map[int]bool{}
	for i := range header.cells {
		columns[i] = ledgerColumnOf(header.cells[i].text)
		found[columns[i]] = true
	}
	var missing []string
	for i, c := range ledgerColumns {
		if !found[i] {
			missing = append(missing, c.name)
		}
	}
	if len(missing) > 0 {
		p.diags.Warn(CodeTableColumns, p.src.at(header.line.start, header.line.end), "The ledger lacks columns: "+strings.Join(missing, ", "),
			"Columns are found by the names of the contract; what other columns say is only cited.")
	}
	return func(_ int, r *tableRow) report.Owner {
		row := report.LedgerRow{Number: len(p.doc.Ledger) + 1, Span: r.span}
		for i := range r.cells {
			if i < len(columns) && columns[i] != none {
				p.setLedger(&row, columns[i], &r.cells[i])
			}
		}
		return p.addLedger(row, r.line)
	}
}

func (p *parse) addLedger(row report.LedgerRow, at span) report.Owner {
	p.doc.Ledger = append(p.doc.Ledger, row)
	for column := range ledgerColumns {
		p.checkLedger(&row, column, at)
	}
	return report.Owner{Kind: report.OwnerLedger, Index: len(p.doc.Ledger) - 1}
}

// checkLedger holds the two controlled columns against their words.
func (p *parse) checkLedger(row *report.LedgerRow, column int, at span) {
	function, status := strings.ToLower(row.Function), strings.ToLower(row.Status)
	switch {
	case column == columnFunction && function != "" && !slices.Contains(routeFunctions, function) && !strings.HasPrefix(function, "other — "):
		p.diags.Warn(CodeLedgerVocabulary, p.src.at(at.start, at.end), fmt.Sprintf("%q is no route function", diag.Clip(row.Function)),
			"Use a function of the contract, or \"other — …\".")
	case column == columnStatus && status != "" && !slices.Contains(routeStatuses, status):
		p.diags.Warn(CodeLedgerVocabulary, p.src.at(at.start, at.end), fmt.Sprintf("%q is no architectural status", diag.Clip(row.Status)),
			"Use one of: "+strings.Join(routeStatuses, "; ")+".")
	}
}

// ledgerBlock reads a block in the ledger's section: lines of the compact form, which begins at
// "Route ID:", or text.
func (p *parse) ledgerBlock(b block) {
	for _, l := range b.lines {
		u := p.inline([]span{l}, false)
		name, value, ok := strings.Cut(u.text, ":")
		column := none
		if ok && !u.coded(0) {
			column = ledgerColumnOf(name)
		}
		number := p.src.number(l.start)
		if column == columnRoute {
			p.addLedger(report.LedgerRow{Number: len(p.doc.Ledger) + 1, Span: report.Span{Start: number, End: number}}, l)
			p.at.open = openItem{owner: report.Owner{Kind: report.OwnerLedger, Index: len(p.doc.Ledger) - 1}}
		}
		if column == none || p.at.open.owner.Kind != report.OwnerLedger {
			p.sectionBlock(&u)
			continue
		}
		row := &p.doc.Ledger[p.at.open.owner.Index]
		row.Span.End = number
		start := len(u.text) - len(strings.TrimLeft(value, " "))
		part := u.part(start, len(u.text))
		p.setLedger(row, column, &part)
		p.scan(&part, p.at.open.owner)
		p.checkLedger(row, column, l)
	}
}
