package relate

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A tokenKind tells a word from an id and a mark.
type tokenKind uint8

const (
	word tokenKind = iota
	id             // a record id, text as written
	mark           // one of the marks that separate: , ; : . / ( ) → —
)

// A token is a word in lower case, an id or a mark.
type token struct {
	kind tokenKind
	text string
	sets wordSet // the lists that a word is in
}

// in tells whether a word is in one of some lists.
func (t token) in(sets wordSet) bool { return t.sets&sets != 0 }

const (
	arrow = "→"
	dash  = "—"
	code  = "`" // the word that stands for a code span or a quotation
)

// tokenizer walks one text. What it fails to close it looks for no second time, so the walk is linear.
type tokenizer struct {
	text    string
	handles []report.HandleToken // those that end behind the place of the walk
	cited   []string             // nil where every id is a reference
	noTick  bool                 // no further backtick closes
	noParen bool                 // no further link target closes
	noQuote bool                 // no further quotation closes
	out     []token
}

// tokenize appends the words, ids and marks of a text with the handles given. A link is its label, a code span is its id or one
// opaque word, a quotation is one opaque word, as is an id that is no reference, and marks of emphasis vanish.
func tokenize(out []token, text string, handles []report.HandleToken, cited []string) []token {
	z := tokenizer{text: text, cited: cited, handles: handles, out: out}
	for i := 0; i < len(text); {
		if text[i] == ' ' {
			i++
		} else {
			i = z.step(i)
		}
	}
	return z.out
}

func (z *tokenizer) step(i int) int {
	for len(z.handles) > 0 && z.handles[0].End <= i {
		z.handles = z.handles[1:]
	}
	if len(z.handles) > 0 && z.handles[0].Start == i && z.handles[0].Class != report.HandleMalformed {
		h := z.handles[0]
		z.handle(h.Text)
		return h.End
	}
	rest := z.text[i:]
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case strings.HasPrefix(rest, "->"):
		z.add(mark, arrow)
		return i + 2
	case inWord(r):
		return z.word(i)
	case r == '`':
		return z.codeSpan(i)
	case r == '"' || r == '“':
		closing := "\""
		if r == '“' {
			closing = "”"
		}
		return z.quotation(i, size, closing)
	case r == ']' && strings.HasPrefix(rest, "](") && !z.noParen:
		if end := strings.IndexByte(rest, ')'); end > 0 {
			return i + end + 1
		}
		z.noParen = true
	case r == '→', r == '—', r == ',', r == ';', r == ':', r == '.', r == '/', r == '(', r == ')', r == '?':
		z.add(mark, rest[:size])
	}
	return i + size
}

// word reads a run of letters, digits, hyphens, underscores and apostrophes; the possessive of an id
// is the word 's. A lone hyphen is a dash. A stop between digits or letters belongs to the word.
func (z *tokenizer) word(i int) int {
	limit := len(z.text)
	if len(z.handles) > 0 && z.handles[0].Start > i {
		limit = z.handles[0].Start
	}
	end, lower := i, true
	for end < limit {
		c := z.text[end]
		if 'a' <= c && c <= 'z' || c == '-' {
			end++
			continue
		}
		r, size := utf8.DecodeRuneInString(z.text[end:])
		if !inWord(r) {
			if r != '.' && r != ':' {
				break
			}
			if next, _ := utf8.DecodeRuneInString(z.text[end+size:]); !unicode.IsLetter(next) && !unicode.IsDigit(next) {
				break
			}
		}
		end += size
		lower = lower && ('0' <= r && r <= '9' || r == '.')
	}
	w := z.text[i:end]
	if w == "-" || w == "--" || w == "–" {
		z.add(mark, dash)
		return end
	}
	if !lower {
		w = strings.ToLower(strings.ReplaceAll(w, "’", "'"))
	}
	z.add(word, w)
	return end
}

func (z *tokenizer) codeSpan(i int) int {
	length := -1
	if !z.noTick {
		length = strings.IndexByte(z.text[i+1:], '`')
	}
	if length < 0 {
		z.noTick = true
		return i + 1
	}
	span := strings.TrimSpace(z.text[i+1 : i+1+length])
	if _, ok := report.ParseHandle(span); ok {
		z.handle(span)
	} else {
		z.add(word, code)
	}
	return i + length + 2
}

// quotation makes what somebody else says one opaque word.
func (z *tokenizer) quotation(i, size int, closing string) int {
	length := -1
	if !z.noQuote {
		length = strings.Index(z.text[i+size:], closing)
	}
	if length < 0 {
		z.noQuote = true
		return i + size
	}
	z.add(word, code)
	return i + size + length + len(closing)
}

// handle makes an id a token: a record that is a reference, the word for a source, or one opaque word.
func (z *tokenizer) handle(handle string) {
	switch {
	case !isRecord(handle):
		z.add(word, "src")
	case z.cited == nil || slices.Contains(z.cited, handle):
		z.add(id, handle)
	default:
		z.add(word, code)
	}
}

func (z *tokenizer) add(kind tokenKind, text string) {
	t := token{kind: kind, text: text}
	if kind == word {
		t.sets = listsOf(text)
	}
	z.out = append(z.out, t)
}

func inWord(r rune) bool {
	if 'a' <= r && r <= 'z' {
		return true
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' || r == '\'' || r == '’' || r == '–'
}

// flatten takes the parentheses out (report-grammar 10.8e). One id or a slash list right after a noun
// inside a clause is an apposition and stays in place; a group with an arrow becomes a stream of its
// own; any other group is a citation or a remark and is left out. endsInside says that the end of the
// text, as in a table cell, is no full stop.
func flatten(tokens []token, endsInside bool) (main []token, groups [][]token) {
	if !hasMark(tokens, "(") && !hasMark(tokens, ")") {
		return tokens, nil
	}
	closes := matchParens(tokens)
	for i := 0; i < len(tokens); i++ {
		if closes[i] == 0 {
			if t := tokens[i]; t.text != "(" && t.text != ")" {
				main = append(main, t)
			}
			continue
		}
		group := tokens[i+1 : closes[i]]
		after := tokens[closes[i]+1:]
		switch {
		case isApposition(group) && len(main) > 0 && main[len(main)-1].kind == word && continues(after, endsInside):
			main = append(main, group...)
		case hasMark(group, arrow):
			groups = append(groups, withoutParens(group))
		}
		i = closes[i]
	}
	return main, groups
}

// withoutParens drops every parenthesis inside a group, with what it holds.
func withoutParens(group []token) (out []token) {
	depth := 0
	for _, t := range group {
		switch {
		case t.kind == mark && t.text == "(":
			depth++
		case t.kind == mark && t.text == ")":
			depth--
		case depth == 0:
			out = append(out, t)
		}
	}
	return out
}

// matchParens gives for each outermost opening parenthesis the index of its partner, else 0.
func matchParens(tokens []token) []int {
	closes := make([]int, len(tokens))
	var open []int
	for i, t := range tokens {
		switch {
		case t.kind == mark && t.text == "(":
			open = append(open, i)
		case t.kind == mark && t.text == ")" && len(open) > 0:
			closes[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
	}
	return closes
}

func isApposition(group []token) bool {
	for i, t := range group {
		if i%2 == 0 && t.kind != id || i%2 == 1 && t.text != "/" {
			return false
		}
	}
	return len(group)%2 == 1
}

// continues tells whether the clause goes on after a parenthesis.
func continues(after []token, endsInside bool) bool {
	if len(after) == 0 {
		return endsInside
	}
	return after[0].text != "." && after[0].text != ";" && after[0].text != ":"
}

func hasMark(tokens []token, text string) bool {
	for _, t := range tokens {
		if t.kind == mark && t.text == text {
			return true
		}
	}
	return false
}
