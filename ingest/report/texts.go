package report

import (
	"slices"
	"sort"
	"strings"
)

// A Block is one block of running text: a paragraph, a list item, the row of a table or a cell of one.
type Block struct {
	Owner Owner // what it stands directly below, free sections included
	Kind  BlockKind
	Text  string
	Lines Lines
	// Listed marks an item of a list: what it says is about the records that it names.
	Listed bool
	// Code are the code spans of several words: they are quoted, and no sentence of the document's.
	Code []TextSpan
}

// Quoted are those code spans of a text that have several words: they quote something that is written elsewhere.
func Quoted[S ~struct{ Start, End int }](text string, codes []S) (out []TextSpan) {
	for _, c := range codes {
		if span := TextSpan(c); strings.IndexByte(span.Of(text), ' ') >= 0 {
			out = append(out, span)
		}
	}
	return out
}

// BlockKind says what a block is to its owner.
type BlockKind uint8

// The kinds of blocks.
const (
	BlockProse  BlockKind = iota // a piece of the owner's Text
	BlockRow                     // also a piece of it: a row of one of the document's Tables
	BlockAnswer                  // the bullet of a route's answer, which is a field and no piece of the Text
	BlockCell                    // a cell, or what of it stands on one line, of a coverage row or a limitation
)

// Lines tells on which physical line each byte of a text stands that was joined from several.
type Lines struct {
	First  int   // the line of its first byte
	Breaks []int // the offsets at which further lines begin, one a line
}

// At is the line of the byte at an offset.
func (l Lines) At(offset int) int {
	return l.First + sort.SearchInts(l.Breaks, offset+1)
}

// Add appends an item to one of a document's lists. It doubles the room where append adds a quarter, since the
// lists are long and what is copied on the way adds up to several times their length.
func Add[T any](list []T, item T) []T {
	if len(list) == cap(list) {
		list = slices.Grow(list, len(list)+8)
	}
	return append(list, item)
}

// SetTexts gives what owns prose its text: the blocks that stand directly below it, a blank line
// between two. Prose of the document itself, above any section, is no one's.
func (d *Document) SetTexts() {
	texts := map[Owner][]string{}
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.Kind == BlockProse || b.Kind == BlockRow {
			texts[b.Owner] = append(texts[b.Owner], b.Text)
		}
	}
	for owner, parts := range texts {
		text := strings.Join(parts, "\n\n")
		switch owner.Kind {
		case OwnerRecord:
			d.Records[owner.Index].Text = text
		case OwnerAnnotation:
			d.Annotations[owner.Index].Text = text
		case OwnerSection:
			d.Sections[owner.Index].Text = text
		case OwnerIdea:
			d.Ideas[owner.Index].Text = text
		case OwnerIssue:
			d.Issues[owner.Index].Text = text
		case OwnerLimitation:
			d.Limitations[owner.Index].Text = text
		case OwnerBlocker:
			d.Blockers[owner.Index].Text = text
		case OwnerArtifact:
			d.Review.Artifacts[owner.Index].Text = text
		}
	}
}
