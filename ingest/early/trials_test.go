package early

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
	"github.com/crosswalk-graph/crosswalk/internal/parsetest"
	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

// trial reads a file of the real trials.
func trial(t testing.TB, name string) ([]byte, report.Document, diag.List) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(sharedtest.Dir(t), "corpus", "trials", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	doc, diags := Format{}.Parse(diag.Source{Name: name, Bytes: data})
	if diags.HasErrors() {
		t.Errorf("%s: %+v", name, diags)
	}
	return data, doc, diags
}

// A tally counts what a file holds.
type tally struct {
	Role, System, Run                                          string
	Kinds                                                      map[string]int // records
	Sources, Annotations, Objects, Ledger, Claims, Limitations int
	Warnings                                                   int
	Kept                                                       string // what the summary of the text says
}

// trialFiles are the real files, counted by hand.
var trialFiles = map[string]tally{
	"swamp/canonical-records.md": {Role: "canonical-records", System: "SWAMP", Run: "AGS-2026-08-20-SWAMP-01",
		Kinds: map[string]int{"CMP": 24, "OBJ": 28, "RTE": 31, "BAP": 14, "CLM": 9}},
	"swamp/evidence-packet.md": {Role: "evidence-packet", System: "Swamp", Run: "AGS-2026-08-20-SWAMP-01", Sources: 5},
	"swamp/result.md": {Role: "result", System: "Swamp", Run: "AGS-2026-08-20-SWAMP-01",
		Annotations: 20, Objects: 12, Ledger: 20, Claims: 9, Limitations: 9, Warnings: 1, Kept: "30 ranges or short forms of ids"},
	"gbrain/evidence-packet.md": {Role: "evidence-packet", System: "GBrain", Run: "RUN-GBRAIN-20260820",
		Kinds: map[string]int{"CMP": 20, "OBJ": 20, "RTE": 20, "BAP": 12}, Sources: 18, Kept: "8 table rows"},
	"gbrain/runtime-account.md": {Role: "runtime-account", System: "GBRAIN", Run: "RUN-GBRAIN-20260820", Warnings: 1, Kept: "78 table rows"},
	"gbrain/lens-epistemic.md": {Role: "lens-epistemic", System: "GBrain", Run: "RUN-GBRAIN-20260820",
		Kinds: map[string]int{"CLM": 15}, Objects: 18, Ledger: 31, Claims: 15, Limitations: 7, Warnings: 3,
		Kept: "65 table rows, 12 statuses in other words, 137 ids of proposals, 3 ranges or short forms of ids"},
	"gbrain/result.md": {Role: "result", System: "GBrain", Run: "RUN-GBRAIN-20260820",
		Kinds: map[string]int{"CMP": 5, "OBJ": 15, "RTE": 21, "BAP": 6}, Sources: 34, Annotations: 1, Limitations: 16,
		Kept: "30 table rows, 57 ids of proposals, 10 ranges or short forms of ids"},
}

func TestTrialCounts(t *testing.T) {
	for name, want := range trialFiles {
		t.Run(name, func(t *testing.T) {
			_, doc, diags := trial(t, name)
			got := tally{Role: doc.Role, System: doc.System, Run: doc.Run, Sources: len(doc.Register), Annotations: len(doc.Annotations),
				Objects: len(doc.Objects), Ledger: len(doc.Ledger), Claims: len(doc.Claims), Limitations: len(doc.Limitations)}
			for _, r := range doc.Records {
				h, _ := report.ParseHandle(r.Handle)
				if got.Kinds == nil {
					got.Kinds = map[string]int{}
				}
				got.Kinds[h.Kind]++
			}
			for _, d := range diags {
				if d.Severity == diag.Warning {
					got.Warnings++
				} else {
					got.Kept = strings.TrimPrefix(d.Summary, "Kept as text: ")
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if doc.Grammar != "G0" {
				t.Errorf("grammar %s", doc.Grammar)
			}
		})
	}
}

// idShape finds the ids in a text in the plainest way there is, with words that are glued to them.
var idShape = regexp.MustCompile(`(?:[A-Za-z0-9_]+-)*(?:CMP|OBJ|RTE|CLM|ABS|BAP|SRC)-[0-9]+(?:[a-z][0-9a-z]*)?(?:-[a-z]+)*`)

// isPart tells whether what follows an id makes it the tag of a part.
var isPart = regexp.MustCompile(`^[./][A-Za-z]+[0-9]`)

// TestNoIDVanishes: every id on every line outside of quotations and code is a declaration, a citation, a
// reference to a source, the row of a source or, where a word is glued to it ("OBJ-09-derived"), in a
// diagnostic. Those with another word before the kind are proposals and those with a tag behind them parts of
// records, which are counted as such.
func TestNoIDVanishes(t *testing.T) {
	for name := range trialFiles {
		data, doc, diags := trial(t, name)
		noIDVanishes(t, name, data, doc, diags)
	}
	for _, c := range parsetest.Cases(t, minCases) {
		if c.Name != "profile" { // its ids stand in front matter
			doc, diags := Format{}.Parse(diag.Source{Name: c.Name, Bytes: c.Input})
			noIDVanishes(t, c.Name, c.Input, doc, diags)
		}
	}
}

func noIDVanishes(t *testing.T, name string, data []byte, doc report.Document, diags diag.List) {
	t.Helper()
	got := map[int][]string{}
	add := func(line int, id string) { got[line] = append(got[line], id) }
	for _, c := range doc.Citations {
		add(c.Line, c.Handle)
	}
	for _, s := range doc.Sources {
		add(s.Line, s.Handle)
	}
	for _, r := range doc.Register {
		add(r.Span.Start, r.Handle)
	}
	for _, r := range doc.Records {
		if !slices.Contains(got[r.Span.Start], r.Handle) { // a row names its own id
			add(r.Span.Start, r.Handle)
		}
	}
	for _, d := range diags {
		if d.Code == CodeMalformedID {
			id, _, _ := strings.Cut(d.Summary, " ")
			add(d.Subject.Start.Line, id)
		}
	}
	ids, number, code := 0, 0, false
	for line := range strings.Lines(string(data)) {
		if number++; strings.HasPrefix(line, "```") {
			code = !code
		}
		var want []string
		for _, at := range idShape.FindAllStringIndex(line, -1) {
			id := line[at[0]:at[1]]
			if !code && line[0] != '>' && !strings.HasPrefix(id, "PROPOSED-") && !isPart.MatchString(line[at[1]:]) {
				want = append(want, id)
			}
		}
		ids += len(want)
		slices.Sort(want)
		slices.Sort(got[number])
		if diff := cmp.Diff(want, got[number]); diff != "" {
			t.Errorf("%s:%d (-want +got)\n%s", name, number, diff)
		}
	}
	if ids < 5 {
		t.Errorf("%s: only %d ids", name, ids)
	}
}
