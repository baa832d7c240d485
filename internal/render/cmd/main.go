// Command cmd renders canonical reports as plain text: a file into a file, or a folder of sets into a
// folder that is loaded as the same runs.
//
//	go run ./internal/render/cmd -style a|b IN OUT
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/crosswalk-graph/crosswalk/internal/render"
)

func main() {
	style := flag.String("style", "a", "a or b: the renderer to follow")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: cmd -style a|b IN OUT   (two files, or two folders)")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 2 || *style != "a" && *style != "b" {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(flag.Arg(0), flag.Arg(1), render.Style((*style)[0])); err != nil {
		fmt.Fprintln(os.Stderr, "render:", err)
		os.Exit(1)
	}
}

func run(in, out string, style render.Style) error {
	info, err := os.Stat(in)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return render.Folder(in, out, style)
	}
	report, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	text, err := render.Render(report, style)
	if err != nil {
		return fmt.Errorf("%s: %w", in, err)
	}
	return os.WriteFile(out, text, 0o644)
}
