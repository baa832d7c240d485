package relate

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

// sectionTitles are the headings of a rendered memory report below which no record encloses the text.
var sectionTitles = []string{
	"Shared records", "Components", "Operative objects", "Routes", "Claims", "Evidenced absences", "Behavioral-authority paths",
	"Annotations", "Write side", "Read-back", "Integration issues", "Limitations and checks",
}

// factsOf runs the rules over a rendered report, line by line, and returns "line fact" sorted. It knows
// just enough of the rendering to tell which record or annotation encloses a line.
func factsOf(t *testing.T, path string) (edges, denials []string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	owner, annotated := "", false
	for i, line := range lines {
		body, answer := bodyOf(line)
		target, on := strings.CutPrefix(body, "On ")
		switch {
		case isRecord(body) && strings.HasPrefix(nextText(lines[i+1:]), "Label:"):
			owner, annotated = body, false
			continue
		case on && isRecord(target):
			owner, annotated = target, true
			continue
		case slices.Contains(sectionTitles, body):
			owner, annotated = "", false
			continue
		case strings.HasPrefix(body, "Part of:"), strings.HasPrefix(body, "Label:"):
			continue
		}
		for n, span := range report.SplitSentences(body) {
			text := Text{Sentence: span.Of(body), Owner: owner, InAnnotation: annotated}
			if owner == "" && strings.HasSuffix(body, " |") {
				text.Item = recordsIn(body)
			}
			if n > 0 {
				text.Answer = answer
			}
			es, ds := new(Finder).Derive(text)
			for _, e := range es {
				edges = append(edges, fmt.Sprintf("%d %s %s %s", i+1, e.Type, e.Source, e.Target))
			}
			for _, d := range ds {
				denials = append(denials, strings.TrimSpace(fmt.Sprintf("%d %s %s", i+1, d.Type, strings.Join(d.About, ","))))
			}
		}
	}
	return edges, denials
}

func recordsIn(text string) (out []string) {
	for _, h := range report.ScanHandles(text) {
		if isRecord(h.Text) && !slices.Contains(out, h.Text) {
			out = append(out, h.Text)
		}
	}
	return out
}

func nextText(lines []string) string {
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return ""
}

// seedEdges are all the edges that the seeds give, by the start of the file's name and the line; each
// sentence was read, and each is one of the sure edges that report-grammar 10.8 names.
var seedEdges = map[string][]string{
	"000": {"124 LEADS_TO MEM-RTE-recall-search RT-RTE-cache-recovery"},
	"001": {
		"48 GOVERNED_BY MEM-OBJ-insight RT-BAP-knowledge-guidance",
		"101 PRODUCES RT-CMP-token-embedding MEM-OBJ-knowledge-vectors",
		"113 CONSUMES RT-RTE-knowledge-query MEM-OBJ-node-info",
	},
	"004": {
		"59 PRODUCES RT-RTE-mcp-write MEM-OBJ-vault-notes",
		"59 PRODUCES RT-RTE-provider-create MEM-OBJ-vault-notes",
		"59 CONSUMES RT-RTE-mcp-write MEM-OBJ-vault-notes",
		"59 CONSUMES RT-RTE-provider-create MEM-OBJ-vault-notes",
		"173 CONSUMES MEM-RTE-mcp-read RT-RTE-mcp-write",
	},
}

// seedDenials are all the denials of the seeds, each read: the words of the report deny the flow, of
// the record around it or, without one, of the document.
var seedDenials = map[string][]string{
	"000": {
		"33 READS RT-RTE-request-transform",
		"37 READS",
		"57 FEEDS MEM-CMP-library-stores",
		"60 CONSUMES MEM-CMP-library-stores",
		"68 CONSUMES MEM-CMP-context-controls",
		"77 CONSUMES MEM-OBJ-operation-metadata",
		"118 READS MEM-OBJ-snapshot",
		"177 CONSUMES MEM-RTE-session-continuity",
		"197 FEEDS MEM-CLM-evaluation-scope",
		"213 WRITES RT-CMP-wasm-engine",
		"221 CONSUMES",
		"224 PRODUCES",
	},
	"001": {"93 CONSUMES MEM-OBJ-extensions", "239 PRODUCES RT-RTE-failure-reminder", "263 CONSUMES"},
	"004": {"138 READS MEM-RTE-note-withdrawal", "169 READS RT-RTE-workspace-send", "185 PRODUCES"},
}

func TestSeeds(t *testing.T) {
	for _, path := range sharedtest.Seeds(t) {
		edges, denials := factsOf(t, path)
		name := filepath.Base(path)[:3]
		if !slices.Equal(edges, seedEdges[name]) {
			t.Errorf("%s edges\n got %q\nwant %q", name, edges, seedEdges[name])
		}
		if !slices.Equal(denials, seedDenials[name]) {
			t.Errorf("%s denials\n got %q\nwant %q", name, denials, seedDenials[name])
		}
	}
}

// TestSeedCertainty holds what tells the sure edges of one sentence from the less sure ones.
func TestSeedCertainty(t *testing.T) {
	lines := linesOf(t, map[string][]string{}, sharedtest.Seeds(t)[2])
	line := lines[58]
	span := report.SplitSentences(line)[1]
	edges, _ := new(Finder).Derive(Text{Sentence: span.Of(line), Owner: "MEM-OBJ-vault-notes"})
	for _, e := range edges {
		if e.Approximate != (e.Type == Consumes) || e.Structured {
			t.Errorf("%+v", e)
		}
	}
	if len(edges) != 4 {
		t.Errorf("%d edges, want 4", len(edges))
	}
}

// TestExamples holds the rules against the flows that the examples' own sheet states.
func TestExamples(t *testing.T) {
	data, err := os.ReadFile("../rendered/testdata/reports/expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var sheet struct {
		Files []struct {
			File  string
			Flows []struct {
				Line           int
				Type, From, To string
			}
			FlowDenials []struct {
				Line     int
				Denies   string
				Concerns []string
			}
		}
	}
	if err := json.Unmarshal(data, &sheet); err != nil {
		t.Fatal(err)
	}
	flows := 0
	for _, d := range sheet.Files {
		var wantEdges, wantDenials []string
		for _, f := range d.Flows {
			wantEdges = append(wantEdges, fmt.Sprintf("%d %s %s %s", f.Line, f.Type, f.From, f.To))
		}
		for _, f := range d.FlowDenials {
			wantDenials = append(wantDenials, fmt.Sprintf("%d %s %s", f.Line, f.Denies, strings.Join(f.Concerns, ",")))
		}
		edges, denials := factsOf(t, filepath.Join("../rendered/testdata/reports", d.File))
		if !slices.Equal(edges, wantEdges) || !slices.Equal(denials, wantDenials) {
			t.Errorf("%s\n got %q %q\nwant %q %q", d.File, edges, denials, wantEdges, wantDenials)
		}
		flows += len(wantEdges)
	}
	if flows == 0 {
		t.Error("the sheet states no flow")
	}
}

// BenchmarkSeeds reads the three seeds whole, sentence by sentence.
func BenchmarkSeeds(b *testing.B) {
	var texts []Text
	size := 0
	for _, path := range sharedtest.Seeds(b) {
		data, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		size += len(data)
		for line := range strings.Lines(string(data)) {
			for _, span := range report.SplitSentences(strings.TrimSpace(line)) {
				texts = append(texts, Text{Sentence: span.Of(strings.TrimSpace(line)), Owner: "MEM-OBJ-any"})
			}
		}
	}
	b.SetBytes(int64(size))
	var f Finder
	for b.Loop() {
		for _, t := range texts {
			f.Derive(t)
		}
	}
}
