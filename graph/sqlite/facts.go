package sqlite

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// factBits is how many bits of a key number the facts of one batch; the others are the batch's number.
const factBits = 24

// A merging is the change of the live graph in one Apply: the nodes that it touches.
type merging struct {
	*writer
	touched map[graph.ID]*touched
}

// A touched node may have to be merged anew.
type touched struct {
	key           int64   // 0 while it has no row
	row           nodeRow // as it is stored
	contributions []graph.Contribution
	defined       bool // a contribution defines it
	linked        bool // a relationship that comes in touches it
}

// facts takes the facts of batches out of the live graph and brings others in, and merges every node
// that they touch: leaving facts first, so that what stays is what the nodes are merged with.
func (w *writer) facts(bs []graph.Batch, j *graph.Judgement) {
	m := &merging{w, map[graph.ID]*touched{}}
	for _, digest := range j.Leave {
		m.leave(m.number(digest))
	}
	for _, i := range j.Enter {
		for k := range bs[i].Contributions {
			m.touch(bs[i].Contributions[k].Node)
		}
		for k := range bs[i].Relationships {
			m.touch(bs[i].Relationships[k].Source).linked = true
			m.touch(bs[i].Relationships[k].Target).linked = true
		}
	}
	if len(m.touched) == 0 {
		return
	}
	m.load()
	for _, i := range j.Enter {
		m.contribute(&bs[i])
	}
	m.merge()
	for _, i := range j.Enter {
		m.relate(&bs[i])
	}
}

func (m *merging) touch(id graph.ID) *touched {
	t := m.touched[id]
	if t == nil {
		t = &touched{}
		m.touched[id] = t
	}
	return t
}

// leave deletes what a batch put into the live tables, and notes the nodes.
func (m *merging) leave(number int64) {
	first, end := number<<factBits, (number+1)<<factBits
	m.each(func(r row) error {
		m.touch(graph.ID(r.str(0)))
		return nil
	}, `SELECT node FROM contributions WHERE key >= ?1 AND key < ?2
		UNION SELECT id FROM nodes WHERE key IN (SELECT source FROM relationships WHERE key >= ?1 AND key < ?2)
		UNION SELECT id FROM nodes WHERE key IN (SELECT target FROM relationships WHERE key >= ?1 AND key < ?2)`, first, end)
	m.exec("DELETE FROM contributions WHERE key >= ? AND key < ?", first, end)
	m.exec("DELETE FROM relationships WHERE key >= ? AND key < ?", first, end)
}

// load reads the rows of the touched nodes and what others say of them.
func (m *merging) load() {
	ids := list(slices.Collect(maps.Keys(m.touched)))
	m.each(func(r row) error {
		stored := nodeRowOf(r[1:])
		t := m.touched[graph.ID(stored.id)]
		t.key, t.row = r.num(0), stored
		return nil
	}, "SELECT n.key, "+nodeColumns("n", graph.Full)+" FROM json_each(?) AS asked CROSS JOIN nodes AS n ON n.id = asked.value", ids)
	m.each(func(r row) error {
		var c graph.Contribution
		if err := json.Unmarshal([]byte(r.str(0)), &c); err != nil {
			return err
		}
		m.add(c)
		return nil
	}, "SELECT c.facts FROM json_each(?) AS asked CROSS JOIN contributions AS c ON c.node = asked.value", ids)
}

func (m *merging) add(c graph.Contribution) {
	t := m.touched[c.Node]
	t.contributions = append(t.contributions, c)
	t.defined = t.defined || c.Role == graph.Defines
}

// contribute writes the contributions of a batch.
func (m *merging) contribute(b *graph.Batch) {
	first := m.number(b.Origin.Digest) << factBits
	for i, c := range b.Contributions {
		var key any
		if c.Role == graph.Defines && graph.KindOf(c.Kind).Sharing == graph.Exclusive {
			key = c.FactKey()
		}
		m.exec("INSERT INTO contributions (key, node, facts, fact_key) VALUES (?, ?, ?, ?)", first+int64(i), string(c.Node), string(c.Facts()), key)
		m.add(c)
	}
}

// relate writes the relationships of a batch. Their ends have rows by now.
func (m *merging) relate(b *graph.Batch) {
	first := m.number(b.Origin.Digest) << factBits
	for i := range b.Relationships {
		r := &b.Relationships[i]
		m.exec(`INSERT INTO relationships (key, id, type, source, target, certainty, line, document, rule, sentence, heading, approximate, lossy)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			first+int64(i), string(r.ID), string(r.Type), m.touched[r.Source].key, m.touched[r.Target].key, int64(r.Certainty), int64(r.Line),
			string(r.Document), r.Rule, r.Sentence, r.Heading, bit(r.Approximate), bit(r.Lossy))
	}
}

// merge gives every touched node the row that its contributions make, in the order of ids, so that
// keys lie as ids do and equal loads make equal graphs. Rows that stay as they are are not written.
func (m *merging) merge() {
	last := m.get("SELECT max(key) FROM nodes")
	for _, id := range slices.Sorted(maps.Keys(m.touched)) {
		t := m.touched[id]
		if !m.exists(t) {
			m.remove(t)
			continue
		}
		n := graph.MergeNode(id, t.contributions)
		row, err := encodeNode(&n)
		m.fail("writing a node", err)
		if t.key != 0 && row == t.row {
			continue
		}
		isNew := t.key == 0
		if isNew {
			last++
			t.key = last
		}
		m.store(&n, t, row, isNew)
	}
}

// exists tells whether a node is to be: something defines it, or a relationship touches it.
func (m *merging) exists(t *touched) bool {
	held := t.defined || t.linked
	if !held && t.key != 0 {
		held = m.get("SELECT EXISTS (SELECT 1 FROM relationships WHERE source = ?1) OR EXISTS (SELECT 1 FROM relationships WHERE target = ?1)", t.key) != 0
	}
	return held
}

func (m *merging) remove(t *touched) {
	if t.key != 0 {
		m.exec("DELETE FROM texts WHERE rowid = ?", t.key)
		m.exec("DELETE FROM nodes WHERE key = ?", t.key)
	}
}

// store writes a node, its body and its words.
func (m *merging) store(n *graph.Node, t *touched, row nodeRow, isNew bool) {
	kind, props := graph.KindOf(n.Kind), m.props[n.Kind]
	label, text := words(n.Props.String(kind.Label)), words(n.Props.String(kind.Text))
	args := []any{t.key, row.id, string(n.Kind), row.declared, label, row.props, row.notes}
	for _, name := range props {
		args = append(args, n.Props[name])
	}
	m.exec(upsert(props), args...)
	if !isNew {
		m.exec("DELETE FROM texts WHERE rowid = ?", t.key)
	}
	switch {
	case row.body == t.row.body:
	case row.body == "":
		m.exec("DELETE FROM bodies WHERE key = ?", t.key)
	default:
		m.exec("INSERT INTO bodies (key, body) VALUES (?, ?) ON CONFLICT DO UPDATE SET body = excluded.body", t.key, row.body)
	}
	if label != "" || text != "" {
		m.exec("INSERT INTO texts (rowid, label, text) VALUES (?, ?, ?)", t.key, label, text)
	}
}

// upsert is the statement that writes a node of a kind with these properties.
func upsert(props []string) string {
	var columns, changes strings.Builder
	for _, name := range props {
		c := ident(columnName(name))
		columns.WriteString(", " + c)
		changes.WriteString(", " + c + " = excluded." + c)
	}
	return "INSERT INTO nodes (key, id, kind, declared, label, props, notes" + columns.String() +
		") VALUES (?, ?, ?, ?, nullif(?, ''), ?, nullif(?, '')" + strings.Repeat(", ?", len(props)) +
		") ON CONFLICT (key) DO UPDATE SET declared = excluded.declared, label = excluded.label, props = excluded.props, notes = excluded.notes" + changes.String()
}

func words(text string) string { return strings.Join(graph.Words(text), " ") }
