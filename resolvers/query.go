package resolvers

import (
	"context"
	"log/slog"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers/gen"
	"github.com/crosswalk-graph/crosswalk/resolvers/model"
)

// A Resolver answers the fields of Query, Mutation and Subscription. Nothing below it is resolved here: views
// resolve themselves.
type Resolver struct {
	Graph     *graph.Graph
	Questions Questions    // nil: there are none
	Loader    Loader       // nil: nothing can be written
	Log       *slog.Logger // for errors that callers are not told; nil: the default one
	Audit     *slog.Logger // for what was written and who was refused; nil: nobody wants to know

	revisions *revisionFeed
}

// Questions are the questions that can be asked by name.
type Questions interface {
	// List gives all questions, ordered by name.
	List() []*model.Question
	// Ask answers one. Variables are decoded JSON, whole numbers as json.Number or int64. Errors: NotFound for
	// an unknown name, Invalid for variables that do not fit, Limit, Deadline.
	Ask(ctx context.Context, name string, variables map[string]any) (*model.Table, error)
}

// root gives gqlgen the resolvers. It also wants one for each field of an input, but never calls it:
// inputs read themselves as a whole (model.Where, model.Order). The embedded nil stands for those.
type root struct {
	gen.ResolverRoot
	resolver *Resolver
}

// Query gives the resolvers of the root fields.
func (r root) Query() gen.QueryResolver { return &query{r.resolver} }

// Mutation gives the resolvers of what can be changed.
func (r root) Mutation() gen.MutationResolver { return &mutation{r.resolver} }

// Subscription gives the resolvers of what can be watched.
func (r root) Subscription() gen.SubscriptionResolver { return &subscription{r.resolver} }

// query resolves the fields of Query; those that list nodes are in lists.generated.go.
type query struct{ *Resolver }

// Node gives one node.
func (q *query) Node(ctx context.Context, id graph.ID) (model.Node, error) {
	return model.NodeOf(ctx, q.Graph, id)
}

// Nodes gives several nodes.
func (q *query) Nodes(ctx context.Context, ids []graph.ID) ([]model.Node, error) {
	return model.NodesOf(ctx, q.Graph, ids)
}

// Search finds nodes by words.
func (q *query) Search(ctx context.Context, text string, kinds []model.Enum, _ *model.Where, _ *int, _ *string, _ *graph.Stubs, _ *graph.Runs) (*model.SearchConnection, error) {
	return model.Search(ctx, q.Graph, text, kinds)
}

// Lineage follows the data that goes into a node or comes out of it.
func (q *query) Lineage(ctx context.Context, of graph.ID, direction graph.LineageDirection, depth *int, types []model.Enum, minCertainty *model.Enum, maxNodes *int) (*model.Subgraph, error) {
	return model.Lineage(ctx, q.Graph, model.LineageArgs{Of: of, Direction: direction,
		WalkArgs: model.WalkArgs{Depth: depth, MaxNodes: maxNodes, Types: types, MinCertainty: minCertainty}})
}

// Paths are the shortest ways in which two nodes are connected.
func (q *query) Paths(ctx context.Context, source, target graph.ID, most, depth *int, types, avoid []model.Enum, minCertainty *model.Enum, maxNodes *int) (*model.PathResult, error) {
	return model.Paths(ctx, q.Graph, model.PathArgs{Source: source, Target: target, Max: most, Avoid: avoid,
		WalkArgs: model.WalkArgs{Depth: depth, MaxNodes: maxNodes, Types: types, MinCertainty: minCertainty}})
}

// Impact is what depends on a node.
func (q *query) Impact(ctx context.Context, of graph.ID, depth *int, types []model.Enum, minCertainty *model.Enum, maxNodes *int) (*model.ImpactResult, error) {
	return model.Impact(ctx, q.Graph, of, model.WalkArgs{Depth: depth, MaxNodes: maxNodes, Types: types, MinCertainty: minCertainty})
}

// Aggregate counts nodes in groups.
func (q *query) Aggregate(ctx context.Context, kind []model.Enum, _ *model.Where, groupBy []model.Enum, count *model.Enum, _ *graph.Stubs, _ *graph.Runs) ([]*model.Group, error) {
	return model.Aggregate(ctx, q.Graph, kind, groupBy, count != nil && *count == "SYSTEMS")
}

// Contradictions compares the current runs of two families.
func (q *query) Contradictions(ctx context.Context, first, second model.Enum) ([]*model.Contradiction, error) {
	return model.Contradictions(ctx, q.Graph, string(first), string(second))
}

// History says what was loaded, replaced and taken back.
func (q *query) History(ctx context.Context, documents []graph.ID, first *int, after *string) (*model.RevisionConnection, error) {
	return model.History(ctx, q.Graph, documents, first, after)
}

// Stats says how much there is.
func (q *query) Stats(ctx context.Context) (*model.Stats, error) { return model.StatsOf(ctx, q.Graph) }

// Kinds gives the kinds table.
func (q *query) Kinds(context.Context) ([]*model.KindInfo, error) { return model.KindInfos(), nil }

// RelationshipTypes gives the table of relationship types.
func (q *query) RelationshipTypes(context.Context) ([]*model.RelationshipTypeInfo, error) {
	return model.RelationshipTypes(), nil
}

// list gives the questions there are.
func (q *query) list() []*model.Question {
	if q.Resolver.Questions == nil {
		return nil
	}
	return q.Resolver.Questions.List()
}

// Questions lists the questions.
func (q *query) Questions(context.Context) ([]*model.Question, error) { return q.list(), nil }

// Question gives one question.
func (q *query) Question(_ context.Context, name string) (*model.Question, error) {
	for _, question := range q.list() {
		if question.Name == name {
			return question, nil
		}
	}
	return nil, nil
}

// Ask answers a question.
func (q *query) Ask(ctx context.Context, name string, variables *model.JSON) (*model.Table, error) {
	if q.Resolver.Questions == nil {
		return nil, graph.Errorf(graph.NotFound, "there is no question %q", name)
	}
	var values map[string]any
	if variables != nil && variables.Value != nil {
		var ok bool
		if values, ok = variables.Value.(map[string]any); !ok {
			return nil, graph.Errorf(graph.Invalid, "variables of a question are an object by parameter name")
		}
	}
	return q.Resolver.Questions.Ask(ctx, name, values)
}
