package early

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// TestCodeExamples: the clean document of the catalogue is clean, and each change of it gives the code at
// the marked place.
func TestCodeExamples(t *testing.T) {
	clean, err := os.ReadFile(filepath.Join("..", "catalogue", "testdata", "clean", filepath.FromSlash(example)))
	if err != nil {
		t.Fatal(err)
	}
	if _, diags := (Format{}).Parse(diag.Source{Name: example, Bytes: clean}); len(diags) > 0 {
		t.Errorf("the clean document is not: %+v", diags)
	}
	for _, e := range Codes {
		if e.Example.In == "" {
			continue
		}
		wrong, start, end, marked := diag.Marked(e.Example.Wrong)
		at := strings.Index(string(clean), e.Example.Right)
		if at < 0 || strings.Count(string(clean), e.Example.Right) > 1 {
			t.Errorf("%s: what is to be changed does not stand there once", e.Code)
			continue
		}
		text := strings.Replace(string(clean), e.Example.Right, wrong, 1)
		_, diags := Format{}.Parse(diag.Source{Name: example, Bytes: []byte(text)})
		found := false
		for _, d := range diags {
			if d.Code == e.Code {
				found = true
				if d.Severity != e.Severity || marked && (d.Subject.Start.Byte != at+start || d.Subject.End.Byte != at+end) || !marked && d.Subject.Start.Line > 0 {
					t.Errorf("%s: %v at %+v, want bytes %d to %d", e.Code, d.Severity, d.Subject, at+start, at+end)
				}
			}
		}
		if !found || len(diags) != 1 {
			t.Errorf("%s: %d diagnostics: %+v", e.Code, len(diags), diags)
		}
	}
}
