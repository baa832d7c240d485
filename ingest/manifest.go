package ingest

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/source"
)

// manifestFile is the name of the file in a set's folder that names its members (report-grammar 1.2).
const manifestFile = "ARTIFACT.yaml"

// A manifest is no document: nothing of it is in the graph. It pins the bytes of a set's members, so that
// one which was rewritten since shows. Pins go stale without harm, so what disagrees with one is loaded
// all the same (report-grammar 10.13).
type manifest struct {
	file    *file
	members []pinned
}

// A pinned member is one that a manifest names.
type pinned struct {
	path   string // absolute
	name   string
	named  diag.Range
	digest string // SHA-256 of its bytes, lower-case hexadecimal; "" where it has no legible one
	at     diag.Range
}

// manifest reads a file of that name. One that is about something else is passed over like any file
// that no format reads.
func (l *loader) manifest(f *file) prepared {
	p := prepared{file: f, result: FileResult{Path: f.shown, Location: f.location, Bytes: f.size, Outcome: Skipped}}
	inTree, _ := f.tree.Name(f.path)
	data, err := readBeside(f.tree, inTree)
	if err != nil {
		p.diags = diag.List{about(diag.Warning, CodeManifest, f.shown, "The manifest cannot be read: "+cause(err),
			"Check its permissions and size. The members are loaded without it.")}
		return p
	}
	r := newYAMLReader(f.shown, "manifest", diag.Warning, CodeManifest, data)
	root, ok := r.document(data)
	if ok && !ofSet(root) {
		p.result.Outcome = ""
		l.unmatched(&p, data)
		return p
	}
	if ok {
		p.manifest = &manifest{file: f}
		r.pairs(root, "a manifest", func(key, value *yaml.Node) {
			if key.Value == "members" {
				r.pairs(value, "members", p.manifest.member(r))
			}
		})
		p.result.Outcome, p.result.Format = Checked, "manifest"
	}
	p.diags = r.diags
	return p
}

// ofSet tells whether a file's keys are those of a set's manifest.
func ofSet(root *yaml.Node) bool {
	if root.Kind != yaml.MappingNode {
		return false
	}
	for i := 0; i+1 < len(root.Content); i += 2 {
		key, value := root.Content[i].Value, root.Content[i+1]
		if key == "members" || key == "type" && strings.TrimSuffix(path.Base(value.Value), ".md") == "agentic-system-analysis-set" {
			return true
		}
	}
	return false
}

// member reads the entry of one member. What else stands in it is not about its bytes.
func (m *manifest) member(r *yamlReader) func(key, value *yaml.Node) {
	dir := filepath.Dir(m.file.path)
	return func(key, value *yaml.Node) {
		if len(m.members) == maxItems {
			return
		}
		name := r.text(key)
		if name != "" && !filepath.IsLocal(filepath.FromSlash(name)) {
			r.bad(key, fmt.Sprintf("%q is no file of the set", diag.Clip(name)), "Name the members by their path below the manifest.")
			return
		}
		p := pinned{path: filepath.Join(dir, filepath.FromSlash(name)), name: name, named: r.at(key.Line, key.Column, len(key.Value))}
		r.pairs(value, "an entry of members", func(key, value *yaml.Node) {
			if key.Value != "sha256" {
				return
			}
			digest := strings.ToLower(r.text(value))
			if sum, err := hex.DecodeString(digest); digest != "" && (err != nil || len(sum) != 32) {
				r.bad(value, fmt.Sprintf("%q is no SHA-256", diag.Clip(digest)), "Write its 64 hexadecimal digits.")
				return
			}
			p.digest, p.at = digest, r.at(value.Line, value.Column, len(value.Value))
		})
		m.members = append(m.members, p)
	}
}

// checkManifests holds the manifests of the load against its documents: other bytes than a member is
// pinned with, a member that is not there, and a document beside a manifest that does not name it. A file
// that is there and was not given, or is no document, is nobody's fault.
func (l *loader) checkManifests() {
	documents, sets := map[string]*file{}, map[string]*manifest{}
	for _, f := range l.found.files {
		if f.manifest != nil {
			sets[filepath.Dir(f.path)] = f.manifest
		}
		if f.path != "" && f.digest != "" {
			documents[f.path] = f
		}
	}
	named := map[string]bool{}
	for _, m := range sets {
		for i := range m.members {
			p := &m.members[i]
			named[p.path] = true
			if d, wrong := p.check(m.file.tree, documents[p.path]); wrong {
				l.sum.Diagnostics = append(l.sum.Diagnostics, d)
			}
		}
	}
	for path, f := range documents {
		if m := sets[filepath.Dir(path)]; m != nil && !named[path] {
			l.sum.Diagnostics = append(l.sum.Diagnostics, about(diag.Info, CodeManifestUnnamed, f.shown,
				"The manifest beside it does not name it", "Add it to the members, should it be one; it is loaded all the same.",
				diag.Related{Message: "the manifest", Range: diag.Range{File: m.file.shown}}))
		}
	}
}

// check holds one pin against the document of its path, nil where this load has read none.
func (p *pinned) check(t *source.Tree, f *file) (d diag.Diagnostic, wrong bool) {
	d = diag.Diagnostic{Severity: diag.Warning}
	switch {
	case f != nil && p.digest != "" && p.digest != f.digest:
		d.Code, d.Subject, d.Summary = CodeManifestDigest, p.at, diag.Clip(p.name)+" has other bytes than its manifest says"
		d.Detail = "It was changed since the manifest was written. What it says now counts; its SHA-256 is " + f.digest + "."
		d.Related = []diag.Related{{Message: "the member", Range: diag.Range{File: f.shown}}}
		return d, true
	case f == nil:
		inTree, _ := t.Name(p.path)
		if _, err := t.Lstat(inTree); errors.Is(err, fs.ErrNotExist) {
			d.Code, d.Subject, d.Summary = CodeManifestMissing, p.named, diag.Clip(p.name)+" is named by its manifest and is not there"
			d.Detail = "The set is not complete: put the member beside the manifest, or take its name out."
			return d, true
		}
	}
	return d, false
}
