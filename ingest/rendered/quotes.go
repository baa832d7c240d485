package rendered

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A quotation is a run of lines that holds quoted source: nothing in it is syntax, and no id, path or
// label counts (report-grammar 0, 8 and 5.3). The quote marks are gone in a rendering; what remains
// is the attribution at the end, "--- path", on the same line or with the path on the next.
type quotation struct {
	first, last int // indexes of lines, attribution included
	passages    []passage
}

// A passage is one quoted text with its target. A block with two attributions has two.
type passage struct {
	text   string
	target report.Target
	loss   string // code of what the rendering destroyed in it, or ""
}

const quoteMarker = "---"

// findQuotations marks the lines of every quotation.
func (p *parser) findQuotations() {
	for i, floor := 0, 0; i < len(p.lines); i++ {
		if p.lines[i].mark != markNone {
			floor = i + 1
			continue
		}
		a, ok := p.attribution(i)
		if !ok {
			continue
		}
		q := quotation{first: i, last: a.last}
		if a.target.Path != "" {
			q.first = p.quoteStart(i, floor, a.body == "")
			q.passages = p.passages(q, a)
		}
		for j := q.first; j <= q.last; j++ {
			p.lines[j].mark, p.lines[j].ref = markQuote, len(p.quotations)
		}
		p.quotations = append(p.quotations, q)
		i, floor = q.last, q.last+1
	}
}

// An attribution is the end of a quotation as found on a line.
type attribution struct {
	target report.Target // its Path is "" where the marker has none
	marker int           // index of the line with the marker
	last   int           // index of the line with the path: the same or the next
	body   string        // what stands before the marker on its line
	glued  bool          // no blank between marker and path
}

// attribution reads the attribution that begins on line i, if one does.
func (p *parser) attribution(i int) (attribution, bool) {
	if !strings.Contains(p.lines[i].text, quoteMarker) { // forwards it is found faster, and mostly it is not there
		return attribution{}, false
	}
	text := readItem(p.lines[i]).text
	at := strings.LastIndex(text, quoteMarker)
	if at < 0 || at > 0 && text[at-1] != ' ' && !gluedTarget(text[at+len(quoteMarker):]) {
		return attribution{}, false
	}
	a := attribution{marker: i, last: i, body: strings.TrimRight(text[:at], " ")}
	rest := text[at+len(quoteMarker):]
	if rest != "" {
		a.glued = rest[0] != ' '
		target, ok := report.ParseTarget(rest)
		a.target = target
		return a, ok
	}
	if i+1 < len(p.lines) && !p.lines[i+1].gap && p.lines[i+1].mark == markNone {
		if target, ok := report.ParseTarget(p.lines[i+1].text); ok {
			a.target, a.last = target, i+1
			return a, true
		}
	}
	if a.body == "" { // a horizontal rule, not a quotation
		return a, false
	}
	p.diags.Warn(CodeUnattributed, p.diags.at(p.lines[i], len(p.lines[i].text)-len(quoteMarker), len(p.lines[i].text)),
		"A quotation without a path", "Write the path of the quoted file after the marker.")
	return a, true
}

// gluedTarget tells whether what follows a marker can be nothing but the path of an attribution whose
// blanks a renderer dropped on both sides.
func gluedTarget(text string) bool {
	target, ok := report.ParseTarget(text)
	return ok && text[0] != ' ' && strings.Contains(target.Path, "/") && extension(target.Path) != target.Path
}

// quoteStart finds the first line of the quotation whose marker is on line i. A list whose last item
// is attributed is quoted as a whole where a blank line sets it off. Otherwise the quotation extends
// upward, with no blank line between, over lines that are not sentences and no structure: a renderer
// breaks quoted code where it drops a tag or backticks. A bare marker has its quotation on the lines
// above, whatever they are: there is none without a text.
func (p *parser) quoteStart(i, floor int, bare bool) int {
	if above := i - 1; bare && above >= floor && p.lines[above].number > p.preamble && !p.structural(p.lines[above].text) {
		return p.quoteStart(above, floor, false)
	}
	if readItem(p.lines[i]).list {
		j := i
		for j > floor && !p.lines[j].gap && readItem(p.lines[j-1]).list {
			j--
		}
		if p.lines[j].gap {
			return j
		}
		return i
	}
	for i > floor && !p.lines[i].gap && !p.endsBlock(p.lines[i-1]) {
		i--
	}
	return i
}

// endsBlock tells whether a line cannot be the upper part of a quotation below it.
func (p *parser) endsBlock(l line) bool {
	return l.number <= p.preamble || readItem(l).list || p.structural(l.text) || endsSentence(l.text)
}

// structural tells whether a line is a heading, a label or another piece of syntax.
func (p *parser) structural(text string) bool {
	if report.KindHeading(text) >= 0 || p.member.Section(text) >= 0 {
		return true
	}
	if _, ok := declaration(text); ok {
		return true
	}
	if _, ok := annotationHeading(text); ok {
		return true
	}
	if strings.HasPrefix(text, labelPrefix) || strings.HasPrefix(text, partOfPrefix) {
		return true
	}
	statuses := report.ScanStatuses(text)
	return len(statuses) == 1 && statuses[0].Line
}

// endsSentence tells whether a line ends as prose does. A colon ends an introduction only where the
// line has none of the marks of code.
func endsSentence(text string) bool {
	text = strings.TrimRight(text, `"'”’)]»`)
	if text == "" {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:len(text)-1])
	switch text[len(text)-1] {
	case '.':
		return true
	case '?', '!':
		return unicode.IsLetter(before) || unicode.IsDigit(before)
	case ':':
		first, _ := utf8.DecodeRuneInString(text)
		return unicode.IsUpper(first) && !strings.ContainsAny(text, "{}=<>;_(")
	}
	return false
}

// passages takes the lines of a quotation apart into its passages.
func (p *parser) passages(q quotation, a attribution) []passage {
	var parts []string
	for i := q.first; i < a.marker; i++ {
		parts = append(parts, readItem(p.lines[i]).text)
	}
	if a.body != "" {
		parts = append(parts, a.body)
	}
	last := passage{target: a.target, loss: p.lossOf(q, parts, a)}
	text := strings.Join(parts, " ")
	var out []passage
	for from := 0; ; {
		at := strings.Index(text[from:], " "+quoteMarker+" ")
		if at < 0 {
			break
		}
		at += from
		from = at + len(quoteMarker) + 2
		word, _, more := strings.Cut(text[from:], " ")
		if t, ok := report.ParseTarget(word); more && ok {
			out = append(out, passage{text: collapse(text[:at]), target: t, loss: last.loss})
			text, from = text[from+len(word):], 0
		}
	}
	if last.text = collapse(text); last.text != "" {
		return append(out, last)
	}
	p.diags.Warn(CodeUnattributed, p.diags.whole(p.lines[q.last]), "A path with nothing quoted above it",
		"Put the quoted lines directly above it.")
	return out
}

// lossOf says what the rendering destroyed in quoted code, as far as the text shows it.
func (p *parser) lossOf(q quotation, parts []string, a attribution) string {
	switch {
	case a.body == "" && p.lines[a.marker].gap:
		return CodeSplitQuote
	case len(parts) > 1 && readItem(p.lines[q.first]).list:
		return CodeLostMarks
	case len(parts) > 1 && strings.ContainsAny(parts[1][:1], ",;:.>)"):
		return CodeSwallowedTag
	case len(parts) > 1 || a.glued:
		return CodeGluedCode
	case strings.Contains(a.body, "${") && !strings.Contains(a.body, "`") && templateLiterals[extension(a.target.Path)]:
		return CodeLostTicks
	}
	return ""
}

// templateLiterals are the languages whose "${" stands between backticks.
var templateLiterals = map[string]bool{"ts": true, "tsx": true, "js": true, "jsx": true, "mjs": true, "cjs": true, "mts": true, "vue": true, "svelte": true}

func extension(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// collapse folds every run of blanks to one space.
func collapse(s string) string { return strings.Join(strings.Fields(s), " ") }

// addQuotation files the passages of a quotation under the owner it stands in and returns the index
// of the line after it.
func (p *parser) addQuotation(q quotation) int {
	first, last := p.lines[q.first], p.lines[q.last]
	prefix := p.mayHavePrefix(q)
	if prefix {
		p.lose(CodeQuotePrefix, p.lines[q.first-1], "The paragraph may be the first part of the quotation below it.")
	}
	for n, part := range q.passages {
		if part.loss != "" && n == 0 {
			p.lose(part.loss, first, lossNotes[part.loss])
		}
		if !p.count(last, 1) {
			break
		}
		p.doc.Passages = report.Add(p.doc.Passages, report.Passage{
			Text: part.text, Path: part.target.Path, Ranges: part.target.Ranges, Revision: part.target.Revision,
			Line: last.number, Span: report.Span{Start: first.number, End: last.number}, Owner: p.owner(),
			Lossy: part.loss != "", PossiblePrefix: prefix && n == 0,
		})
	}
	p.proseLine = 0
	return q.last + 1
}

var lossNotes = map[string]string{
	CodeLostMarks:    "A quoted list lost its marks; its text is not verbatim.",
	CodeSwallowedTag: "Quoted code lost something in angle brackets; its text is not verbatim.",
	CodeGluedCode:    "Quoted code was split and glued at its backticks; its text is not verbatim.",
	CodeSplitQuote:   "The blocks of a quotation stand apart; its text may be incomplete and is not verbatim.",
	CodeLostTicks:    "Quoted code lost the backticks of a template literal; its text is not verbatim.",
}

// maxPrefix is the length up to which a paragraph before a quotation may be its first part.
const maxPrefix = 120

// mayHavePrefix tells whether the block before a quotation may be its first part: a short paragraph of
// the same owner that is set off like the quotation and holds no id (report-grammar 5.1, row 21), or
// an item of the same list.
func (p *parser) mayHavePrefix(q quotation) bool {
	if q.first == 0 || len(q.passages) == 0 {
		return false
	}
	l := p.lines[q.first-1]
	if !p.lines[q.first].gap {
		return l.mark == markNone && readItem(l).list && readItem(p.lines[q.first]).list && len(report.ScanHandles(l.text)) == 0
	}
	return l.mark == markNone && l.gap && p.proseLine == l.number && len(l.text) <= maxPrefix &&
		!strings.HasSuffix(l.text, ":") && !readItem(l).list && len(report.ScanHandles(l.text)) == 0
}

// lose notes what the rendering destroyed, as a fact of the document and as a diagnostic.
func (p *parser) lose(code string, l line, note string) {
	p.doc.Losses = append(p.doc.Losses, report.Loss{Code: strings.TrimPrefix(code, "rendered/"), Line: l.number, Note: note})
	p.diags.Add(diag.Info, code, p.diags.whole(l), "Lost in rendering", note)
}
