package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/questions"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

func (a *app) askCommand() *cobra.Command {
	var vars []string
	var format, out string
	cmd := &cobra.Command{
		Use:   "ask [NAME]",
		Short: "Answer a question, or list the questions",
		Long: `Answers a named question with a table. Without NAME it lists the questions; with NAME and --help it says
what the columns and parameters mean. Prints a table on a terminal and TSV into a pipe, unless --format
says otherwise.`,
		Example: `  crosswalk ask
  crosswalk ask routes-lacking-read-back
  crosswalk ask routes-lacking-read-back --var systems=system:quillstore --var unknown=true
  crosswalk ask routes-by-read-back --format csv > read-back.csv`,
		Args: args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, given []string) error {
			if len(given) == 0 {
				if out != "" || len(vars) > 0 {
					return usagef("name the question to answer; without a name, ask lists the questions")
				}
				return a.listQuestions()
			}
			if format == "" {
				format = "tsv"
				if a.OutTTY && out == "" {
					format = "table"
				}
			}
			f, err := questions.FormatNamed(format)
			if err != nil {
				return usageError{err}
			}
			texts, err := splitVariables(vars)
			if err != nil {
				return err
			}
			return a.with(cmd.Context(), func(g *graph.Graph) error {
				t, err := a.answer(cmd.Context(), g, given[0], texts)
				if err != nil {
					return err
				}
				return a.writeAnswer(f, out, t)
			})
		},
	}
	help := cmd.HelpFunc()
	cmd.SetHelpFunc(func(cmd *cobra.Command, given []string) {
		if name := cmd.Flags().Arg(0); name != "" && a.describeQuestion(cmd, name) {
			return
		}
		help(cmd, given)
	})
	f := cmd.Flags()
	f.StringArrayVar(&vars, "var", nil, "a parameter as NAME=VALUE; lists by commas; may be given several times")
	f.StringVar(&format, "format", "", "table, tsv, csv, json, ndjson or markdown")
	f.StringVarP(&out, "out", "o", "", "a file to write to, which appears only once it is written")
	return cmd
}

// answer asks a question, and says what the answer lacks.
func (a *app) answer(ctx context.Context, g *graph.Graph, name string, texts map[string][]string) (*questions.Table, error) {
	_, engine, err := a.wire(g)
	if err != nil {
		return nil, err
	}
	q, err := engine.Questions.Get(name)
	if err != nil {
		return nil, err
	}
	values, err := q.ParseVars(texts)
	if err != nil {
		return nil, err
	}
	t, err := engine.Ask(ctx, name, values)
	if err != nil {
		return nil, err
	}
	known, err := a.sayUnknown(ctx, g, q, values)
	if err != nil {
		return nil, err
	}
	switch {
	case len(t.Rows) == 0 && !known:
		a.code = resolvers.ExitCode(graph.NotFound)
	case len(t.Rows) == 0:
		a.say("No rows: nothing that is loaded answers this. 'crosswalk documents list' shows what is loaded.")
	}
	if !t.Complete {
		a.say("The answer was cut (%s).", strings.ToLower(t.TruncatedBy))
		a.code = resolvers.ExitCode(graph.Limit)
	}
	if t.RevisionMoved {
		a.say("Documents were loaded meanwhile: rows may be of different revisions.")
	}
	return t, nil
}

// sayUnknown says which ids among a question's values name nothing, and tells whether all are known: those
// select no row, and a person who typed a name for an id would take that for an answer.
func (a *app) sayUnknown(ctx context.Context, g *graph.Graph, q *questions.Question, values map[string]any) (allKnown bool, err error) {
	var ids []graph.ID
	for _, p := range q.Params {
		if strings.Trim(p.Type, "[]!") != "ID" {
			continue
		}
		for _, v := range asList(values[p.Name]) {
			ids = append(ids, graph.ID(fmt.Sprint(v)))
		}
	}
	known, err := g.Nodes(ctx, ids, graph.Light)
	if err != nil {
		return false, err
	}
	allKnown = true
	for _, id := range ids {
		if !slices.ContainsFunc(known, func(n graph.Node) bool { return n.ID == id }) {
			a.say("There is no node %q; ids look like system:quillstore, and 'crosswalk show NAME' finds them.", id)
			allKnown = false
		}
	}
	return allKnown, nil
}

func asList(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	}
	return []any{v}
}

// writeAnswer prints a table, or writes it to a file. A regular file appears, or changes, only once the
// answer is written; anything else, such as a pipe, is written to as it is.
func (a *app) writeAnswer(f *questions.Format, out string, t *questions.Table) error {
	if out == "" || out == "-" {
		return f.Write(a.Out, t, a.Width)
	}
	if target, err := filepath.EvalSymlinks(out); err == nil {
		out = target
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(out); err == nil {
		if !info.Mode().IsRegular() {
			return writeTo(out, f, t)
		}
		mode = info.Mode().Perm()
	}
	file, err := os.CreateTemp(filepath.Dir(out), ".crosswalk-*")
	if err != nil {
		return graph.Errorf(graph.Invalid, "%w", err)
	}
	err = errors.Join(f.Write(file, t, 0), file.Chmod(mode), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), out)
	}
	if err != nil {
		return errors.Join(graph.Errorf(graph.Invalid, "%s cannot be written: %w", out, err), os.Remove(file.Name()))
	}
	return nil
}

// writeTo writes to something that is no regular file.
func writeTo(out string, f *questions.Format, t *questions.Table) error {
	file, err := os.OpenFile(out, os.O_WRONLY, 0)
	if err == nil {
		err = errors.Join(f.Write(file, t, 0), file.Close())
	}
	if err != nil {
		return graph.Errorf(graph.Invalid, "%s cannot be written: %w", out, err)
	}
	return nil
}

// splitVariables reads NAME=VALUE pairs; a name may come several times.
func splitVariables(pairs []string) (map[string][]string, error) {
	texts := map[string][]string{}
	for _, pair := range pairs {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			return nil, usagef("--var %q: write NAME=VALUE", pair)
		}
		texts[name] = append(texts[name], value)
	}
	return texts, nil
}

func (a *app) listQuestions() error {
	catalogue, err := a.catalogue()
	if err != nil {
		return err
	}
	w := a.rows()
	for _, q := range catalogue.All() {
		fmt.Fprintf(w, "%s\t%s\n", q.Name, q.Title)
	}
	if a.OutTTY {
		a.say("Answer one with 'crosswalk ask NAME'; 'crosswalk ask NAME --help' says more about it.")
	}
	return w.Flush()
}

// describeQuestion prints what a question tells, its columns and parameters; false when there is no
// such question.
func (a *app) describeQuestion(cmd *cobra.Command, name string) bool {
	if config, err := loadConfig(cmd, a.configFile); err == nil {
		a.config = config
	} else {
		return false
	}
	catalogue, err := a.catalogue()
	if err != nil {
		return false
	}
	q, err := catalogue.Get(name)
	if err != nil {
		return false
	}
	w := a.rows()
	fmt.Fprintf(w, "%s\n\n%s\n\n", q.Title, q.About)
	fmt.Fprintf(w, "Columns:\n")
	for _, c := range q.Columns {
		fmt.Fprintf(w, "  %s\t%s\t%s\n", c.Name, c.Type, c.Meaning)
	}
	if len(q.Params) > 0 {
		fmt.Fprintf(w, "\nParameters, given as --var NAME=VALUE:\n")
	}
	for _, p := range q.Params {
		fmt.Fprintf(w, "  %s\t%s\t%s\n", p.Name, p.Type, p.Meaning)
	}
	_ = w.Flush() // help goes where help goes; there is nobody to tell
	return true
}
