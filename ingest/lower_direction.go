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
// a route if that is the only one it refers to.
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
		if !ok {
			continue
		}
		direction := saidDirection(sentence[0].Sentence)
		if direction == graph.ReadBackDirectionUnknown {
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

// annotatedDirection notes what an annotation on another member's route says of the direction: that is taken
// where the route's own document leaves it open (graph.Property.Open).
func (l *lowering) annotatedDirection(a *report.Annotation) {
	m := l.mentioned[a.Target]
	if m.id.Kind() != graph.Route {
		return
	}
	for s := range report.Sentences(a.Text) {
		direction := labelledDirection(s.Of(a.Text))
		switch {
		case direction == graph.ReadBackDirectionUnknown:
			continue
		case m.direction != "" && m.direction != direction:
			direction = graph.ReadBackBoth
		}
		m.direction = direction
	}
	l.mentioned[a.Target] = m
}

// labelledDirection reads a sentence that is labelled as being about the direction, or speaks of read-back.
func labelledDirection(sentence string) graph.ReadBackDirection {
	lower := strings.ToLower(sentence)
	rest, labelled := strings.CutPrefix(lower, "read-back direction:")
	if !labelled {
		rest, labelled = strings.CutPrefix(lower, "direction:")
	}
	if labelled {
		word, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
		switch strings.Trim(word, ".,;`*") {
		case "pull":
			return graph.ReadBackPull
		case "push":
			return graph.ReadBackPush
		case "both":
			return graph.ReadBackBoth
		}
	}
	if strings.Contains(lower, "read-back") {
		return saidDirection(sentence)
	}
	return graph.ReadBackDirectionUnknown
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
	// A doubt or a report takes the rest of its sentence back.
	doubts = words(`whether would could might may should if unless perhaps claims claimed says said planned`)
	// What is set against something else may be either; what is pushed or pulled there is stored or
	// published and not read back.
	misleading = words(`unlike whereas while than instead contrast except
		onto stack queue git remote repository repo branch upstream commit commits button`)
	negations = words(`not no never none nothing nobody nor neither cannot hardly rarely seldom without`)
)

// What a clause is about besides a wording, as bits.
const (
	supplyNoun = 1 << iota
	supplyVerb
	readWord
)

var topics = map[int]map[string]bool{
	supplyNoun: words(`delivery supply insertion injection handover read-back`),
	supplyVerb: words(`delivered supplied injected inserted placed prepended put handed given fed loaded
		arrive arrives enter enters reach reaches come comes`),
	readWord: words(`read reading returned retrieved retrieval recall found fetched shown opened`),
}

// A wording is a run of words by which a clause says who starts a read, for each word those to choose from.
// Where it has topics, the clause is about one of them.
type wording struct {
	words     []map[string]bool
	direction graph.ReadBackDirection
	topics    int
}

var wordings = []wording{
	wordingOf("is|are|get|gets pushed", graph.ReadBackPush, 0),
	wordingOf("is|are|stays|remains automatic", graph.ReadBackPush, supplyNoun),
	wordingOf("without being asked", graph.ReadBackPush, supplyNoun|supplyVerb),
	wordingOf("without a|any request", graph.ReadBackPush, supplyNoun|supplyVerb),
	wordingOf("unasked|unsolicited|unbidden", graph.ReadBackPush, supplyNoun|supplyVerb),
	wordingOf("is|are|be|get|gets pulled", graph.ReadBackPull, 0),
	wordingOf("on request|demand", graph.ReadBackPull, supplyNoun|supplyVerb|readWord),
	wordingOf("when asked", graph.ReadBackPull, supplyNoun|supplyVerb|readWord),
	wordingOf("is|are|be asked for", graph.ReadBackPull, 0),
	wordingOf("wait|waits to be asked", graph.ReadBackPull, 0),
	wordingOf("is|are|be requested", graph.ReadBackPull, 0),
}

func wordingOf(run string, direction graph.ReadBackDirection, topics int) wording {
	w := wording{direction: direction, topics: topics}
	for _, choice := range strings.Fields(run) {
		w.words = append(w.words, words(strings.ReplaceAll(choice, "|", " ")))
	}
	return w
}

// saidDirection reads a sentence for who starts the later read; UNKNOWN where it does not say, or speaks of
// both. A clause ends at a semicolon, a colon, or a comma with "and" or "but". A negation takes back what its
// clause says behind it, and between the commas around it.
func saidDirection(sentence string) graph.ReadBackDirection {
	direction := graph.ReadBackDirectionUnknown
	clauses := directionClauses(sentence)
	if anyWord(clauses, misleading) {
		return direction
	}
	for i, clause := range clauses {
		if anyWord(clauses[i:i+1], doubts) {
			return direction
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

func anyWord(clauses [][][]string, set map[string]bool) bool {
	for _, clause := range clauses {
		for _, part := range clause {
			if slices.ContainsFunc(part, func(w string) bool { return set[w] }) {
				return true
			}
		}
	}
	return false
}

// clauseDirections are those that the parts of a clause affirm.
func clauseDirections(parts [][]string) (found []graph.ReadBackDirection) {
	about := 0
	for _, part := range parts {
		for _, word := range part {
			for topic, set := range topics {
				if set[word] {
					about |= topic
				}
			}
		}
	}
	for _, part := range parts {
		negated := false
		var here []graph.ReadBackDirection
		for i := range part {
			w := wordingAt(part[i:], about)
			switch {
			case w != nil:
				here = append(here, w.direction) // its "without" negates nothing
			case automatically(part, i):
				here = append(here, graph.ReadBackPush)
			default:
				negated = negated || negations[part[i]]
			}
		}
		if negated {
			return found
		}
		found = append(found, here...)
	}
	return found
}

// wordingAt is the wording that words begin with in a clause about some topics, nil for none.
func wordingAt(part []string, about int) *wording {
	for i := range wordings {
		w := &wordings[i]
		fits := len(part) >= len(w.words) && (w.topics == 0 || w.topics&about != 0)
		for j := 0; fits && j < len(w.words); j++ {
			fits = w.words[j][part[j]]
		}
		if fits {
			return w
		}
	}
	return nil
}

// automatically tells whether the word at i is that adverb beside a verb of supply.
func automatically(part []string, i int) bool {
	return part[i] == "automatically" && (i > 0 && topics[supplyVerb][part[i-1]] || i+1 < len(part) && topics[supplyVerb][part[i+1]])
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
