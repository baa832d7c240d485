// Package sqlite is a graph.Store in one SQLite file, by a driver in pure Go, with FTS5 for search.
//
// It knows batches, filters and orders, and no kind by name: the columns and indexes of properties
// follow from the kinds table whenever a store is opened (shape.go). What to do about conflicts is
// decided by graph.Judge and what a node looks like by graph.MergeNode; this package carries it out.
//
// One connection writes, in immediate transactions; a pool of read-only connections reads beside it,
// and neither waits for the other (write-ahead log). A commit survives the end of the process at any
// point. After a power failure the file is sound, but the last commits may be missing (synchronous =
// NORMAL). The file must be on a local disk: the log needs shared memory.
//
// Reading order: open.go and shape.go make a store; query.go, filter.go and order.go turn questions into
// SQL for read.go, count.go and walk.go; apply.go and facts.go write. A read of several statements (an
// order with nulls, a walk of several steps) promises no snapshot, as graph.Store does not.
package sqlite
