package resolvers_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
	"github.com/crosswalk-graph/crosswalk/resolvers/model"
)

// costOf is what a response tells of its cost.
func costOf(t *testing.T, answer *resolvers.Response) string {
	t.Helper()
	text, err := json.Marshal(answer.Extensions["cost"])
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestCost: a field is one value, a list one more for each element. Sums are made by hand.
func TestCost(t *testing.T) {
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(scene(t), graph.Limits{}), Log: quiet()}, resolvers.Limits{})
	const page = `query ($n: Int) { routes(first: $n) { nodes { handle } } }`
	for _, c := range []struct {
		query string
		vars  map[string]any
		want  int
	}{
		{`{ __typename }`, nil, 1},
		{`{ __schema { types { name } } __type(name: "Run") { name } }`, nil, 0},
		{`{ stats { documents nodes } }`, nil, 3},
		{`{ routes { totalCount } }`, nil, 2},
		{`{ routes { nodes { handle } } }`, nil, 1 + 1 + 50*2},
		{`{ routes(last: 7) { nodes { handle } } }`, nil, 1 + 1 + 7*2},
		{`{ routes(first: 3) { edges { cursor node { handle } } pageInfo { hasNextPage } } }`, nil, 1 + 1 + 3*(1+1+2) + 2},
		{page, map[string]any{"n": json.Number("4")}, 1 + 1 + 4*2},
		{page, map[string]any{"n": nil}, 1 + 1 + 50*2},
		{page, map[string]any{"n": 0}, 2},
		{`query ($n: Int = 5) { routes(first: $n) { nodes { handle } } }`, nil, 1 + 1 + 5*2},
		{`{ routes(first: 2) { nodes { reads(first: 3) { nodes { id } } } } }`, nil, 1 + 1 + 2*(1+1+1+3*2)},
		{`{ a: routes(first: 2) { ...P } b: routes(first: 3) { ...P } } fragment P on RouteConnection { nodes { handle } }`, nil, 6 + 8},
		{`{ node(id: "x") { id ... on Route { label } ... on Claim { label } } }`, nil, 1 + 3},
		{`{ node(id: "x") { disagreements amendments { property } } }`, nil, 1 + (1 + 10) + (1 + 10*2)},
		{`{ nodes(ids: ["a", "b"]) { id } }`, nil, 1 + 2*2},
		{`{ nodes(ids: "a") { id } }`, nil, 1 + 2},
		{`query ($ids: [ID!]!) { nodes(ids: $ids) { id } }`, map[string]any{"ids": []any{"a", "b", "c"}}, 1 + 3*2},
		{`{ lineage(of: "system:inkwell", direction: BOTH, maxNodes: 5) { nodes { id } depths complete } }`, nil, 1 + (1 + 5*2) + (1 + 5) + 1},
		{`{ lineage(of: "system:inkwell", direction: BOTH) { nodes { id } } }`, nil, 1 + 1 + 1000*2},
		{`query ($yes: Boolean = true) { stats @skip(if: $yes) { nodes } kinds @include(if: false) { kind } ... @skip(if: true) { stats { nodes } } __typename }`, nil, 1},
	} {
		answer := e.Run(t.Context(), resolvers.Request{Query: c.query, Variables: c.vars})
		if err := answer.Err(); err != nil {
			t.Errorf("%s: %v", c.query, err)
		}
		if got, want := costOf(t, answer), fmt.Sprintf(`{"cost":%d,"limit":250000}`, c.want); got != want {
			t.Errorf("%s: %s, want %s", c.query, got, want)
		}
	}
}

// TestDocumentedQueriesFit: what we show to people is within the default limits.
func TestDocumentedQueriesFit(t *testing.T) {
	var queries []string
	questions, err := filepath.Glob("../questions/*.graphql")
	if err != nil {
		t.Fatal(err)
	}
	documents, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	piped := regexp.MustCompile(`echo '(.*)' \| crosswalk`)
	for _, name := range append(questions, documents...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(name) == ".graphql" {
			queries = append(queries, string(text))
		}
		for _, found := range piped.FindAllStringSubmatch(string(text), -1) {
			queries = append(queries, found[1])
		}
	}
	if len(queries) < 8 {
		t.Fatalf("only %d queries were found", len(queries))
	}
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(scene(t), graph.Limits{}), Log: quiet()}, resolvers.Limits{})
	for _, query := range queries {
		if err := e.Run(t.Context(), resolvers.Request{Query: query}).Err(); err != nil && graph.CodeOf(err) != graph.NotFound {
			t.Errorf("%v: %s", err, query)
		}
	}
}

// nested follows relationships back and forth, page in page.
func nested(pages int) string {
	return "{ records(first: 100) { nodes { " + strings.Repeat("relationships(first: 500) { nodes { source { ", pages) + "id" +
		strings.Repeat("} } } ", pages) + "} } }"
}

// TestTooCostly: with pages of k rows, two levels of relationships come to 2+3k+4k²+3k³ values.
func TestTooCostly(t *testing.T) {
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(scene(t), graph.Limits{}), Log: quiet()}, resolvers.Limits{})
	answer := e.Run(t.Context(), resolvers.Request{Query: nested(2)})
	if answer.Code() != graph.Limit || answer.Data != nil {
		t.Fatalf("code %q, data %s", answer.Code(), answer.Data)
	}
	inner := 2 + 500*3                     // with its source and the id of that
	whole := 2 + 100*(1+2+500*(1+1+inner)) // records, their nodes, relationships and source
	const want = "the answer could have %d values, at most 250000 are allowed, and records.nodes.relationships.nodes.source.relationships makes up %d of them: pages of at most 43 rows would do"
	if got, want := answer.Errors[0].Message, fmt.Sprintf(want, whole, 100*500*inner); got != want {
		t.Errorf("message\n%s\nwant\n%s", got, want)
	}
	if got, want := costOf(t, answer), fmt.Sprintf(`{"cost":%d,"limit":250000}`, whole); got != want {
		t.Errorf("cost %s, want %s", got, want)
	}
	fits := strings.NewReplacer("100", "43", "500", "43").Replace(nested(2))
	if err := e.Run(t.Context(), resolvers.Request{Query: fits}).Err(); err != nil {
		t.Errorf("smaller pages: %v", err)
	}
	// Lists without pages, of which no page size helps.
	runs := "{ node(id: \"x\") { ... on Run { " + strings.Repeat("system { runs { ", 6) + "id" + strings.Repeat("} } ", 6) + "} } }"
	got := e.Run(t.Context(), resolvers.Request{Query: runs}).Err()
	if graph.CodeOf(got) != graph.Limit || !strings.HasSuffix(got.Error(), "ask in several requests") {
		t.Errorf("lists in lists: %v", got)
	}
}

// TestCostOfFragments: fragments that double are computed once each.
func TestCostOfFragments(t *testing.T) {
	limits := resolvers.NoLimits
	limits.Cost = 1000
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(scene(t), graph.Limits{}), Log: quiet()}, limits)
	start := time.Now()
	if got := e.Run(t.Context(), resolvers.Request{Query: doubled(40)}).Code(); got != graph.Limit {
		t.Errorf("code %q, want %q", got, graph.Limit)
	}
	if took := time.Since(start); took > time.Second {
		t.Errorf("it took %s", took)
	}
}

// TestAnswersThatGrow: what no page bounds is counted while it is read.
func TestAnswersThatGrow(t *testing.T) {
	g := graph.New(scene(t), graph.Limits{})
	const query = `{ kinds { kind properties { name description } } }`
	for _, c := range []struct {
		limits resolvers.Limits
		want   string // what of
	}{
		{resolvers.Limits{}, ""},
		{resolvers.Limits{Cost: 400}, "more than 400 values"}, // 1 + 10*(1+1 + 1+10*3) = 331 are computed
		{resolvers.Limits{Text: 1000}, "more than 1000 bytes of text"},
	} {
		e := resolvers.New(resolvers.Resolver{Graph: g, Log: quiet()}, c.limits)
		answer := e.Run(t.Context(), resolvers.Request{Query: query})
		if c.want == "" {
			if err := answer.Err(); err != nil {
				t.Error(err)
			}
			continue
		}
		if answer.Code() != graph.Limit || answer.Data != nil || len(answer.Errors) != 1 {
			t.Errorf("%+v: code %q, %d errors, data %.40s", c.limits, answer.Code(), len(answer.Errors), answer.Data)
		} else if got := answer.Errors[0].Message; !strings.HasPrefix(got, "at kinds[") || !strings.Contains(got, c.want) {
			t.Errorf("%+v: %s", c.limits, got)
		}
	}
}

// TestDeadlineStopsWhatIsGoingOn: not only what reads the store.
func TestDeadlineStopsWhatIsGoingOn(t *testing.T) {
	limits := resolvers.NoLimits
	limits.Timeout = 100 * time.Millisecond
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(load(t, shelves(60)), graph.Limits{}), Log: quiet()}, limits)
	start := time.Now()
	answer := e.Run(t.Context(), resolvers.Request{Query: nested(4)})
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("it took %s", took)
	}
	if answer.Code() != graph.Deadline || answer.Data != nil || len(answer.Errors) != 1 {
		t.Fatalf("code %q, %d errors, data %.40s", answer.Code(), len(answer.Errors), answer.Data)
	}
	if got, want := answer.Errors[0].Message, "the answer was not there within 100ms: ask for less at once"; got != want {
		t.Errorf("message %q, want %q", got, want)
	}
}

// patient are questions that take their time, unless the caller goes.
type patient struct{ time.Duration }

func (patient) List() []*model.Question { return nil }

func (p patient) Ask(ctx context.Context, _ string, _ map[string]any) (*model.Table, error) {
	select {
	case <-time.After(p.Duration):
		return &model.Table{Rows: []model.JSON{{Value: 1}}, Complete: true}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// TestQuestionsHaveTheirOwnTime: the deadline of other fields does not bind ask, but the caller can go.
func TestQuestionsHaveTheirOwnTime(t *testing.T) {
	store := waiting{scene(t), make(chan error, 1)}
	run := func(ctx context.Context, wait time.Duration, query string) *resolvers.Response {
		return resolvers.New(resolvers.Resolver{Graph: graph.New(store, graph.Limits{}), Questions: patient{wait}, Log: quiet()},
			resolvers.Limits{Timeout: 20 * time.Millisecond}).Run(ctx, resolvers.Request{Query: query})
	}
	const ask = `ask(name: "x") { rows complete truncatedBy }`
	answer := run(t.Context(), 100*time.Millisecond, `query { ...F } fragment F on Query { `+ask+` }`)
	if got, want := string(answer.Data), `{"ask":{"rows":[1],"complete":true,"truncatedBy":null}}`; got != want {
		t.Errorf("data %s, want %s: %v", got, want, answer.Errors)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	if got := run(ctx, time.Minute, `{ `+ask+` }`).Code(); got != graph.Deadline {
		t.Errorf("a caller that went: code %q, want %q", got, graph.Deadline)
	}
	if got := run(t.Context(), time.Minute, `{ `+ask+` routes(runs: ALL) { nodes { id } } }`).Code(); got != graph.Deadline {
		t.Errorf("beside a field that is late: code %q, want %q", got, graph.Deadline)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("it took %s", took)
	}
	if err := <-store.gone; !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the store was stopped by %v", err)
	}
}

// halting is a store whose second walk does not come back.
type halting struct {
	graph.Store
	walks int
}

func (s *halting) Walk(ctx context.Context, q graph.StepQuery) ([]graph.Steps, error) {
	if s.walks++; s.walks > 1 {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return s.Store.Walk(ctx, q)
}

// TestALineageThatTheDeadlineCuts is an answer.
func TestALineageThatTheDeadlineCuts(t *testing.T) {
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(&halting{Store: scene(t)}, graph.Limits{}), Log: quiet()},
		resolvers.Limits{Timeout: 5 * time.Second})
	answer := e.Run(t.Context(), resolvers.Request{Query: `{ lineage(of: "object:` + quillRun + `/MEM-OBJ-card", direction: DOWNSTREAM) {
		complete truncatedBy nodes { ... on Record { handle } } } }`})
	want := `{"lineage":{"complete":false,"truncatedBy":"DEADLINE","nodes":[{"handle":"MEM-OBJ-card"},{"handle":"MEM-RTE-lookup"}]}}`
	if got := string(answer.Data); got != want {
		t.Errorf("data %s, want %s: %v", got, want, answer.Errors)
	}
}
