package report

import (
	"path"
	"slices"
	"strings"
)

// A MemberType is what the record contract says of one member of a set: report-grammar 1.2, 1.3 and 1.5.
type MemberType struct {
	Role     string   // "memory", "runtime", …
	Analyst  string   // whose records it may declare, "" for no one's
	Suffixes []string // what its title may add to the system's name, longer ones first
	Sections []SectionType
}

// A SectionType is one of a member's listed headings of level 2, in the order of the contract.
type SectionType struct {
	Title    string
	Optional bool
	Holds    Content
}

// Content says what the tables or items of a section are.
type Content uint8

// The contents of sections. Most hold prose.
const (
	HoldsProse       Content = iota
	HoldsRecords             // declarations below headings of kinds
	HoldsAnnotations         // comments on records of others
	HoldsCoverage            // a table of CoverageRow
	HoldsIdeas               // items: Idea
	HoldsIssues              // items: Issue
	HoldsRegister            // a table of SourceRow
	HoldsObjects             // a table of ObjectRow
	HoldsLedger              // a table of LedgerRow, or its compact form
	HoldsClaims              // a table of ClaimRow
	HoldsLimitations         // a table of Limitation, or items
	HoldsBlockers            // items: Blocker
	HoldsLimits              // items: Blocker with Limit
)

// SharedRecords is the title of the only section in which records are declared.
const SharedRecords = "Shared records"

// A KindType is a heading inside Shared records and the kind of id that stands below it.
type KindType struct{ Title, Kind string }

// KindTypes lists the headings of the six kinds in the order of the contract.
var KindTypes = []KindType{
	{"Components", KindComponent},
	{"Operative objects", KindObject},
	{"Routes", KindRoute},
	{"Claims", KindClaim},
	{"Evidenced absences", KindAbsence},
	{"Behavioral-authority paths", KindAuthorityPath},
}

// KindHeading returns the index in KindTypes of the heading of a kind, or -1.
func KindHeading(title string) int {
	return slices.IndexFunc(KindTypes, func(k KindType) bool { return k.Title == title })
}

// MemberOf finds the member type of a type line's or key's value. Directories and the ending vary by
// era, the basename decides.
func MemberOf(typ string) (MemberType, bool) {
	m, ok := memberTypes[strings.TrimSuffix(path.Base(typ), ".md")]
	return m, ok
}

// UnknownMember stands for a document whose type is missing or unknown: every listed heading of any
// member is one.
func UnknownMember() MemberType {
	all := MemberType{Sections: []SectionType{}}
	for _, m := range everyMember {
		for _, s := range m.Sections {
			if all.Section(s.Title) < 0 {
				all.Sections = append(all.Sections, s)
			}
		}
		all.Suffixes = append(all.Suffixes, m.Suffixes...)
	}
	return all
}

// IsRole tells whether a text is the role of a member.
func IsRole(text string) bool {
	return slices.ContainsFunc(everyMember, func(m MemberType) bool { return m.Role == text })
}

// Section returns the index of a listed heading, or -1.
func (m MemberType) Section(title string) int {
	for i := range m.Sections {
		if m.Sections[i].Title == title {
			return i
		}
	}
	return -1
}

// System takes the suffix of the member type, in any case, off a title.
func (m MemberType) System(title string) string {
	for _, suffix := range m.Suffixes {
		if cut := len(title) - len(suffix); cut > 0 && strings.EqualFold(title[cut:], suffix) {
			return strings.TrimSpace(title[:cut])
		}
	}
	return title
}

// DeclaringRole is the role of the member that declares an analyst's records, "" for no analyst.
func DeclaringRole(analyst string) string {
	switch analyst {
	case AnalystRuntime:
		return "runtime"
	case AnalystMemory:
		return "memory"
	case AnalystEpistemic:
		return "epistemic"
	}
	return ""
}

var (
	everyMember = []MemberType{
		memoryMember, runtimeMember, epistemicMember, boundaryMember, overviewMember, reconciliationMember,
		synthesisMember, verificationMember, profileMember,
	}
	memberTypes = map[string]MemberType{
		"agentic-system-memory-report": memoryMember, "agent-memory-analysis-report": memoryMember,
		"agentic-system-runtime-report": runtimeMember, "agentic-system-epistemic-report": epistemicMember,
		"agentic-system-boundary": boundaryMember, "agentic-system-analysis-overview": overviewMember,
		"agentic-system-reconciliation-report": reconciliationMember,
		"agentic-system-synthesis":             synthesisMember, "agentic-system-verification": verificationMember,
		"agentic-system-memory-profile": profileMember, "agent-memory-profile": profileMember,
		"agentic-system-analysis-result": resultMember,
	}

	recordsSection     = SectionType{SharedRecords, false, HoldsRecords}
	annotationsSection = SectionType{"Annotations", true, HoldsAnnotations}
	limitationsSection = SectionType{"Limitations", false, HoldsLimitations}
	registerSection    = SectionType{"Source register", false, HoldsRegister}

	memoryMember = MemberType{"memory", AnalystMemory, []string{" memory report"}, []SectionType{
		{"Boundary and evidence", false, HoldsCoverage}, {"Core ideas", false, HoldsIdeas}, recordsSection,
		annotationsSection, {"Write side", false, HoldsProse}, {"Read-back", false, HoldsProse},
		{"Comparison rationale", true, HoldsProse}, {"Integration issues", false, HoldsIssues},
		{"Limitations and checks", false, HoldsProse},
	}}
	runtimeMember = MemberType{"runtime", AnalystRuntime, []string{" runtime report"}, []SectionType{
		{"Runtime account", false, HoldsProse}, recordsSection, annotationsSection,
	}}
	epistemicMember = MemberType{"epistemic", AnalystEpistemic, []string{" epistemic report"}, []SectionType{
		{"Source-and-claim boundary", false, HoldsCoverage}, {"Epistemic-object inventory", false, HoldsObjects},
		{"Authority-route ledger", false, HoldsLedger}, {"System-claim versus route comparison", false, HoldsClaims},
		{"Bounded conclusion", false, HoldsProse}, recordsSection, annotationsSection,
	}}
	boundaryMember = MemberType{"boundary", "", []string{" analysis boundary", " boundary"}, []SectionType{
		{"Boundary and evidence", false, HoldsCoverage}, registerSection, {"Not reached", true, HoldsProse},
	}}
	overviewMember = MemberType{"overview", "", []string{" agentic-system analysis", " analysis overview", " overview"}, []SectionType{
		{"Boundary and evidence", false, HoldsProse}, registerSection, {"Bounded synthesis", false, HoldsProse},
		limitationsSection, {"Verification and blockers", false, HoldsProse},
	}}
	reconciliationMember = MemberType{"reconciliation", "", []string{" reconciliation report", " reconciliation"},
		[]SectionType{{"Reconciliation", false, HoldsProse}}}
	synthesisMember = MemberType{"synthesis", "", []string{" bounded synthesis", " synthesis"},
		[]SectionType{{"Bounded synthesis", false, HoldsProse}, limitationsSection}}
	verificationMember = MemberType{"verification", "", []string{" report verification", " record verification",
		" profile verification", " synthesis verification", " verification"}, []SectionType{
		{"Verification", false, HoldsProse}, {"Blockers", false, HoldsBlockers}, {"Limits", false, HoldsLimits},
	}}
	profileMember = MemberType{"memory-profile", "", []string{" memory profile"},
		[]SectionType{{"Comparison rationale", false, HoldsProse}}}

	// resultMember is the single file of an older era; only its identity is known here.
	resultMember = MemberType{Role: "result"}
)
