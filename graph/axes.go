package graph

import "slices"

// axes are the axes of comparison with their values (graph-model 6), for those who ask: what the formats read
// is the table of package ingest/report, which must not depend on this package; a test there holds the two
// together. Analyses may state other values.
var axes = []struct {
	name   string
	values []string
}{
	{"storage_substrate", []string{"files", "repo", "sqlite", "rdbms", "vector", "graph", "kv", "in-memory", "prompt-registry", "model-weights", "service-object"}},
	{"representational_form", []string{"natural-language", "symbolic", "parametric"}},
	{"lineage", []string{"authored", "imported", "trace-extracted", "other-compiled"}},
	{"behavioral_authority", []string{"knowledge", "instruction", "enforcement", "routing", "validation", "ranking", "learning"}},
	{"write_agency", []string{"manual", "automatic"}},
	{"curation_operations", []string{"consolidate", "dedup", "evolve", "synthesize", "invalidate", "decay", "promote"}},
	{"trace_learning", []string{"yes", "no"}},
	{"trace_source", []string{"session-logs", "tool-traces", "event-streams", "trajectories"}},
	{"distilled_form", []string{"natural-language", "symbolic", "parametric"}},
	{"learning_scope", []string{"per-task", "per-project", "cross-task"}},
	{"learning_timing", []string{"online", "offline", "staged"}},
	{"read_back_direction", []string{"pull", "push", "both"}},
	{"read_back_signal", []string{"coarse", "identifier", "inferred-lexical", "inferred-embedding", "inferred-judgment"}},
	{"faithfulness_tested", []string{"yes", "no"}},
}

// covers holds the values that a value of an axis means besides itself.
var covers = map[string]map[string][]string{"read_back_direction": {"both": {"pull", "push"}}}

// Axes lists the names of the axes of comparison.
func Axes() []string {
	out := make([]string, len(axes))
	for i, a := range axes {
		out[i] = a.name
	}
	return out
}

// AxisValues lists the known values of an axis; none for a name that is no axis.
func AxisValues(axis string) []string {
	for _, a := range axes {
		if a.name == axis {
			return slices.Clone(a.values)
		}
	}
	return nil
}
