package sqlite

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// notes is what a node holds besides its properties, where it holds anything.
type notes struct {
	Stated        graph.Props `json:"stated,omitempty"`
	Amended       []string    `json:"amended,omitempty"`
	Disagreements []string    `json:"disagreements,omitempty"`
}

// A nodeRow is a node as its row holds it.
type nodeRow struct {
	id                 string
	declared           int
	props, notes, body string
}

// dest gives where nodeColumns are scanned to.
func (r *nodeRow) dest() []any { return []any{&r.id, &r.declared, &r.props, &r.notes, &r.body} }

func (r *nodeRow) decode(w graph.Want) (graph.Node, error) {
	n := graph.Node{ID: graph.ID(r.id), Declared: r.declared != 0, Props: make(graph.Props, strings.Count(r.props, ",")+1)}
	n.Kind = n.ID.Kind()
	if err := decodeProps(r.props, n.Props); err != nil {
		return n, fmt.Errorf("node %s: %w", r.id, err)
	}
	if r.body != "" {
		if err := decodeProps(r.body, n.Props); err != nil {
			return n, fmt.Errorf("node %s: %w", r.id, err)
		}
	}
	if r.notes == "" {
		return n, nil
	}
	var more notes
	if err := json.Unmarshal([]byte(r.notes), &more); err != nil {
		return n, fmt.Errorf("node %s: %w", r.id, err)
	}
	if w == graph.Light {
		for name := range more.Stated {
			if graph.PropertyOf(name).Opaque {
				delete(more.Stated, name)
			}
		}
	}
	n.Stated, n.Amended, n.Disagreements = more.Stated, more.Amended, more.Disagreements
	return n, nil
}

// encodeNode makes the row of a node.
func encodeNode(n *graph.Node) (nodeRow, error) {
	light, opaque := graph.Props{}, graph.Props{}
	for name, v := range n.Props {
		if graph.PropertyOf(name).Opaque {
			opaque[name] = v
		} else {
			light[name] = v
		}
	}
	r := nodeRow{id: string(n.ID), declared: bit(n.Declared)}
	var err error
	if r.props, err = marshal(light); err != nil {
		return r, err
	}
	if len(opaque) > 0 {
		if r.body, err = marshal(opaque); err != nil {
			return r, err
		}
	}
	if len(n.Amended)+len(n.Disagreements) > 0 {
		r.notes, err = marshal(notes{n.Stated, n.Amended, n.Disagreements})
	}
	return r, err
}

// marshal writes JSON without the escapes that only HTML needs; they would slow down reading.
func marshal(v any) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", fmt.Errorf("writing facts: %w", err)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// decodeProps reads an object that marshal wrote into p. It is what a walk spends its time on, so it
// reads in one pass, and texts share the memory of the row. Properties that the kinds table does not
// have any more are left out.
func decodeProps(text string, p graph.Props) error {
	d := decoder{text: text}
	for d.next('{') || d.next(',') {
		if d.next('}') {
			break
		}
		name := d.str()
		d.expect(':')
		v := d.value(name)
		if d.err != nil {
			return d.err
		}
		if v != nil {
			p[name] = v
		}
	}
	d.next('}')
	if d.err == nil && d.at != len(text) {
		d.fail()
	}
	return d.err
}

// A decoder reads JSON as marshal writes it: without white space between tokens.
type decoder struct {
	text string
	at   int
	err  error
}

func (d *decoder) fail() {
	if d.err == nil {
		d.err = fmt.Errorf("stored properties are damaged at byte %d", d.at)
	}
}

func (d *decoder) next(c byte) bool {
	if d.err == nil && d.at < len(d.text) && d.text[d.at] == c {
		d.at++
		return true
	}
	return false
}

func (d *decoder) expect(c byte) {
	if !d.next(c) {
		d.fail()
	}
}

// str reads a string; one with escapes goes the slow way.
func (d *decoder) str() string {
	start := d.at
	d.expect('"')
	for d.err == nil && d.at < len(d.text) {
		switch d.text[d.at] {
		case '"':
			d.at++
			return d.text[start+1 : d.at-1]
		case '\\':
			return d.escaped(start)
		}
		d.at++
	}
	d.fail()
	return ""
}

func (d *decoder) escaped(start int) (s string) {
	for d.at < len(d.text) && d.text[d.at] != '"' {
		if d.text[d.at] == '\\' {
			d.at++
		}
		d.at++
	}
	d.expect('"')
	if d.err == nil && json.Unmarshal([]byte(d.text[start:d.at]), &s) != nil {
		d.fail()
	}
	return s
}

// value reads a value of the property's type; nil for one of a property that is gone.
func (d *decoder) value(name string) any {
	if d.err != nil || d.at >= len(d.text) {
		d.fail()
		return nil
	}
	prop := graph.PropertyOf(name)
	var v any
	var typ graph.PropType
	switch c := d.text[d.at]; c {
	case '"':
		v, typ = d.str(), graph.StringProp
	case '[':
		v, typ = d.strings(), graph.ListProp
	case 't', 'f':
		v, typ = d.word() == "true", graph.BoolProp
	default:
		if typ = graph.IntProp; prop != nil {
			typ = prop.Type
		}
		v = d.number(typ)
	}
	if prop == nil || prop.Type != typ {
		return nil
	}
	return v
}

func (d *decoder) strings() []string {
	var out []string
	for d.next('[') || d.next(',') {
		out = append(out, d.str())
	}
	d.expect(']')
	return out
}

// word reads up to what ends a bare token.
func (d *decoder) word() string {
	start := d.at
	for d.at < len(d.text) && d.text[d.at] != ',' && d.text[d.at] != '}' {
		d.at++
	}
	return d.text[start:d.at]
}

func (d *decoder) number(typ graph.PropType) any {
	text := d.word()
	if typ == graph.FloatProp {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			d.fail()
		}
		return f
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		d.fail()
	}
	return n
}

// deflate and inflate compress what the journal keeps.
func deflate(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestSpeed)
	if err != nil {
		return nil, fmt.Errorf("compressing: %w", err)
	}
	if _, err := w.Write(data); err != nil {
		return nil, fmt.Errorf("compressing: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("compressing: %w", err)
	}
	return b.Bytes(), nil
}

func inflate(data []byte) ([]byte, error) {
	out, err := io.ReadAll(flate.NewReader(bytes.NewReader(data)))
	if err != nil {
		return nil, fmt.Errorf("a stored document or batch is damaged: %w", err)
	}
	return out, nil
}
