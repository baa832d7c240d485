package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/questions"
	"github.com/crosswalk-graph/crosswalk/resolvers"
	"github.com/crosswalk-graph/crosswalk/resolvers/model"
)

// wire makes the API and the questions over a graph, each using the other: questions are GraphQL
// queries, and the API can be asked for their answers. Faults of questions are said, not fatal.
func (a *app) wire(g *graph.Graph) (*resolvers.Executor, *questions.Engine, error) {
	return a.wireServer(resolvers.Resolver{Graph: g}, resolvers.Limits{})
}

// wireServer is wire for an API that does more than answer queries.
func (a *app) wireServer(r resolvers.Resolver, limits resolvers.Limits) (*resolvers.Executor, *questions.Engine, error) {
	// Limits of documents that clients send do not bind stored questions: the engine has its own.
	stored := resolvers.New(resolvers.Resolver{Graph: r.Graph}, resolvers.NoLimits)
	catalogue, err := a.catalogue()
	if err != nil {
		return nil, nil, err
	}
	engine := &questions.Engine{Questions: catalogue, Revision: r.Graph.Revision}
	engine.Execute = func(ctx context.Context, query string, variables map[string]any) (json.RawMessage, error) {
		r := stored.Run(ctx, resolvers.Request{Query: query, Variables: variables})
		return r.Data, r.Err()
	}
	r.Questions = asker{engine}
	return resolvers.New(r, limits), engine, nil
}

// catalogue loads the built-in questions and those of the configured folder.
func (a *app) catalogue() (*questions.Catalogue, error) {
	sources := []questions.Source{questions.BuiltIn()}
	if a.config.Questions != "" {
		sources = append(sources, questions.Folder(a.config.Questions))
	}
	catalogue, problems := questions.Load(resolvers.Schema(), sources...)
	for _, p := range problems {
		a.say("%s", p.Error())
	}
	if len(catalogue.All()) == 0 {
		return nil, fmt.Errorf("no question could be loaded: %w", problems[0])
	}
	return catalogue, nil
}

// asker gives the API the questions.
type asker struct{ engine *questions.Engine }

// List gives all questions, ordered by name.
func (q asker) List() []*model.Question {
	all := q.engine.Questions.All()
	out := make([]*model.Question, len(all))
	for i, question := range all {
		out[i] = viewQuestion(question)
	}
	return out
}

// Ask answers a question as the API shows it.
func (q asker) Ask(ctx context.Context, name string, variables map[string]any) (*model.Table, error) {
	t, err := q.engine.Ask(ctx, name, variables)
	if err != nil {
		return nil, err
	}
	out := &model.Table{Columns: viewColumns(t.Columns), Complete: t.Complete, Revision: t.Revision, RevisionMoved: t.RevisionMoved}
	if t.TruncatedBy != "" {
		out.TruncatedBy = &t.TruncatedBy
	}
	for _, row := range t.Rows {
		out.Rows = append(out.Rows, model.JSON{Value: t.RowJSON(row)})
	}
	return out, nil
}

func viewQuestion(q *questions.Question) *model.Question {
	out := &model.Question{Name: q.Name, Title: q.Title, About: q.About, Columns: viewColumns(q.Columns), Document: q.Text}
	for _, p := range q.Params {
		out.Parameters = append(out.Parameters, &model.Parameter{Name: p.Name, Type: p.Type, Default: defaultJSON(p.Default), About: p.Meaning})
	}
	return out
}

// defaultJSON gives a default as a JSON value; one that is none, such as an enum value, as its text.
func defaultJSON(text string) model.JSON {
	if text == "" {
		return model.JSON{}
	}
	var v any
	if decodeJSON([]byte(text), &v) != nil {
		v = text
	}
	return model.JSON{Value: v}
}

func viewColumns(columns []questions.Column) []*model.Column {
	out := make([]*model.Column, len(columns))
	for i, c := range columns {
		out[i] = &model.Column{Name: c.Name}
		if c.Format != "" {
			out[i].Format = &columns[i].Format
		}
	}
	return out
}
