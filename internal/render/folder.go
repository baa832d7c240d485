package render

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v4"
)

//go:generate go run ./cmd -style a ../../examples/canonical ../../examples/rendered-a
//go:generate go run ./cmd -style b ../../examples/canonical ../../examples/rendered-b

// Members are the files of a set that are rendered: those of the analysts, who declare records.
var Members = []string{"memory.md", "runtime.md", "epistemic.md"}

// A sidecar states of the renderings what only the front matter of their originals said.
type sidecar struct {
	Name    string   `yaml:"name"`
	Sources []source `yaml:"sources"`
}

type source struct {
	Path       string `yaml:"path"`
	System     string `yaml:"system"`
	Run        string `yaml:"run"`
	Repository string `yaml:"repository,omitempty"`
	Revision   string `yaml:"revision,omitempty"`
}

// Folder renders the Members of every set, which is a folder below in with a file of theirs, into a
// folder of the same name below out, and writes a sidecar there by which they are loaded as the same
// runs. It replaces the files it writes and removes none.
func Folder(in, out string, style Style) error {
	sets, err := os.ReadDir(in)
	if err != nil {
		return err
	}
	all := sidecar{Name: filepath.Base(out)}
	for _, set := range sets {
		if !set.IsDir() {
			continue
		}
		s, err := renderSet(filepath.Join(in, set.Name()), filepath.Join(out, set.Name()), style)
		if err != nil {
			return err
		}
		if s.Run != "" {
			s.Path = set.Name() + "/*.txt"
			all.Sources = append(all.Sources, s)
		}
	}
	text, err := yaml.Dump(all, yaml.WithIndent(2))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "crosswalk.sources.yaml"), text, 0o644)
}

// renderSet renders one set and gives what its members say of themselves; nothing for a folder without
// any of them.
func renderSet(in, out string, style Style) (s source, err error) {
	for _, member := range Members {
		file := filepath.Join(in, member)
		report, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return s, err
		}
		m, body, err := frontMatter(report)
		if err != nil {
			return s, fmt.Errorf("%s: %w", file, err)
		}
		if err := os.MkdirAll(out, 0o755); err != nil {
			return s, err
		}
		role, text := strings.TrimSuffix(member, ".md"), m.render(body, style)
		if err := os.WriteFile(filepath.Join(out, role+".txt"), []byte(text), 0o644); err != nil {
			return s, err
		}
		title, _, _ := strings.Cut(text, "\n")
		s.System = cmp.Or(s.System, strings.TrimSuffix(title, " "+role+" report"))
		s.Run, s.Revision = cmp.Or(s.Run, m.Run), cmp.Or(s.Revision, m.Revision)
		s.Repository = cmp.Or(s.Repository, m.Source)
	}
	return s, nil
}
