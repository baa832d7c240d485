package markdown

// The codes of this package's diagnostics. They are stable: tests, documentation and --strict key on
// them, the wording beside them is free. Where a rendering can break the same rule, the part after
// the slash is the same there.
//
// Errors: a fact would be wrong or cannot be placed, so the document is not applied.
const (
	// CodeEmpty: the document holds nothing but blanks.
	CodeEmpty = "markdown/empty-document"
	// CodeTooLarge: the document is over a limit on bytes, lines, line length or facts.
	CodeTooLarge = "markdown/too-large"
	// CodeNesting: a line opens more lists and quotations than any report; it is not read.
	CodeNesting = "markdown/nesting"
	// CodeInvalidUTF8: a byte sequence is no UTF-8, so quotations and names could not be trusted.
	CodeInvalidUTF8 = "markdown/invalid-utf8"
	// CodeNulByte: a NUL byte says that the file is no text.
	CodeNulByte = "markdown/nul-byte"
	// CodeGrammar: the report is written in another grammar than G5 (report-grammar 2.12).
	CodeGrammar = "markdown/unsupported-grammar"
	// CodeFrontMatter: the front matter has no end, is no YAML mapping, or is over its caps.
	CodeFrontMatter = "markdown/front-matter"
	// CodeFrontMatterAlias: the front matter has an anchor or alias.
	CodeFrontMatterAlias = "markdown/front-matter-alias"
	// CodeUnclosed: fenced code or a comment has no end, so all that follows it is taken into it.
	CodeUnclosed = "markdown/unclosed"
	// CodeDuplicateDeclaration: an id is declared a second time in the document (report-grammar 6.1, 3).
	CodeDuplicateDeclaration = "markdown/duplicate-declaration"
	// CodeMalformedDeclaration: a record heading is shaped like an id and is none of this grammar.
	CodeMalformedDeclaration = "markdown/malformed-declaration"
)

// Warnings: a rule of the grammar is broken, the meaning is plain.
const (
	// CodeUnknownType: the type is missing or names no member type (report-grammar 1.3).
	CodeUnknownType = "markdown/unknown-type"
	// CodeMissingKey: a key that identifies the run is missing.
	CodeMissingKey = "markdown/front-matter-missing-key"
	// CodeKeyForm: a key has a value of another form, or stands twice; the first counts.
	CodeKeyForm = "markdown/front-matter-form"
	// CodeKeyValue: a key has a value outside of its vocabulary (report-grammar 3.4); it is kept.
	CodeKeyValue = "markdown/front-matter-value"
	// CodePending: a memory report still says that its validation is pending (6.1, 22).
	CodePending = "markdown/validation-pending"
	// CodeSectionOrder: a section heading out of the member type's order, or a second one.
	CodeSectionOrder = "markdown/section-out-of-order"
	// CodeSectionMissing: sections that the member type requires are not there.
	CodeSectionMissing = "markdown/section-missing"
	// CodeMissingLabel: the first line of a record is no "Label:" line, or an empty one (6.1, 2).
	CodeMissingLabel = "markdown/missing-label"
	// CodeLabelInHeading: the label stands in the heading, as older grammars had it (6.1, 1).
	CodeLabelInHeading = "markdown/label-in-heading"
	// CodeHeadingForm: the id of a record heading has marks around it.
	CodeHeadingForm = "markdown/heading-form"
	// CodeHeadingLevel: a record heading of another level; it declares nothing.
	CodeHeadingLevel = "markdown/record-heading-level"
	// CodeForeignPrefix: a record carries the prefix of an analyst who does not write this member (6.1, 4).
	CodeForeignPrefix = "markdown/foreign-prefix"
	// CodeKindMismatch: a record stands under the heading of another kind.
	CodeKindMismatch = "markdown/kind-mismatch"
	// CodeOutsideSharedRecords: a record heading in another section; it declares nothing.
	CodeOutsideSharedRecords = "markdown/record-outside-shared-records"
	// CodeOutsideAnnotations: an annotation in another section; it is taken all the same.
	CodeOutsideAnnotations = "markdown/annotation-outside-annotations"
	// CodeAnnotationTarget: an annotation heading links several records; it is no annotation (6.1, 12).
	CodeAnnotationTarget = "markdown/annotation-target"
	// CodeAnnotationForm: an annotation heading names its record without a link.
	CodeAnnotationForm = "markdown/annotation-form"
	// CodeAnnotationOwn: an annotation on a record of the same analyst.
	CodeAnnotationOwn = "markdown/annotation-own-record"
	// CodePartOfSelf: a record is part of itself; the line is ignored (6.1, 13).
	CodePartOfSelf = "markdown/part-of-self"
	// CodePartOfDuplicate: a second part-of line in a record; it is ignored.
	CodePartOfDuplicate = "markdown/part-of-duplicate"
	// CodePartOfForm: a part-of line in another form or place than report-grammar 2.5 allows.
	CodePartOfForm = "markdown/part-of-form"
	// CodeAnswerMissing: a route lacks answers, or has empty ones; they are not stated (6.1, 14).
	CodeAnswerMissing = "markdown/answer-missing"
	// CodeAnswerDuplicate: a route gives an answer twice; the first counts.
	CodeAnswerDuplicate = "markdown/answer-duplicate"
	// CodeAnswerUncertainty: "inapplicable" or "uninspected" without an em dash and a reason.
	CodeAnswerUncertainty = "markdown/answer-malformed-uncertainty"
	// CodeAnswerForm: an answer in a bullet that is indented.
	CodeAnswerForm = "markdown/answer-form"
	// CodeFieldBelowHeading: a field or status below a heading inside a record; it does not count.
	CodeFieldBelowHeading = "markdown/field-below-heading"
	// CodeStatusMissing: a route has no conclusion status of its own (6.1, 15).
	CodeStatusMissing = "markdown/status-missing"
	// CodeStatusUnknown: a conclusion status is no member of the enum; the text is kept.
	CodeStatusUnknown = "markdown/status-unknown-value"
	// CodeStatusDuplicate: one layer has two statuses in a record; the first counts.
	CodeStatusDuplicate = "markdown/status-duplicate-layer"
	// CodeMalformedID: the fragment of a link begins like a record's and is none; the link cites nothing.
	CodeMalformedID = "markdown/malformed-id"
	// CodeLinkLabel: a link's label is not the id that its fragment denotes; the fragment is followed (6.1, 7).
	CodeLinkLabel = "markdown/link-label"
	// CodeLinkFragment: a link's label is an id and its fragment is no record's; the label is followed.
	CodeLinkFragment = "markdown/link-fragment"
	// CodeLinkDestination: a record link leads to a file that does not declare such records (6.1, 8 and 11).
	CodeLinkDestination = "markdown/link-destination"
	// CodeLinkScope: a member cites records that its role may not cite (6.1, 8).
	CodeLinkScope = "markdown/link-scope"
	// CodeUnresolved: a same-document link names a record that is not declared here.
	CodeUnresolved = "markdown/unresolved-link"
	// CodeMalformedSource: a source id is malformed; it is text.
	CodeMalformedSource = "markdown/malformed-source"
	// CodeSourceRange: a range of sources; only its written ends count (6.1, 9).
	CodeSourceRange = "markdown/source-range"
	// CodeUnregistered: a source is cited that the document's own register lacks (6.1, 9).
	CodeUnregistered = "markdown/source-unregistered"
	// CodeRegisterDuplicate: a source has two rows in the register (6.1, 17).
	CodeRegisterDuplicate = "markdown/register-duplicate"
	// CodeRegisterFrozen: no row of the register has the revision that the front matter pins.
	CodeRegisterFrozen = "markdown/register-frozen-source"
	// CodeAttribution: the last line of a quotation is marked as an attribution and names no path, or
	// stands below no text; it is no evidence.
	CodeAttribution = "markdown/attribution"
	// CodeProseRange: lines of a file are named outside of an attribution (6.1, 25).
	CodeProseRange = "markdown/range-outside-attribution"
	// CodeTableRow: a table row has another number of cells than its header.
	CodeTableRow = "markdown/table-row"
	// CodeTableColumns: a table has other columns than the contract's (6.1, 17 and 18).
	CodeTableColumns = "markdown/table-columns"
	// CodeLedgerVocabulary: a ledger's function or status is none of the contract's (6.1, 18).
	CodeLedgerVocabulary = "markdown/ledger-vocabulary"
	// CodeAmendmentForm: an amendment is no supersession; only its text is kept (6.1, 16).
	CodeAmendmentForm = "markdown/amendment-form"
	// CodeItemForm: a paragraph stands where "none" or a list is due (6.1, 19).
	CodeItemForm = "markdown/item-form"
	// CodeProfileVersion: a memory profile of an older revision; its axes are not read.
	CodeProfileVersion = "markdown/profile-version"
	// CodeProfileForm: a profile has an unknown key, lacks an axis, or has findings where none belong (6.1, 26 and 27).
	CodeProfileForm = "markdown/profile-form"
	// CodeProfileValue: a value, basis or assessment of a profile is none of its vocabulary (6.1, 26).
	CodeProfileValue = "markdown/profile-value"
	// CodeProfileRecord: an entry of a profile's records names no record.
	CodeProfileRecord = "markdown/profile-record"
	// CodeProfileAxis: an axis or unit lacks what its assessment needs (6.1, 27 to 29).
	CodeProfileAxis = "markdown/profile-axis"
	// CodeProfileQuote: a memory profile quotes (6.1, 22).
	CodeProfileQuote = "markdown/profile-quotation"
)

// Infos.
const (
	// CodeUnknownKey: a key of the front matter is not read.
	CodeUnknownKey = "markdown/front-matter-unknown-key"
	// CodeMore: there were more diagnostics than are listed.
	CodeMore = "markdown/more-diagnostics"
)
