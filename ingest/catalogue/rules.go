package catalogue

import "github.com/crosswalk-graph/crosswalk/ingest/diag"

// A Rule is one rule that a report is held to under --strict.
type Rule struct {
	ID   string // what Entry.Rule names: the number of report-grammar 6.1, or a word for the contracts beside it
	Says string
	// Open says what of the rule is not checked, and why; "" where all of it is.
	Open string
}

// Rules are the rules of report-grammar 6.1, in its order, and those of the contracts beside it.
var Rules = []Rule{
	{"1", "A record is declared by a heading of level four that is its id and nothing else, in Shared records, below its kind.", ""},
	{"2", "The first line of a record is its label.", ""},
	{"3", "An id is declared once in its document, and in one member of its set.", ""},
	{"4", "A member declares records of its own analyst only.", ""},
	{"5", "In grammar G4 no id goes on from another declared one.", ""},
	{"6", "A corrected report keeps every id of the one before.", "Not checkable from the text alone: it takes the report before. Load both and compare with diff."},
	{"7", "A record link has the id as its label and the record's fragment.", ""},
	{"8", "A record link leads to a member that is there, that the citing role may cite, and that declares the record.", ""},
	{"9", "A source that is cited has a row in the register; sources are named one by one.", ""},
	{"10", "An id in a quotation, in code or without a link is text; in the older grammars, where bare ids are references, each is well formed and declared.", ""},
	{"11", "A link to a file stays inside the folder of the set.", ""},
	{"12", "An annotation heading links exactly one record, of another analyst, and stands in Annotations.", ""},
	{"13", "A part-of line stands once in a declaration, unindented, and names one other record.", ""},
	{"14", "A route answers each of the seven questions once, in a form of the contract; no other record answers them.", ""},
	{"15", "A conclusion status is a word of the enum; a route has one for at least one layer, and one for each layer at most.", ""},
	{"16", "An amendment in a reconciliation is a supersession.", ""},
	{"17", "The register has the eight columns, one row for each source, and a row for the pinned one.", ""},
	{"18", "The ledger has its columns, rows of as many cells, and the words of the contract.", "Labels that stand twice in the compact form are not reported."},
	{"19", "Blockers and limits are \"none\" or a list; blockers of the report's verification name the member they are for.", ""},
	{"20", "Each limit of a verification that cites records has one of them cited in Limitations.", ""},
	{"21", "The overview lists the amended records and links every member.", ""},
	{"22", "No report says that its validation is pending; a memory profile neither quotes nor declares.", ""},
	{"23", "A set has the members of its disposition and no others, each of its type and pinned by the manifest; they agree on what identifies them.",
		"That the folder is named after the source is not checked: how a name is made of an address is no part of the text."},
	{"24", "A quotation stands exactly once in its file at the reviewed revision.",
		"Not checkable from the text alone but for the form and revision of the attribution: the rest takes a checkout of the source."},
	{"25", "Lines of a file are named in attributions only.", ""},
	{"26", "A profile has each of the ten axes once, with keys, values, bases and records of the contract.", ""},
	{"27", "A known or partial unit has findings, another has none, and an absence names its record.", ""},
	{"28", "A known axis has units, all resolved and not all inapplicable; a partial one has findings and an unresolved unit.", ""},
	{"29", "A system that learns from no traces has no trace source, and one that is only asked has no signal.", ""},
	{"sections", "A member has the sections of its type, in their order.", ""},
	{"review", "A review is filed by its front matter and pins its source; it states each axis that applies once, in tokens of the axis.", ""},
	{"matrix", "A matrix has a row for each system, and cells of the form that their column has.", ""},
}

// Codes are the entries of a catalogue that tell a breach of the rule.
func (r Rule) Codes(c diag.Catalogue) (codes []string) {
	for _, e := range c {
		for _, id := range e.Rules() {
			if id == r.ID {
				codes = append(codes, e.Code)
			}
		}
	}
	return codes
}
