package ingest

import (
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
	"github.com/crosswalk-graph/crosswalk/ingest/source"
)

// A Format reads one kind of file. It has no state and does no I/O; which formats there are is the
// caller's list, asked in order: the first that matches reads the file.
type Format interface {
	// Name is the format's name as documents and users know it.
	Name() string
	// Match tells by a file's path and its first bytes, at most 64 KiB, whether the format reads it.
	Match(path string, head []byte) bool
	// Parse always returns both: whatever could be read, and what was found wrong. A document with an
	// error is not applied.
	Parse(src diag.Source) (report.Document, diag.List)
}

// headBytes is how much of a file a Format sees before the rest is read.
const headBytes = source.HeadBytes

func match(formats []Format, path string, head []byte) Format {
	for _, f := range formats {
		if f.Match(path, head) {
			return f
		}
	}
	return nil
}
