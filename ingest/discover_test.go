package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// A report that is damaged or in another encoding never vanishes in silence.
func TestDamagedReports(t *testing.T) {
	dir := tempDir(t)
	text := memo("Quillstore", "MEM-OBJ-card: Card")
	wide := []byte("\xff\xfe")
	for _, c := range []byte(text) {
		wide = append(wide, c, 0)
	}
	for name, bytes := range map[string]string{
		"byte.txt":        strings.Replace(text, "settle", "s\xffttle", 1),
		"nul.txt":         strings.Replace(text, "settle", "s\x00ttle", 1),
		"title.txt":       strings.Replace(text, "Quill", "Qu\xffll", 1),
		"wide.txt":        string(wide),
		"unmarked.md":     string(wide[2:]),
		"latin.text":      "Caf\xe9\n",
		"letter.txt":      "Dear reader, it is a café.\n",
		"picture.bin":     "\xff\xd8\x00",
		"cut.md":          strings.Repeat("x", headBytes-1) + "é", // the head ends within the character
		"sub/latin.MD":    "na\xefve\n",
		"sub/program.txt": "\x7fELF\x00\x01",
	} {
		write(t, dir, name, bytes)
	}
	sum := check(t, Options{}, dir)
	var got []string
	for _, d := range sum.Diagnostics {
		if d.Severity > diag.Info && d.Code != "rendered/section-missing" {
			got = append(got, fmt.Sprintf("%s %s %d", filepath.Base(d.Subject.File), d.Code, d.Subject.Start.Line))
		}
	}
	slices.Sort(got)
	want := []string{"byte.txt rendered/invalid-utf8 13", "latin.MD skipped-not-utf8 0", "latin.text skipped-not-utf8 0", "nul.txt rendered/nul-byte 13",
		"program.txt skipped-not-utf8 0", "title.txt rendered/invalid-utf8 1", "unmarked.md skipped-not-utf8 0", "wide.txt skipped-not-utf8 0"}
	if !slices.Equal(got, want) {
		t.Errorf("diagnostics %q, want %q", got, want)
	}
	if sum.Counts.Failed != 3 || sum.Counts.Skipped != 8 {
		t.Errorf("counts %+v", sum.Counts)
	}
}

// What was loaded from a file that is no report any more stays, and that is told.
func TestNoLongerAReport(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	path := write(t, dir, "memory.txt", memo("Quillstore", "MEM-OBJ-card: Card"))
	load(t, g, Options{}, dir)
	write(t, dir, "memory.txt", "Dear reader\n")
	for _, given := range []string{dir, path} {
		sum := load(t, g, Options{Prune: true, Confirm: func([]graph.Origin) bool { return true }}, given)
		wantOutcomes(t, sum, "memory.txt FAILED")
		wantCodes(t, sum, CodeNoLongerReport)
		if d := the(t, sum, CodeNoLongerReport); d.Severity != diag.Error || !strings.HasSuffix(d.Subject.File, "memory.txt") {
			t.Errorf("%+v", d)
		}
		if !exists(t, g, card) {
			t.Error("its facts are gone")
		}
	}
	remove(t, g, path)
	wantCodes(t, load(t, g, Options{}, dir))
}

func TestOptionsThatDoNotFit(t *testing.T) {
	path := write(t, tempDir(t), "memory.txt", memo("Quillstore"))
	for name, opts := range map[string]Options{
		"negative cap":                {MaxBytes: -1},
		"name without standard input": {Name: "quill"},
		"control character":           {System: "a\x07"},
		"long run":                    {Run: strings.Repeat("r", maxValue+1)},
		"no address":                  {Repository: "store"},
	} {
		if _, err := Check(context.Background(), formats, []string{path}, opts); graph.CodeOf(err) != graph.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
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

func TestDocumentsWithoutNames(t *testing.T) {
	dir := tempDir(t)
	_, untitled, _ := strings.Cut(memo("Quillstore", "MEM-OBJ-card: Card"), "\n\n")
	path := write(t, dir, "untitled.txt", untitled)
	sum := check(t, Options{}, path)
	wantOutcomes(t, sum, "untitled.txt FAILED")
	wantCodes(t, sum, CodeSystemUnknown)
	if sum = check(t, Options{System: "Quillstore"}, path); sum.Files[0].Document != "document:quillstore/memory" {
		t.Errorf("%+v", sum.Files)
	}
	// Without a role, a document is known by its title.
	write(t, dir, "untitled.txt", "Notes on Quill\n\nShared records\n\nOperative objects\n\nMEM-OBJ-card\n\nLabel: Card\n")
	if sum = check(t, Options{System: "Quillstore"}, path); sum.Files[0].Document != "document:quillstore/notes-on-quill" {
		t.Errorf("%+v", sum.Files)
	}
	// A path that is no UTF-8 cannot identify an origin.
	if err := os.WriteFile(filepath.Join(dir, "\xff.txt"), []byte(untitled), 0o644); err != nil {
		t.Skip("the file system wants UTF-8:", err)
	}
	sum = check(t, Options{System: "Quillstore"}, dir)
	wantOutcomes(t, sum, "untitled.txt CHECKED")
	wantCodes(t, sum, CodeUnreadable)
}
