package ingest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// pieces states what the document holds besides records: annotations, the items of its lists, the rows
// of its tables and the findings of a profile.
func (l *lowering) pieces() {
	l.annotations()
	for i := range l.doc.Coverage {
		c := &l.doc.Coverage[i]
		p := l.inDocument(c.Span)
		set(p, "entryPoint", c.Entry)
		set(p, "inspection", c.Inspection)
		set(p, "conclusion", c.Conclusion)
		set(p, "mode", inspectionMode(c))
		set(p, "text", c.Text)
		l.item(graph.Coverage, report.OwnerCoverage, "", c.Span, p)
	}
	for i := range l.doc.Ideas {
		idea := &l.doc.Ideas[i]
		p := l.inDocument(idea.Span)
		set(p, "title", idea.Title)
		set(p, "text", idea.Text)
		l.item(graph.Idea, report.OwnerIdea, "", idea.Span, p)
	}
	l.issues()
	l.rows()
	l.profile()
}

// item declares an item of a list or a row of a table, with its number there.
func (l *lowering) item(kind graph.Kind, owner report.OwnerKind, list string, span report.Span, p graph.Props) graph.ID {
	id, number := l.next(kind, list)
	if graph.KindOf(kind).Property("number") != nil {
		p["number"] = number
	}
	l.parts[owner] = append(l.parts[owner], id)
	l.declare(id, span, ruleDeclaration, p)
	return id
}

// next numbers what has no id of its own, in the order of the text. A kind of which a document can
// hold several lists needs the name of the list.
func (l *lowering) next(kind graph.Kind, list string) (graph.ID, int64) {
	key := string(kind) + "/" + list
	l.numbered[key]++
	number := l.numbered[key]
	local := strconv.Itoa(number)
	if list == "" {
		return l.piece(kind, local), int64(number)
	}
	return l.piece(kind, list, local), int64(number)
}

// piece is the id of something in the document that has no id of its own.
func (l *lowering) piece(kind graph.Kind, local ...string) graph.ID {
	return graph.NewID(kind, append([]string{l.id.Run, l.part}, local...)...)
}

func (l *lowering) annotations() {
	count := map[string]int{}
	for i := range l.doc.Annotations {
		a := &l.doc.Annotations[i]
		count[a.Target]++
		id := l.piece(graph.Annotation, a.Target, strconv.Itoa(count[a.Target]))
		p := l.inDocument(a.Span)
		heading := "On " + a.Target
		if a.Label != "" {
			heading += " — " + a.Label
		}
		p["title"] = heading
		set(p, "text", a.Text)
		set(p, "fields", l.json.fields(a.Fields))
		set(p, "statuses", l.json.statuses(a.Statuses))
		target, ok := l.mention(a.Target, a.Span.Start)
		if ok {
			p["target"] = string(target)
			l.annotatedDirection(a)
		}
		l.parts[report.OwnerAnnotation] = append(l.parts[report.OwnerAnnotation], id)
		l.declare(id, a.Span, ruleDeclaration, p)
		if ok {
			l.relate(graph.Relationship{Type: graph.Annotates, Source: id, Target: target, Certainty: graph.Declared,
				Rule: ruleOnHeading, Line: a.Span.Start, Sentence: heading})
		}
	}
}

// A quoted passage is what its quotations say of it together.
type quoted struct {
	props  graph.Props
	ranges []string
	known  map[string]bool // the same ranges
}

// passages states the quotations. The same text from the same path is one passage, wherever it is
// quoted; every quotation of it is evidence for its owner.
func (l *lowering) passages() {
	all := map[graph.ID]*quoted{}
	for i := range l.doc.Passages {
		q := &l.doc.Passages[i]
		text := strings.Join(strings.Fields(q.Text), " ")
		id := l.passageID(text, q.Path)
		if all[id] == nil {
			all[id] = &quoted{props: l.passage(id, text, q), known: map[string]bool{}}
		}
		all[id].add(q)
		owner, heading := l.speaker(q.Owner)
		l.relate(graph.Relationship{Type: graph.EvidencedBy, Source: owner, Target: id, Certainty: graph.Declared,
			Rule: ruleAttribution, Line: q.Line, Heading: heading, Lossy: q.Lossy})
	}
	for _, p := range all {
		set(p.props, "ranges", strings.Join(p.ranges, ","))
	}
}

// passage defines the passage of a quotation and gives its properties, which other quotations of it
// may add to.
func (l *lowering) passage(id graph.ID, text string, q *report.Passage) graph.Props {
	sum := sha256.Sum256([]byte(text))
	p := graph.Props{"run": string(l.run), "system": string(l.system), "digest": hex.EncodeToString(sum[:])}
	set(p, "path", q.Path)
	set(p, "text", text)
	l.define(id, q.Span.Start, ruleAttribution, p)
	if file, ok := l.file(q.Path); ok {
		l.relate(graph.Relationship{Type: graph.AnchoredIn, Source: id, Target: file, Certainty: graph.Declared,
			Rule: ruleAttribution, Line: q.Line, Lossy: q.Lossy})
	}
	return p
}

// add joins what one quotation says of the passage to what others say.
func (p *quoted) add(q *report.Passage) {
	for r := range strings.SplitSeq(q.Ranges, ",") {
		if r != "" && !p.known[r] {
			p.known[r] = true
			p.ranges = append(p.ranges, r)
		}
	}
	if p.props.String("revision") == "" {
		set(p.props, "revision", q.Revision)
	}
	p.props["lossy"] = p.props.Bool("lossy") || q.Lossy
}

// passageID hashes the text with its white space collapsed, and the path.
func (l *lowering) passageID(text, path string) graph.ID {
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00%s", text, path)
	return graph.NewID(graph.Passage, l.id.Run, hex.EncodeToString(h.Sum(nil)[:6]))
}

// file is the id of a source file in this run; false for an address.
func (l *lowering) file(path string) (graph.ID, bool) {
	if path == "" || strings.Contains(path, "://") {
		return "", false
	}
	return graph.NewPathID(graph.File, l.id.Run, path), true
}

// citations states what texts point at: records, registered sources and source files.
func (l *lowering) citations() {
	certainty := graph.Structured
	if l.rendered() {
		certainty = graph.Stated // links are lost, so a bare id may be a literal (report-grammar 0.3)
	}
	l.citedRecords(certainty)
	l.citedSources()
	l.citedPaths(certainty)
}

func (l *lowering) citedRecords(certainty graph.Certainty) {
	for i := range l.doc.Citations {
		c := &l.doc.Citations[i]
		target, ok := l.mention(c.Handle, c.Line)
		if !ok || l.isPartOfLine(c) || l.headsAnnotation(c) {
			continue
		}
		owner, heading := l.speaker(c.Owner)
		if owner == target {
			continue // a record that names itself says nothing of another
		}
		r := graph.Relationship{Type: graph.Cites, Source: owner, Target: target, Certainty: certainty,
			Rule: ruleBareID, Line: c.Line, Sentence: c.Sentence, Heading: heading}
		if c.Linked {
			r.Certainty, r.Rule = graph.Declared, ruleRecordLink
		}
		l.relate(r)
		switch owner.Kind() {
		case graph.Coverage:
			l.relate(graph.Relationship{Type: graph.Covers, Source: owner, Target: target, Certainty: graph.Structured,
				Rule: ruleCoverageRow, Line: c.Line, Sentence: c.Sentence})
		case graph.Issue:
			l.relate(graph.Relationship{Type: graph.Concerns, Source: owner, Target: target, Certainty: graph.Structured,
				Rule: ruleIssueItem, Line: c.Line, Sentence: c.Sentence})
		}
	}
}

// isPartOfLine tells whether an id stands in the part-of line of its record, which says more than a
// citation does.
func (l *lowering) isPartOfLine(c *report.Citation) bool {
	return c.Owner.Kind == report.OwnerRecord && c.Owner.Index < len(l.doc.Records) &&
		l.doc.Records[c.Owner.Index].PartOf == c.Handle && l.doc.Records[c.Owner.Index].PartLine == c.Line
}

// headsAnnotation tells whether an id is all that a text of an annotation on its record says, as in the row
// of a table by ids: that is the annotation's heading.
func (l *lowering) headsAnnotation(c *report.Citation) bool {
	return c.Owner.Kind == report.OwnerAnnotation && c.Owner.Index < len(l.doc.Annotations) &&
		l.doc.Annotations[c.Owner.Index].Target == c.Handle && c.Sentence == c.Handle
}

// citedPaths states the source files that texts point at. Outside the list after a source's id the
// shape of a word proves little, so there only paths count that such a list or an attribution names,
// and those of coverage rows, whose column is the proof.
func (l *lowering) citedPaths(certainty graph.Certainty) {
	proven := map[string]bool{}
	for i := range l.doc.Passages {
		proven[l.doc.Passages[i].Path] = true
	}
	for i := range l.doc.Paths {
		if p := &l.doc.Paths[i]; p.InSourceList || p.Owner.Kind == report.OwnerCoverage {
			proven[p.Path] = true
		}
	}
	for i := range l.doc.Paths {
		p := &l.doc.Paths[i]
		file, ok := l.file(p.Path)
		if !ok || !proven[p.Path] {
			continue
		}
		owner, heading := l.speaker(p.Owner)
		r := graph.Relationship{Type: graph.AnchoredIn, Source: owner, Target: file, Certainty: certainty,
			Rule: ruleSourcePath, Line: p.Line, Sentence: p.Sentence, Heading: heading}
		if owner.Kind() == graph.Coverage {
			r.Type, r.Rule, r.Certainty = graph.Covers, ruleCoverageRow, graph.Structured
		}
		l.relate(r)
	}
}

// identities states how records position themselves against others (report-grammar 2.6, 7.2).
func (l *lowering) identities() {
	for i := range l.doc.Identities {
		s := &l.doc.Identities[i]
		subject, targets, ok := l.subject(s)
		if !ok {
			continue
		}
		var t graph.RelType
		switch s.Type {
		case report.DistinctFrom:
			t = graph.DistinctFrom
		case report.ClosestTo:
			t = graph.ClosestTo
		case report.PossibleDuplicate:
			t = graph.PossibleDuplicateOf
		case report.NoCounterpart:
			if at, ok := l.declared[subject]; ok {
				l.batch.Contributions[at].Props["noCounterpart"] = true
			}
			continue
		default:
			continue // that there is no duplicate is no relationship
		}
		for _, handle := range targets {
			if target, ok := l.mention(handle, s.Line); ok && target != subject {
				l.relate(graph.Relationship{Type: t, Source: subject, Target: target, Certainty: graph.Stated,
					Rule: identityRule + s.Rule, Line: s.Line, Sentence: s.Sentence})
			}
		}
	}
}

// subject is the record that an identity statement is about, and those that it names: the record that it
// names first of all, else the one that owns the text, else the one that the text annotates. Where no
// record is around it, a possible duplicate is the first of those named.
func (l *lowering) subject(s *report.Identity) (subject graph.ID, targets []string, ok bool) {
	if s.Subject != "" {
		subject, ok = l.mention(s.Subject, s.Line)
		return subject, s.Targets, ok
	}
	if s.Owner.Kind == report.OwnerAnnotation && s.Owner.Index < len(l.doc.Annotations) {
		subject, ok = l.mention(l.doc.Annotations[s.Owner.Index].Target, s.Line)
		return subject, s.Targets, ok
	}
	owner, _ := l.speaker(s.Owner)
	if graph.KindOf(owner.Kind()).Record {
		return owner, s.Targets, true
	}
	if s.Type != report.PossibleDuplicate || len(s.Targets) < 2 {
		return "", nil, false
	}
	subject, ok = l.mention(s.Targets[0], s.Line)
	return subject, s.Targets[1:], ok
}
