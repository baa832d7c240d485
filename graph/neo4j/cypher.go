package neo4j

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// All Cypher stands in this file and, for what is asked of the database as a whole, in schema.go. Names
// that go into a text come from the tables of package graph, quoted; whatever a caller says is a parameter.
//
// Statements name the index that they are to use where there is a choice, so that plans do not depend
// on how much was in the store when Neo4j made them.

// Statements that read.
const (
	readRevision = "MATCH (m:CrosswalkMeta {name: 'store'}) RETURN m.revision AS revision"

	readNodes = "UNWIND $ids AS id MATCH (n:Crosswalk {id: id}) USING INDEX n:Crosswalk(id) RETURN "

	// journalLive reads what Judge asks for. Past editions are out of the way: they have one label less.
	journalLive = `CALL {
	MATCH (e:CrosswalkLive) USING INDEX e:CrosswalkLive(location) WHERE e.location IN $locations RETURN e
	UNION MATCH (e:CrosswalkLive) USING INDEX e:CrosswalkLive(path) WHERE e.path IN $paths RETURN e
	UNION MATCH (e:CrosswalkLive) USING INDEX e:CrosswalkLive(document) WHERE e.document IN $documents RETURN e
	UNION MATCH (e:CrosswalkLive) USING INDEX e:CrosswalkLive(digest) WHERE e.digest IN $digests RETURN e
} RETURN properties(e) AS e ORDER BY e.seq`

	// readDefiners goes by the document: of the facts that are in the graph one digest belongs to each.
	readDefiners = `UNWIND $nodes AS id
MATCH (c:CrosswalkContribution {node: id}) USING INDEX c:CrosswalkContribution(node) WHERE c.factKey IS NOT NULL
MATCH (e:CrosswalkLive {document: c.document}) USING INDEX e:CrosswalkLive(document) WHERE e.state = 'CURRENT'
RETURN DISTINCT c.node AS node, e.digest AS digest, c.factKey AS facts`

	readBatches = "UNWIND $digests AS digest MATCH (b:CrosswalkBatch {digest: digest}) USING INDEX b:CrosswalkBatch(digest) RETURN digest, b.facts AS facts"

	// readTouched tells what there is of nodes that an Apply touches.
	readTouched = `UNWIND $ids AS id
OPTIONAL MATCH (n:Crosswalk {id: id}) USING INDEX n:Crosswalk(id)
RETURN id, n IS NOT NULL AS there, n IS NOT NULL AND EXISTS { (n)--(:Crosswalk) } AS linked,
	COLLECT { MATCH (c:CrosswalkContribution {node: id}) USING INDEX c:CrosswalkContribution(node) RETURN [c.key, c.facts] } AS said`
)

// Statements that write.
const (
	// lockStore makes writers take turns, and finds out whether this write was committed before.
	lockStore = `MATCH (m:CrosswalkMeta {name: 'store'}) SET m.lock = $token
WITH m OPTIONAL MATCH (r:CrosswalkReceipt {token: $token}) USING INDEX r:CrosswalkReceipt(token)
RETURN m.revision AS revision, m.seq AS seq, r.change AS change`

	// leaveStore notes what was done, and forgets what was done over an hour ago.
	leaveStore = `MATCH (m:CrosswalkMeta {name: 'store'}) SET m.revision = $revision, m.seq = $seq REMOVE m.lock
CREATE (:CrosswalkReceipt {token: $token, change: $change, at: timestamp()})
WITH timestamp() - 3600000 AS old MATCH (r:CrosswalkReceipt) USING INDEX r:CrosswalkReceipt(at) WHERE r.at < old DELETE r`

	renameOrigins = "UNWIND $rows AS row MATCH (e:CrosswalkEdition {location: row.from}) USING INDEX e:CrosswalkEdition(location) SET e.location = row.to"

	closeEditions = `UNWIND $locations AS location
MATCH (e:CrosswalkLive {location: location}) USING INDEX e:CrosswalkLive(location) WHERE e.state = 'CURRENT'
SET e.state = 'PAST', e.until = $revision REMOVE e:CrosswalkLive`

	// forgetRefusals takes the label away first: in its transaction Neo4j goes on finding by an index what was
	// changed, here renamed, and then deleted.
	forgetRefusals = `UNWIND $locations AS location
MATCH (e:CrosswalkLive {location: location}) USING INDEX e:CrosswalkLive(location) WHERE e.state = 'REFUSED'
WITH e, e.digest AS digest, e.byteDigest AS byteDigest REMOVE e:CrosswalkLive:CrosswalkEdition DELETE e RETURN digest, byteDigest`

	purgeEditions = `UNWIND $locations AS location
MATCH (e:CrosswalkEdition {location: location}) USING INDEX e:CrosswalkEdition(location) WHERE e.state = 'PAST'
WITH e, e.digest AS digest, e.byteDigest AS byteDigest REMOVE e:CrosswalkEdition DELETE e RETURN digest, byteDigest`

	touchEditions = `UNWIND $rows AS row
MATCH (e:CrosswalkLive {location: row.location}) USING INDEX e:CrosswalkLive(location) WHERE e.state = 'CURRENT'
WITH e, row, e.byteDigest AS byteDigest SET e.byteDigest = row.byteDigest, e.format = row.format, e.path = row.path
RETURN byteDigest`

	addEditions = "UNWIND $rows AS row CREATE (e:CrosswalkEdition:CrosswalkLive) SET e = row"

	// refuseAgain makes a refused edition of what an origin just lost.
	refuseAgain = `UNWIND $rows AS row
CALL { WITH row MATCH (e:CrosswalkEdition {location: row.location}) USING INDEX e:CrosswalkEdition(location) WHERE e.digest = row.digest
	RETURN e ORDER BY e.seq DESC LIMIT 1 }
WITH row, e {.*, seq: row.seq, state: 'REFUSED', since: row.since, until: 0, at: row.at,
	conflictLocation: row.conflictLocation, conflictNode: row.conflictNode} AS lost
CREATE (e:CrosswalkEdition:CrosswalkLive) SET e = lost`

	keepBatches  = "UNWIND $rows AS row MERGE (b:CrosswalkBatch {digest: row.digest}) ON CREATE SET b.facts = row.bytes"
	keepContents = "UNWIND $rows AS row MERGE (c:CrosswalkContent {digest: row.digest}) ON CREATE SET c.bytes = row.bytes"

	sweepBatches = `UNWIND $digests AS digest MATCH (b:CrosswalkBatch {digest: digest}) USING INDEX b:CrosswalkBatch(digest)
WHERE NOT EXISTS { MATCH (e:CrosswalkEdition {digest: digest}) } DELETE b`
	sweepContents = `UNWIND $digests AS digest MATCH (c:CrosswalkContent {digest: digest}) USING INDEX c:CrosswalkContent(digest)
WHERE NOT EXISTS { MATCH (e:CrosswalkEdition {byteDigest: digest}) } DELETE c`

	writeContributions = "UNWIND $rows AS row MERGE (c:CrosswalkContribution {key: row.key}) SET c = row"
	dropContributions  = "UNWIND $keys AS key MATCH (c:CrosswalkContribution {key: key}) USING INDEX c:CrosswalkContribution(key) DELETE c"

	writeBodies = "UNWIND $rows AS row MERGE (b:CrosswalkBody {id: row.id}) SET b = row"
	dropBodies  = "UNWIND $ids AS id MATCH (b:CrosswalkBody {id: id}) USING INDEX b:CrosswalkBody(id) DELETE b"
	// Relationships to nodes that are not ours do not keep a node.
	dropNodes = "UNWIND $ids AS id MATCH (n:Crosswalk {id: id}) USING INDEX n:Crosswalk(id) DETACH DELETE n"
)

// writeNodes writes nodes of a kind.
func writeNodes(k graph.Kind) string {
	return "UNWIND $rows AS row MERGE (n:Crosswalk {id: row.id}) SET n:" + typeOf(k) + " SET n = row"
}

// The statements that write relationships of a type.
func addRelationships(t graph.RelType) string {
	return `UNWIND $rows AS row
MATCH (a:Crosswalk {id: row.source}) USING INDEX a:Crosswalk(id)
MATCH (b:Crosswalk {id: row.target}) USING INDEX b:Crosswalk(id)
CREATE (a)-[r:` + ident(string(t)) + "]->(b) SET r = row.props"
}

func changeRelationships(t graph.RelType) string {
	return "UNWIND $rows AS row " + seekRelationship(t, "row.props.id") + " SET r = row.props"
}

func dropRelationships(t graph.RelType) string {
	return "UNWIND $ids AS id " + seekRelationship(t, "id") + " DELETE r"
}

func seekRelationship(t graph.RelType, id string) string {
	name := ident(string(t))
	return "MATCH ()-[r:" + name + " {id: " + id + "}]->() USING INDEX r:" + name + "(id)"
}

// ident quotes a name for Cypher.
func ident(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

// typeOf is the label of a kind.
func typeOf(k graph.Kind) string { return ident(graph.KindOf(k).Type) }

// property is a property as an index has it: cut when it may be.
func property(alias, name string) string { return alias + "." + ident(name) }

// whole is a property with nothing left out.
func whole(alias string, p *graph.Property) string {
	if !mayBeCut(p) {
		return property(alias, p.Name)
	}
	return "coalesce(" + property(alias, longPrefix+p.Name) + ", " + property(alias, p.Name) + ")"
}

// opaque lists the properties that bodies hold, for a map projection.
var opaque = func() string {
	names := []string{"." + propStated}
	for i := range graph.Kinds {
		for _, p := range graph.Kinds[i].Properties {
			if name := "." + ident(p.Name); p.Opaque && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return strings.Join(names, ", ")
}()

// nodeColumns are what transaction.nodes reads, from the node n.
func nodeColumns(w graph.Want) string { return "properties(n) AS n, " + body("n", w) + " AS body" }

// body reads a node's body, as a list of at most one.
func body(alias string, w graph.Want) string {
	if w == graph.Light {
		return "[]"
	}
	return "COLLECT { MATCH (body:CrosswalkBody {id: " + alias + ".id}) USING INDEX body:CrosswalkBody(id) RETURN body {" + opaque + "} }"
}

// A query is Cypher in the making.
type query struct {
	text   strings.Builder
	params map[string]any
	depth  int // of Linked around what is written; aliases are numbered by it
}

func newQuery(text string) *query {
	q := &query{params: map[string]any{}}
	q.add(text)
	return q
}

func (q *query) add(texts ...string) {
	for _, text := range texts {
		q.text.WriteString(text)
	}
}

// param makes a parameter and gives how the text names it.
func (q *query) param(v any) string {
	name := fmt.Sprintf("p%d", len(q.params))
	q.params[name] = v
	return "$" + name
}

func (q *query) statement() statement { return statement{q.text.String(), q.params} }

// each writes parts with a separator.
func (q *query) each(n int, separator string, part func(i int)) {
	for i := range n {
		if i > 0 {
			q.add(separator)
		}
		part(i)
	}
}

// Conditions.

// where writes a validated filter on the node under an alias as a condition. graph.Match is the
// specification. Comparisons with absent properties are null here and false there; and, or and WHERE
// cannot tell these apart, and Not counts null as false.
func (q *query) where(f graph.Filter, alias string) {
	switch f := f.(type) {
	case nil:
		q.constant(true)
	case graph.And:
		q.all(f, alias)
	case graph.Or:
		q.any(f, alias)
	case graph.Not:
		q.add("coalesce(NOT (")
		q.where(f.Filter, alias)
		q.add("), true)")
	case graph.InKinds:
		q.ofKinds(f, alias)
	case graph.InIDs:
		q.add(alias, ".id IN ", q.param(list(f)))
	case graph.IsDeclared:
		if f {
			q.add(alias, ".stub IS NULL")
		} else {
			q.add(alias, ".stub = true")
		}
	case graph.Cond:
		q.compare(f, alias)
	case graph.Linked:
		q.linked(f, alias)
	}
}

// constant writes a truth value. A literal would be folded into what is around it, and the condition that an
// index needs with it.
func (q *query) constant(v bool) { q.add(q.param(v)) }

// plain is how many conditions are joined by AND. More than these become a list: each makes Neo4j nest
// one level deeper.
const plain = 50

// all joins conditions of which all must hold.
func (q *query) all(fs graph.And, alias string) {
	switch {
	case len(fs) == 0:
		q.constant(true)
	case len(fs) <= plain:
		q.add("(")
		q.each(len(fs), " AND ", func(i int) { q.where(fs[i], alias) })
		q.add(")")
	default:
		q.add("coalesce(all(ok IN [")
		q.each(len(fs), ", ", func(i int) { q.where(fs[i], alias) })
		q.add("] WHERE ok), false)")
	}
}

// any joins conditions of which one must hold. It does not say OR: that is rewritten into a normal form,
// which takes long, and may be answered from indexes one by one, in no order.
func (q *query) any(fs graph.Or, alias string) {
	if len(fs) == 0 {
		q.constant(false)
		return
	}
	q.add("CASE")
	for _, f := range fs {
		q.add(" WHEN ")
		q.where(f, alias)
		q.add(" THEN true")
	}
	q.add(" ELSE false END")
}

// ofKinds tells whether a node is of one of the kinds.
func (q *query) ofKinds(kinds []graph.Kind, alias string) {
	if len(kinds) == 0 {
		q.constant(false)
		return
	}
	q.add(alias)
	for i, k := range kinds {
		q.add([]string{":", "|"}[min(i, 1)], typeOf(k))
	}
}

var comparisons = map[graph.Op]string{
	graph.EQ: " = ", graph.NE: " <> ", graph.GT: " > ", graph.GTE: " >= ", graph.LT: " < ", graph.LTE: " <= ",
	graph.Contains: " CONTAINS ", graph.StartsWith: " STARTS WITH ",
}

// compare writes the comparison of a property. Short operands compare with the cut value as with the
// whole one; for others what the index has is a first condition.
func (q *query) compare(c graph.Cond, alias string) {
	p := graph.PropertyOf(c.Prop)
	stored, value := property(alias, p.Name), whole(alias, p)
	switch c.Op {
	case graph.IsNull:
		q.add(stored, nullTest(c.Value.(bool)))
		return
	case graph.AnyOf, graph.NoneOf:
		q.anyOf(c, p, stored, value)
		return
	case graph.Has, graph.HasAny:
		q.has(c, stored)
		return
	}
	text, isText := c.Value.(string)
	switch {
	case isText && !utf8.ValidString(text) && (c.Op == graph.EQ || c.Op == graph.Contains || c.Op == graph.StartsWith):
		q.constant(false) // no stored value has such bytes, and the driver would send others
	case !isText || !mayBeCut(p) || short(text) && c.Op != graph.Contains:
		q.add(stored, comparisons[c.Op], q.param(c.Value))
	case c.Op == graph.EQ || c.Op == graph.StartsWith:
		key, _ := cut(text)
		q.add("(", stored, " STARTS WITH ", q.param(key), " AND ", value, comparisons[c.Op], q.param(text), ")")
	default:
		q.add(value, comparisons[c.Op], q.param(text))
	}
}

func nullTest(null bool) string {
	if null {
		return " IS NULL"
	}
	return " IS NOT NULL"
}

func (q *query) anyOf(c graph.Cond, p *graph.Property, stored, value string) {
	texts, _ := c.Value.([]string)
	texts = slices.DeleteFunc(slices.Clone(texts), func(s string) bool { return !utf8.ValidString(s) })
	operands := c.Value
	if p.Type == graph.StringProp {
		operands = texts
	}
	long := mayBeCut(p) && slices.ContainsFunc(texts, func(s string) bool { return !short(s) })
	if !long {
		value = stored
	}
	if c.Op == graph.NoneOf {
		q.add("(", stored, " IS NOT NULL AND NOT ", value, " IN ", q.param(operands), ")")
		return
	}
	if long {
		keys := make([]string, len(texts))
		for i, s := range texts {
			keys[i], _ = cut(s)
		}
		q.add(stored, " IN ", q.param(keys), " AND ")
	}
	q.add(value, " IN ", q.param(operands))
}

// has looks into a list.
func (q *query) has(c graph.Cond, stored string) {
	if s, one := c.Value.(string); one {
		q.add(q.param(s), " IN ", stored)
		return
	}
	q.add("any(item IN ", stored, " WHERE item IN ", q.param(c.Value), ")")
}

// linked asks whether a node has a relationship whose far end the filter accepts.
func (q *query) linked(l graph.Linked, alias string) {
	q.depth++
	rel, far := fmt.Sprintf("r%d", q.depth), fmt.Sprintf("f%d", q.depth)
	q.add("EXISTS { MATCH ", pattern(alias, rel, far, l.Types, l.Direction))
	q.hop(rel, far, l.MinCertainty, nil, l.Far)
	q.add(" }")
	q.depth--
}

// pattern is a relationship between two nodes, of which the near one is known.
func pattern(near, rel, far string, types []graph.RelType, d graph.Direction) string {
	left, right := "-", "-"
	switch d {
	case graph.Out:
		right = "->"
	case graph.In:
		left = "<-"
	}
	of := ""
	for i, t := range types {
		of += []string{":", "|"}[min(i, 1)] + ident(string(t))
	}
	return "(" + near + ")" + left + "[" + rel + of + "]" + right + "(" + far + ":Crosswalk)"
}

// hop writes the WHERE clause of a pattern, if it needs one, and gives what a further condition begins with.
func (q *query) hop(rel, far string, least graph.Certainty, kinds []graph.Kind, f graph.Filter) (joint string) {
	joint = " WHERE "
	if least > graph.Stated {
		q.add(joint, rel, ".certainty >= ", q.param(int64(least)))
		joint = " AND "
	}
	if len(kinds) > 0 {
		q.add(joint)
		q.ofKinds(kinds, far)
		joint = " AND "
	}
	if f != nil {
		q.add(joint)
		q.where(f, far)
		joint = " AND "
	}
	return joint
}

// Orders.

// A sortKey is one key of an order as it is read: the expressions to sort by, one after the other; the
// one to compare with a place; whether it may be null; its direction; and the place's value when there is a
// place. graph.CompareKeys is the specification: nulls come last ascending and first descending, which
// is Neo4j's order too.
type sortKey struct {
	exprs    []string
	compared string
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
		p := graph.PropertyOf(o.Prop)
		k := sortKey{exprs: []string{property(alias, p.Name)}, compared: property(alias, p.Name), nullable: true, desc: o.Desc != backward}
		if mayBeCut(p) {
			k.exprs = append(k.exprs, whole(alias, p))
		}
		keys, desc = append(keys, k), o.Desc
	}
	for _, expr := range tail {
		keys = append(keys, sortKey{exprs: []string{expr}, compared: expr, desc: desc != backward})
	}
	if after == nil {
		return keys
	}
	for i, v := range append(slices.Clone(after.Values), string(after.ID)) {
		keys[i].value = v
		if s, isText := v.(string); isText && !short(s) {
			keys[i].compared = keys[i].exprs[len(keys[i].exprs)-1]
		}
	}
	return keys
}

// after writes the condition that a row comes after the place, for keys in order of weight. Like any, it
// does not say OR.
func (q *query) after(keys []sortKey) {
	k, rest := keys[0], keys[1:]
	op := " > "
	if k.desc {
		op = " < "
	}
	if len(rest) == 0 {
		q.add(k.compared, op, q.param(k.value))
		return
	}
	q.add("CASE WHEN ", k.compared)
	switch {
	case k.value == nil && k.desc:
		q.add(" IS NOT NULL THEN true ELSE ")
	case k.value == nil:
		q.add(" IS NOT NULL THEN false ELSE ")
	default:
		value := q.param(k.value)
		q.add(op, value, " THEN true")
		if k.nullable {
			q.add(" WHEN ", k.compared, " IS NULL THEN ", fmt.Sprint(!k.desc))
		}
		q.add(" WHEN ", k.compared, " <> ", value, " THEN false ELSE ")
	}
	q.after(rest)
	q.add(" END")
}

// sorting gives the expressions to sort by and, for each, what follows it in ORDER BY.
func sorting(keys []sortKey) (exprs, directions []string) {
	for _, k := range keys {
		for _, expr := range k.exprs {
			exprs = append(exprs, expr)
			directions = append(directions, map[bool]string{true: " DESC"}[k.desc])
		}
	}
	return exprs, directions
}

func orderBy(keys []sortKey) string {
	exprs, directions := sorting(keys)
	for i := range exprs {
		exprs[i] += directions[i]
	}
	return " ORDER BY " + strings.Join(exprs, ", ")
}

// Where the nodes of a read come from.

// seek writes the parts of a read that begin at a condition which narrow chose: each is MATCH and WHERE
// up to further conditions, and there is one for each index that has to be looked into.
func seek(f graph.Filter, kinds []graph.Kind) []func(*query) {
	if c, isCond := f.(graph.Cond); isCond {
		var parts []func(*query)
		for _, k := range withProperty(kinds, c.Prop) {
			parts = append(parts, func(q *query) {
				q.add("MATCH (n:Crosswalk&", typeOf(k), ") ", hint(k, graph.PropertyOf(c.Prop)), " WHERE ")
				q.where(c, "n")
			})
		}
		return parts
	}
	return []func(*query){func(q *query) {
		switch f := f.(type) {
		case graph.InIDs:
			q.add("MATCH (n:Crosswalk) USING INDEX n:Crosswalk(id) WHERE ")
			q.where(f, "n")
		case graph.Linked:
			pinned, others := narrow(f.Far)
			q.add("MATCH ", pattern("n:Crosswalk", "r0", "f0", f.Types, f.Direction), " USING INDEX f0:Crosswalk(id)")
			q.hop("r0", "f0", f.MinCertainty, nil, pinned)
			q.and(others, "f0")
			q.add(" WITH DISTINCT n WHERE true")
		default:
			q.add("MATCH (n:Crosswalk) USING INDEX n:Crosswalk(stub) WHERE ")
			q.where(f, "n")
		}
		if len(kinds) > 0 {
			q.add(" AND ")
			q.ofKinds(kinds, "n")
		}
	}}
}

// and adds further conditions.
func (q *query) and(fs graph.And, alias string) {
	if len(fs) > 0 {
		q.add(" AND ")
		q.where(fs, alias)
	}
}

// hint names the index of a property.
func hint(k graph.Kind, p *graph.Property) string {
	return "USING INDEX n:" + typeOf(k) + "(" + indexed(p) + ")"
}

// indexed lists the properties of the index of one: texts are told apart well enough by themselves. Of
// what has few values the id is part of the index, so that a page within one value needs no sorting.
func indexed(p *graph.Property) string {
	if mayBeCut(p) {
		return ident(p.Name)
	}
	return ident(p.Name) + ", " + propID
}

// withProperty gives the kinds, each once, that have a property; of all when none are named.
func withProperty(kinds []graph.Kind, prop string) []graph.Kind {
	return slices.DeleteFunc(eachKind(kinds), func(k graph.Kind) bool { return graph.KindOf(k).Property(prop) == nil })
}

// eachKind gives the kinds, each once, in the order of ids; all when none are named.
func eachKind(kinds []graph.Kind) []graph.Kind {
	if len(kinds) == 0 {
		for i := range graph.Kinds {
			kinds = append(kinds, graph.Kinds[i].Kind)
		}
	}
	out := slices.Clone(kinds)
	slices.Sort(out)
	return slices.Compact(out)
}

// inOrder writes the parts of a read that go through the ids: of all nodes, or of each kind.
func inOrder(kinds []graph.Kind) []func(*query) {
	const match = "MATCH (n:Crosswalk) USING INDEX n:Crosswalk(id) WHERE "
	if len(kinds) == 0 {
		return []func(*query){func(q *query) { q.add(match, "n.id > ''") }}
	}
	var parts []func(*query)
	for _, k := range eachKind(kinds) {
		// Ids begin with the kind and a colon, which the semicolon follows.
		parts = append(parts, func(q *query) { q.add(match, "n.id >= '", string(k), ":' AND n.id < '", string(k), ";'") })
	}
	return parts
}

// A segment is a stretch of an order that is read as one. An order by an index has two, as the index
// does not have the nodes without a value; any other is a single one.
type segment struct {
	parts []func(*query) // MATCH and WHERE, up to further conditions
	rest  graph.And      // these
	keys  []sortKey
	from  bool // whether nodes must come after the place in keys
}

// planned bounds the parts of a read times the conditions in each. Neo4j takes milliseconds to plan one;
// beyond this it is better to look at every node of the kinds.
const planned = 200

// segments gives what is left of an order after the place, in reading order.
func segments(q *graph.Query) []segment {
	keys := sortKeys(q.Order, q.Backward, q.After, "n", "n.id")
	pinned, rest := narrow(q.Filter)
	one := segment{rest: rest, keys: keys, from: q.After != nil}
	switch {
	case pinned != nil:
		one.parts = seek(pinned, q.Kinds)
	case len(q.Order) == 0:
		one.parts = inOrder(q.Kinds)
	default:
		if both := byIndex(q, keys, rest); both != nil {
			return both
		}
		one.parts = []func(*query){scan(q.Kinds)}
	}
	if tooMany(one.parts, rest) {
		one.parts, one.rest = []func(*query){scan(q.Kinds)}, conjuncts(q.Filter, nil)
	}
	return []segment{one}
}

func tooMany(parts []func(*query), conditions graph.And) bool {
	return len(parts) > 1 && len(parts)*size(conditions) > planned
}

// byIndex gives what is left of an order that is read by the index of its first key; nil when there
// would be too much to plan.
func byIndex(q *graph.Query, keys []sortKey, rest graph.And) []segment {
	by := graph.PropertyOf(q.Order[0].Prop)
	valued := segment{rest: rest, keys: keys}
	valued.keys[0].nullable = false
	nulls := segment{rest: rest, keys: keys[1:]}
	at := 0
	both := []*segment{&valued, &nulls}
	if keys[0].desc {
		both[0], both[1] = both[1], both[0]
	}
	if q.After != nil {
		if (both[0] == &nulls) != (keys[0].value == nil) {
			at = 1
		}
		both[at].from = true
	}
	for _, k := range withProperty(q.Kinds, by.Name) {
		valued.parts = append(valued.parts, func(c *query) {
			c.add("MATCH (n:Crosswalk&", typeOf(k), ") ", hint(k, by), " WHERE ", property("n", by.Name))
			valued.start(c)
			if !mayBeCut(by) {
				c.add(" AND n.id IS NOT NULL")
			}
		})
	}
	for _, part := range inOrder(q.Kinds) {
		nulls.parts = append(nulls.parts, func(c *query) {
			part(c)
			c.add(" AND ", property("n", by.Name), " IS NULL")
		})
	}
	if tooMany(valued.parts, rest) || tooMany(nulls.parts, rest) {
		return nil
	}
	var out []segment
	for _, s := range both[at:] {
		out = append(out, *s)
	}
	return out
}

// start writes where the index of an order starts.
func (s *segment) start(q *query) {
	if !s.from {
		q.add(" IS NOT NULL")
		return
	}
	op, value := " >= ", s.keys[0].value
	if s.keys[0].desc {
		op = " <= "
	}
	if text, isText := value.(string); isText {
		value, _ = cut(text)
	}
	q.add(op, q.param(value))
}

// findQuery reads a segment of a page; false when no kind can have nodes in it.
func findQuery(q *graph.Query, s *segment, limit int) (statement, bool) {
	c := newQuery("")
	part := func(i int) {
		s.parts[i](c)
		c.and(s.rest, "n")
		if s.from {
			c.add(" AND ")
			c.after(s.keys)
		}
	}
	c.params["limit"] = limit
	switch len(s.parts) {
	case 0:
		return statement{}, false
	case 1:
		part(0)
		c.add(" WITH n", orderBy(s.keys))
	default:
		columns, order := aliased(s.keys)
		c.add("CALL { ")
		c.each(len(s.parts), " UNION ALL ", func(i int) {
			part(i)
			c.add(" RETURN n, ", columns, order, " LIMIT $limit")
		})
		c.add(" } WITH n", order)
	}
	c.add(" LIMIT $limit RETURN ", nodeColumns(q.Want))
	return c.statement(), true
}

// aliased gives what keys sort by as columns, and the order by these.
func aliased(keys []sortKey) (columns, order string) {
	exprs, directions := sorting(keys)
	names := make([]string, len(exprs))
	for i, expr := range exprs {
		names[i] = fmt.Sprintf("k%d", i)
		exprs[i] = expr + " AS " + names[i]
		names[i] += directions[i]
	}
	return strings.Join(exprs, ", "), " ORDER BY " + strings.Join(names, ", ")
}

// Walks and counts.

// walkQuery reads the links of several steps: one row for each near node, one list for each step.
func walkQuery(near []graph.ID, steps []graph.Step) statement {
	q := newQuery("UNWIND $near AS near MATCH (a:Crosswalk {id: near}) USING INDEX a:Crosswalk(id) RETURN near")
	q.params["near"] = list(near)
	for i := range steps {
		s := &steps[i]
		q.add(", COLLECT { MATCH ", pattern("a", "r", "b", s.Types, s.Direction))
		keys := sortKeys(s.Order, s.Backward, s.After, "b", "r.line", "r.id")
		joint := q.once(q.hop("r", "b", s.MinCertainty, s.FarKinds, s.Far), s)
		if s.After != nil {
			q.add(joint)
			q.after(keys)
		}
		if s.Limit > 0 {
			q.add(" WITH r, b", orderBy(keys), " LIMIT ", q.param(s.Limit+1))
		}
		q.add(" RETURN [type(r), startNode(r) = a, properties(r), properties(b), ", body("b", s.Want), "] } AS ", fmt.Sprintf("s%d", i))
	}
	return q.statement()
}

func countLinksQuery(near []graph.ID, s *graph.Step) statement {
	q := newQuery("UNWIND $near AS near MATCH (a:Crosswalk {id: near}) USING INDEX a:Crosswalk(id) RETURN near, COUNT { MATCH ")
	q.params["near"] = list(near)
	q.add(pattern("a", "r", "b", s.Types, s.Direction))
	q.once(q.hop("r", "b", s.MinCertainty, s.FarKinds, s.Far), s)
	q.add(" } AS n")
	return q.statement()
}

// once writes, for a step to distinct far nodes, the condition that no other relationship which the step
// follows from a to b stands before r, and gives what a further condition begins with.
func (q *query) once(joint string, s *graph.Step) string {
	if !s.Distinct {
		return joint
	}
	q.add(joint, "NOT EXISTS { MATCH ", pattern("a", "e", "b", s.Types, s.Direction), " WHERE ")
	if s.MinCertainty > graph.Stated {
		q.add("e.certainty >= ", q.param(int64(s.MinCertainty)), " AND ")
	}
	q.add("(e.line < r.line OR e.line = r.line AND e.id < r.id) }")
	return " AND "
}

// countRelationships counts by type, which Neo4j does without looking at any.
var countRelationships = func() string {
	parts := make([]string, len(graph.RelTypes))
	for i, t := range graph.RelTypes {
		parts[i] = "MATCH (:Crosswalk)-[r:" + ident(string(t.Type)) + "]->() WITH count(r) AS n RETURN '" + string(t.Type) + "' AS k0, n"
	}
	return strings.Join(parts, " UNION ALL ")
}()

// countKinds counts all nodes by kind.
var countKinds = func() string {
	parts := make([]string, len(graph.Kinds))
	for i := range graph.Kinds {
		k := graph.Kinds[i].Kind
		parts[i] = "MATCH (n:Crosswalk&" + typeOf(k) + ") WITH count(n) AS n RETURN '" + string(k) + "' AS k0, n"
	}
	return strings.Join(parts, " UNION ALL ")
}()

// countNodesQuery counts nodes in groups; false when no kind can have any.
func countNodesQuery(q *graph.CountQuery) (statement, bool) {
	pinned, rest := narrow(q.Filter)
	parts := []func(*query){scan(q.Kinds)}
	if pinned != nil {
		if parts = seek(pinned, q.Kinds); tooMany(parts, rest) {
			parts, rest = []func(*query){scan(q.Kinds)}, conjuncts(q.Filter, nil)
		}
	}
	if len(parts) == 0 {
		return statement{}, false
	}
	columns, names := "", ""
	for i, name := range q.GroupBy {
		expr := "split(n.id, ':')[0]"
		if name != "kind" {
			expr = whole("n", graph.PropertyOf(name))
		}
		columns += fmt.Sprintf("%s AS k%d, ", expr, i)
		names += fmt.Sprintf("k%d, ", i)
	}
	c := newQuery("CALL { ")
	c.each(len(parts), " UNION ALL ", func(i int) {
		parts[i](c)
		c.and(rest, "n")
		c.add(" RETURN ", columns, "count(n) AS part")
	})
	c.add(" } RETURN ", names, "sum(part) AS n")
	return c.statement(), true
}

// scan writes the part that looks at every node of the kinds.
func scan(kinds []graph.Kind) func(*query) {
	return func(c *query) {
		if len(kinds) == 1 {
			c.add("MATCH (n:Crosswalk&", typeOf(kinds[0]), ") WHERE true")
			return
		}
		c.add("MATCH (n:Crosswalk) WHERE true")
		if len(kinds) > 0 {
			c.add(" AND ")
			c.ofKinds(kinds, "n")
		}
	}
}

// Search.

// searchQuery reads the nodes that match in a tier. What is found by words are bodies, which have the
// ids of their nodes.
func searchQuery(t *graph.TextQuery) statement {
	q := newQuery("")
	q.params["limit"], q.params["after"] = t.Limit, string(t.After)
	if t.Tier == graph.TierHandle {
		q.byHandle(t)
	} else {
		q.byWords(t)
	}
	q.add(" WITH n ORDER BY n.id LIMIT $limit RETURN ", nodeColumns(t.Want))
	return q.statement()
}

// byHandle finds by id or handle.
func (q *query) byHandle(t *graph.TextQuery) {
	handle := graph.Cond{Prop: "handle", Op: graph.EQ, Value: t.Raw}
	parts := append(seek(graph.InIDs{graph.ID(t.Raw)}, t.Kinds), seek(handle, t.Kinds)...)
	q.add("CALL { ")
	q.each(len(parts), " UNION ", func(i int) {
		parts[i](q)
		q.add(" AND n.id > $after")
		if t.Filter != nil {
			q.and(graph.And{t.Filter}, "n")
		}
		q.add(" RETURN n")
	})
	q.add(" }")
}

func (q *query) byWords(t *graph.TextQuery) {
	words := strings.Join(t.Words, " ")
	key, _ := cut(words)
	index := "MATCH (b:CrosswalkBody) USING INDEX b:CrosswalkBody(labelKey) WHERE "
	full := "CALL db.index.fulltext.queryNodes('" + wordsIndex + "', "
	switch t.Tier {
	case graph.TierLabel:
		q.add(index, "b.labelKey = ", q.param(key), " AND b.labelWords = ", q.param(words))
	case graph.TierLabelPrefix:
		q.add(index, "b.labelKey STARTS WITH ", q.param(key), " AND b.labelWords STARTS WITH ", q.param(words))
	case graph.TierLabelWords:
		q.add(full, q.param(propLabelWords+":("+quoted(t.Words)+")"), ") YIELD node AS b WITH b WHERE true")
	case graph.TierPhrase:
		q.add(full, q.param(quoted([]string{words})), ") YIELD node AS b WITH b WHERE true")
	default:
		q.add(full, q.param(quoted(t.Words)), ") YIELD node AS b WITH b WHERE true")
	}
	q.add(" AND b.id > $after")
	if len(t.Kinds) > 0 {
		q.add(" AND (")
		q.each(len(t.Kinds), " OR ", func(i int) { q.add("b.id STARTS WITH '", string(t.Kinds[i]), ":'") })
		q.add(")")
	}
	q.add(" WITH b.id AS id")
	if t.Filter == nil {
		q.add(" ORDER BY id LIMIT $limit")
	}
	q.add(" MATCH (n:Crosswalk {id: id}) USING INDEX n:Crosswalk(id)")
	if t.Filter != nil {
		q.add(" WHERE ")
		q.where(t.Filter, "n")
	}
}

var escapeQuoted = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// quoted writes words, or phrases, that all have to be there, so that nothing in them is syntax of Lucene.
func quoted(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = `"` + escapeQuoted.Replace(w) + `"`
	}
	return strings.Join(out, " AND ")
}

// historyQuery reads editions. What is large comes after the order, so that it is not sorted.
func historyQuery(h *graph.HistoryQuery) statement {
	q := newQuery("MATCH ")
	switch {
	case len(h.Locations) > 0:
		q.add("(e:CrosswalkEdition) USING INDEX e:CrosswalkEdition(location)")
	case len(h.Documents) > 0:
		q.add("(e:CrosswalkEdition) USING INDEX e:CrosswalkEdition(document)")
	case h.Revision > 0:
		q.add("(e:CrosswalkEdition) USING INDEX e:CrosswalkEdition(since) USING INDEX e:CrosswalkEdition(until)")
	case h.Current:
		q.add("(e:CrosswalkLive)")
	default:
		q.add("(e:CrosswalkEdition) USING INDEX e:CrosswalkEdition(seq)")
	}
	q.add(" WHERE e.seq > ", q.param(int64(h.AfterSeq)))
	for _, k := range graph.OperationalKinds() {
		q.add(" AND NOT e.document STARTS WITH ", q.param(string(k)+":"))
	}
	if len(h.Locations) > 0 {
		q.add(" AND e.location IN ", q.param(h.Locations))
	}
	if len(h.Documents) > 0 {
		q.add(" AND e.document IN ", q.param(list(h.Documents)))
	}
	if h.Current {
		q.add(" AND e.state <> 'PAST'")
	}
	if h.Revision > 0 {
		revision := q.param(int64(h.Revision))
		q.add(" AND (e.since = ", revision, " OR e.until = ", revision, ")") // both have an index
	}
	q.add(" WITH e ORDER BY e.seq")
	if h.Limit > 0 {
		q.add(" LIMIT ", q.param(h.Limit))
	}
	q.add(" RETURN properties(e) AS e")
	if h.Facts {
		q.add(", COLLECT { MATCH (b:CrosswalkBatch {digest: e.digest}) USING INDEX b:CrosswalkBatch(digest) RETURN b.facts } AS facts")
	}
	if h.Content {
		q.add(", COLLECT { MATCH (c:CrosswalkContent {digest: e.byteDigest}) USING INDEX c:CrosswalkContent(digest) RETURN c.bytes } AS content")
	}
	return q.statement()
}

// checks are statements that find what should not be.
var checks = func() []struct{ text, what string } {
	var kinds string
	for i := range graph.Kinds {
		kinds += " OR n:" + typeOf(graph.Kinds[i].Kind) + " AND n.id STARTS WITH '" + string(graph.Kinds[i].Kind) + ":'"
	}
	return []struct{ text, what string }{
		{"MATCH (n:Crosswalk) WHERE NOT coalesce(false" + kinds + ", false) RETURN coalesce(toString(n.id), '?') AS id LIMIT 100", "node whose id and labels do not agree: %s"},
		{"MATCH (n:Crosswalk) WHERE n.stub = true AND NOT EXISTS { (n)--(:Crosswalk) } RETURN n.id AS id LIMIT 100", "stub without a relationship: %s"},
		{"MATCH (:Crosswalk)-[r]->(:Crosswalk) WHERE r.id IS NULL RETURN type(r) AS id LIMIT 100", "relationship that is not the store's: %s"},
		{"MATCH (b:CrosswalkBody) WHERE NOT EXISTS { MATCH (n:Crosswalk {id: b.id}) } RETURN b.id AS id LIMIT 100", "large values of a node that is not there: %s"},
		{"MATCH (e:CrosswalkEdition) WHERE NOT EXISTS { MATCH (b:CrosswalkBatch {digest: e.digest}) } RETURN e.location AS id LIMIT 100", "edition whose facts are lost: %s"},
		{"MATCH (e:CrosswalkEdition) WHERE (e.state = 'PAST') = (e:CrosswalkLive) RETURN e.location AS id LIMIT 100", "edition whose state and labels do not agree: %s"},
	}
}()
