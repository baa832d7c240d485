package ingest

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// family is the enum value of what sort of account a document belongs to.
func family(doc *report.Document) string {
	switch {
	case doc.Review != nil:
		return "REVIEW"
	case doc.Matrix != nil:
		return "MATRIX"
	case doc.RecordFile != nil:
		return "RECORDS"
	}
	return "ANALYSIS"
}

// review states what only a review has: the artefacts it analyses, its findings on the axes of
// comparison, and the places in the source that it links to.
func (l *lowering) review() {
	if l.doc.Review == nil {
		return
	}
	l.artifacts()
	l.parts[report.OwnerLead] = make([]graph.ID, len(l.doc.Review.Leads))
	values := make([][]graph.ID, len(l.doc.Review.Leads))
	for i := range l.doc.Review.Leads {
		values[i] = l.lead(&l.doc.Review.Leads[i], l.system)
		l.parts[report.OwnerLead][i] = values[i][0]
		for _, id := range values[i] {
			l.relate(graph.Relationship{Type: graph.HasFinding, Source: l.run, Target: id, Certainty: graph.Declared,
				Rule: ruleAxis, Line: l.doc.Review.Leads[i].Line})
		}
	}
	for i := range l.doc.Review.Anchors {
		a := &l.doc.Review.Anchors[i]
		owner, heading := l.speaker(a.Owner)
		owners := []graph.ID{owner}
		if a.Owner.Kind == report.OwnerLead { // a reason is the reason of every value in its line
			owners = values[a.Owner.Index]
		}
		for _, owner := range owners {
			l.anchor(a, owner, heading, ruleBlobLink)
		}
	}
}

// artifacts declares the artefacts as operative objects. The handle of one is the slug of its phrase,
// numbered where it stands for a second one (graph-model 1).
func (l *lowering) artifacts() {
	taken := map[string]bool{}
	next := map[string]int{}
	ids := make([]graph.ID, len(l.doc.Review.Artifacts))
	l.parts[report.OwnerArtifact] = ids
	for i := range l.doc.Review.Artifacts {
		a := &l.doc.Review.Artifacts[i]
		phrase := slug(a.Title)
		handle := phrase
		for taken[handle] {
			next[phrase] = max(next[phrase], 1) + 1
			handle = phrase + "-" + strconv.Itoa(next[phrase])
		}
		taken[handle] = true
		p := l.inDocument(a.Span)
		p["handle"], p["label"], p["member"] = handle, a.Title, memberRole(l.doc.Role)
		set(p, "text", a.Text)
		set(p, "fields", l.json.fields(a.Fields))
		readTyped(p, readings[graph.Object], a.Fields)
		ids[i] = graph.NewID(graph.Object, l.id.Run, handle)
		l.declared[ids[i]] = len(l.batch.Contributions)
		l.declare(ids[i], a.Span, ruleArtifact, p)
	}
}

// matrix states what each row says of its system (graph-model 6). A matrix is about several systems, so
// each finding names its own.
func (l *lowering) matrix() {
	if l.doc.Matrix == nil {
		return
	}
	for i := range l.doc.Matrix.Rows {
		row := &l.doc.Matrix.Rows[i]
		system := graph.NewID(graph.System, slug(row.System))
		p := graph.Props{"name": row.System, "slug": slug(row.System), "spellings": []string{row.System}}
		set(p, "oneLine", row.OneLine)
		l.define(system, row.Line, ruleMatrixRow, p)
		l.relate(graph.Relationship{Type: graph.Analyses, Source: l.run, Target: system, Certainty: graph.Declared,
			Rule: ruleMatrixRow, Line: row.Line})
		for j := range row.Leads {
			for _, id := range l.lead(&row.Leads[j], system) {
				l.relate(graph.Relationship{Type: graph.HasFinding, Source: system, Target: id, Certainty: graph.Declared,
					Rule: ruleMatrixRow, Line: row.Line})
			}
		}
	}
}

// lead states what a document says of a system on one axis, one finding for each value, or one without
// a value that has the assessment alone. It returns them, at least one, in order.
func (l *lowering) lead(a *report.Lead, system graph.ID) []graph.ID {
	values := a.Values
	if len(values) == 0 {
		values = []string{""}
	}
	list := a.Axis
	if system != l.system { // the document is about several
		list = system.Scope() + "." + list
	}
	rule := ruleAxis
	if l.doc.Matrix != nil {
		rule = ruleMatrixRow
	}
	ids := make([]graph.ID, len(values))
	span := report.Span{Start: a.Line, End: a.Line}
	for i, value := range values {
		p := l.inDocument(span)
		p["system"], p["axis"], p["assessment"] = string(system), a.Axis, a.Assessment
		set(p, "value", value)
		set(p, "text", a.Note)
		ids[i], _ = l.next(graph.Finding, list)
		l.declare(ids[i], span, rule, p)
	}
	return ids
}

// anchor states that a text points at a file of the source. Where the link has a range of lines, these
// are a passage that nobody quoted.
func (l *lowering) anchor(a *report.Anchor, owner graph.ID, heading, rule string) {
	file, ok := l.file(a.Path)
	if !ok {
		return
	}
	l.relate(graph.Relationship{Type: graph.AnchoredIn, Source: owner, Target: file, Certainty: graph.Declared,
		Rule: rule, Line: a.Line, Sentence: a.Sentence, Heading: heading})
	if a.Ranges == "" {
		return
	}
	sum := sha256.Sum256([]byte(a.Path + "\x00" + a.Ranges + "\x00" + a.Revision))
	passage := graph.NewID(graph.Passage, l.id.Run, hex.EncodeToString(sum[:6]))
	if !l.located[passage] {
		l.located[passage] = true
		p := graph.Props{"run": string(l.run), "system": string(l.system), "path": a.Path, "ranges": a.Ranges}
		set(p, "revision", a.Revision)
		l.define(passage, a.Line, rule, p)
		l.relate(graph.Relationship{Type: graph.AnchoredIn, Source: passage, Target: file, Certainty: graph.Declared, Rule: rule, Line: a.Line})
	}
	l.relate(graph.Relationship{Type: graph.EvidencedBy, Source: owner, Target: passage, Certainty: graph.Declared,
		Rule: rule, Line: a.Line, Sentence: a.Sentence, Heading: heading})
}
