package graph

// An Enum is a closed list of values that a property takes or the API offers.
type Enum struct {
	Name   string // GraphQL type
	Doc    string
	Values []EnumValue
}

// An EnumValue is one value of an Enum, in capitals, with what it means.
type EnumValue struct{ Name, Doc string }

// Enums lists every enum. Those of kinds, relationship types, certainties and directions are built
// from their tables.
var Enums = []Enum{
	kindEnum(),
	relTypeEnum(),
	{"Certainty", "How surely a document states a relationship, weakest first.", []EnumValue{
		{Stated.String(), "one clause of a sentence says so of both ends, in a wording that a rule knows"},
		{Structured.String(), "the label or column it stands under says what it is"},
		{Declared.String(), "the form of the document says so: a heading, a link, a part-of line"},
	}},
	{"Direction", "Which way relationships are followed from a node.", []EnumValue{
		{"OUT", "from source to target"},
		{"IN", "from target to source"},
		{"BOTH", "either way"},
	}},
	{"MemberRole", "What a document is in its set.", []EnumValue{
		{"BOUNDARY", "what was analysed, and from which sources"},
		{"OVERVIEW", "the account in short"},
		{"RUNTIME", "the runtime analyst's records"},
		{"MEMORY", "the memory analyst's records"},
		{"EPISTEMIC", "the epistemic analyst's records"},
		{"RECONCILIATION", "amendments and conflicts between analysts"},
		{"MEMORY_PROFILE", "values on the comparison axes"},
		{"SYNTHESIS", "the bounded synthesis"},
		{"VERIFICATION", "what a check of other members found"},
		{"RESULT", "a whole analysis in one file"},
		{"REVIEW", "a review of a system"},
		{"MATRIX", "a comparison of systems"},
		{"UNKNOWN", "none of these"},
	}},
	{"RunFamily", "What sort of account a run is; each system has one current run of each.", []EnumValue{
		{"ANALYSIS", "a structured analysis"},
		{"REVIEW", "a review"},
		{"MATRIX", "a comparison matrix"},
		{"RECORDS", "records loaded without a report"},
	}},
	{"CellState", "What a run says of a system on an axis of comparison.", []EnumValue{
		{string(Supported), "it states values"},
		{string(Absent), "it looked, and there are none"},
		{string(Inapplicable), "the axis does not apply"},
		{string(Uninspected), "nobody looked"},
		{string(NotDeterminable), "nobody can tell"},
		{string(NotStated), "it says nothing; that is not an absence"},
	}},
	{"ConclusionStatus", "How far evidence of one layer carries a conclusion.", []EnumValue{
		{string(StatusAbsent), "searched for and not there"},
		{string(StatusInapplicable), "the question does not arise"},
		{string(StatusUninspected), "nobody looked"},
		{string(StatusClaimed), "someone says so"},
		{string(StatusAfforded), "it could be done"},
		{string(StatusWired), "code does it"},
		{string(StatusObserved), "it was seen to happen"},
		{string(StatusCausallySupported), "an experiment shows that it makes the difference"},
	}},
	{"ReadBackVerdict", "What a route's answer on later read-back amounts to.", verdictValues()},
	{"TriState", "A truth value in an open world.", TriStates},
	{"ReadBackFlag", "A qualification of a read-back verdict.", ReadBackFlags},
	{"ReadBackDirection", "Who starts a later read.", ReadBackDirections},
	{"AnswerState", "Whether a report answers one of the seven questions about a route.", []EnumValue{
		{"GIVEN", "it does"},
		{"UNINSPECTED", "it says that nobody looked"},
		{"INAPPLICABLE", "it says that the question does not arise"},
		{"NOT_STATED", "it does not say"},
	}},
	{"InspectionMode", "How a row of a coverage table was inspected.", []EnumValue{
		{"DIRECT", "the analyst read it"},
		{"SUPPLIED", "another analyst's findings were used"},
		{"DIRECT_AND_SUPPLIED", "both"},
		{"INCLUDED", "named as part of the whole, but not traced"},
	}},
	{"IngestState", "How a load ended.", []EnumValue{
		{"RUNNING", "it has begun; a load that was killed stays so"},
		{"SUCCEEDED", "every file was loaded, was known, or is nothing to be loaded"},
		{"PARTLY", "some files failed or were refused; the others were loaded"},
		{"FAILED", "it ended before its end, or no file was loaded and some failed"},
	}},
	{"IssueType", "Which list an issue stands in.", []EnumValue{
		{"INTEGRATION", "what the reconciler must attend to"},
		{"LIMITATION", "what the account cannot conclude"},
		{"BLOCKER", "what stops a check from passing"},
		{"CONFLICT", "a disagreement that nobody resolved"},
	}},
}

// EnumOf gives the enum of a name, nil when there is none.
func EnumOf(name string) *Enum {
	for i := range Enums {
		if Enums[i].Name == name {
			return &Enums[i]
		}
	}
	return nil
}

// Has tells whether value is one of the enum's.
func (e *Enum) Has(value string) bool {
	for _, v := range e.Values {
		if v.Name == value {
			return true
		}
	}
	return false
}

// EnumName is the enum value that stands for a kind: authority-path is AUTHORITY_PATH.
func (k Kind) EnumName() string { return upperSnake(string(k)) }

// KindNamed gives the kind of an enum value; false when there is none.
func KindNamed(enum string) (Kind, bool) {
	for i := range Kinds {
		if Kinds[i].Kind.EnumName() == enum {
			return Kinds[i].Kind, true
		}
	}
	return "", false
}

func kindEnum() Enum {
	e := Enum{Name: "Kind", Doc: "A sort of node."}
	for _, k := range Kinds {
		e.Values = append(e.Values, EnumValue{k.Kind.EnumName(), k.Doc})
	}
	return e
}

func verdictValues() []EnumValue {
	values := make([]EnumValue, 0, len(ReadBackVerdicts))
	for _, v := range ReadBackVerdicts {
		values = append(values, EnumValue{string(v.Verdict), v.Doc})
	}
	return values
}

func relTypeEnum() Enum {
	e := Enum{Name: "RelationshipType", Doc: "A type of relationship."}
	for _, r := range RelTypes {
		e.Values = append(e.Values, EnumValue{string(r.Type), r.Doc})
	}
	return e
}

func upperSnake(s string) string {
	b := []byte(s)
	for i, c := range b {
		switch {
		case c == '-':
			b[i] = '_'
		case 'a' <= c && c <= 'z':
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}
