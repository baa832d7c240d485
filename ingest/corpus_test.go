package ingest

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/early"
	"github.com/crosswalk-graph/crosswalk/ingest/markdown"
	"github.com/crosswalk-graph/crosswalk/ingest/rendered"
	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
	"github.com/crosswalk-graph/crosswalk/internal/teststore"
)

// corpusFormats are those that read the real reports, in the order of the command line.
var corpusFormats = []Format{early.Format{}, markdown.Format{}, rendered.Format{}}

// A corpus is what a load of real reports left behind: the graph that readers see and, by document, what
// each of them stated.
type corpus struct {
	t   *testing.T
	dir string // of the files
	run string
	g   *graph.Graph
	sum *Summary
	// stated holds the batch of each document, by the name of its file without the extension.
	stated map[string]*graph.Batch
}

// loadCorpus loads a folder below the shared one. What stands in one run only is looked up in run.
func loadCorpus(t *testing.T, folder, run string) *corpus {
	t.Helper()
	c := &corpus{t: t, dir: filepath.Join(sharedtest.Dir(t), "corpus", filepath.FromSlash(folder)), run: run, stated: map[string]*graph.Batch{}}
	store := teststore.Open(t)
	c.g = graph.New(store, graph.Limits{})
	sum, err := Load(t.Context(), c.g, corpusFormats, []string{c.dir}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	c.sum = sum
	editions, err := store.History(t.Context(), graph.HistoryQuery{Current: true, Facts: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range editions {
		if e.State == graph.Current {
			c.stated[strings.TrimSuffix(filepath.Base(e.Origin.Location), ".md")] = e.Batch
		}
	}
	if len(c.stated) == 0 {
		for _, d := range sum.Diagnostics {
			t.Logf("%s %s:%d %s", d.Code, filepath.Base(d.Subject.File), d.Subject.Start.Line, d.Summary)
		}
		t.Fatalf("nothing of %s is loaded: %+v", folder, sum.Counts)
	}
	return c
}

func (c *corpus) runID() graph.ID { return graph.NewID(graph.Run, c.run) }

// lines are the lines of a file of the corpus.
func (c *corpus) lines(name string) []string {
	c.t.Helper()
	data, err := os.ReadFile(filepath.Join(c.dir, name))
	if err != nil {
		c.t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

// relationships gives those of some types, of all documents, with the name of the document.
func (c *corpus) relationships(types ...graph.RelType) (out []saying) {
	for document, b := range c.stated {
		for i := range b.Relationships {
			if slices.Contains(types, b.Relationships[i].Type) {
				out = append(out, saying{document, &b.Relationships[i]})
			}
		}
	}
	return out
}

// A saying is a relationship that a document states.
type saying struct {
	document string
	*graph.Relationship
}

// from and to give the handles at the far ends of the relationships of a type that a batch states of a node.
func from(b *graph.Batch, id graph.ID, t graph.RelType) string { return farEnds(b, id, t, true) }
func to(b *graph.Batch, id graph.ID, t graph.RelType) string   { return farEnds(b, id, t, false) }

func farEnds(b *graph.Batch, id graph.ID, t graph.RelType, out bool) string {
	var ends []string
	for i := range b.Relationships {
		r := &b.Relationships[i]
		near, far := r.Source, r.Target
		if !out {
			near, far = far, near
		}
		if r.Type == t && near == id && graph.KindOf(far.Kind()).Record {
			ends = append(ends, far.Local())
		}
	}
	return asSet(strings.Join(ends, " "))
}

// A table is a file of facts that were written from the texts by hand: a line of column names, then rows.
// Columns in parentheses are for the reader. "-" is nothing, "?" what the grammar leaves open.
type table struct {
	name    string
	columns []string
	rows    [][]string
}

func readTable(t *testing.T, name string) table {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "corpus", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	tab := table{name: name}
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch {
		case strings.HasPrefix(line, "#"):
		case tab.columns == nil:
			tab.columns = f
		case len(f) != len(tab.columns):
			t.Fatalf("%s: %q has %d columns, want %d", name, line, len(f), len(tab.columns))
		default:
			tab.rows = append(tab.rows, f)
		}
	}
	if len(tab.rows) == 0 {
		t.Fatalf("%s expects nothing", name)
	}
	return tab.compared()
}

// compared is the table without the columns in parentheses, and with sets in order.
func (tab table) compared() table {
	out := table{name: tab.name, rows: make([][]string, len(tab.rows))}
	for i, column := range tab.columns {
		if strings.HasPrefix(column, "(") {
			continue
		}
		out.columns = append(out.columns, column)
		for j, row := range tab.rows {
			cell := row[i]
			if slices.Contains(setColumns, column) {
				cell = asSet(cell)
			}
			out.rows[j] = append(out.rows[j], cell)
		}
	}
	return out
}

// setColumns hold ids in no order that matters.
var setColumns = []string{"records", "others", "names"}

func asSet(words string) string {
	list := strings.Fields(words)
	slices.Sort(list)
	return orNothing(strings.Join(slices.Compact(list), " "))
}

func orNothing(cell string) string {
	if cell == "" {
		return "-"
	}
	return cell
}

// wants compares rows with the table, by the first columns, which are their key. Each difference is one line.
func (tab table) wants(t *testing.T, keys int, got [][]string) {
	t.Helper()
	key := func(row []string) string { return strings.Join(row[:keys], " ") }
	left := map[string][][]string{}
	for _, row := range got {
		left[key(row)] = append(left[key(row)], row)
	}
	for _, row := range tab.rows {
		k := key(row)
		if len(left[k]) == 0 {
			t.Errorf("%s: missing %s", tab.name, strings.Join(row, " | "))
			continue
		}
		have := left[k][0]
		left[k] = left[k][1:]
		for i := keys; i < len(row); i++ {
			if !agrees(row[i], have[i]) {
				t.Errorf("%s: %s: %s is %q, want %q", tab.name, k, tab.columns[i], have[i], row[i])
			}
		}
	}
	for _, rows := range left {
		for _, row := range rows {
			t.Errorf("%s: unexpected %s", tab.name, strings.Join(row, " | "))
		}
	}
}

// agrees compares a cell. "first…last" is a text by its first and last word, without code marks and stops.
func agrees(want, have string) bool {
	first, last, isText := strings.Cut(want, "…")
	if !isText {
		return want == "?" || want == have
	}
	words := strings.Fields(strings.ReplaceAll(have, "`", ""))
	if len(words) == 0 {
		return false
	}
	return strings.TrimRight(words[0], ",;:.") == first && strings.TrimRight(words[len(words)-1], ",;:.") == last
}

// number writes a line or a count, nothing for 0.
func number[T int | int64](n T) string {
	if n == 0 {
		return "-"
	}
	return strconv.FormatInt(int64(n), 10)
}
