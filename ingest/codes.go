package ingest

import (
	"bytes"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// The codes of this package's diagnostics; those of a format begin with its name. They are stable:
// tests and documentation key on them, the wording beside them is free.
const (
	// CodePathNotFound (error): a path that was given does not exist.
	CodePathNotFound = "path-not-found"
	// CodeUnreadable (error): a file or folder cannot be opened or read.
	CodeUnreadable = "unreadable"
	// CodeNotAFile (error when named, else info): a pipe, socket or device; it is never opened.
	CodeNotAFile = "not-a-file"
	// CodeLinkOutside (warning): a link leads out of the folders that were given; it is not followed.
	CodeLinkOutside = "link-outside"
	// CodeLinkBroken (warning): a link leads nowhere, or in a circle.
	CodeLinkBroken = "link-broken"
	// CodeNoFormat (error): no format reads a file that was named.
	CodeNoFormat = "no-format"
	// CodeNoLongerReport (error): no format reads a file that was loaded before; its facts stay.
	CodeNoLongerReport = "no-longer-a-report"
	// CodeNotUTF8 (warning): a text file in a folder that no format reads is not in UTF-8.
	CodeNotUTF8 = "skipped-not-utf8"
	// CodeTooLarge (error): a document is over the size cap, or states more than one document may.
	CodeTooLarge = "too-large"
	// CodeLocationTaken (error): standard input is given no name, or that of a file of the same load.
	CodeLocationTaken = "location-taken"

	// CodeSidecar (error): a sidecar cannot be read or breaks its schema; the files below it fail.
	CodeSidecar = "sidecar-invalid"
	// CodeSidecarName (error): another folder that exists has the sidecar's name already.
	CodeSidecarName = "sidecar-name-taken"

	// CodeManifest (warning): the manifest of a set cannot be read, or an entry of it.
	CodeManifest = "manifest-invalid"
	// CodeManifestDigest (warning): a member has other bytes than its manifest says.
	CodeManifestDigest = "manifest-digest"
	// CodeManifestMissing (warning): a manifest names a member that is not there.
	CodeManifestMissing = "manifest-member-missing"
	// CodeManifestUnnamed (info): a document stands beside a manifest that does not name it.
	CodeManifestUnnamed = "manifest-unnamed"

	// CodeSystemUnknown (error): neither the document nor the person who loads it names the system, or
	// only in a text too long for a name.
	CodeSystemUnknown = "system-unknown"
	// CodeRepositoryForm (warning): a source identity is no address of a repository.
	CodeRepositoryForm = "repository-form"
	// CodeRevisionDiffers (warning): another revision is stated of a document than it states itself.
	CodeRevisionDiffers = "revision-differs"
	// CodeSystemAmbiguous (warning): one system name stands for two repositories.
	CodeSystemAmbiguous = "system-ambiguous"
	// CodeConflictDocument (error): another origin holds the same document with other facts.
	CodeConflictDocument = "conflict-document"
	// CodeConflictRecord (error): another origin declares the same record with other facts.
	CodeConflictRecord = "conflict-record"
	// CodeUndefined (warning): a document names a record that the member which ought to declare it, and was
	// read in the same load, does not declare.
	CodeUndefined = "undefined-record"
	// CodeMore (info): there were more diagnostics of one kind than are listed.
	CodeMore = "more-diagnostics"
	// CodeDisplaced (warning): an origin lost its facts to one that replaces it.
	CodeDisplaced = "displaced"
	// CodeNotStorable (error): what a document states breaks a rule of the graph.
	CodeNotStorable = "not-storable"
	// CodePruneWithheld (warning): nothing is pruned below a folder that could not be read whole.
	CodePruneWithheld = "prune-withheld"
)

// textLines are the lines of a text, as diagnostics point at them.
type textLines struct {
	file   string
	text   []byte
	starts []int // byte offset of each line
}

func linesOf(file string, text []byte) textLines {
	l := textLines{file, text, []int{0}}
	for i, c := range text {
		if c == '\n' {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// at is the range of a line, counted from 1; the whole file for a line that is not there.
func (l *textLines) at(line int) diag.Range {
	if line < 1 || line > len(l.starts) {
		return diag.Range{File: l.file}
	}
	start, next := l.starts[line-1], len(l.text)
	if line < len(l.starts) {
		next = l.starts[line]
	}
	end := len(bytes.TrimRight(l.text[start:next], " \t\r\n"))
	return diag.Range{File: l.file, Start: diag.Pos{Line: line, Column: 1, Byte: start}, End: diag.Pos{Line: line, Column: end + 1, Byte: start + end}}
}

// lineOf is the range of one line of a text.
func lineOf(file string, text []byte, line int) diag.Range {
	l := linesOf(file, text)
	return l.at(line)
}

// about makes a diagnostic about a whole file.
func about(s diag.Severity, code, file, summary, detail string, related ...diag.Related) diag.Diagnostic {
	return diag.Diagnostic{Severity: s, Code: code, Summary: summary, Detail: detail,
		Subject: diag.Range{File: file}, Related: related}
}
