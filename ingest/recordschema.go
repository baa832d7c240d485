package ingest

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A schema is a piece of JSON Schema. Its keys are written in order of their names, so that the same
// tables always give the same text.
type schema = map[string]any

// RecordSchema is the JSON Schema (2020-12) of record files, made from the kinds table: of a YAML file as a
// whole, and of a line of JSON Lines. What it refuses, Load refuses or warns of. Load takes some more: the
// spellings of enum values that reports have, and keys of its own where a kind keeps no fields.
func RecordSchema() []byte {
	defs := schema{
		"file": headed(schema{"nodes": listOf(ref("node")), "relationships": listOf(ref("relationship"))},
			"anyOf", []any{schema{"required": []string{"nodes"}}, schema{"required": []string{"relationships"}}}),
		"line":         schema{"anyOf": []any{ref("header"), ref("node"), ref("relationship")}},
		"header":       headed(nil, "required", []string{"crosswalk"}),
		"node":         nodeSchema(),
		"relationship": relationshipSchema(),
		"evidence":     evidenceSchema(),
		"text":         schema{"type": []string{"string", "number", "null"}},
		"list":         schema{"type": []string{"array", "null"}, "items": ref("text")},
		"end": schema{"type": []string{"string", "number"},
			"description": `a node: of this file by its id, of the run by kind and id ("route:shelf-lookup"), any by its whole id`},
	}
	for _, kind := range entryKinds() {
		info := graph.KindOf(kind)
		defs[string(kind)] = kindSchema(info)
		for _, p := range entryProps(info) {
			if p.Enum != "" {
				defs[p.Enum] = enumSchema(p.Enum)
			}
		}
	}
	defs["Certainty"] = enumSchema("Certainty")
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	_ = enc.Encode(schema{ // nothing in it that JSON cannot write
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Crosswalk record file",
		"description": "Nodes and relationships that are stated outright: a YAML file, or a line of a JSON Lines file",
		"anyOf":       []any{ref("file"), ref("line")}, "$defs": defs,
	})
	return out.Bytes()
}

func ref(name string) schema { return schema{"$ref": "#/$defs/" + name} }

func listOf(item schema) schema { return schema{"type": "array", "items": item} }

// described is a reference with what it is for.
func described(name, doc string) schema {
	s := ref(name)
	s["description"] = doc
	return s
}

// headed is an object with the keys of a header and others, and one more condition.
func headed(more schema, key string, condition any) schema {
	props := schema{
		"crosswalk":  schema{"const": 1, "description": "version of the format"},
		"system":     described("text", "name of the system that the entries are about"),
		"run":        described("text", "run id that they belong to"),
		"repository": described("text", "address of the repository that was analysed"),
		"revision":   described("text", "revision that was analysed"),
	}
	for name, s := range more {
		props[name] = s
	}
	return schema{"type": "object", "properties": props, "additionalProperties": false, key: condition}
}

func enumSchema(name string) schema {
	e := graph.EnumOf(name)
	values := make([]string, len(e.Values))
	for i, v := range e.Values {
		values[i] = v.Name
	}
	return schema{"enum": values, "description": e.Doc}
}

// nodeSchema has every kind checked by its own schema.
func nodeSchema() schema {
	var cases []any
	for _, kind := range entryKinds() {
		cases = append(cases, schema{"if": schema{"properties": schema{keyKind: schema{"const": kind}}}, "then": ref(string(kind))})
	}
	return schema{"type": "object", "required": []string{keyKind, keyID}, "allOf": cases,
		"properties": schema{keyKind: schema{"enum": entryKinds()}}}
}

func kindSchema(info *graph.KindInfo) schema {
	props := schema{
		"crosswalk": false, // it would be a header
		keyKind:     schema{"const": info.Kind},
		keyID:       schema{"type": []string{"string", "number"}, "pattern": `^[^/\n\r\t]+$`, "description": "unique among nodes of its kind in the run"},
	}
	if info.Kind == graph.System {
		props[keyID] = described("text", "its name")
	} else {
		props[keySystem] = described("text", "name of the system that it is about, where it is not the file's")
	}
	if hasEvidence(info) {
		props[keyEvidence] = schema{"anyOf": []any{ref("evidence"), listOf(ref("evidence"))}, "description": "places in the source that it rests on"}
	}
	for _, p := range entryProps(info) {
		props[p.Name] = propertySchema(&p)
	}
	return schema{"type": "object", "description": info.Doc, "properties": props, "additionalProperties": keepsFields(info)}
}

func propertySchema(p *graph.Property) schema {
	switch {
	case p.Enum != "":
		return described(p.Enum, p.Doc)
	case p.Type == graph.ListProp:
		return described("list", p.Doc)
	case p.Type == graph.StringProp:
		return described("text", p.Doc)
	}
	names := map[graph.PropType]string{graph.BoolProp: "boolean", graph.IntProp: "integer", graph.FloatProp: "number"}
	return schema{"type": []string{names[p.Type], "null"}, "description": p.Doc}
}

// relationshipSchema has the ends of every type checked: a kind before a colon is one that it joins.
func relationshipSchema() schema {
	var cases []any
	for _, r := range graph.RelTypes {
		cases = append(cases, schema{"if": schema{"properties": schema{keyType: schema{"const": r.Type}}},
			"then": schema{"description": r.Doc, "properties": schema{keySource: notOf(r.Sources), keyTarget: notOf(r.Targets)}}})
	}
	props := schema{
		keyType: schema{"enum": relTypes()}, keySource: ref("end"), keyTarget: ref("end"),
		keyCertainty:   described("Certainty", "how surely it is stated; DECLARED where nothing is said"),
		keySystem:      described("text", "name of the system that the file is about, where nothing else says it"),
		keySentence:    described("text", "the sentence it rests on"),
		keyApproximate: schema{"type": "boolean", "description": "the ends are sure, what lies between them is not"},
	}
	return schema{"type": "object", "required": []string{keyType, keySource, keyTarget}, "properties": props, "additionalProperties": false, "allOf": cases}
}

// notOf refuses the kinds that are none of those given.
func notOf(kinds []graph.Kind) schema {
	var others []string
	for i := range graph.Kinds {
		if k := graph.Kinds[i].Kind; !slices.Contains(kinds, k) {
			others = append(others, string(k))
		}
	}
	return schema{"not": schema{"type": "string", "pattern": "^(" + strings.Join(others, "|") + "):"}}
}

func evidenceSchema() schema {
	props := schema{
		keyPath: described("text", "path below the root of the source"), keyLines: described("text", "lines there: 10-24"),
		keyQuote: described("text", "what is written there"), keyRevision: described("text", "revision that it was read at"),
	}
	return schema{"anyOf": []any{
		schema{"type": "string", "description": "path:lines"},
		schema{"type": "object", "required": []string{keyPath}, "properties": props, "additionalProperties": false},
	}}
}
