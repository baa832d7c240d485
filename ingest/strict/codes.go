package strict

import "github.com/crosswalk-graph/crosswalk/ingest/diag"

// The codes of this package's diagnostics, all errors. They are stable: tests and documentation key on
// them, the wording beside them is free.
const (
	CodeDuplicate         = "strict/duplicate-declaration"
	CodeNameExtends       = "strict/name-extends"
	CodeLinkAbsent        = "strict/link-member-absent"
	CodeUnregistered      = "strict/source-unregistered"
	CodeLinkOutside       = "strict/link-outside"
	CodeAnswerElsewhere   = "strict/answer-elsewhere"
	CodeBlockerMember     = "strict/blocker-member"
	CodeLimit             = "strict/limit-not-carried"
	CodeAmendmentIndex    = "strict/amendment-index"
	CodeMemberUnlinked    = "strict/member-unlinked"
	CodeMemberMissing     = "strict/member-missing"
	CodeMemberUnknown     = "strict/member-unknown"
	CodeMemberType        = "strict/member-type"
	CodeIdentity          = "strict/identity-differs"
	CodeManifestMissing   = "strict/manifest-missing"
	CodeQuotationRevision = "strict/quotation-revision"
	CodeProfileAxis       = "strict/profile-axis"
	CodeMore              = "strict/more-diagnostics"
)

// Codes says of each code what it means and what to do. A code that is added has its entry here.
var Codes = diag.Catalogue{
	{Code: CodeDuplicate, Severity: diag.Error, Rule: "3",
		Cause:   "A record is declared in two members of a set.",
		Cure:    "Keep one declaration and link it.",
		Example: diag.Command(`sed -i 's/^### Routes$/&\n\n#### MEM-OBJ-page-mark\n\nLabel: The mark again\n/' set/epistemic.md; crosswalk check --strict set`)},
	{Code: CodeNameExtends, Severity: diag.Error, Rule: "5",
		Cause: "In grammar G4 an id goes on from another declared one, so that a reader cannot tell where it ends.",
		Cure:  "Give one of the two a name of its own.",
		Example: diag.Command(`cat > memory.md <<END
---
type: types/agentic-system-memory-report.md
---
# Lampstand memory report
## Shared records
### Operative objects
#### MEM-OBJ-page — Page
#### MEM-OBJ-page-mark — Mark
END
crosswalk check --strict memory.md`)},
	{Code: CodeLinkAbsent, Severity: diag.Error, Rule: "8",
		Cause:   "A member of the set is linked and is not there.",
		Cure:    "Add the member, or take the link out.",
		Example: diag.Command("sed -i 's/: complete/: blocked/' set/*.md; rm set/synthesis.md; crosswalk check --strict set")},
	{Code: CodeUnregistered, Severity: diag.Error, Rule: "9",
		Cause:   "A source is cited that the set's register lacks.",
		Cure:    "Add a row for the source to the register, or cite one that has a row.",
		Example: diag.Edit("set/memory.md", "A turn writes the mark.", "»A turn writes the mark (SRC-2).«")},
	{Code: CodeLinkOutside, Severity: diag.Error, Rule: "11",
		Cause: "A relative link leads out of the folder of the set.",
		Cure:  "Link members of the set, and other pages by their address.",
		Example: diag.Edit("set/memory.md",
			"A turn writes the mark.",
			"A turn writes the mark, as in the [»older report«](../older/memory.md).")},
	{Code: CodeAnswerElsewhere, Severity: diag.Error, Rule: "14",
		Cause: "An annotation, or a record that is no route, answers a question of routes.",
		Cure:  "Answer in the declaration of the route.",
		Example: diag.Edit("set/memory.md",
			"The mark is all that the turn leaves.",
			`The mark is all that the turn leaves.

»- Later read-back: none.«`)},
	{Code: CodeBlockerMember, Severity: diag.Error, Rule: "19",
		Cause: "A blocker in the verification of the reports names no member.",
		Cure:  `Begin the blocker with the member that it is for: "runtime: …".`,
		Example: diag.Edit("set/report-verification.md", `## Blockers

none`, `## Blockers

»- A quotation was not found.«`)},
	{Code: CodeLimit, Severity: diag.Error, Rule: "20",
		Cause: "A verification states a limit on records, and the Limitations of the synthesis cite none of them.",
		Cure:  "Cite one of the records of the limit in the Limitations of the synthesis.",
		Example: diag.Edit("set/report-verification.md",
			"- The answers of [MEM-RTE-mark-recall](memory.md#mem-rte-mark-recall) were read, not tried.",
			"»- The answers of [RT-RTE-evening](runtime.md#rt-rte-evening) were read, not tried.«")},
	{Code: CodeAmendmentIndex, Severity: diag.Error, Rule: "21",
		Cause: "The overview's line of amended records is not what the reconciliation amends, or is not there.",
		Cure:  "List the first record of each amendment, once.",
		Example: diag.Edit("set/overview.md",
			"Amended or superseded records: [EPI-RTE-page-check](epistemic.md#epi-rte-page-check); [reconciliation](reconciliation.md).",
			"»Amended or superseded records: none; [reconciliation](reconciliation.md).«")},
	{Code: CodeMemberUnlinked, Severity: diag.Error, Rule: "21",
		Cause:   "The overview does not link a member that is there.",
		Cure:    "Link each member once.",
		Example: diag.Edit("set/overview.md", "See [synthesis-verification](synthesis-verification.md).", "See there.")},
	{Code: CodeMemberMissing, Severity: diag.Error, Rule: "23",
		Cause:   "The set lacks a member that its disposition requires.",
		Cure:    "Add the member, or correct the disposition.",
		Example: diag.Command("rm set/profile-verification.md; crosswalk check --strict set")},
	{Code: CodeMemberUnknown, Severity: diag.Error, Rule: "23",
		Cause:   "A Markdown file in the folder of a set is no member.",
		Cure:    "Keep the file in another folder.",
		Example: diag.Command("echo '# Notes' > set/notes.md; crosswalk check --strict set")},
	{Code: CodeMemberType, Severity: diag.Error, Rule: "23",
		Cause:   "A member has the type of another.",
		Cure:    "Correct the type, or the name of the file.",
		Example: diag.Command("cp set/synthesis.md set/reconciliation.md; crosswalk check --strict set")},
	{Code: CodeIdentity, Severity: diag.Error, Rule: "23",
		Cause: "A member states another run, revision, disposition or source than the others.",
		Cure:  "Make the values the same.",
		Example: diag.Edit("set/synthesis.md",
			"reviewed-boundary: 5c0ffee1d2a3b4c5d6e7f8091a2b3c4d5e6f7081",
			"reviewed-boundary: »0123456789abcdef0123456789abcdef01234567«")},
	{Code: CodeManifestMissing, Severity: diag.Error, Rule: "23",
		Cause:   "The set has no manifest.",
		Cure:    "Write ARTIFACT.yaml beside the members, with the SHA-256 of each.",
		Example: diag.Command("rm set/ARTIFACT.yaml; crosswalk check --strict set")},
	{Code: CodeQuotationRevision, Severity: diag.Error, Rule: "24",
		Cause: "The attribution of a quotation names a revision that is neither reviewed nor in the register.",
		Cure:  "Quote a revision that the register has, or leave the revision out.",
		Example: diag.Edit("set/memory.md",
			"> --- `page.go:3`",
			"»> --- `page.go:3` @ `0123456789abcdef0123456789abcdef01234567`«")},
	{Code: CodeProfileAxis, Severity: diag.Error, Rule: "28, 29",
		Cause: "An axis of a profile is not assessed as another one requires.",
		Cure:  "Assess the axis as inapplicable, or correct the one that it follows from.",
		Example: diag.Edit("set/memory-profile.md",
			"    trace_source: {assessment: inapplicable, note: nothing learns}",
			"    »trace_source: {assessment: uninspected, note: nobody looked}«")},
	{Code: CodeMore, Severity: diag.Info,
		Cause:   "There were more diagnostics than are listed.",
		Cure:    "Correct those that are listed, and check again.",
		Example: diag.Command(`for i in $(seq 500); do echo "[x](../x$i.md)"; done >> set/memory.md; crosswalk check --strict set`)},
}
