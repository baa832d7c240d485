package storetest_test

import (
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/storetest"
)

// The model passes its own suite: the directed cases hold it against expectations written by hand.
func TestModel(t *testing.T) {
	storetest.Run(t, func(testing.TB) graph.Store { return storetest.NewModel() })
}
