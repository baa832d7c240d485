package early

import (
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
)

// The codes of this package's diagnostics, besides those that package mdtext gives under the name of the
// format. They are stable: tests, documentation and --strict key on them, the wording beside them is free.
const (
	CodeTooLarge = "early/too-large"

	CodeDuplicateDeclaration = "early/duplicate-declaration"
	CodeForeignPrefix        = "early/foreign-prefix"
	CodeKindMismatch         = "early/kind-mismatch"
	CodeOutsideSharedRecords = "early/record-outside-shared-records"
	CodeMalformedID          = "early/malformed-id"
	CodeStatusUnknown        = "early/status-unknown-value"
	CodeAttribution          = "early/attribution"
	CodeAmendmentForm        = "early/amendment-form"
	CodeProfileValue         = "early/profile-value"
	CodeTableRow             = "early/table-row"
	CodeTableColumns         = "early/table-columns"

	CodeAnswerMissing = "early/answer-missing"
	CodeKeptAsText    = "early/kept-as-text"
	CodeUnknownKey    = "early/front-matter-unknown-key"
	CodeMore          = "early/more-diagnostics"
)

// example is the clean document of the examples.
const example = "early/result.md"

// Codes says of each code what it means and what to do. A code that is added has its entry here.
var Codes = diag.Catalogue{
	{Code: CodeTooLarge, Severity: diag.Error,
		Cause:   "The document is over a limit on bytes, lines, line length or facts.",
		Cure:    "Split the file, or leave it out: a single-file result has some hundred kilobytes.",
		Example: diag.Command(`head -c 1100000 /dev/zero | tr '\0' x >> early/result.md; crosswalk check early`)},
	{Code: Format{}.Name() + mdtext.Empty, Severity: diag.Error,
		Cause:   "The document holds nothing but blanks.",
		Cure:    "Give the text of the report.",
		Example: diag.Command(`printf '\n' > early/result.md; crosswalk check --as early early/result.md`)},
	{Code: Format{}.Name() + mdtext.Nesting, Severity: diag.Error,
		Cause:   "A line opens more lists and quotations than any report; it is not read.",
		Cure:    "Take the marks off, or put the line into fenced code.",
		Example: diag.Edit(example, "## Reconciliation\n", "## Reconciliation\n\n»>>>>>>>>>>>>>>>>> deep«\n")},
	{Code: Format{}.Name() + mdtext.InvalidUTF8, Severity: diag.Error,
		Cause:   "A byte sequence is no UTF-8, so quotations and names could not be trusted.",
		Cure:    "Convert the file to UTF-8; it may be Windows-1252.",
		Example: diag.Command(`printf 'caf\351\n' >> early/result.md; crosswalk check early`)},
	{Code: Format{}.Name() + mdtext.NulByte, Severity: diag.Error,
		Cause:   "A NUL byte says that the file is no text.",
		Cure:    "Give the text of the report; convert it to UTF-8 should it be UTF-16.",
		Example: diag.Command(`printf '\000\n' >> early/result.md; crosswalk check early`)},
	{Code: Format{}.Name() + mdtext.FrontMatter, Severity: diag.Error,
		Cause:   "The front matter has no end, is no YAML mapping, or is over its caps.",
		Cure:    "Write lines of the form key: value between two lines of three hyphens, and put a value with a colon in quotes.",
		Example: diag.Edit(example, "system: Kilnwatch", "»«system: Kiln: watch")},
	{Code: Format{}.Name() + mdtext.FrontMatterAlias, Severity: diag.Error,
		Cause:   "The front matter has an anchor or alias.",
		Cure:    "Write the value out.",
		Example: diag.Edit(example, "system: Kilnwatch", "system: »«&kiln Kilnwatch")},
	{Code: Format{}.Name() + mdtext.Unclosed, Severity: diag.Error,
		Cause:   "Fenced code or a comment has no end, so all that follows it is taken into it.",
		Cure:    "Close the fence by a line of its own with as many marks, and the comment by -->.",
		Example: diag.Edit(example, "## Reconciliation\n", "## Reconciliation\n\n»```«\n")},
	{Code: Format{}.Name() + mdtext.KeyForm, Severity: diag.Warning,
		Cause:   "A key has a value of another form, or stands twice; the first counts.",
		Cure:    "Write the value in the form that the key has, once.",
		Example: diag.Edit(example, "system: Kilnwatch", "system: Kilnwatch\n»system«: Kiln")},

	{Code: CodeDuplicateDeclaration, Severity: diag.Warning,
		Cause:   "An id is declared a second time. The first declaration counts; the second is text of its section.",
		Cure:    "Give one of the two records another id, or join them.",
		Example: diag.Edit(example, "## Reconciliation\n", "#### »OBJ-1« — Heat log\n\n## Reconciliation\n")},
	{Code: CodeForeignPrefix, Severity: diag.Warning,
		Cause:   "What has the form of a declaration begins with an id that declares none here: a specialist's proposal, which has an analyst's prefix, or a source.",
		Cure:    "Give the record an id of its kind and a number; proposals belong to the reconciliation.",
		Example: diag.Edit(example, "## Reconciliation\n", "#### »MEM-RTE-1« — A proposal\n\n## Reconciliation\n")},
	{Code: CodeKindMismatch, Severity: diag.Warning,
		Cause:   "A record stands under the heading of another kind. Its id decides.",
		Cure:    "Move the record below the heading of its kind.",
		Example: diag.Edit(example, "## Reconciliation\n", "#### »OBJ-2« — Heat log\n\n## Reconciliation\n")},
	{Code: CodeOutsideSharedRecords, Severity: diag.Warning,
		Cause:   "A heading has the form of a declaration and stands outside of the section of records. It declares nothing.",
		Cure:    "Move the record to Shared records; as it is, what stands below is text about it.",
		Example: diag.Edit(example, "## Reconciliation\n", "## Reconciliation\n\n### »OBJ-2 — Heat log«\n")},
	{Code: CodeMalformedID, Severity: diag.Warning,
		Cause:   "A word begins like an id and is none, since other words are glued to it. It is text.",
		Cure:    "Write the kind and the number alone: OBJ-9.",
		Example: diag.Edit(example, "the watch writes OBJ-1.", "the watch writes »OBJ-1-like« lines.")},
	{Code: CodeStatusUnknown, Severity: diag.Warning,
		Cause:   "A conclusion status is no member of its vocabulary; its text is kept.",
		Cure:    "Use absent, inapplicable, uninspected, claimed, afforded, wired, observed or causally supported, with a scope after it if needed.",
		Example: diag.Edit(example, "## Reconciliation\n", "## Reconciliation\n\n»Operation conclusion status: maybe«\n")},
	{Code: CodeAttribution, Severity: diag.Warning,
		Cause:   "The last line of a quotation is marked as an attribution and names no path, or stands below no text. The quotation is no evidence.",
		Cure:    "Write \"> --- `path`\" below the quoted lines, with a line range and a revision where needed.",
		Example: diag.Edit(example, "> --- `kiln/log.py`", "> »--- the log«")},
	{Code: CodeAmendmentForm, Severity: diag.Warning,
		Cause:   "An amendment neither says that others supersede its record nor changes a value in a known form. Only its text is kept.",
		Cure:    "Write that X is superseded by Y, or that X's phrase is replaced by a new text.",
		Example: diag.Edit(example, `Amendment: OBJ-1's representational form is replaced by "text".`, "»Amendment: the log is better now.«")},
	{Code: CodeProfileValue, Severity: diag.Warning,
		Cause:   "A value, basis or assessment of the profile is none of its vocabulary; it is kept.",
		Cure:    "Use a word of the axis.",
		Example: diag.Edit(example, "{assessment: known, values", "{assessment: »sure«, values")},
	{Code: CodeTableRow, Severity: diag.Warning,
		Cause:   "A row of a table, or the row of hyphens below its header, has another number of cells than the header. A row with more is text, since no column is sure.",
		Cure:    "Give every cell, and escape pipes inside cells as \\|.",
		Example: diag.Edit(example, "| OBJ-1 | Firing log | symbolic |", "»| OBJ-1 | Firing log |«")},
	{Code: CodeTableColumns, Severity: diag.Warning,
		Cause:   "A table is wider than any table of a report; it is not read.",
		Cure:    "Split the table.",
		Example: diag.Command(`printf '%065d\n' 0 0 | sed '1s/0/| a /g; 2s/0/|---/g; s/$/|/' >> early/result.md; crosswalk check early`)},

	{Code: CodeAnswerMissing, Severity: diag.Info,
		Cause:   "A route does not give all answers, or no conclusion status. What is missing is not stated; it never means none.",
		Cure:    "Add the labelled sentences, if the report is still written.",
		Example: diag.Edit(example, "RTE-1 — Logging a firing: the watch writes OBJ-1. Immediate return: a line.", "»RTE-1« — Logging a firing: the watch writes OBJ-1.")},
	{Code: CodeKeptAsText, Severity: diag.Info,
		Cause:   "Some of the document is only text: rows of tables that no header explains, ids of proposals and of parts, ranges of ids, statuses in words of their own. It says how many.",
		Cure:    "Nothing, where the report is history; the text is kept and found by search.",
		Example: diag.Edit(example, "the watch writes OBJ-1.", "the watch writes OBJ-1/c2.")},
	{Code: CodeUnknownKey, Severity: diag.Info,
		Cause:   "A key of the front matter is not read.",
		Cure:    "Check its spelling; nothing is taken from it.",
		Example: diag.Edit(example, "system: Kilnwatch", "system: Kilnwatch\n»colour«: red")},
	{Code: CodeMore, Severity: diag.Info,
		Cause:   "There were more diagnostics than are listed.",
		Cure:    "Correct those above and read the document again.",
		Example: diag.Command(`seq 300 | sed 's/.*/OBJ-&-like./' >> early/result.md; crosswalk check early`)},
}
