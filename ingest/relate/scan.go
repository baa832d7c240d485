package relate

import (
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A scan is one text taken apart: its clauses and the verb phrases in them. Rules read it.
type scan struct {
	Text
	owner   []string // the owner alone
	label   string   // normalised
	value   bool     // the text is the value of a label: its implicit subject is the owner
	clauses []clause // of the main text, then one for each parenthesis with an arrow
	phrases []phrase

	affirmed []*phrase // from which a relationship may follow: none in an answer that does not apply
	denied   []*phrase // from which a denial may follow: none in an answer that was not looked into
}

// A clause is a run of tokens between marks and conjunctions that part statements.
type clause struct {
	toks  []token
	after string // the mark or word that ends it, "" at the end of the text
	first int    // its phrases in the scan, half open
	end   int
}

// maxTokens bounds the clauses and lists looked at around one word, so that a scan stays linear in a
// hostile text; no clause of a real report comes near.
const maxTokens = 400

// take takes a text apart, in the room of the one before, or returns nil where no rule could say anything.
func (f *Finder) take(t *Text) *scan {
	s := &f.scan
	if s.Owner != t.Owner {
		s.owner = []string{t.Owner}
	}
	s.Text, s.label = *t, report.NormalLabel(t.Label)
	s.value = s.label != "" || s.Answer != ""
	if s.label == "claimed operation" || s.Answer == report.AnswerEvidenceLimits || strings.HasSuffix(strings.TrimSpace(t.Sentence), "?") {
		return nil
	}
	f.handles = report.AppendHandles(f.handles[:0], t.Sentence)
	f.tokens = tokenize(f.tokens[:0], t.Sentence, f.handles, t.Cited)
	if !s.value && !slices.ContainsFunc(f.tokens, token.tells) {
		return nil
	}
	main, groups := flatten(f.tokens, t.Column != "")
	s.clauses, s.phrases = s.clauses[:0], s.phrases[:0]
	s.split(main)
	for _, group := range groups {
		s.clauses = append(s.clauses, clause{toks: group})
	}
	for i := range s.clauses {
		s.phrasesOf(i)
	}
	s.choose()
	return s
}

// mayTell is a quick look: without an id a text states no relationship, without a negation and what it could
// negate it denies none, and without a word that some rule begins with it does neither, if it stands under no
// label.
func mayTell(t *Text) bool {
	sets := tellingWords(t.Sentence)
	if sets&negators != 0 && sets&(verbForms|partyWords|wayNouns) != 0 {
		return true
	}
	labelled := t.Label != "" || t.Answer != "" || strings.IndexByte(t.Sentence, ':') >= 0
	switch {
	case !labelled && sets&^wayNouns == 0 && !strings.Contains(t.Sentence, "->") && !strings.Contains(t.Sentence, arrow):
		return false
	case t.Cited != nil:
		return len(t.Cited) > 0
	}
	return slices.ContainsFunc(report.ScanHandles(t.Sentence), func(h report.HandleToken) bool {
		return h.Class == report.HandleNamed || h.Class == report.HandleNumbered
	})
}

// beginners are the words that some rule begins with.
var beginners = telling | verbForms | partyWords | negators

// looked are the words that mayTell asks for; all are of letters.
var looked = beginners | wayNouns

// lookedSizes has, by the first two letters of such a word, a bit for each length that one has.
var lookedSizes = func() (sizes [26][26]uint32) {
	for w, sets := range lexicon {
		if sets&looked != 0 {
			sizes[w[0]-'a'][w[1]-'a'] |= 1 << len(w)
		}
	}
	return sizes
}()

// tellingWords gives the lists that mayTell asks for of the words of a text.
func tellingWords(text string) (sets wordSet) {
	for i := 0; i < len(text); i++ {
		start := i
		for i < len(text) && text[i]|0x20-'a' < 26 {
			i++
		}
		if i-start < 2 || lookedSizes[text[start]|0x20-'a'][text[start+1]|0x20-'a']&(1<<(i-start)) == 0 {
			continue
		}
		var lower [32]byte
		for j, c := range []byte(text[start:i]) {
			lower[j] = c | 0x20
		}
		sets |= lexicon[string(lower[:i-start])]
	}
	return sets & looked
}

// tells tells whether some rule begins with the token.
func (t token) tells() bool {
	return t.in(beginners) || t.kind == mark && t.text == arrow
}

func (s *scan) split(tokens []token) {
	start := 0
	cut := func(end int, after string) {
		if end > start {
			s.clauses = append(s.clauses, clause{toks: tokens[start:end], after: after})
		}
	}
	for i, t := range tokens {
		switch {
		case t.kind == mark && t.text != "," && t.text != "/" && t.text != arrow,
			t.kind == word && t.in(breaks),
			i-start >= maxTokens:
			cut(i, t.text)
			start = i + 1
		}
	}
	cut(len(tokens), "")
}

// at returns the token at i, the zero token outside.
func (c *clause) at(i int) token {
	if i < 0 || i >= len(c.toks) {
		return token{kind: mark}
	}
	return c.toks[i]
}

// is tells whether the word at i is one of the set.
func (c *clause) is(i int, set wordSet) bool { return c.at(i).in(set) }

// oneOf tells whether the word at i is one of a few.
func (c *clause) oneOf(i int, few ...string) bool {
	t := c.at(i)
	return t.kind == word && slices.Contains(few, t.text)
}

// findOf returns the index of the first of a few words in a range, -1 for none.
func (c *clause) findOf(from, to int, few ...string) int {
	for i := max(0, from); i < min(to, len(c.toks)); i++ {
		if c.oneOf(i, few...) {
			return i
		}
	}
	return -1
}

// find returns the index of the first word of the set in a range, -1 for none.
func (c *clause) find(from, to int, set wordSet) int {
	for i := max(0, from); i < min(to, len(c.toks)); i++ {
		if c.is(i, set) {
			return i
		}
	}
	return -1
}

// ids returns all ids of a range.
func (c *clause) ids(from, to int) (out []string) {
	for i := max(0, from); i < min(to, len(c.toks)) && len(out) <= maxList; i++ {
		if c.toks[i].kind == id {
			out = append(out, c.toks[i].text)
		}
	}
	return out
}

// maxList bounds the ids of one list: a longer one states nothing that a reader would check.
const maxList = 12

// list reads the list of ids whose first stands at i and returns the index after it: A, B and C; A/B.
// An id that begins a predicate of its own (A and B reads …) is no member.
func (c *clause) list(i int) (out []string, next int) {
	for c.at(i).kind == id {
		out = append(out, c.at(i).text)
		next = i + 1
		j, joined := c.joint(next, 1)
		if !joined || c.at(j-1).text != "/" && finite(c.at(j+1), c.at(j+2)) {
			break
		}
		i = j
	}
	if len(out) > maxList {
		return nil, next
	}
	return out, next
}

// listBefore reads the list of ids whose last stands at i and returns the index of its first.
func (c *clause) listBefore(i int) (out []string, first int) {
	first = i
	for n := 0; n <= maxList; n++ {
		j, joined := c.joint(first-1, -1)
		if !joined {
			break
		}
		first = j
	}
	if out = c.ids(first, i+1); len(out) > maxList {
		out = nil
	}
	return out, first
}

// joint steps over what may stand between two ids of a list, from i on in one direction: a comma, a
// slash, and, or, with an article and the noun of a kind. It tells where it ends and whether an id
// stands there that is joined.
func (c *clause) joint(i, step int) (next int, joined bool) {
	for n := 0; n < 4; n++ {
		switch t := c.at(i); {
		case t.text == "," || t.text == "/" || c.is(i, connectors) || c.rangeAt(i):
			joined = true
		case !c.is(i, determiner) && !c.isKindNoun(i):
			return i, joined && t.kind == id
		}
		i += step
	}
	return i, joined && c.at(i).kind == id
}

// rangeAt tells whether the word at i spans a range, RTE-1 through RTE-4: its ends are named, and what
// lies between them is not.
func (c *clause) rangeAt(i int) bool {
	a, b := c.at(i-1), c.at(i+1)
	return c.oneOf(i, "through") && a.kind == id && b.kind == id && kindOf(a.text) == kindOf(b.text)
}

func (c *clause) isKindNoun(i int) bool {
	return c.is(i, kindWords)
}

// head skips the words that may stand before the first noun of a clause.
func (c *clause) head() int {
	i := 0
	for c.is(i, determiner) || c.is(i, adverbs) || c.is(i, connectors) || c.at(i).text == "," {
		i++
	}
	return i
}

// ownerOf returns the owner where it is of the kind, or of any kind for "".
func (s *scan) ownerOf(kind string) []string {
	if s.Owner == "" || kind != "" && kindOf(s.Owner) != kind {
		return nil
	}
	return s.owner
}

// choose parts the phrases by what may follow from them.
func (s *scan) choose() {
	s.affirmed, s.denied = s.affirmed[:0], s.denied[:0]
	for i := range s.phrases {
		switch p := &s.phrases[i]; {
		case p.polarity == affirmed && !p.deny && !s.citationOnly():
			s.affirmed = append(s.affirmed, p)
		case p.polarity == negated && !(s.citationOnly() && s.clauses[0].oneOf(0, "uninspected")):
			s.denied = append(s.denied, p)
		}
	}
}

// citationOnly tells whether the text is an answer that begins with inapplicable or uninspected, and
// so states no flow, whatever it names (report-grammar 10.8c).
func (s *scan) citationOnly() bool {
	return s.Answer != "" && len(s.clauses) > 0 && s.clauses[0].oneOf(0, "inapplicable", "uninspected")
}
