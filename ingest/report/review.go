package report

import (
	"slices"
	"strings"
)

// A Review is what a memory-system review states besides the parts that all reports share
// (review-grammar): its values on the axes of comparison, the artefacts it analyses and the places in
// the source that it links to.
type Review struct {
	Edition   string // the part of its file's name that sets an older review apart: ".replaced.2026-05-01"; "" for the current one
	OneLine   string // its description without the leading name
	Leads     []Lead // at most one for an axis
	Artifacts []Artifact
	Anchors   []Anchor
}

// A Lead is what a document says on one axis of comparison. An axis on which it says nothing has none.
type Lead struct {
	Axis       string // name in Axes: "write_agency"
	Assessment string // AssessedKnown or AssessedPartial with values, else one of the others
	Values     []string
	Note       string // the reason given, as written
	Line       int    // of the label; where the axis does not apply, of what decides so
}

// The assessments of a lead, in the words of report-grammar 3.6.
const (
	AssessedKnown           = "known"
	AssessedPartial         = "partial" // there may be other values
	AssessedAbsent          = "absent"  // assessed, and none of the values is there
	AssessedInapplicable    = "inapplicable"
	AssessedNotDeterminable = "not-determinable"
)

// An Artifact is an operative object that a review analyses under a bold phrase.
type Artifact struct {
	Title  string
	Fields []Field // its labelled sentences
	Text   string
	Span   Span
}

// An Anchor is a link to a place in the pinned source.
type Anchor struct {
	Target
	Line     int
	Sentence string
	Owner    Owner
}

// The owners of text that only a review has: an artefact, and what is said on one axis.
const (
	OwnerArtifact OwnerKind = "artifact"
	OwnerLead     OwnerKind = "lead"
)

// A Condition says when an axis applies.
type Condition uint8

// The conditions of review-grammar.
const (
	Always Condition = iota
	IfAutomatic
	IfPushed
	IfTraceLearning
)

// An AxisColumn is an axis of comparison as reviews and matrices have it.
type AxisColumn struct {
	Name   string   // as in ProfileAxes, or of one that profiles have given up
	Label  string   // of the line that states it in a review; "" where a tag does
	Column string   // of the matrix that lists its values; "" for none
	First  bool     // that column has only the first of them
	Prefix string   // of the matrix's columns of one value each; "" for none
	Values []string // in the order of the matrix
	When   Condition
}

// Axes lists the axes in the order of the matrix's columns (review-grammar).
var Axes = []AxisColumn{
	{Name: "storage_substrate", Label: "Storage substrate", Column: "storage_substrate", First: true, Values: []string{
		"files", "repo", "sqlite", "rdbms", "vector", "graph", "kv", "in-memory", "prompt-registry", "model-weights", "service-object"}},
	{Name: "representational_form", Label: "Representational form", Column: "representational_form", Prefix: "form_",
		Values: []string{"natural-language", "symbolic", "parametric"}},
	{Name: "lineage", Label: "Lineage", Prefix: "lin_", Values: []string{"authored", "imported", "trace-extracted", "other-compiled"}},
	{Name: "behavioral_authority", Label: "Behavioral authority", Prefix: "auth_", Values: []string{
		"knowledge", "instruction", "enforcement", "routing", "validation", "ranking", "learning"}},
	{Name: "write_agency", Label: "Write agency", Prefix: "wa_", Values: []string{"manual", "automatic"}},
	{Name: "curation_operations", Label: "Curation operations", Prefix: "op_", When: IfAutomatic, Values: []string{
		"consolidate", "dedup", "evolve", "synthesize", "invalidate", "decay", "promote"}},
	{Name: "trace_learning", Column: "trace_learning", Values: []string{"yes", "no"}},
	{Name: "trace_source", Label: "Trace source", Prefix: "ts_", When: IfTraceLearning,
		Values: []string{"session-logs", "tool-traces", "event-streams", "trajectories"}},
	{Name: "distilled_form", Label: "Distilled form", Prefix: "df_", When: IfTraceLearning,
		Values: []string{"natural-language", "symbolic", "parametric"}},
	{Name: "learning_scope", Label: "Learning scope", Prefix: "ls_", When: IfTraceLearning,
		Values: []string{"per-task", "per-project", "cross-task"}},
	{Name: "learning_timing", Label: "Learning timing", Prefix: "lt_", When: IfTraceLearning, Values: []string{"online", "offline", "staged"}},
	{Name: "read_back_direction", Label: "Read-back", Column: "read_back_direction", Prefix: "rb_", Values: []string{"pull", "push", "both"}},
	{Name: "read_back_signal", Label: "Read-back signal", Prefix: "sig_", When: IfPushed, Values: []string{
		"coarse", "identifier", "inferred-lexical", "inferred-embedding", "inferred-judgment"}},
	{Name: "faithfulness_tested", Label: "Faithfulness tested", Column: "rb_faithfulness_tested", When: IfPushed, Values: []string{"yes", "no"}},
}

// AxisLabelled gives the axis that a review states under a label, in any case; nil for none.
func AxisLabelled(label string) *AxisColumn {
	label = NormalLabel(label)
	for i := range Axes {
		if Axes[i].Label != "" && strings.EqualFold(Axes[i].Label, label) {
			return &Axes[i]
		}
	}
	return nil
}

// Has tells whether a folded token is one of the axis's values.
func (a *AxisColumn) Has(value string) bool { return slices.Contains(a.Values, value) }

// Covers gives the values that a value means: both ways of read-back are each of them.
func (a *AxisColumn) Covers(value string) []string {
	if a.Name == "read_back_direction" && value == "both" {
		return []string{"pull", "push"}
	}
	return []string{value}
}

// FoldToken folds the spellings of a value to the one of the vocabulary: "Inferred / lexical" is
// "inferred-lexical".
func FoldToken(written string) string {
	parts := strings.FieldsFunc(strings.ToLower(written), func(r rune) bool { return r == ' ' || r == '\t' || r == '/' || r == '-' || r == '_' })
	return strings.Join(parts, "-")
}

// Sentinels are the tokens that stand alone in the place of values, with the assessment they mean.
var Sentinels = map[string]string{"none": AssessedAbsent, AssessedNotDeterminable: AssessedNotDeterminable}

// ReadLead makes a lead of the folded tokens on an axis. What contradicts the grammar comes back by
// index: tokens that the axis does not know, those that stand here a second time, and sentinels beside
// values. None of them counts. ok is false when nothing is left that does.
func ReadLead(axis *AxisColumn, tokens []string) (lead Lead, unknown, repeated, mixed []int, ok bool) {
	lead.Axis = axis.Name
	sentinels := []int(nil)
	for i, token := range tokens {
		switch {
		case Sentinels[token] != "":
			sentinels = append(sentinels, i)
		case !axis.Has(token):
			unknown = append(unknown, i)
		case slices.Contains(lead.Values, token):
			repeated = append(repeated, i)
		default:
			lead.Values = append(lead.Values, token)
		}
	}
	switch {
	case len(lead.Values) > 0:
		lead.Assessment, mixed = AssessedKnown, sentinels
	case len(tokens) == 1 && len(sentinels) == 1:
		lead.Assessment = Sentinels[tokens[0]]
	default:
		return lead, unknown, repeated, sentinels, false
	}
	return lead, unknown, repeated, mixed, true
}

// ParseBlob reads the address of a file at a pinned revision on a forge, as in
// "https://example.org/quill/store/blob/<commit>/shelf.go#L3-L9". The repository is what stands before
// "/blob/". A fragment that is no range of lines is left out.
func ParseBlob(address string) (repository string, t Target, ok bool) {
	repository, _, blob := strings.Cut(address, "/blob/")
	t, ok = ParseTarget(address)
	if !isRanges(t.Ranges) {
		t.Ranges = ""
	}
	return repository, t, ok && blob && IsRevision(t.Revision)
}

// A Matrix is a comparison of systems as a table of one row each (docs/formats.md).
type Matrix struct{ Rows []MatrixRow }

// A MatrixRow is what a matrix says of one system.
type MatrixRow struct {
	System  string // display name
	OneLine string
	Leads   []Lead // at most one for an axis
	Line    int
}
