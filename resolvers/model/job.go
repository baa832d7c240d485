package model

import (
	"context"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Counts says what became of the files of a load.
func (j *IngestJob) Counts() *IngestCounts { return &IngestCounts{j.self()} }

// IngestCounts is the view of a load's counts.
type IngestCounts struct{ b *base }

// Found counts the files that were found; the other methods count what became of them.
func (c *IngestCounts) Found() *int     { return intProp(c.b, "counts.found") }
func (c *IngestCounts) Added() *int     { return intProp(c.b, "counts.added") }
func (c *IngestCounts) Replaced() *int  { return intProp(c.b, "counts.replaced") }
func (c *IngestCounts) Unchanged() *int { return intProp(c.b, "counts.unchanged") }
func (c *IngestCounts) Copied() *int    { return intProp(c.b, "counts.copied") }
func (c *IngestCounts) Refused() *int   { return intProp(c.b, "counts.refused") }
func (c *IngestCounts) Failed() *int    { return intProp(c.b, "counts.failed") }
func (c *IngestCounts) Skipped() *int   { return intProp(c.b, "counts.skipped") }
func (c *IngestCounts) Checked() *int   { return intProp(c.b, "counts.checked") }
func (c *IngestCounts) Removed() *int   { return intProp(c.b, "counts.removed") }

// Facts counts the nodes that the loaded documents state, in the order of the kinds table.
func (j *IngestJob) Facts(ctx context.Context) ([]*KindCount, error) {
	counts, err := nested[map[graph.Kind]int](ctx, j.self(), "facts")
	out := []*KindCount{}
	for i := range graph.Kinds {
		if n := counts[graph.Kinds[i].Kind]; n > 0 {
			out = append(out, &KindCount{kindName(graph.Kinds[i].Kind), n})
		}
	}
	return out, err
}

// A Diagnostic is something that was found wrong in a document, as a load notes it.
type Diagnostic struct {
	Severity Enum    `json:"severity"`
	Code     string  `json:"code"`
	Summary  string  `json:"summary"`
	Hint     *string `json:"hint"`
	File     string  `json:"file"`
	Line     *int    `json:"line"`
	Column   *int    `json:"column"`
}

// Diagnostics lists what was found wrong.
func (j *IngestJob) Diagnostics(ctx context.Context) ([]*Diagnostic, error) {
	kept, err := nested[[]*Diagnostic](ctx, j.self(), "diagnostics")
	return append([]*Diagnostic{}, kept...), err
}
