package report

import "strings"

// The markers of the paragraphs that dispose of records (report-grammar 2.7).
const (
	AmendmentMarker = "Amendment:"
	ConflictMarker  = "Unresolved conflict:"
)

const supersededBy = "is superseded by"

// ReadAmendment reads a paragraph that begins with AmendmentMarker from the records that it names: "X
// is superseded by Y[ and Z…][; reason]", or else a change of a value. Number and Span are the caller's.
func ReadAmendment(text string, named []HandleToken) Amendment {
	a := Amendment{Text: strings.TrimSpace(text[len(AmendmentMarker):])}
	statement, reason, _ := strings.Cut(text, ";")
	verb := strings.Index(statement, supersededBy)
	end := endOfSentence(statement, max(verb, 0))
	before := 0
	for _, h := range named {
		switch {
		case h.Start >= len(statement):
		case verb < 0 || h.Start < verb:
			if before++; before == 1 {
				a.Record = h.Text
			}
		case h.Start < end:
			a.Replacements = append(a.Replacements, h.Text)
		}
	}
	if verb < 0 || before != 1 || len(a.Replacements) == 0 {
		a.Replacements = nil
		a.ValueChange, _ = ReadChange(a.Text, a.Record)
		return a
	}
	a.Reason = strings.TrimSuffix(strings.TrimSpace(reason), ".")
	return a
}

// endOfSentence is where the sentence ends that a byte of a text stands in.
func endOfSentence(text string, at int) int {
	for _, s := range SplitSentences(text) {
		if at < s.End {
			return s.End
		}
	}
	return len(text)
}

// NamedHandles are the named ids in a text.
func NamedHandles(text string) []HandleToken {
	all := ScanHandles(text)
	named := all[:0]
	for _, h := range all {
		if h.Class == HandleNamed {
			named = append(named, h)
		}
	}
	return named
}
