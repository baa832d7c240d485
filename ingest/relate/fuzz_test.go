package relate

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// FuzzDerive holds what is true of every text: no panic, ends that are records, rules that exist, a bounded
// answer, and that a Finder finds the same whatever it looked at before.
func FuzzDerive(f *testing.F) {
	for _, c := range textCases {
		f.Add(c.text.Sentence, c.text.Owner, c.text.Answer, c.text.Label)
	}
	f.Add("(((`“[](( RTE-1 → → / , and not", "RTE-1", "", "Consumers")
	rules := map[string]bool{}
	for _, r := range Rules {
		rules[r.ID] = true
	}
	var used Finder
	f.Fuzz(func(t *testing.T, sentence, owner, answer, label string) {
		text := Text{Sentence: sentence, Owner: owner, Answer: answer, Label: label, InAnnotation: len(label)%2 == 0}
		row := Row{Header: []string{"ID", "Object", "Consumer", label, "Result"}, Cells: strings.Split(sentence, "|"), Owner: owner}
		edges, denials := new(Finder).Derive(text)
		more, rest := new(Finder).DeriveRow(row)
		usedEdges, usedDenials := used.Derive(text)
		usedMore, usedRest := used.DeriveRow(row)
		if diff := cmp.Diff([]any{edges, denials, more, rest}, []any{usedEdges, usedDenials, usedMore, usedRest}); diff != "" {
			t.Fatal(diff)
		}
		if len(edges) > maxEdges || len(more) > maxEdges {
			t.Fatalf("%d and %d edges", len(edges), len(more))
		}
		for _, e := range append(edges, more...) {
			if !rules[e.Rule] || !isRecord(e.Source) || !isRecord(e.Target) || e.Source == e.Target ||
				e.Type == GovernedBy && kindOf(e.Target) != report.KindAuthorityPath {
				t.Fatalf("%+v", e)
			}
		}
		for _, d := range append(denials, rest...) {
			if !rules[d.Rule] || d.Type == "" {
				t.Fatalf("%+v", d)
			}
		}
	})
}

// TestLinear derives from hostile texts and from twice as much of each: the time may not grow with the
// square.
func TestLinear(t *testing.T) {
	for _, unit := range []string{
		"RTE-1 reads OBJ-1 and ", "it reads it; ", "no ", "RTE-1, ", "RTE-1/", "→ RTE-1 ", "(", ")(", "`", "“", "[](", "not reads ",
		"RTE-1, which reads it, ", "under BAP-1 ", "consumers are RTE-1; ", "that route; ", "is read by RTE-1 and ", "Label: RTE-1; ", "a ", "RTE-1 reads nothing. ",
	} {
		run := func(n int) time.Duration {
			text := Text{Sentence: strings.Repeat(unit, n), Owner: "MEM-RTE-a", Answer: report.AnswerLaterReadBack}
			best := time.Hour
			for range 3 {
				start := time.Now()
				new(Finder).Derive(text)
				best = min(best, time.Since(start))
			}
			return best
		}
		small, large := run(500), run(4000)
		if large > 32*small+20*time.Millisecond {
			t.Errorf("%q: %v for one part, %v for eight", unit, small, large)
		}
		t.Logf("%-28q %v %v", unit, small, large)
	}
}

// BenchmarkDerive reads the sentences of the cases, which are dense in ids.
func BenchmarkDerive(b *testing.B) {
	size := 0
	for _, c := range textCases {
		size += len(c.text.Sentence)
	}
	b.SetBytes(int64(size))
	var f Finder
	for b.Loop() {
		for _, c := range textCases {
			f.Derive(c.text)
		}
	}
}
