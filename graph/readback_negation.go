package graph

import (
	"slices"
	"strings"
)

// This file reads what negations come to: nothing, where two of them meet; a gap, where what is denied is
// knowledge; a denial.

// undoubleReach words after a negation are looked at for a second one.
const undoubleReach = 10

// undouble rewrites the negations of a clause that deny no read: "cannot miss the card" receives it, "none
// other than the next start" is only that one, "not loaded until the next start" is loaded then, and "cards
// with no owner are loaded" speaks of cards. The rules read what is left.
func undouble(words []string) []string {
	var out []string // copied at the first change; most answers have none
	for i, w := range words {
		if !readBackNots[w] && !readBackNones[w] || !readBackNegates(words, i) {
			continue
		}
		from, to, instead, ok := secondNegative(words, i)
		if !ok {
			continue
		}
		if out == nil {
			out = append(out, words...)
		}
		out[i] = ""
		for j := from; j < to; j++ {
			out[j] = ""
		}
		if from < to {
			out[from] = instead
		}
	}
	if out == nil {
		return words
	}
	return strings.Fields(strings.Join(out, " "))
}

// secondNegative finds what undoes the negation at i: the words from index from up to index to, which say
// no more than instead once the negation has gone; none for a negation that only goes.
func secondNegative(words []string, i int) (from, to int, instead string, ok bool) {
	at := (&readBackStatement{words: words}).at
	next := at(i + 1)
	if readBackCertain[next] || readBackMeasures[next] && at(i+2) == "than" {
		return i + 1, i + 2, "", true // "no doubt", "no later than"
	}
	if next == "but" && readBackNones[words[i]] {
		return i + 1, i + 2, "only", true
	}
	lasts, reads := false, false
	for j := i + 1; j < min(i+1+undoubleReach, len(words)); j++ {
		w, follows := words[j], at(j+1)
		instead := readBackExcepts[w]
		// "Not kept until", "not read before it is deleted" and "no longer read until" deny all the same.
		until := instead == "only when" && (lasts || readBackRemoved.any(words[j:min(j+6, len(words))]))
		said := readBackNots[words[i]] && j == i+1 || readBackAuxiliaries[words[j-1]]
		switch {
		case said && (readBackInquired[w] || readBackTold[w] || readBackTables[w]):
			return i, i, "", modifiesNoun(words, i) // "not documented without a contract" denies no read
		case instead != "" && !until && next != "longer":
			return j, j + 1, instead, true
		case follows == "than" && w == "other", follows == "from" && (w == "apart" || w == "aside"):
			return j, j + 2, "only", true
		case w == "," && (readBackExcepts[follows] != "" || at(j+2) == "than" || at(j+2) == "from"):
			continue
		case readBackBreaksAt(words, j) || w == "to":
			return i, i, "", modifiesNoun(words, i)
		case reads:
			// What is read comes after; only an exception can undo the negation now.
		case readBackFailing[w] && follows == "to":
			return j, j + 2, "", true
		case readBackMisses[w]:
			return j, j + 1, "receive", true
		case readBackMissed[w] && readBackAuxiliaries.any(words[i:j]):
			return j, j + 1, "received", true
		case readBackHinders[w] || readBackBars[w] && (readBackDeterminers[follows] || readBackLater[follows]):
			return j, j + 1, "can", true
		case (readBackRemoved[w] || readBackAbsent[w] || readBackNeeded[w] && !readBackReading.any(words[i:j])) && readBackFinite[words[j-1]]:
			return j, j + 1, "there", true
		}
		lasts = lasts || readBackLasts[w]
		reads = reads || readBackReads[w]
	}
	return i, i, "", modifiesNoun(words, i)
}

// modifiesNoun reports whether the negation at i belongs to what a noun is called ("cards with no owner
// are", "rows that were not sent are", "rows not sent are"), so that the verb after it is not denied.
func modifiesNoun(words []string, i int) bool {
	s := &readBackStatement{words: words}
	before := s.at(i - 1)
	relative := readBackRelatives.any(s.near(i, 3))
	with := before == "with" || before == "of" || relative && readBackNones[words[i]] && !readBackRelatives[before] // "that has no lock"
	reduced := words[i] == "not" && i > 0 && !readBackHelpers[before]
	if !with && !reduced && !relative {
		return false
	}
	for j := i + 1; j < min(i+1+undoubleReach, len(words)) && !readBackBreaksAt(words, j); j++ {
		if j > i+1 && (readBackFinite[words[j]] || with && readBackReads[words[j]] && !readBackRelatives[words[j-1]]) {
			return true
		}
	}
	return false
}

// gap gives the verdict that a statement comes to which only says what is not known: UNINSPECTED where
// looking is denied or came to nothing, NOT_STATED where a statement, a proof or certainty is; "" for others.
func (s *readBackStatement) gap() ReadBackVerdict {
	if s.opens("whether") || s.opens("to be") && (readBackInquired[s.at(2)] || readBackTold[s.at(2)]) ||
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
		case readBackOpenInquiry[w] && said:
			gap = VerdictUninspected
		case readBackOpenTelling[w] && said,
			readBackDoubts[w] && next == "not" && (s.at(i+2) == "" || s.deniesFrom(i+1)),
			w == "not" && next == "necessarily":
			gap = VerdictNotStated
		case readBackNots[w]:
			gap = s.notKnown(i)
		case readBackNones[w] && s.at(i-1) != "with":
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
	return s.later < len(s.words) || readBackReading.any(s.words) || slices.Contains(s.words, "use") || slices.Contains(s.words, "whether")
}

// notKnown reads "not (yet, clearly, been) known": only adverbs may come between.
func (s *readBackStatement) notKnown(i int) ReadBackVerdict {
	for j := i + 1; j < len(s.words); j++ {
		if gap := s.knowing(j); gap != "" && !readBackDoes[s.at(i-1)] { // "do not clear the list"
			return gap
		}
		// With a later session as its subject, an active form says what that session does.
		if gap := s.finding(j); gap != "" && s.later > i {
			return gap
		}
		if w := s.words[j]; !strings.HasSuffix(w, "ly") && !readBackAdverbs[w] {
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
		predicate := s.words[i] == "neither" || readBackAuxiliaries[s.at(j-1)] || next == "" || readBackWherefore[next] || readBackAbout[next]
		switch {
		case readBackReads[w] && s.predicate(j):
			return ""
		case readBackEvidence[w] && (next == "" || readBackAbout[next] ||
			readBackAuxiliaries[next] && (readBackGiven[s.at(j+2)] || readBackTold[s.at(j+2)])):
			return VerdictNotStated
		case readBackFindings[w] || readBackPrepositions[s.at(j-1)] || readBackTold[w] && !predicate || readBackInquired[w] && !predicate:
			continue
		case readBackNamesToo[w] && (s.words[i] == "no" && j == i+1 || !readBackObjects[next]):
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
	case readBackInquires[s.words[j]]:
		return VerdictUninspected
	case readBackTells[s.words[j]]:
		return VerdictNotStated
	}
	return ""
}

// knowing reads a participle. What is not inspected by a later session is not received by it.
func (s *readBackStatement) knowing(j int) ReadBackVerdict {
	if s.at(j+1) == "by" && readBackLater.any(s.words[j+1:min(j+7, len(s.words))]) {
		return ""
	}
	switch {
	case readBackInquired[s.words[j]]:
		return VerdictUninspected
	case readBackTold[s.words[j]]:
		return VerdictNotStated
	}
	return ""
}

// doesNotApply reports whether the statement says of the question itself that it does not arise.
func (s *readBackStatement) doesNotApply() bool {
	for i := range s.words {
		verb := i + 2
		switch {
		case (s.at(i) == "does" || s.at(i) == "do") && s.at(i+1) == "not", s.at(i) == "is" && s.at(i+1) == "not":
		case s.at(i) == "is" || s.at(i) == "doesn't":
			verb = i + 1
		default:
			if !readBackTopic[s.at(i)] {
				return false
			}
			continue
		}
		w := s.at(verb)
		return w == "apply" || w == "arise" || w == "inapplicable" || verb == i+2 && (w == "applicable" || w == "relevant")
	}
	return false
}

// denies reports whether the statement says that something is not read or not kept. That it is not
// read automatically leaves open that it is asked for.
func (s *readBackStatement) denies() bool {
	if s.withdraws() || readBackAutomatic[s.at(s.negation+1)] {
		return false
	}
	for i, w := range s.words {
		absent := readBackAbsent[w] && i < s.negation && readBackAuxiliaries[s.at(i-1)]
		none := w == "none" && i+1 == len(s.words) // "the manual says none", "later readers: none"
		ignored := readBackMisses[w] && (s.at(i+1) == "it" || s.at(i+1) == "them") && s.later < i
		if (readBackLost[w] || ignored) && i < s.negation || absent && readBackReading.any(s.near(i, 8)) ||
			none && (i == 0 || readBackReading.any(s.words[:i]) || readBackSaying.any(s.words[:i])) {
			return true
		}
	}
	return s.deniesFrom(s.negation)
}

// deniesFrom reports whether the negation at i denies that something is read or kept: "not read", "reads nothing".
func (s *readBackStatement) deniesFrom(negation int) bool {
	if negation == len(s.words) || !readBackNots[s.words[negation]] && !readBackNones[s.words[negation]] && s.words[negation] != "nor" {
		return false // "unknown" and "whether" leave it open
	}
	later, reach := s.later < len(s.words), 4
	if readBackNones[s.words[negation]] {
		reach++ // its noun comes between
	}
	for i := max(0, negation-1); i < min(negation+reach+1, len(s.words)); i++ {
		w := s.words[i]
		if readBackStores[w] && readBackNones[s.words[negation]] {
			continue // "no store"
		}
		if readBackReads[w] || readBackKeeps[w] || readBackShows[w] && later {
			return true
		}
	}
	return false
}
