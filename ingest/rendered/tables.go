package rendered

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A table is a run of lines found to be one (report-grammar 5.2): with pipes, where a renderer broke
// each row over several lines, or flat, where the cells of a row are joined by single spaces.
type table struct {
	first, last int    // indexes of lines
	mode        string // inspection mode that the header names, or ""
	flat        bool
	header      row
	rows        []row
}

// A row is one row. cells is nil where they are not certain.
type row struct {
	first, last int
	text        string // the cells a reader sees, or the line
	cells       []cell
	ragged      bool // a row with pipes whose cells do not match the header's
}

// A cell is what stands between two pipes, without their escapes. A renderer may break it over lines.
type cell struct {
	text  string
	parts []part
}

// A part is what stands of a cell on one line, as it stands there.
type part struct {
	line, offset int // index of the line, and of the first byte in it
	text         string
}

func (r *row) texts() []string {
	out := make([]string, len(r.cells))
	for i := range r.cells {
		out[i] = r.cells[i].text
	}
	return out
}

// findTables marks the lines of every table.
func (p *parser) findTables() {
	p.spaced = p.isSpaced()
	for i := 0; i < len(p.lines); i++ {
		t, ok := p.pipeTable(i)
		if !ok {
			t, ok = p.flatTable(i)
		}
		if !ok {
			continue
		}
		for j := t.first; j <= t.last; j++ {
			p.lines[j].mark, p.lines[j].ref = markTable, len(p.tables)
		}
		p.tables = append(p.tables, t)
		i = t.last
	}
}

// pipeTable reads a table with a delimiter row below the header.
func (p *parser) pipeTable(i int) (table, bool) {
	if i+1 >= len(p.lines) || p.lines[i].text[0] != '|' || !isDelimiter(p.lines[i+1].text) {
		return table{}, false
	}
	t := table{first: i, last: i + 1, mode: report.InspectionMode(p.lines[i].text)}
	width := countPipes(p.lines[i].text)
	if width > maxPipes {
		return table{}, false
	}
	t.header = p.pipeRow(i, width)
	for j := i + 2; j < len(p.lines) && p.lines[j].text[0] == '|' && !p.lines[j].gap; {
		r := p.pipeRow(j, width)
		t.rows = append(t.rows, r)
		t.last = r.last
		j = r.last + 1
	}
	return t, true
}

const (
	// maxRowLines bounds the lines that one row may be broken into.
	maxRowLines = 8
	// maxPipes is how many pipes a row can have; the widest table of a report has 17 columns.
	maxPipes = 65
)

// pipeRow reads the row that begins on line j: it is complete when it has as many pipes as the
// header. Where the following lines do not complete it, those that end like rows are its all the same.
func (p *parser) pipeRow(j, width int) row {
	r := row{first: j, last: j}
	pipes := 0
	for k := j; k < len(p.lines) && k < j+maxRowLines && pipes < width && (k == j || p.continues(k)); k++ {
		if pipes += countPipes(p.lines[k].text); pipes == width {
			r.last = k
		}
	}
	r.ragged = pipes != width
	for p.continues(r.last+1) && p.lines[r.last+1].mark == markNone && strings.HasSuffix(p.lines[r.last+1].text, " |") && r.last+1 < j+maxRowLines {
		r.last, r.ragged = r.last+1, true
	}
	if pipes > maxPipes {
		r.text = strings.Trim(p.lines[j].text, "| ")
		return r
	}
	r.cells = p.pipeCells(r.first, r.last)
	r.text = strings.Join(r.texts(), " | ")
	return r
}

// continues tells whether a line can be a further one of the row above it.
func (p *parser) continues(k int) bool {
	return k < len(p.lines) && !p.lines[k].gap && p.lines[k].text[0] != '|'
}

// pipeCells cuts lines at their unescaped pipes, the outer ones left out.
func (p *parser) pipeCells(first, last int) (cells []cell) {
	var open cell
	for k := first; k <= last; k++ {
		text := p.lines[k].text
		start := 0
		for i := 0; i <= len(text); i++ {
			if i < len(text) && (text[i] != '|' || i > 0 && text[i-1] == '\\') {
				continue
			}
			open.add(part{k, start, text[start:i]})
			if i < len(text) && (i > 0 || k > first) {
				cells, open = append(cells, open), cell{}
			}
			start = i + 1
		}
	}
	if len(open.parts) > 0 {
		cells = append(cells, open)
	}
	return cells
}

// add adds what stands on one line.
func (c *cell) add(s part) {
	trimmed := strings.TrimLeft(s.text, " \t")
	s.offset += len(s.text) - len(trimmed)
	if s.text = strings.TrimRight(trimmed, " \t"); s.text == "" {
		return
	}
	if c.parts = append(c.parts, s); c.text != "" {
		c.text += " "
	}
	c.text += unescape(s.text)
}

func unescape(text string) string { return strings.ReplaceAll(text, `\|`, "|") }

func isDelimiter(text string) bool {
	return strings.Contains(text, "-") && strings.Contains(text, "|") && strings.Trim(text, "|-: ") == ""
}

// countPipes counts the pipes that no backslash escapes.
func countPipes(text string) int {
	return strings.Count(text, "|") - strings.Count(text, `\|`)
}

// headerWords are what the headers of coverage tables are made of, whatever their wording.
var headerWords = map[string]bool{
	"entry": true, "point": true, "points": true, "operation": true, "operations": true, "part": true, "parts": true,
	"source": true, "sources": true, "path": true, "paths": true, "inspection": true, "mode": true, "coverage": true,
	"covering": true, "record": true, "records": true, "limit": true, "limits": true, "unresolved": true, "conclusion": true,
}

// minHeaderWords is how many of them a line must have to be taken for a flat header.
const minHeaderWords = 4

// isSpaced tells whether blank lines stand between blocks, as one renderer has them. Then lines that
// none parts are items of a list or rows of a table.
func (p *parser) isSpaced() bool {
	apart, together := 0, 0
	for _, l := range p.lines {
		switch {
		case readItem(l).list:
		case l.gap:
			apart++
		default:
			together++
		}
	}
	return apart > together
}

// flatTable reads a table whose column marks are gone: a block of lines set off by blank lines, with a
// header of known words or, in a text where only tables are such blocks, with lines that all begin as
// cells do.
func (p *parser) flatTable(i int) (table, bool) {
	l := p.lines[i]
	if i == 0 || !l.gap || !canHead(l) || p.structural(l.text) {
		return table{}, false
	}
	known := knownHeader(l.text)
	if !known && !p.spaced {
		return table{}, false
	}
	t := table{first: i, last: i, mode: report.InspectionMode(l.text), flat: true, header: row{first: i, last: i, text: l.text}}
	for j := i + 1; j < len(p.lines) && !p.lines[j].gap && !readItem(p.lines[j]).list && (known || beginsCell(p.lines[j].text)); j++ {
		text := p.lines[j].text
		t.rows = append(t.rows, row{first: j, last: j, text: text, cells: flatCells(text)})
		t.last = j
	}
	whole := known || t.last+1 == len(p.lines) || p.lines[t.last+1].gap
	return t, whole && (len(t.rows) > 1 || len(t.rows) == 1 && p.spaced)
}

// canHead tells whether a line can be a flat header.
func canHead(l line) bool {
	return len(l.text) <= 500 && !endsSentence(l.text) && !readItem(l).list && !strings.ContainsAny(l.text, "|:") && beginsCell(l.text)
}

// knownHeader tells whether a line has enough of the words of coverage tables.
func knownHeader(text string) bool {
	known := 0
	for _, w := range strings.Fields(strings.ToLower(text)) {
		if headerWords[w] {
			known++
		}
	}
	return known >= minHeaderWords
}

// beginsCell tells whether a line can begin with a cell: with a capital, a digit or a path, as the
// lines of a wrapped paragraph or of quoted code seldom all do. An attribution is no row.
func beginsCell(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	word, _, _ := strings.Cut(text, " ")
	return (unicode.IsUpper(first) || unicode.IsDigit(first) || strings.Contains(word, "/")) &&
		!strings.HasSuffix(text, quoteMarker) && !strings.Contains(text, quoteMarker+" ") && !strings.HasPrefix(text, labelPrefix)
}

// flatCells guesses the three cells of a flat row: the middle one runs from the first path, or from a
// mode word that opens a cell, to the last path of the list there. It returns nil where the text does
// not bear that out: a cell begins with a capital, an id or a path, never in mid-phrase.
func flatCells(text string) []cell {
	handles := report.ScanHandles(text)
	paths := report.ScanPaths(text, handles)
	if len(paths) == 0 {
		return nil
	}
	start := paths[0].Start
	if m := modeStart(text[:start]); m > 0 {
		start = m
	}
	end := paths[0].End
	for _, next := range paths[1:] {
		gap := text[end:next.Start]
		if !strings.HasPrefix(gap, ",") && !strings.HasPrefix(gap, ";") && !strings.HasPrefix(gap, " and ") ||
			strings.Contains(gap, ". ") || namesRecord(gap) {
			break
		}
		end = next.End
	}
	entry, middle, conclusion := strings.TrimSpace(text[:start]), text[start:end], strings.TrimSpace(text[end:])
	first, _ := utf8.DecodeRuneInString(conclusion)
	if entry == "" || !unicode.IsUpper(first) || endsInMidPhrase(entry) {
		return nil
	}
	return []cell{{text: entry}, {text: middle}, {text: conclusion}}
}

// modeStart finds the capitalised mode word that opens the middle cell before its first path.
func modeStart(text string) int {
	for _, word := range []string{" Direct", " Supplied", " Included"} {
		if at := strings.LastIndex(text, word); at > 0 {
			return at + 1
		}
	}
	return -1
}

func endsInMidPhrase(text string) bool {
	switch text[strings.LastIndexByte(text, ' ')+1:] {
	case "in", "at", "of", "by", "from", "read", "and", "under", "with", "to":
		return true
	}
	return strings.HasSuffix(text, ",") || strings.HasSuffix(text, ";")
}

// namesRecord tells whether a record's id stands in a text.
func namesRecord(text string) bool {
	return slices.ContainsFunc(report.ScanHandles(text), func(h report.HandleToken) bool { return h.Class != report.HandleSource })
}
