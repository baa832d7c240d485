// Package strict holds the members of an analysis set against the rules that need all of them: which
// members there are, what they say of themselves, what they cite of each other (report-grammar 6.1). A
// load does not ask for that, since one member alone is as welcome as a whole set; crosswalk check
// --strict does, for authors.
//
// It looks over the shoulder of the formats while they parse, so nothing is read twice from disk, and
// keeps of each document only what the rules compare. It must not know the graph, or how a document
// is found.
package strict

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/crosswalk-graph/crosswalk/ingest"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A Watch gathers what the members of sets say. Its zero value has seen none.
type Watch struct {
	mu      sync.Mutex
	members []*member
	diags   diag.List // of single members
}

// Formats wraps formats so that the watch sees what they parse.
func (w *Watch) Formats(formats []ingest.Format) []ingest.Format {
	out := make([]ingest.Format, len(formats))
	for i, f := range formats {
		out[i] = watched{f, w}
	}
	return out
}

type watched struct {
	ingest.Format
	by *Watch
}

func (f watched) Parse(src diag.Source) (report.Document, diag.List) {
	doc, diags := f.Format.Parse(src)
	if !diags.HasErrors() {
		if m, found := read(&doc, src); m != nil {
			f.by.add(m, found)
		}
	}
	return doc, diags
}

// add is called from the goroutines that parse.
func (w *Watch) add(m *member, found diag.List) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.members = append(w.members, m)
	w.diags = append(w.diags, found...)
}

// Check gives what is wrong with the members seen, and with the sets that they make together with the
// other files of the same check. A set is the members in one folder, where a boundary or an overview is
// among them. A member that was not given and is there on disk is nobody's fault.
func (w *Watch) Check(files []ingest.FileResult) diag.List {
	found := slices.Clone(w.diags)
	folders := map[string]*set{}
	for _, m := range w.members {
		dir := filepath.Dir(m.name)
		if folders[dir] == nil {
			folders[dir] = newSet(dir)
		}
		folders[dir].members = append(folders[dir].members, m)
	}
	for i := range files {
		if s := folders[filepath.Dir(files[i].Path)]; s != nil {
			s.files = append(s.files, files[i])
		}
	}
	for _, s := range folders {
		slices.SortFunc(s.members, func(a, b *member) int { return strings.Compare(a.name, b.name) })
		found = append(found, s.check()...)
	}
	found.Sort()
	return found
}
