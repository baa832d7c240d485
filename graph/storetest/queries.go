package storetest

import (
	"maps"
	"slices"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// An asker makes random queries about what a model holds, and a few about what it does not.
type asker struct {
	chance
	*universe
	model *Model
	seen  *tally
}

var filterable, sortable, groupable = func() (f, s, g []string) {
	has := map[string]bool{}
	for _, k := range graph.Kinds {
		for _, p := range k.Properties {
			if has[p.Name] || p.Opaque {
				continue
			}
			has[p.Name] = true
			f = append(f, p.Name)
			if p.Type != graph.ListProp {
				g = append(g, p.Name)
			}
			if p.Sortable {
				s = append(s, p.Name)
			}
		}
	}
	return f, s, g
}()

var everyKind = func() (out []graph.Kind) {
	for _, k := range graph.Kinds {
		out = append(out, k.Kind)
	}
	return out
}()

// id gives the id of a node, or of one that may not be there.
func (a *asker) id() graph.ID {
	if a.in(6) || len(a.model.nodes) == 0 {
		return pick(a.chance, a.ids[pick(a.chance, everyKind)])
	}
	return pick(a.chance, a.model.nodes).ID
}

func (a *asker) idList(most int) []graph.ID {
	var out []graph.ID
	for range a.IntN(most + 1) {
		out = append(out, a.id())
	}
	return out
}

// kinds gives no kinds or a few; records often, since they share most properties.
func (a *asker) kinds() []graph.Kind {
	switch a.IntN(3) {
	case 0:
		return nil
	case 1:
		return some(a.chance, graph.RecordKinds(), 3)
	}
	return some(a.chance, everyKind, 3)
}

// filter makes a tree of at most that many levels.
func (a *asker) filter(depth int) graph.Filter {
	if depth == 0 {
		return a.cond()
	}
	switch a.IntN(12) {
	case 0:
		return nil
	case 1, 2:
		return graph.And(a.filters(depth - 1))
	case 3, 4:
		return graph.Or(a.filters(depth - 1))
	case 5:
		return graph.Not{Filter: a.filter(depth - 1)}
	case 6:
		return graph.InKinds(a.kinds())
	case 7:
		return graph.InIDs(a.idList(5))
	case 8:
		return graph.IsDeclared(a.in(2))
	case 9, 10:
		return a.linked(depth - 1)
	}
	return a.cond()
}

func (a *asker) filters(depth int) []graph.Filter {
	var out []graph.Filter
	for range a.IntN(4) {
		out = append(out, a.filter(depth))
	}
	return out
}

func (a *asker) linked(depth int) graph.Filter {
	l := graph.Linked{Types: a.relTypes(), Direction: a.direction(), MinCertainty: graph.Certainty(a.IntN(4))}
	if a.in(2) {
		l.Far = a.filter(depth)
	}
	for i := range a.model.nodes {
		a.seen.truth("linked filter", graph.Match(l, &a.model.nodes[i], a.model.linksAt))
	}
	return l
}

func (a *asker) relTypes() []graph.RelType {
	var out []graph.RelType
	for _, r := range some(a.chance, graph.RelTypes, 3+10*a.IntN(2)) {
		out = append(out, r.Type)
	}
	return out
}

func (a *asker) direction() graph.Direction {
	return pick(a.chance, []graph.Direction{graph.Out, graph.In, graph.Both})
}

// cond compares a property with a value it has somewhere, or with part of one, or with a strange one.
func (a *asker) cond() graph.Filter {
	p := graph.PropertyOf(pick(a.chance, filterable))
	for range 8 { // most of the many properties are on no node at the moment
		if len(a.valuesOf(p.Name)) > 0 {
			break
		}
		p = graph.PropertyOf(pick(a.chance, filterable))
	}
	ops := []graph.Op{graph.EQ, graph.NE, graph.GT, graph.GTE, graph.LT, graph.LTE, graph.AnyOf, graph.NoneOf, graph.IsNull}
	switch p.Type {
	case graph.StringProp:
		ops = append(ops, graph.Contains, graph.StartsWith)
	case graph.BoolProp:
		ops = []graph.Op{graph.EQ, graph.NE, graph.GT, graph.LTE, graph.IsNull}
	case graph.ListProp:
		ops = []graph.Op{graph.Has, graph.HasAny, graph.IsNull}
	}
	c := graph.Cond{Prop: p.Name, Op: pick(a.chance, ops)}
	switch c.Op {
	case graph.IsNull:
		c.Value = a.in(2)
	case graph.AnyOf, graph.NoneOf:
		c.Value = a.several(p)
	case graph.HasAny:
		c.Value = []string{a.item(p), a.item(p)}
	case graph.Has:
		c.Value = a.item(p)
	case graph.Contains, graph.StartsWith:
		c.Value = a.part(a.like(p).(string), c.Op)
	default:
		c.Value = a.like(p)
	}
	for i := range a.model.nodes {
		if n := &a.model.nodes[i]; n.Props[c.Prop] != nil || c.Op == graph.IsNull {
			a.seen.truth("operator "+string(c.Op), graph.Match(c, n, nil))
		}
	}
	return c
}

func (a *asker) valuesOf(name string) []any {
	var out []any
	for _, n := range a.model.nodes {
		if v, ok := n.Props[name]; ok {
			out = append(out, v)
		}
	}
	return out
}

// like gives a value of a scalar property, most often one that a node has.
func (a *asker) like(p *graph.Property) any {
	if vs := a.valuesOf(p.Name); len(vs) > 0 && !a.in(5) {
		return pick(a.chance, vs)
	}
	if v, ok := a.value(a.chance, p); ok {
		return v
	}
	return ""
}

func (a *asker) item(p *graph.Property) string {
	if vs := a.valuesOf(p.Name); len(vs) > 0 && !a.in(4) {
		return pick(a.chance, pick(a.chance, vs).([]string))
	}
	return pick(a.chance, strangeStrings)
}

func (a *asker) several(p *graph.Property) any {
	n := a.IntN(4)
	if p.Type == graph.IntProp {
		list := []int64{}
		for range n {
			list = append(list, a.like(p).(int64))
		}
		return list
	}
	list := []string{}
	for range n {
		list = append(list, a.like(p).(string))
	}
	return list
}

// part cuts a piece out of a string between runes; at times it turns case or is a pattern's sign.
func (a *asker) part(s string, op graph.Op) string {
	if a.in(6) {
		return pick(a.chance, []string{"%", "_", "*", "", "s", "S"})
	}
	runes := []rune(s)
	if len(runes) == 0 {
		return ""
	}
	from := 0
	if op == graph.Contains {
		from = a.IntN(len(runes))
	}
	piece := string(runes[from : from+1+a.IntN(min(6, len(runes)-from))])
	if a.in(8) {
		return strings.ToUpper(piece)
	}
	return piece
}

func (a *asker) order() []graph.Order {
	var out []graph.Order
	for range a.IntN(4) {
		prop := pick(a.chance, sortable)
		if a.in(2) { // these have ties and gaps on most nodes
			prop = pick(a.chance, []string{"label", "handle", "line", "run", "implementationStatus", "title"})
		}
		if !slices.ContainsFunc(out, func(o graph.Order) bool { return o.Prop == prop }) {
			out = append(out, graph.Order{Prop: prop, Desc: a.in(2)})
		}
	}
	return out
}

func (a *asker) want() graph.Want { return graph.Want(a.IntN(2)) }

func (a *asker) query() graph.Query {
	return graph.Query{Kinds: a.kinds(), Filter: a.filter(a.IntN(4)), Order: a.order(), Backward: a.in(2), Want: a.want()}
}

func (a *asker) step() graph.Step {
	s := graph.Step{Direction: a.direction(), MinCertainty: graph.Certainty(a.IntN(4)), Order: a.order(), Backward: a.in(2), Limit: a.IntN(4), Distinct: a.in(3), Want: a.want()}
	if a.in(2) {
		s.Types = a.relTypes()
	}
	if a.in(4) {
		s.FarKinds = a.kinds()
	}
	if a.in(3) {
		s.Far = a.filter(a.IntN(3))
	}
	return s
}

// near gives distinct ids; those of well linked nodes more often.
func (a *asker) near() []graph.ID {
	set := map[graph.ID]bool{}
	hubs := slices.Sorted(maps.Keys(a.model.links))
	for range 1 + a.IntN(6) {
		set[a.id()] = true
		if len(hubs) > 0 {
			set[pick(a.chance, hubs)] = true
		}
	}
	ids := slices.Sorted(maps.Keys(set))
	a.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	return ids
}

func (a *asker) count() graph.CountQuery {
	switch a.IntN(5) {
	case 0:
		return graph.CountQuery{Over: graph.OverRelationships}
	case 1:
		return graph.CountQuery{Over: graph.OverLinks, Near: a.near(), Step: a.step()}
	}
	q := graph.CountQuery{Kinds: a.kinds(), Filter: a.filter(a.IntN(3))}
	for _, name := range some(a.chance, append([]string{"kind", "run", "label", "line", "noCounterpart"}, pick(a.chance, groupable)), 3) {
		if !slices.Contains(q.GroupBy, name) {
			q.GroupBy = append(q.GroupBy, name)
		}
	}
	return q
}

// search makes a query from a label, a text or a handle that is there, whole or in part.
func (a *asker) search() graph.TextQuery {
	q := graph.TextQuery{Tier: pick(a.chance, graph.Tiers), Kinds: a.kinds(), Limit: 1 + a.IntN(9), Want: a.want()}
	if a.in(3) {
		q.Filter = a.filter(a.IntN(2))
	}
	if a.in(4) {
		q.After = a.id()
	}
	q.Raw = pick(a.chance, []string{"shelf", "lookup shelf", "Shelf lookup", "the lookup", "books a b", "cafe", "zzz", "%", "shelf*", `"`})
	if n := len(a.model.nodes); n > 0 && !a.in(4) {
		node := a.model.nodes[a.IntN(n)]
		info := graph.KindOf(node.Kind)
		switch {
		case q.Tier == graph.TierHandle:
			q.Raw = pick(a.chance, []string{string(node.ID), node.Props.String("handle"), strings.ToLower(node.Props.String("handle"))})
		case a.in(3) && node.Props.String(info.Text) != "":
			q.Raw = a.words(node.Props.String(info.Text))
		default:
			q.Raw = node.Props.String(info.Label)
			if a.in(2) {
				q.Raw = a.words(q.Raw)
			}
		}
	}
	q.Words = graph.QueryWords(q.Raw)
	return q
}

// words takes a few neighbouring words, at times turned around.
func (a *asker) words(s string) string {
	ws := strings.Fields(s)
	if len(ws) == 0 {
		return s
	}
	from := a.IntN(len(ws))
	ws = slices.Clone(ws[from : from+1+a.IntN(min(3, len(ws)-from))])
	if a.in(3) {
		slices.Reverse(ws)
	}
	return strings.Join(ws, " ")
}

func (a *asker) history() graph.HistoryQuery {
	q := graph.HistoryQuery{Current: a.in(3), Facts: a.in(2), Content: a.in(2)}
	if a.in(3) {
		q.Revision = uint64(a.IntN(int(a.model.revision) + 2))
	}
	if a.in(3) {
		q.Documents = some(a.chance, a.documents, 3)
	}
	for range a.IntN(3) {
		q.Locations = append(q.Locations, location(a.IntN(2*locations)))
	}
	return q
}
