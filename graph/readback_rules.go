package graph

import (
	"maps"
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
		"The answer opens with none, or with no and later, scored, result, implemented or separate.", (*readBackAnswer).noneStated},
	{"read-back/6-inherited", VerdictInherited,
		"The answer opens with as, or same as, and the handle of a route.", (*readBackAnswer).inherited},
	{"read-back/7-external-conditional", VerdictExternalConditional,
		"The first clause leaves it to a caller or host outside the system.", (*readBackAnswer).externalConditional},
	{"read-back/8-static-only", VerdictStaticOnly,
		"The first clause says that the material is static, not accumulated.", (*readBackAnswer).staticOnly},
	{"read-back/9-current-run-only", VerdictCurrentRunOnly,
		"The first clause confines the material to the current run and keeps nothing durable.", (*readBackAnswer).currentRunOnly},
	{"read-back/9a-denied", VerdictNoneStated,
		"The first clause denies in other words that something is read or kept, and no clause affirms it.", (*readBackAnswer).denied},
	{"read-back/10-withdrawal-effect", VerdictWithdrawalEffect,
		"Some clause says what can no longer be read, and no clause affirms a later read.", (*readBackAnswer).withdrawalEffect},
	{"read-back/10a-deferred", VerdictDeferred,
		"The first clause only says where the question is treated.", (*readBackAnswer).deferred},
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
	return a.first(), a.lead.opens("inapplicable", "not applicable", "n / a")
}

func (a *readBackAnswer) capabilityOnly() (string, bool) {
	return a.first(), a.lead.opens("capability only", "storage capability only")
}

func (a *readBackAnswer) noneStated() (string, bool) {
	if a.lead.opens("none") {
		return a.first(), true
	}
	if a.lead.opens("no") && len(a.lead.words) > 1 {
		for _, stem := range []string{"later", "scor", "result", "implemented", "separate"} {
			if strings.HasPrefix(a.lead.words[1], stem) {
				return a.first(), true
			}
		}
	}
	return "", false
}

func (a *readBackAnswer) denied() (string, bool) {
	denies := a.lead.opensAs("no", "nothing", "never", "absent") || slices.ContainsFunc(a.leadStatements, (*readBackStatement).denies)
	return a.first(), denies && a.silent()
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
		before := strings.Join(a.lead.words[max(0, i-5):i], " ") + " "
		for _, p := range []string{"only if ", "only when ", "only where ", "depends on ", "conditional on ", "up to ",
			"left to ", "delegated to "} {
			if _, between, ok := strings.Cut(before, p); ok && readBackModifiers.all(between) {
				return a.first(), true
			}
		}
		// The real answers of this class speak of a caller that hands the material in again.
		if readBackResubmits.any(a.lead.words[i+1 : min(i+3, len(a.lead.words))]) {
			return a.first(), true
		}
	}
	return "", false
}

func (a *readBackAnswer) staticOnly() (string, bool) {
	table := a.lead.has("not accumulated", "not material accumulated", "not materially accumulated", "not itself accumulated",
		"static settings are not", "installed package , not")
	wider := a.lead.opensAs("static", "static only", "static content", "static configuration", "static settings", "shipped content",
		"shipped package", "bundled package")
	return a.first(), table || wider && a.silent()
}

func (a *readBackAnswer) currentRunOnly() (string, bool) {
	if a.lead.has("current invocation", "current response") && a.lead.has("no separate persistent", "no separate durable") {
		return a.first(), true
	}
	only := slices.ContainsFunc(readBackThisRun, func(run string) bool {
		return a.lead.has(run+" only", "only the "+run, "only within the "+run, "only in the "+run, "only for the "+run, "only during the "+run)
	})
	lost := a.lead.has(readBackThisRun...) && a.lead.has("nothing durable", "nothing persistent", "nothing is kept", "nothing is stored",
		"not persisted", "not stored", "not kept", "not retained", "not durable", "no durable", "no persistent")
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
	return a.first(), readBackRemoves[a.lead.at(0)]
}

func (a *readBackAnswer) deferred() (string, bool) {
	says := a.lead.opens("applicable to", "applicable for", "left to the", "left to a", "left to an", "left to another", "left for the",
		"see", "deferred", "belongs to", "belongs in", "refer to", "as above", "as below", "same as above", "same as below") ||
		len(a.lead.words) > 1 && readBackTreated[a.lead.words[0]] && readBackElsewhere[a.lead.words[1]]
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
	return ok && dashed && strings.ContainsFunc(reason, isReadBackRune)
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

// direction reads who starts the later read, from the answer's own words; a name of a route says nothing
// (report-grammar 10.8j). What is supplied automatically on request is asked for all the same (4.2).
func (a *readBackAnswer) direction() ReadBackDirection {
	pull, push := false, false
	for _, c := range a.clauses {
		asked, supplied, automatic := c.whole.has("tool call", "tool calls"), false, false
		for _, s := range c.statements {
			reads := s.reads(len(s.words), true)
			for i, w := range s.words[:s.negation] {
				// A later request, or the next, is an invocation that receives, not one that asks.
				request := readBackRequests[w] && (i == 0 || !readBackLater[s.words[i-1]] && !readBackModifiers[s.words[i-1]])
				asked = asked || request || readBackAsks[w]
				supplied = supplied || readBackSupplies[w]
				automatic = automatic || reads && readBackAutomatic[w]
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

// silent reports whether no clause affirms a later read.
func (a *readBackAnswer) silent() bool { return a.affirmation() < 0 }

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

// A readBackSet is a list of words.
type readBackSet map[string]bool

func newReadBackSet(words string) readBackSet {
	set := readBackSet{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

func readBackUnion(sets ...readBackSet) readBackSet {
	union := readBackSet{}
	for _, set := range sets {
		maps.Copy(union, set)
	}
	return union
}

func (set readBackSet) any(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return set[w] })
}

func (set readBackSet) all(text string) bool {
	return !slices.ContainsFunc(strings.Fields(text), func(w string) bool { return !set[w] })
}

// The words by which clauses are read. They are closed lists on purpose: a word that is not here
// decides nothing, and the answer falls to the last row.
var (
	// readBackReads are verbs that by themselves say that somebody receives something; readBackShows do so
	// only beside a word for later.
	readBackReads = newReadBackSet(`read reads reread rereads re-read re-reads load loads loaded reload reloads reloaded
		retrieve retrieves retrieved recall recalls recalled consume consumes consumed feed feeds fed supply supplies
		supplied reach reaches enter enters receive receives received restore restores restored rehydrate rehydrates
		rehydrated inject injects injected replay replays replayed reuse reuses reused resume resumes resumed fetch
		fetches fetched consult consults consulted prepend prepends prepended`)
	readBackShows = newReadBackSet(`return returns returned change changes changed affect affects affected shape shapes
		shaped alter alters altered influence influences influenced inform informs informed guide guides guided use uses
		used list lists listed see sees seen find finds found show shows shown surface surfaces surfaced appear appears
		select selects selected search searches searched query queries queried open opens opened get gets deliver delivers
		delivered expose exposes exposed pass passes passed carry carries carried pick picks picked include includes
		included rank ranks ranked available visible readable searchable retrievable accessible`)
	// readBackNouns may be nouns as well: they are verbs only before an object.
	readBackNouns = newReadBackSet(`read reads reread rereads re-read re-reads load loads reload reloads recall recalls feed
		feeds supply supplies restore restores replay replays reuse reuses fetch fetches return returns change changes
		influence guide pass passes use uses list lists show shows surface surfaces search searches query queries`)
	readBackParticiples = newReadBackSet(`loaded reloaded retrieved recalled consumed fed supplied received restored
		rehydrated injected replayed reused resumed fetched consulted prepended returned changed affected shaped altered influenced
		informed guided used listed seen found shown surfaced selected searched queried opened delivered exposed passed
		carried picked included ranked available visible readable searchable retrievable accessible`)
	readBackKeeps = newReadBackSet(`kept retained stored persisted saved handed carried passed returned used exposed
		established implemented wired reader readers consumer consumers caller callers read-back readback retrieval
		read reread re-read selected queried searched opened`)
	readBackLost = newReadBackSet(`discarded lost`)

	readBackAnalysts = newReadBackSet("RT MEM EPI")

	readBackAuxiliaries = newReadBackSet(`is are was were be been being get gets remain remains stay stays become becomes`)
	readBackByWhom      = newReadBackSet(`by automatically back into from at on in during again as to`)
	readBackNoObject    = newReadBackSet(`can cannot could may might will would must do does did is are was were has have of for
		by fail fails return returns see sees find finds and or , / ( ) : – —`)
	readBackDeterminers = newReadBackSet(`a an the its their each every any no of for by future subsequent next`)
	readBackNegations   = newReadBackSet(`not no never nothing none neither nor nobody cannot can't won't doesn't don't isn't
		aren't wasn't weren't didn't couldn't whether unknown unclear unresolved unspecified`)
	readBackMerely    = newReadBackSet(`only merely just solely simply`)
	readBackAutomatic = newReadBackSet(`automatic automatically`)
	readBackLater     = newReadBackSet(`later subsequent subsequently future next following afterwards afterward thereafter again
		restart restarts`)

	readBackRemoves = newReadBackSet(`remove removes delete deletes erase erases purge purges evict evicts withdraw withdraws
		revoke revokes unlink unlinks wipe wipes hide hides forget forgets discard discards drop drops clear clears prune
		prunes`)
	readBackRemoved = newReadBackSet(`removed deleted erased purged evicted withdrawn revoked unlinked wiped hidden forgotten
		discarded dropped cleared pruned expired archived retired superseded invalidated former trashed redacted deletion
		removal erasure eviction expiry`)
	readBackVanishes = newReadBackSet(`disappear disappears vanish vanishes gone excluded omitted withheld suppressed filtered`)
	readBackSkips    = newReadBackSet(`skip skips ignore ignores omit omits exclude excludes unavailable unreadable unreachable
		inaccessible irretrievable unrecoverable`)
	readBackCopies   = newReadBackSet(`copy copies copied already`)
	readBackSurvives = newReadBackSet(`remain remains stay stays survive survives persist persists keep keeps kept`)

	// readBackGoesOn are the words with which a negation or removal goes on after a comma or "and".
	readBackGoesOn = readBackUnion(readBackReads, readBackShows, readBackRemoves, readBackSet{"or": true})

	// readBackBreaks end a statement within a clause; readBackOpeners among them open a condition.
	readBackBreaks = newReadBackSet(`, ( ) : – — but while whereas although though yet and before after until unless so then when
		where which who because since once if`)
	readBackOpeners = newReadBackSet(`before until unless if`)

	readBackToWhom    = newReadBackSet(`to for through via`)
	readBackModals    = newReadBackSet(`can could may might`)
	readBackOutsiders = newReadBackSet(`caller callers host hosts client clients application applications integrator embedder`)
	readBackModifiers = newReadBackSet(`a an the its this that each every same current model new external outside calling
		enclosing embedding own`)
	readBackResubmits = newReadBackSet(`resubmit resubmits resubmitting re-submit re-submits resend resends resending re-send
		re-sends resupply resupplies`)
	readBackTreated     = newReadBackSet(`assessed described covered annotated treated documented addressed discussed analysed reported`)
	readBackElsewhere   = newReadBackSet(`in by under with at separately elsewhere`)
	readBackAfterHandle = newReadBackSet(`, ( ) : / – — and or with for but plus except above below does did states describes
		through via without on in at only also s`)
	readBackWherefore = newReadBackSet(`, ( : – — whether if how by in within from for on at here because since outside beyond`)
	readBackThisRun   = []string{"current invocation", "current response", "current run", "current-run", "current session",
		"current process", "current turn", "current request", "current call", "same invocation", "same run", "same-run",
		"same session", "same process", "same turn"}

	readBackAsks = newReadBackSet(`explicit explicitly requested query queries queried search searches lookup lookups fetch
		fetches demand ask asks asked command commands pull pulls`)
	readBackRequests = newReadBackSet(`request requests`)
	readBackSupplies = newReadBackSet(`inject injects injected injection prepend prepends prepended pushes pushed hook hooks
		sessionstart unsolicited unasked startup`)

	readBackReaders   = newReadBackSet(`reader readers consumer consumers caller callers`)
	readBackOthers    = newReadBackSet(`other further additional second separate direct automatic`)
	readBackUnknown   = newReadBackSet(`unknown unidentified unnamed unspecified unresolved undetermined`)
	readBackKnown     = newReadBackSet(`known identified named established traced found supplied inspected observed`)
	readBackSeen      = newReadBackSet(`observed exercised`)
	readBackEdits     = newReadBackSet(`edit edits edited editing hand-edited user-edited changed modified altered updated customised customized`)
	readBackSettings  = newReadBackSet(`setting settings preference preferences skill skills`)
	readBackNotLonger = newReadBackSet(`than needed required necessary`)
)
