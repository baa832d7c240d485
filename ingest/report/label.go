package report

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The normalised names of the seven answers that every route owes (report-grammar 4.1).
const (
	AnswerImmediateReturn     = "immediate return"
	AnswerLaterReadBack       = "later read-back"
	AnswerDelegatedVisibility = "delegated visibility"
	AnswerSelectionPredicate  = "selection predicate"
	AnswerInvalidation        = "invalidation or expiry"
	AnswerActivation          = "activation or effect"
	AnswerEvidenceLimits      = "evidence limits"
)

// RouteAnswers lists the seven in the order of the contract.
var RouteAnswers = []string{
	AnswerImmediateReturn, AnswerLaterReadBack, AnswerDelegatedVisibility, AnswerSelectionPredicate,
	AnswerInvalidation, AnswerActivation, AnswerEvidenceLimits,
}

// answerSynonyms are the whole labels that mean an answer, its own name among them (report-grammar 2.3 and 10.2).
var answerSynonyms = map[string]string{
	AnswerImmediateReturn:     AnswerImmediateReturn,
	AnswerLaterReadBack:       AnswerLaterReadBack,
	AnswerDelegatedVisibility: AnswerDelegatedVisibility,
	AnswerSelectionPredicate:  AnswerSelectionPredicate,
	AnswerInvalidation:        AnswerInvalidation,
	AnswerActivation:          AnswerActivation,
	AnswerEvidenceLimits:      AnswerEvidenceLimits,

	"delivery and immediate return":   AnswerImmediateReturn,
	"persistence and later read-back": AnswerLaterReadBack,
	"selection":                       AnswerSelectionPredicate,
	"selector":                        AnswerSelectionPredicate,
	"invalidation/expiry":             AnswerInvalidation,
	"invalidation":                    AnswerInvalidation,
	"expiry":                          AnswerInvalidation,
	"activation/effect":               AnswerActivation,
	"effect/activation":               AnswerActivation,
	"activation":                      AnswerActivation,
	"effect":                          AnswerActivation,
	"effects":                         AnswerActivation,
}

// knownLabels are the other labels that may open a sentence in the middle of a paragraph.
var knownLabels = lineSet(`
	source-native identity|identity|representational form|storage substrate|substrate|form and substrate|form
	lineage|raw versus derived|raw versus derived material|consumers|consumer|channel|force|horizon
	memory consumers and authority|memory consumers and behavioral authority|memory consumers
	write agency|write agency, curation, trace learning and source|read-back trigger|selector inputs
	identity comparison|closest supplied record|endpoints|endpoints and progression|owner|owner/endpoints|producer
	context/state/action effects|state/action effect|trigger|trigger and principal|trigger/mode|decision roles
	operating mode|mode|improvement trigger|answer oracle|oracle|admission|admission/rejection/recovery
	rejection|recovery|rollback/recovery|proposer|proposed change|proposal kind|decider|veto|human role
	guidance|guidance and persistence|persistence|guarantee strength|used by|fixity|evidence
	endpoints/progression|owner/next-step|trigger/proposed change|proposer/decider|decider/veto|veto/rejection
	searched|prevented conclusion|admission/rejection|human roles|human/computational roles|computational roles|guidance/persistence|behavioral authority
	addressability|theory account|retained output|input|claimed operation
	parameters changing during operation|exact version pinned|mutable endpoint can resolve to another model`)

// maxLabel is the length in bytes beyond which words before a colon are no label.
const maxLabel = 80

// NormalLabel folds a label for comparison: lower case, single blanks, no backticks or bold marks.
func NormalLabel(label string) string {
	if isNormal(label) {
		return label
	}
	var room [maxLabel]byte
	folded, ok := foldLabel(room[:0], label)
	switch {
	case !ok:
		return strings.Join(strings.Fields(strings.ToLower(strings.Trim(label, "*` "))), " ")
	case usualLabels[string(folded)] != "":
		return usualLabels[string(folded)]
	}
	return string(folded)
}

// foldLabel folds a label of ASCII into a short buffer; it reports false for another.
func foldLabel(out []byte, label string) ([]byte, bool) {
	label = strings.Trim(label, "*` ")
	if len(label) > cap(out) {
		return nil, false
	}
	blank := false
	for i := 0; i < len(label); i++ {
		switch c := label[i]; {
		case c >= utf8.RuneSelf:
			return nil, false
		case c == ' ' || '\t' <= c && c <= '\r':
			blank = len(out) > 0
			continue
		default:
			if blank {
				out = append(out, ' ')
				blank = false
			}
			if isUpper(c) {
				c += 'a' - 'A'
			}
			out = append(out, c)
		}
	}
	return out, true
}

// usualLabels are the labels that this package knows, each as itself: most that are met need no string of
// their own.
var usualLabels = func() map[string]string {
	usual := map[string]string{}
	for label := range knownLabels {
		usual[label] = label
	}
	for label := range answerSynonyms {
		usual[label] = label
	}
	return usual
}()

// loneAnswers are the answers of the labels that mean one.
var loneAnswers = func() map[string][]string {
	lists := map[string][]string{}
	for label, answer := range answerSynonyms {
		lists[label] = []string{answer}
	}
	return lists
}()

// isNormal tells whether a label is folded already: most are seen many times, first by the parser.
func isNormal(label string) bool {
	for i := 0; i < len(label); i++ {
		c := label[i]
		blank := c == ' ' && (i == 0 || i == len(label)-1 || label[i-1] == ' ')
		if blank || isUpper(c) || c == '*' || c == '`' || c < ' ' || c >= 0x80 {
			return false
		}
	}
	return true
}

// AnswerNames returns the answers that a label gives: one for a label or synonym, several for a
// grouped label whose every part is one ("Immediate return, later read-back"), none otherwise.
// Whole labels count, never parts: "Evidence" is not "Evidence limits". The list is not to be changed.
func AnswerNames(label string) []string {
	var room [maxLabel]byte
	folded, ok := foldLabel(room[:0], label)
	if !ok {
		folded = []byte(NormalLabel(label))
	}
	if names := loneAnswers[string(folded)]; names != nil {
		return names
	}
	if bytes.IndexByte(folded, ',') < 0 && !bytes.Contains(folded, []byte(" and ")) {
		return nil
	}
	var names []string
	for _, part := range strings.Split(strings.ReplaceAll(string(folded), " and ", ", "), ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		answer := answerSynonyms[part]
		if answer == "" {
			return nil
		}
		names = append(names, answer)
	}
	return names
}

// A Labelled is a label and its value found in a text, both as written. Start is where the label
// begins, Value where the value does.
type Labelled struct {
	Label string
	Text  string
	Start int
	Value int
}

// LeadingLabel reads "Label: value" at the start of a text. The label is any short run of words; an
// empty value is legal. A known answer label may also end in a full stop, as bold lead-ins do.
func LeadingLabel(text string) (Labelled, bool) {
	at := labelEnd(text)
	if at > 0 && text[at] == '.' && len(AnswerNames(text[:at])) == 0 {
		return Labelled{}, false
	}
	return labelTo(text, at)
}

// labelEnd returns where the first colon or stop stands that can end a label, or -1.
func labelEnd(text string) int {
	for i := 0; i < min(len(text), maxLabel+1); i++ {
		if c := text[i]; c == ':' || c == '.' {
			return i
		}
	}
	return -1
}

// labelTo reads the label that ends at a byte of a text.
func labelTo(text string, at int) (Labelled, bool) {
	if at <= 0 || !isLabel(text[:at]) || at+1 < len(text) && text[at+1] != ' ' {
		return Labelled{}, false
	}
	value := skipBlanks(text, at+1)
	return Labelled{text[:at], text[value:], 0, value}, true
}

// isLabel tells whether s can be a label: it begins with a letter and holds letters, digits and the
// marks that join words, and no record id.
func isLabel(s string) bool {
	if !isLetter(s[0]) {
		return false
	}
	for i := 0; i < len(s); i++ {
		if !labelByte[s[i]] {
			return false
		}
	}
	return len(ScanHandles(s)) == 0
}

// labelByte holds the bytes a label is made of.
var labelByte = func() (set [256]bool) {
	for c := range set {
		set[c] = runByte[c] && c != '_' || strings.IndexByte(" /,'&()", byte(c)) >= 0
	}
	return set
}()

// isAnswered is the one label that a verb may follow instead of the colon (report-grammar 2.3).
const isAnswered = AnswerLaterReadBack + " is "

// SentenceLabels returns the labelled values inside a paragraph (report-grammar 10.1): a label counts
// at the start of a sentence or after a semicolon, in any case, and its value runs to the end of the
// sentence or to a semicolon before the next known label. In the middle only known labels count; at
// the paragraph's start any of up to four words does. Conclusion statuses, record labels and
// part-of lines are no labels.
func SentenceLabels(text string) []Labelled {
	if strings.IndexByte(text, ':') < 0 && !strings.Contains(text, isAnswered[1:]) {
		return nil // as most paragraphs
	}
	var out []Labelled
	paragraph := skipBlanks(text, 0)
	for s := range Sentences(text) {
		start := s.Start
		for at := s.Start; at < s.End; {
			if l, ok := labelAt(text[at:s.End], at == paragraph); ok {
				if at > start && len(out) > 0 && out[len(out)-1].Start >= start {
					trimAt(&out[len(out)-1], at)
				}
				out = append(out, Labelled{l.Label, l.Text, at, at + l.Value})
				start = at
			}
			semicolon := strings.Index(text[at:s.End], "; ")
			if semicolon < 0 {
				break
			}
			at += semicolon + 2
		}
	}
	return out
}

// trimAt ends a value before the label that begins at the byte given.
func trimAt(l *Labelled, at int) {
	l.Text = strings.TrimRight(l.Text[:max(0, at-l.Value)], "; ")
}

// labelAt reads a sentence label at the start of text.
func labelAt(text string, paragraphStart bool) (Labelled, bool) {
	if n := len(isAnswered); len(text) > n && strings.EqualFold(text[:n], isAnswered) {
		return Labelled{text[:len(AnswerLaterReadBack)], text[n:], 0, n}, true
	}
	at := labelEnd(text)
	if at < 0 || text[at] != ':' {
		return Labelled{}, false
	}
	l, ok := labelTo(text, at)
	if !ok || l.Text == "" {
		return l, false
	}
	name := NormalLabel(l.Label)
	if usualLabels[name] != "" || len(AnswerNames(name)) > 0 {
		return l, true
	}
	unnamed := name == "label" || name == "part of" || isStatusLabel(name)
	return l, paragraphStart && !unnamed && isUpper(text[0]) && strings.Count(name, " ") < 4
}

func isStatusLabel(label string) bool { return strings.HasSuffix(NormalLabel(label), conclusionStatus) }

// The words with which an answer says that it is not known, as UncertainWord gives them.
const (
	Uninspected  = "uninspected"
	Inapplicable = "inapplicable"
)

// UncertainWord reads the word with which an answer says that it is not known (report-grammar 4.1 and
// 4.3), and what follows it. "Not applicable" and "n/a" are other spellings of inapplicable. The word is
// "" where the answer opens with none; one that goes on ("uninspected-looking") is another word.
func UncertainWord(answer string) (word, rest string) {
	answer = strings.TrimLeftFunc(answer, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, spelling := range []string{Uninspected, Inapplicable, "not applicable", "n/a"} {
		n := len(spelling)
		if len(answer) < n || !strings.EqualFold(answer[:n], spelling) || goesOn(answer[n:]) {
			continue
		}
		if spelling == Uninspected {
			return Uninspected, answer[n:]
		}
		return Inapplicable, answer[n:]
	}
	return "", answer
}

// goesOn tells whether a word continues in what follows it: with a letter, or with a mark that joins
// it to one.
func goesOn(rest string) bool {
	inner, size := utf8.DecodeRuneInString(rest)
	if inner == '-' || inner == '\'' || inner == '’' {
		inner, _ = utf8.DecodeRuneInString(rest[size:])
	}
	return unicode.IsLetter(inner) || unicode.IsMark(inner) || unicode.IsDigit(inner) || inner == '_'
}

// Uncertainty is how an answer that is not known states so.
type Uncertainty uint8

// The forms of report-grammar 4.1.
const (
	NotUncertain         Uncertainty = iota
	WellFormedUncertain              // "uninspected — reason"
	MalformedUncertainty             // "uninspected for the reason that …", "Inapplicable.", "n/a"
)

// ReadUncertainty judges the form of an answer that UncertainWord finds not to be known: the contract
// wants the word in lower case, a dash, and a reason with some word in it. dashes are the spellings of
// the dash that the format accepts, blanks included where they matter.
func ReadUncertainty(answer string, dashes ...string) Uncertainty {
	word, rest := UncertainWord(answer)
	if word == "" {
		return NotUncertain
	}
	if !strings.HasPrefix(strings.TrimSpace(answer), word) {
		return MalformedUncertainty
	}
	for _, dash := range dashes {
		reason, ok := strings.CutPrefix(rest, dash)
		if ok && strings.ContainsFunc(reason, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			return WellFormedUncertain
		}
	}
	return MalformedUncertainty
}

func lineSet(labels string) map[string]bool {
	set := map[string]bool{}
	for _, line := range strings.Split(labels, "\n") {
		for _, label := range strings.Split(line, "|") {
			if label = strings.TrimSpace(label); label != "" {
				set[label] = true
			}
		}
	}
	return set
}
