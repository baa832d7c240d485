package resolvers_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

// TestKindsAndSchemaAgree compares the schema with the kinds table, both ways.
func TestKindsAndSchemaAgree(t *testing.T) {
	schema := resolvers.Schema()
	var fromTable, fromSchema []string
	for i := range graph.Kinds {
		k := &graph.Kinds[i]
		fromTable = append(fromTable, k.Type)
		def := schema.Types[k.Type]
		if def == nil {
			t.Errorf("kind %s has no type %s", k.Kind, k.Type)
			continue
		}
		if got := slices.Contains(def.Interfaces, "Record"); got != k.Record {
			t.Errorf("%s is a Record: %v, want %v", k.Type, got, k.Record)
		}
		if f := schema.Query.Fields.ForName(k.Field); f == nil || f.Type.String() != k.Type+"Connection!" {
			t.Errorf("Query.%s is not the connection of %s", k.Field, k.Type)
		}
		checkProperties(t, schema, k)
	}
	for _, def := range schema.GetPossibleTypes(schema.Types["Node"]) {
		if def.Kind == ast.Object {
			fromSchema = append(fromSchema, def.Name)
		}
	}
	slices.Sort(fromTable)
	slices.Sort(fromSchema)
	if diff := cmp.Diff(fromTable, fromSchema); diff != "" {
		t.Errorf("types of nodes (-table +schema):\n%s", diff)
	}
}

// checkProperties compares the filter, the order and the fields of a kind with its properties.
func checkProperties(t *testing.T, schema *ast.Schema, k *graph.KindInfo) {
	t.Helper()
	filterable, sortable := []string{}, []string{}
	def := schema.Types[k.Type]
	for _, p := range k.Properties {
		if !p.Opaque {
			filterable = append(filterable, p.Name)
		}
		if p.Sortable {
			sortable = append(sortable, snake(p.Name))
		}
		if name := shownAs(p.Name); def.Fields.ForName(name) == nil {
			t.Errorf("%s.%s shows nothing of property %s", k.Type, name, p.Name)
		}
	}
	slices.Sort(filterable)
	slices.Sort(sortable)
	if diff := cmp.Diff(filterable, filterPaths(schema, k.Type+"Filter")); diff != "" {
		t.Errorf("%sFilter (-table +schema):\n%s", k.Type, diff)
	}
	if diff := cmp.Diff(sortable, values(schema, k.Type+"OrderField")); diff != "" {
		t.Errorf("%sOrderField (-table +schema):\n%s", k.Type, diff)
	}
}

// shownAs is the field that shows a property: its group, or a name of its own.
func shownAs(property string) string {
	group, _, _ := strings.Cut(property, ".")
	switch group {
	case "line", "endLine":
		return "span"
	case "answers":
		return "immediateReturn"
	}
	return group
}

// filterPaths lists the properties that a filter input tests, grouped ones with a dot.
func filterPaths(schema *ast.Schema, name string) []string {
	var out []string
	for _, f := range schema.Types[name].Fields {
		switch f.Name {
		case "and", "or", "not", "linked", "notLinked", "id", "kind":
			continue
		}
		operators := schema.Types[f.Type.Name()]
		if operators.Fields.ForName("isNull") != nil {
			out = append(out, f.Name)
			continue
		}
		for _, member := range operators.Fields {
			out = append(out, f.Name+"."+member.Name)
		}
	}
	slices.Sort(out)
	return out
}

// values lists the values of an enum, sorted.
func values(schema *ast.Schema, name string) []string {
	out := []string{}
	for _, v := range schema.Types[name].EnumValues {
		out = append(out, v.Name)
	}
	slices.Sort(out)
	return out
}

var hump = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// snake is the enum value that stands for a property.
func snake(name string) string {
	return strings.ToUpper(strings.ReplaceAll(hump.ReplaceAllString(name, "${1}_$2"), ".", "_"))
}

// TestOperatorsFitTheirProperties: a filter offers the operators that ParseWhere takes for the type.
func TestOperatorsFitTheirProperties(t *testing.T) {
	schema := resolvers.Schema()
	for _, c := range []struct{ input, operators, operand string }{
		{"StringFilter", "anyOf contains eq gt gte isNull lt lte ne noneOf startsWith", "String"},
		{"IntFilter", "anyOf eq gt gte isNull lt lte ne noneOf", "Int"},
		{"BooleanFilter", "eq isNull ne", "Boolean"},
		{"StringListFilter", "has hasAny isNull", "String"},
		{"ReferenceFilter", "anyOf eq isNull ne noneOf", "ID"},
		{"ReferenceListFilter", "has hasAny isNull", "ID"},
		{"IDFilter", "anyOf eq ne noneOf", "ID"},
		{"KindFilter", "anyOf eq ne noneOf", "Kind"},
		{"TriStateFilter", "anyOf eq isNull ne noneOf", "TriState"},
		{"ReadBackFlagListFilter", "has hasAny isNull", "ReadBackFlag"},
	} {
		var got []string
		for _, f := range schema.Types[c.input].Fields {
			got = append(got, f.Name)
			if f.Name != "isNull" && f.Type.Name() != c.operand {
				t.Errorf("%s.%s takes %s, want %s", c.input, f.Name, f.Type, c.operand)
			}
		}
		slices.Sort(got)
		if s := strings.Join(got, " "); s != c.operators {
			t.Errorf("%s has %s, want %s", c.input, s, c.operators)
		}
	}
	for path, want := range map[string]string{"handle": "StringFilter", "line": "IntFilter", "noCounterpart": "BooleanFilter", "system": "ReferenceFilter",
		"implementationStatus": "ConclusionStatusFilter", "readBack": "ReadBackFilter", "id": "IDFilter"} {
		if got := schema.Types["RouteFilter"].Fields.ForName(path).Type.Name(); got != want {
			t.Errorf("RouteFilter.%s is %s, want %s", path, got, want)
		}
	}
}

// TestEnumsAgree compares enums with the tables and constants they stand for, both ways.
func TestEnumsAgree(t *testing.T) {
	schema := resolvers.Schema()
	for i := range graph.Enums {
		e := &graph.Enums[i]
		want := []string{}
		for _, v := range e.Values {
			want = append(want, v.Name)
		}
		slices.Sort(want)
		if schema.Types[e.Name] == nil {
			t.Errorf("there is no enum %s", e.Name)
			continue
		}
		if diff := cmp.Diff(want, values(schema, e.Name)); diff != "" {
			t.Errorf("%s (-table +schema):\n%s", e.Name, diff)
		}
	}
	var groups []string
	for _, k := range graph.Kinds {
		for _, p := range k.Properties {
			if !p.Opaque && p.Type != graph.ListProp {
				groups = append(groups, snake(p.Name))
			}
		}
	}
	groups = append(groups, "KIND")
	slices.Sort(groups)
	for name, want := range map[string][]string{
		"GroupKey":         slices.Compact(groups),
		"Stubs":            {string(graph.ExcludeStubs), string(graph.IncludeStubs), string(graph.OnlyStubs)},
		"Runs":             {string(graph.AllRuns), string(graph.CurrentRuns)},
		"StubReason":       {string(graph.NotLoaded), string(graph.Undefined)},
		"LineageDirection": {string(graph.BothDirections), string(graph.Downstream), string(graph.Upstream)},
		"Truncation":       {string(graph.ByDeadline), string(graph.ByDepth), string(graph.ByNodes)},
	} {
		if diff := cmp.Diff(want, values(schema, name)); diff != "" {
			t.Errorf("%s (-constants +schema):\n%s", name, diff)
		}
	}
	if got := len(schema.Types["SearchTier"].EnumValues); got != len(graph.Tiers) {
		t.Errorf("SearchTier has %d values for %d tiers", got, len(graph.Tiers))
	}
}

// TestDataTypesHaveFieldsBothWays: each type along which data flows is a field of Record from either end.
func TestDataTypesHaveFieldsBothWays(t *testing.T) {
	record := resolvers.Schema().Types["Record"]
	for _, name := range []string{"consumes", "consumedBy", "produces", "producedBy", "reads", "readBy", "writes", "writtenBy",
		"feeds", "fedBy", "leadsTo", "ledToBy", "flowsTo", "flowsFrom"} {
		if f := record.Fields.ForName(name); f == nil || f.Type.String() != "RecordConnection!" {
			t.Errorf("Record.%s is no connection of records", name)
		}
	}
}

// TestEverythingIsDescribedAndWellNamed walks all that a client can see.
func TestEverythingIsDescribedAndWellNamed(t *testing.T) {
	reserved := []string{"from", "in", "import", "class", "global", "none"}
	schema := resolvers.Schema()
	see := func(path, name, description string, siblings map[string]string) {
		if strings.TrimSpace(description) == "" {
			t.Errorf("%s has no description", path)
		}
		if slices.Contains(reserved, strings.ToLower(name)) {
			t.Errorf("%s has a name that is a keyword elsewhere", path)
		}
		if other, taken := siblings[snake(name)]; taken {
			t.Errorf("%s and %s are one name in snake case", path, other)
		}
		siblings[snake(name)] = path
	}
	types := map[string]string{}
	for _, def := range schema.Types {
		if def.BuiltIn {
			continue
		}
		see(def.Name, def.Name, def.Description, types)
		fields := map[string]string{}
		for _, f := range def.Fields {
			if strings.HasPrefix(f.Name, "__") {
				continue
			}
			see(def.Name+"."+f.Name, f.Name, f.Description, fields)
			args := map[string]string{}
			for _, a := range f.Arguments {
				see(def.Name+"."+f.Name+"("+a.Name+")", a.Name, a.Description, args)
			}
		}
		for _, v := range def.EnumValues {
			if v.Description == "" || v.Name != strings.ToUpper(v.Name) {
				t.Errorf("%s.%s has no description or is not in capitals", def.Name, v.Name)
			}
		}
	}
	for _, name := range []string{"rows", "column"} {
		if d := schema.Directives[name]; d == nil || d.Description == "" || !slices.Contains(d.Locations, ast.LocationField) {
			t.Errorf("there is no described directive @%s on fields", name)
		}
	}
}

// TestGeneratedSchemaIsThatOfTheFiles: what gqlgen compiled in is what the files say.
func TestGeneratedSchemaIsThatOfTheFiles(t *testing.T) {
	var sources []*ast.Source
	for _, name := range []string{"../schema.graphqls", "schema.generated.graphqls"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, &ast.Source{Name: name, Input: string(text)})
	}
	files, err := gqlparser.LoadSchema(sources...)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := gqlparser.LoadSchema(&ast.Source{Name: "SDL", Input: resolvers.SDL()})
	if err != nil {
		t.Fatalf("SDL gives no schema: %v", err)
	}
	for _, c := range []struct {
		name string
		got  *ast.Schema
	}{{"compiled", resolvers.Schema()}, {"SDL", whole}} {
		if diff := cmp.Diff(outline(files), outline(c.got)); diff != "" {
			t.Errorf("%s (-files +%s); run go generate ./...:\n%s", c.name, c.name, diff)
		}
	}
}

// outline lists every field, argument and value of a schema with type and description.
func outline(s *ast.Schema) []string {
	var out []string
	for _, def := range s.Types {
		out = append(out, def.Name+" "+string(def.Kind)+" "+def.Description)
		for _, f := range def.Fields {
			out = append(out, def.Name+"."+f.Name+": "+f.Type.String()+" "+f.Description)
			for _, a := range f.Arguments {
				out = append(out, def.Name+"."+f.Name+"."+a.Name+": "+a.Type.String()+" "+a.DefaultValue.String()+" "+a.Description)
			}
		}
		for _, v := range def.EnumValues {
			out = append(out, def.Name+"."+v.Name+" "+v.Description)
		}
	}
	slices.Sort(out)
	return out
}

// introspection is what graphql-js asks of a server.
const introspection = `query IntrospectionQuery {
  __schema {
    queryType { name } mutationType { name } subscriptionType { name }
    types { ...FullType }
    directives { name description locations args(includeDeprecated: true) { ...InputValue } }
  }
}
fragment FullType on __Type {
  kind name description
  fields(includeDeprecated: true) { name description args(includeDeprecated: true) { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason }
  inputFields(includeDeprecated: true) { ...InputValue }
  interfaces { ...TypeRef }
  enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
  possibleTypes { ...TypeRef }
}
fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue isDeprecated deprecationReason }
fragment TypeRef on __Type {
  kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name
  ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } } } } } }
}`

// TestIntrospection: a tool gets the whole schema within the default limits.
func TestIntrospection(t *testing.T) {
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(load(t), graph.Limits{})}, resolvers.Limits{})
	answer := e.Run(t.Context(), resolvers.Request{Query: introspection, OperationName: "IntrospectionQuery"})
	if err := answer.Err(); err != nil {
		t.Fatal(err)
	}
	var data struct {
		Schema struct {
			QueryType  struct{ Name string }
			Types      []struct{ Name string }
			Directives []struct{ Name string }
		} `json:"__schema"`
	}
	if err := json.Unmarshal(answer.Data, &data); err != nil {
		t.Fatal(err)
	}
	if data.Schema.QueryType.Name != "Query" || len(data.Schema.Types) != len(resolvers.Schema().Types) {
		t.Errorf("query type %q, %d types of %d", data.Schema.QueryType.Name, len(data.Schema.Types), len(resolvers.Schema().Types))
	}
	var names []string
	for _, d := range data.Schema.Directives {
		names = append(names, d.Name)
	}
	for _, want := range []string{"rows", "column", "skip", "include"} {
		if !slices.Contains(names, want) {
			t.Errorf("directive @%s is not told", want)
		}
	}
}

// TestKindsField: the API tells the tables as they are.
func TestKindsField(t *testing.T) {
	e := resolvers.New(resolvers.Resolver{Graph: graph.New(load(t), graph.Limits{})}, resolvers.Limits{})
	answer := e.Run(t.Context(), resolvers.Request{Query: `{
		kinds { kind type field description record properties { name type enum refersTo sortable filterable description } outgoing { type } incoming { type } }
		relationshipTypes { type inverse sources targets flow description } }`})
	if err := answer.Err(); err != nil {
		t.Fatal(err)
	}
	var data struct {
		Kinds []struct {
			Kind, Type, Field, Description string
			Record                         bool
			Properties                     []struct {
				Name, Type, Description string
				Enum, RefersTo          *string
				Sortable, Filterable    bool
			}
			Outgoing, Incoming []struct{ Type string }
		}
		RelationshipTypes []struct {
			Type, Inverse, Flow, Description string
			Sources, Targets                 []string
		}
	}
	if err := json.Unmarshal(answer.Data, &data); err != nil {
		t.Fatal(err)
	}
	if len(data.Kinds) != len(graph.Kinds) || len(data.RelationshipTypes) != len(graph.RelTypes) {
		t.Fatalf("%d kinds, %d types of relationship", len(data.Kinds), len(data.RelationshipTypes))
	}
	for i, k := range data.Kinds {
		info := &graph.Kinds[i]
		if k.Kind != info.Kind.EnumName() || k.Type != info.Type || k.Field != info.Field || k.Description != info.Doc || k.Record != info.Record {
			t.Errorf("kind %s: %+v", info.Kind, k)
		}
		if len(k.Properties) != len(info.Properties) {
			t.Errorf("kind %s has %d properties, want %d", info.Kind, len(k.Properties), len(info.Properties))
		}
		if info.Kind == graph.AuthorityPath && (len(k.Outgoing) == 0 || !slices.ContainsFunc(k.Incoming, func(r struct{ Type string }) bool { return r.Type == "GOVERNED_BY" })) {
			t.Errorf("nothing leads to an authority path: %+v", k.Incoming)
		}
	}
	for _, r := range data.RelationshipTypes {
		want := map[string]string{"READS": "BACKWARD", "WRITES": "FORWARD", "CITES": "NONE"}[r.Type]
		if want != "" && r.Flow != want {
			t.Errorf("data moves %s along %s, want %s", r.Flow, r.Type, want)
		}
	}
}
