// Package reportgen writes rendered memory reports about invented systems, as many and as long as
// asked for, always the same ones. Tests and benchmarks load them; nothing else may import it.
package reportgen

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// A Shape says how large the reports are.
type Shape struct {
	Objects, Routes int // records of a report
}

// Small is a report of about 6 kB, the size of a short real one.
var Small = Shape{Objects: 4, Routes: 6}

// WriteFolder writes n reports into a folder, in subfolders of 100. Errors are those of the file system.
func WriteFolder(dir string, n int, s Shape) error {
	for i := range n {
		file := filepath.Join(dir, fmt.Sprintf("part%03d", i/100), fmt.Sprintf("report%05d.txt", i))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(Report(i, s)), 0o644); err != nil {
			return err
		}
	}
	return nil
}

var (
	nouns     = []string{"ledger", "shelf", "beacon", "draft", "index", "tray", "satchel", "almanac", "margin", "folio"}
	verbs     = []string{"keeps", "sorts", "offers", "withholds", "renews", "copies"}
	readBacks = []string{
		"entries of earlier sessions are handed to every later request that names their subject.",
		"capability only — an operator could list them, but no caller does so.",
		"none from this route; its result ends with the request.",
		"inapplicable — nothing outlives the request.",
		"uninspected — the reader is outside the boundary.",
		"kept entries can reach a later request, a use that remains unobserved.",
		"later requests can no longer obtain the removed entry.",
	}
)

// Report writes report number i. Every report is about a system of its own.
func Report(i int, s Shape) string {
	r := rand.New(rand.NewPCG(uint64(i), 7))
	w := &writer{r: r, name: fmt.Sprintf("Plover %05d", i)}
	w.block("%s memory report", w.name)
	w.block("Type: agentic-system-analyses/types/agentic-system-memory-report.md")
	w.block("Boundary and evidence")
	w.block("%s %s what its users settle. It rests on SRC-1 at %040x. Nothing was run.", w.name, w.pick(verbs), uint64(i)+1)
	w.block("Core ideas")
	w.block("  1. Settled things are kept. The %s holds them (MEM-OBJ-part-a).", w.pick(nouns))
	w.block("Shared records")
	w.block("Components")
	w.block("none declared in this member")
	w.block("Operative objects")
	for n := range s.Objects {
		w.object(n)
	}
	w.block("Routes")
	for n := range s.Routes {
		w.route(n, s)
	}
	for _, kind := range []string{"Claims", "Evidenced absences", "Behavioral-authority paths"} {
		w.block("%s", kind)
		w.block("none declared in this member")
	}
	w.block("Annotations")
	w.block("On RT-RTE-entry-%s", letter(r.IntN(3)))
	w.block("The supplied route is the only caller of MEM-RTE-way-a.")
	for _, heading := range []string{"Write side", "Read-back"} {
		w.block("%s", heading)
		w.block("See MEM-RTE-way-a and MEM-OBJ-part-a; SRC-1.")
	}
	w.block("Integration issues")
	w.block("  • Late %s: MEM-OBJ-part-a is written before MEM-RTE-way-a is told of it.", w.pick(nouns))
	w.block("Limitations and checks")
	w.block("Only source text was read.")
	return w.b.String()
}

type writer struct {
	b    strings.Builder
	r    *rand.Rand
	name string
}

func (w *writer) pick(list []string) string { return list[w.r.IntN(len(list))] }

func (w *writer) block(format string, args ...any) {
	if w.b.Len() > 0 {
		w.b.WriteString("\n\n")
	}
	fmt.Fprintf(&w.b, format, args...)
}

func (w *writer) object(n int) {
	w.block("MEM-OBJ-part-%s", letter(n))
	w.block("Label: The %s of %s", w.pick(nouns), w.name)
	w.block("Source-native identity: a table with one row for each entry (SRC-1, store/%s.go). It is distinct from RT-RTE-entry-a, which only asks for it.", letter(n))
	w.block("type row struct { subject, body string; n int } // %d --- store/%s.go", w.r.IntN(1000), letter(n))
}

func (w *writer) route(n int, s Shape) {
	w.block("MEM-RTE-way-%s", letter(n))
	w.block("Label: Way of the %s", w.pick(nouns))
	if n%3 == 1 {
		w.block("Part of: RT-RTE-entry-a")
	}
	w.block("Request → selection → answer. It reads MEM-OBJ-part-%s and is distinct from RT-RTE-entry-b, which files (SRC-1, ways/%s.go).", letter(w.r.IntN(max(s.Objects, 1))), letter(n))
	answers := []string{
		"Immediate return: the entries that fit, newest first.",
		"Later read-back: " + w.pick(readBacks),
		"Delegated visibility: the caller sees the bodies and no dates.",
		fmt.Sprintf("Selection predicate: subject equality, at most %d entries.", 1+w.r.IntN(20)),
		"Invalidation or expiry: removed entries are skipped.",
		"Activation or effect: delivery is wired; use was not measured.",
		"Evidence limits: one caller was read.",
		"implementation conclusion status: wired",
		"operation conclusion status: uninspected",
	}
	for i, a := range answers {
		if i == 0 {
			w.block("  • %s", a)
			continue
		}
		w.b.WriteString("\n  • " + a)
	}
	w.block("if len(hits) > most { hits = hits[:most] } // %d --- ways/%s.go:10-12", w.r.IntN(1000), letter(n))
}

// letter numbers things as handle words do: a … z, aa, ab …
func letter(n int) string {
	if n < 26 {
		return string(rune('a' + n))
	}
	return letter(n/26-1) + letter(n%26)
}
