package ingest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/sqlite"
	"github.com/crosswalk-graph/crosswalk/internal/reportgen"
)

// BenchmarkLower lowers parsed reports; MB/s are of report text.
func BenchmarkLower(b *testing.B) {
	example, err := os.ReadFile(filepath.Join("..", "examples", "quillstore", "memory.txt"))
	if err != nil {
		b.Fatal(err)
	}
	for name, text := range map[string]string{
		"example":   string(example),
		"generated": reportgen.Report(1, reportgen.Small),
		"large":     reportgen.Report(1, reportgen.Shape{Objects: 1000, Routes: 1000}),
	} {
		doc := parseExample(b, name, text)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, diags := Lower(doc, quill); diags.HasErrors() {
					b.Fatal(diags)
				}
			}
		})
	}
}

// BenchmarkLoad loads a thousand generated documents into an empty store on disk, and then again.
func BenchmarkLoad(b *testing.B) {
	dir := b.TempDir()
	const documents = 1000
	if err := reportgen.WriteFolder(dir, documents, reportgen.Small); err != nil {
		b.Fatal(err)
	}
	run := func(b *testing.B, g *graph.Graph) *Summary {
		sum, err := Load(context.Background(), g, formats, []string{dir}, Options{})
		if err != nil {
			b.Fatal(err)
		}
		return sum
	}
	b.Run("empty", func(b *testing.B) {
		nodes := 0
		for b.Loop() {
			b.StopTimer()
			g := diskGraph(b)
			b.StartTimer()
			nodes = run(b, g).Facts.Nodes
		}
		perSecond(b, documents, "documents/s")
		perSecond(b, nodes, "nodes/s")
	})
	b.Run("unchanged", func(b *testing.B) {
		g := diskGraph(b)
		run(b, g)
		for b.Loop() {
			run(b, g)
		}
		perSecond(b, documents, "documents/s")
	})
}

func perSecond(b *testing.B, n int, unit string) {
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), unit)
}

func diskGraph(b *testing.B) *graph.Graph {
	store, err := sqlite.Open(context.Background(), filepath.Join(b.TempDir(), "bench.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = store.Close() })
	return graph.New(store, graph.Limits{})
}
