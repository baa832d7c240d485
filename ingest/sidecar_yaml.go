package ingest

import (
	"fmt"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v4"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// parseSidecar reads a sidecar's text. Unknown keys, wrong types, repeated keys, anchors and aliases
// are errors with their place: a key that is silently ignored is a fact that is silently wrong.
func parseSidecar(path string, data []byte) (entries []sidecarEntry, name string, diags diag.List) {
	r := newYAMLReader(path, "sidecar", diag.Error, CodeSidecar, data)
	root, ok := r.document(data)
	if !ok {
		return nil, "", r.diags
	}
	r.mapping(root, "a sidecar", map[string]func(*yaml.Node){
		"name": func(n *yaml.Node) { name = r.name(n) },
		"sources": func(n *yaml.Node) {
			for _, item := range r.list(n, "sources") {
				entries = append(entries, r.entry(item))
			}
		},
	})
	return entries, name, r.diags
}

func (r *yamlReader) entry(n *yaml.Node) (e sidecarEntry) {
	before := len(r.diags)
	text := func(to *string) func(*yaml.Node) {
		return func(n *yaml.Node) { *to = r.text(n) }
	}
	r.mapping(n, "an entry of sources", map[string]func(*yaml.Node){
		"path":   func(n *yaml.Node) { e.pattern = r.pattern(n) },
		"system": text(&e.stated.System), "run": text(&e.stated.Run), "revision": text(&e.stated.Revision),
		"repository": func(n *yaml.Node) { e.stated.Repository = r.repository(n) },
		"aliases": func(n *yaml.Node) {
			for _, item := range r.list(n, "aliases") {
				if r.plain(item) {
					e.stated.Aliases = append(e.stated.Aliases, r.text(item))
				}
			}
		},
	})
	if e.pattern == "" && len(r.diags) == before {
		r.bad(n, "an entry of sources needs a path", "Give a pattern relative to the sidecar: quillstore/*.txt, or **/*.txt.")
	}
	return e
}

func (r *yamlReader) name(n *yaml.Node) string {
	name := r.text(n)
	if name != "" && !isName(name) {
		r.bad(n, fmt.Sprintf("%q cannot be a name", diag.Clip(name)), "Use letters, digits, dot, hyphen and underscore.")
	}
	return name
}

func (r *yamlReader) pattern(n *yaml.Node) string {
	pattern := r.text(n)
	switch {
	case pattern == "":
	case !doublestar.ValidatePattern(pattern):
		r.bad(n, fmt.Sprintf("%q is no pattern", diag.Clip(pattern)), "Close its brackets and braces.")
	case strings.HasPrefix(pattern, "/"), strings.HasPrefix(pattern, "./"), strings.Contains("/"+pattern+"/", "/../"):
		r.bad(n, fmt.Sprintf("%q can match nothing", diag.Clip(pattern)), "Patterns are relative to the sidecar and stay below it: quillstore/*.txt.")
	}
	return pattern
}

func (r *yamlReader) repository(n *yaml.Node) string {
	address := r.text(n)
	if _, ok := repositoryAddress(address); address != "" && !ok {
		r.bad(n, fmt.Sprintf("%q is no address of a repository", diag.Clip(address)), "Give it with its host: https://example.org/owner/name.")
	}
	return address
}
