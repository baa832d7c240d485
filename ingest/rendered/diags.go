package rendered

import "github.com/crosswalk-graph/crosswalk/ingest/diag"

// A collector gathers diagnostics and knows where lines are.
type collector struct{ diag.Collector }

// at is the range of bytes from to to of a line.
func (c *collector) at(l line, from, to int) diag.Range {
	place := func(column int) diag.Pos {
		return diag.Pos{Line: l.number, Column: column + 1, Byte: l.start + column}
	}
	return diag.Range{File: c.Name, Start: place(from), End: place(to)}
}

// whole is the range of a line's text.
func (c *collector) whole(l line) diag.Range {
	return c.at(l, readItem(l).offset, len(l.text))
}
