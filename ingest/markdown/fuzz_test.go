package markdown

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// checkSane fails when anything read from an input points outside of it.
func checkSane(t *testing.T, input []byte) {
	t.Helper()
	doc, diags := Format{}.Parse(diag.Source{Name: "x", Bytes: input})
	checkDiags(t, diags, len(input))
	span := func(what string, s report.Span) {
		if s.Start < 1 || s.End < s.Start || s.End > doc.Lines {
			t.Fatalf("%s spans %d-%d of %d lines", what, s.Start, s.End, doc.Lines)
		}
	}
	sizes := map[report.OwnerKind]int{
		report.OwnerDocument: 1, report.OwnerSection: len(doc.Sections), report.OwnerRecord: len(doc.Records), report.OwnerAnnotation: len(doc.Annotations),
		report.OwnerCoverage: len(doc.Coverage), report.OwnerIdea: len(doc.Ideas), report.OwnerIssue: len(doc.Issues), report.OwnerSource: len(doc.Register),
		report.OwnerObject: len(doc.Objects), report.OwnerLedger: len(doc.Ledger), report.OwnerClaim: len(doc.Claims), report.OwnerLimitation: len(doc.Limitations),
		report.OwnerAmendment: len(doc.Amendments), report.OwnerConflict: len(doc.Conflicts), report.OwnerBlocker: len(doc.Blockers),
	}
	owner := func(o report.Owner, line int) {
		if o.Index < 0 || o.Index >= sizes[o.Kind] || line < 1 || line > doc.Lines {
			t.Fatalf("owner %+v at line %d", o, line)
		}
	}
	for _, s := range doc.Sections {
		span("section", s.Span)
	}
	for _, r := range doc.Records {
		span(r.Handle, r.Span)
	}
	for _, a := range doc.Annotations {
		span(a.Target, a.Span)
	}
	for _, p := range doc.Passages {
		span(p.Path, p.Span)
		owner(p.Owner, p.Line)
	}
	for _, r := range doc.Ledger {
		span("ledger", r.Span)
	}
	for _, b := range doc.Blockers {
		span("blocker", b.Span)
	}
	lines := strings.Split(strings.TrimPrefix(string(input), byteOrderMark), "\n")
	for _, c := range doc.Citations {
		owner(c.Owner, c.Line)
		before := strings.TrimRight(lines[c.Line-1][:c.Column-1], "`*_\\ \t")
		if !strings.HasSuffix(before, "[") {
			t.Fatalf("%s at %d:%d is no link's label: %q", c.Handle, c.Line, c.Column, lines[c.Line-1])
		}
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
	for _, p := range doc.Paths {
		owner(p.Owner, p.Line)
	}
}

func checkDiags(t *testing.T, diags diag.List, size int) {
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
	if len(diags) > 2*maxDiagnostics+1 {
		t.Fatalf("%d diagnostics", len(diags))
	}
}

func caseInputs(tb testing.TB) [][]byte {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		tb.Fatalf("%d cases, %v", len(files), err)
	}
	var inputs [][]byte
	for _, file := range files {
		inputs = append(inputs, readCase(tb, file).input)
	}
	return inputs
}

func FuzzParse(f *testing.F) {
	for _, input := range caseInputs(f) {
		f.Add(input)
	}
	for _, odd := range []string{
		"", "\n", "\xff", "a\x00b", byteOrderMark, "---", "---\n---\n", "---\na: b\n---", "---\n&a [*a]\n---\nx", "#### MEM-OBJ-a", "> --- a/b.go",
		"#### MEM-OBJ-a\n- \n\t>> a\n  Part of: x", "|a|\n|-|\nb", "[a](b", "`` ` ```", "***a** b*", "~~~\n#### MEM-OBJ-a",
	} {
		f.Add([]byte(odd))
	}
	f.Fuzz(func(t *testing.T, input []byte) { checkSane(t, input) })
}

// TestDamaged reads every case cut off at many places and with bytes changed, from a fixed source of
// chance.
func TestDamaged(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	const odd = "\n -|.:#`\x00\xffaA0>[]()*_~\t\\\r"
	for _, input := range caseInputs(t) {
		step := max(1, len(input)/99)
		for cut := 0; cut < len(input); cut += step {
			checkSane(t, input[:cut])
		}
		for range 200 {
			damaged := bytes.Clone(input)
			for range 1 + chance.IntN(20) {
				damaged[chance.IntN(len(damaged))] = odd[chance.IntN(len(odd))]
			}
			checkSane(t, damaged)
			at, size := chance.IntN(len(input)), chance.IntN(500)
			checkSane(t, append(bytes.Clone(input[:at]), input[min(len(input), at+size):]...))
		}
	}
}
