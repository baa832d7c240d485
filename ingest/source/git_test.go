package source

import (
	"bytes"
	"compress/zlib"
	"context"
	"crypto/sha1"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// A repo is a repository made by git itself.
type repo struct {
	t   testing.TB
	dir string
}

func newRepo(t testing.TB) repo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git here")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := repo{t, dir}
	r.git("init", "-q", "-b", "main")
	return r
}

// git runs git without what this machine configures.
func (r repo) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r repo) write(name, text string) {
	r.t.Helper()
	path := filepath.Join(r.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		r.t.Fatal(err)
	}
}

func (r repo) commit() string {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "m", "--allow-empty")
	return r.git("rev-parse", "HEAD")
}

func (r repo) at(revision string) GitAddress {
	return GitAddress{Repository: r.dir, Revision: revision, Folder: "."}
}

func (r repo) open(a GitAddress, limits Limits) *Tree {
	r.t.Helper()
	tree, err := OpenGit(context.Background(), a, limits)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() {
		if err := tree.Close(); err != nil {
			r.t.Error(err)
		}
	})
	return tree
}

func TestParseGit(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "me@home")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for given, want := range map[string]GitAddress{
		"git+file:/data/quill":                 {"/data/quill", "HEAD", "."},
		"git+file:///data/quill@v1.2":          {"/data/quill", "v1.2", "."},
		"git+file:quill@feature/x:docs/notes/": {"quill", "feature/x", "docs/notes"},
		"git+file:quill@main:":                 {"quill", "main", "."},
		"git+file:quill:docs":                  {"quill", "HEAD", "docs"},
		"git+file:" + dir:                      {dir, "HEAD", "."},
		"git+file:" + dir + "@main":            {dir, "main", "."},
	} {
		if got, ok := ParseGit(given); !ok || got != want {
			t.Errorf("%s: %+v %v", given, got, ok)
		}
	}
	if _, ok := ParseGit("/data/quill@v1"); ok {
		t.Error("a path is no address")
	}
}

// The same revisions read the same whether git has packed them or not.
func TestGitRevisions(t *testing.T) {
	r := newRepo(t)
	long := strings.Repeat("A line that stays.\n", 500)
	r.write("quill/memory.md", "one\n"+long)
	r.write("a.txt", "")
	first := r.commit()
	r.git("tag", "-a", "v1", "-m", "the first")
	r.write("quill/memory.md", "two\n"+long) // packed as a delta
	r.write("quill/new.md", "new")
	second := r.commit()
	r.git("branch", "side/line", first)
	r.git("update-ref", "refs/remotes/origin/far", first)

	check := func(t *testing.T) {
		for revision, want := range map[string]string{"HEAD": second, "main": second, "refs/heads/main": second, "v1": first, "tags/v1": first,
			"side/line": first, "origin/far": first, first: first, first[:7]: first, strings.ToUpper(second[:9]): second} {
			tree := r.open(r.at(revision), roomy)
			files := []string{"a.txt: ", "quill/memory.md: one\n" + long}
			if want == second {
				files = []string{"a.txt: ", "quill/memory.md: two\n" + long, "quill/new.md: new"}
			}
			if got := contents(t, tree); tree.Commit != want || !slices.Equal(got, files) {
				t.Errorf("%s: commit %s, files %.80q", revision, tree.Commit, got)
			}
			if commit, err := GitCommit(r.at(revision)); commit != want || err != nil {
				t.Errorf("%s: commit %s, %v", revision, commit, err)
			}
			if err := fstest.TestFS(tree, "a.txt", "quill/memory.md"); err != nil {
				t.Error(err)
			}
			if info, err := tree.Open("quill/memory.md"); err != nil {
				t.Error(err)
			} else if stat, _ := info.Stat(); stat.Size() != int64(len("one\n"+long)) {
				t.Errorf("size %d", stat.Size())
			}
			if path := tree.Path("a.txt"); path != "git+file:"+r.dir+"!/a.txt" {
				t.Errorf("path %s", path)
			}
		}
		for _, revision := range []string{"", "nothing", "main~1", "abc", "00000000", strings.Repeat("0", 40), "../HEAD", "HEAD:quill", "-x", strings.Repeat("f", 41)} {
			if _, err := OpenGit(context.Background(), r.at(revision), roomy); err == nil {
				t.Errorf("revision %q was found", revision)
			}
		}
	}
	t.Run("loose", check)
	r.git("repack", "-adfq")
	r.git("pack-refs", "--all")
	r.git("prune")
	t.Run("packed", check)

	bare := filepath.Join(t.TempDir(), "bare.git")
	r.git("clone", "-q", "--bare", r.dir, bare)
	if got := contents(t, r.open(GitAddress{bare, "v1", "quill"}, roomy)); len(got) != 2 {
		t.Errorf("bare: %.80q", got)
	}
	for _, a := range []GitAddress{{t.TempDir(), "HEAD", "."}, {filepath.Join(r.dir, "none"), "HEAD", "."}, {r.dir, "main", "nowhere"}, {r.dir, "main", "a.txt"}} {
		if _, err := OpenGit(context.Background(), a, roomy); err == nil {
			t.Errorf("%+v was opened", a)
		}
	}
}

// Nothing in the repository is run, and what is no file is told.
func TestGitReadsObjectsOnly(t *testing.T) {
	r := newRepo(t)
	r.write("a.txt", "one\r\n")
	if err := os.Symlink("/etc/passwd", filepath.Join(r.dir, "link")); err != nil {
		t.Fatal(err)
	}
	other := newRepo(t)
	other.write("x", "x")
	other.commit()
	r.git("-c", "protocol.file.allow=always", "clone", "-q", other.dir, "sub") // added as a repository of its own
	r.commit()
	ran := filepath.Join(t.TempDir(), "ran")
	r.write(".git/config", "[core]\n\tbare = maybe\n\tfsmonitor = touch "+ran+"\n[include]\n\tpath = /dev/zero\n[filter \"f\"]\n\tsmudge = touch "+ran+"\n")
	r.write(".git/info/attributes", "* filter=f eol=lf\n")
	tree := r.open(r.at("main"), roomy)
	wantList(t, "files", contents(t, tree), "a.txt: one\r\n")
	wantList(t, "problems", problems(tree), "link is a link and was not followed", "sub is another repository and was not opened")
	if _, err := os.Stat(ran); err == nil {
		t.Error("a command of the repository was run")
	}
}

func TestGitLimits(t *testing.T) {
	r := newRepo(t)
	for i := range 5 {
		r.write(fmt.Sprintf("d%d/f", i), fmt.Sprintf("0123456%d", i))
	}
	r.commit()
	r.open(r.at("main"), Limits{Entries: 10, Unpacked: 40, File: 8})
	for _, limits := range []Limits{{Entries: 9, Unpacked: 40, File: 8}, {Entries: 10, Unpacked: 39, File: 8}} {
		var limit *LimitError
		if _, err := OpenGit(context.Background(), r.at("main"), limits); !errors.As(err, &limit) {
			t.Errorf("%+v: %v", limits, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := OpenGit(ctx, r.at("main"), roomy); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// craft writes a loose object under the name given, or under its own.
func (r repo) craft(hash, kind string, content []byte) string {
	r.t.Helper()
	text := append(fmt.Appendf(nil, "%s %d\x00", kind, len(content)), content...)
	if sum := sha1.Sum(text); hash == "" {
		hash = hex.EncodeToString(sum[:])
	}
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	if _, err := z.Write(text); err != nil {
		r.t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		r.t.Fatal(err)
	}
	r.write(".git/objects/"+hash[:2]+"/"+hash[2:], packed.String())
	return hash
}

func treeEntryOf(mode, name, hash string) []byte {
	raw, _ := hex.DecodeString(hash)
	return append([]byte(mode+" "+name+"\x00"), raw...)
}

func (r repo) commitOf(tree string) string {
	return r.craft("", "commit", []byte("tree "+tree+"\n\nm\n"))
}

// Objects that git would not make: a folder that holds itself, one that comes to a billion files, names
// that lead out, objects that are not what they are called.
func TestCraftedObjects(t *testing.T) {
	r := newRepo(t)
	blob := r.craft("", "blob", []byte("text"))
	self := strings.Repeat("ab", 20)
	r.craft(self, "tree", treeEntryOf("40000", "again", self))
	tree := r.open(r.at(r.commitOf(self)), roomy)
	if !tree.Partial || len(tree.Problems) != 1 || !strings.Contains(tree.Problems[0].Text, "damaged") {
		t.Errorf("a folder that holds itself: %q", problems(tree))
	}

	bomb := r.craft("", "tree", treeEntryOf("100644", "f", blob))
	for range 9 {
		var entries []byte
		for i := range 10 {
			entries = append(entries, treeEntryOf("40000", fmt.Sprint(i), bomb)...)
		}
		bomb = r.craft("", "tree", entries)
	}
	var limit *LimitError
	if _, err := OpenGit(context.Background(), r.at(r.commitOf(bomb)), roomy); !errors.As(err, &limit) {
		t.Errorf("a billion files: %v", err)
	}

	inner := r.craft("", "tree", treeEntryOf("100644", "f", blob))
	deep := inner
	for range maxDepth + 5 {
		deep = r.craft("", "tree", treeEntryOf("40000", "d", deep))
	}
	names := r.craft("", "tree", slices.Concat(treeEntryOf("40000", "..", inner), treeEntryOf("100644", "../up", blob), treeEntryOf("40000", "deep", deep),
		treeEntryOf("100644", `a\b`, blob), treeEntryOf("100644", "good", blob), treeEntryOf("100644", "gone", strings.Repeat("12", 20))))
	tree = r.open(r.at(r.commitOf(names)), roomy)
	wantList(t, "files", contents(t, tree), "good: text")
	if len(tree.Problems) != 5 {
		t.Errorf("problems %q", problems(tree))
	}

	for what, content := range map[string][]byte{"cut": treeEntryOf("100644", "f", blob)[:15], "no name": []byte("100644"), "no blank": []byte("x\x00")} {
		if tree := r.open(r.at(r.commitOf(r.craft("", "tree", content))), roomy); !tree.Partial || len(tree.Problems) != 1 {
			t.Errorf("%s: %q", what, problems(tree))
		}
	}
	for what, hash := range map[string]string{"a blob": blob, "a tag of itself": r.craft(strings.Repeat("cd", 20), "tag", []byte("object "+strings.Repeat("cd", 20)+"\n")),
		"no kind": r.craft("", "thing", nil), "a longer header": r.craft("", strings.Repeat("x", 1<<20), nil)} {
		if _, err := OpenGit(context.Background(), r.at(hash), roomy); err == nil {
			t.Errorf("%s was read as a commit", what)
		}
	}
	// One that unpacks to more than it says, and than is read.
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	if _, err := z.Write(append([]byte("commit 10\x00tree "), make([]byte, 64<<20)...)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	r.write(".git/objects/ef/"+strings.Repeat("ef", 19), packed.String())
	if _, err := OpenGit(context.Background(), r.at(strings.Repeat("ef", 20)), roomy); err == nil || !strings.Contains(err.Error(), "longer") {
		t.Errorf("a bomb: %v", err)
	}
}

// A pack whose delta rests on itself ends in an error, and so does any damage to a pack.
func TestCraftedPack(t *testing.T) {
	r := newRepo(t)
	self := sha1.Sum([]byte("an object that rests on itself"))
	r.pack(self, append([]byte{0x70 | 4}, append(self[:], deflated(t, []byte{1, 1, 0x91, 0})...)...)) // REF_DELTA
	if _, err := OpenGit(context.Background(), r.at(hex.EncodeToString(self[:])), roomy); err == nil || !strings.Contains(err.Error(), "deltas") {
		t.Errorf("a delta on itself: %v", err)
	}
}

func TestDamagedPack(t *testing.T) {
	r := newRepo(t)
	r.write("a.txt", strings.Repeat("one ", 300))
	r.commit()
	r.git("repack", "-adq")
	for _, pattern := range []string{"*.pack", "*.idx"} {
		found, err := filepath.Glob(filepath.Join(r.dir, ".git/objects/pack", pattern))
		if err != nil || len(found) != 1 {
			t.Fatal(err, found)
		}
		good, err := os.ReadFile(found[0])
		if err := errors.Join(err, os.Chmod(found[0], 0o644)); err != nil {
			t.Fatal(err)
		}
		for at := 0; at < len(good); at += 7 {
			bad := bytes.Clone(good)
			bad[at] ^= 0xff
			if err := os.WriteFile(found[0], bad, 0o644); err != nil {
				t.Fatal(err)
			}
			if tree, err := OpenGit(context.Background(), r.at("main"), roomy); err == nil {
				for _, line := range contents(t, tree) {
					if strings.HasPrefix(line, "a.txt: ") && line != "a.txt: "+strings.Repeat("one ", 300) {
						t.Errorf("byte %d of %s: read %.40q", at, pattern, line)
					}
				}
				if err := tree.Close(); err != nil {
					t.Error(err)
				}
			}
		}
		if err := os.WriteFile(found[0], good, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func deflated(t testing.TB, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zlib.NewWriter(&out)
	if _, err := z.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// pack writes a pack of one object, and its index in the second version.
func (r repo) pack(hash [20]byte, entry []byte) {
	r.t.Helper()
	data := append([]byte("PACK\x00\x00\x00\x02\x00\x00\x00\x01"), entry...)
	sum := sha1.Sum(data)
	data = append(data, sum[:]...)
	index := []byte("\xfftOc\x00\x00\x00\x02")
	for i := range 256 {
		count := uint32(0)
		if i >= int(hash[0]) {
			count = 1
		}
		index = binary.BigEndian.AppendUint32(index, count)
	}
	index = append(index, hash[:]...)
	index = binary.BigEndian.AppendUint32(index, crc32.ChecksumIEEE(entry))
	index = binary.BigEndian.AppendUint32(index, 12)
	index = append(index, sum[:]...)
	own := sha1.Sum(index)
	index = append(index, own[:]...)
	name := ".git/objects/pack/pack-" + hex.EncodeToString(sum[:])
	r.write(name+".pack", string(data))
	r.write(name+".idx", string(index))
}
