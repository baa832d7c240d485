package questions_test

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/questions"
	"github.com/google/go-cmp/cmp"
)

// params is a question with a parameter of every sort; it shows nothing of them.
const params = `# title: t
# params: ids — a list; id — one; count — how many; share — a part; on — a switch; genre — one; genres — several;
#   name — a text; where — a filter; any — anything; needed — must be given
query ($ids: [ID!], $id: ID, $count: Int, $share: Float, $on: Boolean, $genre: Genre, $genres: [Genre!],
  $name: String, $where: BookFilter, $any: JSON, $needed: String!) {
  words @rows @column
  odd: every(ids: $ids, id: $id, count: $count, share: $share, on: $on, genre: $genre, genres: $genres,
    name: $name, where: $where, any: $any, needed: $needed)
}`

func paramsQuestion(t testing.TB) (*library, *questions.Engine, *questions.Question) {
	l := newLibrary(t, shelves)
	engine := l.engine(t, params, questions.Limits{})
	q, err := engine.Questions.Get("q")
	if err != nil {
		t.Fatal(err)
	}
	return l, engine, q
}

func TestParseVars(t *testing.T) {
	_, _, q := paramsQuestion(t)
	for _, tc := range []struct {
		name  string
		texts []string
		want  any // an error's words when a string that starts with "!"
	}{
		{"ids", []string{"a,b , c"}, []any{"a", "b", "c"}},
		{"ids", []string{"a", "b,c"}, []any{"a", "b", "c"}},
		{"ids", []string{`["a,b", "c"]`}, []any{"a,b", "c"}},
		{"ids", []string{"7"}, []any{"7"}},
		{"ids", []string{`["a"`}, "!parameter ids"},
		{"id", []string{"7"}, "7"},
		{"id", []string{"a", "b"}, "!one value, not 2"},
		{"count", []string{"12"}, json.Number("12")},
		{"share", []string{"0.5"}, json.Number("0.5")},
		{"on", []string{"yes"}, true},
		{"on", []string{"FALSE"}, false},
		{"on", []string{"maybe"}, "!neither true nor false"},
		{"genre", []string{"essay"}, "ESSAY"},
		{"genres", []string{"novel,ESSAY"}, []any{"NOVEL", "ESSAY"}},
		{"name", []string{"a,b"}, "a,b"},
		{"where", []string{`{"title": "a"}`}, map[string]any{"title": "a"}},
		{"where", []string{`{"title": "a"} x`}, "!something follows"},
		{"where", []string{`title`}, "!not JSON"},
		{"any", []string{"7"}, json.Number("7")},
	} {
		vars, err := q.ParseVars(map[string][]string{tc.name: tc.texts})
		if words, ok := tc.want.(string); ok && strings.HasPrefix(words, "!") {
			if graph.CodeOf(err) != graph.Invalid || !strings.Contains(err.Error(), words[1:]) || !strings.Contains(err.Error(), tc.name) {
				t.Errorf("%s %q: error %v, want %s", tc.name, tc.texts, err, words[1:])
			}
			continue
		}
		if err != nil {
			t.Errorf("%s %q: %v", tc.name, tc.texts, err)
			continue
		}
		if d := cmp.Diff(map[string]any{tc.name: tc.want}, vars); d != "" {
			t.Errorf("%s %q (-want +got):\n%s", tc.name, tc.texts, d)
		}
	}
	if vars, err := q.ParseVars(map[string][]string{"ids": {""}, "count": {" "}}); err != nil || len(vars) != 0 {
		t.Errorf("empty texts give %v, %v; want no value", vars, err)
	}
	_, err := q.ParseVars(map[string][]string{"genr": {"ESSAY"}})
	if graph.CodeOf(err) != graph.Invalid || !strings.Contains(err.Error(), `did you mean "genre"`) {
		t.Errorf("a misspelt parameter: %v", err)
	}
}

func TestAskChecksVariables(t *testing.T) {
	_, engine, _ := paramsQuestion(t)
	for _, tc := range []struct {
		name  string
		value any
		want  string // "" when it fits; else words of the error
	}{
		{"ids", []any{"a", json.Number("7")}, ""},
		{"ids", "a", ""}, // one value is a list of it
		{"ids", nil, ""},
		{"ids", []any{nil}, "cannot be null"},
		{"ids", []any{true}, "true is no ID"},
		{"ids", []any{[]any{"a"}}, "a list where one ID! belongs"},
		{"id", 1.5, "1.5 is no ID"},
		{"count", 12, ""},
		{"count", int64(12), ""},
		{"count", float64(12), ""},
		{"count", json.Number("-12"), ""},
		{"count", 1.5, "1.5 is no Int"},
		{"count", "12", `"12" is no Int`},
		{"count", math.MaxInt32 + 1, "2147483648 is no Int"},
		{"share", json.Number("1e400"), "is no Float"},
		{"share", math.Inf(1), "is no Float"},
		{"share", json.Number("NaN"), "is no Float"},
		{"share", 3, ""},
		{"on", true, ""},
		{"on", "true", `"true" is no Boolean`},
		{"genre", "ESSAY", ""},
		{"genre", "essay", `"essay" is no Genre; did you mean "ESSAY"?`},
		{"genre", "", `"" is no Genre`},
		{"genres", []any{"ESSAY", "POEM"}, `"POEM" is no Genre`},
		{"name", "a", ""},
		{"name", strings.Repeat("x", 500), ""},
		{"count", strings.Repeat("x", 500), `"xxxx`},
		{"where", map[string]any{"title": "a"}, ""},
		{"needed", nil, "cannot be null"},
		{"nedded", "a", `did you mean "needed"`},
	} {
		vars := map[string]any{"needed": "a"}
		vars[tc.name] = tc.value
		table, err := engine.Ask(context.Background(), "q", vars)
		if tc.want == "" {
			if err != nil || len(table.Rows) != 2 {
				t.Errorf("%s = %v: %v", tc.name, tc.value, err)
			}
			continue
		}
		if graph.CodeOf(err) != graph.Invalid || !strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), tc.name) || len(err.Error()) > 200 {
			t.Errorf("%s = %v: error %v, want %s", tc.name, tc.value, err, tc.want)
		}
	}
	if _, err := engine.Ask(context.Background(), "q", nil); graph.CodeOf(err) != graph.Invalid || !strings.Contains(err.Error(), "needed") {
		t.Errorf("a missing value: %v", err)
	}
}

func TestVariablesReachTheQuery(t *testing.T) {
	l := newLibrary(t, shelves)
	engine := l.engine(t, title+"# params: genres — which\n"+
		`query ($genres: [Genre!]) { books(genres: $genres) @rows { nodes { id @column } } }`, questions.Limits{})
	var sent map[string]any
	engine.Execute = func(ctx context.Context, query string, vars map[string]any) (json.RawMessage, error) {
		sent = vars
		return l.execute(ctx, query, vars)
	}
	given := map[string]any{"genres": []any{"NOVEL"}}
	if _, err := engine.Ask(context.Background(), "q", given); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(map[string]any{"genres": []any{"NOVEL"}, "_first": 500}, sent); d != "" {
		t.Errorf("sent (-want +got):\n%s", d)
	}
	if d := cmp.Diff(map[string]any{"genres": []any{"NOVEL"}}, given); d != "" {
		t.Errorf("the caller's map changed:\n%s", d)
	}
}

func FuzzVariables(f *testing.F) {
	_, engine, q := paramsQuestion(f)
	for _, seed := range [][2]string{{"ids", "a,b"}, {"ids", `["a"]`}, {"count", "12"}, {"where", `{"title": null}`}, {"share", "1e9"}, {"on", "yes"}, {"genre", "essay"}, {"what", "x"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		vars, err := q.ParseVars(map[string][]string{name: {text}})
		if err != nil {
			if graph.CodeOf(err) != graph.Invalid {
				t.Errorf("%q = %q: %v has no code", name, text, err)
			}
			return
		}
		if _, ok := vars["needed"]; !ok {
			vars["needed"] = "a"
		}
		_, err = engine.Ask(context.Background(), "q", vars)
		if code := graph.CodeOf(err); err != nil && code != graph.Invalid && name != "where" && name != "any" {
			t.Errorf("%q = %q: %v", name, text, err)
		}
	})
}
