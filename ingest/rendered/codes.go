package rendered

// The codes of this package's diagnostics. They are stable: tests, documentation and --strict key on
// them, the wording beside them is free.
//
// Errors: a fact would be wrong or cannot be placed, so the document is not applied.
const (
	// CodeEmpty: the document holds nothing but blanks.
	CodeEmpty = "rendered/empty-document"
	// CodeTooLarge: the document is over a limit on bytes, lines, line length or facts.
	CodeTooLarge = "rendered/too-large"
	// CodeInvalidUTF8: a byte sequence is no UTF-8, so quotations and names could not be trusted.
	CodeInvalidUTF8 = "rendered/invalid-utf8"
	// CodeNulByte: a NUL byte says that the file is no text.
	CodeNulByte = "rendered/nul-byte"
	// CodeDuplicateDeclaration: an id is declared a second time in the document (report-grammar 6.1, 3).
	CodeDuplicateDeclaration = "rendered/duplicate-declaration"
	// CodeMalformedDeclaration: a heading line with a label below it is shaped like an id and is none,
	// so its record has no identity.
	CodeMalformedDeclaration = "rendered/malformed-declaration"
)

// Warnings: a rule of the grammar is broken, the meaning is plain.
const (
	// CodeUnknownType: the Type line is missing or names no member type (report-grammar 1.3).
	CodeUnknownType = "rendered/unknown-type"
	// CodeMalformedID: an id in running text is malformed; it is kept as text and cites nothing.
	CodeMalformedID = "rendered/malformed-id"
	// CodeMissingLabel: the first line of a record is no "Label:" line, or an empty one.
	CodeMissingLabel = "rendered/missing-label"
	// CodeLabelInHeading: the label stands in the heading line, as older grammars had it.
	CodeLabelInHeading = "rendered/label-in-heading"
	// CodeForeignPrefix: a record carries the prefix of an analyst who does not write this member.
	CodeForeignPrefix = "rendered/foreign-prefix"
	// CodeKindMismatch: a record stands under the heading of another kind.
	CodeKindMismatch = "rendered/kind-mismatch"
	// CodeOutsideSharedRecords: a record heading in another section; it declares nothing.
	CodeOutsideSharedRecords = "rendered/record-outside-shared-records"
	// CodeOutsideAnnotations: an annotation heading in another section; it is taken all the same.
	CodeOutsideAnnotations = "rendered/annotation-outside-annotations"
	// CodeSectionOrder: a section heading out of the member type's order, or a second one.
	CodeSectionOrder = "rendered/section-out-of-order"
	// CodeSectionMissing: sections that the member type requires are not there.
	CodeSectionMissing = "rendered/section-missing"
	// CodeAnswerMissing: a route lacks answers, or has empty ones; they are not stated.
	CodeAnswerMissing = "rendered/answer-missing"
	// CodeAnswerDuplicate: a route gives an answer twice; the first counts.
	CodeAnswerDuplicate = "rendered/answer-duplicate"
	// CodeAnswerUncertainty: "inapplicable", "uninspected" or another word for it without a dash and a reason.
	CodeAnswerUncertainty = "rendered/answer-malformed-uncertainty"
	// CodeStatusMissing: a route has no conclusion status of its own.
	CodeStatusMissing = "rendered/status-missing"
	// CodeStatusUnknown: a conclusion status is no member of the enum; the text is kept.
	CodeStatusUnknown = "rendered/status-unknown-value"
	// CodeStatusDuplicate: one layer has two statuses in a record; the first counts.
	CodeStatusDuplicate = "rendered/status-duplicate-layer"
	// CodePartOfSelf: a record is part of itself; the line is ignored.
	CodePartOfSelf = "rendered/part-of-self"
	// CodePartOfDuplicate: a second part-of line in a record; it is ignored.
	CodePartOfDuplicate = "rendered/part-of-duplicate"
	// CodePartOfForm: a part-of line in another form or place than report-grammar 2.5 allows.
	CodePartOfForm = "rendered/part-of-form"
	// CodeUnattributed: a quotation's marker has no path after it, or no text before it; what there is of
	// the two is left out of everything.
	CodeUnattributed = "rendered/unattributed-quotation"
	// CodeTableRow: a table row has another number of cells than its header.
	CodeTableRow = "rendered/table-row"
)

// Infos: what the rendering destroyed (report-grammar 5.1). Each stands beside a report.Loss whose
// code is the part after the slash.
const (
	// CodeSwallowedTag: something in angle brackets was dropped from quoted code.
	CodeSwallowedTag = "rendered/swallowed-tag"
	// CodeGluedCode: quoted code was split and glued at its backticks.
	CodeGluedCode = "rendered/glued-code"
	// CodeLostTicks: a template literal in quoted code lost its backticks.
	CodeLostTicks = "rendered/lost-code-ticks"
	// CodeLostColumns: a table was flattened; rows whose cells are not certain keep only their text.
	CodeLostColumns = "rendered/lost-columns"
	// CodeLostMarks: a list inside a quotation lost its marks.
	CodeLostMarks = "rendered/lost-list-marks"
	// CodeSplitQuote: the attribution of a quotation stands in a block of its own, so what was quoted can
	// only be the blocks before it, as many as are like code.
	CodeSplitQuote = "rendered/split-quotation"
	// CodeQuotePrefix: a paragraph before a quotation may be its first part.
	CodeQuotePrefix = "rendered/possible-quote-prefix"
	// CodeMore: there were more diagnostics than are listed.
	CodeMore = "rendered/more-diagnostics"
)
