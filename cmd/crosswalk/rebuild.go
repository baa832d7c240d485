package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/crosswalk-graph/crosswalk/ingest"
)

func (a *app) rebuildCommand() *cobra.Command {
	var opts ingest.Options
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "rebuild",
		Short: "Read the stored documents again, after an upgrade",
		Long: `The store keeps the bytes of every document. This reads them again, as this program understands them, and puts
what comes of it in the place of what an older program made of them. The files they came from are not looked
at; what was stated of them when they were loaded still holds. 'documents undo' takes it back.`,
		Example: `  crosswalk rebuild --dry-run      say what would change
  crosswalk rebuild`,
		Args: args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			store, g, err := a.open(cmd.Context(), existing)
			if err != nil {
				return err
			}
			progress := a.progress()
			opts.Progress = progress.files
			sum, err := ingest.Rebuild(cmd.Context(), g, formats, opts)
			progress.clear()
			if err = errors.Join(err, store.Close()); sum == nil {
				return err
			}
			if asJSON {
				a.code = loadExitCode(sum)
				return errors.Join(err, a.writeJSON(sum))
			}
			return errors.Join(err, a.reportLoad(sum, listing{}))
		},
	}
	f := cmd.Flags()
	f.BoolVar(&opts.DryRun, "dry-run", false, "say what would change, and change nothing")
	f.BoolVar(&asJSON, "json", false, "print the summary as JSON")
	return cmd
}
