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
// NewHandler is the same over HTTP. A request meets, in this order, what makes it known (middleware.go), what keeps
// pages of other origins out (crossorigin.go), compression (compress.go), the question who asks (package auth), and then the
// transport for it: one answer (transport.go, etag.go), server-sent events (events.go), a WebSocket (websocket.go), or
// the upload of a document (upload.go). How many of them there are at once is bounded in turns.go.
//
// What documents come to the API, and who loads them, is for the caller: a Loader is handed in.
//
// The package must not know: any store, any report format, how questions are stored.
package resolvers

//go:generate go -C .. run ./resolvers/internal/schemagen
//go:generate go -C .. tool gqlgen
