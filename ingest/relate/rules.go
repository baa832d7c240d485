package relate

// A Rule is one way in which a text states or denies a relationship.
type Rule struct {
	ID      string // stable: it stands on every edge and denial
	Type    string // what it yields; "by the verb" where the verb decides (report-grammar 10.8a)
	Says    string
	Example string // about an invented system
	// Exactly one of the two is set: a rule looks at one text or at one row of a table.
	apply    func(*scan, *findings)
	applyRow func(*table, *findings)
}

// byTheVerb is the Type of rules whose verb decides.
const byTheVerb = "by the verb"

// Rules lists the rules in the order in which they run. Where two find the same, the first counts.
var Rules = []Rule{
	{"table/party", "CONSUMES, PRODUCES, READS or WRITES", "a column named after a party, in a table with an object column or of object rows: every pair",
		"| OBJ-1 fact card | RTE-2 / RTE-3 | under Object and Consumer", nil, byPartyColumn},
	{"table/party-chain", "PRODUCES and CONSUMES", "a column headed producer → consumer: ids left of the arrow produce the object of the row, ids right of it consume it",
		"| OBJ-1 | the importer → RTE-3 | under ID and Producer → consumer", nil, byPartyChainColumn},
	{"table/result", Produces, "a result cell that names an object: the route of the row produces it",
		"| RTE-4 | score sheet OBJ-6 | under Route and Possible result", nil, byResultColumn},
	{"table/authority-path", GovernedBy, "a cell of a behavioural-authority column that names a path: the route of the row acts under it",
		"| RTE-4 | See BAP-1 | under Route and Behavioral-authority path", nil, byPathColumn},

	{"flow/label", "CONSUMES, PRODUCES, READS or WRITES", "a label names the party: consumers, used by, producer, read by, written by",
		"Consumers: RTE-2, RTE-3.", byPartyLabel, nil},
	{"flow/lineage", Produces, "a lineage says through which route an object came to be",
		"Lineage: authored through the route RTE-2; imported through RTE-5.", byLineage, nil},
	{"flow/retained-output", Writes, "the retained output of a route is said to lie in a record",
		"Retained output: one line a day in OBJ-1's file.", byRetainedOutput, nil},
	{"flow/through", "by the verb, and LEADS_TO", "x updates B through A: the verb's edge comes from A, and x leads to A",
		"The night job updates OBJ-1 through RTE-4.", byThrough, nil},
	{"flow/verb", byTheVerb, "an id or a pointing word right before a verb of the list, and the other end right behind it",
		"This route reads MEM-OBJ-fault-entry.", byVerb, nil},
	{"flow/relative", byTheVerb, "a relative clause after an id; where the id is only told apart, its object must point at the record itself",
		"Distinct from RT-CMP-mapper, the service that produces it.", byRelative, nil},
	{"flow/by", byTheVerb, "a passive verb whose agent is an id after by",
		"The retained result is consumed by MEM-RTE-shelf-lookup.", byAgent, nil},
	{"flow/delivered-to", "FEEDS or WRITES", "what is delivered to a record, or the output that is stored in one",
		"Its output is delivered to RTE-7.", byDelivery, nil},
	{"flow/unspoken-subject", byTheVerb, "the value of a label begins with the verb: the enclosing record is its subject",
		"Effects: writes OBJ-1 and OBJ-2.", byUnspokenSubject, nil},
	{"flow/closing-colon", byTheVerb, "a clause about a phrase ends in a colon and the id of the record that the phrase means",
		"The closest route is the tablet search, whose index uses this row: RT-RTE-tablet-search.", byClosingColon, nil},
	{"flow/result-of", "PRODUCES and CONSUMES", "a record is called the result or the input of another; both in one phrase is the less sure",
		"This object is the result of RT-RTE-dictation.", byResult, nil},
	{"flow/party", "CONSUMES, PRODUCES, READS or WRITES", "a sentence says who the consumers, readers, producers or writers are",
		"Consumers are RTE-2 and RTE-3.", byParty, nil},
	{"flow/read-from", Reads, "an answer about read-back, selection or return takes its material from an object, without a verb",
		"Later read-back: filed cards from OBJ-1.", byReadFrom, nil},
	{"flow/later-reader", Feeds, "a later read-back names the routes that read later, without a verb of the list",
		"Later read-back: RTE-2 recall and RTE-3 extraction.", byLaterReader, nil},
	{"flow/reader-of-answer", "READS or CONSUMES", "a later read-back names the reading route, the verb and a phrase for what the route leaves",
		"Later read-back: RTE-2 reads the filed rows.", byReaderOfAnswer, nil},
	{"flow/under", GovernedBy, "something happens under an authority path: the enclosing record acts under it",
		"Its cards reach the model under MEM-BAP-card-authority.", underAuthority, nil},
	{"flow/see", GovernedBy, "a text or cell points at an authority path by See",
		"See BAP-2.", seeAuthority, nil},
	{"flow/chain", FlowsTo, "segments of an arrow chain that name ids, from each to the next; unnamed actors may stand between",
		"OBJ-2/OBJ-3 → parser → OBJ-4.", byChain, nil},

	{"deny/verb", byTheVerb, "a negation belongs to an active verb of the list, or opens its subject",
		"No inspected route consumes it.", byDeniedVerb, nil},
	{"deny/by", byTheVerb, "a passive verb is negated and has an agent, or speaks of reading or use",
		"The draft index is not used by the exporter.", byDeniedAgent, nil},
	{"deny/no-object", byTheVerb, "a verb of the list has nothing as its object",
		"The nightly pass writes no file.", byVerbOfNothing, nil},
	{"deny/no-party", "CONSUMES, READS, PRODUCES or WRITES", "a text says that there is no consumer, reader, producer or writer, or no route that reads back",
		"No later consumer is shown.", byMissingParty, nil},
	{"deny/but-not", byTheVerb, "an object is excluded after an affirmed verb",
		"This route reads OBJ-1, but not OBJ-2.", byExcludedObject, nil},
}
