package storetest

import (
	"fmt"
	"iter"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// What a document of Graph holds. With its passages, files and pieces of text that makes about 200
// nodes and 1,000 relationships, so 500 documents give 100,000 nodes and 500,000 relationships.
const (
	bulkRoutes   = 60
	bulkObjects  = 40
	bulkParts    = 20
	bulkPassages = 45
	bulkIssues   = 18
	bulkFiles    = 16
	bulkDegree   = 5  // flow relationships from each record
	docsOfRun    = 10 // documents of one run
)

var bulkWords = strings.Fields("shelf lookup quill index store record replay ledger cursor batch scope window agent prompt memory table key value " +
	"reads writes keeps finds drops merges later never always through between before after without because each every whole part")

// Graph makes a large, regular graph for benchmarks: sealed batches, one a document, that conflict
// with nothing. Records flow into five others each, mostly of their own document, at times of an
// earlier one of their run. Equal arguments give equal batches.
func Graph(seed, documents int) iter.Seq[graph.Batch] {
	return func(yield func(graph.Batch) bool) {
		for i := range documents {
			b := &bulk{chance: newChance(seed, i), number: i, run: fmt.Sprintf("BULK-2026-01-01-system%d-%02d", i/docsOfRun/3, i/docsOfRun)}
			if !yield(b.batch()) {
				return
			}
		}
	}
}

// A bulk makes one document of Graph.
type bulk struct {
	chance
	graph.Batch
	number  int
	run     string
	records []graph.ID
	texts   []graph.ID
}

// record is the id of the n-th record of a document; the same in every document that refers to it.
func (b *bulk) record(document, n int) graph.ID {
	kind := graph.Component
	switch {
	case n < bulkRoutes:
		kind = graph.Route
	case n < bulkRoutes+bulkObjects:
		kind = graph.Object
	}
	return graph.NewID(kind, b.run, fmt.Sprintf("D%04d-%03d", document, n))
}

func (b *bulk) batch() graph.Batch {
	name := fmt.Sprintf("bulk-%04d", b.number)
	id := graph.NewID(graph.Document, b.run, name)
	b.Origin = graph.Origin{Location: "bulk:" + name + ".md", Document: id, ByteDigest: name, Format: "canonical", Model: graph.ModelVersion}
	run, system := graph.NewID(graph.Run, b.run), graph.NewID(graph.System, fmt.Sprintf("system%d", b.number/docsOfRun/3))
	b.say(id, "run", string(run), "system", string(system), "title", b.phrase(4), "role", "MEMORY", "format", "canonical", "lines", int64(900))
	b.say(run, "runId", b.run, "system", string(system), "family", "ANALYSIS", "date", "2026-01-01")
	b.say(system, "name", "System "+system.Scope(), "slug", system.Scope())
	b.relate(graph.MemberOf, id, run)
	b.relate(graph.Analyses, run, system)
	b.declare(system)
	b.flow()
	b.support()
	mustSeal(&b.Batch)
	return b.Batch
}

// declare adds the records and the pieces of text.
func (b *bulk) declare(system graph.ID) {
	for n := range bulkRoutes + bulkObjects + bulkParts {
		b.records = append(b.records, b.record(b.number, n))
	}
	for n := range bulkIssues {
		b.texts = append(b.texts, graph.NewID(graph.Issue, b.run, fmt.Sprintf("D%04d", b.number), fmt.Sprint(n)))
	}
	for n, id := range append(b.records[:len(b.records):len(b.records)], b.texts...) {
		common := []any{"run", string(graph.NewID(graph.Run, b.run)), "system", string(system), "document", string(b.Origin.Document),
			"line", int64(10 * n), "text", b.phrase(60)}
		if id.Kind() == graph.Issue {
			b.say(id, append(common, "title", b.phrase(5), "issueType", "LIMITATION", "number", int64(n))...)
		} else {
			status := pick(b.chance, []string{"WIRED", "OBSERVED", "AFFORDED", "UNINSPECTED"})
			b.say(id, append(common, "handle", id.Local(), "label", b.phrase(3), "implementationStatus", status)...)
		}
		b.relate(graph.Declares, b.Origin.Document, id)
	}
}

// flow links every record to five others.
func (b *bulk) flow() {
	types := append(graph.FlowTypes(graph.WithArrow), graph.FlowTypes(graph.AgainstArrow)...)
	first := b.number / docsOfRun * docsOfRun
	for _, id := range b.records {
		for range bulkDegree {
			document := b.number
			if b.in(8) {
				document = first + b.IntN(b.number-first+1)
			}
			b.relate(pick(b.chance, types), id, b.record(document, b.IntN(len(b.records))))
		}
	}
}

// support gives records and issues their passages, files and citations.
func (b *bulk) support() {
	file := func() graph.ID {
		return graph.NewPathID(graph.File, b.run, fmt.Sprintf("pkg/%04d/file_%d.go", b.number, b.IntN(bulkFiles)))
	}
	for n := range bulkPassages {
		id := graph.NewID(graph.Passage, b.run, fmt.Sprintf("%04x%04x", b.number, n))
		b.say(id, "run", string(graph.NewID(graph.Run, b.run)), "path", file().Local(), "ranges", "10-12", "text", b.phrase(30))
		b.relate(graph.AnchoredIn, id, file())
		b.relate(graph.EvidencedBy, pick(b.chance, b.records), id)
		b.relate(graph.EvidencedBy, pick(b.chance, b.records), id)
	}
	for _, id := range b.texts {
		b.relate(graph.Concerns, id, pick(b.chance, b.records))
		b.relate(graph.Cites, id, pick(b.chance, b.records))
	}
	for n, id := range b.records {
		if n%2 == 0 {
			b.relate(graph.Cites, id, pick(b.chance, b.records))
			b.relate(graph.AnchoredIn, id, file())
		}
	}
}

func (b *bulk) say(id graph.ID, props ...any) {
	c := node(id, graph.Defines, 0, props...)
	c.Document, c.Rule = b.Origin.Document, "bulk"
	b.Contributions = append(b.Contributions, c)
}

func (b *bulk) relate(t graph.RelType, source, target graph.ID) {
	n := len(b.Relationships)
	b.Relationships = append(b.Relationships, graph.Relationship{ID: graph.NewRelationshipID(b.Origin.Document, "bulk", t, source, target, n), Type: t,
		Source: source, Target: target, Certainty: graph.Certainty(1 + b.IntN(3)), Rule: "bulk", Document: b.Origin.Document, Line: 1 + n, Sentence: b.phrase(12)})
}

// phrase makes that many words, the first ones of the list more often.
func (b *bulk) phrase(words int) string {
	var out strings.Builder
	for i := range words {
		if i > 0 {
			out.WriteByte(' ')
		}
		out.WriteString(bulkWords[min(b.IntN(len(bulkWords)), b.IntN(len(bulkWords)))])
	}
	return out.String()
}
