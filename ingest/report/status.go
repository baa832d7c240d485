package report

import "strings"

// statusValues are the conclusion statuses of report-grammar 3.1.
var statusValues = []string{
	"absent", "inapplicable", "uninspected", "claimed", "afforded", "wired", "observed", "causally supported",
}

// statusLayers are the evidence layers that a status in the middle of a sentence may name; the
// longest that ends the words before it is the layer.
var statusLayers = []string{
	"reflective theory builder", "autonomous theory builder", "read/write implementation", "read-back implementation",
	"implementation delivery", "exact-version identity", "host-consumption", "trace-learning", "parameter-change",
	"condition 1", "condition 2", "condition 3", "condition 4", "implementation", "reflection", "activation",
	"operation", "read-back", "learning", "claim",
}

const conclusionStatus = "conclusion status"

// A StatusMention is one conclusion status in a text: the layer, and its values with their scopes.
type StatusMention struct {
	Start  int    // byte offset of the layer, or of "conclusion status" where there is none
	Layer  string // lower case, "" for none
	Values []StatusValue
	Known  bool // the first value is a member of the enum
	Line   bool // the whole text is this one status
}

// A StatusValue is one value and the scope or condition written after it, without its "for". An
// unknown value keeps the whole text and has no scope.
type StatusValue struct{ Value, Scope string }

// ScanStatuses returns the conclusion statuses in a line or paragraph, without its list mark. A text
// that is one status and nothing else is returned whatever its value; inside a sentence, and where
// others follow, only a member of the enum makes a status (report-grammar 3.1, 10.5).
func ScanStatuses(text string) []StatusMention {
	at := statusAt(text)
	if at < 0 {
		return nil
	}
	if m, ok := statusLine(text, at); ok {
		return []StatusMention{m}
	}
	folded := foldASCII(text)
	var out []StatusMention
	for from := 0; at >= 0; {
		layerStart := layerStart(folded, from, at)
		rest := at + len(conclusionStatus)
		next := strings.Index(folded[rest:], conclusionStatus)
		end := len(text)
		if next >= 0 {
			next += rest
			end = layerEnd(folded, rest, next)
		}
		if m, ok := inlineStatus(folded[layerStart:at], text[rest:end]); ok {
			m.Start = layerStart
			out = append(out, m)
		}
		from, at = rest, next
	}
	return out
}

// statusAt finds the first "conclusion status", in any case; -1 for none. Most texts have none and need no
// folding.
func statusAt(text string) int {
	const u = len("concl")
	for at := u; at+len(conclusionStatus)-u <= len(text); at++ {
		if text[at]|0x20 == 'u' && text[at-1]|0x20 == 'l' && strings.EqualFold(text[at-u:at-u+len(conclusionStatus)], conclusionStatus) {
			return at - u
		}
	}
	return -1
}

// statusLine reads a text that is one labelled status: layer words, the colon, the value to the end. The words
// "conclusion status" stand in it at the byte given.
func statusLine(text string, at int) (StatusMention, bool) {
	value, ok := strings.CutPrefix(text[at+len(conclusionStatus):], ":")
	if !ok || statusAt(value) >= 0 {
		return StatusMention{}, false
	}
	layer := strings.TrimSpace(foldASCII(text[:at]))
	if strings.ContainsAny(layer, ".;:") || strings.Contains(layer, " have ") || strings.Contains(layer, " has ") {
		return StatusMention{}, false
	}
	if layer != "" && !isLabel(layer) || goesOnAfter(value) {
		return StatusMention{}, false
	}
	m := StatusMention{Layer: layer, Line: true}
	m.Values, m.Known = splitStatus(value)
	return m, true
}

// goesOnAfter tells whether another sentence follows the first of a text.
func goesOnAfter(text string) bool {
	end, more := firstSentence(text)
	return more && !runByte[text[end-1]] // one that is cut ends in a word
}

// inlineStatus reads a status in a sentence from the words before and the text after "conclusion status".
func inlineStatus(before, after string) (StatusMention, bool) {
	after = strings.TrimLeft(after, " `")
	if rest, ok := strings.CutPrefix(after, ":"); ok {
		after = rest
	} else if rest, ok := strings.CutPrefix(after, "is "); ok {
		after = rest
	}
	if end, more := firstSentence(after); more {
		after = after[:end]
	}
	if semicolon := strings.IndexByte(after, ';'); semicolon >= 0 {
		after = after[:semicolon]
	}
	values, known := splitStatus(after)
	if !known {
		return StatusMention{}, false
	}
	layer := strings.TrimSpace(before)
	for _, name := range statusLayers {
		if head, ok := strings.CutSuffix(layer, name); ok && (head == "" || strings.HasSuffix(head, " ")) {
			return StatusMention{Layer: name, Values: values, Known: true}, true
		}
	}
	if strings.Count(layer, " ") > 3 {
		layer = ""
	}
	return StatusMention{Layer: strings.TrimPrefix(layer, "the "), Values: values, Known: true}, true
}

// splitStatus takes a written value apart into values with scopes: "wired for capture, uninspected
// for restore" is two.
func splitStatus(text string) (values []StatusValue, known bool) {
	text = strings.TrimSuffix(strings.Trim(text, " `*"), ".")
	text = strings.TrimRight(text, " `")
	value, rest := cutStatus(text)
	if value == "" {
		return []StatusValue{{Value: text}}, false
	}
	for {
		scope, nextValue, nextRest := nextStatus(rest)
		values = append(values, StatusValue{value, cleanScope(scope)})
		if nextValue == "" {
			return values, true
		}
		value, rest = nextValue, nextRest
	}
}

// nextStatus finds where a second value begins in what follows the first.
func nextStatus(rest string) (scope, value, after string) {
	for i := 0; i < len(rest); i++ {
		for _, separator := range []string{", and ", ", but ", ", ", "; ", " and ", " but "} {
			if !strings.HasPrefix(rest[i:], separator) {
				continue
			}
			if value, after := cutStatus(rest[i+len(separator):]); value != "" {
				return rest[:i], value, after
			}
		}
	}
	return rest, "", ""
}

// cutStatus takes an enum member off the start of text; it must end at a word boundary.
func cutStatus(text string) (value, rest string) {
	for _, v := range statusValues {
		if len(text) >= len(v) && strings.EqualFold(text[:len(v)], v) {
			if rest := text[len(v):]; rest == "" || !runByte[rest[0]] {
				return v, rest
			}
		}
	}
	return "", text
}

func cleanScope(scope string) string {
	scope = strings.Trim(scope, " `,;:()—–-")
	return strings.TrimSpace(strings.TrimPrefix(scope, "for "))
}

// layerStart finds where the layer words before at begin: after the last mark or "and", not before from.
func layerStart(folded string, from, at int) int {
	start := from + strings.LastIndexAny(folded[from:at], ".;:,") + 1
	if and := strings.LastIndex(folded[start:at], " and "); and >= 0 {
		start += and + len(" and ")
	}
	return skipBlanks(folded, start)
}

// layerEnd finds where a value ends that another status follows: before the mark that opens its layer.
func layerEnd(folded string, from, next int) int {
	if mark := strings.LastIndexAny(folded[from:next], ".;,"); mark >= 0 {
		return from + mark
	}
	if and := strings.LastIndex(folded[from:next], " and "); and >= 0 {
		return from + and
	}
	return next
}

// foldASCII lowers A-Z and nothing else, so that byte offsets hold.
func foldASCII(s string) string {
	for i := 0; i < len(s); i++ {
		if isUpper(s[i]) {
			b := []byte(s)
			for ; i < len(b); i++ {
				if isUpper(b[i]) {
					b[i] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}
