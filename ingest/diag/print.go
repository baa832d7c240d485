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

// WriteText writes each diagnostic for a reader at a terminal:
//
//	shelf.txt:12:3: warning: MEM-RTE-a answers "later read-back" twice [rendered/answer-duplicate]
//	    12 | - Later read-back: second
//	       |   ^^^^^^^^^^^^^^^^^^^^^^^
//	  shelf.txt:11:3: first answered here
//	  The first answer counts; join the two.
//
// source gives the bytes of a file by its name, nil where they are not at hand; a nil source means
// that none are, and no lines are shown. A long line is clipped around the range, and whatever could
// command a terminal or mislead a reader is escaped, since reports are not trusted.
func WriteText(w io.Writer, list List, source func(file string) []byte) error {
	out := bufio.NewWriter(w)
	for _, d := range list {
		fmt.Fprintf(out, "%s: %s: %s [%s]\n", place(d.Subject), d.Severity, Printable(d.Summary), Printable(d.Code))
		if source != nil && d.Subject.Start.Line > 0 {
			if text := source(d.Subject.File); text != nil {
				out.WriteString(excerpt(text, d.Subject))
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

// excerpt is the source line of a range with carets below the range's part of it.
func excerpt(source []byte, r Range) string {
	start := min(max(r.Start.Byte, 0), len(source))
	end := min(max(r.End.Byte, start), len(source))
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
	end = min(end, to)
	before := head + Printable(string(source[from:start]))
	marked := Printable(string(source[start:end]))
	after := strings.TrimSuffix(Printable(string(source[end:to])), `\r`)
	margin := fmt.Sprintf("%6d | ", r.Start.Line)
	return fmt.Sprintf("%s%s%s%s%s\n%s| %s%s\n", margin, before, marked, after, tail, strings.Repeat(" ", len(margin)-2),
		strings.Repeat(" ", utf8.RuneCountInString(before)), strings.Repeat("^", max(utf8.RuneCountInString(marked), 1)))
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
