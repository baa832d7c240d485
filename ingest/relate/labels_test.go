package relate

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

// The floors that the labelled texts must reach, for edges and denials together.
const (
	floorPrecision = 0.99
	floorRecall    = 0.96
)

// A labelled is one row of testdata/labels.tsv: where a text stands, what encloses it, and what a
// careful reader says of it. The label was written before any rule.
type labelled struct {
	file, unit string
	line       int
	sum        string // of the physical line: tells when the report is another one
	context    string // owner, "@target" in an annotation, "row", "*" in a list item, "-" for none
	want       []string
}

// heldOut tells whether a label belongs to the third that no rule was tuned on.
func (l labelled) heldOut() bool {
	h := fnv.New32a()
	fmt.Fprintf(h, "%s:%d:%s", filepath.Base(l.file), l.line, l.unit)
	return h.Sum32()%3 == 0
}

func readLabels(t *testing.T) []labelled {
	t.Helper()
	data, err := os.ReadFile("testdata/labels.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var out []labelled
	for row := range strings.Lines(string(data)) {
		if strings.HasPrefix(row, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		if len(f) != 6 {
			t.Fatalf("labels.tsv: %q has %d columns, want 6", row, len(f))
		}
		l := labelled{file: f[0], unit: f[2], sum: f[3], context: f[4]}
		l.line, _ = strconv.Atoi(f[1])
		if f[5] != "none" {
			l.want = strings.Split(f[5], "; ")
			slices.Sort(l.want)
		}
		out = append(out, l)
	}
	return out
}

// linesOf reads the lines of a shared file, once.
func linesOf(t *testing.T, cache map[string][]string, path string) []string {
	t.Helper()
	if cache[path] == nil {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		cache[path] = strings.Split(string(data), "\n")
	}
	return cache[path]
}

// derive runs the rules on one labelled text.
func (l labelled) derive(t *testing.T, lines []string) ([]Edge, []Denial) {
	t.Helper()
	line := lines[l.line-1]
	if sum := sha256.Sum256([]byte(line)); hex.EncodeToString(sum[:4]) != l.sum {
		t.Fatalf("%s:%d is not the line that was labelled", l.file, l.line)
	}
	n, _ := strconv.Atoi(l.unit[1:]) // 0 for rows
	switch l.unit[0] {
	case 'r':
		return new(Finder).DeriveRow(Row{Header: headerOf(lines, l.line), Cells: cellsOf(line)})
	case 't':
		return cellTexts(line)
	case 's':
		body, answer := bodyOf(line)
		text := Text{Sentence: report.SplitSentences(body)[n-1].Of(body), Answer: answer}
		if n == 1 {
			text.Answer = ""
		}
		switch {
		case l.context == "*":
			text.Item = recordsIn(line)
		case strings.HasPrefix(l.context, "@"):
			text.Owner, text.InAnnotation = l.context[1:], true
		case l.context != "-":
			text.Owner = l.context
		}
		return new(Finder).Derive(text)
	}
	t.Fatalf("%s:%d: unknown unit %q", l.file, l.line, l.unit)
	return nil, nil
}

// cellTexts reads the cells of a row as rows of coverage and limitations are read: each a text of its own.
func cellTexts(line string) (edges []Edge, denials []Denial) {
	for _, cell := range cellsOf(line) {
		for _, s := range report.SplitSentences(cell) {
			e, d := new(Finder).Derive(Text{Sentence: s.Of(cell), Item: recordsIn(line)})
			edges, denials = append(edges, e...), append(denials, d...)
		}
	}
	return edges, denials
}

// bodyOf strips the mark of a list item and tells which answer the item gives.
func bodyOf(line string) (body, answer string) {
	body = strings.TrimSpace(line)
	for _, bullet := range []string{"• ", "- "} {
		if rest, ok := strings.CutPrefix(body, bullet); ok {
			if l, ok := report.LeadingLabel(rest); ok {
				if names := report.AnswerNames(l.Label); len(names) == 1 {
					answer = names[0]
				}
			}
			return rest, answer
		}
	}
	return body, ""
}

func cellsOf(line string) []string {
	cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

func headerOf(lines []string, line int) []string {
	for i := line - 2; i > 0; i-- {
		if strings.HasPrefix(strings.ReplaceAll(lines[i], " ", ""), "|---") {
			return cellsOf(lines[i-1])
		}
	}
	return nil
}

// facts writes edges and denials as the labels do, with the rule of each.
func facts(edges []Edge, denials []Denial) map[string]string {
	out := map[string]string{}
	for _, e := range edges {
		out[fmt.Sprintf("%s %s %s", e.Type, e.Source, e.Target)] = e.Rule
	}
	for _, d := range denials {
		out[fmt.Sprintf("deny %s %s", d.Type, cmp.Or(strings.Join(d.About, ","), "-"))] = d.Rule
	}
	return out
}

// A score counts facts that are right, wrong and missed.
type score struct{ right, wrong, missed int }

func (s score) precision() float64 { return ratio(s.right, s.right+s.wrong) }
func (s score) recall() float64    { return ratio(s.right, s.right+s.missed) }

func ratio(a, b int) float64 {
	if b == 0 {
		return 1
	}
	return float64(a) / float64(b)
}

func (s score) String() string {
	return fmt.Sprintf("precision %.3f  recall %.3f  (%d right, %d wrong, %d missed)", s.precision(), s.recall(), s.right, s.wrong, s.missed)
}

// knownMisses are the labelled facts that no rule finds, with the rule that would have to.
var knownMisses = map[string]string{
	"canonical-records.md:133 r":      "table/party",   // the consumer's id stands in a remark in parentheses
	"canonical-records.md:142 r":      "table/party",   // the same
	"000_34cee84193ce9b6b.txt:220 s5": "deny/no-party", // "restoration from": a noun that is no verb of the list
}

// measured is what the labelled texts say of the rules.
type measured struct {
	labels                           int
	all, tuned, held, edges, denials score
	rules                            map[string]*score
	wrong, missed                    []string
}

// measure runs the rules on all labelled texts. A missed fact that is not a known one is an error.
func measure(t *testing.T) measured {
	t.Helper()
	dir, cache := sharedtest.Dir(t), map[string][]string{}
	m := measured{rules: map[string]*score{}}
	for _, r := range Rules {
		m.rules[r.ID] = &score{}
	}
	for _, l := range readLabels(t) {
		m.labels++
		place := fmt.Sprintf("%s:%d %s", filepath.Base(l.file), l.line, l.unit)
		got := facts(l.derive(t, linesOf(t, cache, filepath.Join(dir, l.file))))
		for fact, rule := range got {
			one := score{right: 1}
			if !slices.Contains(l.want, fact) {
				one = score{wrong: 1}
				m.wrong = append(m.wrong, place+" "+fact+" by "+rule)
			}
			m.count(l, fact, rule, one)
		}
		for _, fact := range l.want {
			if _, ok := got[fact]; ok {
				continue
			}
			rule := knownMisses[place]
			if rule == "" {
				t.Errorf("%s: %s is missed, and not known to be", place, fact)
				continue
			}
			m.missed = append(m.missed, place+" "+fact+" by "+rule)
			m.count(l, fact, rule, score{missed: 1})
		}
	}
	return m
}

func (m *measured) count(l labelled, fact, rule string, one score) {
	part, sort := &m.tuned, &m.edges
	if l.heldOut() {
		part = &m.held
	}
	if strings.HasPrefix(fact, "deny ") {
		sort = &m.denials
	}
	for _, s := range []*score{&m.all, part, sort, m.rules[rule]} {
		s.right, s.wrong, s.missed = s.right+one.right, s.wrong+one.wrong, s.missed+one.missed
	}
}

// TestLabels measures the rules against the texts labelled by hand. The floor lies a
// little below what they reach.
func TestLabels(t *testing.T) {
	m := measure(t)
	for _, r := range Rules {
		t.Logf("%-24s %s", r.ID, m.rules[r.ID])
	}
	for _, w := range m.wrong {
		t.Logf("wrong   %s", w)
	}
	for _, w := range m.missed {
		t.Logf("missed  %s", w)
	}
	t.Logf("%d labelled texts", m.labels)
	t.Logf("tuned on   %s", m.tuned)
	t.Logf("held out   %s", m.held)
	t.Logf("edges      %s", m.edges)
	t.Logf("denials    %s", m.denials)
	t.Logf("all        %s", m.all)
	if m.all.precision() < floorPrecision || m.all.recall() < floorRecall {
		t.Errorf("the floor is precision %.2f and recall %.2f", floorPrecision, floorRecall)
	}
}
