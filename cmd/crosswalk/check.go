package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest"
	"github.com/crosswalk-graph/crosswalk/ingest/catalogue"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
	"github.com/crosswalk-graph/crosswalk/ingest/strict"
)

// Where the program's pages are, for those who read a log of diagnostics elsewhere.
const (
	homePage        = "https://github.com/crosswalk-graph/crosswalk"
	diagnosticsPage = homePage + "/blob/main/docs/diagnostics.md"
)

func (a *app) checkCommand() *cobra.Command {
	var opts ingest.Options
	var format, explain string
	var asStrict bool
	cmd := &cobra.Command{
		Use:   "check PATH…",
		Short: "Say what is wrong with reports, without loading them",
		Long: `Reads reports as ingest does and prints diagnostics with file, line, column, a stable code and what to do.
Nothing is stored. With --strict, what breaks a rule of the reports' contract is an error, and the members
of a set are held against each other. Exits with 1 when there is an error. docs/diagnostics.md lists all
codes and rules.`,
		Example: `  crosswalk check reports/
  crosswalk check reports/ --strict                  before a report is handed on
  crosswalk check --explain markdown/answer-missing  what a code means, and what to do
  crosswalk check reports/ --format sarif > crosswalk.sarif`,
		RunE: func(cmd *cobra.Command, paths []string) error {
			switch {
			case explain != "" && len(paths) > 0:
				return usagef("--explain takes a code and no paths")
			case explain != "":
				return a.explain(explain)
			case len(paths) == 0:
				return usagef("give the files and folders to check, or - for standard input")
			case !slices.Contains([]string{"text", "json", "sarif"}, format):
				return usagef("format %q: use text, json or sarif", format)
			}
			seen := &keeper{}
			read := seen.formats(formats)
			var watch strict.Watch
			if asStrict {
				read = watch.Formats(read)
			}
			progress := a.progress()
			opts.Stdin, opts.Progress = a.In, progress.files
			sum, err := ingest.Check(cmd.Context(), read, paths, opts)
			progress.clear()
			if sum == nil {
				return err
			}
			if asStrict {
				sum.Diagnostics = catalogue.All().Strict(append(sum.Diagnostics, watch.Check(sum.Files)...))
			}
			err = errors.Join(err, a.writeDiagnostics(format, sum.Diagnostics, seen.source))
			a.say("%s", summaryLine(sum))
			a.code = loadExitCode(sum)
			return err
		},
	}
	identityFlags(cmd, &opts)
	f := cmd.Flags()
	f.StringVar(&format, "format", "text", "text, json or sarif")
	f.BoolVar(&asStrict, "strict", false, "hold reports to every rule of their contract")
	f.StringVar(&explain, "explain", "", "say what a code means")
	return cmd
}

// writeDiagnostics writes a list in one of the formats.
func (a *app) writeDiagnostics(format string, list diag.List, source func(string) []byte) error {
	switch format {
	case "json":
		return diag.WriteJSON(a.Out, list)
	case "sarif":
		folder, err := os.Getwd()
		if err != nil {
			folder = "" // names are then written as they are
		}
		s := diag.SARIF{Version: programVersion(), Home: homePage, Help: diagnosticsPage, Catalogue: catalogue.All(), Source: source, Folder: folder}
		return s.Write(a.Out, list)
	}
	out := a.Out
	color := a.OutTTY && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	if safe, ok := out.(safeWriter); ok && color {
		out = safe.w // what reports say is escaped already, and colours must not be
	}
	return diag.Text{Source: source, Color: color}.Write(out, list)
}

// explain prints what the catalogue says of a code.
func (a *app) explain(code string) error {
	e, known := catalogue.All().Entry(strings.Trim(code, "[]"))
	if !known {
		return graph.Errorf(graph.NotFound, "no diagnostic has the code %q; docs/diagnostics.md lists them", diag.Clip(code))
	}
	_, err := io.WriteString(a.Out, diag.Explain(e))
	if err != nil {
		return fmt.Errorf("write what a code means: %w", err)
	}
	return nil
}

// maxKept bounds the texts that a keeper holds, in bytes. Those beyond are read from disk again.
const maxKept = 64 << 20

// A keeper holds the texts that formats parse, so that the lines which diagnostics point at are those that
// were read: of standard input, too.
type keeper struct {
	mu    sync.Mutex
	texts map[string][]byte
	bytes int
	disk  func(name string) []byte
}

// formats wraps formats so that the keeper sees their texts.
func (k *keeper) formats(list []ingest.Format) []ingest.Format {
	k.texts, k.disk = map[string][]byte{}, sourceText()
	out := make([]ingest.Format, len(list))
	for i, f := range list {
		out[i] = kept{f, k}
	}
	return out
}

// source gives the text of a file by its name, nil when it is not at hand.
func (k *keeper) source(name string) []byte {
	if text, known := k.texts[name]; known {
		return text
	}
	return k.disk(name)
}

type kept struct {
	ingest.Format
	by *keeper
}

func (f kept) Parse(src diag.Source) (report.Document, diag.List) {
	f.by.mu.Lock()
	if f.by.bytes += len(src.Bytes); f.by.bytes <= maxKept {
		f.by.texts[src.Name] = src.Bytes
	}
	f.by.mu.Unlock()
	return f.Format.Parse(src)
}
