package questions_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest"
	"github.com/crosswalk-graph/crosswalk/ingest/markdown"
	"github.com/crosswalk-graph/crosswalk/ingest/matrix"
	"github.com/crosswalk-graph/crosswalk/ingest/rendered"
	"github.com/crosswalk-graph/crosswalk/ingest/review"
	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
	"github.com/crosswalk-graph/crosswalk/internal/teststore"
	"github.com/crosswalk-graph/crosswalk/questions"
	"github.com/crosswalk-graph/crosswalk/resolvers"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// loaded gives an engine over the built-in questions and a store that holds the files.
func loaded(t testing.TB, paths ...string) *questions.Engine {
	t.Helper()
	ctx := context.Background()
	g := graph.New(teststore.Open(t), graph.Limits{})
	sum, err := ingest.Load(ctx, g, []ingest.Format{markdown.Format{}, rendered.Format{}, review.Format{}, matrix.Format{}}, paths, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range sum.Files {
		if f.Outcome == ingest.Failed || f.Outcome == ingest.Refused {
			t.Fatalf("%s: %s", f.Path, f.Outcome)
		}
	}
	executor := resolvers.New(resolvers.Resolver{Graph: g}, resolvers.NoLimits)
	catalogue, problems := questions.Load(resolvers.Schema(), questions.BuiltIn())
	for _, p := range problems {
		t.Fatal(p)
	}
	execute := func(ctx context.Context, query string, vars map[string]any) (json.RawMessage, error) {
		answer := executor.Run(ctx, resolvers.Request{Query: query, Variables: vars})
		return answer.Data, answer.Err()
	}
	return &questions.Engine{Questions: catalogue, Execute: execute, Revision: g.Revision}
}

// ask answers a question with parameters as a person types them.
func ask(t testing.TB, engine *questions.Engine, name string, pairs ...string) *questions.Table {
	t.Helper()
	texts := map[string][]string{}
	for _, pair := range pairs {
		key, value, _ := strings.Cut(pair, "=")
		texts[key] = append(texts[key], value)
	}
	q, err := engine.Questions.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	vars, err := q.ParseVars(texts)
	if err != nil {
		t.Fatal(err)
	}
	table, err := engine.Ask(context.Background(), name, vars)
	if err != nil {
		t.Fatal(err)
	}
	if !table.Complete || table.RevisionMoved {
		t.Errorf("%s %v: complete %v, moved %v", name, pairs, table.Complete, table.RevisionMoved)
	}
	return table
}

// pick gives of every row the named cells, null as an empty text; "id" of the record is _id, and so on.
func pick(t testing.TB, table *questions.Table, names ...string) []string {
	t.Helper()
	var lines []string
	for _, row := range table.Rows {
		object := object(t, table, row)
		var cells []string
		for _, name := range names {
			value, ok := object[name]
			if !ok {
				t.Fatalf("there is no column %s", name)
			}
			switch v := value.(type) {
			case nil:
				cells = append(cells, "")
			case []any:
				var items []string
				for _, item := range v {
					items = append(items, fmt.Sprint(item))
				}
				cells = append(cells, strings.Join(items, ", "))
			default:
				cells = append(cells, fmt.Sprint(v))
			}
		}
		lines = append(lines, strings.Join(cells, "\t"))
	}
	return lines
}

// unpacked writes the reports of a case to a folder.
func unpacked(t testing.TB, archive *txtar.Archive) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, "ask ") {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestAnswers(t *testing.T) {
	files, err := filepath.Glob("testdata/answers/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	asked := map[string]bool{}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(file), func(t *testing.T) { // and so one store after the other
			engine := loaded(t, unpacked(t, archive))
			for _, f := range archive.Files {
				words := strings.Fields(f.Name)
				if words[0] != "ask" {
					continue
				}
				asked[words[1]] = true
				t.Run(f.Name, func(t *testing.T) {
					want := strings.Split(strings.TrimSuffix(string(f.Data), "\n"), "\n")
					table := ask(t, engine, words[1], words[2:]...)
					names := strings.Split(want[0], "\t")
					for i, c := range table.Columns {
						if i >= len(names) || names[i] != c.Name {
							t.Fatalf("column %d is %s, want the columns %v", i, c.Name, names)
						}
					}
					if d := cmp.Diff(want[1:], append([]string{}, pick(t, table, names...)...)); d != "" {
						t.Errorf("rows (-want +got):\n%s", d)
					}
				})
			}
		})
	}
	catalogue, _ := questions.Load(apiSchema(t), questions.BuiltIn())
	for _, q := range catalogue.All() {
		if !asked[q.Name] {
			t.Errorf("no case asks %s", q.Name)
		}
	}
}

// expected is what ingest/rendered/testdata/reports/expected.json says of one report.
type expected struct {
	Files []struct {
		File, System, Run string
		Records           []struct {
			ID, Kind, Label string
			Line            int
			ReadBack        *struct {
				Verdict, Established, Strength string
				Flags                          []string
				Line                           *int
			}
		}
		Undeclared []string
	}
}

func TestExamples(t *testing.T) {
	text, err := os.ReadFile("../ingest/rendered/testdata/reports/expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var facts expected
	if err := json.Unmarshal(text, &facts); err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, f := range facts.Files {
		paths = append(paths, filepath.Join("../ingest/rendered/testdata/reports", filepath.FromSlash(f.File)))
	}
	engine := loaded(t, paths...)

	var routes, lacking, unsettled, counts, undeclared []string
	perKind := map[string]int{}
	kinds := map[string]string{"Component": "COMPONENT", "OperativeObject": "OBJECT", "Route": "ROUTE", "Claim": "CLAIM", "Absence": "ABSENCE", "AuthorityPath": "AUTHORITY_PATH"}
	for _, f := range facts.Files {
		for _, r := range f.Records {
			perKind[f.System+"\t"+kinds[r.Kind]]++
			if r.ReadBack == nil {
				continue
			}
			line := ""
			if r.ReadBack.Line != nil {
				line = fmt.Sprint(*r.ReadBack.Line)
			}
			routes = append(routes, strings.Join([]string{f.System, r.ID, r.Label, r.ReadBack.Verdict, r.ReadBack.Established, r.ReadBack.Strength,
				strings.Join(r.ReadBack.Flags, ", "), line, fmt.Sprint(r.Line)}, "\t"))
			row := strings.Join([]string{f.System, r.ID, r.ReadBack.Verdict, line}, "\t")
			switch r.ReadBack.Established {
			case "FALSE":
				lacking = append(lacking, row)
			case "UNKNOWN":
				unsettled = append(unsettled, row)
			}
		}
		for _, handle := range f.Undeclared {
			undeclared = append(undeclared, f.System+"\t"+handle+"\tNOT_LOADED")
		}
	}
	for key, n := range perKind {
		counts = append(counts, fmt.Sprintf("%s\t%d", key, n))
	}
	if len(lacking) != 8 || len(unsettled) != 5 {
		t.Fatalf("%d lacking and %d unsettled are expected; a reader counts 8 and 5", len(lacking), len(unsettled))
	}
	same := func(what string, want, got []string) {
		t.Helper()
		slices.Sort(want)
		slices.Sort(got)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", what, d)
		}
	}
	same("lacking", lacking, pick(t, ask(t, engine, "routes-lacking-read-back"), "system", "handle", "verdict", "line"))
	same("lacking or unsettled", append(unsettled, lacking...),
		pick(t, ask(t, engine, "routes-lacking-read-back", "unknown=yes"), "system", "handle", "verdict", "line"))
	same("routes", routes, pick(t, ask(t, engine, "routes-by-read-back"), "system", "handle", "label", "verdict", "established", "strength", "flags", "line", "_line"))
	same("counts", counts, pick(t, ask(t, engine, "records-by-system-and-kind"), "system", "kind", "records"))

	references := ask(t, engine, "undeclared-references")
	same("undeclared", undeclared, slices.Compact(pick(t, references, "system", "handle", "why")))
	for _, row := range references.Rows {
		if object := object(t, references, row); object["because"] == nil || object["line"] == nil || row.ID == "" || row.Document == "" || row.Line == 0 {
			t.Errorf("a reference without its place: %v", object)
		}
	}
}

// However small the pages, the answer is the same, rows within rows included. Lists within a cell are not
// paged, and have two items at most here.
func TestSmallPagesChangeNothing(t *testing.T) {
	var paths []string
	for _, name := range []string{"weathervane", "bellbuoy"} {
		archive, err := txtar.ParseFile("testdata/answers/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, unpacked(t, archive))
	}
	engine := loaded(t, paths...)
	for _, q := range engine.Questions.All() {
		engine.Limits.Page = 0
		whole := ask(t, engine, q.Name)
		if len(whole.Rows) == 0 {
			t.Errorf("%s has no rows to be cut into pages", q.Name)
		}
		lists := slices.ContainsFunc(q.Columns, func(c questions.Column) bool { return c.List })
		for _, size := range []int{1, 2, 3} {
			if size == 1 && lists {
				continue
			}
			engine.Limits.Page = size
			if d := cmp.Diff(whole, ask(t, engine, q.Name)); d != "" {
				t.Errorf("%s in pages of %d (-whole +pages):\n%s", q.Name, size, d)
			}
		}
	}
}

// The answer that the three seed reports are there to give: two routes and no third.
func TestSeeds(t *testing.T) {
	seeds := sharedtest.Seeds(t)
	engine := loaded(t, seeds...)
	want := []string{
		"CQ\tMEM-RTE-store-replacement\tCAPABILITY_ONLY\tFALSE\t128\tdocument:cq/memory",
		"Tolaria\tMEM-RTE-note-withdrawal\tWITHDRAWAL_EFFECT\tFALSE\t138\tdocument:tolaria/memory",
	}
	for _, pairs := range [][]string{nil, {"unknown=true"}, {"systems=system:cq,system:tolaria"}} {
		table := ask(t, engine, "routes-lacking-read-back", pairs...)
		if d := cmp.Diff(want, pick(t, table, "system", "handle", "verdict", "established", "line", "document")); d != "" {
			t.Errorf("%v (-want +got):\n%s", pairs, d)
		}
		for i, row := range table.Rows { // 001 is CQ, 004 is Tolaria
			text, err := os.ReadFile(seeds[1+i])
			if err != nil {
				t.Fatal(err)
			}
			sentence, _ := object(t, table, row)["because"].(string)
			line := strings.Split(string(text), "\n")[[]int{128, 138}[i]-1]
			if sentence == "" || !strings.Contains(line, sentence) {
				t.Errorf("%q is no part of %q", sentence, line)
			}
		}
	}
	if n := len(ask(t, engine, "routes-by-read-back", "verdicts=POSITIVE").Rows); n != 9 {
		t.Errorf("%d routes are positive, want 9", n)
	}
	stubs := map[any]map[any]bool{}
	references := ask(t, engine, "undeclared-references")
	for _, row := range references.Rows {
		object := object(t, references, row)
		if stubs[object["system"]] == nil {
			stubs[object["system"]] = map[any]bool{}
		}
		stubs[object["system"]][object["handle"]] = true
	}
	for system, n := range map[string]int{"sqz": 13, "CQ": 14, "Tolaria": 10} { // report-grammar 5.5
		if len(stubs[system]) != n {
			t.Errorf("%s: %d handles without a record, want %d", system, len(stubs[system]), n)
		}
	}
}
