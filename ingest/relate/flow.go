package relate

import "github.com/crosswalk-graph/crosswalk/ingest/report"

// relate adds the edges of an active or passive phrase. The owner fills one end at most, and a record
// that is only told apart needs the owner at the other (report-grammar 10.8b and g).
func (f *findings) relate(p *phrase) {
	s, o := p.subject, p.object
	if s.how == unresolved || o.how == unresolved || s.implicit() && o.implicit() {
		return
	}
	if (s.identity || o.identity) && !s.implicit() && !o.implicit() {
		return
	}
	f.add(p.kind, s.ids, o.ids)
}

// byVerb: A reads B, this route reads B, A reads this output.
func byVerb(s *scan, f *findings) {
	for _, p := range s.affirmed {
		if !p.passive && p.through == nil && !p.subject.relative && p.subject.how != zero {
			f.relate(p)
		}
	}
}

// byRelative: A, which produces it.
func byRelative(s *scan, f *findings) {
	for _, p := range s.affirmed {
		if !p.passive && p.subject.relative {
			f.relate(p)
		}
	}
}

// byAgent: B is read by A; the retained result is consumed by A. In an answer the material of the
// route is what is acted on.
func byAgent(s *scan, f *findings) {
	for _, p := range s.affirmed {
		if p.passive && (p.prep == 0 || p.kind == LeadsTo) {
			f.relate(p)
		}
	}
}

// byDelivery: its output is delivered to A, B is stored in A.
func byDelivery(s *scan, f *findings) {
	for _, p := range s.affirmed {
		if !p.passive || p.subject.how != unresolved || p.object.how == unresolved || p.object.how == zero || p.object.identity {
			continue
		}
		delivered := p.kind == Feeds && p.c.oneOf(p.at+1, "to")
		stored := p.kind == Writes && p.c.oneOf(p.at+1, "in", "into") && p.object.how == deictic
		if !delivered && !stored {
			continue
		}
		f.add(p.kind, p.object.ids, p.c.namedAt(p.at+2).ids)
	}
}

// byUnspokenSubject: "Effects: writes B", "Later read-back: explicitly retrieves B's rows".
func byUnspokenSubject(s *scan, f *findings) {
	for _, p := range s.affirmed {
		if !p.passive && p.subject.how == zero && p.through == nil && p.form == present {
			f.relate(p)
		}
	}
}

// byClosingColon: a clause whose subject is a phrase and whose object is the owner, and after it a
// colon with the id of the record just described.
func byClosingColon(s *scan, f *findings) {
	for _, p := range s.affirmed {
		if p.passive || p.subject.how != unresolved || p.object.how != deictic || p.c.after != ":" {
			continue
		}
		last := &s.clauses[len(s.clauses)-1]
		if ids, end := last.list(0); p.n+2 == len(s.clauses) && end == len(last.toks) {
			f.add(p.kind, ids, p.object.ids)
		}
	}
}

// byThrough: "x updates B through A" in an answer or annotation, or with x named: A writes B, and x
// leads to A (report-grammar 10.8c).
func byThrough(s *scan, f *findings) {
	for _, p := range s.affirmed {
		if p.passive || p.through == nil || p.kind == LeadsTo {
			continue
		}
		from := p.subject.ids
		if p.subject.how == unresolved && (s.Answer != "" || s.InAnnotation) {
			from = s.ownerOf("")
		}
		if p.object.how == named {
			f.add(p.kind, p.through, p.object.ids)
		}
		f.add(LeadsTo, from, p.through)
	}
}

// byResult: this object is the result of A, the retained input of A.
func byResult(s *scan, f *findings) {
	for n := range s.clauses {
		c := &s.clauses[n]
		of := c.findOf(0, len(c.toks), "of")
		is := c.findOf(0, max(of, 0), "is", "are", "was", "were")
		if is < 1 || c.doubted(of) || c.negation(0, of) >= 0 {
			continue
		}
		what := s.pointer(n, is-1)
		if what.how == unresolved {
			what = c.namedSubjectAt(is - 1)
		}
		from := c.namedAt(of + 1)
		if what.how == unresolved || from.how == unresolved || what.identity {
			continue
		}
		last := c.at(of - 1).text
		slash := c.findOf(is, of, "result", "output") >= 0 && hasMark(c.toks[is:of], "/")
		switch {
		case last == "result" || last == "output" || last == "results" || last == "outputs":
			f.add(Produces, from.ids, what.ids)
		case last == "input" || last == "inputs":
			if slash {
				f.add(Produces, from.ids, what.ids)
				f.add(Consumes, from.ids, what.ids, approximate)
			} else {
				f.add(Consumes, from.ids, what.ids)
			}
		}
	}
}

// namedSubjectAt reads the ids that end at j, if any.
func (c *clause) namedSubjectAt(j int) end {
	if c.at(j).kind != id {
		return end{}
	}
	return c.namedSubject(j, false)
}

// byParty: "Consumers are A and B", "Consumers of C are A", "Producer is A".
func byParty(s *scan, f *findings) {
	for n := range s.clauses {
		c := &s.clauses[n]
		for i := 0; i < min(len(c.toks), reach); i++ {
			if !c.is(i, partyWords) || c.negation(0, len(c.toks)) >= 0 || c.doubted(len(c.toks)) {
				continue
			}
			of, is := end{ids: s.ownerOf(""), how: deictic}, i+1
			if c.at(i+1).text == "of" {
				of = c.namedAt(i + 2)
				is = c.findOf(i+2, len(c.toks), "is", "are")
			}
			if c.oneOf(is, "is", "are") {
				f.add(partyNouns[c.at(i).text], c.items(is+1), of.ids)
			}
			break
		}
	}
}

// items returns the ids that open an item of the list that runs from a token to the clause's end.
func (c *clause) items(from int) (out []string) {
	opens := true
	for i := from; i < len(c.toks) && len(out) <= maxList; i++ {
		t := c.at(i)
		switch {
		case t.kind == id && opens:
			if next := c.at(i + 1); next.kind == mark || c.is(i+1, connectors) || c.is(i+1, prepositions) {
				out = append(out, t.text)
			}
			opens = false
		case t.kind == mark || t.in(connectors):
			opens = true
		case !t.in(determiner) && !c.isKindNoun(i):
			opens = false
		}
	}
	return out
}

// underAuthority: "under A", "governed by A" with A an authority path. A named subject that opens the
// clause acts under it, otherwise the enclosing record.
func underAuthority(s *scan, f *findings) {
	for n := range s.clauses {
		c := &s.clauses[n]
		for i := c.findOf(0, len(c.toks), "under", "governed"); i >= 0; i = c.findOf(i+1, len(c.toks), "under", "governed") {
			if c.negation(0, i) >= 0 || c.doubted(i) || c.find(0, i, identity) >= 0 || s.citationOnly() {
				continue
			}
			who := s.ownerOf("")
			if e := s.opening(c); e.how == named {
				who = e.ids
			}
			j := i + 1
			for k := 0; k < 4 && (c.is(j, determiner) || c.isKindNoun(j) || c.oneOf(j, "authority", "by")); k++ {
				j++
			}
			ids, _ := c.list(j)
			f.add(GovernedBy, who, ids)
		}
	}
}

// seeAuthority: "See A" with A an authority path, at the start of a clause.
func seeAuthority(s *scan, f *findings) {
	for n := range s.clauses {
		c := &s.clauses[n]
		if c.at(0).text == "see" && kindOf(s.Owner) != report.KindAuthorityPath {
			ids, _ := c.list(1)
			f.add(GovernedBy, s.ownerOf(""), ids)
		}
	}
}

// byChain: "A → phrase → B/C": material moves from each id-bearing segment to the next.
func byChain(s *scan, f *findings) {
	for n := range s.clauses {
		c := &s.clauses[n]
		if !hasMark(c.toks, arrow) {
			continue
		}
		var before []string
		start := 0
		for i := 0; i <= len(c.toks); i++ {
			if i < len(c.toks) && c.at(i).text != arrow {
				continue
			}
			if ids := s.segment(c, start, i); len(ids) > 0 {
				f.add(FlowsTo, before, ids, approximate)
				before = ids
			}
			start = i + 1
		}
	}
}

// segment returns the alternatives that a segment of a chain names: one list, not the owner.
func (s *scan) segment(c *clause, from, to int) (out []string) {
	for i := from; i < to; i++ {
		if c.at(i).kind != id {
			continue
		}
		ids, next := c.list(i)
		if c.negation(from, i) >= 0 || c.find(from, i, identity) >= 0 || len(c.ids(next, to)) > 0 {
			return nil
		}
		for _, handle := range ids {
			if handle != s.Owner || kindOf(handle) != report.KindRoute { // the chain is the route's own way
				out = append(out, handle)
			}
		}
		return out
	}
	return nil
}
