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
}

// A readBackClause is a part of an answer up to ";" or to a full stop before white space.
type readBackClause struct {
	raw        string
	whole      *readBackStatement   // all its words
	statements []*readBackStatement // the same, apart
}

// A readBackStatement is a stretch of words that one negation rules: from a comma or conjunction to the next.
type readBackStatement struct {
	words    []string // lower case; some punctuation marks count as words
	text     string   // the words, each between single spaces
	opener   string   // the conjunction before it
	negation int      // index of the first negation; len(words) for none
	later    int      // index of the first word for later; len(words) for none
}

func newReadBackAnswer(text string, rendering bool) *readBackAnswer {
	a := &readBackAnswer{raw: strings.TrimSpace(text), rendering: rendering, lead: newReadBackStatement(nil, "")}
	for _, raw := range readBackClauses(a.raw) {
		words := readBackAsserted(raw)
		if !slices.ContainsFunc(words, func(w string) bool { return strings.ContainsFunc(w, isReadBackRune) }) {
			continue
		}
		if len(a.clauses) == 0 {
			opening, _, _ := strings.Cut(raw, " — ")
			leadWords := readBackAsserted(opening)
			a.lead, a.leadStatements = newReadBackStatement(leadWords, ""), readBackStatements(leadWords)
		}
		a.clauses = append(a.clauses, readBackClause{raw, newReadBackStatement(words, ""), readBackStatements(words)})
	}
	return a
}

// readBackAsserted gives the words of a text with double negatives undone. A question asserts nothing.
func readBackAsserted(text string) []string {
	words := undouble(readBackWords(text))
	if strings.HasSuffix(strings.TrimSpace(text), "?") {
		words = append([]string{"whether"}, words...)
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
func readBackWords(text string) []string {
	var words []string
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case isReadBackRune(r):
			n = readBackWordLen(text[i:])
			words = append(words, strings.ToLower(strings.ReplaceAll(text[i:i+n], "’", "'")))
		case strings.ContainsRune(",:/()–—", r):
			words = append(words, string(r))
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
			if !strings.ContainsRune("-.'’", r) || !isReadBackRune(next) {
				return i
			}
		}
		i += n
	}
	return len(text)
}

func isReadBackRune(r rune) bool {
	return r != utf8.RuneError && (r == '_' || unicode.In(r, unicode.L, unicode.M, unicode.N))
}

// readBackStatements splits words at marks and conjunctions. A negation or a removal goes on over a comma
// or "and" before a verb: "cannot list, search or load the removed row" is one statement.
func readBackStatements(words []string) []*readBackStatement {
	var out []*readBackStatement
	start, opener, carries := 0, "", false
	for i, w := range words {
		if !readBackBreaksAt(words, i) {
			carries = carries || readBackNegates(words, i) || readBackRemoves[w]
			continue
		}
		if carries && (w == "," || w == "and") && i+1 < len(words) && readBackGoesOn[words[i+1]] {
			continue
		}
		if i > start {
			out = append(out, newReadBackStatement(words[start:i], opener))
		}
		start, opener, carries = i+1, w, false
	}
	if start < len(words) {
		out = append(out, newReadBackStatement(words[start:], opener))
	}
	return out
}

// readBackBreaksAt reports whether a statement ends at word i. "Not yet" is no contrast.
func readBackBreaksAt(words []string, i int) bool {
	return readBackBreaks[words[i]] && (words[i] != "yet" || i == 0 || !readBackNots[words[i-1]])
}

func newReadBackStatement(words []string, opener string) *readBackStatement {
	s := &readBackStatement{words: words, opener: opener, text: " " + strings.Join(words, " ") + " "}
	for s.negation < len(words) && !readBackNegates(words, s.negation) {
		s.negation++
	}
	for s.later < len(words) && !readBackLater[words[s.later]] {
		s.later++
	}
	return s
}

// readBackRoutes gives the handles of routes in a text, in order, each once (report-grammar 2.1):
// RTE-4, MEM-RTE-3, RT-RTE-shelf-lookup. Fragments of links, families (RT-RTE) and names of more than
// three words are none.
func readBackRoutes(text string) []string {
	var routes []string
	seen := map[string]bool{}
	for run := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return r != '-' && r != '_' && (r >= utf8.RuneSelf || wordASCIIClass[r] == wordBorder)
	}) {
		for _, handle := range readBackHandles(run) {
			if !seen[handle] && readBackIsRoute(strings.Split(handle, "-")) {
				seen[handle] = true
				routes = append(routes, handle)
			}
		}
	}
	return routes
}

// readBackHandles splits a run where a prefixed handle starts inside it ("RT-RTE-a-RT-RTE-b").
func readBackHandles(run string) []string {
	var handles []string
	pieces := strings.Split(strings.Trim(run, "-"), "-")
	start := 0
	for i := 1; i+1 < len(pieces); i++ {
		if readBackAnalysts[pieces[i]] && len(pieces[i+1]) == 3 && strings.ToUpper(pieces[i+1]) == pieces[i+1] {
			handles = append(handles, strings.Join(pieces[start:i], "-"))
			start = i
		}
	}
	return append(handles, strings.Join(pieces[start:], "-"))
}

func readBackIsRoute(pieces []string) bool {
	prefixed := readBackAnalysts[pieces[0]]
	if prefixed {
		pieces = pieces[1:]
	}
	if len(pieces) < 2 || len(pieces) > 4 || pieces[0] != "RTE" {
		return false
	}
	if number := strings.TrimLeft(pieces[1], "0123456789"); len(pieces) == 2 && number != pieces[1] {
		return number == "" || len(number) == 1 && wordASCIIClass[number[0]] == wordSmall // RTE-4, RTE-4a
	}
	return prefixed && !slices.ContainsFunc(pieces[1:], func(w string) bool {
		return w == "" || wordASCIIClass[w[0]] != wordSmall || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz0123456789") != ""
	})
}

func (s *readBackStatement) has(phrases ...string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(s.text, " "+p+" ") })
}

func (s *readBackStatement) opens(phrases ...string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.HasPrefix(s.text, " "+p+" ") })
}

// opensAs reports whether the statement is one of the phrases, or goes on with a reason, a scope or a
// question: "unknown", "unknown whether …", but not "unknown readers …".
func (s *readBackStatement) opensAs(phrases ...string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool {
		rest, ok := strings.CutPrefix(s.text, " "+p+" ")
		next, _, _ := strings.Cut(rest, " ")
		return ok && (next == "" || readBackWherefore[next])
	})
}

// readBackNegates reports whether word i negates what follows. "Not only" does not, and what is "not
// deleted" is there; "unknown readers" are readers.
func readBackNegates(words []string, i int) bool {
	w, next := words[i], ""
	if i+1 < len(words) {
		next = words[i+1]
	}
	there := readBackRemoved[next] && (w != "no" || readBackRemoval[next]) // "no removed card" is another matter
	attribute := readBackOpenInquiry[w] || readBackOpenTelling[w]
	return readBackNegations[w] && !readBackMerely[next] && !there && (!attribute || readBackPredicative(words, i))
}

// readBackPredicative reports whether the adjective at i is said of something ("is unknown", "unknown
// whether") rather than part of its name ("unknown rows").
func readBackPredicative(words []string, i int) bool {
	if i > 0 {
		before := words[i-1]
		return readBackAuxiliaries[before] || before == "still" || before == "left" || readBackBreaks[before]
	}
	return len(words) == 1 || readBackWherefore[words[1]]
}

// at gives a word, "" beyond either end.
func (s *readBackStatement) at(i int) string {
	if i < 0 || i >= len(s.words) {
		return ""
	}
	return s.words[i]
}

// near gives up to n words before word i.
func (s *readBackStatement) near(i, n int) []string { return s.words[max(0, i-n):i] }

// affirms reports whether the statement says that a later invocation receives something. That copies
// given out stay, or are not taken back, says nothing of the kind (report-grammar 10.7); nor does what
// happens within the run.
func (s *readBackStatement) affirms() bool {
	later := s.later < len(s.words)
	stays := s.negation < len(s.words) || readBackSurvives.any(s.words) || readBackRemoved.any(s.words)
	if readBackHedges.any(s.words) || readBackCopies.any(s.words) && stays || !later && s.has(readBackThisRun...) || s.withdraws() {
		return false
	}
	return s.reads(s.negation, later)
}

// reads reports whether one of the first n words says that something is received. Weaker verbs
// (returns, changes, lists) count if later is set.
func (s *readBackStatement) reads(n int, later bool) bool {
	for i, w := range s.words[:n] {
		if (readBackReads[w] || readBackShows[w] && later) && s.predicate(i) {
			return true
		}
	}
	return false
}

// predicate reports whether word i is used as a verb, or as what an auxiliary needs.
func (s *readBackStatement) predicate(i int) bool {
	w, next := s.words[i], s.at(i+1)
	switch {
	case readBackNegations[next]:
		return false
	case readBackParticiples[w] || w == "read" && readBackByWhom[next]:
		return readBackAuxiliaries.any(s.near(i, 3)) || readBackByWhom[next]
	case readBackNouns[w]:
		object := next != "" && !readBackNoObject[next] || next == "" && s.opener == "which"
		return object && !readBackDeterminers[s.at(i-1)] || w == "read" && readBackAuxiliaries.any(s.near(i, 3))
	}
	return w != "see" || i > 0 // "see the memory account" is said to the reader of the report
}

// withdraws reports whether the statement says what can no longer be read.
func (s *readBackStatement) withdraws() bool {
	if readBackOpeners[s.opener] {
		return false // "until it is deleted" is a limit
	}
	removed := s.speaksOfRemoved()
	later := s.later < len(s.words) || slices.Contains(s.words, "from")
	for i, w := range s.words {
		negated := i > s.negation
		switch {
		case w == "no" && s.at(i+1) == "longer" && !readBackNotLonger[s.at(i+2)], w == "anymore" && negated,
			removed && (readBackReads[w] || readBackShows[w]) && (negated || readBackNegations[s.at(i+1)]),
			!negated && later && readBackRemoves[w] && !readBackDeterminers[s.at(i-1)],
			!negated && later && readBackRemoved[w] && !readBackNegations[s.at(i-1)] && readBackAuxiliaries.any(s.near(i, 3)),
			!negated && (later || removed) && readBackVanishes[w],
			!negated && removed && readBackSkips[w]:
			return true
		}
	}
	return false
}

// speaksOfRemoved reports whether something is called removed, rather than not removed.
func (s *readBackStatement) speaksOfRemoved() bool {
	for i, w := range s.words {
		if readBackRemoved[w] && (!readBackNegations[s.at(i-1)] || s.at(i-1) == "no" && !readBackRemoval[w]) {
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
		month := w == "may" && strings.Trim(next, "0123456789") == "" && next != ""
		if readBackModals[w] && !readBackNegations[next] && !month || w == "available" && readBackToWhom[next] {
			return true
		}
	}
	return false
}

func (s *readBackStatement) unobserved() bool {
	for i, w := range s.words {
		if w == "unobserved" || w == "unexercised" || readBackSeen[w] && readBackNegations.any(s.near(i, 3)) {
			return true
		}
	}
	return false
}

// knowsNoReader reports whether the words say that no reader or consumer is known.
func (s *readBackStatement) knowsNoReader() bool {
	for i, w := range s.words {
		if (w == "nothing" || w == "nobody") && readBackReads.any(s.words[i+1:min(i+6, len(s.words))]) {
			return true
		}
		if !readBackReaders[w] {
			continue
		}
		before := s.near(i, 3)
		after := s.words[i+1 : min(i+5, len(s.words))]
		if slices.Contains(before, "no") && !readBackOthers.any(before) || readBackUnknown.any(before) || readBackUnknown.any(after) ||
			slices.Contains(after, "not") && readBackKnown.any(after) {
			return true
		}
	}
	return s.has("nobody is known", "no one is known")
}

// editsConfiguration reports whether the words call settings edited.
func (s *readBackStatement) editsConfiguration() bool {
	for i, w := range s.words {
		if (readBackSettings[w] || strings.HasPrefix(w, "config")) && readBackEdits.any(s.words[max(0, i-3):min(i+4, len(s.words))]) {
			return true
		}
	}
	return false
}
