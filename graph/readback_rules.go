package graph

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
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
var ReadBackRules = []ReadBackRule{
	{"read-back/1-not-stated", VerdictNotStated,
		"The answer is missing or has no word.", (*readBackAnswer).notStated},
	{"read-back/2-uninspected", VerdictUninspected,
		"The answer opens with uninspected, or with other words for it.", (*readBackAnswer).uninspected},
	{"read-back/3-inapplicable", VerdictInapplicable,
		"The answer opens with inapplicable, not applicable or n/a.", (*readBackAnswer).inapplicable},
	{"read-back/4-capability-only", VerdictCapabilityOnly,
		"The answer opens with capability only or storage capability only.", (*readBackAnswer).capabilityOnly},
	{"read-back/5-none-stated", VerdictNoneStated,
		"The answer opens with none or no later, separate, implemented … reading; or its first clause denies a read and nothing affirms one.", (*readBackAnswer).noneStated},
	{"read-back/6-inherited", VerdictInherited,
		"The answer opens with as, or same as, and the handle of a route.", (*readBackAnswer).inherited},
	{"read-back/7-external-conditional", VerdictExternalConditional,
		"The first clause leaves it to a caller or host outside the system.", (*readBackAnswer).externalConditional},
	{"read-back/8-static-only", VerdictStaticOnly,
		"The first clause says that the material is static, not accumulated.", (*readBackAnswer).staticOnly},
	{"read-back/9-current-run-only", VerdictCurrentRunOnly,
		"The first clause confines the material to the current run and keeps nothing durable.", (*readBackAnswer).currentRunOnly},
	{"read-back/10-withdrawal-effect", VerdictWithdrawalEffect,
		"Some clause says what can no longer be read, and no clause affirms a later read.", (*readBackAnswer).withdrawalEffect},
	{"read-back/10a-deferred", VerdictDeferred,
		"The first clause only says where the question is treated.", (*readBackAnswer).deferred},
	{"read-back/11-positive", VerdictPositive,
		"Anything else.", (*readBackAnswer).positive},
}

func (a *readBackAnswer) notStated() (string, bool) { return "", len(a.clauses) == 0 }

func (a *readBackAnswer) uninspected() (string, bool) {
	wider := a.lead.opensAs(`not inspected|not traced|untraced|not examined|not analysed|not analyzed|not assessed|
		not determined|not determinable|undetermined|unknown|unclear|unresolved`) && !a.affirmedAfterLead()
	return a.first(), a.lead.opens("uninspected") || wider
}

func (a *readBackAnswer) inapplicable() (string, bool) {
	return a.first(), a.lead.opens("inapplicable", "not applicable", "n / a")
}

func (a *readBackAnswer) capabilityOnly() (string, bool) {
	return a.first(), a.lead.opens("capability only", "storage capability only")
}

func (a *readBackAnswer) noneStated() (string, bool) {
	table := a.lead.opens("none", "no later", "no result", "no results", "no implemented", "no separate",
		"no score", "no scores", "no scored", "no scorer", "no scoring")
	wider := (a.lead.opensAs("no|nothing|never|absent") || a.leadDenies()) && !a.affirmedAfterLead()
	return a.first(), table || wider
}

func (a *readBackAnswer) inherited() (string, bool) {
	_, ok := a.inherits()
	return a.first(), ok
}

func (a *readBackAnswer) externalConditional() (string, bool) {
	if a.lead.has("caller-owned", "host-owned", "caller owned", "host owned") {
		return a.first(), true
	}
	for i, w := range a.lead.words {
		if !readBackOutsiders[w] {
			continue
		}
		before := strings.Join(a.lead.words[max(0, i-4):i], " ") + " "
		for _, p := range []string{"only if ", "only when ", "only where ", "depends on ", "conditional on ", "up to "} {
			if _, between, ok := strings.Cut(before, p); ok && readBackModifiers.all(between) {
				return a.first(), true
			}
		}
		// The real answers of this class speak of a caller that hands the material back in.
		if i+1 < len(a.lead.words) && a.lead.near(i+1, 2, readBackResubmits) {
			return a.first(), true
		}
	}
	return "", false
}

func (a *readBackAnswer) staticOnly() (string, bool) {
	if a.lead.has("not accumulated", "not material accumulated", "not materially accumulated", "not content accumulated",
		"not itself accumulated", "static settings are not", "installed package , not", "shipped package , not", "bundled package , not") {
		return a.first(), true
	}
	return a.first(), a.lead.opensAs("static|static only|static content|static configuration|static settings|shipped content") && !a.affirmedAfterLead()
}

func (a *readBackAnswer) currentRunOnly() (string, bool) {
	if a.lead.has("current invocation", "current response") && a.lead.has("no separate persistent", "no separate durable") {
		return a.first(), true
	}
	for _, run := range []string{"invocation", "response", "run", "session", "process", "turn", "request", "call"} {
		for _, this := range []string{"current ", "same ", "this "} {
			only := a.lead.has(this+run+" only", "only the "+this+run, "only within the "+this+run, "only in the "+this+run,
				"only for the "+this+run, "only during the "+this+run, "only within "+this+run, "only in "+this+run)
			lost := a.lead.has(this+run) && a.lead.has("nothing durable", "nothing persistent", "nothing is kept", "nothing is stored",
				"nothing is persisted", "not persisted", "no durable", "no persistent", "without persistence")
			if (only || lost) && !a.affirmedAfterLead() {
				return a.first(), true
			}
		}
	}
	return "", false
}

func (a *readBackAnswer) withdrawalEffect() (string, bool) {
	if a.affirmation() >= 0 {
		return "", false
	}
	if i := a.withdrawal(); i >= 0 {
		return a.clauses[i].raw, true
	}
	// "Deletes the row and its index entry." does not speak of later reads, but says nothing else.
	return a.first(), a.clauses[0].statements[0].opensWith(readBackRemoves) && !a.affirmedAfterLead()
}

func (a *readBackAnswer) deferred() (string, bool) {
	says := a.lead.opens("applicable to", "applicable for", "applicable under", "left to", "left for", "see", "deferred to", "deferred",
		"belongs to", "belongs in", "refer to", "as above", "as below", "same as above", "same as below") ||
		a.lead.opensWith(readBackTreated) && len(a.lead.words) > 1 && readBackElsewhere[a.lead.words[1]]
	return a.first(), says && !slices.ContainsFunc(a.leadStatements, (*readBackStatement).affirms)
}

func (a *readBackAnswer) positive() (string, bool) {
	if i := a.affirmation(); i >= 0 {
		return a.clauses[i].raw, true
	}
	return a.first(), true
}

// inherits gives the handle of the route whose answer this one takes over. "As RTE-4" inherits and so
// does "Same as RTE-4 for rows"; "as RTE-4 keeps its rows, …" gives a reason.
func (a *readBackAnswer) inherits() (string, bool) {
	routes := readBackRoutes(a.clauses[0].raw)
	if len(routes) == 0 {
		return "", false
	}
	handle := strings.ToLower(routes[0])
	for _, as := range []string{"as ", "as in ", "as for ", "as with ", "as under ", "as route ", "same as ", "the same as ", "identical to "} {
		rest, ok := strings.CutPrefix(a.lead.text, " "+as+handle)
		if !ok {
			continue
		}
		if strings.HasPrefix(rest, "'") {
			return routes[0], true
		}
		next := strings.Fields(rest)
		if rest[0] == ' ' && (len(next) == 0 || readBackAfterHandle[next[0]]) {
			return routes[0], true
		}
	}
	return "", false
}

// wellFormed reports whether an uncertainty has one of the two sanctioned forms (report-grammar 4.1): the
// lower-case word, a dash between spaces, a reason. A rendering may have turned the dash into a
// hyphen; what holds for inapplicable there (10.16) must hold for uninspected.
func (a *readBackAnswer) wellFormed() bool {
	rest, ok := strings.CutPrefix(a.raw, "uninspected ")
	if !ok {
		rest, ok = strings.CutPrefix(a.raw, "inapplicable ")
	}
	reason, dashed := strings.CutPrefix(rest, "— ")
	if !dashed && a.rendering {
		reason, dashed = strings.CutPrefix(rest, "- ")
	}
	return ok && dashed && strings.ContainsFunc(reason, isWordRune)
}

// otherReading gives the verdict that could be argued for instead of v, "" for none (report-grammar 10.16).
// Nobody known to read makes a store a mere capability; material that a person configured is not
// built up by use, and edits of it are use after all.
func (a *readBackAnswer) otherReading(v ReadBackVerdict) ReadBackVerdict {
	any := func(says func(*readBackStatement) bool) bool {
		return slices.ContainsFunc(a.clauses, func(c readBackClause) bool { return says(c.whole) })
	}
	switch {
	case (v == VerdictPositive || v == VerdictNoneStated) && any((*readBackStatement).knowsNoReader):
		return VerdictCapabilityOnly
	case v == VerdictPositive && any((*readBackStatement).editsConfiguration):
		return VerdictStaticOnly
	case v == VerdictStaticOnly && any((*readBackStatement).editsConfiguration):
		return VerdictPositive
	}
	return ""
}

// direction reads who starts the later read, from the answer's own words; a name of a route says nothing
// (report-grammar 10.8j). What is supplied automatically on request is asked for all the same (4.2).
func (a *readBackAnswer) direction() ReadBackDirection {
	pull, push := false, false
	for _, c := range a.clauses {
		asked, supplied, automatic := false, false, false
		for _, s := range c.statements {
			for i, w := range s.words {
				switch {
				case s.negatedAt(i):
				case readBackAsks[w], readBackRequests[w] && (i == 0 || !readBackLater[s.words[i-1]] && !readBackModifiers[s.words[i-1]]):
					asked = true
				case readBackSupplies[w]:
					supplied = true
				case w == "automatic", w == "automatically":
					automatic = true
				}
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

// affirmedAfterLead reports whether anything after the first clause affirms a later read.
func (a *readBackAnswer) affirmedAfterLead() bool {
	return slices.ContainsFunc(a.statementsAfterLead, (*readBackStatement).affirms)
}

// leadDenies reports whether the first clause denies that something is read or kept, and affirms nothing.
func (a *readBackAnswer) leadDenies() bool {
	return slices.ContainsFunc(a.leadStatements, (*readBackStatement).denies) &&
		!slices.ContainsFunc(a.leadStatements, (*readBackStatement).affirms)
}

// affirmation gives the first clause that affirms a later read, -1 for none.
func (a *readBackAnswer) affirmation() int { return a.clauseThat((*readBackStatement).affirms) }

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
