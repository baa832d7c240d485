package mdtext

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// MaxFrontMatter caps the front matter, in bytes. A memory profile is the largest.
const MaxFrontMatter = 1 << 20

// maxFrontDepth caps how deep it nests: axes, units, findings and records of a profile.
const maxFrontDepth = 16

// FrontMatter gives the top mapping of the front matter, or nil.
func (s *Source) FrontMatter() *yaml.Node {
	if s.front.Start == s.front.End {
		return nil
	}
	text := s.original[s.front.Start:s.front.End]
	if len(text) > MaxFrontMatter {
		s.diags.Add(diag.Error, s.format+FrontMatter, s.LineRange(1),
			fmt.Sprintf("The front matter has %d bytes; the limit is %d", len(text), MaxFrontMatter), "It is not read. Keep the keys of the member type.")
		return nil
	}
	loader, err := yaml.NewLoader(bytes.NewReader(text), yaml.WithPlugin(loaderlimits.New(loaderlimits.DepthValue(maxFrontDepth))))
	var doc yaml.Node
	if err == nil {
		err = loader.Load(&doc)
	}
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		s.frontMatterFailed(err)
		return nil
	case doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode:
		s.diags.Add(diag.Error, s.format+FrontMatter, s.LineRange(1), "The front matter is no mapping of keys to values",
			"Write it as lines of the form key: value.")
		return nil
	}
	if alias := findAlias(&doc); alias != nil {
		s.diags.Add(diag.Error, s.format+FrontMatterAlias, s.NodeRange(alias), "Anchors and aliases are not read in front matter",
			"Write the value out.")
		return nil
	}
	return doc.Content[0]
}

func (s *Source) frontMatterFailed(err error) {
	at, message := s.LineRange(1), err.Error()
	var load *yaml.LoadError
	if errors.As(err, &load) {
		message = load.Message
		if line := load.Mark.Line + 1; line >= 1 && line < s.Body {
			at = s.Range(s.lines[line-1], s.lines[line-1])
		}
	}
	s.diags.Add(diag.Error, s.format+FrontMatter, at, "The front matter is no YAML: "+diag.Clip(message),
		"Correct it; until then the document has no identity.")
}

// findAlias returns the first node that has an anchor or is an alias. The depth is capped before.
func findAlias(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		return n
	}
	for _, c := range n.Content {
		if found := findAlias(c); found != nil {
			return found
		}
	}
	return nil
}

// EachKey calls read for each key of a mapping; of a repeated key the first counts.
func (s *Source) EachKey(n *yaml.Node, read func(key string, k, v *yaml.Node)) {
	seen := make(map[string]bool, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if seen[k.Value] {
			s.diags.Warn(s.format+KeyForm, s.NodeRange(k), fmt.Sprintf("The key %q stands here a second time", diag.Clip(k.Value)),
				"Keep one. The first counts.")
			continue
		}
		seen[k.Value] = true
		read(k.Value, k, v)
	}
}

// Scalar gives a value as written; "" for null and, with a diagnostic, for a list or mapping.
func (s *Source) Scalar(n *yaml.Node, key string) string {
	if n.Kind != yaml.ScalarNode {
		s.KeyForm(n, key, "a single value")
		return ""
	}
	if n.Tag == "!!null" {
		return ""
	}
	return strings.TrimSpace(n.Value)
}

// KeyForm reports a value of another form than its key wants.
func (s *Source) KeyForm(n *yaml.Node, key, form string) {
	s.diags.Warn(s.format+KeyForm, s.NodeRange(n), fmt.Sprintf("%q is not %s", diag.Clip(key), form), "It is not read; write it in that form.")
}

// NodeRange is the place of a node's first line. Columns of the library count characters.
func (s *Source) NodeRange(n *yaml.Node) diag.Range {
	number := min(max(n.Line, 1)+1, len(s.lines))
	start, end := s.lines[number-1], len(s.original)
	if number < len(s.lines) {
		end = s.lines[number] - 1
	}
	line := string(bytes.TrimRight(s.original[start:end], "\r\n"))
	from := 0
	for c := 1; c < n.Column && from < len(line); c++ {
		_, size := utf8.DecodeRuneInString(line[from:])
		from += size
	}
	width := 0
	if n.Kind == yaml.ScalarNode && strings.HasPrefix(line[from:], n.Value) {
		width = len(n.Value)
	}
	return s.Range(start+from, start+from+width)
}

// NodeLine is the line of the document that a node begins on.
func (s *Source) NodeLine(n *yaml.Node) int { return n.Line + 1 }

// FrontKey gives the value of a top-level key of the front matter by the first bytes of a document,
// before anything is parsed; quotes are taken off. front tells whether they begin with front matter at
// all. A value that is no UTF-8 is "".
func FrontKey(head []byte, key string) (value string, front bool) {
	n := 0
	for raw := range bytes.SplitSeq(bytes.TrimPrefix(head, []byte(ByteOrderMark)), []byte("\n")) {
		line := strings.TrimRight(string(raw), " \t\r")
		if n++; n == 1 {
			if line != frontMark {
				return "", false
			}
			continue
		}
		if line == frontMark || line == "..." {
			break
		}
		if v, ok := strings.CutPrefix(line, key+":"); ok && utf8.Valid(raw) {
			return strings.Trim(v, " \t\"'"), true
		}
	}
	return "", true
}
