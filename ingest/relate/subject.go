package relate

// subject finds the subject of the verb at i: the ids or the pointing words right before it. patient
// says that the verb is passive, where auxiliaries and a copula may stand between.
func (s *scan) subject(n, i int, before []phrase, patient bool) end {
	c := &s.clauses[n]
	j := c.skipBack(i - 1)
	v, _ := c.at(i).verb()
	singular := !patient && v.form == present || c.oneOf(j, "is", "was")
	for patient && (c.is(j, auxiliary) || c.is(j, modals) || c.is(j, adverbs) || c.is(j, negators)) {
		j--
	}
	t := c.at(j)
	switch {
	case j < 0:
		if s.value && len(s.ownerOf("")) > 0 {
			return end{ids: s.ownerOf(""), how: zero}
		}
	case t.kind == mark || c.is(j, connectors):
		if e := s.inherited(c, j, before, patient); e.how != unresolved || !patient {
			return e
		}
	case t.text == "which" || t.text == "that":
		return c.antecedent(j)
	case t.kind == id:
		return c.namedSubject(j, singular)
	}
	if e := s.pointer(n, j); e.how != unresolved {
		return e
	}
	if e := c.attributive(j, singular); e.how != unresolved {
		return e
	}
	if patient {
		return s.patient(n, i, j)
	}
	return end{}
}

// namedSubject reads the list of ids that ends at j, unless a preposition makes it part of another
// noun. Before a verb in the singular it is the last id alone and its alternatives.
func (c *clause) namedSubject(j int, singular bool) end {
	ids, first := c.listBefore(j)
	if singular {
		first = j
		for c.at(first-2).kind == id && (c.at(first-1).text == "/" || c.oneOf(first-1, "or", "nor")) {
			first -= 2
		}
		ids = c.ids(first, j+1)
	}
	k := first - 1
	for c.is(k, determiner) || c.isKindNoun(k) {
		k--
	}
	if len(ids) == 0 || c.is(k, prepositions) {
		return end{}
	}
	return end{ids: ids, how: named, identity: c.toldApart(first)}
}

// toldApart tells whether an id at i is named to tell the record apart from it: distinct from A, and
// from B. A new statement after ", and" is no part of that.
func (c *clause) toldApart(i int) bool {
	from := 0
	for k := 1; k < i; k++ {
		if c.at(k-1).text == "," && c.is(k, connectors) && c.at(k+1).text != "from" {
			from = k
		}
	}
	return c.find(from, i, identity) >= 0
}

// attributive reads "A's rows" and "A extraction": up to two nouns after an id.
func (c *clause) attributive(j int, singular bool) end {
	for n := 0; n < 3; n++ {
		t := c.at(j)
		if t.kind == id {
			return c.namedSubject(j, singular)
		}
		if t.kind != word || t.text != "'s" && !noun(t) || t.in(otherActors) {
			break
		}
		j--
	}
	return end{}
}

// noun tells whether a word can be a noun or adjective of the system: no function word, no thing of
// the report, no verb of the list.
func noun(t token) bool {
	v, isVerb := t.verb()
	return !(t.in(prepositions) || t.in(connectors) || t.in(relatives) || t.in(determiner) || t.in(auxiliary) || t.in(modals) || t.in(negators) ||
		t.in(textNouns) || t.in(doubts) || t.in(hearsay) || isVerb && v.form != participle && !t.in(resultNouns) || t.text == code)
}

// inherited is the subject of a coordinated verb: "reads A and writes B", "opens a file and reads A".
func (s *scan) inherited(c *clause, j int, before []phrase, patient bool) end {
	for j >= 0 && (c.is(j, connectors) || c.at(j).text == ",") {
		j--
	}
	if j < 0 {
		return end{}
	}
	if k := len(before) - 1; k >= 0 && before[k].c == c && before[k].passive == patient {
		if e := before[k].subject; !patient && e.how != unresolved {
			return e
		}
		if e := before[k].object; patient && e.how != unresolved {
			return e
		}
	}
	if patient || c.find(0, j, relatives) >= 0 || len(before) > 0 {
		return end{}
	}
	return s.opening(c)
}

// opening is the subject that opens a clause: a pointing word, or ids.
func (s *scan) opening(c *clause) end {
	i := c.head()
	if c.at(i).kind == id && i == 0 {
		ids, _ := c.list(i)
		return end{ids: ids, how: named}
	}
	if c.oneOf(0, "it", "they") || c.oneOf(0, "this", "these") && !c.is(1, textNouns) {
		return end{ids: s.ownerOf(c.kindAfter(0)), how: deictic}.checked()
	}
	return end{}
}

// checked is the end, or none where its owner is of another kind or missing.
func (e end) checked() end {
	if len(e.ids) == 0 {
		return end{}
	}
	return e
}

// kindAfter returns the kind that the noun after a pointing word demands, "" for any.
func (c *clause) kindAfter(i int) string {
	for j := i + 1; j <= i+2; j++ {
		if c.isKindNoun(j) {
			return kindNouns[c.at(j).text]
		}
	}
	return ""
}

// antecedent is what which or that at j refers to: the ids right before it, or those that a noun
// phrase after a comma explains (A, the provider that …).
func (c *clause) antecedent(j int) end {
	k := j - 1
	if c.at(k).text == "," {
		k--
	}
	for n := 0; n < 4 && c.at(k).kind == word && noun(c.at(k)); n++ {
		k--
	}
	if k < j-1 && c.oneOf(k, "the", "a", "an") && c.at(k-1).text == "," {
		k -= 2
	}
	if c.at(k).kind != id || c.at(j-1).kind == word && c.at(k+1).text != "," {
		return end{}
	}
	ids, first := c.listBefore(k)
	return end{ids: ids, how: named, relative: true, identity: c.toldApart(first)}.checked()
}

// pointer reads the word or noun phrase that ends at j and points at the owner: it, this route, its
// output, the retained result; "that route" points at the one id of its kind named before.
func (s *scan) pointer(n, j int) end {
	c := &s.clauses[n]
	first := j
	for k := 0; k < 3 && c.at(first).kind == word && noun(c.at(first)) && !c.oneOf(first, "it", "they"); k++ {
		first--
	}
	if c.is(j, resultNouns) && (c.oneOf(j-1, "retained") || j == 1 && c.oneOf(0, "the")) {
		return end{ids: s.ownerOf(""), how: deictic}.checked()
	}
	if c.isKindNoun(j) && j == 1 && c.oneOf(0, "the") && !s.namesKind(n, kindNouns[c.at(j).text]) {
		return end{ids: s.ownerOf(kindNouns[c.at(j).text]), how: deictic}.checked()
	}
	return s.pointing(n, first, j, false)
}

// namesKind tells whether the sentence names another record of the kind before the clause.
func (s *scan) namesKind(n int, kind string) bool {
	for k := max(0, n-4); k < n; k++ {
		for _, t := range s.clauses[k].toks {
			if t.kind == id && t.text != s.Owner && kindOf(t.text) == kind {
				return true
			}
		}
	}
	return false
}

// pointing judges a noun phrase from a pointing word at first to its last word at last.
func (s *scan) pointing(n, first, last int, object bool) end {
	c := &s.clauses[n]
	owner := end{ids: s.ownerOf(""), how: deictic}.checked()
	switch c.at(first).text {
	case "it", "they", "them":
		if first == last && !s.otherReferent(n, first, object) {
			return owner
		}
	case "this", "these":
		if !c.is(last, textNouns) && !c.is(last, otherActors) && (first < last || !s.otherReferent(n, first, object)) {
			if kind := c.kindAfter(first); kind != "" && first < last {
				return end{ids: s.ownerOf(kind), how: deictic}.checked()
			}
			return owner
		}
	case "its", "their":
		if c.is(last, resultNouns) && first < last && !s.otherReferent(n, first, object) {
			return owner
		}
	case "that", "those":
		if first < last {
			return s.backReference(n, first)
		}
	}
	return end{}
}
