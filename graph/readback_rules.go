package graph

import (
	"slices"
	"strings"
)

// A ReadBackRule is one row of the decision table.
type ReadBackRule struct {
	ID      string // stable; a ReadBack names the one that decided
	Verdict ReadBackVerdict
	Doc     string // when the row decides, in plain words

	// decide reports whether the row applies, and the clause it rests on.
	decide func(*readBackAnswer) (sentence string, ok bool)
}

// ReadBackRules is the decision table of report-grammar 4.3 with the corrections of 10.7, in the order
// in which AssessReadBack tries its rows. The last row decides what no other did.
//
// "Opens" and "the first clause" mean the answer up to the first ";", "." or " — ". The words that the
// grammar's table names decide by themselves, as it rules. Wider wordings of the same thing ("not
// inspected", "never read back", "current run only") decide only where nothing else in the answer
// affirms a later read: a reader must not lose a route because one phrase of its answer is negative.
//
// The table is left in five places, where its letter would have an answer say what it does not say:
//   - Two negatives are read as the affirmation that they make (see undouble), so "none other than the
//     next session" and "no later start skips it" are no denials of row 5.
//   - A denial of row 5 gives way to an affirmation that contrasts with it in the same clause: "none, the
//     manual says, but the loader reads it".
//   - That nobody looked, or that nothing is stated, is neither yes nor no, whatever word opens it: "no later
//     reader was inspected" falls to row 8a, and "not established" must not reach row 9a or 11.
//   - Uninspected in mid-sentence decides nothing against an answer that affirms a later read; where none does
//     and the clause is about one ("later use is uninspected"), rows 8a to 10c keep row 11 from a guess.
//   - Row 7 also takes a condition without "only" when it is about what an outsider allows or hands over.
var ReadBackRules = []ReadBackRule{
	{"read-back/1-not-stated", VerdictNotStated,
		"The answer is missing or has no word.", (*readBackAnswer).notStated},
	{"read-back/2-uninspected", VerdictUninspected,
		"The answer opens with uninspected, or with other words for it.", (*readBackAnswer).uninspected},
	{"read-back/3-inapplicable", VerdictInapplicable,
		"The answer opens with inapplicable, not applicable or n/a, or says no more than that the question does not apply.", (*readBackAnswer).inapplicable},
	{"read-back/4-capability-only", VerdictCapabilityOnly,
		"The answer opens with capability only or storage capability only.", (*readBackAnswer).capabilityOnly},
	{"read-back/5-none-stated", VerdictNoneStated,
		"The answer opens with none, or with no and later, scored, result, implemented or separate, and the clause neither reverses it nor leaves it open.", (*readBackAnswer).noneStated},
	{"read-back/6-inherited", VerdictInherited,
		"The answer opens with as, or same as, and the handle of a route.", (*readBackAnswer).inherited},
	{"read-back/7-external-conditional", VerdictExternalConditional,
		"The first clause leaves it to a caller or host outside the system.", (*readBackAnswer).externalConditional},
	{"read-back/8-static-only", VerdictStaticOnly,
		"The first clause says that the material is static, not accumulated.", (*readBackAnswer).staticOnly},
	{"read-back/8a-nobody-looked", VerdictUninspected,
		"The first clause says in other words that nobody looked or knows, and no clause affirms a later read.", (*readBackAnswer).nobodyLooked},
	{"read-back/8b-unsettled", VerdictNotStated,
		"The first clause says that it is not stated, shown or certain, and no clause affirms a later read.", (*readBackAnswer).unsettled},
	{"read-back/9-current-run-only", VerdictCurrentRunOnly,
		"The first clause confines the material to the current run and keeps nothing durable.", (*readBackAnswer).currentRunOnly},
	{"read-back/9a-denied", VerdictNoneStated,
		"The first clause denies in other words that something is read or kept, and no clause affirms it.", (*readBackAnswer).denied},
	{"read-back/10-withdrawal-effect", VerdictWithdrawalEffect,
		"Some clause says what can no longer be read, and no clause affirms a later read.", (*readBackAnswer).withdrawalEffect},
	{"read-back/10a-deferred", VerdictDeferred,
		"The first clause only says where the question is treated.", (*readBackAnswer).deferred},
	{"read-back/10b-later-uninspected", VerdictUninspected,
		"A later clause says that nobody looked for a later read or knows of one, and no clause affirms one.", (*readBackAnswer).laterUninspected},
	{"read-back/10c-later-unsettled", VerdictNotStated,
		"A later clause says that a later read is not stated, shown or certain, and no clause affirms one.", (*readBackAnswer).laterUnsettled},
	{"read-back/11-positive", VerdictPositive,
		"Anything else.", (*readBackAnswer).positive},
}

func (a *readBackAnswer) notStated() (string, bool) { return "", len(a.clauses) == 0 }

func (a *readBackAnswer) uninspected() (string, bool) {
	wider := a.lead.opensAs("not inspected", "not traced", "untraced", "not examined", "not analysed", "not assessed",
		"not determined", "not determinable", "undetermined", "unknown", "unclear", "unresolved") && a.silent()
	return a.first(), a.lead.opens("uninspected") || wider
}

func (a *readBackAnswer) inapplicable() (string, bool) {
	wider := len(a.lead.words) == 1 && a.lead.opens("na", "n.a") || slices.ContainsFunc(a.leadStatements, (*readBackStatement).doesNotApply)
	return a.first(), a.lead.opens("inapplicable", "not applicable", "n / a") || wider && a.silent()
}

func (a *readBackAnswer) capabilityOnly() (string, bool) {
	return a.first(), a.lead.opens("capability only", "storage capability only")
}

func (a *readBackAnswer) noneStated() (string, bool) {
	denies := a.lead.opens("none")
	if a.lead.opens("no") && len(a.lead.words) > 1 {
		denies = slices.ContainsFunc([]string{"later", "scor", "result", "implemented", "separate"}, func(stem string) bool {
			return strings.HasPrefix(a.lead.words[1].text, stem)
		})
	}
	if !denies || a.gap() != "" {
		return "", false
	}
	return a.first(), !slices.ContainsFunc(a.leadStatements, func(s *readBackStatement) bool {
		return s.opener.in(readBackContrasts) && !readBackOutsiders.any(s.words) && s.affirms()
	})
}

func (a *readBackAnswer) nobodyLooked() (string, bool) {
	return a.first(), a.gap() == VerdictUninspected
}

// unsettled gives no clause: where nothing is stated there is none that the verdict could rest on.
func (a *readBackAnswer) unsettled() (string, bool) { return "", a.gap() == VerdictNotStated }

func (a *readBackAnswer) laterUninspected() (string, bool) {
	i := a.laterGap(VerdictUninspected)
	return a.clauses[max(i, 0)].raw, i > 0 && a.silent()
}

func (a *readBackAnswer) laterUnsettled() (string, bool) {
	return "", a.laterGap(VerdictNotStated) > 0 && a.silent()
}

// laterGap gives the first clause that leaves open, in the way of the verdict, whether there is a later read.
func (a *readBackAnswer) laterGap(v ReadBackVerdict) int {
	return a.clauseThat(func(s *readBackStatement) bool { return s.onReading() && s.gap() == v })
}

// gap gives the verdict for a first clause that leaves the question open in an answer that affirms nothing,
// "" if it does not.
func (a *readBackAnswer) gap() ReadBackVerdict {
	if !a.silent() {
		return ""
	}
	for i, s := range a.leadStatements {
		// "Kept in the ledger, not verified" leaves the contents open, "in the hosted edition, unknown" the answer.
		opening := i == 0 || s.opener.text == ":" || a.lead.words[0].in(readBackPrepositions) && i == 1
		// "Pending and rejected rows" names rows.
		half := len(s.words) == 1 && i+1 < len(a.leadStatements) && a.leadStatements[i+1].opener.text == "and" && a.leadStatements[i+1].gap() == ""
		if gap := s.gap(); gap != "" && !half && (opening || s.onReading()) {
			return gap
		}
	}
	return ""
}

func (a *readBackAnswer) denied() (string, bool) {
	denies := a.lead.opensAs("no", "nothing", "never", "absent", "nil") || slices.ContainsFunc(a.leadStatements, (*readBackStatement).denies)
	return a.first(), denies && a.silent()
}

func (a *readBackAnswer) inherited() (string, bool) {
	if a.inherits = a.inheritsFrom(); a.inherits == "" {
		return "", false
	}
	return a.first(), true
}

func (a *readBackAnswer) externalConditional() (string, bool) {
	if a.lead.has("caller-owned", "host-owned", "caller owned", "host owned") {
		return a.first(), true
	}
	for i, w := range a.lead.words {
		if !w.in(readBackOutsiders) {
			continue
		}
		before := joinReadBack(a.lead.words[max(0, i-5):i]) + " "
		for _, p := range []string{"only if ", "only when ", "only where ", "depends on ", "conditional on ", "up to ",
			"left to ", "delegated to "} {
			if _, between, ok := strings.Cut(before, p); ok && readBackModifiers.all(between) {
				return a.first(), true
			}
		}
		if a.conditional(i) {
			return a.first(), true
		}
		// The real answers of this class speak of a caller that hands the material in again.
		if readBackResubmits.any(a.lead.words[i+1 : min(i+3, len(a.lead.words))]) {
			return a.first(), true
		}
	}
	return "", false
}

// conditional reports whether the outsider at word i opens a condition: "if the host enables it", but not
// "if the caller asks for it", which is a read on request, nor "even if the host forgets it".
func (a *readBackAnswer) conditional(i int) bool {
	words := a.lead.words
	for start := i; start > 0; start-- {
		switch w := words[start-1]; {
		case w.in(readBackModifiers) || w.text == "that":
			continue
		case w.text == "by": // "if enabled by the host"
			return start > 2 && words[start-2].in(readBackEnables) && (words[start-3].text == "if" || words[start-3].text == "when")
		case w.text == "if" && (start < 2 || words[start-2].text != "even"), w.text == "provided", w.text == "assuming",
			w.text == "as" && start > 2 && words[start-2].text == "long":
			return readBackEnables.any(words[i+1 : min(i+5, len(words))])
		}
		return false
	}
	return false
}

func (a *readBackAnswer) staticOnly() (string, bool) {
	table := a.lead.has("not accumulated", "not material accumulated", "not materially accumulated", "not itself accumulated",
		"static settings are not", "installed package , not")
	wider := a.lead.opensAs("static", "static only", "static content", "static configuration", "static settings", "shipped content",
		"shipped package", "bundled package")
	return a.first(), table || wider && a.silent()
}

func (a *readBackAnswer) currentRunOnly() (string, bool) {
	if !readBackRuns.any(a.lead.words) {
		return "", false
	}
	if a.lead.has("current invocation", "current response") && a.lead.has("no separate persistent", "no separate durable") {
		return a.first(), true
	}
	only := slices.ContainsFunc(readBackThisRun, func(run string) bool {
		return a.lead.has(run+" only") || slices.ContainsFunc([]string{"", "within ", "in ", "for ", "during ", "by "}, func(in string) bool {
			return a.lead.has("only "+in+run, "only "+in+"the "+run)
		})
	})
	lost := a.lead.ofThisRun() && a.lead.has("nothing durable", "nothing persistent", "nothing is kept", "nothing is stored",
		"not beyond", "not outside", "not across", "not persisted", "not stored", "not kept", "not retained", "not durable", "no durable", "no persistent")
	return a.first(), (only || lost) && a.silent()
}

func (a *readBackAnswer) withdrawalEffect() (string, bool) {
	if !a.silent() {
		return "", false
	}
	if i := a.withdrawal(); i >= 0 {
		return a.clauses[i].raw, true
	}
	// "Deletes the row and its index entry." does not speak of later reads, but says nothing else.
	return a.first(), a.lead.at(0).in(readBackRemoves)
}

func (a *readBackAnswer) deferred() (string, bool) {
	says := a.lead.opens("applicable to", "applicable for", "left to the", "left to a", "left to an", "left to another", "left for the",
		"see", "deferred", "belongs to", "belongs in", "refer to", "as above", "as below", "same as above", "same as below") ||
		len(a.lead.words) > 1 && a.lead.words[0].in(readBackTreated) && a.lead.words[1].in(readBackElsewhere)
	return a.first(), says && !slices.ContainsFunc(a.leadStatements, (*readBackStatement).affirms)
}

func (a *readBackAnswer) positive() (string, bool) {
	if i := a.affirmation; i >= 0 {
		return a.clauses[i].raw, true
	}
	return a.first(), true
}

// inheritsFrom gives the handle of the route whose answer this one takes over, "" for none. "As RTE-4" inherits
// and so does "Same as RTE-4 for rows"; "as RTE-4 keeps its rows, …" gives a reason.
func (a *readBackAnswer) inheritsFrom() string {
	if !a.lead.at(0).in(readBackSameAs) {
		return ""
	}
	routes := readBackRoutes(a.clauses[0].raw)
	if len(routes) == 0 {
		return ""
	}
	handle := strings.ToLower(routes[0])
	for _, as := range []string{"as", "as in", "as for", "as with", "as under", "as route", "same as", "the same as", "identical to"} {
		at := a.lead.past(0, as)
		if at < 0 {
			continue
		}
		rest, ok := strings.CutPrefix(a.lead.at(at).text, handle)
		after, _, _ := strings.Cut(a.lead.at(at+1).text, " ")
		if ok && (strings.HasPrefix(rest, "'") || rest == "" && (after == "" || readBackLexicon[after].in(readBackAfterHandle))) {
			return routes[0]
		}
	}
	return ""
}

// wellFormed reports whether an uncertainty has one of the two sanctioned forms (report-grammar 4.1): the
// lower-case word, a dash between spaces, a reason. A rendering may have lost the spaces or turned the
// dash into a shorter one or a hyphen (5.1, loss 23).
func (a *readBackAnswer) wellFormed() bool {
	rest, ok := strings.CutPrefix(a.raw, "uninspected")
	if !ok {
		rest, ok = strings.CutPrefix(a.raw, "inapplicable")
	}
	dashes := []string{" — "}
	if a.rendering {
		dashes = []string{" — ", "—", " – ", "–", " - "}
	}
	for _, dash := range dashes {
		if reason, dashed := strings.CutPrefix(rest, dash); ok && dashed {
			return strings.ContainsFunc(reason, isReadBackRune)
		}
	}
	return false
}

// otherReading gives the verdict that could be argued for instead of v, "" for none (report-grammar 10.16).
// Nobody known to read makes a store a mere capability; material that a person configured is not
// built up by use, and edits of it are use after all.
func (a *readBackAnswer) otherReading(v ReadBackVerdict) ReadBackVerdict {
	some := func(says func(*readBackStatement) bool) bool {
		return slices.ContainsFunc(a.clauses, func(c readBackClause) bool { return says(c.whole) })
	}
	switch {
	case (v == VerdictPositive || v == VerdictNoneStated) && some((*readBackStatement).knowsNoReader):
		return VerdictCapabilityOnly
	case v == VerdictPositive && some((*readBackStatement).editsConfiguration):
		return VerdictStaticOnly
	case v == VerdictStaticOnly && some((*readBackStatement).editsConfiguration):
		return VerdictPositive
	}
	return ""
}

// silent reports whether no clause affirms a later read.
func (a *readBackAnswer) silent() bool { return a.affirmation < 0 }

// withdrawal gives the first clause that says what can no longer be read, -1 for none.
func (a *readBackAnswer) withdrawal() int { return a.clauseThat((*readBackStatement).withdraws) }

func (a *readBackAnswer) clauseThat(says func(*readBackStatement) bool) int {
	return slices.IndexFunc(a.clauses, func(c readBackClause) bool { return slices.ContainsFunc(c.statements, says) })
}

// flags reads the qualifications of one clause off its wording (report-grammar 10.7).
func (c *readBackClause) flags() []ReadBackFlag {
	var flags []ReadBackFlag
	if slices.ContainsFunc(c.statements, (*readBackStatement).affords) {
		flags = append(flags, FlagAfforded)
	}
	if c.whole.unobserved() {
		flags = append(flags, FlagUnobserved)
	}
	return flags
}
