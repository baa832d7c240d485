package graph

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

// readBackOf assesses an answer in canonical text, of a route whose implementation is wired.
func readBackOf(answer string) ReadBack { return AssessReadBack(answer, true, "wired", false) }

func TestReadBackVerdicts(t *testing.T) {
	answers := map[ReadBackVerdict][]string{
		VerdictNotStated: {"", "  \t", "—", "…"},
		VerdictUninspected: {
			"uninspected — the importer's callers were not opened.",
			"Uninspected",
			"uninspected, because the worker is closed source",
			"uninspected for the hosted edition; the local edition keeps a log.",
			"not inspected.",
			"Not traced beyond the adapter.",
			"unknown whether a later session loads the trace.",
			"unresolved: the only caller is generated code",
		},
		VerdictInapplicable: {
			"inapplicable — the formatter keeps nothing.",
			"inapplicable for its result, which no store receives; the shelf itself is read by RTE-2.",
			"Not applicable; a pure function.",
			"n/a",
			"N/A — stateless",
			"inapplicable to this check because it only compares two strings.",
		},
		VerdictCapabilityOnly: {
			"capability only — Shelf.Open could return the archive, but no inspected code calls it.",
			"storage capability only; the export command is documented, its readers are not.",
			"Capability only. Later sessions read another table.",
			"**capability only**, through the admin API",
		},
		VerdictNoneStated: {
			"none",
			"None from Quillstore; a host may keep the printed text.",
			"none on the inspected path — the digest goes to standard output.",
			"no later route reads the digest.",
			"No score is passed to the next round.",
			"no result of the probe is stored",
			"no implemented reader: the column is written and left.",
			"no separate retained copy exists; the caller has the text.",
			"no.",
			"no draft is passed to a later session.",
			"never read back by any inspected command.",
			"not retained: the buffer is dropped when the call ends.",
			"nothing reads the trace again.",
			"the crash file is not read by any later start.",
			"later runs do not load the scratch page.",
			"the journal is append-only and is not consulted by any later start.",
			"write-only: rows are inserted and never selected.",
			"printed once and discarded.",
			"later starts read nothing of it",
			"not consulted again; the person may print it",
		},
		VerdictInherited: {
			"as RTE-4",
			"As RT-RTE-shelf-lookup.",
			"as MEM-RTE-3, for rows that carry a tag; later sessions can list them.",
			"Same as EPI-RTE-claim-audit.",
			"as [RT-RTE-shelf-lookup](runtime.md#rt-rte-shelf-lookup)",
			"As RTE-4's answer",
			"As `RTE-4`'s later read-back",
		},
		VerdictExternalConditional: {
			"reaches a later call only if the caller sends the returned token again.",
			"only if host plugins keep the transcript",
			"caller-owned: the library hands the page back and forgets it.",
			"the page is host-owned and was not traced further.",
			"returned notes come back only when an external client resubmits them",
			"the caller may resubmit the summary with its next question.",
			"depends on the embedding host, which is not part of the release.",
			"what is read back is left to the host",
		},
		VerdictStaticOnly: {
			"the prompt pack is read at each start but is not accumulated by use.",
			"the word list is not material accumulated from earlier sessions",
			"static settings are not changed by any route; each start reads them.",
			"installed package, not something that earlier work wrote.",
			"static content, shipped with the release.",
		},
		VerdictCurrentRunOnly: {
			"serves the current invocation, with no separate durable record.",
			"enters the current response and no separate persistent copy is made",
			"current run only.",
			"only the current run reads it.",
			"held only for the current session, and nothing is kept",
		},
		VerdictWithdrawalEffect: {
			"later searches no longer return the removed shelf.",
			"future lookups cannot find the deleted card under its old number; copies handed out before remain with their readers.",
			"a purged page disappears from later listings.",
			"deleting a shelf removes its later recall rows.",
			"subsequent queries will not return purged rows; already printed lists are not revoked.",
			"Deletes the row and its index entry.",
			"later searches do not find the card anymore.",
			"later searches return nothing for the removed card",
			"later searches skip removed cards.",
			"a purged card vanishes from later lists; its place is kept for use in a later import",
			"retired cards are excluded from future suggestions",
		},
		VerdictDeferred: {
			"applicable to writes described under the memory report.",
			"left to the memory analyst",
			"see the memory account.",
			"See MEM-RTE-shelf-lookup for the later reads of this file.",
			"covered in the epistemic report; this analyst did not repeat it.",
			"as above",
		},
		VerdictPositive: {
			"stored cards are read by the next session's opening screen.",
			"the index feeds later searches.",
			"a subsequent start restores the open shelves.",
			"consumed by RTE-2 and RTE-7 across restarts",
			"later runs load the ledger; nothing else is kept.",
			"rows stay in the table until they are deleted, and later queries list them.",
			"the tidy step drops duplicates before later runs read the list.",
			"within the current run; a later resume restores the open half.",
		},
	}
	for _, info := range ReadBackVerdicts {
		if len(answers[info.Verdict]) < 3 {
			t.Errorf("%s: want at least three answers", info.Verdict)
		}
		for _, answer := range answers[info.Verdict] {
			rb := readBackOf(answer)
			if rb.Verdict != info.Verdict || rb.Established != info.Established {
				t.Errorf("%q: %s, established %s, by %s; want %s", answer, rb.Verdict, rb.Established, rb.Rule, info.Verdict)
			}
		}
	}
}

func TestReadBackOfAMissingLabel(t *testing.T) {
	rb := AssessReadBack("as if it were there", false, "wired", false)
	want := ReadBack{Verdict: VerdictNotStated, Established: TriUnknown, Strength: StatusWired, Direction: ReadBackDirectionUnknown,
		Rule: "read-back/1-not-stated"}
	if diff := cmp.Diff(want, rb); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestReadBackFirstClause has answers whose verdict hangs on where the first clause ends, or on a word
// that only looks like one of the table's.
func TestReadBackFirstClause(t *testing.T) {
	tests := []struct {
		answer string
		want   ReadBackVerdict
	}{
		{"cards are read by the next start; inapplicable for drafts.", VerdictPositive},
		{"cards are read by the next start. None of the drafts is.", VerdictPositive},
		{"later starts read cards, and drafts are uninspected", VerdictPositive},
		{"later starts read accumulated cards.", VerdictPositive},
		{"later starts load cards — only if the caller asks for them", VerdictPositive}, // row 7 ends at the dash
		{"loaded by the next start; host-owned copies are another matter", VerdictPositive},
		{"the current response carries the page; no separate durable copy exists, later calls load the page itself", VerdictPositive},
		{"capability only — later starts read cards.", VerdictCapabilityOnly},
		{"none; later starts read another table.", VerdictNoneStated},
		{"sessions.db is loaded by later starts, e.g. only if present", VerdictPositive}, // neither stop ends the clause
		{"nonempty pages feed later prompts", VerdictPositive},
		{"nonetheless later starts read it", VerdictPositive},
		{"no longer drafts than ten lines are kept, and later starts read them", VerdictPositive},
		{"not merely stored: later starts load it", VerdictPositive},
		{"as a later start loads it, RTE-4 is its reader", VerdictPositive},
		{"as RTE-4 keeps its rows, later starts read them", VerdictPositive}, // a reason, not a reference
		{"as RT-OBJ-ledger", VerdictPositive},                                // no route to inherit from
		{"unknown readers aside, the next start loads it", VerdictPositive},
		{"absent a restart, later calls load it", VerdictPositive},
		{"not rebuilt here; later starts load the saved index", VerdictPositive},
		{"the draft is not read again, but later starts load the card", VerdictPositive},
		{"later starts do not automatically receive it; a person can ask for it", VerdictPositive},
		{"no automatic delivery; the show command reads it in a later session", VerdictPositive},
		{"the list of the current session is not persisted; later sessions load the ledger", VerdictPositive},
		{"static only on the first start; later starts load what was learned", VerdictPositive},
		{"** — kept in the ledger", VerdictPositive}, // no word before the dash
		{"see-through pages are loaded by later starts", VerdictPositive},
		{"static pages are rewritten by use and loaded later", VerdictPositive},
		{"deferred writes reach later starts", VerdictPositive},
		{"applicable to cards, which later starts load", VerdictPositive},
		{"removed cards can be restored by a later undo", VerdictPositive},
		{"cards that were not deleted are loaded by later starts", VerdictPositive},
	}
	for _, tt := range tests {
		if rb := readBackOf(tt.answer); rb.Verdict != tt.want {
			t.Errorf("%q: %s by %s, want %s", tt.answer, rb.Verdict, rb.Rule, tt.want)
		}
	}
}

func TestReadBackForm(t *testing.T) {
	tests := []struct {
		answer                string
		canonical, renderings bool // malformed in canonical text, in a rendering
	}{
		{"inapplicable — keeps nothing", false, false},
		{"uninspected — closed source", false, false},
		{"  uninspected — closed source", false, false},
		{"inapplicable - keeps nothing", true, false},
		{"uninspected - closed source", true, false},
		{"inapplicable, keeps nothing", true, true},
		{"inapplicable: keeps nothing", true, true},
		{"inapplicable; keeps nothing", true, true},
		{"inapplicable for rows — they are dropped", true, true},
		{"inapplicable to rows", true, true},
		{"inapplicable because rows are dropped", true, true},
		{"inapplicable—keeps nothing", true, false},
		{"inapplicable – keeps nothing", true, false},
		{"uninspected–closed source", true, false},
		{"inapplicable —", true, true},
		{"inapplicable — .", true, true},
		{"inapplicable", true, true},
		{"Inapplicable — keeps nothing", true, true},
		{"not applicable — keeps nothing", true, true},
		{"n/a", true, true},
		{"uninspected", true, true},
		{"uninspected, closed source", true, true},
		{"not inspected — closed source", true, true},
	}
	for _, tt := range tests {
		for rendering, want := range map[bool]bool{false: tt.canonical, true: tt.renderings} {
			rb := AssessReadBack(tt.answer, true, "", rendering)
			if rb.Verdict != VerdictInapplicable && rb.Verdict != VerdictUninspected {
				t.Errorf("%q: %s", tt.answer, rb.Verdict)
			}
			if got := slices.Contains(rb.Flags, FlagMalformed); got != want {
				t.Errorf("%q, rendering %t: malformed %t, want %t", tt.answer, rendering, got, want)
			}
		}
	}
}

func TestReadBackFlags(t *testing.T) {
	tests := []struct {
		answer       string
		flags, later []ReadBackFlag
	}{
		{"later starts read it", nil, nil},
		{"later starts can read it", []ReadBackFlag{FlagAfforded}, nil},
		{"may reach a later start", []ReadBackFlag{FlagAfforded}, nil},
		{"available through the admin page", []ReadBackFlag{FlagAfforded}, nil},
		{"is available to later starts", []ReadBackFlag{FlagAfforded}, nil},
		{"read by later starts — and can be exported", []ReadBackFlag{FlagAfforded}, nil}, // a dash ends no clause for flags
		{"later starts read it; a person can export it", nil, []ReadBackFlag{FlagAfforded}},
		{"later starts read it. That has not been observed; it may fail.", nil, []ReadBackFlag{FlagAfforded, FlagUnobserved}},
		{"can be read; may be read; could be read", []ReadBackFlag{FlagAfforded}, []ReadBackFlag{FlagAfforded}},
		{"can reach later starts, but such a start was not observed", []ReadBackFlag{FlagAfforded, FlagUnobserved}, nil},
		{"read by later starts; that use remains unobserved", nil, []ReadBackFlag{FlagUnobserved}},
		{"read by later starts, which is uninspected", nil, nil},
		{"read by later starts, e.g. may be listed", []ReadBackFlag{FlagAfforded}, nil}, // no full stop
		{"[the page](docs/can/only.md) is read by later starts", nil, nil},
		{"later starts read it; the API is available but unused", nil, nil},
		{"later starts read the available tokens", nil, nil},
		{"later starts read the page, unavailable to guests", nil, nil},
		{"later starts read it since May 2026", nil, nil},
		{"later starts scan the can-opener list through MEM-RTE-may-day", nil, nil},
		{"later starts read it; nobody can edit it; guests cannot read it; they may not list it", nil, nil},
		{"later starts read kept cards; removed cards no longer appear", []ReadBackFlag{FlagAlsoWithdrawal}, nil},
		{"removing a card deletes its later hits; the other cards feed later searches", []ReadBackFlag{FlagAlsoWithdrawal}, nil},
		{"later starts list the cards and drop deleted ones from the list", []ReadBackFlag{FlagAlsoWithdrawal}, nil},
		{"at each start cards are read; purged cards vanish from later lists", []ReadBackFlag{FlagAlsoWithdrawal}, nil},
		{"the drop from the queue is read by later starts", nil, nil},
		{"later starts read cards until they are removed from the shelf", nil, nil},
		{"later starts read drafts no longer than a page", nil, nil},
		{"later starts read it; copies are not revoked", nil, nil},
	}
	for _, tt := range tests {
		rb := readBackOf(tt.answer)
		if rb.Verdict != VerdictPositive {
			t.Errorf("%q: %s by %s", tt.answer, rb.Verdict, rb.Rule)
		}
		if diff := cmp.Diff([][]ReadBackFlag{tt.flags, tt.later}, [][]ReadBackFlag{rb.Flags, rb.LaterFlags}); diff != "" {
			t.Errorf("%q: flags, later flags (-want +got):\n%s", tt.answer, diff)
		}
	}
}

func TestReadBackContestable(t *testing.T) {
	tests := []struct {
		answer           string
		verdict, reading ReadBackVerdict
	}{
		{"the index is stored for navigation; no known reader.", VerdictPositive, VerdictCapabilityOnly},
		{"feeds later tools, whose consumer is not identified", VerdictPositive, VerdictCapabilityOnly},
		{"later jobs read it; the consumers remain unknown", VerdictPositive, VerdictCapabilityOnly},
		{"kept for audits; nothing in the product reads it", VerdictPositive, VerdictCapabilityOnly},
		{"no consumer is established.", VerdictNoneStated, VerdictCapabilityOnly},
		{"the next start reads the edited settings.", VerdictPositive, VerdictStaticOnly},
		{"configuration changed by the operator is loaded on restart", VerdictPositive, VerdictStaticOnly},
		{"static settings are not accumulated; edits of config.toml reach the next start", VerdictStaticOnly, VerdictPositive},
		{"capability only — no known consumer", VerdictCapabilityOnly, ""},
		{"the next start reads the settings", VerdictPositive, ""},
		{"later starts read edited cards", VerdictPositive, ""},
		{"RTE-2 reads it; there is no other reader", VerdictPositive, ""},
		{"uninspected — no known consumer", VerdictUninspected, ""},
	}
	for _, tt := range tests {
		rb := readBackOf(tt.answer)
		if rb.Verdict != tt.verdict || rb.Reading != tt.reading || slices.Contains(rb.Flags, FlagContestable) != (tt.reading != "") {
			t.Errorf("%q: %s, reading %q, flags %s; want %s, %q", tt.answer, rb.Verdict, rb.Reading, rb.Flags, tt.verdict, tt.reading)
		}
	}
}

func TestReadBackDirection(t *testing.T) {
	tests := []struct {
		answer string
		want   ReadBackDirection
	}{
		{"later sessions read it", ReadBackDirectionUnknown},
		{"a later search returns it", ReadBackPull},
		{"read on explicit request", ReadBackPull},
		{"subsequent tool calls load it", ReadBackPull},
		{"supplied to a later request", ReadBackDirectionUnknown}, // that request is the later invocation
		{"the show command reads it in a later session", ReadBackPull},
		{"added to every request", ReadBackDirectionUnknown},
		{"injected into each later prompt", ReadBackPush},
		{"loaded automatically when the next session opens", ReadBackPush},
		{"the start hook prepends it", ReadBackPush},
		{"a query returns it; the start hook prepends its title", ReadBackBoth},
		{"automatically returned to whoever queries it", ReadBackPull},
		{"kept for later sessions, but not automatically loaded", ReadBackDirectionUnknown},
		{"built by an automatic pass, kept in the ledger, consumed by RTE-4", ReadBackDirectionUnknown},
		{"consumed by MEM-RTE-recall-search and RT-RTE-hook-inject", ReadBackDirectionUnknown},
		{"inapplicable — no search keeps its result", ReadBackDirectionUnknown},
		{"no later search returns it", ReadBackDirectionUnknown},
		{"later searches no longer return the removed card", ReadBackDirectionUnknown},
		// A denied request is no request, and what is received without one is supplied.
		{"pushed into the first prompt of the next day, without being asked for", ReadBackPush},
		{"the next session receives it without a request", ReadBackPush},
		{"the next session receives it unasked", ReadBackPush},
		{"later sessions load it, and the caller asks for nothing", ReadBackPush},
		{"later sessions load it; the caller asks for no card", ReadBackPush},
		{"later sessions load it; it is not asked for", ReadBackPush},
		{"loaded by the next start, not on request", ReadBackPush},
		{"later drafts receive the cards; the author asks for a draft, not for cards", ReadBackPush},
		{"later drafts receive the cards; the author asks for a draft and never for a card", ReadBackPush},
		{"later drafts receive the cards; the author asks for them, not for titles", ReadBackPull},
		{"later sessions read it when the model asks for a tag", ReadBackPull},
		{"later sessions load it; a search returns it; the brief comes without being asked for", ReadBackBoth},
		{"cannot be loaded by a later session without being requested", ReadBackPull},
		{"capability only — no caller asks for it", ReadBackDirectionUnknown},
		{"later sessions load it, and nobody is asked to confirm", ReadBackDirectionUnknown},
		{"later sessions load it; whether it is asked for is unknown", ReadBackDirectionUnknown},
	}
	for _, tt := range tests {
		if rb := readBackOf(tt.answer); rb.Direction != tt.want {
			t.Errorf("%q: %s, want %s", tt.answer, rb.Direction, tt.want)
		}
	}
}

func TestReadBackNames(t *testing.T) {
	tests := []struct {
		answer   string
		names    []string
		inherits string
	}{
		{"read by later starts", nil, ""},
		{"RTE-4 and MEM-RTE-3 and RT-RTE-shelf-lookup read it, then RTE-4 again", []string{"RTE-4", "MEM-RTE-3", "RT-RTE-shelf-lookup"}, ""},
		{"RTE-1/RTE-02a read OBJ-4, MEM-OBJ-card and SRC-2", []string{"RTE-1", "RTE-02a"}, ""},
		{"RTE-4's reader (RT-RTE-open) and RT-RTE-update2.", []string{"RTE-4", "RT-RTE-open", "RT-RTE-update2"}, ""},
		{"RT-RTE-a-b-RT-RTE-c", []string{"RT-RTE-a-b", "RT-RTE-c"}, ""},
		{"RT-RTE records, RTE-*, RTE-x, RT-RTE-one-two-three-four, XRTE-4, RTE-4ab, RT-RTE-Big, rte-4", nil, ""},
		{"[RT-RTE-open](runtime.md#rt-rte-open) reads it", []string{"RT-RTE-open"}, ""},
		{"as RTE-4", []string{"RTE-4"}, "RTE-4"},
		{"as RTE-4/RTE-7", []string{"RTE-4", "RTE-7"}, "RTE-4"},
		{"As MEM-RTE-shelf-lookup; RTE-2 too", []string{"MEM-RTE-shelf-lookup", "RTE-2"}, "MEM-RTE-shelf-lookup"},
	}
	for _, tt := range tests {
		rb := readBackOf(tt.answer)
		if diff := cmp.Diff(tt.names, rb.Names); diff != "" || rb.Inherits != tt.inherits {
			t.Errorf("%q inherits %q, want %q; names (-want +got):\n%s", tt.answer, rb.Inherits, tt.inherits, diff)
		}
	}
}

func TestReadBackStrength(t *testing.T) {
	tests := []struct {
		status, answer string
		want           ConclusionStatus
	}{
		{"wired", "later starts read it", StatusWired},
		{"`Wired`.", "later starts read it", StatusWired},
		{"WIRED", "later starts can read it", StatusAfforded},
		{"observed", "may reach later starts", StatusAfforded},
		{"causally supported", "later starts read it", StatusCausallySupported},
		{"causally supported", "available to later starts", StatusAfforded},
		{"wired", "later starts read it; others can", StatusWired}, // a later clause weakens nothing
		{"claimed", "later starts can read it", StatusClaimed},
		{"afforded", "later starts read it", StatusAfforded},
		{"absent", "can be read", StatusAbsent},
		{"inapplicable", "later starts read it", StatusInapplicable},
		{"uninspected", "later starts can read it", StatusUninspected},
		{"", "later starts can read it", ""},
		{"solid", "later starts can read it", ""},
	}
	for _, tt := range tests {
		if rb := AssessReadBack(tt.answer, true, tt.status, false); rb.Strength != tt.want {
			t.Errorf("%q, %q: %q, want %q", tt.status, tt.answer, rb.Strength, tt.want)
		}
	}
}

func TestReadBackSentence(t *testing.T) {
	tests := []struct{ answer, want string }{
		{"The ledger is kept. Later starts read it; drafts are not.", "Later starts read it"},
		{"capability only — Shelf.Open can return it; others cannot.", "capability only — Shelf.Open can return it"},
		{"Lists are printed; removed cards no longer appear in later lists.", "removed cards no longer appear in later lists"},
		{"inapplicable — keeps nothing. RTE-2 reads the shelf.", "inapplicable — keeps nothing"},
		{"kept in ledger.db", "kept in ledger.db"},
	}
	for _, tt := range tests {
		if rb := readBackOf(tt.answer); rb.Sentence != tt.want {
			t.Errorf("%q: %q, want %q", tt.answer, rb.Sentence, tt.want)
		}
	}
}

func TestReadBackTables(t *testing.T) {
	described := map[ReadBackVerdict]bool{}
	for _, info := range ReadBackVerdicts {
		if described[info.Verdict] || info.Doc == "" {
			t.Errorf("%s: described twice or not at all", info.Verdict)
		}
		described[info.Verdict] = true
	}
	decided, ids := map[ReadBackVerdict]bool{}, map[string]bool{}
	for _, rule := range ReadBackRules {
		if ids[rule.ID] || rule.Doc == "" || !described[rule.Verdict] {
			t.Errorf("%s: repeated, or without a description of it or its verdict", rule.ID)
		}
		ids[rule.ID], decided[rule.Verdict] = true, true
	}
	if len(decided) != len(described) {
		t.Errorf("%d verdicts are described, the rules decide %d", len(described), len(decided))
	}
}

// TestReadBackOfSeeds reads the eleven routes of the three seed reports, from the texts and, where there,
// from the independently derived facts. The expectations are an expert's reading of the reports.
func TestReadBackOfSeeds(t *testing.T) {
	afforded, unobserved := []ReadBackFlag{FlagAfforded}, []ReadBackFlag{FlagUnobserved}
	want := map[string]ReadBack{
		"MEM-RTE-recall-search":         {Verdict: VerdictPositive, LaterFlags: afforded, Direction: ReadBackPull},
		"MEM-RTE-dependency-precache":   {Verdict: VerdictPositive, Direction: ReadBackDirectionUnknown},
		"MEM-RTE-cache-maintenance":     {Verdict: VerdictPositive, Flags: []ReadBackFlag{FlagAlsoWithdrawal}, Direction: ReadBackDirectionUnknown},
		"MEM-RTE-session-continuity":    {Verdict: VerdictPositive, Direction: ReadBackPush},
		"MEM-RTE-store-replacement":     {Verdict: VerdictCapabilityOnly, Flags: afforded, Direction: ReadBackPull},
		"MEM-RTE-discovery-resolution":  {Verdict: VerdictPositive, Direction: ReadBackDirectionUnknown},
		"MEM-RTE-maintenance-migration": {Verdict: VerdictPositive, Flags: afforded, LaterFlags: unobserved, Direction: ReadBackDirectionUnknown},
		"MEM-RTE-transcript-replay":     {Verdict: VerdictPositive, Direction: ReadBackDirectionUnknown},
		"MEM-RTE-reference-context":     {Verdict: VerdictPositive, Flags: afforded, Direction: ReadBackDirectionUnknown},
		"MEM-RTE-mcp-read":              {Verdict: VerdictPositive, Direction: ReadBackPull},
		"MEM-RTE-note-withdrawal":       {Verdict: VerdictWithdrawalEffect, Direction: ReadBackDirectionUnknown},
	}
	answers := map[string]string{}
	for _, path := range sharedtest.Seeds(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		handle := ""
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "MEM-RTE-") && !strings.Contains(line, " ") {
				handle = line
			}
			if _, answer, ok := strings.Cut(line, "Later read-back:"); ok {
				answers[handle] = strings.TrimSpace(answer)
			}
		}
	}
	for handle, answer := range readBackGold(t) {
		if answers[handle] != answer {
			t.Errorf("%s: the text has %q, the facts %q", handle, answers[handle], answer)
		}
	}
	if len(answers) != len(want) {
		t.Errorf("%d answers in the seeds, want %d", len(answers), len(want))
	}
	for handle, answer := range answers {
		rb := AssessReadBack(answer, true, "", true)
		got := ReadBack{Verdict: rb.Verdict, Flags: rb.Flags, LaterFlags: rb.LaterFlags, Direction: rb.Direction}
		if diff := cmp.Diff(want[handle], got); diff != "" {
			t.Errorf("%s, by %s (-want +got):\n%s", handle, rb.Rule, diff)
		}
		if len(rb.Names) != 0 || !strings.Contains(answer, rb.Sentence) {
			t.Errorf("%s: names %s, rests on %q", handle, rb.Names, rb.Sentence)
		}
	}
}

// readBackGold gives the answers in the derived facts of two seeds, by handle.
func readBackGold(t *testing.T) map[string]string {
	data, err := os.ReadFile(filepath.Join(sharedtest.Dir(t), "gold", "seeds.json"))
	if err != nil {
		t.Fatal(err)
	}
	var reports []struct {
		Records []struct {
			ID     string
			Fields map[string]string
		}
	}
	if err := json.Unmarshal(data, &reports); err != nil {
		t.Fatal(err)
	}
	answers := map[string]string{}
	for _, report := range reports {
		for _, record := range report.Records {
			if answer, ok := record.Fields["Later read-back"]; ok {
				answers[record.ID] = answer
			}
		}
	}
	if len(answers) != 7 {
		t.Errorf("%d answers in the derived facts, want 7", len(answers))
	}
	return answers
}

// TestReadBackOfARealSet reads the answers of a complete set in which they stand inside paragraphs.
func TestReadBackOfARealSet(t *testing.T) {
	contestable, afforded, unobserved := []ReadBackFlag{FlagContestable}, []ReadBackFlag{FlagAfforded}, []ReadBackFlag{FlagUnobserved}
	want := map[string]ReadBack{
		"epistemic.md:245": {Verdict: VerdictPositive, Names: []string{"RTE-4", "RTE-1", "RTE-2"}},
		"epistemic.md:262": {Verdict: VerdictPositive, Flags: contestable, LaterFlags: unobserved, Reading: VerdictCapabilityOnly},
		"epistemic.md:278": {Verdict: VerdictInapplicable, Flags: []ReadBackFlag{FlagMalformed}},
		"memory.md:55":     {Verdict: VerdictPositive, LaterFlags: afforded, Names: []string{"RTE-1", "RTE-2", "RTE-4", "RTE-5"}},
		"runtime.md:136":   {Verdict: VerdictPositive},
		"runtime.md:140":   {Verdict: VerdictPositive},
		"runtime.md:144":   {Verdict: VerdictPositive, Names: []string{"RTE-1", "RTE-2"}},
		"runtime.md:148":   {Verdict: VerdictPositive},
		"runtime.md:168":   {Verdict: VerdictPositive, Names: []string{"RTE-4"}},
		"runtime.md:184":   {Verdict: VerdictPositive, Flags: afforded},
		"runtime.md:197":   {Verdict: VerdictPositive, Flags: contestable, Reading: VerdictStaticOnly},
		"runtime.md:216":   {Verdict: VerdictPositive},
		"runtime.md:235":   {Verdict: VerdictPositive, Flags: []ReadBackFlag{FlagAlsoWithdrawal}},
		"runtime.md:262":   {Verdict: VerdictInapplicable, Flags: []ReadBackFlag{FlagMalformed}, Names: []string{"RTE-1"}},
	}
	// An inline answer ends with its sentence, or before "; " and the next label (report-grammar 10.1).
	inline := regexp.MustCompile(`[Ll]ater read-back: (.*?)(?:; [a-z ]+:|\. |\.$)`)
	found := 0
	for _, name := range []string{"epistemic.md", "memory.md", "runtime.md"} {
		text, err := os.ReadFile(filepath.Join(sharedtest.Dir(t), "corpus", "sets", "AAS-2026-10-01-instinctual-memory-07", name))
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			m := inline.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			found++
			rb := readBackOf(m[1])
			at := fmt.Sprintf("%s:%d", name, i+1)
			got := ReadBack{Verdict: rb.Verdict, Flags: rb.Flags, LaterFlags: rb.LaterFlags, Names: rb.Names, Reading: rb.Reading}
			if diff := cmp.Diff(want[at], got); diff != "" {
				t.Errorf("%s, by %s (-want +got):\n%s", at, rb.Rule, diff)
			}
		}
	}
	if found != len(want) {
		t.Errorf("%d answers found, want %d", found, len(want))
	}
}

func TestResolveInherited(t *testing.T) {
	stated := map[ID]InheritedStep{
		"route:r/has":     {Established: TriTrue},
		"route:r/lacks":   {Established: TriFalse},
		"route:r/open":    {Established: TriUnknown},
		"route:r/one":     {Established: TriUnknown, Inherits: "route:r/has"},
		"route:r/two":     {Established: TriUnknown, Inherits: "route:r/one"},
		"route:r/not":     {Established: TriUnknown, Inherits: "route:r/lacks"},
		"route:r/unclear": {Established: TriUnknown, Inherits: "route:r/open"},
		"route:r/self":    {Established: TriUnknown, Inherits: "route:r/self"},
		"route:r/a":       {Established: TriUnknown, Inherits: "route:r/b"},
		"route:r/b":       {Established: TriUnknown, Inherits: "route:r/a"},
		"route:r/x":       {Established: TriUnknown, Inherits: "route:r/y"},
		"route:r/y":       {Established: TriUnknown, Inherits: "route:r/z"},
		"route:r/z":       {Established: TriUnknown, Inherits: "route:r/x"},
		"route:r/into":    {Established: TriUnknown, Inherits: "route:r/a"},
		"route:r/lost":    {Established: TriUnknown, Inherits: "route:r/stub"},
	}
	tests := []struct {
		id   ID
		want Resolved
	}{
		{"route:r/has", Resolved{TriTrue, "route:r/has", []ID{"route:r/has"}, false, false}},
		{"route:r/one", Resolved{TriTrue, "route:r/has", []ID{"route:r/one", "route:r/has"}, false, false}},
		{"route:r/two", Resolved{TriTrue, "route:r/has", []ID{"route:r/two", "route:r/one", "route:r/has"}, false, false}},
		{"route:r/not", Resolved{TriFalse, "route:r/lacks", []ID{"route:r/not", "route:r/lacks"}, false, false}},
		{"route:r/unclear", Resolved{TriUnknown, "route:r/open", []ID{"route:r/unclear", "route:r/open"}, false, false}},
		{"route:r/self", Resolved{TriUnknown, "", []ID{"route:r/self"}, true, false}},
		{"route:r/b", Resolved{TriUnknown, "", []ID{"route:r/b", "route:r/a"}, true, false}},
		{"route:r/y", Resolved{TriUnknown, "", []ID{"route:r/y", "route:r/z", "route:r/x"}, true, false}},
		{"route:r/into", Resolved{TriUnknown, "", []ID{"route:r/into", "route:r/a", "route:r/b"}, true, false}},
		{"route:r/lost", Resolved{TriUnknown, "", []ID{"route:r/lost", "route:r/stub"}, false, true}},
		{"route:r/stub", Resolved{TriUnknown, "", []ID{"route:r/stub"}, false, true}},
	}
	for _, tt := range tests {
		got := ResolveInherited(tt.id, func(id ID) (InheritedStep, bool) { s, ok := stated[id]; return s, ok })
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.id, diff)
		}
	}
}

func TestResolveInheritedIsBounded(t *testing.T) {
	// A route named by n letters inherits from the one named by n+1; the one of length last decides.
	chain := func(last int) Resolved {
		return ResolveInherited("a", func(id ID) (InheritedStep, bool) {
			if len(id) == last {
				return InheritedStep{Established: TriTrue}, true
			}
			return InheritedStep{Established: TriUnknown, Inherits: id + "a"}, true
		})
	}
	if r := chain(64); r.Established != TriTrue || len(r.Chain) != 64 {
		t.Errorf("64 routes: %s after %d", r.Established, len(r.Chain))
	}
	if r := chain(65); r.Established != TriUnknown || r.From != "" || len(r.Chain) != 64 || r.Cycle || r.Stub {
		t.Errorf("65 routes: %s from %q after %d", r.Established, r.From, len(r.Chain))
	}
}

// TestReadBackIsLinear reads hostile answers of 256 KiB; work that grows with the square would take minutes.
func TestReadBackIsLinear(t *testing.T) {
	for _, part := range []string{"](", "can ", "no can ", "a, ", "; ", ". ", "not removed read by later ", "RT-RTE-a-", "-", "RTE-1 ", "only if the ", "(", "caller ", "é",
		"not known ", "later not say ", "no until ", "read-back is absent ", "perhaps ", "not observed by ", "with no x is ", "if the host "} {
		start := time.Now()
		AssessReadBack(strings.Repeat(part, 1<<18/len(part)), true, "wired", false)
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%q repeated to 256 KiB took %s", part, took)
		}
	}
}

func FuzzAssessReadBack(f *testing.F) {
	for _, s := range []string{
		"", "uninspected", "inapplicable — x", "as RTE-4", "as ", "no", "as [RT-RTE-a](b", "later runs can read it; removed rows no longer appear.",
		"only if the caller", "see", "may 2026", "no longer", "](", "host resubmits", "RT-RTE-a-RT-RTE-b", "\xff— ;. \u00a0",
	} {
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, answer string, rendering bool) {
		rb := AssessReadBack(answer, true, "wired", rendering)
		if rb.Rule == "" || rb.Established != rb.Verdict.Established() || !strings.Contains(answer, rb.Sentence) {
			t.Errorf("%+v", rb)
		}
		if (rb.Verdict == VerdictInherited) != (rb.Inherits != "") || rb.Inherits != "" && !slices.Contains(rb.Names, rb.Inherits) {
			t.Errorf("%s inherits %q, names %q", rb.Verdict, rb.Inherits, rb.Names)
		}
		if (rb.Sentence == "") != (rb.Verdict == VerdictNotStated) || slices.Contains(rb.Flags, FlagContestable) != (rb.Reading != "") {
			t.Errorf("%+v", rb)
		}
		for _, flags := range [][]ReadBackFlag{rb.Flags, rb.LaterFlags} {
			if !slices.IsSorted(flags) || len(slices.Compact(slices.Clone(flags))) != len(flags) {
				t.Errorf("flags %s", flags)
			}
		}
	})
}
