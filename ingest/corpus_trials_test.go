package ingest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// The runs of the two trials, as their files name them.
const (
	gbrainRun = "RUN-GBRAIN-20260820"
	swampRun  = "AGS-2026-08-20-SWAMP-01"
)

// trials are the folders of the trials, with the system and the revision that they analyse.
var trials = map[string]struct{ run, system, revision string }{
	"gbrain": {gbrainRun, "GBrain", "9a0bae8d62cdd1e0dd6655e24e082fe6c69c5dac"},
	"swamp":  {swampRun, "Swamp", "cf38c4ec1068613bb7d3432eb74a1ad854156dd7"},
}

// TestCorpusTrials loads the two trials of grammar G0: what their tables declare is certain, the rest is text.
// The table was written from the files by hand: stretches of ids that rows of a table declare, one on a line.
func TestCorpusTrials(t *testing.T) {
	declared, full := readTable(t, "trials.tsv"), readTable(t, "trials-full.tsv")
	for _, trial := range []string{"gbrain", "swamp"} {
		t.Run(trial, func(t *testing.T) {
			about := trials[trial]
			c := loadCorpus(t, "trials/"+trial, about.run)
			c.wantAllLoaded()
			run := node(t, c.g, c.runID()).Props
			if got := node(t, c.g, graph.ID(run.String("system"))).Props.String("name"); got != about.system || run.String("revision") != about.revision {
				t.Errorf("the run is of %q at %q, want %q at %q", got, run.String("revision"), about.system, about.revision)
			}
			c.wantDeclared(trial, declared)
			c.wantProperties(trial, full)
			verify(t, c.g)
		})
	}
}

func (c *corpus) wantAllLoaded() {
	c.t.Helper()
	for _, d := range c.sum.Diagnostics {
		if d.Severity == diag.Error {
			c.t.Errorf("%s:%d %s %s", filepath.Base(d.Subject.File), d.Subject.Start.Line, d.Code, d.Summary)
		}
	}
	files, err := filepath.Glob(filepath.Join(c.dir, "*.md"))
	if err != nil || len(files) != c.sum.Counts.Added {
		c.t.Errorf("%d of %d files are loaded (%v)", c.sum.Counts.Added, len(files), err)
	}
}

// wantDeclared compares the declared records with the table's stretches. A record that the table marks as open may
// be declared or not.
func (c *corpus) wantDeclared(trial string, declared table) {
	c.t.Helper()
	file, rows := map[graph.ID]string{}, [][]string(nil)
	for name, b := range c.stated {
		file[b.Origin.Document] = name
		for _, s := range b.Contributions {
			if s.Kind == graph.Source && s.Rule == ruleSourceRow {
				rows = append(rows, []string{name, s.Node.Local(), number(s.Line)})
			}
		}
	}
	for _, n := range c.declared() {
		rows = append(rows, []string{file[graph.ID(n.Props.String("document"))], n.Props.String("handle"), number(n.Props.Int("line"))})
		if n.Kind == graph.Route {
			c.wantUnanswered(&n)
		}
	}
	want := table{name: declared.name + " " + trial, columns: []string{"file", "handle", "line"}}
	for _, stretch := range declared.rows {
		if stretch[0] != trial {
			continue
		}
		var first, last, line int
		scan(c.t, stretch[3]+" "+stretch[4]+" "+stretch[5], &first, &last, &line)
		for n := first; n <= last; n++ {
			row := []string{stretch[1], fmt.Sprintf("%s-%02d%s", stretch[2], n, strings.Trim(stretch[6], "-")), number(line + n - first)}
			at := slices.IndexFunc(rows, func(have []string) bool { return have[1] == row[1] })
			if stretch[7] == "yes" {
				want.rows = append(want.rows, row)
			} else if at >= 0 {
				rows = slices.Delete(rows, at, at+1)
			}
		}
	}
	want.wants(c.t, 2, rows)
}

// wantUnanswered: the tables of a trial ask none of the seven questions, so nothing may be read into their cells.
func (c *corpus) wantUnanswered(route *graph.Node) {
	c.t.Helper()
	for _, a := range answerProps {
		if state := route.Props.String(a.state); state != "NOT_STATED" {
			c.t.Errorf("%s: %s is %s", route.ID, a.state, state)
		}
	}
	if p := route.Props; p.String("readBack.verdict") != "NOT_STATED" || p.String("readBack.established") != "UNKNOWN" {
		c.t.Errorf("%s: read-back %s, established %s", route.ID, p.String("readBack.verdict"), p.String("readBack.established"))
	}
}

func scan(t *testing.T, text string, into ...any) {
	t.Helper()
	if _, err := fmt.Sscan(text, into...); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
}

// wantProperties compares single properties of some records.
func (c *corpus) wantProperties(trial string, full table) {
	c.t.Helper()
	for _, row := range full.rows {
		id, _, ok := recordID(c.run, row[1])
		if row[0] != trial || !ok || !exists(c.t, c.g, id) {
			if row[0] == trial {
				c.t.Errorf("%s: %s is not declared", full.name, row[1])
			}
			continue
		}
		if got := fmt.Sprint(node(c.t, c.g, id).Props[row[2]]); !agrees(row[3], got) {
			c.t.Errorf("%s: %s: %s is %q, want %q", full.name, row[1], row[2], got, row[3])
		}
	}
}

// TestCorpusTrialIDs: no record-shaped id of the trials vanishes. They are bare citations there (report-grammar 2.10).
func TestCorpusTrialIDs(t *testing.T) {
	for trial, about := range trials {
		t.Run(trial, func(t *testing.T) {
			c := loadCorpus(t, "trials/"+trial, about.run)
			for name := range c.stated {
				c.wantIDs(name, name+".md")
			}
		})
	}
}
