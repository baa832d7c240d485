package report

import "strings"

// The analysts whose prefix a record id carries: it names who declares the record, not who mentions it.
const (
	AnalystRuntime   = "RT"
	AnalystMemory    = "MEM"
	AnalystEpistemic = "EPI"
)

// The kinds of record, as ids spell them, and the source kind of a register.
const (
	KindComponent     = "CMP"
	KindObject        = "OBJ"
	KindRoute         = "RTE"
	KindClaim         = "CLM"
	KindAbsence       = "ABS"
	KindAuthorityPath = "BAP"
	KindSource        = "SRC"
)

// A Handle is a record id taken apart: MEM-RTE-recall-search is {MEM, RTE, recall-search}. Analyst is
// "" where a grammar writes none (RTE-4, SRC-1).
type Handle struct {
	Analyst string
	Kind    string
	Name    string // "recall-search", or the number as written
}

// HandleClass says which of the id shapes of report-grammar 2.1 a token has.
type HandleClass uint8

// The classes of tokens. A family mention (RT-BAP, MEM-*, SRC-*) is none of them and gives no token.
const (
	HandleNamed     HandleClass = iota // MEM-OBJ-shelf-index: analyst, kind, one to three lower-case words
	HandleNumbered                     // RTE-4, MEM-OBJ-12a: kind and number, the analyst optional
	HandleSource                       // SRC-1
	HandleMalformed                    // begins like an id and is none: a diagnostic, and text
)

// A HandleToken is an id-shaped run in a text. Start and End are byte offsets, half open.
type HandleToken struct {
	Class HandleClass
	Text  string
	Start int
	End   int
}

// ParseHandle takes an id of class named, numbered or source apart. It reports false for anything
// else, text around the id included.
func ParseHandle(s string) (Handle, bool) {
	h, class, ok := takeApart(s)
	if !ok || class == HandleMalformed {
		return Handle{}, false
	}
	return h, true
}

// IsNamed tells whether s is exactly one id of class named: the only ones that declare a record and
// can be referred to since grammar G4.
func IsNamed(s string) bool {
	_, class, ok := takeApart(s)
	return ok && class == HandleNamed
}

// IsNumbered tells whether s is exactly one record id of class numbered.
func IsNumbered(s string) bool {
	_, class, ok := takeApart(s)
	return ok && class == HandleNumbered
}

// IsRoute tells whether an id is a route's.
func IsRoute(handle string) bool {
	h, ok := ParseHandle(handle)
	return ok && h.Kind == KindRoute
}

// ScanHandles returns the ids in text in order. It follows the lexer advice of report-grammar 2.1:
// runs of letters, digits, underscore and hyphen are cut before an inner analyst prefix
// (RT-OBJ-a-RT-OBJ-b is two ids), lose their trailing hyphens and are then classified.
func ScanHandles(text string) []HandleToken { return AppendHandles(nil, text) }

// AppendHandles appends the ids that ScanHandles returns.
func AppendHandles(tokens []HandleToken, text string) []HandleToken {
	for from, at := 0, 0; ; {
		hyphen := strings.IndexByte(text[at:], '-')
		if hyphen < 0 {
			return tokens
		}
		if at += hyphen; at == from || !isUpper(text[at-1]) {
			at++ // no analyst and no kind ends here
			continue
		}
		start, end := at, at+1
		for start > from && runByte[text[start-1]] {
			start--
		}
		for end < len(text) && runByte[text[end]] {
			end++
		}
		tokens = appendRun(tokens, text, start, end)
		from, at = end, end
	}
}

// appendRun cuts one run at its inner analyst prefixes and appends what the pieces are.
func appendRun(tokens []HandleToken, text string, start, end int) []HandleToken {
	for piece := start; piece < end; {
		next := end
		for j := piece + 1; j < end; j++ {
			if text[j-1] == '-' && startsRecordID(text[j:end]) {
				next = j
				break
			}
		}
		token := strings.TrimRight(text[piece:next], "-")
		if _, class, ok := takeApart(token); ok {
			tokens = append(tokens, HandleToken{class, token, piece, piece + len(token)})
		}
		piece = next
	}
	return tokens
}

// startsRecordID tells whether s begins with an analyst, a three-letter kind and a hyphen.
func startsRecordID(s string) bool {
	analyst, rest, ok := strings.Cut(s[:min(len(s), len(AnalystMemory)+len(KindRoute)+2)], "-")
	if !ok || !isAnalyst(analyst) || len(rest) < 4 || rest[3] != '-' {
		return false
	}
	return isUpper(rest[0]) && isUpper(rest[1]) && isUpper(rest[2])
}

// takeApart takes one piece of a run apart and tells its class. ok is false for ordinary text and family
// mentions.
func takeApart(s string) (h Handle, class HandleClass, ok bool) {
	if len(s) < 5 || !isUpper(s[0]) {
		return h, 0, false
	}
	h.Kind, h.Name, _ = strings.Cut(s, "-")
	if h.Kind == KindSource {
		class, ok = sourceClass(h.Name)
		return h, class, ok
	}
	analyst := isAnalyst(h.Kind)
	if analyst {
		h.Analyst = h.Kind
		h.Kind, h.Name, _ = strings.Cut(h.Name, "-")
	}
	switch {
	case !isKind(h.Kind) || h.Name == "":
		return h, 0, false
	case isNumber(h.Name):
		return h, HandleNumbered, true
	case analyst && isName(h.Name):
		return h, HandleNamed, true
	case analyst || isDigit(h.Name[0]):
		return h, HandleMalformed, true
	default:
		return h, 0, false
	}
}

func sourceClass(rest string) (HandleClass, bool) {
	if rest == "" || !isDigit(rest[0]) {
		return 0, false
	}
	for i := 0; i < len(rest); i++ {
		if !isDigit(rest[i]) {
			return HandleMalformed, true
		}
	}
	return HandleSource, true
}

// isNumber accepts digits with at most one letter after them.
func isNumber(s string) bool {
	digits := 0
	for digits < len(s) && isDigit(s[digits]) {
		digits++
	}
	return digits > 0 && (digits == len(s) || digits+1 == len(s) && isLetter(s[digits]))
}

// isName accepts one to three hyphenated lower-case words that begin with a letter.
func isName(s string) bool {
	words, start := 1, true
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case isLower(c):
			start = false
		case start:
			return false
		case c == '-':
			words, start = words+1, true
		case !isDigit(c):
			return false
		}
	}
	return !start && words <= 3
}

func isAnalyst(s string) bool {
	return s == AnalystRuntime || s == AnalystMemory || s == AnalystEpistemic
}

func isKind(s string) bool {
	switch s {
	case KindComponent, KindObject, KindRoute, KindClaim, KindAbsence, KindAuthorityPath:
		return true
	}
	return false
}

// runByte holds the bytes an id run is made of.
var runByte = func() (set [256]bool) {
	for c := range set {
		b := byte(c)
		set[c] = isLetter(b) || isDigit(b) || b == '_' || b == '-'
	}
	return set
}()

func isUpper(c byte) bool  { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool  { return 'a' <= c && c <= 'z' }
func isLetter(c byte) bool { return isUpper(c) || isLower(c) }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
