//go:build unix

package ingest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/source"
)

func TestSpecialFilesAreNotOpened(t *testing.T) {
	dir := tempDir(t)
	pipe := filepath.Join(dir, "pipe.txt")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Skip("no pipes here:", err)
	}
	sum := check(t, Options{}, dir)
	if d := the(t, sum, CodeNotAFile); d.Severity != diag.Info || len(sum.Files) != 0 {
		t.Errorf("in a folder: %+v", d)
	}
	if d := the(t, check(t, Options{}, pipe), CodeNotAFile); d.Severity != diag.Error {
		t.Errorf("named: %+v", d)
	}
	the(t, check(t, Options{}, os.DevNull), CodeNotAFile)
	// One that takes the place of a file after it was found is refused as well.
	if _, err := (&file{tree: source.Disk, path: pipe}).open(); err == nil {
		t.Error("a pipe was opened")
	}
	if err := os.Symlink(pipe, filepath.Join(dir, sidecarFile)); err != nil {
		t.Fatal(err)
	}
	report := write(t, dir, "memory.txt", memo("Quillstore"))
	sum = check(t, Options{}, report)
	wantOutcomes(t, sum, "memory.txt FAILED")
	wantCodes(t, sum, CodeSidecar)
}

// TestUnreadable runs as an ordinary user: as root it starts itself again as one.
func TestUnreadable(t *testing.T) {
	if os.Geteuid() == 0 {
		asOrdinaryUser(t)
		return
	}
	dir := tempDir(t)
	write(t, dir, "open.txt", memo("Quillstore", "MEM-OBJ-card: Card"))
	closed := write(t, dir, "closed.txt", memo("Harbour Log"))
	below := write(t, dir, "folder/below.txt", memo("Plover"))
	g := openGraph(t)
	load(t, g, Options{}, dir)
	if err := os.Remove(below); err != nil {
		t.Fatal(err)
	}
	for path, mode := range map[string]os.FileMode{closed: 0, filepath.Dir(below): 0} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(path, 0o755) }) // so that the folder can be removed
	}
	asked := false
	sum := load(t, g, Options{Prune: true, Confirm: func([]graph.Origin) bool { asked = true; return true }}, dir)
	wantOutcomes(t, sum, "closed.txt FAILED", "open.txt UNCHANGED")
	wantCodes(t, sum, CodePruneWithheld, CodeUnreadable, CodeUnreadable)
	if asked {
		t.Error("asked to prune below a folder that could not be read whole")
	}
	if got, want := states(t, g), []string{"closed.txt UNREADABLE", "below.txt UNREADABLE", "open.txt SAME"}; !slices.Equal(got, want) {
		t.Errorf("status %v, want %v", got, want)
	}
}

func asOrdinaryUser(t *testing.T) {
	const nobody = 65534
	dir, err := os.MkdirTemp("", "crosswalk-test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	program, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "test")
	if err := errors.Join(os.WriteFile(file, program, 0o755), os.Mkdir(filepath.Join(dir, "tmp"), 0o755),
		os.Chown(filepath.Join(dir, "tmp"), nobody, nobody), os.Chmod(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(file, "-test.run=^TestUnreadable$")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TMPDIR="+filepath.Join(dir, "tmp"))
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("as an ordinary user: %v\n%s", err, out)
	}
}
