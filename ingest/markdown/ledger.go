package markdown

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// The words of the two controlled columns (report-grammar 3.7).
var (
	routeFunctions = []string{
		"content transformation", "check/evidence production", "disposition/acceptance", "retention", "lifecycle integration",
		"operational admission/selection/consumption", "behavior/policy adaptation", "lineage/freshness/recovery",
	}
	routeStatuses = []string{
		"implemented", "observed, implementation uninspected", "doctrine only", "no route found within boundary", "not determinable",
	}
)

// ledgerTable reads the ledger as a table, its columns by their names.
func (p *parse) ledgerTable(header *tableRow) rowReader {
	columns := make([]int, len(header.cells))
	found := map[int]bool{}
	for i := range header.cells {
		columns[i] = report.LedgerColumn(header.cells[i].Text)
		found[columns[i]] = true
	}
	var missing []string
	for i, name := range report.LedgerColumns {
		if !found[i] {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		p.diags.Warn(CodeTableColumns, p.src.Range(header.line.Start, header.line.End), "The ledger lacks columns: "+strings.Join(missing, ", "),
			"Columns are found by the names of the contract; what other columns say is only cited.")
	}
	return func(_ int, r *tableRow) report.Owner {
		row := report.LedgerRow{Number: len(p.doc.Ledger) + 1, Span: r.span}
		for i := range r.cells {
			if i < len(columns) && columns[i] != none {
				row.Set(columns[i], p.cellOf(&r.cells[i]))
			}
		}
		return p.addLedger(row, r.line)
	}
}

func (p *parse) addLedger(row report.LedgerRow, at mdtext.Span) report.Owner {
	p.doc.Ledger = append(p.doc.Ledger, row)
	p.checkLedger(&row, report.LedgerFunction, at)
	p.checkLedger(&row, report.LedgerStatus, at)
	return report.Owner{Kind: report.OwnerLedger, Index: len(p.doc.Ledger) - 1}
}

// checkLedger holds the two controlled columns against their words.
func (p *parse) checkLedger(row *report.LedgerRow, column int, at mdtext.Span) {
	function, status := strings.ToLower(row.Function), strings.ToLower(row.Status)
	switch {
	case column == report.LedgerFunction && function != "" && !slices.Contains(routeFunctions, function) && !strings.HasPrefix(function, "other — "):
		p.diags.Warn(CodeLedgerVocabulary, p.src.Range(at.Start, at.End), fmt.Sprintf("%q is no route function", diag.Clip(row.Function)),
			"Use a function of the contract, or \"other — …\".")
	case column == report.LedgerStatus && status != "" && !slices.Contains(routeStatuses, status):
		p.diags.Warn(CodeLedgerVocabulary, p.src.Range(at.Start, at.End), fmt.Sprintf("%q is no architectural status", diag.Clip(row.Status)),
			"Use one of: "+strings.Join(routeStatuses, "; ")+".")
	}
}

// ledgerBlock reads a block in the ledger's section: lines of the compact form, which begins at
// "Route ID:", or text.
func (p *parse) ledgerBlock(b mdtext.Block) {
	for _, l := range b.Lines {
		u := p.src.Inline([]mdtext.Span{l}, false)
		name, value, ok := strings.Cut(u.Text, ":")
		column := none
		if ok && !u.Coded(0) {
			column = report.LedgerColumn(name)
		}
		number := p.src.Number(l.Start)
		if column == report.LedgerRoute {
			p.addLedger(report.LedgerRow{Number: len(p.doc.Ledger) + 1, Span: report.Span{Start: number, End: number}}, l)
			p.at.open = openItem{owner: report.Owner{Kind: report.OwnerLedger, Index: len(p.doc.Ledger) - 1}}
		}
		if column == none || p.at.open.owner.Kind != report.OwnerLedger {
			p.sectionBlock(&u)
			continue
		}
		row := &p.doc.Ledger[p.at.open.owner.Index]
		row.Span.End = number
		start := len(u.Text) - len(strings.TrimLeft(value, " "))
		part := u.Part(start, len(u.Text))
		row.Set(column, p.cellOf(&part))
		p.scan(&part, p.at.open.owner)
		p.checkLedger(row, column, l)
	}
}
