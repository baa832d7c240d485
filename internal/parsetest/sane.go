package parsetest

import (
	"bytes"
	"iter"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// Sane reads an input and fails when anything read from it points outside of it. It returns the
// document and the input's lines, so that a format can check what is its own.
func Sane(t *testing.T, p Parser, input []byte) (report.Document, []string) {
	t.Helper()
	doc, diags := p.Parse(diag.Source{Name: "x", Bytes: input})
	SaneDiags(t, diags, len(input))
	for _, s := range spans(doc) {
		if s.Start < 1 || s.End < s.Start || s.End > doc.Lines {
			t.Fatalf("%+v of %d lines", s, doc.Lines)
		}
	}
	sizes := map[report.OwnerKind]int{
		report.OwnerDocument: 1, report.OwnerSection: len(doc.Sections), report.OwnerRecord: len(doc.Records), report.OwnerAnnotation: len(doc.Annotations),
		report.OwnerCoverage: len(doc.Coverage), report.OwnerIdea: len(doc.Ideas), report.OwnerIssue: len(doc.Issues), report.OwnerSource: len(doc.Register),
		report.OwnerObject: len(doc.Objects), report.OwnerLedger: len(doc.Ledger), report.OwnerClaim: len(doc.Claims), report.OwnerLimitation: len(doc.Limitations),
		report.OwnerAmendment: len(doc.Amendments), report.OwnerConflict: len(doc.Conflicts), report.OwnerBlocker: len(doc.Blockers),
	}
	if d := doc.Review; d != nil {
		sizes[report.OwnerArtifact], sizes[report.OwnerLead] = len(d.Artifacts), len(d.Leads)
	}
	owner := func(o report.Owner, line int) {
		if o.Index < 0 || o.Index >= sizes[o.Kind] || line < 1 || line > doc.Lines {
			t.Fatalf("owner %+v at line %d", o, line)
		}
	}
	for _, q := range doc.Passages {
		owner(q.Owner, q.Line)
	}
	for _, c := range doc.Citations {
		owner(c.Owner, c.Line)
	}
	for _, s := range doc.Sources {
		owner(s.Owner, s.Line)
		if !strings.Contains(s.Sentence, s.Handle) {
			t.Fatalf("%s is not in its sentence %q", s.Handle, s.Sentence)
		}
	}
	for _, i := range doc.Identities {
		owner(i.Owner, i.Line)
	}
	for _, c := range doc.Paths {
		owner(c.Owner, c.Line)
	}
	if doc.Review != nil {
		for i, l := range doc.Review.Leads {
			owner(report.Owner{Kind: report.OwnerLead, Index: i}, l.Line)
		}
		for _, a := range doc.Review.Anchors {
			owner(a.Owner, a.Line)
		}
	}
	return doc, strings.Split(strings.TrimPrefix(string(input), ByteOrderMark), "\n")
}

// spans are those of all that has one and is not a row of one line.
func spans(doc report.Document) []report.Span {
	var out []report.Span
	for _, s := range doc.Sections {
		out = append(out, s.Span)
	}
	for _, r := range doc.Records {
		out = append(out, r.Span)
	}
	for _, a := range doc.Annotations {
		out = append(out, a.Span)
	}
	for _, q := range doc.Passages {
		out = append(out, q.Span)
	}
	for _, c := range doc.Coverage {
		out = append(out, c.Span)
	}
	for _, r := range doc.Ledger {
		out = append(out, r.Span)
	}
	for _, b := range doc.Blockers {
		out = append(out, b.Span)
	}
	if doc.Review != nil {
		for _, a := range doc.Review.Artifacts {
			out = append(out, a.Span)
		}
	}
	return out
}

// SaneDiags fails when a diagnostic about the source "x" of a size in bytes is incomplete or points
// outside of it, or when there are more than a list may have.
func SaneDiags(t *testing.T, diags diag.List, size int) {
	t.Helper()
	for _, d := range diags {
		ranges := []diag.Range{d.Subject}
		for _, r := range d.Related {
			ranges = append(ranges, r.Range)
		}
		for _, r := range ranges {
			whole := r == diag.Range{File: "x"}
			if !whole && (r.Start.Byte < 0 || r.End.Byte < r.Start.Byte || r.End.Byte > size || r.Start.Line < 1 || r.Start.Column < 1 || r.End.Column < 1) {
				t.Fatalf("%s: range %+v outside of %d bytes", d.Code, r, size)
			}
		}
		if d.Code == "" || d.Summary == "" || d.Detail == "" {
			t.Fatalf("incomplete diagnostic %+v", d)
		}
	}
	if len(diags) > 2*diag.MaxListed+1 {
		t.Fatalf("%d diagnostics", len(diags))
	}
}

// Damaged yields an input cut off at many places and, for a number of rounds, with bytes changed to odd
// ones and with a run of bytes left out, from a fixed source of chance.
func Damaged(input []byte, rounds int, odd string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		step := max(1, len(input)/199)
		for cut := 0; cut < len(input); cut += step {
			if !yield(input[:cut]) {
				return
			}
		}
		chance := rand.New(rand.NewPCG(1, 2))
		for range rounds {
			changed := bytes.Clone(input)
			for range 1 + chance.IntN(20) {
				changed[chance.IntN(len(changed))] = odd[chance.IntN(len(odd))]
			}
			at, size := chance.IntN(len(input)), chance.IntN(1+len(input)/4)
			if !yield(changed) || !yield(append(bytes.Clone(input[:at]), input[min(len(input), at+size):]...)) {
				return
			}
		}
	}
}
