package ingest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/early"
	"github.com/crosswalk-graph/crosswalk/ingest/markdown"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// grammarRuns are the runs of the sets in testdata/grammars, by folder. Fernway is written in three
// grammars; each of the others is a system of its own.
var grammarRuns = map[string]string{
	"g5": "AAS-2026-10-12-fernway-hill-01", "g4": "AAS-2026-10-06-fernway-01", "g3": "AAS-2026-10-02-fernway-03",
	"g2": "AAS-2026-10-01-brackenfold-07", "g1": "AAS-2026-09-14-nettlebed-02", "g0": "AGS-2026-08-21-TIDEMILL-01",
}

var grammarFolder = filepath.Join("testdata", "grammars")

// grammarSet loads a set and gives the facts of its run.
func grammarSet(t *testing.T, set string) []string {
	t.Helper()
	g := openGraph(t)
	sum, err := Load(t.Context(), g, []Format{markdown.Format{}, early.Format{}}, []string{filepath.Join(grammarFolder, set)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	run := graph.NewID(graph.Run, grammarRuns[set])
	if !exists(t, g, run) {
		t.Fatalf("run %s is not loaded: %+v\n%+v", run, sum.Counts, sum.Diagnostics)
	}
	return factsOf(t, g, run, sum)
}

// TestGrammarSets compares what is loaded from one set in each grammar with the facts that were written
// from its texts by hand (grammars_facts_test.go says what a row is). The row "complete" names the sorts
// that are listed in full. A row that begins with "?" may be there; a cell "*" is any value; a row of
// citations names several records.
func TestGrammarSets(t *testing.T) {
	for set := range grammarRuns {
		t.Run(set, func(t *testing.T) {
			want, optional, complete := readFacts(t, set)
			got := grammarSet(t, set)
			for _, w := range want {
				if i := slices.IndexFunc(got, w.matches); i >= 0 {
					got = slices.Delete(got, i, i+1)
				} else {
					t.Errorf("missing    %s", w)
				}
			}
			for _, row := range got {
				sort, _, _ := strings.Cut(row, "\t")
				if slices.Contains(complete, sort) && !slices.ContainsFunc(optional, func(o factRow) bool { return o.matches(row) }) {
					t.Errorf("unexpected %s", strings.ReplaceAll(row, "\t", " | "))
				}
			}
		})
	}
}

// A factRow is an expected fact by its columns.
type factRow []string

func (w factRow) String() string { return strings.Join(w, " | ") }

func (w factRow) matches(row string) bool {
	columns := strings.Split(row, "\t")
	return slices.EqualFunc(w, columns, func(want, got string) bool { return want == "*" || want == got })
}

func readFacts(t *testing.T, set string) (want, optional []factRow, complete []string) {
	t.Helper()
	for _, row := range readRows(t, "facts-"+set+".tsv") {
		sort, may := strings.CutPrefix(row[0], "?")
		row[0] = sort
		rows := []factRow{row}
		switch last := len(row) - 1; {
		case sort == "complete":
			complete = row[1:]
			continue
		case sort == "cites":
			rows = nil
			for handle := range strings.FieldsSeq(row[last]) {
				rows = append(rows, append(slices.Clone(row[:last]), handle))
			}
		}
		if may {
			optional = append(optional, rows...)
		} else {
			want = append(want, rows...)
		}
	}
	return want, optional, complete
}

// readRows reads a table of testdata/grammars; lines that begin with "#" are comments.
func readRows(t *testing.T, name string) (rows []factRow) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(grammarFolder, name))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && line[0] != '#' {
			rows = append(rows, strings.Split(line, "\t"))
		}
	}
	return rows
}

// TestSpellings: the G3, G4 and G5 spelling of one set give the same facts but for the handles and members
// of testdata/grammars/handles.tsv, the certainty of citations, lines, revisions of single quotations, and
// what is said of documents and runs.
func TestSpellings(t *testing.T) {
	spelled := map[string][]string{}
	for column, set := range []string{"g3", "g4", "g5"} {
		spelled[set] = unspell(t, grammarSet(t, set), column+1)
	}
	for _, set := range []string{"g3", "g4"} {
		if diff := cmp.Diff(spelled["g5"], spelled[set]); diff != "" {
			t.Errorf("%s (- is of g5 alone, + of %s)\n%s", set, set, diff)
		}
	}
}

// placed tells of each sort that has a file whether a line follows it.
var placed = map[string]bool{
	"record": true, "route": true, "status": true, "part": true, "annotation": true, "amends": true, "superseded": true,
	"passage": true, "coverage": true, "row": true, "issue": true, "edge": true, "identity": true, "denial": true,
	"axis": false, "cites": false, "anchor": false, "sources": false,
}

// unspell gives facts the handles and members of the first spelling and leaves out what differs between
// spellings by nature.
func unspell(t *testing.T, facts []string, column int) (out []string) {
	t.Helper()
	handles, members := map[string]string{}, map[string]string{}
	for _, row := range readRows(t, "handles.tsv") {
		switch row[0] {
		case "record", "text":
			handles[row[column]] = row[1]
		case "member":
			members[row[column]] = row[1]
		}
	}
	for _, fact := range facts {
		row := strings.Split(fact, "\t")
		if slices.Contains([]string{"document", "run", "certainty", "diag"}, row[0]) {
			continue
		}
		if lined, has := placed[row[0]]; has {
			if row[1] = members[row[1]]; row[1] == "-" {
				continue
			}
			if row[0] == "passage" {
				row = row[:len(row)-1]
			}
			if lined {
				row = slices.Delete(row, 2, 3)
			}
		}
		out = append(out, respell(strings.Join(row, "\t"), handles))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// respell puts other handles in the place of those in a text, and lists of them into their order.
func respell(text string, handles map[string]string) string {
	columns := strings.Split(text, "\t")
	for i, c := range columns {
		words := strings.Split(c, " ")
		list := true
		for j, w := range words {
			tokens := report.ScanHandles(w)
			list = list && len(tokens) == 1 && tokens[0].Text == w
			for _, h := range slices.Backward(tokens) {
				if to := handles[h.Text]; to != "" {
					words[j] = words[j][:h.Start] + to + words[j][h.End:]
				}
			}
		}
		if list {
			slices.Sort(words)
		}
		columns[i] = strings.Join(words, " ")
	}
	return strings.Join(columns, "\t")
}

// TestConstructs keeps the checklist true: each row of testdata/grammars/constructs.tsv names a construct
// of report-grammar by its section, the grammar that has it, a line of its set, and what stands there.
func TestConstructs(t *testing.T) {
	have := map[string]bool{}
	for _, row := range readRows(t, "constructs.tsv") {
		if len(row) != 6 {
			t.Errorf("not six columns: %s", row)
			continue
		}
		section, grammar, file, line, token := row[0], row[1], row[2], row[3], row[5]
		have[section] = true
		text, err := os.ReadFile(filepath.Join(grammarFolder, grammar, file))
		if err != nil {
			t.Error(err)
			continue
		}
		lines := strings.Split(string(text), "\n")
		n, err := strconv.Atoi(line)
		if err != nil || n < 1 || n > len(lines) || !strings.Contains(lines[n-1], token) {
			t.Errorf("%s: line %s of %s/%s does not contain %q", row, line, grammar, file, token)
		}
	}
	for _, section := range grammarSections() {
		if !have[section] {
			t.Errorf("report-grammar %s has no construct", section)
		}
	}
}

// grammarSections are the sections of report-grammar that the checklist has to cover.
func grammarSections() (out []string) {
	for chapter, sections := range map[int]int{2: 12, 3: 8, 4: 5, 10: 16} {
		for n := range sections {
			out = append(out, fmt.Sprintf("%d.%d", chapter, n+1))
		}
	}
	return out
}
