// Package records reads record files: nodes and relationships that somebody states outright, without a
// report (docs/records.md). They are written in one of three spellings, told apart by the file's name:
//
//   - JSON Lines (.jsonl, .ndjson): an object a line, the first of which may be the header;
//   - YAML (.yaml, .yml): the header's keys at the top, and lists under nodes and relationships;
//   - CSV (.csv, .tsv): a row an entry, whose keys are the names of the columns. It has no header.
//
// All three come to the same entries of keys and values, each with its place. What the keys mean is not
// known here: this package must not know the graph, node kinds or properties, nor the file system; of its
// file's name it takes the stem, which is the document's title, and the ending.
//
// Input is not trusted. The work is linear in the file, and bytes, entries, values, keys of an entry,
// columns and depth have caps; anchors and aliases of YAML are refused.
package records

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// Format is the format of record files. It has no state.
type Format struct{}

// Name is the name of the format as documents and users know it.
func (Format) Name() string { return "records" }

// The limits of one file. A value takes some hundred bytes of memory, and a kilobyte while it is YAML, which
// is read as a whole.
const (
	maxBytes   = 64 << 20
	maxYAML    = 4 << 20
	maxMarks   = maxValues / 2 // of YAML
	maxEntries = 200_000
	maxValues  = 1_000_000
	maxKeys    = 1000 // of an entry, and columns of a table
	maxLine    = 4 << 20
	maxDepth   = 8
)

// A spelling reads the bytes of a file into a parse.
type spelling func(*parse)

// spellings are those of the known endings of names.
var spellings = map[string]spelling{
	".jsonl": (*parse).readJSONL, ".ndjson": (*parse).readJSONL,
	".yaml": (*parse).readYAML, ".yml": (*parse).readYAML,
	".csv": func(p *parse) { p.readCSV(',') }, ".tsv": func(p *parse) { p.readCSV('\t') },
}

func extension(name string) string { return strings.ToLower(path.Ext(path.Base(name))) }

// Parse reads a record file; one whose name has no known ending is read as JSON Lines. It always returns
// both results: whatever was read, and what was found wrong.
func (f Format) Parse(src diag.Source) (report.Document, diag.List) {
	read := spellings[extension(src.Name)]
	if read == nil {
		read = (*parse).readJSONL
	}
	return f.parse(src, read)
}

func (f Format) parse(src diag.Source, read spelling) (report.Document, diag.List) {
	base := path.Base(src.Name)
	p := &parse{diags: diag.Collector{Name: src.Name, More: CodeMore}, file: &report.RecordFile{}}
	p.doc = report.Document{Format: f.Name(), Grammar: f.Name(), Title: strings.TrimSuffix(base, path.Ext(base)), RecordFile: p.file}
	if p.prepare(src.Bytes) {
		read(p)
		if len(p.file.Entries) == 0 && !p.stopped {
			p.diags.File(CodeEmpty, "The file states no node and no relationship", `Add entries: {"kind": "component", "id": "cache"}.`)
		}
	}
	return p.doc, p.diags.Finish()
}

// A parse is the reading of one file.
type parse struct {
	text
	doc     report.Document
	file    *report.RecordFile
	diags   diag.Collector
	values  int
	stopped bool // by an error: what was read is not all
}

// fail reports an error at a place.
func (p *parse) fail(code string, at report.Place, summary, detail string) {
	p.stopped = true
	p.diags.Add(diag.Error, code, p.rangeOf(at), summary, detail)
}

func (p *parse) rangeOf(at report.Place) diag.Range {
	start := diag.Pos{Line: at.Line, Column: at.Column, Byte: at.Byte}
	return diag.Range{File: p.diags.Name, Start: start, End: diag.Pos{Line: at.Line, Column: at.Column + at.Width, Byte: at.Byte + at.Width}}
}

// repeated reports a key that an entry has already.
func (p *parse) repeated(key string, at report.Place) {
	p.diags.Warn(CodeRepeated, p.rangeOf(at), fmt.Sprintf("%q stands here a second time", diag.Clip(key)), "Keep one. The first counts.")
}

// room counts a value and reports the one that is too many.
func (p *parse) room(at report.Place) bool {
	if p.values++; p.values == maxValues+1 {
		p.fail(CodeTooLarge, at, fmt.Sprintf("More than %d values", maxValues), "Split the file.")
	}
	return p.values <= maxValues
}

// add takes an entry; false when it is one too many.
func (p *parse) add(e report.Entry) bool {
	if len(p.file.Entries) == maxEntries {
		p.fail(CodeTooLarge, e.At, fmt.Sprintf("More than %d entries", maxEntries), "Split the file.")
		return false
	}
	p.file.Entries = append(p.file.Entries, e)
	return true
}

// version is the only version of record files, the value of the key that marks a header.
const (
	versionKey = "crosswalk"
	version    = 1
)

// header reads what is said of all entries.
func (p *parse) header(members []report.Member) {
	text := map[string]*string{"system": &p.doc.System, "run": &p.doc.Run, "repository": &p.doc.Source, "revision": &p.doc.Revision}
	for i := range members {
		m := &members[i]
		to := text[m.Key]
		scalar := m.Value.Type <= report.ValueNumber
		switch {
		case m.Key == versionKey:
			if n, err := strconv.Atoi(m.Value.Text); err != nil || n != version {
				p.fail(CodeHeader, m.Value.At, fmt.Sprintf("%q is no known version of record files", diag.Clip(m.Value.Text)),
					fmt.Sprintf("Write %s: %d, or read the file with a newer program.", versionKey, version))
			}
		case to == nil:
			p.fail(CodeHeader, m.At, fmt.Sprintf("The header has no key %q", diag.Clip(m.Key)), "It may have crosswalk, system, run, repository and revision.")
		case m.Value.Type == report.ValueNull:
		case !scalar:
			p.fail(CodeHeader, m.Value.At, fmt.Sprintf("%q is not a text", m.Key), "Put it in quotes, or leave the key out.")
		default:
			*to = strings.TrimSpace(m.Value.Text)
		}
	}
}
