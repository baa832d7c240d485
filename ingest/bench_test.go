//go:build unix

package ingest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/graph/sqlite"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/markdown"
	"github.com/crosswalk-graph/crosswalk/ingest/rendered"
	"github.com/crosswalk-graph/crosswalk/internal/reportgen"
)

// BenchmarkReport takes reports from their bytes to a sealed batch, each step apart. CPU-MB/s are bytes of
// report text by the processor time of all threads, the collector's included, so they hold on a machine
// that does other things besides. Twice the text may take little more than twice the time.
func BenchmarkReport(b *testing.B) {
	for _, format := range []struct {
		Format
		file string
	}{{rendered.Format{}, "ingest/rendered/testdata/reports/harbour-log/memory.txt"}, {markdown.Format{}, "examples/canonical/harbour-log/memory.md"}} {
		example, err := os.ReadFile(filepath.Join("..", format.file))
		if err != nil {
			b.Fatal(err)
		}
		for _, size := range []int{len(example), 1 << 20, 2 << 20, 4 << 20, 7 << 20} { // more has too many lines
			benchReport(b, fmt.Sprintf("%s/%dKB", format.Name(), size>>10), format, repeated(string(example), size))
		}
	}
}

func benchReport(b *testing.B, name string, f Format, text []byte) {
	source := diag.Source{Name: "bench", Bytes: text}
	doc, diags := f.Parse(source)
	if diags.HasErrors() {
		b.Fatal(diags)
	}
	facts := func() graph.Batch {
		l := newLowering(&doc, &quill)
		l.state()
		l.batch.Origin = graph.Origin{Location: quill.Location, Document: l.document}
		return l.batch
	}
	for _, step := range []struct {
		name string
		run  func(b *testing.B, c *cpuClock)
	}{
		{"parse", func(*testing.B, *cpuClock) { f.Parse(source) }},
		{"lower", func(*testing.B, *cpuClock) { facts() }},
		{"seal", func(b *testing.B, c *cpuClock) {
			b.StopTimer()
			c.stop()
			batch := facts()
			c.start()
			b.StartTimer()
			if err := batch.Seal(); err != nil {
				b.Fatal(err)
			}
		}},
		{"all", func(b *testing.B, _ *cpuClock) {
			doc, _ := f.Parse(source)
			if _, diags := Lower(doc, quill); diags.HasErrors() {
				b.Fatal(diags)
			}
		}},
	} {
		b.Run(name+"/"+step.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			var clock cpuClock
			clock.start()
			for b.Loop() {
				step.run(b, &clock)
			}
			clock.stop()
			b.ReportMetric(float64(len(text))*float64(b.N)/1e6/clock.used.Seconds(), "CPU-MB/s")
		})
	}
}

// A cpuClock measures the processor time of the process.
type cpuClock struct{ from, used time.Duration }

func (c *cpuClock) start() { c.from = cpuTime() }
func (c *cpuClock) stop()  { c.used += cpuTime() - c.from }

func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // it has no error for a process that asks about itself
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// repeated makes a report of about a size from one: its records again and again, each time under other
// names.
func repeated(text string, size int) []byte {
	const first, last = "Shared records\n", "Annotations\n"
	head, rest, _ := strings.Cut(text, first)
	records, tail, _ := strings.Cut(rest, last)
	records = strings.TrimRight(records, "#\n ") + "\n\n"
	out := []byte(head + first + records)
	for n := 1; len(out)+len(tail) < size; n++ {
		var names []string
		for _, kind := range []string{"CMP", "OBJ", "RTE", "CLM", "ABS", "BAP"} {
			for _, prefix := range []string{"MEM-" + kind + "-", "mem-" + strings.ToLower(kind) + "-"} {
				names = append(names, prefix, prefix+"x"+strconv.Itoa(n)+"-")
			}
		}
		out = append(out, strings.NewReplacer(names...).Replace(records)...)
	}
	return append(out, tail...)
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
