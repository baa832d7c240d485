package reportgen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Roles are the members that Canonical writes: those that declare records, and the one that disposes of
// them.
var Roles = []string{"memory", "runtime", "epistemic", "reconciliation"}

// Canonical writes report number i in canonical Markdown, a member of one of the Roles with everything
// that a text of its kind can hold, and much of it where it is a trap: ids and headings in quotations
// and code spans, escaped pipes, nested lists, part-of lines below bullets. Ids that stand in code spans
// alone contain "-literal-".
func Canonical(i int) []byte {
	w := &canonical{r: rand.New(rand.NewPCG(uint64(i), 11)), role: Roles[i%len(Roles)]}
	w.name = fmt.Sprintf("Plover %05d", i)
	w.prefix = map[string]string{"memory": "MEM", "runtime": "RT", "epistemic": "EPI"}[w.role]
	fmt.Fprintf(&w.b, "---\ntype: agentic-system-analyses/types/agentic-system-%s-report.md\nrun-id: AAS-2026-10-12-plover-%02d\n"+
		"source-identity: https://example.org/plover/%d\nreviewed-boundary: %040x\n---\n\n# %s %s report\n", w.role, i%100, i, i+1, w.name, w.role)
	switch w.role {
	case "memory":
		w.memory()
	case "runtime":
		w.section("Runtime account", w.prose)
		w.shared()
	case "epistemic":
		w.epistemic()
	case "reconciliation":
		w.section("Reconciliation", w.dispositions)
	}
	return []byte(w.b.String())
}

type canonical struct {
	b          strings.Builder
	r          *rand.Rand
	role, name string
	prefix     string
	own        int
}

func (w *canonical) pick(list ...string) string { return list[w.r.IntN(len(list))] }

func (w *canonical) chance(n int) bool { return w.r.IntN(n) == 0 }

func (w *canonical) block(text string) { w.b.WriteString("\n" + text + "\n") }

func (w *canonical) section(title string, body func()) {
	w.block("## " + title)
	body()
}

// times runs a body at random between least and most times.
func (w *canonical) times(least, most int, body func()) {
	for range least + w.r.IntN(most-least+1) {
		body()
	}
}

// link is a citation of a record of some member.
func (w *canonical) link() string {
	return w.linkTo(w.pick("RT", "MEM", "EPI") + "-" + w.pick("CMP", "OBJ", "RTE", "CLM", "ABS", "BAP") + "-" + w.handle())
}

func (w *canonical) linkTo(id string) string {
	file := map[string]string{"RT": "runtime.md", "MEM": "memory.md", "EPI": "epistemic.md"}[id[:strings.IndexByte(id, '-')]]
	label := id
	if w.chance(5) {
		label = "`" + id + "`"
	}
	return "[" + label + "](" + file + "#" + strings.ToLower(id) + ")"
}

func (w *canonical) handle() string {
	return w.pick("tray", "shelf-index", "ledger2", "late-margin-copy", "beacon")
}

func (w *canonical) literal() string { return "`RT-OBJ-literal-" + w.pick("tray", "shelf") + "`" }

func (w *canonical) path() string {
	return w.pick("store/a.go", "store/deep/b_c.py", "ways/d.ts", "docs/e.md", "lib/f.rs")
}

func (w *canonical) source() string {
	return w.pick(
		fmt.Sprintf("(SRC-1, `%s`, `%s`)", w.path(), w.path()), fmt.Sprintf("SRC-1, `%s`", w.path()),
		fmt.Sprintf("Evidence: SRC-1, `%s`", w.path()), "(SRC-2)")
}

func (w *canonical) sentence() string {
	return w.pick(
		"It keeps what its users settle.", "The **row** of *one* entry is `kept`.", "See "+w.link()+" for that.",
		"This is distinct from "+w.link()+", which only asks.", "Closest supplied record is "+w.link()+", which files.",
		"No supplied record denotes it.", "The literal "+w.literal()+" is no citation.", "Entry → "+w.link()+" → "+w.link()+" → answer.",
		"No inspected route reads "+w.link()+".", "This route reads "+w.link()+" and writes "+w.link()+".",
		"Storage substrate: rows; lineage: by hand.", "Owner: the desk.", "It is read "+w.source()+".", "Escapes \\*stay\\* visible — 2 × 3.",
		"Operation conclusion status: uninspected.", "Consumers: "+w.link()+", "+w.link()+".", "Count `<tag>` at `a\\nb`.",
		"The supplied account may duplicate "+w.link()+".", "Nothing of "+w.link()+" is delivered (compare "+w.link()+").")
}

// paragraph is prose, now and then wrapped.
func (w *canonical) paragraph() string {
	var all []string
	w.times(1, 4, func() { all = append(all, w.sentence()) })
	text := strings.Join(all, " ")
	if w.chance(2) {
		text = strings.ReplaceAll(text, " is ", "\nis ")
	}
	return text
}

func (w *canonical) prose() {
	w.times(1, 2, func() { w.block(w.paragraph()) })
	if w.chance(3) {
		w.block("### " + w.pick("Further controls", "Other ways"))
		w.block(w.paragraph())
	}
	if w.chance(3) {
		w.quote()
	}
	if w.chance(4) {
		w.block("| Object | Consumer | Note |\n|---|---|---|\n| " + w.link() + " | " + w.link() + ` | a \| b |` + "\n| Other | nobody | None |")
		w.block("A table is over.")
	}
}

func (w *canonical) memory() {
	w.section("Boundary and evidence", func() { w.block(w.paragraph()); w.coverage() })
	w.section("Core ideas", w.ideas)
	w.shared()
	w.section("Write side", w.prose)
	w.section("Read-back", w.prose)
	w.section("Integration issues", w.issues)
	w.section("Limitations and checks", func() { w.block(w.paragraph()) })
}

func (w *canonical) coverage() {
	rows := []string{"| Entry point or operation | Source paths and inspection | Covering records or limits |", "|:--|---|---|"}
	w.times(2, 5, func() {
		rows = append(rows, fmt.Sprintf("| %s | %s | %s |", w.pick("Query entry", `Read \| write`, "Shelf `a` upkeep"),
			w.pick("`"+w.path()+"`, `"+w.path()+"`; direct", "`"+w.path()+"`; direct plus supplied", "Included, not traced"),
			w.pick(w.link()+", "+w.link(), "None; uninspected", w.link()+`; the \| mark is kept`)))
	})
	w.block(strings.Join(rows, "\n"))
}

func (w *canonical) ideas() {
	mark := w.pick("- ", "1. ")
	var items []string
	w.times(2, 4, func() {
		items = append(items, mark+"**"+w.pick("Kept apart", "Asked for", "Small")+".** "+w.sentence())
		if w.chance(4) {
			items = append(items, strings.Repeat(" ", len(mark))+"- "+w.pick("inner", "and more")+" of "+w.link())
		}
	})
	w.block(strings.Join(items, "\n"))
}

func (w *canonical) issues() {
	var items []string
	w.times(1, 4, func() {
		items = append(items, "- **"+w.pick("Late index:**", "Copies.**", "Order:**")+" "+w.link()+" comes late. "+w.sentence())
	})
	w.block(strings.Join(items, "\n"))
	if w.chance(2) {
		w.block("Other issues are left to " + w.link() + ".")
	}
}

var kinds = []struct{ title, kind string }{
	{"Components", "CMP"}, {"Operative objects", "OBJ"}, {"Routes", "RTE"}, {"Claims", "CLM"},
	{"Evidenced absences", "ABS"}, {"Behavioral-authority paths", "BAP"},
}

func (w *canonical) shared() {
	w.block("## Shared records")
	for _, k := range kinds {
		w.block("### " + k.title)
		if w.chance(3) {
			w.block(w.pick("none declared in this member", "none declared in this member."))
			continue
		}
		w.times(1, 2, func() { w.record(k.kind) })
	}
	w.block("## Annotations")
	w.times(0, 2, func() {
		w.block("#### On " + w.linkTo(w.pick("XRT", "XMEM")[1:]+"-RTE-far-way"))
		w.block(w.paragraph())
		if w.chance(2) {
			w.block("- " + w.pick("Read-back trigger: a call.", "implementation conclusion status: wired", "Later read-back: stays here."))
		}
		if w.chance(2) {
			w.quote()
		}
	})
}

func (w *canonical) record(kind string) {
	w.own++
	w.block(fmt.Sprintf("#### %s-%s-own%d", w.prefix, kind, w.own))
	w.block(w.pick("Label: The tray", "Label: Way of the `tray`", "Label: A — b"))
	if w.chance(3) {
		w.block("Part of: " + w.linkTo("RT-RTE-far-way"))
	}
	w.block(w.paragraph())
	switch {
	case kind == "RTE":
		w.answers()
	case w.chance(2):
		w.block("- Form: rows\n- Lineage: by " + w.link() + "\n  - nested: no field of " + w.link())
	case w.chance(2):
		w.block("implementation conclusion status: `" + w.pick("absent", "claimed", "wired for rows, afforded for notes") + "`")
	}
	w.times(0, 2, w.quote)
	if w.chance(3) {
		w.block(w.paragraph())
	}
}

func (w *canonical) answers() {
	all := []string{
		"Immediate return: the entries of " + w.link() + ".",
		"Later read-back: " + w.pick(readBacks...), "Delegated visibility: inapplicable — no agent.", "Selection predicate: `a | b`; at most ten.",
		"Invalidation or expiry: removal; the later read-back ends.", "Activation or effect: uninspected — no trace.", "Evidence limits: " + w.source() + ".",
		"implementation conclusion status: `" + w.pick("wired", "afforded", "observed") + "`", "operation conclusion status: uninspected",
	}
	if w.chance(4) {
		all = all[1:]
	}
	if w.chance(2) {
		w.r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
	w.block("- " + strings.Join(all, "\n- "))
}

// quote writes a quotation. Whatever looks like syntax in it is none.
func (w *canonical) quote() {
	text := w.pick(
		"func f(q string) []Row {\n    return s.rows[q]\n}", "    let a = 1;\n    let b = 2;", "#### PREVIOUS ROWS\nfor id in RT-OBJ-quoted { Label: x }",
		"pub a: Vec<Row>,\npub b: Vec<Col>,", "a second pass yields\n`log` and goes on", "- one of\n- two of",
		"for id in MEM-OBJ-quoted {\nLabel: Quoted\nPart of: RT-OBJ-quoted\nLater read-back: none; a", "Adjust by marks (x)\n\nif a > b { c() }",
		"|a|b|\nreturn a | b;", "*count += 1; // RT-RTE-quoted", "[RT-OBJ-quoted](runtime.md#rt-obj-quoted) = x;", "x = \"a\\nb\"; y[0] = 'z'", "/* Done. */")
	if w.chance(12) {
		w.block("> const a = `${b}-c`\n> --- `ways/d.ts`")
		return
	}
	target := w.path() + w.pick("", ":10-12")
	w.block("> " + strings.ReplaceAll(text, "\n", "\n> ") + "\n> --- `" + target + "`")
}

func (w *canonical) epistemic() {
	w.section("Source-and-claim boundary", func() { w.block(w.paragraph()); w.coverage() })
	w.section("Epistemic-object inventory", func() {
		rows := "| Object ID | Truth-apt content | Claimed role | Evidence | Gap |\n|---|---|---|---|---|"
		w.times(2, 3, func() {
			rows += fmt.Sprintf("\n| %s | It holds | %s | SRC-1, `%s` | None |", w.link(), w.pick("record", `a \| b`), w.path())
		})
		w.block(rows)
	})
	w.section("Authority-route ledger", w.ledger)
	w.section("System-claim versus route comparison", func() {
		rows := "| Claim ID | Claimed operation | Source/layer | Doctrine support | Implemented route IDs | Observed-run | Causal | Supported conclusion | Mismatch |\n" +
			strings.Repeat("|---", 9) + "|"
		w.times(2, 3, func() {
			rows += fmt.Sprintf("\n| %s | keeps | SRC-1 | yes | %s, %s | no | no | wired | none |", w.linkTo("EPI-CLM-own1"), w.linkTo("RT-RTE-far-way"), w.link())
		})
		w.block(rows)
	})
	w.section("Bounded conclusion", func() { w.block(w.paragraph()) })
	w.shared()
}

func (w *canonical) ledger() {
	w.block("Each row rests on source text.")
	if w.chance(2) {
		rows := "| Route ID | Route function | Architectural status | Object/candidate ID | Behavioral-authority path | Claim IDs or none | Gap/limit |\n" +
			strings.Repeat("|---", 7) + "|"
		w.times(2, 3, func() {
			rows += fmt.Sprintf("\n| %s; %s | retention | implemented | %s | See %s | none | None |",
				w.linkTo("RT-RTE-far-way"), w.link(), w.link(), w.linkTo("MEM-BAP-own9"))
		})
		w.block(rows)
	}
	if w.chance(2) {
		w.block("Route ID: " + w.linkTo("RT-RTE-far-way") + "\nRoute function: retention\nArchitectural status: implemented\nClaim IDs: " + w.link() + "\nGap/limit: no host: none was read")
	}
}

func (w *canonical) dispositions() {
	w.block(w.paragraph())
	w.times(1, 3, func() {
		w.block(w.pick(
			"Amendment: "+w.linkTo("RT-RTE-far-way")+" is superseded by "+w.linkTo("MEM-RTE-near-way")+"; it says less.",
			"Amendment: "+w.linkTo("RT-OBJ-old")+" is superseded by "+w.linkTo("MEM-OBJ-new")+"\nand "+w.linkTo("MEM-OBJ-newer")+".",
			"Unresolved conflict: "+w.link()+" and "+w.link()+" disagree.", "No supersession of "+w.link()+" is warranted."))
	})
}
