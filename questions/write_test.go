package questions_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/questions"
	"github.com/google/go-cmp/cmp"
	"github.com/jedib0t/go-pretty/v6/text"
)

// A row of plain values, one of nulls, one of text that means harm.
func sample() *questions.Table {
	return &questions.Table{
		Columns: []questions.Column{{Name: "label", Type: "String"}, {Name: "count", Type: "Int"}, {Name: "sure", Type: "Boolean"},
			{Name: "flags", Type: "Flag", List: true}},
		Rows: []questions.Row{
			{Cells: []any{"Shelf, \"north\"", json.Number("12"), true, []any{"OLD", "NOT_DRY"}}, ID: "route:r/a", Document: "document:r/memory", Line: 5},
			{Cells: []any{nil, nil, nil, []any{}}},
			{Cells: []any{"=1+1|\x1b[31m<b>\tx\ny\\z\u202e", json.Number("-3"), false, []any{"*a*", nil}}, ID: "route:r/b"},
		},
		Complete: true, Revision: 7,
	}
}

func TestWrite(t *testing.T) {
	for format, want := range map[string]string{
		"table": `
label                           count  sure   flags
────────────────────────────────────────────────────────────
Shelf, "north"                     12  true   OLD, NOT_DRY
–                                   –  –
=1+1|\u001b[31m<b> x y\z\u202e     -3  false  *a*, –
`,
		"tsv": "label\tcount\tsure\tflags\n" +
			"Shelf, \"north\"\t12\ttrue\tOLD, NOT_DRY\n" +
			"\t\t\t\n" +
			`=1+1|\u001b[31m<b>\tx\ny\\z\u202e` + "\t-3\tfalse\t*a*, \n",
		"csv": "label,count,sure,flags\r\n" +
			"\"Shelf, \"\"north\"\"\",12,true,\"OLD, NOT_DRY\"\r\n" +
			",,,\r\n" +
			"\"'=1+1|\x1b[31m<b>\tx\ny\\z\u202e\",-3,false,\"*a*, \"\r\n",
		"json": `{"columns": [{"name":"label","type":"String","list":false}, {"name":"count","type":"Int","list":false}, {"name":"sure","type":"Boolean","list":false}, {"name":"flags","type":"Flag","list":true}], "rows": [
  {"label": "Shelf, \"north\"", "count": 12, "sure": true, "flags": ["OLD","NOT_DRY"], "_id": "route:r/a", "_document": "document:r/memory", "_line": 5},
  {"label": null, "count": null, "sure": null, "flags": [], "_id": null, "_document": null, "_line": null},
  {"label": "=1+1|\u001b[31m<b>\tx\ny\\z` + "\u202e" + `", "count": -3, "sure": false, "flags": ["*a*",null], "_id": "route:r/b", "_document": null, "_line": null}
], "complete": true, "revision": 7}
`,
		"ndjson": `{"label": "Shelf, \"north\"", "count": 12, "sure": true, "flags": ["OLD","NOT_DRY"], "_id": "route:r/a", "_document": "document:r/memory", "_line": 5}
{"label": null, "count": null, "sure": null, "flags": [], "_id": null, "_document": null, "_line": null}
{"label": "=1+1|\u001b[31m<b>\tx\ny\\z` + "\u202e" + `", "count": -3, "sure": false, "flags": ["*a*",null], "_id": "route:r/b", "_document": null, "_line": null}
`,
		"markdown": `| label | count | sure | flags |
| --- | ---: | --- | --- |
| Shelf, "north" | 12 | true | OLD, NOT_DRY |
| – | – | – |  |
| =1+1\|\u001b\[31m&lt;b&gt; x<br>y\\z\u202e | -3 | false | \*a\*, – |
`,
	} {
		if got := written(t, format, sample(), 0); strings.TrimPrefix(want, "\n") != got {
			t.Errorf("%s (-want +got):\n%s", format, cmp.Diff(strings.TrimPrefix(want, "\n"), got))
		}
	}
}

func written(t testing.TB, format string, table *questions.Table, width int) string {
	t.Helper()
	f, err := questions.FormatNamed(format)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b, table, width); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWriteNothing(t *testing.T) {
	table := &questions.Table{Columns: sample().Columns[:2], Complete: false, TruncatedBy: questions.ByTime, RevisionMoved: true, Revision: 3}
	for format, want := range map[string]string{
		"table":    "label  count\n──────────────\n",
		"tsv":      "label\tcount\n",
		"csv":      "label,count\r\n",
		"json":     `{"columns": [{"name":"label","type":"String","list":false}, {"name":"count","type":"Int","list":false}], "rows": [], "complete": false, "truncatedBy": "TIME", "revisionMoved": true, "revision": 3}` + "\n",
		"ndjson":   "",
		"markdown": "| label | count |\n| --- | ---: |\n",
	} {
		if got := written(t, format, table, 80); got != want {
			t.Errorf("%s: %q, want %q", format, got, want)
		}
	}
}

// Machine formats carry every value through a reader of theirs.
func TestWrittenCanBeRead(t *testing.T) {
	table := sample()
	var answer struct {
		Columns []questions.Column
		Rows    []map[string]any
	}
	if err := json.Unmarshal([]byte(written(t, "json", table, 0)), &answer); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(table.Columns, answer.Columns); d != "" || len(answer.Rows) != 3 || answer.Rows[2]["label"] != table.Rows[2].Cells[0] {
		t.Errorf("json gives %v", answer)
	}
	records, err := csv.NewReader(strings.NewReader(written(t, "csv", table, 0))).ReadAll()
	if err != nil || len(records) != 4 || records[1][0] != `Shelf, "north"` {
		t.Errorf("csv gives %q, %v", records, err)
	}
	for _, line := range strings.Split(strings.TrimSuffix(written(t, "tsv", table, 0), "\n"), "\n") {
		if strings.Count(line, "\t") != 3 {
			t.Errorf("tsv line %q has other than four fields", line)
		}
	}
	empty := &questions.Table{Columns: table.Columns[:1], Rows: []questions.Row{{Cells: []any{nil}}}}
	if records, err = csv.NewReader(strings.NewReader(written(t, "csv", empty, 0))).ReadAll(); err != nil || len(records) != 2 {
		t.Errorf("csv of one null gives %q, %v", records, err)
	}
}

func TestTableFitsTheTerminal(t *testing.T) {
	table := sample()
	table.Rows[0].Cells[0] = strings.Repeat("a sentence of many words ", 8)
	table.Rows[1].Cells[0] = strings.Repeat("x", 90)
	table.Rows[2].Cells[0] = strings.Repeat("漢字", 30)
	table.Rows[0].Cells[3], table.Rows[2].Cells[3] = "MEM-RTE-shelf-upkeep", nil
	for _, width := range []int{48, 60, 100} {
		got := written(t, "table", table, width)
		widest := 0
		for _, line := range strings.Split(got, "\n") {
			widest = max(widest, text.StringWidth(line))
		}
		if widest > width || widest < width-10 {
			t.Errorf("the widest line of %d has %d columns:\n%s", width, widest, got)
		}
		if n := strings.Count(got, "sentence"); n != 8 {
			t.Errorf("%d: %d of 8 sentences are whole:\n%s", width, n, got)
		}
		if !strings.Contains(got, "MEM-RTE-shelf-upkeep") {
			t.Errorf("%d: the handle is broken:\n%s", width, got)
		}
		if n := strings.Count(got, "x"); n != 90 {
			t.Errorf("%d: %d of 90 letters are left", width, n)
		}
	}
}

// On a terminal a whole account is cut at a word; in a file, and in every other format, it is not.
func TestLongTextIsClippedOnATerminal(t *testing.T) {
	table := sample()
	table.Rows[0].Cells[0] = strings.Repeat("account ", 100)
	for _, c := range []struct {
		format       string
		width, words int
	}{{"table", 100, 60}, {"table", 0, 100}, {"markdown", 100, 100}, {"tsv", 100, 100}} { // 60 words of 8 columns are 480
		got := written(t, c.format, table, c.width)
		if n := strings.Count(got, "account"); n != c.words || strings.Contains(got, "…") != (c.words < 100) {
			t.Errorf("%s to width %d: %d words, want %d:\n%s", c.format, c.width, n, c.words, got)
		}
	}
}

// When room is short, the handle on the left stays whole, and what stands right of it gives way.
func TestHandlesOnTheLeftStayWhole(t *testing.T) {
	table := &questions.Table{Columns: []questions.Column{{Name: "handle"}, {Name: "because"}, {Name: "document"}, {Name: "replaced_by"}}}
	table.Rows = []questions.Row{{Cells: []any{"MEM-RTE-shelf-upkeep", strings.Repeat("some words ", 9), "document:quill/memory", "MEM-RTE-shelf-look"}}}
	for width, whole := range map[int][]string{
		100: {"MEM-RTE-shelf-upkeep", "document:quill/memory", "MEM-RTE-shelf-look"},
		72:  {"MEM-RTE-shelf-upkeep", "document:quill/memory"},
		60:  {"MEM-RTE-shelf-upkeep"},
	} {
		got := written(t, "table", table, width)
		for i, word := range []string{"MEM-RTE-shelf-upkeep", "document:quill/memory", "MEM-RTE-shelf-look"} {
			if strings.Contains(got, word) != (i < len(whole)) {
				t.Errorf("width %d, want %v whole:\n%s", width, whole, got)
			}
		}
	}
}

// Nothing a report says reaches the terminal as a command.
func TestTableIsInert(t *testing.T) {
	var hostile strings.Builder
	for r := rune(0); r < 0xa0; r++ {
		hostile.WriteRune(r)
	}
	hostile.WriteString("\u2028\u2029\u202e\u2066\x1b]8;;http://x\x1b\\")
	table := &questions.Table{Columns: []questions.Column{{Name: hostile.String(), Type: "String"}}, Rows: []questions.Row{{Cells: []any{[]any{hostile.String()}}}}}
	for _, format := range []string{"table", "tsv", "markdown"} {
		for _, r := range written(t, format, table, 40) {
			if r != '\n' && (r < ' ' || 0x7f <= r && r < 0xa0 || r == 0x202e || r == 0x2066) {
				t.Errorf("%s lets %q through", format, r)
			}
		}
	}
}

type fullDisk struct{}

var errFull = errors.New("no space left")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestWriteReportsErrors(t *testing.T) {
	for i := range questions.Formats {
		if err := questions.Formats[i].Write(fullDisk{}, sample(), 80); !errors.Is(err, errFull) {
			t.Errorf("%s: %v", questions.Formats[i].Name, err)
		}
	}
}

func TestFormatNamed(t *testing.T) {
	for name, want := range map[string]string{"markdown": "markdown", "md": "markdown", "txt": "table"} {
		if f, err := questions.FormatNamed(name); err != nil || f.Name != want {
			t.Errorf("%s: %v, %v", name, f, err)
		}
	}
	if _, err := questions.FormatNamed("jsn"); graph.CodeOf(err) != graph.Invalid || !strings.Contains(err.Error(), `"json"`) {
		t.Errorf("%v", err)
	}
}

func TestRowJSON(t *testing.T) {
	table := sample()
	want := `{"label": "Shelf, \"north\"", "count": 12, "sure": true, "flags": ["OLD","NOT_DRY"], "_id": "route:r/a", "_document": "document:r/memory", "_line": 5}`
	if d := cmp.Diff(want, string(table.RowJSON(table.Rows[0]))); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// object decodes a row as a client would, numbers as written.
func object(t testing.TB, table *questions.Table, row questions.Row) map[string]any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(table.RowJSON(row)))
	d.UseNumber()
	var out map[string]any
	if err := d.Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestDoc(t *testing.T) {
	const question = "# title: Which | books?\n# about: All of them.\n# params: genres — which\n# columns: id — the id\n" +
		"query ($genres: [Genre!]! = [ESSAY]) {\n  books(genres: $genres) @rows { nodes { id @column notes { marks @column } } }\n}\n"
	l := newLibrary(t, shelves)
	got := string(questions.Doc(l.engine(t, question, questions.Limits{}).Questions.All()))
	_, got, _ = strings.Cut(got, "the place of the one below.\n\n")
	want := "- [q](#q): Which \\| books?\n\n## q\n\nWhich \\| books?\n\nAll of them.\n\n" +
		"| parameter | type | default | meaning |\n| --- | --- | --- | --- |\n| `genres` | `[Genre!]!` | `[\"ESSAY\"]` | which |\n\n" +
		"| column | type | meaning |\n| --- | --- | --- |\n| `id` | `ID` | the id |\n| `marks` | list of `Int` |  |\n\n" +
		"```graphql\n" + strings.TrimSpace(question) + "\n```\n"
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
