package markdown

import (
	"fmt"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// scan reads the running text of a unit: citations, sources, paths and identity statements, each
// with its sentence.
func (p *parse) scan(u *mdtext.Unit, owner report.Owner) {
	sources := p.sources(u)
	paths := p.paths(u, sources)
	cited := p.cited(u)
	for _, c := range cited {
		p.checkLink(u, c)
	}
	if p.older() {
		p.checkIDs(u)
	}
	if p.older() || len(u.Links) > len(cited) {
		p.checkAnchors(u)
	}
	for s := range report.Sentences(u.Text) {
		sentence := s.Of(u.Text)
		var named []report.HandleToken
		for ; len(cited) > 0 && cited[0].label.Start < s.End; cited = cited[1:] {
			c := cited[0]
			if !p.factIn(u, c.label.Start, c.label.End) {
				return
			}
			pos := p.src.Pos(u.Source(c.label.Start))
			p.doc.Citations = report.Add(p.doc.Citations, report.Citation{
				Handle: c.handle, Line: pos.Line, Column: pos.Column, Sentence: sentence, Owner: owner, Linked: c.linked, Member: c.member})
			if c.label.End <= s.End {
				named = append(named, report.HandleToken{Class: report.HandleNamed, Text: c.handle, Start: c.label.Start - s.Start, End: c.label.End - s.Start})
			}
		}
		for ; len(sources) > 0 && sources[0].Start < s.End; sources = sources[1:] {
			if !p.factIn(u, sources[0].Start, sources[0].End) {
				return
			}
			p.doc.Sources = report.Add(p.doc.Sources, report.SourceCite{
				Handle: sources[0].Text, Line: p.lineOf(u, sources[0].Start), Sentence: sentence, Owner: owner})
		}
		for ; len(paths) > 0 && paths[0].Start < s.End; paths = paths[1:] {
			if !p.factIn(u, paths[0].Start, paths[0].End) {
				return
			}
			p.doc.Paths = report.Add(p.doc.Paths, report.PathCite{
				Path: paths[0].Path, Line: p.lineOf(u, paths[0].Start), Sentence: sentence, Owner: owner, InSourceList: paths[0].InList})
		}
		if owner.Kind == report.OwnerCoverage {
			continue
		}
		for _, m := range report.ScanIdentities(sentence, named) {
			if !p.factIn(u, s.Start, s.End) {
				return
			}
			p.doc.Identities = report.Add(p.doc.Identities, report.Identity{
				Type: m.Type, Owner: owner, Subject: m.Subject, Targets: m.Targets, Line: p.lineOf(u, s.Start), Sentence: sentence, Rule: m.Rule})
		}
	}
}

// sources are the SRC-n tokens of a unit, which are never linked. A malformed one, or a range of
// them, is reported; of a range only the written ends count (report-grammar 2.9).
func (p *parse) sources(u *mdtext.Unit) []report.HandleToken {
	if !strings.Contains(u.Text, report.KindSource+"-") {
		return nil
	}
	p.handles = report.AppendHandles(p.handles[:0], u.Text)
	kept := p.handles[:0]
	for _, h := range p.handles {
		switch {
		case h.Class == report.HandleSource:
			kept = append(kept, h)
			rest := u.Text[h.End:]
			for _, joint := range []string{"–", " through ", "–SRC-", " – "} {
				if after, ok := strings.CutPrefix(rest, joint); ok {
					after = strings.TrimPrefix(after, report.KindSource+"-")
					if after != "" && '0' <= after[0] && after[0] <= '9' {
						p.diags.Warn(CodeSourceRange, p.within(u, h.Start, h.End), "A range of sources",
							"Name each source; only the ends that are written out are read.")
						break
					}
				}
			}
		case h.Class == report.HandleMalformed && strings.HasPrefix(h.Text, report.KindSource):
			p.diags.Warn(CodeMalformedSource, p.within(u, h.Start, h.End), diag.Clip(h.Text)+" is no source id", "A source id is SRC- and a number. It is kept as text.")
		}
	}
	return kept
}

// paths are the source paths of a unit: code spans that are one path, and the bare ones in the list
// after a source's id. Lines are named in attributions alone.
func (p *parse) paths(u *mdtext.Unit, sources []report.HandleToken) []report.PathToken {
	if len(u.Codes) == 0 && len(sources) == 0 {
		return nil
	}
	found := report.ScanPaths(u.Text, sources)
	kept, codes := found[:0], u.Codes
	for _, t := range found {
		for len(codes) > 0 && codes[0].End <= t.Start {
			codes = codes[1:]
		}
		code := len(codes) > 0 && codes[0].Start == t.Start && t.End <= codes[0].End
		if code {
			rest := u.Text[t.End:codes[0].End]
			if _, ranged := report.CutRange("x" + rest); ranged {
				p.diags.Warn(CodeProseRange, p.within(u, t.Start, codes[0].End), "Lines of a file named outside of an attribution",
					"Quote the lines, or name the path alone.")
				rest = ""
			}
			code = rest == ""
		}
		if code || t.InList {
			kept = append(kept, t)
		}
	}
	return kept
}

// maxFacts is how many facts one document may state.
const maxFacts = 200_000

// fact counts a fact and reports false, once with a diagnostic, when the document states more of them
// than any report. A few bytes can make one, and each is stored with its sentence.
func (p *parse) fact(at mdtext.Span) bool {
	p.facts++
	if p.facts == maxFacts+1 {
		p.diags.Add(diag.Error, CodeTooLarge, p.src.Range(at.Start, at.End), fmt.Sprintf("More than %d facts", maxFacts),
			"This is no report of one system; what follows is not read.")
	}
	return p.facts <= maxFacts
}

// factIn counts a fact that a part of a unit states.
func (p *parse) factIn(u *mdtext.Unit, start, end int) bool {
	if p.facts < maxFacts {
		p.facts++
		return true
	}
	return p.fact(mdtext.Span{Start: u.Source(start), End: u.End(end)})
}
