package review

// The codes of this package's diagnostics, besides those that package mdtext gives under the name of
// the format. They are stable: tests, documentation and --strict key on them, the wording beside them
// is free.
//
// Warnings: a rule of the grammar is broken. What it is about is not guessed: it is not stated.
const (
	// CodeMissingKey: the front matter lacks a key that a review is filed by.
	CodeMissingKey = "review/front-matter-missing-key"
	// CodeKeyValue: a key has a value outside of its vocabulary; it is kept.
	CodeKeyValue = "review/front-matter-value"
	// CodeDate: a date is not of the form YYYY-MM-DD, or the opening line has another than the front matter.
	CodeDate = "review/date"
	// CodeRepository: no opening line names the repository.
	CodeRepository = "review/repository-missing"
	// CodeRevision: the reviewed revision is missing, or no full commit.
	CodeRevision = "review/revision-form"
	// CodeLeadForm: the label of an axis stands without tokens in code.
	CodeLeadForm = "review/lead-form"
	// CodeLeadDuplicate: an axis is stated a second time; the first counts.
	CodeLeadDuplicate = "review/lead-duplicate"
	// CodeLeadMissing: an axis that applies is not stated.
	CodeLeadMissing = "review/lead-missing"
	// CodeToken: a token is none of its axis's values.
	CodeToken = "review/token-unknown"
	// CodeTokenRepeated: a token stands twice in one line.
	CodeTokenRepeated = "review/token-repeated"
	// CodeSentinel: a token that says that there are no values, or that nobody can tell, stands beside others.
	CodeSentinel = "review/sentinel-mixed"
	// CodeInapplicable: an axis that does not apply is given values.
	CodeInapplicable = "review/axis-inapplicable"
	// CodeAnchor: a link leads to a pinned file of another repository or revision than the reviewed one.
	CodeAnchor = "review/anchor-elsewhere"
	// CodeAttribution: the last line of a quotation is marked as an attribution and names no path, or
	// stands below no text; it is no evidence.
	CodeAttribution = "review/attribution"
)

const (
	// CodeTooLarge (error): the document is over a limit on bytes, lines, line length or facts.
	CodeTooLarge = "review/too-large"
	// CodeUnknownKey (info): a key of the front matter is not read.
	CodeUnknownKey = "review/front-matter-unknown-key"
	// CodeMore (info): there were more diagnostics than are listed.
	CodeMore = "review/more-diagnostics"
)
