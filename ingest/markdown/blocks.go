package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A block is one piece of the document's flow, containers taken off.
type block struct {
	kind  blockKind
	level int // of a heading
	item  item
	lines []span // what stands on each line; of a quotation without its marks, of a table its rows
}

type blockKind uint8

const (
	blockHeading blockKind = iota
	blockProse
	blockQuote
	blockTable // header, delimiter row and rows
	blockText  // text that is no syntax: raw HTML and indented code
	blockFence // fenced code: evidence, never read; lines is its first line alone
)

// An item says where a block stands in lists.
type item struct {
	depth int  // 0 outside of lists
	first bool // the block begins a list item
	flush bool // its mark stands at the line's start
}

// grammar reads blocks alone: it has no inline parser and no link definitions, whose time grows with
// the square of hostile input, and no underlined headings, which reports do not use. Its paragraphs
// come out as flow nodes, which its inline pass then skips.
var grammar = parser.NewParser(
	parser.WithBlockParsers(
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(parser.NewListParser(), 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(parser.NewBlockquoteParser(), 800),
		util.Prioritized(parser.NewHTMLBlockParser(), 900),
		util.Prioritized(parser.NewParagraphParser(), 1000),
	),
	parser.WithParagraphTransformers(util.Prioritized(flowTransformer{}, 100)),
)

// A flow is a paragraph as lines. From line table on, where table is not none, they are a table.
type flow struct {
	ast.BaseBlock
	table int
}

var kindFlow = ast.NewNodeKind("Flow")

// Kind is that of flows.
func (*flow) Kind() ast.NodeKind { return kindFlow }

// IsRaw keeps the library's inline pass out.
func (*flow) IsRaw() bool { return true }

// Dump prints the node for debugging.
func (f *flow) Dump(source []byte, level int) { ast.DumpHelper(f, source, level, nil, nil) }

// A flowTransformer makes a flow of every paragraph. It finds tables itself: the library's own
// transformer makes a node for each cell and fills rows up to the header's width, so a few bytes a
// row would cost kilobytes.
type flowTransformer struct{}

// Transform replaces a paragraph that ends.
func (flowTransformer) Transform(node *ast.Paragraph, reader text.Reader, _ parser.Context) {
	f := &flow{table: none}
	f.SetPos(node.Pos())
	f.SetLines(node.Lines())
	source := reader.Source()
	for i := 1; i < node.Lines().Len(); i++ {
		delimiter := node.Lines().At(i)
		if line := string(delimiter.Value(source)); isDelimiter(line) {
			header := node.Lines().At(i - 1)
			if len(splitCells(line)) == len(splitCells(string(header.Value(source)))) {
				f.table = i - 1
			}
			break
		}
	}
	node.Parent().ReplaceChild(node.Parent(), node, f)
}

// readBlocks reads the text's blocks in order.
func (p *parse) readBlocks() {
	root := grammar.Parse(text.NewReader(p.src.bytes))
	p.blocks = make([]block, 0, len(p.src.lines)*2/3)
	p.flatten(root, item{}, 0)
}

// flatten appends the blocks below a node. from is the first line that is to be read as flow: lines
// before it were a quotation's.
func (p *parse) flatten(parent ast.Node, at item, from int) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.List:
			p.flatten(n, item{depth: at.depth + 1}, from)
		case *ast.ListItem:
			inner := item{depth: at.depth, first: true, flush: p.src.lines[p.src.number(n.Pos())-1] == n.Pos()}
			p.flatten(n, inner, from)
		case *ast.Heading:
			if from == 0 {
				p.blocks = append(p.blocks, block{blockHeading, n.Level, at, p.segments(n.Lines(), 0)})
			}
		case *flow:
			p.addFlow(n, at, from)
		case *ast.Blockquote:
			end := p.addQuote(n, at, from)
			p.flatten(n, item{}, end)
		case *ast.FencedCodeBlock:
			if from == 0 {
				p.addFence(n, at)
			}
		case *ast.CodeBlock:
			if from == 0 {
				p.blocks = append(p.blocks, block{blockText, 0, at, p.segments(n.Lines(), 0)})
			}
		case *ast.HTMLBlock:
			if from == 0 {
				p.addHTML(n, at)
			}
		}
		at.first = false
	}
}

// segments are the trimmed lines of a node from a line number on.
func (p *parse) segments(lines *text.Segments, from int) []span {
	out := make([]span, 0, lines.Len())
	for i := range lines.Len() {
		l := lines.At(i)
		if s := p.src.trim(span{l.Start, l.Stop}); from == 0 || p.src.number(l.Start) >= from {
			out = append(out, s)
		}
	}
	return out
}

// addFlow appends a paragraph and its table, the paragraph cut before and after the lines that are
// syntax wherever they stand.
func (p *parse) addFlow(n *flow, at item, from int) {
	lines := p.segments(n.Lines(), from)
	var rows []span
	if n.table >= 0 && from == 0 {
		lines, rows = lines[:n.table], lines[n.table:]
	}
	start := 0
	for i, l := range lines {
		own := p.ownLine(l)
		if (own || i > 0 && p.isStatusLine(l)) && i > start {
			p.addProse(lines[start:i], at)
			start, at.first = i, false
		}
		if own {
			// A lazy line stands in a list item by Markdown's rules alone.
			outer := at
			if p.flush(l) && at.depth > 0 && !at.first {
				outer = item{}
			}
			p.addProse(lines[i:i+1], outer)
			start, at.first = i+1, false
		}
	}
	p.addProse(lines[start:], at)
	if rows != nil {
		p.blocks = append(p.blocks, block{blockTable, 0, at, rows})
	}
}

func (p *parse) addProse(lines []span, at item) {
	if len(lines) > 0 {
		p.blocks = append(p.blocks, block{blockProse, 0, at, lines})
	}
}

// ownLine tells whether a line is a label or part-of line, which ends with its line even where
// Markdown sees a paragraph go on (report-grammar 2.5).
func (p *parse) ownLine(l span) bool {
	text := p.src.text[l.start:l.end]
	return strings.HasPrefix(text, labelPrefix) || strings.HasPrefix(text, partOfPrefix)
}

// flush tells whether a run of bytes begins its line.
func (p *parse) flush(l span) bool { return p.src.lines[p.src.number(l.start)-1] == l.start }

// isStatusLine tells whether a line is one conclusion status and nothing else.
func (p *parse) isStatusLine(l span) bool {
	text := p.src.text[l.start:l.end]
	if !strings.Contains(text, "onclusion status") {
		return false
	}
	found := report.ScanStatuses(strings.ReplaceAll(text, "`", ""))
	return len(found) == 1 && found[0].Line
}

// addQuote appends a quotation: the lines from its first that bear the mark. A line without it is
// flow, though Markdown takes it into the quotation. It returns the number of the line after.
func (p *parse) addQuote(n ast.Node, at item, from int) (end int) {
	number := p.src.number(n.Pos())
	if from > number {
		return from
	}
	b := block{kind: blockQuote, item: at}
	for start := n.Pos(); ; {
		line := span{start, p.src.lines[number-1] + len(p.src.line(number))}
		for line.start < line.end && isBlank(p.src.text[line.start]) {
			line.start++
		}
		if line.start == line.end || p.src.text[line.start] != '>' {
			break
		}
		line.start++
		b.lines = append(b.lines, p.src.trim(line))
		if number++; number > len(p.src.lines) {
			break
		}
		start = p.src.lines[number-1]
	}
	p.blocks = append(p.blocks, b)
	return number
}

// addHTML appends raw HTML as text. A comment is nothing that a reader sees; one that nothing closes
// hides all that follows it.
func (p *parse) addHTML(n *ast.HTMLBlock, at item) {
	lines := p.segments(n.Lines(), 0)
	if n.HasClosure() {
		lines = append(lines, p.src.trim(span{n.ClosureLine.Start, n.ClosureLine.Stop}))
	}
	if len(lines) == 0 || !strings.HasPrefix(p.textOf(lines[0]), commentMark) {
		p.blocks = append(p.blocks, block{blockText, 0, at, lines})
		return
	}
	if !strings.Contains(p.textOf(span{lines[0].start, lines[len(lines)-1].end}), "-->") {
		p.diags.Add(diag.Error, CodeUnclosed, p.src.at(lines[0].start, lines[0].end), "A comment without an end",
			"Close it by \"-->\"; all that follows it is hidden.")
	}
}

const commentMark = "<!--"

// addFence appends fenced code and reports one that nothing closes: all that follows it is lost.
func (p *parse) addFence(n *ast.FencedCodeBlock, at item) {
	number := p.src.number(n.Pos())
	open := p.src.trim(span{n.Pos(), p.src.lines[number-1] + len(p.src.line(number))})
	p.blocks = append(p.blocks, block{blockFence, 0, at, []span{open}})
	closing := number + n.Lines().Len() + 1
	mark := p.src.text[open.start:min(open.start+3, open.end)]
	if closing > len(p.src.lines) || !strings.HasPrefix(strings.TrimLeft(p.src.line(closing), " \t>"), mark) {
		p.diags.Add(diag.Error, CodeUnclosed, p.src.at(open.start, open.end), "Fenced code without an end",
			"Close it by a line of the same marks; everything up to the end of what holds it is taken for code.")
	}
}
