package questions

import (
	"fmt"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// A compiler turns a valid query into a plan, noting what is wrong on the way.
type compiler struct {
	q        *Question
	schema   *ast.Schema
	aliases  int
	size     int            // of the query, fragments unfolded
	columns  map[string]int // index by name
	twice    map[string]bool
	reached  map[*ast.Directive]bool
	problems []Problem
}

// A scope is where a selection stands: on an object of a type, at a path from an item of a level.
type scope struct {
	level *level
	path  []string
	list  bool // the path passes a list or connection that is not marked @rows
	depth int  // connections around it
}

func (s scope) at(alias string) scope {
	s.path = extend(s.path, alias)
	return s
}

// extend appends without sharing: a path has many continuations.
func extend(path []string, aliases ...string) []string {
	return slices.Concat(path, aliases)
}

// compile fills in what a question's header and query say.
func compile(q *Question, schema *ast.Schema, doc *ast.QueryDocument) []Problem {
	op := doc.Operations[0]
	c := &compiler{q: q, schema: schema, columns: map[string]int{}, twice: map[string]bool{}, reached: map[*ast.Directive]bool{}}
	q.variables = op.VariableDefinitions
	for _, v := range q.variables {
		if strings.HasPrefix(v.Variable, "_") {
			c.report(v.Position, BadName, "the variable $"+v.Variable+" starts with an underscore", "the engine's own variables do; choose another name")
		}
	}
	selection := c.object(op.SelectionSet, scope{level: &q.plan.root})
	q.plan.first = newDocument(selection, q.variables, nil, nil)
	c.unreached(doc)
	switch {
	case c.size > maxSelection: // and cut off, so that nothing else can be said
		c.problems = nil
		c.report(op.Position, TooLarge, fmt.Sprintf("the query selects more than %d fields and fragments once these are unfolded", maxSelection), "")
	case len(c.problems) > 0: // what is missing may be what was found faulty
	case len(q.plan.root.inner) == 0:
		c.report(op.Position, NoRows, "no field is marked @rows", "mark the connection or list whose items are the rows")
	}
	c.header()
	return c.problems
}

func (c *compiler) report(at *ast.Position, code ProblemCode, message, hint string) {
	p := Problem{File: c.q.File, Code: code, Message: message, Hint: hint}
	if at != nil {
		p.Line, p.Column = at.Line, at.Column
	}
	c.problems = append(c.problems, p)
}

// object copies a selection on an object, as far as it leads to rows or columns.
func (c *compiler) object(set ast.SelectionSet, s scope) ast.SelectionSet {
	var out ast.SelectionSet
	for _, selection := range set {
		switch x := c.unfold(selection).(type) {
		case *ast.InlineFragment:
			out = append(out, wrap(x, c.object(x.SelectionSet, s))...)
		case *ast.Field:
			out = append(out, c.field(x, s)...)
		}
	}
	return out
}

// unfold turns the use of a named fragment into an inline one. Past the limit of size it gives nothing,
// since fragments may double at each level.
func (c *compiler) unfold(s ast.Selection) ast.Selection {
	if c.size++; c.size > maxSelection {
		return nil
	}
	if spread, ok := s.(*ast.FragmentSpread); ok {
		return &ast.InlineFragment{TypeCondition: spread.Definition.TypeCondition, Directives: spread.Directives,
			SelectionSet: spread.Definition.SelectionSet}
	}
	return s
}

// wrap gives the fragment another selection; an empty one needs no fragment.
func wrap(f *ast.InlineFragment, set ast.SelectionSet) ast.SelectionSet {
	if len(set) == 0 {
		return nil
	}
	return ast.SelectionSet{&ast.InlineFragment{TypeCondition: f.TypeCondition, Directives: f.Directives, SelectionSet: set}}
}

// copyOf copies a field under a new alias and without our directives.
func (c *compiler) copyOf(f *ast.Field) *ast.Field {
	c.aliases++
	n := &ast.Field{Alias: fmt.Sprintf("f%d", c.aliases), Name: f.Name, Arguments: f.Arguments}
	for _, d := range f.Directives {
		if d.Name != "rows" && d.Name != "column" {
			n.Directives = append(n.Directives, d)
		}
	}
	return n
}

// hidden makes a field that the question does not show.
func (c *compiler) hidden(name string, set ...ast.Selection) *ast.Field {
	f := c.copyOf(&ast.Field{Name: name})
	f.SelectionSet = set
	return f
}

// mark gives our directive of a field, and notes that it was seen in its place.
func (c *compiler) mark(f *ast.Field, name string) *ast.Directive {
	d := f.Directives.ForName(name)
	if d != nil {
		c.reached[d] = true
	}
	return d
}

func (c *compiler) field(f *ast.Field, s scope) ast.SelectionSet {
	if d := c.mark(f, "rows"); d != nil {
		return c.rows(f, d, s)
	}
	n := c.copyOf(f)
	here := s.at(n.Alias)
	here.list = here.list || f.Definition.Type.Elem != nil
	if d := c.mark(f, "column"); d != nil {
		if !c.column(f, d, here) {
			return nil
		}
		return ast.SelectionSet{n}
	}
	paged := c.connection(f) != nil
	if paged {
		here.list = true
		here.depth++
	}
	n.SelectionSet = c.object(f.SelectionSet, here)
	if len(n.SelectionSet) == 0 {
		return nil // nothing in it is asked for
	}
	if paged && !pagesItself(f) {
		n.Arguments = with(f.Arguments, "first", varFirst)
		info := c.hidden("pageInfo", c.hidden("hasNextPage"))
		n.SelectionSet = append(n.SelectionSet, info)
		s.level.cuts = append(s.level.cuts, cut{extend(here.path, info.Alias, info.SelectionSet[0].(*ast.Field).Alias), true})
	}
	n.SelectionSet = append(n.SelectionSet, c.completeness(f, here)...)
	c.q.plan.depth = max(c.q.plan.depth, here.depth)
	return ast.SelectionSet{n}
}

// unreached reports marks that stand where no row is. Where something else is wrong already, what it
// cut off is not reported too.
func (c *compiler) unreached(doc *ast.QueryDocument) {
	if len(c.problems) > 0 || c.size > maxSelection {
		return
	}
	c.unreachedIn(doc.Operations[0].SelectionSet)
	for _, f := range doc.Fragments {
		c.unreachedIn(f.SelectionSet)
	}
}

func (c *compiler) unreachedIn(set ast.SelectionSet) {
	for _, s := range set {
		switch x := s.(type) {
		case *ast.InlineFragment:
			c.unreachedIn(x.SelectionSet)
		case *ast.Field:
			if d := x.Directives.ForName("column"); d != nil && !c.reached[d] {
				c.report(d.Position, BadColumn, x.Name+" is marked @column beside the rows", "a column is inside of nodes or edges")
			}
			if d := x.Directives.ForName("rows"); d != nil && !c.reached[d] {
				c.report(d.Position, BadRows, x.Name+" is marked @rows beside the rows", "rows within rows are inside of nodes or edges")
			}
			c.unreachedIn(x.SelectionSet)
		}
	}
}

// header compares the comments at the head with the query, and takes titles and meanings from them.
func (c *compiler) header() {
	h := readHeader(c.q.Text)
	c.q.Title, c.q.About = h.title, h.about
	if h.title == "" {
		c.report(&ast.Position{Line: 1, Column: 1}, HeaderAmiss, "the question has no title", "start the file with # title: …")
	}
	for _, v := range c.q.variables {
		p := Param{Name: v.Variable, Type: v.Type.String(), Required: v.Type.NonNull && v.DefaultValue == nil, Meaning: meaningOf(h.params, v.Variable)}
		if v.DefaultValue != nil {
			fallback, _ := v.DefaultValue.Value(nil) // a constant of a valid query has a value
			p.Default = encode(fallback)
		}
		if p.Meaning == "" {
			c.report(v.Position, HeaderAmiss, "nothing says what $"+v.Variable+" means", "add to the head: # params: "+v.Variable+" — …")
		}
		c.q.Params = append(c.q.Params, p)
	}
	for _, e := range h.params {
		if c.q.variables.ForName(e.name) == nil {
			c.report(&ast.Position{Line: e.line, Column: 1}, HeaderAmiss, "the query has no variable $"+e.name, "rename or remove the entry")
		}
	}
	if len(c.problems) > 0 {
		return // columns may be missing because of them
	}
	for _, e := range h.columns {
		i, ok := c.columns[e.name]
		if !ok {
			c.report(&ast.Position{Line: e.line, Column: 1}, HeaderAmiss, "the query has no column "+e.name, "rename or remove the entry")
			continue
		}
		c.q.Columns[i].Meaning = e.meaning
	}
}
