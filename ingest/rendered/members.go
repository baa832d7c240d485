package rendered

import (
	"path"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A member is what is known of a member type: report-grammar 1.2, 1.3 and 1.5.
type member struct {
	role     string
	analyst  string // whose records it may declare, "" for no one's
	suffix   string // what its title adds to the system's name
	sections []section
}

// A section is one of a member's listed headings.
type section struct {
	title string
	optional,
	coverage, // its table is the coverage table
	ideas, issues bool
}

const (
	sharedRecords = "Shared records"
	annotations   = "Annotations"
)

// unknownMember stands for a document whose type is missing or unknown: every listed heading of any
// member is one, and no order holds.
var unknownMember = member{sections: everySection()}

// members are the member types by the basename of their specification.
var members = map[string]member{
	"agentic-system-memory-report":  memoryMember,
	"agent-memory-analysis-report":  memoryMember,
	"agentic-system-runtime-report": runtimeMember, "agentic-system-epistemic-report": epistemicMember,
	"agentic-system-boundary": boundaryMember, "agentic-system-analysis-overview": overviewMember,
	"agentic-system-reconciliation-report": reconciliationMember,
	"agentic-system-synthesis":             synthesisMember, "agentic-system-verification": verificationMember,
	"agentic-system-memory-profile": profileMember, "agent-memory-profile": profileMember,
}

var (
	memoryMember = member{"memory", report.AnalystMemory, " memory report", []section{
		{title: "Boundary and evidence", coverage: true}, {title: "Core ideas", ideas: true},
		{title: sharedRecords}, {title: annotations, optional: true}, {title: "Write side"}, {title: "Read-back"},
		{title: "Integration issues", issues: true}, {title: "Limitations and checks"},
		{title: "Comparison rationale", optional: true},
	}}
	runtimeMember = member{"runtime", report.AnalystRuntime, " runtime report", []section{
		{title: "Runtime account"}, {title: sharedRecords}, {title: annotations, optional: true},
	}}
	epistemicMember = member{"epistemic", report.AnalystEpistemic, " epistemic report", []section{
		{title: "Source-and-claim boundary", coverage: true}, {title: "Epistemic-object inventory"},
		{title: "Authority-route ledger"}, {title: "System-claim versus route comparison"},
		{title: "Bounded conclusion"}, {title: sharedRecords}, {title: annotations, optional: true},
	}}
	boundaryMember = member{"boundary", "", " boundary", []section{
		{title: "Boundary and evidence", coverage: true}, {title: "Source register"}, {title: "Not reached", optional: true},
	}}
	overviewMember = member{"overview", "", " analysis overview", []section{
		{title: "Boundary and evidence"}, {title: "Source register"}, {title: "Bounded synthesis"},
		{title: "Limitations"}, {title: "Verification and blockers"},
	}}
	reconciliationMember = member{"reconciliation", "", " reconciliation report", []section{{title: "Reconciliation"}}}
	synthesisMember      = member{"synthesis", "", " synthesis", []section{{title: "Bounded synthesis"}, {title: "Limitations"}}}
	verificationMember   = member{"verification", "", " verification", []section{{title: "Verification"}, {title: "Blockers"}, {title: "Limits"}}}
	profileMember        = member{"memory-profile", "", " memory profile", []section{{title: "Comparison rationale"}}}
)

// kindHeadings are the headings inside Shared records, in order, with the kind of id below each.
var kindHeadings = []struct{ title, kind string }{
	{"Components", report.KindComponent},
	{"Operative objects", report.KindObject},
	{"Routes", report.KindRoute},
	{"Claims", report.KindClaim},
	{"Evidenced absences", report.KindAbsence},
	{"Behavioral-authority paths", report.KindAuthorityPath},
}

func kindHeading(text string) int {
	for i, k := range kindHeadings {
		if k.title == text {
			return i
		}
	}
	return -1
}

// memberOf finds the member type of a Type line's value. Directories vary by era, the basename does not.
func memberOf(typ string) (member, bool) {
	m, ok := members[strings.TrimSuffix(path.Base(typ), ".md")]
	return m, ok
}

// section returns the index of a listed heading, or -1.
func (m member) section(title string) int {
	for i, s := range m.sections {
		if s.title == title {
			return i
		}
	}
	return -1
}

func everySection() []section {
	seen := map[string]bool{}
	var all []section
	for _, m := range []member{memoryMember, runtimeMember, epistemicMember, boundaryMember, overviewMember,
		reconciliationMember, synthesisMember, verificationMember, profileMember} {
		for _, s := range m.sections {
			if !seen[s.title] {
				seen[s.title] = true
				all = append(all, s)
			}
		}
	}
	return all
}
