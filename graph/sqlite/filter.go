package sqlite

import (
	"fmt"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// column names the column of a property of the node under an alias.
func column(alias, prop string) string { return alias + "." + ident(columnName(prop)) }

// maxLinks is how many Linked may be nested: SQLite bounds the depth of an expression at 1,000, of which
// each takes about 34.
const maxLinks = 24

// bounded refuses a filter with links nested too deep. Errors: Limit.
func bounded(f graph.Filter) error {
	if graph.LinkDepth(f) > maxLinks {
		return graph.Errorf(graph.Limit, "the filter follows more than %d relationships one after the other", maxLinks)
	}
	return nil
}

// where writes a validated filter on the node under an alias as a condition. graph.Match is the
// specification. Comparisons with absent properties are null here and false there; and, or and the
// WHERE clause cannot tell these apart, and Not asks for IS NOT TRUE.
func (q *query) where(f graph.Filter, alias string) {
	switch f := f.(type) {
	case nil:
		q.add("true")
	case graph.And:
		q.all(f, alias, " AND ", "true")
	case graph.Or:
		q.all(f, alias, " OR ", "false")
	case graph.Not:
		q.add("(")
		q.where(f.Filter, alias)
		q.add(") IS NOT TRUE")
	case graph.InKinds:
		q.add(alias + ".kind" + oneOf(f))
	case graph.InIDs:
		q.add(alias+".id IN (SELECT value FROM json_each(?))", list(f))
	case graph.IsDeclared:
		// A literal, so that the index of stubs applies.
		q.add(fmt.Sprintf("%s.declared = %d", alias, bit(bool(f))))
	case graph.Cond:
		q.compare(f, alias)
	case graph.Linked:
		q.linked(f, alias)
	}
}

// all joins filters, as a balanced tree: SQLite bounds how deep an expression may be.
func (q *query) all(fs []graph.Filter, alias, joint, none string) {
	switch len(fs) {
	case 0:
		q.add(none)
	case 1:
		q.where(fs[0], alias)
	default:
		half := len(fs) / 2
		q.add("(")
		q.all(fs[:half], alias, joint, none)
		q.add(joint)
		q.all(fs[half:], alias, joint, none)
		q.add(")")
	}
}

var comparisons = map[graph.Op]string{
	graph.EQ: " = ?", graph.NE: " <> ?", graph.GT: " > ?", graph.GTE: " >= ?", graph.LT: " < ?", graph.LTE: " <= ?",
}

func (q *query) compare(c graph.Cond, alias string) {
	col := column(alias, c.Prop)
	if graph.PropertyOf(c.Prop).Type == graph.ListProp {
		q.compareList(c, alias)
		return
	}
	switch c.Op {
	case graph.IsNull:
		q.add(col + nullTest(c.Value.(bool)))
	case graph.Contains:
		q.add("instr("+col+", ?) > 0", c.Value)
	case graph.StartsWith:
		q.startsWith(col, c.Value.(string))
	case graph.AnyOf:
		q.add(col+" IN (SELECT value FROM json_each(?))", operands(c.Value))
	case graph.NoneOf:
		// Null is not in an empty list, and that is true.
		q.add("("+col+" IS NOT NULL AND "+col+" NOT IN (SELECT value FROM json_each(?)))", operands(c.Value))
	default:
		q.add(col+comparisons[c.Op], c.Value)
	}
}

// compareList tests a property that holds a list, which has no column.
func (q *query) compareList(c graph.Cond, alias string) {
	props := fmt.Sprintf("%s.props, '$.%q'", alias, c.Prop)
	switch v := c.Value.(type) {
	case bool:
		q.add("json_type(" + props + ")" + nullTest(v))
	case string:
		q.add("EXISTS (SELECT 1 FROM json_each("+props+") WHERE value = ?)", v)
	case []string:
		q.add("EXISTS (SELECT 1 FROM json_each("+props+") WHERE value IN (SELECT value FROM json_each(?)))", list(v))
	}
}

// startsWith compares with a range, which an index serves: from the prefix to what follows all that
// begin with it.
func (q *query) startsWith(col, prefix string) {
	end := []byte(prefix)
	for len(end) > 0 && end[len(end)-1] == 0xff {
		end = end[:len(end)-1]
	}
	if len(end) == 0 {
		q.add(col+" >= ?", prefix)
		return
	}
	end[len(end)-1]++
	q.add("("+col+" >= ? AND "+col+" < ?)", prefix, string(end))
}

func nullTest(null bool) string {
	if null {
		return " IS NULL"
	}
	return " IS NOT NULL"
}

// operands gives the list that a condition compares with as a JSON parameter.
func operands(v any) string {
	switch l := v.(type) {
	case []string:
		return list(l)
	case []int64:
		return list(l)
	case []float64:
		return list(l)
	}
	return "[]"
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// linked asks whether a node has a relationship whose far end the filter accepts: by EXISTS, or, when
// the filter names the far ends, from there.
func (q *query) linked(l graph.Linked, alias string) {
	h := hop{near: alias, rel: alias + "r", far: alias + "f", types: l.Types, direction: l.Direction, least: l.MinCertainty}
	if _, ok := pinned(l.Far); ok {
		back := h.reversed()
		q.add(alias + ".key IN (SELECT " + back.farKey() + " FROM nodes AS " + h.far + " JOIN relationships AS " + h.rel + " ON ")
		q.hop(back)
		q.add(" WHERE ")
		q.where(l.Far, h.far)
		q.add(")")
		return
	}
	q.add("EXISTS (SELECT 1 FROM relationships AS " + h.rel)
	if l.Far != nil {
		q.add(" CROSS JOIN nodes AS " + h.far + " ON " + h.far + ".key = " + h.farKey())
	}
	q.add(" WHERE ")
	q.hop(h)
	q.and(l.Far, h.far)
	q.add(")")
}

// pinned gives the nodes to which a filter confines itself by listing them, if it does.
func pinned(f graph.Filter) ([]graph.ID, bool) {
	switch f := f.(type) {
	case graph.InIDs:
		return f, true
	case graph.And:
		for _, g := range f {
			if ids, ok := pinned(g); ok {
				return ids, true
			}
		}
	}
	return nil, false
}

// A hop is a join from a node to its relationships; the fields near, rel and far are aliases.
type hop struct {
	near, rel, far string
	types          []graph.RelType
	direction      graph.Direction
	least          graph.Certainty
	distinct       bool
}

// reversed is the same hop seen from the far end.
func (h hop) reversed() hop {
	h.near, h.far = h.far, h.near
	switch h.direction {
	case graph.Out:
		h.direction = graph.In
	case graph.In:
		h.direction = graph.Out
	}
	return h
}

// farKey is the key of the node at the far end.
func (h hop) farKey() string {
	switch h.direction {
	case graph.Out:
		return h.rel + ".target"
	case graph.In:
		return h.rel + ".source"
	}
	return "iif(" + h.outward() + ", " + h.rel + ".target, " + h.rel + ".source)"
}

// outward tells whether the relationship leads away from the near node.
func (h hop) outward() string {
	switch h.direction {
	case graph.Out:
		return "true"
	case graph.In:
		return "false"
	}
	return h.rel + ".source = " + h.near + ".key"
}

// hop writes the condition that joins relationships to the near node.
func (q *query) hop(h hop) {
	end := func(side string) string {
		cond := h.rel + "." + side + " = " + h.near + ".key"
		if len(h.types) > 0 {
			cond += " AND " + h.rel + ".type" + oneOf(h.types)
		}
		return cond
	}
	switch h.direction {
	case graph.Out:
		q.add(end("source"))
	case graph.In:
		q.add(end("target"))
	default:
		// SQLite unites the two index look-ups, so a loop at one node is one row.
		q.add("(" + end("source") + " OR " + end("target") + ")")
	}
	q.add(h.certain(h.rel))
	if h.distinct {
		q.add(h.first())
	}
}

// certain is the condition that a relationship is certain enough.
func (h hop) certain(rel string) string {
	if h.least > graph.Stated {
		return fmt.Sprintf(" AND %s.certainty >= %d", rel, h.least)
	}
	return ""
}

// first is the condition that no other relationship which the hop follows to the same far node stands before
// this one. It is looked for from the far end: a near node can have very many relationships, of which few
// lead to any one node.
func (h hop) first() string {
	var all string
	for _, end := range []struct {
		far, near string
		unlike    graph.Direction
	}{{"target", "source", graph.In}, {"source", "target", graph.Out}} {
		if h.direction == end.unlike {
			continue
		}
		all += fmt.Sprintf(" AND NOT EXISTS (SELECT 1 FROM relationships AS e WHERE e.%s = %s AND +e.%s = %s.key", end.far, h.farKey(), end.near, h.near)
		if len(h.types) > 0 {
			all += " AND e.type" + oneOf(h.types)
		}
		all += h.certain("e") + fmt.Sprintf(" AND (e.line, e.id) < (%[1]s.line, %[1]s.id))", h.rel)
	}
	return all
}
