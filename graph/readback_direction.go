package graph

// This file reads who starts a later read, from the answer's own words; a name of a route says nothing
// (report-grammar 10.8j).

// direction gives who starts the later read that the verdict describes. What is supplied automatically on
// request is asked for all the same (report-grammar 4.2). A request that is denied ("without being asked for")
// makes a supply of what is received; of what is merely there it makes nothing.
func (a *readBackAnswer) direction(v ReadBackVerdict) ReadBackDirection {
	pull, push := false, false
	for _, c := range a.clauses {
		asked, supplied, automatic := c.whole.has("tool call", "tool calls"), false, false
		for k, s := range c.statements {
			reads := s.reads(len(s.words), true)
			requested, unasked := c.requests(k)
			asked = asked || requested
			supplied = supplied || unasked && !requested && v != VerdictCapabilityOnly
			for _, w := range s.words[:s.negation] {
				supplied = supplied || w.in(readBackSupplies)
				automatic = automatic || reads && w.in(readBackAutomatic)
			}
		}
		pull, push = pull || asked, push || supplied || automatic && !asked
	}
	switch {
	case pull && push:
		return ReadBackBoth
	case pull:
		return ReadBackPull
	case push:
		return ReadBackPush
	}
	return ReadBackDirectionUnknown
}

// requests reports whether statement k says that something is asked for, and whether it denies that.
func (c *readBackClause) requests(k int) (requested, unasked bool) {
	s := c.statements[k]
	denies := s.at(s.negation).in(readBackNots) || s.at(s.negation).in(readBackNones)
	for i, w := range s.words {
		before, without := s.at(i-1), containsReadBack(s.near(i, 4), "without")
		// A later request, or the next, is an invocation that receives, not one that asks.
		request := w.in(readBackRequests) && (i == 0 || without || !before.in(readBackLater) && !before.in(readBackModifiers))
		switch {
		case !request && !w.in(readBackAsks):
		case i > s.negation:
			unasked = unasked || denies && (w.text == "requested" || request && before.text == "on" || w.in(readBackAsking) && s.at(i+1).text == "for")
		case without || w.in(readBackAsking) && c.asksForElse(k, i):
			unasked = true
		default:
			requested = true
		}
	}
	return requested, unasked
}

// asksForElse reports whether the one who asks at word i of statement k asks for nothing ("asks for nothing"), or
// for something that the material is told apart from: "asks for a draft, not for cards".
func (c *readBackClause) asksForElse(k, i int) bool {
	s := c.statements[k]
	deny := s.at(s.negation)
	if deny.in(readBackNones) && s.negation <= i+2 {
		return true
	}
	if s.at(i+1).text != "for" || s.at(i+2).in(readBackItself) {
		return false
	}
	after := s.at(s.negation + 1)
	if s.negation == len(s.words) && k+1 < len(c.statements) {
		next := c.statements[k+1]
		deny, after = next.at(0), next.at(1)
	}
	return deny.in(readBackNots) && after.text == "for"
}
