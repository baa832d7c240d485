package bench

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/internal/sharedtest"
)

// BenchmarkCommand runs the built program from start to end on a warm store that holds the three seed
// reports, and reports wall time and the largest resident memory.
func BenchmarkCommand(b *testing.B) {
	program := filepath.Join(b.TempDir(), "crosswalk")
	if out, err := exec.Command("go", "build", "-trimpath", "-o", program, "../cmd/crosswalk").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	store := "sqlite:" + filepath.Join(b.TempDir(), "seeds.db")
	seeds := filepath.Join(sharedtest.Dir(b), "seeds")
	if out, err := exec.Command(program, "--store", store, "ingest", seeds).CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	for name, args := range map[string][]string{
		"ask":     {"ask", "routes-lacking-read-back"},
		"lineage": {"lineage", "RT-RTE-workspace-send", "--type", "PART_OF", "--depth", "3"},
		"show":    {"show", "MEM-RTE-mcp-read"},
		"version": {"version"},
	} {
		b.Run(name, func(b *testing.B) { measure(b, program, append([]string{"--store", store}, args...)) })
	}
	// Memory must not grow with the number of documents.
	for _, n := range []int{1000, 2500, 10_000} {
		b.Run(fmt.Sprintf("ingest%d", n), func(b *testing.B) {
			reports := writeReports(b, n)
			for b.Loop() {
				measureOnce(b, program, []string{"--store", "sqlite:" + filepath.Join(b.TempDir(), "s.db"), "ingest", reports})
			}
		})
	}
}

func measure(b *testing.B, program string, args []string) {
	for b.Loop() {
		measureOnce(b, program, args)
	}
}

func measureOnce(b *testing.B, program string, args []string) {
	b.Helper()
	started := time.Now()
	cmd := exec.Command(program, args...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		b.Fatalf("%v: %v\n%s", args, err, out)
	}
	b.ReportMetric(float64(time.Since(started).Milliseconds()), "last-ms")
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		b.ReportMetric(float64(usage.Maxrss)/1024, "last-MB-resident")
	}
}
