package graph

import (
	"strings"
)

// This file reads what negations come to: nothing, where two of them meet; a gap, where what is denied is
// knowledge; a denial.

// undoubleReach words after a negation are looked at for a second one.
const undoubleReach = 10

// undouble rewrites the negations of a clause that deny no read: "cannot miss the card" receives it, "none
// other than the next start" is only that one, "not loaded until the next start" is loaded then, and "cards
// with no owner are loaded" speaks of cards. The rules read what is left.
func undouble(words []readBackWord) []readBackWord {
	var out []readBackWord // copied at the first change; most answers have none
	for i, w := range words {
		if !w.in(readBackNots) && !w.in(readBackNones) || !readBackNegates(words, i) {
			continue
		}
		from, to, instead, ok := secondNegative(words, i)
		if !ok {
			continue
		}
		if out == nil {
			out = append(out, words...)
		}
		out[i] = readBackWord{}
		for j := from; j < to; j++ {
			out[j] = readBackWord{}
		}
		if from < to {
			out[from].text = instead
		}
	}
	if out == nil {
		return words
	}
	var left []readBackWord
	for _, w := range out {
		for text := range strings.FieldsSeq(w.text) {
			left = append(left, lookUpReadBack(text))
		}
	}
	return left
}

// secondNegative finds what undoes the negation at i: the words from index from up to index to, which say
// no more than instead once the negation has gone; none for a negation that only goes.
func secondNegative(words []readBackWord, i int) (from, to int, instead string, ok bool) {
	at := (&readBackStatement{words: words}).at
	next := at(i + 1)
	if next.in(readBackCertain) || next.in(readBackMeasures) && at(i+2).text == "than" {
		return i + 1, i + 2, "", true // "no doubt", "no later than"
	}
	if next.text == "but" && words[i].in(readBackNones) {
		return i + 1, i + 2, "only", true
	}
	lasts, reads := false, false
	for j := i + 1; j < min(i+1+undoubleReach, len(words)); j++ {
		w, follows := words[j], at(j+1)
		instead := readBackExcepts[w.text]
		// "Not kept until", "not read before it is deleted" and "no longer read until" deny all the same.
		until := instead == "only when" && (lasts || readBackRemoved.any(words[j:min(j+6, len(words))]))
		said := words[i].in(readBackNots) && j == i+1 || words[j-1].in(readBackAuxiliaries)
		switch {
		case said && (w.in(readBackInquired) || w.in(readBackTold) || w.in(readBackTables)):
			return i, i, "", modifiesNoun(words, i) // "not documented without a contract" denies no read
		case instead != "" && !until && next.text != "longer":
			return j, j + 1, instead, true
		case follows.text == "than" && w.text == "other", follows.text == "from" && (w.text == "apart" || w.text == "aside"):
			return j, j + 2, "only", true
		case w.text == "," && (readBackExcepts[follows.text] != "" || at(j+2).text == "than" || at(j+2).text == "from"):
			continue
		case readBackBreaksAt(words, j) || w.text == "to":
			return i, i, "", modifiesNoun(words, i)
		case reads:
			// What is read comes after; only an exception can undo the negation now.
		case w.in(readBackFailing) && follows.text == "to":
			return j, j + 2, "", true
		case w.in(readBackMisses):
			return j, j + 1, "receive", true
		case w.in(readBackMissed) && readBackAuxiliaries.any(words[i:j]):
			return j, j + 1, "received", true
		case w.in(readBackHinders) || w.in(readBackBars) && (follows.in(readBackDeterminers) || follows.in(readBackLater)):
			return j, j + 1, "can", true
		case (w.in(readBackRemoved) || w.in(readBackAbsent) || w.in(readBackNeeded) && !readBackReading.any(words[i:j])) && words[j-1].in(readBackFinite):
			return j, j + 1, "there", true
		}
		lasts = lasts || w.in(readBackLasts)
		reads = reads || w.in(readBackReads)
	}
	return i, i, "", modifiesNoun(words, i)
}

// modifiesNoun reports whether the negation at i belongs to what a noun is called ("cards with no owner
// are", "rows that were not sent are", "rows not sent are"), so that the verb after it is not denied.
func modifiesNoun(words []readBackWord, i int) bool {
	s := &readBackStatement{words: words}
	before := s.at(i - 1)
	relative := readBackRelatives.any(s.near(i, 3))
	with := before.text == "with" || before.text == "of" || relative && words[i].in(readBackNones) && !before.in(readBackRelatives) // "that has no lock"
	reduced := words[i].text == "not" && i > 0 && !before.in(readBackHelpers)
	if !with && !reduced && !relative {
		return false
	}
	for j := i + 1; j < min(i+1+undoubleReach, len(words)) && !readBackBreaksAt(words, j); j++ {
		if j > i+1 && (words[j].in(readBackFinite) || with && words[j].in(readBackReads) && !words[j-1].in(readBackRelatives)) {
			return true
		}
	}
	return false
}

// gap gives the verdict that a statement comes to which only says what is not known: UNINSPECTED where
// looking is denied or came to nothing, NOT_STATED where a statement, a proof or certainty is; "" for others.
func (s *readBackStatement) gap() ReadBackVerdict {
	if s.opens("whether") || s.opens("to be") && (s.at(2).in(readBackInquired) || s.at(2).in(readBackTold)) ||
		s.has("left open", "open question", "is silent", "are silent", "insufficient evidence") {
		return VerdictNotStated
	}
	if readBackHedges.any(s.words) && (len(s.words) == 1 || s.reads(s.negation, true)) {
		return VerdictNotStated
	}
	for i, w := range s.words {
		next, gap := s.at(i+1), ReadBackVerdict("")
		said := readBackPredicative(s.words, i)
		switch {
		case w.in(readBackOpenInquiry) && said:
			gap = VerdictUninspected
		case w.in(readBackOpenTelling) && said,
			w.in(readBackDoubts) && next.text == "not" && (s.at(i+2).text == "" || s.deniesFrom(i+1)),
			w.text == "not" && next.text == "necessarily":
			gap = VerdictNotStated
		case w.in(readBackNots):
			gap = s.notKnown(i)
		case w.in(readBackNones) && s.at(i-1).text != "with":
			gap = s.noneKnown(i)
		}
		if gap != "" {
			return gap
		}
	}
	return ""
}

// onReading reports whether the statement speaks of a later read, a reader or use.
func (s *readBackStatement) onReading() bool {
	return s.later < len(s.words) || readBackReading.any(s.words) || containsReadBack(s.words, "use") || containsReadBack(s.words, "whether")
}

// notKnown reads "not (yet, clearly, been) known": only adverbs may come between.
func (s *readBackStatement) notKnown(i int) ReadBackVerdict {
	for j := i + 1; j < len(s.words); j++ {
		if gap := s.knowing(j); gap != "" && !s.at(i-1).in(readBackDoes) { // "do not clear the list"
			return gap
		}
		// With a later session as its subject, an active form says what that session does.
		if gap := s.finding(j); gap != "" && s.later > i {
			return gap
		}
		if w := s.words[j]; !strings.HasSuffix(w.text, "ly") && !w.in(readBackAdverbs) {
			return ""
		}
	}
	return ""
}

// noneKnown reads "no later read-back was inspected", "none observed", "nobody looked", "no evidence of it".
// "No inspected caller" is a denial, of the callers that were inspected.
func (s *readBackStatement) noneKnown(i int) ReadBackVerdict {
	for j := i + 1; j < min(i+6, len(s.words)); j++ {
		w, next := s.words[j], s.at(j+1)
		predicate := s.words[i].text == "neither" || s.at(j-1).in(readBackAuxiliaries) || next.text == "" || next.in(readBackWherefore) || next.in(readBackAbout)
		switch {
		case w.in(readBackReads) && s.predicate(j):
			return ""
		case w.in(readBackEvidence) && (next.text == "" || next.in(readBackAbout) ||
			next.in(readBackAuxiliaries) && (s.at(j+2).in(readBackGiven) || s.at(j+2).in(readBackTold))):
			return VerdictNotStated
		case w.in(readBackFindings) || s.at(j-1).in(readBackPrepositions) || w.in(readBackTold) && !predicate || w.in(readBackInquired) && !predicate:
			continue
		case w.in(readBackNamesToo) && (s.words[i].text == "no" && j == i+1 || !next.in(readBackObjects)):
			continue // "no state", "no trace of it"
		}
		if gap := s.knowing(j); gap != "" {
			return gap
		}
		if gap := s.finding(j); gap != "" {
			return gap
		}
	}
	return ""
}

// finding reads an active form: "does not say", "nobody looked".
func (s *readBackStatement) finding(j int) ReadBackVerdict {
	switch {
	case s.words[j].in(readBackInquires):
		return VerdictUninspected
	case s.words[j].in(readBackTells):
		return VerdictNotStated
	}
	return ""
}

// knowing reads a participle. What is not inspected by a later session is not received by it.
func (s *readBackStatement) knowing(j int) ReadBackVerdict {
	if s.at(j+1).text == "by" && readBackLater.any(s.words[j+1:min(j+7, len(s.words))]) {
		return ""
	}
	switch {
	case s.words[j].in(readBackInquired):
		return VerdictUninspected
	case s.words[j].in(readBackTold):
		return VerdictNotStated
	}
	return ""
}

// doesNotApply reports whether the statement says of the question itself that it does not arise.
func (s *readBackStatement) doesNotApply() bool {
	for i := range s.words {
		verb := i + 2
		switch {
		case (s.at(i).text == "does" || s.at(i).text == "do") && s.at(i+1).text == "not", s.at(i).text == "is" && s.at(i+1).text == "not":
		case s.at(i).text == "is" || s.at(i).text == "doesn't":
			verb = i + 1
		default:
			if !s.at(i).in(readBackTopic) {
				return false
			}
			continue
		}
		w := s.at(verb)
		return w.text == "apply" || w.text == "arise" || w.text == "inapplicable" || verb == i+2 && (w.text == "applicable" || w.text == "relevant")
	}
	return false
}

// denies reports whether the statement says that something is not read or not kept. That it is not
// read automatically leaves open that it is asked for.
func (s *readBackStatement) denies() bool {
	if s.withdraws() || s.at(s.negation+1).in(readBackAutomatic) {
		return false
	}
	for i, w := range s.words {
		absent := w.in(readBackAbsent) && i < s.negation && s.at(i-1).in(readBackAuxiliaries)
		none := w.text == "none" && i+1 == len(s.words) // "the manual says none", "later readers: none"
		ignored := w.in(readBackMisses) && (s.at(i+1).text == "it" || s.at(i+1).text == "them") && s.later < i
		if (w.in(readBackLost) || ignored) && i < s.negation || absent && readBackReading.any(s.near(i, 8)) ||
			none && (i == 0 || readBackReading.any(s.words[:i]) || readBackSaying.any(s.words[:i])) {
			return true
		}
	}
	return s.deniesFrom(s.negation)
}

// deniesFrom reports whether the negation at i denies that something is read or kept: "not read", "reads nothing".
func (s *readBackStatement) deniesFrom(negation int) bool {
	if negation == len(s.words) || !s.words[negation].in(readBackNots) && !s.words[negation].in(readBackNones) && s.words[negation].text != "nor" {
		return false // "unknown" and "whether" leave it open
	}
	later, reach := s.later < len(s.words), 4
	if s.words[negation].in(readBackNones) {
		reach++ // its noun comes between
	}
	for i := max(0, negation-1); i < min(negation+reach+1, len(s.words)); i++ {
		w := s.words[i]
		if w.in(readBackStores) && s.words[negation].in(readBackNones) {
			continue // "no store"
		}
		if w.in(readBackReads) || w.in(readBackKeeps) || w.in(readBackShows) && later {
			return true
		}
	}
	return false
}
