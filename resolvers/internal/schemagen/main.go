// Command schemagen writes what follows from the tables of package graph: the generated part of the
// schema, the view types that it binds to, and the root resolvers of lists. It knows how the API is
// shaped and nothing of any kind by name, except in the table of named relations.
//
// It is run at the root of the repository, before gqlgen: go generate ./...
package main

import (
	"fmt"
	"go/format"
	"os"
	"path/filepath"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
)

// Files read and written, below the root of the repository.
const (
	handWritten = "schema.graphqls"
	sdlFile     = "resolvers/schema.generated.graphqls"
	modelFile   = "resolvers/model/kinds.generated.go"
	listsFile   = "resolvers/lists.generated.go"
)

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "schemagen:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	files, err := generate(root)
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// generate gives the text of every generated file by its name.
func generate(root string) (map[string][]byte, error) {
	text, err := os.ReadFile(filepath.Join(root, handWritten))
	if err != nil {
		return nil, err
	}
	doc, err := parser.ParseSchema(&ast.Source{Name: handWritten, Input: string(text)})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", handWritten, err)
	}
	files := map[string][]byte{sdlFile: []byte(sdl(doc))}
	for name, source := range map[string]string{modelFile: modelSource(), listsFile: listsSource()} {
		if files[name], err = format.Source([]byte(source)); err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", name, err, source)
		}
	}
	return files, nil
}
