package ingest

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
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
func (s *sidecars) govern(dir string) *sidecar {
	if known, ok := s.byDir[dir]; ok {
		return known
	}
	found := s.load(dir)
	if parent := filepath.Dir(dir); found == nil && parent != dir {
		found = s.govern(parent)
	}
	s.byDir[dir] = found
	return found
}

// load reads the sidecar in a folder; nil when there is none. One that is there and cannot be read
// is broken, never absent.
func (s *sidecars) load(dir string) *sidecar {
	path := filepath.Join(dir, sidecarFile)
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	out := &sidecar{path: path, dir: dir}
	data, err := readYAML(path)
	if err != nil {
		s.breaks(out, CodeSidecar, "The sidecar cannot be read: "+cause(err),
			"What it says is unknown, so nothing it governs is loaded. Check its permissions and size.")
		return out
	}
	entries, name, diags := parseSidecar(path, data)
	out.entries, out.name, out.broken = entries, name, diags.HasErrors()
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
		if _, err := os.Lstat(o.Path); err == nil {
			return root, true
		}
	}
	return "", false
}
