// Command crosswalk loads analysis reports into a graph and answers questions across them.
//
// This package wires: it lists the formats, opens the store that the configuration names, and hands
// functions of one package to another. It must not know what a record, a route or a question says.
// One file a command; config.go alone reads configuration.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"golang.org/x/term"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// Once interrupted, a second interrupt ends the program at once: a read from a terminal does not notice
	// the first.
	context.AfterFunc(ctx, stop)
	code := run(ctx, os.Args[1:], stdStreams())
	stop()
	os.Exit(code)
}

// streams are where a command reads and writes: results on Out, talk on Err.
type streams struct {
	In       io.Reader
	Out, Err io.Writer
	OutTTY   bool // Out is a terminal: tables instead of TSV, colour
	ErrTTY   bool // Err is a terminal: a progress bar instead of lines
	InTTY    bool // In is a terminal: questions may be asked
	Width    int  // columns of Out when it is a terminal
}

func stdStreams() streams {
	s := streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Width: 120}
	s.InTTY = term.IsTerminal(int(os.Stdin.Fd()))
	s.ErrTTY = term.IsTerminal(int(os.Stderr.Fd()))
	if s.OutTTY = term.IsTerminal(int(os.Stdout.Fd())); s.OutTTY {
		s.Out = safeWriter{os.Stdout}
		if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && w > 40 {
			s.Width = w
		}
	}
	return s
}

// safeWriter keeps what reports say from commanding a terminal: control and direction characters come out
// as escapes, whatever the format.
type safeWriter struct{ w io.Writer }

func (s safeWriter) Write(p []byte) (int, error) {
	lines := strings.Split(string(p), "\n")
	for i, line := range lines {
		cells := strings.Split(line, "\t")
		for j := range cells {
			cells[j] = diag.Printable(cells[j])
		}
		lines[i] = strings.Join(cells, "\t")
	}
	if _, err := io.WriteString(s.w, strings.Join(lines, "\n")); err != nil {
		return 0, err
	}
	return len(p), nil
}
