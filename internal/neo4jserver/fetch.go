package neo4jserver

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/lockedfile"
)

//go:embed pom.xml
var pom string

// Version is the version of Neo4j that Start runs.
func Version() string {
	_, rest, _ := strings.Cut(pom, "<neo4j.version>")
	version, _, _ := strings.Cut(rest, "</neo4j.version>")
	return version
}

// cacheDir is the folder that holds the fetched files of this version.
func cacheDir() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "crosswalk", "neo4j-"+Version()), nil
}

// classPath names all of Neo4j's libraries.
func classPath() (string, error) {
	dir, err := cacheDir()
	return filepath.Join(dir, "lib", "*"), err
}

// fetch puts Neo4j's libraries into the cache, unless they are there: 214 files, 116 MB. Of processes
// that want this at the same time one does it and the others wait.
func fetch(ctx context.Context) (err error) {
	dir, err := cacheDir()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	unlock, err := lockedfile.MutexAt(filepath.Join(dir, "lock")).Lock()
	if err != nil {
		return err
	}
	defer unlock()
	lib := filepath.Join(dir, "lib")
	if _, err := os.Stat(lib); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	work, err := os.MkdirTemp(dir, "fetch-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	project := filepath.Join(work, "pom.xml")
	if err := os.WriteFile(project, []byte(pom), 0o644); err != nil {
		return err
	}
	fetched := filepath.Join(work, "lib")
	cmd := exec.CommandContext(ctx, "mvn", "--batch-mode", "--quiet", "--file", project,
		"dependency:copy-dependencies", "-DoutputDirectory="+fetched)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	return os.Rename(fetched, lib)
}
