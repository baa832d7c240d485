// Package report is the record model that every analysis-report format parses into: what one
// document declares, says, quotes and cites, each with the line it stands on.
//
// It is the seam between formats and facts. A format package (rendered text, canonical Markdown)
// turns bytes into a Document and knows nothing of the graph; lowering turns a Document into a
// graph.Batch and knows nothing of bytes. So this package must not know either: no parsing of a
// format, no node kinds, no ids of the graph. What it does know is the language that all formats
// write their prose in: record ids, sentences, labels, statuses, paths and identity wordings.
//
// Line numbers are 1-based physical lines of the document, after CRLF and byte-order-mark folding.
// Text is as written, with line ends inside a block folded to one space where a format says so.
package report

// A Document is one parsed report file. A partial document is legal: diagnostics say what is missing.
type Document struct {
	Format   string // the format's name: "rendered"
	Grammar  string // "G5p", "G5", …
	Evidence GrammarEvidence
	Role     string // member role: memory, runtime, epistemic, …; "" when the type is unknown
	Type     string // the type as written: "agentic-system-analyses/types/agentic-system-memory-report.md"
	Title    string // the H1 as written
	System   string // display name of the system: the title less its " memory report"-like suffix
	Run      string // run id, where the document itself states one
	Source   string // source identity (repository URL), where the document itself states one
	Revision string // pinned revision where the document states it (40 hex digits or sha256:…), else ""
	Lines    int    // number of physical lines

	Sections    []Section
	Records     []Record
	Annotations []Annotation
	Passages    []Passage
	Coverage    []CoverageRow
	Ideas       []Idea
	Issues      []Issue
	Statuses    []Status // statuses that stand outside records and annotations

	Citations  []Citation   // record ids in running text
	Sources    []SourceCite // SRC-n tokens in running text
	Paths      []PathCite   // source paths in running text
	Identities []Identity   // identity statements in prose
	Blocks     []Block      // running text, in order
	Tables     []Table      // those that are of no listed section
	Losses     []Loss       // what the rendering lost, where it can be pointed at

	// What only canonical text has.
	Meta        Meta
	Verifies    string // of a verification: "report", "profile", "synthesis"; "" when it does not say
	Register    []SourceRow
	Objects     []ObjectRow
	Ledger      []LedgerRow
	Claims      []ClaimRow
	Limitations []Limitation
	Amendments  []Amendment
	Conflicts   []Conflict
	Blockers    []Blocker
	Amended     *AmendmentIndex // the overview's index, nil where it has none
	Profile     *Profile        // nil where the document is none

	Review     *Review     // nil where the document is none
	Matrix     *Matrix     // nil where the document is none
	RecordFile *RecordFile // nil where the document is none
}

// GrammarEvidence says how far a document itself shows the grammar that it is written in. Of a format whose
// documents never leave it open it says nothing.
type GrammarEvidence uint8

// The evidence, from least to most (report-grammar 2.12 and 10.4).
const (
	GrammarAssumed GrammarEvidence = iota // nothing shows it
	GrammarLikely                         // references are written so, and another member may know better
	GrammarProven                         // records are declared so, or linked as no other grammar does
)

// OwnerKind says in which slice of the Document an Owner's Index points.
type OwnerKind string

// The owners of text. A quotation, a citation or a path belongs to the nearest enclosing one.
const (
	OwnerDocument   OwnerKind = "document" // Index is 0
	OwnerSection    OwnerKind = "section"
	OwnerRecord     OwnerKind = "record"
	OwnerAnnotation OwnerKind = "annotation"
	OwnerCoverage   OwnerKind = "coverage"
	OwnerIdea       OwnerKind = "idea"
	OwnerIssue      OwnerKind = "issue"
	OwnerSource     OwnerKind = "source" // a row of the register
	OwnerObject     OwnerKind = "object" // a row of the inventory
	OwnerLedger     OwnerKind = "ledger"
	OwnerClaim      OwnerKind = "claim"
	OwnerLimitation OwnerKind = "limitation"
	OwnerAmendment  OwnerKind = "amendment"
	OwnerConflict   OwnerKind = "conflict"
	OwnerBlocker    OwnerKind = "blocker"
)

// An Owner names the enclosing part of the document that a piece of text belongs to.
type Owner struct {
	Kind  OwnerKind
	Index int
}

// A Span is a run of physical lines, both ends included.
type Span struct{ Start, End int }

// A Section is a heading and what stands below it up to the next heading of the same or a higher level.
type Section struct {
	Title string
	Level int // 2 or 3 in a rendering; 2 to 4 in canonical text
	Span  Span
	// Free marks a heading that the member type does not list. It has text but owns nothing: what
	// stands below it belongs to the listed section around it (report-grammar 5.3).
	Free bool
	Text string // the prose directly below it that belongs to no smaller owner, blocks joined by "\n\n"
	// Empty is the marker by which the section says that it holds nothing, without its stop: "none",
	// "none declared in this member", "no route found within boundary". Its Text has it too.
	Empty string
}

// A Record is one declaration: a component, operative object, route, claim, evidenced absence or
// behavioural-authority path.
type Record struct {
	Handle   string // "MEM-RTE-recall-search"
	Label    string
	Span     Span   // from the heading line to the last line of the body
	PartOf   string // handle, or ""
	PartLine int
	Fields   []Field
	Statuses []Status
	Text     string // all prose of the body but label, part-of, statuses, route answers and quotations; blocks joined by "\n\n"
}

// A Field is one labelled value as written, in order of appearance.
type Field struct {
	Label string // as written: "Later read-back", "Expiry"
	Name  string // normalised: "later read-back"; a route's synonyms under their answer: "invalidation or expiry"
	Text  string
	Line  int
	Style FieldStyle
}

// FieldStyle says how a field was written.
type FieldStyle string

// The styles of report-grammar 2.3 that this model tells apart.
const (
	StyleBullet FieldStyle = "bullet" // F1: a bullet of its own
	StyleProse  FieldStyle = "prose"  // F4: a sentence label inside a paragraph, or at its start
	StyleCell   FieldStyle = "cell"   // a cell of a table, under its header (G0, G1)
)

// Answer returns a route's answer by its normalised name (AnswerLaterReadBack, …). An answer given
// twice counts where it was given first (report-grammar 10.16); one not given is not stated, never "no".
func (r *Record) Answer(name string) (Field, bool) {
	for i := range r.Fields {
		if r.Fields[i].Name == name {
			return r.Fields[i], true
		}
	}
	return Field{}, false
}

// A Status is one conclusion status: the evidence layer, its value and the scope written after it.
type Status struct {
	Layer string // "implementation", "operation", "claim", … lower case; "" for none
	Value string // an enum member of report-grammar 3.1, or the raw text when it is none (with a diagnostic)
	Scope string // what follows the enum word: "the client"; "" for none
	Line  int
	// Inherited marks a status that a sentence above the records gives to several of them (report-grammar
	// 3.1). Where its Scope is a condition, whether the record meets it is not said.
	Inherited, Conditional bool
}

// An Annotation is one analyst's comment on a record of another.
type Annotation struct {
	Target string // handle
	Label  string // what stands behind the id in the heading, "" for nothing
	Span   Span
	Text   string
	// Statuses written inside the annotation; fields there never fill the target's answers.
	Fields   []Field
	Statuses []Status
}

// A Passage is one quotation with its attribution.
type Passage struct {
	Text     string // whitespace collapsed
	Path     string // "sqz_engine/src/tee_mode.rs"
	Ranges   string // "152-158", "10-12,40", or ""
	Revision string // where the attribution names one
	Line     int    // the line of the attribution path
	Span     Span   // all lines of the quotation, attribution included
	Owner    Owner
	Lossy    bool // the rendering damaged the text: do not compare it verbatim
	// PossiblePrefix marks that the paragraph before may be the quotation's first part.
	PossiblePrefix bool
}

// A CoverageRow is one row of a coverage table.
type CoverageRow struct {
	Number     int    // 1-based position in its table
	Entry      string // first cell: entry point or operation
	Inspection string // middle cell: paths and mode, as written
	Conclusion string // last cell: covering records or limit
	Mode       string // "direct", "supplied", "direct plus supplied", "included", or ""
	Text       string // the whole row
	Split      bool   // the cells are known; false when only Text is reliable
	Span       Span
}

// An Idea is one core idea.
type Idea struct {
	Number int
	Title  string // "" when the first sentence is too long to be a title
	Text   string
	Span   Span
}

// An Issue is one integration issue, or the paragraph that trails their list.
type Issue struct {
	Number   int
	Title    string
	Text     string
	Trailing bool // the non-list paragraph after the items
	Span     Span
}

// A Citation is a record id in running text, outside quotations and headings.
type Citation struct {
	Handle   string
	Line     int
	Column   int // 1-based byte column of the id in its physical line
	Sentence string
	Owner    Owner
	Linked   bool   // the id is the target of a link; false for a bare id, as renderings have them
	Member   string // file of the link's target: "runtime.md"; "" for the same document or a bare id
}

// A SourceCite is an SRC-n token in running text.
type SourceCite struct {
	Handle   string // "SRC-1"
	Line     int
	Sentence string
	Owner    Owner
}

// A PathCite is a source path in running text.
type PathCite struct {
	Path     string
	Line     int
	Sentence string
	Owner    Owner
	// InSourceList: the path stands in a list after an SRC-n token.
	InSourceList bool
}

// IdentityType says how a record positions itself against another.
type IdentityType string

// The identity statements of report-grammar 2.6 and 10.10.
const (
	DistinctFrom  IdentityType = "distinct-from"
	ClosestTo     IdentityType = "closest-to"
	NoCounterpart IdentityType = "no-counterpart" // Targets empty
	NoDuplicate   IdentityType = "no-duplicate"   // a denial of any duplicate; Targets empty
	// PossibleDuplicate says that the records may denote the same. Without a Subject in a text that no
	// record owns, the Targets do among each other.
	PossibleDuplicate IdentityType = "possible-duplicate"
)

// An Identity is one identity statement: the subject is the Owner unless Subject names another record.
type Identity struct {
	Type     IdentityType
	Owner    Owner
	Subject  string // handle, or "" for the owner
	Targets  []string
	Line     int
	Sentence string
	Rule     string // stable id of the pattern that matched
}

// A Loss is something a rendering is known to have destroyed.
type Loss struct {
	Code string // "swallowed-tag", "glued-code", "lost-code-ticks", "lost-columns", "possible-quote-prefix", …
	Line int
	Note string
}
