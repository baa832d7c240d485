package ingest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
	"github.com/crosswalk-graph/crosswalk/ingest/source"
)

// A prepared file is read, parsed and lowered. Its outcome is "" when it is ready to be applied.
type prepared struct {
	file   *file
	id     Identity
	batch  graph.Batch
	diags  diag.List
	result FileResult

	manifest *manifest // of a file that is one
}

func (p *prepared) fail(ds ...diag.Diagnostic) {
	p.diags = append(p.diags, ds...)
	p.result.Outcome = Failed
}

// prepare reads, parses and lowers a group, members of one run in the grammar that they have together. The
// group arrives whole, in its order.
func (l *loader) prepare(ctx context.Context, group []*file) <-chan []prepared {
	out := make(chan []prepared, 1)
	go func() {
		ready := l.lowerAll(ctx, group)
		for _, p := range l.lowerAll(ctx, settleFiles(group)) {
			if p.file != nil { // else ctx has ended
				ready[slices.Index(group, p.file)] = p
			}
		}
		out <- ready
	}()
	return out
}

// lowerAll reads, parses and lowers files in parallel, on all cores.
func (l *loader) lowerAll(ctx context.Context, files []*file) []prepared {
	ready := make([]prepared, len(files))
	var workers errgroup.Group
	workers.SetLimit(runtime.NumCPU())
	for i := range files {
		workers.Go(func() error {
			if ctx.Err() == nil {
				ready[i] = l.lower(files[i])
			}
			return nil
		})
	}
	_ = workers.Wait() // no worker fails: what is wrong with a file is in its diagnostics
	return ready
}

// parse reads a file and has its format parse it. doc is nil when the file is no document, or has an
// error.
func (l *loader) parse(f *file) (p prepared, doc *report.Document) {
	p = prepared{file: f, result: FileResult{Path: f.shown, Location: f.location, Bytes: f.size}}
	data, format, failure := readFile(f, l.formats, l.opts.MaxBytes)
	if format != nil {
		p.result.Format = format.Name()
	}
	switch {
	case failure != nil:
		p.fail(*failure)
		return p, nil
	case format == nil:
		l.unmatched(&p, data)
		return p, nil
	case f.sidecar != nil && f.sidecar.broken:
		p.result.Outcome = Failed // the sidecar's diagnostic says why, once
		return p, nil
	}
	sum := sha256.Sum256(data)
	p.batch.Origin.ByteDigest, p.batch.Content = hex.EncodeToString(sum[:]), data
	p.result.Bytes = int64(len(data))
	src := diag.Source{Name: f.shown, Bytes: data}
	var parsed report.Document
	if set, ok := format.(SetFormat); ok && f.read.run != "" {
		parsed, p.diags = set.ParseAs(src, f.read.as)
	} else {
		parsed, p.diags = format.Parse(src)
	}
	if p.diags.HasErrors() {
		p.result.Outcome = Failed
		return p, nil
	}
	return p, &parsed
}

// unmatched settles a file that no format reads. In a folder it is passed over, unless it was a report
// before, or may be one in another encoding.
func (l *loader) unmatched(p *prepared, head []byte) {
	f := p.file
	switch {
	case l.known[f.path]:
		p.fail(about(diag.Error, CodeNoLongerReport, f.shown, "It was loaded before, and no format reads it any more",
			"What it said stays. Restore the report and load it again, or take back what it said."))
	case f.named:
		p.fail(about(diag.Error, CodeNoFormat, f.shown, "No format reads this file",
			"Give a report; in a folder, other files are passed over."))
	default:
		p.result.Outcome, p.result.Reason = Skipped, reasonNoFormat
		if source.IsArchive(head) {
			p.result.Reason = reasonArchive
			p.diags = append(p.diags, about(diag.Info, CodeArchiveClosed, f.shown, "It is an archive and was not opened", "Name it to load what is in it; one in another archive is unpacked first."))
		}
		if textName(f.shown) && !utf8Text(head) {
			p.diags = append(p.diags, about(diag.Warning, CodeNotUTF8, f.shown, "It is passed over: no format reads it, and it is not in UTF-8",
				"Should it be a report, convert it to UTF-8; it may be UTF-16 or Windows-1252."))
		}
	}
}

// textName tells whether a file's name is that of a text.
func textName(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".txt", ".text", ".md", ".markdown":
		return true
	}
	return false
}

// utf8Text tells whether the first bytes of a file are text in UTF-8. UTF-16 without its mark shows by
// the NUL bytes of its line ends.
func utf8Text(head []byte) bool {
	if len(head) == headBytes { // it may end within a character
		for i := 1; i <= utf8.UTFMax; i++ {
			if end := len(head) - i; utf8.RuneStart(head[end]) {
				if !utf8.FullRune(head[end:]) {
					head = head[:end]
				}
				break
			}
		}
	}
	return utf8.Valid(head) && bytes.IndexByte(head, 0) < 0
}

// lower takes a file from its path to its batch.
func (l *loader) lower(f *file) prepared {
	if filepath.Base(f.path) == manifestFile {
		return l.manifest(f)
	}
	if f.reason != "" {
		return prepared{file: f, result: FileResult{Path: f.shown, Location: f.location, Bytes: f.size, Outcome: Skipped, Reason: f.reason}}
	}
	p, doc := l.parse(f)
	if doc == nil {
		return p
	}
	var ok bool
	if p.id, ok = Identify(doc, f.stated); !ok {
		p.fail(about(diag.Error, CodeSystemUnknown, f.shown, "Nothing says which system this document is about",
			fmt.Sprintf("Name it with system: in %s, or with --system. A name has at most %d bytes.", sidecarFile, maxName)))
		return p
	}
	if said := doc.Revision; said != "" && said != p.id.Revision {
		p.diags = append(p.diags, about(diag.Warning, CodeRevisionDiffers, f.shown,
			fmt.Sprintf("The revision %q is stated of it, and it states %q itself", diag.Clip(p.id.Revision), diag.Clip(said)),
			"What is stated of it counts. Correct it in "+sidecarFile+" or on the command line, if the document is right."))
	}
	if address := doc.Source; address != "" && p.id.Repository == "" {
		p.diags = append(p.diags, about(diag.Warning, CodeRepositoryForm, f.shown,
			fmt.Sprintf("%q is no address of a repository", diag.Clip(address)), "State it with repository: in "+sidecarFile+"."))
	}
	if f.read.run == "" {
		f.read = l.firstParsing(&p, doc)
	}
	p.id.Location, p.id.Path = f.location, f.path
	batch, diags := Lower(*doc, p.id)
	for i := range diags {
		// Lower knows the location, and often the line only.
		if diags[i].Subject.Start.Column == 0 {
			diags[i].Subject = lineOf(f.shown, p.batch.Content, diags[i].Subject.Start.Line)
		}
		diags[i].Subject.File = f.shown
		for j := range diags[i].Related {
			diags[i].Related[j].Range.File = f.shown
		}
	}
	batch.Origin.ByteDigest, batch.Content = p.batch.Origin.ByteDigest, p.batch.Content
	p.batch = batch
	p.result.Document = batch.Origin.Document
	if diags.HasErrors() {
		p.fail(diags...)
		return p
	}
	p.diags = append(p.diags, diags...)
	p.result.Facts = countFacts(&batch)
	return p
}

func countFacts(b *graph.Batch) (f Facts) {
	f.Relationships, f.Kinds = len(b.Relationships), map[graph.Kind]int{}
	for i := range b.Contributions {
		c := &b.Contributions[i]
		switch c.Role {
		case graph.Refers:
			f.Mentioned++
			continue
		case graph.Amended:
			continue
		}
		f.Nodes++
		if graph.KindOf(c.Kind).Sharing == graph.Exclusive { // of what documents share, each states some
			f.Kinds[c.Kind]++
		}
		switch {
		case graph.KindOf(c.Kind).Record:
			f.Records++
		case c.Kind == graph.Annotation:
			f.Annotations++
		case c.Kind == graph.Passage:
			f.Passages++
		}
	}
	return f
}
