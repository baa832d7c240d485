package report

import "strings"

// duplicateWords are the wordings that call two records possibly the same, with the words that may stand
// between one and its first record. The word "duplicate" alone is none: source code has its own, and most
// reports use it to deny (report-grammar 2.6).
var duplicateWords = []struct {
	rule  string
	words []string
	gap   map[string]bool
	last  string // the word that must end the gap, "" for none
}{
	{"possible-duplicate", []string{"possible duplicates", "possible duplicate", "suspected duplicates", "suspected duplicate", "may duplicate"},
		wordSet("of with record records object objects route routes claim claims component components path paths the a"), ""},
	{"may-denote-the-same", []string{"may denote the same", "might denote the same", "could denote the same"}, nil, "as"},
	{"suspected-overlap", []string{"suspected overlaps", "suspected overlap", "suspects an overlap", "overlap is suspected", "overlap suspected"},
		wordSet("of with between record records object objects route routes the"), ""},
}

// denyingWords are those that take a suspicion back, or leave it to a question, anywhere in its clause.
var denyingWords = wordSet(`no not none never neither nor without nothing cannot whether if unless rather unlikely
	excluded excludes ruled rules rejected dismissed denied denies resolved`)

// maxGap is how many words may stand between "the same" and "as".
const maxGap = 6

// possibleDuplicate reads "Possible duplicate: A", "A may denote the same file as B" and "suspected overlap
// with A". A clause that denies, asks or settles the matter says nothing.
func (s *identityScan) possibleDuplicate() {
	if !containsAny(s.folded, "duplicate", "denote", "overlap") {
		return
	}
	for _, w := range duplicateWords {
		for _, words := range w.words {
			at := strings.Index(s.folded, words)
			if at < 0 {
				continue
			}
			if targets := s.suspects(at+len(words), w.gap, w.last); len(targets) > 0 && !s.denied(at) {
				s.add(PossibleDuplicate, w.rule, s.before(at), targets)
			}
			break
		}
	}
}

// suspects are the records that a wording that ends at a byte reaches.
func (s *identityScan) suspects(end int, gap map[string]bool, last string) []string {
	targets := s.targets(end, ";.(")
	if len(targets) == 0 {
		return nil
	}
	between := strings.Fields(strings.Trim(s.folded[end:s.handles[s.next(end)].Start], ":"))
	if last != "" {
		if n := len(between); n == 0 || n > maxGap || between[n-1] != last {
			return nil
		}
		return targets
	}
	for _, word := range between {
		if !gap[strings.TrimSuffix(word, ":")] {
			return nil
		}
	}
	return targets
}

// denied tells whether the clause around a byte, from mark to mark, has a word that takes it back.
func (s *identityScan) denied(at int) bool {
	start := strings.LastIndexAny(s.folded[:at], ";") + 1
	clause := s.folded[start:]
	if end := strings.IndexByte(s.folded[at:], ';'); end >= 0 {
		clause = s.folded[start : at+end]
	}
	for _, word := range strings.FieldsFunc(clause, func(r rune) bool { return r == ' ' || r == ',' || r == ':' || r == '.' || r == '(' || r == ')' }) {
		if denyingWords[word] || strings.HasSuffix(word, "n't") || strings.HasSuffix(word, "n’t") {
			return true
		}
	}
	return strings.HasSuffix(clause, "?")
}
