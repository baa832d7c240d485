package ingest

import "github.com/crosswalk-graph/crosswalk/ingest/relate"

// A Rule is a way in which lowering turns what a report says into a fact. Its ID stands on every
// contribution and relationship that it makes, and never changes its meaning.
type Rule struct {
	ID      string
	Yields  string // the types of relationship that it states; "" for a rule that only states nodes
	Doc     string // what it needs to see
	Example string // of a report about an invented system; "" for a rule that only states nodes
}

// The rules that read structure.
const (
	ruleIdentity    = "identity"
	ruleDeclaration = "declaration"
	ruleMention     = "mention"
	rulePartOf      = "part-of"
	ruleOnHeading   = "on-heading"
	ruleAttribution = "attribution"
	ruleRecordLink  = "record-link"
	ruleBareID      = "bare-id"
	ruleSourceRow   = "source-row"
	ruleSourceToken = "source-token"
	ruleSourcePath  = "source-path"
	ruleCoverageRow = "coverage-row"
	ruleIssueItem   = "issue-item"
	ruleTableCell   = "table-cell"
	ruleProfile     = "profile-finding"
	ruleAmendment   = "amendment"
	ruleVerifies    = "verifies"
	ruleAxis        = "axis-line"
	ruleArtifact    = "artifact-phrase"
	ruleBlobLink    = "blob-link"
	ruleMatrixRow   = "matrix-row"
	ruleEntry       = "record-entry"

	// identityRule precedes the id of a wording that package report recognises.
	identityRule = "identity-wording/"
)

// Rules lists the rules by which Lower makes facts, each with what it needs to see; no fact has
// another. Report-grammar 7.1, 7.2 and 10.10 give the reasons.
var Rules = append([]Rule{
	{ruleIdentity, "MEMBER_OF, ANALYSES and PINNED_AT",
		"the title, the front matter or the person who loads a document says which system, run and repository it is about", "run-id: AAS-2026-10-01-quillstore-07"},
	{ruleDeclaration, "DECLARES",
		"a heading or list item declares a record or holds a piece of text, and a document lists its parts", "#### MEM-OBJ-fact-card"},
	{ruleMention, "", "a record id stands in a document that does not declare it", ""},
	{rulePartOf, "PART_OF", "a part-of line in a record names the record that contains it", "Part of: RT-OBJ-shelf"},
	{ruleOnHeading, "ANNOTATES", "a heading of an annotation names the record it comments on", "#### On [RT-RTE-desk](runtime.md#rt-rte-desk)"},
	{ruleAttribution, "EVIDENCED_BY and ANCHORED_IN", "a quotation ends in the path it was taken from", "> --- `shelf/card.go`"},
	{ruleRecordLink, "CITES", "a link in a text leads to the heading of a record", "See [RT-RTE-desk](runtime.md#rt-rte-desk)."},
	{ruleBareID, "CITES", "a record id stands in a text, outside headings, part-of lines and quotations", "See RT-RTE-desk."},
	{ruleSourceRow, "PINNED_AT", "a row of the source register describes a source",
		"| SRC-1 | git | https://example.org/quill/store | under Source ID, Kind and Identity/location"},
	{ruleSourceToken, "CITES_SOURCE", "the id of a registered source stands in a text", "Cards are rows (SRC-1)."},
	{ruleSourcePath, "ANCHORED_IN", "a path stands in the list after a source's id, or is one that such a list or an attribution names",
		"Cards are rows (SRC-1, `shelf/card.go`)."},
	{ruleCoverageRow, "COVERS", "a row of a coverage table names a record or a path", "| Shelf lookup | `shelf/find.go`; direct | RT-RTE-desk |"},
	{ruleIssueItem, "CONCERNS", "an integration issue, limitation, blocker or conflict names a record", "- **Late rows.** RT-RTE-desk may lag."},
	{ruleTableCell, "ASSESSES, CONCERNS and IMPLEMENTED_BY", "a cell made for record ids, in a ledger, an inventory or a comparison, names a record",
		"| RT-RTE-desk | retention | under route ID and route function"},
	{ruleProfile, "DECLARES, HAS_FINDING and SUPPORTS", "a memory profile states a finding on an axis, with the records it rests on",
		"{value: sqlite, basis: wired, records: [memory.md#mem-obj-shelf]}"},
	{ruleAxis, "DECLARES and HAS_FINDING", "a line of a review states an axis by its label and tokens, or settles that one does not apply",
		"**Write agency:** `manual` — Clerks file every card."},
	{ruleArtifact, "DECLARES", "a bold phrase in the artefact analysis of a review opens an operative object",
		"**Fact cards.** Storage substrate: one row of `shelf.db`."},
	{ruleBlobLink, "ANCHORED_IN and EVIDENCED_BY", "a link in a review leads to a file of the reviewed source at a pinned revision; a range of lines is a passage",
		"([shelf/card.go](https://example.org/quill/store/blob/COMMIT/shelf/card.go#L3-L9))"},
	{ruleMatrixRow, "ANALYSES, DECLARES and HAS_FINDING", "a row of a comparison matrix states the values of one system on the axes",
		"Quillstore,1,0 under system_name,wa_manual,wa_automatic"},
	{ruleEntry, "the type that the entry names, and DECLARES, HAS_FINDING, ANNOTATES, ANALYSES, ANCHORED_IN and EVIDENCED_BY",
		"an entry of a record file states a node or a relationship outright", `{"type": "READS", "source": "shelf-lookup", "target": "shelf-index"}`},
	{ruleAmendment, "AMENDS and SUPERSEDED_BY", "an amendment changes what is said of a record, or says which records supersede it",
		"Amendment: MEM-RTE-desk is superseded by RT-RTE-desk."},
	{ruleVerifies, "VERIFIES", "a verification is one of a report, a profile or a synthesis, and so of certain members of its set",
		"# Quillstore report verification"},
	{identityRule + "distinct-from", "DISTINCT_FROM", "a sentence says that its subject is distinct from a record", "This is distinct from RT-OBJ-shelf."},
	{identityRule + "distinct-from-all", "", "a sentence says that its subject is distinct from all supplied records", ""},
	{identityRule + "distinct-identity", "", "a sentence says what the distinct identity of its subject is", ""},
	{identityRule + "differs-from", "DISTINCT_FROM", "a sentence says that its subject differs from a record", "It differs from RT-OBJ-shelf in its reader."},
	{identityRule + "not-duplicate-of", "DISTINCT_FROM", "a sentence denies that its subject duplicates a record", "It is not a duplicate of RT-OBJ-shelf."},
	{identityRule + "compared-with", "DISTINCT_FROM", "a sentence compares its subject with records and says that it is none of them",
		"Compared with RT-RTE-desk, this declares a file, not another route."},
	{identityRule + "not-declared-by", "DISTINCT_FROM", "a sentence says that its subject is not what a record declares", "It is a view, not the file already declared by RT-OBJ-shelf."},
	{identityRule + "not-a-second", "DISTINCT_FROM", "a sentence says that its subject is not a second one of what a record is",
		"The host fills RT-OBJ-shelf; it is not a second shelf."},
	{identityRule + "distinguish-identities", "DISTINCT_FROM", "a sentence tells several records apart from each other",
		"RT-OBJ-shelf and RT-OBJ-tray distinguish two identities."},
	{identityRule + "closest", "CLOSEST_TO", "a sentence names the supplied record that is closest to its subject", "Closest supplied record is RT-OBJ-shelf."},
	{identityRule + "possible-duplicate", "POSSIBLE_DUPLICATE_OF", "a sentence calls its subject and a record possible duplicates of each other",
		"Possible duplicate: RT-OBJ-shelf."},
	{identityRule + "may-denote-the-same", "POSSIBLE_DUPLICATE_OF", "a sentence says that its subject may denote the same as a record",
		"This may denote the same file as RT-OBJ-shelf."},
	{identityRule + "suspected-overlap", "POSSIBLE_DUPLICATE_OF", "a sentence suspects that its subject overlaps with a record",
		"Suspected overlap with RT-OBJ-shelf."},
	{identityRule + "no-counterpart", "", "a sentence says that its subject has no counterpart", ""},
	{identityRule + "no-supplied", "", "a sentence says that no supplied record denotes its subject", ""},
}, flowRules()...)

// flowRules are those of package relate.
func flowRules() []Rule {
	var out []Rule
	for _, r := range relate.Rules {
		out = append(out, Rule{r.ID, r.Type, r.Says, r.Example})
	}
	return out
}
