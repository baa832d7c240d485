package graph

import (
	"slices"
	"testing"
)

// TestReadBackNegations has answers whose verdict hangs on what their negations deny: a read, the knowledge
// of one, or another negation. The expectations are a careful reader's.
func TestReadBackNegations(t *testing.T) {
	answers := map[ReadBackVerdict][]string{
		VerdictUninspected: {
			"unknown", "unclear", "unresolved", "not determinable", "Unknown; not documented", "not yet known", "not certain",
			"it is not known whether later sessions load it",
			"no later read-back was inspected",
			"no later consumer was inspected",
			"later read-back is unclear",
			"later read-back remains unresolved",
			"later read-back is uninspected",
			"later read-back has not been traced",
			"it could not be determined whether later starts load it",
			"cannot be determined",
			"nobody looked",
			"nobody checked whether later starts load it",
			"we cannot tell whether the next start loads it",
			"we don't know",
			"in the hosted edition, unknown",
			"the trace is written, but its later use is unknown",
			"the trace is written, but no later reader was inspected",
			"the trace is written. Later use was not inspected.",
		},
		VerdictNotStated: {
			"not stated in the source", "no evidence either way", "not observed", "TBD", "TBC", "to be determined", "not established",
			"not stated", "not documented until the next release", "Not documented.", "not clearly documented", "unspecified", "undocumented", "unproven", "untested", "maybe",
			"left open", "an open question", "no information", "no direct evidence", "insufficient evidence", "none observed", "none documented",
			"later sessions might not load it",
			"later starts may or may not load it",
			"later starts need not load it",
			"perhaps later starts load it",
			"not necessarily loaded by later starts",
			"loaded by the next start?",
			"who knows?",
			"the source does not say",
			"the manual does not state whether later starts load it",
			"the manual is silent on this",
			"the manual neither confirms nor denies a later read",
			"whether a later start loads the ledger is not documented",
			"no evidence of a later read",
			"no evidence that later starts load it",
			"there is no information about later starts",
			"no guarantee that later starts load it",
			"no document states that a later start reads it",
			"no later read was observed",
			"the account gives no answer",
			"for the hosted edition: not documented",
			"the trace is written; whether a later start loads it is not documented",
		},
		VerdictInapplicable: {
			"does not apply to this route", "does not apply", "it does not apply: nothing is kept", "the question does not arise", "n.a.",
			"read-back is not applicable here", "not applicable without a store", "not applicable, except for cards",
			"inapplicable — not documented",
		},
		VerdictCurrentRunOnly: {
			"only within this run", "only during this session", "this run only", "not beyond this run", "none except in the current run",
		},
		VerdictExternalConditional: {
			"if the host enables it, later sessions load it",
			"if the caller passes it in again, the next call reads it",
			"if enabled by the host, later starts load it",
			"provided that the host keeps the page, later starts load it",
			"as long as the client keeps the token, later calls receive the draft",
			"not loaded unless the host enables it",
			"none unless the caller sends it again",
		},
		VerdictNoneStated: {
			// A denial that another report makes is one, and so is one about the version that was inspected.
			"the report on runtime says none",
			"read-back is absent in the inspected version; a plugin adds it",
			"later read-back: none", "later read-back is absent", "no read-back exists", "a later reader is missing",
			"none of the later starts loads it", "none of the cards survives the run", "no later start can load it",
			"no later read-back is needed", "no later session loads it before it is purged",
			"not retained until the next start", "nothing is kept until the next start",
			"does not survive a restart", "does not persist", "does not outlive the process", "not saved",
			"later starts do not see it", "not shown to later starts", "later searches do not list it", "not available to later starts",
			"later starts ignore it", "later runs never see what is stored", "no trace of it is kept", "no state survives the call",
			"cards that are not pinned are not loaded by the next start",
			"kept in a log with no later reader",
			"nothing inspected loads it", "no consumer is established", "no implemented path from tally to card is established",
		},
		VerdictWithdrawalEffect: {"no removed card is returned by later searches"},
		VerdictDeferred:         {"applicable to writes; selectors are elsewhere. No evidence establishes a subsequent read."},
		VerdictCapabilityOnly:   {"capability only, not observed"},
		VerdictStaticOnly:       {"not accumulated, and not documented", "not accumulated except by hand"},
		VerdictPositive: {
			// Two negatives.
			"None other than the next session, which loads the file",
			"none of the inspected limits prevents later read-back; the next session loads the file",
			"a later session cannot fail to load it",
			"later reads cannot bypass the stored file",
			"later lookups no longer miss the entry",
			"no later start skips it", "later starts do not ignore it", "no later start can avoid reading it",
			"nothing prevents a later start from loading it", "later starts are not prevented from loading it",
			"no lock stops the next start from reading it",
			"a later start cannot run without reading it",
			"nothing but the card is loaded by the next start", "no one but the next session reads it",
			"not loaded until the next start, which reads all of it", "it is not read before the next start",
			"later starts do not load it without the key, which each of them has",
			"none is dropped between starts", "none of the cards is lost; the next start loads them",
			"no card is missing at the next start", "neither drafts nor cards are lost; later starts load both",
			"no later than the next start, the card is loaded", "no fewer than three later starts load it",
			"no doubt later starts load it", "not every later start loads it", "not all cards are loaded by the next start",
			// A denial and an affirmation against it.
			`"none" is what the documentation says, but the loader reads it`,
			"none in the manual, though the next start loads it",
			"the draft was not inspected, but later starts load it",
			"not stored in the cache but in the ledger, which later starts load",
			// Negations and doubts about something else.
			"not merely stored: the next start loads it",
			"unknown entries are skipped; known ones are supplied to every later request",
			"no restart is needed: later requests read it", "no index is needed to load it at the next start",
			"entries with no owner are loaded by the next session", "cards of no shelf feed later prompts",
			"cards that were not pinned are loaded by the next start", "cards that nobody owns are loaded by the next start",
			"rows not yet sent are loaded by the next start", "a start that finds no lock loads the ledger again",
			"unresolved conflicts are listed by the next start", "open drafts are loaded by the next start",
			"pending and rejected rows reach the next start", "the undocumented cache is loaded by later starts",
			"the format is unspecified, but later starts load the file", "the next start loads what might not fit in memory",
			"later starts load it, though this was not observed", "later starts load it; whether they act on it is unknown",
			"later starts load it, not necessarily in order", "later starts might load it", "later starts skip empty cards and load the rest",
			"whether or not it changed, the next start loads it", "expired rows do not apply, so later starts load the rest",
			"evidence cards are loaded by the next start", "does a service restart? the next start loads it",
			"rows are kept in ledger.db, not verified against their source", "stored rows, possibly shared with other shelves",
			// Conditions that are no outsider's to fulfil, or no condition.
			"if the caller asks for it, the next call returns the card", "even if the host forgets it, later starts load it",
			"if the host crashes, later starts load the journal", "later starts load it unless the host deletes it",
			"if a card is pinned, later starts load it",
			// Neither a verb nor a doubt: the last row decides.
			"shipped files and their index",
		},
	}
	for verdict, list := range answers {
		for _, answer := range list {
			if rb := readBackOf(answer); rb.Verdict != verdict {
				t.Errorf("%q: %s by %s, want %s", answer, rb.Verdict, rb.Rule, verdict)
			}
		}
	}
}

// TestReadBackOfAnUnhinderedRead: what nothing prevents can happen; nobody said that it does.
func TestReadBackOfAnUnhinderedRead(t *testing.T) {
	for answer, want := range map[string]bool{
		"nothing prevents a later start from loading it": true,
		"later starts are not prevented from loading it": true,
		"a later start cannot fail to load it":           false,
		"no later start skips it":                        false,
	} {
		if rb := readBackOf(answer); slices.Contains(rb.Flags, FlagAfforded) != want {
			t.Errorf("%q: flags %s, want AFFORDED %t", answer, rb.Flags, want)
		}
	}
}
