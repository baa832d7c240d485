package questions_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/questions"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
)

// apiSchema loads the schema that the product serves.
func apiSchema(t testing.TB) *ast.Schema {
	t.Helper()
	var sources []*ast.Source
	for _, name := range []string{"../schema.graphqls", "../resolvers/schema.generated.graphqls"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, &ast.Source{Name: name, Input: string(text)})
	}
	schema, err := gqlparser.LoadSchema(sources...)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestBuiltInQuestionsLoad(t *testing.T) {
	catalogue, problems := questions.Load(apiSchema(t), questions.BuiltIn())
	for _, p := range problems {
		t.Error(p)
	}
	for _, q := range catalogue.All() {
		if q.About == "" {
			t.Errorf("%s says nothing about itself", q.Name)
		}
		for _, c := range q.Columns {
			if c.Meaning == "" {
				t.Errorf("%s does not say what its column %s means", q.Name, c.Name)
			}
		}
	}
}

// problemCases reads testdata/problems.txtar: the text of each faulty question and what is wrong.
func problemCases(t testing.TB) map[string][2]string {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/problems.txtar")
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string][2]string{}
	for _, f := range archive.Files {
		name, kind, _ := strings.Cut(f.Name, ".")
		c := cases[name]
		if kind == "want" {
			c[1] = string(f.Data)
		} else {
			c[0] = string(f.Data)
		}
		cases[name] = c
	}
	return cases
}

func TestLoadTellsWhatIsWrong(t *testing.T) {
	schema := librarySchema(t)
	for name, c := range problemCases(t) {
		t.Run(name, func(t *testing.T) {
			catalogue, problems := questions.Load(schema, oneQuestion(c[0]))
			if len(catalogue.All()) > 0 {
				t.Error("the question is in use")
			}
			want := strings.Split(strings.TrimSpace(c[1]), "\n")
			if len(problems) != len(want) {
				t.Errorf("%d problems, want %d:\n%v", len(problems), len(want), problems)
			}
			for i := range min(len(problems), len(want)) {
				p := problems[i]
				fields := strings.SplitN(want[i], " ", 3)
				if got := fmt.Sprintf("%d:%d %s", p.Line, p.Column, p.Code); got != fields[0]+" "+fields[1] {
					t.Errorf("%s, want %s %s (%s)", got, fields[0], fields[1], p.Message)
				}
				for _, word := range strings.Fields(fields[2]) {
					if !strings.Contains(p.Error(), word) {
						t.Errorf("%q does not mention %s", p.Error(), word)
					}
				}
				if !strings.HasPrefix(p.Error(), "test/q.graphql:") {
					t.Errorf("%q does not name the file", p.Error())
				}
			}
		})
	}
}

// Fragments that spread the next one twice unfold to millions of fields, or of fragments.
func TestLoadBoundsFragments(t *testing.T) {
	for name, body := range map[string]string{
		"fields":    "a%[1]d: room { shelves(first: 1) { nodes { ...F%[2]d } } } b%[1]d: room { shelves(first: 1) { nodes { ...F%[2]d } } }",
		"fragments": "...F%[2]d ... on Shelf { ...F%[2]d }",
	} {
		var b strings.Builder
		b.WriteString("# title: t\n{ shelves @rows { nodes { ...F0 } } }\n")
		for i := range 25 {
			fmt.Fprintf(&b, "fragment F%[1]d on Shelf { "+body+" }\n", i, i+1)
		}
		b.WriteString("fragment F25 on Shelf { id @column }\n")
		start := time.Now()
		_, problems := questions.Load(librarySchema(t), oneQuestion(b.String()))
		if len(problems) != 1 || problems[0].Code != questions.TooLarge || problems[0].Line != 2 {
			t.Errorf("%s: problems %v, want one of code %s on line 2", name, problems, questions.TooLarge)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s: it took %v", name, took)
		}
	}
}

func TestLoadFromSeveralSources(t *testing.T) {
	const good, other, bad = "# title: first\n{ words @rows @column }", "# title: second\n{ words @rows @column }", "{ words }"
	builtIn := questions.Source{Name: "built-in", BuiltIn: true, Files: fstest.MapFS{
		"a.graphql": {Data: []byte(good)}, "b.graphql": {Data: []byte(good)}, "c.graphql": {Data: []byte(good)}}}
	users := questions.Source{Name: "mine", Files: fstest.MapFS{
		"a.graphql": {Data: []byte(other)}, "b.graphql": {Data: []byte(bad)}, "d.graphql": {Data: []byte(other)},
		"notes.txt": {Data: []byte("no question")}, "e f.graphql": {Data: []byte(good)},
		"pipe.graphql": {Mode: fs.ModeNamedPipe}, "huge.graphql": {Data: make([]byte, 300<<10)}}}
	catalogue, problems := questions.Load(librarySchema(t), builtIn, users)

	var got []string
	for _, q := range catalogue.All() {
		got = append(got, fmt.Sprintf("%s %s %s %v", q.Name, q.Title, q.File, q.BuiltIn))
	}
	want := []string{
		"a second mine/a.graphql false", // the user's wins
		"b first built-in/b.graphql true",
		"c first built-in/c.graphql true",
		"d second mine/d.graphql false",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("questions (-want +got):\n%s", d)
	}
	got = nil
	for _, p := range problems {
		got = append(got, fmt.Sprintf("%s %s", p.File, p.Code))
	}
	want = []string{
		"mine/a.graphql replaces",
		"mine/b.graphql no-rows", "mine/b.graphql header",
		"mine/e f.graphql bad-name", "mine/huge.graphql unreadable", "mine/pipe.graphql unreadable",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("problems (-want +got):\n%s", d)
	}
	if !strings.Contains(problems[0].Error(), "built-in/a.graphql") || !strings.Contains(problems[2].Error(), "built-in/b.graphql stays in use") {
		t.Errorf("%v and %v do not say what is in use", problems[0], problems[2])
	}
}

func TestLoadFromAFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mine.graphql"), []byte("# title: t\n{ words @rows @column }"), 0o600); err != nil {
		t.Fatal(err)
	}
	catalogue, problems := questions.Load(librarySchema(t), questions.Folder(dir))
	if q, err := catalogue.Get("mine"); err != nil || q.File != filepath.ToSlash(dir)+"/mine.graphql" || len(problems) > 0 {
		t.Errorf("question %v, error %v, problems %v", q, err, problems)
	}
	_, problems = questions.Load(librarySchema(t), questions.Folder(filepath.Join(dir, "missing")))
	if len(problems) != 1 || problems[0].Code != questions.Unreadable {
		t.Errorf("problems %v, want one %s", problems, questions.Unreadable)
	}
}

func TestGetNamesWhatIsClose(t *testing.T) {
	catalogue, _ := questions.Load(apiSchema(t), questions.BuiltIn())
	_, err := catalogue.Get("routes-lacking-readback")
	if graph.CodeOf(err) != graph.NotFound || !strings.Contains(err.Error(), `did you mean "routes-lacking-read-back"`) {
		t.Errorf("%v", err)
	}
}

func TestHeader(t *testing.T) {
	const text = `# A licence, perhaps.
# title: What is there?
# about: One line
#   and another.
#
# params: genres — which ones; all when absent; where — a filter
#   of books
# columns:
#   id — the id
query ($genres: [Genre!] = [ESSAY], $where: BookFilter) {
  # title: not this one
  books(genres: $genres, where: $where) @rows { nodes { id @column title @column(format: "quote") } }
}`
	catalogue, problems := questions.Load(librarySchema(t), oneQuestion(text))
	for _, p := range problems {
		t.Fatal(p)
	}
	q, err := catalogue.Get("q")
	if err != nil {
		t.Fatal(err)
	}
	if q.Title != "What is there?" || q.About != "One line and another." || q.Text != text {
		t.Errorf("title %q, about %q", q.Title, q.About)
	}
	if d := cmp.Diff([]questions.Param{
		{Name: "genres", Type: "[Genre!]", Default: `["ESSAY"]`, Meaning: "which ones; all when absent"},
		{Name: "where", Type: "BookFilter", Meaning: "a filter of books"},
	}, q.Params); d != "" {
		t.Errorf("parameters (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]questions.Column{
		{Name: "id", Type: "ID", Meaning: "the id"},
		{Name: "title", Type: "String", Format: "quote"},
	}, q.Columns); d != "" {
		t.Errorf("columns (-want +got):\n%s", d)
	}
}

func FuzzLoad(f *testing.F) {
	schema := librarySchema(f)
	for _, c := range problemCases(f) {
		f.Add([]byte(c[0]))
	}
	f.Add([]byte(title + `{ shelves @rows { nodes { title @column books @rows { nodes { title @column(name: "book") } } } } }`))
	l := newLibrary(f, shelves)
	f.Fuzz(func(t *testing.T, text []byte) {
		catalogue, problems := questions.Load(schema, oneQuestion(string(text)))
		for _, p := range problems {
			if p.Code == "" || p.Message == "" || p.File == "" || p.Line < 0 || p.Line > strings.Count(string(text), "\n")+1+strings.Count(string(text), "\r") {
				t.Errorf("problem %+v", p)
			}
		}
		if len(catalogue.All()) == 0 {
			if len(problems) == 0 {
				t.Error("no question, and nobody says why")
			}
			return
		}
		// What loads makes documents that fit the schema.
		for _, q := range catalogue.All() {
			engine := &questions.Engine{Questions: catalogue, Execute: l.execute, Revision: func(context.Context) (uint64, error) { return 1, nil }}
			if _, err := engine.Ask(context.Background(), q.Name, nil); err != nil && strings.Contains(err.Error(), "the engine sent") {
				t.Error(err)
			}
		}
	})
}
