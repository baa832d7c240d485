package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadChange(t *testing.T) {
	tests := []struct {
		text string
		want ValueChange
	}{
		{"RTE-1's later read-back is replaced by filed rows for every later request. Evidence: SRC-1.",
			ValueChange{[]Change{{"later read-back", ""}}, Replaced, "filed rows for every later request"}},
		{"RTE-1’s later read-back “none from it” is replaced by “filed rows, on request.” Evidence: SRC-1.",
			ValueChange{[]Change{{"later read-back", "none from it"}}, Replaced, "filed rows, on request"}},
		{"RTE-1's substrate phrase \"kept. In memory\" is replaced for assessment purposes by a file; rows lie in it.",
			ValueChange{[]Change{{"substrate phrase", "kept. In memory"}}, Replaced, "a file; rows lie in it"}},
		{"RTE-1's “eligible rows” selection is qualified as rows of today.",
			ValueChange{[]Change{{"selection", "eligible rows"}}, Qualified, "rows of today"}},
		{"RTE-1's endpoint “a rename” and recovery “the rename protects” are replaced by a locked write.",
			ValueChange{[]Change{{"endpoint", "a rename"}, {"recovery", "the rename protects"}}, Replaced, "a locked write"}},
		{"RTE-1's “only replaced by hand” is restricted to the “desk” rows.",
			ValueChange{[]Change{{"", "only replaced by hand"}}, Restricted, "the “desk” rows"}},
		{"RTE-1's rows stay. Its selection is no matter.", ValueChange{}},
		{"RTE-1's selection is replaced by .", ValueChange{}},
		{"RTE-1's is replaced by rows.", ValueChange{}},
		{"RTE-1 is superseded by RTE-2.", ValueChange{}},
		{"RTE-2's selection is replaced by rows.", ValueChange{}},
	}
	for _, tt := range tests {
		got, ok := ReadChange(tt.text, "RTE-1")
		if ok != (len(tt.want.Changes) > 0) {
			t.Errorf("%q: %+v, %t", tt.text, got, ok)
		}
		if diff := cmp.Diff(tt.want, got); ok && diff != "" {
			t.Errorf("%q (-want +got)\n%s", tt.text, diff)
		}
	}
}
