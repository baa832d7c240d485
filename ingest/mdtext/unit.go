package mdtext

import (
	"slices"
	"sort"
	"strings"
)

// A Unit is a run of inline Markdown as its reader sees it: marks of code, links and emphasis taken
// off, line ends as blanks. All spans are offsets into Text.
type Unit struct {
	Text  string
	Codes []Span // code spans, in order
	Links []Link // in order
	Lead  Span   // the strong phrase that opens the text; empty when there is none

	raw   string // the lines as written, joined by blanks
	kept  []run  // text → raw; nil where the two are one
	piece []run  // raw → source; nil where raw is one line
	first int    // where the first line begins in the source
}

// A Link is an inline link: where its label stands in the text, and its destination.
type Link struct {
	Label Span
	Dest  string
}

// A run is a stretch that two texts share: from the two offsets on, up to the next run.
type run struct{ from, to int }

// Source gives the byte of the source that a byte of the text came from.
func (u *Unit) Source(at int) int {
	if u.kept != nil {
		at = follow(u.kept, at)
	}
	if u.piece == nil {
		return u.first + at
	}
	return follow(u.piece, at)
}

// End gives the byte after the one that precedes an offset of the text, so that what is taken off
// behind a run is not part of it.
func (u *Unit) End(at int) int {
	if at == 0 {
		return u.Source(0)
	}
	return u.Source(at-1) + 1
}

func follow(runs []run, at int) int {
	i := sort.Search(len(runs), func(i int) bool { return runs[i].from > at })
	r := runs[max(i-1, 0)]
	return r.to + at - r.from
}

// Written is the text as written from an offset on, with what stands between it and the byte before.
func (u *Unit) Written(at int) string {
	if u.kept != nil && at > 0 {
		at = follow(u.kept, at-1) + 1
	}
	return u.raw[at:]
}

// Coded tells whether a byte of the text stands in a code Span.
func (u *Unit) Coded(at int) bool {
	i := sort.Search(len(u.Codes), func(i int) bool { return u.Codes[i].End > at })
	return i < len(u.Codes) && u.Codes[i].Start <= at
}

// Part returns the unit from an offset of its text on, or up to one. Links and code that cross the
// offset are left out.
func (u *Unit) Part(start, end int) Unit {
	out := Unit{Text: u.Text[start:end], raw: u.raw, piece: u.piece, first: u.first, kept: []run{{-start, 0}}}
	if u.kept != nil {
		out.kept = make([]run, len(u.kept))
		for i, k := range u.kept {
			out.kept[i] = run{k.from - start, k.to}
		}
	}
	inside := func(s Span) bool { return s.Start >= start && s.End <= end }
	for _, c := range u.Codes {
		if inside(c) {
			out.Codes = append(out.Codes, Span{c.Start - start, c.End - start})
		}
	}
	for _, l := range u.Links {
		if inside(l.Label) {
			out.Links = append(out.Links, Link{Span{l.Label.Start - start, l.Label.End - start}, l.Dest})
		}
	}
	return out
}

// finish takes the cuts off the raw text.
func (s *inlineScan) finish(u *Unit) {
	if len(s.cuts) == 0 {
		return
	}
	slices.SortFunc(s.cuts, func(a, b Span) int { return a.Start - b.Start })
	start := s.texts.start(len(s.raw))
	u.kept = s.runs.take(len(s.cuts) + 1)
	at := 0
	keep := func(end int) {
		if end > at {
			u.kept = append(u.kept, run{s.texts.Len() - start, at})
			s.texts.WriteString(s.raw[at:end])
		}
	}
	for _, c := range s.cuts {
		keep(c.Start)
		at = max(at, c.End)
	}
	keep(len(s.raw))
	u.Text = s.texts.String()[start:]
	if len(u.kept) == 0 {
		u.kept = append(u.kept, run{})
	}
	if len(s.codes) > 0 {
		u.Codes = s.spans.take(len(s.codes))
		for _, c := range s.codes {
			u.Codes = append(u.Codes, u.place(c))
		}
	}
	if len(s.labels) > 0 {
		u.Links = s.links.take(len(s.labels))
		for _, l := range s.labels {
			u.Links = append(u.Links, Link{u.place(l.Label), l.Dest})
		}
	}
	u.Lead = u.place(s.lead)
}

// A slab gives room for many short slices at once.
type slab[T any] []T

// take gives an empty slice with room for n.
func (s *slab[T]) take(n int) []T {
	const usual = 512
	if n > len(*s) {
		*s = make([]T, max(n, usual))
	}
	out := (*s)[:0:n]
	*s = (*s)[n:]
	return out
}

// A textSlab is a slab for texts, which are written one after the other.
type textSlab struct{ strings.Builder }

// start makes room for a text of up to n bytes and tells where it begins.
func (s *textSlab) start(n int) int {
	const usual = 16 << 10
	if s.Cap()-s.Len() < n {
		s.Reset()
		s.Grow(max(n, usual))
	}
	return s.Len()
}

// Breaks are the offsets of the text at which the lines after its first begin, nil for one line.
func (u *Unit) Breaks() []int {
	if len(u.piece) < 2 {
		return nil
	}
	out := make([]int, 0, len(u.piece)-1)
	for _, line := range u.piece[1:] {
		at := line.from
		if u.kept != nil {
			at = u.place(Span{at, at}).Start
		}
		out = append(out, at)
	}
	return out
}

// place turns a run of the raw text into what is left of it in the text.
func (u *Unit) place(raw Span) Span {
	to := func(at int) int {
		i := sort.Search(len(u.kept), func(i int) bool { return u.kept[i].to > at })
		if i == 0 {
			return 0
		}
		length := len(u.Text) - u.kept[i-1].from
		if i < len(u.kept) {
			length = u.kept[i].from - u.kept[i-1].from
		}
		return u.kept[i-1].from + min(at-u.kept[i-1].to, length)
	}
	return Span{to(raw.Start), to(raw.End)}
}
