package early

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// plain takes the marks off a cell as the trials have them.
func plain(cell string) string {
	return strings.TrimSpace(strings.NewReplacer("*", "", "`", "", `\|`, "|").Replace(cell))
}

// TestTrialRecords holds records of the real trials against the cells of the rows that declare them: which
// cell is the label, and under which names the others stand, was read off the tables' headers by hand. A
// "-" is a cell that is no field: the id, the label, or a dash.
func TestTrialRecords(t *testing.T) {
	for _, tt := range []struct {
		file, handle string
		line, label  int // the cell of the label, 0 for none
		fields       string
	}{
		{"swamp/canonical-records.md", "CMP-16", 26, 2, "- | - | anchor | notes"},
		{"swamp/canonical-records.md", "OBJ-13", 52, 2, "- | - | representational form | substrate | anchor"},
		{"swamp/canonical-records.md", "RTE-06", 82, 2, "- | - | next-step owner | decision policy/form"},
		{"swamp/canonical-records.md", "RTE-08", 91, 2, "- | - | direction | selection signal"},
		{"swamp/canonical-records.md", "BAP-14", 143, 0, "- | object | consumer | channel | force | horizon"},
		{"swamp/canonical-records.md", "CLM-05", 153, 2, "- | - | source"},
		{"gbrain/evidence-packet.md", "CMP-04", 115, 2, "- | - | substrate | form"},
		{"gbrain/evidence-packet.md", "OBJ-10", 146, 2, "- | - | substrate | form | producer | consumer"},
		{"gbrain/evidence-packet.md", "RTE-12", 173, 2, "- | - | kind | endpoints"},
		{"gbrain/evidence-packet.md", "BAP-05", 194, 0, "- | consumer | channel | force | horizon"},
		{"gbrain/result.md", "CMP-24", 151, 3, "- | source | -"},
		{"gbrain/result.md", "OBJ-26", 164, 3, "- | source | -"},
		{"gbrain/result.md", "RTE-32", 197, 3, "- | source | -"},
		{"gbrain/result.md", "BAP-16", 219, 0, "- | source | consumer | channel | force | horizon"},
		{"gbrain/lens-epistemic.md", "CLM-10", 276, 2,
			"- | - | scope | source anchor/layer | doctrine support | implemented routes | observed-run | causal | conclusion status | warrant this run can grant | mismatch"},
	} {
		t.Run(tt.handle, func(t *testing.T) {
			data, doc, _ := trial(t, tt.file)
			cells := strings.Split(strings.Split(string(data), "\n")[tt.line-1], "|")
			want := report.Record{Handle: tt.handle, Span: report.Span{Start: tt.line, End: tt.line}}
			if tt.label > 0 {
				want.Label = plain(cells[tt.label])
			}
			for i, name := range strings.Split(tt.fields, " | ") {
				if name != "-" {
					want.Fields = append(want.Fields, report.Field{Name: name, Text: plain(cells[i+1]), Line: tt.line, Style: report.StyleCell})
				}
			}
			for _, r := range doc.Records {
				if r.Handle != tt.handle {
					continue
				}
				r.Text, r.Statuses = "", nil
				for i := range r.Fields {
					r.Fields[i].Label = ""
				}
				if diff := cmp.Diff(want, r); diff != "" {
					t.Errorf("(-want +got)\n%s", diff)
				}
				return
			}
			t.Error("not declared")
		})
	}
}

// TestTrialIdentity: what the real files say of themselves, read by hand.
func TestTrialIdentity(t *testing.T) {
	const (
		swamp  = "cf38c4ec1068613bb7d3432eb74a1ad854156dd7"
		gbrain = "9a0bae8d62cdd1e0dd6655e24e082fe6c69c5dac"
	)
	for file, want := range map[string][4]string{ // source, revision, cutoff, tier
		"swamp/canonical-records.md": {},
		"swamp/evidence-packet.md":   {"github.com/swamp-club/swamp", "", "2026-08-20", ""},
		"swamp/result.md":            {"github.com/swamp-club/swamp", swamp, "", "code-grounded"},
		"gbrain/evidence-packet.md":  {"github.com/garrytan/gbrain", gbrain, "2026-08-20", ""},
		"gbrain/runtime-account.md":  {},
		"gbrain/lens-epistemic.md":   {"github.com/garrytan/gbrain", gbrain, "", ""},
		"gbrain/result.md":           {"github.com/garrytan/gbrain", gbrain, "", "code-grounded"},
	} {
		_, doc, _ := trial(t, file)
		got := [4]string{doc.Source, doc.Revision, doc.Meta.Cutoff, doc.Meta.EvidenceTier}
		if got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}

// TestTrialRows: rows of the real tables that are no records, read by hand: the ids that they are about.
func TestTrialRows(t *testing.T) {
	_, swamp, _ := trial(t, "swamp/result.md")
	_, gbrain, _ := trial(t, "gbrain/lens-epistemic.md")
	ledger := func(d report.Document, line int) (out [3]string) {
		for _, r := range d.Ledger {
			if r.Span.Start == line {
				out = [3]string{strings.Join(r.Routes.Records, " "), r.Function, strings.Join(r.AuthorityPath.Records, " ")}
			}
		}
		return out
	}
	for _, tt := range []struct {
		doc  report.Document
		line int
		want [3]string // routes, function, authority paths
	}{
		{swamp, 365, [3]string{"RTE-27", "check/evidence production", "BAP-05 BAP-06"}},
		{swamp, 370, [3]string{"RTE-17 RTE-16", "content transformation", "BAP-10"}},
		{swamp, 380, [3]string{"", "check/evidence production over OBJ-05a's correspondence to reality", ""}},
		{gbrain, 104, [3]string{"RTE-06", "content transformation", "BAP-12"}},
		{gbrain, 117, [3]string{"RTE-11", "", ""}},
		{gbrain, 149, [3]string{"RTE-16 BAP-06 BAP-07", "operational admission", ""}},
	} {
		if got := ledger(tt.doc, tt.line); got != tt.want {
			t.Errorf("line %d: %q, want %q", tt.line, got, tt.want)
		}
	}
}
