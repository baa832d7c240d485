package questions

import (
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// rows compiles a field marked @rows into a level of its own, and what of it to select.
func (c *compiler) rows(f *ast.Field, d *ast.Directive, s scope) ast.SelectionSet {
	outermost := s.level == &c.q.plan.root
	switch {
	case s.list:
		c.report(d.Position, BadRows, "a list without @rows lies around "+f.Name, "mark that list with @rows too")
		return nil
	case !outermost && len(s.level.inner) > 0:
		c.report(d.Position, RowsChain, f.Name+" is the second field marked @rows inside one row", "rows would multiply; ask two questions")
		return nil
	}
	if outermost {
		clear(c.twice)
	}
	n := c.copyOf(f)
	lv := &level{path: extend(s.path, n.Alias)}
	s.level.inner = append(s.level.inner, lv)
	out := ast.SelectionSet{n}
	def := c.schema.Types[f.Definition.Type.Name()]
	switch {
	case f.Definition.Type.Elem != nil && !def.IsCompositeType():
		if column := c.mark(f, "column"); column != nil {
			c.column(f, column, scope{level: lv})
		}
	case f.Definition.Type.Elem != nil:
		n.SelectionSet = c.item(f.SelectionSet, def, lv, s.depth)
	case c.connection(f) != nil:
		n.SelectionSet = c.page(f.SelectionSet, lv, s.depth+1)
		if lv.items == "" {
			c.report(d.Position, BadRows, f.Name+" is marked @rows and selects neither nodes nor edges", "select nodes { … } in it")
		} else if !pagesItself(f) {
			out = append(out, c.pages(f, n, lv, s)...)
		}
	default:
		c.report(d.Position, BadRows, f.Name+" is neither a list nor a connection", "mark the list inside it")
		return nil
	}
	if len(lv.cells) == 0 && len(lv.inner) == 0 && len(c.problems) == 0 {
		c.report(d.Position, NoColumns, "no field inside "+f.Name+" is marked @column", "mark the fields that are the columns")
	}
	return out
}

// page compiles the selection on a connection marked @rows: what is selected of its items counts.
func (c *compiler) page(set ast.SelectionSet, lv *level, depth int) ast.SelectionSet {
	var out ast.SelectionSet
	for _, selection := range set {
		switch x := c.unfold(selection).(type) {
		case *ast.InlineFragment:
			out = append(out, wrap(x, c.page(x.SelectionSet, lv, depth))...)
		case *ast.Field:
			if x.Name != "nodes" && x.Name != "edges" {
				continue
			}
			if lv.items != "" {
				c.report(x.Position, BadRows, "the rows of the connection are selected twice", "select them in one place")
				continue
			}
			n := c.copyOf(x)
			lv.items = n.Alias
			n.SelectionSet = c.item(x.SelectionSet, c.schema.Types[x.Definition.Type.Name()], lv, depth)
			out = append(out, n)
		}
	}
	return out
}

// item compiles the selection on an item of a level, and adds what tells which record it is about.
func (c *compiler) item(set ast.SelectionSet, def *ast.Definition, lv *level, depth int) ast.SelectionSet {
	c.q.plan.depth = max(c.q.plan.depth, depth)
	out := c.object(set, scope{level: lv, depth: depth})
	return append(out, c.identity(def, nil, &lv.record)...)
}

// pages lets the engine page through a connection. The first page comes with whatever surrounds the
// field; further ones are read from the root or, for a node's own connection, from that node, whose
// id is what pages gives to be selected beside the field.
func (c *compiler) pages(f, n *ast.Field, lv *level, s scope) ast.SelectionSet {
	info := c.hidden("pageInfo", c.hidden("hasNextPage"), c.hidden("endCursor"))
	lv.info = info.Alias
	lv.hasMore, lv.end = info.SelectionSet[0].(*ast.Field).Alias, info.SelectionSet[1].(*ast.Field).Alias
	n.SelectionSet = append(n.SelectionSet, info)
	n.Arguments = with(f.Arguments, "first", varFirst)

	next := *n
	next.Arguments = with(n.Arguments, "after", varAfter)
	cursor := f.Definition.Arguments.ForName("after").Type
	owner := f.ObjectDefinition
	if owner == c.schema.Query {
		lv.next = newDocument(ast.SelectionSet{&next}, c.q.variables, cursor, []string{n.Alias})
		return nil
	}
	if !c.isNode(owner) {
		c.report(f.Position, RowsPaging, f.Name+" cannot be read page by page: "+owner.Name+" has no id to find it by",
			"give "+f.Name+" a first or last of its own")
		return nil
	}
	id := c.hidden("id")
	lv.owner = extend(s.path, id.Alias)
	node := c.hidden("node", &ast.InlineFragment{TypeCondition: owner.Name, SelectionSet: ast.SelectionSet{&next}})
	node.Arguments = with(nil, "id", varOwner)
	lv.next = newDocument(ast.SelectionSet{node}, c.q.variables, cursor, []string{node.Alias, n.Alias})
	return ast.SelectionSet{id}
}

// isNode tells whether things of the type can be found by Query.node.
func (c *compiler) isNode(def *ast.Definition) bool {
	find := c.schema.Query.Fields.ForName("node")
	return find != nil && find.Arguments.ForName("id") != nil &&
		(def.Name == find.Type.Name() || slices.Contains(def.Interfaces, find.Type.Name()))
}

// connection gives the type of a field that is a page of something, nil for any other.
func (c *compiler) connection(f *ast.Field) *ast.Definition {
	args := f.Definition.Arguments
	def := c.schema.Types[f.Definition.Type.Name()]
	if f.Definition.Type.Elem != nil || args.ForName("first") == nil || args.ForName("after") == nil || def.Fields.ForName("pageInfo") == nil {
		return nil
	}
	return def
}

// pagesItself tells whether the question asks for a particular page; the engine leaves that alone.
func pagesItself(f *ast.Field) bool {
	return slices.ContainsFunc(f.Arguments, func(a *ast.Argument) bool {
		return a.Name == "first" || a.Name == "after" || a.Name == "last" || a.Name == "before"
	})
}

func with(args ast.ArgumentList, name, variable string) ast.ArgumentList {
	return append(slices.Clone(args), &ast.Argument{Name: name, Value: &ast.Value{Kind: ast.Variable, Raw: variable}})
}

// completeness asks a part of the answer that tells whether it is whole to tell it.
func (c *compiler) completeness(f *ast.Field, s scope) ast.SelectionSet {
	def := c.schema.Types[f.Definition.Type.Name()]
	if told := bare(def, "complete"); told == nil || told.Type.Name() != "Boolean" {
		return nil
	}
	n := c.hidden("complete")
	s.level.cuts = append(s.level.cuts, cut{extend(s.path, n.Alias), false})
	return ast.SelectionSet{n}
}

// identity adds to an item the id, document and line of the record it is about: of the item, or of
// the node of an edge.
func (c *compiler) identity(def *ast.Definition, path []string, r *record) ast.SelectionSet {
	if node := bare(def, "node"); node != nil && bare(def, "id") == nil {
		n := c.hidden("node")
		n.SelectionSet = c.identity(c.schema.Types[node.Type.Name()], extend(path, n.Alias), r)
		if len(n.SelectionSet) == 0 {
			return nil
		}
		return ast.SelectionSet{n}
	}
	out := c.wherever(def, path, &r.id, []string{"id"})
	out = append(out, c.wherever(def, path, &r.document, []string{"document", "id"})...)
	return append(out, c.wherever(def, path, &r.line, []string{"line"}, []string{"span", "start"})...)
}

// wherever selects the first of the chains of fields that the type has, or, where an interface or union
// has none, on each type it can be; found is where the values then stand.
func (c *compiler) wherever(def *ast.Definition, path []string, found *[][]string, chains ...[]string) ast.SelectionSet {
	for _, names := range chains {
		if f, aliases := c.chain(def, names); f != nil {
			*found = append(*found, extend(path, aliases...))
			return ast.SelectionSet{f}
		}
	}
	if !def.IsAbstractType() {
		return nil
	}
	var out ast.SelectionSet
	for _, possible := range c.schema.GetPossibleTypes(def) {
		on := &ast.InlineFragment{TypeCondition: possible.Name}
		out = append(out, wrap(on, c.wherever(possible, path, found, chains...))...)
	}
	return out
}

// chain selects a field of the type, the next one within it, and so on; nil when there is none.
func (c *compiler) chain(def *ast.Definition, names []string) (*ast.Field, []string) {
	field := bare(def, names[0])
	if field == nil {
		return nil, nil
	}
	n := c.hidden(names[0])
	def = c.schema.Types[field.Type.Name()]
	if len(names) == 1 {
		if def.IsCompositeType() {
			return nil, nil
		}
		return n, []string{n.Alias}
	}
	inner, aliases := c.chain(def, names[1:])
	if inner == nil {
		return nil, nil
	}
	n.SelectionSet = ast.SelectionSet{inner}
	return n, append([]string{n.Alias}, aliases...)
}

// bare gives a field of a type that can be selected without arguments, nil when there is none.
func bare(def *ast.Definition, name string) *ast.FieldDefinition {
	field := def.Fields.ForName(name)
	if field == nil || slices.ContainsFunc(field.Arguments, func(a *ast.ArgumentDefinition) bool {
		return a.Type.NonNull && a.DefaultValue == nil
	}) {
		return nil
	}
	return field
}

// column notes a column and where its cells are. It tells whether there is one.
func (c *compiler) column(f *ast.Field, d *ast.Directive, s scope) bool {
	name, ok := written(d, "name")
	format, ok2 := written(d, "format")
	if name == "" {
		name = f.Alias
	}
	def := c.schema.Types[f.Definition.Type.Name()]
	col := Column{Name: name, Type: def.Name, List: s.list, Format: format}
	i, known := c.columns[name]
	switch {
	case !ok || !ok2:
		c.report(d.Position, BadColumn, "name and format of a column cannot be variables", "write them out")
	case s.level == &c.q.plan.root:
		c.report(d.Position, BadColumn, f.Name+" is marked @column outside of any rows", "mark the list around it with @rows")
	case def.IsCompositeType():
		c.report(d.Position, BadColumn, f.Name+" has fields of its own and cannot be a column", "mark one of its fields")
	case strings.HasPrefix(name, "_"):
		c.report(d.Position, BadName, "the column "+name+" starts with an underscore", "the engine's own columns do; choose another name")
	case c.twice[name]:
		c.report(d.Position, ColumnTwice, "there is a column "+name+" already", "tell them apart with @column(name: …)")
	case known && c.q.Columns[i] != col:
		c.report(d.Position, ColumnTwice, "the column "+name+" has another type or format in other rows",
			"make them the same, or tell them apart with @column(name: …)")
	default:
		if !known {
			i = len(c.q.Columns)
			c.q.Columns = append(c.q.Columns, col)
			c.columns[name] = i
		}
		c.twice[name] = true
		s.level.cells = append(s.level.cells, cell{i, s.path})
		return true
	}
	return false
}

// written reads an argument of a directive; false when it is not written out.
func written(d *ast.Directive, name string) (string, bool) {
	a := d.Arguments.ForName(name)
	if a == nil || a.Value.Kind == ast.NullValue {
		return "", true
	}
	return a.Value.Raw, a.Value.Kind == ast.StringValue || a.Value.Kind == ast.BlockValue
}
