package ingest

import (
	"slices"
	"strings"
	"unicode"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// readBackSection is the title of the section in which a memory report sums up how material comes back.
const readBackSection = "Read-back"

// directions settles who starts the later read of a route whose own answer leaves it open, from the
// sentences on that route in the document's section on read-back (report-grammar 10.8j). A sentence is on
// a route if that is the only one it refers to. Annotations settle nothing: they are other members' words,
// and a direction of theirs would stand as an amendment of the answer, which they do not make.
func (l *lowering) directions() {
	said := map[graph.ID]graph.ReadBackDirection{}
	cited := l.doc.Citations
	for len(cited) > 0 {
		n := 1
		for n < len(cited) && cited[n].Sentence == cited[0].Sentence && cited[n].Owner == cited[0].Owner {
			n++
		}
		sentence := cited[:n]
		cited = cited[n:]
		if owner := sentence[0].Owner; owner.Kind != report.OwnerSection || l.doc.Sections[owner.Index].Title != readBackSection {
			continue
		}
		route, ok := l.onlyRoute(sentence)
		direction := saidDirection(sentence[0].Sentence)
		if !ok || direction == graph.ReadBackDirectionUnknown {
			continue
		}
		if before, told := said[route]; told && before != direction {
			direction = graph.ReadBackBoth
		}
		said[route] = direction
	}
	for route, direction := range said {
		if at, here := l.declared[route]; here && directionOpen(l.batch.Contributions[at].Props) {
			l.batch.Contributions[at].Props["readBack.direction"] = string(direction)
		}
	}
}

// onlyRoute is the one route among the records that a sentence refers to; false for none or several.
func (l *lowering) onlyRoute(sentence []report.Citation) (route graph.ID, ok bool) {
	for i := range sentence {
		id, kind, isRecord := recordID(l.id.Run, sentence[i].Handle)
		if !isRecord || kind != graph.Route || id == route {
			continue
		}
		if ok {
			return "", false
		}
		route, ok = id, true
	}
	return route, ok
}

// directionOpen tells whether an answer speaks of a read that could have a direction, and leaves it open.
func directionOpen(p graph.Props) bool {
	switch graph.ReadBackVerdict(p.String("readBack.verdict")) {
	case graph.VerdictPositive, graph.VerdictCapabilityOnly, graph.VerdictExternalConditional:
		return p.String("readBack.direction") == string(graph.ReadBackDirectionUnknown)
	}
	return false
}

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

var (
	// What is doubted, reported or set against something else says nothing of the route.
	unsettled = words(`whether would could might may should if perhaps claims claimed says said planned
		unlike whereas while than instead contrast except`)
	// Material that is pushed or pulled there is stored or published, not read back.
	elsewhere = words(`onto stack queue git remote repository repo branch upstream commit commits button`)
	negations = words(`not no never none nothing nobody nor neither cannot hardly rarely seldom without`)

	supplyNouns = words(`delivery supply insertion injection handover read-back`)
	supplyVerbs = words(`delivered supplied injected inserted placed prepended put handed given fed loaded
		arrive arrives enter enters reach reaches come comes`)
	readWords = words(`read reading returned retrieved retrieval recall found fetched shown opened`)
)

// A wording is a run of words by which a clause says who starts a read. One with near needs such a word
// elsewhere in the clause.
type wording struct {
	words     []string // each several words to choose from, joined by "|"
	direction graph.ReadBackDirection
	near      []map[string]bool
}

var (
	supplied = []map[string]bool{supplyNouns, supplyVerbs}
	received = []map[string]bool{supplyNouns, supplyVerbs, readWords}
	wordings = []wording{
		{[]string{"is|are|get|gets", "pushed"}, graph.ReadBackPush, nil},
		{[]string{"is|are|stays|remains", "automatic"}, graph.ReadBackPush, []map[string]bool{supplyNouns}},
		{[]string{"without", "being", "asked"}, graph.ReadBackPush, supplied},
		{[]string{"without", "a|any", "request"}, graph.ReadBackPush, supplied},
		{[]string{"unasked|unsolicited|unbidden"}, graph.ReadBackPush, supplied},
		{[]string{"is|are|be|get|gets", "pulled"}, graph.ReadBackPull, nil},
		{[]string{"on", "request|demand"}, graph.ReadBackPull, received},
		{[]string{"when", "asked"}, graph.ReadBackPull, received},
		{[]string{"is|are|be", "asked", "for"}, graph.ReadBackPull, nil},
		{[]string{"wait|waits", "to", "be", "asked"}, graph.ReadBackPull, nil},
		{[]string{"is|are|be", "requested"}, graph.ReadBackPull, nil},
	}
)

// saidDirection reads a sentence for who starts the later read; UNKNOWN where it does not say, or speaks of
// both. A clause ends at a semicolon, a colon, or a comma with "and" or "but". A negation takes back what its
// clause says behind it, and between the commas around it.
func saidDirection(sentence string) graph.ReadBackDirection {
	direction := graph.ReadBackDirectionUnknown
	for _, clause := range directionClauses(sentence) {
		for _, part := range clause {
			for _, w := range part {
				if unsettled[w] || elsewhere[w] {
					return graph.ReadBackDirectionUnknown
				}
			}
		}
		for _, d := range clauseDirections(clause) {
			if direction != graph.ReadBackDirectionUnknown && d != direction {
				return graph.ReadBackDirectionUnknown
			}
			direction = d
		}
	}
	return direction
}

// clauseDirections are those that the parts of a clause affirm.
func clauseDirections(parts [][]string) (found []graph.ReadBackDirection) {
	clause := slices.Concat(parts...)
	for _, part := range parts {
		negated := false
		var here []graph.ReadBackDirection
		for i := range part {
			if d, n := wordingAt(part[i:], clause); n > 0 {
				here = append(here, d)
				if negations[part[i]] {
					continue // "without being asked"
				}
			} else if automatically(part, i) {
				here = append(here, graph.ReadBackPush)
			}
			negated = negated || negations[part[i]]
		}
		if negated {
			return found
		}
		found = append(found, here...)
	}
	return found
}

// wordingAt reads the wording that words begin with, and how many words it has; 0 for none.
func wordingAt(part, clause []string) (graph.ReadBackDirection, int) {
	for i := range wordings {
		w := &wordings[i]
		if len(part) < len(w.words) {
			continue
		}
		fits := true
		for j, choice := range w.words {
			fits = fits && slices.Contains(strings.Split(choice, "|"), part[j])
		}
		if fits && (w.near == nil || slices.ContainsFunc(clause, func(word string) bool {
			return slices.ContainsFunc(w.near, func(set map[string]bool) bool { return set[word] })
		})) {
			return w.direction, len(w.words)
		}
	}
	return "", 0
}

// automatically tells whether the word at i is that adverb beside a verb of supply.
func automatically(part []string, i int) bool {
	return part[i] == "automatically" && (i > 0 && supplyVerbs[part[i-1]] || i+1 < len(part) && supplyVerbs[part[i+1]])
}

// directionClauses takes a sentence apart into clauses, and these at their commas and parentheses, in lower
// case.
func directionClauses(sentence string) (clauses [][][]string) {
	var clause [][]string
	var part []string
	endPart := func() {
		if len(part) > 0 {
			clause, part = append(clause, part), nil
		}
	}
	endClause := func() {
		endPart()
		if len(clause) > 0 {
			clauses, clause = append(clauses, clause), nil
		}
	}
	for _, w := range strings.Fields(strings.ToLower(sentence)) {
		word := strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if strings.HasPrefix(w, "(") {
			endPart()
		}
		switch {
		case (word == "and" || word == "but") && len(part) == 0:
			endClause()
		case word != "":
			part = append(part, word)
		}
		switch last := w[len(w)-1]; {
		case last == ';' || last == ':':
			endClause()
		case last == ',' || last == ')' || word == "":
			endPart()
		}
	}
	endClause()
	return clauses
}
