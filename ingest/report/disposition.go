package report

// An Amendment is one "Amendment:" paragraph of a reconciliation (report-grammar 2.7). Both records
// stay declared; several replacements split the record. A paragraph that states no supersession has
// no Replacements: what it changes is only in its Text.
type Amendment struct {
	Number       int    // 1-based position in the document
	Record       string // handle, "" where the paragraph names none
	Replacements []string
	Reason       string // what follows the semicolon, "" for none
	Text         string
	Span         Span
}

// A Conflict is one "Unresolved conflict:" paragraph.
type Conflict struct {
	Number  int      // 1-based position in the document
	Records []string // handles, in order of mention
	Text    string   // what follows the marker
	Span    Span
}

// A Blocker is one item under Blockers or Limits of a verification.
type Blocker struct {
	Number int    // 1-based position in its section
	Limit  bool   // it stands under Limits
	Role   string // the member it is about, where the item begins with one: "runtime"
	Text   string
	Span   Span
}

// An AmendmentIndex is the overview's line of amended or superseded records.
type AmendmentIndex struct {
	Records []string // none where the line says none
	Line    int
}
