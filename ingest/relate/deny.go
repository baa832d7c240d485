package relate

// aboutPhrase says what a denied phrase concerns: the record that its relative clause is about, else what
// its clause is.
func (s *scan) aboutPhrase(p *phrase) []string {
	if p.subject.relative && len(p.subject.ids) > 0 && len(p.c.ids(0, len(p.c.toks))) == 0 {
		return p.subject.ids
	}
	return s.about(p.c)
}

// about says what a denial in the clause concerns (report-grammar 10.8i): the ids in the clause, else
// the enclosing record, else the ids of the list item, else nothing, which means the document.
func (s *scan) about(c *clause) []string {
	var out []string
	for _, handle := range c.ids(0, len(c.toks)) {
		if isRecord(handle) {
			out = append(out, handle)
		}
	}
	if len(out) == 0 {
		out = s.ownerOf("")
	}
	if len(out) == 0 {
		out = s.Item
	}
	return out
}

// byDeniedVerb: no inspected route reads it; it does not read; it neither opens nor reads.
func byDeniedVerb(s *scan, f *findings) {
	for _, p := range s.denied {
		if !p.passive && p.hasPrep() {
			f.deny(p.kind, s.aboutPhrase(p))
		}
	}
}

// hasPrep tells whether a verb that needs a preposition has it, and a record with it: much leads to
// nothing, and much is not supplied to somebody.
func (p *phrase) hasPrep() bool {
	if p.prep == 0 {
		return p.kind != LeadsTo || p.object.how == named
	}
	end := p.at + 1 + 2*reach
	return p.c.find(p.at+1, end, p.prep) > 0 &&
		(len(p.c.ids(0, end)) > 0 || p.c.findOf(p.at+1, end, "it", "this", "these", "them", "its") > 0)
}

// byDeniedAgent: not used by the loader; never read; no row is written by this call. Without an agent
// a bare "not stored" says nothing of a flow between parts.
func byDeniedAgent(s *scan, f *findings) {
	for _, p := range s.denied {
		if !p.passive || p.prep != 0 {
			continue
		}
		agent := p.c.agent(p.at) > 0
		known := s.Owner != "" || len(p.c.ids(0, len(p.c.toks))) > 0 || p.kind == Consumes && p.c.present(p.at)
		if agent || (p.kind == Consumes || p.kind == Reads) && known {
			f.deny(p.kind, s.aboutPhrase(p))
		}
	}
}

// present tells whether the passive verb at i is one of the present: what was not used, the analyst did
// not use.
func (c *clause) present(i int) bool {
	return c.findOf(i-1-reach, i, "is", "are") >= 0
}

// byVerbOfNothing: it produces no lasting lesson; stores nothing; reads neither A nor B.
func byVerbOfNothing(s *scan, f *findings) {
	for i := range s.phrases {
		p := &s.phrases[i]
		nothing := p.c.oneOf(p.at+1, "no", "nothing", "none", "neither") && p.c.negates(p.at+1)
		if nothing && !p.passive && p.polarity == affirmed && p.prep == 0 && p.kind != LeadsTo && p.form == present {
			f.deny(p.kind, s.aboutPhrase(p))
		}
	}
}

// existence are the words that state or deny that there is such a party.
var existence = words(`is are was were has have had with establishes there shown established found exists exist
	identified known counted supplied inspected implemented wired`)

// wayNouns are the nouns that readerRoutes before them make a reader.
var wayNouns = words("route path")

// readerRoutes are the nouns before a wayNoun that make it a reader.
var readerRoutes = words("reimport re-import reload read-back readback retrieval")

// byMissingParty: no later consumer is shown; with no implemented reader; no reload route.
func byMissingParty(s *scan, f *findings) {
	for n := range s.clauses {
		c := &s.clauses[n]
		for i, t := range c.toks {
			if t.text != "no" || !c.negates(i) {
				continue
			}
			kind, at := c.missing(i)
			if kind != "" && !c.doubted(i) && c.stated(i, at) {
				f.deny(kind, s.about(c))
			}
		}
	}
}

// missing returns the type of the party that the noun phrase after "no" at i names, and where.
func (c *clause) missing(i int) (kind string, at int) {
	for j := i + 1; j <= i+reach+2; j++ {
		t := c.at(j)
		if t.kind != word && t.text != "/" || t.in(relatives) || t.in(auxiliary) || t.in(prepositions) && t.text != "by" {
			break
		}
		if k := partyNouns[t.text]; k != "" {
			return k, j
		}
		if t.in(wayNouns) && c.find(i+1, j, readerRoutes) > 0 {
			return Reads, j
		}
	}
	return "", 0
}

// stated tells whether a clause says of the party between "no" at i and its noun at j that there is
// none. A noun that only modifies another (no consumer side) is no party.
func (c *clause) stated(i, j int) bool {
	next := c.at(j + 1)
	ends := next.kind == mark || next.in(prepositions)
	if !ends && !next.in(existence) && !next.in(connectors) && !next.in(relatives) && !adverb(next) {
		return false
	}
	return c.is(i-1, existence) || c.find(i+1, j, existence) > 0 || c.find(j+1, j+1+reach, existence) > 0 || i == 0 && ends
}

// byExcludedObject: "reads A, but not B".
func byExcludedObject(s *scan, f *findings) {
	for _, p := range s.affirmed {
		if p.passive || p.subject.how == unresolved {
			continue
		}
		c, not := p.c, p.c.findOf(p.at+1, len(p.c.toks), "not")
		if not < 0 && c.after == "but" && p.n+1 < len(s.clauses) {
			c = &s.clauses[p.n+1]
			not = c.findOf(0, 1, "not")
		}
		if not >= 0 && c.at(not+1).kind == id {
			ids, _ := c.list(not + 1)
			f.deny(p.kind, ids)
		}
	}
}
