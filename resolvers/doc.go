// Package resolvers is the GraphQL API over a graph, and the HTTP server that carries it. The schema is
// schema.graphqls at the root of the repository, together with the part that schemagen writes; views of
// nodes are in package model; what gqlgen writes is in package gen.
//
// Executor runs a document in-process: the command line, stored questions and the HTTP handler all use it,
// so a query means the same wherever it comes from. Codes is the one table of what errors mean on each of
// these ways out.
//
// What a document may put into its answer is computed before it runs (cost.go), and counted while it runs
// by a meter, which also stops it when its time is up (meter.go).
//
// The package must not know: any store, any report format, how questions are stored.
package resolvers

//go:generate go -C .. run ./resolvers/internal/schemagen
//go:generate go -C .. tool gqlgen
