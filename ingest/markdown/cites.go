package markdown

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A citation names a record: a link or, in the grammars before G5, a bare id.
type citation struct {
	handle string
	label  mdtext.Span // the label of the link, or the id
	linked bool
	member string // file of the destination, "" for the same document
	dest   string
	slip   string // what is wrong with it, "" for nothing
}

// cited are the records that a unit names, in order.
func (p *parse) cited(u *mdtext.Unit) []citation {
	if p.older() {
		return p.olderCited(u)
	}
	return p.recordLinks(u)
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
		c := citation{member: strings.TrimPrefix(file, "./"), label: l.Label, linked: true, dest: l.Dest}
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

// olderCited reads what the grammars before G5 refer by (report-grammar 2.10): bare ids, in code spans
// too; links of which the fragment tells the record, whatever the label; and links without a fragment
// whose label names records of the member they lead to, perhaps with a word on what it says of them.
func (p *parse) olderCited(u *mdtext.Unit) []citation {
	var out []citation
	fragments := make([]bool, len(u.Links))
	for i, l := range u.Links {
		file, fragment, _ := strings.Cut(l.Dest, "#")
		handle, ok := anchorHandle(fragment)
		if !ok || strings.Contains(file, "://") {
			continue
		}
		c := citation{handle: handle, label: l.Label, linked: true, member: strings.TrimPrefix(file, "./"), dest: l.Dest}
		for _, h := range report.ScanHandles(u.Text[l.Label.Start:l.Label.End]) {
			if h.Text != handle && p.denotes(h.Class) {
				c.slip = CodeLinkLabel
			}
		}
		fragments[i] = true
		out = append(out, c)
	}
	links := u.Links
	for _, h := range report.ScanHandles(u.Text) {
		if !p.denotes(h.Class) {
			continue
		}
		c := citation{handle: h.Text, label: mdtext.Span{Start: h.Start, End: h.End}}
		for len(links) > 0 && links[0].Label.End <= h.Start {
			links, fragments = links[1:], fragments[1:]
		}
		if len(links) > 0 && links[0].Label.Start <= h.Start {
			if fragments[0] {
				continue
			}
			if !strings.Contains(links[0].Dest, "://") {
				c.linked, c.dest, c.member = true, links[0].Dest, strings.TrimPrefix(links[0].Dest, "./")
			}
		}
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b citation) int { return a.label.Start - b.label.Start })
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

// checkIDs reports what looks like a record's id in a unit and names none: there a bare id is a reference,
// so it may have been meant as one (report-grammar 2.1, 2.10).
func (p *parse) checkIDs(u *mdtext.Unit) {
	for _, h := range report.ScanHandles(u.Text) {
		switch {
		case h.Class == report.HandleMalformed && !strings.HasPrefix(h.Text, report.KindSource):
			p.malformed = append(p.malformed, p.waiting(u, h.Text, mdtext.Span{Start: h.Start, End: h.End}))
		case h.Class == report.HandleNumbered && shorthand(u.Text[h.End:]):
			p.diags.Warn(CodeShorthand, p.within(u, h.Start, h.End), "Ids in shorthand after "+h.Text,
				"Only those that are written out are read; write out each.")
		}
	}
}

// shorthand tells whether the number of another id goes on from one: "RTE-1–4", "RTE-1/2".
func shorthand(rest string) bool {
	for _, joint := range []string{"–", "/"} {
		if after, ok := strings.CutPrefix(rest, joint); ok {
			return after != "" && '0' <= after[0] && after[0] <= '9'
		}
	}
	return false
}

// checkAnchors reports the fragments that begin like a record's and are none. Where the label is an
// id, the link is a citation and reported as one.
func (p *parse) checkAnchors(u *mdtext.Unit) {
	for _, l := range u.Links {
		_, fragment, _ := strings.Cut(l.Dest, "#")
		analyst, _, _ := strings.Cut(strings.ToUpper(fragment), "-")
		_, ok := anchorHandle(fragment)
		if report.DeclaringRole(analyst) == "" || ok || p.isRecord(strings.TrimSpace(u.Text[l.Label.Start:l.Label.End])) {
			continue
		}
		p.diags.Warn(CodeMalformedID, p.within(u, l.Label.Start, l.Label.End), fmt.Sprintf("The fragment %q is no record's", diag.Clip(fragment)),
			"The link cites nothing. A record's fragment is its id in lower case: analyst, kind and one to three words.")
	}
}

// checkLink reports what is wrong with a citation as far as one document shows it. In older grammars a
// link may lead to where a record is commented on, so its destination says nothing (report-grammar 10.9).
func (p *parse) checkLink(u *mdtext.Unit, c citation) {
	at := func() diag.Range { return p.within(u, c.label.Start, c.label.End) }
	switch c.slip {
	case CodeLinkLabel:
		p.diags.Warn(CodeLinkLabel, at(), "A link whose label is not the id "+c.handle+" of its fragment",
			"The fragment is followed. Make the label the id of the record.")
	case CodeLinkFragment:
		p.diags.Warn(CodeLinkFragment, at(), "A link labelled "+c.handle+" whose fragment is no record's",
			"The label is followed. Add \"#\" and the id in lower case to the destination.")
	}
	if p.doc.Role == "boundary" {
		p.diags.Warn(CodeLinkScope, at(), "A boundary cites "+c.handle, "A boundary comes before all records; it cites none.")
	}
	declarer := report.DeclaringRole(analystOf(c.handle))
	switch {
	case !c.linked && declarer != p.doc.Role, p.older() && c.linked:
	case c.member == "":
		p.pending = append(p.pending, p.waiting(u, c.handle, c.label))
	case c.member != declarer+".md":
		p.diags.Warn(CodeLinkDestination, at(), fmt.Sprintf("%s is not declared in %s", c.handle, diag.Clip(c.member)),
			fmt.Sprintf("Its member is %s.md, in the folder of this document.", declarer))
	}
}

// analystOf is the analyst who declares a record: in an id without a prefix, the runtime analyst.
func analystOf(handle string) string {
	h, _ := report.ParseHandle(handle)
	if h.Analyst == "" {
		return report.AnalystRuntime
	}
	return h.Analyst
}

// An unresolved name waits for the end of the document, when all declared ids are known.
type unresolved struct {
	handle string
	at     mdtext.Span // in the source
}

func (p *parse) waiting(u *mdtext.Unit, handle string, at mdtext.Span) unresolved {
	return unresolved{handle, mdtext.Span{Start: u.Source(at.Start), End: u.End(at.End)}}
}

// checkLinks reports the names that the document should declare itself, and the malformed ones.
func (p *parse) checkLinks() {
	cure := "Declare it, or name its member before the fragment: member.md#id."
	if p.older() {
		cure = "Declare it, or correct the id."
	}
	for _, l := range p.pending {
		if _, ok := p.declared[l.handle]; !ok {
			p.diags.Warn(CodeUnresolved, p.src.Range(l.at.Start, l.at.End), l.handle+" is not declared in this document", p.hint(l.handle, cure))
		}
	}
	for _, l := range p.malformed {
		p.diags.Warn(CodeMalformedID, p.src.Range(l.at.Start, l.at.End), diag.Clip(l.handle)+" is no record id, and cites nothing",
			p.hint(l.handle, "An id is analyst, kind and a number, or one to three lower-case words."))
	}
}

// hint suggests the declared record whose id a name begins with; without one it says the other.
func (p *parse) hint(handle, other string) string {
	for prefix := handle[:min(len(handle), maxFragment)]; ; { // each of its hyphens is tried
		at := strings.LastIndexByte(prefix, '-')
		if at < 0 {
			return other
		}
		prefix = prefix[:at]
		if _, ok := p.declared[prefix]; ok {
			return fmt.Sprintf("Perhaps %s, which is declared here.", prefix)
		}
	}
}
