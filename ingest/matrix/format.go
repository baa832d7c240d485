// Package matrix reads comparison matrices: CSV files with a row for each system and columns for the
// axes on which systems are compared (docs/formats.md). An axis is written in one or both of two ways:
//
//   - one column for each value, named by the axis's prefix: form_symbolic. Its cell is 1 where the
//     value is stated, 0 where the axis was assessed and this value is not among the stated ones, and
//     empty where nothing is said. A value without a column is not stated either: ones are partial then,
//     and zeros say nothing. Zeros for all values say that the axis was assessed and has none.
//   - one column of the axis's own name with all of its values: a JSON array of strings, [] for assessed
//     and none; or the values joined by semicolons; or one of the words inapplicable and
//     not-determinable. It is empty where nothing is said. Of storage_substrate only an array is taken to
//     be complete, since the published matrix gives the first value alone.
//
// Where both are there the columns of values decide, and the other one gives their order.
//
// The package knows CSV and the axes. It must not know the graph, node kinds or the file system; of its
// file's name it takes the stem, which is the matrix's title.
package matrix

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// Format is the matrix format. It has no state.
type Format struct{}

// The limits of one matrix. The library keeps some bytes for every cell of a row.
const (
	maxBytes   = 64 << 20
	maxColumns = 4096
	maxRows    = 100_000
)

const byteOrderMark = "\ufeff"

// Name is the name of the format as documents and users know it.
func (Format) Name() string { return "matrix" }

// Match tells whether a file is a CSV whose first line names systems and at least one axis.
func (Format) Match(name string, head []byte) bool {
	if !strings.EqualFold(path.Ext(path.Base(name)), ".csv") {
		return false
	}
	line, _, _ := bytes.Cut(bytes.TrimPrefix(head, []byte(byteOrderMark)), []byte("\n"))
	if bytes.Count(line, []byte(",")) >= maxColumns {
		return bytes.HasPrefix(line, []byte("system")) // for Parse to say so
	}
	header, err := csv.NewReader(bytes.NewReader(line)).Read()
	if err != nil {
		return false
	}
	columns := newColumns(header)
	return columns.system >= 0 && len(columns.cells) > 0
}

// A parse is the reading of one matrix.
type parse struct {
	text    []byte
	lines   []int // where each line begins
	shift   int   // bytes of the byte-order mark
	csv     *csv.Reader
	columns columns
	header  []string
	cells   int // of the row that was read last
	doc     report.Document
	diags   diag.Collector
	systems map[string]diag.Range // by folded name: where its row is
}

// Parse reads a matrix. It always returns both results: whatever was read, and what was found wrong.
func (f Format) Parse(src diag.Source) (report.Document, diag.List) {
	p := &parse{diags: diag.Collector{Name: src.Name, More: CodeMore}, systems: map[string]diag.Range{}}
	base := path.Base(src.Name)
	p.doc.Format, p.doc.Grammar, p.doc.Role = f.Name(), f.Name(), f.Name()
	p.doc.Title = strings.TrimSuffix(base, path.Ext(base))
	p.doc.Matrix = &report.Matrix{}
	if p.prepare(src.Bytes) && p.readHeader() {
		p.readRows()
	}
	return p.doc, p.diags.Finish()
}

// prepare checks the bytes; only then are they given to the library, which keeps a whole row at a time.
func (p *parse) prepare(data []byte) bool {
	if len(data) > maxBytes {
		p.diags.File(CodeTooLarge, fmt.Sprintf("The file has %d bytes; the limit is %d", len(data), maxBytes), "Split it by systems.")
		return false
	}
	p.text = bytes.TrimPrefix(data, []byte(byteOrderMark))
	p.shift = len(data) - len(p.text)
	p.lines = append(p.lines, 0)
	for at, c := range p.text {
		if c == '\n' && at+1 < len(p.text) {
			p.lines = append(p.lines, at+1)
		}
	}
	p.doc.Lines = len(p.lines)
	if len(bytes.TrimSpace(p.text)) == 0 {
		p.diags.File(CodeEmpty, "The file is empty", "Give a header and a row for each system.")
		return false
	}
	if at := badByte(p.text); at >= 0 {
		p.diags.Add(diag.Error, CodeNotText, p.bytesAt(at, at+1), "A byte that no text in UTF-8 has", "Convert the file to UTF-8.")
		return false
	}
	return p.narrow()
}

// badByte is the first byte that is NUL or no UTF-8, -1 for none.
func badByte(text []byte) int {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if text[i] == 0 || r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// narrow reports a row of more cells than any matrix has.
func (p *parse) narrow() bool {
	cells, quoted := 1, false
	for at, c := range p.text {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '\n':
			cells = 1
		case c == ',':
			if cells++; cells > maxColumns {
				p.diags.Add(diag.Error, CodeTooWide, p.bytesAt(at, at+1), fmt.Sprintf("A row of more than %d cells", maxColumns),
					"A matrix has a few dozen columns; nothing of it is read.")
				return false
			}
		}
	}
	return true
}

// readHeader reads the names of the columns.
func (p *parse) readHeader() bool {
	p.csv = csv.NewReader(bytes.NewReader(p.text))
	p.csv.FieldsPerRecord = -1
	header, err := p.csv.Read()
	if err != nil {
		p.failed(err)
		return false
	}
	p.header, p.columns, p.cells = header, newColumns(header), len(header)
	if p.columns.system < 0 || len(p.columns.cells) == 0 {
		p.diags.Add(diag.Error, CodeHeader, p.cellRange(0), "The header names no system column, or no axis",
			"Name the column of systems system_name and each axis as docs/formats.md has it.")
		return false
	}
	for _, i := range p.columns.unknown {
		p.diags.Add(diag.Info, CodeUnknownColumn, p.cellRange(i), fmt.Sprintf("The column %q is not read", diag.Clip(header[i])),
			"Nothing is taken from it; check its spelling.")
	}
	for _, i := range p.columns.repeated {
		p.diags.Warn(CodeColumnRepeated, p.cellRange(i), fmt.Sprintf("The column %q stands here a second time", diag.Clip(header[i])), "Keep one. The first counts.")
	}
	return true
}

// readRows reads the rows until one breaks the rules of CSV.
func (p *parse) readRows() {
	for {
		cells, err := p.csv.Read()
		switch {
		case errors.Is(err, io.EOF):
			return
		case err != nil:
			p.failed(err)
			return
		}
		p.cells = len(cells)
		if len(p.doc.Matrix.Rows) == maxRows {
			p.diags.Add(diag.Error, CodeTooLarge, p.cellRange(0), fmt.Sprintf("More than %d rows", maxRows), "Split it by systems.")
			return
		}
		p.readRow(cells)
	}
}

// failed reports what the library found wrong, at its place.
func (p *parse) failed(err error) {
	at := diag.Range{File: p.diags.Name}
	var bad *csv.ParseError
	if errors.As(err, &bad) && bad.Line >= 1 && bad.Line <= len(p.lines) {
		start := min(p.lines[bad.Line-1]+bad.Column-1, len(p.text))
		at = p.bytesAt(start, start)
		err = bad.Err
	}
	p.diags.Add(diag.Error, CodeCSV, at, "The table is no CSV: "+err.Error(),
		"Quote cells that hold quotes, commas or line ends, and double the quotes inside.")
}

// readRow reads what a row says of its system.
func (p *parse) readRow(cells []string) {
	if len(cells) != len(p.header) {
		p.diags.Warn(CodeRowLength, p.cellRange(0), fmt.Sprintf("A row of %d cells below a header of %d", len(cells), len(p.header)),
			"Cells that are not there say nothing, and those beyond the header are not read.")
	}
	cell := func(i int) string {
		if i < 0 || i >= len(cells) {
			return ""
		}
		return strings.TrimSpace(cells[i])
	}
	row := report.MatrixRow{System: cell(p.columns.system), OneLine: cell(p.columns.oneLine)}
	row.Line, _ = p.csv.FieldPos(0)
	if row.System == "" {
		p.diags.Warn(CodeNoSystem, p.cellRange(0), "A row that names no system", "Name it; until then nothing of the row is read.")
		return
	}
	at := p.cellRange(p.columns.system)
	if first, again := p.systems[strings.ToLower(row.System)]; again {
		p.diags.Warn(CodeSystemRepeated, at, fmt.Sprintf("%q has a second row", diag.Clip(row.System)), "Keep one. The first counts.",
			diag.Related{Message: "the first", Range: first})
		return
	}
	p.systems[strings.ToLower(row.System)] = at
	for _, a := range p.columns.axes() {
		if lead, ok := p.lead(a, cell); ok {
			lead.Line = row.Line
			row.Leads = append(row.Leads, lead)
		}
	}
	p.doc.Matrix.Rows = append(p.doc.Matrix.Rows, row)
}

// cellRange is the place of a cell of the row that was read last.
func (p *parse) cellRange(i int) diag.Range {
	start := p.cellStart(i)
	end := int(p.csv.InputOffset())
	if i+1 < p.cells {
		end = p.cellStart(i+1) - 1
	}
	for end > start && (p.text[end-1] == '\n' || p.text[end-1] == '\r') {
		end--
	}
	return p.bytesAt(start, max(start, end))
}

func (p *parse) cellStart(i int) int {
	line, column := p.csv.FieldPos(i)
	return p.lines[min(line, len(p.lines))-1] + column - 1
}

func (p *parse) bytesAt(start, end int) diag.Range {
	return diag.Range{File: p.diags.Name, Start: p.pos(start), End: p.pos(end)}
}

func (p *parse) pos(at int) diag.Pos {
	n, found := slices.BinarySearch(p.lines, at)
	if !found {
		n--
	}
	return diag.Pos{Line: n + 1, Column: at - p.lines[n] + 1, Byte: at + p.shift}
}
