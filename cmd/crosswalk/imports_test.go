package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/crosswalk-graph/crosswalk/"

// mayImport says which of our packages each package may import, tests apart; "…/" stands for a tree.
// Data flows ingest → graph → store → resolvers → HTTP, and nothing flows back.
var mayImport = map[string][]string{
	"cmd/crosswalk":   {"graph", "graph/neo4j", "graph/sqlite", "ingest", "ingest/catalogue", "ingest/diag", "ingest/early", "ingest/markdown", "ingest/matrix", "ingest/records", "ingest/rendered", "ingest/report", "ingest/review", "ingest/strict", "questions", "resolvers", "resolvers/auth", "resolvers/model"},
	"graph":           {},
	"graph/neo4j":     {"graph"},
	"graph/sqlite":    {"graph"},
	"graph/storetest": {"graph"},
	"ingest":          {"graph", "ingest/diag", "ingest/relate", "ingest/report", "ingest/source"},
	"ingest/source":   {},
	"ingest/relate":   {"ingest/report"},
	"ingest/markdown": {"ingest/diag", "ingest/mdtext", "ingest/report"},
	"ingest/matrix":   {"ingest/diag", "ingest/report"},
	"ingest/mdtext":   {"ingest/diag"},
	"ingest/records":  {"ingest/diag", "ingest/report"},
	"ingest/early":    {"ingest/diag", "ingest/mdtext", "ingest/report"},
	"ingest/review":   {"ingest/diag", "ingest/mdtext", "ingest/report"},
	"ingest/diag":     {},
	"ingest/report":   {},
	"ingest/rendered": {"ingest/diag", "ingest/report"},
	"questions":       {"graph"},
	"resolvers":       {"graph", "resolvers/auth", "resolvers/gen", "resolvers/model"},
	"resolvers/gen":   {"graph", "resolvers/model"},

	"resolvers/auth":  {"graph"},
	"resolvers/model": {"graph"},

	"ingest/catalogue": {"ingest", "ingest/diag", "ingest/early", "ingest/markdown", "ingest/matrix", "ingest/records", "ingest/rendered", "ingest/review", "ingest/strict"},
	"ingest/strict":    {"ingest", "ingest/diag", "ingest/mdtext", "ingest/report"},
}

// onlyIn says where alone a library may be imported.
var onlyIn = map[string][]string{
	"github.com/spf13/viper":      {"cmd/crosswalk/config.go"},
	"github.com/99designs/gqlgen": {"resolvers/"},
	"modernc.org/sqlite":          {"graph/sqlite/"},
	"github.com/spf13/cobra":      {"cmd/crosswalk/"},
	"github.com/coder/websocket":  {"resolvers/websocket.go"},
	"github.com/coreos/go-oidc":   {"resolvers/auth/"},
	"github.com/prometheus":       {"resolvers/metrics.go"},
	"github.com/go-git/go-git":    {"ingest/source/"},
	"github.com/fsnotify":         {"ingest/watch.go"},

	"github.com/neo4j/neo4j-go-driver": {"graph/neo4j/", "internal/neo4jserver/", "internal/teststore/"},
}

func TestImportRules(t *testing.T) {
	root := filepath.Join("..", "..")
	seen := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		file = filepath.ToSlash(file)
		pkg := file[:strings.LastIndexByte("/"+file, '/')]
		pkg = strings.TrimSuffix(pkg, "/")
		parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		allowed, known := mayImport[pkg]
		if !known && !strings.HasPrefix(pkg, "internal/") && !strings.Contains(pkg, "/internal/") && !strings.HasPrefix(pkg, "bench") {
			t.Errorf("%s: package %q has no row in mayImport", file, pkg)
		}
		seen[pkg] = true
		for _, spec := range parsed.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if ours := strings.TrimPrefix(name, module); ours != name && known && !slices.Contains(allowed, ours) {
				t.Errorf("%s must not import %s", file, ours)
			}
			for library, places := range onlyIn {
				if (name == library || strings.HasPrefix(name, library+"/")) && !underOne(file, places) {
					t.Errorf("%s must not import %s: only %v may", file, name, places)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var missing []string
	for pkg := range mayImport {
		if !seen[pkg] {
			missing = append(missing, pkg)
		}
	}
	sort.Strings(missing)
	if len(missing) > 0 {
		t.Errorf("mayImport has rows for packages that are not there: %v", missing)
	}
}

func underOne(file string, places []string) bool {
	for _, p := range places {
		if file == p || strings.HasSuffix(p, "/") && strings.HasPrefix(file, p) {
			return true
		}
	}
	return false
}
