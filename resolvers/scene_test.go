package resolvers_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/internal/teststore"
)

// The scene is one analysis of Quillstore in two documents, an older one of the same system, and one of
// another system. Handles, lines and texts are those of the goldens.
const (
	quillRun = "AAS-2026-10-01-quillstore-07"
	oldRun   = "AAS-2026-03-01-quillstore-01"
	inkRun   = "AAS-2026-09-01-inkwell-02"
)

// A writer collects what one document says.
type writer struct {
	batch       graph.Batch
	run, system string
	doc         graph.ID
	line        int
	ordinal     int
}

func newWriter(run, system, role string) *writer {
	w := &writer{run: run, system: system, doc: graph.NewID(graph.Document, run, role)}
	w.batch.Origin = graph.Origin{Location: "scene:" + run + "/" + role + ".md", Document: w.doc, Format: "test", Model: 1}
	return w
}

func (w *writer) runID() string    { return string(graph.NewID(graph.Run, w.run)) }
func (w *writer) systemID() string { return string(graph.NewID(graph.System, w.system)) }

// says adds a contribution.
func (w *writer) says(role graph.Role, id graph.ID, props graph.Props) graph.ID {
	w.batch.Contributions = append(w.batch.Contributions, graph.Contribution{
		Node: id, Kind: id.Kind(), Role: role, Props: props, Document: w.doc, Line: w.line, Rule: "scene"})
	return id
}

// declare adds a record of four lines, the first one at the next multiple of ten.
func (w *writer) declare(kind graph.Kind, handle, label string, more graph.Props) graph.ID {
	w.line += 10
	props := graph.Props{"run": w.runID(), "system": w.systemID(), "document": string(w.doc), "handle": handle, "label": label,
		"line": int64(w.line), "endLine": int64(w.line + 3)}
	for k, v := range more {
		props[k] = v
	}
	id := w.says(graph.Defines, graph.NewID(kind, w.run, handle), props)
	w.relate(graph.Declares, w.doc, id, graph.Declared, "")
	return id
}

// refer names a record that another document may declare.
func (w *writer) refer(kind graph.Kind, handle, member string) graph.ID {
	return w.says(graph.Refers, graph.NewID(kind, w.run, handle), graph.Props{
		"run": w.runID(), "system": w.systemID(), "handle": handle, "member": member})
}

func (w *writer) relate(t graph.RelType, source, target graph.ID, c graph.Certainty, sentence string) {
	w.ordinal++
	w.batch.Relationships = append(w.batch.Relationships, graph.Relationship{
		ID: graph.NewRelationshipID(w.doc, "scene", t, source, target, w.ordinal), Type: t, Source: source, Target: target,
		Certainty: c, Rule: "scene", Document: w.doc, Line: w.line, Sentence: sentence})
}

// preamble states system, run and document.
func (w *writer) preamble(name, role, title, date string) {
	w.line = 1
	system := w.says(graph.Defines, graph.ID(w.systemID()), graph.Props{"name": name, "slug": w.system, "spellings": []string{name}})
	run := w.says(graph.Defines, graph.ID(w.runID()), graph.Props{"runId": w.run, "system": w.systemID(), "family": "ANALYSIS", "date": date})
	w.says(graph.Defines, w.doc, graph.Props{"run": w.runID(), "system": w.systemID(), "role": role, "title": title,
		"format": "report", "lines": int64(90), "losses": `[{"code":"no-links","line":3,"note":"links are gone"}]`})
	w.relate(graph.Analyses, run, system, graph.Declared, "")
	w.relate(graph.MemberOf, w.doc, run, graph.Declared, "")
	w.line = 0
}

func readBackProps(verdict, established string, more graph.Props) graph.Props {
	p := graph.Props{"readBack.verdict": verdict, "readBack.established": established, "readBack.direction": "UNKNOWN", "readBack.rule": "scene-rule"}
	for k, v := range more {
		p[k] = v
	}
	return p
}

// memory is the first document of Quillstore.
func memory() graph.Batch {
	w := newWriter(quillRun, "quillstore", "memory")
	w.preamble("Quillstore", "MEMORY", "Quillstore memory report", "2026-10-01")
	shelf := w.declare(graph.Component, "MEM-CMP-shelf", "Shelf", graph.Props{"form": "daemon", "implementationStatus": "WIRED", "text": "Keeps cards in order."})
	card := w.declare(graph.Object, "MEM-OBJ-card", "Index card", nil)
	w.relate(graph.PartOf, card, shelf, graph.Declared, "Part of the shelf.")
	lookup := w.declare(graph.Route, "MEM-RTE-lookup", "Shelf lookup", readBackProps("POSITIVE", "TRUE", graph.Props{
		"readBack.direction": "PULL", "readBack.strength": "OBSERVED", "readBack.flags": []string{"ALSO_WITHDRAWAL"}, "readBack.line": int64(32),
		"readBack.sentence": "A later session receives the card.",
		"answers":           `{"laterReadBack":{"text":"A later session receives the card.","line":32,"state":"GIVEN"},"evidenceLimits":{"text":"uninspected — no logs","line":33,"state":"UNINSPECTED"}}`,
		"fields":            `[{"label":"Later read-back","name":"later read-back","text":"A later session receives the card.","line":32}]`,
		"statuses":          `[{"layer":"implementation","value":"observed","line":31}]`,
		"text":              "The session asks the shelf for a card, and the shelf answers with the newest."}))
	w.relate(graph.Reads, lookup, card, graph.Structured, "Reads the index card.")
	w.relate(graph.PartOf, lookup, shelf, graph.Declared, "")
	passage := w.says(graph.Defines, graph.NewID(graph.Passage, w.run, "3f9c0a1b2c4d"), graph.Props{"run": w.runID(), "system": w.systemID(),
		"path": "shelf/read.go", "ranges": "10-12", "digest": "3f9c0a1b2c4d", "text": "return newest(cards)"})
	w.relate(graph.EvidencedBy, lookup, passage, graph.Declared, "")
	w.relate(graph.AnchoredIn, passage, graph.NewPathID(graph.File, w.run, "shelf/read.go"), graph.Declared, "")
	withdrawal := w.declare(graph.Route, "MEM-RTE-withdrawal", "Card withdrawal", readBackProps("WITHDRAWAL_EFFECT", "FALSE", nil))
	w.relate(graph.Writes, withdrawal, card, graph.Stated, "It strikes the card out.")
	w.declare(graph.Route, "MEM-RTE-copy", "Copied lookup", readBackProps("INHERITED", "UNKNOWN", graph.Props{
		"readBack.inherits": string(lookup), "readBack.namesRoutes": []string{string(lookup)}}))
	intake := w.refer(graph.Route, "RT-RTE-intake", "RUNTIME")
	w.declare(graph.Route, "MEM-RTE-relay", "Relay", readBackProps("INHERITED", "UNKNOWN", graph.Props{
		"readBack.inherits": string(intake), "readBack.namesRoutes": []string{string(intake)}}))
	w.relate(graph.Feeds, intake, withdrawal, graph.Stated, "Intake feeds the withdrawal.")
	ghost := w.refer(graph.Object, "MEM-OBJ-ghost", "MEMORY")
	w.relate(graph.Writes, withdrawal, ghost, graph.Stated, "It writes the ghost.")
	return w.batch
}

// epistemic is the second: another analyst's comment on the lookup.
func epistemic() graph.Batch {
	w := newWriter(quillRun, "quillstore", "epistemic")
	w.preamble("Quillstore", "EPISTEMIC", "Quillstore epistemic report", "2026-10-01")
	lookup := w.refer(graph.Route, "MEM-RTE-lookup", "MEMORY")
	w.line = 10
	note := w.says(graph.Defines, graph.NewID(graph.Annotation, w.run, "epistemic", "MEM-RTE-lookup", "1"), graph.Props{
		"run": w.runID(), "system": w.systemID(), "document": string(w.doc), "line": int64(10), "endLine": int64(12),
		"title": "On `MEM-RTE-lookup`", "target": string(lookup), "text": "Nobody checks which card is the newest."})
	w.relate(graph.Annotates, note, lookup, graph.Declared, "")
	return w.batch
}

// older is an analysis of Quillstore that the present one replaces.
func older() graph.Batch {
	w := newWriter(oldRun, "quillstore", "memory")
	w.preamble("Quillstore", "MEMORY", "Quillstore memory report, spring", "2026-03-01")
	w.declare(graph.Route, "MEM-RTE-lookup", "Old lookup", readBackProps("NOT_STATED", "UNKNOWN", nil))
	return w.batch
}

// inkwell is an analysis of another system. A reconciliation changed the verdict on its route.
func inkwell() graph.Batch {
	w := newWriter(inkRun, "inkwell", "memory")
	w.preamble("Inkwell", "MEMORY", "Inkwell memory report", "2026-09-01")
	route := w.declare(graph.Route, "MEM-RTE-dip", "Dip", readBackProps("POSITIVE", "TRUE", nil))
	w.batch.Contributions = append(w.batch.Contributions, graph.Contribution{Node: route, Kind: graph.Route, Role: graph.Amended, Rank: 1,
		Props:    graph.Props{"readBack.verdict": "CAPABILITY_ONLY", "readBack.established": "FALSE"},
		Document: w.doc, Line: 40, Rule: "scene-amendment"})
	return w.batch
}

// reconciliation disposes of a record of the runtime analyst, whose report is not loaded, and says what is open.
// It is part of the conversation about texts alone.
func reconciliation() graph.Batch {
	w := newWriter(quillRun, "quillstore", "reconciliation")
	w.preamble("Quillstore", "RECONCILIATION", "Quillstore reconciliation", "2026-10-01")
	card, lookup := w.refer(graph.Object, "MEM-OBJ-card", "MEMORY"), w.refer(graph.Route, "MEM-RTE-lookup", "MEMORY")
	slip := w.declare(graph.Object, "RT-OBJ-slip", "Paper slip", graph.Props{"implementationStatus": "WIRED", "text": "A slip of paper.",
		"statuses": `[{"layer":"implementation","value":"WIRED","line":11},{"layer":"operation","value":"UNINSPECTED","scope":"nights","line":12}]`})
	w.relate(graph.SupersededBy, slip, card, graph.Declared, "The slip is superseded by the card.")
	w.relate(graph.Amends, w.doc, slip, graph.Declared, "The slip is superseded by the card.")
	w.relate(graph.DistinctFrom, slip, lookup, graph.Stated, "It is distinct from the lookup.")
	w.relate(graph.CitesSource, slip, w.says(graph.Defines, graph.NewID(graph.Source, w.run, "SRC-1"), graph.Props{
		"run": w.runID(), "handle": "SRC-1", "gaps": "no logs"}), graph.Structured, "")
	w.relate(graph.AnchoredIn, slip, graph.NewPathID(graph.File, w.run, "shelf/slip.go"), graph.Structured, "")
	w.batch.Contributions = append(w.batch.Contributions, graph.Contribution{Node: slip, Kind: graph.Object, Role: graph.Amended, Rank: 1,
		Props:    graph.Props{"superseded": true, "text": "A card of paper.", "label": "Paper slip"},
		Document: w.doc, Line: 20, Rule: "scene-amendment"})

	withdrawal := w.refer(graph.Route, "MEM-RTE-withdrawal", "MEMORY")
	for _, amendment := range []string{"The withdrawal's scope is restricted.", "The withdrawal's later read-back is replaced by “no card comes back”."} {
		w.line += 5
		w.relate(graph.Amends, w.doc, withdrawal, graph.Declared, amendment)
	}
	w.batch.Contributions = append(w.batch.Contributions, graph.Contribution{Node: withdrawal, Kind: graph.Route, Role: graph.Amended, Rank: 1,
		Props:    graph.Props{"readBack.verdict": "NONE_STATED", "readBack.sentence": "no card comes back"},
		Document: w.doc, Line: w.line, Rule: "scene-amendment"})

	piece := func(kind graph.Kind, props graph.Props) graph.ID {
		w.line += 10
		for name, v := range (graph.Props{"run": w.runID(), "system": w.systemID(), "document": string(w.doc), "line": int64(w.line), "endLine": int64(w.line)}) {
			props[name] = v
		}
		id := w.says(graph.Defines, graph.NewID(kind, w.run, "reconciliation", "1"), props)
		w.relate(graph.Declares, w.doc, id, graph.Declared, "")
		return id
	}
	limit := piece(graph.Issue, graph.Props{"issueType": "LIMITATION", "title": "No run", "prevents": "any effect", "wouldResolve": "a log"})
	w.relate(graph.Concerns, limit, slip, graph.Structured, "")
	denial := piece(graph.Denial, graph.Props{"denies": "CONSUMES", "text": "Nothing consumes the slip."})
	w.relate(graph.Concerns, denial, slip, graph.Stated, "Nothing consumes the slip.")
	finding := piece(graph.Finding, graph.Props{"axis": "storage_substrate", "value": "paper"})
	w.relate(graph.Supports, slip, finding, graph.Declared, "")
	w.relate(graph.HasFinding, graph.ID(w.runID()), finding, graph.Declared, "")
	row := piece(graph.Coverage, graph.Props{"entryPoint": "Slips", "mode": "SUPPLIED"})
	w.relate(graph.Covers, row, slip, graph.Structured, "")
	w.relate(graph.Covers, row, graph.NewPathID(graph.File, w.run, "shelf/slip.go"), graph.Structured, "")
	return w.batch
}

// counting is a store that counts the calls of its reads.
type counting struct {
	graph.Store
	reads, revisions atomic.Int64
}

func (c *counting) Nodes(ctx context.Context, ids []graph.ID, w graph.Want) ([]graph.Node, error) {
	c.reads.Add(1)
	return c.Store.Nodes(ctx, ids, w)
}

func (c *counting) Find(ctx context.Context, q graph.Query) (graph.NodePage, error) {
	c.reads.Add(1)
	return c.Store.Find(ctx, q)
}

func (c *counting) Walk(ctx context.Context, q graph.StepQuery) ([]graph.Steps, error) {
	c.reads.Add(1)
	return c.Store.Walk(ctx, q)
}

func (c *counting) Count(ctx context.Context, q graph.CountQuery) ([]graph.Group, error) {
	c.reads.Add(1)
	return c.Store.Count(ctx, q)
}

func (c *counting) Search(ctx context.Context, q graph.TextQuery) ([]graph.Node, error) {
	c.reads.Add(1)
	return c.Store.Search(ctx, q)
}

func (c *counting) History(ctx context.Context, q graph.HistoryQuery) ([]graph.Edition, error) {
	c.reads.Add(1)
	return c.Store.History(ctx, q)
}

func (c *counting) Revision(ctx context.Context) (uint64, error) {
	c.revisions.Add(1)
	return c.Store.Revision(ctx)
}

// load opens an empty store and applies batches to it.
func load(t testing.TB, batches ...graph.Batch) *counting {
	t.Helper()
	store := teststore.Open(t)
	for i := range batches {
		if err := batches[i].Seal(); err != nil {
			t.Fatal(err)
		}
	}
	change, err := store.Apply(t.Context(), batches)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range change.Outcomes {
		if o.Result != graph.Added {
			t.Fatalf("%s: %s, conflict %v", o.Location, o.Result, o.Conflict)
		}
	}
	return &counting{Store: store}
}

// scene loads all four documents.
func scene(t testing.TB) *counting {
	return load(t, memory(), epistemic(), older(), inkwell())
}
