package graph

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Limits of search words, in bytes except where said. A full-text index splits or refuses longer words
// (architecture.md 3).
const (
	maxWordBytes  = 128
	maxQueryWords = 32 // words

	// maxWordMarks combining marks stay on one letter. No orthography needs more, and the bound keeps a
	// border between two letters within reach wherever a long run must be cut.
	maxWordMarks = 8
)

// Words splits text into the words that full-text search indexes and asks for, in order, repeats
// included. Text is split at everything that is no letter, digit or mark, and at camel case: a
// capital starts a word after a small letter or a digit, and so does the last capital of a row of
// them ("HTTPServer2X" gives http, server2, x; the plural of "URLs" stays whole). Words are in lower
// case by simple case folding, with ß as ss; marks on Latin, Greek and Cyrillic letters are dropped,
// those of scripts that need them (Devanagari, Thai, kana …) stay, composed (NFC).
//
// Every word is valid UTF-8, not empty, at most 128 bytes (longer runs are cut between letters), and
// holds only ASCII letters and digits and non-ASCII letters, digits and marks. So a tokenizer that splits
// at ASCII punctuation and one that splits at white space see the same words. Words of the words
// joined by spaces are the same words.
func Words(text string) []string {
	var words []string
	eachWord(text, func(w string) bool {
		words = append(words, w)
		return true
	})
	return words
}

// QueryWords returns the words of a search text as Words does, the first 32 of them at most. Repeats
// stay, because labels and phrases may repeat a word.
func QueryWords(text string) []string {
	var words []string
	eachWord(text, func(w string) bool {
		words = append(words, w)
		return len(words) < maxQueryWords
	})
	return words
}

// wordClass is what a rune means for the borders of words.
type wordClass uint8

const (
	wordBorder   wordClass = iota // no part of a word
	wordSmall                     // a small letter
	wordCapital                   // a capital or title-case letter that has a small form
	wordDigit                     // a number of any script
	wordCaseless                  // any other letter
	wordMark                      // belongs to the letter before it
	wordIgnored                   // neither seen nor a border: soft hyphen, joiners, variation selectors
)

var wordASCIIClass = func() (table [utf8.RuneSelf]wordClass) {
	for r := range rune(utf8.RuneSelf) {
		table[r] = wordUnicodeClass(r)
	}
	return table
}()

func wordClassOf(r rune) wordClass {
	if r >= 0 && r < utf8.RuneSelf {
		return wordASCIIClass[r]
	}
	return wordUnicodeClass(r)
}

func wordUnicodeClass(r rune) wordClass {
	const zeroWidthSpace = '\u200b' // a format character, but what Thai and Khmer separate words with
	switch {
	case unicode.IsLower(r):
		return wordSmall
	case (unicode.IsUpper(r) || unicode.IsTitle(r)) && foldWordRune(r) != r:
		return wordCapital
	case unicode.IsLetter(r):
		return wordCaseless
	case unicode.IsNumber(r):
		return wordDigit
	case unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Cf, r) && r != zeroWidthSpace:
		return wordIgnored
	case unicode.IsMark(r):
		return wordMark
	}
	return wordBorder
}

// eachWord yields the words of text until yield returns false.
func eachWord(text string, yield func(string) bool) {
	for i := 0; i < len(text); {
		start, ascii := i, true
		width := 1 // of the rune that ended the run
		for ; i < len(text); i += width {
			r := rune(text[i])
			width = 1
			if r >= utf8.RuneSelf {
				r, width = utf8.DecodeRuneInString(text[i:])
			}
			if wordClassOf(r) == wordBorder {
				break
			}
			ascii = ascii && r < utf8.RuneSelf
		}
		run, emit := text[start:i], eachUnicodeWord
		if ascii {
			emit = eachASCIIWord
		}
		if run != "" && !emit(run, yield) {
			return
		}
		i += width
	}
}

// eachASCIIWord yields the words of a run of ASCII letters and digits. Words that are in lower case
// already are parts of the run: nothing is allocated for them.
func eachASCIIWord(run string, yield func(string) bool) bool {
	class := func(i int) wordClass {
		if i < len(run) {
			return wordASCIIClass[run[i]]
		}
		return wordBorder
	}
	start := 0
	for i := 1; i < len(run); i++ {
		if wordASCIIClass[run[i]] != wordCapital {
			continue
		}
		plural := i+1 < len(run) && run[i+1] == 's' && class(i+2) != wordSmall
		if wordStarts(class(i-1), class(i+1), plural) {
			if !eachWordPiece(strings.ToLower(run[start:i]), yield) {
				return false
			}
			start = i
		}
	}
	return eachWordPiece(strings.ToLower(run[start:]), yield)
}

// eachUnicodeWord yields the words of a run that holds letters beyond ASCII.
func eachUnicodeWord(run string, yield func(string) bool) bool {
	runes := wordRunes(run)
	class := func(i int) wordClass {
		if i < len(runes) {
			return wordClassOf(runes[i])
		}
		return wordBorder
	}
	var word []byte
	flush := func() bool {
		if len(word) == 0 {
			return true
		}
		w := norm.NFC.String(string(word))
		word = word[:0]
		return eachWordPiece(w, yield)
	}
	for i, r := range runes {
		if class(i) == wordCapital && i > 0 {
			plural := i+1 < len(runes) && runes[i+1] == 's' && class(i+2) != wordSmall
			if wordStarts(class(i-1), class(i+1), plural) && !flush() {
				return false
			}
		}
		if r == 'ß' || r == 'ẞ' {
			word = append(word, "ss"...)
			continue
		}
		word = utf8.AppendRune(word, foldWordRune(r))
	}
	return flush()
}

// foldWordRune gives the small form, by way of the capital so that ς and σ, ı and i, ſ and s meet.
func foldWordRune(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }

// wordRunes decomposes a run and leaves out what search does not see: ignored runes, and marks
// except those that the letter before them needs.
func wordRunes(run string) []rune {
	runes := make([]rune, 0, len(run))
	var base rune
	marks := 0
	for _, r := range norm.NFD.String(run) {
		switch wordClassOf(r) {
		case wordIgnored, wordBorder:
		case wordMark:
			if marks++; marks <= maxWordMarks && wordNeedsMarks(base) {
				runes = append(runes, r)
			}
		default:
			base, marks = r, 0
			runes = append(runes, r)
		}
	}
	return runes
}

// wordNeedsMarks reports whether marks on this letter tell words apart rather than decorate them.
func wordNeedsMarks(base rune) bool {
	return unicode.IsLetter(base) && !unicode.In(base, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Common)
}

// wordStarts reports whether a capital starts a word, given the classes of its neighbours. plural says that
// it is followed by the s of a plural.
func wordStarts(before, after wordClass, plural bool) bool {
	return before == wordSmall || before == wordDigit || before == wordCapital && after == wordSmall && !plural
}

// eachWordPiece yields a word in pieces of at most maxWordBytes, cut before a letter, never before a mark.
func eachWordPiece(word string, yield func(string) bool) bool {
	for len(word) > maxWordBytes {
		n := maxWordBytes
		for {
			r, _ := utf8.DecodeRuneInString(word[n:])
			if utf8.RuneStart(word[n]) && !unicode.IsMark(r) {
				break
			}
			n--
		}
		if !yield(word[:n]) {
			return false
		}
		word = word[n:]
	}
	return yield(word)
}
