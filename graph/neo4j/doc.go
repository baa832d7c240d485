// Package neo4j is a graph.Store in a Neo4j 5 database, by the official driver over Bolt.
//
// It knows batches, filters and orders, and no kind by name: labels, property names and indexes follow
// from the kinds table (schema.go). What to do about conflicts is decided by graph.Judge and what a
// node looks like by graph.MergeNode; this package carries it out.
//
// A node of the graph is a node of the labels Crosswalk and its kind's own, a relationship one of its
// own type, both with properties under their natural names, so that what a person types into Neo4j
// Browser reads as the kinds table does. Beside them, with labels of their own and without
// relationships, stand: CrosswalkBody (large values and search words, one for each node that has any),
// CrosswalkContribution (what each document says of each node), CrosswalkEdition, CrosswalkBatch and
// CrosswalkContent (the journal), CrosswalkMeta (revision and lock) and CrosswalkReceipt (Applies of
// the last hour). A string that may be an order key and is longer than an index takes is cut under its
// name, and whole beside it (codec.go).
//
// Writers of all processes take turns, by a lock on the meta node. Reads are read-committed and take no
// lock; within one process a call that overlaps with a commit is made again (gate.go), so that it sees
// all of an Apply or nothing. A commit by another process can be seen in part by a call that it
// overlaps with; the revision tells.
//
// Reading order: open.go and schema.go make a store, session.go talks to the server; cypher.go holds
// every statement and turns questions into Cypher for read.go, walk.go, count.go and history.go;
// apply.go and facts.go write.
package neo4j
