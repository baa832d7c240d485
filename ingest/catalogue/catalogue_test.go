package catalogue

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/ingest"
	"github.com/crosswalk-graph/crosswalk/ingest/diag"
	"github.com/crosswalk-graph/crosswalk/ingest/early"
	"github.com/crosswalk-graph/crosswalk/ingest/markdown"
	"github.com/crosswalk-graph/crosswalk/ingest/mdtext"
	"github.com/crosswalk-graph/crosswalk/ingest/review"
)

// Every code that the source has is in the catalogue of its package, and every package with codes in that
// of all: codes are the constants named Code….
func TestEveryCodeHasAnEntry(t *testing.T) {
	parts := map[string]diag.Catalogue{}
	for _, p := range Parts() {
		parts[p.Package] = p.Codes
	}
	found := 0
	for pkg, codes := range codesInSource(t) {
		entries, listed := parts[pkg]
		if !listed {
			t.Errorf("package %s has codes: add a var Codes beside them, and the package to Parts in ingest/catalogue/catalogue.go", pkg)
			continue
		}
		for name, code := range codes {
			found++
			if _, known := entries.Entry(code); !known {
				t.Errorf("%s.%s: add an entry for %q to Codes in %s/codes.go, with cause, cure and example", pkg, name, code, pkg)
			}
		}
	}
	if found < 150 {
		t.Errorf("only %d codes were found in the source", found)
	}
}

// Formats that read Markdown give its codes under their own names; each has entries for all of them.
func TestCodesOfMarkdown(t *testing.T) {
	suffixes := []string{mdtext.Empty, mdtext.TooLarge, mdtext.Nesting, mdtext.InvalidUTF8, mdtext.NulByte, mdtext.FrontMatter,
		mdtext.FrontMatterAlias, mdtext.Unclosed, mdtext.KeyForm}
	all := All()
	for _, format := range []ingest.Format{markdown.Format{}, review.Format{}, early.Format{}} {
		for _, s := range suffixes {
			if _, known := all.Entry(format.Name() + s); !known {
				t.Errorf("%s: add an entry for %q to its Codes", format.Name(), format.Name()+s)
			}
		}
	}
}

// codesInSource are the codes of each package below ingest, by the names of their constants.
func codesInSource(t *testing.T) map[string]map[string]string {
	t.Helper()
	root := filepath.Join("..", "..")
	out := map[string]map[string]string{}
	err := filepath.WalkDir(filepath.Join(root, "ingest"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		for name, code := range codesIn(t, file) {
			if out[dir] == nil {
				out[dir] = map[string]string{}
			}
			out[dir][name] = code
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func codesIn(t *testing.T, file *ast.File) map[string]string {
	out := map[string]string{}
	for _, d := range file.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.CONST {
			continue
		}
		for _, s := range decl.Specs {
			spec := s.(*ast.ValueSpec)
			for i, name := range spec.Names {
				if !strings.HasPrefix(name.Name, "Code") {
					continue
				}
				var literal *ast.BasicLit
				if i < len(spec.Values) {
					literal, _ = spec.Values[i].(*ast.BasicLit)
				}
				if literal == nil {
					t.Errorf("%s: write the code as a string", name.Name)
					continue
				}
				code, err := strconv.Unquote(literal.Value)
				if err != nil {
					t.Errorf("%s: %v", name.Name, err)
				}
				out[name.Name] = code
			}
		}
	}
	return out
}

// Entries are complete and apart: a code has one, its anchor is its own, and it names rules that there are.
func TestEntries(t *testing.T) {
	anchors := map[string]string{}
	for _, e := range All() {
		if e.Cause == "" || e.Cure == "" || !strings.HasSuffix(e.Cause, ".") || !strings.HasSuffix(e.Cure, ".") {
			t.Errorf("%s: cause and cure are sentences", e.Code)
		}
		if x := e.Example; (x.Command == "") == (x.In == "") {
			t.Errorf("%s: an example is a change of a document or a command", e.Code)
		}
		if other, taken := anchors[diag.Anchor(e.Code)]; taken {
			t.Errorf("%s and %s have one anchor", e.Code, other)
		}
		anchors[diag.Anchor(e.Code)] = e.Code
		for _, id := range e.Rules() {
			if !slices.ContainsFunc(Rules, func(r Rule) bool { return r.ID == id }) {
				t.Errorf("%s: there is no rule %q", e.Code, id)
			}
		}
	}
}

// Each rule is checked, or it is said why not.
func TestRules(t *testing.T) {
	all := All()
	for i, r := range Rules {
		if i < 29 && r.ID != strconv.Itoa(i+1) {
			t.Errorf("rule %s stands at place %d", r.ID, i+1)
		}
		if len(r.Codes(all)) == 0 && r.Open == "" {
			t.Errorf("rule %s: no code tells of a breach, and nothing says why", r.ID)
		}
	}
}

// The severity under --strict follows from the rules: what breaks one is an error, the rest keeps its own.
func TestStrictSeverities(t *testing.T) {
	for code, want := range map[string]diag.Severity{
		"markdown/answer-missing":           diag.Error,
		"manifest-unnamed":                  diag.Error,
		"markdown/front-matter-unknown-key": diag.Info,
		"rendered/lost-columns":             diag.Info,
		"link-outside":                      diag.Warning,
		"markdown/unclosed":                 diag.Error,
	} {
		e, known := All().Entry(code)
		if !known || e.Strict() != want {
			t.Errorf("%s: %s, want %s", code, e.Strict(), want)
		}
	}
	list := diag.List{{Severity: diag.Info, Code: "not-a-file"}, {Severity: diag.Info, Code: "manifest-unnamed"}, {Severity: diag.Warning, Code: "of nobody"}}
	got := All().Strict(list)
	if got[0].Severity != diag.Error || got[1].Severity != diag.Warning || got[2].Severity != diag.Info || list[1].Severity != diag.Info {
		t.Errorf("%+v of %+v", got, list)
	}
}
