package markdown

import (
	"fmt"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// maxColumns is how many columns a table of a report can have; the widest has 17.
const maxColumns = 64

// isDelimiter tells whether a line is the row below a table's header.
func isDelimiter(line string) bool {
	return strings.Contains(line, "-") && strings.Contains(line, "|") && strings.Trim(line, "|-: \t\n") == ""
}

// splitCells cuts a row at its unescaped pipes, the outer ones left out. The cells are trimmed.
func splitCells(row string) []span {
	start, end := 0, len(row)
	for end > 0 && isBlank(row[end-1]) {
		end--
	}
	for start < end && isBlank(row[start]) {
		start++
	}
	if start < end && row[start] == '|' {
		start++
	}
	if end > start && row[end-1] == '|' && (end-1 == start || row[end-2] != '\\') {
		end--
	}
	var cells []span
	for i := start; i <= end; i++ {
		if i < end && (row[i] != '|' || i > 0 && row[i-1] == '\\') {
			continue
		}
		c := span{start, i}
		for c.start < c.end && isBlank(row[c.start]) {
			c.start++
		}
		for c.end > c.start && isBlank(row[c.end-1]) {
			c.end--
		}
		cells = append(cells, c)
		start = i + 1
	}
	return cells
}

// A tableRow is a row's cells as units.
type tableRow struct {
	cells []unit
	span  report.Span
	line  span
}

func (r *tableRow) texts() []string {
	out := make([]string, len(r.cells))
	for i := range r.cells {
		out[i] = r.cells[i].text
	}
	return out
}

// readRow reads the cells of one row.
func (p *parse) readRow(line span) tableRow {
	number := p.src.number(line.start)
	r := tableRow{span: report.Span{Start: number, End: number}, line: line}
	for _, c := range splitCells(p.textOf(line)) {
		r.cells = append(r.cells, p.inline([]span{{line.start + c.start, line.start + c.end}}, true))
	}
	return r
}

// table reads a table by what its section holds. Any other table, and one inside a record or
// annotation, is text of where it stands.
func (p *parse) table(b block) {
	if len(splitCells(p.textOf(b.lines[0]))) > maxColumns {
		p.diags.Warn(CodeTableColumns, p.src.at(b.lines[0].start, b.lines[0].end), fmt.Sprintf("A table of more than %d columns", maxColumns),
			"It is not read: no table of a report is that wide.")
		return
	}
	header, rows := p.readRow(b.lines[0]), b.lines[2:]
	reader := tableReaders[p.at.spec.Holds]
	if reader == nil || p.at.record >= 0 || p.at.annotation >= 0 || p.at.orphan {
		p.textRow(&header)
		for _, line := range rows {
			r := p.readRow(line)
			p.textRow(&r)
		}
		return
	}
	for i := range header.cells {
		p.scan(&header.cells[i], p.owner())
	}
	read := reader(p, &header)
	for n, line := range rows {
		if !p.fact(line) {
			return
		}
		r := p.readRow(line)
		if len(r.cells) != len(header.cells) {
			p.diags.Warn(CodeTableRow, p.src.at(line.start, line.end), "A table row has another number of cells than its header",
				"Escape pipes inside cells as \\| and give every cell.")
		}
		owner := read(n+1, &r)
		for i := range r.cells {
			p.scan(&r.cells[i], owner)
		}
	}
}

// textRow adds a row to the text of where it stands.
func (p *parse) textRow(r *tableRow) {
	p.addText(strings.Join(r.texts(), " | "))
	for i := range r.cells {
		p.scan(&r.cells[i], p.owner())
	}
}

// A rowReader files one row and returns what then owns its text.
type rowReader func(number int, r *tableRow) report.Owner

// tableReaders are the tables that sections hold, each made for a header.
var tableReaders = map[report.Content]func(p *parse, header *tableRow) rowReader{
	report.HoldsCoverage:    (*parse).coverageTable,
	report.HoldsRegister:    (*parse).registerTable,
	report.HoldsObjects:     (*parse).objectTable,
	report.HoldsLedger:      (*parse).ledgerTable,
	report.HoldsClaims:      (*parse).claimTable,
	report.HoldsLimitations: (*parse).limitationTable,
}

func (p *parse) coverageTable(header *tableRow) rowReader {
	mode := report.InspectionMode(strings.Join(header.texts(), " "))
	return func(number int, r *tableRow) report.Owner {
		cells := r.texts()
		if len(cells) != len(header.cells) {
			cells = []string{strings.Join(cells, " | ")}
		}
		p.doc.Coverage = append(p.doc.Coverage, report.NewCoverageRow(number, cells, mode, r.span))
		return report.Owner{Kind: report.OwnerCoverage, Index: len(p.doc.Coverage) - 1}
	}
}

// registerTable reads the source register: a row declares a source if its first cell is exactly an
// id. Eight columns are the rule, captures of papers have six (report-grammar 1.6).
func (p *parse) registerTable(header *tableRow) rowReader {
	section := p.owner()
	p.checkColumns(header, 8, 6)
	return func(_ int, r *tableRow) report.Owner {
		row := report.SourceRow{Span: r.span}
		columns := []*string{&row.Handle, &row.Kind, &row.Location, &row.Revision, &row.Layer, &row.Scope, &row.Anchors, &row.Gaps}
		if len(header.cells) == 6 {
			columns = []*string{&row.Handle, &row.Location, &row.Revision, &row.Layer, &row.Scope, &row.Gaps}
		}
		fill(columns, r)
		d, ok := declaration(row.Handle)
		if !ok || d.class != report.HandleSource || d.label != "" {
			p.addText(strings.Join(r.texts(), " | "))
			return section
		}
		if p.register[row.Handle] {
			p.diags.Warn(CodeRegisterDuplicate, p.src.at(r.line.start, r.line.end), row.Handle+" has a second row",
				"Give one row for each source, with all its evidence layers.")
		}
		if p.register == nil {
			p.register = map[string]bool{}
		}
		p.register[row.Handle] = true
		p.doc.Register = append(p.doc.Register, row)
		r.cells = r.cells[1:] // the id declares and mentions nothing
		return report.Owner{Kind: report.OwnerSource, Index: len(p.doc.Register) - 1}
	}
}

func (p *parse) objectTable(header *tableRow) rowReader {
	p.checkColumns(header, 5)
	return func(number int, r *tableRow) report.Owner {
		row := report.ObjectRow{Number: number, Span: r.span, Object: p.cell(r, 0)}
		fill([]*string{nil, &row.Content, &row.Role, &row.Evidence, &row.Gap}, r)
		p.doc.Objects = append(p.doc.Objects, row)
		return report.Owner{Kind: report.OwnerObject, Index: len(p.doc.Objects) - 1}
	}
}

func (p *parse) claimTable(header *tableRow) rowReader {
	p.checkColumns(header, 9)
	return func(number int, r *tableRow) report.Owner {
		row := report.ClaimRow{Number: number, Span: r.span, Claim: p.cell(r, 0), Routes: p.cell(r, 4)}
		fill([]*string{nil, &row.Operation, &row.Source, &row.Doctrine, nil, &row.ObservedRun, &row.Causal, &row.Conclusion, &row.Mismatch}, r)
		p.doc.Claims = append(p.doc.Claims, row)
		return report.Owner{Kind: report.OwnerClaim, Index: len(p.doc.Claims) - 1}
	}
}

func (p *parse) limitationTable(header *tableRow) rowReader {
	p.checkColumns(header, 5)
	return func(_ int, r *tableRow) report.Owner {
		p.at.items++
		row := report.Limitation{Number: p.at.items, Span: r.span, Affects: p.cell(r, 1)}
		fill([]*string{&row.Text, nil, &row.Boundary, &row.Conclusion, &row.Resolution}, r)
		p.doc.Limitations = append(p.doc.Limitations, row)
		return report.Owner{Kind: report.OwnerLimitation, Index: len(p.doc.Limitations) - 1}
	}
}

// checkColumns reports a header that has none of the numbers of columns given.
func (p *parse) checkColumns(header *tableRow, legal ...int) {
	for _, n := range legal {
		if len(header.cells) == n {
			return
		}
	}
	p.diags.Warn(CodeTableColumns, p.src.at(header.line.start, header.line.end),
		fmt.Sprintf("A table of %d columns; the contract has %d", len(header.cells), legal[0]),
		"Cells are read in the order of the contract; those beyond are text.")
}

// fill sets the columns that are not nil from a row's cells.
func fill(columns []*string, r *tableRow) {
	for i, to := range columns {
		if to != nil && i < len(r.cells) {
			*to = r.cells[i].text
		}
	}
}

// cell is a column with its record ids, empty where the row has no such cell.
func (p *parse) cell(r *tableRow, column int) report.Cell {
	if column >= len(r.cells) {
		return report.Cell{}
	}
	u := &r.cells[column]
	return report.Cell{Text: u.text, Records: handlesOf(p.recordLinks(u))}
}

// handlesOf are the distinct ids of citations in order.
func handlesOf(cited []citation) []string {
	var out []string
	seen := map[string]bool{}
	for _, c := range cited {
		if !seen[c.handle] {
			seen[c.handle] = true
			out = append(out, c.handle)
		}
	}
	return out
}

// checkRegister holds the sources that the document cites, and the one that its front matter pins,
// against its register, where it has one (report-grammar 6.1, 9 and 17).
func (p *parse) checkRegister() {
	if p.register == nil {
		return
	}
	said := map[string]bool{}
	for _, c := range p.doc.Sources {
		if !p.register[c.Handle] && !said[c.Handle] {
			said[c.Handle] = true
			p.diags.Warn(CodeUnregistered, p.src.lineRange(c.Line), c.Handle+" is not in the source register", "Add a row for it, or cite a source that has one.")
		}
	}
	frozen := p.doc.Meta.Frozen
	if frozen.Revision == "" {
		return
	}
	for _, row := range p.doc.Register {
		if strings.Contains(row.Revision, frozen.Revision) {
			return
		}
	}
	p.diags.Warn(CodeRegisterFrozen, p.src.lineRange(p.doc.Register[0].Span.Start), "No row of the register has the revision that the front matter pins",
		"One row is the frozen source: its identity and revision are those of the front matter.")
}
