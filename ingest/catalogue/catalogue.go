// Package catalogue joins what the packages that read documents say of their diagnostics, with the rules
// that a report is held to: what a code means and what to do, which rule it tells a breach of, and the
// reference of it all. Each package keeps its own entries, in a variable Codes beside its codes.
//
// It must not know how a diagnostic is found, or read a document.
package catalogue

import (
	"slices"

	"github.com/crosswalk-graph/crosswalk/ingest"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/early"
	"github.com/crosswalk-graph/crosswalk/ingest/markdown"
	"github.com/crosswalk-graph/crosswalk/ingest/matrix"
	"github.com/crosswalk-graph/crosswalk/ingest/records"
	"github.com/crosswalk-graph/crosswalk/ingest/rendered"
	"github.com/crosswalk-graph/crosswalk/ingest/review"
	"github.com/crosswalk-graph/crosswalk/ingest/strict"
)

// A Part is the codes of one package.
type Part struct {
	Title   string
	Package string // its path below the module: "ingest/markdown"
	About   string // a sentence
	Codes   diag.Catalogue
}

// Parts are all packages with codes, in the order of the reference.
func Parts() []Part {
	return []Part{
		{"Files and loading", "ingest", "About files, what stands beside them, and what several documents say of one system.", ingest.Codes},
		{"Canonical Markdown", "ingest/markdown", "About reports in canonical Markdown.", markdown.Codes},
		{"Single files and trials", "ingest/early", "About analyses from before there were sets: in a single file, or the files of a trial.", early.Codes},
		{"Sets under --strict", "ingest/strict", "About the members of a set together. Only check --strict gives them.", strict.Codes},
		{"Plain-text renderings", "ingest/rendered", "About reports as a renderer left them.", rendered.Codes},
		{"Reviews", "ingest/review", "About memory-system reviews.", review.Codes},
		{"Matrices", "ingest/matrix", "About CSV files that compare systems.", matrix.Codes},
		{"Record files", "ingest/records", "About files of nodes and relationships. What their entries say is judged while loading.", records.Codes},
	}
}

// All is every code.
func All() (all diag.Catalogue) {
	for _, p := range Parts() {
		all = slices.Concat(all, p.Codes)
	}
	return all
}
