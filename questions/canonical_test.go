package questions_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What the example sets deny is told as a careful reader lists it; the earlier run of Kilnbook is left out.
func TestCanonicalDenials(t *testing.T) {
	text, err := os.ReadFile("../ingest/testdata/examples.tsv")
	if err != nil {
		t.Fatal(err)
	}
	systems := map[string]string{"quillstore": "Quillstore", "harbour-log": "Harbour Log", "kilnbook": "Kilnbook"}
	var want, got []string
	for _, line := range strings.Split(string(text), "\n") {
		cells := strings.Split(line, "\t")
		if cells[0] != "denial" || systems[cells[1]] == "" {
			continue
		}
		about := strings.Join(strings.Fields(strings.Trim(cells[5], "-")), ", ")
		want = append(want, strings.Join([]string{systems[cells[1]], cells[2], cells[3], cells[4], about}, "\t"))
	}
	engine := loaded(t, "../examples/canonical")
	for _, row := range pick(t, ask(t, engine, "denied-relationships"), "system", "document", "line", "denied", "concerns") {
		cells := strings.Split(row, "\t")
		cells[1] = cells[1][strings.LastIndexByte(cells[1], '/')+1:]
		got = append(got, strings.Join(cells, "\t"))
	}
	slices.Sort(want)
	slices.Sort(got)
	if d := cmp.Diff(want, got); d != "" || len(want) == 0 {
		t.Errorf("denials (-listed +told):\n%s", d)
	}
}

// An object has a named consumer or has none: each is in one of the two answers. One that others replace is
// in either only when asked for.
func TestEveryObjectHasANamedConsumerOrNot(t *testing.T) {
	engine := loaded(t, "../examples/canonical")
	answers := func(vars ...string) (named, all []string) {
		named = pick(t, ask(t, engine, "consumers-of-object", vars...), "system", "handle")
		all = slices.Concat(named, pick(t, ask(t, engine, "objects-without-named-consumer", vars...), "system", "handle"))
		slices.Sort(named)
		slices.Sort(all)
		return slices.Compact(named), slices.Compact(all)
	}
	objects := 0
	for _, row := range pick(t, ask(t, engine, "records-by-system-and-kind", "kinds=object"), "records") {
		n, err := strconv.Atoi(row)
		if err != nil {
			t.Fatal(err)
		}
		objects += n
	}
	_, all := answers("superseded=true")
	if len(all) != objects {
		t.Errorf("%d objects are told of, %d are declared", len(all), objects)
	}
	named, present := answers()
	for _, replaced := range []string{"Quillstore\tMEM-OBJ-open-proposal", "Quillstore\tRT-OBJ-shelf-file"} {
		if !slices.Contains(all, replaced) || slices.Contains(present, replaced) {
			t.Errorf("%s: told when asked for %v, else %v", replaced, slices.Contains(all, replaced), slices.Contains(present, replaced))
		}
	}
	if len(all)-len(present) != 2 {
		t.Errorf("%d objects are replaced, want 2", len(all)-len(present))
	}
	for _, row := range pick(t, ask(t, engine, "objects-without-named-consumer"), "system", "handle") {
		if slices.Contains(named, row) {
			t.Errorf("%s has a named consumer and has none", row)
		}
	}
}
