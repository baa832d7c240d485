package sqlite

import (
	"encoding/json"
	"fmt"
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

// A nodeRow is a node as it is stored.
type nodeRow struct {
	id                 string
	declared           int64
	props, notes, body string
}

// nodeColumns are what nodeRowOf reads, from a node under an alias.
func nodeColumns(alias string, w graph.Want) string {
	body := "NULL"
	if w == graph.Full {
		body = "(SELECT body FROM bodies WHERE bodies.key = " + alias + ".key)"
	}
	return strings.ReplaceAll("@.id, @.declared, @.props, @.notes, ", "@", alias) + body
}

func nodeRowOf(r row) nodeRow {
	return nodeRow{r.str(0), r.num(1), r.str(2), r.str(3), r.str(4)}
}

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
// have any more, or has with another type, are left out.
func decodeProps(text string, p graph.Props) error {
	d := decoder{text: text}
	d.each('{', '}', func() {
		name := d.str()
		d.expect(':')
		if v := d.value(graph.PropertyOf(name)); v != nil {
			p[name] = v
		}
	})
	if d.at != len(text) {
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

// each reads items between brackets.
func (d *decoder) each(open, end byte, item func()) {
	d.expect(open)
	if d.next(end) {
		return
	}
	for more := true; more && d.err == nil; more = d.next(',') {
		item()
	}
	d.expect(end)
}

// str reads a string.
func (d *decoder) str() string {
	d.expect('"')
	rest := d.text[d.at:]
	end := strings.IndexByte(rest, '"')
	if end < 0 || strings.IndexByte(rest[:end], '\\') >= 0 {
		return d.escaped()
	}
	d.at += end + 1
	return rest[:end]
}

// escaped reads the rest of a string with escapes. It stands apart because it allocates.
func (d *decoder) escaped() (s string) {
	end := d.at
	for end < len(d.text) && d.text[end] != '"' {
		if d.text[end] == '\\' {
			end++
		}
		end++
	}
	if d.err != nil || end >= len(d.text) || json.Unmarshal([]byte(d.text[d.at-1:end+1]), &s) != nil {
		d.fail()
		return ""
	}
	d.at = end + 1
	return s
}

// value reads a value; nil for one that does not have the property's type.
func (d *decoder) value(p *graph.Property) any {
	typ, first := graph.PropType(-1), byte(0)
	if p != nil {
		typ = p.Type
	}
	if d.err == nil && d.at < len(d.text) {
		first = d.text[d.at]
	}
	switch first {
	case '"':
		if s := d.str(); typ == graph.StringProp {
			return s
		}
	case '[':
		var l []string
		d.each('[', ']', func() { l = append(l, d.str()) })
		if typ == graph.ListProp && l != nil {
			return l
		}
	default:
		return d.bare(typ)
	}
	return nil
}

// bare reads a number or a truth value.
func (d *decoder) bare(typ graph.PropType) (v any) {
	start := d.at
	for d.at < len(d.text) && d.text[d.at] != ',' && d.text[d.at] != '}' {
		d.at++
	}
	if d.at == start {
		d.fail()
	}
	var err error
	switch text := d.text[start:d.at]; typ {
	case graph.IntProp:
		v, err = strconv.ParseInt(text, 10, 64)
	case graph.FloatProp:
		v, err = strconv.ParseFloat(text, 64)
	case graph.BoolProp:
		v, err = strconv.ParseBool(text)
	}
	if err != nil {
		return nil
	}
	return v
}
