package report

import (
	"strings"
	"unicode/utf8"
)

// An Amendment is one "Amendment:" paragraph of a reconciliation (report-grammar 2.7). Either others
// supersede its record, and all stay declared, several of them splitting it; or it changes what is said
// of the record. A paragraph that does neither has no Replacements and no Changes.
type Amendment struct {
	Number       int    // 1-based position in the document
	Record       string // handle, "" where the paragraph names none
	Replacements []string
	Reason       string // what follows the semicolon of a supersession, "" for none
	Text         string
	Own          bool // the record says so itself, in its own text
	ValueChange
	Span Span
}

// A ValueChange is what a value amendment changes: the places that it names, and the one text that now
// stands in each of them.
type ValueChange struct {
	Changes []Change
	Manner  Manner
	New     string // without quotation marks around it
}

// A Change is one place that a value amendment names.
type Change struct {
	Phrase string // as written, without what it quotes: "later read-back", "substrate phrase"; "" for a quotation alone
	Old    string // the old text where it is quoted
}

// A Manner is the way in which an amendment changes a value.
type Manner string

// The manners.
const (
	Replaced   Manner = "replaced"   // the new text takes the place of the old
	Qualified  Manner = "qualified"  // it says more exactly what the value is
	Restricted Manner = "restricted" // it says how far the value holds, and leaves it
)

// changeVerbs are the words of value amendments (report-grammar 2.7, 10.6).
var changeVerbs = []struct {
	words  string
	manner Manner
}{
	{"replaced for assessment purposes by", Replaced}, {"replaced by", Replaced}, {"qualified as", Qualified}, {"restricted to", Restricted},
}

// ReadChange reads "X's <phrase> is replaced by <new text>" in the text of an amendment of a record. The
// new text ends with its sentence. It reports false for any other text.
func ReadChange(text, record string) (ValueChange, bool) {
	rest, ok := strings.CutPrefix(text, record)
	subject, possessive := strings.CutPrefix(strings.Replace(rest, "’", "'", 1), "'s ")
	if !ok || !possessive {
		return ValueChange{}, false
	}
	at, verb := changeVerb(subject)
	if verb < 0 {
		return ValueChange{}, false
	}
	after := subject[at+len(changeVerbs[verb].words):]
	if sentences := SplitSentences(after); len(sentences) > 0 {
		after = after[:sentences[0].End]
	}
	v := ValueChange{Changes: places(subject[:at]), Manner: changeVerbs[verb].manner, New: bare(after)}
	for _, c := range v.Changes {
		if strings.Contains(c.Phrase, ". ") { // the verb is another sentence's
			return ValueChange{}, false
		}
	}
	return v, v.New != "" && len(v.Changes) > 0
}

const quoteMarks = "\"“”"

// changeVerb finds the first verb outside of quotations: where it begins, and which it is; -1 for none.
func changeVerb(text string) (at, verb int) {
	quoted := false
	for i, r := range text {
		if strings.ContainsRune(quoteMarks, r) {
			quoted = !quoted
		}
		if quoted || i == 0 || text[i-1] != ' ' {
			continue
		}
		for n, v := range changeVerbs {
			if strings.HasPrefix(text[i:], v.words) {
				return i, n
			}
		}
	}
	return 0, -1
}

// places takes the subject of a value amendment apart: phrases, each with what it quotes, joined by
// "and"; "is" or "are" at its end.
func places(subject string) []Change {
	subject = " " + strings.TrimSpace(subject)
	for _, auxiliary := range []string{" is", " are"} {
		subject = strings.TrimSuffix(subject, auxiliary)
	}
	var out []Change
	quotation := func(r rune) bool { return strings.ContainsRune(quoteMarks, r) }
	for quoted := false; subject != ""; quoted = !quoted {
		piece, rest := subject, ""
		if at := strings.IndexFunc(subject, quotation); at >= 0 {
			_, size := utf8.DecodeRuneInString(subject[at:])
			piece, rest = subject[:at], subject[at+size:]
		}
		subject = rest
		phrase, joined := strings.CutPrefix(piece, " and ")
		phrase = strings.TrimSpace(phrase)
		last := len(out) - 1
		switch {
		case quoted && last >= 0 && out[last].Old == "":
			out[last].Old = strings.Trim(piece, " .")
		case quoted:
			out = append(out, Change{Old: strings.Trim(piece, " .")})
		case phrase == "":
		case last >= 0 && !joined: // the noun follows its quotation
			out[last].Phrase = strings.TrimSpace(out[last].Phrase + " " + phrase)
		default:
			out = append(out, Change{Phrase: phrase})
		}
	}
	return out
}

// bare takes the stop off a new text, and the quotation marks where they enclose all of it.
func bare(text string) string {
	text = strings.Trim(text, " .")
	inner := strings.Trim(text, quoteMarks+". ")
	if strings.IndexAny(text, quoteMarks) == 0 && !strings.ContainsAny(inner, quoteMarks) {
		return inner
	}
	return text
}

// A Conflict is one "Unresolved conflict:" paragraph.
type Conflict struct {
	Number  int      // 1-based position in the document
	Records []string // handles, in order of mention
	Text    string   // what follows the marker
	Span    Span
}

// A Blocker is one item under Blockers or Limits of a verification.
type Blocker struct {
	Number int    // 1-based position in its section
	Limit  bool   // it stands under Limits
	Role   string // the member it is about, where the item begins with one: "runtime"
	Text   string
	Span   Span
}

// An AmendmentIndex is the overview's line of amended or superseded records.
type AmendmentIndex struct {
	Records []string // none where the line says none
	Line    int
}
