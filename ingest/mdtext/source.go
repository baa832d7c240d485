package mdtext

import (
	"bytes"
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// The limits of one document. The block parser keeps some bytes for every open block at every line,
// and on a blank line it asks each of them, so nesting and lines are bounded together.
const (
	MaxBytes   = 64 << 20
	MaxLines   = 1 << 17
	MaxLine    = 1 << 20 // bytes of a line
	MaxNesting = 16      // containers opened on one line

	maxIndent = 64 // columns before a list mark
)

// ByteOrderMark is what some editors put before a text in UTF-8.
const ByteOrderMark = "\ufeff"

// A Span is a half-open run of bytes in a text.
type Span struct{ Start, End int }

// A Source is the text that is parsed, with its places in the original: the bytes less a byte-order
// mark, each "\r\n" as " \n", and with the lines that the block parser must not see blanked out. So a
// byte of the text is the byte of the original at the same offset, shifted by the mark.
type Source struct {
	Text string // "" where the source is not to be read
	Last int    // number of the last line that is not blank
	Body int    // number of the first line below the front matter

	name     string
	format   string // what codes of diagnostics begin with
	diags    *diag.Collector
	original []byte // less the byte-order mark; the front matter is read from here
	bytes    []byte // Text, for the block parser
	shift    int    // bytes of the byte-order mark
	lines    []int  // where each line begins
	near     int    // the line that Number was last asked for; 0 before
	front    Span   // the front matter between its marks; empty when there is none
	inlines  inlineScan
}

// New checks the bytes of a document in the format named and prepares them. What is wrong with them
// goes to diags, here and in the methods. ok is false when they are not to be read; the source is nil
// where not even their size is bearable.
func New(src diag.Source, format string, diags *diag.Collector) (s *Source, ok bool) {
	if len(src.Bytes) > MaxBytes {
		diags.File(format+TooLarge, fmt.Sprintf("The file has %d bytes; the limit is %d", len(src.Bytes), MaxBytes),
			"Split it, or leave it out: an analysis report has some hundred kilobytes.")
		return nil, false
	}
	s = &Source{Body: 1, name: src.Name, format: format, diags: diags}
	data := src.Bytes
	if bytes.HasPrefix(data, []byte(ByteOrderMark)) {
		s.shift = len(ByteOrderMark)
		data = data[s.shift:]
	}
	s.original = data
	work := bytes.ReplaceAll(data, []byte("\r\n"), []byte(" \n"))
	s.lines = make([]int, 0, bytes.Count(work, []byte("\n"))+1)
	for at := 0; at < len(work); {
		s.lines = append(s.lines, at)
		end := bytes.IndexByte(work[at:], '\n')
		if end < 0 {
			end = len(work) - at
		}
		if len(bytes.TrimSpace(work[at:at+end])) > 0 {
			s.Last = len(s.lines)
		}
		at += end + 1
	}
	s.bytes = work
	if s.Last == 0 {
		diags.File(format+Empty, "The document is empty", "Give the Markdown of a report.")
		return s, false
	}
	if !s.checkText() {
		return s, false
	}
	if s.Last > MaxLines {
		s.diags.Add(diag.Error, s.format+TooLarge, s.LineRange(MaxLines+1), fmt.Sprintf("Over the limit of %d lines", MaxLines),
			"This is no report of one system; nothing of it is read.")
		return s, false
	}
	s.findFrontMatter()
	s.blank()
	s.Text = string(work)
	return s, true
}

// checkText reports the first byte that no text has.
func (s *Source) checkText() bool {
	if at := bytes.IndexByte(s.bytes, 0); at >= 0 {
		s.diags.Add(diag.Error, s.format+NulByte, s.Range(at, at+1), "A NUL byte: this is no text",
			"Give the text of the report; a UTF-16 file must be converted to UTF-8.")
		return false
	}
	if utf8.Valid(s.bytes) {
		return true
	}
	for i := 0; i < len(s.bytes); {
		r, size := utf8.DecodeRune(s.bytes[i:])
		if r == utf8.RuneError && size == 1 {
			s.diags.Add(diag.Error, s.format+InvalidUTF8, s.Range(i, i+1), "A byte that is not UTF-8",
				"Convert the file to UTF-8; it may be Windows-1252.")
			return false
		}
		i += size
	}
	return true
}

const frontMark = "---"

// findFrontMatter finds the front matter: what stands between a first line "---" and the next such
// line, or "...".
func (s *Source) findFrontMatter() {
	trimmed := func(n int) string { return string(bytes.TrimRight(s.written(n), " \t")) }
	if trimmed(1) != frontMark {
		return
	}
	for n := 2; n <= s.Last; n++ {
		if end := trimmed(n); end == frontMark || end == "..." {
			s.Body = n + 1
			if n > 2 {
				s.front = Span{s.lines[1], s.lines[n-1]}
			}
			return
		}
	}
	s.Body = 2
	s.diags.Add(diag.Error, s.format+FrontMatter, s.LineRange(1), "The front matter has no end",
		"Close it by a line \"---\"; until then the document has no identity.")
}

// blank blanks out the front matter and the lines that are too long or nest too deep.
func (s *Source) blank() {
	wipe := func(line []byte) {
		for i := range line {
			line[i] = ' '
		}
	}
	for n := 1; n < s.Body && n <= len(s.lines); n++ {
		wipe(s.written(n))
	}
	for n := s.Body; n <= s.Last; n++ {
		line := s.written(n)
		switch {
		case len(line) > MaxLine:
			s.diags.Add(diag.Error, s.format+TooLarge, s.LineRange(n), fmt.Sprintf("A line of %d bytes; the limit is %d", len(line), MaxLine),
				"The line is not read. Wrap it, if it is text at all.")
			wipe(line)
		case nestsTooDeep(line):
			s.diags.Add(diag.Error, s.format+Nesting, s.LineRange(n), fmt.Sprintf("Lists and quotes more than %d deep", MaxNesting),
				"The line is not read. Reports nest two or three deep.")
			wipe(line)
		}
	}
}

// nestsTooDeep counts the marks of containers that a line opens or continues.
func nestsTooDeep(line []byte) bool {
	if len(line) == 0 || !mayNest[line[0]] {
		return false
	}
	marks, columns, rule := 0, 0, true
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == ' ':
			columns++
		case c == '\t':
			columns += 4
		case c == '>':
			marks, rule = marks+1, false
		case (c == '-' || c == '*' || c == '+') && (i+1 == len(line) || line[i+1] == ' ' || line[i+1] == '\t'):
			if columns > maxIndent {
				return true
			}
			marks++
		case '0' <= c && c <= '9':
			end := i
			for end < len(line) && '0' <= line[end] && line[end] <= '9' {
				end++
			}
			if end+1 >= len(line) || line[end] != '.' && line[end] != ')' || line[end+1] != ' ' && line[end+1] != '\t' {
				return marks > MaxNesting
			}
			if columns > maxIndent {
				return true
			}
			marks, rule, i = marks+1, false, end
		default:
			return marks > MaxNesting
		}
	}
	return marks > MaxNesting && !rule
}

var mayNest = func() (set [256]bool) {
	for _, c := range []byte(" \t>-*+0123456789") {
		set[c] = true
	}
	return set
}()

// Line returns a line by its number, without its end.
func (s *Source) Line(n int) string {
	l := s.line(n)
	return s.Text[l.Start:l.End]
}

// written is a line as it stands in the bytes, where the text is not made yet.
func (s *Source) written(n int) []byte {
	l := s.line(n)
	return s.bytes[l.Start:l.End]
}

func (s *Source) line(n int) Span {
	l := Span{s.lines[n-1], len(s.bytes)}
	if n < len(s.lines) {
		l.End = s.lines[n] - 1
	} else if l.Start < l.End && s.bytes[l.End-1] == '\n' {
		l.End--
	}
	return l
}

// Number gives the line that a byte stands in.
func (s *Source) Number(at int) int {
	if n := s.near; n == 0 || at < s.lines[n-1] || n < len(s.lines) && at >= s.lines[n] {
		s.near = sort.Search(len(s.lines), func(i int) bool { return s.lines[i] > at })
	}
	return s.near
}

// Pos is the place of a byte.
func (s *Source) Pos(at int) diag.Pos {
	n := s.Number(at)
	return diag.Pos{Line: n, Column: at - s.lines[n-1] + 1, Byte: at + s.shift}
}

// Range is the range of a run of bytes.
func (s *Source) Range(start, end int) diag.Range {
	return diag.Range{File: s.name, Start: s.Pos(start), End: s.Pos(max(start, end))}
}

// LineStart is where a line begins.
func (s *Source) LineStart(n int) int { return s.lines[n-1] }

// Of is the text of a run of bytes.
func (s *Source) Of(r Span) string { return s.Text[r.Start:r.End] }

// LineRange is the range of a line, less the blanks around its text.
func (s *Source) LineRange(n int) diag.Range {
	l := s.line(n)
	start, line := l.Start, string(s.original[l.Start:l.End]) // the text has blanks for what is not parsed
	from := len(line) - len(strings.TrimLeft(line, " \t\r\n"))
	return s.Range(start+from, start+max(from, len(strings.TrimRight(line, " \t\r\n"))))
}

// Trim takes the blanks and the line end off a run of bytes.
func (s *Source) Trim(r Span) Span {
	for r.Start < r.End && IsBlank(s.Text[r.Start]) {
		r.Start++
	}
	for r.End > r.Start && IsBlank(s.Text[r.End-1]) {
		r.End--
	}
	return r
}

// IsBlank tells whether a byte is white space.
func IsBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
