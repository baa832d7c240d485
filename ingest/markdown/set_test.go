package markdown

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/rendered"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
	"github.com/crosswalk-graph/crosswalk/internal/parsetest"
)

// TestSameFactsAsRendered reads one invented member and its two renderings, written by hand after
// report-grammar 5. They must give the same facts less what a rendering loses: lines, front matter,
// the certainty of citations, the columns of a flattened table and the sentences of a row's cells.
func TestSameFactsAsRendered(t *testing.T) {
	doc, diags := parseFile(t, Format{}, "testdata/set/memory.md")
	if len(diags) > 0 {
		t.Errorf("canonical: %v", parsetest.DiagLines(diags))
	}
	if doc.Run != "AAS-2026-10-12-quillstore-01" || doc.Source != "https://example.org/quill/store" ||
		doc.Revision != "0123456789012345678901234567890123456789" || doc.Meta.Description == "" {
		t.Errorf("identity: run %q, source %q, revision %q", doc.Run, doc.Source, doc.Revision)
	}
	for _, c := range doc.Citations {
		if !c.Linked {
			t.Errorf("%s at line %d is not linked", c.Handle, c.Line)
		}
	}
	for _, file := range []string{"testdata/set/memory.ra.txt", "testdata/set/memory.rb.txt"} {
		other, diags := parseFile(t, rendered.Format{}, file)
		if diags.HasErrors() || len(other.Records) != 3 {
			t.Fatalf("%s: %d records, %v", file, len(other.Records), diags)
		}
		if diff := cmp.Diff(lossless(other), lossless(doc)); diff != "" {
			t.Errorf("%s (-rendered +canonical)\n%s", file, diff)
		}
	}
}

type reader interface {
	Parse(diag.Source) (report.Document, diag.List)
}

func parseFile(t *testing.T, f reader, file string) (report.Document, diag.List) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return f.Parse(diag.Source{Name: file, Bytes: data})
}

// lossless takes off a document what a rendering loses.
func lossless(d report.Document) report.Document {
	d.Format, d.Grammar, d.Evidence, d.Run, d.Source, d.Revision, d.Lines = "", "", 0, "", "", "", 0
	d.Meta, d.Losses = report.Meta{}, nil
	for i := range d.Sections {
		d.Sections[i].Span, d.Sections[i].Empty = report.Span{}, ""
	}
	for i := range d.Records {
		r := &d.Records[i]
		r.Span, r.PartLine = report.Span{}, 0
		for n := range r.Fields {
			r.Fields[n].Line = 0
		}
		for n := range r.Statuses {
			r.Statuses[n].Line = 0
		}
	}
	for i := range d.Annotations {
		d.Annotations[i].Span = report.Span{}
		for n := range d.Annotations[i].Fields {
			d.Annotations[i].Fields[n].Line = 0
		}
	}
	for i := range d.Passages {
		d.Passages[i].Span, d.Passages[i].Line = report.Span{}, 0
		d.Passages[i].Text = collapse(d.Passages[i].Text)
	}
	for i := range d.Coverage {
		d.Coverage[i] = report.CoverageRow{Number: d.Coverage[i].Number}
	}
	for i := range d.Ideas {
		d.Ideas[i].Span = report.Span{}
	}
	for i := range d.Issues {
		d.Issues[i].Span = report.Span{}
	}
	sentence := func(o report.Owner, s string) string {
		if o.Kind == report.OwnerCoverage {
			return ""
		}
		return s
	}
	for i := range d.Citations {
		c := &d.Citations[i]
		c.Line, c.Column, c.Linked, c.Member, c.Sentence = 0, 0, false, "", sentence(c.Owner, c.Sentence)
	}
	var blocks []report.Block
	for _, b := range d.Blocks {
		if b.Lines = (report.Lines{}); b.Kind != report.BlockCell {
			blocks = append(blocks, b)
		}
	}
	d.Blocks = blocks
	for i := range d.Sources {
		d.Sources[i].Line = 0
	}
	for i := range d.Paths {
		d.Paths[i].Line, d.Paths[i].Sentence = 0, sentence(d.Paths[i].Owner, d.Paths[i].Sentence)
	}
	for i := range d.Identities {
		d.Identities[i].Line = 0
	}
	return d
}
