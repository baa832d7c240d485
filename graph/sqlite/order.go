package sqlite

import (
	"github.com/crosswalk-graph/crosswalk/graph"
)

// A sortKey is one key of an order as it is read: an expression, whether it may be null, its
// direction, and the place's value when there is a place. graph.CompareKeys is the specification:
// nulls come last ascending and first descending.
type sortKey struct {
	expr     string
	nullable bool
	desc     bool
	value    any
}

// sortKeys turns an order into keys of the node under an alias. tail are the expressions that follow
// the order, in the direction of its last key.
func sortKeys(order []graph.Order, backward bool, after *graph.Key, alias string, tail ...string) []sortKey {
	var keys []sortKey
	desc := false
	for _, o := range order {
		desc = o.Desc
		keys = append(keys, sortKey{expr: column(alias, o.Prop), nullable: true, desc: desc != backward})
	}
	for _, expr := range tail {
		keys = append(keys, sortKey{expr: expr, desc: desc != backward})
	}
	if after != nil {
		for i, v := range append(append([]any{}, after.Values...), string(after.ID)) {
			keys[i].value = v
		}
	}
	return keys
}

// after writes the condition that a row comes after the place, for keys in order of weight.
func (q *query) after(keys []sortKey) {
	k, rest := keys[0], keys[1:]
	op := " > ?"
	if k.desc {
		op = " < ?"
	}
	if len(rest) == 0 {
		q.add(k.expr+op, k.value)
		return
	}
	switch {
	case k.value == nil && k.desc:
		q.add("(" + k.expr + " IS NOT NULL OR ")
		q.after(rest)
		q.add(")")
	case k.value == nil:
		q.add("(" + k.expr + " IS NULL AND ")
		q.after(rest)
		q.add(")")
	default:
		q.add("("+k.expr+op+" OR ", k.value)
		if k.nullable && !k.desc {
			q.add(k.expr + " IS NULL OR ")
		}
		q.add(k.expr+" = ? AND ", k.value)
		q.after(rest)
		q.add(")")
	}
}

// columns gives the expressions that keys sort by: for one that may be null, whether it is, first.
func columns(keys []sortKey) []string {
	var out []string
	for _, k := range keys {
		if k.nullable {
			out = append(out, k.expr+" IS NULL")
		}
		out = append(out, k.expr)
	}
	return out
}

// directions gives what follows each of the columns in ORDER BY.
func directions(keys []sortKey) []string {
	var out []string
	for _, k := range keys {
		direction := ""
		if k.desc {
			direction = " DESC"
		}
		if out = append(out, direction); k.nullable {
			out = append(out, direction)
		}
	}
	return out
}

// A segment is a stretch of an order that one index serves. An order whose first key may be null has
// two: ordering by "is it null, and then its value" would sort everything.
type segment struct {
	prop string // first key of the order; "" when there is none
	expr string // its column
	null bool   // the rows without it
	keys []sortKey
	from bool // whether rows must come after the place in keys
}

// segments gives what is left of an order after the place, in reading order.
func segments(q *graph.Query, alias string) []segment {
	keys := sortKeys(q.Order, q.Backward, q.After, alias, alias+".id")
	if len(q.Order) == 0 {
		return []segment{{keys: keys, from: q.After != nil}}
	}
	first := keys[0]
	valued := segment{prop: q.Order[0].Prop, expr: first.expr, keys: keys}
	valued.keys[0].nullable = false
	nulls := segment{prop: q.Order[0].Prop, expr: first.expr, null: true, keys: keys[1:]}
	both := []segment{valued, nulls}
	if first.desc {
		both = []segment{nulls, valued}
	}
	if q.After == nil {
		return both
	}
	at := 0
	if both[0].null != (first.value == nil) {
		at = 1
	}
	both[at].from = true
	return both[at:]
}

// within writes, after other conditions, that a row is in the segment and after the place. hasProp is
// false for kinds without the first key's property: all their nodes are in the segment of nulls.
func (q *query) within(s segment, hasProp bool) {
	switch {
	case s.prop == "" || s.null && !hasProp:
	case s.null:
		q.add(" AND " + s.expr + " IS NULL")
	case s.from:
		// This is where the index starts; the condition on all keys alone would not tell SQLite.
		op := " >= ?"
		if s.keys[0].desc {
			op = " <= ?"
		}
		q.add(" AND "+s.expr+op, s.keys[0].value)
	default:
		q.add(" AND " + s.expr + " IS NOT NULL")
	}
	if s.from {
		q.add(" AND ")
		q.after(s.keys)
	}
}
