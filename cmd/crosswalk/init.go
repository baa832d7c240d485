package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/crosswalk-graph/crosswalk/ingest"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

func (a *app) initCommand() *cobra.Command {
	var given ingest.Stated
	var name string
	var yes bool
	cmd := &cobra.Command{
		Use:   "init DIR",
		Short: "Write down what the reports of a folder do not say of themselves",
		Long: `Reads the reports of a folder and writes ` + ingest.SidecarFile + ` into it, with an entry for those that do not say
which system, run, repository or revision they are about. On a terminal it asks; an empty answer leaves the
value open, as a comment in the file. In a script, what flags do not state is left open. Nothing is loaded.`,
		Example: `  crosswalk init reports/
  crosswalk init reports/ --name study --system Quillstore --run AAS-2026-10-01-quillstore-07`,
		Args: args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, dirs []string) error {
			asking := a.InTTY && !yes
			return a.init(cmd.Context(), dirs[0], name, given, asking)
		},
	}
	f := cmd.Flags()
	f.StringVar(&name, "name", "", "stands for the folder in the locations of what is loaded, so that it may move")
	f.StringVar(&given.System, "system", "", "name of the system, where a report does not say it")
	f.StringVar(&given.Run, "run", "", "run id, likewise")
	f.StringVar(&given.Repository, "repository", "", "address of the analysed repository, likewise")
	f.StringVar(&given.Revision, "revision", "", "analysed revision, likewise")
	f.BoolVarP(&yes, "yes", "y", false, "do not ask")
	return cmd
}

// init surveys a folder, asks, and writes its sidecar.
func (a *app) init(ctx context.Context, dir, name string, given ingest.Stated, asking bool) error {
	groups, diags, err := ingest.Survey(ctx, formats, dir)
	if err := errors.Join(diag.WriteText(a.Err, atLeast(diags, diag.Warning), sourceText()), err); err != nil {
		return err
	}
	var in *bufio.Reader
	if asking {
		in = bufio.NewReader(a.In)
	}
	var entries []ingest.SidecarEntry
	open := 0
	for i := range groups {
		e, err := a.entryOf(in, &groups[i], given)
		if err != nil {
			return err
		}
		open += len(e.Unsaid)
		if len(e.Unsaid) == 0 && e.Stated.Empty() {
			continue
		}
		for _, e.Pattern = range groups[i].Patterns() {
			entries = append(entries, e)
		}
	}
	if len(entries) == 0 && name == "" {
		a.say("The reports below %s say all of it themselves; no %s is needed.", diag.Printable(dir), ingest.SidecarFile)
		return nil
	}
	if err := ingest.WriteSidecar(dir, name, entries); err != nil {
		return err
	}
	fmt.Fprintln(a.Out, diag.Printable(filepath.Join(dir, ingest.SidecarFile)))
	if open > 0 {
		a.say("%s left open, as comments: fill in what you know, then 'crosswalk check %s'.", count(open, "value"), diag.Printable(dir))
	}
	return nil
}

// entryOf makes the entry of a group: what it lacks, as given or, with in, as answered.
func (a *app) entryOf(in *bufio.Reader, g *ingest.Surveyed, given ingest.Stated) (e ingest.SidecarEntry, err error) {
	if g.Several {
		return e, nil
	}
	said, stated, asked := g.Said.Values(), given.Values(), false
	for i, v := range e.Stated.Values() {
		if *said[i].Text != "" {
			continue
		}
		*v.Text = *stated[i].Text
		if *v.Text == "" && in != nil {
			if !asked {
				a.say("%s", groupName(g))
				asked = true
			}
			fmt.Fprintf(a.Err, "  %s: ", v.Doc)
			answer, err := in.ReadString('\n')
			if err != nil && !errors.Is(err, io.EOF) {
				return e, fmt.Errorf("reading the answer: %w", err)
			}
			*v.Text = strings.TrimSpace(answer)
		}
		if *v.Text == "" {
			e.Unsaid = append(e.Unsaid, v.Key)
		}
	}
	return e, nil
}

// groupName names a group of documents to the person who is asked about them.
func groupName(g *ingest.Surveyed) string {
	name := diag.Printable(filepath.Join(g.Folder, g.Documents[0]))
	if more := len(g.Documents) - 1; more > 0 {
		name += fmt.Sprintf(" and %d more", more)
	}
	if g.Said.System != "" {
		name += " (" + diag.Printable(g.Said.System) + ")"
	}
	return name
}
