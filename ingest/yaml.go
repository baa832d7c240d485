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

	"go.yaml.in/yaml/v4"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/source"
)

// Caps of the files that stand beside documents: a file's size, and in YAML one value, and its lists.
const (
	maxBeside = 256 << 10 // bytes
	maxValue  = 1000      // bytes
	maxItems  = 10_000
)

// readBeside reads one of the files that stand beside documents, by its name in the tree.
func readBeside(t *source.Tree, name string) ([]byte, error) {
	f, err := t.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // only read from
	data, err := readCapped(f, nil, maxBeside)
	if err == nil && len(data) > maxBeside {
		err = fmt.Errorf("more than %d bytes", maxBeside)
	}
	return data, err
}

// A yamlReader reads the YAML of one sidecar or manifest and collects what is wrong with it. It follows no
// anchors, so the work is linear in the file.
type yamlReader struct {
	path     string
	what     string // "sidecar"
	severity diag.Severity
	code     string
	lines    []string
	starts   []int // byte offset of each line
	diags    diag.List
}

func newYAMLReader(path, what string, severity diag.Severity, code string, data []byte) *yamlReader {
	r := &yamlReader{path: path, what: what, severity: severity, code: code, lines: strings.SplitAfter(string(data), "\n")}
	for start, i := 0, 0; i < len(r.lines); i++ {
		r.starts = append(r.starts, start)
		start += len(r.lines[i])
	}
	return r
}

// document gives the only document's top node; false when there is none or it cannot be read.
func (r *yamlReader) document(data []byte) (*yaml.Node, bool) {
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
		r.bad(&second, "a "+r.what+" is one YAML document", "Remove what follows the first one.")
		return nil, false
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 {
		return nil, false
	}
	return doc.Content[0], true
}

// failed reports that the text is no YAML.
func (r *yamlReader) failed(err error) {
	at, message := yaml.Mark{}, err.Error()
	var load *yaml.LoadError
	if errors.As(err, &load) {
		at, message = load.Mark, load.Message
	}
	r.diags = append(r.diags, diag.Diagnostic{Severity: r.severity, Code: r.code, Subject: r.at(at.Line, at.Column, 0),
		Summary: "The " + r.what + " is no YAML: " + message, Detail: "Nothing in it counts until it is corrected."})
}

// mapping reads a mapping by its keys, each at most once and none but those given.
func (r *yamlReader) mapping(n *yaml.Node, what string, keys map[string]func(*yaml.Node)) {
	r.pairs(n, what, func(key, value *yaml.Node) {
		if read, known := keys[key.Value]; known {
			read(value)
			return
		}
		r.bad(key, fmt.Sprintf("%s has no key %q", what, diag.Clip(key.Value)), "It may have "+sortedNames(keys)+".")
	})
}

// pairs reads the keys and values of a mapping, each key once.
func (r *yamlReader) pairs(n *yaml.Node, what string, read func(key, value *yaml.Node)) {
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
		switch {
		case key.Kind == yaml.ScalarNode && seen[key.Value]:
			r.bad(key, fmt.Sprintf("%s has the key %q twice", what, diag.Clip(key.Value)), "Keep one of them.")
		case r.plain(key) && r.plain(value):
			seen[key.Value] = true
			read(key, value)
		}
	}
}

func (r *yamlReader) list(n *yaml.Node, what string) []*yaml.Node {
	switch {
	case n.Kind != yaml.SequenceNode:
		r.bad(n, what+" is a list", "Write each item on a line of its own after a hyphen.")
		return nil
	case len(n.Content) > maxItems:
		r.bad(n, fmt.Sprintf("%s has more than %d items", what, maxItems), "Use patterns that match many files.")
		return nil
	}
	return n.Content
}

// text reads a value as written: 0123 and 2026-10-01 are text here, true and null are mistakes.
func (r *yamlReader) text(n *yaml.Node) string {
	value := strings.TrimSpace(n.Value)
	switch {
	case n.Kind != yaml.ScalarNode:
		r.bad(n, "a single value belongs here", "Write it on the line of its key.")
	case n.Tag == "!!null" || value == "":
		r.bad(n, "the value is missing", "Give it, or leave the key out.")
	case n.Tag == "!!bool":
		r.bad(n, fmt.Sprintf("%q is read as yes or no, not as text", n.Value), "Put it in quotes.")
	case !printable(value):
		r.bad(n, "the value has control characters or is longer than "+fmt.Sprint(maxValue)+" bytes", "Shorten or correct it.")
	default:
		return value
	}
	return ""
}

func printable(s string) bool {
	return len(s) <= maxValue && utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
}

// plain refuses what makes one part of a file stand for another.
func (r *yamlReader) plain(n *yaml.Node) bool {
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		r.bad(n, "anchors and aliases are not read here", "Write the value out.")
		return false
	}
	return true
}

func (r *yamlReader) bad(n *yaml.Node, summary, detail string) {
	width := 0
	if n.Kind == yaml.ScalarNode {
		width = len(n.Value)
	}
	r.diags = append(r.diags, diag.Diagnostic{Severity: r.severity, Code: r.code, Subject: r.at(n.Line, n.Column, width),
		Summary: strings.ToUpper(summary[:1]) + summary[1:], Detail: detail})
}

// at turns a line and a column in characters into a range of at most width bytes within the line.
func (r *yamlReader) at(line, column, width int) diag.Range {
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
