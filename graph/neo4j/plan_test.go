package neo4j

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A planCase is a shape of statement and how Neo4j must answer it.
type planCase struct {
	name  string
	stmt  statement
	uses  []string // indexes that must be used
	sorts bool     // whether rows are sorted after they were found, not only within equal values
	scans bool     // whether it may look at all nodes of a label
}

// page gives the reads of a page, one for each segment.
func page(q graph.Query) []statement {
	q.Limit = 50
	var out []statement
	for _, segment := range segments(&q) {
		if find, some := findQuery(&q, &segment, 51); some {
			out = append(out, find)
		}
	}
	return out
}

func planCases() []planCase {
	route, two := []graph.Kind{graph.Route}, []graph.Kind{graph.Route, graph.Object}
	label, status := []graph.Order{{Prop: "label"}}, []graph.Order{{Prop: "implementationStatus"}}
	down := []graph.Order{{Prop: "label", Desc: true}}
	at := &graph.Key{Values: []any{"m"}, ID: "route:a/b"}
	atNull := &graph.Key{Values: []any{nil}, ID: "route:a/b"}
	of := func(prop string) graph.Filter { return graph.Cond{Prop: prop, Op: graph.EQ, Value: "WIRED"} }
	feeds := graph.Linked{Types: []graph.RelType{graph.Feeds}, Direction: graph.Out, Far: graph.InKinds{graph.Claim}}
	toIDs := graph.Linked{Direction: graph.Both, Far: graph.And{graph.InIDs{"route:a/b"}, of("label")}}
	const byID, byLabel = "n:Crosswalk(id)", "n:Route(label)"
	return []planCase{
		{name: "a page by id", stmt: page(graph.Query{})[0], uses: []string{byID}},
		{name: "a page of one kind", stmt: page(graph.Query{Kinds: route, After: &graph.Key{ID: "route:a/b"}})[0], uses: []string{byID}},
		{name: "the same backwards", stmt: page(graph.Query{Kinds: route, Backward: true, After: &graph.Key{ID: "route:a/b"}})[0], uses: []string{byID}},
		{name: "a page of two kinds", stmt: page(graph.Query{Kinds: two})[0], uses: []string{byID}, sorts: true},
		{name: "a page with large values", stmt: page(graph.Query{Want: graph.Full})[0], uses: []string{byID, "body:CrosswalkBody(id)"}},
		{name: "an order", stmt: page(graph.Query{Kinds: route, Order: label})[0], uses: []string{byLabel}},
		{name: "an order from a place", stmt: page(graph.Query{Kinds: route, Order: label, After: at})[0], uses: []string{byLabel}},
		{name: "a descending order from a place", stmt: page(graph.Query{Kinds: route, Order: down, After: at})[0], uses: []string{byLabel}},
		{name: "an order by an enum", stmt: page(graph.Query{Kinds: route, Order: status, After: at})[0], uses: []string{"n:Route(implementationStatus, id)"}},
		{name: "the nulls of an order", stmt: page(graph.Query{Kinds: route, Order: label})[1], uses: []string{byID}},
		{name: "the nulls of an order from a place", stmt: page(graph.Query{Kinds: route, Order: down, After: atNull})[0], uses: []string{byID}},
		{name: "an order of two kinds", stmt: page(graph.Query{Kinds: two, Order: label, After: at})[0], uses: []string{byLabel, "n:OperativeObject(label)"}, sorts: true},
		{name: "an order of all kinds", stmt: page(graph.Query{Order: label})[0], uses: []string{byLabel, "n:Claim(label)"}, sorts: true},
		{name: "an order by two keys", stmt: page(graph.Query{Kinds: route, Order: []graph.Order{{Prop: "label"}, {Prop: "handle"}}})[0], uses: []string{byLabel}},
		{name: "an order with a filter on an enum", stmt: page(graph.Query{Kinds: route, Filter: of("implementationStatus"), Order: label})[0], uses: []string{byLabel}},
		{name: "an order with a filter on no index", stmt: page(graph.Query{Kinds: route, Filter: of("endpoints"), Order: label})[0], uses: []string{byLabel}},
		{name: "an order with a selective filter", stmt: page(graph.Query{Kinds: route, Filter: of("run"), Order: label, After: at})[0], uses: []string{"n:Route(run)"}, sorts: true},
		{name: "a selective filter", stmt: page(graph.Query{Filter: of("run")})[0], uses: []string{"n:Route(run)", "n:Issue(run)"}, sorts: true},
		{name: "a constant in a filter", stmt: page(graph.Query{Kinds: route, Filter: graph.Or{}})[0], uses: []string{byID}},
		{name: "a prefix", stmt: page(graph.Query{Kinds: route, Filter: graph.Cond{Prop: "handle", Op: graph.StartsWith, Value: "MEM-"}})[0], uses: []string{"n:Route(handle)"}, sorts: true},
		{name: "a long value", stmt: page(graph.Query{Kinds: route, Filter: graph.Cond{Prop: "label", Op: graph.EQ, Value: strings.Repeat("x", 300)}})[0], uses: []string{byLabel}, sorts: true},
		{name: "listed nodes", stmt: page(graph.Query{Filter: graph.InIDs{"route:a/b"}})[0], uses: []string{byID}},
		{name: "stubs", stmt: page(graph.Query{Filter: graph.IsDeclared(false)})[0], uses: []string{"n:Crosswalk(stub)"}, sorts: true},
		{name: "linked", stmt: page(graph.Query{Kinds: route, Filter: feeds, Order: label})[0], uses: []string{byLabel}},
		{name: "not linked", stmt: page(graph.Query{Kinds: route, Filter: graph.Not{Filter: feeds}, Order: label})[0], uses: []string{byLabel}},
		{name: "linked to listed nodes", stmt: page(graph.Query{Kinds: route, Filter: toIDs, Order: label})[0], uses: []string{"f0:Crosswalk(id)"}, sorts: true},
		{name: "ids", stmt: statement{readNodes + nodeColumns(graph.Full), map[string]any{"ids": []string{"a"}}}, uses: []string{byID, "body:CrosswalkBody(id)"}},
		{name: "nodes counted by kind", stmt: statement{text: countKinds}, scans: true},
		{name: "stubs counted", stmt: nodesCounted(graph.CountQuery{Filter: graph.IsDeclared(false)}), uses: []string{"n:Crosswalk(stub)"}},
		{name: "nodes counted by an enum", stmt: nodesCounted(graph.CountQuery{Kinds: route, GroupBy: []string{"implementationStatus"}}), scans: true},
		{name: "nodes counted by run", stmt: nodesCounted(graph.CountQuery{Filter: of("run")}), uses: []string{"n:Route(run)", "n:Issue(run)"}},
		{name: "relationships counted", stmt: statement{text: countRelationships}},
		{name: "labels counted", stmt: statement{text: countLabels}},
	}
}

func nodesCounted(q graph.CountQuery) statement {
	s, _ := countNodesQuery(&q)
	return s
}

func stepCases() []planCase {
	step := graph.Step{Types: []graph.RelType{graph.Feeds}, Direction: graph.Out}
	in, both, some, ordered := step, step, step, step
	in.Direction, in.Types = graph.In, nil
	both.Direction, both.Want = graph.Both, graph.Full
	some.Limit = 3
	ordered.Limit, ordered.Order, ordered.Direction = 3, []graph.Order{{Prop: "label"}}, graph.Both
	near := []graph.ID{"route:a/b"}
	const byNear = "a:Crosswalk(id)"
	text := func(tier graph.Tier, filter graph.Filter) statement {
		return searchQuery(&graph.TextQuery{Tier: tier, Raw: "a b", Words: []string{"a", "b"}, After: "route:a/b", Limit: 5, Filter: filter})
	}
	return []planCase{
		{name: "a step out", stmt: walkQuery(near, []graph.Step{step}), uses: []string{byNear}},
		{name: "a step in", stmt: walkQuery(near, []graph.Step{in}), uses: []string{byNear}},
		{name: "several steps", stmt: walkQuery(near, []graph.Step{both, in}), uses: []string{byNear, "body:CrosswalkBody(id)"}},
		{name: "a step with a limit", stmt: walkQuery(near, []graph.Step{some}), uses: []string{byNear}, sorts: true},
		{name: "a step with a limit and an order", stmt: walkQuery(near, []graph.Step{ordered}), uses: []string{byNear}, sorts: true},
		{name: "links counted", stmt: countLinksQuery(near, &step), uses: []string{byNear}},
		{name: "handle", stmt: text(graph.TierHandle, nil), uses: []string{"n:Crosswalk(id)", "n:Route(handle)"}, sorts: true},
		{name: "label", stmt: text(graph.TierLabel, nil), uses: []string{"b:CrosswalkBody(labelKey)", "n:Crosswalk(id)"}, sorts: true},
		{name: "label prefix", stmt: text(graph.TierLabelPrefix, graph.IsDeclared(true)), uses: []string{"b:CrosswalkBody(labelKey)", "n:Crosswalk(id)"}, sorts: true},
		{name: "words", stmt: text(graph.TierText, nil), uses: []string{"n:Crosswalk(id)"}, sorts: true},
		{name: "history", stmt: historyQuery(&graph.HistoryQuery{AfterSeq: 9, Limit: 5}), uses: []string{"e:CrosswalkEdition(seq)"}},
		{name: "history of locations", stmt: historyQuery(&graph.HistoryQuery{Locations: []string{"a"}, Facts: true, Content: true}),
			uses: []string{"e:CrosswalkEdition(location)", "b:CrosswalkBatch(digest)", "c:CrosswalkContent(digest)"}, sorts: true},
		{name: "history of documents", stmt: historyQuery(&graph.HistoryQuery{Documents: []graph.ID{"a"}}), uses: []string{"e:CrosswalkEdition(document)"}, sorts: true},
		{name: "history of a revision", stmt: historyQuery(&graph.HistoryQuery{Revision: 7}), uses: []string{"e:CrosswalkEdition(since)", "e:CrosswalkEdition(until)"}, sorts: true},
		{name: "what is current", stmt: historyQuery(&graph.HistoryQuery{Current: true}), sorts: true, scans: true},
	}
}

// writeCases are the statements of Apply; parameters do not matter to their plans.
func writeCases() []planCase {
	plain := func(name, text string, uses ...string) planCase {
		return planCase{name: name, stmt: statement{text: text}, uses: uses, sorts: true}
	}
	return []planCase{
		plain("revision", readRevision, "m:CrosswalkMeta(name)"),
		plain("lock", lockStore, "m:CrosswalkMeta(name)", "r:CrosswalkReceipt(token)"),
		plain("leave", leaveStore, "m:CrosswalkMeta(name)", "r:CrosswalkReceipt(at)"),
		plain("live editions", journalLive, "e:CrosswalkLive(location)", "e:CrosswalkLive(path)", "e:CrosswalkLive(document)", "e:CrosswalkLive(digest)"),
		plain("definers", readDefiners, "c:CrosswalkContribution(node)", "e:CrosswalkLive(document)"),
		plain("batches", readBatches, "b:CrosswalkBatch(digest)"),
		plain("touched", readTouched, "n:Crosswalk(id)", "c:CrosswalkContribution(node)"),
		plain("rename", renameOrigins, "e:CrosswalkEdition(location)"),
		plain("close", closeEditions, "e:CrosswalkLive(location)"),
		plain("forget", forgetRefusals, "e:CrosswalkLive(location)"),
		plain("touch", touchEditions, "e:CrosswalkLive(location)"),
		plain("add editions", addEditions),
		plain("refuse", refuseAgain, "e:CrosswalkEdition(location)"),
		plain("keep batches", keepBatches, "b:CrosswalkBatch(digest)"),
		plain("keep contents", keepContents, "c:CrosswalkContent(digest)"),
		plain("sweep batches", sweepBatches, "b:CrosswalkBatch(digest)", "e:CrosswalkEdition(digest)"),
		plain("sweep contents", sweepContents, "c:CrosswalkContent(digest)", "e:CrosswalkEdition(byteDigest)"),
		plain("contributions", writeContributions, "c:CrosswalkContribution(key)"),
		plain("drop contributions", dropContributions, "c:CrosswalkContribution(key)"),
		plain("nodes", writeNodes(graph.Route), "n:Crosswalk(id)"),
		plain("bodies", writeBodies, "b:CrosswalkBody(id)"),
		plain("drop nodes", dropNodes, "n:Crosswalk(id)"),
		plain("drop bodies", dropBodies, "b:CrosswalkBody(id)"),
		plain("add relationships", addRelationships(graph.Feeds), "a:Crosswalk(id)", "b:Crosswalk(id)"),
		plain("change relationships", changeRelationships(graph.Feeds), "[r:FEEDS(id)]"),
		plain("drop relationships", dropRelationships(graph.Feeds), "[r:FEEDS(id)]"),
	}
}

// scans and sorts match operators that read all of something, and that put all rows in order.
var (
	scans = regexp.MustCompile(`\b(AllNodesScan|\w*NodeByLabels?Scan|\w*RelationshipTypeScan|\w*AllRelationshipsScan)\b`)
	sorts = regexp.MustCompile(`(?m)^(Sort|Top)\b`)
)

// fault tells how a plan is not as it should be, "" when it is.
func (c *planCase) fault(plan string) string {
	for _, index := range c.uses {
		if !strings.Contains(plan, index) {
			return "does not use " + index
		}
	}
	if s := scans.FindString(plan); s != "" && !c.scans {
		return "has a " + s
	}
	if sorts.MatchString(plan) && !c.sorts {
		return "sorts"
	}
	return ""
}

// explain gives the operators of a plan, one on a line, with their details in which names are bare.
func (s *Store) explain(t *testing.T, st statement) string {
	t.Helper()
	ctx := context.Background()
	session := s.session(ctx, driver.AccessModeWrite)
	defer session.Close(ctx)
	params := map[string]any{}
	for _, name := range []string{"token", "revision", "seq", "change", "ids", "rows", "keys", "digests", "locations", "paths", "documents", "nodes"} {
		params[name] = nil
	}
	for name, v := range st.params {
		params[name] = v
	}
	result, err := session.Run(ctx, "EXPLAIN "+st.text, params)
	if err != nil {
		t.Fatalf("%v\n%s", err, st.text)
	}
	summary, err := result.Consume(ctx)
	if err != nil {
		t.Fatalf("%v\n%s", err, st.text)
	}
	table, _ := summary.Plan().Arguments()["string-representation"].(string)
	return operators(table)
}

// operators reads the table that Neo4j draws of a plan: one operator a line, its details behind it. (The
// driver's own tree gives the last child for each of several.)
func operators(table string) string {
	var out []string
	var details [2]int // where the column is
	for line := range strings.Lines(table) {
		cells := []rune(line)
		if at := strings.Index(line, "| Details"); at >= 0 {
			details = [2]int{at + 1, at + 1 + strings.IndexByte(line[at+1:], '|')}
			continue
		}
		if details[1] == 0 || len(cells) < details[1] || !strings.HasPrefix(line, "|") {
			continue
		}
		detail := strings.Trim(string(cells[details[0]:details[1]]), " ")
		if operator := regexp.MustCompile(`\+(\w+)`).FindStringSubmatch(string(cells[:details[0]])); operator != nil {
			out = append(out, operator[1]+" "+detail)
		} else if len(out) > 0 {
			out[len(out)-1] += " " + detail
		}
	}
	for i, line := range out {
		out[i] = strings.TrimRight(strings.ReplaceAll(line, "`", ""), " -")
	}
	return strings.Join(out, "\n")
}

func TestPlans(t *testing.T) {
	s := emptyStore(t)
	for _, c := range slices.Concat(planCases(), stepCases(), writeCases()) {
		t.Run(c.name, func(t *testing.T) {
			if plan := s.explain(t, c.stmt); c.fault(plan) != "" {
				t.Errorf("the plan %s:\n%.1500s\n\n%.3000s", c.fault(plan), c.stmt.text, plan)
			}
		})
	}
}
