package graph

import (
	"slices"
	"strings"
)

// A readBackWord is a word of an answer in lower case, or a mark that counts as one, with the sets that it
// is in: it is looked up once, however many rules ask.
type readBackWord struct {
	text string
	sets readBackSets
}

// readBackSets has a bit for each of the sets below.
type readBackSets [2]uint64

// A readBackSet is a list of words, known by its bit.
type readBackSet uint8

// readBackLexicon holds every word of some set; readBackSetCount is how many sets there are.
var (
	readBackLexicon  = map[string]readBackWord{}
	readBackSetCount readBackSet
)

// newReadBackSet makes a set of words, and of those of the sets given.
func newReadBackSet(words string, others ...readBackSet) readBackSet {
	set := readBackSetCount
	readBackSetCount++
	add := func(text string) {
		w := readBackLexicon[text]
		w.text = text
		w.sets[set/64] |= 1 << (set % 64)
		readBackLexicon[text] = w
	}
	for _, text := range strings.Fields(words) {
		add(text)
	}
	for text, w := range readBackLexicon {
		if slices.ContainsFunc(others, w.in) {
			add(text)
		}
	}
	return set
}

// lookUpReadBack gives a word as written with its sets.
func lookUpReadBack(written string) readBackWord {
	if w, ok := readBackLexicon[written]; ok {
		return w
	}
	lower := strings.ToLower(strings.ReplaceAll(written, "’", "'"))
	if lower != written {
		if w, ok := readBackLexicon[lower]; ok {
			return w
		}
	}
	return readBackWord{text: lower}
}

func (w readBackWord) in(set readBackSet) bool { return w.sets[set/64]&(1<<(set%64)) != 0 }

func (set readBackSet) any(words []readBackWord) bool {
	return slices.ContainsFunc(words, func(w readBackWord) bool { return w.in(set) })
}

func (set readBackSet) all(text string) bool {
	return !slices.ContainsFunc(strings.Fields(text), func(w string) bool { return !readBackLexicon[w].in(set) })
}

func containsReadBack(words []readBackWord, text string) bool {
	return slices.ContainsFunc(words, func(w readBackWord) bool { return w.text == text })
}

// joinReadBack gives the words with single blanks between them.
func joinReadBack(words []readBackWord) string {
	var text strings.Builder
	for i, w := range words {
		if i > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(w.text)
	}
	return text.String()
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
		included rank ranks ranked inspect inspects examine examines know knows notice notices available visible readable searchable
		retrievable accessible`)
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
		read reread re-read selected queried searched opened keep keeps retain retains store stores persist persists save saves
		survive survives outlive outlives`)
	readBackLost = newReadBackSet(`discarded lost`)

	readBackAnalysts = newReadBackSet("RT MEM EPI")

	readBackAuxiliaries = newReadBackSet(`is are was were be been being get gets remain remains stay stays become becomes`)
	readBackByWhom      = newReadBackSet(`by automatically back into from at on in during again as to`)
	readBackNoObject    = newReadBackSet(`can cannot could may might will would must do does did is are was were has have of for
		by fail fails return returns see sees find finds and or , / ( ) : – —`)
	readBackDeterminers = newReadBackSet(`a an the its their each every any no of for by future subsequent next`)
	readBackNegations   = newReadBackSet(`not no never nothing none neither nor nobody cannot can't won't doesn't don't isn't
		aren't wasn't weren't didn't couldn't hasn't haven't wouldn't whether unknown unclear unresolved unspecified`)
	readBackMerely    = newReadBackSet(`only merely just solely simply all every always each`)
	readBackAutomatic = newReadBackSet(`automatic automatically`)
	readBackLater     = newReadBackSet(`later subsequent subsequently future next following afterwards afterward thereafter again
		restart restarts`)

	readBackRemoves = newReadBackSet(`remove removes delete deletes erase erases purge purges evict evicts withdraw withdraws
		revoke revokes unlink unlinks wipe wipes hide hides forget forgets discard discards drop drops clear clears prune
		prunes`)
	readBackRemoval = newReadBackSet(`deletion removal erasure eviction expiry`)
	readBackRemoved = newReadBackSet(`removed deleted erased purged evicted withdrawn revoked
		unlinked wiped hidden forgotten discarded dropped cleared pruned expired archived retired superseded invalidated former
		trashed redacted`, readBackRemoval)
	readBackVanishes = newReadBackSet(`disappear disappears vanish vanishes gone excluded omitted withheld suppressed filtered`)
	readBackSkips    = newReadBackSet(`skip skips ignore ignores omit omits exclude excludes unavailable unreadable unreachable
		inaccessible irretrievable unrecoverable`)
	readBackCopies   = newReadBackSet(`copy copies copied already`)
	readBackSurvives = newReadBackSet(`remain remains stay stays survive survives persist persists keep keeps kept`)

	// readBackGoesOn are the words with which a negation or removal goes on after a comma or "and".
	readBackGoesOn = newReadBackSet("or", readBackReads, readBackShows, readBackRemoves)

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
	readBackSameAs      = newReadBackSet(`as same the identical`) // that begin "as RTE-4"
	readBackAfterHandle = newReadBackSet(`, ( ) : / – — and or with for but plus except above below does did states describes
		through via without on in at only also s`)
	readBackWherefore = newReadBackSet(`, ( : – — whether if how by in within from for on at here because since outside beyond`)
	readBackThisRun   = []string{"current invocation", "current response", "current run", "current-run", "current session",
		"current process", "current turn", "current request", "current call", "same invocation", "same run", "same-run",
		"same session", "same process", "same turn", "this invocation", "this run", "this session", "this process", "this turn",
		"this request", "this call"}
	readBackRuns = newReadBackSet(`invocation response run current-run same-run session process turn request call`) // that end these

	readBackAsks = newReadBackSet(`explicit explicitly requested query queries queried search searches lookup lookups fetch
		fetches demand ask asks asked command commands pull pulls`)
	readBackAsking   = newReadBackSet(`ask asks asked`)
	readBackItself   = newReadBackSet(`it them this these that those`)
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
	readBackNeeded    = newReadBackSet(`needed required necessary`)
	readBackNotLonger = newReadBackSet(`than just only merely`, readBackNeeded)

	// readBackNots negate by themselves; those in readBackNones stand before or for a noun. The other
	// negations of readBackNegations leave open.
	readBackNots = newReadBackSet(`not never cannot can't won't doesn't don't isn't aren't wasn't weren't didn't couldn't hasn't
		haven't wouldn't`)
	readBackNones = newReadBackSet(`no none nothing nobody neither`)

	// Two negatives: what is not missed is received, what nothing hinders can happen, what is not lost is there.
	readBackMisses = newReadBackSet(`miss misses bypass bypasses skip skips omit omits ignore ignores overlook overlooks escape
		escapes evade evades lack lacks avoid avoids`)
	readBackMissed  = newReadBackSet(`missed bypassed skipped omitted ignored overlooked excluded withheld suppressed`)
	readBackFailing = newReadBackSet(`fail fails failed neglect neglects refuse refuses`)
	readBackHinders = newReadBackSet(`prevent prevents prevented preventing hinder hinders hindered forbid forbids forbidden
		preclude precludes precluded prohibit prohibits prohibited impede impedes impeded obstruct obstructs blocked disables`)
	readBackBars      = newReadBackSet(`block blocks stop stops bar bars`) // nouns as well
	readBackAbsent    = newReadBackSet(`absent missing lacking lost nonexistent non-existent unimplemented unsupported unwired`)
	readBackLasts     = newReadBackSet(`retained retain stored store persisted saved held last lasts lives`, readBackSurvives)
	readBackMeasures  = newReadBackSet(`later fewer less sooner more`)
	readBackCertain   = newReadBackSet(`doubt matter`)
	readBackTables    = newReadBackSet(`applicable accumulated`) // "not applicable" is a word of the table
	readBackFinite    = newReadBackSet(`is are was were`)
	readBackRelatives = newReadBackSet(`that which who whose`)
	readBackHelpers   = newReadBackSet(`is are was were be been being do does did has have had can could may might will would must
		should shall need and or but if to that which who as so when then still also yet , : ( ) / – —`)
	readBackPrepositions = newReadBackSet(`a an the any of in on within from by to for through at with other each every`)

	// readBackExcepts undo a negation before them, and then say the same as these words.
	readBackExcepts = map[string]string{"except": "only", "excepting": "only", "besides": "only", "without": "only",
		"unless": "only if", "until": "only when", "till": "only when", "before": "only when"}

	// What an account may leave open: readBackInquired is about looking, readBackTold about what was said or
	// shown; readBackInquires and readBackTells are their active forms, of which a later session may be
	// the subject. readBackFindings decide nothing after "no": "no reader is known" denies one.
	readBackInquired = newReadBackSet(`inspected traced examined analysed analyzed assessed checked investigated explored reviewed
		studied determined determinable clear resolved certain sure decided settled known knowable`)
	readBackInquires = newReadBackSet(`inspect examine trace analyse analyze assess check look looked investigate determine know knows
		tell`)
	readBackTold = newReadBackSet(`stated documented described specified mentioned disclosed addressed indicated noted observed
		exercised established confirmed verified demonstrated proven proved tested evidenced evident guaranteed answered defined`)
	readBackTells = newReadBackSet(`say says state states mention mentions specify specifies describe describes document documents
		establish establishes confirm confirms verify verifies indicate indicates demonstrate demonstrates prove proves guarantee
		guarantees observe answer answers`)
	readBackFindings    = newReadBackSet(`established known knowable clear certain sure decided settled resolved`)
	readBackEvidence    = newReadBackSet(`evidence proof indication mention statement answer claim observation information guarantee`)
	readBackAbout       = newReadBackSet(`that of whether for about on either as to how here in one at so yet`)
	readBackGiven       = newReadBackSet(`given available supplied provided found offered`)
	readBackHedges      = newReadBackSet(`perhaps maybe possibly conceivably`)
	readBackDoubts      = newReadBackSet(`may might need needn't`)
	readBackOpenInquiry = newReadBackSet(`unknown unclear unresolved undetermined indeterminate uninspected untraced unexamined
		uncertain undecided unexplored unsettled`)
	readBackOpenTelling = newReadBackSet(`unstated undocumented unspecified unreported undisclosed unaddressed unanswered unobserved
		unestablished unproven unconfirmed unverified untested undefined inconclusive ambiguous open pending tbd tba tbc todo`)
	readBackTopic = newReadBackSet(`it this that the question field answer later read-back readback here`)

	// readBackEnables are what an outsider does that a later read may hang on, rather than ask for it or restart.
	readBackEnables = newReadBackSet(`enable enables enabled allow allows permit permits support supports provide provides pass passes
		supply supplies send sends keep keeps retain retains store stores save saves persist persists configure configures
		configured opt opts choose chooses wire wires implement implements carry carries forward forwards install installs
		register registers mount mounts`)
	readBackSaying    = newReadBackSet(`say says state states report reports give gives answer answers`)
	readBackReading   = newReadBackSet(`read-back readback retrieval recall`, readBackReaders)
	readBackStores    = newReadBackSet(`store stores save saves`)
	readBackDoes      = newReadBackSet(`do does did will would to`)
	readBackAdverbs   = newReadBackSet(`yet be been being so far ever`)
	readBackNamesToo  = newReadBackSet(`state states document documents trace check look answer answers mention mentions`)
	readBackObjects   = newReadBackSet(`that whether which how if what a an the any it this`)
	readBackContrasts = newReadBackSet(`but yet though although while whereas`)
)
