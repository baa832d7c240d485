package relate

import (
	"strings"

	"github.com/crosswalk-graph/crosswalk/ingest/report"
)

// A Row is one row of a table under its headers.
type Row struct {
	Header []string
	Cells  []string
	Owner  string   // handle of the enclosing record, "" for none; a record that the row names first comes before it
	Cited  []string // as in Text
}

// DeriveRow returns what a row of a table states and denies: by its columns (report-grammar 10.8f), and
// then by the sentences and chains in its cells.
func (f *Finder) DeriveRow(r Row) ([]Edge, []Denial) {
	f.findings = findings{}
	t := newTable(r)
	for i := range Rules {
		if apply := Rules[i].applyRow; apply != nil {
			f.rule = Rules[i].ID
			apply(t, &f.findings)
		}
	}
	for i, cell := range r.Cells {
		if i >= len(t.header) || i == 0 || t.ledger || t.parties[i] != "" || tellsNothing(t.header[i]) {
			continue
		}
		f.derive(t.text(i, cell))
	}
	if t.ledger {
		f.deniedInCells(t, r.Cells)
	}
	return f.edges, f.denials
}

// deniedInCells looks at a ledger for denials alone: its columns relate nothing else.
func (f *Finder) deniedInCells(t *table, cells []string) {
	columns := f.edges
	for i := 1; i < min(len(cells), len(t.header)); i++ {
		f.derive(t.text(i, cells[i]))
	}
	f.edges = columns
}

// A table is a row with its columns understood.
type table struct {
	Row
	header  []string // normalised
	record  []string // the records that the first cell names
	parties []string // per column the type that its party makes, "" for none
	objects []string // the objects of the row
	ledger  bool     // a ledger of route functions, whose columns assess
}

func newTable(r Row) *table {
	t := &table{Row: r, parties: make([]string, len(r.Header))}
	for i, h := range r.Header {
		h = report.NormalLabel(h)
		t.header = append(t.header, h)
		t.ledger = t.ledger || h == "function" || h == "route function"
		first, _, _ := strings.Cut(h, " ")
		if i > 0 {
			t.parties[i] = partyNouns[strings.Trim(first, ":,")]
		}
	}
	if len(r.Cells) > 0 {
		t.record = t.idsOf(0)
	}
	for i := range t.header {
		if strings.HasPrefix(t.header[i], "object") && i < len(r.Cells) {
			t.objects = t.idsOf(i)
			break
		}
	}
	if len(t.objects) == 0 && len(t.record) == 1 && kindOf(t.record[0]) == report.KindObject {
		t.objects = t.record
	}
	return t
}

// tokens returns the tokens of a cell without its citations.
func (t *table) tokens(i int) []token {
	main, _ := flatten(tokenize(nil, t.Cells[i], report.ScanHandles(t.Cells[i]), t.Cited), true)
	return main
}

// idsOf returns the ids of a cell.
func (t *table) idsOf(i int) []string {
	c := clause{toks: t.tokens(i)}
	if ids := c.ids(0, len(c.toks)); len(ids) <= maxList {
		return ids
	}
	return nil
}

// text is a cell as a text of its own, owned by the one record that the row names first.
func (t *table) text(i int, cell string) *Text {
	owner := t.Owner
	if len(t.record) == 1 {
		owner = t.record[0]
	}
	text := Text{Sentence: cell, Owner: owner, Column: t.header[i], Item: t.record, Cited: t.Cited}
	if text.Column == "lineage" { // the header says what the label of a sentence would
		text.Label = text.Column
	}
	text.ask()
	return &text
}

// tellsNothing tells whether a column names who decides, runs or owns, what a text rests on or what is
// only claimed, and so relates nothing (report-grammar 10.8f).
func tellsNothing(header string) bool {
	for _, w := range strings.FieldsFunc(strings.ToLower(header), func(r rune) bool { return r == ' ' || r == '/' || r == '+' || r == '-' }) {
		switch w {
		case "owner", "executor", "proposer", "evaluator", "decider", "evidence", "anchor", "source", "claims", "claimed", "doctrine":
			return true
		}
	}
	return false
}

// byPartyColumn: object × consumer, object × producer: every pair.
func byPartyColumn(t *table, f *findings) {
	for i, kind := range t.parties {
		if kind != "" && i < len(t.Cells) && !strings.Contains(t.header[i], arrow) {
			f.add(kind, t.idsOf(i), t.objects, structured)
		}
	}
}

// byPartyChainColumn: "producer → consumer" in one column.
func byPartyChainColumn(t *table, f *findings) {
	for i, h := range t.header {
		before, after, ok := strings.Cut(h, arrow)
		if !ok || i >= len(t.Cells) {
			continue
		}
		toks := t.tokens(i)
		at := len(toks)
		for j, tok := range toks {
			if tok.text == arrow {
				at = j
				break
			}
		}
		c := clause{toks: toks}
		f.add(partyNouns[strings.TrimSpace(before)], c.ids(0, at), t.objects, structured)
		f.add(partyNouns[strings.TrimSpace(after)], c.ids(at, len(toks)), t.objects, structured)
	}
}

// byResultColumn: a result cell that names an object: the route of the row produces it.
func byResultColumn(t *table, f *findings) {
	for i, h := range t.header {
		if i >= len(t.Cells) || !strings.HasSuffix(h, "result") {
			continue
		}
		for _, handle := range t.idsOf(i) {
			if kindOf(handle) == report.KindObject {
				f.add(Produces, t.routes(), []string{handle}, structured)
			}
		}
	}
}

// byPathColumn: a column of authority paths: the route of the row acts under them.
func byPathColumn(t *table, f *findings) {
	for i, h := range t.header {
		if i < len(t.Cells) && strings.HasPrefix(h, "behavio") && strings.Contains(h, "authority path") {
			f.add(GovernedBy, t.routes(), t.idsOf(i), structured)
		}
	}
}

// routes returns the routes that a row is about: those that open its first cell, and what a semicolon
// parts in it (report-grammar 2.11).
func (t *table) routes() (out []string) {
	if len(t.Cells) == 0 {
		return nil
	}
	toks := t.tokens(0)
	for start := 0; start < len(toks); {
		end := start
		for end < len(toks) && toks[end].text != ";" {
			end++
		}
		c := clause{toks: toks[start:end]}
		ids, _ := c.list(0)
		for _, handle := range ids {
			if kindOf(handle) == report.KindRoute {
				out = append(out, handle)
			}
		}
		start = end + 1
	}
	if len(out) > maxList {
		return nil
	}
	return out
}
