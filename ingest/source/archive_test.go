package source

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// all makes an archive of each kind with the same entries.
func all(t testing.TB, members ...member) map[string][]byte {
	packed := tarOf(t, members...)
	return map[string][]byte{"zip": zipOf(t, members...), "tar": packed, "tar.gz": gzipOf(t, packed)}
}

func TestArchives(t *testing.T) {
	for kind, data := range all(t, member{name: "quill/memory.md", text: "one"}, member{name: "a.txt", text: ""},
		member{name: "./quill/deep/er/x", text: "two"}, member{name: "link", text: "a.txt", mode: fs.ModeSymlink}) {
		t.Run(kind, func(t *testing.T) {
			if !IsArchive(data[:min(len(data), HeadBytes)]) {
				t.Error("it is no archive")
			}
			tree := opened(t, data, roomy)
			if err := fstest.TestFS(tree, "a.txt", "quill/memory.md", "quill/deep/er/x"); err != nil {
				t.Error(err)
			}
			wantList(t, "files", contents(t, tree), "a.txt: ", "quill/deep/er/x: two", "quill/memory.md: one")
			if len(tree.Problems) != 1 || tree.Problems[0].Name != "link" || tree.Problems[0].Kind != NotAFile {
				t.Errorf("problems %+v", tree.Problems)
			}
			if path := tree.Path("quill/memory.md"); !strings.HasSuffix(path, "/given!/quill/memory.md") || !Exists(path) {
				t.Errorf("path %q", path)
			} else if name, ok := tree.Name(path); name != "quill/memory.md" || !ok {
				t.Errorf("name %q %v", name, ok)
			}
		})
	}
}

// An archive stands in the folder of its file, for what is looked for beside and above.
func TestAbove(t *testing.T) {
	tree := opened(t, zipOf(t, member{name: "quill/memory.md"}), roomy)
	var got []string
	for at, dir, ok := tree, tree.Path("quill"), true; ok; at, dir, ok = at.Above(dir) {
		name, _ := at.Name(dir)
		got = append(got, fmt.Sprint(at.OnDisk(), " ", name))
		if at.OnDisk() {
			if want := filepath.Dir(tree.file); dir != want {
				t.Errorf("on disk it stands in %s, want %s", dir, want)
			}
			break
		}
	}
	wantList(t, "folders", got[:2], "false quill", "false .")
	if _, _, ok := Disk.Above("/"); ok {
		t.Error("there is a folder above the root")
	}
}

func TestWhatIsNoArchive(t *testing.T) {
	for name, data := range map[string][]byte{
		"empty": nil, "text": []byte("PK is a name\n"), "gzipped text": gzipOf(t, bytes.Repeat([]byte("Quill "), 200)),
		"gzip mark": {0x1f, 0x8b}, "short tar": tarOf(t, member{name: "a"})[:300],
	} {
		if IsArchive(data) {
			t.Errorf("%s is taken for an archive", name)
		}
		if tree, err := OpenArchive(context.Background(), file(t, data), roomy); err == nil {
			t.Errorf("%s was opened: %v", name, contents(t, tree))
		}
	}
}

func TestNamesThatAreRefused(t *testing.T) {
	names := []string{"../up.txt", "a/../../up.txt", "/abs.txt", `a\b.txt`, "a\x01.txt", "a/NUL.txt", "com1", "a/aux .md",
		"C:/x.txt", "\xff.txt", "a//b.txt", "a/./b.txt", strings.Repeat("n", maxName+1), strings.Repeat("d/", maxDepth) + "x"}
	members := []member{{name: "good.txt", text: "g"}, {name: "console/nullable.md", text: "n"}}
	for _, n := range names {
		members = append(members, member{name: n, text: "bad"})
	}
	for kind, data := range map[string][]byte{"zip": zipOf(t, members...), "tar": tarOf(t, members...)} {
		tree := opened(t, data, roomy)
		wantList(t, kind, contents(t, tree), "console/nullable.md: n", "good.txt: g")
		if len(tree.Problems) != len(names) {
			t.Errorf("%s: %d problems, want %d: %q", kind, len(tree.Problems), len(names), problems(tree))
		}
		for _, p := range tree.Problems {
			if p.Kind != Unsafe {
				t.Errorf("%s: %+v", kind, p)
			}
		}
	}
}

func TestNamesThatStandTwice(t *testing.T) {
	for kind, data := range all(t, member{name: "a.txt", text: "first"}, member{name: "a.txt", text: "second"},
		member{name: "a.txt/b.txt", text: "below a file"}, member{name: "d/e", text: "e"}, member{name: "d", text: "a folder"}) {
		tree := opened(t, data, roomy)
		wantList(t, kind, contents(t, tree), "a.txt: second", "d/e: e")
		wantList(t, kind, problems(tree), "a.txt has a name that was there before; the later file counts",
			"a.txt/b.txt is in a folder that is a file", "d has the name of a folder")
	}
}

// Entries of a zip that cannot be unpacked leave the others alone.
func TestDamagedZip(t *testing.T) {
	text := strings.Repeat("Cards. ", 20)
	data := zipOf(t, member{name: "locked", text: text}, member{name: "broken", text: text}, member{name: "strange", text: text},
		member{name: "shorter", text: text}, member{name: "whole", text: text})
	header := func(name string) []byte { // in the directory, which names each a second time
		return data[bytes.LastIndex(data, []byte(name))-46:]
	}
	header("locked")[8] |= encrypted
	header("broken")[16]++     // its checksum
	header("strange")[10] = 99 // its method
	binary.LittleEndian.PutUint32(header("shorter")[24:], uint32(len(text)-1))
	tree := opened(t, data, roomy)
	wantList(t, "problems", problems(tree), "locked takes a password")
	wantList(t, "files", contents(t, tree), "broken! zip: checksum error",
		"shorter! zip: not a valid zip file",
		"strange! open strange: it cannot be unpacked: unsupported compression algorithm", "whole: "+text)
	if _, err := OpenArchive(context.Background(), file(t, data[:len(data)-30]), roomy); err == nil {
		t.Error("a zip without its end was opened")
	}
}

// A stream that breaks off is read as far as it goes, and says so.
func TestDamagedTar(t *testing.T) {
	data := tarOf(t, member{name: "a", text: "one"}, member{name: "b", text: strings.Repeat("two", 1000)})
	for kind, data := range map[string][]byte{
		"cut":       data[:2500],
		"header":    append(bytes.Clone(data[:1024]), bytes.Repeat([]byte("x"), 2048)...),
		"gzip":      gzipOf(t, data)[:len(gzipOf(t, data))-20],
		"bad bytes": append(bytes.Clone(gzipOf(t, data)[:len(gzipOf(t, data))-20]), "rubbish that is no deflate"...),
	} {
		tree := opened(t, data, roomy)
		if !tree.Partial || len(tree.Problems) != 1 || tree.Problems[0].Kind != Damaged {
			t.Errorf("%s: partial %v, problems %q", kind, tree.Partial, problems(tree))
		}
		for _, line := range contents(t, tree) {
			if line != "a: one" && line != "b: "+strings.Repeat("two", 1000) {
				t.Errorf("%s: %.50s", kind, line)
			}
		}
	}
}

func TestLimits(t *testing.T) {
	many := make([]member, 11)
	for i := range many {
		many[i] = member{name: fmt.Sprintf("f%02d", i), text: "0123456789"}
	}
	for kind, data := range all(t, many...) {
		opened(t, data, Limits{Entries: 11, Unpacked: 1 << 20, File: 10})
		t.Run(kind, func(t *testing.T) {
			wantLimit(t, data, Limits{Entries: 10, Unpacked: 1 << 20, File: 10}, "more than 10 files and folders")
			wantLimit(t, data, Limits{Entries: 11, Unpacked: 100, File: 10}, "more than 100 bytes")
		})
	}
	// Folders count, though no entry is one.
	for _, data := range all(t, member{name: "a/b/c/d"}) {
		opened(t, data, Limits{Entries: 4, Unpacked: 1 << 20, File: 10})
		wantLimit(t, data, Limits{Entries: 3, Unpacked: 1 << 20, File: 10}, "more than 3 files and folders")
	}
	// Of a file that is too large the head can be read, to tell what it is.
	for _, data := range all(t, member{name: "large", text: strings.Repeat("x", HeadBytes+10)}) {
		tree := opened(t, data, Limits{Entries: 4, Unpacked: 1 << 20, File: 100})
		in, err := tree.Open("large")
		if err != nil {
			t.Fatal(err)
		}
		info, err := in.Stat()
		head, readErr := io.ReadAll(io.LimitReader(in, HeadBytes))
		if err := errors.Join(err, readErr, in.Close()); err != nil || info.Size() != HeadBytes+10 || len(head) != HeadBytes {
			t.Errorf("%v, size %d, head of %d", err, info.Size(), len(head))
		}
	}
}

// What unpacks to very much more than its size is refused before it is unpacked: by what a zip says it
// comes to, and while a stream goes on.
func TestBombs(t *testing.T) {
	limits := Limits{Entries: 100_000, Unpacked: 4 << 30, File: 32 << 20}
	zeros := make([]byte, 80<<20)
	wantLimit(t, zipOf(t, member{name: "zeros", text: string(zeros)}), limits, "times its size")
	wantLimit(t, gzipOf(t, tarOf(t, member{name: "zeros", text: string(zeros)})), limits, "times its size")
	wantLimit(t, overlapping(t, 5000, 1<<20), limits, "unpacks to more than")
	wantLimit(t, overlapping(t, 50_000, 1), Limits{Entries: 10_000, Unpacked: 1 << 30, File: 1 << 20}, "files and folders")

	var names bytes.Buffer // entries of nothing but names
	one := tarOf(t, member{name: "x"})[:tarBlock]
	for range limits.Entries + 1 {
		names.Write(one)
	}
	wantLimit(t, names.Bytes(), limits, "files and folders")
	wantLimit(t, gzipOf(t, names.Bytes()), limits, "files and folders")

	// An archive in an archive is a file like any other.
	inner := zipOf(t, member{name: "x", text: "y"})
	wantList(t, "nested", contents(t, opened(t, zipOf(t, member{name: "in.zip", text: string(inner)}), roomy)), "in.zip: "+string(inner))
}

// overlapping makes a zip whose directory names the same few bytes many times.
func overlapping(t *testing.T, entries, size int) []byte {
	t.Helper()
	data := zipOf(t, member{name: "00000000", text: string(make([]byte, size))})
	directory := bytes.LastIndex(data, []byte("PK\x01\x02"))
	end := bytes.LastIndex(data, []byte("PK\x05\x06"))
	out := bytes.NewBuffer(bytes.Clone(data[:directory]))
	for i := range entries {
		header := bytes.Clone(data[directory:end])
		copy(header[46:], fmt.Sprintf("%08d", i))
		out.Write(header)
	}
	tail := bytes.Clone(data[end:])
	binary.LittleEndian.PutUint16(tail[8:], uint16(entries))
	binary.LittleEndian.PutUint16(tail[10:], uint16(entries))
	binary.LittleEndian.PutUint32(tail[12:], uint32(entries*(end-directory)))
	out.Write(tail)
	return out.Bytes()
}

// A sparse file takes hardly any room in the stream.
func TestSparseTar(t *testing.T) {
	program, err := exec.LookPath("tar")
	if err != nil {
		t.Skip("no tar here")
	}
	dir := t.TempDir()
	for i := range 20 {
		f, err := os.Create(filepath.Join(dir, fmt.Sprint(i)))
		if err == nil {
			err = errors.Join(f.Truncate(10<<20), f.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	packed := filepath.Join(t.TempDir(), "sparse.tar")
	if out, err := exec.Command(program, "--sparse", "--format=pax", "-cf", packed, "-C", dir, ".").CombinedOutput(); err != nil {
		t.Skipf("this tar has no sparse files: %v %s", err, out)
	}
	data, err := os.ReadFile(packed)
	if err != nil {
		t.Fatal(err)
	}
	wantLimit(t, data, Limits{Entries: 100, Unpacked: 4 << 30, File: 32 << 20}, "times its size")
}

func TestManyProblemsAreNotListed(t *testing.T) {
	members := make([]member, 500)
	for i := range members {
		members[i] = member{name: fmt.Sprintf("../%d", i)}
	}
	if n := len(opened(t, zipOf(t, members...), roomy).Problems); n != maxProblems+1 {
		t.Errorf("%d problems", n)
	}
}

func TestCancelledArchive(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for kind, data := range all(t, member{name: "a"}) {
		if _, err := OpenArchive(ctx, file(t, data), roomy); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// Closing leaves no temporary file.
func TestSpoolGoes(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	path := file(t, tarOf(t, member{name: "a", text: "one"}))
	tree, err := OpenArchive(context.Background(), path, roomy)
	if err == nil {
		err = tree.Close()
	}
	left, readErr := os.ReadDir(dir)
	if err := errors.Join(err, readErr); err != nil {
		t.Fatal(err)
	}
	for _, e := range left {
		if strings.HasPrefix(e.Name(), "crosswalk-") {
			t.Errorf("%s is left", e.Name())
		}
	}
}

// FuzzArchive opens damaged archives of all kinds and reads all that is in them.
func FuzzArchive(f *testing.F) {
	for _, data := range all(f, member{name: "quill/memory.md", text: strings.Repeat("one two ", 50)}, member{name: "link", text: "x", mode: fs.ModeSymlink}) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		tree, err := OpenArchive(context.Background(), file(t, data), Limits{Entries: 50, Unpacked: 1 << 20, File: 1 << 16})
		if err != nil {
			return
		}
		for _, line := range contents(t, tree) {
			if len(line) > 1<<20+maxName {
				t.Errorf("a file of %d bytes", len(line))
			}
		}
		if err := tree.Close(); err != nil {
			t.Error(err)
		}
	})
}
