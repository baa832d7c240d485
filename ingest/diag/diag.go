// Package diag holds what reading a document found wrong: diagnostics as values, in HCL's shape
// (severity, stable code, summary, detail that says what to do, and ranges), the sources they point into,
// and the catalogue in which each package explains its codes. Parsers fill a Collector and return its
// List beside whatever they could read; Text, WriteJSON and SARIF write one. It must not know any report
// format, the graph or a store.
package diag

import (
	"sort"
	"strings"
)

// Severity orders diagnostics by what they mean for the facts.
type Severity int

// Info is for what a rendering lost, Warning for a broken rule whose meaning is plain, Error for a
// fact that would be wrong or cannot be placed: a document with an error is not applied.
const (
	Info Severity = iota
	Warning
	Error
)

// String is the word that printers show: info, warning or error.
func (s Severity) String() string {
	return [...]string{"info", "warning", "error"}[s]
}

// A Pos is a place in a source. Line and Column are 1-based, Column counts bytes, Byte is 0-based.
type Pos struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Byte   int `json:"byte"`
}

// A Range is a half-open run of bytes in one source. The zero Range points at no place: the whole file.
type Range struct {
	File  string `json:"file"`
	Start Pos    `json:"start"`
	End   Pos    `json:"end"`
}

// A Related is a second place that explains a diagnostic, for instance the first declaration.
type Related struct {
	Message string `json:"message"`
	Range   Range  `json:"range"`
}

// A Diagnostic is one finding. Code is stable and is what tests and documentation key on; the
// wording is free. Detail says what the author can do.
type Diagnostic struct {
	Severity Severity  `json:"severity"`
	Code     string    `json:"code"`
	Summary  string    `json:"summary"`
	Detail   string    `json:"detail,omitempty"`
	Subject  Range     `json:"subject"`
	Related  []Related `json:"related,omitempty"`
}

// A List is the diagnostics of one or more sources.
type List []Diagnostic

// HasErrors tells whether any diagnostic has severity Error.
func (l List) HasErrors() bool {
	for _, d := range l {
		if d.Severity == Error {
			return true
		}
	}
	return false
}

// MoreSuffix ends the code of each diagnostic that counts those which are not listed.
const MoreSuffix = "more-diagnostics"

// Sort orders the list by file, place, severity (errors first) and code, so that output is stable. What
// counts the rest of a file's diagnostics comes last in it.
func (l List) Sort() {
	sort.SliceStable(l, func(i, j int) bool {
		a, b := &l[i], &l[j]
		aCounts, bCounts := strings.HasSuffix(a.Code, MoreSuffix), strings.HasSuffix(b.Code, MoreSuffix)
		switch {
		case a.Subject.File != b.Subject.File:
			return a.Subject.File < b.Subject.File
		case aCounts != bCounts:
			return bCounts
		case a.Subject.Start.Byte != b.Subject.Start.Byte:
			return a.Subject.Start.Byte < b.Subject.Start.Byte
		case a.Severity != b.Severity:
			return a.Severity > b.Severity
		default:
			return a.Code < b.Code
		}
	})
}

// A Source is the input of a parser: bytes with a name, as the user knows it. Name never enters a fact,
// but for the part of its last segment that a format's grammar gives a meaning.
type Source struct {
	Name  string
	Bytes []byte
}
