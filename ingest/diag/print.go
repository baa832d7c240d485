package diag

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// MarshalText writes the severity as its word, so that JSON holds "warning" and not a number.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the word that MarshalText writes.
func (s *Severity) UnmarshalText(text []byte) error {
	for _, known := range []Severity{Info, Warning, Error} {
		if known.String() == string(text) {
			*s = known
			return nil
		}
	}
	return fmt.Errorf("%q is no severity: want info, warning or error", text)
}

// WriteJSON writes the list as one indented JSON array, [] for none. The fields are those of
// Diagnostic and stable.
func WriteJSON(w io.Writer, list List) error {
	if list == nil {
		list = List{}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(list); err != nil {
		return fmt.Errorf("write diagnostics as JSON: %w", err)
	}
	return nil
}

// Text writes diagnostics for a reader at a terminal.
type Text struct {
	// Source gives the bytes of a file by its name, nil where they are not at hand; a nil Source means that
	// none are, and no lines are shown.
	Source func(file string) []byte
	Color  bool // with ANSI colours
}

// The colours: of a place, of the severities, and of what is beside the point.
const (
	bold  = "\x1b[1m"
	faint = "\x1b[2m"
	plain = "\x1b[0m"
)

var severityColor = [...]string{Info: "\x1b[36m", Warning: "\x1b[33m", Error: "\x1b[31m"}

func (t Text) in(color, text string) string {
	if !t.Color || text == "" {
		return text
	}
	return color + text + plain
}

// WriteText writes each diagnostic as Text does without colours.
func WriteText(w io.Writer, list List, source func(file string) []byte) error {
	return Text{Source: source}.Write(w, list)
}

// Write writes each diagnostic of a list:
//
//	shelf.txt:12:3: warning: MEM-RTE-a answers "later read-back" twice [rendered/answer-duplicate]
//	    12 | - Later read-back: second
//	       |   ^^^^^^^^^^^^^^^^^^^^^^^
//	  shelf.txt:11:3: first answered here
//	  The first answer counts; join the two.
//
// A long line is clipped around the range, and whatever could command a terminal or mislead a reader is
// escaped, since reports are not trusted.
func (t Text) Write(w io.Writer, list List) error {
	out := bufio.NewWriter(w)
	for _, d := range list {
		fmt.Fprintf(out, "%s: %s: %s %s\n", t.in(bold, place(d.Subject)), t.in(severityColor[d.Severity], d.Severity.String()),
			Printable(d.Summary), t.in(faint, "["+Printable(d.Code)+"]"))
		if t.Source != nil && d.Subject.Start.Line > 0 {
			if text := t.Source(d.Subject.File); text != nil {
				t.excerpt(out, text, &d)
			}
		}
		for _, r := range d.Related {
			fmt.Fprintf(out, "  %s: %s\n", place(r.Range), Printable(r.Message))
		}
		if d.Detail != "" {
			fmt.Fprintf(out, "  %s\n", Printable(d.Detail))
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write diagnostics: %w", err)
	}
	return nil
}

// place writes where a range begins; a range without a line is the whole file.
func place(r Range) string {
	if r.Start.Line == 0 {
		return Printable(r.File)
	}
	return fmt.Sprintf("%s:%d:%d", Printable(r.File), r.Start.Line, r.Start.Column)
}

// The bytes of a source line that are shown before the range, and of the range and after it.
const (
	shownBefore = 30
	shownAfter  = 70
)

// excerpt writes the source line of a diagnostic with carets below the part that it is about. Of a range
// of several lines the first is shown.
func (t Text) excerpt(out io.Writer, source []byte, d *Diagnostic) {
	start := min(max(d.Subject.Start.Byte, 0), len(source))
	end := min(max(d.Subject.End.Byte, start), len(source))
	from, to := max(start-shownBefore, 0), min(start+shownAfter, len(source))
	head, tail := "…", "…"
	if at := bytes.LastIndexByte(source[from:start], '\n'); at >= 0 {
		from, head = from+at+1, ""
	} else if from == 0 {
		head = ""
	}
	if at := bytes.IndexByte(source[start:to], '\n'); at >= 0 {
		to, tail = start+at, ""
	} else if to == len(source) {
		tail = ""
	}
	for from < start && !utf8.RuneStart(source[from]) {
		from++
	}
	for to > start && to < len(source) && !utf8.RuneStart(source[to]) {
		to--
	}
	before := head + Printable(strings.TrimPrefix(string(source[from:start]), byteOrderMark))
	if tail == "" {
		to = start + len(bytes.TrimSuffix(source[start:to], []byte("\r")))
	}
	end = min(end, to)
	marked, after := Printable(string(source[start:end])), Printable(string(source[end:to]))
	margin := fmt.Sprintf("%6d | ", d.Subject.Start.Line)
	carets := strings.Repeat("^", max(columns(marked), 1))
	fmt.Fprintf(out, "%s%s%s%s%s\n", t.in(faint, margin), before, marked, after, tail)
	fmt.Fprintf(out, "%s%s%s\n", t.in(faint, strings.Repeat(" ", len(margin)-2)+"| "),
		strings.Repeat(" ", columns(before)), t.in(severityColor[d.Severity], carets))
}

// byteOrderMark begins some texts in UTF-8; it is no part of the first line.
const byteOrderMark = "\ufeff"

// columns is how many columns a printable text takes on a terminal: two for the wide characters of East
// Asia and most emoji, none for marks that combine with the character before. A sequence that some
// terminals draw as one emoji counts as its parts.
func columns(text string) (n int) {
	for _, r := range text {
		switch kind := width.LookupRune(r).Kind(); {
		case unicode.In(r, unicode.Mn, unicode.Me):
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

// Printable escapes what must not reach a terminal from an untrusted text: control characters,
// marks that reorder or hide text, and bytes that are no UTF-8. Tabs become blanks.
func Printable(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\t':
			b.WriteByte(' ')
		case r == '\r':
			b.WriteString(`\r`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		i += size
	}
	return b.String()
}
