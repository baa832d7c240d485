package resolvers_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

// TestEveryPropertyIsShown states a node of each kind with every property that is not nested, and reads
// all of them through the field of its name.
func TestEveryPropertyIsShown(t *testing.T) {
	w := newWriter(quillRun, "quillstore", "memory")
	jobs := newWriter(quillRun, "quillstore", "memory") // what is operational stands in a batch of its own
	repository := graph.NewPathID(graph.Repository, "forge.example", "quill/store")
	refs := map[graph.Kind]graph.ID{graph.System: graph.ID(w.systemID()), graph.Run: graph.ID(w.runID()), graph.Document: w.doc, graph.Repository: repository}
	ids := map[graph.Kind]graph.ID{}
	for i := range graph.Kinds {
		k := &graph.Kinds[i]
		id, known := refs[k.Kind]
		if !known {
			id = graph.NewID(k.Kind, w.run, "one")
		}
		ids[k.Kind] = id
		if k.Operational {
			jobs.batch.Origin = graph.Origin{Location: string(id), Document: id}
			jobs.batch.Contributions = []graph.Contribution{{Node: id, Kind: k.Kind, Document: id, Props: sampleProps(k, refs)}}
			continue
		}
		if k.Sharing != graph.Intrinsic {
			w.says(graph.Defines, id, sampleProps(k, refs))
		}
	}
	w.relate(graph.PinnedAt, graph.ID(w.runID()), repository, graph.Declared, "")
	w.relate(graph.AnchoredIn, ids[graph.Passage], ids[graph.File], graph.Declared, "")

	e := resolvers.New(resolvers.Resolver{Graph: graph.New(load(t, w.batch, jobs.batch), graph.Limits{})}, resolvers.Limits{})
	for i := range graph.Kinds {
		k := &graph.Kinds[i]
		props := sampleProps(k, refs)
		switch k.Kind { // of these, everything follows from the id
		case graph.File:
			props = graph.Props{"run": w.runID(), "path": "one"}
		case graph.Repository:
			props = graph.Props{"url": "https://forge.example/quill/store", "host": "forge.example", "owner": "quill", "name": "store"}
		}
		t.Run(string(k.Kind), func(t *testing.T) { checkShown(t, e, k, ids[k.Kind], props) })
	}
}

// sampleProps gives each property that a field of its name shows a value that tells it apart.
func sampleProps(k *graph.KindInfo, refs map[graph.Kind]graph.ID) graph.Props {
	out := graph.Props{}
	for i, p := range k.Properties {
		text := "a " + p.Name
		if e := graph.EnumOf(p.Enum); e != nil {
			text = e.Values[i%len(e.Values)].Name
		}
		switch {
		case strings.Contains(p.Name, ".") || p.Opaque && p.Name != "text":
			continue
		case p.Ref != "":
			out[p.Name] = string(refs[p.Ref])
		case p.Name == "target":
			out[p.Name] = string(graph.NewID(graph.Route, quillRun, "one"))
		case p.Type == graph.BoolProp:
			out[p.Name] = true
		case p.Type == graph.IntProp:
			out[p.Name] = int64(100 + i)
		case p.Type == graph.ListProp:
			out[p.Name] = []string{text}
		default:
			out[p.Name] = text
		}
	}
	return out
}

func checkShown(t *testing.T, e *resolvers.Executor, k *graph.KindInfo, id graph.ID, props graph.Props) {
	want := map[string]any{}
	var fields []string
	for _, p := range k.Properties {
		v, ok := props[p.Name]
		switch {
		case !ok || p.Name == "endLine":
		case p.Name == "line":
			fields = append(fields, "span { start end }")
			want["span"] = map[string]any{"start": props["line"], "end": props["endLine"]}
		case p.Ref != "" || p.Name == "target":
			fields = append(fields, p.Name+" { id }")
			want[p.Name] = map[string]any{"id": v}
		default:
			fields = append(fields, p.Name)
			want[p.Name] = v
		}
	}
	query := fmt.Sprintf("{ node(id: %q) { ... on %s { %s } } }", id, k.Type, strings.Join(fields, " "))
	answer := e.Run(t.Context(), resolvers.Request{Query: query})
	if err := answer.Err(); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]any{"node": want})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sorted(t, text), sorted(t, answer.Data)); diff != "" {
		t.Errorf("%s (-stated +shown):\n%s", query, diff)
	}
}

// sorted lays JSON out with its members in order.
func sorted(t *testing.T, text []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	out, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
