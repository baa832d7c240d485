package early

import (
	"testing"

	"github.com/crosswalk-graph/crosswalk/internal/parsetest"
)

// minCases guards against cases that are not found.
const minCases = 4

func TestCases(t *testing.T) {
	for _, c := range parsetest.Cases(t, minCases) {
		t.Run(c.Name, func(t *testing.T) { c.Check(t, Format{}) })
	}
}

func TestSameFacts(t *testing.T) {
	for _, c := range parsetest.Cases(t, minCases) {
		parsetest.SameFacts(t, Format{}, c.Name, c.Input)
	}
}
