package report

// Meta is what front matter says of a document besides its identity (report-grammar 1.3). What is
// not there is "".
type Meta struct {
	Description  string
	RunDate      string
	Cutoff       string // analysis cutoff
	BoundaryKind string
	TargetClass  string
	EvidenceTier string
	Disposition  string // result disposition
	Frozen       FrozenSource
}

// A FrozenSource is the source that a boundary pins.
type FrozenSource struct {
	Kind, Identity, Revision, Path, SHA256 string
}

// A Profile is a memory profile (report-grammar 3.6). Before revision P2 an axis had no units; what it
// finds is then in one without a scope.
type Profile struct {
	Scope string
	Axes  []Axis
	Span  Span
}

// An Axis is one of the ten axes of comparison.
type Axis struct {
	Name       string // "storage_substrate"
	Assessment string // "known", "partial", "absent", "inapplicable", "uninspected", "not-determinable"
	Note       string
	Records    []string // handles
	Units      []Unit
	Line       int
}

// A Unit is a part of the system that an axis assesses on its own.
type Unit struct {
	Scope      string
	Assessment string
	Note       string
	Records    []string
	Findings   []Finding
	Line       int
}

// A Finding is one value that a unit has on an axis, with the strength of its evidence.
type Finding struct {
	Value   string
	Basis   string // "claimed", "afforded", "wired", "observed", "causally supported"
	Note    string
	Records []string
	Line    int
}

// An AxisType is the name of an axis and the values it can have.
type AxisType struct {
	Name   string
	Values []string
}

// ProfileAxes are the axes in the order of the contract.
var ProfileAxes = []AxisType{
	{"storage_substrate", []string{"files", "graph", "in-memory", "kv", "model-weights", "prompt-registry", "rdbms", "repo", "service-object", "sqlite", "vector"}},
	{"representational_form", []string{"natural-language", "parametric", "symbolic"}},
	{"lineage", []string{"authored", "imported", "other-compiled", "trace-extracted"}},
	{"behavioral_authority", []string{"enforcement", "instruction", "knowledge", "learning", "ranking", "routing", "validation"}},
	{"write_agency", []string{"automatic", "manual"}},
	{"curation_operations", []string{"consolidate", "decay", "dedup", "evolve", "invalidate", "promote", "synthesize"}},
	{"read_back_direction", []string{"pull", "push"}},
	{"read_back_signal", []string{"coarse", "identifier", "inferred-embedding", "inferred-judgment", "inferred-lexical"}},
	{"trace_learning", []string{"no", "yes"}},
	{"trace_source", []string{"event-streams", "session-logs", "tool-traces", "trajectories"}},
}

// RetiredAxes are the axes that profiles had before revision P1.
var RetiredAxes = []AxisType{
	{"learning_scope", []string{"cross-task", "per-project", "per-task"}},
	{"learning_timing", []string{"offline", "online", "staged"}},
	{"distilled_form", []string{"natural-language", "parametric", "symbolic"}},
	{"faithfulness_tested", []string{"no", "yes"}},
}

// respelled are the spellings of values that earlier profiles had, as what they stand for today.
var respelled = map[string][]string{
	"prose":                  {"natural-language"},
	"distributed-parametric": {"parametric"},
	"both":                   {"pull", "push"},
	"inferred / embedding":   {"inferred-embedding"},
	"inferred / judgment":    {"inferred-judgment"},
	"inferred / lexical":     {"inferred-lexical"},
	"none":                   nil,
}

// PresentValues gives the values of today for one of an earlier profile; "none" is none.
func PresentValues(written string) []string {
	if values, old := respelled[written]; old {
		return values
	}
	return []string{written}
}
