package report

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxSentence caps a sentence in bytes. Real ones stay far below; without a cap a hostile line of
// many ids would carry itself once for every id in it.
const maxSentence = 4096

// A TextSpan is a half-open run of bytes in a text.
type TextSpan struct{ Start, End int }

// Of returns the run itself.
func (s TextSpan) Of(text string) string { return text[s.Start:s.End] }

// SplitSentences returns the sentences of a paragraph in order, without the blanks between them.
func SplitSentences(text string) []TextSpan { return slices.Collect(Sentences(text)) }

// Sentences gives the sentences of a paragraph one by one.
//
// A sentence ends at a full stop, question or exclamation mark, with any closing quotes and
// brackets, that a blank follows. The stop of an abbreviation (e.g.) ends nothing; neither does one
// after a digit or another stop ("SRC-1. then", "and so on... then") unless a capital follows. Stops
// inside file names and decimals have no blank after them. A sentence may well begin in lower case,
// with an identifier.
func Sentences(text string) iter.Seq[TextSpan] {
	return func(yield func(TextSpan) bool) {
		for start := skipBlanks(text, 0); start < len(text); {
			end := nextEnd(text, start)
			if end < 0 {
				if rest := strings.TrimRight(text[start:], " \t"); rest != "" {
					yield(TextSpan{start, start + len(rest)})
				}
				return
			}
			if !yield(TextSpan{start, end}) {
				return
			}
			start = skipBlanks(text, end)
		}
	}
}

// firstSentence tells where the first sentence of a text ends, and whether more follow.
func firstSentence(text string) (end int, more bool) {
	for s := range Sentences(text) {
		return s.End, skipBlanks(text, s.End) < len(text)
	}
	return 0, false
}

// nextEnd returns where the sentence ends that begins at start, or -1 where the text does.
func nextEnd(text string, start int) int {
	for i := start; i < len(text); i++ {
		for full := min(len(text), start+maxSentence); i < full && !stops[text[i]]; {
			i++
		}
		if i == len(text) {
			break
		}
		switch c := text[i]; {
		case stops[c]:
			if end := sentenceEnd(text, start, i); end > 0 {
				return end
			}
		case c == ' ' || i-start >= maxSentence+utf8.UTFMax && utf8.RuneStart(c):
			return i
		}
	}
	return -1
}

// stops are the marks at which a sentence may end.
var stops = [256]bool{'.': true, '?': true, '!': true}

// sentenceEnd returns where the sentence ends whose last mark is at stop, or 0 when none ends there.
func sentenceEnd(text string, start, stop int) int {
	end := stop + 1
	for end < len(text) && text[end] != ' ' {
		r, size := utf8.DecodeRuneInString(text[end:])
		if !strings.ContainsRune(`"'”’)]»`, r) {
			break
		}
		end += size
	}
	if end == len(text) {
		return end
	}
	if text[end] != ' ' && text[end] != '\t' {
		return 0
	}
	if text[stop] == '.' && stop > start {
		before := text[stop-1]
		if (isDigit(before) || before == '.') && !startsCapital(text[end:]) {
			return 0
		}
		if end == stop+1 && abbreviation(text[start:stop]) {
			return 0
		}
	}
	return end
}

// abbreviations are the words whose stop ends no sentence.
var abbreviations = map[string]bool{
	"e.g": true, "i.e": true, "vs": true, "cf": true, "approx": true, "resp": true, "incl": true,
	"fig": true, "sec": true, "al": true, "eq": true,
}

// abbreviation tells whether the text before a stop ends in an abbreviation or a single initial.
func abbreviation(before string) bool {
	start := len(before)
	for start > 0 && strings.IndexByte(" \t(\"", before[start-1]) < 0 {
		if start--; len(before)-start > len("approx") {
			return false
		}
	}
	word := before[start:]
	return len(word) == 1 && isUpper(word[0]) || abbreviations[strings.ToLower(word)]
}

// maxOpening caps in bytes what may stand between a stop and the first letter of the next sentence.
// Without a cap a line of stops and no letter would be read to its end from each of them.
const maxOpening = 64

// startsCapital tells whether the first letter or digit after blanks and opening marks is no lower-case
// letter. Where none comes soon, it is taken for one that is not.
func startsCapital(s string) bool {
	for _, r := range s[:min(len(s), maxOpening)] {
		switch {
		case unicode.IsLower(r):
			return false
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return true
		}
	}
	return true
}

func skipBlanks(text string, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	return i
}
