package records

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// readCSV reads a row an entry; the first row names the keys. An empty cell states nothing, and an empty
// line is no row.
func (p *parse) readCSV(separator byte) {
	c := &csvReader{parse: p, separator: separator, number: 1}
	header, ok := c.row()
	if !ok {
		return
	}
	seen := map[string]bool{}
	for i := range header {
		h := &header[i]
		if h.Text != "" && seen[h.Text] {
			p.repeated(h.Text, h.At)
			h.Type = report.ValueNull
		}
		seen[h.Text] = true
	}
	for {
		row, ok := c.row()
		if !ok || !p.addRow(header, row, report.Span{Start: row[0].At.Line, End: c.last}) {
			return
		}
	}
}

// addRow takes a row as an entry; false when it was one too many.
func (p *parse) addRow(header, row []report.Value, span report.Span) bool {
	if len(row) > len(header) {
		p.fail(CodeRowLength, row[len(header)].At, fmt.Sprintf("A row of %d cells below a header of %d", len(row), len(header)),
			"Quote a cell that holds a separator; else its rest is taken for the next cell.")
		return true
	}
	e := report.Entry{At: row[0].At, Span: span}
	for i := range row {
		switch {
		case row[i].Text == "" || header[i].Type == report.ValueNull:
		case header[i].Text == "":
			p.diags.Warn(CodeForm, p.rangeOf(row[i].At), "A cell in a column without a name of its own", "Name the column; until then the cell is not read.")
		default:
			e.Members = append(e.Members, report.Member{Key: header[i].Text, At: header[i].At, Value: row[i]})
		}
	}
	if len(row) < len(header) {
		p.diags.Warn(CodeRowLength, p.rangeOf(e.At), fmt.Sprintf("A row of %d cells below a header of %d", len(row), len(header)),
			"Give every cell, empty ones too: those that are not there state nothing.")
	}
	return len(e.Members) == 0 || p.add(e)
}

// A csvReader reads rows as RFC 4180 has them, with any separator. Blanks around a cell are no part of it.
type csvReader struct {
	*parse
	separator byte
	at        int // the next byte
	number    int // of its line
	last      int // the line on which the row that was read ends
}

// row reads the next row that is not empty; false at the end, and, with the cells before, where it breaks
// the rules.
func (c *csvReader) row() (cells []report.Value, ok bool) {
	for c.at < len(c.bytes) && len(bytes.TrimSpace(c.line(c.number))) == 0 {
		c.at, c.number = c.lineEnd(c.number), c.number+1
	}
	for c.at < len(c.bytes) {
		cell, ok := c.cell()
		if !ok {
			return cells, false
		}
		if len(cells) == maxKeys {
			c.fail(CodeTooWide, cell.At, fmt.Sprintf("A row of more than %d cells", maxKeys), "Nothing below it is read. A record has a few dozen properties.")
			return cells, false
		}
		cells = append(cells, cell)
		if c.last = c.number; c.ended() {
			break
		}
		if c.at == len(c.bytes) { // after a separator
			cells = append(cells, report.Value{Type: report.ValueCell, At: c.placeOn(c.number, c.at, c.at)})
		}
	}
	return cells, len(cells) > 0
}

// ended goes past what ends a cell and tells whether that was the end of its row.
func (c *csvReader) ended() bool {
	switch {
	case c.at == len(c.bytes):
		return true
	case c.bytes[c.at] == c.separator:
		c.at++
		return false
	}
	c.at, c.number = c.lineEnd(c.number), c.number+1
	return true
}

// cell reads a cell up to the separator or line end after it.
func (c *csvReader) cell() (report.Value, bool) {
	v := report.Value{Type: report.ValueCell}
	c.blanks()
	start, line := c.at, c.number
	if c.at < len(c.bytes) && c.bytes[c.at] == '"' {
		text, ok := c.quoted()
		v.Text, v.At = strings.TrimSpace(text), c.placeOn(line, start, c.at)
		if c.blanks(); ok && c.at < len(c.bytes) && c.bytes[c.at] != c.separator && c.bytes[c.at] != '\n' {
			c.fail(CodeCSV, c.placeOn(c.number, c.at, c.at+1), "Something follows a quoted cell", "Put the whole cell in quotes, and double the quotes inside.")
			ok = false
		}
		return v, ok && c.room(v.At)
	}
	for c.at < len(c.bytes) && c.bytes[c.at] != c.separator && c.bytes[c.at] != '\n' {
		c.at++
	}
	v.Text = string(bytes.TrimSpace(c.bytes[start:c.at]))
	v.At = c.placeOn(line, start, start+len(v.Text))
	return v, c.room(v.At)
}

// blanks goes past blanks that are no separator.
func (c *csvReader) blanks() {
	for c.at < len(c.bytes) && c.bytes[c.at] != c.separator && (c.bytes[c.at] == ' ' || c.bytes[c.at] == '\t' || c.bytes[c.at] == '\r') {
		c.at++
	}
}

// quoted reads what stands in quotes, which may be several lines.
func (c *csvReader) quoted() (string, bool) {
	open, line := c.at, c.number
	var b strings.Builder
	for c.at++; c.at < len(c.bytes); c.at++ {
		switch ch := c.bytes[c.at]; {
		case ch == '"' && c.at+1 < len(c.bytes) && c.bytes[c.at+1] == '"':
			c.at++
			b.WriteByte('"')
		case ch == '"':
			c.at++
			return b.String(), true
		case ch == '\r' && c.at+1 < len(c.bytes) && c.bytes[c.at+1] == '\n':
		default:
			if ch == '\n' && c.at+1 < len(c.bytes) {
				c.number++
			}
			b.WriteByte(ch)
		}
	}
	c.fail(CodeCSV, c.placeOn(line, open, open+1), "A quotation that nothing ends", "Close it, and double the quotes inside: \"say \"\"so\"\"\".")
	return "", false
}
