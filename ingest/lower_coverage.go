package ingest

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

var inspectionModes = map[string]string{
	"direct": "DIRECT", "supplied": "SUPPLIED", "direct plus supplied": "DIRECT_AND_SUPPLIED", "included": "INCLUDED",
}

// inspectionMode is the enum value of how the thing in a row of a coverage table was inspected. Of its
// words those count that the row affirms: what was "not supplied", or "listed, not opened", nobody looked
// into. Where nothing else is said the row names a part of the whole and no more, which is INCLUDED.
func inspectionMode(c *report.CoverageRow) string {
	said := c.Inspection
	if first, _, _ := strings.Cut(strings.ToLower(c.Conclusion), " "); report.InspectionMode(said) == "" &&
		(denying[first] || uninspected[strings.TrimRight(first, ";,.")]) {
		// It opens the last column instead (report-grammar 10.11).
		said, _, _ = strings.Cut(c.Conclusion, ";")
	}
	affirmed, denied := affirmedInspection(said)
	if !denied {
		return inspectionModes[c.Mode]
	}
	return inspectionModes[cmp.Or(report.InspectionMode(affirmed), "included")]
}

var (
	// inspected are the words for having looked into something; only after a negation they deny it.
	inspected = words(`direct directly supplied read opened inspected traced followed examined fetched available obtained
		visited looked searched seen checked reviewed accessible`)
	uninspected = words(`uninspected unread unopened untraced unexamined unavailable inaccessible`)
	denying     = words(`not never neither nor cannot`)
	// What stands after a negation and lifts it: "not only direct".
	lifting = words(`only merely just`)
	// What begins another statement.
	joining = words(`and but though although yet —`)
)

// affirmedInspection gives the words of a text on inspection without the statements that deny one, and
// tells whether there is any of these. Paths are no words.
func affirmedInspection(text string) (affirmed string, denied bool) {
	var kept, statement []string
	negated, refused := false, false
	end := func() {
		denied = denied || refused
		if !refused {
			kept = append(kept, statement...)
		}
		statement, negated, refused = statement[:0], false, false
	}
	for _, w := range strings.Fields(strings.ToLower(text)) {
		if w[0] == '(' || joining[w] {
			end()
		}
		word := strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) })
		switch {
		case strings.ContainsAny(word, "/._"):
		case denying[word]:
			negated = true
		case negated && lifting[word]:
			negated = false
		case uninspected[word] || negated && inspected[word]:
			refused = true
		default:
			statement = append(statement, word)
		}
		if strings.ContainsRune(";,:.)", rune(w[len(w)-1])) {
			end()
		}
	}
	end()
	return strings.Join(kept, " "), denied
}
