package early

import (
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// The readers of rows that are no records. Each is made for the places of a table's columns in the order of
// its contract; where not all columns have one, a row is text of its section besides.

// extra is whose text a row is besides what its columns say, which is all where they are whole.
func extra(whole bool) rowText {
	if whole {
		return noText
	}
	return sectionText
}

// registerReader reads a register of sources, by its headers or, where they are worded otherwise, in the
// order of its eight columns, or of the six of a register of papers (report-grammar 1.6).
func (p *parse) registerReader(t *table) rowReader {
	at, known := places(t.columns, registerColumns)
	if known < 3 {
		switch len(t.columns) {
		case 8:
			at, known = []int{0, 1, 2, 3, 4, 5, 6, 7}, 8
		case 6:
			at, known = []int{0, 2, 3, 4, 5, 7}, 6
		}
	}
	return func(_ int, r *row) (reading, bool) {
		if !isSourceID(r.text(t.id)) {
			return reading{}, false
		}
		source := report.SourceRow{Span: r.span}
		columns := []*string{&source.Handle, &source.Kind, &source.Location, &source.Revision, &source.Layer, &source.Scope, &source.Anchors, &source.Gaps}
		for i, place := range at {
			if place != none {
				*columns[place] = r.text(i)
			}
		}
		source.Handle = r.text(t.id)
		p.doc.Register = append(p.doc.Register, source)
		return reading{owner: report.Owner{Kind: report.OwnerSource, Index: len(p.doc.Register) - 1}, text: extra(known == len(t.columns))}, true
	}
}

func (p *parse) objectReader(at []int, whole bool) rowReader {
	return func(number int, r *row) (reading, bool) {
		p.doc.Objects = append(p.doc.Objects, report.NewObjectRow(number, r.contract(at, 5), r.span))
		return reading{owner: report.Owner{Kind: report.OwnerObject, Index: len(p.doc.Objects) - 1}, text: extra(whole)}, true
	}
}

func (p *parse) claimReader(at []int, whole bool) rowReader {
	return func(number int, r *row) (reading, bool) {
		p.doc.Claims = append(p.doc.Claims, report.NewClaimRow(number, r.contract(at, 9), r.span))
		return reading{owner: report.Owner{Kind: report.OwnerClaim, Index: len(p.doc.Claims) - 1}, text: extra(whole)}, true
	}
}

func (p *parse) ledgerReader(at []int, whole bool) rowReader {
	return func(_ int, r *row) (reading, bool) {
		ledger := report.LedgerRow{Number: len(p.doc.Ledger) + 1, Span: r.span}
		for column, cell := range r.contract(at, len(report.LedgerColumns)) {
			ledger.Set(column, cell)
		}
		p.doc.Ledger = append(p.doc.Ledger, ledger)
		return reading{owner: report.Owner{Kind: report.OwnerLedger, Index: len(p.doc.Ledger) - 1}, text: extra(whole)}, true
	}
}

// claimRoutes is the place of the routes that implement a claim.
const claimRoutes = 4

// The columns without which a table holds no limitations.
const (
	limitationText       = 0
	limitationConclusion = 3
)

func (p *parse) limitationReader(at []int, whole bool) rowReader {
	return func(_ int, r *row) (reading, bool) {
		cells := r.contract(at, 5)
		p.doc.Limitations = append(p.doc.Limitations, report.Limitation{
			Number: len(p.doc.Limitations) + 1, Text: cells[limitationText].Text, Affects: cells[1], Boundary: cells[2].Text,
			Conclusion: cells[limitationConclusion].Text, Resolution: cells[4].Text, Span: r.span})
		return reading{owner: report.Owner{Kind: report.OwnerLimitation, Index: len(p.doc.Limitations) - 1}, text: extra(whole)}, true
	}
}

// coverageReader reads a table of what was inspected, whose columns stand in a fixed order under any header.
func (p *parse) coverageReader(t *table) rowReader {
	mode := report.InspectionMode(strings.Join(t.header, " "))
	return func(number int, r *row) (reading, bool) {
		p.doc.Coverage = append(p.doc.Coverage, report.NewCoverageRow(number, r.texts(), mode, r.span))
		return reading{owner: report.Owner{Kind: report.OwnerCoverage, Index: len(p.doc.Coverage) - 1}}, true
	}
}
