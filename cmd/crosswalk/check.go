package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/crosswalk-graph/crosswalk/ingest"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

func (a *app) checkCommand() *cobra.Command {
	var opts ingest.Options
	var format string
	var strict bool
	cmd := &cobra.Command{
		Use:   "check PATH…",
		Short: "Say what is wrong with reports, without loading them",
		Long: `Reads reports as ingest does and prints diagnostics with file, line, column, a stable code and what to do.
Nothing is stored. Exits with 1 when there is an error, with --strict also when there is a warning.`,
		Example: `  crosswalk check reports/
  crosswalk check quill.txt --strict
  crosswalk check reports/ --format json`,
		Args: args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, paths []string) error {
			if format != "text" && format != "json" {
				return usagef("format %q: use text or json", format)
			}
			progress := a.progress()
			opts.Stdin, opts.Progress = a.In, progress.files
			sum, err := ingest.Check(cmd.Context(), formats, paths, opts)
			progress.clear()
			if sum == nil {
				return err
			}
			if format == "json" {
				err = errors.Join(err, diag.WriteJSON(a.Out, sum.Diagnostics))
			} else {
				err = errors.Join(err, diag.WriteText(a.Out, sum.Diagnostics, sourceText()))
			}
			a.say("%s", summaryLine(sum))
			a.code = loadExitCode(sum)
			if strict && worst(sum.Diagnostics) >= diag.Warning {
				a.code = exitBad
			}
			return err
		},
	}
	identityFlags(cmd, &opts)
	f := cmd.Flags()
	f.StringVar(&format, "format", "text", "text or json")
	f.BoolVar(&strict, "strict", false, "fail on warnings too")
	return cmd
}

// worst is the highest severity in a list, -1 when it is empty.
func worst(l diag.List) diag.Severity {
	out := diag.Severity(-1)
	for _, d := range l {
		out = max(out, d.Severity)
	}
	return out
}
