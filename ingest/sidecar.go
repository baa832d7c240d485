package ingest

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/source"
)

// sidecarFile is the name of a sidecar. The nearest one beside or above a file governs it.
const sidecarFile = "crosswalk.sources.yaml"

// Stated is what the person who loads a document says of it: in a sidecar, or on the command line.
// An empty value states nothing.
type Stated struct {
	System     string   // name of the system, where the title's does not identify it
	Aliases    []string // other names of the system
	Run        string   // run id
	Repository string   // address of the analysed repository
	Revision   string   // pinned revision
}

// Empty tells whether nothing is stated.
func (s *Stated) Empty() bool {
	for _, v := range s.Values() {
		if *v.Text != "" {
			return false
		}
	}
	return len(s.Aliases) == 0
}

// over lays what s states over what base states, value by value.
func (s Stated) over(base Stated) Stated {
	if len(s.Aliases) == 0 {
		s.Aliases = base.Aliases
	}
	s.System = cmp.Or(s.System, base.System)
	s.Run = cmp.Or(s.Run, base.Run)
	s.Repository = cmp.Or(s.Repository, base.Repository)
	s.Revision = cmp.Or(s.Revision, base.Revision)
	return s
}

// A StatedValue is a value of Stated by its key in a sidecar.
type StatedValue struct {
	Key, Doc string
	Text     *string
}

// Values lists the single values of s, to be read or set.
func (s *Stated) Values() []StatedValue {
	return []StatedValue{
		{"system", "name of the system", &s.System},
		{"run", "run id", &s.Run},
		{"repository", "address of the analysed repository", &s.Repository},
		{"revision", "analysed revision", &s.Revision},
	}
}

// A sidecar says of the files below its folder what they do not say themselves (graph-model 1).
type sidecar struct {
	path    string // of the sidecar itself
	dir     string // resolved folder it stands in
	name    string // stands in for dir in locations; "" for none
	entries []sidecarEntry
	broken  bool // the files it governs fail
}

// A sidecarEntry applies to the files whose path below the sidecar matches its pattern.
type sidecarEntry struct {
	pattern string
	stated  Stated
}

// of gives what all matching entries state of a path below the sidecar; later ones win.
func (s *sidecar) of(rel string) Stated {
	var out Stated
	for _, e := range s.entries {
		if doublestar.MatchUnvalidated(e.pattern, rel) {
			out = e.stated.over(out)
		}
	}
	return out
}

// sidecars finds and reads sidecars, each once.
type sidecars struct {
	byDir map[string]*sidecar // what governs a folder; nil for nothing
	diags diag.List
}

// govern finds the sidecar of a folder: in it, or in the nearest folder above that has one.
func (s *sidecars) govern(t *source.Tree, dir string) *sidecar {
	if known, ok := s.byDir[dir]; ok {
		return known
	}
	found := s.load(t, dir)
	if above, parent, ok := t.Above(dir); found == nil && ok {
		found = s.govern(above, parent)
	}
	s.byDir[dir] = found
	return found
}

// load reads the sidecar in a folder; nil when there is none. One that is there and cannot be read
// is broken, never absent. What is in an archive or a git tree is a copy of something that may have the
// name itself, so there a name stands for nothing.
func (s *sidecars) load(t *source.Tree, dir string) *sidecar {
	path := filepath.Join(dir, sidecarFile)
	inTree, _ := t.Name(path)
	if _, err := t.Lstat(inTree); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	out := &sidecar{path: path, dir: dir}
	data, err := readBeside(t, inTree)
	if err != nil {
		s.breaks(out, CodeSidecar, "The sidecar cannot be read: "+cause(err),
			"What it says is unknown, so nothing it governs is loaded. Check its permissions and size.")
		return out
	}
	entries, name, diags := parseSidecar(path, data)
	out.entries, out.broken = entries, diags.HasErrors()
	if t.OnDisk() {
		out.name = name
	}
	s.diags = append(s.diags, diags...)
	return out
}

func (s *sidecars) breaks(broken *sidecar, code, summary, detail string, related ...diag.Related) {
	broken.broken = true
	s.diags = append(s.diags, about(diag.Error, code, broken.path, summary, detail, related...))
}

// claimNames makes sure that a name stands for one folder: among the sidecars of this load, in order
// of folder, and against the origins that the store knows. A folder whose loaded files are gone has
// moved, and gives its name up.
func (s *sidecars) claimNames(used []*sidecar, origins []graph.OriginInfo) {
	owner := map[string]string{}
	below := map[string][]*graph.Origin{} // origins by the name in their location
	for i := range origins {
		if name, _, named := splitLocation(origins[i].Origin.Location); named {
			below[name] = append(below[name], &origins[i].Origin)
		}
	}
	for _, sc := range used {
		if sc.name == "" || sc.broken {
			continue
		}
		other, taken := owner[sc.name]
		if !taken {
			other, taken = namedElsewhere(sc, below[sc.name])
		}
		if taken {
			s.breaks(sc, CodeSidecarName, fmt.Sprintf("The name %q stands for two folders", sc.name),
				"It identifies what was loaded from below it. Give one of the two sidecars another name.",
				diag.Related{Message: "the other folder", Range: diag.Range{File: other}})
			continue
		}
		owner[sc.name] = sc.dir
	}
}

// namedElsewhere finds another folder with files on disk among the origins below a sidecar's name.
func namedElsewhere(sc *sidecar, origins []*graph.Origin) (dir string, ok bool) {
	for _, o := range origins {
		_, rel, _ := splitLocation(o.Location)
		root, below := folderAbove(o.Path, rel)
		if o.Path == "" || !below || root == sc.dir {
			continue
		}
		if source.Exists(o.Path) {
			return root, true
		}
	}
	return "", false
}
