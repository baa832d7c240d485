// Package graph is what Crosswalk knows and what can be asked of it: nodes and relationships that
// documents state, each with the line and sentence it rests on, and operations over them.
//
//	ingest ──► Batch ──► Store ◄── Graph ◄── resolvers, questions, cmd
//	                     ▲   ▲
//	               sqlite     storetest.Model
//
// Where things are, and where to add them:
//
//   - What exists: Kinds in kinds.go, RelTypes in relationships.go, Enums in enums.go. A new kind,
//     type, property or value is a row there; filters, orders and columns follow from it.
//   - What a document may say: Batch in batch.go. What several documents say of one node is merged in
//     merge.go; which of two that contradict each other counts is decided in judge.go.
//   - What a store must do: Store in store.go. filter.go (Match), order.go (CompareKeys), merge.go and
//     search.go (MatchesTier) are its executable specification, and package storetest its suite.
//   - What can be asked: one method of Graph in a file named after it: page.go (lists and links),
//     lineage.go, search.go, aggregate.go, stats.go, origins.go. There is one walk, in lineage.go.
//   - How a read-back is assessed: readback.go and readback_rules.go; routes that take over another's
//     answer are resolved in inherited.go.
//
// The package must not know how any format lays out a report, any backend, any transport. Of the language of
// reports it knows one thing: how an answer on later read-back is worded. It imports nothing of ours.
// The open world is its rule: what no document says is absent or UNKNOWN, never false.
package graph
