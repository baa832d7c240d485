package review

import (
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
)

// The codes of this package's diagnostics, besides those that package mdtext gives under the name of
// the format. They are stable: tests, documentation and --strict key on them, the wording beside them
// is free.
//
// Warnings: a rule of the grammar is broken. What it is about is not guessed: it is not stated.
const (
	CodeMissingKey    = "review/front-matter-missing-key"
	CodeKeyValue      = "review/front-matter-value"
	CodeDate          = "review/date"
	CodeRepository    = "review/repository-missing"
	CodeRevision      = "review/revision-form"
	CodeLeadForm      = "review/lead-form"
	CodeLeadDuplicate = "review/lead-duplicate"
	CodeLeadMissing   = "review/lead-missing"
	CodeToken         = "review/token-unknown"
	CodeTokenRepeated = "review/token-repeated"
	CodeSentinel      = "review/sentinel-mixed"
	CodeInapplicable  = "review/axis-inapplicable"
	CodeAnchor        = "review/anchor-elsewhere"
	CodeAttribution   = "review/attribution"
)

const (
	CodeTooLarge   = "review/too-large"
	CodeUnknownKey = "review/front-matter-unknown-key"
	CodeMore       = "review/more-diagnostics"
)

// Codes says of each code what it means and what to do. A code that is added has its entry here.
var Codes = diag.Catalogue{
	{Code: CodeTooLarge, Severity: diag.Error,
		Cause:   "The document is over a limit on bytes, lines, line length or facts.",
		Cure:    "Split the file, or leave it out: a review has some dozen kilobytes.",
		Example: diag.Command(`head -c 1100000 /dev/zero | tr '\0' x >> review/lampstand.md; crosswalk check review`)},
	{Code: Format{}.Name() + mdtext.Empty, Severity: diag.Error,
		Cause:   "The document holds nothing but blanks.",
		Cure:    "Give the text of the review.",
		Example: diag.Command(`printf '\n' > review/lampstand.md; crosswalk check --as review review/lampstand.md`)},
	{Code: Format{}.Name() + mdtext.Nesting, Severity: diag.Error,
		Cause: "A line opens more lists and quotations than any review; it is not read.",
		Cure:  "Take the marks off, or put the line into fenced code.",
		Example: diag.Edit("review/lampstand.md",
			"**A page is a number.**",
			`»>>>>>>>>>>>>>>>>> deep«

**A page is a number.**`)},
	{Code: Format{}.Name() + mdtext.InvalidUTF8, Severity: diag.Error,
		Cause:   "A byte sequence is no UTF-8, so quotations and names could not be trusted.",
		Cure:    "Convert the file to UTF-8; it may be Windows-1252.",
		Example: diag.Command(`printf 'caf\351\n' >> review/lampstand.md; crosswalk check review`)},
	{Code: Format{}.Name() + mdtext.NulByte, Severity: diag.Error,
		Cause:   "A NUL byte says that the file is no text.",
		Cure:    "Give the text of the review; convert it to UTF-8 should it be UTF-16.",
		Example: diag.Command(`printf '\000\n' >> review/lampstand.md; crosswalk check review`)},
	{Code: Format{}.Name() + mdtext.FrontMatter, Severity: diag.Error,
		Cause:   "The front matter has no end, is no YAML mapping, or is over its caps.",
		Cure:    "Write lines of the form key: value between two lines of three hyphens, and put a value with a colon in quotes.",
		Example: diag.Edit("review/lampstand.md", "source-tier: code-grounded", "»«source-tier: code: grounded")},
	{Code: Format{}.Name() + mdtext.FrontMatterAlias, Severity: diag.Error,
		Cause:   "The front matter has an anchor or alias.",
		Cure:    "Write the value out.",
		Example: diag.Edit("review/lampstand.md", "source-tier: code", "source-tier: »«&tier code")},
	{Code: Format{}.Name() + mdtext.Unclosed, Severity: diag.Error,
		Cause:   "Fenced code or a comment has no end, so all that follows it is taken into it.",
		Cure:    "Close the fence by a line of its own with as many marks, and the comment by -->.",
		Example: diag.Edit("review/lampstand.md", "> var mark int", "»```«\n> var mark int")},
	{Code: Format{}.Name() + mdtext.KeyForm, Severity: diag.Warning, Rule: "review",
		Cause: "A key has a value of another form, or stands twice; the first counts.",
		Cure:  "Write the value in the form that the key has, once.",
		Example: diag.Edit("review/lampstand.md", "tags: [lamps]", `tags: [lamps]
»tags«: [pages]`)},
	{Code: CodeMissingKey, Severity: diag.Warning, Rule: "review",
		Cause: "The front matter lacks a key that a review is filed by.",
		Cure:  "State it in the front matter.",
		Example: diag.Edit("review/lampstand.md",
			`---
type: types/agent-memory-system-review.md
description: "Lampstand review: a lamp that knows its page"
source-tier: code-grounded
`,
			`»---«
type: types/agent-memory-system-review.md
description: "Lampstand review: a lamp that knows its page"
`)},
	{Code: CodeKeyValue, Severity: diag.Warning, Rule: "review",
		Cause:   "A key has a value outside of its vocabulary; it is kept.",
		Cure:    "Use a word of the vocabulary; the message lists it.",
		Example: diag.Edit("review/lampstand.md", "source-tier: code-grounded", "source-tier: »hearsay«")},
	{Code: CodeDate, Severity: diag.Warning, Rule: "review",
		Cause:   "A date is not of the form YYYY-MM-DD, or the opening line has another than the front matter.",
		Cure:    "Write the date as YYYY-MM-DD, and the same in both places.",
		Example: diag.Edit("review/lampstand.md", "last-checked: 2026-10-05", "last-checked: »in autumn«")},
	{Code: CodeRepository, Severity: diag.Warning, Rule: "review",
		Cause: "No opening line names the repository.",
		Cure:  `Write "**Repository:** https://…" below the title.`,
		Example: diag.Edit("review/lampstand.md",
			`---

# Lampstand

**Repository:** https://example.org/lamp/stand`,
			`---
»«
# Lampstand`)},
	{Code: CodeRevision, Severity: diag.Warning, Rule: "review",
		Cause: "The reviewed revision is missing, or no full commit.",
		Cure:  `Write "**Reviewed commit:**" and the full commit below the title.`,
		Example: diag.Edit("review/lampstand.md",
			"**Reviewed commit:** 5c0ffee1d2a3b4c5d6e7f8091a2b3c4d5e6f7081",
			"**»Reviewed commit:** the newest«")},
	{Code: CodeLeadForm, Severity: diag.Warning, Rule: "review",
		Cause: "The label of an axis stands without tokens in code.",
		Cure:  "Write \"**Axis:** `token` — reason\".",
		Example: diag.Edit("review/lampstand.md",
			"**Storage substrate:** `files` — One file.",
			"**»Storage substrate:«** files — One file.")},
	{Code: CodeLeadDuplicate, Severity: diag.Warning, Rule: "review",
		Cause: "An axis is stated a second time; the first counts.",
		Cure:  "Join the two lines.",
		Example: diag.Edit("review/lampstand.md",
			"**Write agency:** `manual` — A hand turns.",
			"**Write agency:** `manual` — A hand turns.\n\n**»Write agency:«** `automatic` — A spring turns.")},
	{Code: CodeLeadMissing, Severity: diag.Warning, Rule: "review",
		Cause:   "An axis that applies is not stated.",
		Cure:    "Add the line; `none` and `not-determinable` are answers, too.",
		Example: diag.Command(`sed -i '/^\*\*Lineage/d' review/lampstand.md; crosswalk check review`)},
	{Code: CodeToken, Severity: diag.Warning, Rule: "review",
		Cause: "A token is none of its axis's values.",
		Cure:  "Use a token of the axis; the message lists them.",
		Example: diag.Edit("review/lampstand.md",
			"**Storage substrate:** `files` — One file.",
			"**Storage substrate:** `»paper«` — One file.")},
	{Code: CodeTokenRepeated, Severity: diag.Warning, Rule: "review",
		Cause: "A token stands twice in one line.",
		Cure:  "Remove one.",
		Example: diag.Edit("review/lampstand.md",
			"**Storage substrate:** `files` — One file.",
			"**Storage substrate:** `files` `»files«` — One file.")},
	{Code: CodeSentinel, Severity: diag.Warning, Rule: "review",
		Cause: "A token that says that there are no values, or that nobody can tell, stands beside others.",
		Cure:  "Remove it, or the others.",
		Example: diag.Edit("review/lampstand.md",
			"**Storage substrate:** `files` — One file.",
			"**Storage substrate:** `files` `»none«` — One file.")},
	{Code: CodeInapplicable, Severity: diag.Warning, Rule: "review",
		Cause: "An axis that does not apply is given values.",
		Cure:  "Take the values out, or correct the line that says that the axis does not apply.",
		Example: diag.Edit("review/lampstand.md",
			"**Read-back:** `pull` — The program asks.",
			"**Read-back:** `pull` — The program asks.\n\n**Read-back signal:** `»coarse«` — It is shown.")},
	{Code: CodeAnchor, Severity: diag.Warning, Rule: "review",
		Cause: "A link leads to a pinned file of another repository or revision than the reviewed one.",
		Cure:  "Link the reviewed commit, or say why not.",
		Example: diag.Edit("review/lampstand.md",
			"Nothing else is kept.",
			"Nothing else is kept ([»page.go«](https://example.org/pen/inkwell/blob/5c0ffee1d2a3b4c5d6e7f8091a2b3c4d5e6f7081/page.go)).")},
	{Code: CodeAttribution, Severity: diag.Warning, Rule: "review",
		Cause:   "The last line of a quotation is marked as an attribution and names no path, or stands below no text; it is no evidence.",
		Cure:    `Write "> --- " and the path in a code span as the last line of the quotation.`,
		Example: diag.Edit("review/lampstand.md", "> --- `page.go:3`", "> »--- the page file«")},
	{Code: CodeUnknownKey, Severity: diag.Info,
		Cause: "A key of the front matter is not read.",
		Cure:  "Check its spelling, or leave it.",
		Example: diag.Edit("review/lampstand.md", "tags: [lamps]", `tags: [lamps]
»mood«: calm`)},
	{Code: CodeMore, Severity: diag.Info,
		Cause:   "There were more diagnostics than are listed.",
		Cure:    "Correct those that are listed, and check again.",
		Example: diag.Command("for i in $(seq 300); do printf '\\n**Storage substrate:** `paper`\\n'; done >> review/lampstand.md; crosswalk check review")},
}
