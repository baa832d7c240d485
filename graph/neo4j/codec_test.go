package neo4j

import (
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

func TestCut(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, c := range []struct {
		s    string
		key  int // length
		long bool
	}{
		{"", 0, false}, {x(200), 200, false}, {x(201), 200, true}, {x(199) + "é", 199, true}, {x(198) + "é", 200, false},
		{x(198) + "\u20AC", 198, true}, {x(197) + "\U0001F4DA!", 197, true},
	} {
		if key, long := cut(c.s); len(key) != c.key || long != c.long || !strings.HasPrefix(c.s, key) {
			t.Errorf("cut of %d bytes: %d bytes, %t; want %d, %t", len(c.s), len(key), long, c.key, c.long)
		}
	}
	if !short(x(196)) || short(x(197)) {
		t.Error("what is as long as the shortest cut value is not short")
	}
}

// TestNames checks that no property of a kind has a name that this package uses for its own.
func TestNames(t *testing.T) {
	own := []string{propID, propStub, propStated, propAmended, propDisagreements, propLabelWords, propTextWords, propLabelKey}
	for _, name := range own {
		if graph.PropertyOf(name) != nil {
			t.Errorf("a kind has a property %q", name)
		}
	}
	names := map[string]bool{}
	for _, r := range rules() {
		if names[r.name] {
			t.Errorf("two constraints or indexes are called %s", r.name)
		}
		names[r.name] = true
	}
	for i := range graph.Kinds {
		if strings.HasPrefix(graph.Kinds[i].Type, "Crosswalk") {
			t.Errorf("the label %s is taken for our own", graph.Kinds[i].Type)
		}
		for _, p := range graph.Kinds[i].Properties {
			if strings.HasPrefix(p.Name, longPrefix) {
				t.Errorf("a kind has a property %q", p.Name)
			}
		}
	}
}
