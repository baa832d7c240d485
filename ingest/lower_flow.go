package ingest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/relate"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A told is what one sentence or row states and denies, and where it stands.
type told struct {
	span     report.Span
	sentence string
	edges    []relate.Edge
	denials  []relate.Denial
}

// A reader looks in the running text and the tables of a document for the ways on which data moves, as
// the rules of package relate find them.
type reader struct {
	l      *lowering
	finder relate.Finder
	cited  map[string][]string       // the records that a sentence refers to
	onLine map[int][]string          // those that the rows on a line refer to
	names  map[report.Owner][]string // those that each part of the document refers to
	fields map[int]*report.Field     // bullets by the line they begin on
	found  []told
}

// flows states along which ways data moves, and which relationships the document denies (report-grammar
// 10.8), in the order of the text. A review declares no records that others refer to, so nothing in it
// could be an end, and what it denies would hang on nothing.
func (l *lowering) flows() {
	if l.doc.Review != nil {
		return
	}
	n := len(l.doc.Citations)
	r := &reader{l: l, cited: make(map[string][]string, n), onLine: make(map[int][]string, n),
		names: make(map[report.Owner][]string, len(l.doc.Records)), fields: make(map[int]*report.Field, fieldCount(l.doc))}
	r.index()
	for i := range l.doc.Blocks {
		if b := &l.doc.Blocks[i]; b.Kind != report.BlockRow && b.Owner.Kind != report.OwnerBlocker {
			r.block(b)
		}
	}
	r.rows()
	slices.SortStableFunc(r.found, func(a, b told) int { return cmp.Compare(a.span.Start, b.span.Start) })
	for i := range r.found {
		for _, e := range r.found[i].edges {
			l.flow(e, &r.found[i])
		}
		for _, d := range r.found[i].denials {
			l.denial(d, &r.found[i])
		}
	}
}

// fieldCount is how many fields a document has.
func fieldCount(doc *report.Document) (n int) {
	for i := range doc.Records {
		n += len(doc.Records[i].Fields)
	}
	for i := range doc.Annotations {
		n += len(doc.Annotations[i].Fields)
	}
	return n
}

// index notes where records are referred to, and where bullets begin.
func (r *reader) index() {
	doc := r.l.doc
	handles := make([]string, len(doc.Citations))
	for cited := doc.Citations; len(cited) > 0; {
		c, n := &cited[0], 0
		for n < len(cited) && cited[n].Sentence == c.Sentence && cited[n].Line == c.Line && cited[n].Owner == c.Owner {
			handles[n] = cited[n].Handle
			n++
		}
		join(r.cited, c.Sentence, handles[:n:n])
		join(r.onLine, c.Line, handles[:n:n])
		join(r.names, c.Owner, handles[:n:n])
		cited, handles = cited[n:], handles[n:]
	}
	bullets := func(fields []report.Field) {
		for i := range fields {
			if fields[i].Style == report.StyleBullet {
				r.fields[fields[i].Line] = &fields[i]
			}
		}
	}
	for i := range doc.Records {
		bullets(doc.Records[i].Fields)
	}
	for i := range doc.Annotations {
		bullets(doc.Annotations[i].Fields)
	}
}

// join adds items to those of a key. The first of a key are not copied.
func join[K comparable](all map[K][]string, key K, items []string) {
	if before := all[key]; before != nil {
		items = append(before, items...)
	}
	all[key] = items
}

// block reads a block sentence by sentence.
func (r *reader) block(b *report.Block) {
	t := r.text(b)
	if f := r.fields[b.Lines.First]; f != nil && t.Owner != "" {
		t.Label = f.Name
		if names := report.AnswerNames(f.Label); len(names) == 1 && !t.InAnnotation {
			t.Answer = names[0]
		}
	}
	for s := range report.Sentences(b.Text) {
		sentence := s.Of(b.Text)
		t.Sentence = withoutCode(sentence, s.Start, b.Code)
		t.Cited = known(r.cited[sentence])
		if b.Kind == report.BlockCell {
			t.Cited = known(t.Item)
		}
		edges, denials := r.finder.Derive(t)
		r.add(edges, denials, sentence, report.Span{Start: b.Lines.At(s.Start), End: b.Lines.At(s.End - 1)})
	}
}

// text is a block's text with what encloses it: the record, or the names in the list item that it is.
func (r *reader) text(b *report.Block) relate.Text {
	t := relate.Text{Owner: r.enclosing(b.Owner), InAnnotation: b.Owner.Kind == report.OwnerAnnotation}
	var names []string
	switch {
	case b.Kind != report.BlockCell && !b.Listed:
	case b.Owner.Kind == report.OwnerSection || b.Owner.Kind == report.OwnerDocument:
		names = r.refs(report.Span{Start: b.Lines.First, End: b.Lines.At(len(b.Text))})
	default:
		names = r.names[b.Owner]
	}
	if len(names) <= maxPairs {
		t.Item = names
	}
	return t
}

// withoutCode blots out the code in a sentence that begins at an offset of its block: what is quoted there the
// report does not say.
func withoutCode(sentence string, at int, code []report.TextSpan) string {
	var out []byte
	for _, c := range code {
		start, end := max(c.Start-at, 0), min(c.End-at, len(sentence))
		if start >= end || len(report.ScanHandles(sentence[start:end])) > 0 {
			continue
		}
		if out == nil {
			out = []byte(sentence)
		}
		for i := start; i < end; i++ {
			out[i] = 'x'
		}
	}
	if out == nil {
		return sentence
	}
	return string(out)
}

// enclosing is the record that a text of a part of the document is about: the part, or what it annotates.
func (r *reader) enclosing(owner report.Owner) string {
	switch owner.Kind {
	case report.OwnerRecord:
		return r.l.doc.Records[owner.Index].Handle
	case report.OwnerAnnotation:
		return r.l.doc.Annotations[owner.Index].Target
	}
	return ""
}

// known is a list of references that is there even when it is empty.
func known(handles []string) []string {
	if handles == nil {
		return []string{}
	}
	return handles
}

func (r *reader) add(edges []relate.Edge, denials []relate.Denial, sentence string, span report.Span) {
	if len(edges)+len(denials) > 0 {
		r.found = append(r.found, told{span, sentence, edges, denials})
	}
}

// refs are the references on the lines of a row.
func (r *reader) refs(span report.Span) []string {
	out := []string{}
	for line := span.Start; line <= span.End; line++ {
		out = append(out, r.onLine[line]...)
	}
	return out
}

// The headers of the inventory and of the comparison of claims, whose columns stand in the order of the
// contract (report-grammar 2.11). An entry of a ledger's compact form is a row under the ledger's.
var (
	objectColumns = []string{"object ID", "truth-apt content", "claimed role", "evidence", "gap"}
	claimColumns  = []string{"claim ID", "claimed operation", "source/layer", "doctrine support", "implemented route IDs", "observed run",
		"causal", "supported conclusion", "mismatch"}
)

// rows reads the rows of tables whose columns may relate (report-grammar 10.8f).
func (r *reader) rows() {
	doc := r.l.doc
	for i := range doc.Tables {
		t := &doc.Tables[i]
		for j := range t.Rows {
			r.row(r.enclosing(t.Owner), t.Header, t.Rows[j].Cells, t.Rows[j].Span)
		}
	}
	for i := range doc.Objects {
		r.row("", objectColumns, objectCells(&doc.Objects[i]), doc.Objects[i].Span)
	}
	for i := range doc.Ledger {
		r.row("", report.LedgerColumns, ledgerCells(&doc.Ledger[i]), doc.Ledger[i].Span)
	}
	for i := range doc.Claims {
		r.row("", claimColumns, claimCells(&doc.Claims[i]), doc.Claims[i].Span)
	}
}

func (r *reader) row(owner string, header, cells []string, span report.Span) {
	edges, denials := r.finder.DeriveRow(relate.Row{Header: header, Cells: cells, Owner: owner, Cited: r.refs(span)})
	r.add(edges, denials, strings.Join(cells, " | "), span)
}

func (l *lowering) flow(e relate.Edge, t *told) {
	source, ok := l.mention(e.Source, t.span.Start)
	target, known := l.mention(e.Target, t.span.Start)
	if !ok || !known {
		return
	}
	r := graph.Relationship{Type: graph.RelType(e.Type), Source: source, Target: target, Certainty: graph.Stated,
		Rule: e.Rule, Line: t.span.Start, Sentence: t.sentence, Approximate: e.Approximate}
	if e.Structured {
		r.Certainty = graph.Structured
	}
	l.relate(r)
}

// denial states one denial and the records that it is about; of none, it is about the document.
func (l *lowering) denial(d relate.Denial, t *told) {
	id, _ := l.next(graph.Denial, "")
	p := l.inDocument(t.span)
	p["denies"], p["rule"], p["text"] = d.Type, d.Rule, t.sentence
	l.sentences += len(t.sentence)
	l.declare(id, t.span, d.Rule, p)
	for _, handle := range d.About {
		if record, ok := l.mention(handle, t.span.Start); ok {
			l.relate(graph.Relationship{Type: graph.Concerns, Source: id, Target: record, Certainty: graph.Stated,
				Rule: d.Rule, Line: t.span.Start, Sentence: t.sentence})
		}
	}
}
