package questions_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

// reallyDifferent are the cells in which the published matrix and its reviews disagree: what each of the
// two says, and how the line of the review begins that does.
var reallyDifferent = map[string]struct {
	inReview, inMatrix, file string
	line                     int
	begins                   string
}{
	// The reason in the line says that nothing is mined from traces.
	"AutoSci lin_trace_extracted": {"0", "1", "AutoSci.md", 36, "- **Lineage:** `authored` `imported` —"},
	"Sparks lin_trace_extracted":  {"0", "1", "sparks.md", 36, "- **Lineage:** `authored` `imported` —"},
}

// The published matrix comes out of the loaded reviews, cell for cell and in its order.
func TestPublishedMatrix(t *testing.T) {
	corpus := filepath.Join(sharedtest.Dir(t), "corpus")
	engine := loaded(t, filepath.Join(corpus, "reviews"))
	f, err := os.Open(filepath.Join(corpus, "systems.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	published, err := csv.NewReader(f).ReadAll()
	if err != nil || len(published) != 1+36 {
		t.Fatalf("%d records, %v", len(published), err)
	}
	header, table := published[0], ask(t, engine, "systems-matrix", "folder=kb/agent-memory-systems/reviews/")
	rows := pick(t, table, header...)
	for i, c := range table.Columns {
		if i >= len(header) || c.Name != header[i] {
			t.Fatalf("column %d is %s, published are %v", i, c.Name, header)
		}
	}
	if len(rows) != 36 || len(table.Columns) != len(header) {
		t.Fatalf("%d rows of %d columns", len(rows), len(table.Columns))
	}
	met := 0
	for i, want := range published[1:] {
		for j, cell := range strings.Split(rows[i], "\t") {
			name := want[0] + " " + header[j]
			d, listed := reallyDifferent[name]
			switch {
			case header[j] == "clone_path":
			case listed:
				met++
				if cell != d.inReview || want[j] != d.inMatrix {
					t.Errorf("%s: %q and %q in the matrix, listed as %+v", name, cell, want[j], d)
				}
			case cell != want[j]:
				t.Errorf("%s: %q, %q in the matrix", name, cell, want[j])
			}
		}
	}
	if met != len(reallyDifferent) {
		t.Errorf("%d of the listed cells are there", met)
	}
	for name, d := range reallyDifferent {
		text, err := os.ReadFile(filepath.Join(corpus, "reviews", d.file))
		if err != nil {
			t.Fatal(err)
		}
		if line := strings.Split(string(text), "\n")[d.line-1]; !strings.HasPrefix(line, d.begins) {
			t.Errorf("%s: line %d of the review is %q", name, d.line, line)
		}
	}
}

// With the matrix loaded beside them, those cells and no others are its disagreements.
func TestMatrixDisagreements(t *testing.T) {
	corpus := filepath.Join(sharedtest.Dir(t), "corpus")
	engine := loaded(t, filepath.Join(corpus, "reviews"), filepath.Join(corpus, "systems.csv"))
	got := pick(t, ask(t, engine, "matrix-disagreements"), "system", "axis", "value", "review_mark", "review_line", "matrix_mark", "matrix_line")
	want := []string{"AutoSci\tlineage\ttrace-extracted\t0\t36\t1\t6", "Sparks\tlineage\ttrace-extracted\t0\t36\t1\t30"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}
