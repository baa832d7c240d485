package resolvers_test

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
	"github.com/crosswalk-graph/crosswalk/resolvers/model"
)

// TestConversations runs the documents of testdata/*.txtar against the scene, or those of texts.txtar against
// one with a reconciliation. An archive holds, for each
// step, NAME.graphql, perhaps NAME.vars with variables, and NAME.json with the response expected, which is
// written by hand from the scene. Costs have a test of their own.
func TestConversations(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			store := scene
			if name == "texts" {
				store = func(t testing.TB) *counting { return load(t, memory(), epistemic(), reconciliation()) }
			}
			e := resolvers.New(resolvers.Resolver{Graph: graph.New(store(t), graph.Limits{}), Questions: oneQuestion{}}, resolvers.Limits{Cost: -1})
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			converse(t, e, archive)
		})
	}
}

func converse(t *testing.T, e *resolvers.Executor, archive *txtar.Archive) {
	parts := map[string][]byte{}
	for _, f := range archive.Files {
		parts[f.Name] = f.Data
	}
	for _, f := range archive.Files {
		name, isQuery := strings.CutSuffix(f.Name, ".graphql")
		if !isQuery {
			continue
		}
		t.Run(name, func(t *testing.T) {
			want, ok := parts[name+".json"]
			if !ok {
				t.Fatal("no response is expected")
			}
			request := resolvers.Request{Query: string(f.Data)}
			if vars := parts[name+".vars"]; vars != nil {
				d := json.NewDecoder(bytes.NewReader(vars))
				d.UseNumber()
				if err := d.Decode(&request.Variables); err != nil {
					t.Fatal(err)
				}
			}
			var got bytes.Buffer
			encoder := json.NewEncoder(&got)
			encoder.SetEscapeHTML(false)
			if err := encoder.Encode(e.Run(t.Context(), request)); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(indented(t, want), indented(t, got.Bytes())); diff != "" {
				t.Errorf("response (-want +got):\n%s", diff)
			}
		})
	}
}

// indented lays JSON out for comparison; the order of members stays.
func indented(t *testing.T, text []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, bytes.TrimSpace(text), "", "  "); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return b.String()
}

// oneQuestion is a catalogue of one question, which echoes its parameter.
type oneQuestion struct{}

func (oneQuestion) List() []*model.Question {
	return []*model.Question{{Name: "echo", Title: "Echo", About: "Gives the parameter back.",
		Parameters: []*model.Parameter{{Name: "n", Type: "Int", Default: model.JSON{Value: 1}, About: "what to give back"}},
		Columns:    []*model.Column{{Name: "n"}}, Document: "query Echo($n: Int = 1) { __typename }"}}
}

func (oneQuestion) Ask(_ context.Context, name string, variables map[string]any) (*model.Table, error) {
	if name != "echo" {
		return nil, graph.Errorf(graph.NotFound, "there is no question %q", name)
	}
	row := model.JSON{Value: map[string]any{"n": variables["n"]}}
	return &model.Table{Columns: []*model.Column{{Name: "n"}}, Rows: []model.JSON{row}, Complete: true, Revision: 1}, nil
}
