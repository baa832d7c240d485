package relate

// A phrase is one use of a verb in a clause with what it says about its ends. Rules choose among
// phrases; they do not look at words again.
type phrase struct {
	verb
	c       *clause
	n       int // of the clause
	at      int // of the verb in it
	passive bool
	subject end // of an active verb; the agent after "by" of a passive one
	object  end // of an active verb; the grammatical subject of a passive one
	through []string
	polarity
}

// An end is one side of a phrase.
type end struct {
	ids      []string
	how      endHow
	relative bool // the subject of a relative clause: A, which reads …
	identity bool // named only to be told apart: distinct from A, which reads …
}

// endHow says how an end was found.
type endHow uint8

const (
	unresolved endHow = iota // a phrase without an id, or nothing
	named                    // ids
	deictic                  // the owner, by this, it, they, this output …
	zero                     // the owner, as the unspoken subject of a labelled value
)

func (e end) implicit() bool { return e.how == deictic || e.how == zero }

// A polarity says whether a phrase affirms.
type polarity uint8

const (
	affirmed polarity = iota
	negated           // it denies
	doubted           // it neither affirms nor denies: whether, would, does not imply that …
)

// phrasesOf finds the verb phrases of a clause.
func (s *scan) phrasesOf(n int) {
	c := &s.clauses[n]
	first := len(s.phrases)
	for i, t := range c.toks {
		v, ok := t.verb()
		if !ok || t.kind != word || c.at(i-1).text == "to" {
			continue
		}
		p := phrase{verb: v, c: c, n: n, at: i}
		by := c.agent(i)
		switch {
		case v.asParticiple(t.text) && by > 0:
			p.passive = true
			p.subject = s.agentAt(n, by)
			p.object = s.subject(n, i, s.phrases[first:], true)
		case v.asParticiple(t.text) && (c.auxiliaryBefore(i) || v.form == participle):
			p.passive = true
			p.object = s.subject(n, i, s.phrases[first:], true)
		default:
			p.subject = s.subject(n, i, s.phrases[first:], false)
			p.object = s.object(n, i, v)
			p.through = c.throughIDs(i)
		}
		p.polarity = s.polarityOf(n, &p, s.phrases[first:])
		s.phrases = append(s.phrases, p)
	}
	c.first, c.end = first, len(s.phrases)
}

// agent returns the index after the "by" of a passive verb, or 0: read by, read once a day by.
func (c *clause) agent(i int) int {
	for j := i + 1; j <= i+reach; j++ {
		_, isVerb := c.at(j).verb()
		switch {
		case c.at(j).text == "by":
			return j + 1
		case c.at(j).kind != word, isVerb, c.is(j, connectors), c.is(j, relatives), c.is(j, negators):
			return 0
		}
	}
	return 0
}

// auxiliaryBefore tells whether a word that is base form and participle (read) is meant as participle:
// is read, not read; but not in "does not read".
func (c *clause) auxiliaryBefore(i int) bool {
	j := i - 1
	for c.is(j, adverbs) || c.at(j).kind == word && adverb(c.at(j)) {
		j--
	}
	return c.is(j, auxiliary) || c.oneOf(j, "not", "never") && !c.is(j-1, modals)
}

// skipBack walks back over adverbs and modals.
func (c *clause) skipBack(i int) int {
	for t := c.at(i); t.kind == word && (adverb(t) || t.in(modals) || t.in(denying)); t = c.at(i) {
		i--
	}
	return i
}
