// Command gendocs writes what of docs/ is made from tables: the references of the built-in questions and of
// diagnostics, and the JSON Schema of record files. go generate runs it.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/crosswalk-graph/crosswalk/ingest"
	diagnostics "github.com/crosswalk-graph/crosswalk/ingest/catalogue"
	"github.com/crosswalk-graph/crosswalk/questions"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

func main() {
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "gendocs:", err)
		os.Exit(1)
	}
}

func write(docs string) error {
	catalogue, problems := questions.Load(resolvers.Schema(), questions.BuiltIn())
	if len(problems) > 0 {
		return problems[0]
	}
	for name, text := range map[string][]byte{
		"questions.md":                questions.Doc(catalogue.All()),
		"schemas/records.schema.json": ingest.RecordSchema(),
		"diagnostics.md":              diagnostics.Reference(),
	} {
		if err := os.WriteFile(filepath.Join(docs, filepath.FromSlash(name)), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
