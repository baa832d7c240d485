package model

// A Question is a named query with a table for an answer (interfaces 4).
type Question struct {
	Name, Title, About string
	Parameters         []*Parameter
	Columns            []*Column
	Document           string // the query as written
}

// A Parameter is what can be varied of a question.
type Parameter struct {
	Name, Type string // Type as GraphQL writes it
	Default    JSON
	About      string
}

// A Column is a column of a table.
type Column struct {
	Name   string
	Format *string
}

// A Table is the answer to a question.
type Table struct {
	Columns       []*Column
	Rows          []JSON // objects by column, with _id, _document and _line besides the columns
	Complete      bool
	TruncatedBy   *string // ROWS, TIME or PART; nil when complete
	Revision      uint64
	RevisionMoved bool
}
