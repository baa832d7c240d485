// Command gendocs writes the reference of the built-in questions; go generate runs it.
package main

import (
	"fmt"
	"os"

	"github.com/crosswalk-graph/crosswalk/questions"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

func main() {
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "gendocs:", err)
		os.Exit(1)
	}
}

func write(file string) error {
	catalogue, problems := questions.Load(resolvers.Schema(), questions.BuiltIn())
	if len(problems) > 0 {
		return problems[0]
	}
	return os.WriteFile(file, questions.Doc(catalogue.All()), 0o644)
}
