package graph

// A Kind is a sort of node; the constants below and Kinds are all there are.
type Kind string

// The kinds of node.
const (
	System        Kind = "system"
	Run           Kind = "run"
	Document      Kind = "document"
	Repository    Kind = "repository"
	Source        Kind = "source"
	File          Kind = "file"
	Component     Kind = "component"
	Object        Kind = "object"
	Route         Kind = "route"
	Claim         Kind = "claim"
	Idea          Kind = "idea"
	Absence       Kind = "absence"
	AuthorityPath Kind = "authority-path"
	Annotation    Kind = "annotation"
	Passage       Kind = "passage"
	Coverage      Kind = "coverage"
	Issue         Kind = "issue"
	Denial        Kind = "denial"
	Finding       Kind = "finding"
	IngestJob     Kind = "ingest"
)

// Sharing says how contributions of several origins to one node of a kind meet (graph-model 2).
type Sharing int

// The ways of sharing.
const (
	Exclusive Sharing = iota // one origin defines it; a second with other facts is a conflict
	Shared                   // any number define it; properties merge by their Merge rule
	Intrinsic                // nobody defines it; its properties follow from its id; it lives while a relationship touches it
)

// PropType is the type of a property's values.
type PropType int

// The property types. Backends store them as such; nothing else is allowed in Props.
const (
	StringProp PropType = iota
	BoolProp
	IntProp
	FloatProp
	ListProp // list of string; an empty list is an absent one
)

// Merge says which value a shared property takes when contributions differ.
type Merge int

// The merge rules. Agree takes the first by rank, then document id, and lists the property in
// Disagreements; Union joins lists; Max takes the largest value; Frequent takes the most frequent
// one, of equally frequent ones the least.
const (
	Agree Merge = iota
	Union
	Max
	Frequent
)

// A Property is a typed property of a kind. A name has one type, one enum and one opacity across
// all kinds; a dotted name is a field of a group ("readBack.verdict").
type Property struct {
	Name     string
	Type     PropType
	Enum     string // name of the enum in Enums whose values it takes; "" for free text
	Ref      Kind   // set when values are ids of nodes of this kind
	Merge    Merge
	Sortable bool // may be an order key; a backend keeps an index on it
	Opaque   bool // large or nested: loaded only when wanted, never filtered, ordered or grouped
	// Qualifies names the property that this one only qualifies: it goes when that one is amended.
	Qualifies string
	// Open is the value that leaves the property open: what documents that refer to the node agree on is
	// then taken instead.
	Open string
	Doc  string
}

// A KindInfo is a row of the kinds table.
type KindInfo struct {
	Kind    Kind
	Type    string // GraphQL type and Neo4j label
	Field   string // GraphQL list field
	Sharing Sharing
	Record  bool // declared by reports under a handle; can be a stub
	// Operational marks what the service notes of itself. It is in no revision, fingerprint or count of the
	// graph, and has no past: what replaces it or takes it back leaves nothing of it.
	Operational bool
	Label       string // the property that search treats as its label; "" for none
	Text        string // the property that full-text search reads besides; "" for none
	Doc         string
	Properties  []Property
}

// What several kinds have in common.
var (
	inRun = []Property{
		{Name: "run", Ref: Run, Sortable: true, Doc: "the run it belongs to"},
	}
	inDocument = []Property{
		{Name: "run", Ref: Run, Sortable: true, Doc: "the run it belongs to"},
		{Name: "system", Ref: System, Sortable: true, Doc: "the system that was analysed"},
		{Name: "document", Ref: Document, Sortable: true, Doc: "the document that declares it"},
		{Name: "line", Type: IntProp, Sortable: true, Doc: "first line in its document, 1-based"},
		{Name: "endLine", Type: IntProp, Doc: "last line in its document, 1-based"},
	}
	ofRecord = with(inDocument,
		Property{Name: "handle", Sortable: true, Doc: "the id that the report gives it, unique within its run"},
		Property{Name: "label", Sortable: true, Doc: "its label as written"},
		Property{Name: "member", Enum: "MemberRole", Doc: "role of the member that declares it, known from the handle's prefix"},
		Property{Name: "implementationStatus", Enum: "ConclusionStatus", Sortable: true, Doc: "conclusion status of the implementation layer"},
		Property{Name: "operationStatus", Enum: "ConclusionStatus", Sortable: true, Doc: "conclusion status of the operation layer"},
		Property{Name: "noCounterpart", Type: BoolProp, Doc: "the report says that no supplied record denotes the same"},
		Property{Name: "superseded", Type: BoolProp, Doc: "a reconciliation says that other records replace it"},
		Property{Name: "text", Opaque: true, Doc: "its prose, quotations left out"},
		Property{Name: "fields", Opaque: true, Doc: "labelled fields as written, in order; JSON list of {label, name, text, line}"},
		Property{Name: "statuses", Opaque: true, Doc: "conclusion statuses in order; JSON list of {layer, value, scope, line}"},
	)
	answers = []Property{
		{Name: "immediateReturn.state", Enum: "AnswerState", Doc: "whether the report answers what the route returns at once"},
		{Name: "laterReadBack.state", Enum: "AnswerState", Doc: "whether the report answers what a later invocation receives"},
		{Name: "delegatedVisibility.state", Enum: "AnswerState", Doc: "whether the report answers what delegated agents see"},
		{Name: "selectionPredicate.state", Enum: "AnswerState", Doc: "whether the report answers how material is selected"},
		{Name: "invalidationOrExpiry.state", Enum: "AnswerState", Doc: "whether the report answers what invalidates or expires"},
		{Name: "activationOrEffect.state", Enum: "AnswerState", Doc: "whether the report answers what the route activates"},
		{Name: "evidenceLimits.state", Enum: "AnswerState", Doc: "whether the report answers how far the evidence reaches"},
		{Name: "answers", Opaque: true, Doc: "the seven answers; JSON object of {text, line, state} by name"},
	}
	readBack = []Property{
		{Name: "readBack.verdict", Enum: "ReadBackVerdict", Sortable: true, Doc: "what the answer on later read-back says, by the decision table"},
		{Name: "readBack.established", Enum: "TriState", Doc: "whether a later read-back is established; UNKNOWN is never NO"},
		{Name: "readBack.strength", Enum: "ConclusionStatus", Sortable: true, Doc: "how strongly, the weaker of status and wording"},
		{Name: "readBack.direction", Enum: "ReadBackDirection", Open: string(ReadBackDirectionUnknown), Doc: "whether a consumer asks or material is supplied unasked"},
		{Name: "readBack.flags", Type: ListProp, Enum: "ReadBackFlag", Qualifies: "readBack.verdict", Doc: "qualifications of the first clause"},
		{Name: "readBack.laterFlags", Type: ListProp, Enum: "ReadBackFlag", Qualifies: "readBack.verdict", Doc: "qualifications of later clauses"},
		{Name: "readBack.namesRoutes", Type: ListProp, Ref: Route, Qualifies: "readBack.verdict", Doc: "ids of the routes that the answer names"},
		{Name: "readBack.inherits", Ref: Route, Qualifies: "readBack.verdict", Doc: "the route whose answer this one takes over"},
		{Name: "readBack.reading", Enum: "ReadBackVerdict", Qualifies: "readBack.verdict", Doc: "the other verdict that could be argued for, where contestable"},
		{Name: "readBack.rule", Doc: "id of the rule that decided"},
		{Name: "readBack.line", Type: IntProp, Doc: "line of the answer, or of the amendment that replaces it, 1-based"},
		{Name: "readBack.sentence", Opaque: true, Doc: "the sentence the verdict rests on"},
	}
)

// Kinds is the table of what exists. Adding a kind is adding a row: the schema's filters, orders and
// enums, validation and the stores' columns follow from it, and a test compares the rest.
var Kinds = []KindInfo{
	{Kind: System, Type: "System", Field: "systems", Sharing: Shared, Label: "name",
		Doc: "a software system that was analysed",
		Properties: []Property{
			{Name: "name", Merge: Frequent, Sortable: true, Doc: "display name: the most frequent spelling"},
			{Name: "slug", Sortable: true, Doc: "the name folded for identity"},
			{Name: "spellings", Type: ListProp, Merge: Union, Doc: "every spelling found"},
			{Name: "aliases", Type: ListProp, Merge: Union, Doc: "other names, as the person who loads them states"},
			{Name: "oneLine", Doc: "what it is, in one line, where a document says so"},
		}},
	{Kind: Run, Type: "Run", Field: "runs", Sharing: Shared, Label: "runId",
		Doc: "an analysis of a system, pinned to a revision",
		Properties: []Property{
			{Name: "runId", Sortable: true, Doc: "the run id as written, or the provisional one"},
			{Name: "system", Ref: System, Sortable: true, Doc: "the system that was analysed"},
			{Name: "family", Enum: "RunFamily", Sortable: true, Doc: "what sort of account it is"},
			{Name: "date", Sortable: true, Doc: "date in the run id, YYYY-MM-DD"},
			{Name: "cutoff", Merge: Max, Sortable: true, Doc: "analysis cutoff or last-checked date, YYYY-MM-DD"},
			{Name: "boundaryKind", Doc: "boundary kind as stated"},
			{Name: "targetClass", Doc: "target class as stated"},
			{Name: "evidenceTier", Doc: "source tier as stated"},
			{Name: "disposition", Doc: "result disposition as stated"},
			{Name: "revision", Doc: "pinned revision as stated"},
			{Name: "repository", Ref: Repository, Doc: "the repository that was analysed"},
			{Name: "provisional", Type: BoolProp, Doc: "no document or person states a run id"},
			{Name: "superseded", Type: BoolProp, Merge: Max, Doc: "a later set replaces it"},
		}},
	{Kind: Document, Type: "Document", Field: "documents", Label: "title", Text: "text",
		Doc: "one file of a run",
		Properties: with(inRun,
			Property{Name: "system", Ref: System, Sortable: true, Doc: "the system that was analysed"},
			Property{Name: "role", Enum: "MemberRole", Sortable: true, Doc: "its role in the set"},
			Property{Name: "title", Sortable: true, Doc: "its title as written"},
			Property{Name: "format", Sortable: true, Doc: "the format it was read as"},
			Property{Name: "grammar", Sortable: true, Doc: "the record grammar"},
			Property{Name: "lines", Type: IntProp, Sortable: true, Doc: "number of lines"},
			Property{Name: "text", Opaque: true, Doc: "prose of its sections that belongs to no record or other part"},
			Property{Name: "statuses", Opaque: true, Doc: "conclusion statuses in order; JSON list of {layer, value, scope, line}"},
			Property{Name: "losses", Opaque: true, Doc: "what a rendering lost; JSON list of {code, line, note}"},
			Property{Name: "sections", Opaque: true, Doc: "its headings; JSON list of {title, level, line, endLine, free}"},
		)},
	{Kind: Repository, Type: "Repository", Field: "repositories", Sharing: Intrinsic, Label: "url",
		Doc: "a source repository",
		Properties: []Property{
			{Name: "url", Sortable: true, Doc: "its address"},
			{Name: "host", Sortable: true, Doc: "host of the address"},
			{Name: "owner", Sortable: true, Doc: "path of the address less its last segment"},
			{Name: "name", Sortable: true, Doc: "last segment of the address"},
		}},
	{Kind: Source, Type: "Source", Field: "sources", Sharing: Shared, Label: "handle",
		Doc: "a pinned source of a run, as its register lists it",
		Properties: with(inRun,
			Property{Name: "handle", Sortable: true, Doc: "the id that the report gives it, unique within its run"},
			Property{Name: "revision", Doc: "pinned revision as stated"},
			Property{Name: "location", Doc: "identity or location as written"},
			Property{Name: "sourceKind", Doc: "kind as written"},
			Property{Name: "layers", Type: ListProp, Merge: Union, Doc: "evidence layers as written"},
			Property{Name: "scope", Doc: "inspected scope as written"},
			Property{Name: "gaps", Doc: "access gaps as written"},
		)},
	{Kind: File, Type: "File", Field: "files", Sharing: Intrinsic, Label: "path",
		Doc: "a source file that a run's documents cite",
		Properties: with(inRun,
			Property{Name: "path", Sortable: true, Doc: "path below the root of the pinned source"},
		)},
	{Kind: Component, Type: "Component", Field: "components", Record: true, Label: "label", Text: "text",
		Doc: "a part of the system that does something",
		Properties: with(ofRecord,
			Property{Name: "sourceNativeIdentity", Doc: "what the source itself calls it"},
			Property{Name: "form", Doc: "its form, where stated"},
			Property{Name: "storageSubstrate", Doc: "where it is stored, where stated"},
			Property{Name: "fixity", Doc: "whether parameters or versions are fixed, where stated"},
		)},
	{Kind: Object, Type: "OperativeObject", Field: "objects", Record: true, Label: "label", Text: "text",
		Doc: "something retained or exchanged that has an effect",
		Properties: with(ofRecord,
			Property{Name: "sourceNativeIdentity", Doc: "what the source itself calls it"},
			Property{Name: "representationalForm", Doc: "its representational form, where stated"},
			Property{Name: "storageSubstrate", Doc: "where it is stored, where stated"},
			Property{Name: "lineage", Doc: "where its content comes from, where stated"},
			Property{Name: "behavioralAuthority", Doc: "with which authority it shapes behaviour, where stated"},
			Property{Name: "consumers", Doc: "who consumes it, as a phrase, where stated"},
		)},
	{Kind: Route, Type: "Route", Field: "routes", Record: true, Label: "label", Text: "text",
		Doc: "a way on which material moves or a change is made",
		Properties: with(ofRecord, append(append([]Property{
			{Name: "owner", Doc: "who owns it, where stated"},
			{Name: "endpoints", Doc: "its endpoints and what lies between, where stated"},
			{Name: "operatingMode", Doc: "its operating mode, where stated"},
			{Name: "answerOracle", Doc: "what could tell right from wrong answers, where stated"},
		}, answers...), readBack...)...)},
	{Kind: Claim, Type: "Claim", Field: "claims", Record: true, Label: "label", Text: "text",
		Doc: "something the system's authors claim", Properties: ofRecord},
	{Kind: Idea, Type: "Idea", Field: "ideas", Label: "title", Text: "text",
		Doc: "a core idea of a report",
		Properties: with(inDocument,
			Property{Name: "number", Type: IntProp, Sortable: true, Doc: "position in its list, from 1"},
			Property{Name: "title", Sortable: true, Doc: "its lead phrase"},
			Property{Name: "text", Opaque: true, Doc: "its text"},
		)},
	{Kind: Absence, Type: "Absence", Field: "absences", Record: true, Label: "label", Text: "text",
		Doc: "an absence with evidence: what was searched, how, and not found",
		Properties: with(ofRecord,
			Property{Name: "searchScope", Doc: "what was searched, where stated"},
			Property{Name: "prevents", Doc: "the conclusion it prevents, where stated"},
		)},
	{Kind: AuthorityPath, Type: "AuthorityPath", Field: "authorityPaths", Record: true, Label: "label", Text: "text",
		Doc: "how something gains force over behaviour",
		Properties: with(ofRecord,
			Property{Name: "consumer", Doc: "who is governed, where stated"},
			Property{Name: "channel", Doc: "by which channel, where stated"},
			Property{Name: "force", Doc: "with which force, where stated"},
			Property{Name: "horizon", Doc: "for how long, where stated"},
		)},
	{Kind: Annotation, Type: "Annotation", Field: "annotations", Label: "title", Text: "text",
		Doc: "one analyst's comment on another's record",
		Properties: with(inDocument,
			Property{Name: "title", Sortable: true, Doc: "its heading as written"},
			Property{Name: "target", Sortable: true, Doc: "id of the record it comments on"},
			Property{Name: "text", Opaque: true, Doc: "its text"},
			Property{Name: "fields", Opaque: true, Doc: "labelled fields as written, in order; JSON list of {label, name, text, line}"},
			Property{Name: "statuses", Opaque: true, Doc: "conclusion statuses in order; JSON list of {layer, value, scope, line}"},
		)},
	{Kind: Passage, Type: "Passage", Field: "passages", Sharing: Shared, Label: "path", Text: "text",
		Doc: "a quoted piece of the analysed source",
		Properties: with(inRun,
			Property{Name: "system", Ref: System, Sortable: true, Doc: "the system that was analysed"},
			Property{Name: "path", Sortable: true, Doc: "path below the root of the pinned source"},
			Property{Name: "ranges", Doc: "line ranges as written: 10-12,40"},
			Property{Name: "revision", Doc: "pinned revision as stated"},
			Property{Name: "digest", Sortable: true, Doc: "SHA-256 of the text with white space collapsed, hexadecimal"},
			Property{Name: "lossy", Type: BoolProp, Merge: Max, Doc: "a rendering damaged the text"},
			Property{Name: "text", Opaque: true, Doc: "the quoted text"},
		)},
	{Kind: Coverage, Type: "CoverageRow", Field: "coverage", Label: "entryPoint", Text: "text",
		Doc: "a row of a coverage table: what was inspected, how, and what covers it",
		Properties: with(inDocument,
			Property{Name: "number", Type: IntProp, Sortable: true, Doc: "position in its list, from 1"},
			Property{Name: "entryPoint", Sortable: true, Doc: "entry point or operation as written"},
			Property{Name: "inspection", Doc: "paths and manner of inspection as written"},
			Property{Name: "mode", Enum: "InspectionMode", Sortable: true, Doc: "manner of inspection"},
			Property{Name: "conclusion", Doc: "covering records or limit as written"},
			Property{Name: "text", Opaque: true, Doc: "the whole row"},
		)},
	{Kind: Issue, Type: "Issue", Field: "issues", Label: "title", Text: "text",
		Doc: "an integration issue, limitation, blocker or unresolved conflict",
		Properties: with(inDocument,
			Property{Name: "number", Type: IntProp, Sortable: true, Doc: "position in its list, from 1"},
			Property{Name: "issueType", Enum: "IssueType", Sortable: true, Doc: "which list it stands in"},
			Property{Name: "title", Sortable: true, Doc: "its lead phrase"},
			Property{Name: "prevents", Doc: "the conclusion it prevents, where stated"},
			Property{Name: "wouldResolve", Doc: "what would resolve it, where stated"},
			Property{Name: "text", Opaque: true, Doc: "its text"},
		)},
	{Kind: Denial, Type: "Denial", Field: "denials", Label: "", Text: "text",
		Doc: "a sentence that denies a relationship or a counterpart",
		Properties: with(inDocument,
			Property{Name: "denies", Enum: "RelationshipType", Sortable: true, Doc: "the type of relationship denied"},
			Property{Name: "rule", Doc: "id of the extraction rule"},
			Property{Name: "text", Opaque: true, Doc: "the sentence"},
		)},
	{Kind: Finding, Type: "Finding", Field: "findings", Label: "axis", Text: "text",
		Doc: "a value on an axis, with assessment and basis; a row of a ledger or comparison",
		Properties: with(inDocument,
			Property{Name: "axis", Sortable: true, Doc: "the axis or table"},
			Property{Name: "value", Sortable: true, Doc: "the value as written"},
			Property{Name: "assessment", Sortable: true, Doc: "how far it is known"},
			Property{Name: "basis", Enum: "ConclusionStatus", Sortable: true, Doc: "strength of the evidence"},
			Property{Name: "unit", Doc: "the part of the system it is about"},
			Property{Name: "text", Opaque: true, Doc: "note, or the row as written"},
		)},
	{Kind: IngestJob, Type: "IngestJob", Field: "ingests", Operational: true,
		Doc: "a load: what ran, when, and what became of it",
		Properties: []Property{
			{Name: "started", Sortable: true, Doc: "when it began, RFC 3339 in UTC"},
			{Name: "finished", Sortable: true, Doc: "when it ended, likewise; absent while it runs, and when it was killed"},
			{Name: "state", Enum: "IngestState", Sortable: true, Doc: "how it ended"},
			{Name: "paths", Type: ListProp, Doc: "what was given to be loaded"},
			{Name: "error", Doc: "what ended it before its end; absent when it went through all files"},
			{Name: "bytes", Type: IntProp, Sortable: true, Doc: "bytes of all files found"},
			{Name: "revisionBefore", Type: IntProp, Doc: "revision of the graph when it began"},
			{Name: "revisionAfter", Type: IntProp, Doc: "revision of the graph when it ended"},
			{Name: "counts.found", Type: IntProp, Sortable: true, Doc: "files found: the sum of the others"},
			{Name: "counts.added", Type: IntProp, Doc: "files loaded for the first time"},
			{Name: "counts.replaced", Type: IntProp, Doc: "files that say something else than before"},
			{Name: "counts.unchanged", Type: IntProp, Doc: "files that say the same as before"},
			{Name: "counts.copied", Type: IntProp, Doc: "files that say the same as another"},
			{Name: "counts.refused", Type: IntProp, Doc: "files that conflict with others"},
			{Name: "counts.failed", Type: IntProp, Doc: "files with an error of their own"},
			{Name: "counts.skipped", Type: IntProp, Doc: "files that no format reads"},
			{Name: "counts.checked", Type: IntProp, Doc: "files that were read and state no facts, such as manifests"},
			{Name: "counts.removed", Type: IntProp, Doc: "documents whose files are gone, not among the found"},
			{Name: "diagnostics", Opaque: true, Doc: "what was found wrong, the first of it; JSON list of {severity, code, summary, hint, file, line, column}"},
			{Name: "facts", Opaque: true, Doc: "nodes stated, by kind; JSON object of counts"},
		}},
}

// with joins properties without touching the slices it is given.
func with(base []Property, more ...Property) []Property {
	return append(append(make([]Property, 0, len(base)+len(more)), base...), more...)
}

var kindIndex = func() map[Kind]*KindInfo {
	m := make(map[Kind]*KindInfo, len(Kinds))
	for i := range Kinds {
		m[Kinds[i].Kind] = &Kinds[i]
	}
	return m
}()

var propIndex = func() map[string]*Property {
	m := map[string]*Property{}
	for i := range Kinds {
		for j := range Kinds[i].Properties {
			p := &Kinds[i].Properties[j]
			if _, ok := m[p.Name]; !ok {
				m[p.Name] = p
			}
		}
	}
	return m
}()

// KindOf gives the row of a kind, nil when there is none.
func KindOf(k Kind) *KindInfo { return kindIndex[k] }

// PropertyOf gives the property of a name, whichever kinds have it; nil when there is none. Type,
// enum and opacity are the same on all of them.
func PropertyOf(name string) *Property { return propIndex[name] }

// Property gives the property of that name on this kind, nil when it has none.
func (k *KindInfo) Property(name string) *Property {
	for i := range k.Properties {
		if k.Properties[i].Name == name {
			return &k.Properties[i]
		}
	}
	return nil
}

// stubs tells whether a node of the kind that something refers to and nothing defines is a stub: one of a
// record, and of a document, which a verification names by its role alone. Both are left out of lists.
func (k *KindInfo) stubs() bool { return k.Record || k.Kind == Document }

// Operational tells whether nodes of the kind are what the service notes of itself.
func (k Kind) Operational() bool {
	info := KindOf(k)
	return info != nil && info.Operational
}

// LoadedKinds lists the kinds of which documents state nodes, in the order of the table: all that are not
// operational.
func LoadedKinds() []Kind { return kindsWhere(func(k *KindInfo) bool { return !k.Operational }) }

// OperationalKinds lists the others.
func OperationalKinds() []Kind { return kindsWhere(func(k *KindInfo) bool { return k.Operational }) }

// RecordKinds lists the kinds of record in the order of the table.
func RecordKinds() []Kind { return kindsWhere(func(k *KindInfo) bool { return k.Record }) }

func kindsWhere(ok func(*KindInfo) bool) []Kind {
	var out []Kind
	for i := range Kinds {
		if ok(&Kinds[i]) {
			out = append(out, Kinds[i].Kind)
		}
	}
	return out
}
