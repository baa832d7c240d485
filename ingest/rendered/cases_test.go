package rendered

import (
	"os"
	"testing"

	"github.com/crosswalk-graph/crosswalk/internal/parsetest"
)

// minCases guards against cases that are not found.
const minCases = 12

func TestCases(t *testing.T) {
	for _, c := range parsetest.Cases(t, minCases) {
		t.Run(c.Name, func(t *testing.T) { c.Check(t, Format{}) })
	}
}

func TestSameFacts(t *testing.T) {
	for name, input := range inputs(t) {
		parsetest.SameFacts(t, Format{}, name, input)
	}
}

// inputs are the reports of the cases and, where they are there, the seeds, by name.
func inputs(t testing.TB) map[string][]byte {
	out := map[string][]byte{}
	for _, c := range parsetest.Cases(t, minCases) {
		out[c.Name] = c.Input
	}
	for _, s := range seedsIfThere(t) {
		out[s.file] = s.bytes
	}
	return out
}

func seedsIfThere(t testing.TB) []seed {
	if dir := os.Getenv("CROSSWALK_SHARED"); dir == "" && os.Getenv("CROSSWALK_REQUIRE_SHARED") != "1" {
		if _, err := os.Stat("../../../shared/seeds"); err != nil {
			return nil
		}
	}
	return readSeeds(t)
}
