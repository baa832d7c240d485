package report

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// Stops without a letter after them end no sentence each, and are not read to the end of the line.
func TestStopsWithoutLetters(t *testing.T) {
	for _, unit := range []string{".. ", "1. ", "3. — ", ".\" "} {
		text := strings.Repeat(unit, 1<<20/len(unit))
		start := time.Now()
		spans := SplitSentences(text)
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("%d bytes of %q took %v", len(text), unit, took)
		}
		for _, s := range spans {
			if s.End-s.Start > maxSentence+len(unit) {
				t.Fatalf("%q: a sentence of %d bytes", unit, s.End-s.Start)
			}
		}
	}
	// Opening marks do not hide the letter that counts.
	for text, want := range map[string][]string{
		"See SRC-1. (“Then it stops.": {"See SRC-1.", "(“Then it stops."},
		"See SRC-1. (“then it stops.": {"See SRC-1. (“then it stops."},
	} {
		var got []string
		for _, s := range SplitSentences(text) {
			got = append(got, s.Of(text))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestUncertainWord(t *testing.T) {
	for answer, want := range map[string]string{
		"uninspected": Uninspected, "Uninspected: nobody looked": Uninspected, "uninspected—no": Uninspected, "uninspected–no": Uninspected,
		" \tInapplicable.": Inapplicable, "`inapplicable` here": Inapplicable, "not applicable": Inapplicable, "Not applicable, since": Inapplicable,
		"n/a": Inapplicable, "N/A.": Inapplicable,
		"uninspectedly": "", "uninspected-looking": "", "uninspected_x": "", "uninspected2": "", "uninspectedé": "", "n/able": "", "inapplicability": "",
		"": "", "— ": "", "left uninspected": "", "the card.": "",
	} {
		if got, _ := UncertainWord(answer); got != want {
			t.Errorf("UncertainWord(%q) = %q, want %q", answer, got, want)
		}
	}
	dashes := []string{" — ", "—", " – ", "–", " - "}
	for answer, want := range map[string]Uncertainty{
		"uninspected—closed": WellFormedUncertain, "uninspected–closed": WellFormedUncertain, "inapplicable – closed": WellFormedUncertain,
		"inapplicable - closed": WellFormedUncertain, "  uninspected — closed": WellFormedUncertain,
		"uninspected — ?": MalformedUncertainty, "n/a": MalformedUncertainty, "not applicable — closed": MalformedUncertainty,
		"`uninspected` — closed": MalformedUncertainty, "uninspected -closed": MalformedUncertainty, "uninspected-closed": NotUncertain,
	} {
		if got := ReadUncertainty(answer, dashes...); got != want {
			t.Errorf("ReadUncertainty(%q) = %d, want %d", answer, got, want)
		}
	}
}
