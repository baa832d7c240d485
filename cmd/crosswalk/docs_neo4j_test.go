package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver"
	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver/neo4jtest"
)

// TestDocumentedCypher runs every Cypher query of docs/neo4j.md on the examples, and the command that its
// first line names on the same database: the columns that the query returns hold the same rows in both.
// Rows in which the command has none of those columns but the query's first are beyond what the query
// claims; there are none of that sort for a column that both give.
func TestDocumentedCypher(t *testing.T) {
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, "docs", "neo4j.md"))
	if err != nil {
		t.Fatal(err)
	}
	server := neo4jtest.Shared(t)
	neo4jtest.Wipe(t, server)
	program := buildProgram(t)
	examples := filepath.Join(root, "examples", "canonical")
	crosswalk := func(args ...string) string { return runOnNeo4j(t, program, server, args...) }
	crosswalk("ingest", filepath.Join(examples, "quillstore"), filepath.Join(examples, "harbour-log"), filepath.Join(examples, "kilnbook"))
	queries := regexp.MustCompile("(?s)```cypher\n// crosswalk ([^\n]*)\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	if len(queries) < 11 {
		t.Fatalf("%d queries in docs/neo4j.md", len(queries))
	}
	for i, q := range queries {
		command, cypher := strings.Fields(q[1]), q[2]
		if i == len(queries)-1 {
			crosswalk("ingest", examples) // with the earlier run
		}
		t.Run(strings.Join(command, " "), func(t *testing.T) {
			columns, rows := runCypher(t, server, cypher)
			want := answered(t, crosswalk(append(command, "--format", "json")...), columns)
			slices.Sort(rows)
			slices.Sort(want)
			if len(rows) == 0 {
				t.Error("the query gives no rows")
			}
			if !slices.Equal(rows, want) {
				t.Errorf("columns %v\ncypher:\n%s\n\ncrosswalk:\n%s", columns, strings.Join(rows, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

// answered gives the rows of an answer, distinct, in some of its columns; of a lineage, which a depth cuts,
// the nodes.
func answered(t *testing.T, text string, columns []string) []string {
	t.Helper()
	var answer struct {
		Rows, Nodes []map[string]any
		Complete    bool
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&answer); err != nil || !answer.Complete && len(answer.Nodes) == 0 {
		t.Fatalf("complete %t, %v:\n%s", answer.Complete, err, text)
	}
	found := map[string]bool{}
	for _, row := range append(answer.Rows, answer.Nodes...) {
		found[shown(t, columns, row)] = true
	}
	return slices.Collect(maps.Keys(found))
}

func shown(t *testing.T, columns []string, row map[string]any) string {
	t.Helper()
	var cells []string
	for _, c := range columns {
		v, there := row[c]
		if !there {
			t.Fatalf("the answer has no column %q: %v", c, row)
		}
		switch list, isList := v.([]any); {
		case v == nil:
			v = ""
		case isList && len(list) == 1: // a cell that could hold several
			v = list[0]
		}
		cells = append(cells, fmt.Sprint(v))
	}
	return strings.Join(cells, " | ")
}

func runCypher(t *testing.T, server *neo4jserver.Server, cypher string) (columns, rows []string) {
	t.Helper()
	d, err := driver.NewDriverWithContext(server.URI, driver.BasicAuth(server.User, server.Password, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close(t.Context())
	result, err := driver.ExecuteQuery(t.Context(), d, cypher, nil, driver.EagerResultTransformer)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, r := range result.Records {
		found[shown(t, result.Keys, r.AsMap())] = true
	}
	return result.Keys, slices.Collect(maps.Keys(found))
}

func runOnNeo4j(t *testing.T, program string, server *neo4jserver.Server, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	home := t.TempDir()
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "CROSSWALK_STORE="+server.URI,
		"CROSSWALK_NEO4J_USER="+server.User, "CROSSWALK_NEO4J_PASSWORD="+server.Password)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, stderr.String())
	}
	return string(out)
}
