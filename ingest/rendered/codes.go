package rendered

import "github.com/crosswalk-graph/crosswalk/ingest/diag"

// The codes of this package's diagnostics. They are stable: tests, documentation and --strict key on
// them, the wording beside them is free.
//
// Errors: a fact would be wrong or cannot be placed, so the document is not applied.
const (
	CodeEmpty                = "rendered/empty-document"
	CodeTooLarge             = "rendered/too-large"
	CodeInvalidUTF8          = "rendered/invalid-utf8"
	CodeNulByte              = "rendered/nul-byte"
	CodeDuplicateDeclaration = "rendered/duplicate-declaration"
	CodeMalformedDeclaration = "rendered/malformed-declaration"
)

// Warnings: a rule of the grammar is broken, the meaning is plain.
const (
	CodeUnknownType          = "rendered/unknown-type"
	CodeMalformedID          = "rendered/malformed-id"
	CodeMissingLabel         = "rendered/missing-label"
	CodeLabelInHeading       = "rendered/label-in-heading"
	CodeForeignPrefix        = "rendered/foreign-prefix"
	CodeKindMismatch         = "rendered/kind-mismatch"
	CodeOutsideSharedRecords = "rendered/record-outside-shared-records"
	CodeOutsideAnnotations   = "rendered/annotation-outside-annotations"
	CodeSectionOrder         = "rendered/section-out-of-order"
	CodeSectionMissing       = "rendered/section-missing"
	CodeAnswerMissing        = "rendered/answer-missing"
	CodeAnswerDuplicate      = "rendered/answer-duplicate"
	CodeAnswerUncertainty    = "rendered/answer-malformed-uncertainty"
	CodeStatusMissing        = "rendered/status-missing"
	CodeStatusUnknown        = "rendered/status-unknown-value"
	CodeStatusDuplicate      = "rendered/status-duplicate-layer"
	CodePartOfSelf           = "rendered/part-of-self"
	CodePartOfDuplicate      = "rendered/part-of-duplicate"
	CodePartOfForm           = "rendered/part-of-form"
	CodeUnattributed         = "rendered/unattributed-quotation"
	CodeTableRow             = "rendered/table-row"
)

// Infos: what the rendering destroyed (report-grammar 5.1). Each stands beside a report.Loss whose
// code is the part after the slash.
const (
	CodeSwallowedTag = "rendered/swallowed-tag"
	CodeGluedCode    = "rendered/glued-code"
	CodeLostTicks    = "rendered/lost-code-ticks"
	CodeLostColumns  = "rendered/lost-columns"
	CodeLostMarks    = "rendered/lost-list-marks"
	CodeSplitQuote   = "rendered/split-quotation"
	CodeQuotePrefix  = "rendered/possible-quote-prefix"
	CodeMore         = "rendered/more-diagnostics"
)

// Codes says of each code what it means and what to do. A code that is added has its entry here.
var Codes = diag.Catalogue{
	{Code: CodeEmpty, Severity: diag.Error,
		Cause:   "The document holds nothing but blanks.",
		Cure:    "Give the rendered text of the report.",
		Example: diag.Command(`printf '\n' > rendered/memory.txt; crosswalk check --as rendered rendered/memory.txt`)},
	{Code: CodeTooLarge, Severity: diag.Error,
		Cause:   "The document is over a limit on bytes, lines, line length or facts.",
		Cure:    "Split the file, or leave it out: a report has some hundred kilobytes.",
		Example: diag.Command(`head -c 1100000 /dev/zero | tr '\0' x >> rendered/memory.txt; crosswalk check rendered/memory.txt`)},
	{Code: CodeInvalidUTF8, Severity: diag.Error,
		Cause:   "A byte sequence is no UTF-8, so quotations and names could not be trusted.",
		Cure:    "Convert the file to UTF-8; it may be Windows-1252.",
		Example: diag.Command(`printf '\ncaf\351\n' >> rendered/memory.txt; crosswalk check rendered/memory.txt`)},
	{Code: CodeNulByte, Severity: diag.Error,
		Cause:   "A NUL byte says that the file is no text.",
		Cure:    "Give the text of the report; convert it to UTF-8 should it be UTF-16.",
		Example: diag.Command(`printf '\000\n' >> rendered/memory.txt; crosswalk check rendered/memory.txt`)},
	{Code: CodeDuplicateDeclaration, Severity: diag.Error, Rule: "3",
		Cause: "An id is declared a second time in the document.",
		Cure:  "Keep one declaration, or give the other an id of its own.",
		Example: diag.Edit("rendered/memory.txt", `Routes
`, `»MEM-OBJ-page-mark«
Label: The mark again
Routes
`)},
	{Code: CodeMalformedDeclaration, Severity: diag.Error, Rule: "1",
		Cause: "A heading line with a label below it is shaped like an id and is none, so its record has no identity.",
		Cure:  "Write analyst, kind and one to three lower-case words, joined by hyphens: MEM-RTE-page-turn.",
		Example: diag.Edit("rendered/memory.txt", `Routes
`, `»MEM-OBJ-page-mark-of-yesterday«
Label: The mark before
Routes
`)},
	{Code: CodeUnknownType, Severity: diag.Warning, Rule: "23",
		Cause: "The Type line is missing or names no member type.",
		Cure:  `Write "Type: types/agentic-system-memory-report.md" below the title, with the type of the member.`,
		Example: diag.Edit("rendered/memory.txt",
			`Lampstand memory report
Type: types/agentic-system-memory-report.md`,
			`»Lampstand memory report«
Type: types/agentic-system-memoirs.md`)},
	{Code: CodeMalformedID, Severity: diag.Warning, Rule: "7, 10",
		Cause:   "An id in running text is malformed; it is kept as text and cites nothing.",
		Cure:    "Write analyst, kind and one to three lower-case words, joined by hyphens.",
		Example: diag.Edit("rendered/memory.txt", "A turn writes the mark.", "A turn writes »MEM-OBJ-page-mark-of-today«.")},
	{Code: CodeMissingLabel, Severity: diag.Warning, Rule: "2",
		Cause: `The first line of a record is no "Label:" line, or an empty one.`,
		Cure:  `Write "Label: …" as the first line below the id.`,
		Example: diag.Edit("rendered/memory.txt",
			`MEM-RTE-lamp-start
Label: Start of the lamp
The program starts`,
			`»MEM-RTE-lamp-start«
The program starts`)},
	{Code: CodeLabelInHeading, Severity: diag.Warning, Rule: "1",
		Cause: "The label stands in the heading line, as older grammars had it.",
		Cure:  `Leave the id alone on its line, and write "Label: …" below it.`,
		Example: diag.Edit("rendered/memory.txt",
			`MEM-RTE-lamp-start
Label: Start of the lamp`,
			"»MEM-RTE-lamp-start — Start of the lamp«")},
	{Code: CodeForeignPrefix, Severity: diag.Warning, Rule: "4",
		Cause: "A record carries the prefix of an analyst who does not write this member.",
		Cure:  "Declare the record in the member of its analyst, or correct the prefix.",
		Example: diag.Edit("rendered/memory.txt", `MEM-RTE-lamp-start
Label: Start`, `»RT-RTE-lamp-start«
Label: Start`)},
	{Code: CodeKindMismatch, Severity: diag.Warning, Rule: "1",
		Cause: "A record stands under the heading of another kind.",
		Cure:  "Move the record below the heading of its kind, or correct its id.",
		Example: diag.Edit("rendered/memory.txt", `Routes
`, `»MEM-CMP-lamp-loop«
Label: Lamp loop
It waits.
Routes
`)},
	{Code: CodeOutsideSharedRecords, Severity: diag.Warning, Rule: "1",
		Cause: "A record heading in another section; it declares nothing.",
		Cure:  "Move the record into Shared records.",
		Example: diag.Edit("rendered/memory.txt",
			"Integration issues",
			`»MEM-CMP-lamp-loop«
Label: Lamp loop
Integration issues`)},
	{Code: CodeOutsideAnnotations, Severity: diag.Warning, Rule: "12",
		Cause: "An annotation heading in another section; it is taken all the same.",
		Cure:  "Move the annotation into Annotations.",
		Example: diag.Edit("rendered/memory.txt", "Integration issues", `»On RT-RTE-evening«
It ends.
Integration issues`)},
	{Code: CodeSectionOrder, Severity: diag.Warning, Rule: "sections",
		Cause: "A section heading out of the member type's order, or a second one.",
		Cure:  "Move the section to its place, or join it to the first of its name.",
		Example: diag.Edit("rendered/memory.txt",
			`Write side
A turn writes the mark.
Read-back
A start reads it.`,
			`»Read-back«
A start reads it.
Write side
A turn writes the mark.`)},
	{Code: CodeSectionMissing, Severity: diag.Warning, Rule: "sections",
		Cause: "Sections that the member type requires are not there.",
		Cure:  `Add the sections; one that holds nothing says "none".`,
		Example: diag.Edit("rendered/memory.txt",
			`Lampstand memory report
Type: types/agentic-system-memory-report.md
Boundary and evidence
The page file (SRC-1).
| Entry point or operation | Source path and inspection | Covering records or limits |
|---|---|---|
| Page file | page.go; direct | MEM-OBJ-page-mark |
`,
			`»Lampstand memory report«
Type: types/agentic-system-memory-report.md
`)},
	{Code: CodeAnswerMissing, Severity: diag.Warning, Rule: "14",
		Cause: "A route lacks answers, or has empty ones; they are not stated.",
		Cure:  `Answer in a bullet of its own; where there is nothing to say, "inapplicable — reason" or "uninspected — reason".`,
		Example: diag.Edit("rendered/memory.txt",
			`MEM-RTE-lamp-start
Label: Start of the lamp
The program starts.
- implementation conclusion status: wired
- Immediate return: light.
`,
			`»MEM-RTE-lamp-start«
Label: Start of the lamp
The program starts.
- implementation conclusion status: wired
`)},
	{Code: CodeAnswerDuplicate, Severity: diag.Warning, Rule: "14",
		Cause: "A route gives an answer twice; the first counts.",
		Cure:  "Join the two answers.",
		Example: diag.Edit("rendered/memory.txt",
			"- Immediate return: the number.",
			`- Immediate return: the number.
- »Immediate return: a number.«`)},
	{Code: CodeAnswerUncertainty, Severity: diag.Warning, Rule: "14",
		Cause: `"inapplicable", "uninspected" or another word for it without a dash and a reason.`,
		Cure:  `Write "inapplicable — reason" or "uninspected — reason", with the dash.`,
		Example: diag.Edit("rendered/memory.txt",
			"- Later read-back: inapplicable — recall retains nothing.",
			"- »Later read-back: inapplicable, recall retains nothing.«")},
	{Code: CodeStatusMissing, Severity: diag.Warning, Rule: "15",
		Cause: "A route has no conclusion status of its own.",
		Cure:  `State one for each evidence layer: "- implementation conclusion status: wired".`,
		Example: diag.Edit("rendered/memory.txt",
			`MEM-RTE-lamp-start
Label: Start of the lamp
The program starts.
- implementation conclusion status: wired
`,
			`»MEM-RTE-lamp-start«
Label: Start of the lamp
The program starts.
`)},
	{Code: CodeStatusUnknown, Severity: diag.Warning, Rule: "15",
		Cause: "A conclusion status is no member of the enum; the text is kept.",
		Cure:  "Use absent, inapplicable, uninspected, claimed, afforded, wired, observed or causally supported.",
		Example: diag.Edit("rendered/memory.txt",
			"- operation conclusion status: uninspected",
			"- »operation conclusion status: sort of seen«")},
	{Code: CodeStatusDuplicate, Severity: diag.Warning, Rule: "15",
		Cause: "One layer has two statuses in a record; the first counts.",
		Cure:  "Keep one status for each layer, or name the layers apart.",
		Example: diag.Edit("rendered/memory.txt",
			"- operation conclusion status: uninspected",
			"- »implementation conclusion status: observed«")},
	{Code: CodePartOfSelf, Severity: diag.Warning, Rule: "13",
		Cause:   "A record is part of itself; the line is ignored.",
		Cure:    "Name the record that contains it, or remove the line.",
		Example: diag.Edit("rendered/memory.txt", "Part of: MEM-RTE-lamp-start", "»Part of: MEM-RTE-mark-recall«")},
	{Code: CodePartOfDuplicate, Severity: diag.Warning, Rule: "13",
		Cause: "A second part-of line in a record; it is ignored.",
		Cure:  "Keep one line.",
		Example: diag.Edit("rendered/memory.txt",
			"Part of: MEM-RTE-lamp-start",
			`Part of: MEM-RTE-lamp-start
»Part of: RT-RTE-evening«`)},
	{Code: CodePartOfForm, Severity: diag.Warning, Rule: "13",
		Cause:   "A part-of line in another form or place than report-grammar 2.5 allows.",
		Cure:    `Write one line "Part of: ID" below the label.`,
		Example: diag.Edit("rendered/memory.txt", "Part of: MEM-RTE-lamp-start", "»Part of: MEM-RTE-lamp-start, at the start«")},
	{Code: CodeUnattributed, Severity: diag.Warning, Rule: "24",
		Cause: "A quotation's marker has no path after it, or no text before it; what there is of the two is left out of everything.",
		Cure:  "Write the path of the quoted file below the marker, and the quoted text before it.",
		Example: diag.Edit("rendered/memory.txt", `var mark int ---
page.go:3`, "var mark int »---«")},
	{Code: CodeTableRow, Severity: diag.Warning, Rule: "18",
		Cause: "A table row has another number of cells than its header.",
		Cure:  `Give the row as many cells as the header; a bar inside a cell is written \|.`,
		Example: diag.Edit("rendered/memory.txt",
			"| Page file | page.go; direct | MEM-OBJ-page-mark |",
			"»| Page file | page.go | direct | MEM-OBJ-page-mark |«")},
	{Code: CodeSwallowedTag, Severity: diag.Info,
		Cause: "Something in angle brackets was dropped from quoted code.",
		Cure:  "Load the canonical Markdown, should there be one; nothing is to be mended in the text.",
		Example: diag.Edit("rendered/memory.txt", "var mark int ---", `»var mark Slot«
, int> ---`)},
	{Code: CodeGluedCode, Severity: diag.Info,
		Cause: "Quoted code was split and glued at its backticks.",
		Cure:  "Load the canonical Markdown, should there be one; nothing is to be mended in the text.",
		Example: diag.Edit("rendered/memory.txt", "var mark int ---", `»var name =«
lamp ---`)},
	{Code: CodeLostTicks, Severity: diag.Info,
		Cause: "A template literal in quoted code lost its backticks.",
		Cure:  "Load the canonical Markdown, should there be one; nothing is to be mended in the text.",
		Example: diag.Edit("rendered/memory.txt", `var mark int ---
page.go:3`, `»let page = ${mark} ---«
page.ts:3`)},
	{Code: CodeLostColumns, Severity: diag.Info,
		Cause: "A table was flattened; rows whose cells are not certain keep only their text.",
		Cure:  "Load the canonical Markdown, should there be one; nothing is to be mended in the text.",
		Example: diag.Edit("rendered/memory.txt",
			`| Entry point or operation | Source path and inspection | Covering records or limits |
|---|---|---|
| Page file | page.go; direct | MEM-OBJ-page-mark |`,
			`
»Entry point or operation Source path and inspection Covering records or limits«
Page file page.go; direct MEM-OBJ-page-mark
Lamp lamp.go; direct MEM-OBJ-page-mark
`)},
	{Code: CodeLostMarks, Severity: diag.Info,
		Cause: "A list inside a quotation lost its marks.",
		Cure:  "Load the canonical Markdown, should there be one; nothing is to be mended in the text.",
		Example: diag.Edit("rendered/memory.txt",
			`var mark int ---
page.go:3`,
			`
- »wind the lamp«
- turn the page ---
page.go:3`)},
	{Code: CodeSplitQuote, Severity: diag.Info,
		Cause: "The attribution of a quotation stands in a block of its own, so what was quoted can only be the blocks before it, as many as are like code.",
		Cure:  "Load the canonical Markdown, should there be one; nothing is to be mended in the text.",
		Example: diag.Edit("rendered/memory.txt", "var mark int ---", `»var mark int«

---`)},
	{Code: CodeQuotePrefix, Severity: diag.Info,
		Cause: "A paragraph before a quotation may be its first part.",
		Cure:  "Load the canonical Markdown, should there be one; nothing is to be mended in the text.",
		Example: diag.Edit("rendered/memory.txt",
			"A turn writes the mark.",
			`Routes are turns.

»A turn is a call of turn«

var mark int ---
page.go:3
`)},
	{Code: CodeMore, Severity: diag.Info,
		Cause:   "There were more diagnostics than are listed.",
		Cure:    "Correct those that are listed, and check again.",
		Example: diag.Command(`for i in $(seq 300); do echo "- l$i conclusion status: so so"; done >> rendered/memory.txt; crosswalk check rendered/memory.txt`)},
}
