package relate

import "github.com/crosswalk-graph/crosswalk/ingest/report"

// reach is how many words may stand between a verb and the id that is its object.
const reach = 6

// object finds the object of the active verb at i: ids or a pointing word behind it.
func (s *scan) object(n, i int, v verb) end {
	c := &s.clauses[n]
	preps := objectPreps[v.kind]
	start := i + 1
	if v.prep != 0 {
		at := c.find(start, start+reach, v.prep)
		if at < 0 || c.stop(start, at) {
			return end{}
		}
		start = at + 1
	}
	for j := start; j <= start+reach; j++ {
		t := c.at(j)
		switch {
		case t.kind == mark || c.is(j, negators) || c.is(j, relatives) && t.text != "that" || c.is(j, auxiliary):
			return end{}
		case t.kind == id:
			return c.namedObject(j)
		case t.text == "it" || t.text == "them":
			if j > start && !c.is(j-1, preps) {
				return end{}
			}
			return s.pointing(n, j, j, true)
		case t.text == "this" || t.text == "these" || t.text == "that" || t.text == "its":
			if e := s.pointing(n, j, c.nounEnd(j), true); e.how != unresolved || t.text != "its" {
				return e
			}
		case t.in(prepositions) && !t.in(preps):
			return end{}
		}
		if w, ok := t.verb(); ok && w.form != participle && j > start && c.is(j-1, connectors) {
			return end{}
		}
	}
	return end{}
}

// stop tells whether a verb or a negation stands between two tokens of a clause.
func (c *clause) stop(from, to int) bool {
	for j := from; j < to; j++ {
		if v, ok := c.at(j).verb(); ok && v.form == present || c.is(j, negators) || c.at(j).kind == mark && c.at(j).text != "/" {
			return true
		}
	}
	return false
}

// nounEnd returns the last word of the noun phrase that begins with the pointing word at j.
func (c *clause) nounEnd(j int) int {
	last := j
	for k := j + 1; k <= j+3 && c.at(k).kind == word && (noun(c.at(k)) || c.is(k, determiner) || c.is(k, textNouns)); k++ {
		last = k
	}
	return last
}

// namedObject reads the list at j. What the report says of a record (RTE-4's annotation) is no record.
func (c *clause) namedObject(j int) end {
	ids, next := c.list(j)
	for c.at(next).text == "'s" {
		next++
	}
	if c.is(next, textNouns) || len(ids) == 0 {
		return end{}
	}
	return end{ids: ids, how: named}
}

// agentAt reads who acts, right behind "by" at j: ids, or this route.
func (s *scan) agentAt(n, j int) end {
	c := &s.clauses[n]
	if c.oneOf(j, "this", "it") {
		return s.pointing(n, j, c.nounEnd(j), true)
	}
	return c.namedAt(j)
}

// namedAt reads ids at j, determiners and the noun of a kind before them: the supplied route A.
func (c *clause) namedAt(j int) end {
	for n := 0; n < 4 && (c.is(j, determiner) || c.isKindNoun(j)); n++ {
		j++
	}
	if c.at(j).kind != id {
		return end{}
	}
	return c.namedObject(j)
}

// throughIDs returns the routes or components after "through" or "via" behind the verb at i.
func (c *clause) throughIDs(i int) []string {
	at := c.findOf(i+1, i+1+2*reach, "through", "via")
	if at < 0 || c.stop(i+1, at) || c.rangeAt(at) {
		return nil
	}
	e := c.namedAt(at + 1)
	for _, handle := range e.ids {
		if k := kindOf(handle); k != report.KindRoute && k != report.KindComponent {
			return nil
		}
	}
	return e.ids
}

// patient finds what a passive verb acts on where no id or pointing word stands right before it at j.
// It is the owner in "its rows are read by A"; where the clause opens with it and a copula, as in "the
// retained result is a file consumed by A"; and in an answer, whose material is what the route leaves.
func (s *scan) patient(n, i, j int) end {
	c := &s.clauses[n]
	if first := j - 1; noun(c.at(j)) && !c.is(j, otherActors) {
		for k := 0; k < 2 && c.at(first).kind == word && noun(c.at(first)); k++ {
			first--
		}
		if c.oneOf(first, "its", "their") && !s.otherReferent(n, first, false) {
			return end{ids: s.ownerOf(""), how: deictic}.checked()
		}
	}
	if len(c.ids(0, i)) > 0 || c.find(0, i, negators) >= 0 || c.find(0, i, relatives) >= 0 {
		return end{}
	}
	if at := c.find(0, min(i, reach), auxiliary); at > 0 {
		if e := s.pointer(n, at-1); e.how != unresolved {
			return e
		}
	}
	if s.Answer != "" {
		return end{ids: s.ownerOf(""), how: zero}.checked()
	}
	return end{}
}

// otherReferent tells whether the pronoun at i could mean another record than the owner. As a subject
// it takes up the subject of an earlier clause; as an object it takes up whatever was named last,
// unless that was named only to be told apart.
func (s *scan) otherReferent(n, i int, object bool) bool {
	for k := max(0, n-4); k <= n; k++ {
		c := &s.clauses[k]
		upTo := len(c.toks)
		if k == n {
			upTo = i
		}
		if c.find(0, upTo, identity) >= 0 || !object && s.opening(c).how == deictic || k < n && s.takesUpOwner(c) {
			continue
		}
		for j := 0; j < upTo; j++ {
			if t := c.toks[j]; t.kind == id && t.text != s.Owner && !(object && k == n && j == c.head()) {
				return true
			}
		}
	}
	return false
}

// takesUpOwner tells whether a phrase of the clause already points at the owner as its object.
func (s *scan) takesUpOwner(c *clause) bool {
	for _, p := range s.phrases[c.first:c.end] {
		if !p.passive && p.object.how == deictic {
			return true
		}
	}
	return false
}

// backReference resolves "that route" at i: the one record of its kind named earlier in the sentence.
func (s *scan) backReference(n, i int) end {
	c := &s.clauses[n]
	kind := c.kindAfter(i)
	if kind == "" {
		return end{}
	}
	found := ""
	for k := max(0, n-4); k < n; k++ {
		for _, t := range s.clauses[k].toks {
			if t.kind != id || kindOf(t.text) != kind || t.text == found {
				continue
			}
			if found != "" {
				return end{}
			}
			found = t.text
		}
	}
	if found == "" {
		return end{}
	}
	return end{ids: []string{found}, how: named}
}
