package ingest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// ignoreCases are patterns with what they are held against: "-" before what is passed over, "+" before
// what is not; a slash at the end makes a folder.
var ignoreCases = []struct{ patterns, names string }{
	{"notes.txt", "-notes.txt -a/notes.txt -a/b/notes.txt +notes.txt.md +my-notes.txt"},
	{"/notes.txt", "-notes.txt +a/notes.txt"},
	{"a/notes.txt", "-a/notes.txt +b/a/notes.txt +notes.txt"},
	{"drafts/", "-drafts/ -a/drafts/ +drafts"},
	{"*.bak", "-x.bak -a/x.bak +x.bak.txt"},
	{"a/*.txt", "-a/x.txt +a/b/x.txt"},
	{"**/old", "-old -a/old -a/b/old/ +older"},
	{"a/**", "-a/x -a/b/x +a/ +b"},
	{"a/**/z", "-a/z -a/b/z -a/b/c/z +z +b/a/z"},
	{"a/**/b/c", "-a/b/c -a/x/b/c -a/b/x/b/c +a/b/x/c"},
	{"*.txt\n!keep.txt", "-x.txt +keep.txt +a/keep.txt"},
	{"!keep.txt\n*.txt", "-keep.txt"},
	{"# a comment\n\n  \n\\#x\n\\!y", "-#x -!y +x +y"},
	{"trailing   \nkept\\ ", "-trailing -kept\\040 +kept"},
	{"[ab].md\n[!x]y", "-a.md -b.md +c.md -zy +xy"},
	{"x?z", "-xyz +xz +x/z"},
	{"{a,b}", "+a +b -{a,b}"},
	{"end\r", "-end"},
}

func TestIgnorePatterns(t *testing.T) {
	for _, c := range ignoreCases {
		r := ignoreRules{dir: ".", shown: ignoreFile}
		if diags := r.read([]byte(c.patterns)); len(diags) > 0 {
			t.Errorf("%q: %v", c.patterns, diags)
		}
		for sign, name := range ignoreNames(c.names) {
			folder := strings.HasSuffix(name, "/")
			if _, got := r.passes(strings.TrimSuffix(name, "/"), folder); got != strings.HasPrefix(sign, "-") {
				t.Errorf("%q: %s is passed over: %v", c.patterns, name, got)
			}
		}
	}
}

// ignoreNames gives each name with its sign; the sign has a number to be a key.
func ignoreNames(names string) map[string]string {
	out := map[string]string{}
	for i, n := range strings.Fields(names) {
		out[fmt.Sprint(n[:1], i)] = strings.ReplaceAll(n[1:], `\040`, " ")
	}
	return out
}

// Git itself decides all of these cases alike.
func TestIgnorePatternsAsGitHasThem(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git here")
	}
	dir := tempDir(t)
	runGit(t, dir, "init", "-q")
	for _, c := range ignoreCases {
		if strings.Contains(c.patterns, "\r") {
			continue // git takes it for a part of the name
		}
		write(t, dir, ".gitignore", c.patterns+"\n")
		for sign, name := range ignoreNames(c.names) {
			path := filepath.Join(dir, name)
			if strings.HasSuffix(name, "/") {
				write(t, path, "x", "")
			} else {
				write(t, dir, name, "")
			}
			err := exec.Command("git", "-C", dir, "check-ignore", "-q", "--no-index", strings.TrimSuffix(name, "/")).Run()
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				t.Fatal(err)
			}
			if got := err == nil; got != strings.HasPrefix(sign, "-") {
				t.Errorf("%q: git passes %s over: %v", c.patterns, name, got)
			}
			top, _, _ := strings.Cut(name, "/")
			if err := os.RemoveAll(filepath.Join(dir, top)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Ignore files count in the folder given and below it, the nearest first, and say what they pass over.
func TestIgnoreFiles(t *testing.T) {
	base := tempDir(t)
	dir := filepath.Join(base, "given")
	write(t, base, ignoreFile, "*\n") // above what is given
	write(t, dir, ignoreFile, "*.old.txt\ndrafts/\n")
	write(t, dir, "deep/"+ignoreFile, "!wanted.old.txt\nb.txt\n")
	text := memo("Quillstore", "MEM-OBJ-card: Card")
	for _, name := range []string{"a.txt", "a.old.txt", "deep/wanted.old.txt", "deep/x.old.txt", "deep/b.txt", "deep/er/b.txt", "drafts/c.txt", "b.txt"} {
		write(t, dir, name, text)
	}
	sum := check(t, Options{}, dir)
	var got []string
	for _, f := range sum.Files {
		if rel, _ := filepath.Rel(dir, f.Path); f.Outcome == Skipped {
			got = append(got, rel+" "+strings.TrimPrefix(f.Reason, "ignored by "+dir))
		} else {
			got = append(got, rel)
		}
	}
	want := []string{"a.old.txt /.crosswalkignore", "a.txt", "b.txt", "deep/b.txt /deep/.crosswalkignore", "deep/er/b.txt /deep/.crosswalkignore",
		"deep/wanted.old.txt", "deep/x.old.txt /.crosswalkignore", "drafts /.crosswalkignore"}
	if !slices.Equal(got, want) {
		t.Errorf("files\n%q\nwant\n%q", got, want)
	}
	// What is named is wanted.
	wantOutcomes(t, check(t, Options{}, filepath.Join(dir, "a.old.txt")), "a.old.txt CHECKED")
	wantOutcomes(t, check(t, Options{}, filepath.Join(dir, "drafts")), "c.txt CHECKED")
}

// An ignore file that cannot be used leaves its folder alone, and takes no time.
func TestBadIgnoreFiles(t *testing.T) {
	dir := tempDir(t)
	write(t, dir, "a.txt", memo("Quillstore", "MEM-OBJ-card: Card"))
	write(t, dir, "below/b.txt", memo("Harbour Log", "MEM-OBJ-card: Card"))
	write(t, dir, "below/"+ignoreFile, strings.Repeat("x*\n", 10<<20/3))
	start := time.Now()
	sum := check(t, Options{}, dir)
	wantOutcomes(t, sum, "a.txt CHECKED")
	if d := the(t, sum, CodeIgnoreFile); d.Severity != diag.Error || time.Since(start) > 10*time.Second {
		t.Errorf("%+v after %v", d, time.Since(start))
	}
	write(t, dir, "below/"+ignoreFile, "# fine\n[\n*.md\n"+strings.Repeat("y", maxIgnorePattern+1)+"\n"+strings.Repeat("z*\n", 2*maxIgnorePatterns))
	var lines []int
	for _, d := range check(t, Options{}, dir).Diagnostics {
		if d.Code == CodeIgnoreFile && d.Severity == diag.Warning {
			lines = append(lines, d.Subject.Start.Line)
		}
	}
	if want := []int{2, 4, 4 + maxIgnorePatterns}; !slices.Equal(lines, want) {
		t.Errorf("lines %v, want %v", lines, want)
	}
}
