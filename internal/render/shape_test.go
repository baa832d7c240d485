package render

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

// A shape is how a rendered text looks, whatever it says.
type shape struct {
	Odd     []string // lines with a sign of Markdown or blanks at an end, blank lines that part nothing, a line feed at the end
	Blank   bool     // blank lines stand between blocks
	Items   map[string]int
	Tables  int            // delimiter rows below a header of as many pipes, or else flat blocks of lines
	Rows    int            // rows of two lines with the last cell on the second, or lines of a flat block less its first
	Quotes  map[string]int // by how they end
	Preface []string       // the first words of the two lines on top
}

// The ways in which a quotation ends (report-grammar 5.3).
const (
	pathBelow   = "code ends with the marker, the path is the next line"
	markerAlone = "the marker is a line of its own, the path is the next"
	glued       = "the marker is glued to the path"
	sameLine    = "code, marker and path are one line"
	apart       = "marker and path are a line of their own" // below a quoted heading; no real report has one
)

var (
	markdownSign = regexp.MustCompile("^#|^>|`|\\]\\(|\\*\\*|[ \t]$")
	itemForms    = map[string]*regexp.Regexp{
		"- ": regexp.MustCompile(`^- \S`), "  • ": regexp.MustCompile(`^  • \S`), "  1. ": regexp.MustCompile(`^  \d+\. \S`),
	}
	aPath     = regexp.MustCompile(`^[\w.@-]+(/[\w.-]+)+(:[\d,-]+)?$`)
	endsSame  = regexp.MustCompile(`\S --- [\w.@-]+(/[\w.-]+)+(:[\d,-]+)?$`)
	endsGlued = regexp.MustCompile(`\S ?---[\w.@-]+(/[\w.-]+)+(:[\d,-]+)?$`)
)

func shapeOf(text string) shape {
	s := shape{Items: map[string]int{}, Quotes: map[string]int{}}
	for i, block := range strings.Split(text, "\n\n") {
		s.Blank = s.Blank || i > 0
		lines := strings.Split(block, "\n")
		items := 0
		for n, l := range lines {
			if l == "" || markdownSign.MatchString(l) {
				s.Odd = append(s.Odd, l)
			}
			items += s.item(l)
			s.quote(l, append(lines, "")[n+1])
		}
		if s.Blank && len(lines) > 1 && items < len(lines) {
			s.Tables++
			s.Rows += len(lines) - 1
		}
		if !s.Blank && len(lines) > 1 {
			s.pipeRows(lines)
		}
	}
	top := strings.SplitN(strings.ReplaceAll(text, "\n\n", "\n"), "\n", 3)
	for _, l := range top[:min(2, len(top))] {
		s.Preface = append(s.Preface, strings.Fields(l)[0])
	}
	return s
}

func (s *shape) item(l string) int {
	for name, form := range itemForms {
		if form.MatchString(l) {
			s.Items[name]++
			return 1
		}
	}
	return 0
}

func (s *shape) quote(l, next string) {
	switch {
	case l == "---" && aPath.MatchString(next):
		s.Quotes[markerAlone]++
	case strings.HasSuffix(l, " ---") && aPath.MatchString(next):
		s.Quotes[pathBelow]++
	case endsSame.MatchString(l):
		s.Quotes[sameLine]++
	case strings.HasPrefix(l, "--- ") && aPath.MatchString(l[len("--- "):]):
		s.Quotes[apart]++
	case endsGlued.MatchString(l):
		s.Quotes[glued]++
	}
}

// pipeRows counts tables and their rows: a header and a delimiter row of as many pipes, then rows
// whose second line completes that number and has no pipe at its start.
func (s *shape) pipeRows(lines []string) {
	width := 0
	for i := 0; i+1 < len(lines); i++ {
		l, next := lines[i], lines[i+1]
		pipes := func(l string) int { return strings.Count(l, "|") - strings.Count(l, `\|`) }
		switch {
		case !strings.HasPrefix(l, "|"):
		case strings.HasPrefix(next, "|---"):
			width = pipes(l)
			if pipes(next) == width && strings.Trim(next, "|-") == "" {
				s.Tables++
			}
			i++
		case strings.HasSuffix(l, " |") && strings.HasSuffix(next, " |") && next[0] != '|' && pipes(l) == width-1 && pipes(next) == 1:
			s.Rows++
			i++
		default:
			s.Odd = append(s.Odd, l)
		}
	}
}

// TestShapeOfReal pins how the three real renderings look (report-grammar 5.1 to 5.3, figures of 5.5):
// it is what the renderer is held to.
func TestShapeOfReal(t *testing.T) {
	dir := sharedtest.Dir(t)
	tests := []struct {
		file string
		want shape
	}{
		{"000_34cee84193ce9b6b.txt", shape{ // 28 answers, 8 statuses, 4 ideas, 5 issues
			Items: map[string]int{"- ": 45}, Tables: 1, Rows: 19, Preface: []string{"sqz", "Type:"},
			Quotes: map[string]int{pathBelow: 19, markerAlone: 3, glued: 2, sameLine: 1},
		}},
		{"001_7d54a44bffb552e6.txt", shape{ // 21 answers, 6 statuses, 6 issues, 2 quoted items; 4 ideas
			Blank: true, Items: map[string]int{"  • ": 35, "  1. ": 4}, Tables: 1, Rows: 12, Preface: []string{"CQ", "Type:"},
			Quotes: map[string]int{sameLine: 18},
		}},
		{"004_d0a87c4c501d5589.txt", shape{ // 28 answers, 8 statuses, 6 issues, 1 quoted item
			Blank: true, Items: map[string]int{"  • ": 43}, Tables: 1, Rows: 10, Preface: []string{"Tolaria", "Type:"},
			Quotes: map[string]int{sameLine: 12},
		}},
	}
	for _, tt := range tests {
		text, err := os.ReadFile(filepath.Join(dir, "seeds", tt.file))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, shapeOf(string(text))); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tt.file, diff)
		}
	}
}

// TestShapeOfRendered: a report with every construct of the real ones, counted by hand, gets their shape.
func TestShapeOfRendered(t *testing.T) {
	report, err := os.ReadFile("testdata/shape.md")
	if err != nil {
		t.Fatal(err)
	}
	for style, want := range map[Style]shape{
		A: {
			Items: map[string]int{"- ": 13}, Tables: 1, Rows: 3, Preface: []string{"Quillstore", "Type:"},
			Quotes: map[string]int{pathBelow: 3, markerAlone: 2, glued: 1, sameLine: 1},
		},
		B: {
			Blank: true, Items: map[string]int{"  • ": 13}, Tables: 1, Rows: 3, Preface: []string{"Quillstore", "Type:"},
			Quotes: map[string]int{sameLine: 7},
		},
	} {
		text, err := Render(report, style)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, shapeOf(string(text))); diff != "" {
			t.Errorf("style %c (-want +got)\n%s\n%s", style, diff, text)
		}
	}
}

// TestShapeOfExamples: whatever the examples hold, their renderings have nothing that no real one has,
// and a quotation for each attribution.
func TestShapeOfExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/canonical/*/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no canonical examples: %v", err)
	}
	attribution := regexp.MustCompile("(?m)^> --- `[^`]*/[^`]*`$")
	for _, file := range files {
		report, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, style := range []Style{A, B} {
			text, err := Render(report, style)
			if err != nil {
				t.Fatal(err)
			}
			s := shapeOf(string(text))
			quotes := 0
			for _, n := range s.Quotes {
				quotes += n
			}
			if want := len(attribution.FindAll(report, -1)); len(s.Odd) > 0 || s.Blank != (style == B) || quotes != want || style == B && s.Items["- "] > 0 {
				t.Errorf("%s, style %c: %d quotations of %d, %+v", file, style, quotes, want, s)
			}
		}
	}
}
