package ingest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// What an entry of a record file may say follows from the kinds table. The JSON Schema of record files and
// their lowering both ask here, so they cannot disagree.

// The keys of entries that are no properties.
const (
	keyKind     = "kind"
	keyID       = "id"
	keySystem   = "system"
	keyEvidence = "evidence"

	keyType        = "type"
	keySource      = "source"
	keyTarget      = "target"
	keyCertainty   = "certainty"
	keySentence    = "sentence"
	keyApproximate = "approximate"

	keyPath     = "path"
	keyLines    = "lines"
	keyQuote    = "quote"
	keyRevision = "revision"
)

// The keys of a relationship, and of a piece of evidence.
var (
	relationshipKeys = []string{keyType, keySource, keyTarget, keyCertainty, keySentence, keyApproximate, keySystem}
	evidenceKeys     = []string{keyPath, keyLines, keyQuote, keyRevision}
)

// entryKinds are the kinds that an entry may state: what a document declares, registered sources, and the
// systems that the rest is about.
func entryKinds() []graph.Kind {
	return append(slices.Clone(graph.RelTypeOf(graph.Declares).Targets), graph.Source, graph.System)
}

// meant are names that people give to properties of another name.
var meant = map[string]string{"name": "label", "title": "label", "description": "text", "summary": "text"}

// derived are the properties that follow from an entry's place, from its id or from others.
var derived = []string{"run", "system", "document", "line", "endLine", "handle", "member", "fields", "statuses", "answers",
	"name", "slug", "spellings", "rule"}

// entryProps are the properties that an entry may state of a kind. Those of a route have its answers as
// texts, from which their states and the read-back follow.
func entryProps(k *graph.KindInfo) []graph.Property {
	var out []graph.Property
	for _, p := range k.Properties {
		name, state, group := strings.Cut(p.Name, ".")
		switch {
		case state == "state":
			out = append(out, graph.Property{Name: name, Doc: strings.Replace(p.Doc, "whether the report answers", "answer to", 1)})
		case !group && !slices.Contains(derived, p.Name):
			out = append(out, p)
		}
	}
	return out
}

// keepsFields tells whether a kind keeps what it has no property for, as written.
func keepsFields(k *graph.KindInfo) bool { return k.Property("fields") != nil }

// hasEvidence tells whether entries of a kind can say what they rest on.
func hasEvidence(k *graph.KindInfo) bool {
	return slices.Contains(graph.RelTypeOf(graph.EvidencedBy).Sources, k.Kind)
}

// answerLabel is the label in reports of a route's answer; "" for any other property.
func answerLabel(prop string) string {
	for _, a := range answerProps {
		if a.name == prop {
			return a.label
		}
	}
	return ""
}

// entryProperty is entryProps by name, for each kind of entry, and entryKeys are the names.
var entryProperty, entryKeys = func() (map[graph.Kind]map[string]*graph.Property, map[graph.Kind][]string) {
	byName, names := map[graph.Kind]map[string]*graph.Property{}, map[graph.Kind][]string{}
	for _, kind := range entryKinds() {
		props := entryProps(graph.KindOf(kind))
		byName[kind] = make(map[string]*graph.Property, len(props))
		for i := range props {
			byName[kind][props[i].Name] = &props[i]
			names[kind] = append(names[kind], props[i].Name)
		}
	}
	return byName, names
}()

// statusLayers are the properties that state a conclusion status, with the layer it is of.
var statusLayers = map[string]string{"implementationStatus": "implementation", "operationStatus": "operation"}

// recordSystem is the system that a record file is about: the one stated of it, the header's, or the only
// one that its entries name. several tells that they name more than one, and nothing is said of them all.
func recordSystem(doc *report.Document, s Stated) (name string, several bool) {
	if name = strings.TrimSpace(cmp.Or(s.System, doc.System)); name != "" {
		return name, false
	}
	for i := range doc.RecordFile.Entries {
		v, ok := doc.RecordFile.Entries[i].Value(keySystem)
		switch {
		case !ok || strings.TrimSpace(v.Text) == "" || v.Text == name || name != "" && slug(v.Text) == slug(name):
		case name != "":
			return "", true
		default:
			name = strings.TrimSpace(v.Text)
		}
	}
	return name, false
}
