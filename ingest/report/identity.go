package report

import "strings"

// An IdentityMatch is one identity statement found in a sentence: see Identity for its parts.
type IdentityMatch struct {
	Type    IdentityType
	Subject string // handle of another subject than the text's owner, or ""
	Targets []string
	Rule    string
}

// ScanIdentities returns the identity statements of one sentence (report-grammar 2.6, 7.2, 10.10).
// handles are the well-formed ids of the sentence, with offsets into it.
//
// A target is an id that the wording itself reaches: the first id after it in the same clause, and
// those that a list continues. Ids in parentheses are citations and never targets, nor are those of
// a relative clause. The word "duplicate" alone says nothing.
func ScanIdentities(sentence string, handles []HandleToken) []IdentityMatch {
	if !hasIdentityWord(sentence) {
		return nil
	}
	s := identityScan{text: sentence, folded: foldASCII(sentence), handles: handles}
	s.distinct()
	s.compared()
	s.notDeclared()
	s.notSecond()
	s.closest()
	s.mutual()
	s.possibleDuplicate()
	for clause := range strings.SplitSeq(s.folded, ";") {
		s.noCounterpart(clause)
		s.noDuplicate(clause)
	}
	return s.found
}

// identityWords are the stems without one of which no wording is there. Those of common words count only
// behind others.
var identityWords = []struct {
	stem   string
	behind []string
}{
	{"by ", []string{"declared ", "described ", "denoted "}}, {"closest ", nil}, {"compared ", nil}, {"counterpart", nil},
	{"denote ", nil}, {"differ", nil}, {"distin", nil}, {"duplic", nil}, {"overlap", nil},
	{"second ", []string{"not a "}}, {"supplied ", []string{"no "}},
}

// identityOpenings tells by the first two letters of a word, the first in any case, whether a stem begins so.
var identityOpenings = func() (set ['z' + 1][256]bool) {
	for _, w := range identityWords {
		set[w.stem[0]][w.stem[1]] = true
	}
	return set
}()

// hasIdentityWord looks for a stem at the start of any word, in one pass: most sentences have none.
func hasIdentityWord(sentence string) bool {
	for i := 0; i+1 < len(sentence); i++ {
		start := i
		for i < len(sentence) && isLower(sentence[i]|0x20) {
			i++
		}
		if i == start || start+1 == len(sentence) || !identityOpenings[sentence[start]|0x20][sentence[start+1]] {
			continue
		}
		for _, w := range identityWords {
			if sentence[start]|0x20 == w.stem[0] && strings.HasPrefix(sentence[start+1:], w.stem[1:]) &&
				(w.behind == nil || endsInAny(sentence[:start], w.behind)) {
				return true
			}
		}
	}
	return false
}

// endsInAny tells whether a text ends in one of some words, in any case.
func endsInAny(text string, words []string) bool {
	for _, w := range words {
		if len(text) >= len(w) && strings.EqualFold(text[len(text)-len(w):], w) {
			return true
		}
	}
	return false
}

func containsAny(text string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

type identityScan struct {
	text, folded string
	handles      []HandleToken
	found        []IdentityMatch
}

func (s *identityScan) add(t IdentityType, rule, subject string, targets []string) {
	s.found = append(s.found, IdentityMatch{t, subject, targets, rule})
}

// distinctWords are the wordings after which the records stand that the subject is told apart from.
// They stand by the stem that they have in common.
var distinctWords = []struct {
	stem  string
	words []string
	rule  string
}{
	{"distinct", []string{"distinct from "}, "distinct-from"},
	{"differ", []string{"differs from ", "differ from ", "different from "}, "differs-from"},
	{"duplicat", []string{"not a duplicate of ", "not another duplicate of ", "not duplicate of ", "rather than duplicating "}, "not-duplicate-of"},
}

func (s *identityScan) distinct() {
	for _, w := range distinctWords {
		if !strings.Contains(s.folded, w.stem) {
			continue
		}
		for _, words := range w.words {
			s.distinctFrom(words, w.rule)
		}
	}
	if strings.Contains(s.folded, "distinct identity is ") {
		s.add(DistinctFrom, "distinct-identity", "", nil)
	}
}

// distinctFrom reads one wording wherever it stands.
func (s *identityScan) distinctFrom(words, rule string) {
	for at, end := 0, 0; ; {
		if at = strings.Index(s.folded[end:], words); at < 0 {
			return
		}
		at += end
		end = at + len(words)
		if strings.HasPrefix(s.folded[end:], "all supplied ") {
			s.add(DistinctFrom, "distinct-from-all", s.before(at), nil)
			s.add(NoCounterpart, "distinct-from-all", s.before(at), nil)
			continue
		}
		if targets := s.targets(end, ",:;("); len(targets) > 0 {
			s.add(DistinctFrom, rule, s.before(at), targets)
		}
	}
}

// compared reads "Compared with A and B, this declares …, not another route".
func (s *identityScan) compared() {
	at := strings.Index(s.folded, "compared with ")
	if at < 0 {
		return
	}
	at += len("compared with ")
	if !strings.Contains(s.folded[at:], " not ") {
		return
	}
	if targets := s.targets(at, ",:;("); len(targets) > 0 {
		s.add(DistinctFrom, "compared-with", "", targets)
	}
}

// notDeclared reads "not the x already declared by A".
func (s *identityScan) notDeclared() {
	if !strings.Contains(s.folded, "ed by ") {
		return
	}
	for _, verb := range []string{"declared by ", "described by ", "denoted by "} {
		at := strings.Index(s.folded, verb)
		if at < 0 {
			continue
		}
		clause := s.folded[:at]
		clause = clause[strings.LastIndexAny(clause, ",;:(")+1:]
		if strings.HasPrefix(strings.TrimSpace(clause), "not the ") {
			if targets := s.targets(at+len(verb), ",:;("); len(targets) > 0 {
				s.add(DistinctFrom, "not-declared-by", "", targets)
			}
		}
	}
}

// notSecond reads "… A; it is not a second x", which refers back to the one id before it.
func (s *identityScan) notSecond() {
	if !strings.Contains(s.folded, " not a second ") {
		return
	}
	for _, words := range []string{"it is not a second ", "this is not a second ", "they are not a second "} {
		if at := strings.Index(s.folded, words); at > 0 {
			if ids := s.outside(0, at); len(ids) == 1 {
				s.add(DistinctFrom, "not-a-second", "", ids)
			}
		}
	}
}

// closestNouns are what may stand between "closest" and its ids.
var closestNouns = wordSet(`supplied existing declared record records route routes object objects claim claims component
	components account accounts referent referents path paths absence absences counterpart counterparts declaration declarations`)

func (s *identityScan) closest() {
	at := strings.Index(s.folded, "closest ")
	if at < 0 {
		return
	}
	at += len("closest ")
	word, _, _ := strings.Cut(s.folded[at:], " ")
	if !closestNouns[strings.Trim(word, ",:;")] && s.handleAt(at) < 0 {
		return
	}
	if targets := s.targets(at, ";("); len(targets) > 0 {
		s.add(ClosestTo, "closest", "", targets)
	}
}

// maxMutual bounds the ids of a mutual distinction, whose pairs grow with their square.
const maxMutual = 6

// mutual reads "A, B and C distinguish … identities": each from each.
func (s *identityScan) mutual() {
	at := strings.Index(s.folded, " distinguish ")
	if at < 0 || !strings.Contains(s.folded[at:], "identities") {
		return
	}
	ids := s.outside(0, at)
	if len(ids) > maxMutual {
		return
	}
	for i := 0; i+1 < len(ids); i++ {
		s.add(DistinctFrom, "distinguish-identities", ids[i], ids[i+1:])
	}
}

func (s *identityScan) noCounterpart(clause string) {
	if at := strings.Index(clause, "no counterpart"); at >= 0 {
		s.add(NoCounterpart, "no-counterpart", "", nil)
		return
	}
	_, rest, ok := strings.Cut(clause, "no supplied ")
	if !ok {
		return
	}
	for n, word := range strings.Fields(rest) {
		switch strings.Trim(word, ".,:") {
		case "counterpart", "denotes", "denote", "exists", "exist":
			s.add(NoCounterpart, "no-supplied", "", nil)
			return
		}
		if n > 5 {
			return
		}
	}
}

// recordNouns are the things whose duplicates a report denies; source code has duplicates of its own.
var recordNouns = wordSet("object objects record records route routes claim claims component components declaration declarations referent referents path paths")

func (s *identityScan) noDuplicate(clause string) {
	if !strings.Contains(clause, "duplicate") {
		return
	}
	words := strings.Fields(clause)
	for i, word := range words {
		word = strings.Trim(word, ".,:")
		switch {
		case word == "duplicates" && deniedSubject(words[:i]),
			(word == "duplicate" || word == "duplicates") && deniedNoun(words, i):
			s.add(NoDuplicate, "no-duplicate", "", nil)
			return
		}
	}
}

// deniedSubject: "none duplicates a supplied object", "no supplied object duplicates this part".
func deniedSubject(before []string) bool {
	n := len(before)
	if n > 0 && before[n-1] == "none" {
		return true
	}
	for i := max(0, n-4); i+1 < n; i++ {
		if before[i] == "no" && before[i+1] == "supplied" {
			return true
		}
	}
	return false
}

// deniedNoun judges the noun "duplicate" at i: "no other possible duplicate identified", "no
// duplicate object exists", "possible duplicate records: none identified", "no other object is
// meant to be a duplicate of one that is there".
func deniedNoun(words []string, i int) bool {
	rest := words[i+1:]
	if len(rest) > 0 && rest[0] == "of" && len(words) > 1 && words[0] == "no" {
		return len(rest) > 1 && (recordNouns[words[1]] || len(words) > 2 && recordNouns[words[2]])
	}
	if strings.HasSuffix(words[i], ":") {
		return len(rest) > 0 && strings.Trim(rest[0], ".,") == "none"
	}
	noun := ""
	if len(rest) > 0 {
		noun = strings.Trim(rest[0], ".,:")
	}
	if recordNouns[noun] {
		if strings.HasSuffix(rest[0], ":") {
			return len(rest) > 1 && strings.Trim(rest[1], ".,") == "none"
		}
		rest = rest[1:]
	}
	if len(rest) == 0 || !deniedBefore(words[:i]) {
		return false
	}
	switch strings.Trim(rest[0], ".,") {
	case "exists", "exist", "identified", "found", "known", "is", "are":
		return true
	}
	return false
}

// deniedBefore: the noun phrase before begins with "no", adjectives between.
func deniedBefore(before []string) bool {
	for i := len(before) - 1; i >= 0 && i >= len(before)-3; i-- {
		switch before[i] {
		case "no":
			return true
		case "other", "possible", "further", "new", "known", "supplied":
		default:
			return false
		}
	}
	return false
}
