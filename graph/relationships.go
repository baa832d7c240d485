package graph

// A RelType is a type of relationship; the constants below and RelTypes are all there are.
type RelType string

// Flow says in which direction something spreads along a relationship: data, which lineage follows, or
// dependence, which impact follows.
type Flow int

// The flows. NoFlow types join a lineage only when asked for.
const (
	NoFlow       Flow = iota
	WithArrow         // from source to target
	AgainstArrow      // from target to source: a route READS an object, so data moves to the route
)

// A RelTypeInfo is a row of the table of relationship types.
type RelTypeInfo struct {
	Type    RelType
	Inverse string // how the relationship reads from its target
	Sources []Kind
	Targets []Kind
	Flow    Flow
	// Dependence says which end rests on the other, if one does: WithArrow when the target depends on
	// the source. Impact follows it.
	Dependence Flow
	Doc        string
}

// The relationship types.
const (
	PartOf              RelType = "PART_OF"
	Annotates           RelType = "ANNOTATES"
	Consumes            RelType = "CONSUMES"
	Produces            RelType = "PRODUCES"
	Reads               RelType = "READS"
	Writes              RelType = "WRITES"
	Feeds               RelType = "FEEDS"
	LeadsTo             RelType = "LEADS_TO"
	GovernedBy          RelType = "GOVERNED_BY"
	FlowsTo             RelType = "FLOWS_TO"
	Cites               RelType = "CITES"
	DistinctFrom        RelType = "DISTINCT_FROM"
	ClosestTo           RelType = "CLOSEST_TO"
	PossibleDuplicateOf RelType = "POSSIBLE_DUPLICATE_OF"
	SupersededBy        RelType = "SUPERSEDED_BY"
	EvidencedBy         RelType = "EVIDENCED_BY"
	AnchoredIn          RelType = "ANCHORED_IN"
	CitesSource         RelType = "CITES_SOURCE"
	Covers              RelType = "COVERS"
	Concerns            RelType = "CONCERNS"
	Supports            RelType = "SUPPORTS"
	Assesses            RelType = "ASSESSES"
	ImplementedBy       RelType = "IMPLEMENTED_BY"
	Verifies            RelType = "VERIFIES"
	Declares            RelType = "DECLARES"
	MemberOf            RelType = "MEMBER_OF"
	Analyses            RelType = "ANALYSES"
	PinnedAt            RelType = "PINNED_AT"
	HasFinding          RelType = "HAS_FINDING"
	Amends              RelType = "AMENDS"
)

var (
	records   = []Kind{Component, Object, Route, Claim, Absence, AuthorityPath}
	spoken    = []Kind{Annotation, Idea, Issue, Coverage, Denial, Finding}
	speakers  = append(append([]Kind{Document}, records...), spoken...)
	declarers = append(append([]Kind{}, records...), spoken...)
)

// RelTypes is the table of relationship types, with the kinds allowed at their ends.
var RelTypes = []RelTypeInfo{
	{PartOf, "parts", records, records, NoFlow, WithArrow, "a record is contained in another"},
	{Annotates, "annotations", []Kind{Annotation}, records, NoFlow, AgainstArrow, "an annotation comments on a record"},
	{Consumes, "consumedBy", records, records, AgainstArrow, AgainstArrow, "a record consumes another or its result"},
	{Produces, "producedBy", records, records, WithArrow, WithArrow, "a record produces another"},
	{Reads, "readBy", records, records, AgainstArrow, AgainstArrow, "a record reads another"},
	{Writes, "writtenBy", records, records, WithArrow, WithArrow, "a record writes another"},
	{Feeds, "fedBy", records, records, WithArrow, WithArrow, "a route feeds a later one"},
	{LeadsTo, "ledToBy", records, records, WithArrow, WithArrow, "a route leads to another"},
	{GovernedBy, "governs", records, []Kind{AuthorityPath}, NoFlow, AgainstArrow, "a record acts under an authority path"},
	{FlowsTo, "flowsFrom", records, records, WithArrow, WithArrow, "material moves along a chain of endpoints"},
	{Cites, "citedBy", speakers, records, NoFlow, NoFlow, "a text names a record"},
	{DistinctFrom, "distinctFrom", records, records, NoFlow, NoFlow, "a record says that it is not the other; symmetric"},
	{ClosestTo, "closestBy", records, records, NoFlow, NoFlow, "a record names the closest among those supplied"},
	{PossibleDuplicateOf, "possibleDuplicates", records, records, NoFlow, NoFlow, "a record may denote the same as another"},
	{SupersededBy, "supersedes", records, records, NoFlow, NoFlow, "a record is replaced by another"},
	{EvidencedBy, "evidenceFor", speakers, []Kind{Passage}, NoFlow, AgainstArrow, "a text rests on a quoted passage"},
	{AnchoredIn, "anchors", append([]Kind{Passage}, speakers...), []Kind{File}, NoFlow, AgainstArrow, "a text or passage points at a source file"},
	{CitesSource, "citedBySource", speakers, []Kind{Source}, NoFlow, AgainstArrow, "a text names a source of the register"},
	{Covers, "coveredBy", []Kind{Coverage}, append([]Kind{File}, records...), NoFlow, NoFlow, "a coverage row names a covering record or an inspected file"},
	{Concerns, "concernedBy", []Kind{Issue, Denial, Finding}, records, NoFlow, AgainstArrow, "an issue or denial is about a record"},
	{Supports, "supportedBy", records, []Kind{Finding}, NoFlow, WithArrow, "a record is evidence for a finding"},
	{Assesses, "assessedBy", []Kind{Finding}, records, NoFlow, AgainstArrow, "a ledger row assesses a record"},
	{ImplementedBy, "implements", []Kind{Claim}, []Kind{Route}, NoFlow, AgainstArrow, "a claim is implemented by a route"},
	{Verifies, "verifiedBy", []Kind{Document}, []Kind{Document}, NoFlow, AgainstArrow, "a document verifies another"},
	{Declares, "declaredIn", []Kind{Document}, declarers, NoFlow, NoFlow, "a document declares a record or holds a piece of text"},
	{MemberOf, "members", []Kind{Document}, []Kind{Run}, NoFlow, NoFlow, "a document belongs to a run"},
	{Analyses, "analysedBy", []Kind{Run}, []Kind{System}, NoFlow, NoFlow, "a run analyses a system"},
	{PinnedAt, "pins", []Kind{Run, Source}, []Kind{Repository}, NoFlow, NoFlow, "a run or source is pinned in a repository"},
	{HasFinding, "findingOf", []Kind{System, Run, Document}, []Kind{Finding}, NoFlow, NoFlow, "a finding is about a system"},
	{Amends, "amendedBy", []Kind{Document}, records, NoFlow, AgainstArrow, "a document changes what another says of a record"},
}

var relIndex = func() map[RelType]*RelTypeInfo {
	m := make(map[RelType]*RelTypeInfo, len(RelTypes))
	for i := range RelTypes {
		m[RelTypes[i].Type] = &RelTypes[i]
	}
	return m
}()

// RelTypeOf gives the row of a relationship type, nil when there is none.
func RelTypeOf(t RelType) *RelTypeInfo { return relIndex[t] }

// FlowTypes lists the types that data moves along, those of the given flow.
func FlowTypes(f Flow) []RelType {
	var out []RelType
	for _, r := range RelTypes {
		if r.Flow == f {
			out = append(out, r.Type)
		}
	}
	return out
}
