package ingest

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

const (
	setFolder = "sets/AAS-2026-10-01-instinctual-memory-07"
	setRun    = "AAS-2026-10-01-instinctual-memory-07"
)

// TestCorpusSet loads a complete real set of grammar G2 and compares it with the tables of
// testdata/corpus/instinctual-memory, which were written from the files by hand (report-grammar 10).
func TestCorpusSet(t *testing.T) {
	c := loadCorpus(t, setFolder, setRun)
	for _, part := range []struct {
		table string
		keys  int
		got   func(*corpus) [][]string
	}{
		{"records", 1, (*corpus).records}, {"answers", 2, (*corpus).answers}, {"readbacks", 1, (*corpus).readBacks},
		{"statuses", 3, (*corpus).statuses}, {"annotations", 2, (*corpus).annotations}, {"amendments", 2, (*corpus).amendments},
		{"quotations", 3, (*corpus).quotations}, {"rows", 3, (*corpus).tableRows}, {"profile", 2, (*corpus).profile},
	} {
		t.Run(part.table, func(t *testing.T) {
			readTable(t, "instinctual-memory/"+part.table+".tsv").wants(t, part.keys, part.got(c.in(t)))
		})
	}
	t.Run("members", func(t *testing.T) { c.in(t).wantMembers() })
	t.Run("identities", func(t *testing.T) { c.in(t).wantIdentities() })
	t.Run("full", func(t *testing.T) { c.in(t).wantInFull() })
	t.Run("diagnostics", func(t *testing.T) { c.in(t).wantDiagnostics() })
	t.Run("whole", func(t *testing.T) { c.in(t).wantWhole() })
}

// TestCorpusSetOneByOne: a member that comes first has no sibling to tell its grammar by, and says the same in the end.
func TestCorpusSetOneByOne(t *testing.T) {
	c := loadCorpus(t, setFolder, setRun)
	g := openGraph(t)
	for _, name := range []string{"reconciliation.md", "epistemic.md", "overview.md", "memory.md", "runtime.md"} {
		if _, err := Load(t.Context(), g, corpusFormats, []string{filepath.Join(c.dir, name)}, Options{}); err != nil {
			t.Fatal(err)
		}
	}
	if fingerprint(t, g) != fingerprint(t, c.g) {
		t.Error("members loaded one by one say something else than together")
	}
}

// in reports to a subtest.
func (c *corpus) in(t *testing.T) *corpus {
	inner := *c
	inner.t = t
	return &inner
}

// wantMembers counts what each member holds; ids are counted in the files (report-grammar 10.14).
func (c *corpus) wantMembers() {
	tab := readTable(c.t, "instinctual-memory/members.tsv")
	var rows [][]string
	for _, n := range list(c.t, c.g, graph.Document, c.runID(), graph.ExcludeStubs) {
		b := c.stated[n.ID.Local()]
		count := map[string]int{}
		for _, s := range b.Contributions {
			switch kind := graph.KindOf(s.Kind); {
			case s.Role != graph.Defines:
			case kind.Record:
				count["record"]++
			case s.Kind == graph.Issue:
				count[s.Props.String("issueType")]++
			case s.Kind == graph.Finding:
				count[s.Props.String("axis")]++
			case s.Kind == graph.Source && s.Rule == ruleSourceRow:
				count["register"]++
			default:
				count[string(s.Kind)]++
			}
		}
		for _, r := range b.Relationships {
			count[string(r.Type)]++
		}
		row := []string{n.ID.Local(), n.Props.String("role"), n.Props.String("title"), number(n.Props.Int("lines"))}
		for _, what := range []string{"record", string(graph.Annotation), string(graph.EvidencedBy), string(graph.Coverage), axisObjects, axisLedger, axisClaims,
			"LIMITATION", "INTEGRATION", string(graph.Idea), "register", string(graph.Amends)} {
			row = append(row, fmt.Sprint(count[what]))
		}
		ids, mentions, sources := countIDs(scanIDs(c.lines(n.ID.Local() + ".md")))
		rows = append(rows, append(row, fmt.Sprint(ids), fmt.Sprint(mentions), fmt.Sprint(sources)))
		if g := n.Props.String("grammar"); g != "G2" {
			c.t.Errorf("%s is read as %q", n.ID, g)
		}
		if count["CONFLICT"]+count["BLOCKER"] > 0 {
			c.t.Errorf("%s has %d conflicts and %d blockers, and none is stated", n.ID, count["CONFLICT"], count["BLOCKER"])
		}
	}
	tab.wants(c.t, 1, rows)
}

// wantIdentities allows what the wording leaves open, and compares the symmetric ones either way.
func (c *corpus) wantIdentities() {
	tab := readTable(c.t, "instinctual-memory/identities.tsv")
	var rows [][]string
	for _, r := range c.relationships(graph.ClosestTo, graph.DistinctFrom, graph.PossibleDuplicateOf) {
		rows = append(rows, sortedEnds([]string{r.document, number(r.Line), string(r.Type), r.Source.Local(), r.Target.Local()}))
	}
	sure := table{name: tab.name, columns: tab.columns[:5]}
	for _, row := range tab.rows {
		fact := sortedEnds(row[:5])
		if row[5] == "yes" {
			sure.rows = append(sure.rows, fact)
			continue
		}
		rows = slices.DeleteFunc(rows, func(have []string) bool { return slices.Equal(have, fact) })
	}
	sure.wants(c.t, 5, rows)
}

func sortedEnds(row []string) []string {
	row = slices.Clone(row)
	if row[2] == string(graph.DistinctFrom) {
		slices.Sort(row[3:5])
	}
	return row
}

// wantInFull compares records with all that the table has of them: what it does not list must not be there.
func (c *corpus) wantInFull() {
	tab := readTable(c.t, "instinctual-memory/full.tsv")
	ids := map[string]graph.ID{}
	texts := map[string]bool{}
	for _, row := range tab.rows {
		id, _, ok := recordID(c.run, row[0])
		if !ok {
			id = c.runID()
		}
		ids[row[0]] = id
		texts[row[0]] = texts[row[0]] || row[1] == "text"
	}
	var rows [][]string
	for name, id := range ids {
		n := node(c.t, c.g, id)
		for prop, value := range n.Props {
			if stated, amended := n.Stated[prop]; amended {
				value = stated
			}
			group, _, _ := strings.Cut(prop, ".")
			if group != prop || slices.Contains(elsewhere, prop) || prop == "text" && !texts[name] {
				continue
			}
			rows = append(rows, []string{name, prop, fmt.Sprint(value)})
		}
	}
	tab.wants(c.t, 2, rows)
}

// elsewhere are the properties that other tables have of every record, and those of place.
var elsewhere = []string{"run", "system", "document", "line", "endLine", "handle", "label", "member", "fields", "statuses", "answers", "provisional"}

// wantDiagnostics wants those that the table calls for, and besides no error or warning.
func (c *corpus) wantDiagnostics() {
	tab := readTable(c.t, "instinctual-memory/diagnostics.tsv")
	class := func(d *diag.Diagnostic) string { return d.Code[strings.LastIndexByte(d.Code, '/')+1:] }
	left := slices.Clone(c.sum.Diagnostics)
	for _, row := range tab.rows {
		at := slices.IndexFunc(left, func(d diag.Diagnostic) bool {
			return class(&d) == row[0] && filepath.Base(d.Subject.File) == row[1] && agrees(row[2], number(d.Subject.Start.Line)) ||
				row[3] == "-" && class(&d) == row[0] && strings.Contains(d.Summary, row[1])
		})
		switch {
		case at >= 0:
			left = slices.Delete(left, at, at+1)
		case row[4] == "yes":
			c.t.Errorf("%s: missing %s", tab.name, strings.Join(row, " | "))
		}
	}
	for _, d := range left {
		said := fmt.Sprintf("%s %s:%d %s", d.Code, filepath.Base(d.Subject.File), d.Subject.Start.Line, d.Summary)
		if d.Severity == diag.Info {
			c.t.Logf("besides: %s", said)
		} else {
			c.t.Errorf("%s: unexpected %s", tab.name, said)
		}
	}
}

// wantWhole checks what holds of the set as such.
func (c *corpus) wantWhole() {
	for _, kind := range graph.RecordKinds() {
		for _, n := range list(c.t, c.g, kind, c.runID(), graph.IncludeStubs) {
			if !n.Declared {
				c.t.Errorf("%s is a stub, and the set declares all it names", n.ID)
			}
			if want := n.Props.String("handle") == "EPI-RTE-1"; n.Props.Bool("superseded") != want {
				c.t.Errorf("%s: superseded %t", n.ID, !want)
			}
			if want := slices.Contains([]string{"EPI-OBJ-2", "EPI-OBJ-4", "EPI-CLM-2"}, n.Props.String("handle")); n.Props.Bool("noCounterpart") != want {
				c.t.Errorf("%s: noCounterpart %t", n.ID, !want)
			}
		}
	}
	passages := list(c.t, c.g, graph.Passage, c.runID(), graph.ExcludeStubs)
	if len(passages) != 41 { // 43 quotations, two of them of what another member quotes too
		c.t.Errorf("%d passages, want 41", len(passages))
	}
	if got := cmp.Or(node(c.t, c.g, c.runID()).Props.String("system"), "-"); got != "system:instinctual-memory" {
		c.t.Errorf("the run analyses %s", got)
	}
	verify(c.t, c.g)
}
