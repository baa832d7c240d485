package resolvers_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

// fieldsOf are the fields that follow each type of relationship, at its sources and at its targets. Where
// the kind at the far end decides, a word is KIND:FIELD, and the last word is that for all other kinds. A
// dash stands where a field of one node, or a list in an order of its own, shows the same.
var fieldsOf = map[graph.RelType][2]string{
	graph.PartOf:              {"-", "parts"},
	graph.Annotates:           {"-", "annotations"},
	graph.Consumes:            {"consumes", "consumedBy"},
	graph.Produces:            {"produces", "producedBy"},
	graph.Reads:               {"reads", "readBy"},
	graph.Writes:              {"writes", "writtenBy"},
	graph.Feeds:               {"feeds", "fedBy"},
	graph.LeadsTo:             {"leadsTo", "ledToBy"},
	graph.GovernedBy:          {"governedBy", "governs"},
	graph.FlowsTo:             {"flowsTo", "flowsFrom"},
	graph.Cites:               {"cites", "citedBy"},
	graph.DistinctFrom:        {"distinctFrom", "distinctFrom"},
	graph.ClosestTo:           {"closestTo", "closestBy"},
	graph.PossibleDuplicateOf: {"possibleDuplicates", "possibleDuplicates"},
	graph.SupersededBy:        {"supersededBy", "supersedes"},
	graph.EvidencedBy:         {"passages", "owners"},
	graph.AnchoredIn:          {"files", "passage:passages citedBy"},
	graph.CitesSource:         {"sources", "citedBy"},
	graph.Covers:              {"covers", "coverage"},
	graph.Concerns:            {"concerns", "issue:issues denial:denials findings"},
	graph.Supports:            {"findings", "supportedBy"},
	graph.Assesses:            {"assesses", "findings"},
	graph.ImplementedBy:       {"implementedBy", "implements"},
	graph.Verifies:            {"verifies", "verifiedBy"},
	graph.Declares: {"annotation:annotations idea:ideas issue:issues coverage:coverage denial:denials finding:findings records",
		"-"},
	graph.MemberOf:   {"-", "documents"},
	graph.Analyses:   {"-", "-"},
	graph.PinnedAt:   {"pinnedAt", "pins"},
	graph.HasFinding: {"findings", "findingOf"},
	graph.Amends:     {"amends", "amendedBy"},
}

// TestEveryRelationshipIsShown relates a node of every kind that a type allows to one of every kind, twice, and
// finds each from the other, once, through a field that is named for it. A type that is not among fieldsOf fails.
func TestEveryRelationshipIsShown(t *testing.T) {
	for i := range graph.RelTypes {
		r := &graph.RelTypes[i]
		t.Run(string(r.Type), func(t *testing.T) {
			w := newWriter(quillRun, "quillstore", "memory")
			w.preamble("Quillstore", "MEMORY", "Quillstore memory report", "2026-10-01")
			for _, s := range r.Sources {
				for _, k := range r.Targets {
					for range 2 {
						w.relate(r.Type, w.node(s, "source"), w.node(k, "target"), graph.Declared, "")
					}
				}
			}
			e := resolvers.New(resolvers.Resolver{Graph: graph.New(load(t, w.batch), graph.Limits{})}, resolvers.Limits{})
			for _, s := range r.Sources {
				checkFields(t, e, w.node(s, "source"), fieldsOf[r.Type][0], w, r.Targets, "target")
			}
			for _, k := range r.Targets {
				checkFields(t, e, w.node(k, "target"), fieldsOf[r.Type][1], w, r.Sources, "source")
			}
		})
	}
}

// node names a node of a kind, defining it unless it is there or follows from its id.
func (w *writer) node(k graph.Kind, name string) graph.ID {
	id := graph.NewID(k, w.run, name)
	if k == graph.Repository {
		id = graph.NewPathID(k, "forge.example", name)
	}
	defined := slices.ContainsFunc(w.batch.Contributions, func(c graph.Contribution) bool { return c.Node == id })
	if info := graph.KindOf(k); !defined && info.Sharing != graph.Intrinsic {
		props := graph.Props{}
		for _, p := range info.Properties {
			switch p.Name {
			case "run":
				props["run"] = w.runID()
			case "system":
				props["system"] = w.systemID()
			}
		}
		w.says(graph.Defines, id, props)
	}
	return id
}

// checkFields reads the fields at a node and compares where they lead with the nodes of some kinds.
func checkFields(t *testing.T, e *resolvers.Executor, near graph.ID, fields string, w *writer, far []graph.Kind, name string) {
	t.Helper()
	want := map[string][]string{}
	for _, k := range far {
		for _, word := range strings.Fields(fields) {
			kind, field, apart := strings.Cut(word, ":")
			if !apart {
				field = kind
			} else if kind != string(k) {
				continue
			}
			if field != "-" {
				want[field] = append(want[field], string(w.node(k, name)))
			}
			break
		}
	}
	if fields == "" {
		t.Fatal("no field is named")
	}
	for field, ids := range want {
		query := fmt.Sprintf("{ node(id: %q) { ... on %s { it: %s(first: 100) { totalCount nodes { id } } } } }", near, graph.KindOf(near.Kind()).Type, field)
		answer := e.Run(t.Context(), resolvers.Request{Query: query})
		if err := answer.Err(); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		var data struct {
			Node struct {
				It struct {
					TotalCount int
					Nodes      []struct{ ID string }
				}
			}
		}
		if err := json.Unmarshal(answer.Data, &data); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, n := range data.Node.It.Nodes {
			got = append(got, n.ID)
		}
		slices.Sort(got)
		slices.Sort(ids)
		if d := cmp.Diff(ids, got); d != "" || data.Node.It.TotalCount != len(ids) {
			t.Errorf("%s: %d counted, nodes (-related +shown):\n%s", query, data.Node.It.TotalCount, d)
		}
	}
}
