// Package sharedtest finds the folder of real reports that tests read. The reports are not part of
// this repository; nothing but tests may import this package.
package sharedtest

import (
	"os"
	"path/filepath"
	"testing"
)

// Dir returns the folder that holds seeds/, corpus/ and gold/: $CROSSWALK_SHARED, else ../shared
// seen from the module's root. Where it is missing the test is skipped, or fails when
// CROSSWALK_REQUIRE_SHARED=1.
func Dir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("CROSSWALK_SHARED")
	if dir == "" {
		dir = filepath.Join(filepath.Dir(moduleRoot(t)), "shared")
	}
	if _, err := os.Stat(filepath.Join(dir, "seeds")); err != nil {
		if os.Getenv("CROSSWALK_REQUIRE_SHARED") == "1" {
			t.Fatalf("the shared reports are required but not there: %v", err)
		}
		t.Skipf("no shared reports (set CROSSWALK_SHARED): %v", err)
	}
	return dir
}

// Seeds returns the paths of the three seed reports in order of name.
func Seeds(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(Dir(t), "seeds", "*.txt"))
	if err != nil || len(paths) != 3 {
		t.Fatalf("want three seed reports, have %d (%v)", len(paths), err)
	}
	return paths
}

func moduleRoot(t testing.TB) string {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the working directory")
		}
		dir = parent
	}
}
