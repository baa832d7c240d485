package ingest

import (
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// sourceID is the id of a registered source.
func (l *lowering) sourceID(handle string) graph.ID {
	return graph.NewID(graph.Source, l.id.Run, handle)
}

// register states the sources that the document's register lists, and returns them. Of two rows for
// one source the first counts; the parser has said so.
func (l *lowering) register() map[graph.ID]bool {
	defined := map[graph.ID]bool{}
	for i := range l.doc.Register {
		row := &l.doc.Register[i]
		id := l.sourceID(row.Handle)
		if defined[id] {
			continue
		}
		defined[id] = true
		p := graph.Props{"run": string(l.run), "handle": row.Handle, "layers": layers(row.Layer)}
		set(p, "sourceKind", row.Kind)
		set(p, "location", row.Location)
		set(p, "revision", row.Revision)
		set(p, "scope", row.Scope)
		set(p, "gaps", row.Gaps)
		l.define(id, row.Span.Start, ruleSourceRow, p)
		if repository, ok := l.repositoryOf(row); ok {
			l.relate(graph.Relationship{Type: graph.PinnedAt, Source: id, Target: repository, Certainty: graph.Declared,
				Rule: ruleSourceRow, Line: row.Span.Start})
		}
	}
	return defined
}

// repositoryOf is the repository that a row locates its source in: the first address in the cell,
// where the row's kind is git or the run analyses that repository. Other addresses are of papers and
// captures.
func (l *lowering) repositoryOf(row *report.SourceRow) (graph.ID, bool) {
	for word := range strings.FieldsSeq(row.Location) {
		word = strings.Trim(word, "`<>(),;.")
		if !strings.Contains(word, "://") && !strings.HasPrefix(word, "git@") {
			continue
		}
		address, ok := repositoryAddress(word)
		id := (&Identity{Repository: address}).RepositoryID()
		kind, _, _ := strings.Cut(strings.ToLower(row.Kind), " ")
		return id, ok && (kind == "git" || id == l.id.RepositoryID())
	}
	return "", false
}

// layers are the evidence layers of a cell, each with the anchors after its colon. They are parted by
// semicolons, as anchors of one layer can be: what has no colon after a layer that has one belongs to it.
func layers(cell string) []string {
	var out []string
	for piece := range strings.SplitSeq(cell, ";") {
		piece = strings.TrimSpace(piece)
		last := len(out) - 1
		switch {
		case piece == "":
		case last >= 0 && strings.Contains(out[last], ":") && !strings.Contains(piece, ":"):
			out[last] += "; " + piece
		default:
			out = append(out, piece)
		}
	}
	return out
}

// citedSources states the sources that texts name. One that is in no register here is known by its id.
func (l *lowering) citedSources() {
	defined := l.register()
	for i := range l.doc.Sources {
		s := &l.doc.Sources[i]
		id := l.sourceID(s.Handle)
		if !defined[id] {
			defined[id] = true
			l.define(id, s.Line, ruleSourceToken, graph.Props{"run": string(l.run), "handle": s.Handle})
		}
		owner, heading := l.speaker(s.Owner)
		l.relate(graph.Relationship{Type: graph.CitesSource, Source: owner, Target: id, Certainty: graph.Structured,
			Rule: ruleSourceToken, Line: s.Line, Sentence: s.Sentence, Heading: heading})
	}
}
