// Package early reads the two forms that analyses had before there were sets of members: a single file that
// holds the whole analysis (grammar G1 of report-grammar), and the loose files of the trials before it
// (G0). Both were written while the rules of records were still found out, so the same thing stands in
// many forms: a record is a heading, a bullet, a paragraph or the row of a table, and a bare id is a
// reference.
//
// What is read is what the form makes certain: records declared where their kind has its section, rows of
// tables whose headers name known columns, labelled answers, statuses, dispositions, and every id. All else
// is text of what it stands in, and one diagnostic says how much that is. Nothing is guessed: an id that
// no form declares is only cited, and a word that no contract knows has no value.
//
// Package mdtext reads the source, its front matter and its blocks; the blocks are walked once. All of
// it is linear in the input.
//
// The package knows the grammars G0 and G1 and how Markdown writes them. It must not know the graph, node
// kinds, other files of the same run or the file system.
package early

import (
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// Format is the format of single files and trials. It has no state.
type Format struct{}

// Name is the name of the format as documents and users know it.
func (Format) Name() string { return "early" }

// The grammars of report-grammar 2.12 that are read here.
const (
	grammarTrial  = "G0"
	grammarSingle = "G1"
)

// Parse reads a document. It always returns both results: whatever was read, and what was found wrong. A
// document with an error is not to be used; warnings and infos concern single facts and say so.
func (f Format) Parse(src diag.Source) (report.Document, diag.List) {
	p := &parse{diags: diag.Collector{Name: src.Name, More: CodeMore}, declared: map[string]int{}, at: place{kind: none, record: none}}
	p.doc.Format, p.doc.Grammar = f.Name(), grammarTrial
	s, ok := mdtext.New(src, f.Name(), &p.diags)
	if !ok {
		return p.doc, p.diags.Finish()
	}
	p.src, p.doc.Lines = s, s.Last
	p.readFrontMatter()
	blocks := s.Blocks(cutLine)
	if p.doc.Role == roleResult || p.isSingle(blocks) {
		p.doc.Grammar, p.doc.Role = grammarSingle, roleResult
	}
	for _, b := range blocks {
		p.block(b)
	}
	p.close(0, s.Last)
	p.settle()
	return p.doc, p.diags.Finish()
}

// single tells whether the document is a whole analysis in one file.
func (p *parse) single() bool { return p.doc.Grammar == grammarSingle }

// isSingle tells by its headings whether a document is one: it has both a register of sources and the
// section of records.
func (p *parse) isSingle(blocks []mdtext.Block) bool {
	register, records := false, false
	for _, b := range blocks {
		if b.Kind == mdtext.Heading && b.Level == levelSection && len(b.Lines) > 0 {
			title := p.src.Of(b.Lines[0])
			register, records = register || title == registerTitle, records || title == report.SharedRecords
		}
	}
	return register && records
}
