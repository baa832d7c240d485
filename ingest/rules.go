package ingest

import "github.com/crosswalk-graph/crosswalk/ingest/relate"

// A Rule is a way in which lowering turns what a report says into a fact. Its ID stands on every
// contribution and relationship that it makes, and never changes its meaning.
type Rule struct{ ID, Doc string }

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

	// identityRule precedes the id of a wording that package report recognises.
	identityRule = "identity-wording/"
)

// Rules lists the rules by which Lower makes facts, each with what it needs to see; no fact has
// another. Report-grammar 7.1, 7.2 and 10.10 give the reasons.
var Rules = append([]Rule{
	{ruleIdentity, "the title, the front matter or the person who loads a document says which system, run and repository it is about"},
	{ruleDeclaration, "a heading or list item declares a record or holds a piece of text, and a document lists its parts"},
	{ruleMention, "a record id stands in a document that does not declare it"},
	{rulePartOf, "a part-of line in a record names the record that contains it"},
	{ruleOnHeading, "a heading of an annotation names the record it comments on"},
	{ruleAttribution, "a quotation ends in the path it was taken from"},
	{ruleRecordLink, "a link in a text leads to the heading of a record"},
	{ruleBareID, "a record id stands in a text, outside headings, part-of lines and quotations"},
	{ruleSourceRow, "a row of the source register describes a source"},
	{ruleSourceToken, "the id of a registered source stands in a text"},
	{ruleSourcePath, "a path stands in the list after a source's id, or is one that such a list or an attribution names"},
	{ruleCoverageRow, "a row of a coverage table names a record or a path"},
	{ruleIssueItem, "an integration issue, limitation, blocker or conflict names a record"},
	{ruleTableCell, "a cell made for record ids, in a ledger, an inventory or a comparison, names a record"},
	{ruleProfile, "a memory profile states a finding on an axis, with the records it rests on"},
	{ruleAmendment, "an amendment says which records supersede one"},
	{identityRule + "distinct-from", "a sentence says that its subject is distinct from a record"},
	{identityRule + "distinct-from-all", "a sentence says that its subject is distinct from all supplied records"},
	{identityRule + "distinct-identity", "a sentence says what the distinct identity of its subject is"},
	{identityRule + "differs-from", "a sentence says that its subject differs from a record"},
	{identityRule + "not-duplicate-of", "a sentence denies that its subject duplicates a record"},
	{identityRule + "compared-with", "a sentence compares its subject with records and says that it is none of them"},
	{identityRule + "not-declared-by", "a sentence says that its subject is not what a record declares"},
	{identityRule + "not-a-second", "a sentence says that its subject is not a second one of what a record is"},
	{identityRule + "distinguish-identities", "a sentence tells several records apart from each other"},
	{identityRule + "closest", "a sentence names the supplied record that is closest to its subject"},
	{identityRule + "no-counterpart", "a sentence says that its subject has no counterpart"},
	{identityRule + "no-supplied", "a sentence says that no supplied record denotes its subject"},
}, flowRules()...)

// flowRules are those of package relate that make relationships or denials.
func flowRules() []Rule {
	var out []Rule
	for _, r := range relate.Rules {
		if r.Type != "" {
			out = append(out, Rule{r.ID, r.Says})
		}
	}
	return out
}
