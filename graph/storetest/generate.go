package storetest

import (
	"fmt"
	"slices"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A generator makes random histories that are worth comparing: it looks at the model to choose
// origins that are known, copies, old batches and files that moved.
type generator struct {
	chance
	*universe
	model *Model
	said  []graph.Batch // every batch with facts so far
	jobs  bool          // whether something operational is noted too
}

const locations = 8

func location(i int) string { return fmt.Sprintf("study:quill/%d.md", i) }

// step makes the batches of one Apply, at most six, each for another origin.
func (g *generator) step() []graph.Batch {
	var out []graph.Batch
	taken := map[string]bool{}
	add := func(bs ...graph.Batch) {
		for _, b := range bs {
			if taken[b.Origin.Location] {
				return
			}
		}
		for _, b := range bs {
			taken[b.Origin.Location] = true
			b.Replace = g.in(3)
			out = append(out, b)
		}
	}
	for range 1 + g.IntN(6) {
		switch n := g.IntN(20); {
		case n < 1 && g.jobs:
			add(g.job())
		case n < 3:
			add(graph.Batch{Origin: graph.Origin{Location: location(g.IntN(locations))}, Purge: g.in(3)})
		case n < 5:
			add(g.again())
		case n < 8:
			add(g.copied())
		case n < 10:
			add(g.moved(taken))
		case n < 12:
			add(g.exchange()...)
		default:
			i := g.IntN(locations)
			// Most locations keep to their document, so that most batches conflict with nothing.
			doc := g.documents[i]
			if g.in(6) {
				doc = pick(g.chance, g.documents)
			}
			add(g.at(location(i), g.facts(doc)))
		}
	}
	return out
}

// at gives facts another origin, with bytes of their own.
func (g *generator) at(where string, b graph.Batch) graph.Batch {
	b.Origin.Location, b.Origin.Path = where, ""
	if !g.in(3) {
		b.Origin.Path = "/data/" + where
	}
	b.Origin.Format = pick(g.chance, []string{"canonical", "rendered"})
	b.Content = []byte(fmt.Sprintf("bytes %d\x00\xff", g.IntN(1000)))
	b.Origin.ByteDigest = fmt.Sprintf("%x", b.Content)
	return b
}

// job is something operational, or its end.
func (g *generator) job() graph.Batch {
	id := pick(g.chance, g.ids[graph.IngestJob])
	b := graph.Batch{Origin: graph.Origin{Location: string(id), Document: id, Model: graph.ModelVersion}}
	if g.in(3) {
		return b
	}
	g.say(&b, graph.Defines, id)
	mustSeal(&b)
	return b
}

// again repeats what a known origin says or failed to say.
func (g *generator) again() graph.Batch {
	if e := g.some(); e != nil {
		return g.at(e.Origin.Location, *clone(e.Batch))
	}
	return g.at(location(0), g.facts(g.documents[0]))
}

// copied brings facts that were said before to any origin.
func (g *generator) copied() graph.Batch {
	if len(g.said) == 0 {
		return g.again()
	}
	b := pick(g.chance, g.said)
	if e := g.some(); e != nil && g.in(2) {
		b = *e.Batch
	}
	return g.at(location(g.IntN(locations)), *clone(&b))
}

// moved brings a known origin with a path to a new location, with old or new facts.
func (g *generator) moved(taken map[string]bool) graph.Batch {
	e := g.some()
	if e == nil || e.Origin.Path == "" || taken[e.Origin.Location] || g.sharedPath(e.Origin.Path) {
		return g.again()
	}
	b := *clone(e.Batch)
	if g.in(2) {
		b = g.facts(b.Origin.Document)
	}
	b = g.at(location(locations+g.IntN(locations)), b)
	b.Origin.Path = e.Origin.Path
	taken[e.Origin.Location] = true
	return b
}

// sharedPath tells whether several known origins have the path: then which one moved is open.
func (g *generator) sharedPath(path string) bool {
	at := map[string]bool{}
	for _, e := range g.model.journal {
		if e.State != graph.Past && e.Origin.Path == path {
			at[e.Origin.Location] = true
		}
	}
	return len(at) > 1
}

// exchange lets two origins swap documents or records within one Apply.
func (g *generator) exchange() []graph.Batch {
	a, b := g.some(), g.some()
	if a == nil || b == nil || a.Origin.Location == b.Origin.Location {
		return []graph.Batch{g.again()}
	}
	x, y := *clone(a.Batch), *clone(b.Batch)
	if g.in(2) {
		return []graph.Batch{g.at(a.Origin.Location, y), g.at(b.Origin.Location, x)}
	}
	g.give(&x, &y)
	g.give(&y, &x)
	return []graph.Batch{g.at(a.Origin.Location, x), g.at(b.Origin.Location, y)}
}

// give moves the records that one batch defines to another.
func (g *generator) give(from, to *graph.Batch) {
	var left []graph.Contribution
	for _, c := range from.Contributions {
		there := slices.ContainsFunc(to.Contributions, func(d graph.Contribution) bool { return d.Node == c.Node && d.Role == c.Role })
		if c.Role == graph.Defines && graph.KindOf(c.Kind).Record && !there && g.in(2) {
			c.Document = to.Origin.Document
			c.Props["document"] = string(c.Document)
			to.Contributions = append(to.Contributions, c)
		} else {
			left = append(left, c)
		}
	}
	from.Contributions = left
	mustSeal(from)
	mustSeal(to)
}

// some gives a known origin's current or refused edition, nil while there is none.
func (g *generator) some() *graph.Edition {
	var known []*graph.Edition
	for i := range g.model.journal {
		if e := &g.model.journal[i]; e.State != graph.Past && !e.Origin.Document.Kind().Operational() {
			known = append(known, e)
		}
	}
	if len(known) == 0 {
		return nil
	}
	return pick(g.chance, known)
}

// facts makes a random document: itself, its run and system, records of any kind and role, amendments,
// and relationships between anything that the kinds table allows.
func (g *generator) facts(doc graph.ID) graph.Batch {
	b := graph.Batch{Origin: graph.Origin{Location: "unplaced", Document: doc, Model: graph.ModelVersion}}
	run := doc.Scope()
	ofRun := func(k graph.Kind) []graph.ID {
		return slices.DeleteFunc(slices.Clone(g.ids[k]), func(id graph.ID) bool { return id.Scope() != run })
	}
	g.say(&b, graph.Defines, doc)
	g.say(&b, graph.Defines, graph.NewID(graph.Run, run))
	g.say(&b, graph.Defines, some(g.chance, g.ids[graph.System], 1)...)
	g.say(&b, graph.Defines, some(g.chance, ofRun(graph.Passage), 2)...)
	g.say(&b, graph.Defines, some(g.chance, ofRun(graph.Source), 1)...)
	g.say(&b, graph.Amended, some(g.chance, ofRun(graph.Run), 1)...)
	for _, k := range graph.RecordKinds() {
		if g.in(2) {
			g.say(&b, graph.Defines, some(g.chance, ofRun(k), 1)...)
		}
		if g.in(4) {
			g.say(&b, graph.Amended, some(g.chance, ofRun(k), 2)...)
			g.say(&b, graph.Refers, some(g.chance, ofRun(k), 1)...)
		}
	}
	for _, k := range []graph.Kind{graph.Annotation, graph.Idea, graph.Issue, graph.Coverage, graph.Denial, graph.Finding} {
		if g.in(4) {
			g.say(&b, graph.Defines, graph.NewID(k, run, doc.Local(), "1"))
		}
	}
	for range g.IntN(14) {
		g.relate(&b)
	}
	mustSeal(&b)
	g.said = append(g.said, *clone(&b))
	return b
}

// say adds contributions to nodes; only a shared node may be said twice.
func (g *generator) say(b *graph.Batch, role graph.Role, ids ...graph.ID) {
	for _, id := range ids {
		c := graph.Contribution{Node: id, Kind: id.Kind(), Role: role, Props: g.props(g.chance, id.Kind()),
			Document: b.Origin.Document, Line: g.IntN(9), Rule: pick(g.chance, []string{"record.declared", ""})}
		if claims(&c) && graph.KindOf(c.Kind).Property("document") != nil {
			c.Props["document"] = string(c.Document)
		}
		switch {
		case role == graph.Amended:
			c.Rank = 1 + g.IntN(2)
		case graph.KindOf(id.Kind()).Sharing == graph.Shared:
			c.Rank = g.IntN(3)
		}
		b.Contributions = append(b.Contributions, c)
	}
}

// relate adds a relationship of any type: at times a loop, or a second one between the same ends.
func (g *generator) relate(b *graph.Batch) {
	t := pick(g.chance, graph.RelTypes)
	// The first ids are taken more often, so that some nodes have many links.
	end := func(kinds []graph.Kind) graph.ID {
		ids := g.ids[pick(g.chance, kinds)]
		return ids[min(g.IntN(len(ids)), g.IntN(len(ids)))]
	}
	source, target := end(t.Sources), end(t.Targets)
	if g.in(6) && slices.Contains(t.Targets, source.Kind()) {
		target = source
	}
	for ordinal := range 1 + max(0, g.IntN(6)-4) {
		r := graph.Relationship{
			ID:   graph.NewRelationshipID(b.Origin.Document, "rule.x", t.Type, source, target, ordinal),
			Type: t.Type, Source: source, Target: target, Certainty: graph.Certainty(1 + g.IntN(3)), Rule: "rule.x",
			Document: b.Origin.Document, Line: g.IntN(4), Sentence: pick(g.chance, phrases), Approximate: g.in(2), Lossy: g.in(3),
		}
		if g.in(2) {
			r.Heading = g.text()
		}
		if !slices.ContainsFunc(b.Relationships, func(s graph.Relationship) bool { return s.ID == r.ID }) {
			b.Relationships = append(b.Relationships, r)
		}
	}
}

// mustSeal seals a batch that this package made.
func mustSeal(b *graph.Batch) {
	if err := b.Seal(); err != nil {
		panic(fmt.Sprintf("storetest made a bad batch: %v", err))
	}
}

// Documents makes a random graph that uses everything that the kinds table allows: sealed batches, one for each
// of a few documents. Some may conflict with others. Equal seeds give equal batches.
func Documents(seed int) []graph.Batch {
	g := &generator{chance: newChance(seed, 9), universe: newUniverse(), model: NewModel()}
	var out []graph.Batch
	for i, doc := range g.documents {
		out = append(out, g.at(location(i), g.facts(doc)))
	}
	return out
}
