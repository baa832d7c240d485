package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

func (a *app) queryCommand() *cobra.Command {
	var vars []string
	var varsFile, operation string
	cmd := &cobra.Command{
		Use:   "query [FILE|-]",
		Short: "Run a GraphQL document against the store and print the JSON response",
		Long: `Runs a GraphQL query in this process, without a server. The document comes from FILE, or from standard
input. Variables are JSON; a value that is no JSON is taken as text.`,
		Example: `  echo '{ stats { nodes revision } }' | crosswalk query
  crosswalk query routes.graphql --var first=5 --var 'systems=["system:quillstore"]'`,
		Args: args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, given []string) error {
			text, err := a.readInput(given)
			if err != nil {
				return err
			}
			variables, err := readVariables(vars, varsFile)
			if err != nil {
				return err
			}
			return a.with(cmd.Context(), func(g *graph.Graph) error {
				exec, _, err := a.wire(g)
				if err != nil {
					return err
				}
				response := exec.Run(cmd.Context(), resolvers.Request{Query: text, OperationName: operation, Variables: variables})
				if err := a.writeJSON(response); err != nil {
					return err
				}
				a.code = resolvers.ResponseExitCode(response)
				return nil
			})
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&vars, "var", nil, "a variable as NAME=VALUE; may be given several times")
	f.StringVar(&varsFile, "vars", "", "a JSON file with variables")
	f.StringVar(&operation, "operation", "", "the operation to run when the document has several")
	return cmd
}

// maxInput bounds a document read from a file or standard input, in bytes.
const maxInput = 1 << 20

// readInput reads the file named by the first argument, or standard input.
func (a *app) readInput(given []string) (string, error) {
	r := a.In
	if len(given) > 0 && given[0] != "-" {
		file, err := os.Open(given[0])
		if errors.Is(err, os.ErrNotExist) {
			return "", graph.Errorf(graph.NotFound, "there is no file %s", given[0])
		}
		if err != nil {
			return "", graph.Errorf(graph.Invalid, "%w", err)
		}
		defer func() { _ = file.Close() }() // only read from
		r = file
	} else if a.InTTY {
		a.say("Reading a GraphQL document from the terminal; end it with Ctrl-D.")
	}
	text, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	if err != nil {
		return "", graph.Errorf(graph.Invalid, "the document cannot be read: %w", err)
	}
	if len(text) > maxInput {
		return "", graph.Errorf(graph.Limit, "the document is larger than %d bytes", maxInput)
	}
	return string(text), nil
}

// readVariables joins variables of a JSON file with NAME=VALUE pairs, which win.
func readVariables(pairs []string, file string) (map[string]any, error) {
	vars := map[string]any{}
	if file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, graph.Errorf(graph.Invalid, "variables: %w", err)
		}
		if err := decodeJSON(text, &vars); err != nil {
			return nil, graph.Errorf(graph.Invalid, "variables in %s: %w", file, err)
		}
	}
	for _, pair := range pairs {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			return nil, usagef("--var %q: write NAME=VALUE", pair)
		}
		var v any
		if decodeJSON([]byte(value), &v) != nil {
			v = value
		}
		vars[name] = v
	}
	return vars, nil
}

// decodeJSON reads one JSON value, numbers kept as written.
func decodeJSON(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one JSON value")
	}
	return nil
}
