package report

import (
	"slices"
	"strings"
)

// targets walks the ids from a byte on: the first one with no stop mark before it, then those that a
// list continues.
func (s *identityScan) targets(from int, stops string) []string {
	i := s.next(from)
	if i < 0 {
		return nil
	}
	gap := s.folded[from:s.handles[i].Start]
	if strings.ContainsAny(gap, stops) || strings.ContainsAny(stops, ",") && relative(gap) {
		return nil
	}
	out := []string{s.handles[i].Text}
	for ; i+1 < len(s.handles); i++ {
		if !continues(s.folded[s.handles[i].End:s.handles[i+1].Start]) {
			break
		}
		out = append(out, s.handles[i+1].Text)
	}
	return out
}

// before returns the id that opens the clause in front of a wording, or "": the grammatical subject
// where it is not the owner of the text. An id further in (the read side of A, distinct from B) is none.
func (s *identityScan) before(at int) string {
	clause := strings.LastIndexAny(s.folded[:at], ";:") + 1
	i := s.next(clause)
	if i < 0 || s.handles[i].End > at || !onlyConnectives(s.folded[clause:s.handles[i].Start]) {
		return ""
	}
	return s.handles[i].Text
}

// outside returns the ids between two bytes that stand in no parentheses.
func (s *identityScan) outside(from, to int) []string {
	var ids []string
	depth := 0
	for _, h := range s.handles {
		if h.Start < from {
			continue
		}
		if h.End > to {
			break
		}
		depth += strings.Count(s.text[from:h.Start], "(") - strings.Count(s.text[from:h.Start], ")")
		from = h.Start
		if depth <= 0 {
			ids = append(ids, h.Text)
		}
	}
	return ids
}

func (s *identityScan) next(from int) int {
	for i, h := range s.handles {
		if h.Start >= from {
			return i
		}
	}
	return -1
}

func (s *identityScan) handleAt(at int) int {
	if i := s.next(at); i >= 0 && s.handles[i].Start == at {
		return i
	}
	return -1
}

func relative(gap string) bool {
	return strings.Contains(gap, " which ") || strings.Contains(gap, " that ") || strings.Contains(gap, " whose ")
}

// connectives are the words that may stand between two ids of one list.
var connectives = wordSet(`and or from the a an both either supplied existing shipped deployed route routes object objects
	record records claim claims component components path paths absence`)

// continues tells whether the text between two ids joins them in a list: connectives only; "and" with
// a phrase that ends in a preposition ("and installed hooks in"); or, past a relative clause, "and from".
func continues(gap string) bool {
	if note, rest, ok := strings.Cut(strings.TrimSpace(gap), ") "); ok && strings.HasPrefix(note, "(") {
		gap = rest // what is said of the id before
	}
	if strings.ContainsAny(gap, ";:()") {
		return false
	}
	words := listWords(gap)
	plain := true
	for i, w := range words {
		if w == "and" && i+1 < len(words) && words[i+1] == "from" {
			if isNounPhrase(words[i+2:]) {
				return true
			}
			plain = true
			continue
		}
		plain = plain && connectives[w]
	}
	if plain || len(words) == 0 {
		return true
	}
	switch last := words[len(words)-1]; last {
	case "in", "of", "by":
		return (words[0] == "and" || words[0] == "or") && len(words) <= 6
	}
	return false
}

// isNounPhrase tells whether a few words can name what the id behind them is: "the supplied rubric".
func isNounPhrase(words []string) bool {
	return len(words) > 0 && len(words) <= 4 && (words[0] == "the" || words[0] == "a" || words[0] == "an") &&
		!slices.ContainsFunc(words, func(w string) bool { return w == "that" || w == "which" || w == "of" || w == "by" })
}

func onlyConnectives(text string) bool {
	for _, w := range listWords(text) {
		if !connectives[w] {
			return false
		}
	}
	return true
}

func listWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == '/' })
}
