package ingest

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// aSet is a folder of two reports, what stands beside them, and a file that is no report.
func aSet() map[string]string {
	return map[string]string{
		"quill/memory.txt":  memo("Quillstore", "MEM-OBJ-card: Card"),
		"quill/runtime.txt": member("runtime", "Quillstore", "RT-OBJ-slip: Slip"),
		"quill/NOTES":       "Dear reader\n",
		sidecarFile:         "name: study\nsources:\n  - path: quill/**\n    run: AAS-2026-10-01-quillstore-07\n",
	}
}

const setMemory = "document:AAS-2026-10-01-quillstore-07/memory"

func zipFile(t testing.TB, path string, files map[string]string) {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(f, files[name])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), os.WriteFile(path, out.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
}

func tarFile(t testing.TB, path string, files map[string]string) {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	w := tar.NewWriter(z)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		err := w.WriteHeader(&tar.Header{Name: "./" + name, Size: int64(len(files[name])), Mode: 0o600})
		if err == nil {
			_, err = io.WriteString(w, files[name])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), z.Close(), os.WriteFile(path, out.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
}

func locations(sum *Summary) (list []string) {
	for _, f := range sum.Files {
		list = append(list, f.Location+" "+string(f.Outcome))
	}
	return list
}

func wantLocations(t testing.TB, sum *Summary, want ...string) {
	t.Helper()
	if got := locations(sum); !slices.Equal(got, want) {
		t.Errorf("files\n%q\nwant\n%q\n%+v", got, want, sum.Diagnostics)
	}
}

// A folder, archives of it and a git tree of it say the same, each from a place of its own, and what stands
// beside the files counts in each.
func TestSameFilesFromEverywhere(t *testing.T) {
	g, base := openGraph(t), tempDir(t)
	dir := filepath.Join(base, "folder")
	for name, text := range aSet() {
		write(t, dir, name, text)
	}
	zipped, tarred := filepath.Join(base, "set.zip"), filepath.Join(base, "set.archive") // by content, not by name
	zipFile(t, zipped, aSet())
	tarFile(t, tarred, aSet())
	repository := gitRepository(t, filepath.Join(base, "repo"), aSet())

	sum := load(t, g, Options{}, dir)
	wantLocations(t, sum, "study:quill/NOTES SKIPPED", "study:quill/memory.txt ADDED", "study:quill/runtime.txt ADDED")
	if sum.Formats["rendered"] != 2 || sum.Facts.Kinds[graph.Document] != 2 || sum.Files[0].Reason != reasonNoFormat {
		t.Errorf("%+v", sum)
	}
	before := fingerprint(t, g)
	for given, inside := range map[string]string{zipped: zipped + "!/", tarred: tarred + "!/", "git+file:" + repository + "@main": "git+file:" + repository + "!/"} {
		sum := load(t, g, Options{}, given)
		wantLocations(t, sum, inside+"quill/NOTES SKIPPED", inside+"quill/memory.txt COPIED", inside+"quill/runtime.txt COPIED")
		if sum.Files[1].Document != setMemory || !strings.HasPrefix(sum.Files[1].Path, given+"!/") {
			t.Errorf("%+v", sum.Files[1])
		}
		if sum = load(t, g, Options{}, given); sum.Counts.Unchanged != 2 {
			t.Errorf("again: %+v", sum.Counts)
		}
	}
	if fingerprint(t, g) != before {
		t.Error("a copy changed the fingerprint")
	}
	for _, s := range statusOf(t, g) {
		if s.State != Same {
			t.Errorf("%s is %s", s.Origin.Location, s.State)
		}
	}
	verify(t, g)
}

func statusOf(t testing.TB, g *graph.Graph) []OriginStatus {
	t.Helper()
	status, err := Status(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	return status
}

// gitRepository makes a repository with one commit on main.
func gitRepository(t testing.TB, dir string, files map[string]string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git here")
	}
	for name, text := range files {
		write(t, dir, name, text)
	}
	runGit(t, dir, "init", "-q", "-b", "main")
	commitAll(t, dir)
	return dir
}

func commitAll(t testing.TB, dir string) {
	t.Helper()
	runGit(t, dir, "add", "-A")
	runGit(t, dir, "commit", "-q", "-m", "m")
}

func runGit(t testing.TB, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// A newer archive or revision takes the place of the older: what it has not any more goes with --prune, and
// nobody takes the revision for the one that was analysed.
func TestNewerRevision(t *testing.T) {
	for _, kind := range []string{"git", "zip"} {
		t.Run(kind, func(t *testing.T) {
			g, base := openGraph(t), tempDir(t)
			files := aSet()
			given, next := filepath.Join(base, "set.zip"), func() { zipFile(t, filepath.Join(base, "set.zip"), files) }
			next()
			if kind == "git" {
				repository := gitRepository(t, filepath.Join(base, "repo"), files)
				given, next = "git+file:"+repository+":quill", func() {
					for name := range aSet() {
						if err := os.Remove(filepath.Join(repository, name)); err != nil {
							t.Fatal(err)
						}
					}
					for name, text := range files {
						write(t, repository, name, text)
					}
					commitAll(t, repository)
				}
			}
			load(t, g, Options{}, given)
			if run := node(t, g, "run:AAS-2026-10-01-quillstore-07"); run.Props["revision"] != nil {
				t.Errorf("revision %v", run.Props["revision"])
			}
			files["quill/memory.txt"] = memo("Quillstore", "MEM-OBJ-card: Fact card")
			delete(files, "quill/runtime.txt")
			next()
			sum := load(t, g, Options{}, given)
			if sum.Counts.Replaced != 1 || sum.Counts.Skipped != 1 || sum.Counts.Found != 2 {
				t.Errorf("%q", locations(sum))
			}
			sum = load(t, g, Options{Prune: true, Confirm: func([]graph.Origin) bool { return true }}, given)
			if len(sum.Pruned) != 1 || !strings.HasSuffix(sum.Pruned[0].Location, "!/quill/runtime.txt") {
				t.Errorf("pruned %+v", sum.Pruned)
			}
			verify(t, g)
		})
	}
}

// A place says one thing, so a repository is read at one revision.
func TestTwoRevisionsAtOnce(t *testing.T) {
	repository := gitRepository(t, filepath.Join(tempDir(t), "repo"), aSet())
	runGit(t, repository, "tag", "v1")
	sum := check(t, Options{}, "git+file:"+repository+"@main", "git+file:"+repository+"@v1:quill")
	if wantCodes(t, sum); sum.Counts.Checked != 2 || len(sum.Commits) != 2 {
		t.Errorf("%q at %v", locations(sum), sum.Commits)
	}
	write(t, repository, "quill/memory.txt", memo("Quillstore", "MEM-OBJ-card: Fact card"))
	commitAll(t, repository)
	sum = check(t, Options{}, "git+file:"+repository+"@main", "git+file:"+repository+"@v1")
	if the(t, sum, CodeLocationTaken); sum.Counts.Checked != 2 {
		t.Errorf("%q", locations(sum))
	}
}

// What is in an archive below a folder is there as long as the archive is, though nobody opens it.
func TestPruneBesideArchives(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	archive := filepath.Join(dir, "set.zip")
	files := aSet()
	delete(files, sidecarFile)
	zipFile(t, archive, files)
	load(t, g, Options{}, archive)
	yes := Options{Prune: true, Confirm: func([]graph.Origin) bool { return true }}
	sum := load(t, g, yes, dir)
	wantLocations(t, sum, archive+" SKIPPED")
	wantCodes(t, sum, CodeArchiveClosed)
	if sum.Files[0].Reason != reasonArchive || len(sum.Pruned) != 0 {
		t.Errorf("%+v, pruned %+v", sum.Files, sum.Pruned)
	}
	// A sidecar that appears above the archive renames what is in it.
	write(t, dir, sidecarFile, "name: kept\n")
	sum = load(t, g, Options{}, archive)
	if f := sum.Files[1]; f.Location != "kept:set.zip!/quill/memory.txt" || f.Was != archive+"!/quill/memory.txt" {
		t.Errorf("%+v", f)
	}
	if err := os.WriteFile(archive, []byte("PK\x03\x04 and no more"), 0o644); err != nil {
		t.Fatal(err)
	}
	sum = load(t, g, yes, archive, dir)
	if the(t, sum, CodeUnreadable); len(sum.Pruned) != 0 {
		t.Errorf("a damaged archive: pruned %+v", sum.Pruned)
	}
	for _, s := range statusOf(t, g) {
		if s.State != Unreadable {
			t.Errorf("%s is %s", s.Origin.Location, s.State)
		}
	}
	if err := os.Remove(archive); err != nil {
		t.Fatal(err)
	}
	for _, s := range statusOf(t, g) {
		if s.State != Missing {
			t.Errorf("%s is %s", s.Origin.Location, s.State)
		}
	}
	if sum = load(t, g, yes, dir); len(sum.Pruned) != 2 {
		t.Errorf("pruned %+v", sum.Pruned)
	}
}

// What is wrong in an archive is told at its place, and the rest is loaded.
func TestBadArchive(t *testing.T) {
	dir := tempDir(t)
	archive := filepath.Join(dir, "set.zip")
	files := aSet()
	files["../up.txt"], files["inner.zip"] = files["quill/memory.txt"], "PK\x03\x04"
	zipFile(t, archive, files)
	sum := check(t, Options{}, archive)
	wantCodes(t, sum, CodeArchiveClosed, CodeUnsafeName)
	if d := the(t, sum, CodeUnsafeName); d.Subject.File != archive+"!/../up.txt" || d.Severity != diag.Warning {
		t.Errorf("%+v", d)
	}
	if sum.Counts.Checked != 2 || sum.Counts.Skipped != 2 {
		t.Errorf("%q", locations(sum))
	}
	wantCodes(t, check(t, Options{MaxEntries: 3}, archive), CodeTooLarge)
	wantCodes(t, check(t, Options{MaxUnpacked: 100}, archive), CodeTooLarge)
	sum = check(t, Options{MaxBytes: 150}, archive) // less than either report has
	wantCodes(t, sum, CodeArchiveClosed, CodeTooLarge, CodeTooLarge, CodeUnsafeName)
	wantCodes(t, check(t, Options{}, "git+file:"+dir), CodeUnreadable)
}

func TestPatterns(t *testing.T) {
	dir := tempDir(t)
	for _, name := range []string{"a/one.txt", "a/two.txt", "b/deep/three.txt", "b/drafts/four.txt", "b/.hidden/five.txt", "[x].txt"} {
		write(t, dir, name, memo("Quillstore "+strings.Trim(filepath.Base(name), "[].tx"), "MEM-OBJ-card: Card"))
	}
	write(t, dir, "a/NOTES", "Dear reader\n")
	write(t, dir, "b/"+ignoreFile, "drafts/\n")
	for pattern, want := range map[string][]string{
		"*/*.txt":            {"one.txt CHECKED", "two.txt CHECKED"},
		"**/t*.txt":          {"two.txt CHECKED", "three.txt CHECKED"},
		"a/*":                {"NOTES SKIPPED", "one.txt CHECKED", "two.txt CHECKED"}, // named by no one
		"b*":                 {"three.txt CHECKED", "drafts SKIPPED"},                 // a folder that matches
		"{a/one,b/deep/*}.*": {"one.txt CHECKED", "three.txt CHECKED"},
		"[x].txt":            {"[x].txt CHECKED"}, // a file of that very name
		"[ab]/one.*":         {"one.txt CHECKED"},
	} {
		sum := check(t, Options{}, filepath.Join(dir, pattern))
		t.Run(pattern, func(t *testing.T) { wantOutcomes(t, sum, want...); wantCodes(t, sum) })
	}
	for _, pattern := range []string{"*.md", "none/*.txt", "**/five.txt", "a/[", "**/drafts/*.txt"} {
		wantCodes(t, check(t, Options{}, filepath.Join(dir, pattern)), CodePathNotFound)
	}
	// Each file is taken once, and a pattern after its folder has matched something.
	sum := check(t, Options{}, filepath.Join(dir, "a"), filepath.Join(dir, "a/*.txt"), filepath.Join(dir, "a/one.txt"))
	wantOutcomes(t, sum, "NOTES SKIPPED", "one.txt CHECKED", "two.txt CHECKED")
	wantCodes(t, sum)
	// Only what matches is pruned.
	g := openGraph(t)
	load(t, g, Options{}, filepath.Join(dir, "a"))
	if err := errors.Join(os.Remove(filepath.Join(dir, "a/one.txt")), os.Remove(filepath.Join(dir, "a/two.txt"))); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "a/one.md", "x")
	sum = load(t, g, Options{Prune: true, Confirm: func([]graph.Origin) bool { return true }}, filepath.Join(dir, "a/one.*"))
	if len(sum.Pruned) != 1 || filepath.Base(sum.Pruned[0].Location) != "one.txt" {
		t.Errorf("pruned %+v", sum.Pruned)
	}
}

func TestAsFormat(t *testing.T) {
	dir := tempDir(t)
	odd := write(t, dir, "odd.dat", "MEM-OBJ-card is one\n"+strings.Repeat("x ", headBytes)) // nothing shows the format
	wantCodes(t, check(t, Options{}, odd), CodeNoFormat)
	for _, given := range []string{odd, filepath.Join(dir, "o*.dat")} {
		if sum := check(t, Options{As: "rendered"}, given); sum.Files[0].Format != "rendered" {
			t.Errorf("%s: %+v", given, sum.Files)
		}
	}
	sum := check(t, Options{As: "rendered", Name: "odd", Stdin: strings.NewReader("a text")}, "-")
	if sum.Files[0].Format != "rendered" {
		t.Errorf("%+v", sum.Files)
	}
	for name, opts := range map[string]Options{"unknown": {As: "prose"}, "a folder": {As: "rendered"}, "a cap": {MaxEntries: -1}} {
		_, err := Check(context.Background(), formats, []string{dir}, opts)
		if graph.CodeOf(err) != graph.Invalid {
			t.Errorf("%s: %v", name, err)
		}
		if name == "unknown" && !strings.Contains(err.Error(), "rendered") {
			t.Errorf("%v does not say which formats there are", err)
		}
	}
}

func TestManyFilesInAnArchive(t *testing.T) {
	files := map[string]string{"x.txt": memo("Quillstore", "MEM-OBJ-card: Card")}
	for i := range 2000 {
		files[strings.Repeat("d/", i%100)+"n"+strings.Repeat("x", i%50)+string(rune('a'+i%26))+".bin"] = ""
	}
	archive := filepath.Join(tempDir(t), "set.zip")
	zipFile(t, archive, files)
	sum := check(t, Options{}, archive)
	if sum.Counts.Found != len(files) || sum.Counts.Checked != 1 {
		t.Errorf("%+v, want %d files", sum.Counts, len(files))
	}
	for _, f := range sum.Files {
		if (f.Reason == "") != (f.Outcome != Skipped) {
			t.Errorf("%+v", f)
		}
	}
}
