package relate

// polarityOf judges the phrase at its place in the clause (report-grammar 7.3, 10.8i): a negation
// before the verb denies, a doubt or an "it does not imply that" leaves it open.
func (s *scan) polarityOf(n int, p *phrase, before []phrase) polarity {
	c := p.c
	if c.doubted(p.at) {
		return doubted
	}
	from := 0
	if k := len(before) - 1; k >= 0 && before[k].c == c {
		from = before[k].at + 1
	}
	at := c.negation(from, p.at)
	if at >= 0 && c.at(at).text == "nor" {
		if neither := c.findOf(from, at, "neither"); neither >= 0 {
			at = neither
		}
	}
	if at < 0 {
		if from > 0 && before[len(before)-1].polarity == negated && c.coordinated(from, p.at) {
			return negated
		}
		if from > 0 && c.negation(0, from) >= 0 && !p.ownSubject() {
			return doubted
		}
		return affirmed
	}
	switch {
	case c.is(at-1, deontic) || at == 1 && c.oneOf(0, "do"):
		return doubted // must not, do not: a rule or a request, no fact
	case c.direct(at, p.at), c.governs(at, p):
		return negated
	}
	if p.ownSubject() && !c.oneOf(at, "no", "none", "neither", "nor", "nothing") {
		return affirmed
	}
	return doubted
}

// ownSubject tells whether ids or a pointing word right before the verb are its subject.
func (p *phrase) ownSubject() bool {
	e := p.subject
	if p.passive {
		e = p.object
	}
	return e.how == named || e.how == deictic
}

// negation returns the last negator of a range, or -1.
func (c *clause) negation(from, to int) int {
	for i := to - 1; i >= from; i-- {
		if c.negates(i) {
			return i
		}
	}
	return -1
}

// negates tells whether the word at i negates: not only, not the only, no more than, no later than and
// no other do not deny what they stand before.
func (c *clause) negates(i int) bool {
	return c.is(i, negators) && !c.is(i+1, softNegation) && c.at(i+2).text != "than" &&
		!(c.at(i).text == "not" && c.at(i+1).text == "the" && c.at(i+2).text == "only")
}

// doubted tells whether the words before i leave open what follows: whether, would; it does not imply
// that …; the handbook says that ….
func (c *clause) doubted(i int) bool {
	if c.find(0, i, doubts) >= 0 {
		return true
	}
	if at := c.find(0, i, hearsay); at >= 0 && c.at(at+1).text == "that" {
		return true
	}
	at := c.find(0, i, reporting)
	return at > 0 && c.negation(0, at) >= 0
}

// coordinated tells whether a verb at i only continues the one before: "does not return X or store Y".
func (c *clause) coordinated(from, i int) bool {
	j := c.skipBack(i - 1)
	return c.is(j, connectors) || c.at(j).text == ","
}

// direct tells whether the negator at n belongs to the verb at i itself: does not (directly) read, is
// never read, nor reads; or, with other verbs of the same "does not" between, "does not open or read".
func (c *clause) direct(n, i int) bool {
	if c.oneOf(n, "no", "none", "nothing", "nobody", "without") {
		return c.oneOf(n, "no") && c.at(n+1).text == "longer"
	}
	j := i - 1
	for c.is(j, auxiliary) || c.is(j, adverbs) || c.is(j, modals) || c.at(j).kind == word && adverb(c.at(j)) {
		j--
	}
	if j == n {
		return true
	}
	v, _ := c.at(i).verb()
	return c.is(j, connectors) && v.form == base && c.is(n-1, modals) && c.find(n, i, relatives) < 0
}

// governs tells whether the negator at n opens the subject of the verb: no inspected route consumes.
func (c *clause) governs(n int, p *phrase) bool {
	if !c.oneOf(n, "no", "none", "nothing", "nobody", "neither") || p.at-n > reach+4 {
		return false
	}
	if p.at == n+1 && c.at(n).text == "no" {
		return false // "no reads": the word is a noun
	}
	for i := n + 1; i < p.at; i++ {
		if c.is(i, relatives) || c.at(i).text == "," || c.is(i, auxiliary) && !p.passive {
			return false
		}
	}
	switch next := c.at(p.at + 1); {
	case p.passive:
		return true
	case c.is(p.at+1, connectors) && c.is(p.at+2, verbForms):
		return p.form == present // no route reads or writes it
	case next.kind == mark || c.is(p.at+1, connectors) || c.oneOf(p.at+1, "of", "are", "is"):
		return false // the word is a noun: neither marker writes nor summaries
	case p.form == present:
		return true
	}
	return p.form == base && (c.isKindNoun(p.at-1) || c.is(p.at-1, modals))
}
