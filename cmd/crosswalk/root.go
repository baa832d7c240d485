package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

// Exit codes, beside those that resolvers.Codes lists for coded errors.
const (
	exitOK    = 0
	exitBad   = 1 // bad input or conflict
	exitUsage = 2
)

// app is what all commands of one invocation share.
type app struct {
	streams
	config     *Config
	configFile string
	code       int // exit code of a command that did its work and has bad news
}

// run executes one command line and gives its exit code. Errors go to Err, one line and a hint.
func run(ctx context.Context, args []string, s streams) int {
	a := &app{streams: s}
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetIn(s.In)
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return a.code
	}
	if ctx.Err() != nil {
		fmt.Fprintln(s.Err, "crosswalk: interrupted; what was done before stays")
		return resolvers.ExitCode(graph.Deadline)
	}
	fmt.Fprintf(s.Err, "crosswalk: %s\n", printable(err.Error()))
	var usage usageError
	if errors.As(err, &usage) || strings.HasPrefix(err.Error(), "unknown command") {
		fmt.Fprintln(s.Err, "Run 'crosswalk --help', or a command with --help.")
		return exitUsage
	}
	return resolvers.ExitCode(graph.CodeOf(err))
}

// usageError is a command line that cannot be understood.
type usageError struct{ error }

func (u usageError) Unwrap() error { return u.error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "crosswalk",
		Short: "Ask questions across analysis reports of software systems",
		Long: `Crosswalk loads structured analysis reports of software systems into one graph and answers
questions across them. Every answer carries the sentence, document and line it rests on, and
what no report says is never shown as "no".`,
		Example: `  crosswalk ingest reports/                 load a folder of reports
  crosswalk ask                             list the questions
  crosswalk ask routes-lacking-read-back    answer one
  crosswalk show MEM-RTE-shelf-lookup       one record with everything about it
  crosswalk serve                           the same over HTTP`,
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Name() == "version" {
				return nil // it must work whatever else does not
			}
			config, err := loadConfig(cmd, a.configFile)
			if err != nil {
				return err
			}
			a.config = config
			level, err := config.level()
			if err != nil {
				return err
			}
			slog.SetDefault(slog.New(slog.NewTextHandler(a.Err, &slog.HandlerOptions{Level: level})))
			return nil
		},
	}
	flags := root.PersistentFlags()
	flags.String("store", "", "where the graph is kept: "+storeSchemes+" (default sqlite:"+tilde(defaultStorePath())+")")
	flags.StringVar(&a.configFile, "config", "", "configuration file")
	flags.String("log-level", "", "debug, info, warn or error (default warn)")
	flags.String("questions", "", "a folder of questions beside the built-in ones")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		if text, _, found := strings.Cut(err.Error(), ": strconv."); found { // what parses a number is nobody's concern
			return usagef("%s", text)
		}
		return usageError{err}
	})
	root.AddCommand(
		a.ingestCommand(), a.checkCommand(), a.initCommand(), a.rebuildCommand(), a.documentsCommand(),
		a.askCommand(), a.queryCommand(), a.showCommand(), a.lineageCommand(), a.pathCommand(), a.impactCommand(),
		a.serveCommand(), a.keyCommand(), a.probeCommand(), a.schemaCommand(), a.copyCommand(), a.doctorCommand(), a.versionCommand(),
	)
	examplesFirst(root)
	return root
}

// examplesFirst shows examples above everything else in help.
func examplesFirst(cmd *cobra.Command) {
	cmd.SetUsageTemplate(strings.Replace(cmd.UsageTemplate(), `{{if .HasExample}}

Examples:
{{.Example}}{{end}}`, "", 1))
	cmd.SetHelpTemplate(`{{with (or .Long .Short)}}{{. | trimTrailingWhitespaces}}{{end}}
{{if .HasExample}}
Examples:
{{.Example}}
{{end}}{{if or .Runnable .HasSubCommands}}
{{.UsageString}}{{end}}`)
}

// args wraps a check of positional arguments so that a failure is a usage error.
func args(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, given []string) error {
		if err := check(cmd, given); err != nil {
			return usageError{err}
		}
		return nil
	}
}

// open opens the configured store and says to a person, or who writes, which one it is. The caller closes it.
func (a *app) open(ctx context.Context, how access) (*backend, *graph.Graph, error) {
	store, err := a.config.openStore(ctx, a.config.Store, how)
	if err != nil {
		return nil, nil, err
	}
	if how == creating || a.ErrTTY {
		a.say("Store: %s", store.Where)
	}
	return store, graph.New(store, graph.Limits{}), nil
}

// with opens the store for reading and runs f on its graph.
func (a *app) with(ctx context.Context, f func(*graph.Graph) error) (err error) {
	store, g, err := a.open(ctx, existing)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return f(g)
}

// say writes a line of talk.
func (a *app) say(format string, args ...any) { fmt.Fprintf(a.Err, format+"\n", args...) }

// tilde shortens the home folder in a path that is shown.
func tilde(path string) string {
	if home, err := os.UserHomeDir(); err == nil && home != "/" && strings.HasPrefix(path, home+"/") {
		return "~" + path[len(home):]
	}
	return path
}

// writeJSON writes a value for people and programs to read.
func (a *app) writeJSON(v any) error {
	e := json.NewEncoder(a.Out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// rows writes lines of cells separated by tabs: aligned on a terminal, as they are into a pipe.
func (a *app) rows() rowWriter {
	if a.OutTTY {
		return tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	}
	return plainRows{a.Out}
}

type rowWriter interface {
	io.Writer
	Flush() error
}

type plainRows struct{ io.Writer }

func (plainRows) Flush() error { return nil }
