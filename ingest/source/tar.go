package source

import (
	"archive/tar"
	"context"
	"errors"
	"io"
	"os"
	"strings"
)

// fillTar reads a tar archive of so many bytes, packed, from its beginning to its end, and keeps what its
// files hold. A stream that breaks off is read as far as it goes.
func (t *Tree) fillTar(ctx context.Context, in io.Reader, packed int64, limits Limits) error {
	spool, err := newSpool()
	if err != nil {
		return err
	}
	opened := t.close
	t.close = func() error { return errors.Join(spool.Close(), opened()) }
	stream := &metered{ctx: ctx, in: in, limits: &limits, packed: packed}
	r := tar.NewReader(stream)
	x := newIndex()
	t.FS = x
	for entries := 0; ; entries++ {
		h, err := r.Next()
		if err == nil && h.Typeflag == tar.TypeReg {
			err = t.keep(x, spool, r, h, packed, &limits)
		} else if err == nil {
			t.passOver(h)
		}
		if stream.over != nil {
			return stream.over // archive/tar may call it damage
		}
		if entries > limits.Entries {
			return overLimit("it has more than %d files and folders", limits.Entries)
		}
		var limit *LimitError
		switch {
		case errors.Is(err, io.EOF):
			x.seal()
			return nil
		case errors.As(err, &limit), errors.Is(err, errSpool):
			return err
		case err != nil:
			t.Partial = true
			t.problem("", Damaged, "breaks off or is damaged ("+strings.TrimPrefix(err.Error(), "archive/tar: ")+"); what comes before is read")
			x.seal()
			return nil
		}
	}
}

// keep spools one file.
func (t *Tree) keep(x *index, spool *spool, r io.Reader, h *tar.Header, packed int64, limits *Limits) error {
	size, kept := h.Size, h.Size
	if size > limits.File {
		kept = HeadBytes
		r = io.LimitReader(r, kept)
	}
	if err := limits.check(packed, spool.end+kept); err != nil { // a sparse file takes no room in the stream
		return err
	}
	at, n, err := spool.add(r)
	if err != nil {
		return err
	}
	t.add(x, h.Name, size, func() (io.ReadCloser, error) {
		return io.NopCloser(io.NewSectionReader(spool.file, at, n)), nil
	})
	return limits.count(x)
}

// passOver notes an entry that is no regular file; folders go without saying.
func (t *Tree) passOver(h *tar.Header) {
	switch h.Typeflag {
	case tar.TypeDir, tar.TypeXGlobalHeader:
	case tar.TypeLink, tar.TypeSymlink:
		t.problem(h.Name, NotAFile, "is a link and was not followed")
	default:
		t.problem(h.Name, NotAFile, "is "+ModeName(h.FileInfo().Mode())+" and was not opened")
	}
}

// metered stops a stream that unpacks to more than it may, or whose reader is told to stop.
type metered struct {
	ctx    context.Context
	in     io.Reader
	limits *Limits
	packed int64
	n      int64
	over   error
}

func (m *metered) Read(p []byte) (int, error) {
	if m.over == nil {
		m.over = m.ctx.Err()
	}
	if m.over == nil {
		m.over = m.limits.check(m.packed, m.n)
	}
	if m.over != nil {
		return 0, m.over
	}
	n, err := m.in.Read(p)
	m.n += int64(n)
	return n, err
}

// A spool is a temporary file of bytes that were read from a stream.
type spool struct {
	file   *os.File
	end    int64
	buffer []byte
}

var errSpool = errors.New("keeping what the archive holds in a temporary file")

func newSpool() (*spool, error) {
	f, err := os.CreateTemp("", "crosswalk-*")
	if err != nil {
		return nil, errors.Join(errSpool, err)
	}
	// Without a name it goes when the program does. Where an open file keeps its name, Close removes it.
	_ = os.Remove(f.Name())
	return &spool{file: f, buffer: make([]byte, 64<<10)}, nil
}

// add keeps what a reader has left, and gives its place in the file.
func (s *spool) add(r io.Reader) (at, n int64, err error) {
	at = s.end
	out := &spoolWriter{s, nil}
	n, err = io.CopyBuffer(out, struct{ io.Reader }{r}, s.buffer) // the reader alone: its own way of copying has a buffer each time
	s.end += n
	if out.err != nil {
		err = errors.Join(errSpool, out.err)
	}
	return at, n, err
}

// spoolWriter tells an error of the file from one of the stream.
type spoolWriter struct {
	s   *spool
	err error
}

func (w *spoolWriter) Write(p []byte) (n int, err error) {
	n, w.err = w.s.file.Write(p)
	return n, w.err
}

func (s *spool) Close() error {
	err := s.file.Close()
	_ = os.Remove(s.file.Name())
	return err
}
