package rendered

import (
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// addTable files the rows of a table by what its section holds and returns the index of the line after
// it. Any other table, and one inside a record or annotation, is text of where it stands.
func (p *parser) addTable(t table) int {
	if t.flat {
		p.lose(CodeLostColumns, p.lines[t.first], "The table's columns are gone; cells are a guess where they are given at all.")
	}
	read := p.rowReader(t)
	if read == nil {
		p.freeTable(t)
		return t.last + 1
	}
	p.scanRow(t.header, p.owner())
	for n, r := range t.rows {
		if !p.count(p.lines[r.first], 1) {
			break
		}
		if r.ragged {
			p.diags.Warn(CodeTableRow, p.diags.whole(p.lines[r.first]),
				"A table row has another number of cells than its header", "Escape pipes inside cells as \\| and give every cell.")
		}
		owner := read(n+1, r)
		p.scanRow(r, owner)
		if owner.Kind == report.OwnerCoverage {
			p.addCells(r, owner)
		}
	}
	return t.last + 1
}

// addCells adds the cells of a row, or the row where they are a guess.
func (p *parser) addCells(r row, owner report.Owner) {
	whole := true
	for _, c := range r.cells {
		for _, s := range c.parts {
			whole = false
			p.addBlock(owner, p.lines[s.line], strings.TrimSpace(unescape(s.text)), report.BlockCell, false)
		}
	}
	if whole {
		p.addBlock(owner, p.lines[r.first], r.text, report.BlockCell, false)
	}
}

// freeTable adds a table to the text of where it stands, and keeps its cells where they are certain.
func (p *parser) freeTable(t table) {
	free := report.Table{Owner: p.owner(), Header: t.header.texts()}
	for _, r := range append([]row{t.header}, t.rows...) {
		kind := report.BlockProse
		if !t.flat {
			kind = report.BlockRow
		}
		p.addText(p.lines[r.first], r.text, kind)
		p.scanRow(r, p.owner())
	}
	for _, r := range t.rows {
		free.Rows = append(free.Rows, report.TableRow{Cells: r.texts(), Span: p.spanOf(r)})
	}
	if !t.flat {
		p.doc.Tables = append(p.doc.Tables, free)
	}
}

func (p *parser) spanOf(r row) report.Span {
	return report.Span{Start: p.lines[r.first].number, End: p.lines[r.last].number}
}

// scanRow scans a row for ids and paths: cell by cell, or as a whole where the cells are a guess.
func (p *parser) scanRow(r row, owner report.Owner) {
	whole := true
	for _, c := range r.cells {
		for _, s := range c.parts {
			whole = false
			p.scanPart(s, owner)
		}
	}
	if whole {
		p.scan(p.lines[r.first], p.lines[r.first].text, 0, owner)
	}
}

// scanPart scans a part of a cell. The escapes of its pipes are no part of what it says, but of where
// that stands.
func (p *parser) scanPart(s part, owner report.Owner) {
	before := len(p.doc.Citations)
	p.scan(p.lines[s.line], unescape(s.text), s.offset, owner)
	escapes := 0
	for i, at := before, s.offset; i < len(p.doc.Citations) && strings.Contains(s.text, `\|`); i++ {
		c := &p.doc.Citations[i]
		for ; at < c.Column-1+escapes; at++ {
			if strings.HasPrefix(p.lines[s.line].text[at:], `\|`) {
				escapes++
				at++
			}
		}
		c.Column += escapes
	}
}

// A rowReader files one row and returns what then owns its text.
type rowReader func(number int, r row) report.Owner

// rowReader is the reader of the tables that the present section lists; nil where it lists none, or
// where columns that have to be told apart are gone.
func (p *parser) rowReader(t table) rowReader {
	switch holds := p.at.spec.Holds; {
	case p.at.record >= 0 || p.at.annotation >= 0 || p.at.orphan:
		return nil
	case holds == report.HoldsCoverage:
		return p.coverageRow(t)
	case t.flat:
		return nil
	case holds == report.HoldsObjects:
		return func(number int, r row) report.Owner {
			p.doc.Objects = append(p.doc.Objects, report.NewObjectRow(number, recordCells(r), p.spanOf(r)))
			return report.Owner{Kind: report.OwnerObject, Index: len(p.doc.Objects) - 1}
		}
	case holds == report.HoldsClaims:
		return func(number int, r row) report.Owner {
			p.doc.Claims = append(p.doc.Claims, report.NewClaimRow(number, recordCells(r), p.spanOf(r)))
			return report.Owner{Kind: report.OwnerClaim, Index: len(p.doc.Claims) - 1}
		}
	case holds == report.HoldsLedger:
		return p.ledgerRow(t)
	}
	return nil
}

func (p *parser) coverageRow(t table) rowReader {
	return func(number int, r row) report.Owner {
		cells := r.texts()
		if r.ragged {
			cells = []string{r.text}
		}
		p.doc.Coverage = append(p.doc.Coverage, report.NewCoverageRow(number, cells, t.mode, p.spanOf(r)))
		index := len(p.doc.Coverage) - 1
		p.doc.Coverage[index].Text = r.text
		return report.Owner{Kind: report.OwnerCoverage, Index: index}
	}
}

// ledgerRow reads the ledger as a table, its columns by their names.
func (p *parser) ledgerRow(t table) rowReader {
	var columns []int
	for _, c := range t.header.cells {
		columns = append(columns, report.LedgerColumn(c.text))
	}
	return func(_ int, r row) report.Owner {
		entry := report.LedgerRow{Number: len(p.doc.Ledger) + 1, Span: p.spanOf(r)}
		for i, c := range recordCells(r) {
			if i < len(columns) && columns[i] >= 0 {
				entry.Set(columns[i], c)
			}
		}
		p.doc.Ledger = append(p.doc.Ledger, entry)
		return report.Owner{Kind: report.OwnerLedger, Index: len(p.doc.Ledger) - 1}
	}
}

// ledgerLine reads a line in the ledger's section: labelled columns of the compact form, which begins
// at "Route ID:" and whose lines a renderer joined, or text.
func (p *parser) ledgerLine(l line, it item) {
	values := ledgerValues(it.text)
	if len(values) == 0 || values[0].column != report.LedgerRoute && !p.at.entry {
		p.sectionLine(l, it)
		return
	}
	for _, v := range values {
		if !p.count(l, 1) {
			return
		}
		if v.column == report.LedgerRoute {
			p.at.entry = true
			p.doc.Ledger = append(p.doc.Ledger, report.LedgerRow{Number: len(p.doc.Ledger) + 1, Span: report.Span{Start: l.number}})
		}
		last := len(p.doc.Ledger) - 1
		p.doc.Ledger[last].Span.End = l.number
		text := it.text[v.start:v.end]
		p.doc.Ledger[last].Set(v.column, recordCell(text))
		p.scan(l, text, it.offset+v.start, report.Owner{Kind: report.OwnerLedger, Index: last})
	}
}

// A ledgerValue is where a labelled column stands in a text.
type ledgerValue struct{ column, start, end int }

// ledgerValues finds the columns that a text labels, if it begins with one.
func ledgerValues(text string) (out []ledgerValue) {
	for i := 0; i < len(text); {
		colon := strings.IndexByte(text[i:], ':')
		if colon < 0 {
			break
		}
		colon += i
		if column, start := ledgerLabel(text[i:colon]); column >= 0 && (len(out) > 0 || i+start == 0) {
			if len(out) > 0 {
				out[len(out)-1].end = i + start
			}
			out = append(out, ledgerValue{column, colon + 1, len(text)})
		} else if len(out) == 0 {
			return nil
		}
		i = colon + 1
	}
	for i := range out {
		v := &out[i]
		v.start += len(text[v.start:v.end]) - len(strings.TrimLeft(text[v.start:v.end], " "))
		v.end = v.start + len(strings.TrimRight(text[v.start:v.end], " "))
	}
	return out
}

// ledgerLabel finds the column whose name ends a text, and where the name begins.
func ledgerLabel(text string) (column, start int) {
	for column, name := range report.LedgerColumns {
		for _, name := range []string{name, strings.TrimSuffix(name, " or none")} {
			start := len(text) - len(name)
			if start >= 0 && strings.EqualFold(text[start:], name) && (start == 0 || text[start-1] == ' ') {
				return column, start
			}
		}
	}
	return none, 0
}

// recordCells are the cells of a row with the ids in them.
func recordCells(r row) []report.Cell {
	out := make([]report.Cell, len(r.cells))
	for i := range r.cells {
		out[i] = recordCell(r.cells[i].text)
	}
	return out
}

func recordCell(text string) report.Cell { return report.Cell{Text: text, Records: recordsIn(text)} }

// recordsIn are the distinct records that a text names, in order.
func recordsIn(text string) (out []string) {
	seen := map[string]bool{}
	for _, h := range report.NamedHandles(text) {
		if !seen[h.Text] {
			seen[h.Text] = true
			out = append(out, h.Text)
		}
	}
	return out
}
