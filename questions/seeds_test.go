package questions_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
	"github.com/google/go-cmp/cmp"
)

// How many rows the three seed reports give: the numbers of report-grammar 5.5, or counted in the reports
// by hand. Three memory members alone have no limitations, conflicts, amendments and profiles.
func TestSeedsCounted(t *testing.T) {
	engine := loaded(t, sharedtest.Seeds(t)...)
	for _, c := range []struct {
		name, vars       string
		sqz, cq, tolaria int
	}{
		{"coverage-gaps", "all=true", 19, 12, 10},
		{"coverage-gaps", "", 5, 6, 8}, // what is supplied, uninspected, inaccessible, unknown …; of Tolaria five rows whose cells are run together
		{"integration-issues", "", 5, 6, 6},
		{"annotations-across-analysts", "", 4, 9, 3},
		{"passages-by-file", "", 25, 18, 12},
		{"statuses-by-layer", "", 9, 6, 8},
		{"statuses-by-layer", "layers=operation", 5, 3, 4}, // the claim of sqz has no such status: a row without one
		{"withdrawal-and-expiry", "states=GIVEN", 4, 3, 4},
		{"delegated-visibility", "", 4, 3, 4},
		{"authority-paths", "", 1, 0, 1},
		{"claims-and-implementing-routes", "", 1, 0, 0},
		{"consumers-of-object", "", 0, 1, 2},            // lines 113 of CQ and 59 of Tolaria, which names two
		{"objects-without-named-consumer", "", 6, 5, 1}, // of 6, 6 and 2 objects
		{"what-feeds-route", "", 1, 1, 3},               // lines 124 of sqz, 113 of CQ, 59 (twice) and 173 of Tolaria
		{"limitations", "", 0, 0, 0},
		{"unresolved-conflicts", "", 0, 0, 0},
		{"superseded-and-amended", "", 0, 0, 0},
		{"findings-by-axis", "", 0, 0, 0},
	} {
		table := ask(t, engine, c.name, strings.Fields(c.vars)...)
		got := map[string]int{"sqz": 0, "CQ": 0, "Tolaria": 0}
		for _, system := range pick(t, table, "system") {
			got[system]++
		}
		if d := cmp.Diff(map[string]int{"sqz": c.sqz, "CQ": c.cq, "Tolaria": c.tolaria}, got); d != "" {
			t.Errorf("%s %s: rows (-want +got):\n%s", c.name, c.vars, d)
		}
	}
	want := []string{ // an object and the sentence that denies that it is consumed or read
		"CQ\tMEM-OBJ-extensions\tCONSUMES\t93",
		"sqz\tMEM-OBJ-operation-metadata\tCONSUMES\t77",
		"sqz\tMEM-OBJ-snapshot\tREADS\t118",
	}
	var denied []string
	for _, row := range pick(t, ask(t, engine, "objects-without-named-consumer"), "system", "handle", "denied", "denial_line") {
		if !strings.HasSuffix(row, "\t\t") {
			denied = append(denied, row)
		}
	}
	if d := cmp.Diff(want, denied); d != "" {
		t.Errorf("denied (-want +got):\n%s", d)
	}
}

// Whatever a row rests on stands in the report at the line that it gives.
func TestSeedsSayWhatIsQuoted(t *testing.T) {
	seeds := sharedtest.Seeds(t)
	engine := loaded(t, seeds...)
	lines := map[string][]string{}
	for i, system := range []string{"sqz", "CQ", "Tolaria"} {
		text, err := os.ReadFile(seeds[i])
		if err != nil {
			t.Fatal(err)
		}
		lines[system] = strings.Split(string(text), "\n")
	}
	for _, c := range []struct{ question, quoted, line string }{
		{"routes-by-read-back", "because", "line"},
		{"consumers-of-object", "because", "line"},
		{"what-feeds-route", "because", "line"},
		{"withdrawal-and-expiry", "because", "line"},
		{"delegated-visibility", "because", "line"},
		{"denied-relationships", "because", "line"},
		{"coverage-gaps", "because", "line"},
		{"integration-issues", "because", "line"},
		{"objects-without-named-consumer", "denial", "denial_line"},
	} {
		table := ask(t, engine, c.question)
		for _, row := range table.Rows {
			o := object(t, table, row)
			quoted, _ := o[c.quoted].(string)
			if quoted == "" && c.question == "objects-without-named-consumer" {
				continue // nothing is denied of it
			}
			number, _ := o[c.line].(json.Number)
			n, err := number.Int64()
			system, _ := o["system"].(string)
			if err != nil || n < 1 || int(n) >= len(lines[system]) {
				t.Errorf("%s: %v has no line", c.question, o)
				continue
			}
			// A row of a table may be broken in two, its last cell on a line of its own.
			if here := lines[system][n-1] + " " + lines[system][n]; quoted == "" || !strings.Contains(words(here), words(quoted)) {
				t.Errorf("%s: %q is no part of line %d, %q", c.question, quoted, n, here)
			}
		}
	}
}

// words gives a text without the bars between cells, its white space collapsed.
func words(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '|' || unicode.IsSpace(r) }), " ")
}
