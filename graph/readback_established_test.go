package graph

import "testing"

// TestEstablished holds the table of graph-model 5: which verdicts mean yes, no, and not settled.
func TestEstablished(t *testing.T) {
	want := map[ReadBackVerdict]TriState{
		"POSITIVE": "TRUE",

		"CAPABILITY_ONLY": "FALSE", "NONE_STATED": "FALSE", "INAPPLICABLE": "FALSE",
		"STATIC_ONLY": "FALSE", "CURRENT_RUN_ONLY": "FALSE", "WITHDRAWAL_EFFECT": "FALSE",

		"EXTERNAL_CONDITIONAL": "UNKNOWN", "UNINSPECTED": "UNKNOWN", "DEFERRED": "UNKNOWN", "NOT_STATED": "UNKNOWN",
		"INHERITED": "UNKNOWN", // until the route it names is followed
		"nonsense":  "UNKNOWN",
	}
	for verdict, established := range want {
		if got := verdict.Established(); got != established {
			t.Errorf("%s: %s, want %s", verdict, got, established)
		}
	}
	if len(ReadBackVerdicts) != len(want)-1 {
		t.Errorf("%d verdicts, %d are known here", len(ReadBackVerdicts), len(want)-1)
	}
}
