package teststore

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The tests of these packages, with their data, run on every backend and must not know which they have.
var backendBlind = []string{"graph/storetest", "questions", "resolvers", "ingest"}

// excused are files of these packages that name a backend all the same, each with its reason.
var excused = map[string]string{
	"ingest/bench_test.go":   "a benchmark: it expects nothing of any backend",
	"ingest/helpers_test.go": "verify replays the journal of whichever store is tested into a scratch store, as `crosswalk doctor` does",

	"ingest/testdata/grammars/g4/memory-profile.md": "the analysed system keeps its rows in SQLite: a value of the profile, as a key of YAML",
}

// named finds a backend in an identifier, and meant one in a string or in test data: there the word SQLite alone says
// what an analysed system keeps its rows in.
var (
	named = regexp.MustCompile(`(?i)neo4j|sqlite`)
	meant = regexp.MustCompile(`(?i)neo4j|graph/sqlite|modernc|sqlite:|CROSSWALK_TEST_STORE`)
)

// TestNoBackendIsNamed fails when a test that runs on every backend, or its data, names one: that is how an exception for one
// of them would begin.
func TestNoBackendIsNamed(t *testing.T) {
	seen := map[string]bool{}
	scanned := 0
	for _, pkg := range backendBlind {
		err := filepath.WalkDir(filepath.Join("../..", pkg), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			name := filepath.ToSlash(strings.TrimPrefix(path, "../../"))
			isTest := strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "graph/storetest/")
			if data := strings.Contains(name, "/testdata/"); !isTest && !data {
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			scanned++
			found := meant.FindString(string(text))
			if named.MatchString(filepath.Base(name)) {
				found = filepath.Base(name)
			} else if strings.HasSuffix(name, ".go") {
				found = inCode(path, text)
			}
			if found != "" {
				seen[name] = true
				if excused[name] == "" {
					t.Errorf("%s names a backend: %q", name, found)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if scanned < 100 {
		t.Errorf("only %d files were looked at", scanned)
	}
	for name := range excused {
		if !seen[name] {
			t.Errorf("%s is excused and names no backend", name)
		}
	}
}

// inCode finds the name of a backend in the tokens of Go code, comments apart.
func inCode(path string, text []byte) string {
	files := token.NewFileSet()
	var s scanner.Scanner
	s.Init(files.AddFile(path, files.Base(), len(text)), text, nil, 0)
	for {
		_, tok, literal := s.Scan()
		switch {
		case tok == token.EOF:
			return ""
		case tok == token.IDENT && named.MatchString(literal), tok == token.STRING && meant.MatchString(literal):
			return literal
		}
	}
}

// TestConformanceIsWhole checks that every store is held against the whole suite: its package has a test that calls
// storetest.Run and does nothing else, with stores that can be opened again; and that the suite itself
// leaves nothing out, but for a store that cannot be.
func TestConformanceIsWhole(t *testing.T) {
	stores := 0
	packages, err := filepath.Glob("../../graph/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range packages {
		if !isStore(t, dir) {
			continue
		}
		stores++
		runs, reopens := 0, false
		each(t, dir, "_test.go", func(path string, file *ast.File) {
			for _, d := range file.Decls {
				f, isFunc := d.(*ast.FuncDecl)
				if !isFunc {
					continue
				}
				reopens = reopens || f.Recv != nil && f.Name.Name == "Reopen"
				if calls := called(f, "storetest", "Run"); calls > 0 {
					runs += calls
					if len(f.Body.List) != 1 || called(f, "", "Skip")+called(f, "", "Skipf")+called(f, "", "Getenv") > 0 {
						t.Errorf("%s: %s does more than run the suite", path, f.Name.Name)
					}
				}
			}
		})
		if runs != 1 || !reopens {
			t.Errorf("%s: %d calls of storetest.Run, want 1; stores can be opened again: %t", dir, runs, reopens)
		}
	}
	if stores != 2 {
		t.Errorf("%d stores were found, want 2", stores)
	}
	var skips []string
	each(t, "../../graph/storetest", ".go", func(path string, file *ast.File) {
		for _, d := range file.Decls {
			if f, isFunc := d.(*ast.FuncDecl); isFunc && called(f, "", "Skip")+called(f, "", "Skipf")+called(f, "", "SkipNow") > 0 {
				skips = append(skips, f.Name.Name)
			}
		}
	})
	if !slices.Equal(skips, []string{"runReopen"}) {
		t.Errorf("parts of the suite that may be skipped: %v, want runReopen alone", skips)
	}
}

// isStore tells whether a package says of a type that it is a graph.Store.
func isStore(t *testing.T, dir string) (is bool) {
	each(t, dir, ".go", func(path string, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			if v, isSpec := n.(*ast.ValueSpec); isSpec && len(v.Names) == 1 && v.Names[0].Name == "_" {
				if s, isSelector := v.Type.(*ast.SelectorExpr); isSelector && s.Sel.Name == "Store" && !strings.HasSuffix(path, "_test.go") {
					is = true
				}
			}
			return true
		})
	})
	return is
}

// each parses the files of a folder whose names end so.
func each(t *testing.T, dir, suffix string, see func(path string, file *ast.File)) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*"+suffix))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		see(path, file)
	}
}

// called counts the calls of a function of a package, or of any method of that name.
func called(f *ast.FuncDecl, pkg, name string) (n int) {
	ast.Inspect(f, func(node ast.Node) bool {
		if call, isCall := node.(*ast.CallExpr); isCall {
			if s, isSelector := call.Fun.(*ast.SelectorExpr); isSelector && s.Sel.Name == name {
				if of, isIdent := s.X.(*ast.Ident); pkg == "" || isIdent && of.Name == pkg {
					n++
				}
			}
		}
		return true
	})
	return n
}
