package markdown

import (
	"fmt"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A citation is a link that names a record.
type citation struct {
	handle string
	member string // file of the destination, "" for the same document
	label  mdtext.Span
	dest   string
	slip   string // what is wrong with it, "" for nothing
}

// An unresolved citation waits for the end of the document, when all declared ids are known.
type unresolved struct {
	handle string
	at     diag.Range
}

// scan reads the running text of a unit: record links, sources, paths and identity statements, each
// with its sentence.
func (p *parse) scan(u *mdtext.Unit, owner report.Owner) {
	sources := p.sources(u)
	paths := p.paths(u, sources)
	cited := p.recordLinks(u)
	for _, c := range cited {
		p.checkLink(u, c)
	}
	if len(u.Links) > len(cited) {
		p.checkAnchors(u)
	}
	for _, s := range report.SplitSentences(u.Text) {
		sentence := s.Of(u.Text)
		var named []report.HandleToken
		for ; len(cited) > 0 && cited[0].label.Start < s.End; cited = cited[1:] {
			c := cited[0]
			if !p.factIn(u, c.label.Start, c.label.End) {
				return
			}
			pos := p.src.Pos(u.Source(c.label.Start))
			p.doc.Citations = append(p.doc.Citations, report.Citation{
				Handle: c.handle, Line: pos.Line, Column: pos.Column, Sentence: sentence, Owner: owner, Linked: true, Member: c.member})
			if c.label.End <= s.End {
				named = append(named, report.HandleToken{Class: report.HandleNamed, Text: c.handle, Start: c.label.Start - s.Start, End: c.label.End - s.Start})
			}
		}
		for ; len(sources) > 0 && sources[0].Start < s.End; sources = sources[1:] {
			if !p.factIn(u, sources[0].Start, sources[0].End) {
				return
			}
			p.doc.Sources = append(p.doc.Sources, report.SourceCite{
				Handle: sources[0].Text, Line: p.lineOf(u, sources[0].Start), Sentence: sentence, Owner: owner})
		}
		for ; len(paths) > 0 && paths[0].Start < s.End; paths = paths[1:] {
			if !p.factIn(u, paths[0].Start, paths[0].End) {
				return
			}
			p.doc.Paths = append(p.doc.Paths, report.PathCite{
				Path: paths[0].Path, Line: p.lineOf(u, paths[0].Start), Sentence: sentence, Owner: owner, InSourceList: paths[0].InList})
		}
		if owner.Kind == report.OwnerCoverage {
			continue
		}
		for _, m := range report.ScanIdentities(sentence, named) {
			if !p.factIn(u, s.Start, s.End) {
				return
			}
			p.doc.Identities = append(p.doc.Identities, report.Identity{
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
	found := report.ScanHandles(u.Text)
	kept := found[:0]
	for _, h := range found {
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

// recordLinks are the links of a unit that cite records: by their fragment or, where that is no
// record's, by a label that is an id (report-grammar 2.10 and 6.1, 7).
func (p *parse) recordLinks(u *mdtext.Unit) []citation {
	if len(u.Links) == 0 {
		return nil
	}
	out := make([]citation, 0, len(u.Links))
	for _, l := range u.Links {
		label := strings.TrimSpace(u.Text[l.Label.Start:l.Label.End])
		file, fragment, _ := strings.Cut(l.Dest, "#")
		c := citation{member: strings.TrimPrefix(file, "./"), label: l.Label, dest: l.Dest}
		if strings.Contains(file, "://") {
			continue
		}
		if strings.EqualFold(label, fragment) && fragment == strings.ToLower(fragment) && report.IsNamed(label) {
			c.handle = label
			out = append(out, c)
			continue
		}
		handle, ok := anchorHandle(fragment)
		switch {
		case ok:
			c.handle, c.slip = handle, CodeLinkLabel
		case report.IsNamed(label):
			c.handle, c.slip = label, CodeLinkFragment
		default:
			continue
		}
		out = append(out, c)
	}
	return out
}

// anchorHandle turns a fragment into the id it denotes: "rt-obj-shelf" is RT-OBJ-shelf.
func anchorHandle(fragment string) (string, bool) {
	analyst, rest, ok := strings.Cut(fragment, "-")
	kind, name, named := strings.Cut(rest, "-")
	if !ok || !named || fragment != strings.ToLower(fragment) {
		return "", false
	}
	handle := strings.ToUpper(analyst) + "-" + strings.ToUpper(kind) + "-" + name
	return handle, report.IsNamed(handle)
}

// checkAnchors reports the fragments that begin like a record's and are none. Where the label is an
// id, the link is a citation and reported as one.
func (p *parse) checkAnchors(u *mdtext.Unit) {
	for _, l := range u.Links {
		_, fragment, _ := strings.Cut(l.Dest, "#")
		analyst, _, _ := strings.Cut(strings.ToUpper(fragment), "-")
		_, ok := anchorHandle(fragment)
		if report.DeclaringRole(analyst) == "" || ok || report.IsNamed(strings.TrimSpace(u.Text[l.Label.Start:l.Label.End])) {
			continue
		}
		p.diags.Warn(CodeMalformedID, p.within(u, l.Label.Start, l.Label.End), fmt.Sprintf("The fragment %q is no record's", diag.Clip(fragment)),
			"The link cites nothing. A record's fragment is its id in lower case: analyst, kind and one to three words.")
	}
}

// checkLink reports what is wrong with a record link as far as one document shows it.
func (p *parse) checkLink(u *mdtext.Unit, c citation) {
	at := p.within(u, c.label.Start, c.label.End)
	switch c.slip {
	case CodeLinkLabel:
		p.diags.Warn(CodeLinkLabel, at, "A link whose label is not the id "+c.handle+" of its fragment",
			"The fragment is followed. Make the label the id of the record.")
	case CodeLinkFragment:
		p.diags.Warn(CodeLinkFragment, at, "A link labelled "+c.handle+" whose fragment is no record's",
			"The label is followed. Add \"#\" and the id in lower case to the destination.")
	}
	if p.doc.Role == "boundary" {
		p.diags.Warn(CodeLinkScope, at, "A boundary cites "+c.handle, "A boundary comes before all records; it cites none.")
	}
	handle, _ := report.ParseHandle(c.handle)
	declarer := report.DeclaringRole(handle.Analyst)
	if c.member != "" {
		if c.member != declarer+".md" {
			p.diags.Warn(CodeLinkDestination, at, fmt.Sprintf("%s is not declared in %s", c.handle, diag.Clip(c.member)),
				fmt.Sprintf("Its member is %s.md, in the folder of this document.", declarer))
		}
		return
	}
	p.pending = append(p.pending, unresolved{c.handle, at})
}

// checkLinks reports the same-document links whose record is not declared here.
func (p *parse) checkLinks() {
	for _, l := range p.pending {
		if _, ok := p.declared[l.handle]; !ok {
			p.diags.Warn(CodeUnresolved, l.at, l.handle+" is not declared in this document", p.hint(l.handle))
		}
	}
}

// hint suggests where a record may be that is not here.
func (p *parse) hint(handle string) string {
	for prefix := handle; ; {
		at := strings.LastIndexByte(prefix, '-')
		if at < 0 {
			return "Declare it, or name its member before the fragment: member.md#id."
		}
		prefix = prefix[:at]
		if _, ok := p.declared[prefix]; ok {
			return fmt.Sprintf("Perhaps %s, which is declared here.", prefix)
		}
	}
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
	return p.fact(mdtext.Span{Start: u.Source(start), End: u.End(end)})
}
