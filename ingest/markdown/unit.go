package markdown

import (
	"slices"
	"sort"
	"strings"
)

// A unit is a run of inline Markdown as its reader sees it: marks of code, links and emphasis taken
// off, line ends as blanks.
type unit struct {
	text  string
	codes []span // code spans, in order; offsets into text
	links []link // in order
	lead  span   // the strong phrase that opens the text; empty when there is none
	kept  []run  // text → raw, the lines as written and joined by blanks; nil where the two are one
	piece []run  // raw → source; nil where raw is one line
	first int    // where the first line begins in the source
}

// A link is an inline link: where its label stands in the text, and its destination.
type link struct {
	label span
	dest  string
}

// A run is a stretch that two texts share: from the two offsets on, up to the next run.
type run struct{ from, to int }

// source gives the byte of the source that a byte of the text came from.
func (u *unit) source(at int) int {
	if u.kept != nil {
		at = follow(u.kept, at)
	}
	if u.piece == nil {
		return u.first + at
	}
	return follow(u.piece, at)
}

// end gives the byte after the one that precedes an offset of the text, so that what is taken off
// behind a run is not part of it.
func (u *unit) end(at int) int {
	if at == 0 {
		return u.source(0)
	}
	return u.source(at-1) + 1
}

func follow(runs []run, at int) int {
	i := sort.Search(len(runs), func(i int) bool { return runs[i].from > at })
	r := runs[max(i-1, 0)]
	return r.to + at - r.from
}

// coded tells whether a byte of the text stands in a code span.
func (u *unit) coded(at int) bool {
	i := sort.Search(len(u.codes), func(i int) bool { return u.codes[i].end > at })
	return i < len(u.codes) && u.codes[i].start <= at
}

// part returns the unit from an offset of its text on, or up to one. Links and code that cross the
// offset are left out.
func (u *unit) part(start, end int) unit {
	out := unit{text: u.text[start:end], piece: u.piece, first: u.first, kept: []run{{-start, 0}}}
	if u.kept != nil {
		out.kept = make([]run, len(u.kept))
		for i, k := range u.kept {
			out.kept[i] = run{k.from - start, k.to}
		}
	}
	inside := func(s span) bool { return s.start >= start && s.end <= end }
	for _, c := range u.codes {
		if inside(c) {
			out.codes = append(out.codes, span{c.start - start, c.end - start})
		}
	}
	for _, l := range u.links {
		if inside(l.label) {
			out.links = append(out.links, link{span{l.label.start - start, l.label.end - start}, l.dest})
		}
	}
	return out
}

// finish takes the cuts off the raw text.
func (s *inlineScan) finish(u *unit) {
	if len(s.cuts) == 0 {
		return
	}
	slices.SortFunc(s.cuts, func(a, b span) int { return a.start - b.start })
	var b strings.Builder
	b.Grow(len(s.raw))
	u.kept = make([]run, 0, len(s.cuts)+1)
	at := 0
	keep := func(end int) {
		if end > at {
			u.kept = append(u.kept, run{b.Len(), at})
			b.WriteString(s.raw[at:end])
		}
	}
	for _, c := range s.cuts {
		keep(c.start)
		at = max(at, c.end)
	}
	keep(len(s.raw))
	u.text = b.String()
	if len(u.kept) == 0 {
		u.kept = append(u.kept, run{})
	}
	if len(s.codes) > 0 {
		u.codes = make([]span, len(s.codes))
	}
	for i, c := range s.codes {
		u.codes[i] = u.place(c)
	}
	if len(s.labels) > 0 {
		u.links = make([]link, len(s.labels))
	}
	for i, l := range s.labels {
		u.links[i] = link{u.place(l.label), l.dest}
	}
	u.lead = u.place(s.lead)
}

// place turns a run of the raw text into what is left of it in the text.
func (u *unit) place(raw span) span {
	to := func(at int) int {
		i := sort.Search(len(u.kept), func(i int) bool { return u.kept[i].to > at })
		if i == 0 {
			return 0
		}
		length := len(u.text) - u.kept[i-1].from
		if i < len(u.kept) {
			length = u.kept[i].from - u.kept[i-1].from
		}
		return u.kept[i-1].from + min(at-u.kept[i-1].to, length)
	}
	return span{to(raw.start), to(raw.end)}
}
