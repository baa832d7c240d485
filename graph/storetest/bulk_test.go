package storetest

import (
	"context"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A tenth of the benchmark's graph has a tenth of its size, and loads without a conflict.
func TestGraph(t *testing.T) {
	m := NewModel()
	var bs []graph.Batch
	for b := range Graph(1, 50) {
		bs = append(bs, b)
	}
	c, err := m.Apply(context.Background(), bs)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range c.Outcomes {
		if o.Result != graph.Added {
			t.Errorf("%s: %s", o.Location, o.Result)
		}
	}
	relationships := int64(0)
	for _, n := range m.types {
		relationships += n
	}
	if n := len(m.nodes); n < 9_500 || n > 10_500 {
		t.Errorf("%d nodes, want about 10,000", n)
	}
	if relationships < 48_000 || relationships > 52_000 {
		t.Errorf("%d relationships, want about 50,000", relationships)
	}
	i := 0
	for b := range Graph(1, 50) {
		if b.Origin.Digest != bs[i].Origin.Digest {
			t.Fatalf("document %d differs from run to run", i)
		}
		if i++; i == 3 {
			break // lazily
		}
	}
	for b := range Graph(2, 1) {
		if b.Origin.Digest == bs[0].Origin.Digest {
			t.Error("the seed does not matter")
		}
	}
}
