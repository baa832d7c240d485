package relate

import (
	"maps"
	"slices"
	"testing"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A textCase is one text about an invented system, with the facts that an expert reads in it.
type textCase struct {
	rule string // the rule that the case is about
	text Text
	want []string
}

// in, on and answer build texts: in a record, in an annotation on one, in an answer of a route.
func in(owner, sentence string) Text { return Text{Sentence: sentence, Owner: owner} }
func on(owner, sentence string) Text {
	return Text{Sentence: sentence, Owner: owner, InAnnotation: true}
}
func answer(owner, sentence string) Text {
	return Text{Sentence: sentence, Owner: owner, Answer: report.AnswerLaterReadBack, Label: "Later read-back"}
}

const (
	card   = "MEM-OBJ-fact-card"
	trail  = "MEM-OBJ-draft-trail"
	lookup = "MEM-RTE-shelf-lookup"
	admit  = "RT-RTE-card-admit"
	store  = "RT-CMP-card-store"
)

var textCases = []textCase{
	// The verb decides the type.
	{"flow/verb", in(lookup, "This route consumes "+card+"."), []string{"CONSUMES " + lookup + " " + card}},
	{"flow/verb", in(lookup, "It uses "+card+" for ranking."), []string{"CONSUMES " + lookup + " " + card}},
	{"flow/verb", in("", lookup+" reads "+card+"."), []string{"READS " + lookup + " " + card}},
	{"flow/verb", in("", lookup+" can later retrieve the filed rows of "+card+"."), []string{"READS " + lookup + " " + card}},
	{"flow/verb", in("", "At start "+store+" loads lines from "+card+" and "+trail+"."), []string{"READS " + store + " " + card, "READS " + store + " " + trail}},
	{"flow/verb", in("", admit+" copies the filed lines from "+card+"."), []string{"READS " + admit + " " + card}},
	{"flow/verb", in("", admit+" copies "+card+"."), nil},
	{"flow/verb", in("", admit+" differs from "+card+"."), nil},
	{"flow/verb", in("", admit+" generates "+card+"."), []string{"PRODUCES " + admit + " " + card}},
	{"flow/verb", in("", admit+" results in "+card+"."), []string{"PRODUCES " + admit + " " + card}},
	{"flow/verb", in(admit, "This route stores the verdict in "+trail+"."), []string{"WRITES " + admit + " " + trail}},
	{"flow/verb", in(admit, "It updates "+trail+" and registers "+card+"."), []string{"WRITES " + admit + " " + card, "WRITES " + admit + " " + trail}},
	{"flow/verb", in("", "RTE-1, RTE-2 and RTE-3 write OBJ-4."), []string{"WRITES RTE-1 OBJ-4", "WRITES RTE-2 OBJ-4", "WRITES RTE-3 OBJ-4"}},
	{"flow/verb", in("", "`RTE-1`/`RTE-2` read `OBJ-4`."), []string{"READS RTE-1 OBJ-4", "READS RTE-2 OBJ-4"}},
	{"flow/verb", in("", "RTE-1 precedes RTE-2."), []string{"LEADS_TO RTE-1 RTE-2"}},
	{"flow/verb", in("", "RTE-1 feeds RTE-2."), []string{"FEEDS RTE-1 RTE-2"}},
	{"flow/verb", in("", "RTE-1 supplies its rows to RTE-2 and delivers a digest to RTE-3."), []string{"FEEDS RTE-1 RTE-2", "FEEDS RTE-1 RTE-3"}},
	{"flow/verb", in(lookup, "This route reads "+card+" and leads to "+admit+"."), []string{"LEADS_TO " + lookup + " " + admit, "READS " + lookup + " " + card}},
	{"flow/verb", in("", "RTE-1 reads OBJ-1 and RTE-2 writes OBJ-3."), []string{"READS RTE-1 OBJ-1", "WRITES RTE-2 OBJ-3"}},
	{"flow/verb", in("", "RTE-1 reads OBJ-1 and RTE-2 owns the cursor."), []string{"READS RTE-1 OBJ-1"}},
	{"flow/verb", in("", "The [RTE-1](runtime.md#rte-1) extraction reads [OBJ-1](runtime.md#obj-1)."), []string{"READS RTE-1 OBJ-1"}},
	{"flow/verb", in("", "OBJ-1's rows feed RTE-2."), []string{"FEEDS OBJ-1 RTE-2"}},
	{"flow/verb", in(card, "Closest supplied "+lookup+" consumes this output."), []string{"CONSUMES " + lookup + " " + card}},
	{"flow/verb", in(lookup, "This search differs from "+admit+", which files; it leads to that route."), []string{"LEADS_TO " + lookup + " " + admit}},
	{"flow/verb", in("", "The importer (RTE-2) reads the day book (OBJ-5) at noon."), []string{"READS RTE-2 OBJ-5"}},
	{"flow/verb", in("", "RTE-1 not only reads OBJ-1 at start."), []string{"READS RTE-1 OBJ-1"}},

	{"flow/verb", in(admit, "Every hour it writes its verdict to "+card+"."), []string{"WRITES " + admit + " " + card}},
	{"flow/verb", in(card, admit+" writes it; "+lookup+" reads it."), []string{"READS " + lookup + " " + card, "WRITES " + admit + " " + card}},
	{"flow/verb", in(lookup, "The route reads "+card+"."), []string{"READS " + lookup + " " + card}},
	{"flow/verb", in(lookup, admit+" files; the route reads "+card+"."), nil},
	{"flow/verb", in(lookup, admit+" reads rows when it starts."), nil},
	{"flow/verb", in(lookup, "Unlike "+admit+", this route reads "+card+"."), []string{"READS " + lookup + " " + card}},

	{"flow/verb", in("RTE-9", "This route reads OBJ-1 through OBJ-4."), []string{"READS RTE-9 OBJ-1", "READS RTE-9 OBJ-4"}},

	// One end by a pointing word, never both, and only where it can mean the owner.
	{"flow/verb", in(lookup, "This object reads "+card+"."), nil},
	{"flow/verb", in("", "This route reads "+card+"."), nil},
	{"flow/verb", in(lookup, "This route reads this output."), nil},
	{"flow/verb", in(lookup, "RTE-9 opens the file; it reads "+card+"."), nil},
	{"flow/verb", in(lookup, "RTE-9 writes "+card+" and RTE-8 reads it."), []string{"WRITES RTE-9 " + card}},
	{"flow/verb", in(lookup, "RTE-8, OBJ-1 and OBJ-2 are listed; it leads to that object."), nil},
	{"flow/verb", in(lookup, "This annotation uses "+card+"."), nil},

	// Negation blocks, doubt blocks without a denial.
	{"flow/verb", in(lookup, "It remains open whether this route reads "+card+"."), nil},
	{"flow/verb", in("", "RTE-1 would read OBJ-1."), nil},
	{"flow/verb", in("", "The name does not imply that RTE-1 reads OBJ-1."), nil},
	{"flow/verb", in("", "Nobody must infer that RTE-1 reads OBJ-1."), nil},
	{"flow/verb", in("", "The handbook says that RTE-1 reads OBJ-1."), nil},
	{"flow/verb", in("", "RTE-1, not RTE-2, reads OBJ-1."), []string{"READS RTE-1 OBJ-1"}},
	{"flow/verb", in("", "RTE-1 delivers to the host what RTE-2 reads."), nil},
	{"flow/verb", in("", "RTE-1 reads lines that RTE-2 writes to OBJ-3."), []string{"WRITES RTE-2 OBJ-3"}},
	{"flow/verb", in("", "Unlike RTE-3, RTE-1 and RTE-2 read OBJ-1."), nil},
	{"flow/verb", in("", "RTE-1 must not read OBJ-1."), nil},
	{"flow/verb", in("", "Do not use OBJ-1 for ranking."), nil},
	{"flow/verb", in("", "Which route reads OBJ-1?"), nil},
	{"flow/verb", in(lookup, "This is not a duplicate route, and RTE-1 reads OBJ-1."), []string{"READS RTE-1 OBJ-1"}},

	{"flow/relative", in(card, "They are distinct from "+store+", the service that produces them."), []string{"PRODUCES " + store + " " + card}},
	{"flow/relative", in(card, "It is distinct from "+admit+", which generates this card."), []string{"PRODUCES " + admit + " " + card}},
	{"flow/relative", in("", "A night job runs RTE-1, which reads OBJ-1."), []string{"READS RTE-1 OBJ-1"}},
	{"flow/relative", in(card, "It is distinct from "+admit+", which admits it."), nil},
	{"flow/relative", in(card, "It is distinct from "+admit+", which writes host settings."), nil},
	{"flow/relative", in(card, "It is distinct from "+admit+", which writes "+trail+"."), nil},
	{"flow/relative", in(card, "It is distinct from "+store+", which never produces it."), []string{"deny PRODUCES " + store}},

	{"flow/by", on(admit, "The retained result is consumed by "+lookup+"."), []string{"CONSUMES " + lookup + " " + admit}},
	{"flow/by", on(admit, "Retained result is a card file consumed by "+lookup+"."), []string{"CONSUMES " + lookup + " " + admit}},
	{"flow/by", in(card, "This object is written by "+admit+" and read by "+lookup+"."), []string{"READS " + lookup + " " + card, "WRITES " + admit + " " + card}},
	{"flow/by", in("", "OBJ-1 is read by RTE-1, RTE-2 and the host."), []string{"READS RTE-1 OBJ-1", "READS RTE-2 OBJ-1"}},
	{"flow/by", in("", "RTE-4 is optionally invoked by RTE-5."), []string{"LEADS_TO RTE-5 RTE-4"}},
	{"flow/by", answer(admit, "filed cards are consumed by "+lookup+" in later sessions."), []string{"CONSUMES " + lookup + " " + admit}},
	{"flow/by", in(card, "Its rows are read by "+lookup+"."), []string{"READS " + lookup + " " + card}},
	{"flow/by", in("", card+" is written by the supplied route "+admit+"."), []string{"WRITES " + admit + " " + card}},
	{"flow/by", in(card, "This object is read once a day by "+lookup+"."), []string{"READS " + lookup + " " + card}},
	{"flow/by", in("", card+" is read by "+lookup+", not by "+admit+"."), []string{"READS " + lookup + " " + card}},
	{"flow/by", in("", card+" was formerly written by "+admit+"."), nil},
	{"flow/by", in("", card+" could be read by "+lookup+"."), nil},
	{"flow/by", in(card, "This object is consumed by the drafting model."), nil},
	{"flow/by", in(card, "This object is consumed."), nil},
	{"flow/by", in(card, "The journal is written by "+admit+"."), nil},
	{"flow/by", in("", "The order is supported by RTE-1 and OBJ-2."), nil},
	{"flow/by", in(card, "This object is not consumed by "+lookup+"."), []string{"deny CONSUMES " + lookup}},

	{"flow/delivered-to", in(admit, "Its output is delivered to "+lookup+"."), []string{"FEEDS " + admit + " " + lookup}},
	{"flow/delivered-to", in(admit, "The retained result is stored in "+card+"."), []string{"WRITES " + admit + " " + card}},
	{"flow/delivered-to", in(admit, "That prompt is supplied to "+store+"."), nil},
	{"flow/delivered-to", in(admit, "Its output is not delivered to "+lookup+"."), nil},

	{"flow/unspoken-subject", in("RTE-1", "Effects: writes OBJ-1, OBJ-2."), []string{"WRITES RTE-1 OBJ-1", "WRITES RTE-1 OBJ-2"}},
	{"flow/unspoken-subject", in("RTE-1", "Later read-back: explicitly retrieves OBJ-1's filed rows; nothing else."), []string{"READS RTE-1 OBJ-1"}},
	{"flow/unspoken-subject", in("RTE-1", "Later read-back: later list_all retrieves OBJ-2."), nil},
	{"flow/unspoken-subject", in("RTE-1", "Later read-back: inapplicable — reads OBJ-1 and keeps nothing."), nil},
	{"flow/unspoken-subject", in("RTE-1", "Effects: never writes OBJ-1."), []string{"deny WRITES OBJ-1"}},

	{"flow/closing-colon", in(card, "The closest route is the search, whose index uses this row: "+lookup+"."), []string{"CONSUMES " + lookup + " " + card}},
	{"flow/closing-colon", in(card, "The index uses this row: see "+lookup+" and others."), nil},
	{"flow/closing-colon", in(card, "No index uses this row: "+lookup+"."), []string{"deny CONSUMES " + card}},

	{"flow/through", answer("RTE-5", "the night job updates OBJ-1 through RTE-4."), []string{"LEADS_TO RTE-5 RTE-4", "WRITES RTE-4 OBJ-1"}},
	{"flow/through", on("RTE-5", "The detached pass produces memory through RTE-3/RTE-4."), []string{"LEADS_TO RTE-5 RTE-3", "LEADS_TO RTE-5 RTE-4"}},
	{"flow/through", in("", "RTE-5 updates OBJ-1 through RTE-4."), []string{"LEADS_TO RTE-5 RTE-4", "WRITES RTE-4 OBJ-1"}},
	{"flow/through", in("RTE-5", "Optional rows are carried through RTE-4."), nil},
	{"flow/through", answer("RTE-5", "the night job does not update OBJ-1 through RTE-4."), []string{"deny WRITES OBJ-1,RTE-4"}},

	{"flow/result-of", in(card, "This object is the result of "+admit+"."), []string{"PRODUCES " + admit + " " + card}},
	{"flow/result-of", in(card, "This object is the shared result/retained input of "+admit+" and RT-RTE-card-edit, not a duplicate route."),
		[]string{"CONSUMES " + admit + " " + card, "CONSUMES RT-RTE-card-edit " + card, "PRODUCES " + admit + " " + card, "PRODUCES RT-RTE-card-edit " + card}},
	{"flow/result-of", in(card, "It is retained input of "+lookup+"."), []string{"CONSUMES " + lookup + " " + card}},
	{"flow/result-of", in(card, "This object is not the result of "+admit+"."), nil},
	{"flow/result-of", in(card, "It is retained input to later drafts."), nil},

	{"flow/party", on(card, "Consumers are "+lookup+", RT-RTE-card-edit and the host."), []string{"CONSUMES " + lookup + " " + card, "CONSUMES RT-RTE-card-edit " + card}},
	{"flow/party", in(card, "Producer is rules or "+store+"; consumers are the checks."), []string{"PRODUCES " + store + " " + card}},
	{"flow/party", in("", "Consumers of OBJ-3 are RTE-1 and RTE-2."), []string{"CONSUMES RTE-1 OBJ-3", "CONSUMES RTE-2 OBJ-3"}},
	{"flow/party", on(card, "Consumers are hosts that hold "+lookup+"."), nil},
	{"flow/party", on(card, "Consumers are not "+lookup+"."), nil},

	{"flow/label", in(card, "Consumers: RTE-1, RTE-2 (at night), the host."), []string{"CONSUMES RTE-1 " + card, "CONSUMES RTE-2 " + card}},
	{"flow/label", Text{Sentence: "RT-RTE-1 (start), RT-RTE-3 (end)", Owner: "RT-CMP-2", Label: "Used by"}, []string{"CONSUMES RT-RTE-1 RT-CMP-2", "CONSUMES RT-RTE-3 RT-CMP-2"}},
	{"flow/label", in(card, "Producer: RTE-4."), []string{"PRODUCES RTE-4 " + card}},
	{"flow/label", in(card, "Consumers: the drafting model; Channel: RTE-4."), nil},
	{"flow/label", in(card, "Consumers: none, RTE-4 aside."), nil},

	{"flow/lineage", in("OBJ-1", "Lineage: authored through the route RTE-2; imported through RTE-10."), []string{"PRODUCES RTE-10 OBJ-1", "PRODUCES RTE-2 OBJ-1"}},
	{"flow/lineage", in("OBJ-1", "Lineage: authored by people, beside RTE-2."), nil},
	{"flow/lineage", in("OBJ-1", "Lineage: proposed by the model and admitted through the route RTE-2."), []string{"PRODUCES RTE-2 OBJ-1"}},
	{"flow/lineage", in("OBJ-1", "Lineage: kept by the host, in the form described by RTE-2."), nil},
	{"flow/lineage", in("OBJ-1", "Lineage: never imported through RTE-2."), nil},

	{"flow/retained-output", in("RTE-1", "Retained output: one line a day in OBJ-1's file."), []string{"WRITES RTE-1 OBJ-1"}},
	{"flow/retained-output", in("RTE-1", "Retained output: one line a day, nothing in OBJ-1."), nil},
	{"flow/retained-output", in("RTE-1", "Retained output: a file beside OBJ-1."), nil},

	{"flow/read-from", answer("RTE-2", "filed cards and the day book from OBJ-1."), []string{"READS RTE-2 OBJ-1"}},
	{"flow/read-from", in("RTE-2", "Selection predicate: cards from OBJ-1 whose subject matches."), []string{"READS RTE-2 OBJ-1"}},
	{"flow/read-from", answer("RTE-2", "the host loads cards from OBJ-1."), nil},
	{"flow/read-from", answer("RTE-2", "no cards from OBJ-1."), nil},

	{"flow/later-reader", answer("RTE-1", "RTE-2/RTE-3 raw recall and RTE-4 automatic extraction."), []string{"FEEDS RTE-1 RTE-2", "FEEDS RTE-1 RTE-3", "FEEDS RTE-1 RTE-4"}},
	{"flow/later-reader", answer("RTE-1", "changed cards affect later RTE-2 and the host."), []string{"FEEDS RTE-1 RTE-2"}},
	{"flow/later-reader", answer("RTE-1", "stored rows supply every later RTE-2."), []string{"FEEDS RTE-1 RTE-2"}},
	{"flow/later-reader", answer("RTE-1", "closed rows feed the next RTE-2 of the same desk."), []string{"FEEDS RTE-1 RTE-2"}},
	{"flow/later-reader", answer("RTE-1", "as RTE-2, from the first port onwards."), nil},
	{"flow/later-reader", answer("RTE-1", "left to the account of RTE-2."), nil},
	{"flow/later-reader", answer("RTE-1", "cards reach no later RTE-2."), nil},
	{"flow/later-reader", answer("RTE-1", "uninspected — RTE-2 may recall."), nil},
	{"flow/later-reader", answer("RTE-1", "RTE-2 is described elsewhere."), nil},
	{"flow/later-reader", Text{Sentence: "RTE-2 and RTE-3 recall.", Owner: "RTE-1", Answer: report.AnswerImmediateReturn}, nil},

	{"flow/reader-of-answer", answer("RTE-1", "RTE-2 reads the filed rows."), []string{"READS RTE-2 RTE-1"}},
	{"flow/reader-of-answer", answer("RTE-1", "none; RTE-2 reads the filed rows."), nil},
	{"flow/reader-of-answer", answer("RTE-1", "RTE-2 reads its own cache."), nil},
	{"flow/reader-of-answer", answer("RTE-1", "RTE-2 can deliver the filed rows."), nil},
	{"flow/reader-of-answer", answer("RTE-1", "RTE-2 does not read the filed rows."), []string{"deny READS RTE-2"}},

	{"flow/under", in(lookup, "Its cards reach the model under MEM-BAP-card-authority."), []string{"GOVERNED_BY " + lookup + " MEM-BAP-card-authority"}},
	{"flow/under", in(card, "Consumer: the drafting model under the path BAP-2."), []string{"GOVERNED_BY " + card + " BAP-2"}},
	{"flow/under", in(lookup, "It is governed by MEM-BAP-card-authority."), []string{"GOVERNED_BY " + lookup + " MEM-BAP-card-authority"}},
	{"flow/under", in(lookup, "Rows are filed under "+admit+"."), nil},
	{"flow/under", in(lookup, "Nothing is delivered under MEM-BAP-card-authority."), nil},
	{"flow/under", in(lookup, "It is distinct from delivery under MEM-BAP-card-authority."), nil},

	{"flow/see", in(lookup, "See MEM-BAP-card-authority."), []string{"GOVERNED_BY " + lookup + " MEM-BAP-card-authority"}},
	{"flow/see", in(lookup, "See "+admit+"."), nil},
	{"flow/see", in("BAP-1", "See BAP-2."), nil},

	{"flow/chain", in("", "OBJ-2/OBJ-3 → parser → the day book (OBJ-4) → reader."), []string{"FLOWS_TO OBJ-2 OBJ-4", "FLOWS_TO OBJ-3 OBJ-4"}},
	{"flow/chain", in(lookup, "Owner/endpoints: RTE-1 or RTE-2 → "+lookup+" → host → OBJ-5."), []string{"FLOWS_TO RTE-1 OBJ-5", "FLOWS_TO RTE-2 OBJ-5"}},
	{"flow/chain", in("", "The watch loop (RTE-1 → RTE-2) runs hourly."), []string{"FLOWS_TO RTE-1 RTE-2"}},
	{"flow/chain", in("OBJ-2", "The way in is OBJ-1 → one row a minute → OBJ-2."), []string{"FLOWS_TO OBJ-1 OBJ-2"}},
	{"flow/chain", in("", "question → RTE-1 → answer."), nil},
	{"flow/chain", in("", "RTE-1/RTE-2 → the host."), nil},
	{"flow/chain", in("", "RTE-1 → host, not RTE-2."), nil},

	{"deny/verb", in(trail, "No inspected route consumes it."), []string{"deny CONSUMES " + trail}},
	{"deny/verb", in(trail, "The file is kept, but no inspected route feeds its lines into a draft."), []string{"deny FEEDS " + trail}},
	{"deny/verb", in(trail, "The draft does not read the trail."), []string{"deny READS " + trail}},
	{"deny/verb", in(trail, "It neither opens the file nor reloads a line."), []string{"deny READS " + trail}},
	{"deny/verb", in(trail, "The pass does not return rows or store copies of them."), []string{"deny WRITES " + trail}},
	{"deny/verb", in("", "No route consumes "+trail+"."), []string{"deny CONSUMES " + trail}},
	{"deny/verb", in(trail, "No inspected route reads or writes it."), []string{"deny READS " + trail, "deny WRITES " + trail}},
	{"deny/verb", in("", "Neither RTE-1 nor RTE-2 reads OBJ-3."), []string{"deny READS RTE-1,RTE-2,OBJ-3"}},
	{"deny/verb", in("", "Neither marker writes nor summaries delete a message."), nil},
	{"deny/verb", Text{Sentence: "The pad does not read the trail.", Item: []string{trail, card}}, []string{"deny READS " + trail + "," + card}},
	{"deny/verb", in("", "The pad does not read the trail."), []string{"deny READS -"}},
	{"deny/verb", in("", "RTE-1 no longer reads OBJ-1."), []string{"deny READS RTE-1,OBJ-1"}},
	{"deny/verb", in(trail, "No other route reads it."), nil},
	{"deny/verb", in(trail, "This is not a duplicate route."), nil},
	{"deny/verb", in(trail, "The order is unresolved and the reader unknown."), nil},
	{"deny/verb", in(trail, "Whether no route reads it was not asked."), nil},
	{"deny/verb", in(trail, "The source text was found but not read."), []string{"deny READS " + trail}},
	{"deny/verb", in("", "Paths were listed but not read."), nil},
	{"deny/verb", in(trail, "Not merely the writer reads the file."), nil},
	{"deny/verb", in(trail, "This prevents the claim that no other route writes it."), nil},

	{"deny/by", in(trail, "The loader is available but not used by this command."), []string{"deny CONSUMES " + trail}},
	{"deny/by", in("", "No row is written by this call."), []string{"deny WRITES -"}},
	{"deny/by", in("", "No other report was used."), nil},
	{"deny/by", in("", "The verdict leaves the desk and is not used on board ("+trail+")."), []string{"deny CONSUMES -"}},
	{"deny/by", in("", "The manual was not used."), nil},

	{"deny/no-object", on(admit, "The card changes the draft but produces no lasting lesson."), []string{"deny PRODUCES " + admit}},
	{"deny/no-object", in("", "RTE-1 reads neither OBJ-1 nor OBJ-2."), []string{"deny READS RTE-1,OBJ-1,OBJ-2"}},
	{"deny/no-object", in("RTE-1", "This route stores nothing."), []string{"deny WRITES RTE-1"}},
	{"deny/no-object", on(admit, "It reads no more than ten rows."), nil},
	{"deny/no-object", in(card, "It is distinct from "+store+", which learns from rows and writes no text."), []string{"deny WRITES " + store}},

	{"deny/no-party", in(trail, "Drafts change, but no later consumer is shown."), []string{"deny CONSUMES " + trail}},
	{"deny/no-party", in(trail, "This file has no implemented reader."), []string{"deny READS " + trail}},
	{"deny/no-party", in(trail, "The code establishes no automatic reload route."), []string{"deny READS " + trail}},
	{"deny/no-party", in(trail, "The consumer is unknown."), nil},
	{"deny/no-party", in(trail, "There is no limit on the consumer side."), nil},
	{"deny/no-party", in(trail, "No supplied counterpart exists."), nil},

	{"deny/but-not", in(lookup, "This route reads OBJ-1, but not OBJ-2."), []string{"READS " + lookup + " OBJ-1", "deny READS OBJ-2"}},
	{"deny/but-not", in(lookup, "This route reads OBJ-1, but not a stored summary."), []string{"READS " + lookup + " OBJ-1"}},
}

func TestTexts(t *testing.T) {
	seen := map[string]int{}
	for _, c := range textCases {
		seen[c.rule]++
		slices.Sort(c.want)
		if got := slices.Sorted(maps.Keys(facts(new(Finder).Derive(c.text)))); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q in %q\n got %q\nwant %q", c.rule, c.text.Sentence, c.text.Owner, got, c.want)
		}
	}
	for _, r := range Rules {
		if r.apply != nil && seen[r.ID] < 2 {
			t.Errorf("%s has %d cases", r.ID, seen[r.ID])
		}
	}
}

// TestDecoys holds what looks like a flow and is none (report-grammar 9.23, 10.8 and 10.15), each by its name.
func TestDecoys(t *testing.T) {
	for name, text := range map[string]Text{
		"co-mention":                             in(lookup, "Cards and lookups meet in the draft of "+card+" and "+admit+"."),
		"shared list in parentheses":             in(lookup, "Cards and lookups meet in the draft ("+card+", "+admit+")."),
		"bare list of a rendering":               in(lookup, card+", "+admit+"."),
		"citation before the full stop":          in(lookup, "This route reads the filed rows ("+card+")."),
		"citation beside a source":               in(lookup, "This route reads the filed rows (SRC-1, shelf/card.go; "+card+") at start."),
		"kind":                                   in(lookup, "The consumer is a route like "+admit+"."),
		"part of":                                in(lookup, "Part of: "+admit),
		"direct reads as label":                  in("", "Direct reads: "+card+", "+trail+"."),
		"direct reads as subject":                in("", "Direct reads supplement "+admit+"."),
		"supplied to the analyst":                in("", "The supplied RTE-4 and RTE-5 findings bound OBJ-1."),
		"a record is evidence":                   in("", card+" establishes that the inspected method reads compressed rows."),
		"a record describes":                     in("", card+" describes how rows are read."),
		"passages of a record":                   in("", "RTE-1 passages support the order of OBJ-1."),
		"annotation as subject":                  in("", "The RTE-4 annotation uses OBJ-1."),
		"annotation as object":                   in("", "RTE-1 uses the RTE-4 annotation."),
		"another actor beside the id":            in("", "The RTE-4 caller reads OBJ-1."),
		"another actor with the id":              in("", "The consumer of RTE-4 reads OBJ-1."),
		"another actor pointed at":               in(lookup, "This reader uses OBJ-1."),
		"verbs inside handles":                   in("", "RT-RTE-file-read and RT-RTE-note-write touch "+card+"."),
		"noun of supply":                         in(lookup, "It adds the reader to "+admit+"."),
		"source as subject":                      in("", "SRC-1 reads OBJ-1."),
		"phrase as consumer":                     in(lookup, "The model reads "+card+"."),
		"passive without agent":                  in(lookup, "The rows of "+card+" are stored and used."),
		"inherited limits":                       on(lookup, "The start read inherits the limits of "+admit+"."),
		"inherited answer":                       answer(lookup, "as "+admit+", once a day."),
		"ids that are no references":             {Sentence: "RTE-1 reads `OBJ-1`.", Cited: []string{}},
		"one end that is no reference":           {Sentence: "RTE-1 reads OBJ-1.", Cited: []string{"RTE-1"}},
		"quoted words":                           in("", "The comment “RTE-1 reads OBJ-1” is stale."),
		"claimed operation":                      in("CLM-1", "Claimed operation: RTE-1 reads OBJ-1."),
		"later read-back consumers in a comment": on("RTE-3", "Later read-back consumers are the same recall routes."),
		"not a duplicate":                        in(trail, "This is not a duplicate route of "+admit+"."),
		"not the only":                           in(trail, "This is not the only reader of "+card+"."),
		"must not infer":                         in(trail, "Reconciliation must not infer that the loader reads "+card+"."),
		"does not imply":                         in(trail, "The name does not imply that it is consumed by "+lookup+"."),
		"unresolved is no denial":                in(trail, "The consumer of this file is unresolved and its reader uninspected."),
		"limits of the evidence":                 in(lookup, "Evidence limits: no caller was read and "+store+" does not use it."),
		"more limits of the evidence":            {Sentence: "No caller was read.", Owner: lookup, Answer: report.AnswerEvidenceLimits, Label: "Evidence limits"},
		"own heading of a column":                {Sentence: "CMP-1 → CMP-2", Owner: "RTE-1", Column: "Next-step owner"},
		"evaluator column":                       {Sentence: "RTE-2 reads OBJ-1", Owner: "RTE-1", Column: "Evaluator/condition"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := facts(new(Finder).Derive(text)); len(got) > 0 {
				t.Errorf("%q gives %v", text.Sentence, got)
			}
		})
	}
}

// TestRuleExamples holds every rule of texts to the example that it gives of itself.
func TestRuleExamples(t *testing.T) {
	for _, r := range Rules {
		fired := r.apply == nil
		for _, owner := range []string{"RTE-90", "OBJ-90"} {
			for _, rule := range facts(new(Finder).Derive(on(owner, r.Example))) {
				fired = fired || rule == r.ID
			}
		}
		if !fired {
			t.Errorf("%s does not find its own example: %s", r.ID, r.Example)
		}
	}
}
