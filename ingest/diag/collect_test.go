package diag

import (
	"strings"
	"testing"
)

// Warnings fill the list to its bound, errors find room beyond it, and the last entry counts the rest.
func TestCollectorIsBounded(t *testing.T) {
	c := Collector{Name: "a.txt", More: "test/more"}
	for range MaxListed + 3 {
		c.Warn("test/odd", Range{File: "a.txt", Start: Pos{Line: 2, Column: 1, Byte: 9}}, "Odd", "Mend it.")
	}
	c.File("test/broken", "Broken", "Replace it.")
	list := c.Finish()
	if len(list) != MaxListed+2 || list[0].Code != "test/broken" || list[0].Subject != (Range{File: "a.txt"}) {
		t.Fatalf("%d diagnostics, the first %+v", len(list), list[0])
	}
	if last := list[len(list)-1]; last.Code != "test/more" || last.Severity != Info || last.Summary != "3 more diagnostics are not listed" {
		t.Errorf("the last is %+v", last)
	}
}

func TestCollectorSilent(t *testing.T) {
	c := Collector{Silent: true}
	c.File("test/broken", "Broken", "Replace it.")
	if list := c.Finish(); len(list) != 0 {
		t.Errorf("%+v", list)
	}
}

func TestClip(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "",
		strings.Repeat("é", 80):       strings.Repeat("é", 80),
		strings.Repeat("é", 80) + "a": strings.Repeat("é", 80) + "…",
	} {
		if got := Clip(text); got != want {
			t.Errorf("Clip(%q) = %q", text, got)
		}
	}
}
