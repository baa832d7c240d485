package records

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

const byteOrderMark = "\ufeff"

// A text is the file's bytes less a byte-order mark, with the places in the file.
type text struct {
	bytes []byte
	shift int   // bytes of the byte-order mark
	lines []int // where each line begins
}

// prepare checks the bytes.
func (p *parse) prepare(data []byte) bool {
	if len(data) > maxBytes {
		p.diags.File(CodeTooLarge, fmt.Sprintf("The file has %d bytes; the limit is %d", len(data), maxBytes), "Split it.")
		return false
	}
	p.index(data)
	if at := badByte(p.bytes); at >= 0 {
		p.fail(CodeNotText, p.place(at, at+1), "A byte that no text in UTF-8 has", "Convert the file to UTF-8.")
		return false
	}
	return true
}

// index finds the lines.
func (p *parse) index(data []byte) {
	p.bytes = bytes.TrimPrefix(data, []byte(byteOrderMark))
	p.shift = len(data) - len(p.bytes)
	p.lines = append(p.lines, 0)
	for at, c := range p.bytes {
		if c == '\n' && at+1 < len(p.bytes) {
			p.lines = append(p.lines, at+1)
		}
	}
	p.doc.Lines = len(p.lines)
}

// badByte is the first byte that is NUL or no UTF-8, -1 for none.
func badByte(b []byte) int {
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if b[i] == 0 || r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// line gives a line, numbered from 1, without its end.
func (t *text) line(n int) []byte {
	return bytes.TrimRight(t.bytes[t.lines[n-1]:t.lineEnd(n)], "\r\n")
}

// lineEnd is where the next line begins.
func (t *text) lineEnd(n int) int {
	if n < len(t.lines) {
		return t.lines[n]
	}
	return len(t.bytes)
}

// place is that of some bytes, as far as they stand on the line of the first.
func (t *text) place(start, end int) report.Place {
	n, found := slices.BinarySearch(t.lines, start)
	if found {
		n++
	}
	return t.placeOn(n, start, end)
}

// placeOn is place where the line is known.
func (t *text) placeOn(line, start, end int) report.Place {
	end = min(end, t.lines[line-1]+len(t.line(line)))
	return report.Place{Line: line, Column: start - t.lines[line-1] + 1, Byte: start + t.shift, Width: max(0, end-start)}
}

// wellFormed reports a text that escapes have put a NUL into.
func (p *parse) wellFormed(s string, at report.Place) bool {
	if strings.IndexByte(s, 0) < 0 {
		return true
	}
	p.fail(CodeNotText, at, "A NUL character, which no text has", "Take it out.")
	return false
}
