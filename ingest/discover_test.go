package ingest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// check reads without a store, within a time that only a hang exceeds.
func check(t testing.TB, opts Options, paths ...string) *Summary {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	sum, err := Check(ctx, formats, paths, opts)
	if err != nil {
		t.Fatal(err)
	}
	addsUp(t, sum)
	return sum
}

func TestDiscoverFolder(t *testing.T) {
	dir := tempDir(t)
	for _, name := range []string{"b.txt", "a/z.txt", "a.txt", ".hidden.txt", ".git/c.txt", "CVS/d.txt", "_darcs/e.txt", sidecarFile} {
		text := memo("Quillstore")
		if name == sidecarFile {
			text = "name: study\n"
		}
		write(t, dir, name, text)
	}
	write(t, dir, "notes.md", "# Notes\n")
	sum := check(t, Options{}, dir)
	wantCodes(t, sum)
	var got []string
	for _, f := range sum.Files {
		got = append(got, f.Location+" "+string(f.Outcome))
	}
	want := []string{"study:a.txt CHECKED", "study:a/z.txt CHECKED", "study:b.txt CHECKED", "study:notes.md SKIPPED"}
	if !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	if sum.Counts.Skipped != 1 || sum.Files[3].Path != filepath.Join(dir, "notes.md") {
		t.Errorf("%+v", sum)
	}
}

func TestNamedPaths(t *testing.T) {
	dir := tempDir(t)
	report := write(t, dir, "memory.txt", memo("Quillstore"))
	notes := write(t, dir, "notes.md", "# Notes\n")
	sum := check(t, Options{}, filepath.Join(dir, "gone.txt"), notes, report, report, dir, filepath.Join(dir, "..", filepath.Base(dir), "memory.txt"))
	wantOutcomes(t, sum, "memory.txt CHECKED", "notes.md FAILED") // each once
	wantCodes(t, sum, CodeNoFormat, CodePathNotFound)
	if d := the(t, sum, CodePathNotFound); d.Subject.File != filepath.Join(dir, "gone.txt") || d.Severity != diag.Error {
		t.Errorf("%+v", d)
	}
	wantOutcomes(t, check(t, Options{}))
}

func TestLinks(t *testing.T) {
	base := tempDir(t)
	dir, outside := filepath.Join(base, "in"), write(t, base, "out/memory.txt", memo("Harbour Log"))
	inside := write(t, dir, "sub/memory.txt", memo("Quillstore"))
	for name, target := range map[string]string{
		"again.txt": inside, "loop": dir, "sub/up": "..", "self": "self", "gone": "nowhere",
		"out.txt": outside, "out": filepath.Dir(outside),
	} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	sum := check(t, Options{}, dir)
	if len(sum.Files) != 1 || sum.Files[0].Location != inside {
		t.Errorf("found %+v", sum.Files)
	}
	wantCodes(t, sum, CodeLinkBroken, CodeLinkBroken, CodeLinkOutside, CodeLinkOutside)

	// Beside the folder it leads to, a link stays inside; and a link that is named is followed.
	wantCodes(t, check(t, Options{}, dir, filepath.Dir(outside)), CodeLinkBroken, CodeLinkBroken)
	sum = check(t, Options{}, filepath.Join(dir, "out.txt"))
	if len(sum.Files) != 1 || sum.Files[0].Location != outside {
		t.Errorf("found %+v", sum.Files)
	}
}

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
	if _, err := openRegular(pipe); err == nil {
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

func TestHostileFiles(t *testing.T) {
	dir := tempDir(t)
	text := memo("Quillstore", "MEM-OBJ-card: Card", "MEM-OBJ-note: Note")
	head := text[:strings.Index(text, "Shared records")]
	for name, bytes := range map[string]string{
		"00-good.txt":     text,
		"01-empty.txt":    "",
		"02-blank.txt":    "\n \r\n\n",
		"03-binary.txt":   head + "\x00\x01\x02",
		"04-utf8.txt":     head + strings.Repeat("x", headBytes) + "\n\n\xff\xfe\n",
		"05-utf16.txt":    "\xff\xfeQ\x00u\x00",
		"06-line.txt":     head + strings.Repeat("x", 2<<20),
		"07-large.txt":    head + strings.Repeat("MEM-OBJ-card is one. ", 2<<20),
		"08-ids.txt":      head + strings.Repeat("MEM-OBJ-card RT-RTE-x ", 1<<15),
		"09-brackets.txt": head + strings.Repeat("(", 1<<18) + strings.Repeat(")", 1<<18),
		"10-nul.txt":      head + "a\x00b",
	} {
		write(t, dir, name, bytes)
	}
	for i := range len(text) { // every prefix, each about a system of its own
		write(t, dir, "prefix/"+strings.Repeat("p", i+1)[:min(i+1, 200)]+string(rune('a'+i%26))+".txt", text[:i])
	}
	g := openGraph(t)
	sum, err := Load(context.Background(), g, formats, []string{dir}, Options{MaxBytes: 8 << 20})
	if err != nil {
		t.Fatal(err)
	}
	addsUp(t, sum)
	if f := sum.Files[0]; f.Outcome != Added || !exists(t, g, card) {
		t.Errorf("the good file beside the bad ones is %s", f.Outcome)
	}
	the(t, sum, CodeTooLarge)
	for _, d := range sum.Diagnostics {
		if d.Subject.End.Byte < d.Subject.Start.Byte || d.Code == "" || d.Summary == "" {
			t.Errorf("diagnostic %+v", d)
		}
	}
	verify(t, g)
}

func TestLongLineIsNotRead(t *testing.T) {
	dir := tempDir(t)
	path := write(t, dir, "line.txt", memo("Quillstore")+strings.Repeat("x", 50<<20))
	sum := check(t, Options{}, path)
	wantOutcomes(t, sum, "line.txt FAILED")
	wantCodes(t, sum, CodeTooLarge)
}

func TestStandardInput(t *testing.T) {
	g := openGraph(t)
	text := memo("Quillstore", "MEM-OBJ-card: Card")
	sum := load(t, g, Options{Name: "quill", Stdin: iotest.OneByteReader(strings.NewReader(text))}, "-", "-")
	if wantOutcomes(t, sum, "quill ADDED"); sum.Files[0].Location != "quill" {
		t.Errorf("location %q", sum.Files[0].Location)
	}
	wantOutcomes(t, load(t, g, Options{Name: "quill", Stdin: strings.NewReader(text)}, "-"), "quill UNCHANGED")

	wantCodes(t, check(t, Options{Stdin: strings.NewReader(text)}, "-"), CodeLocationTaken)
	wantCodes(t, check(t, Options{Name: "quill", MaxBytes: 100, Stdin: strings.NewReader(text)}, "-"), CodeTooLarge)
	endless := io.MultiReader(strings.NewReader(text), endlessReader{})
	wantCodes(t, check(t, Options{Name: "quill", MaxBytes: 1 << 20, Stdin: endless}, "-"), CodeTooLarge)
	broken := errors.New("broken")
	if _, err := Check(context.Background(), formats, []string{"-"}, Options{Name: "quill", Stdin: iotest.ErrReader(broken)}); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}

	path := write(t, tempDir(t), "memory.txt", text)
	sum = check(t, Options{Name: path, Stdin: strings.NewReader(text)}, "-", path)
	wantCodes(t, sum, CodeLocationTaken)
}

type endlessReader struct{}

func (endlessReader) Read(p []byte) (int, error) {
	return copy(p, bytes.Repeat([]byte("x"), len(p))), nil
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

func TestCancelledLoad(t *testing.T) {
	dir := tempDir(t)
	for i := range 3 * groupFiles {
		write(t, dir, "r"+strings.Repeat("x", i)+".txt", memo("Plover "+strings.Repeat("x", i+1), "MEM-OBJ-card: Card"))
	}
	g := openGraph(t)
	ctx, cancel := context.WithCancel(context.Background())
	sum, err := Load(ctx, g, formats, []string{dir}, Options{Progress: func(p Progress) {
		if p.Done == groupFiles {
			cancel()
		}
		if p.Files != 3*groupFiles || p.Bytes > p.FileBytes {
			t.Errorf("progress %+v", p)
		}
	}})
	if graph.CodeOf(err) != graph.Deadline || sum.Counts.Added != groupFiles || sum.After != 1 {
		t.Errorf("error %v, counts %+v, revision %d", err, sum.Counts, sum.After)
	}
	// What was applied is whole, and the rest follows.
	verify(t, g)
	if sum := load(t, g, Options{}, dir); sum.Counts.Unchanged != groupFiles || sum.Counts.Added != 2*groupFiles {
		t.Errorf("counts %+v", sum.Counts)
	}
}
