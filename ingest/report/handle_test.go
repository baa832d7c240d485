package report

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestScanHandles(t *testing.T) {
	const n, num, src, bad = "named ", "numbered ", "source ", "malformed "
	tests := []struct {
		text string
		want []string
	}{
		{"see MEM-OBJ-shelf and RT-RTE-query-entry-two.", []string{n + "MEM-OBJ-shelf", n + "RT-RTE-query-entry-two"}},
		{"RT-OBJ-a/RT-OBJ-b, (EPI-CLM-c2)", []string{n + "RT-OBJ-a", n + "RT-OBJ-b", n + "EPI-CLM-c2"}},
		{"RT-OBJ-a-RT-OBJ-b", []string{n + "RT-OBJ-a", n + "RT-OBJ-b"}},
		{"RT-OBJ-shelf's rows — MEM-OBJ-shelf-", []string{n + "RT-OBJ-shelf", n + "MEM-OBJ-shelf"}},
		{"RTE-4, OBJ-09a, MEM-RTE-3 and RTE-13.E1", []string{num + "RTE-4", num + "OBJ-09a", num + "MEM-RTE-3", num + "RTE-13"}},
		{"SRC-1: a.go; SRC-12, SRC-1–3", []string{src + "SRC-1", src + "SRC-12", src + "SRC-1"}},
		{"RT-BAP, RT-*, EPI-* records, SRC-*, RT-RTE-*, MEM-12", nil},
		{"RT-OBJ-sheet-based-view-now", []string{bad + "RT-OBJ-sheet-based-view-now"}},
		{"RT-OBJ-Sheet MEM-RTE-a_b RT-OBJ-a--b RTE-4x9 RTE-1-2 SRC-1a", []string{
			bad + "RT-OBJ-Sheet", bad + "MEM-RTE-a_b", bad + "RT-OBJ-a--b", bad + "RTE-4x9", bad + "RTE-1-2", bad + "SRC-1a"}},
		{"RT-PCR-test, RTE-guide, MEM-XYZ-thing, mem-obj-shelf, natural-language", nil},
		{"RT-OBJ-2nd", []string{bad + "RT-OBJ-2nd"}},
		{"XRT-OBJ-a and X-RT-OBJ-a", []string{n + "RT-OBJ-a"}},
		{"", nil},
	}
	names := [...]string{n, num, src, bad}
	for _, tt := range tests {
		var got []string
		for _, token := range ScanHandles(tt.text) {
			if tt.text[token.Start:token.End] != token.Text {
				t.Errorf("%q: offsets %d-%d do not hold %q", tt.text, token.Start, token.End, token.Text)
			}
			got = append(got, names[token.Class]+token.Text)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("ScanHandles(%q)\n got %q\nwant %q", tt.text, got, tt.want)
		}
	}
}

func TestParseHandle(t *testing.T) {
	tests := []struct {
		text string
		want Handle
		ok   bool
	}{
		{"MEM-RTE-shelf-lookup", Handle{"MEM", "RTE", "shelf-lookup"}, true},
		{"RTE-4", Handle{"", "RTE", "4"}, true},
		{"EPI-OBJ-2b", Handle{"EPI", "OBJ", "2b"}, true},
		{"SRC-1", Handle{"", "SRC", "1"}, true},
		{"MEM-RTE", Handle{}, false},
		{"MEM-RTE-a-b-c-d", Handle{}, false},
		{" MEM-RTE-a", Handle{}, false},
		{"MEM-RTE-a.", Handle{}, false},
		{"MEM-RTE-a ", Handle{}, false},
	}
	for _, tt := range tests {
		got, ok := ParseHandle(tt.text)
		if ok != tt.ok || got != tt.want {
			t.Errorf("ParseHandle(%q) = %v, %v; want %v, %v", tt.text, got, ok, tt.want, tt.ok)
		}
	}
}

func FuzzScanHandles(f *testing.F) {
	for _, seed := range []string{"MEM-OBJ-a", "RT-OBJ-a-RT-OBJ-b-", "SRC-1, RTE-4x", "RT-OBJ-\xff", strings.Repeat("MEM-", 9)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, token := range ScanHandles(text) {
			if token.Start < end || token.End > len(text) || text[token.Start:token.End] != token.Text {
				t.Fatalf("token %+v does not lie in the text after %d", token, end)
			}
			end = token.End
			h, ok := ParseHandle(token.Text)
			if ok != (token.Class != HandleMalformed) {
				t.Fatalf("ParseHandle(%q) = %v, %v against class %d", token.Text, h, ok, token.Class)
			}
			if diff := cmp.Diff(ScanHandles(token.Text), []HandleToken{{token.Class, token.Text, 0, len(token.Text)}}); diff != "" {
				t.Fatalf("a token read alone is another one: %s", diff)
			}
		}
	})
}

func TestIsNamed(t *testing.T) {
	for id, want := range map[string]bool{
		"MEM-OBJ-shelf-index": true, "RT-RTE-a": true, "RTE-4": false, "MEM-OBJ-12a": false, "SRC-1": false, "MEM-OBJ-Shelf": false,
		"MEM-OBJ-a ": false, "see MEM-OBJ-a": false, "RT-OBJ-a-RT-OBJ-b": false, "MEM-OBJ-a-": false, "": false,
	} {
		if got := IsNamed(id); got != want {
			t.Errorf("IsNamed(%q) = %t", id, got)
		}
	}
}

func TestIsRoute(t *testing.T) {
	for id, want := range map[string]bool{"MEM-RTE-recall": true, "RTE-4": true, "MEM-OBJ-shelf": false, "RTE": false} {
		if got := IsRoute(id); got != want {
			t.Errorf("IsRoute(%q) = %t", id, got)
		}
	}
}
