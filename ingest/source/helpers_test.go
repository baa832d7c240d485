package source

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// roomy are limits that nothing small meets.
var roomy = Limits{Entries: 1000, Unpacked: 1 << 30, File: 1 << 20}

// A member is an entry of an archive that a test makes.
type member struct {
	name, text string
	mode       fs.FileMode
}

func zipOf(t testing.TB, members ...member) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, m := range members {
		h := &zip.FileHeader{Name: m.name, Method: zip.Deflate}
		h.SetMode(m.mode | 0o644)
		f, err := w.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, m.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func tarOf(t testing.TB, members ...member) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, m := range members {
		h := &tar.Header{Name: m.name, Size: int64(len(m.text)), Mode: 0o644, Typeflag: tar.TypeReg}
		if m.mode&fs.ModeSymlink != 0 {
			h.Typeflag, h.Linkname, h.Size = tar.TypeSymlink, m.text, 0
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if h.Size > 0 {
			if _, err := io.WriteString(w, m.text); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func gzipOf(t testing.TB, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// file writes bytes into a file whose name tells nothing.
func file(t testing.TB, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "given")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// opened opens an archive that is to be opened.
func opened(t testing.TB, data []byte, limits Limits) *Tree {
	t.Helper()
	tree, err := OpenArchive(context.Background(), file(t, data), limits)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tree.Close(); err != nil {
			t.Error(err)
		}
	})
	return tree
}

// contents lists "name: text" of all files, in order of name. One that cannot be read has its error.
func contents(t testing.TB, tree *Tree) (list []string) {
	t.Helper()
	err := fs.WalkDir(tree, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := fs.ReadFile(tree, name)
		if err != nil {
			list = append(list, name+"! "+err.Error())
			return nil
		}
		list = append(list, name+": "+string(data))
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return list
}

// problems lists "name text" of what is wrong.
func problems(tree *Tree) (list []string) {
	for _, p := range tree.Problems {
		list = append(list, strings.TrimSpace(p.Name+" "+p.Text))
	}
	return list
}

func wantList(t testing.TB, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s\n%q\nwant\n%q", what, got, want)
	}
}

// wantLimit opens what is over a limit.
func wantLimit(t testing.TB, data []byte, limits Limits, says string) {
	t.Helper()
	tree, err := OpenArchive(context.Background(), file(t, data), limits)
	var limit *LimitError
	if !errors.As(err, &limit) || !strings.Contains(err.Error(), says) {
		t.Errorf("tree %v, error %v, want a limit with %q", tree, err, says)
	}
}
