package ingest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/markdown"
	"github.com/crosswalk-graph/crosswalk/ingest/rendered"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
	"github.com/crosswalk-graph/crosswalk/internal/render"
	"github.com/crosswalk-graph/crosswalk/internal/reportgen"
)

// TestThreeSpellings: a canonical member and its two renderings, filed under what a sidecar states,
// make the same facts less what report-grammar 5.1 says a rendering loses.
func TestThreeSpellings(t *testing.T) {
	for _, file := range canonicalMembers(t, append([]string{"reconciliation.md"}, render.Members...)...) {
		t.Run(filepath.ToSlash(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			sameFacts(t, text)
		})
	}
}

// TestThreeSpellingsOfRandomReports does the same with texts that hold all that a report can.
func TestThreeSpellingsOfRandomReports(t *testing.T) {
	for i := range 200 {
		t.Run(fmt.Sprint(i), func(t *testing.T) { sameFacts(t, reportgen.Canonical(i)) })
	}
}

// TestRenderedFolder: a folder of renderings is loaded as the documents of the runs that it was made of.
func TestRenderedFolder(t *testing.T) {
	var want []string
	for _, file := range canonicalMembers(t, render.Members...) {
		if strings.HasPrefix(file, "..") {
			want = append(want, documents(t, file)...)
		}
	}
	slices.Sort(want)
	for _, style := range []render.Style{render.A, render.B} {
		dir := tempDir(t)
		if err := render.Folder("../examples/canonical", dir, style); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, documents(t, dir)); diff != "" {
			t.Errorf("style %c (-canonical +rendered)\n%s", style, diff)
		}
	}
}

// documents lists what a path is loaded as, each with its outcome.
func documents(t *testing.T, path string) (list []string) {
	t.Helper()
	sum, err := Load(t.Context(), openGraph(t), []Format{markdown.Format{}, rendered.Format{}}, []string{path}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range sum.Files {
		if f.Format != "" {
			list = append(list, fmt.Sprint(f.Document, " ", f.Outcome))
		}
	}
	slices.Sort(list)
	return list
}

// canonicalMembers are the files of some names in the testdata and among the examples.
func canonicalMembers(t *testing.T, members ...string) (files []string) {
	t.Helper()
	for _, dir := range []string{"markdown/testdata/set", "../examples/canonical/*"} {
		before := len(files)
		for _, member := range members {
			found, err := filepath.Glob(filepath.Join(dir, member))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, found...)
		}
		if len(files) == before {
			t.Errorf("no members in %s", dir)
		}
	}
	return files
}

// sameFacts compares a canonical text with both of its renderings.
func sameFacts(t *testing.T, text []byte) {
	t.Helper()
	want, diags := markdown.Format{}.Parse(diag.Source{Name: "report.md", Bytes: text})
	id, ok := Identify(&want, Stated{})
	id.Location = "report"
	if diags.HasErrors() || !ok {
		t.Fatalf("canonical: %+v", diags)
	}
	for _, style := range []render.Style{render.A, render.B} {
		plain, err := render.Render(text, style)
		if err != nil {
			t.Fatal(err)
		}
		got, diags := rendered.Format{}.Parse(diag.Source{Name: "report.txt", Bytes: plain})
		stated := Stated{System: id.System, Run: id.Run, Repository: id.Repository, Revision: id.Revision}
		same, ok := Identify(&got, stated)
		if same.Location = id.Location; !ok || diags.HasErrors() || !cmp.Equal(same, id) {
			t.Fatalf("style %c: %+v, %+v", style, same, diags)
		}
		canonical, rendering := want, got
		if !bearQuotationLosses(t, &canonical, &rendering) {
			return
		}
		l := newLosses(rendering, plain)
		inCanonical, inRendering := l.facts(t, canonical, id), l.facts(t, rendering, id)
		for _, fact := range less(inCanonical, inRendering) {
			t.Errorf("style %c: only in canonical text: %s", style, fact)
		}
		for _, fact := range less(inRendering, inCanonical) {
			t.Errorf("style %c: only in the rendering: %s", style, fact)
		}
	}
}

// less gives what is in one sorted list and not in another.
func less(list, other []string) (out []string) {
	for _, s := range list {
		if _, found := slices.BinarySearch(other, s); !found {
			out = append(out, s)
		}
	}
	return out
}

// bearQuotationLosses gives the canonical document the quotations of the rendering where that says of
// them that they are damaged (rows 16 to 20), and takes from the rendering's prose what it says may be
// the first part of a quotation, where it is (row 21). Links and ticks are lost in quotations as
// anywhere (rows 8 and 10). Anything else has to be equal.
func bearQuotationLosses(t *testing.T, canonical, rendering *report.Document) bool {
	t.Helper()
	if len(canonical.Passages) != len(rendering.Passages) {
		t.Errorf("%d quotations, %d in the rendering", len(canonical.Passages), len(rendering.Passages))
		return false
	}
	canonical.Passages = slices.Clone(canonical.Passages)
	for i := range canonical.Passages {
		c, r := &canonical.Passages[i], rendering.Passages[i]
		if r.PossiblePrefix {
			dropPrefix(rendering, r.Span.Start, c.Text)
		}
		c.Text = withoutMarks(c.Text)
		if r.Lossy || r.PossiblePrefix && strings.HasSuffix(c.Text, " "+r.Text) {
			c.Text, c.Lossy = r.Text, r.Lossy
		}
	}
	return true
}

var link = regexp.MustCompile(`\[([^\]]+)\]\([^)]+\)`)

func withoutMarks(text string) string {
	return link.ReplaceAllString(strings.ReplaceAll(text, "`", ""), "$1")
}

// dropPrefix takes off a document the blocks of prose directly above a line that are parts of a
// quotation.
func dropPrefix(d *report.Document, line int, quotation string) {
	before := slices.IndexFunc(d.Blocks, func(b report.Block) bool { return b.Lines.First >= line })
	if before < 0 {
		before = len(d.Blocks)
	}
	from := before
	for from > 0 && strings.Contains(quotation, d.Blocks[from-1].Text) {
		from--
		switch owner := d.Blocks[from].Owner; owner.Kind {
		case report.OwnerRecord:
			d.Records[owner.Index].Text = ""
		case report.OwnerAnnotation:
			d.Annotations[owner.Index].Text = ""
		case report.OwnerSection:
			d.Sections[owner.Index].Text = ""
		}
	}
	d.Blocks = slices.Delete(slices.Clone(d.Blocks), from, before)
	d.SetTexts()
}

// losses are those of the table in report-grammar 5.1 that a rendering says it has and that facts show
// besides quotations: row 14, the columns of tables.
type losses struct {
	flat bool            // coverage rows without columns
	in   map[string]bool // titles of other sections with such a table
	rows map[string]bool // the lines of those tables
}

// newLosses reads the losses of a rendering.
func newLosses(d report.Document, text []byte) losses {
	l := losses{in: map[string]bool{}, rows: map[string]bool{}}
	lines := strings.Split(string(text), "\n")
	for _, loss := range d.Losses {
		if loss.Code != "lost-columns" {
			continue
		}
		for _, s := range d.Sections {
			if s.Level == 2 && s.Span.Start <= loss.Line && loss.Line <= s.Span.End {
				l.in[s.Title] = true
			}
		}
		for n := loss.Line - 1; n < len(lines) && lines[n] != ""; n++ {
			l.rows[lines[n]] = true
		}
	}
	l.flat = len(l.in) > 0 && len(d.Coverage) > 0
	return l
}

// facts lists all that a document states, one fact a line and without repetitions, less what a
// rendering loses. Each thing left out names its row of the table of losses.
func (l losses) facts(t *testing.T, doc report.Document, id Identity) (facts []string) {
	t.Helper()
	batch, diags := Lower(doc, id)
	if diags.HasErrors() {
		t.Fatalf("%+v", diags)
	}
	for _, c := range batch.Contributions {
		if c.Kind == graph.Finding && len(l.in) > 0 || isLiteral(c.Node) {
			continue // row 14: rows of tables; row 10: ids in code
		}
		facts = append(facts, fmt.Sprintf("%s %v rank %d by %s in %s", c.Node, c.Role, c.Rank, c.Rule, c.Document))
		for name, value := range l.props(t, c) {
			facts = append(facts, fmt.Sprintf("%s.%s = %s", c.Node, name, jsonText(value)))
		}
	}
	for _, r := range batch.Relationships {
		if isLiteral(r.Source) || isLiteral(r.Target) {
			continue // row 10: ids in code, which no rendering tells from others
		}
		r.ID = ""  // made of what follows
		r.Line = 0 // row 25: a block is a line
		if r.Rule == ruleRecordLink || r.Rule == ruleBareID || r.Rule == ruleSourcePath {
			r.Certainty, r.Rule = graph.Stated, ruleBareID // rows 8 and 10: links and code are bare text
		}
		if len(l.in) > 0 && !l.bear(&r) {
			continue
		}
		facts = append(facts, jsonText(r))
	}
	slices.Sort(facts)
	return slices.Compact(facts)
}

// isLiteral tells whether an id is one of those that generated reports have in code spans alone.
func isLiteral(id graph.ID) bool { return strings.Contains(string(id), "-literal-") }

// bear takes off a relationship what it has of a column (row 14), and reports false where it is made of
// columns alone. Of the text of a row the ids and paths remain.
func (l losses) bear(r *graph.Relationship) bool {
	switch source := r.Source.Kind(); {
	case r.Rule == ruleTableCell, strings.HasPrefix(r.Rule, "table/"), r.Target.Kind() == graph.Finding:
		return false
	case source == graph.Coverage:
		r.Sentence = ""
	case source == graph.Finding, source == graph.Document && l.in[r.Heading]:
		r.Source, r.Heading, r.Sentence = "", "", ""
	}
	return true
}

func (l losses) props(t *testing.T, c graph.Contribution) graph.Props {
	props := graph.Props{}
	for name, value := range c.Props {
		switch name {
		case "line", "endLine", "readBack.line", "lines": // row 25: a block is a line
			continue
		case "format", "grammar", "losses": // these say that it is a rendering
			continue
		case "fields", "statuses", "answers", "sections":
			var list any
			if err := json.Unmarshal([]byte(value.(string)), &list); err != nil {
				t.Fatal(err)
			}
			value = withoutPlaces(list)
		case "entryPoint", "inspection", "conclusion", "mode", "text":
			if l.flat && c.Kind == graph.Coverage {
				continue // row 14
			}
			if len(l.in) > 0 && c.Kind == graph.Document {
				value = l.withoutRows(value.(string)) // row 14
			}
		}
		props[name] = value
	}
	return props
}

// withoutRows takes the rows of tables off a text, and the titles of the sections that have them.
func (l losses) withoutRows(text string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(text, "\n\n"), func(block string) bool {
		return l.in[block] || l.rows[block] || strings.Contains(block, " | ")
	}), "\n\n")
}

// withoutPlaces takes lines (row 25) off a list, and the levels of headings that no member type lists
// (row 5).
func withoutPlaces(list any) any {
	switch list := list.(type) {
	case []any:
		for _, item := range list {
			withoutPlaces(item)
		}
	case map[string]any:
		delete(list, "line")
		delete(list, "endLine")
		for _, item := range list {
			withoutPlaces(item)
		}
		if list["free"] == true {
			delete(list, "level")
		}
	}
	return list
}
