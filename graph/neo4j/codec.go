package neo4j

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"unicode/utf8"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Names of properties that are no properties of a kind. None of them is in the kinds table.
const (
	propID            = "id"
	propStub          = "stub"          // true on stubs, absent on declared nodes
	propStated        = "stated"        // JSON: values before amendment; opaque ones on the body
	propAmended       = "amended"       // names of amended properties
	propDisagreements = "disagreements" // names of disputed properties
	propLabelWords    = "labelWords"    // on a body: the words of the label
	propTextWords     = "textWords"     // on a body: the words of the text
	propLabelKey      = "labelKey"      // on a body: the beginning of labelWords, for an index
	longPrefix        = "long:"         // the whole of a value that is cut under its own name
)

// keyBytes is how much of a string an index takes. Neo4j refuses what is over about 8 kB; shorter keys
// make smaller indexes.
const keyBytes = 200

// cut gives the beginning of a string that fits into an index, and whether something is left out. What
// is left over is at least keyBytes-3 long, as no rune is split.
func cut(s string) (key string, long bool) {
	if len(s) <= keyBytes {
		return s, false
	}
	n := keyBytes
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n], true
}

// short tells whether a string compares with the cut values as it does with the whole ones: it is
// shorter than whatever is cut.
func short(s string) bool { return len(s) < keyBytes-3 }

// sortable are the names of properties that some kind may be ordered by. All kinds that have one have an
// index of it.
var sortable = func() map[string]bool {
	out := map[string]bool{}
	for i := range graph.Kinds {
		for _, p := range graph.Kinds[i].Properties {
			out[p.Name] = out[p.Name] || p.Sortable
		}
	}
	return out
}()

// mayBeCut tells whether values of a property may be cut. Values of an enum are short.
func mayBeCut(p *graph.Property) bool {
	return sortable[p.Name] && p.Type == graph.StringProp && p.Enum == ""
}

// A nodeRow is a node as it is stored: the properties of the node and those of its body, nil without one.
type nodeRow struct {
	kind        graph.Kind
	props, body map[string]any
}

// encodeNode makes the row of a node. Opaque values go to the body: Neo4j keeps the properties of a node
// in a chain and gives them all or one by one, so a reader of everything but the large ones would either
// load those too or name each of a hundred properties.
func encodeNode(n *graph.Node) (nodeRow, error) {
	r := nodeRow{n.Kind, map[string]any{propID: string(n.ID)}, map[string]any{}}
	for name, v := range n.Props {
		p := graph.PropertyOf(name)
		if p.Opaque {
			r.body[name] = v
			continue
		}
		r.props[name] = v
		if s, isText := v.(string); isText && mayBeCut(p) {
			if key, long := cut(s); long {
				r.props[name], r.props[longPrefix+name] = key, s
			}
		}
	}
	if !n.Declared {
		r.props[propStub] = true
	}
	if len(n.Amended) > 0 {
		r.props[propAmended] = n.Amended
	}
	if len(n.Disagreements) > 0 {
		r.props[propDisagreements] = n.Disagreements
	}
	err := r.stated(n.Stated)
	kind := graph.KindOf(n.Kind)
	if words := words(n.Props.String(kind.Label)); words != "" {
		r.body[propLabelWords] = words
		r.body[propLabelKey], _ = cut(words)
	}
	if words := words(n.Props.String(kind.Text)); words != "" {
		r.body[propTextWords] = words
	}
	if len(r.body) == 0 {
		r.body = nil
		return r, err
	}
	r.body[propID] = string(n.ID)
	return r, err
}

// stated writes the values before amendment, opaque ones apart.
func (r *nodeRow) stated(stated graph.Props) error {
	light, opaque := graph.Props{}, graph.Props{}
	for name, v := range stated {
		if graph.PropertyOf(name).Opaque {
			opaque[name] = v
		} else {
			light[name] = v
		}
	}
	for _, part := range []struct {
		props graph.Props
		to    map[string]any
	}{{light, r.props}, {opaque, r.body}} {
		if len(part.props) == 0 {
			continue
		}
		text, err := json.Marshal(part.props)
		if err != nil {
			return fmt.Errorf("writing the values before amendment: %w", err)
		}
		part.to[propStated] = string(text)
	}
	return nil
}

func words(text string) string { return strings.Join(graph.Words(text), " ") }

// decodeNode reads a node from its properties and those of its body, nil when it has none or they were
// not asked for. It takes the maps over. Properties that the kinds table does not have any more, or has
// with another type, are left out.
func decodeNode(props, body map[string]any) (graph.Node, error) {
	id, _ := props[propID].(string)
	n := graph.Node{ID: graph.ID(id), Declared: true, Props: graph.Props(props)}
	n.Kind = n.ID.Kind()
	if graph.KindOf(n.Kind) == nil {
		return n, fmt.Errorf("a stored node has no valid id: %q", id)
	}
	if props[propStub] == true {
		n.Declared = false
	}
	n.Amended, n.Disagreements = stringsOf(props[propAmended]), stringsOf(props[propDisagreements])
	for _, text := range []any{props[propStated], body[propStated]} {
		if text, ok := text.(string); ok {
			var part graph.Props
			if err := json.Unmarshal([]byte(text), &part); err != nil {
				return n, fmt.Errorf("node %s: %w", id, err)
			}
			if n.Stated == nil {
				n.Stated = graph.Props{}
			}
			maps.Copy(n.Stated, part)
		}
	}
	for name, v := range props {
		if whole, isLong := strings.CutPrefix(name, longPrefix); isLong {
			delete(props, name)
			props[whole] = v
		}
	}
	for name, v := range props {
		if v = typed(graph.PropertyOf(name), v); v != nil {
			props[name] = v
		} else {
			delete(props, name)
		}
	}
	for name, v := range body {
		if p := graph.PropertyOf(name); p != nil && p.Opaque && typed(p, v) != nil {
			props[name] = v
		}
	}
	return n, nil
}

// typed gives a stored value as the property holds it; nil when it has another type.
func typed(p *graph.Property, v any) any {
	if p == nil {
		return nil
	}
	ok := false
	switch v := v.(type) {
	case string:
		ok = p.Type == graph.StringProp
	case bool:
		ok = p.Type == graph.BoolProp
	case int64:
		ok = p.Type == graph.IntProp
	case float64:
		ok = p.Type == graph.FloatProp
	case []any:
		if list := stringsOf(v); p.Type == graph.ListProp && list != nil {
			return list
		}
	}
	if !ok {
		return nil
	}
	return v
}

// stringsOf gives a list of strings as the driver reads one, nil for anything else.
func stringsOf(v any) []string {
	items, _ := v.([]any)
	if len(items) == 0 {
		return nil
	}
	out := make([]string, len(items))
	for i, item := range items {
		s, ok := item.(string)
		if !ok {
			return nil
		}
		out[i] = s
	}
	return out
}

// encodeRelationship gives the properties of a relationship; what says nothing is left out.
func encodeRelationship(r *graph.Relationship) map[string]any {
	p := map[string]any{propID: string(r.ID), "certainty": int64(r.Certainty), "line": int64(r.Line), "document": string(r.Document), "rule": r.Rule}
	if r.Sentence != "" {
		p["sentence"] = r.Sentence
	}
	if r.Heading != "" {
		p["heading"] = r.Heading
	}
	if r.Approximate {
		p["approximate"] = true
	}
	if r.Lossy {
		p["lossy"] = true
	}
	return p
}

func decodeRelationship(p row) graph.Relationship {
	return graph.Relationship{ID: graph.ID(p.str(propID)), Certainty: graph.Certainty(p.num("certainty")), Line: int(p.num("line")),
		Document: graph.ID(p.str("document")), Rule: p.str("rule"), Sentence: p.str("sentence"), Heading: p.str("heading"),
		Approximate: p["approximate"] == true, Lossy: p["lossy"] == true}
}
