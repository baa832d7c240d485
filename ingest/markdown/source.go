package markdown

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
	maxBytes   = 64 << 20
	maxLines   = 1 << 17
	maxLine    = 1 << 20
	maxNesting = 16 // containers opened on one line
	maxIndent  = 64 // columns before a list mark
	maxFacts   = 200_000
)

const byteOrderMark = "\ufeff"

// A span is a half-open run of bytes in a source's text.
type span struct{ start, end int }

// A source is the text that is parsed, with its places in the original: the bytes less a byte-order
// mark, each "\r\n" as " \n", and with the lines that the block parser must not see blanked out. So a
// byte of the text is the byte of the original at the same offset, shifted by the mark.
type source struct {
	name  string
	text  string
	bytes []byte // the same, for the block parser
	shift int    // bytes of the byte-order mark
	lines []int  // where each line begins
	last  int    // number of the last line that is not blank
	front span   // the front matter between its marks; empty when there is none
	body  int    // number of the first line below the front matter
}

// newSource checks the bytes and prepares them. ok is false when they are not to be read.
func newSource(src diag.Source, diags *diag.Collector) (s *source, ok bool) {
	if len(src.Bytes) > maxBytes {
		diags.File(CodeTooLarge, fmt.Sprintf("The file has %d bytes; the limit is %d", len(src.Bytes), maxBytes),
			"Split it, or leave it out: an analysis report has some hundred kilobytes.")
		return nil, false
	}
	s = &source{name: src.Name, body: 1}
	data := src.Bytes
	if bytes.HasPrefix(data, []byte(byteOrderMark)) {
		s.shift = len(byteOrderMark)
		data = data[s.shift:]
	}
	work := bytes.ReplaceAll(data, []byte("\r\n"), []byte(" \n"))
	for at := 0; at < len(work); {
		s.lines = append(s.lines, at)
		end := bytes.IndexByte(work[at:], '\n')
		if end < 0 {
			end = len(work) - at
		}
		if len(bytes.TrimSpace(work[at:at+end])) > 0 {
			s.last = len(s.lines)
		}
		at += end + 1
	}
	s.text = string(work)
	if s.last == 0 {
		diags.File(CodeEmpty, "The document is empty", "Give the Markdown of a report.")
		return s, false
	}
	if !s.checkText(diags) {
		return s, false
	}
	if s.last > maxLines {
		diags.Add(diag.Error, CodeTooLarge, s.lineRange(maxLines+1), fmt.Sprintf("Over the limit of %d lines", maxLines),
			"This is no report of one system; nothing of it is read.")
		return s, false
	}
	s.findFrontMatter(diags)
	s.blank(work, diags)
	return s, true
}

// checkText reports the first byte that no text has.
func (s *source) checkText(diags *diag.Collector) bool {
	if at := strings.IndexByte(s.text, 0); at >= 0 {
		diags.Add(diag.Error, CodeNulByte, s.at(at, at+1), "A NUL byte: this is no text",
			"Give the text of the report; a UTF-16 file must be converted to UTF-8.")
		return false
	}
	if utf8.ValidString(s.text) {
		return true
	}
	for i := 0; i < len(s.text); {
		r, size := utf8.DecodeRuneInString(s.text[i:])
		if r == utf8.RuneError && size == 1 {
			diags.Add(diag.Error, CodeInvalidUTF8, s.at(i, i+1), "A byte that is not UTF-8",
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
func (s *source) findFrontMatter(diags *diag.Collector) {
	if strings.TrimRight(s.line(1), " \t") != frontMark {
		return
	}
	for n := 2; n <= s.last; n++ {
		if end := strings.TrimRight(s.line(n), " \t"); end == frontMark || end == "..." {
			s.body = n + 1
			if n > 2 {
				s.front = span{s.lines[1], s.lines[n-1]}
			}
			return
		}
	}
	s.body = 2
	diags.Add(diag.Error, CodeFrontMatter, s.lineRange(1), "The front matter has no end",
		"Close it by a line \"---\"; until then the document has no identity.")
}

// blank blanks out the front matter and the lines that are too long or nest too deep.
func (s *source) blank(work []byte, diags *diag.Collector) {
	changed := s.body > 1
	wipe := func(n int) {
		line := s.line(n)
		for i := range len(line) {
			work[s.lines[n-1]+i] = ' '
		}
	}
	for n := 1; n < s.body && n <= len(s.lines); n++ {
		wipe(n)
	}
	for n := s.body; n <= s.last; n++ {
		line := s.line(n)
		switch {
		case len(line) > maxLine:
			diags.Add(diag.Error, CodeTooLarge, s.lineRange(n), fmt.Sprintf("A line of %d bytes; the limit is %d", len(line), maxLine),
				"The line is not read. Wrap it, if it is text at all.")
		case nestsTooDeep(line):
			diags.Add(diag.Error, CodeNesting, s.lineRange(n), fmt.Sprintf("Lists and quotes more than %d deep", maxNesting),
				"The line is not read. Reports nest two or three deep.")
		default:
			continue
		}
		wipe(n)
		changed = true
	}
	s.bytes = work
	if changed {
		s.text = string(work)
	}
}

// nestsTooDeep counts the marks of containers that a line opens or continues.
func nestsTooDeep(line string) bool {
	if line == "" || !mayNest[line[0]] {
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
				return marks > maxNesting
			}
			if columns > maxIndent {
				return true
			}
			marks, rule, i = marks+1, false, end
		default:
			return marks > maxNesting
		}
	}
	return marks > maxNesting && !rule
}

var mayNest = func() (set [256]bool) {
	for _, c := range []byte(" \t>-*+0123456789") {
		set[c] = true
	}
	return set
}()

// line returns a line by its number, without its end.
func (s *source) line(n int) string {
	start, end := s.lines[n-1], len(s.text)
	if n < len(s.lines) {
		end = s.lines[n] - 1
	}
	return strings.TrimSuffix(s.text[start:end], "\n")
}

// number gives the line that a byte stands in.
func (s *source) number(at int) int {
	return sort.Search(len(s.lines), func(i int) bool { return s.lines[i] > at })
}

func (s *source) pos(at int) diag.Pos {
	n := s.number(at)
	return diag.Pos{Line: n, Column: at - s.lines[n-1] + 1, Byte: at + s.shift}
}

// at is the range of a run of bytes.
func (s *source) at(start, end int) diag.Range {
	return diag.Range{File: s.name, Start: s.pos(start), End: s.pos(max(start, end))}
}

// lineRange is the range of a line, less the blanks around its text.
func (s *source) lineRange(n int) diag.Range {
	t := s.trim(span{s.lines[n-1], s.lines[n-1] + len(s.line(n))})
	return s.at(t.start, t.end)
}

// trim takes the blanks and the line end off a run of bytes.
func (s *source) trim(r span) span {
	for r.start < r.end && isBlank(s.text[r.start]) {
		r.start++
	}
	for r.end > r.start && isBlank(s.text[r.end-1]) {
		r.end--
	}
	return r
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
