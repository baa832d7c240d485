package ingest

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

// goldReport is what gold/seeds.json and rendered/testdata/reports/expected.json say of a report; the latter says more.
type goldReport struct {
	File        string
	System      string
	Run         string
	Provisional bool
	Repository  *string
	Revision    *string
	Lines       int64
	Records     []goldRecord
	Annotations []struct {
		Target          string
		Line            int64
		Passages, Cites []string
	}
	Undeclared              []string
	Coverage, Ideas, Issues int
	Identities              []struct {
		Line          int
		Type, Subject string
		Targets       []string
	}
}

type goldRecord struct {
	ID, Kind, Label  string
	Line             int64
	PartOf           *string
	Statuses, Scopes map[string]string
	Fields           map[string]string
	ReadBack         *goldReadBack
	Passages, Cites  []string
}

type goldReadBack struct {
	Verdict, Established, Strength string
	Line                           *int64
	Flags, LaterFlags, Names       []string
}

func readJSON[T any](t *testing.T, path string) (v T) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestGoldFacts loads the three seed reports and finds every gold fact of two of them in the graph.
func TestGoldFacts(t *testing.T) {
	dir := sharedtest.Dir(t)
	g := openGraph(t)
	load(t, g, Options{}, sharedtest.Seeds(t)...)
	reports := readJSON[[]goldReport](t, filepath.Join(dir, "gold", "seeds.json"))
	if len(reports) == 0 {
		t.Fatal("no gold reports")
	}
	for _, r := range reports {
		t.Run(r.System, func(t *testing.T) {
			r.Run = slug(r.System)
			checkReport(t, g, &r)
			if got := node(t, g, runID(&r)).Props["revision"]; r.Revision != nil && got != *r.Revision || r.Revision == nil && got != nil {
				t.Errorf("revision %v, want %v", got, r.Revision)
			}
		})
	}
	verify(t, g)
}

// TestExampleFacts loads the examples, which ship with the facts expected of them.
func TestExampleFacts(t *testing.T) {
	dir := filepath.Join("rendered", "testdata", "reports")
	expected := readJSON[struct{ Files []goldReport }](t, filepath.Join(dir, "expected.json"))
	if len(expected.Files) != 2 {
		t.Fatalf("%d files expected, want 2", len(expected.Files))
	}
	g := openGraph(t)
	load(t, g, Options{}, dir)
	for _, r := range expected.Files {
		t.Run(r.System, func(t *testing.T) {
			checkReport(t, g, &r)
			checkIdentity(t, g, &r)
			checkIdentities(t, g, &r)
			for kind, want := range map[graph.Kind]int{graph.Coverage: r.Coverage, graph.Idea: r.Ideas, graph.Issue: r.Issues} {
				if got := len(list(t, g, kind, runID(&r), graph.ExcludeStubs)); got != want {
					t.Errorf("%d of kind %s, want %d", got, kind, want)
				}
			}
		})
	}
	verify(t, g)
}

func runID(r *goldReport) graph.ID { return graph.NewID(graph.Run, r.Run) }

func record(t *testing.T, r *goldReport, handle string) graph.ID {
	t.Helper()
	id, _, ok := recordID(r.Run, handle)
	if !ok {
		t.Fatalf("%q is no handle", handle)
	}
	return id
}

func checkReport(t *testing.T, g *graph.Graph, r *goldReport) {
	var declared []string
	for i := range r.Records {
		declared = append(declared, r.Records[i].ID)
		checkRecord(t, g, r, &r.Records[i])
	}
	var got, stubs []string
	for _, kind := range graph.RecordKinds() {
		for _, n := range list(t, g, kind, runID(r), graph.IncludeStubs) {
			if n.Declared {
				got = append(got, n.Props.String("handle"))
			} else {
				stubs = append(stubs, n.Props.String("handle"))
			}
		}
	}
	wantSet(t, "declared records", got, declared)
	wantSet(t, "stubs", stubs, r.Undeclared)

	annotations := list(t, g, graph.Annotation, runID(r), graph.ExcludeStubs)
	if len(annotations) != len(r.Annotations) {
		t.Fatalf("%d annotations, want %d", len(annotations), len(r.Annotations))
	}
	for _, want := range r.Annotations {
		id := graph.NewID(graph.Annotation, r.Run, "memory", want.Target, "1")
		n := node(t, g, id)
		if n.Props.Int("line") != want.Line || n.Props.String("target") != string(record(t, r, want.Target)) {
			t.Errorf("%s: line %d, target %s", id, n.Props.Int("line"), n.Props.String("target"))
		}
		wantSet(t, string(id)+" annotates", handles(outgoing(t, g, id, graph.Annotates)), []string{want.Target})
		wantSet(t, string(id)+" cites", handles(outgoing(t, g, id, graph.Cites)), want.Cites)
		wantPassages(t, g, id, want.Passages)
	}
}

// typeOf is the GraphQL type of a kind, which gold facts name.
func typeOf(kind graph.Kind) string { return graph.KindOf(kind).Type }

func checkRecord(t *testing.T, g *graph.Graph, r *goldReport, want *goldRecord) {
	id := record(t, r, want.ID)
	n := node(t, g, id)
	if typeOf(n.Kind) != want.Kind || n.Props.Int("line") != want.Line || n.Props.String("label") != want.Label {
		t.Errorf("%s: %s in line %d, label %q; want %+v", id, n.Kind, n.Props.Int("line"), n.Props.String("label"), want)
	}
	var parts []string
	if want.PartOf != nil {
		parts = []string{*want.PartOf}
	}
	wantSet(t, want.ID+" part of", handles(outgoing(t, g, id, graph.PartOf)), parts)
	wantSet(t, want.ID+" cites", handles(outgoing(t, g, id, graph.Cites)), want.Cites)
	wantPassages(t, g, id, want.Passages)
	checkStatuses(t, n, want)
	if want.Kind != "Route" {
		return
	}
	var answers map[string]struct {
		Text, State string
		Line        int64
	}
	decode(t, n, "answers", &answers)
	for label, text := range want.Fields {
		name := ""
		for _, a := range answerProps {
			if strings.EqualFold(a.label, label) {
				name = a.name
			}
		}
		if answers[name].Text != text || answers[name].State != n.Props.String(name+".state") || answers[name].State == "NOT_STATED" {
			t.Errorf("%s: %s is %+v, want %q", want.ID, label, answers[name], text)
		}
	}
	if want.ReadBack != nil {
		checkReadBack(t, g, r, n, want.ReadBack)
	}
}

func checkStatuses(t *testing.T, n *graph.Node, want *goldRecord) {
	var statuses []struct{ Layer, Value, Scope string }
	decode(t, n, "statuses", &statuses)
	got, scopes := map[string]string{}, map[string]string{}
	for _, s := range statuses {
		label := strings.TrimSpace(s.Layer + " conclusion status")
		got[label] = s.Value
		if s.Scope != "" {
			scopes[label] = s.Scope
		}
	}
	expected := map[string]string{}
	for label, value := range want.Statuses {
		expected[strings.ToLower(label)] = strings.ToUpper(value)
	}
	if diff := cmp.Diff(expected, got); diff != "" {
		t.Errorf("%s: statuses (-want +got)\n%s", want.ID, diff)
	}
	if !maps.Equal(want.Scopes, scopes) {
		t.Errorf("%s: scopes %v, want %v", want.ID, scopes, want.Scopes)
	}
	for layer, prop := range map[string]string{"implementation": "implementationStatus", "operation": "operationStatus"} {
		if typed := n.Props.String(prop); typed != expected[layer+" conclusion status"] {
			t.Errorf("%s: %s %q, want %q", want.ID, prop, typed, expected[layer+" conclusion status"])
		}
	}
}

func checkReadBack(t *testing.T, g *graph.Graph, r *goldReport, n *graph.Node, want *goldReadBack) {
	established := n.Props.String("readBack.established")
	if resolved, ok, err := g.Inherited(t.Context(), n.ID); err != nil {
		t.Fatal(err)
	} else if ok {
		established = string(resolved.Established)
	}
	got := goldReadBack{n.Props.String("readBack.verdict"), established, n.Props.String("readBack.strength"), nil,
		n.Props.List("readBack.flags"), n.Props.List("readBack.laterFlags"), nil}
	if line, ok := n.Props["readBack.line"].(int64); ok {
		got.Line = &line
	}
	for _, id := range n.Props.List("readBack.namesRoutes") {
		got.Names = append(got.Names, graph.ID(id).Local())
		if graph.ID(id) != record(t, r, graph.ID(id).Local()) {
			t.Errorf("%s names %s, which is no route of its run", n.ID, id)
		}
	}
	sameList := cmp.Comparer(func(a, b []string) bool { return slices.Equal(a, b) })
	if diff := cmp.Diff(*want, got, sameList); diff != "" {
		t.Errorf("%s: read-back (-want +got)\n%s", n.ID, diff)
	}
}

func checkIdentity(t *testing.T, g *graph.Graph, r *goldReport) {
	run := node(t, g, runID(r)).Props
	repository := ""
	if r.Repository != nil {
		pins := outgoing(t, g, runID(r), graph.PinnedAt)
		if len(pins) != 1 || pins[0].Far.Props.String("url") != *r.Repository {
			t.Errorf("pinned at %v, want %s", pins, *r.Repository)
		} else {
			repository = string(pins[0].Far.ID)
		}
	}
	if run.String("runId") != r.Run || run.Bool("provisional") != r.Provisional || run.String("repository") != repository || run.String("revision") != *r.Revision {
		t.Errorf("run %v", run)
	}
	document := node(t, g, graph.NewID(graph.Document, r.Run, "memory")).Props
	if document.Int("lines") != r.Lines || document.String("role") != "MEMORY" {
		t.Errorf("document %v", document)
	}
	if system := node(t, g, graph.ID(document.String("system"))).Props; system.String("name") != r.System {
		t.Errorf("system %v", system)
	}
}

func checkIdentities(t *testing.T, g *graph.Graph, r *goldReport) {
	var want, without []string
	for _, i := range r.Identities {
		for _, target := range i.Targets {
			want = append(want, identityLine(i.Line, i.Type, i.Subject, target))
		}
		if i.Type == "no-counterpart" {
			without = append(without, i.Subject)
		}
	}
	wantSet(t, "identity statements", identityLines(t, g, runID(r)), want)
	var got []string
	for _, kind := range graph.RecordKinds() {
		for _, n := range list(t, g, kind, runID(r), graph.ExcludeStubs) {
			if n.Props.Bool("noCounterpart") {
				got = append(got, n.Props.String("handle"))
			}
		}
	}
	wantSet(t, "records without a counterpart", got, without)
}

func decode(t *testing.T, n *graph.Node, prop string, into any) {
	t.Helper()
	text := n.Props.String(prop)
	if text == "" {
		return
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Errorf("%s: %s is no JSON of its shape: %v", n.ID, prop, err)
	}
}

// handles lists the distinct handles of far nodes.
func handles(ls []graph.Link) (list []string) {
	for _, l := range ls {
		list = append(list, l.Far.Props.String("handle"))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// wantPassages compares the passages of a node with "path" or "path:ranges".
func wantPassages(t *testing.T, g *graph.Graph, id graph.ID, want []string) {
	t.Helper()
	var got []string
	for _, l := range outgoing(t, g, id, graph.EvidencedBy) {
		p := l.Far.Props
		place := p.String("path")
		if ranges := p.String("ranges"); ranges != "" {
			place += ":" + ranges
		}
		got = append(got, place)
		if file := outgoing(t, g, l.Far.ID, graph.AnchoredIn); len(file) != 1 || file[0].Far.Props.String("path") != p.String("path") {
			t.Errorf("%s is anchored in %v", l.Far.ID, file)
		}
	}
	wantSet(t, string(id)+" passages", got, want)
}

func wantSet(t *testing.T, what string, got, want []string) {
	t.Helper()
	got, want = slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}
