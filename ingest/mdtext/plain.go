package mdtext

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// A plain is a stretch of plain groups of lines, in the place of the nodes that the library would make.
type plain struct {
	*ast.TextBlock
	Span
}

// IsRaw keeps the library's inline pass out.
func (plain) IsRaw() bool { return true }

// A plainParser takes the plain groups of lines off the library's hands, which are nearly all of a report:
// a node for each of their blocks costs more than to read them. A group ends at a blank line, and is plain if
// its lines are headings, bullets and text that cannot be anything else, or all a quotation. It is taken only
// where nothing is open, and whole, so the library reads what stands around it as if it had read the group.
type plainParser struct{}

// Trigger gives the bytes that a plain line can begin with.
func (plainParser) Trigger() (bytes []byte) {
	for c := range 256 {
		if c > ' ' && lineStarts[c] != noText {
			bytes = append(bytes, byte(c))
		}
	}
	return bytes
}

// Open takes as many groups as are plain.
func (plainParser) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	number, at := reader.Position()
	if len(pc.OpenedBlocks()) > 0 {
		return nil, parser.NoChildren
	}
	end := plainEnd(reader.Source(), at.Start)
	if end == at.Start {
		return nil, parser.NoChildren
	}
	reader.SetPosition(number, text.NewSegment(end, end)) // where nothing is open no number is asked for
	return plain{ast.NewTextBlock(), Span{at.Start, end}}, parser.NoChildren
}

// Continue ends the stretch: a blank line follows it.
func (plainParser) Continue(ast.Node, text.Reader, parser.Context) parser.State { return parser.Close }

// Close has nothing to do.
func (plainParser) Close(ast.Node, text.Reader, parser.Context) {}

// CanInterruptParagraph is false, as there is none.
func (plainParser) CanInterruptParagraph() bool { return false }

// CanAcceptIndentedLine is false: a group begins at the start of its line.
func (plainParser) CanAcceptIndentedLine() bool { return false }

// plainEnd is where the plain groups end that stand at a byte, at that byte if there are none. A group of bullets
// is none if what follows is indented, and so belongs to the last of them.
func plainEnd(source []byte, start int) int {
	end := start
	for at := start; at < len(source); {
		groupEnd, bullets, ok := plainGroup(source, at)
		if !ok {
			break
		}
		for at = groupEnd; at < len(source); {
			next, blank := afterBlank(source, at)
			if !blank {
				break
			}
			at = next
		}
		if bullets && at < len(source) && source[at] <= ' ' {
			break
		}
		end = groupEnd
	}
	return end
}

// afterBlank is where the line after a blank one begins; false where a line is not blank.
func afterBlank(source []byte, at int) (next int, blank bool) {
	for at < len(source) && (source[at] == ' ' || source[at] == '\t') {
		at++
	}
	if at == len(source) {
		return at, true
	}
	return at + 1, source[at] == '\n'
}

// plainGroup tells where a group of lines ends, behind its last line, whether it holds bullets and whether it is
// plain.
func plainGroup(source []byte, start int) (end int, bullets, ok bool) {
	text, quote := false, source[start] == '>' // what the last line was
	for at := start; at < len(source); {
		if _, blank := afterBlank(source, at); blank {
			return at, bullets, true
		}
		next := at + bytes.IndexByte(source[at:], '\n') + 1
		if next == at {
			next = len(source)
		}
		line := source[at:next]
		switch {
		case quote || line[0] == '>':
			if !quote || line[0] != '>' {
				return at, false, false // or it may go on in a line without the mark
			}
		case line[0] == '#':
			text = false
			if !isPlainHeading(line) {
				return at, false, false
			}
		case line[0] == '-':
			bullets, text = true, true
			if len(line) < 3 || line[1] != ' ' || !beginsText(line[2:]) {
				return at, false, false
			}
		default:
			begin := line
			if text {
				begin = bytes.TrimLeft(line, " \t") // in a paragraph no depth of indentation means anything
			}
			text = true
			if !beginsText(begin) {
				return at, false, false
			}
		}
		at = next
	}
	return len(source), bullets, true
}

// isPlainHeading tells whether a line is a heading with a text and without marks at its end.
func isPlainHeading(line []byte) bool {
	title := bytes.TrimLeft(line, "#")
	if level := len(line) - len(title); level > maxHeading || len(title) == 0 || title[0] != ' ' {
		return false
	}
	title = bytes.Trim(title, " \t\n")
	return len(title) > 0 && title[0] > ' ' && title[len(title)-1] > ' ' && title[len(title)-1] != '#'
}

const maxHeading = 6

// A lineStart says what a byte can be that begins a line or a bullet's text.
type lineStart uint8

const (
	noText    lineStart = iota // a mark, or part of a table
	plainText                  // begins nothing but text
	emphasis                   // begins text before a letter, single or double
	codeMark                   // begins text if single
	digit                      // begins text if no stop or bracket ends the number
	ownMark                    // of headings, bullets and quotations
)

var lineStarts = func() (starts [256]lineStart) {
	for c := 0x21; c < len(starts); c++ {
		starts[c] = plainText
	}
	for marks, start := range map[string]lineStart{"*_": emphasis, "`": codeMark, "0123456789": digit, "#->": ownMark, "+~<|:": noText} {
		for _, c := range []byte(marks) {
			starts[c] = start
		}
	}
	return starts
}()

// beginsText tells whether a line can be nothing but text.
func beginsText(line []byte) bool {
	if len(line) == 0 {
		return false
	}
	rest := line[1:]
	switch lineStarts[line[0]] {
	case plainText:
		return true
	case emphasis:
		rest = bytes.TrimPrefix(rest, line[:1])
		return len(rest) > 0 && isLetter(rest[0])
	case codeMark:
		return len(rest) > 0 && rest[0] != '`'
	case digit:
		rest = bytes.TrimLeft(rest, "0123456789")
		return len(rest) > 0 && rest[0] != '.' && rest[0] != ')'
	}
	return false
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// addPlain appends the blocks of a stretch of plain groups.
func (r *blockReader) addPlain(n plain) {
	text, at := len(r.lines), Item{} // of the paragraph that is open
	end := func() {
		r.addFlow(r.lines[text:len(r.lines):len(r.lines)], nil, at)
		text, at = len(r.lines), Item{}
	}
	for number := r.src.Number(n.Start); number <= len(r.src.lines) && r.src.lines[number-1] < n.End; number++ {
		start := r.src.lines[number-1]
		line := r.src.Trim(Span{start, start + len(r.src.Line(number))})
		switch {
		case line.Start == line.End:
			end()
			continue
		case r.src.Text[start] == '>':
			number = r.addQuote(start, Item{}, 0) - 1
			text = len(r.lines)
			continue
		case r.src.Text[start] == '#':
			end()
			level := 0
			for ; r.src.Text[line.Start] == '#'; line.Start++ {
				level++
			}
			r.lines = append(r.lines, r.src.Trim(line))
			r.blocks = append(r.blocks, Block{Heading, level, Item{}, r.lines[text:len(r.lines):len(r.lines)]})
			text = len(r.lines)
			continue
		case r.src.Text[start] == '-':
			end()
			at, line = Item{Depth: 1, First: true, Flush: true}, r.src.Trim(Span{start + 1, line.End})
		}
		r.lines = append(r.lines, line)
	}
	end()
}
