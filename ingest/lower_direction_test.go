package ingest

import (
	"strings"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
)

func TestSaidDirection(t *testing.T) {
	for want, sentences := range map[graph.ReadBackDirection][]string{
		graph.ReadBackPush: {
			"Delivery is automatic: the writer asks for a page, not for notes (MEM-RTE-a).",
			"Supply stays automatic ([MEM-RTE-a]).",
			"The notes are pushed into each plan (MEM-RTE-a).",
			"Notes get pushed to whoever opens the page, not pulled (MEM-RTE-a).",
			"With every page the notes are automatically placed at its head (MEM-RTE-a).",
			"The notes are delivered automatically (MEM-RTE-a).",
			"The notes reach the model without being asked for (MEM-RTE-a).",
			"Notes arrive unasked; the reader may close them (MEM-RTE-a).",
			"The pad is not read again, but the notes are pushed (MEM-RTE-a).",
		},
		graph.ReadBackPull: {
			"Old notes are pulled by the reader (MEM-RTE-a).",
			"Old notes can be pulled from the shelf (MEM-RTE-a).",
			"Delivery is on request (MEM-RTE-a).",
			"The notes are returned on demand alone (MEM-RTE-a).",
			"Older notes must be asked for (MEM-RTE-a).",
			"An old note waits to be asked (MEM-RTE-a).",
			"The page is requested by the model itself (MEM-RTE-a).",
		},
		graph.ReadBackDirectionUnknown: {
			"The choice rests on spelling alone (MEM-RTE-a).",
			"The writer asks for a page and gets one (MEM-RTE-a).",
			"The notes are shown in the search panel (MEM-RTE-a).",
			"Saving is automatic (MEM-RTE-a).",
			"Automatically saved notes are kept in one file (MEM-RTE-a).",
			"The window closes without being asked (MEM-RTE-a).",
			"The brief is pushed and the search is pulled (MEM-RTE-a).", // of which it speaks only the reader knows
			"Commits are pushed to the remote (MEM-RTE-a).",
			"Each note is pushed onto a stack (MEM-RTE-a).",
			"Closed notes are never pushed (MEM-RTE-a).",
			"No note, however old, is pushed (MEM-RTE-a).",
			"Delivery is automatic in no case (MEM-RTE-a).",
			"Delivery is not automatic (MEM-RTE-a).",
			"Whether notes are pushed was not inspected (MEM-RTE-a).",
			"The handbook says that notes are pushed (MEM-RTE-a).",
			"The brief is pushed, unlike the notes (MEM-RTE-a).",
			"Notes would be pushed into each plan (MEM-RTE-a).",
			"Notes are pushed if the switch is set (MEM-RTE-a).",
			"", "(", ",;:", "and", "—",
		},
	} {
		for _, sentence := range sentences {
			if got := saidDirection(sentence); got != want {
				t.Errorf("%q: %s, want %s", sentence, got, want)
			}
		}
	}
}

// A sentence of a million wordings takes no longer than it is.
func TestSaidDirectionIsLinear(t *testing.T) {
	start := time.Now()
	saidDirection(strings.Repeat("delivery is on demand on request, ", 100_000))
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("%s", took)
	}
}

func TestLowerDirections(t *testing.T) {
	b := canonical(t, "memory-report", "", `# Quillstore memory report
## Shared records
### Routes
#### MEM-RTE-open
Label: The answer leaves it open
- Later read-back: filed notes supply every later page.
#### MEM-RTE-own
Label: The answer says it
- Later read-back: filed notes are pushed into every later page.
#### MEM-RTE-both
Label: Two sentences
- Later read-back: filed notes supply every later page.
#### MEM-RTE-many
Label: Named with others only
- Later read-back: filed notes supply every later page.
#### MEM-RTE-none
Label: No read to have a direction
- Later read-back: none from the shelf.
#### MEM-RTE-named
Label: Named in an answer
- Later read-back: filed notes supply [MEM-RTE-own](#mem-rte-own).
#### MEM-RTE-written
Label: Told elsewhere
- Later read-back: filed notes supply every later page.
#### MEM-RTE-bare
Label: Without a link
- Later read-back: filed notes supply every later page.
## Annotations
#### On [RT-RTE-a](runtime.md#rt-rte-a)
Notes are pulled by [MEM-RTE-written](#mem-rte-written).
## Write side
Notes are pushed by [MEM-RTE-written](#mem-rte-written).
## Read-back
Delivery is automatic ([MEM-RTE-open](#mem-rte-open), with [MEM-OBJ-note](#mem-obj-note)). Old notes are pulled ([MEM-RTE-own](#mem-rte-own)).

Notes are pushed at the start of a page ([MEM-RTE-both](#mem-rte-both)). They are pulled in its middle ([MEM-RTE-both](#mem-rte-both)).

### Side remarks
Notes are pushed ([MEM-RTE-many](#mem-rte-many), [MEM-RTE-none](#mem-rte-none)). Nothing is left: notes are pulled ([MEM-RTE-none](#mem-rte-none)).

Notes are pushed (MEM-RTE-bare), and pulled ([RT-RTE-a](runtime.md#rt-rte-a)).
`)
	for name, want := range map[string]string{"open": "PUSH", "own": "PUSH", "both": "BOTH", "many": "UNKNOWN", "none": "UNKNOWN",
		"named": "UNKNOWN", "written": "UNKNOWN", "bare": "UNKNOWN"} {
		b.wantProps(graph.ID("route:RUN-1/MEM-RTE-"+name), graph.Props{"readBack.direction": want})
	}
}

func TestLowerFixity(t *testing.T) {
	b := canonical(t, "runtime-report", "", `# Quillstore runtime report
## Runtime account
Text.
## Shared records
### Components
#### RT-CMP-facts
Label: Three facts
Form: a hosted model. Parameters changing during operation: no; nothing trains. Exact version pinned: yes, by a digest. Mutable endpoint can resolve to another model: inapplicable — it is a file. SRC-1.
#### RT-CMP-bullets
Label: Bullets, one of the facts missing
- **Exact version pinned:** no.
- Parameters changing during operation: uninspected
#### RT-CMP-both
Label: Both
Fixity: rebuilt at start. Exact version pinned: no.
#### RT-CMP-said
Label: The label alone
Fixity: rebuilt at start.
#### RT-CMP-silent
Label: Nothing said
The parameters changing during operation were not found.
`)
	for name, want := range map[string]any{
		"facts": "Parameters changing during operation: no; nothing trains. Exact version pinned: yes, by a digest. " +
			"Mutable endpoint can resolve to another model: inapplicable — it is a file.",
		"bullets": "Parameters changing during operation: uninspected. Exact version pinned: no.",
		"both":    "rebuilt at start. Exact version pinned: no.",
		"said":    "rebuilt at start.",
		"silent":  nil,
	} {
		b.wantProps(graph.ID("component:RUN-1/RT-CMP-"+name), graph.Props{"fixity": want})
	}
}
