package questions

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A Format is a way to print a table.
type Format struct {
	Name      string // what --format takes
	Extension string // of a file of it, without the dot
	MediaType string
	write     func(w io.Writer, t *Table, width int)
}

// Formats lists the ways to print a table. In all but JSON and NDJSON, lists within a cell are joined
// with ", ", and a value that is an object is JSON.
//
//   - table: aligned, for a terminal, wrapped to a width. Null is shown as –, control characters as
//     \u001b, so that text of a report cannot drive the terminal. Of a very long text the beginning is
//     shown, then …; all other formats give the whole.
//   - tsv: exact. Tab, line break, backslash and other control characters are \t, \n, \r, \\ and
//     \u001b; null is empty.
//   - csv: RFC 4180, null is empty. Text that a spreadsheet would take for a formula, because it
//     starts with = + - @ or a control character, has ' in front: reports are other people's text,
//     and CSV is opened by double click. Programs that want every byte read tsv or json.
//   - json: one object with columns, rows, complete and revision; ndjson: one row a line. A row is an
//     object with the columns in order, then _id, _document and _line; lists stay lists, null stays null.
//   - markdown: a table of GitHub's Markdown. Markup in text is escaped, line breaks are <br>, null is –.
var Formats = []Format{
	{"table", "txt", "text/plain; charset=utf-8", writeTerminal},
	{"tsv", "tsv", "text/tab-separated-values; charset=utf-8", writeTSV},
	{"csv", "csv", "text/csv; charset=utf-8; header=present", writeCSV},
	{"json", "json", "application/json", writeJSON},
	{"ndjson", "ndjson", "application/x-ndjson", writeNDJSON},
	{"markdown", "md", "text/markdown; charset=utf-8", writeMarkdown},
}

// FormatNamed finds a format by name or extension. Errors: graph.Invalid, naming what there is.
func FormatNamed(name string) (*Format, error) {
	known := make([]string, len(Formats))
	for i := range Formats {
		if Formats[i].Name == name || Formats[i].Extension == name {
			return &Formats[i], nil
		}
		known[i] = Formats[i].Name
	}
	return nil, graph.Errorf(graph.Invalid, "there is no format %s%s", brief(name), didYouMean(name, known))
}

// Write prints a table as far as w takes it. Width is the terminal's in columns and matters to the
// format table alone; 0 or less wraps nothing. A table without rows has its header all the same.
// Errors: those of w.
func (f *Format) Write(w io.Writer, t *Table, width int) error {
	b := bufio.NewWriter(w)
	f.write(b, t, width)
	if err := b.Flush(); err != nil { // a bufio.Writer keeps its first error
		return fmt.Errorf("writing the answer: %w", err)
	}
	return nil
}

// show gives a cell as plain text; null is what the format shows for it.
func show(value any, null string) string {
	switch v := value.(type) {
	case nil:
		return null
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		return fmt.Sprint(v)
	case []any:
		texts := make([]string, len(v))
		for i, item := range v {
			texts[i] = show(item, null)
		}
		return strings.Join(texts, ", ")
	default:
		return encode(v)
	}
}

// encode gives a value as JSON on one line, leaving <, > and & readable.
func encode(value any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return "null" // values were read from JSON: all of them can be written
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// visible replaces characters that steer a terminal or hide what stands there (C0, C1, and those that
// turn the direction of text) by \u escapes.
func visible(s string) string {
	steers := func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }
	if strings.IndexFunc(s, steers) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if steers(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

var tsvEscapes = strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)

func writeTSV(w io.Writer, t *Table, _ int) {
	for i, c := range t.Columns {
		separate(w, i, "\t")
		fmt.Fprint(w, visible(tsvEscapes.Replace(c.Name)))
	}
	fmt.Fprint(w, "\n")
	for _, row := range t.Rows {
		for i, cell := range row.Cells {
			separate(w, i, "\t")
			fmt.Fprint(w, visible(tsvEscapes.Replace(show(cell, ""))))
		}
		fmt.Fprint(w, "\n")
	}
}

func separate(w io.Writer, i int, separator string) {
	if i > 0 {
		fmt.Fprint(w, separator)
	}
}

func writeCSV(w io.Writer, t *Table, _ int) {
	for i, c := range t.Columns {
		separate(w, i, ",")
		fmt.Fprint(w, csvField(c.Name))
	}
	fmt.Fprint(w, "\r\n")
	for _, row := range t.Rows {
		for i, cell := range row.Cells {
			separate(w, i, ",")
			s := show(cell, "")
			if _, number := cell.(json.Number); !number && startsFormula(s) {
				s = "'" + s
			}
			if s == "" && len(row.Cells) == 1 {
				s = `""` // readers skip an empty line
			} else {
				s = csvField(s)
			}
			fmt.Fprint(w, s)
		}
		fmt.Fprint(w, "\r\n")
	}
}

func startsFormula(s string) bool {
	return s != "" && (strings.ContainsRune("=+-@", rune(s[0])) || s[0] < ' ')
}

// csvField quotes where RFC 4180 asks for it, and where readers are known to trim.
func csvField(s string) string {
	if !strings.ContainsAny(s, "\",\r\n") && strings.TrimSpace(s) == s {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

func writeJSON(w io.Writer, t *Table, _ int) {
	fmt.Fprint(w, `{"columns": [`)
	for i, c := range t.Columns {
		separate(w, i, ", ")
		fmt.Fprint(w, encode(c))
	}
	fmt.Fprint(w, `], "rows": [`)
	for i := range t.Rows {
		separate(w, i, ",")
		fmt.Fprint(w, "\n  ")
		writeRow(w, t, &t.Rows[i])
	}
	if len(t.Rows) > 0 {
		fmt.Fprint(w, "\n")
	}
	fmt.Fprintf(w, `], "complete": %t, `, t.Complete)
	if t.TruncatedBy != "" {
		fmt.Fprintf(w, `"truncatedBy": %s, `, encode(t.TruncatedBy))
	}
	if t.RevisionMoved {
		fmt.Fprint(w, `"revisionMoved": true, `)
	}
	fmt.Fprintf(w, "\"revision\": %d}\n", t.Revision)
}

func writeNDJSON(w io.Writer, t *Table, _ int) {
	for i := range t.Rows {
		writeRow(w, t, &t.Rows[i])
		fmt.Fprint(w, "\n")
	}
}

// writeRow writes a row as an object, the columns in order and the record behind them.
func writeRow(w io.Writer, t *Table, row *Row) {
	pair := func(name string, value any) {
		fmt.Fprint(w, encode(name))
		fmt.Fprint(w, ": ")
		fmt.Fprint(w, encode(value))
	}
	fmt.Fprint(w, "{")
	for i, c := range t.Columns {
		pair(c.Name, row.Cells[i])
		fmt.Fprint(w, ", ")
	}
	pair("_id", orNull(row.ID))
	fmt.Fprint(w, ", ")
	pair("_document", orNull(row.Document))
	fmt.Fprint(w, ", ")
	pair("_line", orNull(row.Line))
	fmt.Fprint(w, "}")
}

// orNull gives nil for a zero value.
func orNull[T comparable](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}

// RowJSON gives a row as an object: its cells by column, in order, then _id, _document and _line.
func (t *Table) RowJSON(row Row) json.RawMessage {
	var b bytes.Buffer
	writeRow(&b, t, &row)
	return b.Bytes()
}
