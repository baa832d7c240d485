// Package questions answers stored questions: GraphQL queries in files, each of which makes one table.
//
//	NAME.graphql ──► Load ──► Question ──► Engine.Ask ──► Table ──► Format.Write
//
// In a file, comments at the head say what the question is about and what its variables and columns
// mean; @rows marks the connection or list whose items are the rows, and @column the fields that are
// the columns:
//
//	# title: What is on the shelf?
//	# params: systems — only things of these systems
//	# columns: handle — the id that the report gives it
//	query Shelf($systems: [ID!]) {
//	  objects(where: { system: { anyOf: $systems } }) @rows { nodes { handle @column } }
//	}
//
// Rows of sibling fields follow one another. A field marked @rows inside a row repeats the row's
// values for each of its own rows, and only one may be: rows never multiply. A list inside a cell
// stays one cell. The engine pages through what is marked, unless the query asks for a page itself.
//
// load.go reads and checks files; compile.go and rows.go turn a query into the documents of plan.go,
// which engine.go sends; vars.go reads what a caller fills in; write.go and readable.go print tables.
// To add a built-in question, put a file beside these and expected rows into testdata/answers.
//
// The package must not know what the schema's types mean, how a query is executed, or where facts are
// kept: it is given a schema and an Execute function. Of ours it imports package graph alone, for its
// error codes.
package questions
