package rendered

import (
	"fmt"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A malformedID waits for the end of the document, when all declared ids are known.
type malformedID struct {
	text string
	at   diag.Range
}

// owner is the nearest enclosing part of the document that owns text. Free headings own nothing.
func (p *parser) owner() report.Owner {
	switch {
	case p.at.record >= 0:
		return report.Owner{Kind: report.OwnerRecord, Index: p.at.record}
	case p.at.annotation >= 0:
		return report.Owner{Kind: report.OwnerAnnotation, Index: p.at.annotation}
	case p.at.kind >= 0:
		return report.Owner{Kind: report.OwnerSection, Index: p.at.kind}
	case p.at.section >= 0:
		return report.Owner{Kind: report.OwnerSection, Index: p.at.section}
	}
	return report.Owner{Kind: report.OwnerDocument}
}

// addText adds a block to those of whatever it stands directly below.
func (p *parser) addText(l line, text string, kind report.BlockKind) {
	owner := p.owner()
	if owner.Kind == report.OwnerSection && p.at.free >= 0 {
		owner.Index = p.at.free
	}
	p.addBlock(owner, l, text, kind, false)
	if kind != report.BlockAnswer {
		p.proseLine = l.number
	}
}

func (p *parser) addBlock(owner report.Owner, l line, text string, kind report.BlockKind, listed bool) {
	p.doc.Blocks = append(p.doc.Blocks, report.Block{Owner: owner, Kind: kind, Text: text, Lines: report.Lines{First: l.number}, Listed: listed})
}

// scan reads the running text of a block: ids, sources, paths and identity statements, each with its
// sentence. offset is where text begins in its line.
func (p *parser) scan(l line, text string, offset int, owner report.Owner) {
	if p.facts > maxFacts {
		return
	}
	handles := report.ScanHandles(text)
	paths := report.ScanPaths(text, handles)
	handles = outsidePaths(handles, paths)
	for s := range report.Sentences(text) {
		sentence := s.Of(text)
		var named []report.HandleToken
		for ; len(handles) > 0 && handles[0].Start < s.End; handles = handles[1:] {
			h := handles[0]
			if p.addHandle(l, h, offset, sentence, owner); h.Class == report.HandleNamed && h.End <= s.End {
				h.Start, h.End = h.Start-s.Start, h.End-s.Start
				named = append(named, h)
			}
		}
		for ; len(paths) > 0 && paths[0].Start < s.End; paths = paths[1:] {
			if p.count(l, 1) {
				p.doc.Paths = report.Add(p.doc.Paths, report.PathCite{
					Path: paths[0].Path, Line: l.number, Sentence: sentence, Owner: owner, InSourceList: paths[0].InList})
			}
		}
		if owner.Kind == report.OwnerCoverage {
			continue
		}
		for _, m := range report.ScanIdentities(sentence, named) {
			if p.count(l, 1+len(m.Targets)) {
				p.doc.Identities = report.Add(p.doc.Identities, report.Identity{
					Type: m.Type, Owner: owner, Subject: m.Subject, Targets: m.Targets, Line: l.number, Sentence: sentence, Rule: m.Rule})
			}
		}
	}
	p.findRevision(text, owner)
}

// addHandle files one id of running text.
func (p *parser) addHandle(l line, h report.HandleToken, offset int, sentence string, owner report.Owner) {
	if !p.count(l, 1) {
		return
	}
	switch h.Class {
	case report.HandleNamed:
		p.doc.Citations = report.Add(p.doc.Citations, report.Citation{
			Handle: h.Text, Line: l.number, Column: offset + h.Start + 1, Sentence: sentence, Owner: owner})
	case report.HandleSource:
		p.doc.Sources = report.Add(p.doc.Sources, report.SourceCite{Handle: h.Text, Line: l.number, Sentence: sentence, Owner: owner})
	default:
		if len(p.malformed) < diag.MaxListed {
			p.malformed = append(p.malformed, malformedID{h.Text, p.diags.at(l, offset+h.Start, offset+h.End)})
		}
	}
}

// outsidePaths leaves out the ids that are part of a file's name.
func outsidePaths(handles []report.HandleToken, paths []report.PathToken) []report.HandleToken {
	if len(paths) == 0 {
		return handles
	}
	kept := handles[:0]
	for _, h := range handles {
		for len(paths) > 0 && paths[0].End <= h.Start {
			paths = paths[1:]
		}
		if len(paths) == 0 || h.End <= paths[0].Start {
			kept = append(kept, h)
		}
	}
	return kept
}

// count counts facts and reports false, once with a diagnostic, when the document has more of them than
// any report.
func (p *parser) count(l line, facts int) bool {
	before := p.facts
	p.facts += facts
	if before <= maxFacts && p.facts > maxFacts {
		p.diags.Add(diag.Error, CodeTooLarge, p.diags.whole(l), fmt.Sprintf("More than %d records, rows, items and mentions", maxFacts),
			"This is no report of one system; what follows is not read.")
	}
	return p.facts <= maxFacts
}

// findRevision reads the pinned revision where the sections that no record owns state it: a full
// commit or content hash directly after a source id (report-grammar 5.1, row 1).
func (p *parser) findRevision(text string, owner report.Owner) {
	if p.doc.Revision != "" || owner.Kind != report.OwnerSection {
		return
	}
	for at := strings.Index(text, report.KindSource+"-"); at >= 0; {
		rest := strings.TrimLeft(text[at+len(report.KindSource)+1:], "0123456789")
		if after, ok := strings.CutPrefix(rest, " at "); ok && report.IsRevision(firstWord(after)) {
			p.doc.Revision = firstWord(after)
			return
		}
		next := strings.Index(rest, report.KindSource+"-")
		if next < 0 {
			return
		}
		at = len(text) - len(rest) + next
	}
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return strings.TrimRight(word, ".,;)")
}

// textEnd is the number of the last line with text up to a line.
func (p *parser) textEnd(last int) int {
	low, high := 0, len(p.lines)
	for low < high {
		if middle := (low + high) / 2; p.lines[middle].number <= last {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return p.lines[max(low-1, 0)].number
}

// settle does what needs the whole document.
func (p *parser) settle() {
	p.doc.SetTexts()
	p.doc.Paths = report.ProvenPaths(p.doc.Paths, p.doc.Passages)
	for _, m := range p.malformed {
		p.diags.Warn(CodeMalformedID, m.at, diag.Clip(m.text)+" is no record id", p.hint(m.text))
	}
}

// hint suggests the longest declared id that a malformed one begins with.
func (p *parser) hint(text string) string {
	for prefix := text[:min(len(text), maxHeading)]; ; {
		at := strings.LastIndexByte(prefix, '-')
		if at < 0 {
			return "It is kept as text. An id is analyst, kind and one to three lower-case words; numbered ids belong to older grammars."
		}
		prefix = prefix[:at]
		if _, ok := p.declared[prefix]; ok {
			return fmt.Sprintf("It is kept as text. Perhaps %s, which is declared here, with text attached.", prefix)
		}
	}
}
