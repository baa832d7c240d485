package resolvers

import (
	"time"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/lexer"
	"github.com/vektah/gqlparser/v2/parser"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
)

// Limits bound the documents that are run. Zero fields take their defaults, negative ones bound nothing.
// What a document itself is made of is counted before it is validated, which can be slow for a hostile
// one. Cost is computed before the document runs, and counted again while it runs, with Text.
type Limits struct {
	Depth      int           // levels of fields, introspection left out: 15
	Aliases    int           // renamed fields: 80
	Tokens     int           // tokens of the document: 2,000
	Selections int           // fields and fragments, fragments counted wherever they are spread: 500
	Directives int           // uses of directives: 80
	RootFields int           // fields of the operation itself: 20
	Errors     int           // errors in one answer: 20
	Cost       int           // values of an answer, which are fields and elements of lists: 250,000
	Text       int           // bytes of text in an answer: 64 MiB
	Timeout    time.Duration // of each field of Query but ask, since questions have a limit of their own, and of each event: 10 s

	NoIntrospection bool // the schema is not told, but for __typename
	NoSuggestions   bool // misspelt names are refused without saying what might have been meant
}

// NoLimits is for documents of our own, such as stored questions, which have limits of their own.
var NoLimits = Limits{Depth: -1, Aliases: -1, Tokens: -1, Selections: -1, Directives: -1, RootFields: -1, Errors: -1, Cost: -1, Text: -1, Timeout: -1}

func (l Limits) orDefault() Limits {
	for _, d := range []struct {
		field *int
		value int
	}{{&l.Depth, 15}, {&l.Aliases, 80}, {&l.Tokens, 2000}, {&l.Selections, 500}, {&l.Directives, 80}, {&l.RootFields, 20}, {&l.Errors, 20},
		{&l.Cost, 250_000}, {&l.Text, 64 << 20}} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	if l.Timeout == 0 {
		l.Timeout = 10 * time.Second
	}
	return l
}

// parse reads a document of few enough tokens; nil when it is none. Errors: Limit.
func (l Limits) parse(query string) (*ast.QueryDocument, error) {
	if l.Tokens >= 0 {
		lex := lexer.New(&ast.Source{Input: query})
		for n := 0; ; n++ {
			token, err := lex.ReadToken()
			if err != nil || token.Kind == lexer.EOF {
				break
			}
			if n == l.Tokens {
				return nil, graph.Errorf(graph.Limit, "the document has more than %d tokens: ask in several requests", l.Tokens)
			}
		}
	}
	doc, err := parser.ParseQuery(&ast.Source{Input: query})
	if err != nil {
		doc = nil // whoever runs it says why
	}
	return doc, nil
}

// check parses a document and refuses one that is larger than the limits; nil when it is none.
// Errors: Limit, naming what is too much; Forbidden for introspection where there is none.
func (l Limits) check(query string) (*ast.QueryDocument, error) {
	doc, err := l.parse(query)
	if doc == nil {
		return nil, err
	}
	m := measure{doc: doc, fragments: map[string]*size{}}
	raw := size{}
	for _, f := range doc.Fragments {
		raw.add(m.selections(f.SelectionSet, false))
		raw.directives += len(f.Directives)
	}
	for _, op := range doc.Operations {
		s := m.selections(op.SelectionSet, true)
		s.depth = max(s.depth, raw.depth)
		if l.NoIntrospection && s.introspection > 0 {
			return nil, graph.Errorf(auth.Forbidden, "this server does not tell its schema")
		}
		for _, is := range []struct {
			what       string
			much, most int
		}{
			{"levels of fields", s.depth, l.Depth},
			{"aliases", max(s.aliases, raw.aliases), l.Aliases},
			{"selections", max(s.selections, raw.selections), l.Selections},
			{"directives", max(s.directives, raw.directives) + len(op.Directives), l.Directives},
			{"fields of Query", s.fields, l.RootFields},
		} {
			if is.most >= 0 && is.much > is.most {
				return nil, graph.Errorf(graph.Limit, "the document has %d %s, at most %d are allowed: ask in several requests", is.much, is.what, is.most)
			}
		}
	}
	return doc, nil
}

// A size is how large a selection is, fragments included wherever they are spread.
type size struct{ depth, fields, aliases, selections, directives, introspection int }

// huge is where counting stops, so that sums stay far from overflow.
const huge = 1 << 40

// add puts t beside s.
func (s *size) add(t size) {
	s.depth = max(s.depth, t.depth)
	for _, c := range []struct {
		sum  *int
		more int
	}{{&s.fields, t.fields}, {&s.aliases, t.aliases}, {&s.selections, t.selections}, {&s.directives, t.directives}, {&s.introspection, t.introspection}} {
		*c.sum = min(*c.sum+c.more, huge)
	}
}

// measure computes the size of selections, of each fragment once.
type measure struct {
	doc       *ast.QueryDocument
	fragments map[string]*size
}

// selections measures a selection set; at the root of an operation, introspection has no depth.
func (m *measure) selections(set ast.SelectionSet, atRoot bool) size {
	var s size
	for _, sel := range set {
		var one size
		switch sel := sel.(type) {
		case *ast.Field:
			one = m.selections(sel.SelectionSet, false)
			one.depth++
			if sel.Name == "__schema" || sel.Name == "__type" {
				one.introspection++
				if atRoot {
					one.depth = 0
				}
			}
			one.fields = 1
			if sel.Alias != sel.Name {
				one.aliases++
			}
			one.directives += len(sel.Directives)
		case *ast.InlineFragment:
			one = m.selections(sel.SelectionSet, atRoot)
			one.directives += len(sel.Directives)
		case *ast.FragmentSpread:
			one = m.fragment(sel.Name)
			one.directives += len(sel.Directives)
		}
		one.selections++
		s.add(one)
	}
	return s
}

// fragment measures a fragment. One that spreads itself is empty there; validation refuses it later.
func (m *measure) fragment(name string) size {
	if s, known := m.fragments[name]; known {
		return *s
	}
	m.fragments[name] = &size{}
	if def := m.doc.Fragments.ForName(name); def != nil {
		*m.fragments[name] = m.selections(def.SelectionSet, false)
	}
	return *m.fragments[name]
}
