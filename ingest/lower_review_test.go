package ingest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

const (
	lampCommit = "0123456789abcdef0123456789abcdef01234567"
	lampBlob   = "https://example.org/lamp/lamp/blob/" + lampCommit + "/"
)

// lampReview is a review of an invented system, checked last on a day.
func lampReview(day, body string) string {
	return "---\ndescription: \"Lamp review: wicks and oil\"\ntype: types/agent-memory-system-review.md\nsource-tier: code-grounded\nlast-checked: " + day +
		"\n---\n# Lamp\n\n**Repository:** https://example.org/lamp/lamp\n**Reviewed commit:** " + lampCommit + "\n\n" + body
}

const lampBody = `## Core Ideas

**Wicks burn.** Slowly ([wick.go](` + lampBlob + `wick.go)).

## Artifact analysis

**Storage substrate:** ` + "`files` `repo`" + ` — See [oil.go](` + lampBlob + `oil.go#L3-L9).
**Lineage:** ` + "`none`" + ` — Nothing comes from anywhere.
**Behavioral authority:** ` + "`not-determinable`" + ` — Too dark.
**Write agency:** ` + "`manual`" + ` — By hand.
**Read-back:** ` + "`both`" + ` — By day and night.

**Oil cans.** Storage substrate: tins; lineage: imported. Consumers unknown.

> Oil burns.
> --- ` + "`oil.go:4`" + `

**Oil cans.** Others.

**Oil cans 2.** Others again.
`

// What a review comes to in the graph, written out by hand.
func TestLowerReview(t *testing.T) {
	dir := tempDir(t)
	path := write(t, dir, "lamp.md", lampReview("2026-10-01", lampBody))
	g := openGraph(t)
	sum, err := Load(t.Context(), g, every, []string{path}, Options{})
	if err != nil || sum.Counts.Added != 1 {
		t.Fatal(sum, err)
	}
	run := node(t, g, "run:lamp-review")
	for prop, want := range map[string]any{"runId": "lamp-review", "family": "REVIEW", "system": "system:lamp", "cutoff": "2026-10-01", "evidenceTier": "code-grounded",
		"revision": lampCommit, "repository": "repository:example.org/lamp/lamp", "provisional": nil, "superseded": nil, "date": nil} {
		if got := run.Props[prop]; got != want && !(want == nil && got == false) {
			t.Errorf("run %s: %v, want %v", prop, got, want)
		}
	}
	if got := node(t, g, "system:lamp").Props.String("oneLine"); got != "wicks and oil" {
		t.Errorf("one line %q", got)
	}
	if got := node(t, g, "document:lamp-review/review").Props.String("role"); got != "REVIEW" {
		t.Errorf("role %q", got)
	}
	wantLines(t, "objects", []string{
		"object:lamp-review/oil-cans 24-24 Oil cans REVIEW: tins | imported.",
		"object:lamp-review/oil-cans-2 29-29 Oil cans REVIEW:  | ",
		"object:lamp-review/oil-cans-2-2 31-31 Oil cans 2 REVIEW:  | ",
	}, lines(list(t, g, graph.Object, run.ID, graph.IncludeStubs), func(n *graph.Node) string {
		return fmt.Sprintf("%s %d-%d %s %s: %s | %s", n.ID, n.Props.Int("line"), n.Props.Int("endLine"), n.Props.String("label"), n.Props.String("member"),
			n.Props.String("storageSubstrate"), n.Props.String("lineage"))
	}))
	wantLines(t, "findings", []string{
		"1 distilled_form/1  inapplicable ", "1 learning_scope/1  inapplicable ", "1 learning_timing/1  inapplicable ",
		"1 trace_learning/1 no known ", "1 trace_source/1  inapplicable ",
		"18 storage_substrate/1 files known See [oil.go](" + lampBlob + "oil.go#L3-L9).",
		"18 storage_substrate/2 repo known See [oil.go](" + lampBlob + "oil.go#L3-L9).",
		"19 lineage/1  absent Nothing comes from anywhere.",
		"20 behavioral_authority/1  not-determinable Too dark.",
		"21 curation_operations/1  inapplicable ",
		"21 write_agency/1 manual known By hand.",
		"22 read_back_direction/1 both known By day and night.",
	}, lines(list(t, g, graph.Finding, run.ID, graph.IncludeStubs), func(n *graph.Node) string {
		return fmt.Sprint(n.Props.Int("line"), " ", strings.TrimPrefix(n.ID.Local(), "review/"), " ", n.Props.String("value"), " ", n.Props.String("assessment"), " ", n.Props.String("text"))
	}))
	wantLinks(t, g, map[graph.ID][]string{
		"run:lamp-review":                      {"PINNED_AT repository:example.org/lamp/lamp 0 ", "ANALYSES system:lamp 0 "},
		"idea:lamp-review/review/1":            {"ANCHORED_IN file:lamp-review/wick.go 14 Slowly (wick.go)."},
		"object:lamp-review/oil-cans":          {"EVIDENCED_BY passage:lamp-review/… 27 "},
		"finding:lamp-review/review/lineage/1": nil,
		"finding:lamp-review/review/storage_substrate/1": {
			"ANCHORED_IN file:lamp-review/oil.go 18 Storage substrate: files repo — See oil.go.", "EVIDENCED_BY passage:lamp-review/… 18 Storage substrate: files repo — See oil.go."},
		"finding:lamp-review/review/storage_substrate/2": {
			"ANCHORED_IN file:lamp-review/oil.go 18 Storage substrate: files repo — See oil.go.", "EVIDENCED_BY passage:lamp-review/… 18 Storage substrate: files repo — See oil.go."},
	})
	// A link to a range of lines is a passage that nobody quoted, apart from the one that is.
	wantLines(t, "passages", []string{"oil.go 3-9 " + lampCommit + " ", "oil.go 4  Oil burns."},
		lines(list(t, g, graph.Passage, run.ID, graph.IncludeStubs), func(n *graph.Node) string {
			return n.Props.String("path") + " " + n.Props.String("ranges") + " " + n.Props.String("revision") + " " + n.Props.String("text")
		}))
	verify(t, g)
}

// An older review that is kept beside the current one is a run of its own, and not current, whatever
// their dates and the order of loading.
func TestReplacedReview(t *testing.T) {
	dir := tempDir(t)
	old := write(t, dir, "lamp.replaced.2026-09-01.md", lampReview("2026-10-01", lampBody))
	g := openGraph(t)
	for _, path := range []string{old, write(t, dir, "lamp.md", lampReview("2026-10-01", lampBody))} {
		if _, err := Load(t.Context(), g, every, []string{path}, Options{}); err != nil {
			t.Fatal(err)
		}
	}
	id := func(n *graph.Node) string {
		return fmt.Sprint(n.ID, " ", n.Props.String("date"), " ", n.Props.Bool("superseded"))
	}
	wantLines(t, "current runs", []string{"run:lamp-review  false"}, lines(all(t, g, graph.Run, graph.CurrentRuns), id))
	wantLines(t, "all runs", []string{"run:lamp-review  false", "run:lamp-review.replaced.2026-09-01 2026-09-01 true"}, lines(all(t, g, graph.Run, graph.AllRuns), id))
	if ideas := all(t, g, graph.Idea, graph.CurrentRuns); len(ideas) != 1 {
		t.Errorf("%d ideas in current runs", len(ideas))
	}
}

// A person who loads a review can state its run and system.
func TestStatedReview(t *testing.T) {
	dir := tempDir(t)
	write(t, dir, "lamp.md", lampReview("2026-10-01", lampBody))
	write(t, dir, sidecarFile, "sources:\n  - path: lamp.md\n    system: Street lamp\n")
	g := openGraph(t)
	if _, err := Load(t.Context(), g, every, []string{dir}, Options{}); err != nil {
		t.Fatal(err)
	}
	wantLines(t, "runs", []string{"run:street-lamp-review system:street-lamp"},
		lines(all(t, g, graph.Run, graph.CurrentRuns), func(n *graph.Node) string { return string(n.ID) + " " + n.Props.String("system") }))
}

// A matrix is one run about several systems, beside what is current of each of them.
func TestLowerMatrix(t *testing.T) {
	dir := tempDir(t)
	write(t, dir, "lamps.csv", "system_name,one_line,lin_authored,lin_imported,lin_trace_extracted,lin_other_compiled,read_back_direction,rb_pull,rb_push,read_back_notes\n"+
		"Lamp,light,1,0,0,0,both,1,1,by day\nReading desk,wood,0,0,0,0,,,,\n")
	write(t, dir, "lamp.md", lampReview("2026-10-01", lampBody))
	g := openGraph(t)
	if sum, err := Load(t.Context(), g, every, []string{dir}, Options{}); err != nil || sum.Counts.Added != 2 {
		t.Fatal(sum, err)
	}
	wantLines(t, "current runs", []string{"run:lamp-review REVIEW system:lamp", "run:lamps-matrix MATRIX "},
		lines(all(t, g, graph.Run, graph.CurrentRuns), func(n *graph.Node) string {
			return string(n.ID) + " " + n.Props.String("family") + " " + n.Props.String("system")
		}))
	wantLines(t, "findings", []string{
		"finding:lamps-matrix/matrix/lamp.lineage/1 system:lamp 2 authored known ",
		"finding:lamps-matrix/matrix/lamp.read_back_direction/1 system:lamp 2 both known by day",
		"finding:lamps-matrix/matrix/reading-desk.lineage/1 system:reading-desk 3  absent ",
	}, lines(list(t, g, graph.Finding, "run:lamps-matrix", graph.IncludeStubs), func(n *graph.Node) string {
		return fmt.Sprint(n.ID, " ", n.Props.String("system"), " ", n.Props.Int("line"), " ", n.Props.String("value"), " ", n.Props.String("assessment"), " ", n.Props.String("text"))
	}))
	// Of a system that both describe the review's line is believed.
	wantLines(t, "systems", []string{"Lamp: wicks and oil", "Reading desk: wood"}, lines(all(t, g, graph.System, graph.CurrentRuns), func(n *graph.Node) string {
		return n.Props.String("name") + ": " + n.Props.String("oneLine")
	}))
	wantLinks(t, g, map[graph.ID][]string{"run:lamps-matrix": {"ANALYSES system:lamp 2 ", "ANALYSES system:reading-desk 3 "}})
	verify(t, g)
}

// A matrix with some of the columns says nothing of the other values, and contradicts no review about them.
func TestLowerPartOfMatrix(t *testing.T) {
	dir := tempDir(t)
	write(t, dir, "lamps.csv", "system_name,lin_authored,wa_manual,op_dedup\nLamp,0,0,0\nCandle,1,1,0\nOil,0,1,0\n")
	write(t, dir, "lamp.md", lampReview("2026-10-01", "## Artifact analysis\n\n**Lineage:** `imported` — By ship.\n**Write agency:** `automatic` — Alone.\n**Curation operations:** `decay` — It dims.\n"))
	candle := strings.ReplaceAll(lampReview("2026-10-01", "## Artifact analysis\n\n**Lineage:** `authored` `imported` — By ship.\n**Write agency:** `automatic` — Alone.\n"), "Lamp", "Candle")
	write(t, dir, "candle.md", candle)
	g := openGraph(t)
	if sum, err := Load(t.Context(), g, every, []string{dir}, Options{}); err != nil || sum.Counts.Added != 3 {
		t.Fatal(sum, err)
	}
	said, err := g.Assessed(t.Context(), []graph.ID{"run:lamps-matrix"}, graph.Light)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, system := range []graph.ID{"system:lamp", "system:candle", "system:oil"} {
		for _, ask := range [][2]string{{"lineage", "authored"}, {"lineage", "imported"}, {"write_agency", "manual"}, {"write_agency", "automatic"}, {"curation_operations", "dedup"}} {
			a := said[graph.Place{Run: "run:lamps-matrix", System: system, Axis: ask[0]}]
			if mark, ok := a.Mark(ask[1]); ok {
				got = append(got, fmt.Sprint(system, " ", ask[1], " ", mark, " ", a.State, " ", a.Partial))
			}
		}
	}
	wantLines(t, "marks", []string{"system:candle authored 1 SUPPORTED true", "system:candle manual 1 SUPPORTED true", "system:oil manual 1 SUPPORTED true"}, got)
	found, err := g.Disagreements(t.Context(), "REVIEW", "MATRIX")
	if err != nil {
		t.Fatal(err)
	}
	got = nil
	for _, d := range found {
		got = append(got, string(d.System)+" "+d.Axis+" "+d.Value)
	}
	// The review leaves "manual" out and is complete.
	wantLines(t, "disagreements", []string{"system:candle write_agency manual"}, got)
}

// The vocabulary that the graph answers for is the one that the formats read.
func TestAxesOfGraph(t *testing.T) {
	var names []string
	for i := range report.Axes {
		a := &report.Axes[i]
		names = append(names, a.Name)
		if diff := cmp.Diff(a.Values, graph.AxisValues(a.Name)); diff != "" {
			t.Errorf("%s (-formats +graph)\n%s", a.Name, diff)
		}
		for _, value := range a.Values { // what one covers is marked with it
			said := &graph.Assessed{Place: graph.Place{Axis: a.Name}, State: graph.Supported, Values: []string{value}}
			for _, other := range a.Values {
				mark, _ := said.Mark(other)
				if want := other == value || slices.Contains(a.Covers(value), other); want != (mark == 1) {
					t.Errorf("%s: %s marked %d by %s", a.Name, other, mark, value)
				}
			}
		}
	}
	if diff := cmp.Diff(names, graph.Axes()); diff != "" {
		t.Errorf("(-formats +graph)\n%s", diff)
	}
	for _, p := range report.ProfileAxes {
		for _, value := range p.Values {
			if !slices.Contains(graph.AxisValues(p.Name), value) {
				t.Errorf("%s: analyses know %s", p.Name, value)
			}
		}
	}
}

func lines(nodes []graph.Node, line func(*graph.Node) string) (out []string) {
	for i := range nodes {
		out = append(out, line(&nodes[i]))
	}
	slices.Sort(out)
	return out
}

func wantLines(t *testing.T, what string, want, got []string) {
	t.Helper()
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got)\n%s", what, diff)
	}
}

// wantLinks checks what leads out of nodes, as "TYPE target line sentence"; the hash of a passage is left out.
func wantLinks(t *testing.T, g *graph.Graph, want map[graph.ID][]string) {
	t.Helper()
	for from, links := range want {
		var got []string
		for _, l := range outgoing(t, g, from) {
			target := string(l.Relationship.Target)
			if l.Relationship.Target.Kind() == graph.Passage {
				target = "passage:" + l.Relationship.Target.Scope() + "/…"
			}
			if l.Relationship.Type != graph.HasFinding {
				got = append(got, fmt.Sprint(l.Relationship.Type, " ", target, " ", l.Relationship.Line, " ", l.Relationship.Sentence))
			}
		}
		slices.Sort(got)
		wantLines(t, string(from), links, got)
	}
}
