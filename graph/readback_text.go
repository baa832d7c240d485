package graph

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A readBackAnswer is an answer taken apart for the rules.
type readBackAnswer struct {
	raw       string // without white space around it
	rendering bool
	clauses   []readBackClause // those that have a word

	// The first clause as the verdict sees it, which also ends at " — " (report-grammar 10.16): as a
	// whole, and its statements.
	lead           *readBackStatement
	leadStatements []*readBackStatement

	affirmation int    // the first clause that affirms a later read; -1 for none
	inherits    string // the route whose answer is taken over, once a rule has looked; "" for none
}

// A readBackClause is a part of an answer up to ";" or to a full stop before white space.
type readBackClause struct {
	raw        string
	whole      *readBackStatement   // all its words
	statements []*readBackStatement // the same, apart
}

// A readBackStatement is a stretch of words that one negation rules: from a comma or conjunction to the next.
type readBackStatement struct {
	words    []readBackWord
	opener   readBackWord // the conjunction before it
	negation int          // index of the first negation; len(words) for none
	later    int          // index of the first word for later; len(words) for none
}

func newReadBackAnswer(text string, rendering bool) *readBackAnswer {
	a := &readBackAnswer{raw: strings.TrimSpace(text), rendering: rendering, lead: &readBackStatement{}, affirmation: -1}
	for _, raw := range readBackClauses(a.raw) {
		words := readBackAsserted(raw)
		if !slices.ContainsFunc(words, func(w readBackWord) bool { return strings.ContainsFunc(w.text, isReadBackRune) }) {
			continue
		}
		c := readBackClause{raw: raw, whole: newReadBackStatement(words, readBackWord{})}
		c.statements = c.whole.apart()
		if len(a.clauses) == 0 {
			a.lead, a.leadStatements = c.whole, c.statements
			if opening, _, more := strings.Cut(raw, " — "); more {
				words := readBackAsserted(opening)
				a.lead = newReadBackStatement(words, readBackWord{})
				a.leadStatements = a.lead.apart()
			}
		}
		a.clauses = append(a.clauses, c)
	}
	a.affirmation = a.clauseThat((*readBackStatement).affirms)
	return a
}

// readBackAsserted gives the words of a text with double negatives undone. A question asserts nothing.
func readBackAsserted(text string) []readBackWord {
	words := undouble(readBackWords(text))
	if strings.HasSuffix(strings.TrimSpace(text), "?") {
		words = slices.Insert(words, 0, readBackLexicon["whether"])
	}
	return words
}

// first gives the first clause as written.
func (a *readBackAnswer) first() string { return a.clauses[0].raw }

// readBackClauses splits an answer. A full stop in "sessions.db" or after "e.g" ends nothing.
func readBackClauses(text string) []string {
	var clauses []string
	start := 0
	for i := range len(text) {
		if text[i] == ';' || text[i] == '.' && (i+1 == len(text) || text[i+1] <= ' ') && !readBackAbbreviates(text[start:i]) {
			clauses = append(clauses, strings.TrimSpace(text[start:i]))
			start = i + 1
		}
	}
	return append(clauses, strings.TrimSpace(text[start:]))
}

func readBackAbbreviates(text string) bool {
	return slices.ContainsFunc([]string{"e.g", "i.e", "cf", "vs", "incl", "approx"}, func(short string) bool {
		before, ok := strings.CutSuffix(text, short)
		return ok && (before == "" || strings.HasSuffix(before, " ") || strings.HasSuffix(before, "("))
	})
}

// maxReadBackLink bytes of a link's destination are skipped at most.
const maxReadBackLink = 1024

// readBackWords gives the words of a clause in lower case: letters and digits, with single hyphens, dots
// and apostrophes inside ("read-back", "sessions.db", "route's"). Commas, colons, slashes, brackets and
// dashes are words of their own; other marks, emphasis and destinations of links go.
func readBackWords(text string) []readBackWord {
	words := make([]readBackWord, 0, len(text)/5+1)
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case isReadBackRune(r):
			n = readBackWordLen(text[i:])
			words = append(words, lookUpReadBack(text[i:i+n]))
		case r == ',' || r == ':' || r == '/' || r == '(' || r == ')' || r == '–' || r == '—':
			words = append(words, lookUpReadBack(text[i:i+n]))
		case strings.HasPrefix(text[i:], "]("):
			// Looked for within reach only, or a row of "](" would cost its square.
			if end := strings.IndexAny(text[i+2:min(i+2+maxReadBackLink, len(text))], ") "); end >= 0 {
				n = 2 + end + 1
			}
		}
		i += n
	}
	return words
}

func readBackWordLen(text string) int {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if !isReadBackRune(r) {
			next, _ := utf8.DecodeRuneInString(text[i+n:])
			if r != '-' && r != '.' && r != '\'' && r != '’' || !isReadBackRune(next) {
				return i
			}
		}
		i += n
	}
	return len(text)
}

func isReadBackRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || wordASCIIClass[r] != wordBorder
	}
	return r != utf8.RuneError && unicode.In(r, unicode.L, unicode.M, unicode.N)
}

// apart splits the words at marks and conjunctions. A negation or a removal goes on over a comma
// or "and" before a verb: "cannot list, search or load the removed row" is one statement.
func (s *readBackStatement) apart() []*readBackStatement {
	words := s.words
	var out []*readBackStatement
	start, opener, carries := 0, readBackWord{}, false
	for i, w := range words {
		if !readBackBreaksAt(words, i) {
			carries = carries || readBackNegates(words, i) || w.in(readBackRemoves)
			continue
		}
		if carries && (w.text == "," || w.text == "and") && i+1 < len(words) && words[i+1].in(readBackGoesOn) {
			continue
		}
		if i > start {
			out = append(out, newReadBackStatement(words[start:i], opener))
		}
		start, opener, carries = i+1, w, false
	}
	switch {
	case start == len(words):
	case start == 0:
		out = append(out, s) // in one piece
	default:
		out = append(out, newReadBackStatement(words[start:], opener))
	}
	return out
}

// readBackBreaksAt reports whether a statement ends at word i. "Not yet" is no contrast.
func readBackBreaksAt(words []readBackWord, i int) bool {
	return words[i].in(readBackBreaks) && (words[i].text != "yet" || i == 0 || !words[i-1].in(readBackNots))
}

func newReadBackStatement(words []readBackWord, opener readBackWord) *readBackStatement {
	s := &readBackStatement{words: words, opener: opener}
	for s.negation < len(words) && !readBackNegates(words, s.negation) {
		s.negation++
	}
	for s.later < len(words) && !words[s.later].in(readBackLater) {
		s.later++
	}
	return s
}

// past gives the index after the words of a phrase that begins at word i, -1 where another stands there.
func (s *readBackStatement) past(i int, phrase string) int {
	for ; i < len(s.words) && strings.HasPrefix(phrase, s.words[i].text); i++ {
		phrase = phrase[len(s.words[i].text):]
		if phrase == "" {
			return i + 1
		}
		if phrase[0] != ' ' {
			return -1
		}
		phrase = phrase[1:]
	}
	return -1
}

func (s *readBackStatement) has(phrases ...string) bool {
	for i, w := range s.words {
		for _, p := range phrases {
			if strings.HasPrefix(w.text, p[:1]) && s.past(i, p) > 0 {
				return true
			}
		}
	}
	return false
}

func (s *readBackStatement) opens(phrases ...string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool { return s.past(0, p) > 0 })
}

// opensAs reports whether the statement is one of the phrases, or goes on with a reason, a scope or a
// question: "unknown", "unknown whether …", but not "unknown readers …".
func (s *readBackStatement) opensAs(phrases ...string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool {
		next := s.past(0, p)
		return next == len(s.words) || next > 0 && s.words[next].in(readBackWherefore)
	})
}

// ofThisRun reports whether the statement speaks of the run at hand.
func (s *readBackStatement) ofThisRun() bool {
	return readBackRuns.any(s.words) && s.has(readBackThisRun...)
}

// readBackNegates reports whether word i negates what follows. "Not only" does not, and what is "not
// deleted" is there; "unknown readers" are readers.
func readBackNegates(words []readBackWord, i int) bool {
	w, next := words[i], readBackWord{}
	if i+1 < len(words) {
		next = words[i+1]
	}
	there := next.in(readBackRemoved) && (w.text != "no" || next.in(readBackRemoval)) // "no removed card" is another matter
	attribute := w.in(readBackOpenInquiry) || w.in(readBackOpenTelling)
	return w.in(readBackNegations) && !next.in(readBackMerely) && !there && (!attribute || readBackPredicative(words, i))
}

// readBackPredicative reports whether the adjective at i is said of something ("is unknown", "unknown
// whether") rather than part of its name ("unknown rows").
func readBackPredicative(words []readBackWord, i int) bool {
	if i > 0 {
		before := words[i-1]
		return before.in(readBackAuxiliaries) || before.text == "still" || before.text == "left" || before.in(readBackBreaks)
	}
	return len(words) == 1 || words[1].in(readBackWherefore)
}

// at gives a word, none beyond either end.
func (s *readBackStatement) at(i int) readBackWord {
	if i < 0 || i >= len(s.words) {
		return readBackWord{}
	}
	return s.words[i]
}

// near gives up to n words before word i.
func (s *readBackStatement) near(i, n int) []readBackWord { return s.words[max(0, i-n):i] }

// affirms reports whether the statement says that a later invocation receives something. That copies
// given out stay, or are not taken back, says nothing of the kind (report-grammar 10.7); nor does what
// happens within the run.
func (s *readBackStatement) affirms() bool {
	later := s.later < len(s.words)
	if !s.reads(s.negation, later) {
		return false
	}
	stays := s.negation < len(s.words) || readBackSurvives.any(s.words) || readBackRemoved.any(s.words)
	return !readBackHedges.any(s.words) && !(readBackCopies.any(s.words) && stays) && (later || !s.ofThisRun()) && !s.withdraws()
}

// reads reports whether one of the first n words says that something is received. Weaker verbs
// (returns, changes, lists) count if later is set.
func (s *readBackStatement) reads(n int, later bool) bool {
	for i, w := range s.words[:n] {
		if (w.in(readBackReads) || w.in(readBackShows) && later) && s.predicate(i) {
			return true
		}
	}
	return false
}

// predicate reports whether word i is used as a verb, or as what an auxiliary needs.
func (s *readBackStatement) predicate(i int) bool {
	w, next := s.words[i], s.at(i+1)
	switch {
	case next.in(readBackNegations):
		return false
	case w.in(readBackParticiples) || w.text == "read" && next.in(readBackByWhom):
		return readBackAuxiliaries.any(s.near(i, 3)) || next.in(readBackByWhom)
	case w.in(readBackNouns):
		object := next.text != "" && !next.in(readBackNoObject) || next.text == "" && s.opener.text == "which"
		return object && !s.at(i-1).in(readBackDeterminers) || w.text == "read" && readBackAuxiliaries.any(s.near(i, 3))
	}
	return w.text != "see" || i > 0 // "see the memory account" is said to the reader of the report
}

// withdraws reports whether the statement says what can no longer be read.
func (s *readBackStatement) withdraws() bool {
	if s.opener.in(readBackOpeners) {
		return false // "until it is deleted" is a limit
	}
	removed := s.speaksOfRemoved()
	later := s.later < len(s.words) || containsReadBack(s.words, "from")
	for i, w := range s.words {
		negated := i > s.negation
		switch {
		case w.text == "no" && s.at(i+1).text == "longer" && !s.at(i+2).in(readBackNotLonger), w.text == "anymore" && negated,
			removed && (w.in(readBackReads) || w.in(readBackShows)) && (negated || s.at(i+1).in(readBackNegations)),
			!negated && later && w.in(readBackRemoves) && !s.at(i-1).in(readBackDeterminers),
			!negated && later && w.in(readBackRemoved) && !s.at(i-1).in(readBackNegations) && readBackAuxiliaries.any(s.near(i, 3)),
			!negated && (later || removed) && w.in(readBackVanishes),
			!negated && removed && w.in(readBackSkips):
			return true
		}
	}
	return false
}

// speaksOfRemoved reports whether something is called removed, rather than not removed.
func (s *readBackStatement) speaksOfRemoved() bool {
	for i, w := range s.words {
		if w.in(readBackRemoved) && (!s.at(i-1).in(readBackNegations) || s.at(i-1).text == "no" && !w.in(readBackRemoval)) {
			return true
		}
	}
	return false
}

// affords reports whether the statement says that something can happen: "can", "may", "available to",
// but not "cannot", "no reader may", "unavailable to", "available but not used".
func (s *readBackStatement) affords() bool {
	for i, w := range s.words[:s.negation] {
		next := s.at(i + 1)
		month := w.text == "may" && strings.Trim(next.text, "0123456789") == "" && next.text != ""
		if w.in(readBackModals) && !next.in(readBackNegations) && !month || w.text == "available" && next.in(readBackToWhom) {
			return true
		}
	}
	return false
}

func (s *readBackStatement) unobserved() bool {
	for i, w := range s.words {
		if w.text == "unobserved" || w.text == "unexercised" || w.in(readBackSeen) && readBackNegations.any(s.near(i, 3)) {
			return true
		}
	}
	return false
}

// knowsNoReader reports whether the words say that no reader or consumer is known.
func (s *readBackStatement) knowsNoReader() bool {
	for i, w := range s.words {
		if (w.text == "nothing" || w.text == "nobody") && readBackReads.any(s.words[i+1:min(i+6, len(s.words))]) {
			return true
		}
		if !w.in(readBackReaders) {
			continue
		}
		before := s.near(i, 3)
		after := s.words[i+1 : min(i+5, len(s.words))]
		if containsReadBack(before, "no") && !readBackOthers.any(before) || readBackUnknown.any(before) || readBackUnknown.any(after) ||
			containsReadBack(after, "not") && readBackKnown.any(after) {
			return true
		}
	}
	return s.has("nobody is known", "no one is known")
}

// editsConfiguration reports whether the words call settings edited.
func (s *readBackStatement) editsConfiguration() bool {
	for i, w := range s.words {
		if (w.in(readBackSettings) || strings.HasPrefix(w.text, "config")) && readBackEdits.any(s.words[max(0, i-3):min(i+4, len(s.words))]) {
			return true
		}
	}
	return false
}
