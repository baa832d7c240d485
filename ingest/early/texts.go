package early

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// scan reads the running text of a unit: ids of records and sources, paths and identity statements, each
// with its sentence. A bare id is a reference, in code too (report-grammar 0.3 and 2.10).
func (p *parse) scan(u *mdtext.Unit, owner report.Owner) { p.scanCell(u, owner, false) }

// scanCell is scan for a cell, of a column that is for paths or another.
func (p *parse) scanCell(u *mdtext.Unit, owner report.Owner, anchors bool) {
	ids := p.ids(u)
	paths := p.paths(u, ids, anchors)
	for _, s := range report.SplitSentences(u.Text) {
		sentence := s.Of(u.Text)
		var named []report.HandleToken
		for ; len(ids) > 0 && ids[0].Start < s.End; ids = ids[1:] {
			h := ids[0]
			at := p.src.Pos(u.Source(h.Start))
			if !p.fact(at.Line) {
				return
			}
			if h.Class == report.HandleSource {
				p.doc.Sources = append(p.doc.Sources, report.SourceCite{Handle: h.Text, Line: at.Line, Sentence: sentence, Owner: owner})
				continue
			}
			p.doc.Citations = append(p.doc.Citations, report.Citation{Handle: h.Text, Line: at.Line, Column: at.Column, Sentence: sentence, Owner: owner})
			if h.End <= s.End {
				named = append(named, report.HandleToken{Class: h.Class, Text: h.Text, Start: h.Start - s.Start, End: h.End - s.Start})
			}
		}
		for ; len(paths) > 0 && paths[0].Start < s.End; paths = paths[1:] {
			line := p.lineOf(u, paths[0].Start)
			if !p.fact(line) {
				return
			}
			p.doc.Paths = append(p.doc.Paths, report.PathCite{Path: paths[0].Path, Line: line, Sentence: sentence, Owner: owner, InSourceList: paths[0].InList})
		}
		if owner.Kind == report.OwnerCoverage {
			continue
		}
		for _, m := range report.ScanIdentities(sentence, named) {
			if !p.fact(p.lineOf(u, s.Start)) {
				return
			}
			p.doc.Identities = append(p.doc.Identities, report.Identity{
				Type: m.Type, Owner: owner, Subject: m.Subject, Targets: m.Targets, Line: p.lineOf(u, s.Start), Sentence: sentence, Rule: m.Rule})
		}
	}
}

// ids are the ids of records and sources in a unit that are references. What only looks like one is text,
// and counted.
func (p *parse) ids(u *mdtext.Unit) []report.HandleToken {
	found := report.ScanHandles(u.Text)
	p.kept.proposals += proposals(u.Text)
	kept := found[:0]
	for _, h := range found {
		after := u.Text[h.End:]
		switch {
		case h.Class == report.HandleMalformed:
			p.diags.Warn(CodeMalformedID, p.within(u, h.Start, h.End), diag.Clip(h.Text)+" is no id of a record or source", "It is kept as text.")
			continue
		case isLocal(after):
			p.kept.tags++
			continue
		case isShort(after):
			p.kept.ranges++
		}
		kept = append(kept, h)
	}
	return kept
}

// isLocal tells whether what follows an id makes it the tag of a part, as in RTE-13.E1 and OBJ-5/c1, which
// is no id of a record (report-grammar 9, 8).
func isLocal(after string) bool {
	if after == "" || after[0] != '.' && after[0] != '/' {
		return false
	}
	letters := 1
	for letters < len(after) && after[letters]|0x20 >= 'a' && after[letters]|0x20 <= 'z' {
		letters++
	}
	return letters > 1 && letters < len(after) && isDigit(after[letters])
}

// isShort tells whether what follows an id stands for more ids that are not written out: SRC-10/11,
// OBJ-05a/b, RTE-1 through RTE-4. Only the ids that are written are references.
func isShort(after string) bool {
	if rest, ok := strings.CutPrefix(after, "/"); ok && rest != "" {
		letter := rest[0]|0x20 >= 'a' && rest[0]|0x20 <= 'z' && (len(rest) == 1 || !isWord(rest[1]))
		return isDigit(rest[0]) || letter
	}
	after = strings.TrimLeft(after, " ")
	for _, joint := range []string{"…", "–", "through "} {
		if rest, ok := strings.CutPrefix(after, joint); ok {
			rest = strings.TrimLeft(rest, " ")
			ids := report.ScanHandles(rest[:min(len(rest), maxNext)])
			return rest != "" && (isDigit(rest[0]) || len(ids) > 0 && ids[0].Start == 0)
		}
	}
	return false
}

// maxNext is how far behind an id, in bytes, the other end of a range is looked for.
const maxNext = 32

// proposals counts the ids that specialists gave to what they proposed, as in PROPOSED-RTE-21: another word
// before a kind and a number. Whoever owned the ids gave such a record one of its own.
func proposals(text string) (n int) {
	for at := 0; ; {
		hyphen := strings.IndexByte(text[at:], '-')
		if hyphen < 0 {
			return n
		}
		at += hyphen + 1
		if len(text)-at < len("RTE-1") || at < 2 || !isWord(text[at-2]) || text[at+3] != '-' || !isDigit(text[at+4]) {
			continue
		}
		start := at - 1
		for start > 0 && at-start < maxNext && isWord(text[start-1]) {
			start--
		}
		_, record := report.ParseHandle(text[at : at+5])
		if _, prefixed := report.ParseHandle(text[start : at+5]); record && !prefixed {
			n++
		}
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isWord(c byte) bool {
	return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_'
}

// recordsIn are the distinct ids of records that a text refers to, in order.
func recordsIn(text string) []string {
	var out []string
	seen := map[string]bool{}
	for _, h := range recordTokens(text) {
		if !seen[h.Text] {
			seen[h.Text] = true
			out = append(out, h.Text)
		}
	}
	return out
}

func recordTokens(text string) []report.HandleToken {
	return slices.DeleteFunc(report.ScanHandles(text), func(h report.HandleToken) bool {
		return h.Class == report.HandleMalformed || h.Class == report.HandleSource || isLocal(text[h.End:])
	})
}

// paths are the source paths of a unit: code spans that are one path, with or without a range of lines,
// and the bare ones in the list after a source's id. A column that is for paths is such a list.
func (p *parse) paths(u *mdtext.Unit, ids []report.HandleToken, anchors bool) []report.PathToken {
	if anchors {
		ids = append([]report.HandleToken{{Class: report.HandleSource}}, ids...)
	}
	if len(u.Codes) == 0 && len(ids) == 0 {
		return nil
	}
	found := report.ScanPaths(u.Text, ids)
	kept, codes := found[:0], u.Codes
	for _, t := range found {
		for len(codes) > 0 && codes[0].End <= t.Start {
			codes = codes[1:]
		}
		code := len(codes) > 0 && codes[0].Start == t.Start && t.End <= codes[0].End
		if code && t.End < codes[0].End {
			_, code = report.CutRange("x" + u.Text[t.End:codes[0].End])
		}
		if code || t.InList {
			t.InList = t.InList || anchors
			kept = append(kept, t)
		}
	}
	return kept
}

// disposition reads the paragraphs by which a reconciliation disposes of records (report-grammar 2.7). A
// marker in a code span is none.
func (p *parse) disposition(u *mdtext.Unit, at report.Span) bool {
	switch {
	case u.Coded(0):
		return false
	case strings.HasPrefix(u.Text, report.AmendmentMarker):
		a := report.ReadAmendment(u.Text, recordTokens(u.Text))
		a.Number, a.Span = len(p.doc.Amendments)+1, at
		if len(a.Replacements) == 0 && len(a.Changes) == 0 {
			p.diags.Warn(CodeAmendmentForm, p.whole(u), "An amendment in no known form", "Its text is kept; what it changes is not read.")
		}
		p.doc.Amendments = append(p.doc.Amendments, a)
		p.scan(u, report.Owner{Kind: report.OwnerAmendment, Index: len(p.doc.Amendments) - 1})
	case strings.HasPrefix(u.Text, report.ConflictMarker):
		owner := report.Owner{Kind: report.OwnerConflict, Index: len(p.doc.Conflicts)}
		p.doc.Conflicts = append(p.doc.Conflicts, report.Conflict{Number: owner.Index + 1, Records: recordsIn(u.Text),
			Text: strings.TrimSpace(u.Text[len(report.ConflictMarker):]), Span: at})
		p.addUnit(owner, u, report.BlockProse)
		p.scan(u, owner)
	default:
		return false
	}
	return true
}

// quotation files the passages of one block quote: each ends with an attribution, and what follows the last
// one, or a whole quotation without any, is no evidence (report-grammar 2.8). Nothing in a quotation is syntax.
func (p *parse) quotation(b mdtext.Block) {
	for lines := range p.src.Attributed(b) {
		last := lines[len(lines)-1]
		number := p.src.Number(last.Start)
		target, ok := report.ParseTarget(p.src.Of(last)[len(mdtext.AttributionMark):])
		text := strings.Join(strings.Fields(p.src.Joined(lines[:len(lines)-1])), " ")
		if !ok || text == "" {
			p.diags.Warn(CodeAttribution, p.src.Range(last.Start, last.End), "An attribution that is no path, or stands below no text", "The quotation is no evidence.")
			continue
		}
		if p.fact(number) {
			p.doc.Passages = append(p.doc.Passages, report.Passage{Text: text, Path: target.Path, Ranges: target.Ranges, Revision: target.Revision,
				Line: number, Span: report.Span{Start: p.src.Number(lines[0].Start), End: number}, Owner: p.owner()})
		}
	}
}

// kept counts what is only text.
type kept struct {
	rows      int // of tables whose columns are not known, or without what the table holds
	proposals int // ids of proposals
	tags      int // tags of parts of records
	ranges    int // ids that ranges and short forms imply
	unread    int // ids in raw HTML and indented code
	words     int // statuses in words that are no member of the vocabulary
}

// tellKept says how much of the document is only text, and why.
func (p *parse) tellKept() {
	var parts []string
	add := func(n int, one, more string) {
		if n == 1 {
			parts = append(parts, "1 "+one)
		} else if n > 1 {
			parts = append(parts, fmt.Sprintf("%d %s", n, more))
		}
	}
	k := &p.kept
	add(k.rows, "table row", "table rows")
	add(k.words, "status in other words", "statuses in other words")
	add(k.proposals, "id of a proposal", "ids of proposals")
	add(k.tags, "tag of a part", "tags of parts")
	add(k.ranges, "range or short form of ids", "ranges or short forms of ids")
	add(k.unread, "id in code or HTML", "ids in code or HTML")
	if len(parts) == 0 {
		return
	}
	p.diags.Add(diag.Info, CodeKeptAsText, diag.Range{File: p.diags.Name}, "Kept as text: "+strings.Join(parts, ", "),
		"Rows are read where their header and heading say what they hold; an id stands for a record where it is a kind and a number. Nothing else is guessed.")
}
