package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// readFile opens a file, asks the formats by its head, and reads the rest when one matches. When none
// does format is nil and data the head; d is set when the file could not be read or is too large.
func readFile(f *file, formats []Format, limit int64) (data []byte, format Format, d *diag.Diagnostic) {
	fail := func(code, summary, detail string) ([]byte, Format, *diag.Diagnostic) {
		d := about(diag.Error, code, f.shown, summary, detail)
		return nil, format, &d
	}
	in := io.Reader(bytes.NewReader(f.bytes))
	if f.path != "" {
		opened, err := openRegular(f.path)
		if err != nil {
			return fail(CodeUnreadable, "It cannot be opened: "+cause(err), "Check its permissions.")
		}
		defer func() { _ = opened.Close() }() // only read from
		in = opened
	}
	head, err := readCapped(in, nil, headBytes-1)
	if err != nil {
		return fail(CodeUnreadable, "It cannot be read: "+cause(err), "")
	}
	if format = match(formats, f.shown, head); format == nil {
		return head, nil, nil
	}
	if f.size <= limit {
		data, err = readCapped(in, head, limit)
	}
	switch {
	case err != nil:
		return fail(CodeUnreadable, "It cannot be read: "+cause(err), "")
	case f.size > limit || int64(len(data)) > limit:
		return fail(CodeTooLarge, fmt.Sprintf("The file is larger than %d bytes and was not read", limit),
			"Split it, or raise the cap: an analysis report has some hundred kilobytes.")
	}
	return data, format, nil
}

// readCapped reads the rest of a stream after its head, limit+1 bytes in all at most: so many when
// there are more than limit.
func readCapped(in io.Reader, head []byte, limit int64) ([]byte, error) {
	if in == nil {
		return head, nil
	}
	buf := bytes.NewBuffer(head)
	_, err := buf.ReadFrom(io.LimitReader(in, max(0, limit+1-int64(len(head)))))
	return buf.Bytes(), err
}

// openRegular opens a regular file, and nothing else: should a pipe have taken its place since it was
// found, opening without blocking returns at once and the second look refuses it.
func openRegular(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: path, Err: errors.New("no regular file")}
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: path, Err: errors.New("no regular file")}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
