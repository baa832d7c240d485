package neo4j

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/ingest"
	"github.com/crosswalk-graph/crosswalk/ingest/markdown"
	"github.com/crosswalk-graph/crosswalk/ingest/matrix"
	"github.com/crosswalk-graph/crosswalk/ingest/review"
	"github.com/crosswalk-graph/crosswalk/questions"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

// roundTrips bounds what each built-in question costs on the canonical examples: calls of the store, of which there are
// as many on any backend, and statements of Cypher. Three of the calls read the revision; a page in an order may
// take two statements, one for the rows that have a value and one for those that have none.
var roundTrips = map[string]struct{ calls, statements int64 }{
	"annotations-across-analysts":    {8, 9},
	"authority-paths":                {7, 8},
	"claims-and-implementing-routes": {9, 10},
	"consumers-of-object":            {8, 9},
	"coverage-gaps":                  {7, 8},
	"delegated-visibility":           {7, 8},
	"denied-relationships":           {7, 8},
	"findings-by-axis":               {7, 7},
	"integration-issues":             {7, 8},
	"limitations":                    {7, 8},
	"matrix-disagreements":           {6, 6},
	"objects-without-named-consumer": {9, 10},
	"passages-by-file":               {7, 8},
	"records-by-system-and-kind":     {5, 5},
	"routes-by-read-back":            {8, 9},
	"routes-lacking-read-back":       {6, 7},
	"statuses-by-layer":              {6, 7},
	"superseded-and-amended":         {9, 10},
	"systems-matrix":                 {4, 5},
	"undeclared-references":          {8, 8},
	"unresolved-conflicts":           {7, 8},
	"what-feeds-route":               {13, 15},
	"withdrawal-and-expiry":          {7, 8},
}

// calls is a store that counts the calls of its reads.
type calls struct {
	graph.Store
	n atomic.Int64
}

func counted[Q, A any](c *calls, ctx context.Context, q Q, read func(context.Context, Q) (A, error)) (A, error) {
	c.n.Add(1)
	return read(ctx, q)
}

func (c *calls) Nodes(ctx context.Context, ids []graph.ID, w graph.Want) ([]graph.Node, error) {
	c.n.Add(1)
	return c.Store.Nodes(ctx, ids, w)
}

func (c *calls) Find(ctx context.Context, q graph.Query) (graph.NodePage, error) {
	return counted(c, ctx, q, c.Store.Find)
}

func (c *calls) Walk(ctx context.Context, q graph.StepQuery) ([]graph.Steps, error) {
	return counted(c, ctx, q, c.Store.Walk)
}

func (c *calls) Count(ctx context.Context, q graph.CountQuery) ([]graph.Group, error) {
	return counted(c, ctx, q, c.Store.Count)
}

func (c *calls) Search(ctx context.Context, q graph.TextQuery) ([]graph.Node, error) {
	return counted(c, ctx, q, c.Store.Search)
}

func (c *calls) History(ctx context.Context, q graph.HistoryQuery) ([]graph.Edition, error) {
	return counted(c, ctx, q, c.Store.History)
}

func (c *calls) Revision(ctx context.Context) (uint64, error) {
	c.n.Add(1)
	return c.Store.Revision(ctx)
}

// TestRoundTripsOfQuestions asks every built-in question about the canonical examples.
func TestRoundTripsOfQuestions(t *testing.T) {
	ctx := context.Background()
	s := emptyStore(t)
	store := &calls{Store: s}
	g := graph.New(store, graph.Limits{})
	sum, err := ingest.Load(ctx, g, []ingest.Format{markdown.Format{}, review.Format{}, matrix.Format{}}, []string{"../../examples/canonical"}, ingest.Options{})
	if err != nil || sum.Counts.Added == 0 || sum.Counts.Failed+sum.Counts.Refused > 0 {
		t.Fatalf("%+v, %v", sum.Counts, err)
	}
	catalogue, problems := questions.Load(resolvers.Schema(), questions.BuiltIn())
	for _, p := range problems {
		t.Fatal(p)
	}
	executor := resolvers.New(resolvers.Resolver{Graph: g}, resolvers.NoLimits)
	engine := &questions.Engine{Questions: catalogue, Revision: g.Revision, Execute: func(ctx context.Context, query string, vars map[string]any) (json.RawMessage, error) {
		answer := executor.Run(ctx, resolvers.Request{Query: query, Variables: vars})
		return answer.Data, answer.Err()
	}}
	for _, q := range catalogue.All() {
		calls, statements := store.n.Load(), s.statements.Load()
		table, err := engine.Ask(ctx, q.Name, nil)
		if err != nil {
			t.Errorf("%s: %v", q.Name, err)
			continue
		}
		calls, statements = store.n.Load()-calls, s.statements.Load()-statements
		most, known := roundTrips[q.Name]
		if !known || calls > most.calls || statements > most.statements {
			t.Errorf("%s: %d calls and %d statements for %d rows, want at most %d and %d", q.Name, calls, statements, len(table.Rows), most.calls, most.statements)
		}
	}
	if n := len(catalogue.All()); n != len(roundTrips) {
		t.Errorf("%d questions, %d rows in the table", n, len(roundTrips))
	}
}
