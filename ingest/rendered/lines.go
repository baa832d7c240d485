package rendered

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// The limits of one document. Real reports have lines of a few kilobytes and some hundred facts: records,
// rows and items, and what their texts mention.
const (
	maxBytes = 32 << 20
	maxLines = 1 << 20
	maxLine  = 1 << 20
	maxFacts = 200_000
)

// A line is one physical line that is not blank. In both renderings it is also one block, but for
// tables and quotations, whose lines carry a mark.
type line struct {
	text   string // without the blanks at its end
	start  int    // byte offset of text in the source
	number int    // 1-based
	gap    bool   // a blank line, or nothing, stands before it
	mark   mark
	ref    int // of a quotation or table: its index
}

// mark says what a line was found to belong to before the document is walked.
type mark uint8

const (
	markNone mark = iota
	markQuote
	markTable
	markSection // a heading of level 2; ref is its index in the member's list
)

const byteOrderMark = "\ufeff"

// splitLines checks the bytes and cuts them into lines. CRLF, a byte-order mark, blanks at line ends
// and blank lines at the end of the file change nothing. ok is false when the bytes are not to be read.
func splitLines(src diag.Source, diags *collector) (lines []line, ok bool) {
	if len(src.Bytes) > maxBytes {
		diags.File(CodeTooLarge, fmt.Sprintf("The file has %d bytes; the limit is %d", len(src.Bytes), maxBytes),
			"Split it, or leave it out: an analysis report has some hundred kilobytes.")
		return nil, false
	}
	text := string(src.Bytes)
	lines = make([]line, 0, min(strings.Count(text, "\n")+1, maxLines+1))
	offset := 0
	if strings.HasPrefix(text, byteOrderMark) {
		offset = len(byteOrderMark)
	}
	for number, gap := 1, true; offset < len(text); number++ {
		end := strings.IndexByte(text[offset:], '\n')
		if end < 0 {
			end = len(text) - offset
		}
		l := line{strings.TrimRight(text[offset:offset+end], " \t\r"), offset, number, gap, markNone, 0}
		offset += end + 1
		if gap = l.text == ""; gap {
			continue
		}
		lines = append(lines, l)
		over := ""
		switch {
		case len(l.text) > maxLine:
			over = fmt.Sprintf("This line has %d bytes; the limit is %d", len(l.text), maxLine)
		case len(lines) > maxLines:
			over = fmt.Sprintf("More than %d lines that are not blank", maxLines)
		default:
			continue
		}
		diags.Add(diag.Error, CodeTooLarge, diags.at(l, 0, 0), over,
			"A rendered report has one paragraph a line, of a few kilobytes; this file is something else.")
		return nil, false
	}
	if len(lines) == 0 {
		diags.File(CodeEmpty, "The document is empty", "Give the rendered text of a report.")
	}
	return lines, checkText(lines, text, diags) && len(lines) > 0
}

// checkText reports the first byte that no text has.
func checkText(lines []line, text string, diags *collector) bool {
	nul := strings.IndexByte(text, 0) >= 0
	if !nul && utf8.ValidString(text) {
		return true
	}
	for _, l := range lines {
		if at := strings.IndexByte(l.text, 0); at >= 0 {
			diags.Add(diag.Error, CodeNulByte, diags.at(l, at, at+1), "A NUL byte: this is no text",
				"Give the text of the report; a UTF-16 file must be converted to UTF-8.")
			return false
		}
		if at := invalidUTF8(l.text); at >= 0 && !nul {
			diags.Add(diag.Error, CodeInvalidUTF8, diags.at(l, at, at+1), "A byte that is not UTF-8",
				"Convert the file to UTF-8; it may be Windows-1252.")
			return false
		}
	}
	return true
}

func invalidUTF8(s string) int {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// binary tells whether what a file begins with is no text: more than a tenth of it, and more than one
// or two accidents make, is bytes that text does not have.
func binary(head []byte) bool {
	const accidents = 8
	odd := 0
	for rest := head; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		if r == utf8.RuneError && size == 1 || r < ' ' && r != '\n' && r != '\r' && r != '\t' && r != '\f' {
			odd++
		}
		rest = rest[size:]
	}
	return odd > accidents && odd > len(head)/10
}

// An item is a line without its list mark.
type item struct {
	text   string
	offset int // of text in the line
	list   bool
	nested bool // deeper than the outermost list of either renderer
}

// bullets are the list marks of both renderers and the common ones of others, less the blank behind them.
var bullets = []string{"-", "•", "*", "◦", "▪"}

// readItem takes the list mark off a line: "- ", "  • " or "  1. ".
func readItem(l line) item {
	indent := skipBlanks(l.text, 0)
	text := l.text[indent:]
	mark := 0
	switch c := text[0]; {
	case isDigit(c):
		for mark = 1; mark < len(text) && mark < 4 && isDigit(text[mark]); {
			mark++
		}
		if mark < len(text) && text[mark] == '.' {
			mark++
		} else {
			mark = 0
		}
	case c == '-' || c == '*' || c >= utf8.RuneSelf:
		for _, b := range bullets {
			if strings.HasPrefix(text, b) {
				mark = len(b)
			}
		}
	}
	if mark == 0 || mark == len(text) || text[mark] != ' ' {
		return item{text: text, offset: indent}
	}
	offset := skipBlanks(l.text, indent+mark)
	return item{l.text[offset:], offset, true, indent >= 4}
}

// skipBlanks returns where the first byte at or after i stands that is no blank.
func skipBlanks(text string, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	return i
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
