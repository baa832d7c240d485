// Package markdown reads canonical analysis reports: Markdown with YAML front matter, every member of a set,
// in the grammars G2 to G5 of report-grammar. In G5 a record is declared by a heading of level 4 that is
// exactly its id, inside "Shared records"; a reference is a link whose fragment is the id in lower
// case; a bare id is literal text. Before G5 the label follows the id in the heading and a bare id is a
// reference, which makes the same words mean other things. So a document says how far it shows its grammar
// itself, and can be read in that of its set where it does not.
//
// Package mdtext reads the source, its front matter and its blocks. The blocks are walked once: headings
// open sections, records and annotations, and each block of text is read as inline text. All of it is
// linear in the input.
//
// Texts in the Document are as a reader sees them, without marks of code, links and emphasis, so that
// the same report gives the same facts here and from its plain-text rendering.
//
// The package knows the report grammar and how Markdown writes it. It must not know the graph, node kinds, other
// documents of the set or the file system.
package markdown

import (
	"bytes"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// Format is the canonical report format. It has no state.
type Format struct{}

// Name is the name of the format as documents and users know it.
func (Format) Name() string { return "markdown" }

// Match tells whether a file is a canonical report by its path and at most its first 64 KiB: front
// matter whose type is that of a set's member, or, where there is no front matter, a record heading outside of
// fenced code. A few damaged bytes below hide neither, so that Parse can say where they are. It never
// takes renderings, reviews, other Markdown, source code or binaries.
func (Format) Match(name string, head []byte) bool {
	const window = 64 << 10
	switch strings.ToLower(path.Ext(path.Base(name))) {
	case "", ".md", ".markdown", ".txt":
	default:
		return false
	}
	head = bytes.TrimPrefix(head[:min(len(head), window)], []byte(mdtext.ByteOrderMark))
	if typ, front := mdtext.FrontKey(head, "type"); front {
		member, known := report.MemberOf(typ)
		return known && member.Role != "result"
	}
	fence, read := "", 0
	for raw := range bytes.SplitSeq(head, []byte("\n")) {
		read += len(raw) + 1
		line := strings.TrimRight(string(raw), " \t\r")
		switch mark := fenceMark(line); {
		case mark != "" && fence == "":
			fence = mark
		case mark != "" && strings.HasPrefix(mark, fence):
			fence = ""
		case mark == "" && fence == "" && declares(line):
			return isText(head[:min(read, len(head))])
		}
	}
	return false
}

// declares tells whether a line is a record heading, its label in the heading or not.
func declares(line string) bool {
	title, ok := strings.CutPrefix(line, "#### ")
	if !ok {
		return false
	}
	d, ok := declaration(strings.TrimSpace(title))
	return ok && (d.class == report.HandleNamed || d.class == report.HandleNumbered && d.label != "")
}

// fenceMark returns the marks that open or close fenced code on a line, or "".
func fenceMark(line string) string {
	line = strings.TrimLeft(line, " ")
	for _, mark := range []string{"```", "~~~"} {
		if strings.HasPrefix(line, mark) {
			return line[:len(line)-len(strings.TrimLeft(line, mark[:1]))]
		}
	}
	return ""
}

// isText tells whether bytes are text in UTF-8.
func isText(b []byte) bool { return bytes.IndexByte(b, 0) < 0 && utf8.Valid(b) }

// cutLine tells which lines are syntax wherever they stand: a label or part-of line ends with its line
// even where Markdown sees a paragraph go on (report-grammar 2.5), and a line that is one conclusion
// status and nothing else begins anew.
func cutLine(line string) mdtext.Cut {
	if strings.HasPrefix(line, labelPrefix) || strings.HasPrefix(line, partOfPrefix) {
		return mdtext.CutAround
	}
	label, _, labelled := strings.Cut(line, ":") // "… conclusion status:", perhaps as code
	if labelled && strings.HasSuffix(strings.TrimRight(label, "`"), "s") && strings.Contains(line, "onclusion status") {
		if found := report.ScanStatuses(strings.ReplaceAll(line, "`", "")); len(found) == 1 && found[0].Line {
			return mdtext.CutBefore
		}
	}
	return mdtext.NoCut
}

// Parse reads a document in the grammar that it shows. It always returns both results: whatever was read,
// and what was found wrong. A document with errors may lack facts; warnings and infos concern single facts
// and say so.
func (f Format) Parse(src diag.Source) (report.Document, diag.List) { return f.ParseAs(src, "") }

// ParseAs reads a document as Parse does, but in the grammar given where the document does not prove
// another: that of the set that it is a member of.
func (f Format) ParseAs(src diag.Source, grammar string) (report.Document, diag.List) {
	p := &parse{
		diags: diag.Collector{Name: src.Name, More: CodeMore}, member: report.UnknownMember(), at: nowhere,
		declared: map[string]int{}, layers: map[string]int{},
	}
	p.doc.Format, p.doc.Grammar = f.Name(), grammarG5
	s, ok := mdtext.New(src, f.Name(), &p.diags)
	if !ok {
		return p.doc, p.diags.Finish()
	}
	p.src, p.doc.Lines = s, s.Last
	p.readFrontMatter()
	p.blocks = s.Blocks(cutLine)
	p.doc.Blocks = make([]report.Block, 0, len(p.blocks))
	if p.doc.Role == "result" {
		return p.refuse()
	}
	p.doc.Grammar, p.doc.Evidence = p.readGrammar()
	if grammar != "" && p.doc.Evidence != report.GrammarProven {
		p.doc.Grammar = grammar
	}
	p.readProfile()
	p.walk()
	p.settle()
	return p.doc, p.diags.Finish()
}

// refuse returns the identity of a single file of an older era, and the one diagnostic that says why
// nothing else is read here.
func (p *parse) refuse() (report.Document, diag.List) {
	doc := report.Document{
		Format: p.doc.Format, Grammar: grammarG1, Role: p.doc.Role, Type: p.doc.Type, System: p.doc.System, Run: p.doc.Run,
		Source: p.doc.Source, Revision: p.doc.Revision, Lines: p.doc.Lines, Meta: p.doc.Meta,
	}
	p.diags = diag.Collector{Name: p.diags.Name, More: CodeMore}
	p.diags.Add(diag.Error, CodeGrammar, p.src.LineRange(1), "The report is a whole analysis in one file; only members of sets are read here",
		"Nothing but its identity is read.")
	return doc, p.diags.Finish()
}
