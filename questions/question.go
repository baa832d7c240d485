package questions

import (
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// A Question is a stored query that passed every check of Load.
type Question struct {
	Name    string   // the file's name without its extension
	Title   string   // one line
	About   string   // what it tells and what it does not, for a newcomer; "" when the file says nothing
	Params  []Param  // in the order of the query's variables
	Columns []Column // in the order of the query
	Text    string   // the file as written
	File    string   // where it was read from, for messages
	BuiltIn bool     // it came with the program

	variables ast.VariableDefinitionList
	schema    *ast.Schema
	plan      plan
}

// A Param is something a caller may fill in: a variable of the query.
type Param struct {
	Name     string
	Type     string // as written in the query: "[ID!]"
	Default  string // as JSON, "" when there is none
	Required bool
	Meaning  string
}

// A Column is one field of the query marked with @column.
type Column struct {
	Name    string `json:"name"`
	Type    string `json:"type"`             // GraphQL type of the value, or of the items of a list: "Int"
	List    bool   `json:"list"`             // a cell holds a list
	Format  string `json:"format,omitempty"` // how to show it, as the query says
	Meaning string `json:"meaning,omitempty"`
}

// A header is what the comments at the head of a file say.
type header struct {
	title, about    string
	params, columns []entry
}

// An entry is one "name — meaning" of a header, with the line it stands on.
type entry struct {
	name, meaning string
	line          int
}

// readHeader reads the comment lines before the query. "# title:", "# about:", "# params:" and
// "# columns:" start a field; any further comment line continues it. Entries of params and columns
// stand one to a line or apart by semicolons.
func readHeader(text string) header {
	var h header
	field := ""
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
		comment, ok := strings.CutPrefix(line, "#")
		if !ok && line != "" {
			break
		}
		comment = strings.TrimSpace(comment)
		if key, rest, ok := strings.Cut(comment, ":"); ok && isHeaderField(key) {
			field, comment = key, strings.TrimSpace(rest)
		}
		switch field {
		case "title":
			h.title = joinWords(h.title, comment)
		case "about":
			h.about = joinWords(h.about, comment)
		case "params":
			h.params = appendEntries(h.params, comment, i+1)
		case "columns":
			h.columns = appendEntries(h.columns, comment, i+1)
		}
	}
	return h
}

func isHeaderField(s string) bool {
	return s == "title" || s == "about" || s == "params" || s == "columns"
}

func joinWords(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}

// appendEntries reads "name — meaning; name — meaning". A piece without a dash continues the meaning
// of the entry before it, semicolon included.
func appendEntries(entries []entry, text string, line int) []entry {
	for i, piece := range strings.Split(text, ";") {
		name, meaning, ok := strings.Cut(piece, "—")
		name, meaning = strings.TrimSpace(name), strings.TrimSpace(meaning)
		switch {
		case name == "":
		case !ok && len(entries) > 0:
			last := &entries[len(entries)-1]
			if i > 0 {
				last.meaning += ";"
			}
			last.meaning = joinWords(last.meaning, name)
		default:
			entries = append(entries, entry{name, meaning, line})
		}
	}
	return entries
}

// meaningOf gives the meaning of a name, "" when no entry has it.
func meaningOf(entries []entry, name string) string {
	for _, e := range entries {
		if e.name == name {
			return e.meaning
		}
	}
	return ""
}
