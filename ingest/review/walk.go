package review

import (
	"fmt"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A parse is the reading of one review.
type parse struct {
	src   *mdtext.Source
	doc   report.Document
	diags diag.Collector
	facts int

	traces    bool            // the tag is there
	traceLine int             // where that is decided
	fallback  bool            // the source is only that of the authors' own folder
	leads     map[string]lead // by axis

	sections []int        // open sections, outermost first
	open     report.Owner // the idea or artefact that the text belongs to; its Kind is "" where there is none
	anchored []anchored   // one for each of Review.Anchors
}

const (
	levelTitle   = 1
	levelSection = 2
)

// The sections of a review. Each can also be a free one to a reader: nothing depends on their order.
var sections = map[string]report.OwnerKind{
	"core ideas": report.OwnerIdea, "artifact analysis": report.OwnerArtifact,
	"comparison with our system": "", "borrowable ideas": "", "write side": "", "trace-learning": "", "read-back": "",
	"curiosity pass": "", "what to watch": "", relevantNotes: "",
}

const relevantNotes = "relevant notes"

// block reads one block of the review.
func (p *parse) block(b mdtext.Block) {
	if len(b.Lines) == 0 {
		return
	}
	switch b.Kind {
	case mdtext.Heading:
		p.heading(b)
	case mdtext.Quote:
		p.quotation(b)
	case mdtext.Prose:
		p.prose(b)
	case mdtext.Table:
		p.table(b)
	case mdtext.Text:
		p.addText(strings.Join(strings.Fields(p.src.Joined(b.Lines)), " "), report.BlockProse, report.Lines{First: p.src.Number(b.Lines[0].Start)})
	}
}

func (p *parse) heading(b mdtext.Block) {
	u := p.src.Inline(b.Lines, false)
	number := p.src.Number(b.Lines[0].Start)
	if b.Level == levelTitle {
		p.closeSections(0, number-1)
		if p.doc.Title == "" {
			p.doc.Title, p.doc.System = u.Text, u.Text
		}
		return
	}
	p.closeSections(b.Level, number-1)
	p.openSection(u.Text, b.Level, number)
}

// closeSections ends the open sections of a level and below at a line.
func (p *parse) closeSections(level, end int) {
	p.open = report.Owner{}
	for n := len(p.sections) - 1; n >= 0; n-- {
		s := &p.doc.Sections[p.sections[n]]
		if s.Level < level {
			return
		}
		s.Span.End = max(s.Span.Start, end)
		p.sections = p.sections[:n]
	}
}

func (p *parse) openSection(title string, level, number int) {
	_, listed := sections[report.NormalLabel(title)]
	p.doc.Sections = append(p.doc.Sections, report.Section{Title: title, Level: level, Free: !listed, Span: report.Span{Start: number}})
	p.sections = append(p.sections, len(p.doc.Sections)-1)
}

// holds is what the bold phrases of the open section open: the section of level 2, not those below it.
func (p *parse) holds() report.OwnerKind {
	if len(p.sections) != 1 {
		return ""
	}
	return sections[report.NormalLabel(p.doc.Sections[p.sections[0]].Title)]
}

// prose reads a paragraph or list item.
func (p *parse) prose(b mdtext.Block) {
	u := p.src.Inline(b.Lines, false)
	if u.Text == "" || len(p.sections) == 0 && p.opening(&u) {
		return
	}
	if title := strings.TrimSuffix(u.Text, ":"); b.Item.Depth == 0 && strings.EqualFold(title, relevantNotes) {
		number := p.src.Number(b.Lines[0].Start)
		p.closeSections(levelSection, number-1)
		p.openSection(title, levelSection, number)
		return
	}
	before := len(p.doc.Review.Leads)
	switch {
	case p.axisLine(&u):
		p.open = report.Owner{}
		p.addUnit(&u)
		owner := p.owner()
		if after := len(p.doc.Review.Leads); after > before {
			owner = report.Owner{Kind: report.OwnerLead, Index: after - 1}
		}
		p.anchors(&u, owner)
	default:
		p.item(b, &u)
		p.addUnit(&u)
		p.anchors(&u, p.owner())
	}
}

// opening reads a labelled line above the first section.
func (p *parse) opening(u *mdtext.Unit) bool {
	if u.Lead.Start != 0 || u.Lead.End == 0 {
		return false
	}
	read := openings[report.NormalLabel(labelOf(u.Text[:u.Lead.End]))]
	if read == nil {
		return false
	}
	v := opened{text: strings.TrimLeft(u.Text[u.Lead.End:], " :"), at: p.src.Range(u.Source(0), u.End(len(u.Text)))}
	if len(u.Links) > 0 {
		v.dest = u.Links[0].Dest
	}
	read(p, v)
	return true
}

// item opens an idea or artefact where a bold phrase that ends in a stop begins the block, or goes on
// with the open one: a list belongs to what stands above it, a paragraph without a phrase does not.
func (p *parse) item(b mdtext.Block, u *mdtext.Unit) {
	at := report.Span{Start: p.src.Number(b.Lines[0].Start), End: p.src.Number(b.Lines[len(b.Lines)-1].Start)}
	phrase, ok := leadPhrase(u)
	holds := p.holds()
	switch {
	case ok && holds == report.OwnerIdea && p.fact(at.Start):
		p.doc.Ideas = append(p.doc.Ideas, report.Idea{Number: len(p.doc.Ideas) + 1, Title: phrase, Span: at})
		p.open = report.Owner{Kind: holds, Index: len(p.doc.Ideas) - 1}
	case ok && holds == report.OwnerArtifact && p.fact(at.Start):
		p.doc.Review.Artifacts = append(p.doc.Review.Artifacts, report.Artifact{Title: phrase, Span: at})
		p.open = report.Owner{Kind: holds, Index: len(p.doc.Review.Artifacts) - 1}
	case p.open.Kind == "":
		return
	case b.Item.Depth == 0:
		p.open = report.Owner{}
		return
	case p.open.Kind == report.OwnerIdea:
		p.doc.Ideas[p.open.Index].Span.End = at.End
	default:
		p.doc.Review.Artifacts[p.open.Index].Span.End = at.End
	}
	if p.open.Kind == report.OwnerArtifact {
		a := &p.doc.Review.Artifacts[p.open.Index]
		a.Fields = append(a.Fields, p.fields(u)...)
	}
}

// leadPhrase is the bold phrase that opens a unit and ends in a stop, the stop left out.
func leadPhrase(u *mdtext.Unit) (string, bool) {
	if u.Lead.Start != 0 || u.Lead.End == 0 {
		return "", false
	}
	phrase, stopped := strings.CutSuffix(u.Text[:u.Lead.End], ".")
	if !stopped {
		_, stopped = strings.CutPrefix(u.Text[u.Lead.End:], ".")
	}
	phrase = strings.TrimSpace(phrase)
	return phrase, stopped && phrase != ""
}

// quotation files the passages of one block quote (report-grammar 2.8).
func (p *parse) quotation(b mdtext.Block) {
	for lines := range p.src.Attributed(b) {
		last := lines[len(lines)-1]
		number := p.src.Number(last.Start)
		target, ok := report.ParseTarget(p.attribution(last))
		text := strings.Join(strings.Fields(p.src.Joined(lines[:len(lines)-1])), " ")
		if !ok || text == "" {
			p.diags.Warn(CodeAttribution, p.src.Range(last.Start, last.End), "An attribution that is no path, or stands below no text",
				"Write the quoted lines and below them \"> --- `path` @ `commit`\", or the address of a pinned file.")
			continue
		}
		if p.fact(number) {
			p.doc.Passages = append(p.doc.Passages, report.Passage{Text: text, Path: target.Path, Ranges: target.Ranges, Revision: target.Revision,
				Line: number, Span: report.Span{Start: p.src.Number(lines[0].Start), End: number}, Owner: p.owner()})
		}
	}
}

// attribution is what an attribution names: where its link leads, or its text.
func (p *parse) attribution(line mdtext.Span) string {
	line.Start += len(mdtext.AttributionMark)
	if u := p.src.Inline([]mdtext.Span{line}, false); len(u.Links) > 0 {
		return u.Links[0].Dest
	}
	return p.src.Of(line)
}

// table adds the rows of a table to the text; the delimiter row is none.
func (p *parse) table(b mdtext.Block) {
	for i, l := range b.Lines {
		if i == 1 {
			continue
		}
		cells := mdtext.SplitCells(p.src.Of(l))
		texts := make([]string, len(cells))
		for j, c := range cells {
			u := p.src.Inline([]mdtext.Span{{Start: l.Start + c.Start, End: l.Start + c.End}}, true)
			texts[j] = u.Text
			p.anchors(&u, p.owner())
		}
		p.addText(strings.Join(texts, " | "), report.BlockRow, report.Lines{First: p.src.Number(l.Start)})
	}
}

// owner is the nearest enclosing part of the document that owns text.
func (p *parse) owner() report.Owner {
	if p.open.Kind != "" {
		return p.open
	}
	if n := len(p.sections); n > 0 {
		return report.Owner{Kind: report.OwnerSection, Index: p.sections[n-1]}
	}
	return report.Owner{Kind: report.OwnerDocument}
}

func (p *parse) addUnit(u *mdtext.Unit) {
	p.addText(u.Text, report.BlockProse, report.Lines{First: p.src.Number(u.Source(0)), Breaks: u.Breaks()})
}

func (p *parse) addText(text string, kind report.BlockKind, lines report.Lines) {
	if text != "" {
		p.doc.Blocks = append(p.doc.Blocks, report.Block{Owner: p.owner(), Kind: kind, Text: text, Lines: lines})
	}
}

// maxFacts is how many facts one review may state.
const maxFacts = 200_000

// fact counts a fact and reports false, once with a diagnostic, when the document states more of them
// than any review.
func (p *parse) fact(line int) bool {
	p.facts++
	if p.facts == maxFacts+1 {
		p.diags.Add(diag.Error, CodeTooLarge, p.src.LineRange(line), fmt.Sprintf("More than %d facts", maxFacts),
			"This is no review of one system; what follows is not read.")
	}
	return p.facts <= maxFacts
}

// settle does what needs the whole document.
func (p *parse) settle() {
	p.doc.SetTexts()
	p.settleLeads()
	at := p.src.LineRange(min(p.src.Body, p.src.Last))
	if p.doc.Source == "" {
		p.diags.Warn(CodeRepository, at, "No line names the repository", "Write \"**Repository:** https://…\" below the title.")
	}
	if p.doc.Revision == "" {
		p.diags.Warn(CodeRevision, at, "No line names the reviewed revision", "Write \"**Reviewed commit:** [commit](address)\" below the title.")
	}
	p.checkAnchors()
}
