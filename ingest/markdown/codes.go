package markdown

import "github.com/crosswalk-graph/crosswalk/ingest/diag"

// The codes of this package's diagnostics. They are stable: tests, documentation and --strict key on
// them, the wording beside them is free. Where a rendering can break the same rule, the part after
// the slash is the same there.
//
// Errors: a fact would be wrong or cannot be placed, so the document is not applied.
const (
	CodeEmpty                = "markdown/empty-document"
	CodeTooLarge             = "markdown/too-large"
	CodeNesting              = "markdown/nesting"
	CodeInvalidUTF8          = "markdown/invalid-utf8"
	CodeNulByte              = "markdown/nul-byte"
	CodeGrammar              = "markdown/unsupported-grammar"
	CodeFrontMatter          = "markdown/front-matter"
	CodeFrontMatterAlias     = "markdown/front-matter-alias"
	CodeUnclosed             = "markdown/unclosed"
	CodeDuplicateDeclaration = "markdown/duplicate-declaration"
	CodeMalformedDeclaration = "markdown/malformed-declaration"
)

// Warnings: a rule of the grammar is broken, the meaning is plain.
const (
	CodeUnknownType          = "markdown/unknown-type"
	CodeMissingKey           = "markdown/front-matter-missing-key"
	CodeKeyForm              = "markdown/front-matter-form"
	CodeKeyValue             = "markdown/front-matter-value"
	CodePending              = "markdown/validation-pending"
	CodeSectionOrder         = "markdown/section-out-of-order"
	CodeSectionMissing       = "markdown/section-missing"
	CodeMissingLabel         = "markdown/missing-label"
	CodeLabelInHeading       = "markdown/label-in-heading"
	CodeHeadingForm          = "markdown/heading-form"
	CodeHeadingLevel         = "markdown/record-heading-level"
	CodeForeignPrefix        = "markdown/foreign-prefix"
	CodeKindMismatch         = "markdown/kind-mismatch"
	CodeOutsideSharedRecords = "markdown/record-outside-shared-records"
	CodeOutsideAnnotations   = "markdown/annotation-outside-annotations"
	CodeAnnotationTarget     = "markdown/annotation-target"
	CodeAnnotationForm       = "markdown/annotation-form"
	CodeAnnotationOwn        = "markdown/annotation-own-record"
	CodePartOfSelf           = "markdown/part-of-self"
	CodePartOfDuplicate      = "markdown/part-of-duplicate"
	CodePartOfForm           = "markdown/part-of-form"
	CodeAnswerMissing        = "markdown/answer-missing"
	CodeAnswerDuplicate      = "markdown/answer-duplicate"
	CodeAnswerUncertainty    = "markdown/answer-malformed-uncertainty"
	CodeAnswerForm           = "markdown/answer-form"
	CodeFieldBelowHeading    = "markdown/field-below-heading"
	CodeStatusMissing        = "markdown/status-missing"
	CodeStatusUnknown        = "markdown/status-unknown-value"
	CodeStatusDuplicate      = "markdown/status-duplicate-layer"
	CodeMalformedID          = "markdown/malformed-id"
	CodeShorthand            = "markdown/id-shorthand"
	CodeLinkLabel            = "markdown/link-label"
	CodeLinkFragment         = "markdown/link-fragment"
	CodeLinkDestination      = "markdown/link-destination"
	CodeLinkScope            = "markdown/link-scope"
	CodeUnresolved           = "markdown/unresolved-link"
	CodeMalformedSource      = "markdown/malformed-source"
	CodeSourceRange          = "markdown/source-range"
	CodeUnregistered         = "markdown/source-unregistered"
	CodeRegisterDuplicate    = "markdown/register-duplicate"
	CodeRegisterFrozen       = "markdown/register-frozen-source"
	CodeAttribution          = "markdown/attribution"
	CodeProseRange           = "markdown/range-outside-attribution"
	CodeTableRow             = "markdown/table-row"
	CodeTableColumns         = "markdown/table-columns"
	CodeLedgerVocabulary     = "markdown/ledger-vocabulary"
	CodeAmendmentForm        = "markdown/amendment-form"
	CodeItemForm             = "markdown/item-form"
	CodeProfileVersion       = "markdown/profile-version"
	CodeProfileForm          = "markdown/profile-form"
	CodeProfileValue         = "markdown/profile-value"
	CodeProfileRecord        = "markdown/profile-record"
	CodeProfileAxis          = "markdown/profile-axis"
	CodeProfileQuote         = "markdown/profile-quotation"
)

// Infos.
const (
	CodeUnknownKey = "markdown/front-matter-unknown-key"
	CodeMore       = "markdown/more-diagnostics"
)

// Codes says of each code what it means and what to do. A code that is added has its entry here.
var Codes = diag.Catalogue{
	{Code: CodeEmpty, Severity: diag.Error,
		Cause:   "The document holds nothing but blanks.",
		Cure:    "Give the text of the report.",
		Example: diag.Command(`printf '\n' > set/memory.md; crosswalk check --as markdown set/memory.md`)},
	{Code: CodeTooLarge, Severity: diag.Error,
		Cause:   "The document is over a limit on bytes, lines, line length or facts.",
		Cure:    "Split the file, or leave it out: a report has some hundred kilobytes, and no line of a million bytes.",
		Example: diag.Command(`head -c 1100000 /dev/zero | tr '\0' x >> set/memory.md; crosswalk check set/memory.md`)},
	{Code: CodeNesting, Severity: diag.Error,
		Cause:   "A line opens more lists and quotations than any report; it is not read.",
		Cure:    "Take the marks off, or put the line into fenced code.",
		Example: diag.Edit("set/memory.md", "A turn writes the mark.", "»>>>>>>>>>>>>>>>>> A turn writes the mark.«")},
	{Code: CodeInvalidUTF8, Severity: diag.Error,
		Cause:   "A byte sequence is no UTF-8, so quotations and names could not be trusted.",
		Cure:    "Convert the file to UTF-8; it may be Windows-1252.",
		Example: diag.Command(`printf 'caf\351\n' >> set/memory.md; crosswalk check set/memory.md`)},
	{Code: CodeNulByte, Severity: diag.Error,
		Cause:   "A NUL byte says that the file is no text.",
		Cure:    "Give the text of the report; convert it to UTF-8 should it be UTF-16.",
		Example: diag.Command(`printf '\000\n' >> set/memory.md; crosswalk check set/memory.md`)},
	{Code: CodeGrammar, Severity: diag.Error,
		Cause:   "The document is a whole analysis in one file, and was to be read as the member of a set.",
		Cure:    "Leave out --as: such files have a format of their own.",
		Example: diag.Command(`sed -i 's/system-memory-report/system-analysis-result/' set/memory.md; crosswalk check --as markdown set/memory.md`)},
	{Code: CodeFrontMatter, Severity: diag.Error,
		Cause:   "The front matter has no end, is no YAML mapping, or is over its caps.",
		Cure:    "Write lines of the form key: value between two lines of three hyphens, and put a value with a colon in quotes.",
		Example: diag.Edit("set/synthesis.md", "run-id: AAS", "»«run-id: AAS: AAS")},
	{Code: CodeFrontMatterAlias, Severity: diag.Error,
		Cause:   "The front matter has an anchor or alias.",
		Cure:    "Write the value out.",
		Example: diag.Edit("set/synthesis.md", "run-id: AAS", "run-id: »«&run AAS")},
	{Code: CodeUnclosed, Severity: diag.Error,
		Cause:   "Fenced code or a comment has no end, so all that follows it is taken into it.",
		Cure:    "Close the fence by a line of its own with as many marks, and the comment by -->.",
		Example: diag.Edit("set/memory.md", "No lamp was lit.", "»```«\nNo lamp was lit.")},
	{Code: CodeDuplicateDeclaration, Severity: diag.Error, Rule: "3",
		Cause: "An id is declared a second time in the document.",
		Cure:  "Keep one declaration, or give the other an id of its own.",
		Example: diag.Edit("set/runtime.md",
			"It waits for a page (SRC-1, `lamp.go`).",
			"It waits for a page (SRC-1, `lamp.go`).\n\n#### »RT-CMP-lamp-loop«\n\nLabel: Lamp loop\n\nIt waits.")},
	{Code: CodeMalformedDeclaration, Severity: diag.Error, Rule: "1",
		Cause:   "A record heading is shaped like an id and is none of this grammar.",
		Cure:    "Write analyst, kind and one to three lower-case words, joined by hyphens: MEM-RTE-page-turn.",
		Example: diag.Edit("set/runtime.md", "#### RT-CMP-lamp-loop", "#### »RT-CMP-Lamp-Loop«")},
	{Code: CodeUnknownType, Severity: diag.Warning, Rule: "23",
		Cause:   "The type is missing or names no member type.",
		Cure:    "Name the type of the member, such as types/agentic-system-memory-report.md.",
		Example: diag.Command("sed -i 's/memory-report/memoirs/' set/memory.md; crosswalk check --as markdown set/memory.md")},
	{Code: CodeMissingKey, Severity: diag.Warning, Rule: "23",
		Cause: "A key that identifies the run is missing.",
		Cure:  "State it in the front matter, or in a sidecar.",
		Example: diag.Edit("set/synthesis.md",
			`---
type: types/agentic-system-synthesis.md
description: "Lampstand, a reading lamp that remembers pages"
run-id: AAS-2026-10-05-lampstand-01`,
			`»---«
type: types/agentic-system-synthesis.md
description: "Lampstand, a reading lamp that remembers pages"`)},
	{Code: CodeKeyForm, Severity: diag.Warning, Rule: "23",
		Cause: "A key has a value of another form, or stands twice; the first counts.",
		Cure:  "Write the value in the form that the key has, once.",
		Example: diag.Edit("set/synthesis.md",
			"run-id: AAS-2026-10-05-lampstand-01",
			`run-id: AAS-2026-10-05-lampstand-01
»run-id«: AAS-2026-10-05-lampstand-02`)},
	{Code: CodeKeyValue, Severity: diag.Warning, Rule: "23",
		Cause:   "A key has a value outside of its vocabulary; it is kept.",
		Cure:    "Use a word of the vocabulary; the message lists it.",
		Example: diag.Edit("set/boundary.md", "evidence-tier: code-grounded", "evidence-tier: »hearsay«")},
	{Code: CodePending, Severity: diag.Warning, Rule: "22",
		Cause:   "A memory report still says that its validation is pending.",
		Cure:    "Remove the line when the report is validated.",
		Example: diag.Edit("set/memory.md", "No lamp was lit.", "»Validation: pending«")},
	{Code: CodeSectionOrder, Severity: diag.Warning, Rule: "sections",
		Cause: "A section heading out of the member type's order, or a second one.",
		Cure:  "Move the section to its place, or join it to the first of its name.",
		Example: diag.Edit("set/memory.md",
			`## Write side

A turn writes the mark.

## Read-back

A start reads it.`,
			`## Read-back

A start reads it.

## »Write side«

A turn writes the mark.`)},
	{Code: CodeSectionMissing, Severity: diag.Warning, Rule: "sections",
		Cause: "Sections that the member type requires are not there.",
		Cure:  `Add the sections; one that holds nothing says "none".`,
		Example: diag.Edit("set/synthesis.md",
			`# Lampstand synthesis

## Bounded synthesis

A lamp that knows its page ([MEM-OBJ-page-mark](memory.md#mem-obj-page-mark)).
`,
			`»# Lampstand synthesis«
`)},
	{Code: CodeMissingLabel, Severity: diag.Warning, Rule: "2",
		Cause: `The first line of a record is no "Label:" line, or an empty one.`,
		Cure:  `Write "Label: …" as the first line below the heading.`,
		Example: diag.Edit("set/runtime.md", `#### RT-CMP-lamp-loop

Label: Lamp loop`, "#### »RT-CMP-lamp-loop«")},
	{Code: CodeLabelInHeading, Severity: diag.Warning, Rule: "1",
		Cause: "The label stands in the heading, as older grammars had it.",
		Cure:  `Leave the id alone in the heading, and write "Label: …" below it.`,
		Example: diag.Edit("set/runtime.md",
			`#### RT-CMP-lamp-loop

Label: Lamp loop`,
			"#### »RT-CMP-lamp-loop — Lamp loop«")},
	{Code: CodeHeadingForm, Severity: diag.Warning, Rule: "1",
		Cause:   "The id of a record heading has marks around it.",
		Cure:    "Write the id alone.",
		Example: diag.Edit("set/runtime.md", "#### RT-CMP-lamp-loop", "#### `»RT-CMP-lamp-loop«`")},
	{Code: CodeHeadingLevel, Severity: diag.Warning, Rule: "1",
		Cause:   "A record heading of another level; it declares nothing.",
		Cure:    "Give the heading four marks.",
		Example: diag.Edit("set/runtime.md", "#### RT-CMP-lamp-loop", "##### »RT-CMP-lamp-loop«")},
	{Code: CodeForeignPrefix, Severity: diag.Warning, Rule: "4",
		Cause:   "A record carries the prefix of an analyst who does not write this member.",
		Cure:    "Declare the record in the member of its analyst, or correct the prefix.",
		Example: diag.Edit("set/runtime.md", "#### RT-CMP-lamp-loop", "#### »EPI-CMP-lamp-loop«")},
	{Code: CodeKindMismatch, Severity: diag.Warning, Rule: "1",
		Cause:   "A record stands under the heading of another kind.",
		Cure:    "Move the record below the heading of its kind, or correct its id.",
		Example: diag.Edit("set/runtime.md", "#### RT-CMP-lamp-loop", "#### »RT-OBJ-lamp-loop«")},
	{Code: CodeOutsideSharedRecords, Severity: diag.Warning, Rule: "1",
		Cause: "A record heading in another section; it declares nothing.",
		Cure:  "Move the record into Shared records.",
		Example: diag.Edit("set/runtime.md", "## Shared records", `#### »RT-CMP-wick«

Label: Wick

## Shared records`)},
	{Code: CodeOutsideAnnotations, Severity: diag.Warning, Rule: "12",
		Cause: "An annotation in another section; it is taken all the same.",
		Cure:  "Move the annotation into Annotations.",
		Example: diag.Edit("set/memory.md",
			"A turn writes the mark.",
			`A turn writes the mark.

#### »On [RT-RTE-evening](runtime.md#rt-rte-evening)«

It ends.`)},
	{Code: CodeAnnotationTarget, Severity: diag.Warning, Rule: "12",
		Cause: "An annotation heading links several records; it is no annotation.",
		Cure:  "Write one annotation for each record.",
		Example: diag.Edit("set/memory.md",
			"#### On [RT-RTE-page-turn](runtime.md#rt-rte-page-turn)",
			"#### »On [RT-RTE-page-turn](runtime.md#rt-rte-page-turn) and [RT-RTE-evening](runtime.md#rt-rte-evening)«")},
	{Code: CodeAnnotationForm, Severity: diag.Warning, Rule: "12",
		Cause: "An annotation heading names its record without a link.",
		Cure:  "Link the record: #### On [ID](member.md#id).",
		Example: diag.Edit("set/memory.md",
			"#### On [RT-RTE-page-turn](runtime.md#rt-rte-page-turn)",
			"#### »On RT-RTE-page-turn«")},
	{Code: CodeAnnotationOwn, Severity: diag.Warning, Rule: "12",
		Cause: "An annotation on a record of the same analyst.",
		Cure:  "Say it in the record itself.",
		Example: diag.Edit("set/memory.md",
			"#### On [RT-RTE-page-turn](runtime.md#rt-rte-page-turn)",
			"#### »On [MEM-RTE-mark-recall](#mem-rte-mark-recall)«")},
	{Code: CodePartOfSelf, Severity: diag.Warning, Rule: "13",
		Cause: "A record is part of itself; the line is ignored.",
		Cure:  "Name the record that contains it, or remove the line.",
		Example: diag.Edit("set/runtime.md",
			"Part of: [RT-RTE-evening](#rt-rte-evening)",
			"»Part of: [RT-RTE-page-turn](#rt-rte-page-turn)«")},
	{Code: CodePartOfDuplicate, Severity: diag.Warning, Rule: "13",
		Cause: "A second part-of line in a record; it is ignored.",
		Cure:  "Keep one line.",
		Example: diag.Edit("set/runtime.md",
			"Part of: [RT-RTE-evening](#rt-rte-evening)",
			`Part of: [RT-RTE-evening](#rt-rte-evening)

»Part of: [RT-CMP-lamp-loop](#rt-cmp-lamp-loop)«`)},
	{Code: CodePartOfForm, Severity: diag.Warning, Rule: "13",
		Cause:   "A part-of line in another form or place than report-grammar 2.5 allows.",
		Cure:    `Write one line "Part of: [ID](member.md#id)" below the label.`,
		Example: diag.Edit("set/runtime.md", "Part of: [RT-RTE-evening](#rt-rte-evening)", "»Part of: RT-RTE-evening«")},
	{Code: CodeAnswerMissing, Severity: diag.Warning, Rule: "14",
		Cause: "A route lacks answers, or has empty ones; they are not stated.",
		Cure:  `Answer in a bullet of its own; where there is nothing to say, "inapplicable — reason" or "uninspected — reason".`,
		Example: diag.Edit("set/runtime.md",
			`#### RT-RTE-evening

Label: An evening of reading

It begins and ends with the lamp.

- implementation conclusion status: wired
- Immediate return: light.`,
			`#### »RT-RTE-evening«

Label: An evening of reading

It begins and ends with the lamp.

- implementation conclusion status: wired`)},
	{Code: CodeAnswerDuplicate, Severity: diag.Warning, Rule: "14",
		Cause: "A route gives an answer twice; the first counts.",
		Cure:  "Join the two answers.",
		Example: diag.Edit("set/memory.md",
			"- Immediate return: the number.",
			`- Immediate return: the number.
- »Immediate return: a number.«`)},
	{Code: CodeAnswerUncertainty, Severity: diag.Warning, Rule: "14",
		Cause: `"inapplicable" or "uninspected" without an em dash and a reason.`,
		Cure:  `Write "inapplicable — reason" or "uninspected — reason", with an em dash.`,
		Example: diag.Edit("set/memory.md",
			"- Delegated visibility: inapplicable — there is no delegate.",
			"- »Delegated visibility: inapplicable, there is no delegate.«")},
	{Code: CodeAnswerForm, Severity: diag.Warning, Rule: "14",
		Cause: "An answer in a bullet that is indented.",
		Cure:  "Write the answer as a bullet at the start of its line.",
		Example: diag.Edit("set/memory.md",
			"- Selection predicate: the only mark.",
			" - »Selection predicate: the only mark.«")},
	{Code: CodeFieldBelowHeading, Severity: diag.Warning, Rule: "14",
		Cause: "A field or status below a heading inside a record; it does not count.",
		Cure:  "Move the line above the heading, or take the heading out.",
		Example: diag.Edit("set/memory.md",
			"- Evidence limits: no lamp was lit.",
			`- Evidence limits: no lamp was lit.

##### In use

- »host-consumption conclusion status: claimed«`)},
	{Code: CodeStatusMissing, Severity: diag.Warning, Rule: "15",
		Cause: "A route has no conclusion status of its own.",
		Cure:  `State one for each evidence layer: "- implementation conclusion status: wired".`,
		Example: diag.Edit("set/runtime.md",
			`#### RT-RTE-evening

Label: An evening of reading

It begins and ends with the lamp.

- implementation conclusion status: wired
`,
			`#### »RT-RTE-evening«

Label: An evening of reading

It begins and ends with the lamp.

`)},
	{Code: CodeStatusUnknown, Severity: diag.Warning, Rule: "15",
		Cause: "A conclusion status is no member of the enum; the text is kept.",
		Cure:  "Use absent, inapplicable, uninspected, claimed, afforded, wired, observed or causally supported.",
		Example: diag.Edit("set/memory.md",
			"- implementation conclusion status: wired",
			"- »implementation conclusion status: sort of wired«")},
	{Code: CodeStatusDuplicate, Severity: diag.Warning, Rule: "15",
		Cause: "One layer has two statuses in a record; the first counts.",
		Cure:  "Keep one status for each layer, or name the layers apart.",
		Example: diag.Edit("set/memory.md",
			"- operation conclusion status: uninspected",
			"- »implementation conclusion status: observed«")},
	{Code: CodeMalformedID, Severity: diag.Warning, Rule: "7, 10",
		Cause: "The fragment of a link begins like a record's and is none; or, in a grammar where a bare id is a reference, an id does. It cites nothing.",
		Cure:  "Correct the id: analyst, kind and a number or one to three lower-case words. A fragment is the id in lower case.",
		Example: diag.Edit("set/memory.md",
			"A turn writes the mark.",
			"A turn writes [»the mark«](#mem-obj-page--mark).")},
	{Code: CodeShorthand, Severity: diag.Warning, Rule: "10",
		Cause:   "In a grammar where a bare id is a reference, ids are written in shorthand: of RTE-1–4 only RTE-1 is read.",
		Cure:    "Write out the id of each record that is meant.",
		Example: diag.Edit("older/reconciliation.md", "RTE-1 and RTE-2", "»RTE-1«/2")},
	{Code: CodeLinkLabel, Severity: diag.Warning, Rule: "7",
		Cause: "A link's label is not the id that its fragment denotes; the fragment is followed.",
		Cure:  "Make label and fragment name the same record.",
		Example: diag.Edit("set/memory.md",
			"A turn writes the mark.",
			"A turn writes [»MEM-OBJ-mark«](#mem-obj-page-mark).")},
	{Code: CodeLinkFragment, Severity: diag.Warning, Rule: "7",
		Cause:   "A link's label is an id and its fragment is no record's; the label is followed.",
		Cure:    "Give the fragment: the id in lower case.",
		Example: diag.Edit("set/memory.md", "A turn writes the mark.", "A turn writes [»MEM-OBJ-page-mark«](#the-mark).")},
	{Code: CodeLinkDestination, Severity: diag.Warning, Rule: "8, 11",
		Cause: "A record link leads to a file that does not declare such records.",
		Cure:  "Link the member that declares the record.",
		Example: diag.Edit("set/memory.md",
			"A turn writes the mark.",
			"A turn writes [»MEM-OBJ-page-mark«](runtime.md#mem-obj-page-mark).")},
	{Code: CodeLinkScope, Severity: diag.Warning, Rule: "8",
		Cause: "A member cites records that its role may not cite.",
		Cure:  "Leave the citation out.",
		Example: diag.Edit("set/boundary.md",
			"its page file (SRC-1).",
			"its page file (SRC-1), see [»RT-CMP-lamp-loop«](runtime.md#rt-cmp-lamp-loop).")},
	{Code: CodeUnresolved, Severity: diag.Warning, Rule: "8",
		Cause: "A same-document link names a record that is not declared here.",
		Cure:  "Declare the record, or correct the link.",
		Example: diag.Edit("set/memory.md",
			"A turn writes the mark.",
			"A turn writes [»MEM-OBJ-page-note«](#mem-obj-page-note).")},
	{Code: CodeMalformedSource, Severity: diag.Warning, Rule: "9",
		Cause:   "A source id is malformed; it is text.",
		Cure:    "Write SRC- and a number.",
		Example: diag.Edit("set/memory.md", "A turn writes the mark.", "A turn writes the mark (»SRC-1-page«).")},
	{Code: CodeSourceRange, Severity: diag.Warning, Rule: "9",
		Cause:   "A range of sources; only its written ends count.",
		Cure:    "Name each source.",
		Example: diag.Edit("set/memory.md", "A turn writes the mark.", "A turn writes the mark (»SRC-1« through SRC-3).")},
	{Code: CodeUnregistered, Severity: diag.Warning, Rule: "9",
		Cause: "A source is cited that the document's own register lacks.",
		Cure:  "Add a row for the source, or cite one that has a row.",
		Example: diag.Edit("set/boundary.md",
			"The program and its page file (SRC-1).",
			"»The program and its page file (SRC-2).«")},
	{Code: CodeRegisterDuplicate, Severity: diag.Warning, Rule: "17",
		Cause: "A source has two rows in the register.",
		Cure:  "Keep one row; a row may list several layers.",
		Example: diag.Edit("set/boundary.md",
			"no hardware: nothing on brightness |",
			"no hardware: nothing on brightness |\n»| SRC-1 | git | the same | the same | doctrine/design: `README.md` | the text | none | none |«")},
	{Code: CodeRegisterFrozen, Severity: diag.Warning, Rule: "17",
		Cause: "No row of the register has the revision that the front matter pins.",
		Cure:  "Register the source that the front matter pins, with that revision.",
		Example: diag.Edit("set/boundary.md",
			"| SRC-1 | git | `https://example.org/lamp/stand` | 5c0ffee1d2a3b4c5d6e7f8091a2b3c4d5e6f7081 | implementation: `lamp.go` | the program | `page.go` | no hardware: nothing on brightness |",
			"»| SRC-1 | git | `https://example.org/lamp/stand` | another | implementation: `lamp.go` | the program | `page.go` | no hardware: nothing on brightness |«")},
	{Code: CodeAttribution, Severity: diag.Warning, Rule: "24",
		Cause:   "The last line of a quotation is marked as an attribution and names no path, or stands below no text; it is no evidence.",
		Cure:    `Write "> --- " and the path in a code span as the last line of the quotation.`,
		Example: diag.Edit("set/memory.md", "> --- `page.go:3`", "> »--- the page file«")},
	{Code: CodeProseRange, Severity: diag.Warning, Rule: "25",
		Cause:   "Lines of a file are named outside of an attribution.",
		Cure:    "Name the file alone, or quote the lines.",
		Example: diag.Edit("set/memory.md", "A turn writes the mark.", "A turn writes the mark (SRC-1, `»page.go:3«`).")},
	{Code: CodeTableRow, Severity: diag.Warning, Rule: "18",
		Cause: "A table row has another number of cells than its header.",
		Cure:  `Give the row as many cells as the header; a bar inside a cell is written \|.`,
		Example: diag.Edit("set/memory.md",
			"| Page file | `page.go`; direct | [MEM-OBJ-page-mark](#mem-obj-page-mark) |",
			"»| Page file | `page.go` | direct | [MEM-OBJ-page-mark](#mem-obj-page-mark) |«")},
	{Code: CodeTableColumns, Severity: diag.Warning, Rule: "17, 18",
		Cause: "A table has other columns than the contract's.",
		Cure:  "Use the columns of the contract, by their names.",
		Example: diag.Edit("set/epistemic.md",
			"| Route ID | Route function | Architectural status | Object/candidate ID | Content/update relation | Transition or check target | Evaluator/condition and domain | Activation and timing | Possible or observed result | Implemented force | Epistemic authority and scope | Operational authority | Behavioral-authority path | Evidence source ID and local anchor | Claim IDs or none | Mismatch marker or none | Gap/limit |",
			"»| Route ID | Does | Architectural status | Object/candidate ID | Content/update relation | Transition or check target | Evaluator/condition and domain | Activation and timing | Possible or observed result | Implemented force | Epistemic authority and scope | Operational authority | Behavioral-authority path | Evidence source ID and local anchor | Claim IDs or none | Mismatch marker or none | Gap/limit |«")},
	{Code: CodeLedgerVocabulary, Severity: diag.Warning, Rule: "18",
		Cause: "A ledger's function or status is none of the contract's.",
		Cure:  "Use a word of the contract; the message lists it.",
		Example: diag.Edit("set/epistemic.md",
			"| [RT-RTE-page-turn](runtime.md#rt-rte-page-turn) | retention | implemented | [MEM-OBJ-page-mark](memory.md#mem-obj-page-mark) | no content change | a number | none | on a turn | a mark | permissive | none | none | none | SRC-1, `page.go` | none | none | none |",
			"»| [RT-RTE-page-turn](runtime.md#rt-rte-page-turn) | hoarding | implemented | [MEM-OBJ-page-mark](memory.md#mem-obj-page-mark) | no content change | a number | none | on a turn | a mark | permissive | none | none | none | SRC-1, `page.go` | none | none | none |«")},
	{Code: CodeAmendmentForm, Severity: diag.Warning, Rule: "16",
		Cause: "An amendment is no supersession; only its text is kept.",
		Cure:  `Write "Amendment: X is superseded by Y; reason." A finding is corrected in its own member.`,
		Example: diag.Edit("set/reconciliation.md",
			"Amendment: [EPI-RTE-page-check](epistemic.md#epi-rte-page-check) is superseded by [RT-RTE-page-turn](runtime.md#rt-rte-page-turn); one function does both.",
			"»Amendment: [EPI-RTE-page-check](epistemic.md#epi-rte-page-check) is a step of another route.«")},
	{Code: CodeItemForm, Severity: diag.Warning, Rule: "19",
		Cause: `A paragraph stands where "none" or a list is due.`,
		Cure:  `Write "none", or each as an item of a list.`,
		Example: diag.Edit("set/report-verification.md", `## Blockers

none`, `## Blockers

»There are none to speak of.«`)},
	{Code: CodeProfileVersion, Severity: diag.Warning, Rule: "26",
		Cause:   "A memory profile of a revision that is not known; its axes are not read.",
		Cure:    "Write the profile in version 2: axes with units, units with findings.",
		Example: diag.Edit("set/memory-profile.md", "  version: 2", "  »«version: 3")},
	{Code: CodeProfileForm, Severity: diag.Warning, Rule: "26, 27",
		Cause: "A profile has an unknown key, lacks an axis, or has findings where none belong.",
		Cure:  "Give each of the ten axes once, with the keys of the contract.",
		Example: diag.Edit("set/memory-profile.md", "  scope: the page file", `  scope: the page file
  »mood«: calm`)},
	{Code: CodeProfileValue, Severity: diag.Warning, Rule: "26",
		Cause:   "A value, basis or assessment of a profile is none of its vocabulary.",
		Cure:    "Use a word of the vocabulary; the message lists it.",
		Example: diag.Edit("set/memory-profile.md", "{value: files,", "{value: »paper«,")},
	{Code: CodeProfileRecord, Severity: diag.Warning, Rule: "26",
		Cause: "An entry of a profile's records names no record.",
		Cure:  "Write the member and the id in lower case: memory.md#mem-rte-recall.",
		Example: diag.Edit("set/memory-profile.md",
			"{value: files, basis: wired, records: [memory.md#mem-obj-page-mark]",
			"{value: files, basis: wired, records: [»memory.md«]")},
	{Code: CodeProfileAxis, Severity: diag.Warning, Rule: "27, 28, 29",
		Cause: "An axis or unit lacks what its assessment needs.",
		Cure:  "Give what the assessment needs, or assess anew.",
		Example: diag.Edit("set/memory-profile.md",
			`    curation_operations:
      assessment: absent
      records: [memory.md#mem-abs-mark-learning]`,
			`    »curation_operations«:
      assessment: absent
      records: [memory.md#mem-obj-page-mark]`)},
	{Code: CodeProfileQuote, Severity: diag.Warning, Rule: "22",
		Cause:   "A memory profile quotes.",
		Cure:    "Quote in the memory report and name its record here.",
		Example: diag.Edit("set/memory-profile.md", "One mark, one file.", "> »var mark int\n> --- `page.go:3`«")},
	{Code: CodeUnknownKey, Severity: diag.Info,
		Cause: "A key of the front matter is not read.",
		Cure:  "Check its spelling, or leave it.",
		Example: diag.Edit("set/synthesis.md",
			"run-id: AAS-2026-10-05-lampstand-01",
			`run-id: AAS-2026-10-05-lampstand-01
»mood«: calm`)},
	{Code: CodeMore, Severity: diag.Info,
		Cause:   "There were more diagnostics than are listed.",
		Cure:    "Correct those that are listed, and check again.",
		Example: diag.Command(`for i in $(seq 300); do echo "[MEM-OBJ-x$i](#mem-obj-x$i)"; done >> set/memory.md; crosswalk check set/memory.md`)},
}
