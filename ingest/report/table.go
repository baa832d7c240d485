package report

import (
	"cmp"
	"strings"
	"unicode"
)

// A Cell is a table cell whose record ids matter: its text, and the ids it cites in order.
type Cell struct {
	Text    string
	Records []string
}

// A SourceRow declares one source: a row of a source register whose first cell is exactly SRC-n
// (report-grammar 1.6). A register of six columns joins kind and identity, and scope and anchors;
// Kind and Anchors are then empty.
type SourceRow struct {
	Handle   string // "SRC-1"
	Kind     string
	Location string // identity and location
	Revision string // revision or capture
	Layer    string // evidence layer
	Scope    string // inspected scope
	Anchors  string // citation anchors
	Gaps     string // access gaps and the conclusion they prevent
	Span     Span
}

// An ObjectRow is one row of the epistemic-object inventory (report-grammar 2.11).
type ObjectRow struct {
	Number   int // 1-based position in its table
	Object   Cell
	Content  string // truth-apt content
	Role     string // claimed role
	Evidence string
	Gap      string
	Span     Span
}

// A LedgerRow is one row of the authority-route ledger, or one entry of its compact form
// (report-grammar 3.7). Routes may repeat, so a row has its own identity.
type LedgerRow struct {
	Number               int // 1-based position among the rows and entries of the document
	Routes               Cell
	Function             string
	Status               string // architectural status
	Objects              Cell   // object or candidate
	Relation             string // content or update relation
	Target               string // transition or check target
	Evaluator            string // evaluator or condition, and domain
	Activation           string // activation and timing
	Result               string // possible or observed result
	Force                string // implemented force
	EpistemicAuthority   string
	OperationalAuthority string
	AuthorityPath        Cell
	Evidence             string
	Claims               Cell
	Mismatch             string
	Gap                  string
	Span                 Span
}

// A ClaimRow is one row of the comparison of a system's claims with its routes.
type ClaimRow struct {
	Number      int // 1-based position in its table
	Claim       Cell
	Operation   string // claimed operation
	Source      string // source and layer
	Doctrine    string // doctrine support
	Routes      Cell   // implemented routes
	ObservedRun string
	Causal      string
	Conclusion  string // supported conclusion
	Mismatch    string
	Span        Span
}

// A Table is a table that stands in a record, an annotation or a section that lists no such table: what
// its columns hold only its header says. Its rows are text of the owner besides.
type Table struct {
	Owner  Owner
	Header []string
	Rows   []TableRow
}

// A TableRow is one row of a Table: its cells as a reader sees them.
type TableRow struct {
	Cells []string
	Span  Span
}

// A Limitation is one row of a table of limitations, or one item of a list, which has only its Text.
type Limitation struct {
	Number     int // 1-based position in its section
	Text       string
	Affects    Cell   // affected sources, records or routes
	Boundary   string // inspected boundary
	Conclusion string // conclusion prevented
	Resolution string // evidence that would resolve it
	Span       Span
}

// NewCoverageRow fills a coverage row from the cells of a table row (report-grammar 2.11): the first
// is the entry, the last the conclusion, those between are the inspection. The mode stands in the
// inspection or at the start of the conclusion; where it does not, it is the table's, which is that of
// its header. A column of what was read directly may say that more was supplied. Fewer than two cells give
// only text.
func NewCoverageRow(number int, cells []string, table string, span Span) CoverageRow {
	row := CoverageRow{Number: number, Text: strings.Join(cells, " | "), Split: len(cells) >= 2, Span: span}
	if !row.Split {
		return row
	}
	last := len(cells) - 1
	row.Entry, row.Conclusion = cells[0], cells[last]
	row.Inspection = strings.Join(cells[1:last], " ")
	row.Mode = cmp.Or(InspectionMode(row.Inspection), InspectionMode(leadingMode(row.Conclusion)), table)
	if row.Mode == "supplied" && table == "direct" {
		row.Mode = "direct plus supplied"
	}
	return row
}

// InspectionMode reads the mode words of a cell or header: "direct", "supplied", "direct plus
// supplied", "included", or "" where there is none.
func InspectionMode(text string) string {
	words := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		words[strings.TrimSuffix(w, "ly")] = true
	}
	switch {
	case words["direct"] && words["supplied"]:
		return "direct plus supplied"
	case words["direct"]:
		return "direct"
	case words["supplied"]:
		return "supplied"
	case words["included"]:
		return "included"
	}
	return ""
}

// leadingMode returns the text up to its first semicolon or stop when it begins with a mode word.
func leadingMode(text string) string {
	for _, w := range []string{"direct", "supplied", "included"} {
		if len(text) >= len(w) && strings.EqualFold(text[:len(w)], w) {
			first, _, _ := strings.Cut(text, ";")
			first, _, _ = strings.Cut(first, ".")
			return first
		}
	}
	return ""
}
