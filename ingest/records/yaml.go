package records

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// The lists of a YAML file. Which of the two an entry stands in makes no difference.
const (
	nodesKey         = "nodes"
	relationshipsKey = "relationships"
)

// readYAML reads the header's keys and the two lists.
func (p *parse) readYAML() {
	r := &yamlReader{parse: p}
	top, ok := r.document()
	if !ok {
		return
	}
	if top.Kind != yaml.MappingNode {
		p.fail(CodeForm, r.place(top), "The file is no mapping of keys to values", "Write system:, nodes: and relationships: at the top.")
		return
	}
	var header []report.Member
	seen := map[string]bool{}
	for i := 0; i+1 < len(top.Content); i += 2 {
		key, value := top.Content[i], top.Content[i+1]
		again := seen[key.Value]
		seen[key.Value] = true
		switch {
		case again:
			p.repeated(key.Value, r.place(key))
		case key.Value == nodesKey || key.Value == relationshipsKey:
			end := len(p.lines) + 1
			if i+2 < len(top.Content) {
				end = top.Content[i+2].Line
			}
			if !r.entries(value, key.Value, end) {
				return
			}
		default:
			m, ok := r.member(key, value, 0)
			if !ok {
				return
			}
			header = append(header, m)
		}
	}
	p.header(header)
}

// A yamlReader turns the nodes of the library into values.
type yamlReader struct {
	*parse
	// The place that was looked up last: the column of a byte on a line, counted in characters as the
	// library does. Nodes come in order, so each line is gone through once.
	atLine, atColumn, atByte int
}

// document gives the top node of the only document.
func (r *yamlReader) document() (*yaml.Node, bool) {
	if len(r.bytes) > maxYAML || r.marks() > maxMarks {
		r.diags.File(CodeTooLarge, fmt.Sprintf("The file has %d bytes of YAML, and may have more than %d keys and values", len(r.bytes), maxMarks),
			fmt.Sprintf("At most %d bytes and so many keys and values are read. Split it, or write JSON Lines, which may be longer.", maxYAML))
		r.stopped = true
		return nil, false
	}
	loader, err := yaml.NewLoader(bytes.NewReader(r.bytes), yaml.WithPlugin(loaderlimits.New(loaderlimits.DepthValue(maxDepth+2))))
	var doc, second yaml.Node
	if err == nil {
		err = loader.Load(&doc)
	}
	switch {
	case errors.Is(err, io.EOF), err == nil && len(doc.Content) == 0:
		return nil, false
	case err != nil:
		r.failed(err)
		return nil, false
	}
	if err := loader.Load(&second); !errors.Is(err, io.EOF) {
		r.fail(CodeYAML, r.at(max(second.Line, 1), 1), "A record file is one YAML document", "Remove what follows the first one.")
		return nil, false
	}
	return doc.Content[0], true
}

// marks is at least the number of nodes that the library will make: each has one before or behind it.
func (r *yamlReader) marks() (n int) {
	for _, c := range r.bytes {
		switch c {
		case '\n', '-', ':', ',', '[', '{', '?':
			n++
		}
	}
	return n
}

func (r *yamlReader) failed(err error) {
	at, message := report.Place{Line: 1, Column: 1, Byte: r.shift}, err.Error()
	var load *yaml.LoadError
	if errors.As(err, &load) {
		at, message = r.at(load.Mark.Line, load.Mark.Column), load.Message
	}
	r.fail(CodeYAML, at, "The file is no YAML: "+diag.Clip(message), "Correct it; until then nothing in it is read. Texts with a colon or hash need quotes.")
}

// entries reads a list of entries, each of which ends before the next one or before the line given.
func (r *yamlReader) entries(list *yaml.Node, key string, end int) bool {
	if list.Kind == yaml.ScalarNode && list.Tag == "!!null" {
		return true
	}
	if list.Kind != yaml.SequenceNode || list.Anchor != "" {
		r.fail(CodeForm, r.place(list), key+" is a list", "Write each entry below it after a hyphen: - {kind: component, id: cache}")
		return true
	}
	for i, n := range list.Content {
		stop := end
		if i+1 < len(list.Content) {
			stop = list.Content[i+1].Line
		}
		v, ok := r.value(n, 0)
		switch {
		case !ok:
			return false
		case v.Type != report.ValueMap:
			r.fail(CodeForm, v.At, "An item that is no entry", "Write it as keys and values: - {kind: component, id: cache}")
		case !r.add(report.Entry{Members: v.Members, At: v.At, Span: report.Span{Start: v.At.Line, End: r.lastLine(v.At.Line, stop)}}):
			return false
		}
	}
	return true
}

// lastLine is the last line from one on and above another that is neither blank nor a comment.
func (r *yamlReader) lastLine(from, above int) int {
	for n := min(above-1, len(r.lines)); n > from; n-- {
		if text := bytes.TrimSpace(r.line(n)); len(text) > 0 && text[0] != '#' {
			return n
		}
	}
	return from
}

// value turns a node into a value; false when nothing more is to be read.
func (r *yamlReader) value(n *yaml.Node, depth int) (v report.Value, ok bool) {
	v.At = r.place(n)
	switch {
	case !r.room(v.At):
		return v, false
	case n.Kind == yaml.AliasNode || n.Anchor != "":
		r.fail(CodeAlias, v.At, "Anchors and aliases are not read here", "Write the value out.")
		return v, false
	case depth > maxDepth:
		r.fail(CodeTooDeep, v.At, fmt.Sprintf("Values nest deeper than %d", maxDepth), "Keep entries flat: keys, texts and lists of texts.")
		return v, false
	}
	switch n.Kind {
	case yaml.MappingNode:
		v.Type = report.ValueMap
		return v, r.members(&v, n, depth+1)
	case yaml.SequenceNode:
		v.Type = report.ValueList
		for _, c := range n.Content {
			item, ok := r.value(c, depth+1)
			if !ok {
				return v, false
			}
			v.Items = append(v.Items, item)
		}
	default:
		v.Type, v.Text = scalarType(n), n.Value
		return v, r.wellFormed(v.Text, v.At)
	}
	return v, true
}

// scalarType tells what a scalar is. Dates are text here.
func scalarType(n *yaml.Node) report.ValueType {
	switch n.Tag {
	case "!!int", "!!float":
		return report.ValueNumber
	case "!!bool":
		return report.ValueBool
	case "!!null":
		return report.ValueNull
	}
	return report.ValueText
}

// members reads the keys and values of a mapping.
func (r *yamlReader) members(v *report.Value, n *yaml.Node, depth int) bool {
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		m, ok := r.member(n.Content[i], n.Content[i+1], depth)
		switch {
		case !ok:
			return false
		case seen[m.Key]:
			r.repeated(m.Key, m.At)
			continue
		case len(seen) == maxKeys:
			r.fail(CodeTooWide, m.At, fmt.Sprintf("More than %d keys", maxKeys), "An entry states one node or relationship.")
			return false
		}
		seen[m.Key] = true
		v.Members = append(v.Members, m)
	}
	return true
}

// member reads a key and its value.
func (r *yamlReader) member(key, value *yaml.Node, depth int) (m report.Member, ok bool) {
	m.Key, m.At = key.Value, r.place(key)
	if key.Kind != yaml.ScalarNode || key.Anchor != "" {
		r.fail(CodeForm, m.At, "A key that is no plain text", "Write key: value.")
		return m, false
	}
	m.Value, ok = r.value(value, depth)
	return m, ok && r.wellFormed(m.Key, m.At)
}

// place is that of a node: of a scalar the text where it stands as it is, on one line.
func (r *yamlReader) place(n *yaml.Node) report.Place {
	at := r.at(n.Line, n.Column)
	if n.Kind != yaml.ScalarNode {
		return at
	}
	start, quotes := at.Byte-r.shift, 0
	if rest := r.bytes[start:]; len(rest) > 0 && (rest[0] == '"' || rest[0] == '\'') {
		quotes = 1
	}
	if !bytes.HasPrefix(r.bytes[start+quotes:], []byte(n.Value)) {
		return at
	}
	return r.placeOn(at.Line, start, start+len(n.Value)+2*quotes)
}

// at turns a line and a column in characters into a place.
func (r *yamlReader) at(line, column int) report.Place {
	if line = max(line, 1); line > len(r.lines) { // the end of the file
		line, column = len(r.lines), len(r.bytes)+1
	}
	if line != r.atLine || column < r.atColumn {
		r.atLine, r.atColumn, r.atByte = line, 1, r.lines[line-1]
	}
	for end := r.lines[line-1] + len(r.line(line)); r.atColumn < column && r.atByte < end; r.atColumn++ {
		_, size := utf8.DecodeRune(r.bytes[r.atByte:end])
		r.atByte += size
	}
	return r.placeOn(line, r.atByte, r.atByte)
}
