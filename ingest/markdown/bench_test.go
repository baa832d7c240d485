package markdown

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

// BenchmarkParse reads a document of about 2 and of about 4 MB made of the seeds with their marks put
// back, under new names, so that the figures are of real text and show whether time follows size.
func BenchmarkParse(b *testing.B) {
	for _, copies := range []int{18, 36} {
		doc := seedLike(b, copies)
		b.Run(fmt.Sprintf("%dKB", len(doc)/1000), func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for b.Loop() {
				Format{}.Parse(diag.Source{Name: "bench.md", Bytes: doc})
			}
		})
	}
}

// seedLike returns the bodies of the seeds many times over, each time with other record names.
func seedLike(tb testing.TB, copies int) []byte {
	var out strings.Builder
	for i, file := range sharedtest.Seeds(tb) {
		data, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		text := canonical(string(data))
		if i > 0 {
			_, text, _ = strings.Cut(text, "\n---\n")
		}
		for n := range copies {
			name := fmt.Sprintf("x%d-", i*copies+n)
			renamed := strings.NewReplacer("MEM-OBJ-", "MEM-OBJ-"+name, "mem-obj-", "mem-obj-"+name, "MEM-RTE-", "MEM-RTE-"+name, "mem-rte-", "mem-rte-"+name)
			out.WriteString(renamed.Replace(text) + "\n\n")
		}
	}
	return []byte(out.String())
}
