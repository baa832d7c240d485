package markdown

import (
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

const attributionMark = "---"

// quotation files the passages of one block quote: each ends with an attribution, and what follows
// the last one, or a whole quotation without any, is no evidence (report-grammar 2.8). Nothing in
// a quotation is syntax.
func (p *parse) quotation(b block) {
	first := 0
	for i, l := range b.lines {
		rest, ok := strings.CutPrefix(p.textOf(l), attributionMark)
		if !ok || !strings.HasPrefix(rest, " ") {
			continue
		}
		target, ok := report.ParseTarget(rest)
		if !ok {
			p.diags.Warn(CodeAttribution, p.src.at(l.start, l.end), "An attribution that is no path",
				"Write \"> --- `path`\", with a line range and a revision where needed.")
			first = i + 1
			continue
		}
		p.addPassage(b.lines[first:i+1], target)
		first = i + 1
	}
}

// addPassage files quoted lines, the last of which is their attribution.
func (p *parse) addPassage(lines []span, target report.Target) {
	last := len(lines) - 1
	if !p.fact(lines[last]) {
		return
	}
	raw, _ := p.src.join(lines[:last])
	text := collapse(raw)
	number := p.src.number(lines[last].start)
	if text == "" {
		p.diags.Warn(CodeAttribution, p.src.at(lines[last].start, lines[last].end), "An attribution without quoted text",
			"Put the quoted lines directly above it in the same block.")
		return
	}
	p.doc.Passages = append(p.doc.Passages, report.Passage{
		Text: text, Path: target.Path, Ranges: target.Ranges, Revision: target.Revision, Line: number,
		Span: report.Span{Start: p.src.number(lines[0].start), End: number}, Owner: p.owner(),
	})
	if p.doc.Role == "memory-profile" {
		p.diags.Warn(CodeProfileQuote, p.src.at(lines[0].start, lines[last].end), "A quotation in a memory profile",
			"A profile cites records; quote in their members.")
	}
}
