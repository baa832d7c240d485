package mdtext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Inline reads lines, at least one, as one unit. In a table's cell a backslash before a pipe goes, even
// in code. It is for one goroutine at a time.
func (s *Source) Inline(lines []Span, cell bool) Unit {
	raw, piece := s.join(lines)
	u := Unit{Text: raw, raw: raw, piece: piece, first: lines[0].Start}
	for i := range len(raw) {
		if isMark[raw[i]] {
			s.inlines.reset(raw, cell)
			s.inlines.run(i)
			s.inlines.finish(&u)
			break
		}
	}
	return u
}

// Joined puts lines as written together with blanks between.
func (s *Source) Joined(lines []Span) string {
	raw, _ := s.join(lines)
	return raw
}

// join is Joined, with what stands where; nil for one line.
func (s *Source) join(lines []Span) (string, []run) {
	switch len(lines) {
	case 0:
		return "", nil
	case 1:
		return s.Text[lines[0].Start:lines[0].End], nil
	}
	var b strings.Builder
	b.Grow(lines[len(lines)-1].End - lines[0].Start)
	piece := make([]run, 0, len(lines))
	for i, l := range lines {
		if i > 0 {
			b.WriteByte(' ')
		}
		piece = append(piece, run{b.Len(), l.Start})
		b.WriteString(s.Text[l.Start:l.End])
	}
	return b.String(), piece
}

// isMark holds the bytes that inline syntax begins with.
var isMark = func() (set [256]bool) {
	for _, c := range []byte("\\`[]*_") {
		set[c] = true
	}
	return set
}()

// An inlineScan reads one raw text once from left to right. Every step that looks ahead or back is
// bounded or prepared, so the time is linear whatever the text. Its lists are used again by the next.
type inlineScan struct {
	raw  string
	cell bool

	cuts   []Span // what is taken off, not in order
	codes  []Span // in raw
	labels []Link // in raw
	lead   Span

	ticks    []tickRun
	tick     int // the first run of ticks not yet passed
	ticked   bool
	brackets []int
	marks    []emphasisMark

	// Room for what units keep.
	texts textSlab
	runs  slab[run]
	spans slab[Span]
	links slab[Link]
}

// A tickRun is a run of backticks and the next run of the same length, or noRun.
type tickRun struct{ at, length, next int }

const noRun = -1

type emphasisMark struct {
	at, length int
	char       byte
}

const (
	// maxDestination bounds the length of a link's destination and title.
	maxDestination = 1000
	// maxLookBack bounds how many open marks of emphasis a closing one is held against.
	maxLookBack = 16
	// maxEmphasis is the longest run of marks that is emphasis.
	maxEmphasis = 3
)

func (s *inlineScan) reset(raw string, cell bool) {
	s.raw, s.cell, s.lead, s.tick, s.ticked = raw, cell, Span{}, 0, false
	s.cuts, s.codes, s.labels = s.cuts[:0], s.codes[:0], s.labels[:0]
	s.ticks, s.brackets, s.marks = s.ticks[:0], s.brackets[:0], s.marks[:0]
}

// run reads the text from its first mark on.
func (s *inlineScan) run(i int) {
	for i < len(s.raw) {
		switch s.raw[i] {
		case '\\':
			i = s.escape(i)
		case '`':
			i = s.code(i)
		case '[':
			s.brackets = append(s.brackets, i)
			i++
		case ']':
			i = s.closeBracket(i)
		case '*', '_':
			i = s.emphasis(i)
		default:
			for i++; i < len(s.raw) && !isMark[s.raw[i]]; {
				i++
			}
		}
	}
}

func (s *inlineScan) escape(i int) int {
	if i+1 < len(s.raw) && isPunctuation(rune(s.raw[i+1])) && s.raw[i+1] < utf8.RuneSelf {
		s.cuts = append(s.cuts, Span{i, i + 1})
		return i + 2
	}
	return i + 1
}

// code reads a code Span, or takes the ticks as text.
func (s *inlineScan) code(i int) int {
	s.findTicks()
	for s.tick < len(s.ticks) && s.ticks[s.tick].at < i {
		s.tick++
	}
	if s.tick == len(s.ticks) || s.ticks[s.tick].at != i || s.ticks[s.tick].next == noRun {
		for i < len(s.raw) && s.raw[i] == '`' {
			i++
		}
		return i
	}
	open, closing := s.ticks[s.tick], s.ticks[s.ticks[s.tick].next]
	content := Span{i + open.length, closing.at}
	if text := s.raw[content.Start:content.End]; len(text) > 2 && text[0] == ' ' && text[len(text)-1] == ' ' && strings.Trim(text, " ") != "" {
		content.Start, content.End = content.Start+1, content.End-1
	}
	s.cuts = append(s.cuts, Span{i, content.Start})
	if s.cell {
		for at := content.Start; at+1 < content.End; at++ {
			if s.raw[at] == '\\' && s.raw[at+1] == '|' {
				s.cuts = append(s.cuts, Span{at, at + 1})
				at++
			}
		}
	}
	s.codes = append(s.codes, content)
	end := closing.at + closing.length
	s.cuts = append(s.cuts, Span{content.End, end})
	return end
}

// findTicks notes all runs of backticks once, each with the next of its length.
func (s *inlineScan) findTicks() {
	if s.ticked {
		return
	}
	s.ticked = true
	for i := 0; i < len(s.raw); i++ {
		if s.raw[i] != '`' {
			continue
		}
		start := i
		for i < len(s.raw) && s.raw[i] == '`' {
			i++
		}
		s.ticks = append(s.ticks, tickRun{start, i - start, noRun})
	}
	const short = 4 // longer runs are rare and go through a map
	var next [short]int
	var longer map[int]int
	for i := len(s.ticks) - 1; i >= 0; i-- {
		t := &s.ticks[i]
		if t.length < short {
			t.next, next[t.length] = next[t.length]-1, i+1
			continue
		}
		if longer == nil {
			longer = map[int]int{}
		}
		t.next, longer[t.length] = longer[t.length]-1, i+1
	}
}

// closeBracket reads a link or image that ends here, or takes the bracket as text.
func (s *inlineScan) closeBracket(i int) int {
	if len(s.brackets) == 0 {
		return i + 1
	}
	open := s.brackets[len(s.brackets)-1]
	s.brackets = s.brackets[:len(s.brackets)-1]
	dest, end, ok := destination(s.raw, i+1)
	if !ok || i == open+1 { // a link without a label is nothing to see
		return i + 1
	}
	first := open
	if open > 0 && s.raw[open-1] == '!' {
		first--
	} else {
		s.labels = append(s.labels, Link{Span{open + 1, i}, dest})
		s.brackets = s.brackets[:0] // a link holds no link
	}
	s.cuts = append(s.cuts, Span{first, open + 1}, Span{i, end})
	return end
}

// destination reads "(destination)" with an optional title at an offset.
func destination(raw string, at int) (dest string, end int, ok bool) {
	if at >= len(raw) || raw[at] != '(' {
		return "", 0, false
	}
	limit := min(len(raw), at+maxDestination)
	i := skipSpaces(raw, at+1, limit)
	start, depth := i, 0
	if i < limit && raw[i] == '<' {
		closing := strings.IndexByte(raw[i:limit], '>')
		if closing < 0 {
			return "", 0, false
		}
		dest, i = raw[i+1:i+closing], i+closing+1
	} else {
		for ; i < limit && raw[i] > ' '; i++ {
			if raw[i] == '(' {
				depth++
			} else if raw[i] == ')' {
				if depth == 0 {
					break
				}
				depth--
			}
		}
		dest = raw[start:i]
	}
	i = skipSpaces(raw, i, limit)
	if i < limit && (raw[i] == '"' || raw[i] == '\'') {
		closing := strings.IndexByte(raw[i+1:limit], raw[i])
		if closing < 0 {
			return "", 0, false
		}
		i = skipSpaces(raw, i+closing+2, limit)
	}
	if i >= limit || raw[i] != ')' || depth > 0 {
		return "", 0, false
	}
	return dest, i + 1, true
}

func skipSpaces(s string, i, limit int) int {
	for i < limit && s[i] == ' ' {
		i++
	}
	return i
}

// emphasis reads a run of marks: it closes an open one of its kind and length, opens one, or is text.
func (s *inlineScan) emphasis(i int) int {
	char, end := s.raw[i], i
	for end < len(s.raw) && s.raw[end] == char {
		end++
	}
	if end-i > maxEmphasis {
		return end
	}
	before, _ := utf8.DecodeLastRuneInString(s.raw[:i])
	after, _ := utf8.DecodeRuneInString(s.raw[end:])
	left := end < len(s.raw) && !unicode.IsSpace(after) && (!isPunctuation(after) || i == 0 || unicode.IsSpace(before) || isPunctuation(before))
	right := i > 0 && !unicode.IsSpace(before) && (!isPunctuation(before) || end == len(s.raw) || unicode.IsSpace(after) || isPunctuation(after))
	opens := left && (char == '*' || !right || isPunctuation(before))
	closes := right && (char == '*' || !left || isPunctuation(after))
	if closes {
		for n := len(s.marks) - 1; n >= 0 && n >= len(s.marks)-maxLookBack; n-- {
			if m := s.marks[n]; m.char == char && m.length == end-i {
				s.cuts = append(s.cuts, Span{m.at, m.at + m.length}, Span{i, end})
				if m.at == 0 && m.length > 1 {
					s.lead = Span{m.length, i}
				}
				s.marks = s.marks[:n]
				return end
			}
		}
	}
	if opens {
		s.marks = append(s.marks, emphasisMark{i, end - i, char})
	}
	return end
}

func isPunctuation(r rune) bool {
	return r < utf8.RuneSelf && r > ' ' && !unicode.IsLetter(r) && !unicode.IsDigit(r) || r >= utf8.RuneSelf && unicode.IsPunct(r)
}
