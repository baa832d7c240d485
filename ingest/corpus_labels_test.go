package ingest

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// The floors that relationships and denials of the labelled texts must reach when their files are loaded, where a
// parser, an owner or a table's header can be wrong besides the rules.
const (
	loadedPrecision = 0.98
	loadedRecall    = 0.90
)

// TestCorpusLabels measures what loading makes of the sentences and rows of the corpus that were labelled by hand
// for package relate (docs/extraction.md). There the rules are given the text and its owner; here both come
// from the files.
func TestCorpusLabels(t *testing.T) {
	labels := corpusLabels(t)
	var all tally
	for _, part := range []struct{ folder, run string }{
		{setFolder, setRun}, {"trials/gbrain", gbrainRun}, {"trials/swamp", swampRun},
	} {
		t.Run(path.Base(part.folder), func(t *testing.T) {
			one := loadCorpus(t, part.folder, part.run).measure(labels, part.folder)
			t.Log(one)
			all = tally{all.right + one.right, all.wrong + one.wrong, all.missed + one.missed}
		})
	}
	t.Log(all)
	if all.right == 0 || all.precision() < loadedPrecision || all.recall() < loadedRecall {
		t.Errorf("the floor is precision %.2f and recall %.2f", loadedPrecision, loadedRecall)
	}
}

// A tally counts facts that are right, wrong and missed.
type tally struct{ right, wrong, missed int }

func (y tally) precision() float64 { return float64(y.right) / float64(max(y.right+y.wrong, 1)) }
func (y tally) recall() float64    { return float64(y.right) / float64(max(y.right+y.missed, 1)) }

func (y tally) String() string {
	return fmt.Sprintf("precision %.3f  recall %.3f  (%d right, %d wrong, %d missed)", y.precision(), y.recall(), y.right, y.wrong, y.missed)
}

// A labelledLine is a line of a file of the corpus with the facts that its labels state.
type labelledLine struct {
	units []string // "s2" for the second sentence, "r" or "t" for a row
	want  map[string]bool
}

// corpusLabels reads the labels of the corpus, by "file line".
func corpusLabels(t *testing.T) map[string]*labelledLine {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("relate", "testdata", "labels.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]*labelledLine{}
	for row := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		if len(f) != 6 || !strings.HasPrefix(f[0], "corpus/") {
			continue
		}
		key := strings.TrimPrefix(f[0], "corpus/") + " " + f[1]
		if lines[key] == nil {
			lines[key] = &labelledLine{want: map[string]bool{}}
		}
		l := lines[key]
		l.units = append(l.units, f[2])
		for fact := range strings.SplitSeq(f[5], "; ") {
			if fact != "none" {
				l.want[fact] = true
			}
		}
	}
	return lines
}

// measure compares the labels of a folder's files with what was loaded. In the set every sentence is labelled that
// states or denies a flow, so what another one gives is wrong; in the trials only some are.
func (c *corpus) measure(labels map[string]*labelledLine, folder string) (y tally) {
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		file, number, _ := strings.Cut(key, " ")
		line, _ := strconv.Atoi(number)
		if path.Dir(file) != folder {
			continue
		}
		l := labels[key]
		got := c.factsOf(path.Base(file), line, l)
		for _, fact := range slices.Sorted(maps.Keys(got)) {
			if l.want[fact] {
				y.right++
			} else {
				y.wrong++
				c.t.Logf("wrong   %s:%d %s", path.Base(file), line, fact)
			}
		}
		for _, fact := range slices.Sorted(maps.Keys(l.want)) {
			if !got[fact] {
				y.missed++
				c.t.Logf("missed  %s:%d %s", path.Base(file), line, fact)
			}
		}
	}
	for _, f := range c.unlabelled(labels, folder) {
		c.t.Logf("not labelled  %s", f)
		if folder == setFolder {
			y.wrong++
		}
	}
	return y
}

// A loadedFact is a relationship or denial, written as the labels are.
type loadedFact struct {
	fact, sentence string
	line           int
}

// loadedFacts lists what a file states of flows.
func (c *corpus) loadedFacts(name string) (facts []loadedFact) {
	b := c.stated[strings.TrimSuffix(name, ".md")]
	if b == nil {
		return nil
	}
	for _, r := range b.Relationships {
		if slices.Contains(flowTypes, r.Type) {
			facts = append(facts, loadedFact{fmt.Sprintf("%s %s %s", r.Type, r.Source.Local(), r.Target.Local()), r.Sentence, r.Line})
		}
	}
	for _, d := range b.Contributions {
		if d.Kind == graph.Denial {
			about := strings.ReplaceAll(from(b, d.Node, graph.Concerns), " ", ",")
			facts = append(facts, loadedFact{fmt.Sprintf("deny %s %s", d.Props.String("denies"), about), d.Props.String("text"), d.Line})
		}
	}
	return facts
}

// wrapped is how many lines before the labelled one its sentence may begin: labels go by physical lines.
const wrapped = 3

// factsOf gives what was loaded from the labelled sentences of a line.
func (c *corpus) factsOf(name string, line int, l *labelledLine) map[string]bool {
	c.t.Helper()
	facts, texts := map[string]bool{}, l.texts(c.lines(name)[line-1])
	for _, f := range c.loadedFacts(name) {
		if l.labels(texts, f, line) {
			facts[f.fact] = true
		}
	}
	return facts
}

// labels tells whether a fact was loaded from what is labelled on a line.
func (l *labelledLine) labels(texts []string, f loadedFact, line int) bool {
	return f.line <= line && (f.line == line || texts != nil && f.line >= line-wrapped) && isOf(texts, f.sentence)
}

// unlabelled lists what was loaded from sentences that nobody labelled.
func (c *corpus) unlabelled(labels map[string]*labelledLine, folder string) (list []string) {
	for _, document := range slices.Sorted(maps.Keys(c.stated)) {
		name := document + ".md"
		lines := c.lines(name)
		for _, f := range c.loadedFacts(name) {
			known := false
			for line := f.line; line <= min(f.line+wrapped, len(lines)); line++ {
				if l := labels[fmt.Sprintf("%s/%s %d", folder, name, line)]; l != nil {
					known = known || l.labels(l.texts(lines[line-1]), f, line)
				}
			}
			if !known {
				list = append(list, fmt.Sprintf("%s:%d %s: %s", name, f.line, f.fact, f.sentence))
			}
		}
	}
	return list
}

// texts gives the labelled sentences of a line, folded; nothing where a whole row is labelled.
func (l *labelledLine) texts(line string) (texts []string) {
	body := strings.TrimPrefix(strings.TrimSpace(line), "- ")
	sentences := report.SplitSentences(body)
	for _, unit := range l.units {
		n, err := strconv.Atoi(unit[1:])
		if unit[0] != 's' || err != nil || n > len(sentences) {
			return nil
		}
		texts = append(texts, folded(sentences[n-1].Of(body)))
	}
	return texts
}

// isOf tells whether a sentence as loaded is one of the labelled, or a part of one: a parser may cut at a label.
func isOf(texts []string, sentence string) bool {
	s := folded(sentence)
	return texts == nil || slices.ContainsFunc(texts, func(text string) bool {
		return s != "" && (strings.Contains(text, s) || strings.Contains(s, text))
	})
}

// folded is a text without the marks that inline text loses.
func folded(text string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("`", "", "*", "").Replace(text)), " ")
}
