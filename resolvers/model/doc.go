// Package model holds the views of the graph that the API shows: one type for each kind of node, pages
// of them, and the answers of operations. Most of a view follows from the kinds table and is generated
// (kinds.generated.go); what is written by hand is what base, record and a few kinds add.
//
// A view never reads alone. Nodes that came out of one store call form a cohort, and what one of them
// needs next is read for all of them at once: at most two store calls for each relation that a query
// selects, however long the pages are.
//
// Connections read the arguments that all of them have in one place (list), from the field being resolved.
//
// The package must not know: HTTP, the generated executor, any store.
package model
