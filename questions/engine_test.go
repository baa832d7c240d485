package questions_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/questions"
	"github.com/google/go-cmp/cmp"
)

// Two shelves in a room and one in none. Books b1 to b4 stand on them.
const shelves = `{
 "shelves": [
  {"is": "Shelf", "id": "s1", "title": "North", "line": 3, "room": {"id": "r1", "name": "Attic"}, "tags": ["old", "dry"],
   "books": [
    {"is": "Book", "id": "b1", "title": "Tides", "pages": 80, "lent": false, "genre": "ESSAY", "document": {"id": "d1"}, "span": {"start": 11, "end": 12}, "notes": []},
    {"is": "Book", "id": "b2", "title": null, "pages": null, "lent": null, "document": {"id": "d1"}, "span": {"start": 13, "end": 14}, "notes": [{"text": "torn", "marks": [1, 2]}, {"text": "wet", "marks": [3]}]},
    {"is": "Book", "id": "b3", "title": "Moss", "pages": 7, "lent": true, "document": {"id": "d2"}, "span": null, "notes": []}]},
  {"is": "Shelf", "id": "s2", "title": "South", "line": null, "room": null, "tags": [], "books": []},
  {"is": "Shelf", "id": "s3", "title": "East", "line": 9, "room": {"id": "r1", "name": "Attic"}, "tags": ["new"],
   "books": [{"is": "Book", "id": "b4", "title": "Salt", "pages": 300, "lent": false, "notes": []}]}
 ],
 "titled": [{"is": "Shelf", "id": "s9", "title": "Cellar", "line": 5},
            {"is": "Book", "id": "b5", "title": "Rain", "pages": 2, "document": {"id": "d3"}, "span": {"start": 21, "end": 21}}],
 "words": ["a", "b"],
 "walk": {"complete": false, "books": [{"id": "b9", "title": "Fog"}]}
}`

// lines prints rows as a test compares them: cells as JSON, then id, document and line.
func lines(t *questions.Table) []string {
	var out []string
	for _, row := range t.Rows {
		cells, err := json.Marshal(row.Cells)
		if err != nil {
			panic(err)
		}
		out = append(out, fmt.Sprintf("%s %s %s %d", cells, row.ID, row.Document, row.Line))
	}
	return out
}

const title = "# title: a question\n"

func TestAskShapesRows(t *testing.T) {
	for _, tc := range []struct {
		name, query string
		columns     string
		rows        []string
		cellPages   bool // a cell holds a connection, which pages smaller than it cut
	}{
		{"columns in order, record beside them", `{ shelves @rows { nodes { title @column tags @column id @column(name: "key") } } }`,
			"title tags[] key",
			[]string{`["North",["old","dry"],"s1"] s1  3`, `["South",[],"s2"] s2  0`, `["East",["new"],"s3"] s3  9`}, false},
		{"edges are rows of their nodes", `{ shelves @rows { edges { cursor @column node { title @column } } } }`,
			"cursor title",
			[]string{`["0","North"] s1  3`, `["1","South"] s2  0`, `["2","East"] s3  9`}, false},
		{"null stays null through an absent object", `{ shelves @rows { nodes { room { name @column } title @column } } }`,
			"name title",
			[]string{`["Attic","North"] s1  3`, `[null,"South"] s2  0`, `["Attic","East"] s3  9`}, false},
		{"nested rows repeat the outer values, an empty one keeps its row", `{ shelves @rows { nodes { title @column books @rows { nodes { title @column(name: "book") lent @column pages @column } } } } }`,
			"title book lent pages",
			[]string{
				`["North","Tides",false,80] b1 d1 11`, `["North",null,null,null] b2 d1 13`, `["North","Moss",true,7] b3 d2 0`,
				`["South",null,null,null] s2  0`,
				`["East","Salt",false,300] b4  0`}, false},
		{"a list inside a cell is joined across connection and list", `{ shelves @rows { nodes { title @column books { nodes { title @column(name: "books") notes { marks @column } } } } } }`,
			"title books[] marks[]",
			[]string{`["North",["Tides","Moss"],[1,2,3]] s1  3`, `["South",[],[]] s2  0`, `["East",["Salt"],[]] s3  9`}, true},
		{"a chain of three, the last a list of what has no id", `{ shelves @rows { nodes { books @rows { nodes { id @column notes @rows { text @column } } } } } }`,
			"id text",
			[]string{`["b1",null] b1 d1 11`, `["b2","torn"] b2 d1 13`, `["b2","wet"] b2 d1 13`, `["b3",null] b3 d2 0`, `[null,null] s2  0`, `["b4",null] b4  0`}, false},
		{"siblings follow one another and share columns by name", `{ a: shelves(first: 1) @rows { nodes { ...T } } b: titled @rows { nodes { ...T ... on Book { pages @column } } } } fragment T on Titled { title @column }`,
			"title pages",
			[]string{`["North",null] s1  3`, `["Cellar",null] s9  5`, `["Rain",2] b5 d3 21`}, false},
		{"an alias is a column's name", `{ shelves @rows { nodes { what: title @column } } }`,
			"what",
			[]string{`["North"] s1  3`, `["South"] s2  0`, `["East"] s3  9`}, false},
		{"values that are rows themselves", `{ words @rows @column }`, "words", []string{`["a"]   0`, `["b"]   0`}, false},
		{"the same field twice, under types that exclude each other", `{ titled @rows { nodes { ... on Shelf { title @column(name: "shelf") } ... on Book { title @column(name: "book") } } } }`,
			"shelf book",
			[]string{`["Cellar",null] s9  5`, `[null,"Rain"] b5 d3 21`}, false},
		{"ids that are not there make no rows", `{ node(id: "nobody") { ... on Shelf { books @rows { nodes { title @column } } } } }`, "title", nil, false},
		{"rows of one node", `{ node(id: "s3") { ... on Shelf { books @rows { nodes { title @column } } } } }`, "title", []string{`["Salt"] b4  0`}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, limits := range []questions.Limits{{}, {Page: 2}, {Page: 1}} {
				table, err := newLibrary(t, shelves).ask(t, title+tc.query, limits, nil)
				if err != nil {
					t.Fatal(err)
				}
				var columns []string
				for _, c := range table.Columns {
					if c.List {
						c.Name += "[]"
					}
					columns = append(columns, c.Name)
				}
				if got := strings.Join(columns, " "); got != tc.columns {
					t.Errorf("columns %s, want %s", got, tc.columns)
				}
				if tc.cellPages && limits.Page > 0 {
					continue
				}
				if d := cmp.Diff(tc.rows, lines(table)); d != "" {
					t.Errorf("pages of %d: rows (-want +got):\n%s", limits.Page, d)
				}
				if !table.Complete || table.TruncatedBy != "" || table.Revision != 7 {
					t.Errorf("complete %v by %q at %d", table.Complete, table.TruncatedBy, table.Revision)
				}
			}
		})
	}
}

func TestAskSaysWhenItWasCut(t *testing.T) {
	nested := title + `{ shelves @rows { nodes { books @rows { nodes { id @column } } } } }` // 5 rows
	for _, tc := range []struct {
		name, query string
		limits      questions.Limits
		rows        int
		by          string
	}{
		{"as many rows as allowed are no cut", nested, questions.Limits{Rows: 5}, 5, ""},
		{"one more is", nested, questions.Limits{Rows: 4}, 4, questions.ByRows},
		{"one more on a later page is", nested, questions.Limits{Rows: 4, Page: 1}, 4, questions.ByRows},
		{"a list within a cell", title + `{ shelves @rows { nodes { books { nodes { id @column } } } } }`, questions.Limits{Page: 2}, 3, questions.ByPart},
		{"a traversal that was cut", title + `{ walk(of: "b1") { books @rows { title @column } } }`, questions.Limits{}, 1, questions.ByPart},
		{"a page of the question's own is whole", title + `{ shelves(first: 2) @rows { nodes { id @column } } }`, questions.Limits{}, 2, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			table, err := newLibrary(t, shelves).ask(t, tc.query, tc.limits, nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(table.Rows) != tc.rows || table.TruncatedBy != tc.by || table.Complete != (tc.by == "") {
				t.Errorf("%d rows, complete %v, cut by %q; want %d, %q", len(table.Rows), table.Complete, table.TruncatedBy, tc.rows, tc.by)
			}
		})
	}
}

func TestAskIncludesWhatAVariableSwitchesOn(t *testing.T) {
	query := title + "# params: more — also the titled\n" +
		`query ($more: Boolean! = false) { shelves(first: 1) @rows { nodes { id @column } } titled @rows @include(if: $more) { nodes { id @column } } }`
	for more, want := range map[any]int{nil: 1, false: 1, true: 3} {
		vars := map[string]any{}
		if more != nil {
			vars["more"] = more
		}
		table, err := newLibrary(t, shelves).ask(t, query, questions.Limits{Page: 1}, vars)
		if err != nil {
			t.Fatal(err)
		}
		if len(table.Rows) != want {
			t.Errorf("more = %v: %d rows, want %d", more, len(table.Rows), want)
		}
	}
}

// A page of a page reads about ten thousand rows at most, and each further page is one query more.
func TestAskReadsPageByPage(t *testing.T) {
	var books []string
	for i := range 250 {
		books = append(books, fmt.Sprintf(`{"is": "Book", "id": "b%d"}`, i))
	}
	data := `{"shelves": [{"is": "Shelf", "id": "s1", "books": [` + strings.Join(books, ",") + `]}]}`
	l := newLibrary(t, data)
	table, err := l.ask(t, title+`{ shelves @rows { nodes { books @rows { nodes { id @column } } } } }`, questions.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Rows) != 250 || table.Rows[249].Cells[0] != "b249" || len(l.asked) != 3 {
		t.Errorf("%d rows in %d queries, want 250 in 3 (pages of 100)", len(table.Rows), len(l.asked))
	}
}

func TestAskReadsAgainWhenTheGraphMoved(t *testing.T) {
	for _, tc := range []struct {
		revisions []uint64 // as Revision gives them
		at        uint64
		moved     bool
		readings  int
	}{
		{[]uint64{4, 4}, 4, false, 1},
		{[]uint64{4, 5, 5}, 5, false, 2},
		{[]uint64{4, 5, 6}, 5, true, 2},
	} {
		l := newLibrary(t, shelves)
		engine := l.engine(t, title+`{ words @rows @column }`, questions.Limits{})
		n := 0
		engine.Revision = func(context.Context) (uint64, error) { n++; return tc.revisions[n-1], nil }
		table, err := engine.Ask(context.Background(), "q", nil)
		if err != nil {
			t.Fatal(err)
		}
		if table.Revision != tc.at || table.RevisionMoved != tc.moved || len(l.asked) != tc.readings || n != len(tc.revisions) || len(table.Rows) != 2 {
			t.Errorf("%v: revision %d moved %v after %d readings and %d looks", tc.revisions, table.Revision, table.RevisionMoved, len(l.asked), n)
		}
	}
}

func TestAskStopsInTime(t *testing.T) {
	l := newLibrary(t, shelves)
	engine := l.engine(t, title+`{ shelves @rows { nodes { id @column } } }`, questions.Limits{Page: 1, Time: 50 * time.Millisecond})
	slowFrom := 2
	engine.Execute = func(ctx context.Context, query string, vars map[string]any) (json.RawMessage, error) {
		if len(l.asked)+1 >= slowFrom {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return l.execute(ctx, query, vars)
	}
	table, err := engine.Ask(context.Background(), "q", nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Rows) != 1 || table.Complete || table.TruncatedBy != questions.ByTime {
		t.Errorf("%d rows, complete %v, cut by %q; want the one page that came in time", len(table.Rows), table.Complete, table.TruncatedBy)
	}

	slowFrom = 0
	if _, err := engine.Ask(context.Background(), "q", nil); graph.CodeOf(err) != graph.Deadline {
		t.Errorf("nothing read in time: %v, want %s", err, graph.Deadline)
	}
	slowFrom = len(l.asked) + 4 // after a reading of three pages
	n := uint64(0)
	engine.Revision = func(context.Context) (uint64, error) { n++; return n, nil }
	table, err = engine.Ask(context.Background(), "q", nil)
	if err != nil || len(table.Rows) != 3 || !table.Complete || !table.RevisionMoved || table.Revision != 1 {
		t.Errorf("no time to read again: %+v, %v; want what was read first", table, err)
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := engine.Ask(gone, "q", nil); graph.CodeOf(err) != graph.Deadline {
		t.Errorf("a caller who went away: %v, want %s", err, graph.Deadline)
	}
}

func TestAskHandsErrorsOn(t *testing.T) {
	l := newLibrary(t, shelves)
	engine := l.engine(t, title+`{ shelves @rows { nodes { id @column } } }`, questions.Limits{Page: 1})
	if _, err := engine.Ask(context.Background(), "p", nil); graph.CodeOf(err) != graph.NotFound {
		t.Errorf("no such question: %v", err)
	}
	broken := errors.New("broken")
	engine.Execute = func(ctx context.Context, query string, vars map[string]any) (json.RawMessage, error) {
		if len(l.asked) == 1 {
			return nil, graph.Errorf(graph.Unavailable, "the store is gone: %w", broken)
		}
		return l.execute(ctx, query, vars)
	}
	_, err := engine.Ask(context.Background(), "q", nil)
	if graph.CodeOf(err) != graph.Unavailable || !errors.Is(err, broken) {
		t.Errorf("on the second page: %v, want the code and cause of Execute", err)
	}
	engine.Execute = func(context.Context, string, map[string]any) (json.RawMessage, error) {
		return json.RawMessage(`{`), nil
	}
	if _, err := engine.Ask(context.Background(), "q", nil); graph.CodeOf(err) != graph.Internal {
		t.Errorf("damaged data: %v", err)
	}
}

// A server that says that rows follow and never gives them, or gives the same ones again, does not keep
// the engine busy.
func TestAskEndsOnPagesWithoutProgress(t *testing.T) {
	l := newLibrary(t, shelves)
	engine := l.engine(t, title+`{ shelves @rows { nodes { id @column } } }`, questions.Limits{Page: 2})
	for name, execute := range map[string]questions.Execute{
		"no rows": func(ctx context.Context, query string, vars map[string]any) (json.RawMessage, error) {
			data, err := l.execute(ctx, query, vars)
			return json.RawMessage(strings.ReplaceAll(string(data), `false`, `true`)), err
		},
		"the same rows": func(ctx context.Context, query string, vars map[string]any) (json.RawMessage, error) {
			delete(vars, "_after")
			return l.execute(ctx, query, vars)
		},
	} {
		engine.Execute = execute
		if _, err := engine.Ask(context.Background(), "q", nil); graph.CodeOf(err) != graph.Internal {
			t.Errorf("%s: %v, want %s", name, err, graph.Internal)
		}
	}
}
