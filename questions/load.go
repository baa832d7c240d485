package questions

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/core"
)

// What a file may cost. Validation is quadratic in equal fields, so tokens are bounded too.
const (
	maxFileBytes = 256 << 10
	maxTokens    = 4000
)

//go:embed *.graphql
var embedded embed.FS

// A Source is a folder of questions.
type Source struct {
	Name    string // stands before the names of its files in messages
	Files   fs.FS  // its *.graphql files are questions; folders below it are not looked into
	BuiltIn bool
}

// BuiltIn is the source of the questions that come with the program.
func BuiltIn() Source { return Source{Name: "built-in", Files: embedded, BuiltIn: true} }

// Folder is the source of the questions in a folder of the file system.
func Folder(dir string) Source { return Source{Name: dir, Files: os.DirFS(dir)} }

// A Problem is what is wrong with a question, or worth knowing about it.
type Problem struct {
	File         string
	Line, Column int // 1-based, columns in characters; 0 when the problem has no place in the file
	Code         ProblemCode
	Message      string
	Hint         string // what to do; "" when the message says it
}

// A ProblemCode names a sort of problem; it stays the same when wording changes.
type ProblemCode string

// The codes. A question with a problem of any other code than Replaces is left out.
const (
	Unreadable   ProblemCode = "unreadable"         // the file or folder cannot be read, or is too large
	BadName      ProblemCode = "bad-name"           // the file's name cannot be a question's, or a name is reserved
	BadSyntax    ProblemCode = "syntax"             // it is not GraphQL
	BadQuery     ProblemCode = "schema"             // it does not fit the schema
	NotOneQuery  ProblemCode = "not-one-query"      // it has not exactly one operation, or that is no query
	NoRows       ProblemCode = "no-rows"            // no field is marked @rows
	NoColumns    ProblemCode = "no-columns"         // no field is marked @column
	BadRows      ProblemCode = "rows-place"         // @rows stands where there are no rows
	RowsChain    ProblemCode = "rows-not-one-chain" // two fields inside one row are marked @rows
	RowsPaging   ProblemCode = "rows-not-pageable"  // an inner connection belongs to something without an id
	BadColumn    ProblemCode = "column-place"       // @column stands outside rows or on something that is no value
	ColumnTwice  ProblemCode = "column-twice"       // two columns of one name
	HeaderAmiss  ProblemCode = "header"             // the comments at the head do not fit the query
	TooLarge     ProblemCode = "too-large"          // fragments unfold to too many fields
	Replaces     ProblemCode = "replaces"           // a question takes the place of an earlier source's
	maxSelection             = 1000                 // fields and fragments of a question, unfolded
)

// Error is the problem on one line: file:line:column: message; hint.
func (p Problem) Error() string {
	var b strings.Builder
	b.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", p.Line, p.Column)
	}
	b.WriteString(": " + p.Message)
	if p.Hint != "" {
		b.WriteString("; " + p.Hint)
	}
	return b.String()
}

// A Catalogue is the questions that can be asked.
type Catalogue struct{ byName map[string]*Question }

// Load reads and checks the questions of all sources against the schema. A question with a problem is
// left out, the others are there; every problem is told, in order of source, file and place. A
// question takes the place of one of the same name in an earlier source, which is told too; a faulty
// one does not.
func Load(schema *ast.Schema, sources ...Source) (*Catalogue, []Problem) {
	c := &Catalogue{byName: map[string]*Question{}}
	var problems []Problem
	for _, src := range sources {
		names, err := fs.Glob(src.Files, "*.graphql")
		if _, statErr := fs.Stat(src.Files, "."); statErr != nil {
			err = statErr
		}
		if err != nil {
			problems = append(problems, Problem{File: src.Name, Code: Unreadable, Message: err.Error()})
			continue
		}
		for _, name := range names {
			q, found := read(schema, src, name)
			earlier := c.byName[strings.TrimSuffix(name, ".graphql")]
			switch {
			case q == nil && earlier != nil:
				found[len(found)-1].Hint = joinHints(found[len(found)-1].Hint, earlier.File+" stays in use")
			case q != nil && earlier != nil:
				found = append(found, Problem{File: q.File, Code: Replaces, Message: "takes the place of " + earlier.File})
			}
			if q != nil {
				c.byName[q.Name] = q
			}
			problems = append(problems, found...)
		}
	}
	return c, problems
}

func joinHints(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}

// All lists the questions in order of name.
func (c *Catalogue) All() []*Question {
	all := make([]*Question, 0, len(c.byName))
	for _, q := range c.byName {
		all = append(all, q)
	}
	slices.SortFunc(all, func(a, b *Question) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Get gives the question of a name. Errors: graph.NotFound, naming those that are close.
func (c *Catalogue) Get(name string) (*Question, error) {
	if q, ok := c.byName[name]; ok {
		return q, nil
	}
	names := make([]string, 0, len(c.byName))
	for known := range c.byName {
		names = append(names, known)
	}
	sort.Strings(names)
	return nil, graph.Errorf(graph.NotFound, "there is no question %q%s", name, didYouMean(name, names))
}

// didYouMean gives the end of a message about an unknown name: what is close to it, or what there is.
func didYouMean(name string, known []string) string {
	if len(known) == 0 {
		return "; there are none"
	}
	if len(name) <= 100 {
		if near := core.SuggestionList(name, known); len(near) > 0 {
			return "; did you mean " + core.QuotedOrList(near...) + "?"
		}
	}
	return "; there are " + strings.Join(known, ", ")
}

// read reads one file. The question is nil when a problem forbids its use.
func read(schema *ast.Schema, src Source, name string) (*Question, []Problem) {
	file := path.Join(src.Name, name)
	text, err := readFile(src.Files, name)
	if err != nil {
		return nil, []Problem{{File: file, Code: Unreadable, Message: err.Error()}}
	}
	q := &Question{Name: strings.TrimSuffix(name, ".graphql"), Text: text, File: file, BuiltIn: src.BuiltIn, schema: schema}
	if !isPlainName(q.Name) {
		return nil, []Problem{{File: file, Code: BadName, Message: "the name has other characters than letters, digits, - and _",
			Hint: "rename the file"}}
	}
	doc, err := parser.ParseQueryWithTokenLimit(&ast.Source{Name: file, Input: text}, maxTokens)
	if err != nil {
		return nil, fromGraphQL(file, BadSyntax, asList(err))
	}
	if len(doc.Operations) != 1 || doc.Operations[0].Operation != ast.Query {
		return nil, []Problem{{File: file, Line: 1, Column: 1, Code: NotOneQuery,
			Message: fmt.Sprintf("a question is exactly one query; this file has %s", operations(doc)), Hint: "put each query into a file of its own"}}
	}
	if errs := validator.ValidateWithRules(schema, doc, nil); len(errs) > 0 {
		return nil, fromGraphQL(file, BadQuery, errs)
	}
	problems := compile(q, schema, doc)
	sort.SliceStable(problems, func(i, j int) bool {
		a, b := problems[i], problems[j]
		return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column
	})
	if len(problems) > 0 {
		return nil, problems
	}
	return q, nil
}

func readFile(files fs.FS, name string) (text string, err error) {
	info, err := fs.Stat(files, name) // before opening: a pipe would wait for ever
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", errors.New("this is not a regular file")
	}
	f, err := files.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	data, err := io.ReadAll(io.LimitReader(f, maxFileBytes+1))
	if err == nil && len(data) > maxFileBytes {
		err = fmt.Errorf("the file is larger than %d kB", maxFileBytes>>10)
	}
	return string(data), err
}

func isPlainName(name string) bool {
	plain := func(r rune) bool {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_'
	}
	return name != "" && strings.IndexFunc(name, func(r rune) bool { return !plain(r) }) < 0
}

func operations(doc *ast.QueryDocument) string {
	if len(doc.Operations) == 0 {
		return "none"
	}
	kinds := make([]string, len(doc.Operations))
	for i, op := range doc.Operations {
		kinds[i] = "a " + string(op.Operation)
	}
	return strings.Join(kinds, ", ")
}

func asList(err error) gqlerror.List {
	var e *gqlerror.Error
	if !errors.As(err, &e) {
		e = gqlerror.Wrap(err)
	}
	return gqlerror.List{e}
}

func fromGraphQL(file string, code ProblemCode, errs gqlerror.List) []Problem {
	var problems []Problem
	for _, e := range errs {
		p := Problem{File: file, Code: code, Message: strings.TrimSuffix(e.Message, ".")}
		if len(e.Locations) > 0 {
			p.Line, p.Column = e.Locations[0].Line, e.Locations[0].Column
		}
		problems = append(problems, p)
	}
	return problems
}
