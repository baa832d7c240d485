package diag

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

const shelf = "Quill\n- Später: 読み [later](x)\nlast"

var shelfCatalogue = Catalogue{
	{Code: "x/twice", Severity: Warning, Cause: "An answer stands twice.", Cure: "Join the {two}."},
	{Code: "x/unused", Severity: Info, Cause: "Nothing.", Cure: "Nothing."},
}

func writeSARIF(t *testing.T, s SARIF, list List) string {
	t.Helper()
	var out bytes.Buffer
	if err := s.Write(&out, list); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// shelfSARIF writes logs about the file shelf.txt with a text.
func shelfSARIF(text string) SARIF {
	return SARIF{Version: "1.2.3", Home: "https://example.org/crosswalk", Help: "https://example.org/diagnostics", Catalogue: shelfCatalogue,
		Folder: "/home/quill", Source: func(file string) []byte {
			if strings.HasSuffix(file, "shelf é.txt") {
				return []byte(text)
			}
			return nil
		}}
}

// Before "読" its line has ten characters and eleven bytes; the two wide characters have three bytes each.
var shelfList = List{
	{Warning, "x/twice", "Twice [later](x)", "Join the two.", at("a/shelf é.txt", 2, 12, 17, 23), []Related{{"first {here}", at("a/shelf é.txt", 1, 1, 0, 5)}}},
	{Error, "x/other", "Gone", "", Range{File: "/elsewhere/100%.txt"}, nil},
	{Info, "x/other", "Odd", "", at("/home/quill/b.txt", 3, 5, 9, 9), nil},
}

func TestSARIF(t *testing.T) {
	got := writeSARIF(t, shelfSARIF(shelf), shelfList)
	golden := filepath.Join("testdata", "shelf.sarif")
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// Logs are valid by the schema of the standard, the empty one too; and the schema refuses what is none.
func TestSARIFSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("testdata", "sarif-schema-2.1.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	validate := func(log string) error {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(log))
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(value)
	}
	for name, log := range map[string]string{
		"of findings": writeSARIF(t, shelfSARIF(shelf), shelfList),
		"of none":     writeSARIF(t, SARIF{}, nil),
		"bare":        writeSARIF(t, SARIF{}, shelfList),
	} {
		if err := validate(log); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	broken := strings.Replace(writeSARIF(t, shelfSARIF(shelf), shelfList), `"level": "note"`, `"level": "info"`, 1)
	if validate(broken) == nil {
		t.Error("a level that there is none of is valid")
	}
}

// A finding keeps its fingerprint when its line moves, or is indented anew. Other lines, codes and files
// have others, and so has the second of two alike.
func TestSARIFFingerprints(t *testing.T) {
	prints := func(text string, list ...Diagnostic) (out []string) {
		var log struct {
			Runs []struct {
				Results []struct {
					PartialFingerprints map[string]string
				}
			}
		}
		if err := json.Unmarshal([]byte(writeSARIF(t, shelfSARIF(text), list)), &log); err != nil {
			t.Fatal(err)
		}
		for _, r := range log.Runs[0].Results {
			out = append(out, r.PartialFingerprints[sarifPrint])
		}
		return out
	}
	const file = "shelf é.txt"
	finding := func(code string, line, column, from int) Diagnostic {
		return Diagnostic{Code: code, Summary: "s", Subject: at(file, line, column, from, from+3)}
	}
	first := prints("a: one\nb: two\n", finding("x/a", 2, 1, 7))[0]
	if moved := prints("new\na: one\n  b:  two\n", finding("x/a", 3, 3, 13))[0]; moved != first {
		t.Error("a line that moved has another fingerprint")
	}
	for name, other := range map[string]string{
		"another line": prints("a: one\nb: three\n", finding("x/a", 2, 1, 7))[0],
		"another code": prints("a: one\nb: two\n", finding("x/b", 2, 1, 7))[0],
		"the second":   prints("b: two\nb: two\n", finding("x/a", 1, 1, 0), finding("x/a", 2, 1, 7))[1],
	} {
		if other == first {
			t.Errorf("%s has the same fingerprint", name)
		}
	}
}

func TestSARIFWriteError(t *testing.T) {
	cause := errors.New("disk full")
	if err := (SARIF{}).Write(failing{cause}, shelfList); !errors.Is(err, cause) {
		t.Errorf("%v does not wrap %v", err, cause)
	}
}
