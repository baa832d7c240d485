package markdown

import (
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// quotation files the passages of one block quote: each ends with an attribution, and what follows
// the last one, or a whole quotation without any, is no evidence (report-grammar 2.8). Nothing in
// a quotation is syntax.
func (p *parse) quotation(b mdtext.Block) {
	for lines := range p.src.Attributed(b) {
		last := lines[len(lines)-1]
		target, ok := report.ParseTarget(p.src.Of(last)[len(mdtext.AttributionMark):])
		if !ok {
			p.diags.Warn(CodeAttribution, p.src.Range(last.Start, last.End), "An attribution that is no path",
				"Write \"> --- `path`\", with a line range and a revision where needed.")
			continue
		}
		p.addPassage(lines, target)
	}
}

// addPassage files quoted lines, the last of which is their attribution.
func (p *parse) addPassage(lines []mdtext.Span, target report.Target) {
	last := len(lines) - 1
	if !p.fact(lines[last]) {
		return
	}
	raw := p.src.Joined(lines[:last])
	text := collapse(raw)
	number := p.src.Number(lines[last].Start)
	if text == "" {
		p.diags.Warn(CodeAttribution, p.src.Range(lines[last].Start, lines[last].End), "An attribution without quoted text",
			"Put the quoted lines directly above it in the same block.")
		return
	}
	p.doc.Passages = report.Add(p.doc.Passages, report.Passage{
		Text: text, Path: target.Path, Ranges: target.Ranges, Revision: target.Revision, Line: number,
		Span: report.Span{Start: p.src.Number(lines[0].Start), End: number}, Owner: p.owner(),
	})
	if p.doc.Role == "memory-profile" {
		p.diags.Warn(CodeProfileQuote, p.src.Range(lines[0].Start, lines[last].End), "A quotation in a memory profile",
			"A profile cites records; quote in their members.")
	}
}
