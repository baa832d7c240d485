package early

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// maxColumns is how many columns a table of a report can have; the widest has 17.
const maxColumns = 64

// A table is one whose header is read.
type table struct {
	header  []string // as written
	columns []string // folded
	id      int      // the column of ids, or none
	first   string   // what stands there in the first row
}

// key is the column whose id says what a row is about: that of ids, or the first.
func (t *table) key() int { return max(t.id, 0) }

// A row is a row's cells as units.
type row struct {
	cells []mdtext.Unit
	span  report.Span
	line  mdtext.Span
}

func (r *row) texts() []string {
	out := make([]string, len(r.cells))
	for i := range r.cells {
		out[i] = r.cells[i].Text
	}
	return out
}

// text is a cell's, "" where the row has no such cell.
func (r *row) text(column int) string {
	if column < 0 || column >= len(r.cells) {
		return ""
	}
	return r.cells[column].Text
}

// contract gives the cells in the order of a contract, as places of the columns found them.
func (r *row) contract(at []int, n int) []report.Cell {
	out := make([]report.Cell, n)
	for i := range r.cells {
		if i < len(at) && at[i] != none {
			out[at[i]] = report.Cell{Text: r.cells[i].Text, Records: recordsIn(r.cells[i].Text)}
		}
	}
	return out
}

// readRow reads a row of a table of so many columns, 0 for its header. Markdown parts cells at every pipe
// without a backslash; where that gives another number of cells, and leaving out the pipes in code gives the
// right one, those are part of the code.
func (p *parse) readRow(line mdtext.Span, columns int) row {
	number := p.src.Number(line.Start)
	r := row{span: report.Span{Start: number, End: number}, line: line}
	text := p.src.Of(line)
	cells := mdtext.SplitCells(text)
	if columns > 0 && len(cells) > columns {
		if coded := mdtext.SplitCells(maskCode(text)); len(coded) == columns {
			cells = coded
		}
	}
	for _, c := range cells {
		r.cells = append(r.cells, p.src.Inline([]mdtext.Span{{Start: line.Start + c.Start, End: line.Start + c.End}}, true))
	}
	return r
}

// maskCode hides the pipes between backticks.
func maskCode(text string) string {
	masked, code := []byte(text), false
	for i, c := range masked {
		switch {
		case c == '`':
			code = !code
		case c == '|' && code:
			masked[i] = ' '
		}
	}
	return string(masked)
}

// A reading is what a row comes to.
type reading struct {
	owner report.Owner // of what its cells say
	loose bool         // its columns relate what stands in them by their headers alone
	text  rowText
}

// rowText says whose text a row is.
type rowText uint8

const (
	noText      rowText = iota // its columns say it all
	sectionText                // its section's: it has columns that no contract knows
	ownText                    // what it declares has it as its text, but for the id
)

// table reads a table by what stands around it and by its header, row by row: a row that does not have what
// the table holds is text.
func (p *parse) table(b mdtext.Block) {
	if wide := len(mdtext.SplitCells(p.src.Of(b.Lines[0]))); wide > maxColumns {
		p.diags.Warn(CodeTableColumns, p.src.Range(b.Lines[0].Start, b.Lines[0].End), fmt.Sprintf("A table of %d columns; the limit is %d", wide, maxColumns),
			"It is not read: no table of a report is that wide.")
		return
	}
	header := p.readRow(b.Lines[0], 0)
	t := table{header: header.texts(), id: none}
	for i, h := range t.header {
		t.columns = append(t.columns, columnName(h))
		if t.id == none && isID(t.columns[i]) {
			t.id = i
		}
		p.scan(&header.cells[i], p.owner())
	}
	rows := b.Lines[2:]
	if len(rows) > 0 {
		r := p.readRow(rows[0], len(t.header))
		t.first = r.text(t.key())
	}
	read := p.readerOf(&t)
	loose := report.Table{Owner: p.owner(), Header: t.header}
	for n, line := range rows {
		r := p.readRow(line, len(t.header))
		if !p.fact(r.span.Start) {
			return
		}
		if len(r.cells) != len(t.header) {
			p.diags.Warn(CodeTableRow, p.src.Range(line.Start, line.End), "A table row has another number of cells than its header",
				"Where it has more, which column each belongs to is not known, and the row is text. Escape pipes inside cells as \\|.")
		}
		got, ok := reading{}, false
		if len(r.cells) <= len(t.header) {
			got, ok = read(n+1, &r)
		}
		if !ok {
			got = p.plain()
			p.kept.rows++
		}
		if got.loose {
			loose.Rows = append(loose.Rows, report.TableRow{Cells: r.texts(), Span: r.span})
		}
		p.fileRow(&t, &r, got)
	}
	if len(loose.Rows) > 0 {
		p.doc.Tables = append(p.doc.Tables, loose)
	}
}

// plain is the reading of a row that is text of where it stands.
func (p *parse) plain() reading { return reading{owner: p.owner(), loose: true, text: sectionText} }

// fileRow files what the cells of a row say.
func (p *parse) fileRow(t *table, r *row, got reading) {
	lines := report.Lines{First: r.span.Start}
	switch texts := r.texts(); got.text {
	case sectionText:
		p.addText(p.owner(), strings.Join(texts, " | "), report.BlockRow, lines)
	case ownText:
		p.addText(got.owner, strings.Join(slices.Delete(texts, t.key(), t.key()+1), " | "), report.BlockRow, lines)
	}
	for i := range r.cells {
		if got.owner.Kind == report.OwnerSource && i == t.id {
			continue // the id declares and mentions nothing
		}
		anchors := i < len(t.columns) && isAnchor(t.columns[i])
		p.scanCell(&r.cells[i], got.owner, anchors)
		if got.owner.Kind == report.OwnerCoverage || got.owner.Kind == report.OwnerLimitation && i == 0 {
			p.addUnit(got.owner, &r.cells[i], report.BlockCell)
		}
	}
}

// A rowReader files one row, the first being 1. It reports false where the row does not have what the table holds.
type rowReader func(number int, r *row) (reading, bool)

// readerOf is the reader of a table's rows.
func (p *parse) readerOf(t *table) rowReader {
	if isSourceID(t.first) && (t.id >= 0 || p.at.holds == report.HoldsRegister) {
		t.id = t.key()
		return p.registerReader(t)
	}
	if p.at.kind >= 0 && p.declares(t) {
		p.closeRecord(p.lastLine())
		return p.declarationReader(t)
	}
	if p.at.record >= 0 {
		return func(int, *row) (reading, bool) { return p.plain(), true }
	}
	at, known := places(t.columns, limitationColumns)
	if slices.Contains(at, limitationConclusion) && slices.Contains(at, limitationText) {
		return p.limitationReader(at, known == len(t.columns))
	}
	switch p.at.holds {
	case report.HoldsLedger:
		if at, known := places(t.columns, ledgerSynonyms); known > 2 {
			return p.ledgerReader(at, known == len(t.columns))
		}
	case report.HoldsObjects:
		if at, known := places(t.columns, objectColumns); known > 2 {
			return p.objectReader(at, known == len(t.columns))
		}
	case report.HoldsClaims:
		if at, known := places(t.columns, claimColumns); known > 2 {
			return p.claimReader(at, known == len(t.columns))
		}
	case report.HoldsCoverage:
		return p.coverageReader(t)
	}
	if isKey(t.columns[0]) || t.id == 0 {
		return p.annotationReader(t)
	}
	if slices.Equal(t.columns, []string{"field", "value"}) {
		return func(_ int, r *row) (reading, bool) {
			p.identify(r.text(0), r.text(1))
			return p.plain(), true
		}
	}
	return func(int, *row) (reading, bool) { return reading{}, false }
}

// declares tells whether a table declares the records in its column of ids: it stands under the heading of
// their kind, and it is no table of what analysts say about records that are declared elsewhere. In a trial,
// whose other files may declare them, it must also name them: by a label, or a path of authority by its consumer.
func (p *parse) declares(t *table) bool {
	if t.id == none && p.single() && isRecordID(t.first) {
		t.id = 0
	}
	if _, declared := p.declared[t.first]; t.id == none || declared || slices.ContainsFunc(t.columns, isView) {
		return false
	}
	kind := report.KindTypes[p.at.kind].Kind
	return p.single() || t.label(kind) != none || kind == report.KindAuthorityPath && slices.Contains(t.columns, "consumer")
}

// label is the column that names the records of a kind, or none.
func (t *table) label(kind string) int {
	for i, column := range t.columns {
		if i != t.id && isLabel(column, kind) {
			return i
		}
	}
	return none
}

func (p *parse) declarationReader(t *table) rowReader {
	kind := report.KindTypes[p.at.kind].Kind
	label := t.label(kind)
	at, _ := places(t.columns, claimColumns)
	comparison := kind == report.KindClaim && slices.Contains(at, claimRoutes)
	return func(number int, r *row) (reading, bool) {
		id := r.text(t.id)
		if h, _ := report.ParseHandle(id); !isRecordID(id) || h.Kind != kind {
			return reading{}, false
		}
		u := &r.cells[t.id]
		if !p.declare(id, r.text(label), p.whole(u), r.span) {
			return reading{}, false
		}
		index := len(p.doc.Records) - 1
		record := &p.doc.Records[index]
		record.Fields, record.Statuses = p.cellFields(t, r, label, kind == report.KindRoute)
		got := reading{owner: report.Owner{Kind: report.OwnerRecord, Index: index}, loose: true, text: ownText}
		if comparison { // a register of claims that says which routes implement them
			p.doc.Claims = append(p.doc.Claims, report.NewClaimRow(number, r.contract(at, 9), r.span))
			got.loose = false
		}
		return got, true
	}
}

// annotationReader reads a table by ids outside of where they are declared: each row is what its section
// says about one record (report-grammar 2.4).
func (p *parse) annotationReader(t *table) rowReader {
	return func(_ int, r *row) (reading, bool) {
		target := r.text(t.key())
		if !isRecordID(target) {
			return reading{}, false
		}
		a := report.Annotation{Target: target, Span: r.span}
		a.Fields, a.Statuses = p.cellFields(t, r, none, false)
		p.doc.Annotations = append(p.doc.Annotations, a)
		return reading{owner: report.Owner{Kind: report.OwnerAnnotation, Index: len(p.doc.Annotations) - 1}, loose: true, text: ownText}, true
	}
}

// cellFields are the cells of a row as labelled values under their headers, but for the ids and the label,
// and the conclusion statuses among them. A cell of a dash says nothing.
func (p *parse) cellFields(t *table, r *row, label int, route bool) (fields []report.Field, statuses []report.Status) {
	for i := range r.cells {
		text := r.cells[i].Text
		if i == t.key() || i == label || i >= len(t.columns) || strings.Trim(text, "—–- ") == "" {
			continue
		}
		name := t.columns[i]
		if answers := report.AnswerNames(name); route && len(answers) == 1 {
			name = answers[0]
		}
		fields = append(fields, report.Field{Label: t.header[i], Name: name, Text: text, Line: r.span.Start, Style: report.StyleCell})
		if !strings.HasSuffix(name, "conclusion status") {
			continue
		}
		for _, s := range report.ScanStatuses(name + ": " + text) {
			if !s.Known {
				p.kept.words++
				continue
			}
			for _, v := range s.Values {
				statuses = append(statuses, report.Status{Layer: s.Layer, Value: v.Value, Scope: v.Scope, Line: r.span.Start})
			}
		}
	}
	return fields, statuses
}

// lastLine is the last line of the open record's body so far.
func (p *parse) lastLine() int {
	if p.at.record < 0 {
		return 0
	}
	return p.doc.Records[p.at.record].Span.End
}
