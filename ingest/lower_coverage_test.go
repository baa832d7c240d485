package ingest

import (
	"testing"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

func TestInspectionMode(t *testing.T) {
	tests := []struct{ inspection, conclusion, want string }{
		{"`shelf/find.go`; direct", "MEM-RTE-find", "DIRECT"},
		{"shelf/find.go; supplied", "MEM-RTE-find", "SUPPLIED"},
		{"shelf/find.go; direct plus supplied", "", "DIRECT_AND_SUPPLIED"},
		{"shelf/find.go; supplied, with the storage step direct", "", "DIRECT_AND_SUPPLIED"},
		{"shelf/; included, not traced", "", "INCLUDED"},
		{"", "Included, not traced; prevents any statement on it", "INCLUDED"},
		{"shelf/find.go", "MEM-RTE-find", ""},

		// What is denied is no mode.
		{"service/; not supplied", "", "INCLUDED"},
		{"service/ (not supplied)", "", "INCLUDED"},
		{"tests/; listed, not opened", "", "INCLUDED"},
		{"Not read", "", "INCLUDED"},
		{"bindings/; not read directly", "", "INCLUDED"},
		{"neither direct nor supplied", "", "INCLUDED"},
		{"generated/; uninspected", "", "INCLUDED"},
		{"vendor/fit/; submodule that could not be fetched", "", "INCLUDED"},
		{"vendor/fit/", "Not supplied; prevents any conclusion on the fit", "INCLUDED"},
		{"vendor/fit/", "Uninspected; prevents any conclusion on the fit", "INCLUDED"},

		// What stands beside it counts.
		{"shelf/; direct, tests not opened", "", "DIRECT"},
		{"shelf/ direct (tests not opened)", "", "DIRECT"},
		{"shelf/; direct; the service not supplied", "", "DIRECT"},
		{"shelf/; not direct but supplied", "", "SUPPLIED"},
		{"shelf/; supplied and not read again", "", "SUPPLIED"},
		{"shelf/; not only direct but supplied", "", "DIRECT_AND_SUPPLIED"},

		// Other negations and paths deny nothing.
		{"shelf/; direct, not run", "", "DIRECT"},
		{"docs/not/read/it.md; direct", "", "DIRECT"},
		{"shelf/find.go; direct", "Not supplied are the receivers; none is described", "DIRECT"},
		{"shelf/find.go", "the receivers were not supplied", ""},
	}
	for _, tt := range tests {
		row := report.NewCoverageRow(1, []string{"Find", tt.inspection, tt.conclusion}, "", report.Span{Start: 1, End: 1})
		if got := inspectionMode(&row); got != tt.want {
			t.Errorf("%q, %q: %q, want %q", tt.inspection, tt.conclusion, got, tt.want)
		}
	}
	// The words of the header are those of every row that does not take them back.
	row := report.NewCoverageRow(1, []string{"Find", "shelf/; not opened", ""}, "direct", report.Span{Start: 1, End: 1})
	if got := inspectionMode(&row); got != "INCLUDED" {
		t.Errorf("below a header of its own: %q", got)
	}
}
