package markdown

import (
	"fmt"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// maxColumns is how many columns a table of a report can have; the widest has 17.
const maxColumns = 64

// A tableRow is a row's cells as units.
type tableRow struct {
	cells []mdtext.Unit
	span  report.Span
	line  mdtext.Span
}

func (r *tableRow) texts() []string {
	out := make([]string, len(r.cells))
	for i := range r.cells {
		out[i] = r.cells[i].Text
	}
	return out
}

// readRow reads the cells of one row.
func (p *parse) readRow(line mdtext.Span) tableRow {
	number := p.src.Number(line.Start)
	r := tableRow{span: report.Span{Start: number, End: number}, line: line}
	for _, c := range mdtext.SplitCells(p.src.Of(line)) {
		r.cells = append(r.cells, p.src.Inline([]mdtext.Span{{Start: line.Start + c.Start, End: line.Start + c.End}}, true))
	}
	return r
}

// table reads a table by what its section holds. Any other table, and one inside a record or
// annotation, is text of where it stands, and kept as a table besides.
func (p *parse) table(b mdtext.Block) {
	if len(mdtext.SplitCells(p.src.Of(b.Lines[0]))) > maxColumns {
		p.diags.Warn(CodeTableColumns, p.src.Range(b.Lines[0].Start, b.Lines[0].End), fmt.Sprintf("A table of more than %d columns", maxColumns),
			"It is not read: no table of a report is that wide.")
		return
	}
	header, rows := p.readRow(b.Lines[0]), b.Lines[2:]
	reader := tableReaders[p.at.spec.Holds]
	if reader == nil || p.at.record >= 0 || p.at.annotation >= 0 || p.at.orphan {
		t := report.Table{Owner: p.owner(), Header: header.texts()}
		p.textRow(&header)
		for _, line := range rows {
			r := p.readRow(line)
			p.textRow(&r)
			t.Rows = append(t.Rows, report.TableRow{Cells: r.texts(), Span: r.span})
		}
		p.doc.Tables = append(p.doc.Tables, t)
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
			p.diags.Warn(CodeTableRow, p.src.Range(line.Start, line.End), "A table row has another number of cells than its header",
				"Escape pipes inside cells as \\| and give every cell.")
		}
		owner := read(n+1, &r)
		for i := range r.cells {
			p.scan(&r.cells[i], owner)
			if saysSo(owner.Kind, i) {
				p.addBlock(owner, &r.cells[i], report.BlockCell)
			}
		}
	}
}

// saysSo tells whether a column states something: of limitations those for what is missing and for where
// that was looked for, but not what cannot be concluded or would resolve it.
func saysSo(owner report.OwnerKind, column int) bool {
	return owner == report.OwnerCoverage || owner == report.OwnerLimitation && (column == 0 || column == 2)
}

// textRow adds a row to the text of where it stands.
func (p *parse) textRow(r *tableRow) {
	p.addRow(r)
	for i := range r.cells {
		p.scan(&r.cells[i], p.owner())
	}
}

func (p *parse) addRow(r *tableRow) {
	p.addText(strings.Join(r.texts(), " | "), report.BlockRow, report.Lines{First: r.span.Start})
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
			p.addRow(r)
			return section
		}
		if p.register[row.Handle] {
			p.diags.Warn(CodeRegisterDuplicate, p.src.Range(r.line.Start, r.line.End), row.Handle+" has a second row",
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
		p.doc.Objects = append(p.doc.Objects, report.NewObjectRow(number, p.cells(r), r.span))
		return report.Owner{Kind: report.OwnerObject, Index: len(p.doc.Objects) - 1}
	}
}

func (p *parse) claimTable(header *tableRow) rowReader {
	p.checkColumns(header, 9)
	return func(number int, r *tableRow) report.Owner {
		p.doc.Claims = append(p.doc.Claims, report.NewClaimRow(number, p.cells(r), r.span))
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
	p.diags.Warn(CodeTableColumns, p.src.Range(header.line.Start, header.line.End),
		fmt.Sprintf("A table of %d columns; the contract has %d", len(header.cells), legal[0]),
		"Cells are read in the order of the contract; those beyond are text.")
}

// fill sets the columns that are not nil from a row's cells.
func fill(columns []*string, r *tableRow) {
	for i, to := range columns {
		if to != nil && i < len(r.cells) {
			*to = r.cells[i].Text
		}
	}
}

// cell is a column with its record ids, empty where the row has no such cell.
func (p *parse) cell(r *tableRow, column int) report.Cell {
	if column >= len(r.cells) {
		return report.Cell{}
	}
	return p.cellOf(&r.cells[column])
}

// cellOf is a unit with its record ids.
func (p *parse) cellOf(u *mdtext.Unit) report.Cell {
	return report.Cell{Text: u.Text, Records: handlesOf(p.cited(u))}
}

// cells are all columns of a row.
func (p *parse) cells(r *tableRow) []report.Cell {
	out := make([]report.Cell, len(r.cells))
	for i := range r.cells {
		out[i] = p.cellOf(&r.cells[i])
	}
	return out
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
			p.diags.Warn(CodeUnregistered, p.src.LineRange(c.Line), c.Handle+" is not in the source register", "Add a row for it, or cite a source that has one.")
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
	p.diags.Warn(CodeRegisterFrozen, p.src.LineRange(p.doc.Register[0].Span.Start), "No row of the register has the revision that the front matter pins",
		"One row is the frozen source: its identity and revision are those of the front matter.")
}
