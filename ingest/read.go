package ingest

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/source"
)

// Why a file is passed over, beside the ignore file that says so.
const (
	reasonNoFormat = "no format reads it"
	reasonArchive  = "an archive, which is opened only when it is named"
)

// limits are the caps of archives and git trees.
func (o *Options) limits() source.Limits {
	return source.Limits{Entries: cmp.Or(o.MaxEntries, DefaultMaxEntries), Unpacked: cmp.Or(o.MaxUnpacked, DefaultMaxUnpacked),
		File: cmp.Or(o.MaxBytes, DefaultMaxBytes)}
}

// checkReading refuses what cannot be meant of reading files.
func (o *Options) checkReading(formats []Format) error {
	if min(o.MaxBytes, int64(o.MaxEntries), o.MaxUnpacked) < 0 {
		return graph.Errorf(graph.Invalid, "a cap cannot be less than 0: bytes of a document %d, entries %d, bytes unpacked %d", o.MaxBytes, o.MaxEntries, o.MaxUnpacked)
	}
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.Name()
	}
	if o.As != "" && !slices.Contains(names, o.As) {
		return graph.Errorf(graph.Invalid, "there is no format %q; there are %s", diag.Clip(o.As), strings.Join(names, ", "))
	}
	return nil
}

// readFile opens a file, asks the formats by its head unless its format is known, and reads the rest when
// one matches. When none does format is nil and data the head; d is set when the file could not be read or is
// too large.
func readFile(f *file, formats []Format, limit int64) (data []byte, format Format, d *diag.Diagnostic) {
	fail := func(code, summary, detail string) ([]byte, Format, *diag.Diagnostic) {
		d := about(diag.Error, code, f.shown, summary, detail)
		return nil, format, &d
	}
	in, err := f.open()
	if err != nil {
		return fail(CodeUnreadable, "It cannot be opened: "+cause(err), "Check its permissions.")
	}
	defer func() { _ = in.Close() }() // only read from
	head, err := readCapped(in, nil, headBytes-1)
	if err != nil {
		return fail(CodeUnreadable, "It cannot be read: "+cause(err), "")
	}
	if format = f.format; format == nil {
		format = match(formats, f.shown, head)
	}
	if format == nil {
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
	buf := bytes.NewBuffer(head)
	_, err := buf.ReadFrom(io.LimitReader(in, max(0, limit+1-int64(len(head)))))
	return buf.Bytes(), err
}
