package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver/neo4jtest"
	"github.com/crosswalk-graph/crosswalk/internal/reportgen"
	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

// TestScripts runs the program as people do; testdata/script holds what it must do. $EXAMPLES is a copy of the
// examples, $SEEDS the folder of the real reports, for scripts whose name starts with "seeds", and $STORE
// an empty store.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, script := range scripts {
		name := strings.TrimSuffix(filepath.Base(script), ".txtar")
		t.Run(name, func(t *testing.T) { runScript(t, name, "STORE=sqlite:store.db") })
	}
}

// onNeo4j are the scripts of the main paths, which name no store of their own.
var onNeo4j = []string{"first", "cases", "copy"}

func TestScriptsOnNeo4j(t *testing.T) {
	server := neo4jtest.Shared(t)
	for _, name := range onNeo4j {
		neo4jtest.Wipe(t, server)
		t.Run(name, func(t *testing.T) {
			runScript(t, name, "STORE="+server.URI, "CROSSWALK_STORE="+server.URI,
				"CROSSWALK_NEO4J_USER="+server.User, "CROSSWALK_NEO4J_PASSWORD="+server.Password)
		})
	}
}

// runScript runs one script with more in its environment.
func runScript(t *testing.T, name string, environment ...string) {
	seeds := ""
	if strings.HasPrefix(name, "seeds") {
		seeds = filepath.Join(sharedtest.Dir(t), "seeds")
	}
	sets, err := filepath.Abs(filepath.Join("..", "..", "examples", "canonical"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Files:               []string{filepath.Join("testdata", "script", name+".txtar")},
		RequireExplicitExec: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"edit":     scriptEdit,
			"generate": scriptGenerate,
			"bytes":    scriptBytes,
			"archive":  scriptArchive,
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("SEEDS", seeds)
			env.Setenv("SETS", sets)
			env.Setenv("EXAMPLES", filepath.Join(env.WorkDir, "examples"))
			env.Setenv("XDG_DATA_HOME", filepath.Join(env.WorkDir, "data"))
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, "config"))
			env.Vars = append(env.Vars, environment...)
			return os.CopyFS(filepath.Join(env.WorkDir, "examples"), os.DirFS(filepath.Join("..", "..", "ingest", "rendered", "testdata", "reports")))
		},
	})
}

// scriptEdit replaces text in a file, all occurrences: edit FILE OLD NEW. The old text must be there.
func scriptEdit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: edit FILE OLD NEW")
	}
	file := ts.MkAbs(args[0])
	text, err := os.ReadFile(file)
	ts.Check(err)
	if !bytes.Contains(text, []byte(args[1])) {
		ts.Fatalf("%s does not hold %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(file, bytes.ReplaceAll(text, []byte(args[1]), []byte(args[2])), 0o644))
}

// scriptGenerate writes invented reports into a folder: generate FOLDER N.
func scriptGenerate(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: generate FOLDER N")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(reportgen.WriteFolder(ts.MkAbs(args[0]), n, reportgen.Small))
}

// scriptBytes writes a file from a Go string: bytes FILE "\xff\x00" [TIMES].
func scriptBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: bytes FILE QUOTED [TIMES]")
	}
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	times := 1
	if len(args) == 3 {
		times, err = strconv.Atoi(args[2])
		ts.Check(err)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), bytes.Repeat([]byte(text), times), 0o644))
}
