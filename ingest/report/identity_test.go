package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPossibleDuplicates: only a text that says so makes two records possibly the same. Reports use the
// word far more often to deny, and for copies that the system itself makes.
func TestPossibleDuplicates(t *testing.T) {
	tests := []struct{ text, want string }{
		{"Possible duplicate: RT-OBJ-shelf.", "possible-duplicate  -> RT-OBJ-shelf"},
		{"Possible duplicate of RT-OBJ-shelf and RT-OBJ-tray.", "possible-duplicate  -> RT-OBJ-shelf RT-OBJ-tray"},
		{"Possible duplicate records: MEM-OBJ-shelf and RT-OBJ-shelf.", "possible-duplicate  -> MEM-OBJ-shelf RT-OBJ-shelf"},
		{"MEM-OBJ-shelf is a possible duplicate of RT-OBJ-shelf; both lie in one file.", "possible-duplicate MEM-OBJ-shelf -> RT-OBJ-shelf"},
		{"This is a suspected duplicate of the object RT-OBJ-shelf.", "possible-duplicate  -> RT-OBJ-shelf"},
		{"This may duplicate RT-OBJ-shelf.", "possible-duplicate  -> RT-OBJ-shelf"},
		{"MEM-OBJ-shelf may denote the same file as RT-OBJ-shelf.", "may-denote-the-same MEM-OBJ-shelf -> RT-OBJ-shelf"},
		{"It might denote the same stored rows as RT-OBJ-shelf.", "may-denote-the-same  -> RT-OBJ-shelf"},
		{"Suspected overlap with RT-OBJ-shelf.", "suspected-overlap  -> RT-OBJ-shelf"},
		{"Suspected overlap: RT-OBJ-shelf, RT-OBJ-tray.", "suspected-overlap  -> RT-OBJ-shelf RT-OBJ-tray"},

		{"Possible duplicate: none; closest is RT-OBJ-shelf.", ""},
		{"Possible duplicate records: none identified beside RT-OBJ-shelf.", ""},
		{"No possible duplicate of RT-OBJ-shelf is known.", ""},
		{"This is not a possible duplicate of RT-OBJ-shelf.", ""},
		{"It isn't a suspected duplicate of RT-OBJ-shelf.", ""},
		{"A possible duplicate of RT-OBJ-shelf was ruled out.", ""},
		{"Whether it may denote the same file as RT-OBJ-shelf was left open.", ""},
		{"May it be a possible duplicate of RT-OBJ-shelf?", ""},
		{"This cannot be a suspected overlap with RT-OBJ-shelf.", ""},
		{"It finds possible duplicates among rows of RT-OBJ-shelf.", ""},
		{"The tidy pass flags possible duplicate cards (RT-OBJ-shelf).", ""},
		{"Rows may denote the same fact (RT-OBJ-shelf).", ""},
		{"Rows may denote the same fact; as RT-OBJ-shelf says, they are kept.", ""},
		{"It overlaps the channel of RT-BAP-desk.", ""},
		{"A duplicate of RT-OBJ-shelf is written each night.", ""},
	}
	for _, tt := range tests {
		var got []string
		for _, m := range ScanIdentities(tt.text, ScanHandles(tt.text)) {
			if m.Type == PossibleDuplicate {
				got = append(got, fmt.Sprintf("%s %s -> %s", m.Rule, m.Subject, strings.Join(m.Targets, " ")))
			}
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, "\n")); diff != "" {
			t.Errorf("%q (-want +got)\n%s", tt.text, diff)
		}
	}
}
