package mdtext

import (
	"iter"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
)

// A Block is one piece of the document's flow, containers taken off.
type Block struct {
	Kind  BlockKind
	Level int // of a heading
	Item  Item
	Lines []Span // what stands on each line; of a quotation without its marks, of a table its rows
}

// BlockKind says what a block is.
type BlockKind uint8

// The kinds of blocks.
const (
	Heading BlockKind = iota
	Prose
	Quote
	Table // header, delimiter row and rows
	Text  // text that is no syntax: raw HTML and indented code
	Fence // fenced code: evidence, never read; Lines is its first line alone
)

// An Item says where a block stands in lists.
type Item struct {
	Depth int  // 0 outside of lists
	First bool // the block begins a list item
	Flush bool // its mark stands at the line's start
}

// A Cut says where a line of a paragraph parts it, by a format's rules, though Markdown goes on.
type Cut uint8

// The cuts.
const (
	NoCut     Cut = iota
	CutBefore     // the line begins a block
	CutAround     // the line is a block of its own
)

// A blockReader is the reading of one text's blocks.
type blockReader struct {
	src    *Source
	cut    func(line string) Cut
	blocks []Block
	lines  []Span // of the blocks
}

// grammar reads what is not plain, and with it all blocks.
var grammar = newGrammar(util.Prioritized(plainParser{}, 100))

// newGrammar reads blocks alone: it has no inline parser and no link definitions, whose time grows with
// the square of hostile input, and no underlined headings, which reports do not use. Its paragraphs
// come out as flow nodes, which its inline pass then skips.
func newGrammar(more ...util.PrioritizedValue) parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(more...),
		parser.WithBlockParsers(
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(parser.NewListParser(), 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(headingParser{parser.NewATXHeadingParser()}, 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(parser.NewBlockquoteParser(), 800),
			util.Prioritized(parser.NewHTMLBlockParser(), 900),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithParagraphTransformers(util.Prioritized(flowTransformer{}, 100)),
	)
}

// A flow is a paragraph as lines, whose place in the tree it takes over. From line table on, where table is not
// noTable, they are a table.
type flow struct {
	*ast.Paragraph
	table int
}

const noTable = -1

// IsRaw keeps the library's inline pass out.
func (flow) IsRaw() bool { return true }

// A heading is one whose text is left to this package, too.
type heading struct{ *ast.Heading }

// IsRaw keeps the library's inline pass out.
func (heading) IsRaw() bool { return true }

// A headingParser makes headings.
type headingParser struct{ parser.BlockParser }

// Open opens a heading.
func (p headingParser) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	node, state := p.BlockParser.Open(parent, reader, pc)
	if h, ok := node.(*ast.Heading); ok {
		return heading{h}, state
	}
	return node, state
}

// A flowTransformer makes a flow of every paragraph. It finds tables itself: the library's own
// transformer makes a node for each cell and fills rows up to the header's width, so a few bytes a
// row would cost kilobytes.
type flowTransformer struct{}

// Transform puts a flow in the place of a paragraph that ends.
func (flowTransformer) Transform(node *ast.Paragraph, reader text.Reader, _ parser.Context) {
	f := flow{node, noTable}
	source := reader.Source()
	for i := 1; i < node.Lines().Len(); i++ {
		delimiter := node.Lines().At(i)
		if line := string(delimiter.Value(source)); isDelimiter(line) {
			header := node.Lines().At(i - 1)
			if len(SplitCells(line)) == len(SplitCells(string(header.Value(source)))) {
				f.table = i - 1
			}
			break
		}
	}
	parent, next := node.Parent(), node.NextSibling()
	parent.RemoveChild(parent, node)
	parent.InsertBefore(parent, next, f)
}

// Blocks reads the text's blocks in order, cutting paragraphs as the format says; a nil cut never does.
func (s *Source) Blocks(cut func(line string) Cut) []Block {
	if cut == nil {
		cut = func(string) Cut { return NoCut }
	}
	return s.blocksBy(grammar, cut)
}

func (s *Source) blocksBy(grammar parser.Parser, cut func(line string) Cut) []Block {
	r := &blockReader{src: s, cut: cut, blocks: make([]Block, 0, len(s.lines)*2/3), lines: make([]Span, 0, len(s.lines))}
	r.flatten(grammar.Parse(text.NewReader(s.bytes)), Item{}, 0)
	return r.blocks
}

// flatten appends the blocks below a node. from is the first line that is to be read as flow: lines
// before it were a quotation's.
func (r *blockReader) flatten(parent ast.Node, at Item, from int) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.List:
			r.flatten(n, Item{Depth: at.Depth + 1}, from)
		case *ast.ListItem:
			inner := Item{Depth: at.Depth, First: true, Flush: r.flush(n.Pos())}
			r.flatten(n, inner, from)
		case heading:
			if from == 0 {
				r.blocks = append(r.blocks, Block{Heading, n.Level, at, r.segments(n.Lines(), 0)})
			}
		case plain:
			r.addPlain(n)
		case flow:
			lines, rows := r.segments(n.Lines(), from), []Span(nil)
			if n.table >= 0 && from == 0 {
				lines, rows = lines[:n.table], lines[n.table:]
			}
			r.addFlow(lines, rows, at)
		case *ast.Blockquote:
			end := r.addQuote(n.Pos(), at, from)
			r.flatten(n, Item{}, end)
		case *ast.FencedCodeBlock:
			if from == 0 {
				r.addFence(n, at)
			}
		case *ast.CodeBlock:
			if from == 0 {
				r.blocks = append(r.blocks, Block{Text, 0, at, r.segments(n.Lines(), 0)})
			}
		case *ast.HTMLBlock:
			if from == 0 {
				r.addHTML(n, at)
			}
		}
		at.First = false
	}
}

// segments are the trimmed lines of a node from a line number on.
func (r *blockReader) segments(lines *text.Segments, from int) []Span {
	start := len(r.lines)
	for i := range lines.Len() {
		l := lines.At(i)
		if s := r.src.Trim(Span{l.Start, l.Stop}); from == 0 || r.src.Number(l.Start) >= from {
			r.lines = append(r.lines, s)
		}
	}
	return r.lines[start:len(r.lines):len(r.lines)]
}

// addFlow appends a paragraph and its table, the paragraph cut before and after the lines that are
// syntax wherever they stand.
func (r *blockReader) addFlow(lines, rows []Span, at Item) {
	start := 0
	for i, l := range lines {
		cut := r.cut(r.src.Of(l))
		if cut != NoCut && i > start {
			r.addProse(lines[start:i], at)
			start, at.First = i, false
		}
		if cut == CutAround {
			// A lazy line stands in a list item by Markdown's rules alone.
			outer := at
			if r.flush(l.Start) && at.Depth > 0 && !at.First {
				outer = Item{}
			}
			r.addProse(lines[i:i+1], outer)
			start, at.First = i+1, false
		}
	}
	r.addProse(lines[start:], at)
	if rows != nil {
		r.blocks = append(r.blocks, Block{Table, 0, at, rows})
	}
}

func (r *blockReader) addProse(lines []Span, at Item) {
	if len(lines) > 0 {
		r.blocks = append(r.blocks, Block{Prose, 0, at, lines})
	}
}

// flush tells whether a byte begins its line.
func (r *blockReader) flush(at int) bool { return r.src.lines[r.src.Number(at)-1] == at }

// addQuote appends a quotation: the lines from its first that bear the mark. A line without it is
// flow, though Markdown takes it into the quotation. It returns the number of the line after.
func (r *blockReader) addQuote(start int, at Item, from int) (end int) {
	number := r.src.Number(start)
	if from > number {
		return from
	}
	b := Block{Kind: Quote, Item: at}
	for {
		line := Span{start, r.src.lines[number-1] + len(r.src.Line(number))}
		if start >= line.End { // a tab in front of the mark counts as several bytes to the library
			line.Start = r.src.lines[number-1]
		}
		for line.Start < line.End && IsBlank(r.src.Text[line.Start]) {
			line.Start++
		}
		if line.Start == line.End || r.src.Text[line.Start] != '>' {
			break
		}
		line.Start++
		b.Lines = append(b.Lines, r.src.Trim(line))
		if number++; number > len(r.src.lines) {
			break
		}
		start = r.src.lines[number-1]
	}
	r.blocks = append(r.blocks, b)
	return number
}

// AttributionMark begins the line of a quotation that says where it was taken from.
const AttributionMark = "--- "

// Attributed yields the parts of a quotation that end in an attribution, each with that line as its
// last. Lines after the last attribution, or a quotation without any, belong to none.
func (s *Source) Attributed(quote Block) iter.Seq[[]Span] {
	return func(yield func([]Span) bool) {
		first := 0
		for i, l := range quote.Lines {
			if !strings.HasPrefix(s.Of(l), AttributionMark) {
				continue
			}
			part := quote.Lines[first : i+1]
			first = i + 1
			if !yield(part) {
				return
			}
		}
	}
}

// addHTML appends raw HTML as text. A comment is nothing that a reader sees; one that nothing closes
// hides all that follows it.
func (r *blockReader) addHTML(n *ast.HTMLBlock, at Item) {
	lines := r.segments(n.Lines(), 0)
	if n.HasClosure() {
		lines = append(lines, r.src.Trim(Span{n.ClosureLine.Start, n.ClosureLine.Stop}))
	}
	if len(lines) == 0 || !strings.HasPrefix(r.src.Of(lines[0]), commentMark) {
		r.blocks = append(r.blocks, Block{Text, 0, at, lines})
		return
	}
	if !strings.Contains(r.src.Of(Span{lines[0].Start, lines[len(lines)-1].End}), "-->") {
		r.src.diags.Add(diag.Error, r.src.format+Unclosed, r.src.Range(lines[0].Start, lines[0].End), "A comment without an end",
			"Close it by \"-->\"; all that follows it is hidden.")
	}
}

const commentMark = "<!--"

// addFence appends fenced code and reports one that nothing closes: all that follows it is lost.
func (r *blockReader) addFence(n *ast.FencedCodeBlock, at Item) {
	number := r.src.Number(n.Pos())
	open := r.src.Trim(Span{n.Pos(), r.src.lines[number-1] + len(r.src.Line(number))})
	r.blocks = append(r.blocks, Block{Fence, 0, at, []Span{open}})
	closing := number + n.Lines().Len() + 1
	mark := r.src.Text[open.Start:min(open.Start+3, open.End)]
	if closing > len(r.src.lines) || !strings.HasPrefix(strings.TrimLeft(r.src.Line(closing), " \t>"), mark) {
		r.src.diags.Add(diag.Error, r.src.format+Unclosed, r.src.Range(open.Start, open.End), "Fenced code without an end",
			"Close it by a line of the same marks; everything up to the end of what holds it is taken for code.")
	}
}
