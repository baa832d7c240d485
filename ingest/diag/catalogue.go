package diag

import (
	"slices"
	"strings"
)

// An Entry is what there is to know of one code. Each package that gives diagnostics has a Catalogue
// beside the constants of its codes; the reference, the rules of SARIF and --strict all come from it.
type Entry struct {
	Code     string
	Severity Severity // the worst that the code is given with
	// Rule names the rules of a contract that the code tells a breach of, "14" or "7, 8"; "" for none.
	// Under --strict such a breach is an error, whatever it means for the facts.
	Rule    string
	Cause   string // what is the case, in a sentence or two
	Cure    string // what the author can do
	Example Example
}

// Strict is the severity of the code under --strict.
func (e Entry) Strict() Severity {
	if e.Rule != "" {
		return Error
	}
	return e.Severity
}

// Rules are the rules that the code tells a breach of, one by one.
func (e Entry) Rules() []string {
	if e.Rule == "" {
		return nil
	}
	return strings.Split(e.Rule, ", ")
}

// An Example shows how a code comes about: by a change to one of the clean documents that the catalogue's
// tests have, or by a command where it is not a text that is at fault.
type Example struct {
	In    string // the document, by its path among the clean ones
	Right string // the text that is changed; it stands there once
	// Wrong takes its place. What the diagnostic points at stands between » and «; without them it points
	// at the whole file.
	Wrong string

	Command string // a line of shell among the clean documents, instead of all that
}

// Edit is the example of a change in a document.
func Edit(in, right, wrong string) Example { return Example{In: in, Right: right, Wrong: wrong} }

// Command is the example of a command.
func Command(line string) Example { return Example{Command: line} }

// The marks around what the diagnostic of an example points at.
const (
	MarkStart = "»"
	MarkEnd   = "«"
)

// Marked takes the marks off a text: the byte offsets of what stood between them. marked is false for a
// text without them.
func Marked(text string) (plain string, start, end int, marked bool) {
	before, rest, opened := strings.Cut(text, MarkStart)
	inside, after, closed := strings.Cut(rest, MarkEnd)
	if !opened || !closed {
		return text, 0, 0, false
	}
	return before + inside + after, len(before), len(before) + len(inside), true
}

// A Catalogue is the entries of one or more packages.
type Catalogue []Entry

// Entry gives the entry of a code.
func (c Catalogue) Entry(code string) (Entry, bool) {
	i := slices.IndexFunc(c, func(e Entry) bool { return e.Code == code })
	if i < 0 {
		return Entry{}, false
	}
	return c[i], true
}

// Strict gives the list with the severities of --strict. A code that the catalogue lacks keeps its own.
func (c Catalogue) Strict(list List) List {
	out := slices.Clone(list)
	for i := range out {
		if e, known := c.Entry(out[i].Code); known && e.Rule != "" {
			out[i].Severity = Error
		}
	}
	out.Sort()
	return out
}
