package questions

import (
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"
)

// Variables that the engine adds to documents. A question's own may not start with an underscore.
const (
	varFirst = "_first" // rows of a page
	varAfter = "_after" // cursor that the page starts behind
	varOwner = "_owner" // id of the node whose connection is paged
)

// A plan is a question ready to be asked. Every field of its documents has an alias of its own (f1,
// f2, …), so that no two fields are merged and a path of aliases leads to one value or to none.
type plan struct {
	first document // the first page of everything
	root  level    // one item, the whole answer; its children's rows follow one another
	depth int      // how deep connections nest
}

// A document is a query that the engine sends, with the question's and the engine's variables in it.
type document struct {
	text      string
	variables []string
	path      []string // leads to the value of the field that is paged
}

// A level is a field marked @rows: its items are rows, or hold the rows of the level inside.
type level struct {
	path    []string // from an item of the level outside to the value of the field
	items   string   // alias of nodes or edges below that value; "" when the value is the list itself
	hasMore string   // aliases of pageInfo's fields, below info; "" when the engine does not page
	end     string
	info    string
	next    document // reads a further page
	owner   []string // from an item of the level outside to the id for varOwner; nil at the root
	cells   []cell
	record  record
	cuts    []cut
	inner   []*level
}

// A cell says where an item holds the value of a column.
type cell struct {
	column int
	path   []string
}

// A record says where an item holds the id, document and line of what it is about: each at the first
// of these paths that leads to a value.
type record struct{ id, document, line [][]string }

// A cut is a boolean that tells whether a part of the answer is not whole.
type cut struct {
	path []string
	when bool // the value that says so
}

// follow walks from a value along aliases. A list on the way makes a list of what its elements lead
// to, nulls left out; where there is nothing it gives nil.
func follow(value any, path []string) any {
	for i, key := range path {
		switch v := value.(type) {
		case map[string]any:
			value = v[key]
		case []any:
			found := []any{}
			for _, element := range v {
				switch end := follow(element, path[i:]).(type) {
				case nil:
				case []any:
					found = append(found, end...)
				default:
					found = append(found, end)
				}
			}
			return found
		default:
			return nil
		}
	}
	return value
}

// firstOf follows the paths until one leads to a value.
func firstOf(value any, paths [][]string) any {
	for _, path := range paths {
		if v := follow(value, path); v != nil {
			return v
		}
	}
	return nil
}

// says tells whether any of the cuts applies to the item.
func (c cut) says(item any) bool {
	found := follow(item, c.path)
	if list, ok := found.([]any); ok {
		return slices.Contains(list, any(c.when))
	}
	return found == any(c.when)
}

// newDocument prints a query of the selection, declaring the variables that it uses: those of the
// question, and those of the engine with the given type for the cursor.
func newDocument(selection ast.SelectionSet, own ast.VariableDefinitionList, cursor *ast.Type, path []string) document {
	used := map[string]bool{}
	noteVariables(selection, used)
	op := &ast.OperationDefinition{Operation: ast.Query, SelectionSet: selection}
	engine := ast.VariableDefinitionList{
		{Variable: varFirst, Type: ast.NamedType("Int", nil)},
		{Variable: varAfter, Type: cursor},
		{Variable: varOwner, Type: ast.NonNullNamedType("ID", nil)},
	}
	doc := document{path: path}
	for _, def := range slices.Concat(own, engine) {
		if used[def.Variable] {
			op.VariableDefinitions = append(op.VariableDefinitions,
				&ast.VariableDefinition{Variable: def.Variable, Type: def.Type, DefaultValue: def.DefaultValue})
			doc.variables = append(doc.variables, def.Variable)
		}
	}
	var b strings.Builder
	formatter.NewFormatter(&b, formatter.WithCompacted(), formatter.WithIndent(" ")).
		FormatQueryDocument(&ast.QueryDocument{Operations: ast.OperationList{op}})
	doc.text = b.String()
	return doc
}

func noteVariables(set ast.SelectionSet, used map[string]bool) {
	for _, s := range set {
		switch x := s.(type) {
		case *ast.Field:
			noteInArguments(x.Arguments, used)
			noteInDirectives(x.Directives, used)
			noteVariables(x.SelectionSet, used)
		case *ast.InlineFragment:
			noteInDirectives(x.Directives, used)
			noteVariables(x.SelectionSet, used)
		}
	}
}

func noteInDirectives(directives ast.DirectiveList, used map[string]bool) {
	for _, d := range directives {
		noteInArguments(d.Arguments, used)
	}
}

func noteInArguments(args ast.ArgumentList, used map[string]bool) {
	for _, a := range args {
		noteInValue(a.Value, used)
	}
}

func noteInValue(v *ast.Value, used map[string]bool) {
	if v.Kind == ast.Variable {
		used[v.Raw] = true
	}
	for _, child := range v.Children {
		noteInValue(child.Value, used)
	}
}
