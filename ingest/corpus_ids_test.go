package ingest

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// An idAt is a record-shaped id, or a source's, on a line of a file.
type idAt struct {
	id   string
	line int
}

// scanIDs finds the record-shaped ids of canonical text outside of front matter, quotations and fences. It
// shares nothing with the program: it cuts each line into runs of the bytes of ids and looks at their parts.
func scanIDs(lines []string) (found []idAt) {
	fence, front := "", len(lines) > 0 && lines[0] == "---"
	for i, line := range lines {
		trimmed := strings.TrimLeft(line, " ")
		switch {
		case front:
			front = i == 0 || line != "---"
			continue
		case fence != "":
			if strings.HasPrefix(trimmed, fence) {
				fence = ""
			}
			continue
		case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
			fence = trimmed[:3]
			continue
		case strings.HasPrefix(trimmed, ">"):
			continue
		}
		for _, run := range strings.FieldsFunc(line, func(r rune) bool {
			return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
		}) {
			if id := strings.Trim(run, "-"); isNumberedID(id) {
				found = append(found, idAt{id, i + 1})
			}
		}
	}
	return found
}

// isNumberedID tells whether a run is KIND-n, KIND-nx, with or without an analyst before it, or SRC-n.
func isNumberedID(run string) bool {
	parts := strings.Split(run, "-")
	if len(parts) == 3 && slices.Contains([]string{"RT", "MEM", "EPI"}, parts[0]) && parts[1] != "SRC" {
		parts = parts[1:]
	}
	if len(parts) != 2 || !slices.Contains([]string{"CMP", "OBJ", "RTE", "CLM", "ABS", "BAP", "SRC"}, parts[0]) {
		return false
	}
	digits := strings.TrimRight(parts[1], "abcdefghijklmnopqrstuvwxyz")
	return digits != "" && len(parts[1])-len(digits) <= 1 && strings.Trim(digits, "0123456789") == ""
}

func countIDs(found []idAt) (distinct, mentions, sources int) {
	seen := map[string]bool{}
	for _, f := range found {
		if strings.HasPrefix(f.id, "SRC-") {
			sources++
			continue
		}
		mentions++
		seen[f.id] = true
	}
	return len(seen), mentions, sources
}

func TestScanIDs(t *testing.T) {
	found := scanIDs(strings.Split("---\na: RTE-9\n---\nMEM-RTE-1, `RTE-2`'s OBJ-3/OBJ-4a; RTE-*, CONF-6, RTE-13.E1, XRTE-1 SRC-02\n> CMP-1\n~~~\nBAP-1\n~~~\nCLM-7", "\n"))
	want := []idAt{{"MEM-RTE-1", 4}, {"RTE-2", 4}, {"OBJ-3", 4}, {"OBJ-4a", 4}, {"RTE-13", 4}, {"SRC-02", 4}, {"CLM-7", 9}}
	if !slices.Equal(found, want) {
		t.Errorf("found %v, want %v", found, want)
	}
}

// TestCorpusSetIDs: every record-shaped id outside of quotations is a declaration, a relationship of what
// stands on that line, the record's own name within itself, or a diagnostic. None vanishes, and none is made up.
func TestCorpusSetIDs(t *testing.T) {
	c := loadCorpus(t, setFolder, setRun)
	for _, document := range []string{"overview", "runtime", "memory", "epistemic", "reconciliation"} {
		c.wantIDs(document, document+".md")
	}
}

// wantIDs accounts for the ids of one file, both ways.
func (c *corpus) wantIDs(document, name string) {
	c.t.Helper()
	b := c.stated[document]
	if b == nil {
		c.t.Errorf("%s is not loaded", document)
		return
	}
	accounted := c.accounted(b, name)
	written := map[idAt]bool{}
	for _, f := range scanIDs(c.lines(name)) {
		written[f] = true
		if !accounted[f] && !c.withinItself(b, f) {
			c.t.Errorf("%s:%d: %s vanishes", name, f.line, f.id)
		}
	}
	for _, r := range b.Relationships {
		if at := (idAt{r.Target.Local(), r.Line}); r.Type == graph.Cites && !written[at] {
			c.t.Errorf("%s:%d: %s is cited and not written there", name, r.Line, at.id)
		}
	}
}

// accounted are the ids that something the document states, or a diagnostic about it, has on their line.
func (c *corpus) accounted(b *graph.Batch, name string) map[idAt]bool {
	seen := map[idAt]bool{}
	for _, s := range b.Contributions {
		if s.Role != graph.Refers {
			seen[idAt{s.Node.Local(), s.Line}] = true
		}
	}
	for _, r := range b.Relationships {
		seen[idAt{r.Source.Local(), r.Line}] = true
		seen[idAt{r.Target.Local(), r.Line}] = true
	}
	for _, d := range c.sum.Diagnostics {
		if filepath.Base(d.Subject.File) == name {
			for _, id := range scanIDs([]string{d.Summary + " " + d.Detail}) {
				seen[idAt{id.id, d.Subject.Start.Line}] = true
			}
		}
	}
	return seen
}

// withinItself tells whether an id stands in the text of the record that it names.
func (c *corpus) withinItself(b *graph.Batch, f idAt) bool {
	id, _, ok := recordID(c.run, f.id)
	return ok && slices.ContainsFunc(b.Contributions, func(s graph.Contribution) bool {
		return s.Node == id && s.Role == graph.Defines && s.Line <= f.line && int64(f.line) <= s.Props.Int("endLine")
	})
}
