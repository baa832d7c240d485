package ingest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// SidecarFile is the name of a sidecar: a file that says of the reports below its folder what they do not
// say themselves.
const SidecarFile = sidecarFile

// A Surveyed is what a group of documents in one folder say of themselves. Those of a group lack the same
// and are about one system.
type Surveyed struct {
	Folder    string   // below the surveyed one, slashes; "." for itself
	Documents []string // names of the files in it
	Whole     bool     // the folder has no other documents
	Said      Stated   // what they say; "" for what somebody has to
	Several   bool     // they are about several systems: nothing can be said of all
}

// Survey reads the documents of a folder and tells what they say of themselves. Sidecars above it are heeded;
// one in it is refused as Conflict, since that would be written anew. Errors: as Load, and NotFound for a
// folder without documents.
func Survey(ctx context.Context, formats []Format, dir string) ([]Surveyed, diag.List, error) {
	if _, err := os.Lstat(filepath.Join(dir, sidecarFile)); !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, graph.Errorf(graph.Conflict, "%s is there already: edit it, or remove it first", filepath.Join(dir, sidecarFile))
	}
	root, info, err := resolve(dir)
	if err != nil || !info.IsDir() {
		return nil, nil, graph.Errorf(graph.NotFound, "%s is no folder", dir)
	}
	l := newLoader(nil, formats, Options{})
	if err := l.discover(ctx, []string{dir}); err != nil {
		return nil, nil, err
	}
	found, err := l.survey(ctx, root)
	if err != nil {
		return nil, nil, err
	}
	if err := l.found.close(); err != nil {
		return nil, nil, err
	}
	if len(found) == 0 {
		return nil, l.sum.Diagnostics, graph.Errorf(graph.NotFound, "no format reads a file below %s", dir)
	}
	return grouped(found), l.sum.Diagnostics, nil
}

// surveyed is what one document says of itself.
type surveyed struct {
	path    string // below the surveyed folder, slashes
	said    Stated
	slug    string
	several bool
}

// survey reads the documents that were found. What a member of a run says of repository and revision, it says
// for the others.
func (l *loader) survey(ctx context.Context, root string) ([]surveyed, error) {
	var out []surveyed
	run := map[string]Stated{}
	for _, f := range l.found.files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p, doc := l.parse(f)
		if doc == nil {
			l.sum.Diagnostics = append(l.sum.Diagnostics, p.diags...)
			continue
		}
		rel, _ := relative(root, f.path)
		id, _ := Identify(doc, f.stated)
		s := surveyed{path: rel, slug: id.Slug, several: id.Slug == "" && id.Run != "",
			said: Stated{System: id.System, Repository: id.Repository, Revision: id.Revision}}
		if !id.Provisional && id.Run != "" {
			s.said.Run = id.Run
			run[id.Run] = run[id.Run].over(Stated{Repository: id.Repository, Revision: id.Revision})
		}
		out = append(out, s)
	}
	for i := range out {
		out[i].said = out[i].said.over(run[out[i].said.Run])
	}
	return out, nil
}

// grouped puts documents of one folder together that say the same of themselves.
func grouped(found []surveyed) []Surveyed {
	groups := map[string]*Surveyed{}
	inFolder := map[string]int{}
	for _, s := range found {
		folder := path.Dir(s.path)
		inFolder[folder]++
		key := fmt.Sprintf("%q", []string{folder, s.slug, s.said.Run, s.said.Repository, s.said.Revision})
		if groups[key] == nil {
			groups[key] = &Surveyed{Folder: folder, Said: s.said, Several: s.several}
		}
		groups[key].Documents = append(groups[key].Documents, path.Base(s.path))
	}
	out := make([]Surveyed, 0, len(groups))
	for _, g := range groups {
		g.Whole = inFolder[g.Folder] == len(g.Documents)
		slices.Sort(g.Documents)
		out = append(out, *g)
	}
	slices.SortFunc(out, func(a, b Surveyed) int { return strings.Compare(a.first(), b.first()) })
	return out
}

func (s *Surveyed) first() string { return path.Join(s.Folder, s.Documents[0]) }

// Patterns are what the group's entries in a sidecar are for.
func (s *Surveyed) Patterns() []string {
	if s.Whole {
		return []string{path.Join(literal(s.Folder), "*")}
	}
	out := make([]string, len(s.Documents))
	for i, name := range s.Documents {
		out[i] = literal(path.Join(s.Folder, name))
	}
	return out
}

// literal makes a pattern that matches a path and nothing else.
func literal(p string) string {
	var b strings.Builder
	for _, r := range p {
		if strings.ContainsRune(`*?[]{}\`, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// A SidecarEntry is what a sidecar says of the files that its pattern matches.
type SidecarEntry struct {
	Pattern string
	Stated  Stated
	Unsaid  []string // keys that neither the files nor the entry give a value: they stand there as comments
}

// WriteSidecar writes a sidecar into a folder, whole or not at all. name stands for the folder in the
// locations of what is loaded from it; "" leaves the path there. Errors: Invalid when a value cannot
// stand in a sidecar, Conflict when there is one; the file system's.
func WriteSidecar(dir, name string, entries []SidecarEntry) error {
	file := filepath.Join(dir, sidecarFile)
	text := sidecarText(name, entries)
	if _, _, diags := parseSidecar(file, []byte(text)); diags.HasErrors() {
		return graph.Errorf(graph.Invalid, "%s: %s", diags[0].Summary, diags[0].Detail)
	}
	err := create(file, text)
	if errors.Is(err, fs.ErrExist) {
		return graph.Errorf(graph.Conflict, "%s is there already: edit it, or remove it first", file)
	}
	return err
}

// create makes a file that must not be there yet: whoever looks sees nothing or all of it.
func create(file, text string) error {
	temp, err := os.CreateTemp(filepath.Dir(file), ".crosswalk-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(temp.Name()) }() // it has its other name, or was not wanted
	_, err = temp.WriteString(text)
	if err = errors.Join(err, temp.Chmod(0o644), temp.Close()); err != nil {
		return err
	}
	return os.Link(temp.Name(), file)
}

// sidecarText spells a sidecar. Every value is quoted, as JSON: no value then means anything else in YAML.
func sidecarText(name string, entries []SidecarEntry) string {
	var b strings.Builder
	b.WriteString("# What the reports below this folder do not say of themselves. Later entries win over earlier ones.\n")
	if name != "" {
		fmt.Fprintf(&b, "name: %s\n", inQuotes(name))
	}
	if len(entries) > 0 {
		b.WriteString("sources:\n")
	}
	for _, e := range entries {
		fmt.Fprintf(&b, "  - path: %s\n", inQuotes(e.Pattern))
		for _, v := range e.Stated.Values() {
			switch {
			case *v.Text != "":
				fmt.Fprintf(&b, "    %s: %s\n", v.Key, inQuotes(*v.Text))
			case slices.Contains(e.Unsaid, v.Key):
				fmt.Fprintf(&b, "    # %s:\n", v.Key)
			}
		}
	}
	return b.String()
}

func inQuotes(s string) string {
	text, _ := json.Marshal(s) // a string always has a spelling
	return string(text)
}
