package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v4"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// Caps of a sidecar: its size, one value, and its lists. Its depth is capped by its schema.
const (
	maxSidecar      = 256 << 10 // bytes
	maxSidecarValue = 1000      // bytes
	maxSidecarItems = 10_000
)

// sidecarReader reads the YAML of one sidecar and collects what is wrong with it.
type sidecarReader struct {
	path   string
	lines  []string
	starts []int // byte offset of each line
	diags  diag.List
}

// parseSidecar reads a sidecar's text. Unknown keys, wrong types, repeated keys, anchors and aliases
// are errors with their place: a key that is silently ignored is a fact that is silently wrong.
func parseSidecar(path string, data []byte) (entries []sidecarEntry, name string, diags diag.List) {
	r := &sidecarReader{path: path, lines: strings.SplitAfter(string(data), "\n")}
	for start, i := 0, 0; i < len(r.lines); i++ {
		r.starts = append(r.starts, start)
		start += len(r.lines[i])
	}
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

// document gives the only document's top node; false when there is none or it cannot be read.
func (r *sidecarReader) document(data []byte) (*yaml.Node, bool) {
	loader, err := yaml.NewLoader(bytes.NewReader(data))
	if err != nil {
		r.failed(err)
		return nil, false
	}
	var doc, second yaml.Node
	switch err := loader.Load(&doc); {
	case errors.Is(err, io.EOF):
		return nil, false // nothing but comments
	case err != nil:
		r.failed(err)
		return nil, false
	}
	if err := loader.Load(&second); !errors.Is(err, io.EOF) {
		r.bad(&second, "A sidecar is one YAML document", "Remove what follows the first one.")
		return nil, false
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 {
		return nil, false
	}
	return doc.Content[0], true
}

// failed reports that the text is no YAML.
func (r *sidecarReader) failed(err error) {
	at, message := yaml.Mark{}, err.Error()
	var load *yaml.LoadError
	if errors.As(err, &load) {
		at, message = load.Mark, load.Message
	}
	r.diags = append(r.diags, diag.Diagnostic{Severity: diag.Error, Code: CodeSidecar, Subject: r.at(at.Line, at.Column, 0),
		Summary: "The sidecar is no YAML: " + message, Detail: "Nothing it governs is loaded until it is corrected."})
}

// mapping reads a mapping by its keys, each at most once and none but those given.
func (r *sidecarReader) mapping(n *yaml.Node, what string, keys map[string]func(*yaml.Node)) {
	if !r.plain(n) {
		return
	}
	if n.Kind != yaml.MappingNode {
		r.bad(n, what+" is a mapping of keys to values", "Write it as lines of the form key: value.")
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		read, known := keys[key.Value]
		switch {
		case key.Kind != yaml.ScalarNode || !known:
			r.bad(key, fmt.Sprintf("%s has no key %q", what, diag.Clip(key.Value)), "It may have "+sortedNames(keys)+".")
		case seen[key.Value]:
			r.bad(key, fmt.Sprintf("%s has the key %q twice", what, key.Value), "Keep one of them.")
		default:
			seen[key.Value] = true
			if r.plain(key) && r.plain(value) {
				read(value)
			}
		}
	}
}

func (r *sidecarReader) list(n *yaml.Node, what string) []*yaml.Node {
	switch {
	case n.Kind != yaml.SequenceNode:
		r.bad(n, what+" is a list", "Write each item on a line of its own after a hyphen.")
		return nil
	case len(n.Content) > maxSidecarItems:
		r.bad(n, fmt.Sprintf("%s has more than %d items", what, maxSidecarItems), "Use patterns that match many files.")
		return nil
	}
	return n.Content
}

func (r *sidecarReader) entry(n *yaml.Node) (e sidecarEntry) {
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

// text reads a value as written: 0123 and 2026-10-01 are text here, true and null are mistakes.
func (r *sidecarReader) text(n *yaml.Node) string {
	value := strings.TrimSpace(n.Value)
	switch {
	case n.Kind != yaml.ScalarNode:
		r.bad(n, "a single value belongs here", "Write it on the line of its key.")
	case n.Tag == "!!null" || value == "":
		r.bad(n, "the value is missing", "Give it, or leave the key out.")
	case n.Tag == "!!bool":
		r.bad(n, fmt.Sprintf("%q is read as yes or no, not as text", n.Value), "Put it in quotes.")
	case !printable(value):
		r.bad(n, "the value has control characters or is longer than "+fmt.Sprint(maxSidecarValue)+" bytes", "Shorten or correct it.")
	default:
		return value
	}
	return ""
}

func printable(s string) bool {
	return len(s) <= maxSidecarValue && utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
}

func (r *sidecarReader) name(n *yaml.Node) string {
	name := r.text(n)
	if name != "" && !isName(name) {
		r.bad(n, fmt.Sprintf("%q cannot be a name", diag.Clip(name)), "Use letters, digits, dot, hyphen and underscore.")
	}
	return name
}

func (r *sidecarReader) pattern(n *yaml.Node) string {
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

func (r *sidecarReader) repository(n *yaml.Node) string {
	address := r.text(n)
	if _, ok := repositoryAddress(address); address != "" && !ok {
		r.bad(n, fmt.Sprintf("%q is no address of a repository", diag.Clip(address)), "Give it with its host: https://example.org/owner/name.")
	}
	return address
}

// plain refuses what makes one part of a file stand for another.
func (r *sidecarReader) plain(n *yaml.Node) bool {
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		r.bad(n, "anchors and aliases are not read here", "Write the value out.")
		return false
	}
	return true
}

func (r *sidecarReader) bad(n *yaml.Node, summary, detail string) {
	width := 0
	if n.Kind == yaml.ScalarNode {
		width = len(n.Value)
	}
	r.diags = append(r.diags, diag.Diagnostic{Severity: diag.Error, Code: CodeSidecar, Subject: r.at(n.Line, n.Column, width),
		Summary: strings.ToUpper(summary[:1]) + summary[1:], Detail: detail})
}

// at turns a line and a column in characters into a range of at most width bytes within the line.
func (r *sidecarReader) at(line, column, width int) diag.Range {
	rng := diag.Range{File: r.path}
	if line < 1 || line > len(r.lines) {
		return rng
	}
	offset := r.starts[line-1]
	text := strings.TrimRight(r.lines[line-1], "\r\n")
	from := 0
	for c := 1; c < column && from < len(text); c++ {
		_, size := utf8.DecodeRuneInString(text[from:])
		from += size
	}
	to := min(from+width, len(text))
	rng.Start = diag.Pos{Line: line, Column: from + 1, Byte: offset + from}
	rng.End = diag.Pos{Line: line, Column: to + 1, Byte: offset + to}
	return rng
}

func sortedNames[T any](m map[string]T) string {
	return strings.Join(slices.Sorted(maps.Keys(m)), ", ")
}
